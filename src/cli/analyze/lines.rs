//! The search of one position, whose lines are printed as they come, for users or as JSON.

use super::analyst::{Analyst, Thought, milliseconds};
use crate::cli::Failure;
use crate::cli::output::{say, set_style};
use crate::cli::ranks::Wording;
use crate::cli::terminal::Screen;
use crate::game::Game;
use crate::position::Move;
use crate::search::{Info, Score};
use crate::session::ends_on_board;
use indicatif::{HumanCount, ProgressBar};
use serde::Serialize;
use std::time::Duration;

/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(120);
const HEADER: &str = " depth     score         nodes     time  line";
/// Columns before the moves of a line.
const MARGIN: usize = 41;

/// A score as JSON: centipawns, or moves to mate, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Worth {
    Cp(i32),
    Mate(i32),
}

impl From<Score> for Worth {
    fn from(score: Score) -> Self {
        score.mate_in_moves().map_or(Self::Cp(score.0), Self::Mate)
    }
}

impl std::ops::Neg for Worth {
    type Output = Self;

    /// The same for the opponent.
    fn neg(self) -> Self {
        match self {
            Self::Cp(score) => Self::Cp(-score),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

/// A line, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    depth: u32,
    seldepth: u32,
    multipv: usize,
    score: Worth,
    nodes: u64,
    milliseconds: u64,
    /// In coordinate notation.
    pv: Vec<String>,
    /// In algebraic notation.
    pv_san: Vec<String>,
}

impl Line {
    fn new(game: &Game, info: &Info, wording: Wording) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: info.score.into(),
            nodes: info.nodes,
            milliseconds: milliseconds(info),
            pv: game.written(&info.pv, |game, mv| wording.text(game, mv)),
            pv_san: san(game, &info.pv),
        }
    }
}

/// The result for a position, as JSON: the same for one position, for many, and for each move of a game.
#[derive(Debug, Serialize)]
pub(super) struct Found {
    fen: String,
    /// `None` if the game is over.
    best: Option<String>,
    best_san: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    milliseconds: Option<u64>,
    pv: Vec<String>,
    pv_san: Vec<String>,
    /// All lines, the best first.
    lines: Vec<Line>,
}

impl Found {
    pub(super) fn new(game: &Game, thought: Option<&Thought>, wording: Wording) -> Self {
        let best = thought.map(|thought| Line::new(game, &thought.best, wording));
        let others = thought.map_or(&[][..], |thought| &thought.others);
        let all = || thought.into_iter().map(|thought| &thought.best).chain(others);
        Self {
            fen: game.setup().full_fen(game.variant()),
            best: best.as_ref().and_then(|line| line.pv.first().cloned()),
            best_san: best.as_ref().and_then(|line| line.pv_san.first().cloned()),
            depth: best.as_ref().map(|line| line.depth),
            nodes: best.as_ref().map(|line| line.nodes),
            milliseconds: best.as_ref().map(|line| line.milliseconds),
            lines: all().map(|info| Line::new(game, info, wording)).collect(),
            pv: best.as_ref().map(|line| line.pv.clone()).unwrap_or_default(),
            pv_san: best.map(|line| line.pv_san).unwrap_or_default(),
        }
    }
}

/// The answer for a position.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    found: Found,
    score: Option<Worth>,
    /// How the game ended.
    pub over: Option<String>,
}

impl Answer {
    pub(super) fn new(game: &Game, thought: Option<&Thought>, wording: Wording) -> Self {
        Self {
            found: Found::new(game, thought, wording),
            score: thought.map(|thought| thought.best.score.into()),
            over: game.outcome().map(|outcome| game.verdict(outcome)),
        }
    }
}

pub(super) fn run(analyst: &Analyst, game: &Game) -> Result<(), Failure> {
    let bar = analyst.bottom_line();
    if !analyst.json {
        say(format!("{} to move: {}", game.side().name(), game.setup().full_fen(game.variant())))?;
        if !game.outcome().is_some_and(ends_on_board) {
            say(HEADER)?;
        }
    }
    let screen = Screen::of_stdout();
    let mut unheard = None;
    let thought = analyst.search(game, &mut |info: &Info| {
        bar.set_message(format!("depth {}, {} nodes, {}", info.depth, HumanCount(info.nodes), speed(info)));
        if !info.finished {
            return true;
        }
        let said = if analyst.json {
            serde_json::to_string(&Line::new(game, info, analyst.wording)).map_err(Failure::from).and_then(say)
        } else {
            bar.suspend(|| say(screen.wrap(&shown(game, info), MARGIN)))
        };
        unheard = unheard.take().or(said.err());
        unheard.is_none()
    });
    bar.finish_and_clear();
    if let Some(failure) = unheard {
        return Err(failure);
    }
    let answer = Answer::new(game, thought.as_ref(), analyst.wording);
    if analyst.json {
        return say(serde_json::to_string(&answer)?);
    }
    match (thought.and_then(|thought| thought.best.best_move()), answer.over) {
        (Some(mv), _) => say(format!("best move: {}", analyst.wording.human_text(game, mv))),
        (None, Some(over)) => say(format!("the game is over: {over}")),
        (None, None) => say("there is no legal move"),
    }
}

impl Analyst {
    /// A progress line at the bottom of a terminal; hidden from scripts.
    pub(super) fn bottom_line(&self) -> ProgressBar {
        if self.json {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new_spinner();
        set_style(&bar, "{spinner} {msg}");
        bar.enable_steady_tick(TICK);
        bar
    }
}

fn speed(info: &Info) -> String {
    let each_second = info.nodes as f64 / info.time.as_secs_f64().max(1e-3);
    format!("{}/s", HumanCount(each_second as u64))
}

fn shown(game: &Game, info: &Info) -> String {
    let (depth, score, nodes) = (info.depth, score(info.score), HumanCount(info.nodes).to_string());
    let (time, line) = (info.time.as_secs_f64(), numbered(game, &info.pv));
    format!("{depth:>6} {score:>9} {nodes:>13} {time:>8.2}  {line}")
}

/// A score for the side to move, in pawns or moves to mate.
pub(super) fn score(score: Score) -> String {
    match score.mate_in_moves() {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}

/// The moves of a line in algebraic notation.
pub(super) fn san(game: &Game, line: &[Move]) -> Vec<String> {
    game.written(line, Game::san)
}

/// The moves of a line in algebraic notation, with move numbers: `12... Nf6 13. e5`.
pub(super) fn numbered(game: &Game, line: &[Move]) -> String {
    let mut first = true;
    game.written(line, |game, mv| game.numbered(game.san(mv), std::mem::take(&mut first))).join(" ")
}
