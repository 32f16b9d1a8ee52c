//! What the engine says, as text. Every function makes one line or several,
//! without the end of line; nothing here decides whether to say it.

use super::command::Fault;
use crate::board::Color;
use crate::game::{Game, MoveError};
use crate::position::{GameResult, Outcome, Reason};
use crate::search::Info;

/// The most of the GUI's own text that is repeated in an answer.
const ECHO: usize = 200;

/// The features, between `done=0` and `done=1`.
pub(super) fn features(variants: &[&str]) -> Vec<String> {
    vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0".to_owned(),
        "feature time=1 draw=1 analyze=1 reuse=1 debug=1 memory=1 smp=1 nps=1".to_owned(),
        "feature playother=1 name=1 pause=1 exclude=1 highlight=1".to_owned(),
        format!("feature myname=\"{} {}\"", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        format!("feature variants=\"{}\"", variants.join(",")),
        "feature done=1".to_owned(),
    ]
}

/// A line that cannot be obeyed.
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

/// A move that cannot be played.
pub(super) fn illegal_move(reason: MoveError, text: &str) -> String {
    format!("Illegal move ({reason}): {}", echo(text))
}

/// A position that cannot be played.
pub(super) fn illegal_position(reason: &str, fen: &str) -> String {
    format!("tellusererror Illegal position ({}): {}", plain(reason), echo(fen)).trim_end_matches([' ', ':']).to_owned()
}

/// The user's own text: short enough, and free of control characters.
fn echo(text: &str) -> String {
    let mut text = plain(text);
    if let Some(end) = (0..=ECHO).rev().find(|end| text.is_char_boundary(*end)).filter(|end| *end < text.len()) {
        text.truncate(end);
    }
    text
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The result of a game that has ended by rule.
pub(super) fn result(game: &Game, outcome: Outcome) -> String {
    let score = match outcome.result {
        GameResult::Win(Color::White) => "1-0",
        GameResult::Win(Color::Black) => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    let cause = match outcome.reason {
        Reason::Checkmate => "checkmate".to_owned(),
        Reason::Stalemate => "stalemate".to_owned(),
        Reason::Repetition => "repetition".to_owned(),
        Reason::PerpetualCheck => "perpetual check".to_owned(),
        Reason::MoveRule => format!("{}-move rule", game.variant().rules.move_rule.plies / 2),
        Reason::InsufficientMaterial => "insufficient material".to_owned(),
    };
    let comment = match (outcome.result, outcome.reason) {
        (GameResult::Win(winner), Reason::Checkmate) if winner != game.side() => format!("{} mates", winner.name()),
        (GameResult::Win(winner), _) => format!("{} wins by {cause}", winner.name()),
        (GameResult::Draw, Reason::Stalemate) => "Stalemate".to_owned(),
        (GameResult::Draw, Reason::InsufficientMaterial) => "Insufficient material".to_owned(),
        (GameResult::Draw, _) => format!("Draw by {cause}"),
    };
    format!("{score} {{{comment}}}")
}

/// Whether a game ends so on the board, whoever plays on; repeated positions
/// and long waiting are only claims.
pub(super) fn ends_on_board(outcome: Outcome) -> bool {
    !matches!(outcome.reason, Reason::Repetition | Reason::PerpetualCheck | Reason::MoveRule)
}

/// A line of thinking. `game` is the position that was searched, `line` the
/// expected moves as text, `nodes_per_second` what counts as a second.
pub(super) fn thinking(info: &Info, line: &[String], nodes_per_second: Option<u64>) -> String {
    let millis = u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX);
    let centiseconds = match nodes_per_second {
        Some(rate) => (u128::from(info.nodes) * 100 / u128::from(rate.max(1))) as u64,
        None => millis / 10,
    };
    let nodes = info.nodes.min(i64::MAX as u64);
    let speed = (u128::from(nodes) * 1000 / u128::from(millis.max(1))).min(i64::MAX as u128);
    let depth = info.depth.max(1);
    format!(
        "{depth} {} {centiseconds} {nodes} {} {speed} 0\t{}",
        info.score.cecp(),
        info.seldepth.max(depth),
        line.join(" ")
    )
}

/// How an analysis is getting on. `total` is the number of root moves.
pub(super) fn status(info: Option<&Info>, elapsed_centiseconds: u128, total: usize, current: Option<&str>) -> String {
    let (nodes, depth) = info.map_or((0, 1), |info| (info.nodes, info.depth.max(1)));
    let line = format!("stat01: {elapsed_centiseconds} {nodes} {depth} 0 {total} {}", current.unwrap_or_default());
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;
    use std::time::Duration;

    #[test]
    fn errors_repeat_little_and_nothing_dangerous() {
        assert_eq!(error(Fault::Unknown, "frobnicate 1 2"), "Error (unknown command): frobnicate 1 2");
        assert_eq!(error(Fault::Argument, "this is illegal"), "Error (unknown command): text");
        assert_eq!(error(Fault::Unknown, "a\x07b"), "Error (unknown command): ab");
        let long = "é".repeat(300);
        assert_eq!(error(Fault::NotNow, &long), format!("Error (command not legal now): {}", "é".repeat(100)));
    }

    #[test]
    fn thinking_has_four_numbers_and_more_before_a_tab() {
        let info = Info {
            place: 1,
            depth: 3,
            seldepth: 9,
            score: Score(-31),
            time: Duration::from_millis(1234),
            nodes: 5000,
            line: Vec::new(),
            finished: true,
        };
        let line = ["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(thinking(&info, &line, None), "3 -31 123 5000 9 4051 0\te2e4 e7e5");
        assert_eq!(thinking(&info, &[], Some(1000)), "3 -31 500 5000 9 4051 0\t");
    }
}
