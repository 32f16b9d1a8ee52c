//! Which results XBoard believes.
//!
//! In a match of two engines XBoard may forfeit one that claims what XBoard
//! cannot see for itself. A loss is always believed.

use super::{announce, xboard};
use crate::board::Color;
use crate::position::{GameResult, Outcome, Reason};
use crate::variant::Variant;

/// XBoard counts so many plies without progress as everywhere in chess.
const USUAL_MOVE_RULE: u16 = 100;

/// Whether XBoard believes a result that a side announces in a variant.
pub(super) fn believed(variant: &Variant, outcome: Outcome, announcer: Color) -> bool {
    let won = matches!(outcome.result, GameResult::Win(_));
    // XBoard takes wins on trust where pieces are held.
    let hands = variant.rules.hands;
    if outcome.result == GameResult::Win(!announcer) || won && hands.any() && !hands.own_losses {
        return true;
    }
    let standard = !xboard::asks_engine(&variant.name);
    let name = if standard { &variant.name } else { variant.cecp.parent.as_deref().unwrap_or_default() };
    match outcome.reason {
        Reason::Checkmate | Reason::Stalemate | Reason::InsufficientMaterial if standard => {
            !xboard::overlooks(name, outcome.reason)
        }
        Reason::Checkmate | Reason::Stalemate => {
            announce::sees_every_check(variant) && won == (outcome.reason == Reason::Checkmate)
        }
        Reason::InsufficientMaterial => false,
        Reason::Repetition => !won,
        Reason::MoveRule => variant.rules.move_rule.plies == USUAL_MOVE_RULE,
        Reason::Extinction
        | Reason::Checks
        | Reason::BareKing
        | Reason::PerpetualCheck
        | Reason::PerpetualChase
        | Reason::Counting
        | Reason::Goal
        | Reason::Impasse => won && xboard::sees(name, outcome.reason),
    }
}

/// Whether a side has won by a rule other than mate, which few referees know.
pub(super) fn is_win_by_rule(outcome: Outcome, announcer: Color) -> bool {
    outcome.result == GameResult::Win(announcer) && outcome.reason != Reason::Checkmate
}
