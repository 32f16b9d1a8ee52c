//! `alfil betza`: drawings, pictures, sentences, spellings, and answers to other programs.

mod docs;
mod drawings;
mod eval;

use crate::cli::output;
use crate::xbetza::vectors::{self, text};

#[test]
fn every_term_is_explained_on_a_line() {
    // The sentences themselves are tested with the notation.
    let said = output("betza explain fmWfceFifmnD", "");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "fmW    steps one square forward, without capturing");
    assert!(lines[1].starts_with("fceF   ") && lines[2].starts_with("ifmnD  "), "{said}");
}

/// Spellings of the specification's list of well-known pieces; all vectors are spelled in the tests of the notation.
#[test]
fn spellings_are_printed_alone() {
    for (description, spelled) in [("N", "N"), ("NN", "N0"), ("[F?fsR]", "FyafsF"), ("ffsK", "sfK"), ("fsfK", "fKfsK")]
    {
        assert_eq!(output(&format!("betza wire {description}"), ""), format!("{spelled}\n"));
    }
}

#[test]
fn doubtful_terms_are_pointed_at() {
    let cases = [
        ("NjW", "warning: this term can never move", 2),
        ("KisO", "warning: `isO` passes the turn", 2),
        ("KiO", "note: `iO` passes the turn, and only while the piece is unmoved", 2),
        ("KnR", "note: `n` changes nothing in `nR`", 2),
        ("fmWfceFifmD", "warning: `ifmD` leaves nothing behind to be captured en passant", 8),
        ("fmWfceFifmR2", "warning: `ifmR2` leaves nothing behind to be captured en passant", 8),
    ];
    for (command, (description, doubt, column)) in
        ["explain", "show"].into_iter().flat_map(|c| cases.map(|case| (c, case)))
    {
        let words = ["betza", command, description].map(str::to_owned);
        let output = crate::cli::run(&words, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains(doubt), "{said}");
        assert!(said.contains(&format!("description:1:{column}")), "{said}");
    }
}

/// Every wrong description of the vectors is refused by every command that takes one, with code and column.
#[test]
fn wrong_descriptions_are_pointed_at() {
    let wrong: Vec<_> = vectors::all().into_iter().filter(|vector| vector.get("error").is_some()).collect();
    let commands = ["show", "explain", "wire"];
    for (vector, command) in wrong.iter().zip(commands.into_iter().cycle()) {
        let words = ["betza", command, "--", text(vector, "xbetza")].map(str::to_owned);
        let output = crate::cli::run(&words, "");
        let said = String::from_utf8_lossy(&output.stderr);
        let head = format!("error[{}]: ", text(&vector["error"], "code"));
        assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{vector}: {said}");
        assert!(said.starts_with(&head), "{vector}: {said}");
        assert!(said.contains("-> description:1:"), "{vector}: {said}");
        let column = format!("description:1:{}\n", vector["error"]["col"]);
        assert!(said.contains(&column), "{vector}: {said}");
    }
}
