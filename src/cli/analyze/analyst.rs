//! Searches with the limits that the command line sets.

use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::ranks::Wording;
use crate::game::Game;
use crate::position::Move;
use crate::search::{Info, Limits, Memory, Monitor, think};
use crate::session::ends_on_board;
use serde::Serialize;
use std::sync::Arc;

pub(super) struct Analyst {
    memory: Memory,
    limits: Limits,
    interrupt: Interrupt,
    /// Whether the output is JSON.
    pub json: bool,
    /// How moves are written.
    pub wording: Wording,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The best line.
    pub best: Info,
    /// The next best lines, if several are asked for.
    pub others: Vec<Info>,
    /// When the search settled on the first move of the best line.
    pub adopted: Adopted,
}

/// When a search settled on a move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Adopted {
    #[serde(skip)]
    mv: Move,
    pub depth: u32,
    pub nodes: u64,
    pub milliseconds: u64,
}

impl Thought {
    pub(super) fn best_move(&self) -> Option<Move> {
        self.best.best_move()
    }
}

impl Adopted {
    fn new(mv: Move, info: &Info) -> Self {
        Self { mv, depth: info.depth, nodes: info.nodes, milliseconds: milliseconds(info) }
    }
}

/// The time of a search so far.
pub(super) fn milliseconds(info: &Info) -> u64 {
    info.time.as_millis().try_into().unwrap_or(u64::MAX)
}

impl Analyst {
    pub(super) fn new(limits: Limits, mebibytes: usize, json: bool, wording: Wording) -> Result<Self, Failure> {
        let interrupt = Interrupt::once()?;
        Ok(Self { memory: Memory::new(mebibytes), limits, interrupt, json, wording })
    }

    /// Whether the user has pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_seen()
    }

    /// Searches a position; `None` if the game is over, or the user has interrupted. Draws that must be claimed, such
    /// as repetitions, do not end the game. `report` says whether to go on.
    pub(super) fn search(&self, game: &Game, report: &mut dyn FnMut(&Info) -> bool) -> Option<Thought> {
        if self.is_interrupted() || game.outcome().is_some_and(ends_on_board) {
            return None;
        }
        let monitor = Arc::new(Monitor::default());
        self.interrupt.ends(&monitor);
        let (mut adopted, mut others) = (None::<Adopted>, Vec::new());
        let best = think(game, &self.limits, &self.memory, &monitor, &mut |info| {
            match (info.multipv, info.best_move()) {
                (1, Some(mv)) => {
                    adopted = Some(adopted.filter(|known| known.mv == mv).unwrap_or(Adopted::new(mv, info)))
                }
                (1, None) => {}
                (number, _) => {
                    others.truncate(number.saturating_sub(2));
                    others.push(info.clone());
                }
            }
            if !report(info) {
                monitor.stop();
            }
        })?;
        let mv = best.best_move()?;
        others.retain(|info| info.best_move() != Some(mv));
        let adopted = adopted.filter(|known| known.mv == mv).unwrap_or(Adopted::new(mv, &best));
        Some(Thought { best, others, adopted })
    }
}
