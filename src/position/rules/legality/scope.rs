//! The pseudo-legal moves of a position that a rule may still forbid.

use crate::board::Squares;
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::Restriction::{self, *};
use crate::variant::{LeavingCheck, Restrictions, RoyalMode};

/// The pseudo-legal moves of a position that may be illegal, and why.
#[derive(Clone, Copy, Debug, Default)]
pub struct LegalityScope(Restrictions);

impl LegalityScope {
    /// The same, with the safety of royals tested by whatever rule applies.
    pub(super) fn with_safety(self) -> Self {
        Self(self.0.with(Restriction::UnusualSafety))
    }

    /// Whether any of them may be illegal.
    #[inline]
    pub fn any(self) -> bool {
        self.0.any()
    }

    #[inline]
    pub(super) fn has(self, restriction: Restriction) -> bool {
        self.0.has(restriction)
    }

    /// Whether royals are safe by other rules than the usual ones.
    #[inline]
    pub(super) fn unusual_safety(self) -> bool {
        self.has(Restriction::UnusualSafety)
    }

    /// Whether every move may be illegal.
    #[inline]
    pub(super) fn all(self) -> bool {
        self.0.any_of(const { Restrictions::of(&[UnusualSafety, Faced, GivingCheck]) })
    }

    #[inline]
    pub(super) fn captures(self) -> bool {
        self.0.any_of(const { Restrictions::of(&[Captures, Counterstrikes, RepeatingCaptures]) })
    }

    #[inline]
    pub(super) fn quiets(self) -> bool {
        self.0.any_of(const { Restrictions::of(&[CaptureOnlySquares, Repetitions]) })
    }

    /// Whether a pseudo-legal move may be illegal.
    pub(super) fn covers<const N: usize>(self, pos: &Position<N>, t: &Tables<N>, mv: Move) -> bool {
        self.all()
            || self.has(Gating) && mv.gated().is_some()
            || self.has(Promotions) && mv.is_promotion()
            || if pos.captured(mv).is_none() { self.quiets() } else { self.captures() }
            || self.has(Royals) && !mv.is_drop() && t.is_royal(pos.board[mv.from()].kind())
    }
}

impl<const N: usize> Position<N> {
    /// The pseudo-legal moves still to be tested: none if legality depends on the
    /// other moves, as with forced captures, since then only legal moves are listed.
    #[inline]
    pub fn legality_scope(&self, t: &Tables<N>) -> LegalityScope {
        let lists_legal = !t.traits().extra_legality || t.variant().rules.weighs_all_moves();
        if lists_legal { LegalityScope::default() } else { self.full_scope(t) }
    }

    /// The moves that rules beyond the usual safety of royals may forbid: the restrictions of the game, narrowed down
    /// by this position.
    pub(super) fn full_scope(&self, t: &Tables<N>) -> LegalityScope {
        LegalityScope(t.traits().restrictions.only(|restriction| match restriction {
            UnusualSafety => !self.usual_safety(t),
            Faced => self.is_faced(t),
            Counterstrikes => self.now.counterstrike_barred,
            // After two passes, or a swap that is swapped back, the position is the same again.
            Repetitions | RepeatingCaptures => !self.without_draws && !self.history.is_empty(),
            Gating => self.gates(t).any(),
            Apart | GivingCheck | Captures | CaptureOnlySquares | Promotions | Royals | Untested => true,
        }))
    }

    /// The squares on which the side to move may gate pieces.
    pub(super) fn gates(&self, t: &Tables<N>) -> Squares<N> {
        let may = t.traits().gating && !self.hand_is_empty(self.side);
        if may { self.now.unmoved & t.first_rank(self.side) } else { Squares::EMPTY }
    }

    /// Whether the royals of the side to move are safe if and only if none of them is attacked.
    fn usual_safety(&self, t: &Tables<N>) -> bool {
        // A piece that becomes royal changes what must be safe.
        self.royals_are_usual(t, self.royals(self.side).several() || self.may_promote_to_royal(t))
    }

    /// Whether royals, of which there may be `many`, are safe if and only if none of them is attacked.
    pub(in crate::position) fn royals_are_usual(&self, t: &Tables<N>, many: bool) -> bool {
        let rules = &t.variant().rules;
        !t.traits().effects
            && !t.traits().influences
            && !t.traits().royal_bans
            && !t.traits().refits_hurdles
            && !t.traits().walls
            && rules.royalty.leaving_check == LeavingCheck::Forbidden
            && rules.royalty.anti.is_empty()
            && (!many || rules.royalty.mode == RoyalMode::Each)
    }

    /// Whether any move might promote a piece to a royal one.
    fn may_promote_to_royal(&self, t: &Tables<N>) -> bool {
        t.crownings(self.side).iter().any(|&(piece, from)| (self.pieces(piece) & from).any())
    }
}
