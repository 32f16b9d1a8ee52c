//! Advice on keys and words that files do not have, though an author might
//! expect them: see `advice.txt`.

use super::keys::PIECES;
use once_cell::sync::Lazy;

struct Advice {
    /// The key whose values the words are, unless they are keys themselves.
    of: Option<&'static str>,
    words: Vec<&'static str>,
    help: String,
}

static ADVICE: Lazy<Vec<Advice>> = Lazy::new(|| {
    let mut all: Vec<Advice> = Vec::new();
    for line in include_str!("advice.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix("    "), all.last_mut()) {
            (Some(help), Some(last)) if last.help.is_empty() => last.help = help.to_owned(),
            (Some(help), Some(last)) => last.help.extend([" ", help]),
            (None, Some(last)) if last.help.is_empty() => last.words.extend(line.split_whitespace()),
            _ => {
                let (of, words) = line.split_once(" = ").map_or((None, line), |(of, words)| (Some(of), words));
                all.push(Advice { of, words: words.split_whitespace().collect(), help: String::new() });
            }
        }
    }
    all
});

/// The advice on an unknown key, given its path.
pub(super) fn on_key(key: &str, path: Option<&str>) -> Option<&'static str> {
    let at_top = format!("[{key}]");
    let full = path.map(of_any_piece);
    let is_meant = |word: &&str| *word == key || path == Some(key) && *word == at_top || full.as_deref() == Some(*word);
    let mut advice = ADVICE.iter().filter(|advice| advice.of.is_none());
    advice.find(|advice| advice.words.iter().any(is_meant)).map(|advice| advice.help.as_str())
}

/// The advice on an unknown word as the value of the key at this path.
pub(super) fn on_word(word: &str, path: &str) -> Option<&'static str> {
    let path = of_any_piece(path);
    let mut advice = ADVICE.iter().filter(|advice| advice.of == Some(&path));
    advice.find(|advice| advice.words.contains(&word)).map(|advice| advice.help.as_str())
}

/// The advice on any value of a wrong type of the key at this path.
pub(super) fn on_any(path: &str) -> Option<&'static str> {
    on_word("*", path)
}

/// The path with `_` in place of the ID of a piece.
fn of_any_piece(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        [PIECES, .., key] if parts.len() > 2 => format!("{PIECES}._.{key}"),
        _ => path.to_owned(),
    }
}
