//! `alfil import`: games of other programs.
//!
//! `data/import/games.ini` holds small games, each about a few keys; `counts.txt`
//! says how many positions Fairy-Stockfish counts in them. `refused.ini` holds
//! what cannot be imported, `refused.txt` what is said about it.

use crate::cli::{output, run, words};
use std::fs;
use std::path::PathBuf;

const GAMES: &str = "tests/data/import/games.ini";
const REFUSED: &str = "tests/data/import/refused.ini";

/// A directory that is not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("alfil-import-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn imported_games_count_as_fairy_stockfish_does() {
    let folder = folder("games");
    let to = folder.display();
    let said = output(&format!("import {GAMES} --to {to}"), "");
    let mut count = 0;
    let counts = include_str!("../data/import/counts.txt");
    for line in counts.lines().filter(|line| !line.starts_with('#')) {
        let [name, depth, nodes] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(said.contains(&format!("{name}.toml")), "{name} is not imported");
        let counted = output(&format!("--variants {to} perft --variant {name} --depth {depth}"), "");
        assert_eq!(counted.lines().last(), Some(format!("nodes: {nodes}").as_str()), "{name}, {depth} plies");
        count += 1;
    }
    fs::remove_dir_all(&folder).expect("it can go");
    assert!(count > 40, "{count} counts");
}

#[test]
fn what_cannot_be_said_is_named_and_nothing_is_written() {
    let folder = folder("refused");
    let output = run(&words(&format!("import {REFUSED} --to {}", folder.display())), "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    // The message stands above its place.
    let lines: Vec<&str> = said.lines().collect();
    let found: Vec<String> = lines
        .windows(2)
        .filter_map(|pair| {
            let message = pair[0].strip_prefix("error: ")?;
            let place = pair[1].trim_start().strip_prefix("--> ")?.strip_prefix(REFUSED)?;
            Some(format!("{}: {message}", &place[1..]))
        })
        .collect();
    let expected = include_str!("../data/import/refused.txt");
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        assert!(found.iter().any(|found| found.starts_with(line)), "nobody says `{line}`\n{said}");
    }
    // Only the game on which another one wants to build too early is one.
    let files: Vec<_> = fs::read_dir(&folder).expect("it is there").map(|file| file.unwrap().file_name()).collect();
    fs::remove_dir_all(&folder).expect("it can go");
    assert_eq!(files, ["parent-below.toml"]);
}

#[test]
fn files_that_are_there_stay() {
    let folder = folder("kept");
    let line = format!("import {GAMES} trail --to {}", folder.display());
    let path = folder.join("trail.toml");
    assert_eq!(output(&line, "").trim(), path.display().to_string());
    fs::write(&path, "mine").expect("it can be written");
    let again = run(&words(&line), "");
    assert!(String::from_utf8_lossy(&again.stderr).contains("this file is there already"));
    assert_eq!((again.status.code(), fs::read_to_string(&path).unwrap().as_str()), (Some(1), "mine"));
    output(&format!("{line} --force"), "");
    assert!(fs::read_to_string(&path).unwrap().contains("name = \"trail\""));
    fs::remove_dir_all(&folder).expect("it can go");
}
