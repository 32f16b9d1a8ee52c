//! Searches for the best move in a position.
//!
//! A game and [`Limits`] go in; [`Info`] reports and finally the best move
//! come out of [`think`]. The search does not know where its limits come
//! from: [`Clock`] turns a time control into them. It prints nothing and
//! starts no thread that outlives the call.
//!
//! One file for each idea:
//!
//! - outside: `request` for limits and reports, [`score`](Score), [`Monitor`] for stopping and watching, `clock`,
//!   `level` for weaker play, `evaluation` for static evaluation, `solve` for mates by checks alone, `bench`;
//! - a search: `iterate` for iterative deepening, `root`, `searcher` for one thread, `timer` for its end, `facts` for
//!   properties of the rules;
//! - the tree: `node`, `prune`, `depth` for extensions and reductions, `quiescence`, `stack`, `update` for the results
//!   that a node stores, `walls` for games in which they are placed;
//! - move ordering: `picker`, `order`, `history`, `see`;
//! - memory: `table` of transpositions, `memory` for all data kept from move to move, `correction` history, `gravity` of
//!   history values, `hints` for the system.

pub mod bench;
mod clock;
mod correction;
mod depth;
mod evaluation;
mod facts;
mod gravity;
mod hints;
mod history;
mod iterate;
mod level;
mod memory;
mod monitor;
mod node;
mod order;
mod picker;
mod prune;
mod quiescence;
mod request;
mod root;
mod score;
mod searcher;
mod see;
mod solve;
mod stack;
mod table;
mod timer;
mod update;
mod walls;

pub use clock::{Budget, Clock, Control, OVERHEAD};
pub use evaluation::{NetworkStatus, StaticEvaluator, evaluate, network_status, values};
pub use iterate::think_on;
pub use level::Level;
pub use memory::Memory;
pub use monitor::{IterationProgress, Monitor, Timekeeper};
pub use request::{GivenScore, Info, Limits, MOST_CONTEMPT};
pub use score::{Chances, DECISIVE, MAX_PLY, Score};
pub use see::see_ge;
pub use solve::{Solution, solve};

use crate::game::{Game, any_size};

/// Searches a game's position until a limit is reached or the monitor's
/// owner stops it. Returns `None` when no move is legal, or none of those that the limits
/// allow, or there is no memory to search with; otherwise the line of the result
/// has at least one move, even if it was stopped from the beginning.
///
/// `report` is called for every finished iteration and every change of the best
/// move; with several lines, once for each line of an iteration.
pub fn think(
    game: &Game,
    limits: &Limits,
    memory: &Memory,
    monitor: &Monitor,
    report: &mut dyn FnMut(&Info),
) -> Option<Info> {
    any_size!(game.board(), sized => think_on(sized, limits, memory, monitor, report))
}
