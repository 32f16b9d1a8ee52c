//! Keys in TOML.

use std::borrow::Cow;

/// The key of the tables of pieces.
pub(super) const PIECES: &str = "pieces";

/// Whether a key needs no quotes.
pub(super) fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || ['-', '_'].contains(&c))
}

/// A key, quoted if necessary.
pub(super) fn quoted(key: &str) -> Cow<'_, str> {
    if is_bare(key) {
        return Cow::Borrowed(key);
    }
    Cow::Owned(format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// A path of keys as in a heading.
pub(super) fn heading(path: &str) -> String {
    path.split('.').map(quoted).collect::<Vec<_>>().join(".")
}
