//! The engine's output as text.

use super::dialect::{Dialect, FIRST_MOVE};
use super::options;
use crate::board::Color;
use crate::game::{Game, MoveStyle};
use crate::position::{GameResult, Move, Outcome};
use crate::search::bench::Totals;
use crate::search::{Info, Score, Solution};
use crate::session::Status;
use crate::text::one_line;
use std::time::Duration;

/// Maximum length of a text from outside that is repeated in an answer.
const ECHO: usize = 400;

/// The engine's name, and its options.
pub(super) fn greeting(dialect: Dialect, games: &[String]) -> Vec<String> {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let own = [format!("id name {name} {version}"), format!("id author the {name} developers"), String::new()];
    own.into_iter().chain(options::definitions(dialect, games)).chain([format!("{}ok", dialect.name())]).collect()
}

/// A note for the user, on one line.
pub(super) fn note(dialect: Dialect, text: &str) -> String {
    let word = if dialect == Dialect::Ucci { "message" } else { "string" };
    format!("info {word} {}", one_line(text, ECHO, Some(' ')))
}

/// The current game, at its start, in the form of Fairy-Stockfish.
pub(super) fn variant(dialect: Dialect, name: &str, game: &Game) -> String {
    let (board, start) = (game.geometry(), dialect.position(game, FIRST_MOVE));
    note(dialect, &format!("variant {name} files {} ranks {} startpos {start}", board.files(), board.ranks()))
}

/// The format of a protocol's lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    pub dialect: Dialect,
    pub style: MoveStyle,
    /// Whether lines of thinking include probabilities of the result.
    pub show_wdl: bool,
}

/// A line of thinking.
pub(super) fn thinking(root: &Game, info: &Info, time: Duration, format: Format) -> String {
    let bound = if info.lower_bound { " lowerbound" } else { "" };
    let score = score(info.score, bound, format);
    let millis = time.as_millis();
    let nps = u128::from(info.nodes) * 1000 / millis.max(1);
    let (depth, seldepth) = (info.depth.max(1), info.seldepth.max(info.depth).max(1));
    let (multipv, nodes, hashfull) = (info.multipv.max(1), info.nodes, info.hashfull);
    let line = root.wire_line(&info.pv, format.style).join(" ");
    match format.dialect {
        Dialect::Ucci => {
            // GUIs of this protocol expect the depth first and the score right before the line. The protocol knows one
            // line, and has no number for it.
            let number = if multipv > 1 { format!(" multipv {multipv}") } else { String::new() };
            format!("info depth {depth}{number} time {millis} nodes {nodes} score {score} pv {line}")
        }
        Dialect::Uci | Dialect::Usi => format!(
            "info depth {depth} seldepth {seldepth} multipv {multipv} score {score} nodes {nodes} nps {nps} hashfull {hashfull} time {millis} pv {line}"
        ),
    }
}

/// The progress of a search that has reported nothing for a while.
pub(super) fn progress(status: &Status, format: Format) -> String {
    let (millis, nodes) = (status.time.as_millis(), status.nodes);
    // Solving a problem has none.
    let depth = Some(status.progress.depth).filter(|depth| *depth > 0).map(|depth| format!(" depth {depth}"));
    let nps = u128::from(nodes) * 1000 / millis.max(1);
    let current = status.progress.current.map(|mv| format!(" currmove {}", status.root.wire_text(mv, format.style)));
    let [depth, current] = [depth, current].map(Option::unwrap_or_default);
    format!("info{depth}{current} nodes {nodes} nps {nps} time {millis}")
}

/// The score for the side to move where the game is over; `None` if the protocol does not want it.
pub(super) fn ended(dialect: Dialect, outcome: Outcome, side: Color) -> Option<String> {
    let score = match outcome.result {
        GameResult::Draw => "cp 0",
        // Clients wait for a score, and take `mate 0` for a loss.
        GameResult::Win(winner) if winner == side => "mate 1",
        GameResult::Win(_) => "mate 0",
    };
    (dialect == Dialect::Uci).then(|| format!("info depth 0 score {score}"))
}

