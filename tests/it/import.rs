//! `alfil import`: games of other programs.
//!
//! `data/import/games.ini` holds small games, each about a few keys; `counts.txt` has Fairy-Stockfish's counts of their
//! positions. `refused.ini` holds games that cannot be imported, `refused.txt` the complaints about them.

mod diagrams;

use crate::cli::{output, run, words};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

const GAMES: &str = "tests/data/import/games.ini";
const REFUSED: &str = "tests/data/import/refused.ini";

/// A directory that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("alfil-import-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Each name is compared with those of all sections above, which takes long in a file with many.
#[test]
fn only_the_first_unknown_parents_get_a_hint() {
    let folder = folder("orphans");
    let sections: String = (0..105).map(|number| format!("[mine{number}:crazyhose]\n")).collect();
    let result = run(&words(&format!("import - --to {}", folder.display())), sections);
    let said = String::from_utf8_lossy(&result.stderr);
    assert_eq!(said.matches("there is no game `crazyhose` to build on").count(), 105, "{said}");
    assert_eq!(said.matches("did you mean `crazyhouse`?").count(), 100, "{said}");
    fs::remove_dir_all(&folder).expect("it can go");
}

#[test]
fn imported_games_have_the_node_counts_of_fairy_stockfish() {
    let folder = folder("games");
    let to = folder.display();
    let said = output(&format!("import {GAMES} --to {to}"), "");
    let mut count = 0;
    let counts = include_str!("../data/import/counts.txt");
    for line in crate::cases(counts) {
        let [name, depth, nodes] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(said.contains(&format!("{name}.toml")), "{name} is not imported");
        let counted = output(&format!("perft {to}/{name}.toml --depth {depth}"), "");
        assert_eq!(counted.lines().last(), Some(format!("nodes: {nodes}").as_str()), "{name}, {depth} plies");
        count += 1;
    }
    fs::remove_dir_all(&folder).expect("it can go");
    assert!(count > 40, "{count} counts");
}

/// Imports a file in which games must be refused, and looks for the expected complaints.
fn is_refused(file: &str, expected: &str, to: &str) -> Output {
    let output = run(&words(&format!("import {file} --to {to}")), "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{file}");
    // In the output, the place follows the message.
    let lines: Vec<&str> = said.lines().collect();
    let found: Vec<String> = lines
        .windows(2)
        .filter_map(|pair| {
            let message = pair[0].strip_prefix("error: ")?;
            let place = pair[1].trim_start().strip_prefix("--> ")?.strip_prefix(file)?;
            Some(format!("{}: {message}", &place[1..]))
        })
        .collect();
    for line in crate::cases(expected) {
        assert!(found.iter().any(|found| found.starts_with(line)), "nobody says `{line}`\n{said}");
    }
    output
}

#[test]
fn games_that_cannot_be_expressed_are_refused() {
    let folder = folder("refused");
    is_refused(REFUSED, include_str!("../data/import/refused.txt"), &folder.display().to_string());
    // The only valid game is the one that another game refers to before it is defined.
    let files: Vec<_> = fs::read_dir(&folder).expect("it is there").map(|file| file.unwrap().file_name()).collect();
    fs::remove_dir_all(&folder).expect("it can go");
    assert_eq!(files, ["parent-below.toml"]);
}

