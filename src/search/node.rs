//! The node: principal variation search.
//!
//! [`Searcher::node`] reads as the recipe; the steps that answer a node early
//! or leave moves out are in `prune`. Whether a step applies is asked of the
//! rules and of the position, never of a variant's name.

use super::history::bonus;
use super::order::{Listed, Picker, Wanted};
use super::score::{DECISIVE, DRAW, INFINITE, MATE, MAX_PLY, RULE_WIN, is_decisive, mated};
use super::searcher::Searcher;
use super::table::{Bound, Entry};
use crate::position::{GameResult, Move, Outcome};
use crate::variant::Verdict;
use std::sync::LazyLock;

/// Least depth at which a node without a table move is searched one ply less.
const REDUCTION_WITHOUT_MOVE_DEPTH: i32 = 4;
/// Singular extension: least depth of the node, and centipawns per ply that
/// all other moves must lie below the table's.
const SINGULAR_DEPTH: i32 = 7;
const SINGULAR_MARGIN: i32 = 2;
/// Centipawns below which all others make the table's move worth two plies,
/// and how often in a line.
const MUCH_BETTER: i32 = 20;
const MOST_DOUBLED: u8 = 6;
/// Least depth at which late moves are reduced.
const LATE_DEPTH: i32 = 3;
/// More cuts than so many at the next ply speak against later moves.
const MANY_CUTS: u32 = 3;
/// History that is worth a ply of reduction.
const HISTORY_PER_PLY: i32 = 9_000;
/// Centipawns by which a reduced move must surprise to be searched deeper.
const DEEPER: i32 = 60;
/// So near to the end of the move counter the table's scores are not trusted.
const COUNTER_END: u16 = 10;

/// Plies by which a late move is reduced: by depth and number of the move.
static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let plies = |depth: usize, number: usize| 0.75 + (depth as f64).ln() * (number as f64).ln() / 2.25;
    std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth.max(1), number.max(1)) as i32))
});

/// What is known about a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub ply: usize,
    pub depth: i32,
    /// Whether a cut is expected.
    pub cut: bool,
    pub in_check: bool,
    /// The static evaluation, before it was corrected; `None` in check.
    pub plain: Option<i32>,
    /// Evaluation, refined by what the table knows.
    pub evaluation: i32,
    /// Whether the side to move stands better than at its last move.
    pub improving: bool,
    /// The move left out, when a singular extension is tried.
    pub excluded: Move,
    pub hit: Option<Entry>,
    /// The moves, where they had to be listed to know whether a capture is forced.
    pub listed: Option<Listed>,
}

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub noisy: bool,
    /// From 1 for the first.
    pub number: usize,
}

/// What a singular search says about a move.
enum Extension {
    Plies(i32),
    MultiCut(i32),
}