/// The score of a mate at the root in UCCI, which has no distances to mate, only scores.
const UCCI_MATE: i32 = 30_000;

/// A score; `bound` marks a bound, if the protocol has a word for it.
fn score(score: Score, bound: &str, format: Format) -> String {
    let mut text = match (format.dialect, score.mate_in_moves(), score.mate_in_plies()) {
        // USI counts the moves of both sides.
        (Dialect::Usi, _, Some(plies)) => format!("mate {plies}"),
        (Dialect::Uci, Some(moves), _) => format!("mate {moves}"),
        (Dialect::Ucci, _, Some(plies)) => {
            (if score.0 > 0 { UCCI_MATE - plies } else { -UCCI_MATE - plies }).to_string()
        }
        (Dialect::Ucci, ..) => score.0.to_string(),
        (Dialect::Uci | Dialect::Usi, ..) => format!("cp {}", score.0),
    };
    if format.dialect != Dialect::Ucci {
        text.push_str(bound);
    }
    if format.show_wdl {
        let likely = score.chances();
        text.push_str(&format!(" wdl {} {} {}", likely.win, likely.draw, likely.loss));
    }
    text
}

/// The answer of a search, with the expected reply.
pub(super) fn best(root: &Game, line: &[Move], format: Format) -> String {
    match (&root.wire_line(&line[..line.len().min(2)], format.style)[..], format.dialect) {
        ([], Dialect::Uci) => "bestmove (none)".to_owned(),
        ([], Dialect::Usi) => match root.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Win(winner)) if winner == root.side() => "bestmove win".to_owned(),
            _ => "bestmove resign".to_owned(),
        },
        ([], Dialect::Ucci) => "nobestmove".to_owned(),
        ([mv], _) => format!("bestmove {mv}"),
        ([mv, reply, ..], _) => format!("bestmove {mv} ponder {reply}"),
    }
}

/// The result of the search for a mate by checks alone.
pub(super) fn solution(root: &Game, solution: &Solution, format: Format) -> String {
    match solution {
        Solution::Mate(line) => format!("checkmate {}", root.wire_line(line, format.style).join(" ")),
        Solution::NoMate => "checkmate nomate".to_owned(),
        Solution::Unknown => "checkmate timeout".to_owned(),
    }
}

/// The number of positions below each move, and the sum.
pub(super) fn counts(root: &Game, counts: &[(Move, u64)], format: Format) -> Vec<String> {
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    let lines = counts.iter().map(|&(mv, count)| format!("{}: {count}", root.wire_text(mv, format.style)));
    lines.chain([String::new(), format!("Nodes searched: {sum}")]).collect()
}

/// The totals of the bench.
pub(super) fn bench(dialect: Dialect, totals: &Result<Option<Totals>, String>) -> Vec<String> {
    match totals {
        Ok(None) => vec![note(dialect, "bench: stopped")],
        Ok(Some(totals)) => totals.to_string().lines().map(str::to_owned).collect(),
        Err(fault) => vec![note(dialect, fault)],
    }
}

/// The static evaluation of the position for the side to move.
pub(super) fn evaluation(dialect: Dialect, side: Color, score: Score) -> String {
    let side = dialect.side(side).name();
    note(dialect, &format!("evaluation {:+.2} for {side} to move", f64::from(score.0) / 100.0))
}

