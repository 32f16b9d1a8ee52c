//! Moves.

use crate::board::{Piece, PieceKind, Square};
use crate::variant::Wall;
use std::fmt;

/// A list of moves, which callers keep and clear.
pub type MoveList = Vec<Move>;

/// The kind of a move, beyond going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes to a square and captures the piece there, if any.
    Plain,
    /// A piece goes to an empty square and leaves en passant squares behind.
    Double,
    /// As [`Plain`](Self::Plain), turning into [`Move::piece`].
    Promotion,
    /// A piece from the hand, [`Move::piece`], enters on the destination.
    Drop,
    /// A piece goes to an empty en passant square; the victim is on the only square in [`Move::listed_victims`].
    EnPassant,
    /// Castling: the partner goes from the first to the second of its two further squares.
    Castle,
    /// A move of several captures, or of captures elsewhere than on the
    /// destination: all victims are in [`Move::listed_victims`], in the order of
    /// capture. The destination may be the origin.
    Legs,
    /// A piece is taken up on the way and put down elsewhere: from the first
    /// to the second of its two further squares.
    Swap,
    /// A piece goes to a square and captures the piece there, if any; [`Move::gated`]
    /// enters on the square that it leaves.
    Gate,
    /// Castling, and [`Move::gated`] enters on one of the vacated squares.
    GateCastle,
    /// Nothing moves and the turn passes.
    Pass,
}

/// A move. Small and `Copy`; the piece captured on the destination is known
/// from the position. The ordering of moves has no meaning: [`Move::meaning`] gives one that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
    kind: MoveKind,
    piece: PieceKind,
    extra: [u8; Move::EXTRA],
}

/// Every leg of a term may capture.
const _: () = assert!(crate::xbetza::MAX_LEGS <= Move::MAX_VICTIMS);
/// The list of victims ends with an empty place, followed by a wall.
const _: () = assert!(Wall::MOST_LEGS < Move::WALL);

impl Move {
    const EXTRA: usize = 8;
    /// The index in `extra` of a wall's square: after all other squares that moves have in games with walls.
    const WALL: usize = Self::EXTRA - 1;
    /// The maximum number of victims of a move.
    pub const MAX_VICTIMS: usize = Self::EXTRA;
    const NO_PIECE: PieceKind = PieceKind(u8::MAX);
    const NO_SQUARE: u8 = u8::MAX;

    /// No move: fills tables before a real move is known. Never legal.
    pub const NONE: Self = Self {
        from: Square(u8::MAX),
        to: Square(u8::MAX),
        kind: MoveKind::Pass,
        piece: Self::NO_PIECE,
        extra: [Self::NO_SQUARE; Self::EXTRA],
    };

    #[inline]
    fn squares(squares: &[Square]) -> [u8; Self::EXTRA] {
        let mut extra = [Self::NO_SQUARE; Self::EXTRA];
        extra.iter_mut().zip(squares).for_each(|(to, sq)| *to = sq.0);
        extra
    }

    #[inline]
    fn new(kind: MoveKind, from: Square, to: Square) -> Self {
        Self { from, to, kind, piece: Self::NO_PIECE, extra: [Self::NO_SQUARE; Self::EXTRA] }
    }

    /// A move from one square to another, perhaps capturing there.
    #[inline]
    pub fn plain(from: Square, to: Square) -> Self {
        Self::new(MoveKind::Plain, from, to)
    }

    /// A quiet move that gives the opponent en passant rights.
    #[inline]
    pub fn double(from: Square, to: Square) -> Self {
        Self::new(MoveKind::Double, from, to)
    }

    /// A move that turns the piece into `piece`.
    #[inline]
    pub fn promotion(from: Square, to: Square, piece: PieceKind) -> Self {
        Self { piece, ..Self::new(MoveKind::Promotion, from, to) }
    }

    /// `piece` from the hand to `to`.
    #[inline]
    pub fn drop(piece: PieceKind, to: Square) -> Self {
        Self { piece, ..Self::new(MoveKind::Drop, to, to) }
    }

    /// An en passant capture of the piece on `victim`.
    #[inline]
    pub fn en_passant(from: Square, to: Square, victim: Square) -> Self {
        Self { extra: Self::squares(&[victim]), ..Self::new(MoveKind::EnPassant, from, to) }
    }

