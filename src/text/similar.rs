//! Which of the words that could have been meant is nearest to the word written.

/// The word of `known` that is nearest to `written`, if it is near enough to
/// be a slip of the hand.
pub fn similar<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = written.to_lowercase();
    // A third of the letters may be wrong.
    let limit = (written.chars().count() / 3).max(1);
    known
        .into_iter()
        .filter(|word| *word != written)
        .map(|word| (distance(&folded, &word.to_lowercase()), word))
        .filter(|&(far, word)| far <= limit && far < word.chars().count())
        .min_by_key(|&(far, _)| far)
        .map(|(_, word)| word)
}

/// The help line for a slip: "did you mean `move`?", if one word is near.
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    similar(written, known).map(|word| format!("did you mean `{word}`?"))
}

/// How many letters must be put in, taken out, replaced or swapped with their
/// neighbour to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let keys = ["move", "name", "region", "zone_move"];
        assert_eq!(similar("moev", keys), Some("move"));
        assert_eq!(similar("Regoin", keys), Some("region"));
        assert_eq!(similar("zone-move", keys), Some("zone_move"));
        assert_eq!(similar("colour", keys), None);
        assert_eq!(similar("x", keys), None);
    }
}
