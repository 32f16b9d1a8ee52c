//! How games end.

use crate::board::Color;
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Reason, Verdict};
use std::cmp::Ordering;

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

impl GameResult {
    /// The result as scores of games have it.
    pub fn score(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    pub(in crate::position) fn for_side(side: Color, verdict: Verdict, reason: Reason) -> Self {
        let result = match verdict {
            Verdict::Loss => GameResult::Win(!side),
            Verdict::Draw => GameResult::Draw,
            Verdict::Win => GameResult::Win(side),
        };
        Self { result, reason }
    }

    pub(in crate::position) fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }
}

impl<const N: usize> Position<N> {
    /// The game's end by any rule, in the order in which they count.
    pub fn outcome(&self, t: &Tables<N>) -> Option<Outcome> {
        self.decided(t)
            .or_else(|| self.out_of_moves(t))
            .or_else(|| self.repetition(t, 0))
            .or_else(|| self.draw_by_rule(t))
    }

    /// The verdict on a side to move without a legal move.
    pub fn out_of_moves(&self, t: &Tables<N>) -> Option<Outcome> {
        (!self.can_move(t)).then(|| {
            let in_check = self.in_check(t);
            let reason = if in_check { Reason::Checkmate } else { Reason::Stalemate };
            Outcome::for_side(self.side, self.without_moves(t, in_check), reason)
        })
    }

    /// The result for a side to move that has no legal move.
    pub fn without_moves(&self, t: &Tables<N>, in_check: bool) -> Verdict {
        let rules = &t.variant().rules;
        if in_check {
            return rules.checkmate;
        }
        let counted = || match self.color(self.side).count().cmp(&self.color(!self.side).count()) {
            Ordering::Less => Verdict::Win,
            Ordering::Equal => Verdict::Draw,
            Ordering::Greater => Verdict::Loss,
        };
        rules.stalemate.verdict().unwrap_or_else(counted)
    }
}
