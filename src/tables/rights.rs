//! Where being unmoved is a right.

use crate::board::{Piece, Square, Squares};
use crate::variant::{Variant, Virgin};

fn start_piece(variant: &Variant, sq: Square) -> Piece {
    variant.start.board.get(sq.index()).copied().unwrap_or(Piece::NONE)
}

/// The squares on which a piece of this kind and colour stands in the start position.
pub(super) fn start_squares<const N: usize>(variant: &Variant, piece: Piece) -> Squares<N> {
    variant.board.all().filter(|&sq| start_piece(variant, sq) == piece).collect()
}

/// The squares on which being unmoved is a right that is lost when the square
/// is vacated or captured on: the outer ranks, or all where the pieces
/// themselves are judged. Elsewhere the square alone decides.
pub(super) fn right_squares<const N: usize>(variant: &Variant) -> Squares<N> {
    let board = variant.board;
    match variant.rules.virgin {
        Virgin::Square => board.area_where(|_, rank| rank == 0 || rank + 1 == board.ranks()).resized(),
        Virgin::Unmoved => board.area().resized(),
    }
}
