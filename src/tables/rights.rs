//! The squares where being unmoved is a right.

use crate::board::{Piece, Squares};
use crate::variant::{UnmovedTest, Variant};

/// The squares on which a piece of this kind and colour stands in the start position, or counts as unmoved after
/// a drop.
pub(super) fn start_squares<const N: usize>(variant: &Variant, piece: Piece) -> Squares<N> {
    variant.board.all().filter(|&sq| variant.is_home(piece, sq)).collect()
}

/// The squares on which being unmoved is a right that is lost when the square
/// is vacated or captured on: the outer ranks, or all
/// if it depends on the piece itself. Elsewhere the square alone decides.
pub(super) fn right_squares<const N: usize>(variant: &Variant) -> Squares<N> {
    let board = variant.board;
    match variant.rules.unmoved_test {
        UnmovedTest::Square => board.area_where(|_, rank| rank == 0 || rank + 1 == board.ranks()).resized(),
        UnmovedTest::Unmoved => board.area().resized(),
    }
}
