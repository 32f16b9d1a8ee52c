//! The clocks of both colours, and what they grant the next move.

use crate::board::{ByColor, Color};
use crate::search::{Clock, Control, Limits, OVERHEAD};
use std::time::Duration;

/// What the GUI has said about time and depth.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    /// How time is granted.
    control: Control,
    clocks: ByColor<Clock>,
    /// Nodes that count as one second, where the clock on the wall does not.
    pub nodes_per_second: Option<u64>,
    /// Deepest iteration.
    pub depth: Option<u8>,
    /// Threads that may search.
    pub threads: usize,
}

/// Five minutes for the game, until the GUI says otherwise.
const DEFAULT_BASE: Duration = Duration::from_secs(300);

impl Default for Clocks {
    fn default() -> Self {
        let control = Control::level(0, DEFAULT_BASE, Duration::ZERO);
        Self { control, clocks: full(control), nodes_per_second: None, depth: None, threads: 1 }
    }
}

fn full(control: Control) -> ByColor<Clock> {
    ByColor::from_fn(|_| Clock::new(control))
}

impl Clocks {
    /// Changes how time is granted. In a running game the clocks keep what
    /// they show.
    pub(super) fn control(&mut self, control: Control, running: bool) {
        let before = self.clocks;
        self.control = control;
        self.fill();
        if running {
            self.clocks = ByColor::from_fn(|color| self.clocks[color].with_remaining(before[color].remaining()));
        }
    }

    /// Sets both clocks to the full time.
    pub(super) fn fill(&mut self) {
        self.clocks = full(self.control);
    }

    /// Sets one clock.
    pub(super) fn set(&mut self, color: Color, remaining: Duration) {
        self.clocks[color] = self.clocks[color].with_remaining(remaining);
    }

    /// Counts a move that took so long.
    pub(super) fn spend(&mut self, color: Color, used: Duration) {
        self.clocks[color] = self.clocks[color].after_move(used);
    }

    /// What the next move of a side may use.
    pub(super) fn limits(&self, color: Color, squares: usize) -> Limits {
        let budget = self.clocks[color].budget(squares, OVERHEAD);
        let limits = Limits { depth: self.depth, threads: self.threads, ..Limits::default() };
        match self.nodes_per_second {
            Some(rate) => Limits { nodes: Some((budget.soft.as_secs_f64() * rate as f64).ceil() as u64), ..limits },
            None => Limits { soft: Some(budget.soft), hard: Some(budget.hard), ..limits },
        }
    }
}
