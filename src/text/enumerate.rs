//! Lists within sentences.

/// Joins words, as in "a, b or c".
pub fn enumerate(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}

/// The first items, at most `most`, and the number of the rest.
pub fn few(items: &[String], most: usize, separator: &str) -> String {
    let named = items[..items.len().min(most)].join(separator);
    match items.len().saturating_sub(most) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// The first items as lines, at most `most`, and a line by `more` about the number of the rest.
pub fn first_lines<T: ToString>(items: &[T], most: usize, more: impl FnOnce(usize) -> String) -> Vec<String> {
    let (shown, left) = items.split_at(items.len().min(most));
    let more = (!left.is_empty()).then(|| more(left.len()));
    shown.iter().map(T::to_string).chain(more).collect()
}
