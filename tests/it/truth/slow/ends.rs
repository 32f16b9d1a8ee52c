//! Ends of the game by positions.

use super::{Past, Truth};
use alfil::internals::board::{Color, Piece, PieceKind, Square, Step};
use alfil::internals::position::{GameResult, Outcome, Reason};
use alfil::internals::variant::{
    Adjudication, BareWhen, Extinct, Extinction, FacingRule, Goal, GoalShape, GoalWhen, KindSet, Line, Rebare, Setup,
    Stalemate, Verdict,
};

/// The outcome of a verdict on a side.
fn ending(side: Color, verdict: Verdict, reason: Reason) -> Outcome {
    let result = match verdict {
        Verdict::Loss => GameResult::Win(!side),
        Verdict::Draw => GameResult::Draw,
        Verdict::Win => GameResult::Win(side),
    };
    Outcome { result, reason }
}

/// The directions along the lines of a goal, one of each two opposite ones.
fn directions(goal: &Goal) -> Vec<(i8, i8)> {
    let ways = goal.row.iter().flat_map(|line| match line {
        Line::Rank => vec![(1, 0)],
        Line::File => vec![(0, 1)],
        Line::Diagonal => vec![(1, 1), (1, -1)],
    });
    ways.collect()
}

impl Truth<'_> {
    /// The end of the game by the board and the checks given, except for positions without moves.
    pub fn decided(self, past: Past) -> Option<Outcome> {
        self.lost(past)
            .or_else(|| self.reached(past))
            .or_else(|| self.passed(past))
            .or_else(|| self.filled())
            .or_else(|| self.checked())
            .or_else(|| self.bared())
    }

    /// The end of the game by the position, given the number of moves that there would be otherwise.
    pub fn outcome(self, past: Past) -> Option<Outcome> {
        self.lost(past)
            .or_else(|| self.reached(past))
            .or_else(|| self.passed(past))
            .or_else(|| self.filled())
            .or_else(|| self.without_moves(past))
            .or_else(|| self.checked())
            .or_else(|| self.bared())
    }

    /// The end of the game by the loss of pieces. If both sides have lost theirs, the side that made the move wins.
    pub(super) fn lost(self, past: Past) -> Option<Outcome> {
        let mover = !self.setup.side;
        let mut found = Vec::new();
        for rule in &self.rules().ends.extinctions {
            let sides = Color::ALL.into_iter().filter(|color| rule.side.is_none_or(|side| side == *color));
            found.extend(
                sides
                    .filter(|&color| self.is_extinct(rule, color, past))
                    .map(|color| ending(color, rule.verdict, Reason::Extinction)),
            );
        }
        let won = found.iter().copied().find(|outcome| outcome.result == GameResult::Win(mover));
        won.or(found.first().copied())
    }

    fn is_extinct(self, rule: &Extinction, color: Color, past: Past) -> bool {
        let held = |setup: &Setup, kinds: KindSet| -> u32 {
            let hand = setup.hands[color].iter().enumerate();
            let hand = hand.filter(|(number, _)| rule.in_hand && kinds.has(PieceKind(*number as u8)));
            hand.map(|(_, count)| u32::from(*count)).sum()
        };
        let gone =
            |setup: &Setup, kinds: KindSet| self.after(setup).count(color, kinds) == 0 && held(setup, kinds) == 0;
        // If the rule names the pieces that must have caused the loss, one of them has made the last move, before which
        // the lost pieces were still there.
        let brought = |kinds: KindSet| {
            rule.by.is_none_or(|by| past.last.is_some_and(|(before, mover)| by.has(mover) && !gone(before, kinds)))
        };
        let lost = |kinds: KindSet| gone(self.setup, kinds) && brought(kinds);
        let all: KindSet = self.variant().kinds().map(|(kind, _)| kind).collect();
        match &rule.of {
            Extinct::AllPieces => lost(all),
            Extinct::All(kinds) => lost(*kinds),
            // For players, a promoted queen that becomes a pawn in hand is a queen like any other.
            // The same holds for one that is another piece under an influence.
            Extinct::Any(_) => self.variant().faces().any(|(number, face)| {
                let piece = |kind: PieceKind| Piece::new(kind, color);
                let like = |other: PieceKind| self.is_like(piece(number), piece(other));
                let alike = self.variant().kinds().filter(|(other, kind)| kind.plain_id() == face.id || like(*other));
                let kinds: KindSet = alike.map(|(kind, _)| kind).filter(|kind| rule.of.names(*kind)).collect();
                !kinds.is_empty() && lost(kinds)
            }),
        }
    }

    fn count(self, color: Color, kinds: KindSet) -> usize {
        let belongs = |piece: &&Piece| !piece.is_none() && piece.color() == color && kinds.has(piece.kind());
        self.setup.board.iter().filter(belongs).count()
    }

    /// The end of the game by pieces that have reached their goals.
    fn reached(self, past: Past) -> Option<Outcome> {
        self.rules().ends.goals.iter().find_map(|goal| {
            let us = self.setup.side;
            let [ours, theirs] = [us, !us].map(|color| self.is_there(goal, color));
            match (ours, theirs) {
                (false, false) => None,
                (true, true) if goal.last_move.is_some() => {
                    Some(Outcome { result: GameResult::Draw, reason: Reason::Goal })
                }
                (false, true) if goal.last_move == Some(us) && self.can_follow(goal, past) => None,
                (true, false) => Some(ending(us, goal.verdict, Reason::Goal)),
                (_, true) => Some(ending(!us, goal.verdict, Reason::Goal)),
            }
        })
    }

    fn is_there(self, goal: &Goal, color: Color) -> bool {
        // A piece that has to survive there must have arrived with the move before the last.
        if goal.when == GoalWhen::Survive && self.setup.side != color {
            return false;
        }
        let kind_at = |sq: Square| self.at(sq).filter(|piece| piece.color() == color).map(Piece::kind);
        let counts = |sq: &Square| kind_at(*sq).is_some_and(|kind: PieceKind| goal.kinds.has(kind));
        let there: Vec<Square> = goal.squares[color].iter().filter(counts).collect();
        let missing = match goal.shape {
            GoalShape::Loose => there.len() < usize::from(goal.count),
            GoalShape::Row => !self.stand_in_a_row(goal, &there),
            GoalShape::Line => !self.stand_on_a_line(goal, &there),
            GoalShape::Square => !self.fill_a_square(goal, &there),
            GoalShape::Chain => !self.lead_on(goal, color, &there),
        };
        // A side that has no goal squares cannot leave them.
        if goal.when == GoalWhen::Leave { missing && goal.squares[color].iter().next().is_some() } else { !missing }
    }

    /// Whether as many of these squares as a goal needs are adjacent on a line of its kinds.
    fn stand_in_a_row(self, goal: &Goal, there: &[Square]) -> bool {
        let board = self.variant().board;
        directions(goal).into_iter().any(|(right, up)| {
            there.iter().any(|first| {
                let mut row = vec![*first];
                while row.len() < usize::from(goal.count) {
                    let last = row[row.len() - 1];
                    match board.neighbour(last, Step::new(right, up)) {
                        Some(next) if there.contains(&next) && !row.contains(&next) => row.push(next),
                        _ => return false,
                    }
                }
                true
            })
        })
    }

    /// Whether as many of these squares as a goal needs are on one line of its kinds, possibly with gaps.
    fn stand_on_a_line(self, goal: &Goal, there: &[Square]) -> bool {
        let board = self.variant().board;
        there.iter().any(|first| {
            directions(goal).iter().any(|(right, up)| {
                let mut line = vec![*first];
                for sign in [1, -1] {
                    let mut at = *first;
                    while let Some(next) = board.neighbour(at, Step::new(sign * right, sign * up)) {
                        if next == *first {
                            break;
                        }
                        if !line.contains(&next) {
                            line.push(next);
                        }
                        at = next;
                    }
                }
                line.iter().filter(|sq| there.contains(sq)).count() >= usize::from(goal.count)
            })
        })
    }

    /// Whether as many of these squares as a goal needs form a square of the board.
    fn fill_a_square(self, goal: &Goal, there: &[Square]) -> bool {
        let board = self.variant().board;
        let side = (1..=goal.count).find(|side| side * side == goal.count).expect("it is a square number");
        there.iter().any(|corner| {
            let mut all = Vec::new();
            let mut row = Some(*corner);
            for _ in 0..side {
                let mut at = row;
                for _ in 0..side {
                    all.extend(at.filter(|sq| there.contains(sq) && !all.contains(sq)));
                    at = at.and_then(|sq| board.neighbour(sq, Step::new(1, 0)));
                }
                row = row.and_then(|sq| board.neighbour(sq, Step::new(0, 1)));
            }
            all.len() == usize::from(goal.count)
        })
    }

    /// Whether these squares form a chain from one end to the other.
    fn lead_on(self, goal: &Goal, color: Color, there: &[Square]) -> bool {
        let board = self.variant().board;
        let [from, to] = goal.ends.map(|end| end[color]);
        let mut seen: Vec<Square> = there.iter().copied().filter(|sq| from.has(*sq)).collect();
        let mut index = 0;
        while let Some(&at) = seen.get(index) {
            index += 1;
            for (right, up) in directions(goal) {
                for sign in [1, -1] {
                    let next = board.neighbour(at, Step::new(sign * right, sign * up));
                    seen.extend(next.filter(|sq| there.contains(sq) && !seen.contains(sq)));
                }
            }
        }
        seen.iter().any(|sq| to.has(*sq))
    }

    /// Whether the side to move can reach a goal with its next move, too.
    fn can_follow(self, goal: &Goal, past: Past) -> bool {
        let (moves, _) = self.playable(past);
        moves.iter().any(|legal| self.after(&legal.after).is_there(goal, self.setup.side))
    }

    /// The end of the game by a pass that leaves royal pieces facing each other, or follows another pass.
    fn passed(self, past: Past) -> Option<Outcome> {
        let rules = self.rules();
        if past.passes > 0 && self.royals_face() {
            let score = rules.royalty.facing_rule == FacingRule::Adjudicate;
            return Some(Outcome { result: self.counted(score), reason: Reason::Facing });
        }
        let ends = past.passes > 1 && rules.ends.double_pass != Adjudication::None;
        let score = rules.ends.double_pass == Adjudication::Score;
        ends.then(|| Outcome { result: self.counted(score), reason: Reason::DoublePass })
    }

    /// The end of the game by a full board, in which every existing square is occupied.
    fn filled(self) -> Option<Outcome> {
        let rule = self.rules().ends.full_board;
        let mut squares = self.variant().board.all().filter(|sq| !self.variant().holes.has(*sq));
        let full = rule != Adjudication::None && squares.all(|sq| self.at(sq).is_some() || self.setup.holes.has(sq));
        full.then(|| Outcome { result: self.counted(rule == Adjudication::Score), reason: Reason::FullBoard })
    }

    /// The result by points, if `score` says that they decide; otherwise a draw.
    pub fn counted(self, score: bool) -> GameResult {
        let Some(scoring) = self.rules().ends.scoring.as_ref().filter(|_| score) else { return GameResult::Draw };
        let count = |color: Color| -> f64 {
            let kinds = self.pieces(color).into_iter().filter_map(|sq| self.at(sq)).map(Piece::kind);
            kinds.map(|kind| f64::from(scoring.points[kind.index()])).sum()
        };
        let lead = count(Color::White) - count(Color::Black) - f64::from(scoring.komi) / 2.0;
        match lead {
            lead if lead > 0.0 => GameResult::Win(Color::White),
            lead if lead < 0.0 => GameResult::Win(Color::Black),
            _ => GameResult::Draw,
        }
    }

    /// The end of the game if the side to move has no legal move.
    fn without_moves(self, past: Past) -> Option<Outcome> {
        if !self.playable(past).0.is_empty() {
            return None;
        }
        let us = self.setup.side;
        if self.in_check(us) {
            return Some(ending(us, self.rules().ends.checkmate, Reason::Checkmate));
        }
        let verdict = match self.rules().ends.stalemate {
            Stalemate::Score => return Some(Outcome { result: self.counted(true), reason: Reason::Stalemate }),
            Stalemate::Loss => Verdict::Loss,
            // A side that has a piece passes instead.
            Stalemate::Pass => {
                let score = self.rules().ends.double_pass == Adjudication::Score;
                return Some(Outcome { result: self.counted(score), reason: Reason::Stalemate });
            }
            Stalemate::Draw => Verdict::Draw,
            Stalemate::Win => Verdict::Win,
            Stalemate::CountFewerWins => match (self.pieces(us).len(), self.pieces(!us).len()) {
                (ours, theirs) if ours < theirs => Verdict::Win,
                (ours, theirs) if ours > theirs => Verdict::Loss,
                _ => Verdict::Draw,
            },
        };
        Some(ending(us, verdict, Reason::Stalemate))
    }

    /// The end of the game if a side has given check often enough.
    fn checked(self) -> Option<Outcome> {
        self.rules().ends.checks?;
        let winner = Color::ALL.into_iter().find(|color| self.setup.checks[*color] == 0)?;
        Some(Outcome { result: GameResult::Win(winner), reason: Reason::Checks })
    }

    /// The end of the game if a side has too few pieces left.
    fn bared(self) -> Option<Outcome> {
        let rule = self.rules().ends.bare.as_ref()?;
        let us = self.setup.side;
        let dropped = |color: Color| self.setup.hands[color].iter().map(|count| usize::from(*count)).sum::<usize>();
        let held = |color: Color| if self.rules().drops.enabled { dropped(color) } else { 0 };
        let [ours, theirs] = [us, !us].map(|color| self.pieces(color).len() + held(color) <= usize::from(rule.count));
        match (ours, theirs) {
            (false, false) => None,
            (true, true) if rule.rebare == Rebare::Draw => {
                Some(Outcome { result: GameResult::Draw, reason: Reason::BareKing })
            }
            (true, true) => None,
            (false, true) => Some(ending(!us, rule.verdict, Reason::BareKing)),
            (true, false) if rule.when == BareWhen::Immediate => Some(ending(us, rule.verdict, Reason::BareKing)),
            (true, false) => None,
        }
    }
}
