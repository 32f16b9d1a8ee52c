//! Conclusions from the engine's latest scores about ending the game early: when it
//! resigns, offers a draw, or accepts one.

use crate::search::Score;

/// A draw is accepted when the engine stands worse than this, in centipawns.
const CONTENT_WITH_DRAW: i32 = -50;
/// Up to this distance from 0, in centipawns, a score is even.
const EVEN: i32 = 8;
/// The number of its moves in a row for which the game must have been even before
/// the engine offers a draw, or accepts one for that reason.
const LONG_EVEN: u32 = 10;
/// Before this ply no draw is offered.
const EARLY: usize = 80;
/// The number of moves in a row that must look lost before it resigns.
const SURELY_LOST: u32 = 3;

/// The course of the scores, from the engine's view.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreTrend {
    /// Moves in a row below the threshold for resignation.
    lost: u32,
    /// Moves in a row that were even.
    even: u32,
    /// The score of the latest move.
    score: i32,
}

impl ScoreTrend {
    /// Notes the score of the engine's next move. It looks lost below minus `threshold` centipawns, unless the threshold
    /// is 0. A draw counts as minus `contempt` centipawns.
    pub fn note(&mut self, score: Score, threshold: i32, contempt: i32) {
        self.score = score.0;
        self.lost = if threshold > 0 && score.0 < -threshold { self.lost + 1 } else { 0 };
        self.even = if (score.0 + contempt).abs() <= EVEN { self.even + 1 } else { 0 };
    }

    /// Whether to resign instead of moving.
    pub fn resigns(&self) -> bool {
        self.lost >= SURELY_LOST
    }

    /// Whether to accept a draw offer, where a draw counts as minus `contempt` centipawns.
    pub fn accepts_draw(&self, contempt: i32) -> bool {
        self.score + contempt < CONTENT_WITH_DRAW || self.even >= LONG_EVEN && contempt <= 0
    }

    /// Whether to offer a draw after `plies`: late in a game that stays even, and not too often.
    pub fn offers_draw(&self, plies: usize, contempt: i32) -> bool {
        plies >= EARLY && contempt <= 0 && self.even > 0 && self.even.is_multiple_of(LONG_EVEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(scores: &[i32], threshold: i32) -> ScoreTrend {
        with_contempt(scores, threshold, 0)
    }

    fn with_contempt(scores: &[i32], threshold: i32, contempt: i32) -> ScoreTrend {
        let mut trend = ScoreTrend::default();
        scores.iter().for_each(|score| trend.note(Score(*score), threshold, contempt));
        trend
    }

    #[test]
    fn it_resigns_when_it_is_sure_and_allowed() {
        assert!(!after(&[-900, -900], 800).resigns());
        assert!(after(&[-900, -802, -801], 800).resigns());
        assert!(!after(&[-900, -900, -800], 800).resigns());
        assert!(!after(&[-900, -700, -900], 800).resigns());
        assert!(!after(&[-900, -900, -900, -31_000], 0).resigns());
    }

    #[test]
    fn it_accepts_a_draw_when_worse_or_even_for_long() {
        assert!(after(&[-60], 0).accepts_draw(0) && !after(&[-40], 0).accepts_draw(0));
        assert!(!after(&[-60], 0).accepts_draw(20) && after(&[-60], 0).accepts_draw(-20));
        assert!(!after(&[200], 0).accepts_draw(0));
        assert!(after(&[0; 10], 0).accepts_draw(0) && !after(&[0; 9], 0).accepts_draw(0));
        assert!(!after(&[0; 10], 0).accepts_draw(30));
        // To an engine that likes draws a dead draw is worth something.
        assert!(
            with_contempt(&[40; 10], 0, -40).accepts_draw(-40) && !with_contempt(&[0; 10], 0, -40).accepts_draw(-40)
        );
    }

    #[test]
    fn draw_offers_are_late_and_rare() {
        let offers: Vec<_> = (1..=30).filter(|count| after(&vec![3; *count], 0).offers_draw(100, 0)).collect();
        assert_eq!(offers, [10, 20, 30]);
        assert!(!after(&[3; 10], 0).offers_draw(79, 0) && !after(&[3; 10], 0).offers_draw(100, 10));
        assert!(!after(&[9; 10], 0).offers_draw(100, 0));
        assert!(with_contempt(&[40; 10], 0, -40).offers_draw(100, -40));
    }
}
