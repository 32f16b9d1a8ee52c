//! Promotions.

use super::Truth;
use alfil::internals::board::{Piece, PieceKind, Square};
use alfil::internals::variant::{Mandatory, Promotion, PromotionBan, PromotionChoice, PromotionTo, Trigger};
use alfil::internals::xbetza::run::{InterpretedKind, InterpretedMove, SquareList};
use std::ops::ControlFlow;

/// One way to end a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// The piece to promote to.
    pub kind: PieceKind,
    /// Whether that leaves the hand.
    pub stock: bool,
}

impl Truth<'_> {
    /// The promotion choices of the piece on a square with a move, `None` for no promotion; and whether a limit
    /// excluded a choice.
    pub(super) fn promotions(self, from: Square, outcome: &InterpretedMove) -> (Vec<Option<Choice>>, bool) {
        let Some(piece) = self.at(from).filter(|_| outcome.kind != InterpretedKind::Pass) else {
            return (vec![None], false);
        };
        let mut choices = Vec::new();
        let (mut must, mut limited) = (false, false);
        let listed = |rule: &&Promotion| rule.kinds.has(piece.kind());
        for rule in self.rules().promotions.iter().filter(listed) {
            if !applies(rule, piece, from, outcome.to, !outcome.victims.is_empty()) {
                continue;
            }
            must |= self.is_forced(rule, piece, outcome.to);
            for choice in self.results(piece, &rule.to) {
                let turned = Piece::new(choice.kind, piece.color());
                let stuck = rule.choice == PromotionChoice::Movable && self.stuck(turned, outcome.to);
                // Even if an effect removes it at once.
                if stuck || !self.may_stand(turned, outcome.to) {
                    continue;
                }
                let allowed = self.within_limit(turned);
                limited |= !allowed;
                let forbidden = rule.forbid.iter().any(|ban| self.is_forbidden(*ban, from, outcome, choice));
                if allowed && !forbidden && !choices.contains(&Some(choice)) {
                    choices.push(Some(choice));
                }
            }
        }
        if !must {
            choices.push(None);
        }
        (choices, limited)
    }

    /// Whether a rule requires a piece that ends its move on a square to promote, if the rule applies.
    fn is_forced(self, rule: &Promotion, piece: Piece, to: Square) -> bool {
        match rule.mandatory {
            Mandatory::Always => true,
            Mandatory::Never => false,
            Mandatory::Immobile => self.stuck(piece, to),
            Mandatory::LastRank => {
                let rank = |sq: Square| self.variant().board.rank_of(piece.color(), sq);
                rule.zone[piece.color()].iter().map(rank).max() == Some(rank(to))
            }
        }
    }

    /// Whether a piece would have to promote by a move from any square to any other.
    pub fn always_promotes(self, piece: Piece) -> bool {
        let rules: Vec<_> = self.rules().promotions.iter().filter(|rule| rule.kinds.has(piece.kind())).collect();
        let squares: Vec<Square> = self.variant().board.all().filter(|sq| !self.variant().holes.has(*sq)).collect();
        let forced = |from: Square, to: Square| {
            rules.iter().any(|rule| applies(rule, piece, from, to, false) && self.is_forced(rule, piece, to))
        };
        !rules.iter().any(|rule| rule.trigger.is_in_place())
            && squares.iter().all(|&from| squares.iter().all(|&to| forced(from, to)))
    }

    /// The promotion choices of the piece on a square instead of a move: its destination, and the new piece.
    pub(super) fn promotions_in_place(self, from: Square) -> (Vec<(Square, Choice)>, bool) {
        let (mut found, mut limited) = (Vec::new(), false);
        let Some(piece) = self.at(from) else { return (found, limited) };
        for rule in self.rules().promotions.iter().filter(|rule| rule.kinds.has(piece.kind())) {
            let like = |sq: &Square| self.at(*sq).is_some_and(|other| rule.kinds.has(other.kind()));
            let alone = self.pieces(piece.color()).iter().filter(|sq| like(sq)).count() == 1;
            let zone = if alone { rule.lone_zone } else { rule.zone };
            if !rule.trigger.is_in_place() || !zone[piece.color()].has(from) {
                continue;
            }
            for choice in self.results(piece, &rule.to) {
                let turned = Piece::new(choice.kind, piece.color());
                if !self.within_limit(turned) {
                    limited = true;
                    continue;
                }
                let steps = self.quiet_steps(from, turned);
                for to in [from].into_iter().chain(steps) {
                    let forbidden = rule.forbid.iter().any(|ban| self.is_forbidden(*ban, from, &quiet(to), choice));
                    let stuck = rule.choice == PromotionChoice::Movable && self.stuck(turned, to);
                    if !forbidden && !stuck && self.may_stand(turned, to) && !found.contains(&(to, choice)) {
                        found.push((to, choice));
                    }
                }
            }
        }
        (found, limited)
    }

    /// The squares that a piece on a square, which has moved before, could reach without a capture.
    pub(super) fn quiet_steps(self, from: Square, piece: Piece) -> Vec<Square> {
        let mut setup = self.setup.clone();
        setup.board[from.index()] = piece;
        setup.unmoved.remove(from);
        setup.once = Default::default();
        let mut found = Vec::new();
        let _ = self.after(&setup).outcomes(from, &mut |outcome| {
            let quiet = outcome.kind == InterpretedKind::Move && outcome.victims.is_empty() && outcome.to != from;
            found.extend(Some(outcome.to).filter(|_| quiet));
            ControlFlow::<()>::Continue(())
        });
        found
    }

    /// Whether a move of this kind may not promote.
    fn is_forbidden(self, ban: PromotionBan, from: Square, outcome: &InterpretedMove, choice: Choice) -> bool {
        let us = self.setup.side;
        let after = || self.moved(from, outcome, Some(choice)).after;
        match ban {
            PromotionBan::Attack => {
                let after = after();
                let then = self.after(&after);
                then.pieces(us).contains(&outcome.to) && then.pieces(!us).iter().any(|&sq| then.attacks(outcome.to, sq))
            }
            PromotionBan::UncoveredCheck => {
                let after = after();
                let then = self.after(&after);
                let others = then.pieces(us).into_iter().filter(|&sq| sq != outcome.to);
                let before = |by: Square, royal: Square| {
                    self.royals(!us).contains(&royal) && self.pieces(us).contains(&by) && self.attacks(by, royal)
                };
                let opens = |by: Square, royal: Square| then.attacks(by, royal) && !before(by, royal);
                others.into_iter().any(|by| then.royals(!us).into_iter().any(|royal| opens(by, royal)))
            }
            PromotionBan::EnPassant => {
                let passed = self.setup.en_passant_victim.filter(|_| self.setup.en_passant.has(outcome.to));
                passed.is_some_and(|victim| outcome.victims.contains(&victim))
            }
        }
    }

    /// The choices of a rule for a piece.
    fn results(self, piece: Piece, to: &PromotionTo) -> Vec<Choice> {
        let board = |kind| Choice { kind, stock: false };
        match to {
            PromotionTo::Kinds(kinds) => kinds.iter().copied().map(board).collect(),
            PromotionTo::Form => self.variant().kind(piece.kind()).form.into_iter().map(board).collect(),
            PromotionTo::Stock => {
                let held = |kind: &PieceKind| self.setup.hands[piece.color()][kind.index()] > 0;
                let kinds = self.variant().kinds().map(|(kind, _)| kind).filter(held);
                kinds.filter(|&kind| self.variant().is_stock(kind)).map(|kind| Choice { kind, stock: true }).collect()
            }
        }
    }

    /// Whether there may be one more of a piece by promotion.
    fn within_limit(self, piece: Piece) -> bool {
        // A piece that goes to a hand in its original form counts in its current one.
        let id = |piece: Piece| self.variant().kind(piece.kind()).id.trim_end_matches('~');
        let like = |other: &&Piece| !other.is_none() && other.color() == piece.color() && id(**other) == id(piece);
        let standing = self.setup.board.iter().filter(like).count();
        let mut limits = self.rules().promotion_limits.iter().filter(|(kinds, _)| kinds.has(piece.kind()));
        limits.all(|(_, most)| standing < usize::from(*most))
    }
}

/// Whether a piece may promote by a rule with a move.
fn applies(rule: &Promotion, piece: Piece, from: Square, to: Square, captures: bool) -> bool {
    let [before, after] = [from, to].map(|sq| rule.zone[piece.color()].has(sq));
    match rule.trigger {
        Trigger::Enter => after && !before,
        Trigger::EnterOrWithin => after,
        Trigger::Touch => before || after,
        Trigger::EnterOrCapture if captures => before || after,
        Trigger::EnterOrCapture => after && !before,
        Trigger::Capture => after && captures,
        Trigger::InPlace => false,
    }
}

/// A move that only ends somewhere.
pub(super) fn quiet(to: Square) -> InterpretedMove {
    InterpretedMove {
        to,
        kind: InterpretedKind::Move,
        victims: SquareList::default(),
        relays: SquareList::default(),
        partner: None,
        unload: None,
        marks_en_passant: false,
    }
}
