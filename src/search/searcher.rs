//! One search thread: its position and its data about the tree.

use super::correction::correction_keys;
use super::facts::Facts;
use super::history::{History, PieceTo};
use super::root::Root;
use super::score::{MAX_PLY, Score};
use super::stack::Stack;
use super::table::{TableEntry, TranspositionTable};
use super::timer::{Shared, Timer};
use super::{GivenScore, Info, IterationProgress, Limits, MOST_CONTEMPT};
use crate::board::{Color, Squares};
use crate::eval::{Evaluator, MAX_EVALUATION, Workspace};
use crate::game::SizedGame;
use crate::position::{Move, Position};
use crate::tables::Tables;

/// Slots for keys seen before.
const SEEN: usize = 1 << 14;

/// In the last `COUNTED` plies before a counter ends the game, the table distinguishes positions by the number of plies
/// left: in groups of `COUNTED_TOGETHER`, the last `COUNTED_SINGLY` one by one.
const COUNTED: u16 = 32;
const COUNTED_TOGETHER: u16 = 8;
const COUNTED_SINGLY: u16 = 8;
/// Spreads small numbers over all bits of a key.
pub const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Receives the reports of a search.
pub type Reporter<'a> = &'a mut dyn FnMut(&Info);

/// One search thread.
pub struct Searcher<'a, const N: usize> {
    /// The variant on its board.
    pub t: &'a Tables<N>,
    /// The position at the end of the current line.
    pub pos: Position<N>,
    /// The evaluator, with the values of the pieces.
    pub evaluator: &'a Evaluator<N>,
    /// Incremental data of the evaluation.
    pub workspace: Workspace<N>,
    /// The transposition table, shared by all threads.
    table: &'a TranspositionTable,
    pub history: &'a mut History,
    /// The stack of moves of all nodes of the line.
    pub moves: Vec<Move>,
    /// The scores of `moves`, by which they are ordered.
    pub scores: Vec<i32>,
    /// The squares from which each kind of the side to move would give check, as last computed.
    pub check_squares: Vec<Squares<N>>,
    /// The root, and the progress of its search.
    pub root: Root,
    /// The principal variation from each ply on.
    pub pv: Vec<Vec<Move>>,
    /// Nodes searched by this thread.
    pub nodes: u64,
    /// Deepest ply reached in this iteration.
    pub seldepth: usize,
    /// Whether the search has to end: scores are meaningless from then on.
    pub stopped: bool,
    /// Properties of the rules.
    pub facts: Facts,
    /// The number of nodes when the current quiescence search began.
    pub quiescence_from: u64,
    /// The ply of the node at which a null move's cutoff is being verified, which is done without null moves.
    pub verifying_null_move: Option<usize>,
    /// The value of a draw to the side to move at the root.
    draw: i32,
    /// Mixed into the table's keys, so that searches with different contempt share no entries.
    salt: u64,
    given: &'a [GivenScore],
    /// Receives the reports, in the thread that makes them.
    pub report: Option<Reporter<'a>>,
    /// Counts the keys of the game and the line by their low bits: zero proves that a position is not a repetition.
    seen: Vec<u16>,
    /// Decides when the search must end.
    pub timer: Timer<'a>,
    /// The number of search threads, including this one.
    pub threads: usize,
    /// The search stack.
    pub stack: Stack,
}

impl<'a, const N: usize> Searcher<'a, N> {
    /// A searcher at the position of a game.
    pub fn new(
        sized: &'a SizedGame<N>,
        evaluator: &'a Evaluator<N>,
        table: &'a TranspositionTable,
        facts: Facts,
        history: &'a mut History,
        shared: &'a Shared<'a>,
        limits: &'a Limits,
    ) -> Self {
        let (t, pos): (&Tables<N>, _) = (&sized.tables, &sized.position);
        let draw = -limits.contempt.clamp(-MOST_CONTEMPT, MOST_CONTEMPT);
        Self {
            t,
            pos: pos.clone(),
            evaluator,
            workspace: evaluator.workspace(t, MAX_PLY + 1),
            table,
            history,
            moves: Vec::with_capacity(1024),
            scores: Vec::with_capacity(1024),
            check_squares: vec![Squares::EMPTY; t.variant().kinds.len()],
            root: Root::new(t, pos, limits),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            seldepth: 0,
            stopped: false,
            facts,
            quiescence_from: 0,
            verifying_null_move: None,
            draw,
            salt: salt(if pos.side() == Color::White { draw } else { -draw }),
            given: &limits.given_scores,
            report: None,
            seen: seen_in_game(t, pos),
            timer: Timer::new(shared, limits, Color::ALL.iter().any(|&color| t.has_interpreted_pieces(color))),
            threads: limits.threads.max(1),
            stack: Stack::new(),
        }
    }

