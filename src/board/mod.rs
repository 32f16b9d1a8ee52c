//! Words of the board: squares, steps, colours, pieces and sets of squares.
//!
//! Nothing here knows a rule, a notation or a file. Squares are numbered
//! rank by rank from White's left, `rank * files + file`, without gaps.

mod geometry;
mod piece;
mod squares;

pub use geometry::{Geometry, MAX_FILES, MAX_RANKS, MAX_SQUARES, Square, Step, Topology};
pub use piece::{ByColor, Color, Piece, PieceKind};
pub use squares::{BySquare, Squares};

/// A set of squares on a board of any size: what variant files and rules use,
/// where the number of words of the running game is not known yet.
pub type Area = Squares<3>;
