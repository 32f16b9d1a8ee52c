//! Many positions, those of an EPD file: what is best in each, and whether the file says so, too.

use super::Analyst;
use super::lines::{Worth, numbered, san, score};
use crate::cli::Failure;
use crate::cli::epd::{Entry, Fault, each_line};
use crate::cli::output::say;
use crate::game::Game;
use crate::text::Source;
use serde::Serialize;
use std::sync::Arc;

/// What came of a position, as JSON.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    line: usize,
    id: Option<&'a str>,
    fen: String,
    best: Option<String>,
    san: Option<String>,
    score: Option<Worth>,
    depth: Option<u32>,
    nodes: Option<u64>,
    pv: Vec<String>,
    /// Whether the move is one that the file wants, and none that it does not; nothing where it wants none.
    solved: Option<bool>,
}

/// Analyzes one line after the other; one that is wrong does not keep the next ones from it.
pub(super) fn run(analyst: &Analyst, game: &Game, source: &Arc<Source>) -> Result<(), Failure> {
    let (mut asked, mut solved) = (0, 0);
    let wrong = each_line(source, &mut |entry| {
        if let Some(right) = analyze(analyst, game, entry)? {
            (asked, solved) = (asked + 1, solved + usize::from(right));
        }
        Ok(())
    })?;
    if asked > 0 && !analyst.json {
        say(format!("{solved} of {asked} solved"))?;
    }
    match wrong {
        0 => Ok(()),
        1 => Err("one line was left out".into()),
        _ => Err(format!("{wrong} lines were left out").into()),
    }
}

/// Whether the position was solved, if there was anything to solve.
fn analyze(analyst: &Analyst, game: &Game, entry: &Entry<'_>) -> Result<Option<bool>, Fault> {
    let game = entry.position(game)?;
    let mut wanted = [Vec::new(), Vec::new()];
    for (moves, operand) in wanted.iter_mut().zip([entry.operand("bm"), entry.operand("am")]) {
        for text in operand.unwrap_or_default().split_whitespace() {
            let read = game.read_move(text);
            let unread = |fault| Fault::Wrong(format!("`{text}` is no legal move here: {fault}"), entry.span(text));
            moves.push(read.map_err(unread)?);
        }
    }
    let bar = analyst.bottom_line();
    let found =
        analyst.best(&game, &mut |info| bar.set_message(format!("line {}, depth {}", entry.number, info.depth)));
    bar.finish_and_clear();
    let best = found.as_ref().and_then(|info| info.line.first().copied());
    let [right, avoided] = &wanted;
    let asked = !right.is_empty() || !avoided.is_empty();
    let solved = best.filter(|_| asked).map(|mv| (right.is_empty() || right.contains(&mv)) && !avoided.contains(&mv));
    if analyst.json {
        let answer = Answer {
            line: entry.number,
            id: entry.id(),
            fen: game.setup().fen(game.variant()),
            best: best.map(|mv| game.move_text(mv)),
            san: best.map(|mv| game.san(mv)),
            score: found.as_ref().map(|info| info.score.into()),
            depth: found.as_ref().map(|info| info.depth),
            nodes: found.as_ref().map(|info| info.nodes),
            pv: found.as_ref().map(|info| san(&game, &info.line)).unwrap_or_default(),
            solved,
        };
        say(serde_json::to_string(&answer).map_err(Failure::from)?)?;
        return Ok(solved);
    }
    let name = entry.name();
    let mark = match solved {
        Some(true) => "  solved",
        Some(false) => "  not solved",
        None => "",
    };
    match (&found, game.outcome()) {
        (Some(info), _) => {
            say(format!("{name}: {} depth {}  {}{mark}", score(info.score), info.depth, numbered(&game, &info.line)))?;
        }
        (None, Some(outcome)) => say(format!("{name}: the game is over: {}", game.verdict(outcome)))?,
        (None, None) => say(format!("{name}: there is no legal move"))?,
    }
    Ok(solved)
}
