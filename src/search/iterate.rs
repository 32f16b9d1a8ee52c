//! Iterative deepening with aspiration windows, helper threads, and the share of the soft limit to use.

use super::memory::{Memory, VariantMemory};
use super::picker::{Picker, Wanted};
use super::root::BetterMove;
use super::score::{INFINITE, LEAST_MATE, MATE, MAX_PLY, Score, WON};
use super::searcher::Searcher;
use super::table::Extent;
use super::timer::Shared;
use super::{Info, Limits, Monitor};
use crate::game::SizedGame;
use crate::position::Move;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Half the width of the first aspiration window, in centipawns, and the half width beyond which a window is opened.
const WINDOW: i32 = 16;
const WIDEST_WINDOW: i32 = 500;
/// The depth from which windows are used, and the most plies by which the search after a fail high is reduced.
const WINDOW_DEPTH: i32 = 5;
const WINDOW_REDUCTION: i32 = 2;
/// Percent of the soft limit to use, by the number of iterations for which the best move has stayed the same.
const BY_STABILITY: [u32; 6] = [150, 115, 95, 85, 75, 70];
/// The factor if the best move took all nodes, and what is added to it if other moves took them.
const ONE_MOVE: f64 = 0.6;
const OTHER_MOVES: f64 = 1.1;
/// The largest rise and fall of the score in two iterations that count, and the fall that would double the time, in
/// centipawns.
const MOST_RISE: i32 = 50;
const MOST_FALL: i32 = 100;
const DOUBLING_FALL: f64 = 200.0;

/// [`think`](super::think) for a board of known size.
pub fn think_on<const N: usize>(
    sized: &SizedGame<N>,
    limits: &Limits,
    memory: &Memory,
    monitor: &Monitor,
    report: &mut dyn FnMut(&Info),
) -> Option<Info> {
    if !sized.position.has_legal_move(&sized.tables) {
        return None;
    }
    let mut kept = memory.take(sized, limits);
    let reserved = kept.resize_histories(&sized.tables, limits.threads, &memory.table);
    memory.table.resize(if limits.are_short() { Extent::Prefaulted } else { Extent::Whole }, reserved);
    memory.table.new_generation();
    let shared = Shared { monitor, done: AtomicBool::new(false) };
    let VariantMemory { evaluator, facts, histories, .. } = &mut *kept;
    let (evaluator, facts) = (&*evaluator, *facts);
    let helper_limits = &Limits { threads: histories.len(), multipv: 1, ..limits.clone() };
    let shared = &shared;
    let searcher = |history| Searcher::new(sized, evaluator, &memory.table, facts, history, shared, helper_limits);
    let info = thread::scope(|scope| {
        let (own, others) = histories.split_first_mut()?;
        let _done = DoneOnDrop(&shared.done);
        let mut threads = 1;
        for (history, number) in others.iter_mut().zip(1..) {
            let helper = thread::Builder::new()
                .spawn_scoped(scope, move || searcher(history).iterative_deepening(helper_limits, number));
            if helper.is_err() {
                // The system cannot start another thread.
                break;
            }
            threads += 1;
        }
        let limits = &Limits { threads, ..limits.clone() };
        let mut first = Searcher::new(sized, evaluator, &memory.table, facts, own, shared, limits);
        first.report = Some(report);
        first.iterative_deepening(limits, 0)
    });
    monitor.leave();
    memory.put_back(kept);
    info
}

/// Tells the helpers that the first thread is done, even if it panicked: their scope waits for them.
struct DoneOnDrop<'a>(&'a AtomicBool);

impl Drop for DoneOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The history of the iterations so far.
#[derive(Clone, Debug, Default)]
struct Iterations {
    best: Option<Move>,
    /// Iterations for which the best move has stayed the same.
    stable: usize,
    scores: Vec<i32>,
}

