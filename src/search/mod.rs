//! A move for a position.

use crate::game::Game;
use crate::position::Move;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// When a search must end. Durations count from its start.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u8>,
    /// No further iteration begins after this.
    pub soft: Option<Duration>,
    /// A running iteration is broken off after this.
    pub hard: Option<Duration>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Only these root moves; empty for all.
    pub moves: Vec<Move>,
}

/// A score in centipawns for the side to move, with room for mates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

/// What is known after an iteration, or when the best move changes.
#[derive(Clone, Debug)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Time since the search began.
    pub time: Duration,
    /// Positions visited.
    pub nodes: u64,
    /// Expected line.
    pub line: Vec<Move>,
    /// Whether the iteration is finished (else: a new best move inside it).
    pub finished: bool,
}

/// The shared transposition table.
#[derive(Debug)]
pub struct Memory(());

#[allow(unused_variables, clippy::todo, missing_docs)]
impl Memory {
    /// A table of at most `mebibytes` MiB (at least 1).
    pub fn new(mebibytes: usize) -> Self {
        todo!()
    }
    /// Forgets everything.
    pub fn clear(&self) {
        todo!()
    }
}

/// Thinks about a game's position. `None` when no move is legal.
#[allow(unused_variables, clippy::todo)]
pub fn think(
    game: &Game,
    limits: &Limits,
    memory: &Memory,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<Info> {
    todo!()
}
