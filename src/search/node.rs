//! The node: principal variation search.
//!
//! [`Searcher::node`] shows the steps in their order; those that answer a node early
//! or leave moves out are in `prune`. Whether a step applies depends on the
//! rules and the position, never on a variant's name.

use super::history::PieceTo;
use super::order::QuietHints;
use super::picker::{MoveRange, Picker, Wanted};
use super::score::{DECISIVE, DRAW, INFINITE, MATE, MAX_PLY, RULE_WIN, is_decisive, mated};
use super::searcher::Searcher;
use super::table::TableEntry;
use super::walls::walls_at;
use crate::position::{GameResult, Move, Outcome};
use crate::variant::Verdict;

/// Internal iterative reduction: minimum depth at which a node without a table move is reduced by one ply.
const REDUCTION_WITHOUT_MOVE_DEPTH: i32 = 4;
/// Minimum depth at which late moves are reduced.
const LATE_DEPTH: i32 = 3;
/// Centipawns by which a reduced move must exceed expectations to be searched deeper.
const DEEPER: i32 = 69;

/// The state of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    /// Whether a cutoff is expected.
    pub cut_node: bool,
    pub in_check: bool,
    /// `None` in check, or where it is not needed.
    pub raw_evaluation: Option<i32>,
    /// The static evaluation, refined by the table entry; minus infinity in check.
    pub estimate: i32,
    /// Whether the side to move stands better than at its last move.
    pub improving: bool,
    /// See [`Stack::previous_moves`](super::stack::Stack::previous_moves).
    pub previous: [PieceTo; 3],
    /// The move excluded by a singular search.
    pub excluded: Move,
    pub hit: Option<TableEntry>,
    /// The moves, if all of them had to be generated, since legality depends on the others.
    pub generated: Option<MoveRange>,
    /// Whether each move is tried with all its walls, not only with the most promising ones.
    pub all_walls: bool,
}

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub noisy: bool,
    /// Its place in the order, from 1.
    pub number: usize,
}

/// By how many plies a move is searched deeper, or a score with which the singular search ends the node.
pub(super) enum Extension {
    Plies(i32),
    MultiCut(i32),
}

