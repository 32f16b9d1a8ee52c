//! The engine's output as text. Every function returns one or several lines, without line ends; whether they are sent
//! is decided elsewhere.

use super::command::Fault;
use super::options;
use crate::game::MoveError;
use crate::position::{GameResult, Reason};
use crate::search::{Info, Score};
use crate::session::{Ending, Status};
use crate::text::one_line;
use std::time::Duration;

/// Maximum length of the GUI's own text that is repeated in an answer.
const ECHO: usize = 200;

/// XBoard reads lines into buffers of limited size.
const LONGEST_LINE: usize = 3900;

/// The beginning of the features: the GUI waits for the rest.
pub(super) const FEATURES_BEGIN: &str = "feature done=0";

/// The features after [`FEATURES_BEGIN`]. `own` are variants that GUIs do not know themselves.
pub(super) fn features<'a>(variants: &[String], own: impl Iterator<Item = &'a str>) -> Vec<String> {
    vec![
        "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0".to_owned(),
        "feature time=1 draw=1 analyze=1 reuse=1 debug=1 memory=1 smp=1 nps=1".to_owned(),
        "feature playother=1 name=1 pause=1 exclude=1 highlight=1".to_owned(),
        format!("feature myname=\"{} {}\"", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        variant_names(variants),
    ]
    .into_iter()
    .chain(options::definitions(own).map(|option| format!("feature option=\"{option}\"")))
    .chain(["feature done=1".to_owned()])
    .collect()
}

/// The feature that lists the variants.
pub(super) fn variant_names(variants: &[String]) -> String {
    format!("feature variants=\"{}\"", variants.join(","))
}

/// How many of these names fit into a line.
pub(super) fn room_for(names: &[String]) -> usize {
    let mut length = 0;
    let fits = |name: &&String| {
        length += name.len() + 1;
        length < LONGEST_LINE - 100
    };
    names.iter().take_while(fits).count()
}

/// The answer to a line that cannot be obeyed.
pub(super) fn error(fault: Fault, line: &str) -> String {
    let kind = match fault {
        Fault::Unknown => "unknown command",
        Fault::Argument => "bad argument",
        Fault::NotNow => "command not legal now",
    };
    let text = echo(line);
    // XBoard takes back the user's move when it reads these letters.
    if text.contains("llegal") { "Error (unknown command): text".to_owned() } else { format!("Error ({kind}): {text}") }
}

/// The answer to a move that cannot be played.
pub(super) fn illegal_move(reason: MoveError, text: &str) -> String {
    format!("Illegal move ({reason}): {}", echo(text))
}

/// The engine's move, each leg on a line of its own. The lines are written in one piece, so that nothing comes between
/// them.
pub(super) fn moves(legs: &[String]) -> String {
    legs.iter().map(|leg| format!("move {leg}")).collect::<Vec<_>>().join(",\n")
}

/// The position, for a user whose GUI shows another one.
pub(super) fn position_note(fen: &str) -> String {
    format!("telluser the position is {fen}")
}

/// The answer to a position that cannot be played.
pub(super) fn illegal_position(reason: &str, fen: &str) -> String {
    format!("tellusererror Illegal position ({}): {}", echo(reason), echo(fen)).trim_end_matches([' ', ':']).to_owned()
}

/// Faults of the user's files, if there are any: several lines become one window.
pub(super) fn user_error(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| window("tellusererror", lines))
}

/// Notes for the user, in one window.
pub(super) fn note(lines: &[String]) -> String {
    window("telluser", lines)
}

/// A single line needs no escapes, which GUIs other than XBoard would show.
fn window(command: &str, lines: &[String]) -> String {
    match lines {
        [line] => format!("{command} {}", one_line(line, LONGEST_LINE, None)),
        lines => format!("{command} {}", in_one_window(lines)),
    }
}

/// Joins lines for one window of XBoard. Two backslashes at the beginning make every later backslash begin an escape.
fn in_one_window(lines: &[String]) -> String {
    let most = LONGEST_LINE / lines.len().max(1);
    // Truncated before it is escaped, since no escape may be cut in two.
    let escaped = |line: &String| one_line(line, most / 2, None).replace('\\', "\\\\");
    format!("\\\\{}", lines.iter().map(escaped).collect::<Vec<_>>().join("\\n"))
}

/// Help for a person who has started the engine by hand. No GUI sends `help`, so these comments need not have been
/// agreed on with `accepted debug`.
pub(super) fn help() -> impl Iterator<Item = String> {
    let lines = [
        "this engine speaks CECP with GUIs such as XBoard: `xboard -fcp alfil`",
        "a game in the terminal: `quit`, then `alfil play chess`; more: `alfil --help`",
        "here: `new`, `variant NAME`, `e2e4`, `undo`, `hint`, `go`, `force`, `quit`",
    ];
    lines.into_iter().map(|line| format!("# {line}"))
}

/// The user's own text: shortened, and without control characters.
fn echo(text: &str) -> String {
    one_line(text, ECHO, None)
}

/// The moves of the book, each with its weight and its share; `moves` is `None` without a book. Every line but the
/// last, which is empty, begins with a blank.
pub(super) fn book(moves: Option<Vec<(String, u64)>>) -> Vec<String> {
    let lines = match moves {
        None => vec![" no opening book; set \"Book file\" in Engine Settings".to_owned()],
        Some(moves) if moves.is_empty() => vec![" not in the book".to_owned()],
        Some(moves) => {
            let sum: u128 = moves.iter().map(|(_, weight)| u128::from(*weight)).sum();
            let share = |weight: u64| (u128::from(weight) * 200 + sum) / (2 * sum).max(1);
            moves.iter().map(|(text, weight)| format!(" {text} {weight} {}%", share(*weight))).collect()
        }
    };
    lines.into_iter().chain([String::new()]).collect()
}

