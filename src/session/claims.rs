//! Which results the engine claims.

use crate::board::Color;
use crate::position::{GameResult, Move, Outcome, Reason};
use crate::variant::Variant;

/// A GUI that referees two engines and knows the rules only in part.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// Whether it believes a side that claims a result.
    pub believes: fn(&Variant, Outcome, Color) -> bool,
    /// Whether it forwards a move to the other engine unchanged.
    pub passes_on: fn(Move) -> bool,
}

/// Whether the game is over because of the position on the board, even if the players would go on. Other endings, such
/// as repetitions and move-count draws, have to be claimed.
pub fn ends_on_board(outcome: Outcome) -> bool {
    match outcome.reason {
        Reason::Extinction | Reason::Goal | Reason::Checks | Reason::BareKing | Reason::Checkmate => true,
        Reason::Stalemate | Reason::Facing | Reason::DoublePass | Reason::Impasse => true,
        Reason::FullBoard | Reason::InsufficientMaterial => true,
        Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase => false,
        Reason::MoveRule | Reason::Counting => false,
    }
}

/// Whether one side has won by the position on the board, so that no more moves are played.
pub fn is_win_on_board(outcome: Outcome) -> bool {
    ends_on_board(outcome) && outcome.result != GameResult::Draw
}

/// Whether `announcer` has won by a rule other than mate: few referees know such rules.
pub fn is_win_by_rule(outcome: Outcome, announcer: Color) -> bool {
    outcome.result == GameResult::Win(announcer) && outcome.reason != Reason::Checkmate
}
