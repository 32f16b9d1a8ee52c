//! Which results the engine claims.

use crate::board::Color;
use crate::position::{GameResult, Move, Outcome, Reason};
use crate::variant::Variant;

/// What stands between two engines, and knows the game only in part.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// Whether it believes a side that announces a result.
    pub believes: fn(&Variant, Outcome, Color) -> bool,
    /// Whether a move reaches the other engine as it was made.
    pub passes_on: fn(Move) -> bool,
}

/// Whether a game ends so on the board, whoever plays on; repeated positions
/// and long waiting are only claims.
pub fn ends_on_board(outcome: Outcome) -> bool {
    match outcome.reason {
        Reason::Extinction | Reason::Goal | Reason::Checks | Reason::BareKing | Reason::Checkmate => true,
        Reason::Stalemate | Reason::Facing | Reason::DoublePass | Reason::Impasse => true,
        Reason::FullBoard | Reason::InsufficientMaterial => true,
        Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase => false,
        Reason::MoveRule | Reason::Counting => false,
    }
}

/// Whether one side has won so by what stands on the board: nobody moves any more.
pub fn is_win_on_board(outcome: Outcome) -> bool {
    ends_on_board(outcome) && outcome.result != GameResult::Draw
}

/// Whether a side has won by a rule other than mate, which few referees know.
pub fn is_win_by_rule(outcome: Outcome, announcer: Color) -> bool {
    outcome.result == GameResult::Win(announcer) && outcome.reason != Reason::Checkmate
}
