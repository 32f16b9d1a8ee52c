//! Suggestions for misspelled words.

use super::enumerate;

/// The word of `known` that is nearest to `written`, if it is near enough for a typo.
pub fn similar<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = written.to_lowercase();
    // A third of the letters may be wrong.
    let limit = (written.chars().count() / 3).max(1);
    known
        .into_iter()
        .filter(|word| *word != written)
        .filter_map(|word| {
            let most = limit.min(word.chars().count().saturating_sub(1));
            distance_within(most, &folded, &word.to_lowercase()).map(|far| (far, word))
        })
        .min_by_key(|&(far, _)| far)
        .map(|(_, word)| word)
}

/// The fewest letters to look for inside words: shorter parts occur in too many.
const SHORTEST_PART: usize = 4;
/// The most words to suggest.
const MOST: usize = 3;

/// The hint for a typo: "did you mean `move`?", if one word is near, or if few words start or end with `written`.
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let words = match similar(written, known.iter().copied()) {
        Some(word) => vec![word],
        None => longer(written, &known),
    };
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    (!words.is_empty()).then(|| format!("did you mean {}?", enumerate(&words, "or")))
}

/// The words that start with `written`, or else those that end with it; none if there are too many.
fn longer<'a>(written: &str, known: &[&'a str]) -> Vec<&'a str> {
    let part = written.to_lowercase();
    if part.chars().count() < SHORTEST_PART {
        return Vec::new();
    }
    let those = |test: &dyn Fn(&str) -> bool| -> Vec<&'a str> {
        known.iter().copied().filter(|word| *word != written && test(&word.to_lowercase())).collect()
    };
    let places: [&dyn Fn(&str) -> bool; 2] = [&|word| word.starts_with(&part), &|word| word.ends_with(&part)];
    let words = places.into_iter().map(those).find(|words| !words.is_empty()).unwrap_or_default();
    if words.len() > MOST { Vec::new() } else { words }
}

/// The number of letters to insert, delete, replace or swap with their neighbour to turn one word into the other;
/// `None` if it exceeds `most`.
fn distance_within(most: usize, a: &str, b: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Words may come from outside and be very long.
    (a.len().abs_diff(b.len()) <= most).then(|| distance(&a, &b)).filter(|far| *far <= most)
}

fn distance(a: &[char], b: &[char]) -> usize {
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
    fn parts_of_words_are_recognised() {
        let games = ["kyotoshogi", "shogi", "minishogi", "checkmate", "stalemate", "insufficient-material", "chess"];
        let meant = |written: &str| did_you_mean(written, games);
        assert_eq!(meant("kyoto").as_deref(), Some("did you mean `kyotoshogi`?"));
        assert_eq!(meant("mate").as_deref(), Some("did you mean `checkmate` or `stalemate`?"));
        assert_eq!(meant("Check").as_deref(), Some("did you mean `checkmate`?"));
        assert_eq!(meant("ogi"), None);
        assert_eq!(meant("oshog"), None);
    }

    #[test]
    fn slips_are_recognised() {
        let keys = ["move", "name", "region", "zone_move"];
        assert_eq!(similar("moev", keys), Some("move"));
        assert_eq!(similar("Regoin", keys), Some("region"));
        assert_eq!(similar("zone-move", keys), Some("zone_move"));
        assert_eq!(similar("colour", keys), None);
        assert_eq!(similar("x", keys), None);
        // A comparison of these letter by letter would never end.
        assert_eq!(similar(&"x".repeat(1 << 20), [&*"y".repeat(1 << 19)]), None);
    }
}
