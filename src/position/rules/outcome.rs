//! How games end.

use crate::board::{Color, Piece};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Reason, Verdict};
use std::cmp::Ordering;
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// A draw.
    Draw,
}

impl GameResult {
    /// The result as in PGN.
    pub fn score(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// How a game has ended.
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

/// The points of both sides, in halves of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub [u32; 2]);

impl fmt::Display for Points {
    /// Both sides' points, the larger number first, such as `73.5 to 72`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.0;
        let [more, fewer] = [white.max(black), white.min(black)]
            .map(|halves| format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" }));
        write!(f, "{more} to {fewer}")
    }
}

impl<const N: usize> Position<N> {
    /// The game's end by any rule, in order of precedence.
    pub fn outcome(&self, t: &Tables<N>) -> Option<Outcome> {
        self.variant_outcome(t)
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
            return rules.ends.checkmate;
        }
        if rules.scores(Reason::Stalemate) {
            return match self.by_points(t, Reason::Stalemate).result {
                GameResult::Draw => Verdict::Draw,
                GameResult::Win(side) if side == self.side => Verdict::Win,
                GameResult::Win(_) => Verdict::Loss,
            };
        }
        let counted = || match self.color(self.side).count().cmp(&self.color(!self.side).count()) {
            Ordering::Less => Verdict::Win,
            Ordering::Equal => Verdict::Draw,
            Ordering::Greater => Verdict::Loss,
        };
        rules.ends.stalemate.verdict().unwrap_or_else(counted)
    }

    /// The points of both sides, if the rules count points.
    pub fn points(&self, t: &Tables<N>) -> Option<Points> {
        let scoring = t.variant().rules.ends.scoring.as_ref()?;
        let of = |color: Color| -> u32 {
            let kinds = t.variant().kinds().zip(&scoring.points).filter(|(_, points)| **points > 0);
            kinds.map(|((kind, _), points)| self.pieces(Piece::new(kind, color)).count() * u32::from(*points)).sum()
        };
        Some(Points([of(Color::White) * 2, of(Color::Black) * 2 + u32::from(scoring.komi)]))
    }

    /// The end of a game by points.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn by_points(&self, t: &Tables<N>, reason: Reason) -> Outcome {
        let result = match self.points(t).map(|Points([white, black])| white.cmp(&black)) {
            None | Some(Ordering::Equal) => GameResult::Draw,
            Some(Ordering::Greater) => GameResult::Win(Color::White),
            Some(Ordering::Less) => GameResult::Win(Color::Black),
        };
        Outcome { result, reason }
    }

    /// A draw, or the end by points if the rules say so.
    pub(in crate::position) fn draw_or_points(&self, t: &Tables<N>, reason: Reason) -> Outcome {
        if t.variant().rules.scores(reason) { self.by_points(t, reason) } else { Outcome::draw(reason) }
    }
}
