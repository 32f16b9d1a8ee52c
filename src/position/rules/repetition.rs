//! Repeated positions, and which side is responsible.

use super::outcome::Outcome;
use crate::board::{ByColor, Color};
use crate::position::{Move, MoveKind, Past, Position};
use crate::tables::Tables;
use crate::variant::{PerpetualChase, PerpetualCheck, Reason, RepetitionResult, Verdict};

impl<const N: usize> Position<N> {
    /// The verdict if the position has occurred as often as the rules require, including the current occurrence, or
    /// once before within the last `line` plies: a side that could repeat it once can do so again.
    pub fn repetition(&self, t: &Tables<N>, line: usize) -> Option<Outcome> {
        let fold = t.variant().rules.draws.repetition.fold;
        if fold < 2 {
            return None;
        }
        let mut occurrences = self.occurrences(t).zip(2..);
        let (plies, _) = occurrences.find(|&(plies, count)| count >= fold || plies <= line)?;
        Some(self.repetition_outcome(t, plies))
    }

    /// The distances in plies to earlier occurrences of this position, the latest first, as far back as it could have
    /// occurred.
    fn occurrences(&self, t: &Tables<N>) -> impl Iterator<Item = usize> {
        // Positions with the same side to move are an even number of plies apart.
        let same =
            |(back, past): (usize, &Past<N>)| (back % 2 == 1 && past.before.key == self.now.key).then_some(back + 1);
        self.recurrent(t).filter_map(same)
    }

    /// The last plies before which positions may occur again, latest first, numbered from 0.
    fn recurrent(&self, t: &Tables<N>) -> impl Iterator<Item = (usize, &Past<N>)> {
        let pasts = self.history.iter().rev().enumerate();
        pasts.take_while(|(back, past)| !past.mv.is_none() && self.reversible(t, *back))
    }

    /// A copy to play moves in, whose history goes back as far as repetitions do.
    pub(super) fn with_recurrent_past(&self, t: &Tables<N>) -> Self {
        self.without_past(self.recurrent(t).count())
    }

    /// Whether the position before the move `back` plies ago may occur again.
    /// In games in which pieces come back by drops or effects, every position may.
    #[inline]
    pub(in crate::position) fn reversible(&self, t: &Tables<N>, back: usize) -> bool {
        let past = &self.history[self.history.len() - 1 - back];
        let final_move = !past.captured.is_none() || past.mv.kind() == MoveKind::Promotion;
        !final_move || t.traits.pieces_come_back
    }

    /// Whether an earlier position may recur by a move. A move that only brings its piece to an empty
    /// square cannot do so unless a piece of its side has left that square before, which is seen without playing it.
    pub(super) fn may_bring_back(&self, t: &Tables<N>, mv: Move) -> bool {
        if t.traits.pieces_come_back {
            return true;
        }
        if mv.kind() != MoveKind::Plain {
            return !self.captures(mv);
        }
        let left = |past: &Past<N>| match past.mv.kind() {
            MoveKind::Plain | MoveKind::Double | MoveKind::Legs if past.changes == 0 => past.mv.from() == mv.to(),
            // These may move more than one piece.
            _ => true,
        };
        self.board[mv.to()].is_none() && self.recurrent(t).any(|(_, past)| left(past))
    }

    /// The outcome of the cycle of the last `plies` plies.
    fn repetition_outcome(&self, t: &Tables<N>, plies: usize) -> Outcome {
        let rule = t.variant().rules.draws.repetition;
        if rule.perpetual_check == PerpetualCheck::Loss {
            let checks = self.all_checks(t, plies);
            if let Some(checker) = Color::ALL.into_iter().find(|&color| checks[color] && !checks[!color]) {
                return Outcome::for_side(checker, Verdict::Loss, Reason::PerpetualCheck);
            }
        }
        if rule.perpetual_chase == PerpetualChase::Asian
            && let Some(outcome) = self.chase_outcome(t, plies)
        {
            return outcome;
        }
        match rule.result {
            // An illegal repetition that was set up or played anyway is only a draw.
            RepetitionResult::Draw | RepetitionResult::Illegal | RepetitionResult::Score => {
                self.draw_or_points(t, Reason::Repetition)
            }
            RepetitionResult::MoverLoses => Outcome::for_side(!self.side, Verdict::Loss, Reason::Repetition),
            RepetitionResult::MoverWins => Outcome::for_side(!self.side, Verdict::Win, Reason::Repetition),
            RepetitionResult::WhiteLoses => Outcome::for_side(Color::White, Verdict::Loss, Reason::Repetition),
        }
    }

    /// The loss of the side that chases, if only one side does.
    fn chase_outcome(&self, t: &Tables<N>, plies: usize) -> Option<Outcome> {
        let chases = self.all_chases(t, plies);
        if t.variant().rules.draws.repetition.check_beats_chase {
            let checks = self.all_checks(t, plies);
            if let Some(checker) = Color::ALL.into_iter().find(|&color| checks[color] && chases[!color]) {
                return Some(Outcome::for_side(checker, Verdict::Loss, Reason::PerpetualCheck));
            }
        }
        let chaser = Color::ALL.into_iter().find(|&color| chases[color] && !chases[!color])?;
        Some(Outcome::for_side(chaser, Verdict::Loss, Reason::PerpetualChase))
    }

    /// For each side: whether each of its moves in the last `plies` plies gave check.
    /// Repetitions are rare, so the game is replayed backwards instead of
    /// recording checks in every node.
    #[cold]
    fn all_checks(&self, t: &Tables<N>, plies: usize) -> ByColor<bool> {
        let mut all = ByColor([true; 2]);
        let mut walk = self.without_past(plies);
        for _ in 0..plies {
            all[!walk.side] &= walk.in_check(t);
            walk.undo(t);
        }
        all
    }

    /// Whether the last move has completed a repetition that is illegal.
    pub(super) fn has_repeated(&self, t: &Tables<N>) -> bool {
        let fold = usize::from(t.variant().rules.draws.repetition.fold);
        fold > 1 && self.occurrences(t).nth(fold - 2).is_some()
    }
}
