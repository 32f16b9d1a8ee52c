//! Quiescence search: captures and promotions until the position is quiet, all
//! moves when in check.

use super::picker::{MoveRange, Picker, Wanted};
use super::score::{DECISIVE, DRAW, INFINITE, is_decisive};
use super::searcher::Searcher;
use super::table::{Bound, LEAST_DEPTH, TableEntry};
use crate::position::Move;

/// Centipawns by which a capture may fall short of the window.
const DELTA: i32 = 177;
/// Quiet evasions tried once a move has been found that does not lose.
const QUIET_EVASIONS: usize = 2;
/// In games that count checks, these are tried, too, once no more than this many are left to win.
const LAST_CHECKS: u8 = 2;
/// Nodes for which all good captures are followed; after that, only recaptures on the square of the last move.
/// Otherwise the search would not end in positions in which most pieces attack most others.
const FREE_NODES: u64 = 3_000;
/// The table depth of nodes at or below which only such captures were tried.
const RECAPTURES: i32 = LEAST_DEPTH;
/// Plies for which forced captures are followed; single replies do not count.
const FORCED_PLIES: i32 = 4;
const _: () = assert!(-FORCED_PLIES > RECAPTURES);

/// A node of the quiescence search.
#[derive(Clone, Copy, Debug)]
struct QuiescenceNode {
    ply: usize,
    in_check: bool,
    /// The stand-pat value, minus infinity in check.
    stand_pat: i32,
    /// The table's move, 0 if there is none.
    code: u32,
    /// The moves, if they had to be generated to know whether a capture is forced.
    generated: Option<MoveRange>,
    /// The depth of the next ply.
    depth: i32,
    /// Whether only captures on the square of the last move are tried.
    recaptures: bool,
}

