//! Advice about letters that do not belong where they are.

use super::ast::AtomLetter;

/// The advice to end a description that ends after modifiers.
pub(super) fn missing_atom(modifiers: &str) -> String {
    let capital = modifiers.to_ascii_uppercase();
    match capital.parse().ok().and_then(AtomLetter::from_letter) {
        Some(_) => format!("did you mean `{capital}`? atoms are capitals"),
        None => "end it with a capital, as in `fmW`".to_owned(),
    }
}

/// What a character that the notation does not use may mean.
pub(super) fn character(found: char) -> Option<&'static str> {
    match found {
        _ if found.is_ascii_whitespace() => Some("write the description without spaces"),
        ',' | ';' | '+' | '|' | '/' => Some("write the terms one after the other, as in `RF`"),
        '@' => Some("drops are rules of the game, not moves of a piece"),
        '*' => Some("write `0` for a range without limit, as in `N0`"),
        '\'' | '!' => Some("it may be part of the ID of a piece, as in `[pieces.\"N'\"]`, but not in its moves"),
        '{' | '}' => Some("legs with different atoms are written in `[` and `]`"),
        _ => None,
    }
}

/// What a capital that names no atom may mean.
pub(super) fn capital(letter: char) -> Option<&'static str> {
    match letter {
        'E' => Some("did you mean `F`, the ferz? an elephant is `A` or `nA`"),
        'I' => Some("write out the moves that are to be imitated"),
        'M' => Some("did you mean `N`, the knight? a man is `K`"),
        'P' => Some("a pawn is `fmWfceFifmnD`"),
        'S' => Some("a silver general is `FfW`"),
        'T' => Some("did you mean `R`, the rook?"),
        'V' => Some("small `v` is the direction forward and back"),
        'X' => Some("a giraffe is `FX`"),
        'Y' => Some("an antelope is `NY`"),
        _ => None,
    }
}
