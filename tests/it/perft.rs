//! Numbers of leaves of the tree of legal moves, against those on which other engines agree. Each file of
//! `tests/data/perft` names the engines it was made with.

use crate::common::on_all_cores;
use alfil::internals::board::Color;
use alfil::internals::game::Game;
use alfil::internals::tables::Tables;
use alfil::internals::text::Source;
use alfil::internals::variant::{Setup, Variant, builtin, find, load};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The most leaves that are counted for one number.
const LIMIT: u64 = if cfg!(debug_assertions) { 100_000 } else { 3_000_000 };
/// The same for further depths of a file's start position.
const DEEP_LIMIT: u64 = if cfg!(debug_assertions) { 100_000 } else { 5_000_000 };

/// Variants that no other engine has counted.
const UNCOUNTED: &[&str] = &[
    "courier",
    "cxf-xiangqi",
    "cylinder",
    "elven",
    "explosion-icc",
    "extinction",
    "fairy",
    "falcon",
    "full-elven",
    "great",
    "janggicasual",
    "janggimodern",
    "janggitraditional",
    "jcsa-chu",
    "kurierspiel",
    "lion",
    "maasai",
    "metamachy",
    "omega",
    "shouse",
    "simple-xiangqi",
    "super",
    "twokings",
    "washogi",
    "werewolf",
    "wildcastle",
    "wildebeest",
    "zanzibar-s",
];

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

/// The variants with files.
fn names() -> BTreeSet<String> {
    let files = std::fs::read_dir(directory()).expect("the directory is there");
    let files = files.map(|file| file.expect("it can be read").path());
    files.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned()).collect()
}

fn read(name: &str) -> File {
    let text = std::fs::read_to_string(directory().join(format!("{name}.json"))).expect("every name has its file");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn nodes(name: &str) -> u64 {
    read(name).positions.iter().flat_map(Case::depths).map(|(_, nodes)| nodes).sum()
}

/// Counts all numbers of a file; returns the differences.
fn failures(name: &str) -> Vec<String> {
    let file = read(name);
    assert_eq!(file.variant, name);
    let mut game = Game::bundled(name);
    let mut failures = Vec::new();
    for case in file.positions {
        let setup = Setup::parse(game.variant(), &case.fen).map_err(|error| error.to_string());
        if let Err(error) = setup.and_then(|setup| game.set_up(&setup).map_err(|error| error.to_string())) {
            failures.push(format!("{name}: {}: {error}", case.fen));
            continue;
        }
        for (depth, expected) in case.depths() {
            let counted = game.perft(depth);
            if counted != expected {
                failures.push(format!("{name}: {}: depth {depth}: expected {expected}, counted {counted}", case.fen));
            }
        }
    }
    failures
}

#[test]
fn numbers_agree_with_other_engines() {
    let mut names: Vec<String> = names().into_iter().collect();
    // Largest first, so that no thread has much left at the end.
    names.sort_by_key(|name| std::cmp::Reverse(nodes(name)));
    let failures: Vec<String> =
        on_all_cores(names.len(), |number| failures(&names[number])).into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_variant_has_numbers_or_is_known_to_have_none() {
    let bundled: BTreeSet<String> = builtin().iter().map(|variant| variant.name().to_owned()).collect();
    let known = names().into_iter().chain(UNCOUNTED.iter().map(|&name| name.to_owned())).collect();
    assert_eq!(bundled, known);
}

/// Two kings that may not repeat a position have as many lines as those that may: also after each move, and after moves
/// played.
#[test]
fn perft_ignores_rules_about_repetition() {
    let kings = "include = \"normal\"\ninsufficient.mode = \"none\"\nstart.fen = \"k7/8/8/8/8/8/8/7K w - - 0 1\"\n";
    let game = |rule: &str| {
        let text = format!("name = \"kings\"\n{kings}{rule}");
        let variant = load(&Source::new("kings.toml", text), &find).0.expect("no complaints");
        let mut game = Game::new(&Arc::new(variant)).expect("it can be played");
        for text in ["h1h2", "a8a7", "h2h1"] {
            let mv = game.read_move(text).expect("it is legal");
            game.play(mv);
        }
        game
    };
    let (free, bound) = (game(""), game("[repetition]\nfold = 2\nresult = \"illegal\"\n"));
    let back = free.read_move("a7a8").expect("it is legal");
    assert!(free.legal_moves().contains(&back) && !bound.legal_moves().contains(&back));
    for depth in 1..=6 {
        assert_eq!(bound.perft(depth), free.perft(depth), "{depth}");
        let divided = bound.divide(depth, || false).expect("nobody stops it");
        assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), free.perft(depth), "{depth}");
        assert_eq!(Some(divided), free.divide(depth, || false), "{depth}");
    }
    assert_eq!(bound.divide(6, || true), None);
}

/// The interpreter is many times slower than tables.
#[test]
fn no_bundled_variant_needs_the_interpreter() {
    fn interprets<const N: usize>(variant: &Arc<Variant>) -> bool {
        let tables = Tables::<N>::new(variant).expect("bundled variants can be laid");
        Color::ALL.into_iter().any(|color| tables.has_interpreted_pieces(color))
    }
    for variant in builtin().iter().map(|bundled| bundled.variant()) {
        let interprets = match variant.board.squares() {
            0..=64 => interprets::<1>(variant),
            65..=128 => interprets::<2>(variant),
            _ => interprets::<3>(variant),
        };
        assert!(!interprets, "{}", variant.name);
    }
}
