//! Results of an evaluation that are reused by the next ones.
//!
//! Positions that a search evaluates one after the other differ by a few squares. Attacks are computed again only if
//! the piece is another one, or if it is a rider and a square that it saw was filled or vacated; sums over the pieces
//! of a type, only if one of them has come or gone, or if something has changed that they see.

use super::phased::Phased;
use crate::board::{BySquare, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::tables::walk::Reliance;

/// The latest results.
#[derive(Debug)]
pub struct Cache<const N: usize> {
    /// By piece: what its attacks depend on.
    reliances: Vec<Reliance>,
    /// By square: attacks of the piece there.
    standing: BySquare<KnownAttacks<N>, N>,
    /// By piece: attacks from the square last asked about.
    supposed: Vec<KnownAttacks<N>>,
    /// By piece: sums over all of them.
    gathered: Vec<Gathered<N>>,
}

/// Sums over the pieces of one type.
#[derive(Clone, Copy, Debug)]
pub struct Sums<const N: usize> {
    /// Their piece-square values.
    pub worth: Phased,
    /// All squares that they attack.
    pub reached: Squares<N>,
    /// The number of attacks on squares where there is room for them.
    pub seen: i32,
    /// The number of attacks on squares near the enemy royal.
    pub near: i32,
}

/// Sums over the pieces of one type, and the data they were computed from.
#[derive(Clone, Copy, Debug)]
struct Gathered<const N: usize> {
    all: Squares<N>,
    occupied: Squares<N>,
    room: Squares<N>,
    zone: Squares<N>,
    sums: Sums<N>,
}

impl<const N: usize> Gathered<N> {
    const NOTHING: Self = Self {
        all: Squares::EMPTY,
        occupied: Squares::EMPTY,
        room: Squares::EMPTY,
        zone: Squares::EMPTY,
        sums: Sums { worth: Phased::ZERO, reached: Squares::EMPTY, seen: 0, near: 0 },
    };
}

/// The attacks of a piece from a square, given the occupancy.
#[derive(Clone, Copy, Debug)]
struct KnownAttacks<const N: usize> {
    piece: Piece,
    from: Square,
    occupied: Squares<N>,
    attacked: Squares<N>,
}

impl<const N: usize> KnownAttacks<N> {
    const NOTHING: Self =
        Self { piece: Piece::NONE, from: Square(0), occupied: Squares::EMPTY, attacked: Squares::EMPTY };

    /// The attacks on the current board.
    #[inline]
    fn renewed(
        &mut self,
        t: &Tables<N>,
        pos: &Position<N>,
        piece: Piece,
        from: Square,
        reliance: Reliance,
    ) -> &Squares<N> {
        let stale = || reliance.is_stale(self.attacked, self.occupied ^ pos.blocked());
        if self.piece != piece || self.from != from || stale() {
            self.find(t, pos, piece, from);
        }
        &self.attacked
    }

    #[inline(never)]
    fn find(&mut self, t: &Tables<N>, pos: &Position<N>, piece: Piece, from: Square) {
        let occupied = pos.blocked();
        *self = Self { piece, from, occupied, attacked: t.attacks(piece, from, occupied, pos.barred()) };
    }
}

impl<const N: usize> Cache<N> {
    /// An empty cache.
    pub fn new(t: &Tables<N>) -> Self {
        let reliances: Vec<Reliance> = t.pieces().map(|piece| t.reliance(piece)).collect();
        Self {
            standing: BySquare::filled(KnownAttacks::NOTHING),
            supposed: vec![KnownAttacks::NOTHING; reliances.len()],
            gathered: vec![Gathered::NOTHING; reliances.len()],
            reliances,
        }
    }

    /// Sums over the pieces of one type, given the squares where there is `room` for them (neither occupied by their
    /// side nor attacked by cheaper enemies), the `zone` of the enemy royal, and the piece-square values.
    #[inline]
    pub fn gather(
        &mut self,
        t: &Tables<N>,
        pos: &Position<N>,
        piece: Piece,
        room: Squares<N>,
        zone: Squares<N>,
        worth: impl Fn(Square) -> Phased,
    ) -> &Sums<N> {
        let last = &self.gathered[piece.index()];
        let reached = last.sums.reached;
        let other = (last.room ^ room) | (last.zone ^ zone);
        let stale = || self.reliances[piece.index()].is_stale(reached, last.occupied ^ pos.blocked());
        if last.all != pos.pieces(piece) || (reached & other).any() || stale() {
            let (all, occupied) = (pos.pieces(piece), pos.blocked());
            let mut sums = Gathered::NOTHING.sums;
            for sq in all {
                let attacked = *self.attacks(t, pos, piece, sq);
                sums.worth += worth(sq);
                sums.reached |= attacked;
                sums.seen += (attacked & room).count() as i32;
                sums.near += (attacked & zone).count() as i32;
            }
            self.gathered[piece.index()] = Gathered { all, occupied, room, zone, sums };
        }
        &self.gathered[piece.index()].sums
    }

    /// The squares attacked by the piece on a square. The result is a reference, since a set of several words is slow
    /// to read right after it has been copied word by word.
    #[inline]
    fn attacks(&mut self, t: &Tables<N>, pos: &Position<N>, piece: Piece, sq: Square) -> &Squares<N> {
        self.standing[sq].renewed(t, pos, piece, sq, self.reliances[piece.index()])
    }

    /// The squares that a piece would attack from a square. This is fast if the last call for the piece was about the
    /// same square.
    #[inline]
    pub fn attacks_from(&mut self, t: &Tables<N>, pos: &Position<N>, piece: Piece, from: Square) -> &Squares<N> {
        self.supposed[piece.index()].renewed(t, pos, piece, from, self.reliances[piece.index()])
    }
}
