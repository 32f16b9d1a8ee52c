//! A game at one moment: what stands where, whose turn it is, what may be
//! played, and taking moves back.

mod moves;

pub use moves::{Move, MoveKind};

use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::tables::Tables;
use crate::variant::Setup;

/// A list of moves. (A `Vec` that callers keep and clear.)
pub type MoveList = Vec<Move>;

/// A position. The tables it was set up with must be handed to every call.
#[derive(Clone, Debug)]
pub struct Position<const N: usize> {
    side: Color,
}

/// Why a set-up position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A side has no royal piece where the variant has one.
    NoRoyal(Color),
    /// A side has more royal pieces than the variant has.
    TooManyRoyals(Color),
    /// The side to move could capture the enemy royal.
    OpponentInCheck,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No move, in check.
    Checkmate,
    /// No move, not in check.
    Stalemate,
    /// The position has occurred too often.
    Repetition,
    /// One side checked with every move of a repetition.
    PerpetualCheck,
    /// Too many plies without progress.
    MoveRule,
    /// Nobody can win.
    InsufficientMaterial,
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

#[allow(unused_variables, clippy::todo, missing_docs)]
impl<const N: usize> Position<N> {
    /// Sets up a position.
    pub fn new(t: &Tables<N>, setup: &Setup) -> Result<Self, SetupError> {
        todo!()
    }
    /// The position as text would give it.
    pub fn setup(&self, t: &Tables<N>) -> Setup {
        todo!()
    }
    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }
    /// Hash key of everything that repetition compares.
    pub fn key(&self) -> u64 {
        todo!()
    }
    /// What stands on a square, [`Piece::NONE`] for nothing.
    pub fn piece_at(&self, sq: Square) -> Piece {
        todo!()
    }
    pub fn pieces(&self, piece: Piece) -> Squares<N> {
        todo!()
    }
    pub fn color(&self, color: Color) -> Squares<N> {
        todo!()
    }
    pub fn occupied(&self) -> Squares<N> {
        todo!()
    }
    pub fn hand(&self, color: Color, kind: PieceKind) -> u8 {
        todo!()
    }
    /// Plies since the move counter was reset.
    pub fn halfmove(&self) -> u16 {
        todo!()
    }
    /// Whether the side to move is in check.
    pub fn in_check(&self, t: &Tables<N>) -> bool {
        todo!()
    }
    /// Adds all legal moves to `list`.
    pub fn legal_moves(&self, t: &Tables<N>, list: &mut MoveList) {
        todo!()
    }
    /// Adds the legal moves that capture or promote.
    pub fn noisy_moves(&self, t: &Tables<N>, list: &mut MoveList) {
        todo!()
    }
    /// Adds the legal moves that neither capture nor promote (drops are among them).
    pub fn quiet_moves(&self, t: &Tables<N>, list: &mut MoveList) {
        todo!()
    }
    /// Whether any move is legal.
    pub fn has_legal_move(&self, t: &Tables<N>) -> bool {
        todo!()
    }
    /// Number of legal moves.
    pub fn count_legal_moves(&self, t: &Tables<N>) -> u64 {
        todo!()
    }
    /// Plays a legal move.
    pub fn play(&mut self, t: &Tables<N>, mv: Move) {
        todo!()
    }
    /// Takes the last move back (also a null move).
    pub fn undo(&mut self, t: &Tables<N>) {
        todo!()
    }
    /// Passes the turn without a move (search's null move). Not while in check.
    pub fn play_null(&mut self, t: &Tables<N>) {
        todo!()
    }
    /// What a move captures on its destination or elsewhere, [`Piece::NONE`] for nothing (the first victim).
    pub fn captured(&self, mv: Move) -> Piece {
        todo!()
    }
    /// What the move brings to its destination: the mover, or the dropped piece (before promotion).
    pub fn mover(&self, mv: Move) -> Piece {
        todo!()
    }
    /// Whether a legal move gives check.
    pub fn gives_check(&self, t: &Tables<N>, mv: Move) -> bool {
        todo!()
    }
    /// Pieces of both colours that attack a square, given what is occupied.
    pub fn attackers(&self, t: &Tables<N>, sq: Square, occupied: Squares<N>) -> Squares<N> {
        todo!()
    }
    /// The squares a piece of that type would attack (capture on) from `from`, given what is occupied; for mobility.
    pub fn attacks(&self, t: &Tables<N>, piece: Piece, from: Square, occupied: Squares<N>) -> Squares<N> {
        todo!()
    }
    /// What the present repetition means for the side to move, when the position has occurred before:
    /// judged by the variant's rule, `fold` occurrences needed (2 inside a search).
    pub fn repetition(&self, t: &Tables<N>, fold: u8) -> Option<Outcome> {
        todo!()
    }
    /// The game's end by move rule or material, without looking for moves.
    pub fn draw_by_rule(&self, t: &Tables<N>) -> Option<Outcome> {
        todo!()
    }
    /// The game's end by any rule.
    pub fn outcome(&self, t: &Tables<N>) -> Option<Outcome> {
        todo!()
    }
}
