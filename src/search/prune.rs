//! Pruning: nodes that are answered without trying their moves, and moves that are not worth a search.

use super::depth::{PLY, base_reduction};
use super::history::PieceTo;
use super::node::{Candidate, Node};
use super::picker::{Picker, Wanted};
use super::score::{WON, is_decisive};
use super::searcher::Searcher;
use crate::variant::Stalemate;

/// Reverse futility: centipawns per ply by which the evaluation must exceed
/// the window, and the maximum depth for it.
const REVERSE_FUTILITY: i32 = 82;
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Razoring: centipawns below the window, more per squared ply, and the
/// maximum depth for it.
const RAZOR: i32 = 312;
const RAZOR_STEP: i32 = 144;
const RAZOR_DEPTH: i32 = 3;
/// Null move: minimum depth and base reduction. The reduction grows by a ply with each `NULL_DEPTH_STEP` plies of
/// `depth + 1`, and with each `NULL_MARGIN_STEP` centipawns above the window, the latter at most `NULL_MARGIN_PLIES`
/// times.
const NULL_DEPTH: i32 = 3;
const NULL_BASE: i32 = 3;
const NULL_DEPTH_STEP: i32 = 4;
const NULL_MARGIN_STEP: i32 = 200;
const NULL_MARGIN_PLIES: i32 = 3;
/// From this depth on, a null move's cutoff is verified by a search without null moves;
/// with fewer pieces than this, at any depth, if stalemate loses.
const NULL_VERIFY_DEPTH: i32 = 12;
const NULL_VERIFY_PIECES: u32 = 12;
/// Probcut: minimum depth, plies below the node's depth, and centipawns above the
/// window, less if the side to move is improving.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
const PROBCUT_MARGIN: i32 = 95;
const PROBCUT_IMPROVING: i32 = 25;
/// Futility of quiet moves: centipawns in general and per ply, and the maximum reduced depth for it.
const FUTILITY: i32 = 115;
const FUTILITY_STEP: i32 = 96;
const FUTILITY_DEPTH: i32 = 8;
/// Late move pruning: moves tried at depth 0, to which one and a half times the squared depth is added, halved if the
/// side to move is not improving; up to this depth.
const LATE_MOVES: i32 = 3;
const LATE_MOVE_DEPTH: i32 = 9;
/// History below which a quiet move is skipped, per ply, and the maximum reduced depth for it.
const HISTORY_PRUNING: i32 = -4_640;
const HISTORY_PRUNING_DEPTH: i32 = 4;
/// Centipawns that a move may lose by exchange: quiet per squared ply, up to this reduced depth, and noisy per ply, up
/// to this depth.
const QUIET_EXCHANGE: i32 = -22;
const NOISY_EXCHANGE: i32 = -100;
const EXCHANGE_DEPTH: i32 = 8;

