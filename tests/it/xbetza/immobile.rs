//! Valid terms that can never move are found, and no others.

use alfil::internals::xbetza;

/// The numbers of the terms that never move.
fn immobile(description: &str) -> Vec<usize> {
    let program = xbetza::compile(description).unwrap_or_else(|error| panic!("{description}: {error}"));
    (0..program.terms.len()).filter(|&number| program.terms[number].never_moves()).collect()
}

#[test]
fn terms_without_any_move_are_named() {
    for description in ["jW", "pW", "gR1", "gK", "pN", "jjR2", "pjR2", "tkR", "ajW", "jafW", "maipR", "ppF", "[W-jF]"] {
        assert_eq!(immobile(description), [0], "{description}");
    }
    // The square where a move began is empty for it.
    for description in ["cabcK", "mabcW", "cabkW", "caibcR", "cabcafK", "[cN-bcN]"] {
        assert_eq!(immobile(description), [0], "{description}");
    }
    assert_eq!(immobile("WjWF"), [1]);
}

/// Every vector with moves shows that its description can move.
#[test]
fn descriptions_with_moves_are_not_named() {
    for vector in
        super::vectors::all().iter().filter(|vector| vector["moves"].as_array().is_some_and(|m| !m.is_empty()))
    {
        let description = super::vectors::text(vector, "xbetza");
        let terms = xbetza::compile(description).expect("move vectors are right").terms.len();
        assert!(immobile(description).len() < terms, "{description}");
    }
    for description in
        ["jR2", "pR2", "gR2", "jjR3", "jD", "kR", "tcR", "maifR", "gN0", "cabK", "cabmcK", "cabcR", "cacK", "caibR"]
    {
        assert!(immobile(description).is_empty(), "{description}");
    }
}
