//! Data that the search keeps from one move to the next.

use super::facts::Facts;
use super::history::History;
use super::request::Limits;
use super::table::TranspositionTable;
use crate::eval::{EvaluationChoice, Evaluator};
use crate::game::{Game, SizedGame, any_size};
use crate::limits::THREADS;
use crate::lock::lock;
use crate::tables::Tables;
use crate::variant::Variant;
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Data that the search keeps from one move to the next: the transposition table,
/// and for the variant played last its piece values and move histories.
pub struct Memory {
    pub(super) table: TranspositionTable,
    /// The game and evaluation for which the table was filled. Not part of `kept`, which a search that panics loses.
    filled_for: Mutex<Option<Purpose>>,
    kept: Mutex<Option<Box<dyn Any + Send>>>,
    /// Whether the next search clears the histories.
    clear_histories: AtomicBool,
}

/// A game, and how its positions are evaluated.
#[derive(Clone)]
struct Purpose {
    variant: Arc<Variant>,
    choice: EvaluationChoice,
}

impl PartialEq for Purpose {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.variant, &other.variant) && self.choice == other.choice
    }
}

impl Memory {
    /// A memory whose table takes at most `mebibytes` MiB (at least 1).
    pub fn new(mebibytes: usize) -> Self {
        Self::of(TranspositionTable::new(mebibytes))
    }

    /// The same, for searches that have to be quick from the beginning: those against a clock use only the prefaulted
    /// part of the table.
    pub fn growing(mebibytes: usize) -> Self {
        Self::of(TranspositionTable::growing(mebibytes))
    }

    fn of(table: TranspositionTable) -> Self {
        Self { table, filled_for: Mutex::default(), kept: Mutex::default(), clear_histories: AtomicBool::new(false) }
    }

    /// Prefaults some more of the table, possibly during a search; returns whether there is more.
    pub fn prefault(&self) -> bool {
        self.table.prefault()
    }

    /// Clears everything, the evaluator included.
    pub fn clear(&self) {
        self.table.clear();
        *lock(&self.filled_for) = None;
        *self.kept() = None;
    }

    /// Clears the table and the histories for a new game, but keeps the evaluator.
    pub fn new_game(&self) {
        self.table.clear();
        self.clear_histories.store(true, Ordering::Relaxed);
    }

    fn kept(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        lock(&self.kept)
    }

    /// Takes out the data kept for a variant, or creates it. Scores of another game, whose positions may have the same
    /// keys, or of another evaluation are cleared.
    pub(super) fn take<const N: usize>(&self, sized: &SizedGame<N>, limits: &Limits) -> Box<VariantMemory<N>> {
        let clear_histories = self.clear_histories.swap(false, Ordering::Relaxed);
        let purpose = Purpose { variant: Arc::clone(sized.tables.variant()), choice: limits.evaluation.clone() };
        let before = lock(&self.filled_for).replace(purpose.clone());
        if before.is_some_and(|before| before != purpose) {
            self.table.clear();
        }
        let kept = self.kept().take().and_then(|kept| kept.downcast::<VariantMemory<N>>().ok());
        let Some(mut kept) = kept.filter(|kept| kept.purpose == purpose) else {
            return Box::new(VariantMemory::new(sized, purpose));
        };
        if clear_histories {
            kept.histories.iter_mut().for_each(History::clear);
        }
        kept
    }

    /// Makes the evaluator and the histories that a search of this game under these limits needs.
    pub fn prepare(&self, game: &Game, limits: &Limits) {
        any_size!(game.board(), sized => {
            let mut kept = self.take(sized, limits);
            kept.resize_histories(&sized.tables, limits.threads, &self.table);
            self.put_back(kept);
        });
    }

