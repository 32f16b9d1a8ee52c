//! What a trial finds: why a game cannot be begun, or not be played as its files say.

use super::{Reason, Undrawn};
use crate::board::{Piece, PieceKind, Square};

/// Why a game cannot be begun although its file is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The start position cannot be played.
    Start(String),
    /// The moves of a kind cannot be laid on the board.
    Moves(PieceKind, String),
    /// No playable start can be drawn.
    Draw(Undrawn),
    /// The game is over in its start position; a sentence says so. It can be played from other positions.
    Over(String, Reason),
    /// Pieces never reach squares for which the file has rules. The game can be played nevertheless.
    Unreachable(Unreachable),
}

/// Promotions and goals to which no moves lead, and squares to which pieces unexpectedly come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreachable {
    /// Promotion tables without their intended effect.
    pub promotions: Vec<UnreachedPromotion>,
    /// Promotion tables whose `mandatory` never forces a promotion.
    pub optional: Vec<usize>,
    /// Pieces that can get to squares from which they never move on.
    pub stranded: Vec<Stranded>,
    /// Goals that are never reached.
    pub goals: Vec<UnreachedGoal>,
    /// Pieces that have their initial moves on a square to which they come by moving.
    pub returning: Vec<(Piece, Square)>,
}

/// A goal on whose squares none of its pieces ever stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachedGoal {
    /// The index of the goal.
    pub number: usize,
    /// Whether some of its pieces do get there, but promote.
    pub promotes: bool,
}

/// A promotion table without its intended effect for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachedPromotion {
    /// The index of the table.
    pub table: usize,
    /// The piece.
    pub piece: Piece,
    /// The squares on which the piece may be stuck without having promoted; empty if it never promotes by the table.
    pub stuck: Vec<Square>,
}

/// A piece that can get to a square from which it never moves on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranded {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
    /// How it gets there.
    pub arrival: Arrival,
}

/// How a piece gets to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It moves there, and no table promotes it.
    Move,
    /// It is dropped there, and may promote elsewhere.
    Drop,
    /// The effect with this index makes it there of the piece that moved, or where that stood.
    Effect(usize),
}
