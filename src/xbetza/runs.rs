//! Converts sets of directions to runs of letters, as XBoard 4.9 reads them.
//!
//! Some sets cannot be expressed in one run, because two letters side by side would
//! be taken for a pair; then the result is several runs for disjoint sets.

use super::shape::{DIAGONAL, ORTHOGONAL, Shape};

const EVERYWHERE: &str = "";

/// The runs for the first leg of a term.
pub(super) fn opening(shape: Shape, set: u8) -> Vec<String> {
    if set == shape.directions() {
        return vec![EVERYWHERE.to_owned()];
    }
    match shape {
        Shape::Orthogonal(_) => vec![letters(set)],
        Shape::Diagonal(_) => vec![diagonal_atom(set)],
        // XBoard does not rotate mixed sets for Black, so lines and diagonals are separated.
        Shape::Eightfold => {
            let mut runs = straight(set & ORTHOGONAL);
            runs.extend((set & DIAGONAL != 0).then(|| diagonals(set)));
            runs
        }
        Shape::Oblique(..) => vec![oblique(set)],
    }
}

/// The runs for a later leg, which express a set of offsets on the ring.
pub(super) fn turning(shape: Shape, set: u8) -> Vec<String> {
    let unwritten = match shape {
        Shape::Orthogonal(_) | Shape::Diagonal(_) => 0b0100_0101,
        Shape::Eightfold | Shape::Oblique(..) => 0b1110_1111,
    };
    if set == unwritten {
        return vec![EVERYWHERE.to_owned()];
    }
    let mut runs = straight(set & ORTHOGONAL);
    if set & DIAGONAL != 0 {
        let pairs = diagonals(set);
        match runs.first_mut() {
            // After pairs, the next letter starts a new token.
            Some(run) => run.insert_str(0, &pairs),
            None => runs.push(pairs),
        }
    }
    runs
}

/// Orthogonal directions one by one, for atoms on which letters never pair.
fn letters(set: u8) -> String {
    let mut run = String::new();
    for (both, pair, names) in [(0b0001_0001, 'v', ['f', 'b']), (0b0100_0100, 's', ['r', 'l'])] {
        let part = set & both;
        if part == both {
            run.push(pair);
        } else if part != 0 {
            run.push(if part < 0b1_0000 { names[0] } else { names[1] });
        }
    }
    run
}

/// Orthogonal directions for atoms on which letters pair: `s` and `v` must come first, and
/// two single letters at a right angle need a run each.
fn straight(set: u8) -> Vec<String> {
    let run = letters(set);
    let letters: Vec<char> = run.chars().collect();
    match letters.as_slice() {
        [] => Vec::new(),
        ['v', ..] | [_] => vec![run],
        [other, 's'] => vec![format!("s{other}")],
        _ => letters.iter().map(char::to_string).collect(),
    }
}

/// Tokens with the directions they select; the first that fits the rest of a set is taken.
type Tokens = [(&'static str, u8)];

/// Covers a set by tokens, from the first that is a subset of what is left.
fn cover(mut set: u8, tokens: &Tokens) -> String {
    let mut run = String::new();
    for &(letters, token) in tokens {
        if token & !set == 0 {
            run += letters;
            set &= !token;
        }
    }
    run
}

/// Diagonals on eightfold atoms and on later legs.
fn diagonals(set: u8) -> String {
    const TOKENS: &Tokens = &[
        ("fs", 0b1000_0010),
        ("bs", 0b0010_1000),
        ("rv", 0b0000_1010),
        ("lv", 0b1010_0000),
        ("fr", 0b0000_0010),
        ("br", 0b0000_1000),
        ("bl", 0b0010_0000),
        ("fl", 0b1000_0000),
    ];
    cover(set & DIAGONAL, TOKENS)
}

/// Diagonals on diagonal atoms, where a lone letter means the pair beside it.
fn diagonal_atom(set: u8) -> String {
    const TOKENS: &Tokens = &[
        ("f", 0b1000_0010),
        ("b", 0b0010_1000),
        ("r", 0b0000_1010),
        ("l", 0b1010_0000),
        ("fl", 0b1000_0000),
        ("fr", 0b0000_0010),
        ("bl", 0b0010_0000),
        ("br", 0b0000_1000),
    ];
    cover(set, TOKENS)
}

/// Oblique leaps: the handed sets, a lone letter, or pairs with one lone letter last.
fn oblique(set: u8) -> String {
    const LONE: &Tokens = &[
        ("hr", ORTHOGONAL),
        ("hl", DIAGONAL),
        ("f", 0b1000_0001),
        ("b", 0b0001_1000),
        ("r", 0b0000_0110),
        ("l", 0b0110_0000),
        ("s", 0b0110_0110),
        ("v", 0b1001_1001),
    ];
    const PAIRS: &Tokens = &[
        ("fh", 0b1100_0011),
        ("bh", 0b0011_1100),
        ("rh", 0b0000_1111),
        ("lh", 0b1111_0000),
        ("fs", 0b0100_0010),
        ("bs", 0b0010_0100),
        ("rv", 0b0000_1001),
        ("lv", 0b1001_0000),
        ("rf", 0b0000_0001),
        ("fr", 0b0000_0010),
        ("br", 0b0000_0100),
        ("rb", 0b0000_1000),
        ("lb", 0b0001_0000),
        ("bl", 0b0010_0000),
        ("fl", 0b0100_0000),
        ("lf", 0b1000_0000),
    ];
    match LONE.iter().find(|(_, token)| *token == set) {
        Some((letters, _)) => (*letters).to_owned(),
        None => cover(set, PAIRS),
    }
}
