//! Lists within sentences.

/// Joins words, as in "a, b or c".
pub fn enumerate(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}

/// So many of a long list are named.
const FEW: usize = 3;

/// The first few of some items, and how many more there are.
pub fn few(items: &[String], separator: &str) -> String {
    let named = items[..items.len().min(FEW)].join(separator);
    match items.len().saturating_sub(FEW) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}