    /// Castling, with the partner's journey.
    #[inline]
    pub fn castle(from: Square, to: Square, partner: [Square; 2]) -> Self {
        Self { extra: Self::squares(&partner), ..Self::new(MoveKind::Castle, from, to) }
    }

    /// A move with these victims, at most [`Move::MAX_VICTIMS`].
    #[inline]
    pub fn legs(from: Square, to: Square, victims: &[Square]) -> Self {
        Self { extra: Self::squares(victims), ..Self::new(MoveKind::Legs, from, to) }
    }

    /// A move that takes up the piece on the first square of `journey` and
    /// puts it down on the second.
    #[inline]
    pub fn swap(from: Square, to: Square, journey: [Square; 2]) -> Self {
        Self { extra: Self::squares(&journey), ..Self::new(MoveKind::Swap, from, to) }
    }

    /// The same plain move or castling, with `piece` entering from the hand on
    /// `at`: the origin or, in castling, also the partner's.
    #[inline]
    pub fn gating(self, piece: PieceKind, at: Square) -> Self {
        let kind = if self.kind == MoveKind::Castle { MoveKind::GateCastle } else { MoveKind::Gate };
        let mut extra = self.extra;
        extra[2] = at.0;
        Self { kind, piece, extra, ..self }
    }

    /// The same move, placing a wall on a square.
    #[inline]
    pub fn walling(self, at: Square) -> Self {
        let mut extra = self.extra;
        extra[Self::WALL] = at.0;
        Self { extra, ..self }
    }

    /// The same move without the wall that it places.
    #[inline]
    pub fn without_wall(self) -> Self {
        self.walling(Square(Self::NO_SQUARE))
    }

    /// The square on which the move places a wall; meaningful only in games with walls.
    #[inline]
    pub fn wall(self) -> Option<Square> {
        Some(self.extra[Self::WALL]).filter(|&sq| sq != Self::NO_SQUARE).map(Square)
    }

    /// The same move without gating.
    #[inline]
    pub(super) fn without_gating(self) -> Self {
        let alone = match (self.kind, self.partner()) {
            (MoveKind::GateCastle, Some(partner)) => Self::castle(self.from, self.to, partner),
            (MoveKind::Gate, _) => Self::plain(self.from, self.to),
            _ => return self,
        };
        self.wall().map_or(alone, |at| alone.walling(at))
    }

    /// The same move, turning the piece into `piece`.
    #[inline]
    pub fn promoting(self, piece: PieceKind) -> Self {
        Self { piece, ..self }
    }

    /// A promotion in place, possibly with a quiet step.
    #[inline]
    pub fn in_place(from: Square, to: Square, piece: PieceKind) -> Self {
        if from == to { Self::legs(from, to, &[]).promoting(piece) } else { Self::promotion(from, to, piece) }
    }

    /// Whether a piece promotes without leaving its square.
    #[inline]
    pub fn is_in_place(self) -> bool {
        self.kind == MoveKind::Legs
            && self.from == self.to
            && self.is_promotion()
            && self.listed_victims().next().is_none()
    }

    /// A pass by the piece on `at`.
    #[inline]
    pub fn pass(at: Square) -> Self {
        Self::new(MoveKind::Pass, at, at)
    }

    /// Whether this is [`Move::NONE`].
    #[inline]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The origin; for a drop, the destination.
    #[inline]
    pub fn from(self) -> Square {
        self.from
    }

    /// The destination.
    #[inline]
    pub fn to(self) -> Square {
        self.to
    }

    /// The kind of the move.
    #[inline]
    pub fn kind(self) -> MoveKind {
        self.kind
    }

    /// The kind that a piece promotes to, or that is dropped.
    #[inline]
    pub fn piece(self) -> Option<PieceKind> {
        (self.piece != Self::NO_PIECE && !self.gates()).then_some(self.piece)
    }

    #[inline]
    fn gates(self) -> bool {
        matches!(self.kind, MoveKind::Gate | MoveKind::GateCastle)
    }

    /// The piece that enters from the hand behind the moving piece, and its square.
    #[inline]
    pub fn gated(self) -> Option<(PieceKind, Square)> {
        self.gates().then_some((self.piece, Square(self.extra[2])))
    }