impl<const N: usize> Searcher<'_, N> {
    /// Searches deeper and deeper. Helpers (`number` above 0) begin at other
    /// depths, so that threads do not all search the same, and continue until the first thread is done.
    fn iterative_deepening(&mut self, limits: &Limits, number: i32) -> Option<Info> {
        let mut known = vec![self.first_guess()?];
        let mut progress = vec![Iterations::default(); limits.multipv.clamp(1, self.root.count())];
        let deepest = limits.depth.map_or(MAX_PLY as i32 - 1, |depth| i32::from(depth).clamp(1, MAX_PLY as i32 - 1));
        let mut depth = 1 + number % 2;
        while depth <= deepest && !self.must_stop() {
            self.root.begin_iteration(depth);
            self.seldepth = 0;
            known = self.search_lines(&progress, known);
            for (progress, info) in progress.iter_mut().zip(&known).filter(|(_, info)| info.finished) {
                progress.note(info.best_move(), info.score.0);
            }
            // Helpers continue.
            let ends = number == 0;
            if ends && !self.stopped {
                let only_move = limits.plays && self.root.has_only_move();
                self.timer.soft_limit_share = Some(if only_move { 0.0 } else { self.soft_limit_share(&progress[0]) });
            }
            // Only the first line matters if a move is wanted.
            let lines = if limits.plays { &progress[..1] } else { &progress[..] };
            if self.stopped || ends && self.should_stop(lines, depth, limits.watched) {
                break;
            }
            depth += 1;
        }
        let mut best = known.into_iter().next()?;
        best.nodes = self.timer.all_nodes(self.nodes);
        best.time = self.timer.elapsed();
        Some(best)
    }

    /// One iteration of all lines, the best first. If the search was stopped, lines that it did not reach are those of
    /// the last iteration.
    fn search_lines(&mut self, progress: &[Iterations], known: Vec<Info>) -> Vec<Info> {
        let mut lines: Vec<Info> = Vec::with_capacity(progress.len());
        for (index, progress) in progress.iter().enumerate() {
            if self.stopped {
                break;
            }
            self.root.begin_line(index, progress.best);
            lines.extend(self.search_line(progress));
        }
        // A line searched later may have turned out to be better.
        lines.sort_by_key(Info::rank);
        if lines.is_empty() {
            return known;
        }
        for old in known.into_iter().filter(|old| self.stopped && old.finished) {
            if lines.len() < progress.len() && lines.iter().all(|new| new.best_move() != old.best_move()) {
                lines.push(old);
            }
        }
        let (nodes, time) = (self.timer.all_nodes(self.nodes), self.timer.elapsed());
        for (number, info) in (1..).zip(&mut lines) {
            info.multipv = number;
            if self.root.multi_pv {
                // Lines are reported together, and the effort was for all of them.
                (info.nodes, info.time) = (nodes, time);
                self.send_report(info);
            }
        }
        lines
    }

    /// The best line among those that begin with a root move not taken yet.
    /// `None` if the search was stopped before it found anything new.
    fn search_line(&mut self, progress: &Iterations) -> Option<Info> {
        let finished = self.aspiration_search(self.root.iteration, progress.scores.last().copied());
        let info = match finished {
            Some((score, pv)) => Info { pv, finished: true, ..self.info(score) },
            None => {
                let better = self.root.best_so_far.take()?;
                self.better_move(better)
            }
        };
        if !self.root.multi_pv {
            self.send_report(&info);
        }
        if info.finished {
            info.best_move().into_iter().for_each(|mv| self.root.complete_line(mv));
        }
        Some(info)
    }

    /// A legal move before the first node: the first in move order,
    /// or any if there is no time to order them.
    fn first_guess(&mut self) -> Option<Info> {
        let wanted = if self.pos.in_check(self.t) { Wanted::Evasions } else { Wanted::All };
        let code = self.probe(0).map_or(0, |hit| hit.code);
        let bottom = self.moves.len();
        let mut picker = Picker::new(wanted, code);
        let mut guess = None;
        while guess.is_none()
            && let Some(mv) = self.pick(&mut picker)
        {
            guess = self.root.allows(mv).then_some(mv);
        }
        self.moves.truncate(bottom);
        let guess = guess.or_else(|| self.root.any_move())?;
        let score = self.raw_evaluation(0);
        Some(Info { pv: vec![guess], depth: 1, finished: false, ..self.info(score) })
    }

    /// One iteration, in a window around the last score that is widened until
    /// it fits. `None` when the search was stopped.
    fn aspiration_search(&mut self, depth: i32, last: Option<i32>) -> Option<(i32, Vec<Move>)> {
        let mut delta = self.widened(WINDOW);
        let (mut alpha, mut beta) = match last {
            Some(last) if depth >= WINDOW_DEPTH && last.abs() <= WON => (last - delta, last + delta),
            _ => (-INFINITE, INFINITE),
        };
        let mut failed_high = 0;
        loop {
            let score = self.node::<true>(alpha, beta, (depth - failed_high).max(1), 0, false);
            if self.stopped {
                return None;
            }
            delta += delta / 2;
            // Bounds outside the range of evaluations could become scores: a null move that proves a win returns beta.
            let opens = score.abs() > WON || delta > self.widened(WIDEST_WINDOW);
            if score <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = if opens { -INFINITE } else { score - delta };
                failed_high = 0;
            } else if score >= beta && beta < INFINITE {
                beta = if opens { INFINITE } else { score + delta };
                failed_high = (failed_high + 1).min(WINDOW_REDUCTION);
            } else {
                return Some((score, self.pv[0].clone()));
            }
        }
    }

    /// Whether another iteration is not worth its time.
    fn should_stop(&self, lines: &[Iterations], depth: i32, watched: bool) -> bool {
        // Reductions may hide a shorter mate, but hardly at twice its depth.
        let mates = |score: &i32| score.abs() >= LEAST_MATE && 2 * (MATE - score.abs()) < depth;
        if !watched && lines.iter().all(|line| line.scores.last().is_some_and(mates)) {
            return true;
        }
        if self.timer.soft_nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        self.timer.soft_limit_reached()
    }

    /// The share of the soft limit to use: less when the best move has been stable for
    /// long and took most of the nodes, more when the score has fallen.
    fn soft_limit_share(&self, progress: &Iterations) -> f64 {
        let stability = BY_STABILITY[progress.stable.min(BY_STABILITY.len() - 1)];
        let fall = match progress.scores[..] {
            [.., before, _, last] => f64::from((before - last).clamp(-MOST_RISE, MOST_FALL)) / DOUBLING_FALL,
            _ => 0.0,
        };
        f64::from(stability) / 100.0
            * (ONE_MOVE + OTHER_MOVES * self.root.share_of_other_moves(progress.best))
            * (1.0 + fall)
    }

    /// Stores and reports a root move that is better than those before it.
    pub fn report_better_root_move(&mut self, score: i32, beta: i32, number: usize) {
        let better = BetterMove { score, lower_bound: score >= beta, pv: self.pv[0].clone() };
        self.root.best_so_far = Some(better.clone());
        if number > 1 && !self.root.multi_pv {
            let info = self.better_move(better);
            self.send_report(&info);
        }
    }

    fn better_move(&self, BetterMove { score, lower_bound, pv }: BetterMove) -> Info {
        Info { pv, lower_bound, ..self.info(score) }
    }

    /// The information about the root. A score given for the position from outside takes precedence.
    fn info(&self, score: i32) -> Info {
        let given = self.given_score(self.root.iteration).filter(|_| self.root.pv_index == 0);
        let score = given.unwrap_or(score);
        Info {
            multipv: self.root.pv_index + 1,
            depth: self.root.iteration.max(1) as u32,
            seldepth: self.seldepth as u32,
            score: Score(score),
            time: self.timer.elapsed(),
            nodes: self.timer.all_nodes(self.nodes),
            threads: self.threads,
            hashfull: self.hashfull(),
            pv: Vec::new(),
            lower_bound: false,
            finished: false,
        }
    }

    fn send_report(&mut self, info: &Info) {
        if let Some(report) = &mut self.report {
            report(info);
        }
    }
}

impl Iterations {
    fn note(&mut self, best: Option<Move>, score: i32) {
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        self.best = best;
        self.scores.push(score);
    }
}
