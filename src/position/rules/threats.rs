//! Threats to end the game that the search asks about before it plays a move: last pieces that may be lost, and goals
//! that are close.

use crate::board::{Color, Square, Squares};
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::{BareWhen, Extinct, Extinction, Goal, GoalWhen, KindSet, Verdict};

impl<const N: usize> Position<N> {
    /// Whether an enemy may capture the last piece that the side to move must not lose, or a piece beside it, with a
    /// blast.
    pub fn last_needed_attacked(&self, t: &Tables<N>) -> bool {
        let us = self.side;
        self.last_needed(t, us).iter().any(|sq| {
            self.hit(t, !us, sq, self.royals(us), self.blocked(), self.color(!us))
                || t.traits.blast_reach.is_some_and(|radius| self.may_be_blasted(t, sq, radius))
        })
    }

    /// The pieces of a side that it must not lose: the last of some, and royals.
    pub fn needed(&self, t: &Tables<N>, us: Color) -> Squares<N> {
        self.last_needed(t, us) | self.royals(us)
    }

    fn last_needed(&self, t: &Tables<N>, us: Color) -> Squares<N> {
        let last = self.last_before_bare(t, us);
        self.fatal_losses(t, us).fold(last, |all, rule| all | self.last_pieces(rule, us))
    }

    /// A side's pieces besides royals, if the loss of any of them leaves it bare, and that loses.
    fn last_before_bare(&self, t: &Tables<N>, us: Color) -> Squares<N> {
        let Some(bare) = &t.variant().rules.ends.bare else { return Squares::EMPTY };
        let more = |color: Color| self.pieces_left(t, color).saturating_sub(u32::from(bare.count));
        // The bared side may bare the other in return.
        let answers = if bare.when == BareWhen::Immediate { 0 } else { 1 };
        let loses = bare.verdict == Verdict::Loss && more(us) == 1 && more(!us) > answers;
        if loses { self.color(us) & !self.royals(us) } else { Squares::EMPTY }
    }

    /// Whether a capture beside a piece of the side to move would remove it.
    fn may_be_blasted(&self, t: &Tables<N>, target: Square, radius: u8) -> bool {
        let theirs = self.royals(!self.side);
        (t.around(target, radius) & self.color(self.side)).iter().any(|sq| {
            // No royal survives its own capture, nor one beside it.
            !(t.around(sq, radius) & theirs).any()
                && (self.attackers(t, !self.side, sq, self.occupied()) & !theirs).any()
        })
    }

    /// Whether a move captures the last piece that the opponent must not lose.
    #[inline]
    pub fn takes_last(&self, t: &Tables<N>, mv: Move) -> bool {
        let ends = &t.variant().rules.ends;
        (!ends.extinctions.is_empty() || ends.bare.is_some()) && self.takes_needed(t, mv)
    }

    #[inline(never)]
    fn takes_needed(&self, t: &Tables<N>, mv: Move) -> bool {
        if self.captured(mv).is_none() {
            return false;
        }
        let (them, mover) = (!self.side, self.mover(mv).kind());
        let mut enemies = self.victims(mv).map(|sq| self.board[sq]).filter(|taken| taken.color() == them);
        enemies.any(|taken| {
            let mut rules = self.fatal_losses(t, them).filter(|rule| rule.by.is_none_or(|by| by.has(mover)));
            rules.any(|rule| (self.last_pieces(rule, them) & self.pieces(taken)).any())
                || (self.last_before_bare(t, them) & self.pieces(taken)).any()
        })
    }

    /// The rules by which a side loses with its last pieces.
    fn fatal_losses<'t>(&self, t: &'t Tables<N>, color: Color) -> impl Iterator<Item = &'t Extinction> {
        let fatal =
            move |rule: &&Extinction| rule.verdict == Verdict::Loss && rule.side.is_none_or(|side| side == color);
        t.variant().rules.ends.extinctions.iter().filter(fatal)
    }

    /// The pieces of a side that are the last of those of which it must not lose all.
    fn last_pieces(&self, rule: &Extinction, color: Color) -> Squares<N> {
        let last = |kinds: KindSet| {
            let all = self.pieces_of(color, kinds);
            let held = rule.in_hand && kinds.iter().any(|kind| self.hand(color, kind) > 0);
            if all.several() || held { Squares::EMPTY } else { all }
        };
        match &rule.of {
            Extinct::AllPieces if self.color(color).several() => Squares::EMPTY,
            Extinct::AllPieces => self.color(color),
            Extinct::All(kinds) => last(*kinds),
            Extinct::Any(sets) => sets.iter().map(|kinds| last(*kinds)).collect(),
        }
    }

    /// The goals, with their numbers, by which a side wins as soon as, or soon after, one more piece has come to their
    /// squares.
    fn goals_ahead<'t>(&self, t: &'t Tables<N>, color: Color) -> impl Iterator<Item = (usize, &'t Goal)> {
        let wins = move |goal: &Goal| {
            goal.verdict == Verdict::Win && goal.when != GoalWhen::Leave && !goal.squares[color].is_empty()
        };
        let last = move |goal: &Goal| self.pieces_at(goal, color).count() + 1 >= u32::from(goal.count);
        t.variant().rules.ends.goals.iter().enumerate().filter(move |(_, goal)| wins(goal) && last(goal))
    }

    /// Whether a move brings a piece to a goal that wins.
    #[inline]
    pub fn reaches_goal(&self, t: &Tables<N>, mv: Move) -> bool {
        !t.variant().rules.ends.goals.is_empty() && self.comes_to_goal(t, mv)
    }

    #[inline(never)]
    fn comes_to_goal(&self, t: &Tables<N>, mv: Move) -> bool {
        let (us, kind) = (self.side, mv.arriving(self.mover(mv)).kind());
        let left = if mv.is_drop() { Squares::EMPTY } else { Squares::of(mv.from()) };
        self.goals_ahead(t, us).any(|(_, goal)| {
            let there = self.pieces_at(goal, us);
            let is_met = |there: Squares<N>| goal.is_met(t.geometry(), us, there);
            goal.kinds.has(kind)
                && goal.squares[us].has(mv.to())
                && !is_met(there)
                && is_met((there & !left).with(mv.to()))
        })
    }

    /// Whether the side to move may reach a goal that wins with its next move, whatever else is on the board.
    pub fn is_close_to_goal(&self, t: &Tables<N>) -> bool {
        let us = self.side;
        self.goals_ahead(t, us).any(|(number, goal)| {
            (self.pieces_of(us, goal.kinds) & t.goal_approaches(us)[number]).any()
                || t.traits.drops && goal.kinds.iter().any(|kind| self.hand(us, t.held_as[kind.index()]) > 0)
        })
    }
}
