//! Games as PGN: tags, and movetext wrapped to short lines.

use crate::game::Game;
use std::fmt;

/// Maximum width of movetext.
const WIDTH: usize = 80;

/// `[Name "value"]`
pub(super) fn tag_line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether a line begins with a tag: `[Name "`.
pub(super) fn is_tag_line(line: &str) -> bool {
    let tag = line.strip_prefix('[').and_then(|tag| tag.split_once('"')).map(|(name, _)| name);
    tag.is_some_and(|name| {
        name.ends_with(char::is_whitespace) && name.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

#[derive(Debug, Default)]
pub(super) struct Movetext(String);

impl Movetext {
    /// Writes a move made in a position, with its number if it needs one.
    pub(super) fn push_move(&mut self, game: &Game, san: String) {
        let first = self.0.is_empty() || self.0.ends_with(['}', ')']);
        self.push(&game.numbered(san, first));
    }

    /// Writes a comment, which may contain anything.
    pub(super) fn push_comment(&mut self, comment: &str) {
        // Braces would end the comment early; one that was written after `;` may contain them.
        let words: Vec<&str> = comment.split_whitespace().collect();
        self.push(&format!("{{ {} }}", words.join(" ").replace('{', "(").replace('}', ")")));
    }

    /// Writes a text with its own line breaks, because they end comments after `;`.
    pub(super) fn push_verbatim(&mut self, text: &str) {
        self.push("");
        self.0.push_str(text);
    }

    /// Writes words that are separated by blanks, and breaks lines between them.
    pub(super) fn push(&mut self, text: &str) {
        for word in text.split(' ') {
            let column = self.0.len() - self.0.rfind('\n').map_or(0, |end| end + 1);
            if column > 0 {
                self.0.push(if column + 1 + word.len() > WIDTH { '\n' } else { ' ' });
            }
            self.0.push_str(word);
        }
    }
}

impl fmt::Display for Movetext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
