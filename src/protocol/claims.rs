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
    if outcome.result == GameResult::Win(!announcer) || !xboard::asks_engine(&variant.name) {
        return true;
    }
    // XBoard takes wins on trust where pieces are held.
    let won = matches!(outcome.result, GameResult::Win(_));
    let hands = variant.rules.hands;
    let trusted = won && hands.any() && !hands.own_losses;
    trusted
        || match outcome.reason {
            Reason::Checkmate | Reason::Stalemate => {
                announce::sees_every_check(variant) && won == (outcome.reason == Reason::Checkmate)
            }
            Reason::Repetition => !won,
            Reason::MoveRule => variant.rules.move_rule.plies == USUAL_MOVE_RULE,
            Reason::Extinction | Reason::Checks => won,
            Reason::BareKing => won && !hands.any(),
            Reason::PerpetualCheck
            | Reason::PerpetualChase
            | Reason::InsufficientMaterial
            | Reason::Counting
            | Reason::Goal
            | Reason::Impasse => false,
        }
}

/// Whether a side has won by a rule other than mate, which few referees know.
pub(super) fn is_win_by_rule(outcome: Outcome, announcer: Color) -> bool {
    outcome.result == GameResult::Win(announcer) && outcome.reason != Reason::Checkmate
}
