//! Sanitizes foreign text for a terminal.

use std::borrow::Cow;

/// The text with visible signs in place of all characters that a terminal would interpret instead of showing: control
/// characters, including line breaks, and those that change the direction of writing.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| sign(c) != c) { text.chars().map(sign).collect::<String>().into() } else { text.into() }
}

/// The replacement of a character, which is itself if it is harmless.
pub(super) fn sign(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}' => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_made_visible() {
        assert_eq!(visible("x\nmove e2e4\u{1b}[2J\t\u{7f}"), "x\u{240a}move e2e4\u{241b}[2J\u{2409}\u{2421}");
        assert_eq!(visible("a\u{9b}2Jb\u{202e}c\u{2067}"), "a\u{fffd}2Jb\u{fffd}c\u{fffd}");
        assert!(matches!(visible("Schach für Größere, 将棋, ♔"), Cow::Borrowed(_)));
    }
}
