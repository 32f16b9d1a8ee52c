//! Pieces in games, by `tests/data/xbetza/games.txt`.

use alfil::internals::game::Game;
use alfil::internals::text::Source;
use alfil::internals::variant::{find, load};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// A game with these pieces from that position.
fn game(pieces: &str, fen: &str) -> Game {
    let mut text = String::from("name = \"case\"\n[board]\nfiles = 8\nranks = 8\n[royalty]\npieces = [\"K\"]\n");
    let mut moves: BTreeMap<String, &str> = BTreeMap::new();
    for piece in pieces.split_whitespace() {
        let (id, description) = piece.split_once('=').expect("a piece and its moves");
        moves.insert(id.to_uppercase(), description);
    }
    for (id, description) in moves {
        let _ = writeln!(text, "[pieces.{id}]\nmove = \"{description}\"");
    }
    let _ = writeln!(text, "[start]\nfen = \"{fen}\"");
    let (variant, reports) = load(&Source::new("case", text), &find);
    let errors: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
    let variant = variant.unwrap_or_else(|| panic!("{pieces}: {fen}: {errors:?}"));
    Game::new(&Arc::new(variant)).unwrap_or_else(|fault| panic!("{pieces}: {fen}: {fault}"))
}

/// The current value of a fact.
fn found(game: &Game, fact: &str) -> String {
    let Some((square, _)) = fact.split_once('=') else {
        return if game.in_check() { "check" } else { "safe" }.to_owned();
    };
    let board = game.geometry();
    let from = board.parse(square).expect("a square");
    let legal = game.legal_moves();
    let mut names: Vec<String> = legal.iter().filter(|mv| mv.from() == from).map(|mv| board.name(mv.to())).collect();
    names.sort();
    let list = if names.is_empty() { "-".to_owned() } else { names.join(",") };
    format!("{square}={list}")
}

#[test]
fn pieces_attack_block_pin_and_castle() {
    let mut faults = Vec::new();
    let mut count = 0;
    let text = include_str!("../../data/xbetza/games.txt");
    for line in crate::cases(text) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [pieces, fen, facts] = columns[..] else { panic!("three columns in {line}") };
        let game = game(pieces, fen);
        for fact in facts.split_whitespace() {
            count += 1;
            let found = found(&game, fact);
            if found != fact {
                faults.push(format!("{pieces} {fen}: expected {fact}, found {found}"));
            }
        }
    }
    assert!(count > 60, "{count} facts");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