/// Fairy-Stockfish takes blanks for parts of keys, names and words (`VariantMap::parse_istream` and `VariantParser`).
#[test]
fn blanks_that_fairy_stockfish_reads_otherwise_are_refused() {
    let folder = folder("blanks");
    for (game, message) in [
        ("[mine:chess]\nmustCapture = true \n", "reads this as `false` because of the blanks"),
        ("[mine:chess]\nmustCapture = true\t\r\n", "reads this as `false` because of the blanks"),
        ("[mine:chess]\nstalemateValue = loss ", "reads this as `none` because of the blanks"),
        ("[mine:chess]\n  mustCapture = true\n", "ignores this line because of the blanks"),
        ("[mine:chess]\nmustCapture\t= true\n", "ignores this line because of the blanks"),
        ("[mine: chess]\n", "takes blanks in a heading for parts of the names"),
        ("[mine :chess]\n", "takes blanks in a heading for parts of the names"),
        ("[mine ]\n", "takes blanks in a heading for parts of the names"),
        // These mean what they seem to.
        ("[mine:chess] \r\nmustCapture =  true\r\ncastling = false \r\nmaxRank  = 8 \r\nqueen = q \r\n", ""),
    ] {
        let result = run(&words(&format!("import - --to {} --force", folder.display())), game);
        let said = String::from_utf8_lossy(&result.stderr);
        assert!(said.contains(message) && result.status.success() == message.is_empty(), "{game}{said}");
    }
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Drops and promotions are progress; changes back and gating are not (the positions and the draw are from pyffish
/// 0.0.90).
#[test]
fn imported_drops_and_promotions_are_progress() {
    let folder = folder("progress");
    let to = folder.display().to_string();
    // The byte order mark before the first section is not part of it.
    let games = "\u{feff}[patient:crazyhouse]\nnMoveRule = 2\n[patient-gates:shouse]\nnMoveRule = 2\n\
        [patient-silver:minishogi]\nnMoveRule = 50\n[patient-turns:kyotoshogi]\nnMoveRule = 50\n";
    let imported = run(&words(&format!("import - --to {to}")), games);
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    for (game, fen, mv, after, reason) in [
        ("patient", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 3 60", "N@a1", "4k3/8/8/8/8/8/8/N3K3[n] b - - 0 60", None),
        (
            "patient",
            "4k3/8/8/8/8/8/8/4K3[Nn] w - - 3 60",
            "e1d1",
            "4k3/8/8/8/8/8/8/3K4[Nn] b - - 4 60",
            Some("move-rule"),
        ),
        ("patient-silver", "4k/1S3/5/5/4K[] w - - 7 5", "b4b5+", "1+S2k/5/5/5/4K[] b - - 0 5", None),
        ("patient-silver", "4k/1S3/5/5/4K[] w - - 7 5", "b4b5", "1S2k/5/5/5/4K[] b - - 8 5", None),
        ("patient-turns", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "b1a2+", "p+nks+l/5/5/+S4/+L1K+NP[] b - - 1 1", None),
        (
            "patient-gates",
            "4k3/8/8/8/8/8/8/RN2K3[H] w AB - 2 60",
            "b1c3h",
            "4k3/8/8/8/8/2N5/8/RH2K3[] b A - 3 60",
            None,
        ),
    ] {
        let position = format!("inspect {to}/{game}.toml --json --fen '{fen}' --moves {mv}");
        let told: Value = serde_json::from_str(&output(&position, "")).expect("it is JSON");
        let counter = |fen: &str| fen.split(' ').rev().nth(1).map(str::to_owned);
        let found = told["fen"].as_str().and_then(counter);
        assert_eq!((found, told["reason"].as_str()), (counter(after), reason), "{game}: {mv}");
    }
    fs::remove_dir_all(&folder).expect("it can go");
}

#[test]
fn existing_files_are_not_overwritten() {
    let folder = folder("kept");
    let line = format!("import {GAMES} trail --to {}", folder.display());
    let path = folder.join("trail.toml");
    assert_eq!(output(&line, "").trim(), path.display().to_string());
    fs::write(&path, "mine").expect("it can be written");
    let again = run(&words(&line), "");
    assert!(String::from_utf8_lossy(&again.stderr).contains("this file already exists"));
    assert_eq!((again.status.code(), fs::read_to_string(&path).unwrap().as_str()), (Some(1), "mine"));
    output(&format!("{line} --force"), "");
    assert!(fs::read_to_string(&path).unwrap().contains("name = \"trail\""));
    fs::remove_dir_all(&folder).expect("it can go");
}
