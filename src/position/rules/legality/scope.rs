//! Which pseudo-legal moves of a position a rule may still forbid.

use crate::board::Squares;
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::{Facing, Forbids, LeavingCheck, RoyalMode};

/// Which pseudo-legal moves of a position may be illegal.
#[derive(Clone, Copy, Debug, Default)]
pub struct LegalityScope {
    pub(super) all: bool,
    pub(super) captures: bool,
    pub(super) quiets: bool,
    pub(super) promotions: bool,
    /// Those of royals.
    pub(super) royals: bool,
    /// Whether pieces enter behind others.
    pub(super) gatings: bool,
    /// Whether royals are safe by other rules than the usual ones.
    pub(super) unusual_safety: bool,
    /// Whether a repetition could be illegal.
    pub(super) repetitions: bool,
    /// Whether royals that face each other must not do so any more.
    pub(super) faced: bool,
    /// Whether royals may not face each other though nobody is in check by that.
    pub(super) apart: bool,
}

impl LegalityScope {
    /// Whether any of them may be illegal.
    #[inline]
    pub fn any(self) -> bool {
        self.all || self.captures || self.quiets || self.promotions || self.royals || self.gatings
    }

    /// Whether a pseudo-legal move may be illegal.
    pub(super) fn covers<const N: usize>(self, pos: &Position<N>, t: &Tables<N>, mv: Move) -> bool {
        self.all
            || self.gatings && mv.gated().is_some()
            || self.promotions && mv.is_promotion()
            || if pos.captured(mv).is_none() { self.quiets } else { self.captures }
            || self.royals && !mv.is_drop() && t.is_royal(pos.board[mv.from()].kind())
    }
}

impl<const N: usize> Position<N> {
    /// Which pseudo-legal moves are still to be tested: none where it depends on
    /// what else is legal, as with forced captures.
    #[inline]
    pub fn legality_scope(&self, t: &Tables<N>) -> LegalityScope {
        let lists_legal = !t.traits().extra_legality || t.variant().rules.weighs_all_moves();
        if lists_legal { LegalityScope::default() } else { self.full_scope(t) }
    }

    /// Which moves rules beyond the usual safety of royals may forbid. What is asked for here beside
    /// [`Traits::forbids`](crate::tables::Traits::forbids) must be in
    /// [`Traits::extra_legality`](crate::tables::Traits::extra_legality), or the search never asks.
    pub(super) fn full_scope(&self, t: &Tables<N>) -> LegalityScope {
        let (traits, rules) = (t.traits(), &t.variant().rules);
        let (unusual_safety, faced) = (!self.usual_safety(t), self.is_faced(t));
        // All that they forbid narrows down here to what the position lets them.
        let Forbids { all, captures, counterstrikes, repetitions, promotions, royals, untested: _ } = traits.forbids;
        let repetitions = repetitions
            && !self.may_repeat
            // After two passes, or a swap that is swapped back, the position is the same again.
            && !self.history.is_empty();
        let scope = LegalityScope {
            all: all || unusual_safety || faced,
            captures: captures
                || counterstrikes && self.now.counterstrike_barred
                || repetitions && traits.pieces_come_back,
            quiets: traits.capture_only_squares || repetitions,
            promotions,
            royals,
            gatings: self.gates(t).any(),
            unusual_safety,
            repetitions,
            faced,
            apart: rules.royalty.leaving_check == LeavingCheck::Ignored
                && rules.royalty.facing != Facing::None
                && !rules.faces(),
        };
        debug_assert!(traits.extra_legality || !scope.any());
        scope
    }

    /// The squares which pieces of the side to move leave to others that enter.
    pub(super) fn gates(&self, t: &Tables<N>) -> Squares<N> {
        let may = t.traits().gating && !self.hand_is_empty(self.side);
        if may { self.now.unmoved & t.first_rank(self.side) } else { Squares::EMPTY }
    }

    /// Whether the side to move has royals that are safe if none of them is hit.
    fn usual_safety(&self, t: &Tables<N>) -> bool {
        // A piece that becomes royal changes what must be safe.
        let many = || self.royals(self.side).several() || self.may_promote_to_royal(t);
        !t.traits().unusual_royals || self.royals_are_usual(t, many())
    }

    /// Whether royals, of which there may be `many`, are safe if and only if none of them is hit.
    pub(in crate::position) fn royals_are_usual(&self, t: &Tables<N>, many: bool) -> bool {
        let rules = &t.variant().rules;
        !t.traits().effects
            && !t.traits().royal_bans
            && !t.traits().refits_hurdles
            && !t.traits().walls
            && rules.royalty.leaving_check == LeavingCheck::Forbidden
            && (!many || rules.royalty.mode == RoyalMode::Each)
    }

    /// Whether any move might promote a piece to a royal one.
    fn may_promote_to_royal(&self, t: &Tables<N>) -> bool {
        t.crownings(self.side).iter().any(|&(piece, from)| (self.pieces(piece) & from).any())
    }
}
