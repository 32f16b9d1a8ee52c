//! Whether a move gives check, determined without playing it if possible.

use super::interpreted::After;
use super::{Move, MoveKind, Position};
use crate::board::{Piece, Square, Squares};
use crate::tables::Tables;

impl<const N: usize> Position<N> {
    /// Whether a legal move gives check. The position is unchanged afterwards.
    pub fn gives_check(&mut self, t: &Tables<N>, mv: Move) -> bool {
        let unmoves = t.traits.drops_unmoved && mv.is_drop();
        let plain = mv.kind() != MoveKind::Swap && mv.gated().is_none() && !unmoves;
        if !plain || !self.is_checked_as_usual(t, mv) || t.traits.once || self.changes_hurdles(t, mv) {
            // Pieces of both sides may end where others stood, be removed, or
            // have lost the right to the move by which they would attack, or gained it.
            self.play(t, mv);
            let check = self.in_check(t);
            self.undo(t);
            return check;
        }
        let us = self.side;
        let (mut occupied, mut alive) = (self.blocked(), self.color(us));
        if !mv.is_drop() {
            occupied.remove(mv.from());
            alive.remove(mv.from());
        }
        for sq in mv.listed_victims() {
            occupied.remove(sq);
            alive.remove(sq);
        }
        let mut partner = None;
        if let Some([from, to]) = mv.partner() {
            partner = Some((self.board[from], to));
            alive.remove(from);
            occupied = occupied.without(from).with(to);
        }
        occupied.insert(mv.to());
        let arrived = alive.with(mv.to());
        let friends = partner.map_or(arrived, |(_, to)| arrived.with(to));
        let mover = mv.arriving(self.mover(mv));
        // Only the interpreter needs to know who is royal.
        let mut royals = Squares::EMPTY;
        if t.has_interpreted_pieces(us) {
            royals = self.all_royals().without(mv.from()).without(mv.to());
            let arrivals = partner.into_iter().chain([(mover, mv.to())]);
            arrivals.filter(|(piece, _)| t.is_royal(piece.kind())).for_each(|(_, at)| royals.insert(at));
        }
        let after = After { by: us, occupied, alive, friends, royals };
        self.royals(!us).iter().any(|k| {
            self.would_hit(t, mover, mv.to(), k, after)
                || partner.is_some_and(|(piece, at)| self.would_hit(t, piece, at, k, after))
                || self.group_hit(t, us, k, self.royals(!us), occupied, alive)
                || (t.has_interpreted_pieces(us) && self.interpreted_hit(t, k, after))
        })
    }

    /// Whether a move gives check if and only if it leaves an enemy royal attacked.
    #[inline]
    fn is_checked_as_usual(&self, t: &Tables<N>, mv: Move) -> bool {
        let royals = self.royals(!self.side);
        !t.traits.unusual_royals()
            || self.royals_are_usual(t, royals.several()) && !self.victims(mv).any(|sq| royals.has(sq))
    }

    /// Whether a piece of this type that has arrived on `from` attacks `target`.
    fn would_hit(&self, t: &Tables<N>, piece: Piece, from: Square, target: Square, after: After<N>) -> bool {
        t.groups_of(piece).any(|group| {
            let may = !group.initial && t.set(group.reach, target).has(from);
            may && self.strikes(t, group, from, target, after.occupied)
            // In this position the piece is still elsewhere, so its square is passed on.
        }) || t.needs_interpreter(piece) && self.interpreted_hits(t, piece, from, target, after)
    }

    /// The squares among `targets` on which dropping a piece might give check.
    pub(super) fn checking_drops(&self, t: &Tables<N>, piece: Piece, targets: Squares<N>) -> Squares<N> {
        let us = piece.color();
        if t.traits.drops_uncover || t.needs_interpreter(piece) {
            return targets;
        }
        let reaches = t.groups_of(piece).map(|group| group.reach);
        let checks: Squares<N> =
            reaches.flat_map(|reach| self.royals(!us).iter().map(move |k| t.set(reach, k))).collect();
        checks & targets
    }
}
