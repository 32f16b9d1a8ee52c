//! Positions as text: reads every dialect, writes XBoard's.

use crate::evaluation::invented;
use alfil::internals::variant::{Setup, Variant, builtin, load_file};
use std::path::PathBuf;
use std::sync::Arc;

/// The order of pieces in hand is irrelevant, and differs.
fn sorted_hands(fen: &str) -> String {
    let Some((board, rest)) = fen.split_once('[') else { return fen.to_owned() };
    let Some((hands, rest)) = rest.split_once(']') else { return fen.to_owned() };
    let mut letters: Vec<char> = hands.chars().collect();
    letters.sort_unstable();
    format!("{board}[{}]{rest}", letters.into_iter().collect::<String>())
}

/// Positions from other programs, in two dialects.
#[test]
fn dialects_agree() {
    let mut failures = Vec::new();
    let mut lists = 0;
    for file in builtin() {
        let variant = file.variant();
        let path = format!("{}/tests/data/fen/engines/{}.txt", env!("CARGO_MANIFEST_DIR"), file.name());
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        lists += 1;
        for line in crate::cases(&text) {
            let (theirs, xboards) = line.split_once(" = ").unwrap_or((line, line));
            match (Setup::parse(variant, theirs), Setup::parse(variant, xboards)) {
                (Ok(one), Ok(other)) => {
                    let written = other.fen(variant);
                    if one != other {
                        failures.push(format!("{}: {theirs} and {xboards} differ", file.name()));
                    }
                    if sorted_hands(&written) != sorted_hands(xboards) {
                        failures.push(format!("{}: {xboards} written as {written}", file.name()));
                    }
                }
                (one, other) => failures.push(format!("{}: {line}: {:?} {:?}", file.name(), one.err(), other.err())),
            }
        }
    }
    let listed = std::fs::read_dir("tests/data/fen/engines").expect("the lists are there").count();
    assert_eq!(lists, listed, "a list is of no bundled variant");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A bundled variant, or one of those made for these tests or for those of rules.
fn game(name: &str) -> Arc<Variant> {
    if let Some(file) = builtin().iter().find(|file| file.name() == name) {
        return Arc::clone(file.variant());
    }
    let files = ["fen", "rules"].map(|tests| PathBuf::from(format!("tests/data/{tests}/games/{name}.toml")));
    let file = files.iter().find(|file| file.exists()).unwrap_or_else(|| panic!("there is no game {name}"));
    let (variant, reports) = load_file(file, &alfil::internals::game::try_to_begin);
    let said: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
    Arc::new(variant.unwrap_or_else(|| panic!("{}", said.join("\n"))))
}

/// The lines of a list: fields between bars, without blank lines and comments.
fn cases(path: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("the list is there");
    let lines = crate::cases(&text);
    lines.map(|line| line.split(" | ").map(|field| field.trim_start().to_owned()).collect()).collect()
}

/// The FENs of other programs, and XBoard's.
#[test]
fn every_dialect_is_read() {
    let mut failures = Vec::new();
    for case in cases("tests/data/fen/dialects.txt") {
        let [name, given, expected] = case.as_slice() else { panic!("{case:?} has no three fields") };
        let variant = game(name);
        let setup = match Setup::parse(&variant, given) {
            Ok(setup) => setup,
            Err(error) => {
                failures.push(format!("{name}: {given}: {error}"));
                continue;
            }
        };
        let written = setup.fen(&variant);
        if written != *expected {
            failures.push(format!("{name}: {given}\n    became {written}\n  expected {expected}"));
        } else if Setup::parse(&variant, &written).as_ref() != Ok(&setup) {
            failures.push(format!("{name}: {written} means something else when read again"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// That losing queens ends a game says nothing about kings.
#[test]
fn royals_are_missed_unless_their_loss_means_something() {
    let parsed = |pieces: &str| {
        let text = format!("name = \"losses\"\ninclude = \"normal\"\n[[end.extinction]]\npieces = [{pieces}]");
        Setup::parse(invented(&text).variant(), "3qk3/8/8/8/8/8/8/3Q4 w - - 0 1").map_err(|error| error.to_string())
    };
    assert_eq!(parsed("\"Q\"").err().as_deref(), Some("White has no royal piece, expected `K`"));
    assert!(parsed("\"K\"").is_ok());
}

#[test]
fn wrong_positions_are_refused_with_a_reason() {
    let mut failures = Vec::new();
    let cases = cases("tests/data/fen/wrong.txt");
    assert!(cases.len() >= 20);
    for case in cases {
        let [name, given, expected] = case.as_slice() else { panic!("{case:?} has no three fields") };
        let said = match Setup::parse(&game(name), given) {
            Ok(_) => "nothing".to_owned(),
            Err(error) => format!("{}: {error}", given[..error.span().start].chars().count() + 1),
        };
        if said != *expected {
            failures.push(format!("{name}: {given}\n      said {said}\n  expected {expected}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
