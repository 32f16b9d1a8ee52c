//! How near each side is to a win by another rule than mate: by reaching a goal, or by giving a number of checks.

use super::distances::distances;
use super::phased::Phased;
use crate::board::{Area, ByColor, Color, Piece, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{GivingCheck, GoalWhen, Verdict};

/// The value of a goal, divided by one more than the moves to it.
const GOAL: i32 = 900;
/// The same in the opening for royals that can be mated on their way.
const GOAL_IN_DANGER: i32 = 250;
/// The value of having `n` checks left to give is this divided by `n`; having all of them is worth nothing.
const LAST_CHECK: i32 = 450;
/// Goals that are at least this many moves away do not count.
const FAR: u8 = 16;

/// The goals and checks that win a game.
#[derive(Debug, Default)]
pub struct Wins {
    /// Pieces that have a goal, with the value of each square.
    goals: ByColor<Vec<(Piece, Vec<Phased>)>>,
    /// By the number of checks left to give.
    checks: Vec<Phased>,
}

impl Wins {
    /// The goals and checks of a game; none if its rules have none.
    pub fn new<const N: usize>(t: &Tables<N>) -> Self {
        let rules = &t.variant().rules;
        let all = rules.ends.checks.unwrap_or(0);
        let check = |left: u8| match left {
            0 => Phased::ZERO,
            _ => Phased::both(LAST_CHECK / i32::from(left) - LAST_CHECK / i32::from(all)),
        };
        let checks = if all > 0 { (0..=all).map(check).collect() } else { Vec::new() };
        Self { goals: ByColor::from_fn(|color| goals(t, color)), checks }
    }

    /// The value of a side's nearness to such a win.
    #[inline]
    pub fn worth<const N: usize>(&self, pos: &Position<N>, color: Color) -> Phased {
        let checks = self.checks.get(usize::from(pos.checks_left(color))).copied().unwrap_or(Phased::ZERO);
        let squares = self.goals[color]
            .iter()
            .flat_map(|(piece, worth)| pos.pieces(*piece).iter().map(move |sq| worth[sq.index()]));
        let goal = squares.max_by_key(|worth| worth.ending).unwrap_or(Phased::ZERO);
        checks + goal
    }
}

fn goals<const N: usize>(t: &Tables<N>, color: Color) -> Vec<(Piece, Vec<Phased>)> {
    let rules = &t.variant().rules;
    let wins = rules.ends.goals.iter().filter(|goal| {
        goal.verdict == Verdict::Win && goal.when != GoalWhen::Leave && goal.count == 1 && goal.squares[color].any()
    });
    let mut found = Vec::new();
    for goal in wins {
        for (kind, _) in
            t.variant().kinds().filter(|(kind, described)| goal.kinds.has(*kind) && described.may_belong_to(color))
        {
            let piece = Piece::new(kind, color);
            let in_danger = t.is_royal(kind) && rules.royalty.giving_check == GivingCheck::Allowed;
            let worth = |moves: Option<u8>| {
                let Some(moves) = moves.filter(|moves| *moves < FAR) else { return Phased::ZERO };
                let near = |most: i32| most / (1 + i32::from(moves));
                Phased::new(near(if in_danger { GOAL_IN_DANGER } else { GOAL }), near(GOAL))
            };
            found.push((piece, moves_to(t, piece, goal.squares[color]).into_iter().map(worth).collect()));
        }
    }
    found
}

/// The least number of moves that a piece needs from each square to a goal, with suitable pieces on the other squares.
fn moves_to<const N: usize>(t: &Tables<N>, piece: Piece, goal: Area) -> Vec<Option<u8>> {
    let reach: Vec<Squares<N>> = t.geometry().all().map(|sq| t.reach_on_some_board(piece, sq)).collect();
    let before = |squares: Squares<N>| t.geometry().all().filter(|sq| (reach[sq.index()] & squares).any()).collect();
    distances(t, t.geometry().all().filter(|sq| goal.has(*sq)).collect(), before)
}
