//! What pieces may become.

use super::Truth;
use alfil::internals::board::{Piece, PieceKind, Square};
use alfil::internals::variant::{Mandatory, Promotion, PromotionBan, PromotionChoice, PromotionTo, Trigger};
use alfil::internals::xbetza::run::{Outcome, OutcomeKind};

/// One way to end a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// What the piece becomes.
    pub kind: PieceKind,
    /// Whether that leaves the hand.
    pub stock: bool,
}

impl Truth<'_> {
    /// What the piece on a square may become by a move, `None` to stay as it
    /// is; and whether a limit took a choice away.
    pub(super) fn promotions(self, from: Square, outcome: &Outcome) -> (Vec<Option<Choice>>, bool) {
        let Some(piece) = self.at(from).filter(|_| outcome.kind != OutcomeKind::Pass) else {
            return (vec![None], false);
        };
        let mut choices = Vec::new();
        let (mut must, mut limited) = (false, false);
        let listed = |rule: &&Promotion| rule.kinds.has(piece.kind());
        for rule in self.rules().promotions.iter().filter(listed) {
            let [before, after] = [from, outcome.to].map(|sq| rule.zone[piece.color()].has(sq));
            let applies = match rule.trigger {
                Trigger::Enter => after && !before,
                Trigger::EnterOrWithin => after,
                Trigger::Touch => before || after,
                Trigger::EnterOrCapture if outcome.victims.is_empty() => after && !before,
                Trigger::EnterOrCapture => before || after,
                Trigger::Capture => after && !outcome.victims.is_empty(),
            };
            if !applies {
                continue;
            }
            must |= match rule.mandatory {
                Mandatory::Always => true,
                Mandatory::Never => false,
                Mandatory::Immobile => self.stuck(piece, outcome.to),
                Mandatory::LastRank => {
                    let rank = |sq: Square| self.variant().board.rank_of(piece.color(), sq);
                    rule.zone[piece.color()].iter().map(rank).max() == Some(rank(outcome.to))
                }
            };
            let stuck = |choice: &Choice| self.stuck(Piece::new(choice.kind, piece.color()), outcome.to);
            for choice in self
                .results(piece, &rule.to)
                .into_iter()
                .filter(|choice| !(rule.choice == PromotionChoice::Movable && stuck(choice)))
            {
                let allowed = self.within_limit(Piece::new(choice.kind, piece.color()));
                limited |= !allowed;
                let forbidden = rule.forbid.iter().any(|ban| self.is_forbidden(*ban, outcome));
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

    /// Whether a move may not promote, being what it is.
    fn is_forbidden(self, ban: PromotionBan, outcome: &Outcome) -> bool {
        match ban {
            PromotionBan::EnPassant => {
                let passed = self.setup.en_passant_victim.filter(|_| self.setup.en_passant.has(outcome.to));
                passed.is_some_and(|victim| outcome.victims.contains(&victim))
            }
        }
    }

    /// What a rule lets a piece become.
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
        // A piece that goes to a hand as what it was counts as what it is.
        let id = |piece: Piece| self.variant().kind(piece.kind()).id.trim_end_matches('~');
        let like = |other: &&Piece| !other.is_none() && other.color() == piece.color() && id(**other) == id(piece);
        let standing = self.setup.board.iter().filter(like).count();
        let mut limits = self.rules().promotion_limits.iter().filter(|(kinds, _)| kinds.has(piece.kind()));
        limits.all(|(_, most)| standing < usize::from(*most))
    }
}