impl<const N: usize> Searcher<'_, N> {
    /// The value of the position within the window, searched to `depth`.
    ///
    /// `PV` nodes may have an open window; for others `beta` is `alpha + 1`.
    /// The result is meaningless once the search has stopped.
    pub fn node<const PV: bool>(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize, cut_node: bool) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        self.enter_node(ply);
        if self.stopped {
            return DRAW;
        }
        if PV {
            self.pv[ply].clear();
        }
        let (mut alpha, mut beta) = (alpha, beta);
        if ply > 0 {
            let over = self.terminal_value(ply);
            // A search of the same position at another depth, to learn something else, must not be given the score.
            let anew = || self.stack[ply].excluded.is_none() && self.verifying_null_move != Some(ply);
            if let Some(value) = over.or_else(|| self.given_score(depth).filter(|_| anew())) {
                return value;
            }
            // Mate distance pruning: a win found from here cannot be shorter than the one known.
            alpha = alpha.max(mated(ply));
            beta = beta.min(-mated(ply));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.stack[ply].excluded;
        let hit = if excluded.is_none() { self.probe(ply) } else { None };
        if !PV && let Some(value) = hit.and_then(|hit| hit.cutoff(alpha, beta, depth)) {
            return value;
        }
        let mut node = self.node_at(ply, depth, cut_node, excluded, hit);
        let bottom = self.moves.len();
        if self.t.variant().rules.weighs_all_moves() {
            node.generated = Some(self.generate_all());
        }
        if !PV
            && !node.in_check
            && !node.is_forced()
            && excluded.is_none()
            && !self.pos.last_needed_attacked(self.t)
            && let Some(value) = self.prune_node(&node, alpha, beta)
        {
            self.moves.truncate(bottom);
            return value;
        }
        // The root has a move from the last iteration.
        let without_move = ply > 0 && node.code() == 0 && excluded.is_none();
        if without_move && depth >= REDUCTION_WITHOUT_MOVE_DEPTH && (PV || cut_node) {
            node.depth -= 1;
        }
        let value = self.try_moves::<PV>(&node, alpha, beta);
        self.moves.truncate(bottom);
        value
    }

    /// The value of the position, if the game is over by a variant end, a repetition or a
    /// draw rule, or if the line has become too long.
    #[inline]
    pub fn terminal_value(&mut self, ply: usize) -> Option<i32> {
        if let Some(outcome) = self.pos.variant_outcome(self.t) {
            return Some(self.outcome_value(outcome, ply, MATE));
        }
        if self.may_repeat()
            && let Some(outcome) = self.pos.repetition(self.t, ply.saturating_sub(1))
        {
            return Some(self.outcome_value(outcome, ply, RULE_WIN));
        }
        if let Some(outcome) = self.pos.draw_by_rule(self.t) {
            // Mate takes precedence over the counters, and so does a stalemate that decides.
            let decides = self.t.variant().rules.stalemate_decides() || self.pos.in_check(self.t);
            let out_of_moves = if decides { self.pos.out_of_moves(self.t) } else { None };
            let value = out_of_moves.map(|outcome| self.outcome_value(outcome, ply, MATE));
            return Some(value.unwrap_or_else(|| self.outcome_value(outcome, ply, RULE_WIN)));
        }
        (ply >= MAX_PLY).then(|| self.raw_evaluation(ply))
    }

    /// The value of a finished game; `win` is the value of a win at the root.
    fn outcome_value(&self, outcome: Outcome, ply: usize, win: i32) -> i32 {
        match outcome.result {
            GameResult::Draw => self.draw_value(ply),
            GameResult::Win(side) if side == self.pos.side() => win - ply as i32,
            GameResult::Win(_) => ply as i32 - win,
        }
    }

    /// The value of a position without legal moves.
    pub fn value_without_moves(&self, in_check: bool, ply: usize) -> i32 {
        match self.pos.without_moves(self.t, in_check) {
            Verdict::Loss => mated(ply),
            Verdict::Draw => self.draw_value(ply),
            Verdict::Win => -mated(ply),
        }
    }

    fn node_at(&mut self, ply: usize, depth: i32, cut_node: bool, excluded: Move, hit: Option<TableEntry>) -> Node {
        let in_check = self.pos.in_check(self.t);
        let mut node = Node {
            ply,
            depth,
            cut_node,
            in_check,
            raw_evaluation: None,
            estimate: -INFINITE,
            improving: false,
            previous: self.stack.previous_moves(ply),
            excluded,
            hit,
            generated: None,
            // Where a check must be answered, and at the root.
            all_walls: in_check || ply == 0,
        };
        if in_check {
            self.stack[ply].static_evaluation = None;
        } else {
            let known = self.stack[ply].static_evaluation.filter(|_| !excluded.is_none());
            let static_evaluation = known.unwrap_or_else(|| {
                let raw = hit.and_then(|hit| hit.raw_evaluation).unwrap_or_else(|| self.raw_evaluation(ply));
                node.raw_evaluation = Some(raw);
                self.static_evaluation(raw, ply)
            });
            self.stack[ply].static_evaluation = Some(static_evaluation);
            // A mate score from the table counts, too.
            node.estimate = hit.map_or(static_evaluation, |hit| hit.refine(static_evaluation));
            let before = [2, 4].into_iter().find_map(|back| self.stack.static_evaluation_before(ply, back));
            node.improving = before.is_none_or(|before| static_evaluation > before);
        }
        self.stack[ply + 2].killers = [Move::NONE; 2];
        self.stack[ply + 2].cutoff_count = 0;
        self.stack[ply + 1].excluded = Move::NONE;
        node
    }

    /// Tries the moves one by one.
    fn try_moves<const PV: bool>(&mut self, node: &Node, mut alpha: i32, beta: i32) -> i32 {
        let ply = node.ply;
        let mut picker = self.picker(node);
        let (mut best, mut best_move, mut number) = (-INFINITE, Move::NONE, 0);
        let alpha_before = alpha;
        self.stack[ply].tried.clear();

        while let Some(mv) = self.pick(&mut picker) {
            if mv == node.excluded || (ply == 0 && !self.root.allows(mv)) {
                continue;
            }
            number += 1;
            let candidate = Candidate { mv, noisy: self.is_noisy(mv), number };
            if ply == 0 {
                self.note_progress(mv, number);
            }
            if ply > 0 && best > -DECISIVE && !node.is_forced() && self.prunes_move(node, candidate, alpha, &mut picker)
            {
                continue;
            }
            let extension = match self.extend::<PV>(node, mv, beta) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(value) => return value,
            };
            let nodes_before = self.nodes;
            let value = self.try_move::<PV>(node, candidate, best, (alpha, beta), extension);
            if self.stopped {
                return best;
            }
            if ply == 0 {
                self.root.add_nodes(mv, self.nodes - nodes_before);
            }
            best = best.max(value);
            if value > alpha {
                (best_move, alpha) = (mv, value);
                if PV {
                    self.update_pv(ply, mv);
                    if ply == 0 {
                        self.report_better_root_move(value, beta, number);
                    }
                }
                if alpha >= beta {
                    self.stack[ply].cutoff_count += 1;
                    self.update_histories(node, candidate);
                    break;
                }
            }
            self.stack[ply].tried.push(mv, candidate.noisy);
        }
        if self.stopped {
            return best;
        }
        if number == 0 && !node.excluded.is_none() {
            return alpha;
        }
        // A wall that was not tried may save the game, or be the only one with which a move is legal.
        if best <= -DECISIVE
            && self.t.traits.walls
            && !node.all_walls
            && node.generated.is_none()
            && node.excluded.is_none()
            && (number > 0 || self.pos.has_legal_move(self.t))
        {
            return self.try_moves::<PV>(&Node { all_walls: true, ..*node }, alpha_before, beta);
        }
        if number == 0 {
            return self.value_without_moves(node.in_check, ply);
        }
        self.leave_result(node, best, best_move, alpha_before, beta);
        best
    }

    fn picker(&mut self, node: &Node) -> Picker {
        let previous = node.previous;
        let wanted = if node.in_check { Wanted::Evasions } else { Wanted::All };
        let killers = self.stack[node.ply].killers;
        // At the root this takes precedence: the table does not contain the best of only some moves.
        let own = if node.ply == 0 { self.root.first_move() } else { None };
        let mut picker = Picker::new(wanted, own.map_or(node.code(), Move::code));
        picker.generated = node.generated;
        picker.walls = if node.all_walls { usize::MAX } else { walls_at(node.depth) };
        picker.hints = QuietHints { killers, counter_move: self.history.counter_move(previous[0]), previous };
        picker
    }

    /// Searches one move: a late move at reduced depth first, and any but the first with
    /// a null window, until it proves better.
    fn try_move<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: Candidate,
        best: i32,
        (alpha, beta): (i32, i32),
        extension: i32,
    ) -> i32 {
        let (ply, number) = (node.ply, candidate.number);
        let depth = node.depth - 1 + extension;
        let late = number > 1 + usize::from(PV) && node.depth >= LATE_DEPTH;
        let reduction = if late { self.late_move_reduction::<PV>(node, candidate) } else { 0 };
        let quiet = (!candidate.noisy).then(|| (self.pos.mover(candidate.mv), candidate.mv));
        self.stack[ply].quiet = quiet;
        self.play(ply, candidate.mv);
        self.stack[ply + 1].double_extensions += u8::from(extension > 1);
        if PV {
            // A mate at the edge of the window is not searched again: the line ends there.
            self.pv[ply + 1].clear();
        }
        let mut value = alpha + 1;
        if !PV || number > 1 {
            let reduced = (depth - reduction).max(depth.min(1));
            value = -self.node::<false>(-alpha - 1, -alpha, reduced, ply + 1, reduction > 0 || !node.cut_node);
            if value > alpha && reduced < depth && !self.stopped {
                let deeper = i32::from(ply > 0 && value > best + DEEPER && !is_decisive(value));
                value = -self.node::<false>(-alpha - 1, -alpha, depth + deeper, ply + 1, !node.cut_node);
            }
        }
        if PV && (number == 1 || (value > alpha && (ply == 0 || value < beta))) && !self.stopped {
            value = -self.node::<true>(-beta, -alpha, depth, ply + 1, false);
        }
        self.undo();
        value
    }
}

impl Node {
    /// Whether the rules force a capture.
    #[inline]
    pub(super) fn is_forced(&self) -> bool {
        self.generated.is_some_and(|range| range.forced)
    }

    /// The table's move, 0 if there is none.
    #[inline]
    pub(super) fn code(&self) -> u32 {
        self.hit.map_or(0, |hit| hit.code)
    }
}
