//! The results that a node stores when its moves have been tried: its table entry, killers, histories and corrections.

use super::history::bonus;
use super::node::{Candidate, Node};
use super::score::is_decisive;
use super::searcher::Searcher;
use super::table::{Bound, TableEntry};
use crate::position::Move;

impl<const N: usize> Searcher<'_, N> {
    /// Stores the result of a node in the correction history, the histories and the table. `alpha` is the value before
    /// its moves were tried.
    pub(super) fn leave_result(&mut self, node: &Node, best: i32, best_move: Move, alpha: i32, beta: i32) {
        // The best of only some moves is not a result for the position.
        let all_moves = node.excluded.is_none() && (node.ply > 0 || self.root.is_searched_whole());
        if !all_moves {
            return;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.update_correction(node, best, best_move, bound);
        if bound == Bound::Upper && node.ply > 0 {
            self.reward_previous_move(node);
        }
        let code = if best_move.is_none() { 0 } else { best_move.code() };
        let entry = TableEntry { code, score: best, bound, depth: node.depth, raw_evaluation: node.raw_evaluation };
        self.store(node.ply, entry);
    }

    /// Updates the correction history, unless the result carries no information about the static evaluation.
    fn update_correction(&mut self, node: &Node, best: i32, best_move: Move, bound: Bound) {
        let quiet = best_move.is_none() || !self.is_noisy(best_move);
        if let Some(evaluation) = self.stack[node.ply].static_evaluation.filter(|_| quiet && !is_decisive(best)) {
            // A bound on the same side as the evaluation carries no information about it.
            let tells = match bound {
                Bound::Lower => best > evaluation,
                Bound::Exact => true,
                Bound::Upper => best < evaluation,
            };
            if tells {
                let keys = &self.stack[node.ply].correction_keys;
                self.history.corrections.update(keys, best - evaluation, node.depth);
            }
        }
    }

    /// Rewards the move that led to a node which failed low, if it was quiet.
    fn reward_previous_move(&mut self, node: &Node) {
        let ply = node.ply - 1;
        let Some((mover, mv)) = self.stack[ply].quiet else { return };
        let previous = self.stack.previous_moves(ply);
        let side = !self.pos.side();
        self.history.update_quiet(side, mover, mv, &previous, bonus(node.depth) / 3);
    }

    /// Rewards the move that caused a cutoff, and penalizes those tried before it.
    pub(super) fn update_histories(&mut self, node: &Node, candidate: Candidate) {
        let (ply, side, bonus) = (node.ply, self.pos.side(), bonus(node.depth));
        let (mv, previous) = (candidate.mv, node.previous);
        let tried = std::mem::take(&mut self.stack[ply].tried);
        if self.t.traits.walls {
            mv.wall().into_iter().for_each(|at| self.history.update_wall(side, at, bonus));
            let walls = tried.quiet.iter().chain(&tried.noisy).filter_map(|other| other.wall());
            walls.filter(|at| Some(*at) != mv.wall()).for_each(|at| self.history.update_wall(side, at, -bonus / 4));
        }
        // The same move with another wall may be as good.
        let other_move = |other: &&Move| other.without_wall() != mv.without_wall();
        if candidate.noisy {
            self.history.update_capture(self.pos.mover(mv), mv, self.pos.captured(mv), bonus);
        } else {
            let entry = &mut self.stack[ply];
            if entry.killers[0] != mv {
                entry.killers = [mv, entry.killers[0]];
            }
            self.history.set_counter_move(previous[0], mv);
            self.history.update_quiet(side, self.pos.mover(mv), mv, &previous, bonus);
            for &other in tried.quiet.iter().filter(other_move) {
                self.history.update_quiet(side, self.pos.mover(other), other, &previous, -bonus);
            }
        }
        for &other in tried.noisy.iter().filter(other_move) {
            self.history.update_capture(self.pos.mover(other), other, self.pos.captured(other), -bonus);
        }
        self.stack[ply].tried = tried;
    }
}
