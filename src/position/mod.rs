//! A position: the pieces on the board, the side to move, the legal
//! moves, and undoing moves.
//!
//! A [`Setup`](crate::variant::Setup) goes in; moves, attacks and outcomes
//! come out. The tables with which a position was set up are passed to every
//! call: positions are copied and searched by the million, tables are shared.

mod attacks;
mod castling;
mod check;
mod drops;
mod edit;
mod emit;
mod in_place;
mod interpreted;
mod interpreted_attacks;
mod movegen;
mod moves;
mod perft;
mod play;
mod rules;
mod setup;
mod sink;
mod tested;

pub use crate::variant::Reason;
pub use interpreted::Reach;
pub use moves::{Move, MoveKind, MoveList};
pub use perft::{divide, perft};
pub use rules::{GameResult, MoveError, Outcome, Points, VariantEnd};
pub use setup::SetupError;
pub use sink::MoveClass;

use crate::board::{ByColor, BySquare, Color, Piece, PieceKind, Square, Squares};
use crate::tables::{Barred, ROYALS};
use crate::variant::Castling;
use std::sync::Arc;

/// How many kinds of pieces a hand may hold.
const KINDS: usize = Piece::MAX / 2;

/// A position.
#[derive(Clone, Debug)]
pub struct Position<const N: usize> {
    board: BySquare<Piece, N>,
    /// The squares of each piece. As many as a byte can index, so that
    /// indexing needs no bounds check; unused entries are never touched.
    pieces: [Squares<N>; 256],
    /// The squares of each attack group's members, updated incrementally: uniting
    /// them in every node costs a third of the speed in games of many kinds.
    groups: [Squares<N>; 256],
    colors: [Squares<N>; 2],
    /// Squares that have become holes since the start.
    holes: Squares<N>,
    hands: [[u16; KINDS]; 2],
    /// How many pieces each hand holds.
    held: [u32; 2],
    side: Color,
    now: State<N>,
    /// The castlings that may still be played.
    castlings: Arc<ByColor<Vec<Castling<N>>>>,
    history: Vec<Past<N>>,
    /// Whether rules about draws do not apply, as in perft: moves that repeat a position are legal even if the rules
    /// forbid them, and checks count for the move rule like other moves.
    without_draws: bool,
    /// Whether drops that mate are legal even if the rules forbid them.
    drops_may_mate: bool,
    /// Victims of moves of several legs, for which the history has no room.
    removed: Vec<Piece>,
    /// The changes made by effects, influences and walls.
    changed: Vec<rules::consequences::Change>,
}

/// State that is changed by a move and cannot be recomputed from it: saved before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State<const N: usize> {
    key: u64,
    /// Unmoved pieces that still have a right because of it.
    unmoved: Squares<N>,
    /// The squares on which en passant captures are possible.
    en_passant: Squares<N>,
    /// The piece that would be captured en passant.
    en_passant_victim: Square,
    /// The number of checks that each side must still give to win; 0 if checks are not counted.
    checks_left: [u8; 2],
    /// The rights of each side to one-time moves.
    once: [u8; 2],
    /// Plies since the move counter was reset, without those that do not count.
    halfmove: u16,
    /// Whether the side to move is in check, in games in which checks or answers to them do not count for the move rule.
    checked: bool,
    /// Number of plies played since White's first move of move 1.
    ply: u32,
    /// The count against a bare side.
    count: Option<rules::counting::Count>,
    /// Whether pieces protected from capture right after the capture of one like them are protected now.
    counterstrike_barred: bool,
    /// Whether the last move was a pass, in games that passes may end.
    passed: bool,
}

/// A move played and the data to undo it.
#[derive(Clone, Copy, Debug)]
struct Past<const N: usize> {
    before: State<N>,
    mv: Move,
    /// The piece on the origin.
    mover: Piece,
    captured: Piece,
    /// The number of changes by effects, influences and walls.
    changes: u16,
}

