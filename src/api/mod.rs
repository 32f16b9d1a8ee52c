//! What programs see that use the crate: a thin skin over the rooms below.
//!
//! No number of words, no table and no raw move goes out: a [`Variant`] can be
//! played since nobody gets one otherwise, and a [`Game`] takes only moves
//! of its variant that were given out at its position. Nothing here knows a rule or decides anything.

mod engine;
mod error;
mod game;
mod library;
mod moves;
mod pieces;
mod variant;

pub use engine::{Engine, Limits, Line, Stop};
pub use error::{Complaint, Error};
pub use game::Game;
pub use library::Library;
pub use moves::{Move, MoveDetails};
pub use pieces::{Kind, Piece, Square};
pub use variant::Variant;
