//! Why a single pseudo-legal move is illegal, if it is.

use super::move_error::MoveError;
use crate::board::{Piece, Square, Squares};
use crate::position::{Move, MoveKind, Position};
use crate::tables::Tables;
use crate::variant::{
    Ban, BanCondition, CounterstrikeUnless, GivingCheck, KindSet, PromotionBan, Restriction, Restrictions,
};

/// Tests the moves of one position.
pub(super) struct LegalityTester<'a, const N: usize> {
    /// The position, in which moves are played and undone.
    pub pos: &'a mut Position<N>,
    pub t: &'a Tables<N>,
    pub scope: Restrictions,
}

impl<const N: usize> LegalityTester<'_, N> {
    /// Whether a generated move is legal.
    #[inline]
    pub fn is_legal(&mut self, mv: Move) -> bool {
        self.violation(mv).is_none()
    }

    /// The first rule that forbids a generated move. Rules that need not play the move
    /// are tested first: a promotion that is not in stock cannot be played.
    pub fn violation(&mut self, mv: Move) -> Option<MoveError> {
        if !self.in_stock(mv) {
            Some(MoveError::NotInStock)
        } else if !self.within_promotion_limit(mv) {
            Some(MoveError::PromotionLimit)
        } else if !self.may_promote(mv) {
            Some(MoveError::PromotionForbidden)
        } else if !self.respects_capture_only(mv) {
            Some(MoveError::OnlyByCapture)
        } else if !self.allows_gating(mv) || !self.royals_stay_safe(mv) {
            Some(MoveError::LeavesKingAttacked)
        } else if !self.pos.passes_safely(self.t, mv) {
            Some(MoveError::PassesAttack)
        } else if self.is_banned(mv) || self.is_barred_counterstrike(mv) {
            Some(MoveError::CaptureForbidden)
        } else {
            self.violation_after(mv)
        }
    }

    /// Whether a piece may enter behind this move. Its entry can neither parry a check
    /// nor take a square that effects have given to others.
    fn allows_gating(&mut self, mv: Move) -> bool {
        let Some((_, at)) = mv.gated() else { return true };
        let alone = mv.without_gating();
        (!self.scope.has(Restriction::UnusualSafety) || self.royals_stay_safe(alone))
            && (!self.t.traits.effects || self.after(alone, |after| !after.blocked().has(at)))
    }

    /// Whether the piece for a promotion is in hand, if it must be.
    fn in_stock(&self, mv: Move) -> bool {
        let Some(kind) = mv.promoted() else { return true };
        let mover = self.pos.mover(mv).kind();
        !self.t.traits.from_stock.has(mover) || self.pos.hand(self.pos.side, kind) > 0
    }

    fn within_promotion_limit(&self, mv: Move) -> bool {
        let Some(kind) = mv.promoted() else { return true };
        let limit = self.t.variant().rules.promotion_limits.iter().find(|(kinds, _)| kinds.has(kind));
        limit.is_none_or(|&(kinds, most)| {
            let standing = kinds.iter().map(|kind| self.pos.pieces(Piece::new(kind, self.pos.side)).count());
            standing.sum::<u32>() < u32::from(most)
        })
    }

    /// Whether some rule that allows the promotion allows it by this move.
    fn may_promote(&mut self, mv: Move) -> bool {
        let Some(kind) = mv.promoted() else { return true };
        if self.t.variant().rules.promotions.iter().all(|rule| rule.forbid.is_empty()) {
            return true;
        }
        let (t, mover, captures) = (self.t, self.pos.mover(mv), self.pos.victims(mv).next().is_some());
        let places = || t.mover(mover).promotions.iter().filter(|place| place.choices.contains(&kind));
        let alone = |kinds: KindSet| self.pos.is_alone(kinds, mover.color());
        let in_place = places().flat_map(|place| place.offers(mv.from(), alone)).map(|offer| offer.forbid);
        let by_moves = places().flat_map(|place| place.forbidden(mv.from(), mv.to(), captures));
        let rules: Vec<&[PromotionBan]> = in_place.chain(by_moves).collect();
        rules.into_iter().any(|forbid| !forbid.iter().any(|ban| self.is_forbidden(*ban, mv)))
    }

    fn is_forbidden(&mut self, ban: PromotionBan, mv: Move) -> bool {
        let (t, us) = (self.t, self.pos.side);
        let attackers = |pos: &Position<N>, sq: Square| pos.attackers(t, us, sq, pos.blocked());
        match ban {
            PromotionBan::EnPassant => mv.kind() == MoveKind::EnPassant,
            PromotionBan::Attack => {
                self.after(mv, |after| after.color(!us).iter().any(|sq| attackers(after, sq).has(mv.to())))
            }
            PromotionBan::UncoveredCheck => {
                let checks = |pos: &Position<N>| -> Vec<(Square, Squares<N>)> {
                    pos.royals(!us).iter().map(|royal| (royal, attackers(pos, royal))).collect()
                };
                let before = checks(self.pos);
                let known = |royal: Square| {
                    before.iter().filter(|(sq, _)| *sq == royal).map(|(_, by)| *by).collect::<Squares<N>>()
                };
                let after = self.after(mv, checks);
                after.into_iter().any(|(royal, by)| (by & !known(royal)).without(mv.to()).any())
            }
        }
    }

    /// Whether no piece comes without a capture to a square that it may enter only by capturing.
    fn respects_capture_only(&self, mv: Move) -> bool {
        if !self.scope.has(Restriction::CaptureOnlySquares) {
            return true;
        }
        let (pos, variant) = (&*self.pos, self.t.variant());
        let closed = |piece: Piece, to: Square| variant.kind(piece.kind()).capture_only[pos.side].has(to);
        let beside = mv.partner().map(|[from, to]| (pos.board[from], to));
        let behind = mv.gated().map(|(kind, at)| (Piece::new(kind, pos.side), at));
        // Castling may end on the origin.
        let enters = mv.is_drop() || mv.from() != mv.to();
        !(enters && closed(pos.mover(mv), mv.to()) && self.pos.victims(mv).next().is_none()
            || [beside, behind].into_iter().flatten().any(|(piece, at)| closed(piece, at)))
    }

    fn is_banned(&mut self, mv: Move) -> bool {
        let rules = &self.t.variant().rules;
        let (bans, anti) = (&rules.captures.bans, rules.royalty.anti);
        if bans.is_empty() && anti.is_empty() || mv.is_drop() {
            return false;
        }
        if !anti.is_empty() && self.pos.victims(mv).any(|sq| anti.has(self.pos.board[sq].kind())) {
            return true;
        }
        let captor = self.pos.board[mv.from()].kind();
        let mut concerned = bans.iter().filter(|ban| ban.by.has(captor)).peekable();
        if concerned.peek().is_none() {
            return false;
        }
        let victims: Vec<Square> = self.pos.victims(mv).collect();
        concerned.any(|ban| self.bans(ban, mv, &victims))
    }

    fn bans(&mut self, ban: &Ban, mv: Move, victims: &[Square]) -> bool {
        victims.iter().any(|&sq| self.pos.bars(self.t, ban, mv.from(), sq, victims))
            && (ban.condition == BanCondition::Always || self.is_recapturable(mv, ban.recapture_exclude))
    }

    /// Whether the enemy could pseudo-legally capture the piece on its destination,
    /// with a piece that is not of these kinds.
    fn is_recapturable(&mut self, mv: Move, exclude: KindSet) -> bool {
        let (t, us) = (self.t, self.pos.side);
        self.after(mv, |after| after.color(us).has(mv.to()) && after.may_be_taken(t, mv.to(), exclude))
    }

    /// Whether a move captures a piece that may not be captured now.
    fn is_barred_counterstrike(&mut self, mv: Move) -> bool {
        let Some(rule) = self.t.variant().rules.captures.counterstrike.filter(|_| self.pos.now.counterstrike_barred)
        else {
            return false;
        };
        let strikes = self.pos.victims(mv).any(|sq| rule.kinds.has(self.pos.board[sq].kind()));
        strikes && (rule.unless == CounterstrikeUnless::Never || self.is_recapturable(mv, KindSet::EMPTY))
    }

    /// The rule that forbids the position after the move, apart from its royals' safety.
    fn violation_after(&mut self, mv: Move) -> Option<MoveError> {
        let t = self.t;
        let may_not_check = t.variant().rules.royalty.giving_check == GivingCheck::Forbidden;
        let repeats = self.scope.has(Restriction::Repetitions) && self.pos.may_bring_back(t, mv);
        let faces =
            self.scope.has(Restriction::Apart) || self.scope.has(Restriction::Faced) && mv.kind() != MoveKind::Pass;
        if !may_not_check && !repeats && !faces {
            return None;
        }
        self.after(mv, |after| {
            if repeats && after.has_repeated(t) {
                Some(MoveError::Repetition)
            } else if may_not_check && after.in_check(t) {
                Some(MoveError::GivesCheck)
            } else {
                (faces && after.royals_face(t)).then_some(MoveError::KingsFace)
            }
        })
    }

    /// Whether the royals are still there and safe after a move.
    pub fn royals_stay_safe(&mut self, mv: Move) -> bool {
        let (us, t) = (self.pos.side, self.t);
        if self.scope.has(Restriction::UnusualSafety) {
            let before = self.pos.royals_before(t);
            // A pass that leaves royals facing each other ends the game, whether there is a check or not.
            let ends = self.scope.has(Restriction::Faced) && mv.kind() == MoveKind::Pass;
            return ends
                || self.pos.castles_safely(self.t, mv) && self.after(mv, |after| after.royals_survive(t, us, &before));
        }
        // The generator has tested this, except for pieces that enter and become hurdles.
        mv.gated().is_none()
            || !t.traits.drops_uncover
            || self.after(mv, |after| after.safe(t, us, after.royals(us), after.blocked(), after.color(!us)))
    }

    /// What exactly is wrong with a move that does not leave royals and anti-royals safe, for a message.
    pub fn royal_fault(&mut self, mv: Move) -> MoveError {
        let (us, t) = (self.pos.side, self.t);
        let before = self.pos.royals_before(t);
        // A piece that may not enter has no place.
        if !self.allows_gating(mv) {
            MoveError::LeavesKingAttacked
        } else if self.after(mv, |after| after.loses_royals(t, us, &before)) {
            MoveError::LosesKing
        } else if self.after(mv, |after| (after.endangered(t, us) & after.anti_royals(t, us)).any()) {
            MoveError::LeavesAntiKingUnattacked
        } else {
            MoveError::LeavesKingAttacked
        }
    }

    /// Looks at the position after a move.
    fn after<T>(&mut self, mv: Move, look: impl FnOnce(&Position<N>) -> T) -> T {
        self.pos.play(self.t, mv);
        let seen = look(self.pos);
        self.pos.undo(self.t);
        seen
    }
}
