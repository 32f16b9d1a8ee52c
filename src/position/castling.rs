//! Generation of castlings.

use super::Position;
use super::movegen::GenContext;
use super::moves::Move;
use super::sink::Sink;
use crate::board::Squares;
use crate::tables::Tables;
use crate::variant::Castling;

impl<const N: usize> Position<N> {
    #[inline(always)]
    pub(super) fn castlings<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        for castling in &self.castlings[node.us] {
            // The condition that fails most often comes first, in the loop of every node.
            if (castling.empty & node.sight.occupied).is_empty() {
                sink.apart(|sink| self.castling(t, node, castling, sink));
            }
        }
    }

    #[inline(never)]
    fn castling<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, castling: &Castling<N>, sink: &mut S) {
        let open = castling.unmoved.within(self.now.unmoved)
            && !(castling.safe && node.safety.check)
            && self.board[castling.from] == castling.piece
            // Of the pieces that may have been dropped there, not all can go along.
            && (!t.traits.drops_unmoved
                || t.variant().may_stand(self.board[castling.partner_from], castling.partner_to));
        if open && (node.pseudo_legal || self.castling_is_safe(t, node, castling)) {
            sink.one(castle(castling));
        }
    }

    fn castling_is_safe(&self, t: &Tables<N>, node: &GenContext<N>, castling: &Castling<N>) -> bool {
        let royals = self.royals(node.us);
        let castles = royals.has(castling.from);
        if castles && castling.safe && !self.is_safe_way(t, node, castling.path, castling.lifted) {
            return false;
        }
        let mv = castle(castling);
        if royals.has(castling.partner_from) || self.changes_hurdles(t, mv) {
            return self.leaves_royals_safe(t, mv);
        }
        let occupied = node.sight.occupied & !castling.pair();
        let after = occupied.with(castling.to).with(castling.partner_to);
        let royals = if castles { royals.without(castling.from).with(castling.to) } else { royals };
        self.safe(t, node.us, royals, after, node.sight.enemy)
    }

    /// Whether a royal would be safe on all these squares, with these pieces off the board.
    fn is_safe_way(&self, t: &Tables<N>, node: &GenContext<N>, way: Squares<N>, lifted: Squares<N>) -> bool {
        let (passing, royals) = (node.sight.occupied & !lifted, self.royals(node.us));
        for sq in way {
            if self.hit(t, !node.us, sq, royals.with(sq), passing.with(sq), node.sight.enemy) {
                return false;
            }
        }
        true
    }

    /// The squares on which a castling piece must be safe, and the
    /// squares whose pieces are off the board for that; `None` if safety is not
    /// required.
    pub(super) fn castling_way(&self, mv: Move) -> Option<(Squares<N>, Squares<N>)> {
        let [partner, _] = mv.partner()?;
        let mut known = self.castlings[self.side].iter();
        let same = |castling: &&Castling<N>| {
            [castling.from, castling.to, castling.partner_from] == [mv.from(), mv.to(), partner]
        };
        known.find(same).filter(|castling| castling.safe).map(|castling| (castling.path, castling.lifted))
    }
}

/// A castling as a move.
fn castle<const N: usize>(castling: &Castling<N>) -> Move {
    Move::castle(castling.from, castling.to, [castling.partner_from, castling.partner_to])
}
