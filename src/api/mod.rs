//! The public interface of the crate: a thin layer over the modules below.
//!
//! Internal types such as tables and raw moves are not exposed: every [`Variant`] is playable, since no other can be
//! constructed, and a [`Game`] takes only moves of its variant that were generated at its position. No rule is
//! implemented here.

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