impl<const N: usize> Position<N> {
    /// A copy that knows only the last moves of the game: the earlier ones
    /// cost more to copy than the position.
    fn without_past(&self, plies: usize) -> Self {
        let past = &self.history[self.history.len().saturating_sub(plies)..];
        let history = if past.is_empty() { Vec::with_capacity(2) } else { past.to_vec() };
        Self {
            history,
            castlings: Arc::clone(&self.castlings),
            removed: self.removed.clone(),
            changed: self.changed.clone(),
            board: self.board.clone(),
            ..*self
        }
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The hash key of everything that repetition compares.
    #[inline]
    pub fn key(&self) -> u64 {
        self.now.key
    }

    /// The piece on a square, [`Piece::NONE`] if it is empty.
    #[inline]
    pub fn piece_at(&self, sq: Square) -> Piece {
        self.board[sq]
    }

    /// The squares of a piece.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> Squares<N> {
        self.pieces[usize::from(piece.0)]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Squares<N> {
        self.colors[color.index()]
    }

    /// The squares of a side's royal pieces.
    #[inline]
    pub fn royals(&self, color: Color) -> Squares<N> {
        self.groups[usize::from(ROYALS[color.index()])]
    }

    /// The squares of both sides' royal pieces.
    #[inline]
    pub(crate) fn all_royals(&self) -> Squares<N> {
        self.royals(Color::White) | self.royals(Color::Black)
    }

    /// The pieces over which some hoppers may not jump.
    #[inline]
    pub fn barred(&self) -> Barred<'_, N> {
        Barred::among(&self.groups)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Squares<N> {
        self.colors[0] | self.colors[1]
    }

    /// All squares that block lines: those with a piece, and those that have
    /// become holes since the start.
    #[inline]
    pub fn blocked(&self) -> Squares<N> {
        self.occupied() | self.holes
    }

    /// The piece on each square.
    #[inline]
    pub fn board(&self) -> &BySquare<Piece, N> {
        &self.board
    }

    /// Squares that have become holes since the start.
    #[inline]
    pub fn holes(&self) -> Squares<N> {
        self.holes
    }

    /// The unmoved pieces that still have a right because of it.
    #[inline]
    pub fn unmoved(&self) -> Squares<N> {
        self.now.unmoved
    }

    /// The number of checks that a side must still give to win; 0 if checks are not counted.
    #[inline]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.now.checks_left[color.index()]
    }

    /// The rights of a side to one-time moves, one bit for each.
    #[inline]
    pub fn once_rights(&self, color: Color) -> u8 {
        self.now.once[color.index()]
    }

    /// Whether a square has become a hole since the start.
    #[inline]
    pub fn has_hole(&self, sq: Square) -> bool {
        self.holes.has(sq)
    }

    /// How many of each kind a side has in hand; the slice is at least as long as the number of kinds.
    #[inline]
    pub fn hand_counts(&self, color: Color) -> &[u16] {
        &self.hands[color.index()]
    }

    /// How many of a kind a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color, kind: PieceKind) -> u16 {
        self.hands[color.index()][kind.index()]
    }

    /// Whether a side has no pieces in hand.
    #[inline]
    pub fn hand_is_empty(&self, color: Color) -> bool {
        self.held[color.index()] == 0
    }

    /// Plies since the move counter was reset.
    #[inline]
    pub fn halfmove(&self) -> u16 {
        self.now.halfmove
    }

    /// The number of moves that [`Position::undo`] can take back.
    #[inline]
    pub fn plies_played(&self) -> usize {
        self.history.len()
    }

    /// The moves played since the position was set up, null moves as [`Move::NONE`].
    pub fn played(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.history.iter().map(|past| past.mv)
    }

    /// The first piece that a move captures, on its destination or elsewhere, [`Piece::NONE`]
    /// if it is not a capture.
    #[inline]
    pub fn captured(&self, mv: Move) -> Piece {
        match mv.kind() {
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate => self.board[mv.to()],
            MoveKind::EnPassant | MoveKind::Legs => mv.listed_victims().next().map_or(Piece::NONE, |sq| self.board[sq]),
            MoveKind::Drop | MoveKind::Castle | MoveKind::GateCastle | MoveKind::Swap | MoveKind::Pass => Piece::NONE,
        }
    }

    /// The squares on which a move captures, in the order of capture.
    pub fn victims(&self, mv: Move) -> impl Iterator<Item = Square> {
        let listed = matches!(mv.kind(), MoveKind::Legs | MoveKind::EnPassant);
        let there = (!listed && !self.captured(mv).is_none()).then_some(mv.to());
        mv.listed_victims().chain(there)
    }

    /// Whether a move captures an enemy.
    pub fn captures(&self, mv: Move) -> bool {
        self.victims(mv).any(|sq| self.board[sq].color() != self.side)
    }

    /// The piece that a move brings to its destination, before any promotion: the mover,
    /// or the piece dropped.
    #[inline]
    pub fn mover(&self, mv: Move) -> Piece {
        mv.dropped().map_or(self.board[mv.from()], |kind| Piece::new(kind, self.side))
    }
}
