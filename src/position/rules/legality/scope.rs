//! The restrictions by which pseudo-legal moves of a position may still be illegal.

use crate::board::Squares;
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::{LeavingCheck, Restriction, Restrictions, RoyalMode};

impl<const N: usize> Position<N> {
    /// The restrictions for which pseudo-legal moves are still to be tested: none if legality depends on the
    /// other moves, as with forced captures, since then only legal moves are listed.
    #[inline]
    pub fn legality_scope(&self, t: &Tables<N>) -> Restrictions {
        let lists_legal = !t.traits.extra_legality || t.variant().rules.weighs_all_moves();
        if lists_legal { Restrictions::default() } else { self.full_scope(t) }
    }

    /// The restrictions of the game beyond the usual safety of royals, without those that forbid nothing in this
    /// position.
    pub(super) fn full_scope(&self, t: &Tables<N>) -> Restrictions {
        // After two passes, or a swap that is swapped back, the position is the same again.
        let nothing_repeats = || self.without_draws || self.history.is_empty();
        t.traits
            .restrictions
            .without_if(Restriction::UnusualSafety, || self.usual_safety(t))
            .without_if(Restriction::Faced, || !self.is_faced(t))
            .without_if(Restriction::Counterstrikes, || !self.now.counterstrike_barred)
            .without_if(Restriction::Repetitions, nothing_repeats)
            .without_if(Restriction::RepeatingCaptures, nothing_repeats)
            .without_if(Restriction::Gating, || self.gates(t).is_empty())
    }

    /// Whether a pseudo-legal move may be illegal by these restrictions.
    pub(super) fn may_be_illegal(&self, t: &Tables<N>, scope: Restrictions, mv: Move) -> bool {
        scope.on_all_moves()
            || scope.has(Restriction::Gating) && mv.gated().is_some()
            || scope.has(Restriction::Promotions) && mv.is_promotion()
            || if self.captured(mv).is_none() { scope.on_quiets() } else { scope.on_captures() }
            || scope.has(Restriction::Royals) && !mv.is_drop() && t.is_royal(self.board[mv.from()].kind())
    }

    /// The squares on which the side to move may gate pieces.
    pub(super) fn gates(&self, t: &Tables<N>) -> Squares<N> {
        let may = t.traits.restrictions.has(Restriction::Gating) && !self.hand_is_empty(self.side);
        if may { self.now.unmoved & t.first_ranks[self.side] } else { Squares::EMPTY }
    }

    /// Whether the royals of the side to move are safe if and only if none of them is attacked.
    fn usual_safety(&self, t: &Tables<N>) -> bool {
        // A piece that becomes royal changes what must be safe.
        self.royals_are_usual(t, self.royals(self.side).several() || self.may_promote_to_royal(t))
    }

    /// Whether royals, of which there may be `many`, are safe if and only if none of them is attacked.
    pub(in crate::position) fn royals_are_usual(&self, t: &Tables<N>, many: bool) -> bool {
        let rules = &t.variant().rules;
        !t.traits.effects
            && !t.traits.influences
            && !t.traits.royal_bans
            && !t.traits.refits_hurdles
            && !t.traits.walls
            && rules.royalty.leaving_check == LeavingCheck::Forbidden
            && rules.royalty.anti.is_empty()
            && (!many || rules.royalty.mode == RoyalMode::Each)
    }

    /// Whether any move might promote a piece to a royal one.
    fn may_promote_to_royal(&self, t: &Tables<N>) -> bool {
        t.crownings(self.side).iter().any(|&(piece, from)| (self.pieces(piece) & from).any())
    }
}
