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
        ("fcF", "steps one square forward-right or forward-left, only to capture an enemy piece"),
        (
            "ifmnD",
            "while unmoved, leaps 2 squares forward, unless something stands half-way, without capturing, \
             after which it may be captured en passant",
        ),
        ("Q", "slides in any direction"),
        ("B3", "slides up to 3 squares diagonally"),
        ("nN", "leaps (1,2), unless something stands on the next square in the longer direction"),
        ("nA", "leaps 2 squares diagonally, unless something stands half-way"),
        ("nH", "leaps 3 squares orthogonally, unless something stands on the first square of the way"),
        ("nZ", "leaps (2,3), unless something stands on the next square diagonally"),
        ("jZX", "leaps (2,6), only if something stands half-way"),
        ("jNX", "leaps (1,5), only if something stands on the square (0,2) of the way"),
        ("fN", "leaps (1,2), 2 squares forward and 1 to either side"),
        ("fsN", "leaps (1,2), 1 square forward and 2 to either side"),
        ("fhN", "leaps (1,2), only forward"),
        ("rN", "leaps (1,2), 2 squares to the right and 1 forward or back"),
        ("vN", "leaps (1,2), 2 squares forward or back and 1 to either side"),
        ("sN", "leaps (1,2), 2 squares to either side and 1 forward or back"),
        ("frN", "leaps (1,2), 2 squares to the right and 1 forward"),
        ("flN", "leaps (1,2), 2 squares to the left and 1 forward"),
        ("N0", "rides any number of leaps of (1,2)"),
        ("cpR", "slides orthogonally, over the first piece in the way, only to capture an enemy piece"),
        ("gQ", "slides in any direction, to the square behind the first piece in the way"),
        ("tR", "slides orthogonally, to an empty square or to capture an enemy piece that is not royal"),
        ("kfR", "slides forward, only to capture an enemy royal piece"),
        ("feF", "steps one square forward-right or forward-left, only to capture en passant"),
        ("jR", "slides orthogonally, passing over the first square, occupied or not"),
        ("zB", "slides diagonally, turning 90 degrees to alternate sides at every step"),
        ("U", "goes to any other square of the board"),
        ("O", "stays and passes the turn"),
        (
            "isO2",
            "while unmoved, castles to either side: goes 2 squares towards a friendly piece at the edge that has \
             never moved, which comes to its other side",
        ),
        (
            "caK",
            "steps one square in any direction, capturing an enemy piece; then steps one square in any direction but \
             straight back",
        ),
        (
            "pabW",
            "steps one square orthogonally, jumping over a piece; then steps one square straight back; if it ends on its \
             own square and has captured nothing, the turn passes",
        ),
        (
            "pafmabpafmW",
            "steps one square orthogonally, jumping over a piece; then steps one square straight on, to an empty square; \
             then steps one square straight back, jumping over a piece; then steps one square straight on, without \
             capturing; if it ends on its own square and has captured nothing, the turn passes",
        ),
        (
            "afsaqfsF",
            "steps one square diagonally, to an empty square; then steps one square 45 degrees to either side, to an empty \
             square; then steps one square 45 degrees to either side (to the same side as the turn before) or 90 degrees to \
             either side",
        ),
        ("mafsW", "steps one square orthogonally, to an empty square; then steps one square 45 degrees to either side"),
        ("yafsF", "steps one square diagonally, to an empty square; then slides 45 degrees to either side"),
        (
            "caibR",
            "slides orthogonally, capturing an enemy piece; then slides straight back, as far as the slide before",
        ),
        ("[W-N]", "steps one square orthogonally, to an empty square; then leaps (1,2) outward"),
        (
            "afzK",
            "steps one square in any direction, to an empty square; then steps one square 45 degrees to either side",
        ),
        ("[N?fB]", "leaps (1,2); or goes on from an empty square and then slides diagonally outward"),
        ("[N?fQ]", "leaps (1,2); or goes on from an empty square and then slides outward"),
        (
            "[cK-fmK?cK-fmK?cK-fmK]",
            "steps one square in any direction, capturing an enemy piece; then steps one square straight on, without capturing; \
             or goes on, up to 2 times, from an empty square and then steps one square in any direction but straight back, \
             capturing an enemy piece; then steps one square straight on, without capturing",
        ),
        ("udR", "slides orthogonally, only to change places with a friendly piece"),
        ("udU", "goes to any other square of the board, only to change places with a friendly piece"),
        ("umdK", "steps one square in any direction, to an empty square or to change places with a friendly piece"),
        (
            "mafucW",
            "steps one square orthogonally, to an empty square; then steps one square straight on, only to capture an \
             enemy piece, putting the captured piece where this leg began",
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
