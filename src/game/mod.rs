//! A game in progress: the variant, the moves played, the position now,
//! whatever the board's size. Rooms below see the size of the board in their types;
//! rooms above (protocol, command line) see only this.

use crate::board::{Color, Piece, PieceKind, Square};
use crate::position::{Move, Outcome, Position};
use crate::tables::Tables;
use crate::variant::Variant;
use std::sync::Arc;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
}

/// A position and its tables, for one number of words.
#[derive(Clone, Debug)]
pub struct Table<const N: usize> {
    /// The compiled variant.
    pub tables: Arc<Tables<N>>,
    /// The position after all moves.
    pub position: Position<N>,
}

/// The sizes of board.
#[derive(Clone, Debug)]
pub enum Board {
    /// Up to 64 squares.
    One(Table<1>),
    /// Up to 128 squares.
    Two(Table<2>),
    /// Up to 144 squares.
    Three(Table<3>),
}

#[allow(unused_variables, clippy::todo, missing_docs)]
impl Game {
    pub fn new(variant: &Arc<Variant>) -> Result<Self, String> {
        todo!()
    }
    pub fn board(&self) -> &Board {
        &self.board
    }
    pub fn side(&self) -> Color {
        todo!()
    }
    pub fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }
    pub fn play(&mut self, mv: Move) {
        todo!()
    }
    pub fn undo(&mut self) -> Option<Move> {
        todo!()
    }
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        todo!()
    }
    pub fn hand(&self, color: Color, kind: PieceKind) -> u8 {
        todo!()
    }
}
