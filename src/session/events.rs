//! The output of a session, the reports of searches, and the names of its activities.

use super::machine::{LessMemory, Shortage};
use crate::board::Color;
use crate::game::Game;
use crate::position::{Move, Outcome};
use crate::search::bench::Totals;
use crate::search::{Info, IterationProgress, Limits, Monitor, Solution};
use crate::text::Report;
use crate::variant::Library;
use std::sync::Arc;
use std::time::Duration;

/// Output of a session, in the order in which it is to take effect.
#[derive(Debug)]
pub enum Outgoing {
    /// To be reported in the words of the protocol.
    Tell(Event),
    Effect(Effect),
}

/// An effect for the loop to carry out.
#[derive(Debug)]
pub enum Effect {
    /// Print one line, or several in one piece.
    Say(String),
    Do(Task),
    /// End the process.
    Quit,
}

/// An event to report to the GUI.
#[derive(Debug)]
pub enum Event {
    /// The result of a requested search; `None` if no move is legal.
    BestMove {
        root: Arc<Game>,
        best: Option<Info>,
    },
    /// The result of a job.
    Finished {
        root: Arc<Game>,
        outcome: JobOutcome,
    },
    /// The engine makes a move in a game.
    Move {
        before: Arc<Game>,
        mv: Move,
    },
    /// The search has a new result; `time` is measured in the unit of the clocks.
    Thinking {
        root: Arc<Game>,
        info: Info,
        time: Duration,
    },
    /// The state of a search that has reported nothing for a while.
    Progress(Status),
    /// A suggested move for the side to move.
    Hint {
        game: Arc<Game>,
        mv: Move,
    },
    /// The game has ended.
    Over(Ending),
    /// The engine offers a draw, or accepts one, with its next move.
    DrawOffered,
    Resigned,
    /// Fewer threads search than are configured.
    FewerThreads(Shortage),
    /// The hash table is smaller than configured.
    LessMemory(LessMemory),
    /// The variant files have been read, with these reports.
    Library(Vec<Report>),
    /// The book has been opened, or could not be, with these reports.
    Book(Vec<Report>),
}

/// How a game has ended, and how to say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    pub mates: bool,
    /// The sentence about it, without a full stop.
    pub words: String,
}

/// A task for the threads.
#[derive(Debug)]
pub enum Task {
    /// Start a search; a previous one that still runs has been stopped.
    Search(Box<Order>),
    /// Start a job in place of a search.
    Job(Box<Order>, Job),
    /// Resize the hash table to this many MiB, and report when that is done.
    ResizeMemory(usize),
    /// Clear the results of searches, and report when that is done.
    ClearMemory,
    /// Derive the tables that searches of a game need, and report when that is done.
    Prepare(Arc<Game>, Box<Limits>),
    /// Read all variant files, including those in these directories.
    LoadLibrary(String),
    /// Open a book for these games, and report it with the number.
    OpenBook(u64, String, Library),
}

/// A search to be run.
#[derive(Debug)]
pub struct Order {
    /// Its number, which is returned with its reports.
    pub number: u64,
    pub game: Arc<Game>,
    /// Limits at which it ends by itself.
    pub limits: Limits,
    /// Stops, pauses and observes it.
    pub monitor: Arc<Monitor>,
}

/// Reports of a search.
#[derive(Debug)]
pub enum News {
    /// An intermediate result.
    Info(Info),
    /// The search has ended; `None` if no move is legal, or it was stopped before it began.
    Done(Option<Info>),
    /// A job has ended.
    Finished(JobOutcome),
}

/// Work done in place of a search. Like a search, it takes a while and can be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Counts the positions at a depth, below each move (perft).
    Count(u32),
    /// Looks for a mate by checks alone, within a time limit if there is one.
    Solve(Option<Duration>),
    /// Searches the positions of the bench.
    Bench,
}

/// The result of a [`Job`].
#[derive(Debug)]
pub enum JobOutcome {
    /// `None` if it was stopped.
    Counts(Option<Vec<(Move, u64)>>),
    Solution(Solution),
    /// `Ok(None)` if it was stopped.
    Totals(Result<Option<Totals>, String>),
}

/// A search whose result is not played by the engine, as GUIs request in UCI.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// Whether the clock of the side to move counts.
    pub timed: bool,
    /// Deepest iteration, in plies.
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// Ends when a mate in this many moves is found or excluded.
    pub mate: Option<u32>,
    /// The moves to search at the root; `None` for all.
    pub moves: Option<Vec<Move>>,
    pub answer_when: AnswerWhen,
}

impl SearchRequest {
    /// Whether the search ends by itself, once its time runs.
    pub fn is_bounded(&self) -> bool {
        self.timed || self.depth.is_some() || self.nodes.is_some() || self.mate.is_some()
    }
}

/// When the result of a search is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerWhen {
    /// When the search has ended.
    #[default]
    Found,
    /// When it is requested.
    Stopped,
    /// When it is requested, or after a ponder hit.
    PonderHit,
}

/// The side that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Neither: it only follows the game.
    Force,
    /// One side.
    Play(Color),
    /// Neither, but it analyses every position.
    Analyze,
}

/// The purpose of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// No search runs.
    Idle,
    /// The engine's own move.
    Think,
    /// The opponent's move, to find out which one to ponder on.
    Guess,
    /// The engine's next move, if the opponent makes this one.
    Ponder(Move),
    /// Analysis mode.
    Analyze,
    /// A hint.
    Hint,
    /// A result that is withheld until it is requested.
    Wait,
    /// No move: a job is done in place of a search.
    Job(Job),
}

impl Activity {
    /// Whether the engine is using the opponent's time.
    pub fn is_pondering(self) -> bool {
        matches!(self, Self::Guess | Self::Ponder(_))
    }
}

/// The progress of a search.
#[derive(Debug)]
pub struct Status {
    /// The position being searched.
    pub root: Arc<Game>,
    pub progress: IterationProgress,
    pub time: Duration,
    pub nodes: u64,
    /// The number of root moves.
    pub moves: usize,
}