impl<const N: usize> Searcher<'_, N> {
    /// The value of the position within the window, searched to `depth`.
    ///
    /// `PV` nodes may have an open window; for others `beta` is `alpha + 1`.
    /// The result means nothing once the search has stopped.
    pub fn node<const PV: bool>(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply, 0);
        }
        self.enter(ply);
        if self.stopped {
            return DRAW;
        }
        if PV {
            self.lines[ply].clear();
        }
        let (mut alpha, mut beta) = (alpha, beta);
        if ply > 0 {
            if let Some(value) = self.known_end(ply).or_else(|| self.given_score(depth)) {
                return value;
            }
            // No mate found from here can be shorter than the one known.
            alpha = alpha.max(mated(ply));
            beta = beta.min(-mated(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.frame(ply).excluded;
        let hit = if excluded.is_none() { self.table.probe(self.pos.key(), ply) } else { None };
        if !PV && let Some(value) = hit.and_then(|hit| self.table_cut(hit, alpha, beta, depth)) {
            return value;
        }
        let mut node = self.node_at(ply, depth, cut, excluded, hit);
        let bottom = self.moves.len();
        if self.t.variant().rules.must_capture {
            node.listed = Some(self.list_all());
        }
        if !PV
            && !node.in_check
            && !node.is_forced()
            && excluded.is_none()
            && !self.pos.is_endangered(self.t)
            && let Some(value) = self.prune(&node, alpha, beta)
        {
            self.moves.truncate(bottom);
            return value;
        }
        if excluded.is_none() && depth >= REDUCTION_WITHOUT_MOVE_DEPTH && (PV || cut) && node.code() == 0 {
            node.depth -= 1;
        }
        let value = self.try_moves::<PV>(&node, alpha, beta);
        self.moves.truncate(bottom);
        value
    }

    /// The value of a position in which the game is over by repetition, by a
    /// counter or for lack of pieces, or the line has become too long.
    #[inline]
    pub fn known_end(&mut self, ply: usize) -> Option<i32> {
        if let Some(outcome) = self.pos.decided(self.t) {
            return Some(self.outcome_value(outcome, ply, MATE));
        }
        if self.may_repeat()
            && let Some(outcome) = self.pos.repetition(self.t, ply.saturating_sub(1))
        {
            return Some(self.outcome_value(outcome, ply, RULE_WIN));
        }
        if let Some(outcome) = self.pos.draw_by_rule(self.t) {
            // Mate comes before the counters.
            if !self.pos.in_check(self.t) || self.pos.has_legal_move(self.t) {
                return Some(self.outcome_value(outcome, ply, RULE_WIN));
            }
        }
        (ply >= MAX_PLY).then(|| self.evaluate(ply))
    }

    /// The value of a game that is over, a win being worth so much at the root.
    fn outcome_value(&self, outcome: Outcome, ply: usize, win: i32) -> i32 {
        match outcome.result {
            GameResult::Draw => self.draw_value(ply),
            GameResult::Win(side) if side == self.pos.side() => win - ply as i32,
            GameResult::Win(_) => ply as i32 - win,
        }
    }

    /// The value of a position without legal moves.
    pub fn no_moves(&self, in_check: bool, ply: usize) -> i32 {
        match self.pos.without_moves(self.t, in_check) {
            Verdict::Loss => mated(ply),
            Verdict::Draw => self.draw_value(ply),
            Verdict::Win => -mated(ply),
        }
    }

    /// The table's value where it is deep enough to answer. Near the end of
    /// the move counter only a search can tell.
    fn table_cut(&self, hit: Entry, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        let plies = self.t.variant().rules.move_rule.plies;
        let near_end = plies > 0 && self.pos.halfmove().saturating_add(COUNTER_END) > plies;
        (hit.depth >= depth && hit.bound.cuts(hit.score, alpha, beta) && !near_end).then_some(hit.score)
    }

    fn node_at(&mut self, ply: usize, depth: i32, cut: bool, excluded: Move, hit: Option<Entry>) -> Node {
        let in_check = self.pos.in_check(self.t);
        let mut node = Node {
            ply,
            depth,
            cut,
            in_check,
            plain: None,
            evaluation: -INFINITE,
            improving: false,
            excluded,
            hit,
            listed: None,
        };
        if in_check {
            self.frame(ply).evaluation = None;
        } else {
            let known = self.frame(ply).evaluation.filter(|_| !excluded.is_none());
            let evaluation = known.unwrap_or_else(|| {
                let plain = hit.and_then(|hit| hit.evaluation).unwrap_or_else(|| self.evaluate(ply));
                node.plain = Some(plain);
                self.corrected(plain, ply)
            });
            self.frame(ply).evaluation = Some(evaluation);
            node.evaluation = hit.map_or(evaluation, |hit| refined(evaluation, &hit));
            let before = self.evaluation_before(ply, 2).or_else(|| self.evaluation_before(ply, 4));
            node.improving = before.is_none_or(|before| evaluation > before);
        }
        self.frame(ply + 2).killers = [Move::NONE; 2];
        self.frame(ply + 2).cuts = 0;
        self.frame(ply + 1).excluded = Move::NONE;
        node
    }

    /// Tries the moves one by one.
    fn try_moves<const PV: bool>(&mut self, node: &Node, mut alpha: i32, beta: i32) -> i32 {
        let ply = node.ply;
        let mut picker = self.picker(node);
        let (mut best, mut best_move, mut number) = (-INFINITE, Move::NONE, 0);
        let alpha_before = alpha;
        self.frame(ply).tried.iter_mut().for_each(Vec::clear);

        while let Some(mv) = self.pick(&mut picker) {
            if mv == node.excluded || (ply == 0 && !self.is_root_move(mv)) {
                continue;
            }
            number += 1;
            let candidate = Candidate { mv, noisy: self.is_noisy(mv), number };
            if ply == 0 {
                self.note_progress(mv, number);
            }
            if ply > 0 && best > -DECISIVE && !node.is_forced() && self.is_hopeless(node, candidate, alpha, &mut picker)
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
                self.count_root_move(mv, nodes_before);
            }
            best = best.max(value);
            if value > alpha {
                (best_move, alpha) = (mv, value);
                if PV {
                    self.extend_line(ply, mv);
                    self.report_better_root_move(ply, value, number);
                }
                if alpha >= beta {
                    self.frame(ply).cuts += 1;
                    self.update_histories(node, candidate);
                    break;
                }
            }
            self.frame(ply).tried[usize::from(candidate.noisy)].push(mv);
        }
        if self.stopped {
            return best;
        }
        if number == 0 {
            return if node.excluded.is_none() { self.no_moves(node.in_check, ply) } else { alpha };
        }
        if node.excluded.is_none() {
            self.learn_from(node, best, best_move, alpha_before, beta);
        }
        // What is best after better moves were taken out is not known.
        if node.excluded.is_none() && (ply > 0 || self.place == 0) {
            self.store(node, best, best_move, alpha_before, beta);
        }
        best
    }

    fn picker(&mut self, node: &Node) -> Picker {
        let before = self.before(node.ply);
        let wanted = if node.in_check { Wanted::Evasions } else { Wanted::All };
        let killers = self.frame(node.ply).killers;
        let picker = Picker::new(wanted, node.code()).with_list(node.listed);
        picker.with_quiets(killers, self.history.counter(before[0]), before)
    }

    /// Notes by how much the evaluation was off, and that the move before was
    /// good if no answer to it is.
    fn learn_from(&mut self, node: &Node, best: i32, best_move: Move, alpha: i32, beta: i32) {
        let calm = best_move.is_none() || !self.is_noisy(best_move);
        if let Some(evaluation) = self.frame(node.ply).evaluation.filter(|_| calm && !is_decisive(best)) {
            // A bound on the side of the evaluation says nothing about it.
            let tells = match best {
                _ if best >= beta => best > evaluation,
                _ if best > alpha => true,
                _ => best < evaluation,
            };
            if tells {
                let slots = self.slots(node.ply);
                self.history.corrections.note(&slots, best - evaluation, node.depth);
            }
        }
        if best <= alpha && node.ply > 0 {
            self.credit_move_before(node);
        }
    }

    /// Notes that the quiet move that led to a node was good.
    fn credit_move_before(&mut self, node: &Node) {
        let ply = node.ply - 1;
        let Some((mover, mv)) = self.frame(ply).quiet else { return };
        let before = self.before(ply);
        let side = !self.pos.side();
        self.history.update_quiet(side, mover, mv, &before, bonus(node.depth) / 2);
    }

    /// Puts a node's result into the table.
    fn store(&mut self, node: &Node, best: i32, best_move: Move, alpha: i32, beta: i32) {
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let code = if best_move.is_none() { 0 } else { best_move.code() };
        let entry = Entry { code, score: best, bound, depth: node.depth, evaluation: node.plain };
        self.table.store(self.pos.key(), node.ply, entry);
    }

    /// How many plies more a move deserves, or the value that makes the node
    /// superfluous.
    fn extend<const PV: bool>(&mut self, node: &Node, mv: Move, beta: i32) -> Extension {
        let ply = node.ply;
        if ply == 0 || ply as i32 >= 2 * self.iteration || !node.excluded.is_none() {
            return Extension::Plies(0);
        }
        let singular = node.hit.filter(|hit| {
            hit.code == mv.code()
                && node.depth >= SINGULAR_DEPTH
                && hit.depth >= node.depth - 3
                && matches!(hit.bound, Bound::Lower | Bound::Exact)
                && !is_decisive(hit.score)
        });
        let single = node.listed.is_some_and(|listed| listed.is_single());
        let Some(hit) = singular else { return Extension::Plies(i32::from(node.in_check || single)) };
        // The table's move is singular when no other comes near it.
        let bar = hit.score - SINGULAR_MARGIN * node.depth;
        self.frame(ply).excluded = mv;
        let value = self.node::<false>(bar - 1, bar, (node.depth - 1) / 2, ply, node.cut);
        self.frame(ply).excluded = Move::NONE;
        // Other moves were tried at this ply: what was noted is theirs.
        self.frame(ply).tried.iter_mut().for_each(Vec::clear);
        match value {
            _ if self.stopped => Extension::Plies(0),
            _ if value < bar => {
                let alone = !PV && !is_decisive(value) && value < bar - MUCH_BETTER;
                Extension::Plies(1 + i32::from(alone && self.frame(ply).doubled < MOST_DOUBLED))
            }
            _ if bar >= beta => Extension::MultiCut(bar),
            _ if hit.score >= beta => Extension::Plies(-2),
            _ if node.cut => Extension::Plies(-1),
            _ => Extension::Plies(0),
        }
    }

    /// Searches one move: late ones reduced first, with a closed window unless
    /// they prove better.
    fn try_move<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: Candidate,
        best: i32,
        (alpha, beta): (i32, i32),
        extension: i32,
    ) -> i32 {
        let (ply, number) = (node.ply, candidate.number);
        self.frame(ply + 1).doubled = self.frame(ply).doubled + u8::from(extension > 1);
        let depth = node.depth - 1 + extension;
        let late = number > 1 + usize::from(PV) && node.depth >= LATE_DEPTH;
        let reduction = if late { self.late_move_reduction::<PV>(node, candidate) } else { 0 };
        let quiet = (!candidate.noisy).then(|| (self.pos.mover(candidate.mv), candidate.mv));
        self.frame(ply).quiet = quiet;
        self.play(ply, candidate.mv);
        if PV {
            // A mate at the edge of the window is not searched again: the line ends there.
            self.lines[ply + 1].clear();
        }
        let mut value = alpha + 1;
        if !PV || number > 1 {
            let reduced = (depth - reduction).max(depth.min(1));
            value = -self.node::<false>(-alpha - 1, -alpha, reduced, ply + 1, reduction > 0 || !node.cut);
            if value > alpha && reduced < depth && !self.stopped {
                let deeper = i32::from(ply > 0 && value > best + DEEPER && !is_decisive(value));
                value = -self.node::<false>(-alpha - 1, -alpha, depth + deeper, ply + 1, !node.cut);
            }
        }
        if PV && (number == 1 || (value > alpha && (ply == 0 || value < beta))) && !self.stopped {
            value = -self.node::<true>(-beta, -alpha, depth, ply + 1, false);
        }
        self.undo();
        value
    }

    /// Plies by which a late move is reduced by depth and number alone.
    #[inline]
    pub(super) fn base_reduction(depth: i32, number: usize) -> i32 {
        REDUCTIONS[depth.clamp(0, 63) as usize][number.min(63)]
    }

    /// Late move reduction: the base, and what history and the node say of the move.
    fn late_move_reduction<const PV: bool>(&self, node: &Node, candidate: Candidate) -> i32 {
        let Candidate { mv, noisy, number } = candidate;
        let mover = self.pos.mover(mv);
        let mut plies = Self::base_reduction(node.depth, number);
        if noisy {
            let history = self.history.capture(mover, mv, self.pos.captured(mv));
            plies = plies / 2 - history / HISTORY_PER_PLY;
        } else {
            let history = self.history.quiet(self.pos.side(), mover, mv, &self.before(node.ply));
            plies += i32::from(!node.improving) - history / HISTORY_PER_PLY;
            plies += i32::from(mv.is_drop() && history <= 0);
        }
        plies += i32::from(node.cut) - i32::from(PV) - i32::from(node.in_check);
        // Entries of open windows stand where good lines went.
        plies -= i32::from(!PV && node.hit.is_some_and(|hit| hit.bound == Bound::Exact));
        plies += i32::from(self.cuts_after(node.ply) > MANY_CUTS);
        plies.max(0)
    }

    /// Notes that a move cut, and that those tried before it did not.
    fn update_histories(&mut self, node: &Node, candidate: Candidate) {
        let (ply, side, bonus) = (node.ply, self.pos.side(), bonus(node.depth));
        let mv = candidate.mv;
        let before = self.before(ply);
        let tried = std::mem::take(&mut self.frame(ply).tried);
        if candidate.noisy {
            self.history.update_capture(self.pos.mover(mv), mv, self.pos.captured(mv), bonus);
        } else {
            let frame = self.frame(ply);
            if frame.killers[0] != mv {
                frame.killers = [mv, frame.killers[0]];
            }
            self.history.set_counter(before[0], mv);
            self.history.update_quiet(side, self.pos.mover(mv), mv, &before, bonus);
            for &other in &tried[0] {
                self.history.update_quiet(side, self.pos.mover(other), other, &before, -bonus);
            }
        }
        for &other in &tried[1] {
            self.history.update_capture(self.pos.mover(other), other, self.pos.captured(other), -bonus);
        }
        self.frame(ply).tried = tried;
    }
}

impl Node {
    /// Whether the rules force a capture.
    #[inline]
    pub(super) fn is_forced(&self) -> bool {
        self.listed.is_some_and(|listed| listed.forced)
    }

    /// The table's move, 0 for none.
    #[inline]
    pub(super) fn code(&self) -> u32 {
        self.hit.map_or(0, |hit| hit.code)
    }
}

/// The evaluation, refined by a table score that bounds it.
#[inline]
fn refined(evaluation: i32, hit: &Entry) -> i32 {
    let tells = match hit.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => hit.score > evaluation,
        Bound::Upper => hit.score < evaluation,
    };
    if tells && hit.score.abs() < MATE { hit.score } else { evaluation }
}