    /// The kind that is dropped.
    #[inline]
    pub fn dropped(self) -> Option<PieceKind> {
        self.is_drop().then_some(self.piece)
    }

    /// Whether a piece enters from the hand.
    #[inline]
    pub fn is_drop(self) -> bool {
        self.kind == MoveKind::Drop
    }

    /// Whether the piece changes its kind.
    #[inline]
    pub fn is_promotion(self) -> bool {
        self.promoted().is_some()
    }

    /// The kind that the piece promotes to.
    #[inline]
    pub fn promoted(self) -> Option<PieceKind> {
        self.piece().filter(|_| self.kind != MoveKind::Drop)
    }

    /// The piece on the destination after a move: this one or what it promotes to.
    #[inline]
    pub fn arriving(self, mover: Piece) -> Piece {
        self.piece().map_or(mover, |kind| Piece::new(kind, mover.color()))
    }

    /// The squares of the victims of a [`MoveKind::Legs`] or
    /// [`MoveKind::EnPassant`] move, in the order of capture. The victim of another
    /// move is on its destination.
    #[inline]
    pub fn listed_victims(self) -> impl Iterator<Item = Square> {
        let listed = matches!(self.kind, MoveKind::EnPassant | MoveKind::Legs);
        let end = |&sq: &u8| !listed || sq == Self::NO_SQUARE;
        let count = self.extra.iter().position(end).unwrap_or(Self::EXTRA);
        (0..count).map(move |index| Square(self.extra[index]))
    }

    /// Castling: the origin and destination of the partner.
    #[inline]
    pub fn partner(self) -> Option<[Square; 2]> {
        matches!(self.kind, MoveKind::Castle | MoveKind::GateCastle)
            .then_some([Square(self.extra[0]), Square(self.extra[1])])
    }

    /// Swap: the origin and destination of the other piece.
    #[inline]
    pub fn journey(self) -> Option<[Square; 2]> {
        (self.kind == MoveKind::Swap).then_some([Square(self.extra[0]), Square(self.extra[1])])
    }

    /// What the move does, without a capture on the destination and without a wall, as a number: origin, destination,
    /// promotion and victims. Fingerprints contain it, and files of games number moves by it, so it stays as it is
    /// whatever becomes of the representation.
    pub fn meaning(self) -> u128 {
        let becomes = self.piece().map_or(u128::from(u8::MAX), |kind| u128::from(kind.0));
        let pair = |first: u8, second: u8| u128::from(first) << 8 | u128::from(second);
        let gated = self.gated().map_or(0xFFFF, |(kind, sq)| pair(kind.0, sq.0));
        let partner = self.partner().or(self.journey()).map_or(0xFFFF, |[from, to]| pair(from.0, to.0));
        let add = |all: u32, sq: Square| all.wrapping_mul(193).wrapping_add(u32::from(sq.0) + 1);
        let victims = self.listed_victims().fold(0, add);
        u128::from(self.from.0) << 120
            | u128::from(self.to.0) << 112
            | u128::from(self.is_drop()) << 104
            | becomes << 96
            | gated << 80
            | partner << 48
            | u128::from(victims)
    }

    /// The move in 32 bits, for hash tables: equal moves have equal numbers;
    /// a number must be compared with generated moves, never played.
    #[inline]
    pub fn code(self) -> u32 {
        let extra = self.extra.iter().fold(0u32, |sum, &e| sum.wrapping_mul(31).wrapping_add(u32::from(e)));
        let tail = u32::from(self.piece.0).wrapping_add(extra.wrapping_mul(97)) & 0x0FFF;
        u32::from(self.from.0) | u32::from(self.to.0) << 8 | (self.kind as u32) << 16 | tail << 20
    }

    /// Whether its code is this. Cheaper than comparing codes in a list, in which most moves differ in their squares.
    #[inline]
    pub fn has_code(&self, code: u32) -> bool {
        [self.from.0, self.to.0] == [code as u8, (code >> 8) as u8] && self.code() == code
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}-{}", self.kind, self.from.0, self.to.0)?;
        self.piece().map_or(Ok(()), |piece| write!(f, "={}", piece.0))
    }
}
