//! Static exchange evaluation: who wins material when both sides keep capturing
//! on one square, cheapest piece first.
//!
//! [`Position::attackers`] is called again after each capture with the remaining
//! occupancy: so riders behind riders are counted, and hoppers that gain or lose
//! their hurdle. Pins are ignored. Where captures blast, what the blasts take is
//! counted instead, and nothing is recaptured.

use crate::board::{Color, Piece, Square, Squares};
use crate::eval::Values;
use crate::position::{Move, Position};
use crate::tables::{Blast, Tables};

/// Whether the exchange that `mv` begins wins at least `threshold` for the
/// side to move.
#[inline]
pub fn see_ge<const N: usize>(t: &Tables<N>, pos: &Position<N>, values: &Values, mv: Move, threshold: i32) -> bool {
    Exchange { t, pos, values }.wins(mv, threshold)
}

/// A position in which pieces are exchanged, and their values.
#[derive(Clone, Copy)]
pub struct Exchange<'a, const N: usize> {
    pub t: &'a Tables<N>,
    pub pos: &'a Position<N>,
    pub values: &'a Values,
}

impl<const N: usize> Exchange<'_, N> {
    /// See [`see_ge`].
    fn wins(self, mv: Move, threshold: i32) -> bool {
        let Self { t, pos, values } = self;
        if pos.takes_last(t, mv) {
            return true;
        }
        if mv.partner().is_some() || values.misere() {
            return threshold <= 0;
        }
        if let Some(blast) = t.blast {
            return self.after_blasts(mv, blast) >= threshold;
        }
        let (mover, to) = (pos.mover(mv), mv.to());
        let (after, promoted) = self.arrival(mv);

        let mut balance = self.taken(mv) + promoted - threshold;
        if balance < 0 {
            return false;
        }
        balance = values.stake(after) - balance;
        if balance <= 0 {
            return true;
        }
        let mut occupied = pos.blocked().with(to);
        if !mv.is_drop() {
            occupied.remove(mv.from());
        }
        mv.listed_victims().for_each(|sq| occupied.remove(sq));
        let occupied = pos.walled(t, occupied, mv);
        self.rest_is_won(to, mover.color(), occupied, balance)
    }

    /// The value of a move's victims to the side that makes it, all of them if it captures several pieces.
    #[inline]
    pub fn taken(self, mv: Move) -> i32 {
        let side = self.pos.side();
        let others = mv.listed_victims().skip(1).map(|sq| self.values.taken(side, self.pos.piece_at(sq)));
        self.values.taken(side, self.pos.captured(mv)) + others.sum::<i32>()
    }

    /// The piece on the destination after a move, and the gain by its promotion.
    #[inline]
    pub fn arrival(self, mv: Move) -> (Piece, i32) {
        let mover = self.pos.mover(mv);
        let after = mv.arriving(mover);
        (after, if mv.is_drop() { 0 } else { self.values.board(after) - self.values.board(mover) })
    }

    /// The gain of a move in a game in which every capture blasts. After a capture
    /// nothing can be recaptured; after another move, the opponent's cheapest captor may
    /// win by a blast around it.
    #[cold]
    fn after_blasts(self, mv: Move, blast: Blast) -> i32 {
        let Self { t, pos, values } = self;
        if !pos.captured(mv).is_none() {
            return self.blast_gain(mv, blast);
        }
        let (us, to) = (pos.side(), mv.to());
        let occupied = if mv.is_drop() { pos.occupied() } else { pos.occupied().without(mv.from()) };
        let (after, promoted) = self.arrival(mv);
        // A royal piece would not survive its own capture.
        let captors = pos.attackers(t, !us, to, occupied.with(to)) & !pos.royals(!us);
        let Some((captor, sq)) = self.cheapest(captors) else { return promoted };
        let around = self.won_around(to, occupied.without(sq), blast);
        let lost = self.captor_cost(captor, blast) - values.stake(after) + around;
        promoted + lost.min(0)
    }

    /// The gain of a capture and its blast, less its cost.
    #[cold]
    pub fn blast_gain(self, mv: Move, blast: Blast) -> i32 {
        let mut occupied = self.pos.occupied().without(mv.from());
        // The blast reaches a victim of en passant, too, which must be counted only once.
        mv.listed_victims().for_each(|sq| occupied.remove(sq));
        let around = self.won_around(mv.to(), occupied, blast);
        self.taken(mv) - self.captor_cost(self.pos.mover(mv), blast) + around
    }

    /// The cost of its own blast to a captor.
    fn captor_cost(self, captor: Piece, blast: Blast) -> i32 {
        if blast.captors.has(captor.kind()) { self.values.stake(captor) } else { 0 }
    }

    /// The gain of the side to move around a capture and its blast, from the pieces on some squares. Kinds that blasts
    /// spare count, too: without the pawns of atomic chess, the search lost a match against itself with them (+9 =6 -17
    /// at 4000 nodes).
    fn won_around(self, center: Square, occupied: Squares<N>, blast: Blast) -> i32 {
        let near = self.t.around(center, blast.radius) & occupied;
        let worth = |piece: Piece| match piece.color() == self.pos.side() {
            true => -self.values.stake(piece),
            false => self.values.stake(piece),
        };
        near.iter().map(|sq| worth(self.pos.piece_at(sq))).sum()
    }

    /// Plays the rest of the exchange on `to`, the opponent of `side` first, who
    /// has to win more than `balance` to refute the move. Returns whether the move holds.
    fn rest_is_won(self, to: Square, mut side: Color, mut occupied: Squares<N>, mut balance: i32) -> bool {
        let Self { t, pos, values } = self;
        let mut won = true;
        loop {
            side = !side;
            let attackers = pos.attackers(t, side, to, occupied);
            let Some((cheapest, sq)) = self.cheapest(attackers) else { return won };
            won = !won;
            if t.is_royal(cheapest.kind()) {
                // A royal piece may capture only if nothing can recapture it.
                let answered = pos.attackers(t, !side, to, occupied.without(sq)).any();
                return won != answered;
            }
            balance = values.stake(cheapest) - balance;
            if balance < i32::from(won) {
                return won;
            }
            occupied.remove(sq);
        }
    }

    /// The least valuable of the pieces on a set of squares.
    #[inline]
    fn cheapest(self, set: Squares<N>) -> Option<(Piece, Square)> {
        let pieces = set.iter().map(|sq| (self.pos.piece_at(sq), sq));
        pieces.min_by_key(|&(piece, _)| self.values.stake(piece))
    }
}
