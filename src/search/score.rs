//! Scores: centipawns for the side to move, with a range for mates.
//!
//! Inside the search a score is a plain `i32`; the constants here say which
//! numbers are mates, which are wins by a rule, and which are evaluations.
//! [`Score`] wraps it in the public interface.

use crate::eval::MAX_EVALUATION;

/// Maximum length of a line, in plies.
pub const MAX_PLY: usize = 128;
/// Greater than any score.
pub const INFINITE: i32 = 32_500;
/// Mate at the root; a mate `n` plies away is worth `n` less.
pub const MATE: i32 = 32_000;
/// The smallest mate score.
pub const LEAST_MATE: i32 = MATE - 2 * MAX_PLY as i32;
/// The least score that is a win.
pub const DECISIVE: i32 = MAX_EVALUATION + 1;
/// A win at the root by a rule about repetition or counted pieces, which the loser may still avoid: no mate is announced
/// for it. One `n` plies away is worth `n` less.
pub const RULE_WIN: i32 = DECISIVE + 2 * MAX_PLY as i32;
const _: () = assert!(RULE_WIN < LEAST_MATE);
/// The score from which a side is winning: what matters then is to see the mate,
/// and quiet moves that threaten it do not show in the evaluation.
pub const WON: i32 = 1_500;
/// An even position.
pub const DRAW: i32 = 0;

/// A score in centipawns for the side to move, with a range for mates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// The side to move mates with its `moves`-th move from now (1 for a mate
    /// in one).
    pub const fn mate_in(moves: i32) -> Self {
        Self(MATE - 2 * moves + 1)
    }

    /// The side to move is mated by the opponent's `moves`-th move from now
    /// (0 when it is mated already).
    pub const fn mated_in(moves: i32) -> Self {
        Self(2 * moves - MATE)
    }

    /// Whether the score announces a mate, for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= LEAST_MATE
    }

    /// Whether both scores are evaluations, and at most `distance` apart.
    pub fn is_near(self, other: Self, distance: i32) -> bool {
        !is_decisive(self.0) && !is_decisive(other.0) && (self.0 - other.0).abs() <= distance
    }

    /// Plies until mate: positive when the side to move mates, zero or negative
    /// when it is mated. `None` for any other score.
    pub const fn mate_in_plies(self) -> Option<i32> {
        match self.is_mate() {
            true if self.0 > 0 => Some(MATE - self.0),
            true => Some(-MATE - self.0),
            false => None,
        }
    }

    /// Moves until mate: positive when the side to move mates, negative when
    /// it is mated or loses by its own move, zero when it has lost already.
    /// `None` for any other score.
    pub const fn mate_in_moves(self) -> Option<i32> {
        if !self.is_mate() {
            return None;
        }
        let plies = MATE - self.0.abs();
        Some(if self.0 > 0 { (plies + 1) / 2 } else { -((plies + 1) / 2) })
    }
}

/// The probabilities of a win, a draw and a loss, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Win for the side to move.
    pub win: u32,
    /// Draw.
    pub draw: u32,
    /// Loss.
    pub loss: u32,
}

/// The advantage at which a win has a probability of one half.
const EVEN_CHANCE: f64 = 110.0;
/// With this many centipawns more, the odds of a win are e times as high.
const CHANCE_SCALE: f64 = 100.0;

impl Score {
    /// Estimates the result from the score alone: roughly, and the same for all games.
    pub fn chances(self) -> Chances {
        let likely =
            |score: i32| (1000.0 / (1.0 + ((EVEN_CHANCE - f64::from(score)) / CHANCE_SCALE).exp())).round() as u32;
        let (win, loss) = match self.0 {
            score if score >= DECISIVE => (1000, 0),
            score if score <= -DECISIVE => (0, 1000),
            score => (likely(score), likely(-score)),
        };
        Chances { win, draw: 1000 - win - loss, loss }
    }
}

impl std::ops::Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The score of a side that is mated `ply` plies from the root.
#[inline]
pub fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a score is beyond evaluations, for either side.
#[inline]
pub fn is_decisive(score: i32) -> bool {
    score.abs() >= DECISIVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_not_plies() {
        let table = [
            (Score(0), None),
            (Score(-345), None),
            (Score(RULE_WIN), None),
            (Score(MATE - 1), Some(1)),
            (Score(MATE - 3), Some(2)),
            (Score(MATE - 5), Some(3)),
            (Score(-MATE), Some(0)),
            // In antichess a side may lose by its own move.
            (Score(1 - MATE), Some(-1)),
            (Score(2 - MATE), Some(-1)),
            (Score(3 - MATE), Some(-2)),
            (Score(4 - MATE), Some(-2)),
        ];
        for (score, moves) in table {
            assert_eq!(score.mate_in_moves(), moves, "{score:?}");
        }
    }

    #[test]
    fn chances_are_monotonic_in_the_score() {
        let chances = |score: i32| Score(score).chances();
        assert_eq!(chances(MATE - 3), Chances { win: 1000, draw: 0, loss: 0 });
        assert_eq!(chances(-RULE_WIN), Chances { win: 0, draw: 0, loss: 1000 });
        assert_eq!(chances(EVEN_CHANCE as i32).win, 500);
        for score in -3_000..3_000 {
            let [now, more] = [chances(score), chances(score + 1)];
            assert_eq!((now.win + now.draw + now.loss, now.win), (1000, chances(-score).loss), "{score}");
            assert!(now.win <= more.win && now.loss >= more.loss, "{score}");
        }
    }

    #[test]
    fn mate_scores_round_trip() {
        for moves in 1..60 {
            assert_eq!(Score::mate_in(moves).mate_in_moves(), Some(moves));
            assert_eq!(Score::mated_in(moves).mate_in_moves(), Some(-moves));
        }
        assert_eq!(Score::mated_in(0).mate_in_moves(), Some(0));
        assert_eq!(Score::mated_in(0).0, mated(0));
    }
}
