//! Board types: squares, steps, colours, pieces and sets of squares.
//!
//! This module does not know rules, notations or files. Squares are numbered rank by rank from White's left,
//! `rank * files + file`, without gaps.

mod geometry;
mod piece;
mod squares;

pub use geometry::{Geometry, MAX_FILES, MAX_RANKS, MAX_SQUARES, Square, Step, Topology};
pub use piece::{ByColor, Color, Piece, PieceKind};
pub use squares::{BySquare, Squares};

/// A set of squares on a board of any size, for variant files and rules, before the number of words for the game is
/// known.
pub type Area = Squares<3>;