impl<const N: usize> Searcher<'_, N> {
    /// The value of the position within the window once it is quiet.
    pub fn quiescence<const PV: bool>(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.quiescence_from = self.nodes;
        self.quiescence_node::<PV>(alpha, beta, ply, 0)
    }

    /// One ply of it; `depth` begins with 0 and falls with every forced capture.
    fn quiescence_node<const PV: bool>(&mut self, alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        self.enter_node(ply);
        if self.stopped {
            return DRAW;
        }
        if PV {
            self.pv[ply].clear();
        }
        if let Some(value) = self.terminal_value(ply).or_else(|| self.given_score(0)) {
            return value;
        }
        let hit = self.probe(ply);
        let in_check = self.pos.in_check(self.t);
        let known_depth = self.quiescence_depth(depth);
        let recaptures = !in_check && known_depth == RECAPTURES;
        if !PV && let Some(value) = hit.and_then(|hit| hit.cutoff(alpha, beta, known_depth)) {
            return value;
        }
        let known = hit.and_then(|hit| hit.raw_evaluation);
        let bottom = self.moves.len();
        let always_captures = self.facts.always_captures;
        let needs_all = always_captures || self.t.variant().rules.captures.mandatory;
        let generated = (needs_all && !in_check).then(|| self.generate_all());
        if generated.is_some_and(|range| range.is_empty()) {
            return self.value_without_moves(in_check, ply);
        }
        // A side that must capture cannot stand pat, until `FORCED_PLIES` of such captures have been followed.
        let forced = generated.filter(|range| range.forced && depth > -FORCED_PLIES && !always_captures);
        let may_stand_pat = !in_check && forced.is_none();
        let raw_evaluation = may_stand_pat.then(|| known.unwrap_or_else(|| self.raw_evaluation(ply)));
        let static_evaluation = raw_evaluation.map(|raw| self.static_evaluation(raw, ply));
        // A win is not a stand-pat value.
        let refining = hit.filter(|hit| !is_decisive(hit.score));
        let stand_pat = static_evaluation.map_or(-INFINITE, |own| refining.map_or(own, |hit| hit.refine(own)));
        let entry = |score, bound, code, depth| TableEntry { code, score, bound, depth, raw_evaluation };
        if stand_pat >= beta {
            if hit.is_none() {
                self.store(ply, entry(stand_pat, Bound::Lower, 0, known_depth));
            }
            self.moves.truncate(bottom);
            return stand_pat;
        }
        if forced.is_none() && generated.is_some_and(|range| range.forced || always_captures) {
            self.moves.truncate(bottom);
            return stand_pat;
        }
        let next = depth - i32::from(forced.is_some_and(|range| !range.is_single()));
        let code = hit.map_or(0, |hit| hit.code);
        let node = QuiescenceNode { ply, in_check, stand_pat, code, generated, depth: next, recaptures };
        let (value, best) = self.try_noisy_moves::<PV>(node, alpha, beta);
        self.moves.truncate(bottom);
        if !self.stopped {
            let bound = if value >= beta { Bound::Lower } else { Bound::Upper };
            let code = if best.is_none() { 0 } else { best.code() };
            self.store(ply, entry(value, bound, code, self.quiescence_depth(depth)));
        }
        value
    }

    /// The table depth of what is known by now: after forced captures, fewer of them are followed than before, and after
    /// `FREE_NODES` only recaptures, whoever asked for them.
    fn quiescence_depth(&self, depth: i32) -> i32 {
        if self.nodes > self.quiescence_from + FREE_NODES { RECAPTURES } else { depth }
    }

    /// Whether a move wins by a goal, gives a check if these are tried, or captures without loss.
    fn is_goal_check_or_good_capture(&mut self, mv: Move, checks: bool) -> bool {
        self.pos.reaches_goal(self.t, mv)
            || checks && self.pos.gives_check(self.t, mv)
            || self.is_noisy(mv) && self.see_ge(mv, 0)
    }

    fn quiescence_picker(&self, node: QuiescenceNode, quiets: bool) -> Picker {
        let wanted = match node.in_check {
            true => Wanted::Evasions,
            false if quiets => Wanted::All,
            false => Wanted::Noisy,
        };
        let mut picker = Picker::new(wanted, node.code);
        picker.generated = node.generated;
        if node.in_check {
            picker.walls = usize::MAX;
        }
        picker.hints.previous = self.stack.previous_moves(node.ply);
        picker
    }

    fn try_noisy_moves<const PV: bool>(&mut self, node: QuiescenceNode, alpha: i32, beta: i32) -> (i32, Move) {
        let QuiescenceNode { ply, in_check, stand_pat, generated, depth, recaptures, .. } = node;
        // In games that count checks, the last one wins, and the one before threatens to.
        let last = self.pos.checks_left(self.pos.side()) <= LAST_CHECKS;
        let checks = self.t.traits.counts_checks && !in_check && last;
        // A move that reaches a goal wins without a capture.
        let goal = !self.t.variant().rules.ends.goals.is_empty() && self.pos.is_close_to_goal(self.t);
        // Forced captures may lose material, but must be tried.
        let forced = generated.is_some_and(|range| range.forced);
        let mut picker = self.quiescence_picker(node, checks || goal || forced);
        let (mut alpha, mut best, mut best_move) = (alpha.max(stand_pat), stand_pat, Move::NONE);
        let (mut number, mut quiets) = (0, 0);
        let target = self.pos.played().next_back().filter(|_| recaptures && !forced).map(Move::to);
        while let Some(mv) = self.pick(&mut picker) {
            let sifted = (checks || goal) && !in_check && !forced;
            if sifted && !self.is_goal_check_or_good_capture(mv, checks) {
                continue;
            }
            // Goals and last checks are tried besides recaptures.
            if target.is_some_and(|target| mv.to() != target)
                && !(goal && self.pos.reaches_goal(self.t, mv))
                && !(checks && self.pos.gives_check(self.t, mv))
            {
                continue;
            }
            number += 1;
            if best > -DECISIVE && !(goal && self.pos.reaches_goal(self.t, mv)) {
                if in_check && !self.is_noisy(mv) {
                    quiets += 1;
                    if quiets > QUIET_EVASIONS {
                        continue;
                    }
                } else if !in_check && stand_pat > -INFINITE {
                    let futility_value = stand_pat + self.widened(DELTA) + self.gain(mv);
                    if futility_value <= alpha && !self.pos.gives_check(self.t, mv) {
                        best = best.max(futility_value);
                        continue;
                    }
                    // The table's move has not been through exchange evaluation yet.
                    if number == 1 && !sifted && !picker.has_passed_see(mv) && !self.see_ge(mv, 0) {
                        continue;
                    }
                }
            }
            self.play(ply, mv);
            let value = -self.quiescence_node::<PV>(-beta, -alpha, ply + 1, depth);
            self.undo();
            if self.stopped {
                return (best, Move::NONE);
            }
            best = best.max(value);
            if value > alpha {
                (alpha, best_move) = (value, mv);
                if PV {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        if in_check && number == 0 {
            return (self.value_without_moves(true, ply), Move::NONE);
        }
        (best, best_move)
    }
}
