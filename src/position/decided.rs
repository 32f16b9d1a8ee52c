//! Games that are decided while there are moves left: men lost, squares
//! reached, checks given, sides bared.

use super::Position;
use super::outcome::{GameResult, Outcome, Reason};
use super::sink::Any;
use crate::board::{Color, Piece, PieceKind, Squares};
use crate::tables::Tables;
use crate::variant::{Bare, BareWhen, Extinct, Extinction, Goal, GoalWhen, KindSet, Verdict};

impl<const N: usize> Position<N> {
    /// How the game is over by men lost, squares reached, checks given or a
    /// bared side.
    pub fn decided(&self, t: &Tables<N>) -> Option<Outcome> {
        if !t.traits().decided {
            return None;
        }
        self.lost_or_reached(t).or_else(|| self.checked_or_bared(t))
    }

    /// Men lost and squares reached: these come before mate.
    pub(super) fn lost_or_reached(&self, t: &Tables<N>) -> Option<Outcome> {
        self.lost(t).or_else(|| t.variant().rules.goals.iter().find_map(|goal| self.reached(t, goal)))
    }

    /// Men lost. When both sides have lost theirs, the one that has just moved has won.
    pub(super) fn lost(&self, t: &Tables<N>) -> Option<Outcome> {
        let mut found = None;
        for rule in &t.variant().rules.extinctions {
            for color in [self.side, !self.side].into_iter().filter(|&color| self.is_extinct(t, rule, color)) {
                let outcome = Outcome::for_side(color, rule.verdict, Reason::Extinction);
                if outcome.result == GameResult::Win(!self.side) {
                    return Some(outcome);
                }
                found = found.or(Some(outcome));
            }
        }
        found
    }

    /// Checks given and sides bared: these come after mate.
    pub(super) fn checked_or_bared(&self, t: &Tables<N>) -> Option<Outcome> {
        let rules = &t.variant().rules;
        let checks =
            rules.checks.and_then(|_| Color::ALL.into_iter().find(|color| self.now.checks[color.index()] == 0));
        let checks = checks.map(|winner| Outcome::for_side(winner, Verdict::Win, Reason::Checks));
        checks.or_else(|| rules.bare.and_then(|bare| self.bared(&bare)))
    }

    fn is_extinct(&self, t: &Tables<N>, rule: &Extinction, color: Color) -> bool {
        if rule.side.is_some_and(|side| side != color) {
            return false;
        }
        let lost = |kinds: Option<KindSet>| {
            let gone = |position: &Self| position.has_none(t, rule, color, kinds);
            gone(self) && rule.by.is_none_or(|by| self.fell_to(t, by, gone))
        };
        match rule.of {
            Extinct::AllMen => lost(None),
            Extinct::All(kinds) => lost(Some(kinds)),
            Extinct::Any(kinds) => {
                let numbers = (0..t.variant().kinds.len()).map(|kind| PieceKind(kind as u8));
                numbers.filter(|&kind| kinds.has(kind)).any(|kind| lost(Some([kind].into_iter().collect())))
            }
        }
    }

    /// Whether a side has none of these kinds, or no man at all.
    fn has_none(&self, t: &Tables<N>, rule: &Extinction, color: Color, kinds: Option<KindSet>) -> bool {
        let mut numbers = (0..t.variant().kinds.len()).map(|kind| PieceKind(kind as u8));
        let held = |kind: PieceKind| rule.in_hand && self.hand(color, kind) > 0;
        let gone = |kind: PieceKind| self.pieces(Piece::new(kind, color)).is_empty() && !held(kind);
        match kinds {
            None => self.color(color).is_empty() && !numbers.any(held),
            Some(kinds) => numbers.filter(|&kind| kinds.has(kind)).all(gone),
        }
    }

    /// Whether men are gone since the last move, which one of these kinds has
    /// made. A position that was set up does not tell.
    #[cold]
    #[inline(never)]
    fn fell_to(&self, t: &Tables<N>, by: KindSet, gone: impl Fn(&Self) -> bool) -> bool {
        let made = self.history.last().is_some_and(|past| !past.mover.is_none() && by.has(past.mover.kind()));
        made && {
            let mut before = self.clone();
            before.undo(t);
            !gone(&before)
        }
    }

    /// A side's men of some kinds.
    fn men(&self, t: &Tables<N>, color: Color, kinds: KindSet) -> Squares<N> {
        let numbers = (0..t.variant().kinds.len()).map(|kind| PieceKind(kind as u8));
        numbers
            .filter(|&kind| kinds.has(kind))
            .fold(Squares::EMPTY, |all, kind| all | self.pieces(Piece::new(kind, color)))
    }

    fn reached(&self, t: &Tables<N>, goal: &Goal) -> Option<Outcome> {
        let [white, black] = Color::ALL.map(|color| self.is_there(t, goal, color));
        let first = match (white, black) {
            (false, false) => return None,
            (true, true) if goal.last_move.is_some() => return Some(Outcome::draw(Reason::Goal)),
            (true, true) => !self.side,
            (true, false) => Color::White,
            (false, true) => Color::Black,
        };
        let follows = goal.last_move == Some(self.side) && first != self.side && self.can_follow(t, goal);
        (!follows).then(|| Outcome::for_side(first, goal.verdict, Reason::Goal))
    }

    /// Whether the side to move can reach a goal with this move.
    fn can_follow(&self, t: &Tables<N>, goal: &Goal) -> bool {
        let mut moves = Vec::new();
        self.generate_undecided(t, &mut moves);
        let mut after = self.clone();
        moves.into_iter().any(|mv| {
            after.play(t, mv);
            let there = after.is_there(t, goal, self.side);
            after.undo(t);
            there
        })
    }

    /// Whether a side has reached a goal.
    fn is_there(&self, t: &Tables<N>, goal: &Goal, color: Color) -> bool {
        let men = self.men(t, color, goal.kinds) & goal.squares[color].resized();
        let enough = men.count() >= u32::from(goal.men);
        match goal.when {
            GoalWhen::Arrive => enough,
            // Who has to survive there must have arrived with the move before the last.
            GoalWhen::Survive => enough && color == self.side,
            GoalWhen::Leave => !enough && !goal.squares[color].is_empty(),
        }
    }

    fn bared(&self, bare: &Bare) -> Option<Outcome> {
        let is_bare = |color: Color| self.color(color).count() <= u32::from(bare.men);
        let (mine, theirs) = (is_bare(self.side), is_bare(!self.side));
        match (mine, theirs) {
            (true, true) => bare.both_draw.then(|| Outcome::draw(Reason::BareKing)),
            (false, true) => Some(Outcome::for_side(!self.side, bare.verdict, Reason::BareKing)),
            (true, false) if bare.when == BareWhen::Immediate => {
                Some(Outcome::for_side(self.side, bare.verdict, Reason::BareKing))
            }
            _ => None,
        }
    }

    /// Whether any move is legal, even where the game is decided.
    pub(super) fn can_move(&self, t: &Tables<N>) -> bool {
        let mut any = Any(false);
        self.generate_undecided(t, &mut any);
        any.0
    }
}
