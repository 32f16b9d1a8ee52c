//! Games that end while there are legal moves: pieces lost, squares reached, checks given, sides bared, both sides
//! passed, the board full.

use super::outcome::{GameResult, Outcome};
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::position::{MoveClass, MoveKind, Past, Position};
use crate::tables::Tables;
use crate::variant::{
    Adjudication, Bare, BareWhen, Extinct, Extinction, Goal, GoalWhen, KindSet, Reason, Rebare, Verdict,
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
        if !t.traits.variant_ends {
            return None;
        }
        let goal = || self.goal(t).map(|(_, outcome)| outcome);
        let late = || self.checked_or_bared(t).map(|late| self.out_of_moves(t).unwrap_or(late));
        self.lost(t).or_else(goal).or_else(|| self.ended_by_passes(t)).or_else(|| self.ended_by_room(t)).or_else(late)
    }

    /// The outcome, if a full board has ended the game.
    fn ended_by_room(&self, t: &Tables<N>) -> Option<Outcome> {
        let ends = t.variant().rules.ends.full_board != Adjudication::None;
        let full = ends && t.board.within(self.blocked());
        full.then(|| self.draw_or_points(t, Reason::FullBoard))
    }

    /// The outcome, if passes have ended the game.
    fn ended_by_passes(&self, t: &Tables<N>) -> Option<Outcome> {
        if !self.now.passed {
            return None;
        }
        let twice = || self.history.last().is_some_and(|past| past.before.passed);
        let reason = match t.variant().rules.ends.double_pass {
            _ if self.is_faced(t) => Reason::Facing,
            Adjudication::Draw | Adjudication::Score if twice() => Reason::DoublePass,
            _ => return None,
        };
        Some(self.draw_or_points(t, reason))
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
        let moved = |past: &&Past<N>| past.mv.kind() != MoveKind::Pass && !past.mover.is_none();
        let made = self.history.last().filter(moved).is_some_and(|past| by.has(past.mover.kind()));
        made && {
            let mut before = self.without_past(1);
            before.undo(t);
            !gone(&before)
        }
    }

    /// A side's pieces of some kinds.
    pub(super) fn pieces_of(&self, color: Color, kinds: KindSet) -> Squares<N> {
        kinds.iter().map(|kind| self.pieces(Piece::new(kind, color))).collect()
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
        self.generate_ignoring_ends(t, MoveClass::All, &mut moves);
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
    pub(super) fn pieces_at(&self, goal: &Goal, color: Color) -> Squares<N> {
        self.pieces_of(color, goal.kinds) & goal.squares[color].resized()
    }

    /// Whether a side has few enough pieces.
    fn is_bare(&self, t: &Tables<N>, bare: &Bare, color: Color) -> bool {
        self.pieces_left(t, color) <= u32::from(bare.count)
    }

    /// The number of a side's pieces, including those that it can drop.
    pub(super) fn pieces_left(&self, t: &Tables<N>, color: Color) -> u32 {
        let held = if t.traits.drops { self.held[color.index()] } else { 0 };
        self.color(color).count() + held
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
