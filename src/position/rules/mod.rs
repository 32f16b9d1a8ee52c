//! Additions of particular games to moves, attacks and the safety of royals: moves that rules
//! forbid or add, effects of moves, and how games end.
//!
//! The files of the parent module generate and play moves; they call these only
//! if `Traits` or a rule says that a game has something to add.

mod chase;
pub(super) mod consequences;
pub(super) mod counting;
mod variant_end;
mod draws;
pub(super) mod effects;
mod impasse;
mod influence;
mod legality;
mod other_board;
mod outcome;
mod repetition;
mod royals;
mod threats;
pub(super) mod walls;

pub use legality::MoveError;
pub use outcome::{GameResult, Outcome, Points};
pub use variant_end::VariantEnd;