/// The result of a game that has ended by rule.
pub(super) fn result(ending: &Ending) -> String {
    let score = ending.outcome.result.score();
    let comment = match (ending.outcome.result, ending.outcome.reason) {
        (GameResult::Win(winner), _) if ending.mates => format!("{} mates", winner.name()),
        (GameResult::Draw, Reason::Stalemate) => "Stalemate".to_owned(),
        (GameResult::Draw, Reason::InsufficientMaterial) => "Insufficient material".to_owned(),
        _ => ending.words.clone(),
    };
    format!("{score} {{{comment}}}")
}

/// The numbers before the moves in a line of thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Four numbers.
    Old,
    /// Four numbers and a tab.
    Short,
    /// Selective depth, speed and table hits in addition.
    Long,
}

/// A line of thinking: `time` is the time it has taken, `line` the expected moves as text. Old GUIs know four numbers
/// and take everything after them for moves; others may be sent three more.
pub(super) fn thinking(info: &Info, time: Duration, line: &[String], format: Format) -> String {
    let centiseconds = time.as_millis() / 10;
    let nodes = info.nodes.min(i64::MAX as u64);
    let speed = (u128::from(nodes) * 1000 / info.time.as_millis().max(1)).min(i64::MAX as u128);
    let depth = info.depth.max(1);
    let mut text = format!("{depth} {} {centiseconds} {nodes}", score(info.score));
    text.push_str(&match format {
        Format::Old => " ".to_owned(),
        Format::Short => "\t".to_owned(),
        Format::Long => format!(" {} {speed} 0\t", info.seldepth.max(depth)),
    });
    for (number, mv) in line.iter().enumerate() {
        if text.len() + mv.len() >= LONGEST_LINE {
            break;
        }
        text.push_str(if number > 0 { " " } else { "" });
        text.push_str(mv);
    }
    if info.lower_bound {
        text.push('!');
    }
    text
}

/// The progress of an analysis.
pub(super) fn status(status: &Status) -> String {
    let depth = status.progress.depth.max(1);
    let centiseconds = status.time.as_millis() / 10;
    let current = status.progress.current.map(|mv| status.root.shown(mv)).unwrap_or_default();
    let (nodes, left, moves) = (status.nodes, status.progress.left, status.moves);
    format!("stat01: {centiseconds} {nodes} {depth} {left} {moves} {current}").trim_end().to_owned()
}

/// A score: centipawns, `100000 + n` for a mate in `n` moves, `-100000 - n` for being mated in `n`.
fn score(score: Score) -> i32 {
    match score.mate_in_moves() {
        None => score.0,
        Some(moves) if moves > 0 => 100_000 + moves,
        Some(moves) => -100_000 + moves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::search::IterationProgress;
    use std::sync::Arc;

    #[test]
    fn echoed_errors_are_short_and_harmless() {
        assert_eq!(error(Fault::Unknown, "frobnicate 1 2"), "Error (unknown command): frobnicate 1 2");
        assert_eq!(error(Fault::Argument, "this is illegal"), "Error (unknown command): text");
        assert_eq!(error(Fault::Unknown, "a\x07b"), "Error (unknown command): ab");
        let long = "é".repeat(300);
        assert_eq!(error(Fault::NotNow, &long), format!("Error (command not legal now): {}", "é".repeat(100)));
    }

    #[test]
    fn thinking_lines_have_numbers_before_a_tab() {
        let info = Info {
            multipv: 1,
            depth: 3,
            seldepth: 9,
            score: Score(-31),
            time: Duration::from_millis(1234),
            nodes: 5000,
            finished: true,
            ..Info::default()
        };
        let line = ["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(thinking(&info, info.time, &line, Format::Long), "3 -31 123 5000 9 4051 0\te2e4 e7e5");
        assert_eq!(thinking(&info, Duration::from_secs(5), &[], Format::Long), "3 -31 500 5000 9 4051 0\t");
        assert_eq!(thinking(&info, info.time, &line, Format::Old), "3 -31 123 5000 e2e4 e7e5");
        assert_eq!(thinking(&info, info.time, &line, Format::Short), "3 -31 123 5000\te2e4 e7e5");
        let endless = vec!["a10b11,b11c12".to_owned(); 500];
        assert!(thinking(&info, info.time, &endless, Format::Long).len() <= 4000);
    }

    #[test]
    fn the_status_has_six_fields() {
        let root = Arc::new(Game::bundled("normal"));
        let current = root.read_move("e2e4").ok();
        let progress = IterationProgress { depth: 9, left: 4, current };
        let known =
            Status { root: Arc::clone(&root), progress, time: Duration::from_millis(12_345), nodes: 777, moves: 20 };
        assert_eq!(status(&known), "stat01: 1234 777 9 4 20 e2e4");
        let unknown = Status { progress: IterationProgress::default(), nodes: 0, moves: 0, ..known };
        assert_eq!(status(&unknown), "stat01: 1234 0 1 0 0");
    }

    #[test]
    fn mates_count_moves_not_plies() {
        // The protocol: mate in N is 100000 + N, mated in N is -100000 - N,
        // N at least 1 for giving mate, 0 for being mated on the board.
        let table = [
            (Score(0), 0),
            (Score(-345), -345),
            (Score(20_000), 20_000),
            (Score::mate_in(1), 100_001),
            (Score::mate_in(2), 100_002),
            (Score::mate_in(3), 100_003),
            (Score::mated_in(0), -100_000),
            (Score::mated_in(1), -100_001),
            (Score::mated_in(2), -100_002),
        ];
        for (known, text) in table {
            assert_eq!(score(known), text, "{known:?}");
        }
    }
}
