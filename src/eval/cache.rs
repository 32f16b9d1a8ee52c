//! What evaluations keep for the next ones.
//!
//! Positions that a search evaluates one after the other differ by a few squares. Attacks are found anew only where
//! the piece is another one, or where it is a rider and a square was filled or emptied that it saw; what pieces are
//! worth where they stand, only of types of which one has come or gone.

use super::phased::Phased;
use crate::board::{BySquare, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::tables::walk::Reliance;

/// What was found last.
#[derive(Debug)]
pub struct Cache<const N: usize> {
    /// By piece: what its attacks hang on.
    reliances: Vec<Reliance>,
    /// By square: of the piece there.
    standing: BySquare<Found<N>, N>,
    /// By piece: from wherever it was last asked for.
    supposed: Vec<Found<N>>,
    /// By piece: where they stand, and what they are worth there.
    placed: Vec<(Squares<N>, Phased)>,
}

/// What a piece attacks from a square, given what is occupied.
#[derive(Clone, Copy, Debug)]
struct Found<const N: usize> {
    piece: Piece,
    from: Square,
    occupied: Squares<N>,
    attacked: Squares<N>,
}

impl<const N: usize> Found<N> {
    const NOTHING: Self =
        Self { piece: Piece::NONE, from: Square(0), occupied: Squares::EMPTY, attacked: Squares::EMPTY };

    /// The attacks on the present board.
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
    /// Nothing has been found yet.
    pub fn new(t: &Tables<N>) -> Self {
        let reliances: Vec<Reliance> = t.pieces().map(|piece| t.reliance(piece)).collect();
        Self {
            standing: BySquare::filled(Found::NOTHING),
            supposed: vec![Found::NOTHING; reliances.len()],
            placed: vec![(Squares::EMPTY, Phased::ZERO); reliances.len()],
            reliances,
        }
    }

    /// What all pieces of one type are worth where they stand.
    #[inline]
    pub fn placed(&mut self, piece: Piece, all: Squares<N>, worth: impl Fn(Square) -> Phased) -> Phased {
        let placed = &mut self.placed[piece.index()];
        if placed.0 != all {
            *placed = (all, all.iter().fold(Phased::ZERO, |sum, sq| sum + worth(sq)));
        }
        placed.1
    }

    /// What the piece on a square attacks. A reference, since sets of several words that have just been copied word by
    /// word are slow to read.
    #[inline]
    pub fn attacks(&mut self, t: &Tables<N>, pos: &Position<N>, piece: Piece, sq: Square) -> &Squares<N> {
        self.standing[sq].renewed(t, pos, piece, sq, self.reliances[piece.index()])
    }

    /// What a piece would attack from a square: most often the one where it was last asked for.
    #[inline]
    pub fn attacks_from(&mut self, t: &Tables<N>, pos: &Position<N>, piece: Piece, from: Square) -> &Squares<N> {
        self.supposed[piece.index()].renewed(t, pos, piece, from, self.reliances[piece.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, SizedGame, any_size};
    use crate::variant::Library;
    use fastrand::Rng;

    /// Plays at random, forth and back, and compares attacks kept from one position to the next with those found anew.
    fn follow<const N: usize>(sized: &SizedGame<N>, random: &mut Rng) {
        let (t, mut pos) = (&sized.tables, sized.position.clone());
        let mut kept = Cache::new(t);
        for _ in 0..200 {
            let mut legal = Vec::new();
            pos.legal_moves(t, &mut legal);
            if legal.is_empty() || random.u8(..3) == 0 {
                pos.undo(t);
            } else {
                pos.play(t, legal[random.usize(..legal.len())]);
            }
            for sq in pos.occupied() {
                let piece = pos.piece_at(sq);
                let anew = |from| t.attacks(piece, from, pos.blocked(), pos.barred());
                let name = &t.variant().name;
                assert_eq!(*kept.attacks(t, &pos, piece, sq), anew(sq), "{name}: {:?}", pos.setup(t));
                for royal in pos.all_royals() {
                    assert_eq!(*kept.attacks_from(t, &pos, piece, royal), anew(royal), "{name}: {:?}", pos.setup(t));
                }
            }
        }
    }

    #[test]
    fn attacks_kept_are_those_found_anew() {
        let mut random = Rng::with_seed(17);
        for variant in Library::bundled().variants() {
            let game = Game::new(variant).expect("bundled games begin");
            any_size!(game.board(), sized => follow(sized, &mut random));
        }
    }
}
