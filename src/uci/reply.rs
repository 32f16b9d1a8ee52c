//! What the engine says, as text.

use super::options;
use crate::board::Color;
use crate::game::{CastlingText, Game};
use crate::position::{GameResult, Move, Outcome};
use crate::search::bench::Totals;
use crate::search::{Info, Score};
use std::time::Duration;

/// The most of a text from outside that is repeated in an answer.
const ECHO: usize = 400;

/// Who it is, and what can be set.
pub(super) fn greeting(games: &[String]) -> Vec<String> {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let own = [format!("id name {name} {version}"), format!("id author the {name} developers"), String::new()];
    own.into_iter().chain(options::definitions(games)).chain(["uciok".to_owned()]).collect()
}

/// Something that a user may want to know, on one line.
pub(super) fn note(text: &str) -> String {
    let mut text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let end = (0..=ECHO.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.truncate(end.unwrap_or(0));
    format!("info string {text}")
}

/// The game that is played now, in the form of Fairy-Stockfish.
pub(super) fn variant(name: &str, game: &Game) -> String {
    let board = game.geometry();
    let fen = game.variant().start.fen(game.variant());
    note(&format!("variant {name} files {} ranks {} startpos {fen}", board.files(), board.ranks()))
}

/// A line of thinking.
pub(super) fn thinking(root: &Game, info: &Info, time: Duration, castling: CastlingText, chances: bool) -> String {
    let score = score(info.score, chances);
    let millis = time.as_millis();
    let speed = u128::from(info.nodes) * 1000 / millis.max(1);
    let (depth, deepest) = (info.depth.max(1), info.seldepth.max(info.depth).max(1));
    let (place, nodes, full) = (info.place.max(1), info.nodes, info.full);
    let line = root.uci_line(&info.line, castling).join(" ");
    format!(
        "info depth {depth} seldepth {deepest} multipv {place} {score} nodes {nodes} nps {speed} hashfull {full} time {millis} pv {line}"
    )
}

/// The score of a position in which nothing can be played any more; nothing where the side to move has won.
pub(super) fn ended(side: Color, outcome: Outcome) -> Option<String> {
    let score = match outcome.result {
        GameResult::Draw => "cp 0",
        GameResult::Win(winner) if winner != side => "mate 0",
        GameResult::Win(_) => return None,
    };
    Some(format!("info depth 0 score {score}"))
}

fn score(score: Score, chances: bool) -> String {
    let mut text = match score.mate_in_moves() {
        Some(moves) => format!("score mate {moves}"),
        None => format!("score cp {}", score.0),
    };
    if chances {
        let likely = score.chances();
        text.push_str(&format!(" wdl {} {} {}", likely.win, likely.draw, likely.loss));
    }
    text
}

/// The answer of a search, with the reply that is expected.
pub(super) fn best(root: &Game, line: &[Move], castling: CastlingText) -> String {
    match &root.uci_line(&line[..line.len().min(2)], castling)[..] {
        [] => "bestmove (none)".to_owned(),
        [mv] => format!("bestmove {mv}"),
        [mv, reply, ..] => format!("bestmove {mv} ponder {reply}"),
    }
}

/// The positions below each move, and their sum.
pub(super) fn counts(root: &Game, counts: &[(Move, u64)], castling: CastlingText) -> Vec<String> {
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    let lines = counts.iter().map(|&(mv, count)| format!("{}: {count}", root.uci_text(mv, castling)));
    lines.chain([String::new(), format!("Nodes searched: {sum}")]).collect()
}

/// What searching the fixed positions took.
pub(super) fn bench(totals: &Result<Totals, String>) -> Vec<String> {
    match totals {
        Ok(totals) => totals.to_string().lines().map(str::to_owned).collect(),
        Err(fault) => vec![note(fault)],
    }
}

/// What the position is worth without a search.
pub(super) fn evaluation(side: Color, score: Score) -> String {
    note(&format!("evaluation {:+.2} for {} to move", f64::from(score.0) / 100.0, side.name()))
}

/// The board, its text, and its key.
pub(super) fn board(game: &Game) -> Vec<String> {
    let (geometry, setup) = (game.geometry(), game.setup());
    let missing = game.variant().holes | setup.holes;
    let cell = |sq| match game.piece_at(sq) {
        _ if missing.has(sq) => "#".to_owned(),
        Some(piece) if piece.color() == Color::White => game.variant().kind(piece.kind()).id.clone(),
        Some(piece) => game.variant().kind(piece.kind()).id.to_lowercase(),
        None => ".".to_owned(),
    };
    let rank = |rank: u8| {
        let squares = (0..geometry.files()).filter_map(|file| geometry.square(file.into(), rank.into()));
        let cells: String = squares.map(|sq| format!(" {:>2}", cell(sq))).collect();
        format!("{:>2}{cells}", rank + geometry.rank_base())
    };
    let files: String = (0..geometry.files()).map(|file| format!("  {}", char::from(b'a' + file))).collect();
    let mut lines: Vec<String> = (0..geometry.ranks()).rev().map(rank).collect();
    lines.extend([format!("  {files}"), String::new()]);
    lines.push(format!("Fen: {}", setup.fen(game.variant())));
    lines.push(format!("Key: {:016X}", game.key()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;

    #[test]
    fn a_line_of_thinking_has_all_numbers() {
        let game = Game::new(&Library::bundled().first()).expect("it can be played");
        let line = vec![game.read_uci("e2e4").expect("it is legal")];
        let known = Info {
            place: 2,
            depth: 9,
            seldepth: 20,
            score: Score(-31),
            nodes: 5000,
            full: 12,
            line,
            ..Info::default()
        };
        let time = Duration::from_millis(1250);
        assert_eq!(
            thinking(&game, &known, time, CastlingText::King, false),
            "info depth 9 seldepth 20 multipv 2 score cp -31 nodes 5000 nps 4000 hashfull 12 time 1250 pv e2e4"
        );
        let mate = Info { score: Score::mated_in(3), ..known };
        let said = thinking(&game, &mate, time, CastlingText::King, true);
        assert!(said.contains(" score mate -3 wdl 0 0 1000 nodes "), "{said}");
    }

    #[test]
    fn notes_have_one_line() {
        assert_eq!(note("a\nb"), "info string a b");
        assert!(note(&"é".repeat(1000)).len() <= 412);
    }
}