impl<const N: usize> Searcher<'_, N> {
    /// A margin, widened in games in which evaluations swing more than in chess.
    #[inline]
    pub(super) fn widened(&self, margin: i32) -> i32 {
        margin * self.facts.margin / 100
    }

    /// Steps that answer a node without trying its moves.
    pub(super) fn prune_node(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        if is_decisive(beta) || beta < -WON {
            return None;
        }
        // What allowed the null move proves nothing about it.
        if self.verifying_null_move == Some(node.ply) {
            return self.probcut(node, beta);
        }
        // Reverse futility: so far ahead that the opponent will not come here.
        let margin = self.widened(REVERSE_FUTILITY * (node.depth - i32::from(node.improving)));
        if node.depth <= REVERSE_FUTILITY_DEPTH && node.estimate - margin >= beta && !is_decisive(node.estimate) {
            return Some((node.estimate + beta) / 2);
        }
        // Razoring: so far behind that only captures could help.
        let margin = self.widened(RAZOR + RAZOR_STEP * node.depth * node.depth);
        if node.depth <= RAZOR_DEPTH && node.estimate + margin < alpha {
            let value = self.quiescence::<false>(alpha, alpha + 1, node.ply);
            if value <= alpha {
                return Some(value);
            }
        }
        self.null_move(node, beta).or_else(|| self.probcut(node, beta))
    }

    /// Probcut: a capture that stays well above the window in a shallower
    /// search is likely to do so in a full one.
    fn probcut(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let probcut_beta = beta + self.widened(PROBCUT_MARGIN - PROBCUT_IMPROVING * i32::from(node.improving));
        let doubted = node.hit.is_some_and(|hit| hit.depth >= node.depth - 3 && hit.score < probcut_beta);
        if node.depth < PROBCUT_DEPTH || doubted || beta > WON || is_decisive(probcut_beta) {
            return None;
        }
        let mut picker = Picker::new(Wanted::Noisy, node.code());
        let bottom = self.moves.len();
        while let Some(mv) = self.pick(&mut picker) {
            if !self.see_ge(mv, probcut_beta - node.estimate) {
                continue;
            }
            self.stack[node.ply].quiet = None;
            self.play(node.ply, mv);
            let mut value = -self.quiescence::<false>(-probcut_beta, 1 - probcut_beta, node.ply + 1);
            if value >= probcut_beta {
                let depth = node.depth - PROBCUT_REDUCTION;
                value = -self.node::<false>(-probcut_beta, 1 - probcut_beta, depth, node.ply + 1, !node.cut_node);
            }
            self.undo();
            if self.stopped {
                break;
            }
            if value >= probcut_beta {
                self.moves.truncate(bottom);
                return Some(if is_decisive(value) { beta } else { value - (probcut_beta - beta) });
            }
        }
        self.moves.truncate(bottom);
        None
    }

    /// Null move: if even passing the turn leaves the opponent below the
    /// window, a real move will.
    fn null_move(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let after_null = node.previous[0] == PieceTo::NONE;
        let tempting = node.depth >= NULL_DEPTH && node.estimate >= beta && !after_null;
        if !tempting
            || !self.facts.null_moves
            || self.verifying_null_move.is_some()
            || !self.evaluator.has_null_move_material(&self.pos)
        {
            return None;
        }
        let ahead = ((node.estimate - beta) / NULL_MARGIN_STEP).clamp(0, NULL_MARGIN_PLIES);
        let depth = node.depth - NULL_BASE - (node.depth + 1) / NULL_DEPTH_STEP - ahead;
        self.play_null(node.ply);
        let value = -self.node::<false>(-beta, 1 - beta, depth, node.ply + 1, !node.cut_node);
        self.undo();
        if self.stopped || value < beta {
            return None;
        }
        // A mate found after a null move is not proven.
        let value = if is_decisive(value) { beta } else { value };
        if node.depth < NULL_VERIFY_DEPTH && !self.zugzwang_is_likely() {
            return Some(value);
        }
        // In all other cases, the cutoff is verified without null moves.
        self.verifying_null_move = Some(node.ply);
        let verified = self.node::<false>(beta - 1, beta, depth.max(1), node.ply, false);
        self.verifying_null_move = None;
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// Whether zugzwang is likely: few pieces are left, and stalemate loses.
    fn zugzwang_is_likely(&self) -> bool {
        self.t.variant().rules.ends.stalemate == Stalemate::Loss && self.pos.occupied().count() < NULL_VERIFY_PIECES
    }

    /// Whether a late or losing move is not worth a search. If none of the quiet moves after it is, either, the picker
    /// leaves them out.
    pub(super) fn prunes_move(&mut self, node: &Node, candidate: Candidate, alpha: i32, picker: &mut Picker) -> bool {
        let Candidate { mv, noisy, number } = candidate;
        // Every check matters in games that count them, and checks lead to mate where the side to move is winning.
        if (self.t.traits.counts_checks || alpha > WON) && self.pos.gives_check(self.t, mv) {
            return false;
        }
        // Reaching a goal wins at once, whatever the evaluation.
        if self.pos.reaches_goal(self.t, mv) {
            return false;
        }
        if noisy {
            let margin = self.widened(NOISY_EXCHANGE * node.depth);
            let asked = node.depth <= EXCHANGE_DEPTH && !picker.has_passed_see(mv);
            return asked && !self.see_ge(mv, margin);
        }
        if node.in_check {
            return false;
        }
        let depth = (node.depth - base_reduction(node.depth, number) / PLY).max(1);
        let late = (LATE_MOVES + 3 * node.depth * node.depth / 2) / (2 - i32::from(node.improving));
        let too_late = node.depth <= LATE_MOVE_DEPTH && number as i32 > late;
        let margin = self.widened(FUTILITY + FUTILITY_STEP * depth);
        let futile = depth <= FUTILITY_DEPTH && node.estimate + margin <= alpha;
        if too_late || futile {
            if alpha <= WON && !self.t.traits.counts_checks && !self.pos.is_close_to_goal(self.t) {
                picker.quiets_wanted = false;
            }
            return !self.pos.gives_check(self.t, mv);
        }
        if depth <= HISTORY_PRUNING_DEPTH {
            let history = self.history.quiet(self.pos.side(), self.pos.mover(mv), mv, &node.previous);
            if history < HISTORY_PRUNING * depth {
                return true;
            }
        }
        let margin = self.widened(QUIET_EXCHANGE * depth * depth);
        depth <= EXCHANGE_DEPTH && !self.see_ge(mv, margin) && !self.pos.gives_check(self.t, mv)
    }
}
