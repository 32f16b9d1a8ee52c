//! Explanations of descriptions.

use super::vectors;
use alfil::internals::xbetza;

fn explain(description: &str) -> Vec<String> {
    xbetza::explain(&xbetza::parse(description).unwrap_or_else(|error| panic!("{description}: {error}")))
}

#[test]
fn sentences_say_what_the_letters_mean() {
    let cases = [
        ("W", "steps one square orthogonally"),
        ("fmW", "steps one square forward, without capturing"),
        ("fcF", "steps one square forward-right or forward-left, only to capture an enemy"),
        (
            "ifmnD",
            "while unmoved, leaps (0,2) forward, unless something stands half-way, without capturing, \
             after which it may be captured en passant",
        ),
        ("Q", "slides in any direction"),
        ("B3", "slides up to 3 squares diagonally"),
        ("nN", "leaps (1,2), unless something stands on the next square in the longer direction"),
        ("nA", "leaps (2,2) diagonally, unless something stands half-way"),
        ("nH", "leaps (0,3) orthogonally, unless something stands on the first square of the way"),
        ("nZ", "leaps (2,3), unless something stands on the next square diagonally"),
        ("jZX", "leaps (2,6), only if something stands half-way"),
        ("jNX", "leaps (1,5), only if something stands on the square (0,2) of the way"),
        ("fN", "leaps (1,2), the two narrow ones forward"),
        ("fsN", "leaps (1,2), the two wide ones forward"),
        ("fhN", "leaps (1,2), the four forward"),
        ("rN", "leaps (1,2), the two narrow ones to the right"),
        ("vN", "leaps (1,2), the narrow ones forward or back"),
        ("sN", "leaps (1,2), the narrow ones to the right or to the left"),
        ("frN", "leaps (1,2), 2 squares to the right and 1 forward"),
        ("flN", "leaps (1,2), 2 squares to the left and 1 forward"),
        ("N0", "rides any number of leaps of (1,2)"),
        ("cpR", "slides orthogonally, over the first piece met, only to capture an enemy"),
        ("gQ", "slides in any direction, to the square behind the first piece met"),
        ("tR", "slides orthogonally, moves or captures an enemy but no royal"),
        ("kfR", "slides forward, only to capture an enemy royal"),
        ("feF", "steps one square forward-right or forward-left, only to capture en passant"),
        ("jR", "slides orthogonally, passing the first square whatever it holds"),
        ("zB", "slides diagonally, turning 90 degrees to and fro at every step"),
        ("U", "goes to any other square of the board"),
        ("O", "stays and passes the turn"),
        (
            "isO2",
            "while unmoved, castles to either side: goes 2 squares towards a friend at the rim that has never moved \
             and comes beside it",
        ),
        (
            "caK",
            "steps one square in any direction, capturing an enemy; then steps one square in any direction but \
             straight back",
        ),
        ("mafsW", "steps one square orthogonally, to an empty square; then steps one square 45 degrees to either side"),
        ("yafsF", "steps one square diagonally, to an empty square; then slides 45 degrees to either side"),
        ("caibR", "slides orthogonally, capturing an enemy; then slides straight back, as far as the slide before"),
        ("[N?fB]", "leaps (1,2); or goes on from an empty square and then slides straight on"),
        (
            "[cK-fmK?cK-fmK?cK-fmK]",
            "steps one square in any direction, capturing an enemy; then steps one square straight on, without capturing; \
             or goes on, up to 2 times, from an empty square and then steps one square in any direction but straight back, \
             capturing an enemy; then steps one square straight on, without capturing",
        ),
        ("udR", "slides orthogonally, only to change places with a friend"),
        ("udU", "goes to any other square of the board, only to change places with a friend"),
        ("umdK", "steps one square in any direction, moves or changes places with a friend"),
        (
            "mafucW",
            "steps one square orthogonally, to an empty square; then steps one square straight on, only to capture an \
             enemy, putting the captured piece where this leg began",
        ),
    ];
    for (description, sentence) in cases {
        assert_eq!(explain(description), [sentence], "{description}");
    }
}

#[test]
fn every_term_has_a_sentence() {
    for vector in vectors::all().iter().filter(|vector| vector.get("error").is_none()) {
        let description = vectors::text(vector, "xbetza");
        let sentences = explain(description);
        assert_eq!(sentences.len(), xbetza::parse(description).expect("move vectors are right").terms.len());
        for sentence in sentences {
            let slips = sentence.contains(",,") || sentence.contains(", ,") || sentence.contains("  ");
            assert!(!slips && !sentence.ends_with([',', ' ', ';']), "{description}: {sentence}");
        }
    }
}
