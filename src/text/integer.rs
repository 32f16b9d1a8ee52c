//! Parses integers from protocols.

/// Parses an integer; one out of range saturates.
pub fn integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let limit = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    valid.then(|| word.parse().unwrap_or(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_saturate() {
        let cases = [
            ("17", Some(17)),
            ("+17", Some(17)),
            ("-0", Some(0)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("", None),
            ("-", None),
            ("1.5", None),
            ("+-1", None),
        ];
        for (word, expected) in cases {
            assert_eq!(integer(word), expected, "{word}");
        }
    }
}