    /// The raw evaluation of the position at `ply`, in centipawns for the side to move.
    #[inline]
    pub fn raw_evaluation(&mut self, ply: usize) -> i32 {
        self.evaluator.evaluate_at(self.t, &self.pos, &mut self.workspace, ply)
    }

    /// The table entry of the position at `ply`.
    #[inline]
    pub fn probe(&self, ply: usize) -> Option<TableEntry> {
        let left = self.pos.plies_to_draw(self.t);
        let hit = self.table.probe(self.key(left), ply)?;
        // A mate after the counter has run out does not count. The line may reset the counter, but no entry says so.
        let too_late = |left| {
            let plies = (Score(hit.score).mate_in_plies().map_or(0, i32::abs) - ply as i32).max(0);
            plies > i32::from(left)
        };
        Some(if left.is_some_and(too_late) { hit.without_score() } else { hit })
    }

    /// Per mille of the table that this search has filled.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Stores the result for the position at `ply` in the table.
    #[inline]
    pub fn store(&self, ply: usize, entry: TableEntry) {
        self.table.store(self.key(self.pos.plies_to_draw(self.t)), ply, entry);
    }

    /// The table's key of the position, which differs where a counter is about to end the game.
    #[inline]
    fn key(&self, plies_to_draw: Option<u16>) -> u64 {
        let counter = match plies_to_draw {
            Some(left) if left <= COUNTED_SINGLY => u64::from(left) + 1,
            Some(left) if left <= COUNTED => u64::from(COUNTED_SINGLY + 1 + left / COUNTED_TOGETHER),
            _ => 0,
        };
        self.pos.key() ^ self.salt ^ counter.wrapping_mul(SPREAD)
    }

    /// The static evaluation at `ply`: the raw one, corrected by the correction history.
    #[inline]
    pub fn static_evaluation(&mut self, raw_evaluation: i32, ply: usize) -> i32 {
        let [last, before_last, _] = self.stack.previous_moves(ply);
        let keys = correction_keys(&self.pos, self.facts.structural, [last, before_last].map(PieceTo::index));
        self.stack[ply].correction_keys = keys;
        (raw_evaluation + self.history.corrections.get(&keys)).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Plays a move of the line at `ply`.
    #[inline]
    pub fn play(&mut self, ply: usize, mv: Move) {
        let played = self.history.piece_to(self.pos.mover(mv), mv);
        self.stack.play(ply, played);
        self.note_seen(1);
        self.table.prefetch(self.pos.likely_key_after(self.t, mv) ^ self.salt);
        self.pos.play(self.t, mv);
    }

    /// Passes the turn at `ply`.
    pub fn play_null(&mut self, ply: usize) {
        self.stack.play(ply, PieceTo::NONE);
        self.stack[ply].quiet = None;
        self.note_seen(1);
        self.pos.play_null(self.t);
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self) {
        self.pos.undo(self.t);
        self.note_seen(u16::MAX);
    }

    /// Adds to the count of positions with the current key, wrapping around.
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

    /// Counts a node and polls the clock now and then.
    #[inline]
    pub fn enter_node(&mut self, ply: usize) {
        if self.stopped {
            // The search is only unwinding.
            return;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.timer.node_limit {
            self.stopped = true;
        }
        if self.timer.is_due(self.nodes) {
            self.poll();
        }
    }

    /// Polls the clock between two moves of a node where a move may take long. Returns whether the search is to end.
    #[inline]
    pub fn must_stop_between_moves(&mut self) -> bool {
        if !self.stopped && self.timer.is_due_between_moves() {
            self.poll();
        }
        self.stopped
    }

    /// Whether a flag or the hard limit ends the search.
    pub fn must_stop(&mut self) -> bool {
        self.poll();
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) {
        self.stopped |= self.timer.poll(self.nodes);
    }

    /// Reports which root move comes next.
    pub fn note_progress(&self, mv: Move, number: usize) {
        if self.report.is_some() {
            let (depth, left) = (self.root.iteration.max(1) as u32, self.root.candidates_left().saturating_sub(number));
            self.timer.monitor().note(IterationProgress { depth, left, current: Some(mv) });
        }
    }

    /// The value of a draw to the side to move at `ply`.
    #[inline]
    pub fn draw_value(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The score given for the position from outside, if it applies to a search of that depth.
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

    /// Sets the principal variation at `ply` to a move followed by that of the next ply.
    pub fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }
}

/// A number derived from the value of a draw to White, 0 if that is 0.
fn salt(draw: i32) -> u64 {
    i64::from(draw).cast_unsigned().wrapping_mul(SPREAD)
}

/// Counts the positions before the root by the low bits of their keys.
fn seen_in_game<const N: usize>(t: &Tables<N>, pos: &Position<N>) -> Vec<u16> {
    let mut seen = vec![0; SEEN];
    let mut past = pos.clone();
    while past.plies_played() > 0 {
        past.undo(t);
        seen[past.key() as usize % SEEN] += 1;
    }
    seen
}
