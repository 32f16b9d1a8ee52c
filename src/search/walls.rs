//! Walls in the search. Where a wall is placed with every move, a node has hundreds of moves, most of which differ only
//! in the wall: near the leaves only the most promising walls are tried with each.

use super::picker::Picker;
use super::searcher::Searcher;
use crate::board::{Square, Squares};
use std::cmp::Reverse;

/// The number of walls tried with a move at depth 0, to which the squared depth is added.
const WALLS: usize = 2;
/// The bonus for a wall between a piece that must not be lost and one that would attack it.
const SHIELD: i32 = 20_000;
/// The score deducted for each further wall of a move.
const STEP: i32 = 700;

/// The number of walls tried with a move at this depth.
pub fn walls_at(depth: i32) -> usize {
    WALLS + (depth.max(0) as usize).pow(2)
}

impl<const N: usize> Searcher<'_, N> {
    /// Of the moves from `from` on, each of which is listed with all its walls, keeps those with the best walls, the
    /// best first, and the table's move.
    pub(super) fn choose_walls(&mut self, from: usize, picker: &Picker) {
        if !self.t.traits.walls {
            return;
        }
        let (side, shield) = (self.pos.side(), self.shield());
        let (mut start, mut kept) = (from, from);
        while let Some(first) = self.moves.get(start) {
            let moved = first.without_wall();
            let others = self.moves[start..].iter().take_while(|mv| mv.without_wall() == moved).count();
            let history = &self.history;
            let score = |at: Square| history.wall(side, at) + if shield.has(at) { SHIELD } else { 0 };
            self.moves[start..start + others].sort_by_key(|mv| Reverse(mv.wall().map_or(0, score)));
            for index in start..start + others {
                let mv = self.moves[index];
                if index - start < picker.walls || mv.code() == picker.table_code {
                    self.moves[kept] = mv;
                    kept += 1;
                }
            }
            start += others;
        }
        self.moves.truncate(kept);
    }

    /// The squares on which a wall would be between a piece that must not be lost and its attacker.
    fn shield(&self) -> Squares<N> {
        let (t, us, pos) = (self.t, self.pos.side(), &self.pos);
        let occupied = pos.occupied();
        let lines = pos
            .needed(t, us)
            .iter()
            .flat_map(|sq| pos.attackers(t, !us, sq, occupied).iter().map(move |from| t.ring(0).between(sq, from)));
        lines.collect()
    }

    /// Spreads out the walls of each move, which are listed together with the best first, by lowering the scores of
    /// further ones.
    pub(super) fn spread_walls(&mut self, from: usize, end: usize) {
        if !self.t.traits.walls {
            return;
        }
        let mut rank = 0;
        for index in from + 1..end {
            let same = self.moves[index].without_wall() == self.moves[index - 1].without_wall();
            rank = if same { rank + 1 } else { 0 };
            self.scores[index] -= STEP * rank;
        }
    }
}