/// The board, the position as text, and its key. `first` is the number of the game's first move.
pub(super) fn board(game: &Game, first: u32, format: Format) -> Vec<String> {
    let (geometry, setup) = (game.geometry(), game.setup());
    let missing = game.variant().holes | setup.holes;
    let cell = |sq| match game.piece_at(sq) {
        _ if missing.has(sq) => "#".to_owned(),
        Some(piece) => game.variant().letters(piece),
        None => ".".to_owned(),
    };
    let rank = |rank: u8| {
        let squares = (0..geometry.files()).filter_map(|file| geometry.square(file.into(), rank.into()));
        let cells: String = squares.map(|sq| format!(" {:>2}", cell(sq))).collect();
        format!("{:>2}{cells}", game.rank_name(rank, format.style))
    };
    let files: String =
        (0..geometry.files()).map(|file| format!(" {:>2}", game.file_name(file, format.style))).collect();
    let mut lines: Vec<String> = (0..geometry.ranks()).rev().map(rank).collect();
    lines.extend([format!("  {files}"), String::new()]);
    lines.push(format!("Fen: {}", setup.full_fen(game.variant())));
    if format.dialect == Dialect::Usi {
        lines.push(format!("Sfen: {}", format.dialect.position(game, first)));
    }
    lines.push(format!("Key: {:016X}", game.key()));
    if format.dialect == Dialect::Uci {
        let squares = game.checkers().into_iter().map(|sq| geometry.name(sq));
        lines.push(squares.fold("Checkers:".to_owned(), |line, name| line + " " + &name));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::IterationProgress;
    use std::sync::Arc;

    #[test]
    fn a_line_of_thinking_has_all_numbers() {
        let game = Game::bundled("normal");
        let format = |dialect, show_wdl| Format { dialect, style: MoveStyle::King, show_wdl };
        let line = vec![game.read_wire("e2e4", MoveStyle::King).expect("it is legal")];
        let known = Info {
            multipv: 2,
            depth: 9,
            seldepth: 20,
            score: Score(-31),
            nodes: 5000,
            hashfull: 12,
            pv: line,
            ..Info::default()
        };
        let time = Duration::from_millis(1250);
        assert_eq!(
            thinking(&game, &known, time, format(Dialect::Uci, false)),
            "info depth 9 seldepth 20 multipv 2 score cp -31 nodes 5000 nps 4000 hashfull 12 time 1250 pv e2e4"
        );
        let mate = |score, dialect| thinking(&game, &Info { score, ..known.clone() }, time, format(dialect, true));
        for (score, dialect, text) in [
            (Score::mated_in(3), Dialect::Uci, " score mate -3 wdl 0 0 1000 nodes "),
            (Score::mated_in(3), Dialect::Usi, " score mate -6 wdl 0 0 1000 nodes "),
            (Score::mate_in(2), Dialect::Usi, " score mate 3 wdl 1000 0 0 nodes "),
            (Score::mate_in(2), Dialect::Ucci, " score 29997 "),
            (Score::mated_in(3), Dialect::Ucci, "info depth 9 multipv 2 time 1250 nodes 5000 score -29994 "),
        ] {
            let said = mate(score, dialect);
            assert!(said.contains(text), "{said}");
        }
        let bound = |dialect| {
            let info = Info { lower_bound: true, ..known.clone() };
            thinking(&game, &info, time, format(dialect, true))
        };
        assert!(bound(Dialect::Uci).contains(" score cp -31 lowerbound wdl "));
        assert!(bound(Dialect::Ucci).contains(" score -31 wdl "));
    }

    #[test]
    fn progress_names_the_move_that_is_searched() {
        let game = Game::bundled("normal");
        let current = Some(game.read_wire("e2e4", MoveStyle::King).expect("it is legal"));
        let format = Format { dialect: Dialect::Uci, style: MoveStyle::King, show_wdl: false };
        let mut status = Status {
            root: Arc::new(game),
            progress: IterationProgress { depth: 9, left: 4, current },
            time: Duration::from_millis(2000),
            nodes: 5000,
            moves: 20,
        };
        assert_eq!(progress(&status, format), "info depth 9 currmove e2e4 nodes 5000 nps 2500 time 2000");
        (status.progress, status.time) = (IterationProgress::default(), Duration::ZERO);
        assert_eq!(progress(&status, format), "info nodes 5000 nps 5000000 time 0");
    }

    #[test]
    fn notes_have_one_line() {
        assert_eq!(note(Dialect::Uci, "a\nb"), "info string a b");
        assert!(note(Dialect::Uci, &"é".repeat(1000)).len() <= 412);
    }
}
