//! The examples of `docs/xbetza.md` are true.

use crate::cli::{run, words};
use alfil::internals::xbetza;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/xbetza.md");

/// The cells of the rows of all tables with this header.
fn rows(head: &str) -> Vec<Vec<&'static str>> {
    let tables = PAGE.split(head).skip(1).map(|rest| rest.lines().skip(2).take_while(|line| line.starts_with('|')));
    let cells = |line: &'static str| line.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1).collect();
    tables.flatten().map(cells).collect()
}

#[test]
fn directions_lead_to_the_squares_that_are_listed() {
    let rows = rows("| Description | Squares |");
    assert!(rows.len() > 10);
    for row in rows {
        let question = format!("{{\"xbetza\":\"{}\",\"board\":[9,9],\"from\":\"e5\"}}\n", row[0]);
        let answer = run(&words("betza eval --batch"), &question);
        let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("answers are JSON");
        let moves = answer["moves"].as_array().expect("there are moves");
        let found: BTreeSet<&str> = moves.iter().filter_map(|mv| mv["to"].as_str()).collect();
        assert_eq!(found, row[1].split(' ').collect(), "{}", row[0]);
    }
}

#[test]
fn pieces_are_right_descriptions() {
    let rows = rows("| Description | Piece |");
    assert!(rows.len() > 20);
    for row in rows {
        xbetza::compile(row[0]).unwrap_or_else(|fault| panic!("{}: {fault}", row[0]));
    }
}

#[test]
fn mistakes_have_the_codes_that_are_listed() {
    let rows = rows("| Code | Example | Meaning |");
    let codes: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    // The vectors have all codes of the notation; the limit of size is our own.
    let vectors = crate::xbetza::vectors::all();
    let known = vectors.iter().filter_map(|vector| vector["error"]["code"].as_str());
    assert_eq!(codes, known.chain(["too-large"]).collect());
    for row in rows.iter().filter(|row| !row[1].is_empty()) {
        assert_eq!(xbetza::compile(row[1]).expect_err(row[1]).code(), row[0]);
    }
}

/// Modifiers and atoms of the page are those of the notation.
#[test]
fn every_letter_is_explained() {
    use alfil::internals::xbetza::ast::{AtomLetter, Modifier};
    let letters: String = rows("| Letter | Meaning |").iter().map(|row| row[0].replace("`, `", "")).collect();
    for modifier in Modifier::ALL.iter().filter(|modifier| **modifier != Modifier::Toggle) {
        assert!(letters.contains(modifier.letter()), "{modifier:?}");
    }
    let atoms: String = rows("| Atom | Step | | Atom | Step |").iter().flatten().copied().collect();
    for atom in AtomLetter::ALL.iter().filter(|atom| **atom != AtomLetter::Castling) {
        assert!(atoms.contains(atom.letter()), "{atom:?}");
    }
}
