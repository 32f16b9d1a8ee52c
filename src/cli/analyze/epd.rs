//! The positions of an EPD file: the best move in each, and whether it is the one that the file gives.

use super::analyst::{Adopted, Analyst, Thought};
use super::lines::{Answer, numbered, score};
use crate::cli::Failure;
use crate::cli::epd::{EpdFault, EpdLine, each_line};
use crate::cli::output::say;
use crate::game::Game;
use crate::position::Move;
use crate::text::Source;
use serde::Serialize;
use std::sync::Arc;

/// The result of a position, as JSON.
#[derive(Debug, Serialize)]
struct Entry<'a> {
    line: usize,
    id: Option<&'a str>,
    #[serde(flatten)]
    answer: Answer,
    /// When the search settled on the best move.
    adopted: Option<Adopted>,
    /// Whether the move is one of `bm`, none of `am`, and mates within `dm` moves; `None` if the line has none of these
    /// operations.
    solved: Option<bool>,
}

/// Analyzes one line after the other; a wrong line does not stop the rest.
pub(super) fn run(analyst: &Analyst, game: &Game, source: &Arc<Source>) -> Result<(), Failure> {
    let (mut asked, mut solved) = (0, 0);
    let wrong = each_line(source, game, &mut |entry, game| {
        if analyst.is_interrupted() {
            return Err(EpdFault::Interrupted);
        }
        if let Some(right) = analyze(analyst, &game, entry)? {
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

/// The solution that a file gives for a position.
struct EpdTarget {
    best: Vec<Move>,
    avoided: Vec<Move>,
    /// The greatest number of moves to mate.
    mate: Option<i32>,
}

impl EpdTarget {
    fn read(game: &Game, entry: &EpdLine<'_>) -> Result<Self, EpdFault> {
        let moves = |name: &str| -> Result<Vec<Move>, EpdFault> {
            let texts = entry.operand(name).unwrap_or_default().split_whitespace();
            texts
                .map(|text| {
                    let unread = |fault| format!("`{text}` is not a legal move here: {fault}");
                    game.read_move(text).map_err(|fault| EpdFault::Wrong(unread(fault), entry.span(text)))
                })
                .collect()
        };
        Ok(Self { best: moves("bm")?, avoided: moves("am")?, mate: entry.number("dm")? })
    }

    /// Whether it was found; `None` if there was nothing to find.
    fn is_found(&self, thought: &Thought) -> Option<bool> {
        let best = thought.best_move()?;
        if self.mate.is_none() && self.best.is_empty() && self.avoided.is_empty() {
            return None;
        }
        let found = thought.best.score.mate_in_moves();
        let within = |moves: i32| found.is_some_and(|found| (1..=moves).contains(&found));
        let right = self.best.is_empty() || self.best.contains(&best);
        Some(right && !self.avoided.contains(&best) && self.mate.is_none_or(within))
    }
}

/// Analyzes the position of a line. Returns whether it was solved; `None` if there was nothing to solve.
fn analyze(analyst: &Analyst, game: &Game, entry: &EpdLine<'_>) -> Result<Option<bool>, EpdFault> {
    let wanted = EpdTarget::read(game, entry)?;
    let bar = analyst.bottom_line();
    let thought = analyst.search(game, &mut |info| {
        bar.set_message(format!("line {}, depth {}", entry.line_number, info.depth));
        true
    });
    bar.finish_and_clear();
    let solved = thought.as_ref().and_then(|thought| wanted.is_found(thought));
    let answer = Answer::new(game, thought.as_ref(), analyst.wording);
    if analyst.json {
        let adopted = thought.map(|thought| thought.adopted);
        let entry = Entry { line: entry.line_number, id: entry.id(), answer, adopted, solved };
        say(serde_json::to_string(&entry).map_err(Failure::from)?)?;
        return Ok(solved);
    }
    let name = entry.name();
    let mark = match (solved, &thought) {
        (Some(true), Some(thought)) => {
            let Adopted { depth, milliseconds, .. } = thought.adopted;
            format!("  solved at depth {depth}, {:.2} s", milliseconds as f64 / 1000.0)
        }
        (Some(_), _) => "  not solved".to_owned(),
        (None, _) => String::new(),
    };
    match (&thought, answer.over) {
        (Some(Thought { best, others, .. }), _) => {
            say(format!("{name}: {} depth {}  {}{mark}", score(best.score), best.depth, numbered(game, &best.pv)))?;
            for info in others {
                say(format!("{name}: {} depth {}  {}", score(info.score), info.depth, numbered(game, &info.pv)))?;
            }
        }
        (None, Some(over)) => say(format!("{name}: the game is over: {over}"))?,
        (None, None) => say(format!("{name}: there is no legal move"))?,
    }
    Ok(solved)
}
