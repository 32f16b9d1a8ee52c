//! Limits and reports of a search.

use super::{Budget, Score};
use crate::eval::EvaluationChoice;
use crate::position::Move;
use std::cmp::Reverse;
use std::time::Duration;

/// Maximum contempt either way, in centipawns.
pub const MOST_CONTEMPT: i32 = 300;
/// Beyond this, the time for providing the memory of the hash table hardly matters.
const SHORT: Duration = Duration::from_secs(2);

/// The limits and options of a search. Durations count from its start.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u8>,
    /// The time. If the budget has a soft part, less is used if the search is sure of its move, more if it is not;
    /// otherwise all of it is used, except for a proven mate, and for the only legal move if `plays` is set.
    pub budget: Option<Budget>,
    /// Most nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Only these root moves; empty for all.
    pub moves: Vec<Move>,
    /// Whether only a move is needed, not its score: the only legal move is returned at once.
    pub plays: bool,
    /// Whether to continue after a mate is proven, since a user watches and may wait for a depth.
    pub watched: bool,
    /// The number of lines to report, each with another first move; 0 counts as 1.
    pub multipv: usize,
    /// The penalty for a draw to the side to move at the root, in centipawns: at most [`MOST_CONTEMPT`] either way.
    pub contempt: i32,
    /// Positions whose score is given from outside.
    pub given_scores: Vec<GivenScore>,
    /// Threads; 0 counts as 1. Fewer search if the machine or the memory
    /// has no room for them.
    pub threads: usize,
    /// The evaluation to use.
    pub evaluation: EvaluationChoice,
    /// No iteration begins after this many nodes of one thread.
    pub soft_nodes: Option<u64>,
}

impl Limits {
    /// Limits for a move to be played within a time budget.
    pub fn within(budget: Budget) -> Self {
        Self { budget: Some(budget), plays: true, ..Self::default() }
    }

    /// The same limits for a search that uses all of `time`, if there is one.
    pub fn lasting(self, time: Option<Duration>) -> Self {
        Self { budget: time.map(|hard| Budget { soft: None, hard }), ..self }
    }

    /// Whether the search is likely to end before the operating system has provided a large hash table.
    pub(super) fn are_short(&self) -> bool {
        self.budget.is_some_and(|budget| budget.soft.unwrap_or(budget.hard) < SHORT)
    }
}

/// A position whose score is given by the user, as with CECP's `setscore`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenScore {
    /// Its hash key.
    pub key: u64,
    /// The score for the side to move there.
    pub score: Score,
    /// It applies to searches of the position up to this depth, in plies.
    pub depth: u32,
}

/// The result of an iteration, or of a change of the best move.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// The index of its line, 1 for the best.
    pub multipv: usize,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Time since the search began.
    pub time: Duration,
    /// Nodes searched.
    pub nodes: u64,
    /// Threads that search.
    pub threads: usize,
    /// Per mille of the hash table that this search has filled.
    pub hashfull: u32,
    /// Expected line: the principal variation.
    pub pv: Vec<Move>,
    /// Whether the score is a lower bound only: a better move has been found, but its score is not known yet.
    pub lower_bound: bool,
    /// Whether the iteration is finished (else: a new best move inside it).
    pub finished: bool,
}

impl Info {
    /// Its rank among the lines of an iteration: the best one first.
    pub(super) fn rank(&self) -> Reverse<i32> {
        Reverse(self.score.0)
    }

    /// The first move of the line.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}
