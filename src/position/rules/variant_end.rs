//! Games that end while there are legal moves: pieces lost, squares
//! reached, checks given, sides bared.

use super::outcome::{GameResult, Outcome};
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::{
    Bare, BareWhen, DoublePass, Extinct, Extinction, Goal, GoalWhen, KindSet, Reason, Rebare, Verdict,
};

/// The rule of the variant file that has ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantEnd<'v> {
    /// A side has lost the pieces of a rule, or only this kind of them.
    Lost(&'v Extinction, Color, Option<PieceKind>),
    /// A side has reached a goal, or both have. The square is one on which a piece has arrived.
    Reached(&'v Goal, Option<Color>, Option<Square>),
    /// A side is bare, or both are.
    Bared(&'v Bare, Option<Color>),
}

/// The side that has reached a goal.
enum Arrival {
    Nobody,
    First(Color),
    /// One side, and then the other, which was allowed to follow.
    Both,
}

impl<const N: usize> Position<N> {
    /// The outcome by pieces lost, squares reached, passes, a full board, checks given or a
    /// bared side. Mate and stalemate take precedence over the last two.
    pub fn variant_outcome(&self, t: &Tables<N>) -> Option<Outcome> {
        if !t.traits().variant_ends {
            return None;
        }
        self.lost_or_reached(t).or_else(|| self.ended_by_passes(t)).or_else(|| self.ended_by_room(t)).or_else(|| {
            let late = self.checked_or_bared(t)?;
            Some(self.out_of_moves(t).unwrap_or(late))
        })
    }

    /// The outcome, if a full board has ended the game.
    fn ended_by_room(&self, t: &Tables<N>) -> Option<Outcome> {
        let full = t.traits().ends_when_full && t.board().within(self.blocked());
        full.then(|| self.draw_or_points(t, Reason::FullBoard))
    }

    /// The outcome, if passes have ended the game.
    fn ended_by_passes(&self, t: &Tables<N>) -> Option<Outcome> {
        if !self.now.passed {
            return None;
        }
        let faced = t.traits().faces && self.royals_face(t);
        let twice = || self.history.last().is_some_and(|past| past.before.passed);
        let reason = match t.variant().rules.ends.double_pass {
            _ if faced => Reason::Facing,
            DoublePass::Draw | DoublePass::Score if twice() => Reason::DoublePass,
            _ => return None,
        };
        Some(self.draw_or_points(t, reason))
    }

    fn lost_or_reached(&self, t: &Tables<N>) -> Option<Outcome> {
        self.lost(t).or_else(|| self.goal(t).map(|(_, outcome)| outcome))
    }

    /// The first goal that has been reached.
    fn goal<'t>(&self, t: &'t Tables<N>) -> Option<(&'t Goal, Outcome)> {
        t.variant().rules.ends.goals.iter().find_map(|goal| Some((goal, self.reached(t, goal)?)))
    }

    /// The outcome, if a side has lost the pieces of a rule.
    pub(in crate::position) fn lost(&self, t: &Tables<N>) -> Option<Outcome> {
        self.loss(t).map(|(_, _, outcome)| outcome)
    }

    /// The side that has lost pieces, and by which rule. If both sides have lost theirs, the
    /// one that has just moved has won.
    fn loss<'t>(&self, t: &'t Tables<N>) -> Option<(&'t Extinction, Color, Outcome)> {
        let mut found = None;
        for rule in &t.variant().rules.ends.extinctions {
            for color in [self.side, !self.side].into_iter().filter(|&color| self.is_extinct(t, rule, color)) {
                let outcome = Outcome::for_side(color, rule.verdict, Reason::Extinction);
                if outcome.result == GameResult::Win(!self.side) {
                    return Some((rule, color, outcome));
                }
                found = found.or(Some((rule, color, outcome)));
            }
        }
        found
    }

    fn checked_or_bared(&self, t: &Tables<N>) -> Option<Outcome> {
        let rules = &t.variant().rules;
        let checks = rules
            .ends
            .checks
            .and_then(|_| Color::ALL.into_iter().find(|color| self.now.checks_left[color.index()] == 0));
        let checks = checks.map(|winner| Outcome::for_side(winner, Verdict::Win, Reason::Checks));
        checks.or_else(|| rules.ends.bare.as_ref().and_then(|bare| self.bared(t, bare)))
    }

    /// Details of an outcome whose reason alone does not say what has happened.
    pub fn variant_end<'t>(&self, t: &'t Tables<N>, reason: Reason) -> Option<VariantEnd<'t>> {
        match reason {
            Reason::Extinction => self.loss(t).map(|(rule, color, _)| {
                let kind = match &rule.of {
                    Extinct::Any(sets) => {
                        let lost = sets.iter().find(|kinds| self.has_lost(t, rule, color, Some(**kinds)));
                        lost.and_then(|kinds| kinds.iter().next())
                    }
                    Extinct::AllPieces | Extinct::All(_) => None,
                };
                VariantEnd::Lost(rule, color, kind)
            }),
            Reason::Goal => self.goal(t).map(|(goal, _)| {
                let color = match self.arrival(t, goal) {
                    Arrival::First(color) => Some(color),
                    Arrival::Nobody | Arrival::Both => None,
                };
                VariantEnd::Reached(goal, color, color.and_then(|color| self.pieces_at(goal, color).first()))
            }),
            Reason::BareKing => t.variant().rules.ends.bare.as_ref().map(|bare| {
                let [white, black] = Color::ALL.map(|color| self.is_bare(t, bare, color));
                let color = if white { Color::White } else { Color::Black };
                VariantEnd::Bared(bare, (white != black).then_some(color))
            }),
            _ => None,
        }
    }

    /// Whether an enemy may capture the last piece that the side to move must not lose, or a piece beside it, with a
    /// blast.
    pub fn is_endangered(&self, t: &Tables<N>) -> bool {
        let us = self.side;
        self.last_needed(t, us).iter().any(|sq| {
            self.hit(t, !us, sq, self.royals(us), self.blocked(), self.color(!us))
                || t.traits().blast_reach.is_some_and(|radius| self.may_be_blasted(t, sq, radius))
        })
    }

    /// The pieces of a side that it must not lose: the last of some, and royals.
    pub fn needed(&self, t: &Tables<N>, us: Color) -> Squares<N> {
        self.last_needed(t, us) | self.royals(us)
    }

    fn last_needed(&self, t: &Tables<N>, us: Color) -> Squares<N> {
        self.fatal_losses(t, us).fold(Squares::EMPTY, |all, rule| all | self.last_pieces(rule, us))
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
        !t.variant().rules.ends.extinctions.is_empty() && self.takes_needed(t, mv)
    }

    #[inline(never)]
    fn takes_needed(&self, t: &Tables<N>, mv: Move) -> bool {
        let taken = self.captured(mv);
        let them = !self.side;
        !taken.is_none() && taken.color() == them && {
            let mover = self.mover(mv).kind();
            let mut rules = self.fatal_losses(t, them).filter(|rule| rule.by.is_none_or(|by| by.has(mover)));
            rules.any(|rule| (self.last_pieces(rule, them) & self.pieces(taken)).any())
        }
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
            Extinct::Any(sets) => sets.iter().fold(Squares::EMPTY, |all, kinds| all | last(*kinds)),
        }
    }

    fn is_extinct(&self, t: &Tables<N>, rule: &Extinction, color: Color) -> bool {
        if rule.side.is_some_and(|side| side != color) {
            return false;
        }
        match &rule.of {
            Extinct::AllPieces => self.has_lost(t, rule, color, None),
            Extinct::All(kinds) => self.has_lost(t, rule, color, Some(*kinds)),
            Extinct::Any(sets) => sets.iter().any(|kinds| self.has_lost(t, rule, color, Some(*kinds))),
        }
    }

    /// Whether a side has lost all of these kinds, or all its pieces, as a rule requires.
    fn has_lost(&self, t: &Tables<N>, rule: &Extinction, color: Color, kinds: Option<KindSet>) -> bool {
        let gone = |position: &Self| position.has_none(t, rule, color, kinds);
        gone(self) && rule.by.is_none_or(|by| self.fell_to(t, by, gone))
    }

    /// Whether a side has none of these kinds, or no piece at all.
    fn has_none(&self, t: &Tables<N>, rule: &Extinction, color: Color, kinds: Option<KindSet>) -> bool {
        let held = |kind: PieceKind| rule.in_hand && self.hand(color, kind) > 0;
        let gone = |kind: PieceKind| self.pieces(Piece::new(kind, color)).is_empty() && !held(kind);
        match kinds {
            None => self.color(color).is_empty() && !t.variant().kinds().any(|(kind, _)| held(kind)),
            Some(kinds) => kinds.iter().all(gone),
        }
    }

    /// Whether the last move was made by one of these kinds and removed the pieces. In a
    /// position that was set up, the last move is unknown.
    #[cold]
    #[inline(never)]
    fn fell_to(&self, t: &Tables<N>, by: KindSet, gone: impl Fn(&Self) -> bool) -> bool {
        let made = self.history.last().is_some_and(|past| !past.mover.is_none() && by.has(past.mover.kind()));
        made && {
            let mut before = self.without_past(1);
            before.undo(t);
            !gone(&before)
        }
    }

    /// A side's pieces of some kinds.
    fn pieces_of(&self, color: Color, kinds: KindSet) -> Squares<N> {
        kinds.iter().fold(Squares::EMPTY, |all, kind| all | self.pieces(Piece::new(kind, color)))
    }

    /// The goals by which a side wins as soon as, or soon after, enough pieces have come to its squares.
    fn goals_ahead<'t>(&self, t: &'t Tables<N>, color: Color) -> impl Iterator<Item = &'t Goal> {
        let wins = |goal: &&Goal| goal.verdict == Verdict::Win && goal.when != GoalWhen::Leave;
        let last = move |goal: &&Goal| self.pieces_at(goal, color).count() + 1 >= u32::from(goal.count);
        t.variant().rules.ends.goals.iter().filter(wins).filter(last)
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
        self.goals_ahead(t, us).any(|goal| {
            let there = self.pieces_at(goal, us);
            let is_met = |there: Squares<N>| goal.is_met(t.geometry(), us, there);
            goal.kinds.has(kind)
                && goal.squares[us].has(mv.to())
                && !is_met(there)
                && is_met((there & !left).with(mv.to()))
        })
    }

    /// Whether a piece of the side to move is a king's step away from a goal that wins.
    pub fn is_close_to_goal(&self, t: &Tables<N>) -> bool {
        let us = self.side;
        self.goals_ahead(t, us).any(|goal| {
            let squares: Squares<N> = goal.squares[us].resized();
            self.pieces_of(us, goal.kinds).iter().any(|sq| (t.around(sq, 1) & squares).any())
        })
    }

    fn reached(&self, t: &Tables<N>, goal: &Goal) -> Option<Outcome> {
        let first = match self.arrival(t, goal) {
            Arrival::Nobody => return None,
            Arrival::First(color) => color,
            Arrival::Both => return Some(Outcome::draw(Reason::Goal)),
        };
        let follows = goal.last_move == Some(self.side) && first != self.side && self.can_follow(t, goal);
        (!follows).then(|| Outcome::for_side(first, goal.verdict, Reason::Goal))
    }

    fn arrival(&self, t: &Tables<N>, goal: &Goal) -> Arrival {
        match Color::ALL.map(|color| self.meets(t, goal, color)) {
            [false, false] => Arrival::Nobody,
            [true, true] if goal.last_move.is_some() => Arrival::Both,
            [true, true] => Arrival::First(!self.side),
            [true, false] => Arrival::First(Color::White),
            [false, true] => Arrival::First(Color::Black),
        }
    }

    /// Whether the side to move can reach a goal with its next move.
    fn can_follow(&self, t: &Tables<N>, goal: &Goal) -> bool {
        let mut moves = Vec::new();
        self.moves_ignoring_ends(t, &mut moves);
        let mut after = self.without_past(0);
        moves.into_iter().any(|mv| {
            after.play(t, mv);
            let there = after.meets(t, goal, self.side);
            after.undo(t);
            there
        })
    }

    /// Whether a side meets the conditions of a goal.
    fn meets(&self, t: &Tables<N>, goal: &Goal, color: Color) -> bool {
        let enough = goal.is_met(t.geometry(), color, self.pieces_at(goal, color));
        match goal.when {
            GoalWhen::Arrive => enough,
            // A piece that has to survive there must have arrived with the move before the last.
            GoalWhen::Survive => enough && color == self.side,
            GoalWhen::Leave => !enough && !goal.squares[color].is_empty(),
        }
    }

    /// A side's pieces on the squares of a goal.
    fn pieces_at(&self, goal: &Goal, color: Color) -> Squares<N> {
        self.pieces_of(color, goal.kinds) & goal.squares[color].resized()
    }

    /// Whether a side has few enough pieces, including those that it can drop.
    fn is_bare(&self, t: &Tables<N>, bare: &Bare, color: Color) -> bool {
        let held = if t.traits().drops { self.held[color.index()] } else { 0 };
        self.color(color).count() + held <= u32::from(bare.count)
    }

    fn bared(&self, t: &Tables<N>, bare: &Bare) -> Option<Outcome> {
        let (mine, theirs) = (self.is_bare(t, bare, self.side), self.is_bare(t, bare, !self.side));
        match (mine, theirs) {
            (true, true) => (bare.rebare == Rebare::Draw).then(|| Outcome::draw(Reason::BareKing)),
            (false, true) => Some(Outcome::for_side(!self.side, bare.verdict, Reason::BareKing)),
            (true, false) if bare.when == BareWhen::Immediate => {
                Some(Outcome::for_side(self.side, bare.verdict, Reason::BareKing))
            }
            _ => None,
        }
    }
}
