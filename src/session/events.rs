//! What comes out of a session, what searches tell it, and the words for what it is doing.

use crate::board::Color;
use crate::game::Game;
use crate::position::{Move, Outcome};
use crate::search::bench::Totals;
use crate::search::{Info, Limits, Monitor, Progress, Solution};
use crate::text::Report;
use crate::variant::Library;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Something that a session hands out.
#[derive(Debug)]
pub enum Outgoing {
    Tell(Event),
    Do(Task),
}

/// Something that whoever is on the other side may want to know.
#[derive(Debug)]
pub enum Event {
    /// The answer of a search that was asked for; `None` if no move is legal.
    BestMove {
        root: Arc<Game>,
        best: Option<Info>,
    },
    /// What came of a job.
    Finished {
        root: Arc<Game>,
        outcome: JobOutcome,
    },
    /// The engine makes a move in a game.
    Move {
        before: Arc<Game>,
        mv: Move,
    },
    /// The search knows more about a position; `time` is what counts as its time.
    Thinking {
        root: Arc<Game>,
        info: Info,
        time: Duration,
    },
    /// How a search is getting on that has long found nothing new.
    Progress(Status),
    /// What somebody to move might play.
    Hint {
        game: Arc<Game>,
        mv: Move,
    },
    /// The game has ended.
    Over(Ending),
    /// The engine offers a draw, or accepts one, with its next move.
    DrawOffered,
    Resigned,
    /// Fewer threads search than are set.
    FewerThreads(Shortage),
    /// The hash table takes less than is set.
    LessMemory(LessMemory),
    /// The variant files have been read, with these complaints.
    Library(Vec<Report>),
    /// A book is open, if it is one, with these complaints.
    Book(Vec<Report>),
}

/// Why fewer threads search than are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// How many are set.
    pub set: usize,
    /// How many search.
    pub searching: usize,
    /// How many the machine runs at once.
    pub cores: usize,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, searching, cores } = self;
        write!(f, "{searching} of {set} threads search: ")?;
        match searching < cores {
            true => {
                f.write_str("the hash table is too small for what each keeps of its own; more memory lets more search")
            }
            false => write!(f, "this machine runs no more than {cores} at once"),
        }
    }
}

/// A hash table that is smaller than it was to be, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessMemory {
    /// How much is set.
    pub set: usize,
    /// How much is taken.
    pub taken: usize,
}

impl fmt::Display for LessMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, taken } = self;
        write!(f, "the hash table takes {taken} of {set} MiB: this machine has no more to spare")
    }
}

/// How a game has ended, in the words for its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    pub mates: bool,
    /// The sentence about it, without its full stop.
    pub words: String,
}

/// Something for the threads to do.
#[derive(Debug)]
pub enum Task {
    /// Begin a search; another one, if it still runs, has been stopped.
    Search(Box<Order>),
    /// Do something else in its place.
    Job(Box<Order>, Job),
    /// Give the hash table this size in MiB, and say when it is there.
    ResizeMemory(usize),
    /// Clear what searches have found, and say when that is done.
    ClearMemory,
    /// Derive what searches of a game need to know, and say when that is done.
    Prepare(Arc<Game>, Box<Limits>),
    /// Read all variant files, also those of these directories.
    LoadLibrary(String),
    /// Open a book about these games.
    OpenBook(String, Library),
}

/// A search to be run.
#[derive(Debug)]
pub struct Order {
    /// Its number, which comes back with its news.
    pub number: u64,
    pub game: Arc<Game>,
    /// When it must end by itself.
    pub limits: Limits,
    /// How it is stopped, paused and watched.
    pub monitor: Arc<Monitor>,
}

/// What a search has to say.
#[derive(Debug)]
pub enum News {
    /// It knows more.
    Info(Info),
    /// It has ended; nothing if no move is legal, or it was stopped before it began.
    Done(Option<Info>),
    /// It was a job, and has ended.
    Finished(JobOutcome),
}

/// What is done in place of a search: as one it takes a while, and can be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Counts the positions at a depth, below each move.
    Count(u32),
    /// Looks for a mate by checks alone, for at most so long where there is a limit.
    Solve(Option<Duration>),
    /// Searches the fixed positions.
    Bench,
}

/// What came of a [`Job`].
#[derive(Debug)]
pub enum JobOutcome {
    /// Nothing if it was stopped.
    Counts(Option<Vec<(Move, u64)>>),
    Solution(Solution),
    /// Nothing if it was stopped.
    Totals(Result<Option<Totals>, String>),
}

/// A search for somebody who makes the moves, as GUIs do in UCI.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// Whether the clock of the side to move counts.
    pub timed: bool,
    /// Deepest iteration, in plies.
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// It is over when a mate in this many moves is found, or excluded.
    pub mate: Option<u32>,
    /// Only these first moves; empty for all.
    pub moves: Vec<Move>,
    pub answer_when: AnswerWhen,
}

/// When the answer of a search is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerWhen {
    /// When the search has ended.
    #[default]
    Found,
    /// When it is asked for.
    Stopped,
    /// When it is asked for, or the opponent has made the expected move and time begins to run.
    PonderHit,
}

/// Whose moves the engine makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nobody's: it only follows.
    Force,
    /// One side's.
    Play(Color),
    /// Nobody's, but it thinks about every position.
    Analyze,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Nothing runs.
    Idle,
    /// The engine's own move.
    Think,
    /// The opponent's move, since none is expected yet.
    Guess,
    /// The engine's next move, if the opponent makes this one.
    Ponder(Move),
    /// The user's curiosity.
    Analyze,
    /// An answer to a question for a good move.
    Hint,
    /// An answer that is to be kept back.
    Wait,
    /// Nothing: another job is done.
    Job(Job),
}

impl Activity {
    /// Whether the engine uses the opponent's time.
    pub fn is_pondering(self) -> bool {
        matches!(self, Self::Guess | Self::Ponder(_))
    }
}

/// How a search is getting on.
#[derive(Debug)]
pub struct Status {
    /// The position that it is about.
    pub root: Arc<Game>,
    pub progress: Progress,
    pub time: Duration,
    pub nodes: u64,
    /// How many moves it looks at.
    pub moves: usize,
}
