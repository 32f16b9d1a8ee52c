//! Keys in TOML.

use std::borrow::Cow;

/// The key under which the tables of pieces are.
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

/// A path of keys as a heading contains it, without brackets.
pub(super) fn heading(path: &str) -> String {
    path.split('.').map(quoted).collect::<Vec<_>>().join(".")
}
