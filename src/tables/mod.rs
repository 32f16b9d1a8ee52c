//! Programs laid on a board: what a piece reaches from each square.

use crate::board::{ByColor, Color, Geometry, Piece, PieceKind, Square, Squares};
use crate::variant::Variant;
use std::sync::Arc;

/// Everything about a variant that depends on its board: immutable, shared.
#[derive(Debug)]
pub struct Tables<const N: usize> {
    variant: Arc<Variant>,
}

#[allow(unused_variables, clippy::todo, missing_docs)]
impl<const N: usize> Tables<N> {
    /// Lays a variant's programs on its board.
    pub fn new(variant: &Arc<Variant>) -> Result<Self, String> {
        todo!()
    }
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }
    pub fn geometry(&self) -> Geometry {
        self.variant.board
    }
    /// All squares of the board.
    pub fn board(&self) -> Squares<N> {
        todo!()
    }
    /// All pieces (kinds of both sides) that the game may have.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        std::iter::empty()
    }
    /// Whether a kind is royal.
    pub fn is_royal(&self, kind: PieceKind) -> bool {
        todo!()
    }
    /// What a captured piece becomes in the captor's hand; `None` where captures are lost.
    pub fn in_hand(&self, piece: Piece) -> Option<PieceKind> {
        todo!()
    }
    /// The squares where a piece of that kind may be able to promote by arriving there.
    pub fn promotion_zone(&self, piece: Piece) -> Squares<N> {
        todo!()
    }
    /// What a piece may promote to.
    pub fn promotes_to(&self, piece: Piece) -> &[PieceKind] {
        todo!()
    }
    /// The squares from which a royal on `sq` could be reached by any step of the board's eight directions.
    pub fn neighbours(&self, sq: Square) -> Squares<N> {
        todo!()
    }
    #[doc(hidden)]
    pub fn unused(&self) -> ByColor<Color> {
        todo!()
    }
}
