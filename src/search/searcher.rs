//! One searching thread: its position, its memory of the tree, and when it
//! must stop.

use super::correction::{Slots, slots, structural};
use super::history::{History, Target};
use super::score::MAX_PLY;
use super::table::TranspositionTable;
use super::{GivenScore, Info, Limits, MOST_CONTEMPT, Monitor, Progress};
use crate::board::{Color, Piece, PieceKind, Squares};
use crate::eval::network::Accumulators;
use crate::eval::{Evaluator, MAX_EVALUATION};
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::{EffectWhen, Stalemate, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The clock and the stop flags are looked at about this often, and at the
/// latest after so many nodes.
const LOOK_EVERY: Duration = Duration::from_millis(1);
const MOST_NODES: u64 = 1024;
/// Plies before the root for which a frame exists, so that looking back needs
/// no test.
const BEFORE_ROOT: usize = 4;
/// Slots for keys seen before.
const SEEN: usize = 1 << 14;

/// What is remembered about a ply of the current line.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Static evaluation for the side to move, corrected; `None` in check.
    pub evaluation: Option<i32>,
    /// How many moves cut at this ply below the node two plies before.
    pub cuts: u32,
    /// The quiet move played from here and what makes it, if it was one.
    pub quiet: Option<(Piece, Move)>,
    /// The move played from here, as the histories see it.
    pub target: Target,
    /// Quiet moves that cut at this ply before.
    pub killers: [Move; 2],
    /// How often a move was extended by two plies on the way here.
    pub doubled: u8,
    /// A move left out to see how much better it is than the others.
    pub excluded: Move,
    /// Quiet and noisy moves tried at this node.
    pub tried: [Vec<Move>; 2],
}

/// What all threads of a search share.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The link to the owner of the search.
    pub monitor: &'a Monitor,
    /// Set when the first thread is done.
    pub done: AtomicBool,
}

/// A root move and how much of the tree it took.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Nodes below it.
    pub nodes: u64,
    /// Whether a better line of this iteration begins with it.
    pub taken: bool,
}

/// Where a search reports to.
pub type Report<'a> = &'a mut dyn FnMut(&Info);

/// One searching thread.
pub struct Searcher<'a, const N: usize> {
    /// The variant on its board.
    pub t: &'a Tables<N>,
    /// The position at the end of the current line.
    pub pos: Position<N>,
    /// Evaluation, with the values of the pieces.
    pub evaluator: &'a Evaluator<N>,
    /// What the network has summed up along the line, if one evaluates.
    sums: Option<Accumulators<N>>,
    /// What all threads know about positions.
    pub table: &'a TranspositionTable,
    /// What moves did elsewhere.
    pub history: &'a mut History,
    /// The stack of moves of all nodes of the line, and their scores.
    pub moves: Vec<Move>,
    /// Scores of `moves`.
    pub scores: Vec<i32>,
    /// From where each kind of the side to move would give check, as last found.
    pub checks: Vec<Squares<N>>,
    /// The moves that may be played at the root.
    pub root: Vec<RootMove>,
    /// Expected lines by ply.
    pub lines: Vec<Vec<Move>>,
    /// Positions visited by this thread.
    pub nodes: u64,
    /// Deepest ply reached in this iteration.
    pub deepest: usize,
    /// Depth of this iteration.
    pub iteration: i32,
    /// Whether the search is to end now: scores no longer mean anything.
    pub stopped: bool,
    /// Whether the side to move may lose by passing or win by not moving: no
    /// null moves at all.
    pub null_moves: bool,
    /// Percent by which margins are wider than in chess.
    pub margin: i32,
    /// Score and line of the best move that this iteration has found so far.
    pub better: Option<(i32, Vec<Move>)>,
    /// Which line is being looked for, 0 for the best.
    pub place: usize,
    /// Whether several lines are: each is reported once, when it is complete.
    pub several: bool,
    /// What a draw is worth to the side to move at the root.
    draw: i32,
    given: &'a [GivenScore],
    /// Where to report, for the thread that does.
    pub report: Option<Report<'a>>,
    /// How many positions of the game and the line have a key that ends so:
    /// most cannot be repetitions, and need not be looked for.
    seen: Vec<u16>,
    shared: &'a Shared<'a>,
    /// About when the move should be out.
    pub soft: Option<Duration>,
    /// When the search is broken off.
    pub hard: Option<Duration>,
    node_limit: u64,
    /// How many threads search, this one included.
    pub threads: usize,
    /// No iteration begins after so many nodes.
    pub soft_nodes: Option<u64>,
    frames: Vec<Frame>,
    reported: u64,
    /// When the clock was last looked at, and how many nodes later it is again.
    looked: Instant,
    interval: u64,
    next_look: u64,
    /// The kind that gives a position its structure.
    pub structural: PieceKind,
    /// Whether a single move may take long to judge: pieces that need the interpreter.
    slow: bool,
    /// What the search had used when the clock was last looked at.
    used: Duration,
    /// The most that it has used between two looks, in a game where that is much.
    longest: Duration,
}

