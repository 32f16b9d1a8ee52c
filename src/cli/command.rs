//! The commands by which other programs start this one, and how their words are quoted.

use crate::text::{Report, cannot};
use std::path::{Path, PathBuf};

/// The absolute path of an existing directory. It is not canonical, because canonical paths on Windows begin with a
/// prefix that GUIs do not understand.
pub(super) fn whole(directory: &Path) -> Result<PathBuf, String> {
    let found = directory.metadata().and_then(|_| std::path::absolute(directory));
    found.map_err(|fault| cannot("read this directory", directory, &fault))
}

/// A path quoted as one word of an engine's command in XBoard.
pub(super) fn for_xboard(path: &Path) -> Result<String, Report> {
    let text = plain_to_xboard(path)?;
    let quoted = text.starts_with(['"', '\'']) || text.contains(' ');
    match ['"', '\''].into_iter().find(|quote| !text.contains(*quote)) {
        _ if !quoted => Ok(text.to_owned()),
        Some(quote) => Ok(format!("{quote}{text}{quote}")),
        None => Err(unspeakable(path)),
    }
}

/// A path as an argument of its own on XBoard's command line, where blanks need no quotes.
pub(super) fn plain_to_xboard(path: &Path) -> Result<&str, Report> {
    let wrong = |c: char| c == '{' || c == '}' || c.is_control();
    path.to_str().filter(|text| !text.contains(wrong)).ok_or_else(|| unspeakable(path))
}

fn unspeakable(path: &Path) -> Report {
    Report::error(format!("{}: XBoard cannot be told of such a path", path.display())).help("move it, or link to it")
}

/// A word quoted for a shell.
pub(super) fn for_shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A word quoted for `Exec` in a desktop entry. Within quotes a backslash is escaped twice: as in every string of the
/// file, and again for the quotes.
pub(super) fn for_desktop(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@".contains(c);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    let mut quoted = String::new();
    for c in word.chars() {
        match c {
            '"' | '`' | '$' => quoted.extend(["\\\\", c.encode_utf8(&mut [0; 4])]),
            '\\' => quoted.push_str(r"\\\\"),
            '%' => quoted.push_str("%%"),
            _ => quoted.push(c),
        }
    }
    format!("\"{quoted}\"")
}