    pub(super) fn put_back<const N: usize>(&self, kept: Box<VariantMemory<N>>) {
        *self.kept() = Some(kept);
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// The data kept for one variant, except the table.
pub(super) struct VariantMemory<const N: usize> {
    purpose: Purpose,
    pub evaluator: Evaluator<N>,
    pub facts: Facts,
    /// One for each thread.
    pub histories: Vec<History>,
}

impl<const N: usize> VariantMemory<N> {
    fn new(sized: &SizedGame<N>, purpose: Purpose) -> Self {
        let evaluator = Evaluator::chosen(&sized.tables, &purpose.choice);
        let facts = Facts::new(&sized.tables);
        Self { purpose, evaluator, facts, histories: Vec::new() }
    }

    /// Creates a history for each of the `threads`, as many as there may be and there is memory for: the helpers'
    /// histories are deducted from the hash table, at most half of it. Returns their bytes.
    pub fn resize_histories(&mut self, t: &Tables<N>, threads: usize, table: &TranspositionTable) -> usize {
        let (threads, room) = (threads.clamp(1, THREADS), table.bytes() / 2);
        while self.histories.len() < threads {
            let each = self.histories.first().map_or(0, History::bytes);
            if each * self.histories.len() > room {
                break;
            }
            let (squares, pieces) = (t.geometry().squares(), t.pieces().count());
            let Some(history) = History::new(squares, pieces, t.traits.drops) else { break };
            self.histories.push(history);
        }
        self.histories.truncate(threads);
        self.histories.iter().skip(1).map(History::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Bound, Extent, TableEntry};
    use super::super::{Monitor, think};
    use super::*;
    use crate::game::Board;
    use std::time::Duration;

    #[test]
    fn the_number_of_threads_is_limited_by_memory() {
        let game = Game::bundled("normal");
        let Board::One(sized) = game.board() else { panic!("a chess board has one word") };
        let mut kept = Memory::new(1).take(sized, &Limits::default());
        let helpers = kept.resize_histories(&sized.tables, 256, &TranspositionTable::new(64));
        assert!(kept.histories.len() > 2 && helpers <= 32 << 20, "{}", kept.histories.len());
        // The first thread always has one.
        kept.resize_histories(&sized.tables, 1, &TranspositionTable::new(64));
        kept.resize_histories(&sized.tables, 256, &TranspositionTable::new(1));
        assert_eq!(kept.histories.len(), 1);
    }

    /// Only a short search is restricted to the prefaulted part.
    #[test]
    fn all_but_short_searches_use_the_whole_table() {
        let game = Game::bundled("normal");
        let written = |limits: Limits| {
            let (memory, monitor) = (Memory::growing(64), Monitor::default());
            think(&game, &limits, &memory, &monitor, &mut |_| monitor.stop()).expect("there are moves");
            memory.table.may_be_written().len() * size_of::<u64>()
        };
        assert_eq!(written(Limits::default()), 64 << 20);
        assert_eq!(written(Limits::default().lasting(Some(Duration::from_secs(60)))), 64 << 20);
        assert_eq!(written(Limits::default().lasting(Some(Duration::from_secs(1)))), 2 << 20);
    }

    /// Positions of other games may have the same keys.
    #[test]
    fn the_table_is_cleared_for_another_game_even_after_a_panic() {
        let [chess, hill] = ["normal", "kingofthehill"].map(Game::bundled);
        let (Board::One(chess), Board::One(hill)) = (chess.board(), hill.board()) else { panic!("both are small") };
        let memory = Memory::new(1);
        memory.table.resize(Extent::Whole, 0);
        // A search that panics keeps nothing.
        drop(memory.take(chess, &Limits::default()));
        let entry = TableEntry { code: 1, score: 2, bound: Bound::Exact, depth: 3, raw_evaluation: None };
        memory.table.store(7, 0, entry);
        drop(memory.take(chess, &Limits::default()));
        assert_eq!(memory.table.probe(7, 0), Some(entry));
        drop(memory.take(hill, &Limits::default()));
        assert_eq!(memory.table.probe(7, 0), None);
    }
}
