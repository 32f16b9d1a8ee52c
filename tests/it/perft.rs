//! Numbers of leaves of the tree of legal moves, against those on which other
//! engines agree. Each file of `tests/data/perft` names the engines it was made with.

use alfil::game::{Board, Game};
use alfil::position::perft;
use alfil::variant::{Setup, builtin};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The most leaves that are counted for one number.
const LIMIT: u64 = if cfg!(debug_assertions) { 100_000 } else { 3_000_000 };
/// The same where a file gives further depths of its start position.
const DEEP_LIMIT: u64 = if cfg!(debug_assertions) { 100_000 } else { 5_000_000 };

/// The file of a variant.
#[derive(Deserialize)]
struct File {
    variant: String,
    positions: Vec<Case>,
}

/// A position and its numbers.
#[derive(Deserialize)]
struct Case {
    fen: String,
    /// For depth 1, 2 and so on.
    perft: Vec<u64>,
    /// For some greater depths.
    #[serde(default)]
    deep: BTreeMap<u32, u64>,
}

impl Case {
    /// The depths worth counting, with their numbers.
    fn depths(&self) -> impl Iterator<Item = (u32, u64)> {
        let listed = (1..).zip(self.perft.iter().copied()).filter(|&(_, nodes)| nodes <= LIMIT);
        listed.chain(self.deep.iter().map(|(&depth, &nodes)| (depth, nodes)).filter(|&(_, nodes)| nodes <= DEEP_LIMIT))
    }
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft")
}

fn count(game: &Game, depth: u32) -> u64 {
    match game.board() {
        Board::One(table) => perft(&mut table.position.clone(), &table.tables, depth),
        Board::Two(table) => perft(&mut table.position.clone(), &table.tables, depth),
        Board::Three(table) => perft(&mut table.position.clone(), &table.tables, depth),
    }
}

/// Counts all numbers of a file; what is wrong, if anything.
fn failures(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(directory().join(format!("{name}.json"))).expect("every test has its file");
    let file: File = serde_json::from_str(&text).expect("the file is JSON of this form");
    assert_eq!(file.variant, name);
    let bundled = builtin().iter().find(|bundled| bundled.name() == name).expect("the variant is bundled");
    let mut game = Game::new(bundled.variant()).expect("a bundled variant can be played");
    let mut failures = Vec::new();
    for case in file.positions {
        let setup = Setup::parse(bundled.variant(), &case.fen).map_err(|error| error.to_string());
        if let Err(error) = setup.and_then(|setup| game.set_up(&setup).map_err(|error| error.to_string())) {
            failures.push(format!("{name}: {}: {error}", case.fen));
            continue;
        }
        for (depth, expected) in case.depths() {
            let counted = count(&game, depth);
            if counted != expected {
                failures.push(format!("{name}: {}: depth {depth}: expected {expected}, counted {counted}", case.fen));
            }
        }
    }
    failures
}

/// One test for each variant, so that they run side by side.
macro_rules! variants {
    ($($name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];

        $(#[test]
        fn $name() {
            let failures = failures(stringify!($name));
            assert!(failures.is_empty(), "{}", failures.join("\n"));
        })*
    };
}

variants! { normal crazyhouse xiangqi shogi capablanca }

#[test]
fn every_variant_has_numbers_and_every_file_a_test() {
    let files = std::fs::read_dir(directory()).expect("the directory is there");
    let files = files.map(|file| file.expect("it can be read").path());
    let mut files: Vec<String> = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let mut bundled: Vec<&str> = builtin().iter().map(|variant| variant.name()).collect();
    let mut tested = TESTED.to_vec();
    files.sort();
    bundled.sort();
    tested.sort();
    assert_eq!(files, tested);
    assert_eq!(bundled, tested);
}
