//! Lists within sentences.

/// Joins words, as in "a, b or c".
pub fn enumerate(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}

/// The first of some items, at most so many, and how many more there are.
pub fn few(items: &[String], most: usize, separator: &str) -> String {
    let named = items[..items.len().min(most)].join(separator);
    match items.len().saturating_sub(most) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}