impl<'a, const N: usize> Searcher<'a, N> {
    /// A searcher at a position.
    pub fn new(
        t: &'a Tables<N>,
        pos: &Position<N>,
        evaluator: &'a Evaluator<N>,
        table: &'a TranspositionTable,
        history: &'a mut History,
        shared: &'a Shared<'a>,
        limits: &'a Limits,
    ) -> Self {
        let rules = &t.variant().rules;
        let frame = Frame {
            evaluation: None,
            cuts: 0,
            quiet: None,
            doubled: 0,
            target: Target::NONE,
            killers: [Move::NONE; 2],
            excluded: Move::NONE,
            tried: [Vec::new(), Vec::new()],
        };
        Self {
            t,
            pos: pos.clone(),
            evaluator,
            sums: evaluator.accumulators(MAX_PLY + 1),
            table,
            history,
            moves: Vec::with_capacity(1024),
            scores: Vec::with_capacity(1024),
            checks: vec![Squares::EMPTY; t.variant().kinds.len()],
            root: root_moves(t, pos, limits),
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            deepest: 0,
            iteration: 0,
            stopped: false,
            null_moves: matches!(rules.stalemate, Stalemate::Draw | Stalemate::Loss)
                && rules.checkmate == Verdict::Loss
                && !rules.must_capture
                && rules.effects.iter().all(|effect| effect.when != EffectWhen::Turn),
            margin: if rules.drops_go_on() {
                DROP_MARGIN
            } else if rules.checks.is_some() {
                CHECKS_MARGIN
            } else {
                100
            },
            better: None,
            place: 0,
            several: limits.lines > 1,
            draw: -limits.contempt.clamp(-MOST_CONTEMPT, MOST_CONTEMPT),
            given: &limits.given,
            report: None,
            seen: seen_in_game(t, pos),
            shared,
            soft: limits.soft,
            hard: limits.hard,
            node_limit: limits.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(limits.threads.max(1) as u64)),
            threads: limits.threads.max(1),
            soft_nodes: limits.soft_nodes,
            frames: vec![frame; MAX_PLY + BEFORE_ROOT + 2],
            reported: 0,
            looked: Instant::now(),
            interval: 1,
            next_look: 1,
            structural: structural(t.variant()),
            slow: Color::ALL.iter().any(|&color| t.interprets(color)),
            used: Duration::ZERO,
            longest: Duration::ZERO,
        }
    }

    /// The static evaluation of the position at `ply`, in centipawns for the side to move.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        self.evaluator.evaluate_at(self.t, &self.pos, self.sums.as_mut(), ply)
    }

    /// What the position at `ply` has in common with others.
    #[inline]
    pub fn slots(&self, ply: usize) -> Slots {
        let [last, before_last, _] = self.before(ply);
        slots(&self.pos, self.structural, [last, before_last].map(Target::number))
    }

    /// The static evaluation at `ply` as experience corrects it.
    #[inline]
    pub fn corrected(&self, evaluation: i32, ply: usize) -> i32 {
        let correction = self.history.corrections.of(&self.slots(ply));
        (evaluation + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The frame of a ply.
    #[inline]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// How often the opponent's answers to moves from `ply` cut.
    #[inline]
    pub fn cuts_after(&self, ply: usize) -> u32 {
        self.frames[ply + 1 + BEFORE_ROOT].cuts
    }

    /// The static evaluation `back` plies before `ply`, unless in check then.
    #[inline]
    pub fn evaluation_before(&self, ply: usize, back: usize) -> Option<i32> {
        self.frames[ply + BEFORE_ROOT - back].evaluation
    }

    /// The moves before a ply that the histories look at, latest first.
    #[inline]
    pub fn before(&self, ply: usize) -> [Target; 3] {
        [1, 2, 4].map(|back| self.frames[ply + BEFORE_ROOT - back].target)
    }

    /// Plays a move of the line at `ply`.
    #[inline]
    pub fn play(&mut self, ply: usize, mv: Move) {
        let target = self.history.target(self.pos.mover(mv), mv);
        self.frame(ply).target = target;
        self.note_seen(1);
        self.pos.play(self.t, mv);
    }

    /// Passes the turn at `ply`.
    pub fn play_null(&mut self, ply: usize) {
        self.frame(ply).target = Target::NONE;
        self.frame(ply).quiet = None;
        self.note_seen(1);
        self.pos.play_null(self.t);
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self) {
        self.pos.undo(self.t);
        self.note_seen(u16::MAX);
    }

    /// Adds to the count of positions like the present one, modulo its range.
    #[inline]
    fn note_seen(&mut self, by: u16) {
        let slot = &mut self.seen[self.pos.key() as usize % SEEN];
        *slot = slot.wrapping_add(by);
    }

    /// Whether the position may have occurred before.
    #[inline]
    pub fn may_repeat(&self) -> bool {
        self.seen[self.pos.key() as usize % SEEN] > 0
    }

    /// Counts a node and looks at the clock now and then.
    #[inline]
    pub fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        if self.nodes >= self.next_look {
            self.poll();
        }
    }

    /// Looks at the clock between two moves of a node where one may take long.
    /// Returns whether the search is to end: what it is about means nothing then.
    #[inline]
    pub fn must_leave(&mut self) -> bool {
        if self.slow && !self.stopped && self.looked.elapsed() >= LOOK_EVERY {
            self.poll();
        }
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) {
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.looked);
        let nodes = self.nodes - self.reported;
        self.interval = interval_after(self.interval, nodes, passed);
        self.next_look = self.nodes + self.interval;
        if let Some(budget) = self.shared.monitor.poll(nodes) {
            (self.soft, self.hard) = (Some(budget.soft), Some(budget.hard));
        }
        // A pause may have been waited out meanwhile.
        self.looked = Instant::now();
        self.reported = self.nodes;
        let halted = self.shared.monitor.is_stopped() || self.shared.done.load(Ordering::Relaxed);
        self.stopped |= halted || self.is_out_of_time();
    }

    /// Whether the hard limit has come, or may come before the clock is looked at again.
    fn is_out_of_time(&mut self) -> bool {
        let Some(hard) = self.hard else { return false };
        let used = self.elapsed();
        if self.slow && self.nodes > 0 {
            self.longest = self.longest.max(used.saturating_sub(self.used));
        }
        self.used = used;
        // To answer takes about as long again.
        used + 2 * self.longest >= hard
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.shared.monitor.elapsed()
    }

    /// Whether a flag or the hard limit ends the search.
    pub fn must_stop(&mut self) -> bool {
        self.poll();
        self.stopped
    }

    /// Nodes of all threads.
    pub fn all_nodes(&self) -> u64 {
        self.shared.monitor.nodes() + self.nodes - self.reported
    }

    /// Tells the owner which root move comes next.
    pub fn note_progress(&self, mv: Move, number: usize) {
        if self.report.is_some() {
            let open = self.root.iter().filter(|root| !root.taken).count();
            let depth = self.iteration.max(1) as u32;
            self.shared.monitor.note(Progress { depth, left: open.saturating_sub(number), current: Some(mv) });
        }
    }

    /// What a draw is worth to the side to move at `ply`.
    #[inline]
    pub fn draw_value(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The score that somebody has laid down for a position, as far as it
    /// stands for a search of that depth.
    #[inline]
    pub fn given_score(&self, depth: i32) -> Option<i32> {
        if self.given.is_empty() {
            return None;
        }
        let key = self.pos.key();
        let given =
            self.given.iter().rev().find(|given| given.key == key && i64::from(depth) <= i64::from(given.depth));
        given.map(|given| given.score.0.clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// Puts a move before the line of the next ply.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }
}

/// Margins where captured pieces come back: evaluations swing more.
const DROP_MARGIN: i32 = 150;
/// Margins where checks are counted: a check is worth a piece.
const CHECKS_MARGIN: i32 = 200;

/// After how many nodes the clock is looked at again: as many as take
/// [`LOOK_EVERY`], if so many took `passed` now, and at most twice the last interval.
fn interval_after(last: u64, nodes: u64, passed: Duration) -> u64 {
    let fit = LOOK_EVERY.as_nanos() * u128::from(nodes.max(1)) / passed.as_nanos().max(1);
    let most = if nodes > 0 { (last * 2).min(MOST_NODES) } else { last };
    u64::try_from(fit).unwrap_or(u64::MAX).clamp(1, most)
}

/// Counts the positions before the root by the ends of their keys.
fn seen_in_game<const N: usize>(t: &Tables<N>, pos: &Position<N>) -> Vec<u16> {
    let mut seen = vec![0; SEEN];
    let mut past = pos.clone();
    while past.plies_played() > 0 {
        past.undo(t);
        seen[past.key() as usize % SEEN] += 1;
    }
    seen
}

fn root_moves<const N: usize>(t: &Tables<N>, pos: &Position<N>, limits: &Limits) -> Vec<RootMove> {
    let mut legal = Vec::new();
    pos.legal_moves(t, &mut legal);
    if !limits.moves.is_empty() {
        legal.retain(|mv| limits.moves.contains(mv));
    }
    legal.into_iter().map(|mv| RootMove { mv, nodes: 0, taken: false }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Basis;
    use crate::game::{Board, Game, try_to_begin};
    use crate::variant::load_file;
    use std::path::Path;
    use std::sync::Arc;

    /// Visits nodes that take so long each, and tells after how much time the
    /// clock was looked at most seldom, the beginning apart.
    fn longest_gap(node: Duration) -> Duration {
        let (mut interval, mut longest) = (1, Duration::ZERO);
        for look in 0..40 {
            let passed = node * u32::try_from(interval).expect("a thousand at most");
            if look >= 12 {
                longest = longest.max(passed);
            }
            interval = interval_after(interval, interval, passed);
        }
        longest
    }

    #[test]
    fn the_clock_is_looked_at_as_often_however_slow_nodes_are() {
        let micros = Duration::from_micros;
        assert_eq!(longest_gap(Duration::from_nanos(300)), Duration::from_nanos(300) * MOST_NODES as u32);
        for node in [2, 10, 70, 400, 1_000] {
            assert!(longest_gap(micros(node)) <= LOOK_EVERY, "{node} us");
        }
        // Not even a node may pass then.
        assert_eq!(longest_gap(micros(5_000)), micros(5_000));
    }

    #[test]
    fn a_pause_is_no_gap_between_looks() {
        let tigers = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants/tigers.toml"));
        let (variant, _) = load_file(tigers, &try_to_begin);
        let game = Game::new(&Arc::new(variant.expect("it is in order"))).expect("it can be played");
        let Board::One(board) = game.board() else { panic!("64 squares are one word") };
        let t = &board.tables;
        let evaluator = Evaluator::new(t, Basis::default());
        let (table, monitor) = (TranspositionTable::new(1), Monitor::default());
        let mut history = History::new(64, t.pieces().count(), false).expect("there is room");
        let shared = Shared { monitor: &monitor, done: AtomicBool::new(false) };
        let limits = Limits { hard: Some(Duration::from_secs(60)), ..Limits::default() };
        let mut searcher = Searcher::new(t, &board.position, &evaluator, &table, &mut history, &shared, &limits);
        assert!(searcher.slow);
        searcher.enter(0);
        monitor.pause();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(40));
                monitor.resume();
            });
            searcher.poll();
        });
        // All that has been used is less than the pause.
        assert!(searcher.longest <= monitor.elapsed(), "{:?}", searcher.longest);
        assert!(!searcher.stopped);
    }

    #[test]
    fn a_slow_node_is_answered_at_once_and_a_fast_one_slowly() {
        assert_eq!(interval_after(1024, 1024, Duration::from_secs(4)), 1);
        assert_eq!(interval_after(1, 1, Duration::from_nanos(200)), 2);
        // Looks without a node in between say nothing.
        assert_eq!(interval_after(8, 0, Duration::ZERO), 8);
    }
}
