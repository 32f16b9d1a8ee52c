//! Reports on the progress of learning.

use super::fit::Fitting;
use super::trial::Tally;
use std::path::PathBuf;
use std::time::Duration;

/// What a run, or one attempt of it, reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// A generation begins.
    Generation {
        /// Counted from 1.
        number: u32,
        /// It plays until this much time has been used in total.
        until: Duration,
    },
    /// The games of this generation so far.
    Games {
        /// Including those of earlier runs.
        games: u64,
        /// Positions in these games.
        positions: u64,
        /// Time used in total, including earlier generations.
        used: Duration,
    },
    /// Examples were taken from games.
    Examples(usize),
    /// There are too few examples to learn from.
    TooFew,
    /// A network is being fitted.
    Fitting(Fitting),
    /// A network was fitted, by fine-tuning that of the named game, or from scratch.
    Fitted(Option<String>),
    /// The state of a match.
    Match {
        /// The results so far.
        tally: Tally,
        /// Whether it is played with clocks instead of a fixed number of nodes.
        timed: bool,
    },
    /// The matches are over.
    Verdict {
        /// Whether the new network is accepted.
        won: bool,
        /// The results in words.
        result: String,
    },
    /// Where the network was put.
    Installed(PathBuf),
    /// This much time had been used before, which is all that was requested.
    Over(Duration),
}
