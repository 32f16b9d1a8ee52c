//! A move for a position.
//!
//! A game and [`Limits`] go in, [`Info`] reports and at last the best move
//! come out of [`think`]. The search does not know where its limits come
//! from: [`Clock`] turns a time control into them. It prints nothing and
//! starts no thread that outlives the call.
//!
//! One file for each idea: [`score`](Score), the `table` of positions
//! ([`Memory`]), the link to whoever wants the move ([`Monitor`]), `history` for what moves did elsewhere, `order` and
//! `picker` for which is tried next, `correction` for what evaluations were off, `see` for exchanges, `node`, `prune`,
//! `depth` and `quiescence` for the tree, `update` for what a node leaves behind and `stack` for what it tells its
//! neighbours, `facts` for what follows from the rules, `root` for its moves, `searcher` for what a thread has of its own, `iterate` for the way from one depth to the next, `clock` and
//! `timer` for its end, `level` for weaker play, `gravity` for numbers that forget, `hints` for what the system is told about
//! the tables, `bench` for positions to measure by.

pub mod bench;
mod clock;
mod correction;
mod depth;
mod facts;
mod gravity;
mod hints;
mod history;
mod iterate;
mod level;
mod monitor;
mod node;
mod order;
mod picker;
mod prune;
mod quiescence;
mod root;
mod score;
mod searcher;
mod see;
mod stack;
mod table;
mod timer;
mod update;

pub use clock::{Budget, Clock, Control, OVERHEAD};
pub use iterate::think_on;
pub use level::Level;
pub use monitor::{Monitor, Progress, Timekeeper};
pub use score::{Chances, MAX_PLY, Score};
pub use see::see_ge;

use crate::eval::network::{self, NetworkChoice, NetworkError, Record};
use crate::eval::{Basis, Evaluator, Values};
use crate::game::{Game, SizedGame, any_size};
use crate::position::Move;
use crate::tables::Tables;
use crate::variant::Variant;
use facts::Facts;
use history::History;
use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use table::TranspositionTable;

/// A draw may be worth so many centipawns more or less than nothing.
pub const MOST_CONTEMPT: i32 = 300;

/// When a search must end, and with what it may be done. Durations count from
/// its start.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u8>,
    /// About when the move should be out: no iteration begins after this, or
    /// somewhat earlier or later, as the search is sure of its move or not.
    /// Where it equals `hard`, all of the time is used, but for a proven mate and for the only legal move of who `plays`.
    pub soft: Option<Duration>,
    /// A running iteration is broken off after this.
    pub hard: Option<Duration>,
    /// Most nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Only these root moves; empty for all.
    pub moves: Vec<Move>,
    /// Whether only a move is wanted, and not what it is worth: the only legal one is found at once.
    pub plays: bool,
    /// Whether to search on when a mate is proven: somebody watches, and may
    /// wait for a depth.
    pub watched: bool,
    /// Lines to report, each with another first move; 0 counts as 1.
    pub lines: usize,
    /// What a draw costs the side to move at the root, in centipawns: at most [`MOST_CONTEMPT`], or gains.
    pub contempt: i32,
    /// Positions whose score is given from outside.
    pub given: Vec<GivenScore>,
    /// Threads; 0 counts as 1. Fewer search where the machine or the memory
    /// has no room for them.
    pub threads: usize,
    /// What the values of pieces rest on.
    pub basis: Basis,
    /// Which network evaluates.
    pub network: NetworkChoice,
    /// No iteration begins after so many nodes of one thread.
    pub soft_nodes: Option<u64>,
}

impl Limits {
    /// These limits for who plays this game on a level, or at full strength.
    #[must_use]
    pub fn on_level(self, level: Option<Level>, game: &Game) -> Self {
        match level {
            Some(level) => level.apply(self, game.legal_moves().len()),
            None => self,
        }
    }

    /// Limits for a move to be played within a time budget.
    pub fn within(budget: Budget) -> Self {
        Self { soft: Some(budget.soft), hard: Some(budget.hard), plays: true, ..Self::default() }
    }

    /// Whether the clock has no say in how much is searched.
    fn are_fixed(&self) -> bool {
        let counted = self.depth.is_some() || self.nodes.is_some() || self.soft_nodes.is_some();
        counted && self.soft.is_none() && self.hard.is_none()
    }
}

/// A position whose score somebody has laid down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenScore {
    /// Its hash key.
    pub key: u64,
    /// The score for the side to move there.
    pub score: Score,
    /// It stands for searches of the position up to this depth, in plies.
    pub depth: u32,
}

/// What is known after an iteration, or when the best move changes.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Which line it is about, 1 for the best.
    pub multipv: usize,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Time since the search began.
    pub time: Duration,
    /// Positions visited.
    pub nodes: u64,
    /// How many threads search.
    pub threads: usize,
    /// How much of the hash table this search has filled, in parts of a thousand.
    pub full: u32,
    /// Expected line.
    pub line: Vec<Move>,
    /// Whether the iteration is finished (else: a new best move inside it).
    pub finished: bool,
}

/// What the search keeps from one move to the next: the transposition table,
/// and for the variant played last its piece values and move histories.
pub struct Memory {
    table: TranspositionTable,
    kept: Mutex<Option<Box<dyn Any + Send>>>,
    /// Whether what is kept of moves is to be forgotten.
    forget: Mutex<bool>,
}

impl Memory {
    /// A memory whose table takes at most `mebibytes` MiB (at least 1).
    pub fn new(mebibytes: usize) -> Self {
        Self::of(TranspositionTable::new(mebibytes))
    }

    /// The same, for searches that have to be quick from the beginning: those against a clock use what has been settled
    /// of it.
    pub fn growing(mebibytes: usize) -> Self {
        Self::of(TranspositionTable::growing(mebibytes))
    }

    fn of(table: TranspositionTable) -> Self {
        Self { table, kept: Mutex::new(None), forget: Mutex::new(false) }
    }

    /// Settles some more of the table, if need be beside a search; returns whether there is more to settle.
    pub fn settle(&self) -> bool {
        self.table.settle()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.table.clear();
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Forgets what was found out about positions and moves, but not how they are evaluated.
    pub fn forget_games(&self) {
        self.table.clear();
        *self.forget.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Takes out what was kept for a variant, or begins anew. Scores of another game, whose positions may have the same
    /// keys, or of another evaluation are forgotten.
    fn take<const N: usize>(&self, sized: &SizedGame<N>, limits: &Limits) -> Box<Kept<N>> {
        let forget = std::mem::take(&mut *self.forget.lock().unwrap_or_else(PoisonError::into_inner));
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(kept) = kept else { return Box::new(Kept::new(sized, limits)) };
        let variant = sized.tables.variant();
        let fits = |kept: &Kept<N>| {
            Arc::ptr_eq(&kept.variant, variant) && kept.basis == limits.basis && kept.network == limits.network
        };
        let Some(mut kept) = kept.downcast::<Kept<N>>().ok().filter(|kept| fits(kept)) else {
            self.table.clear();
            return Box::new(Kept::new(sized, limits));
        };
        if forget {
            kept.histories.iter_mut().for_each(History::clear);
        }
        kept
    }

    /// Derives what searches of a game under these limits need to know, and keeps it for them.
    pub fn acquaint(&self, game: &Game, limits: &Limits) {
        fn of<const N: usize>(memory: &Memory, sized: &SizedGame<N>, limits: &Limits) {
            let mut kept = memory.take(sized, limits);
            kept.grow_to(&sized.tables, 1, &memory.table);
            memory.keep(kept);
        }
        any_size!(game.board(), sized => of(self, sized, limits));
    }

    fn keep<const N: usize>(&self, kept: Box<Kept<N>>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// What is kept for a variant.
struct Kept<const N: usize> {
    variant: Arc<Variant>,
    basis: Basis,
    network: NetworkChoice,
    evaluator: Evaluator<N>,
    facts: Facts,
    /// One for each thread.
    histories: Vec<History>,
}

impl<const N: usize> Kept<N> {
    fn new(sized: &SizedGame<N>, limits: &Limits) -> Self {
        let variant = sized.tables.variant().clone();
        let evaluator = Evaluator::new(&sized.tables, limits.basis).with_network(&sized.tables, &limits.network);
        let facts = Facts::new(&sized.tables);
        Self { variant, basis: limits.basis, network: limits.network.clone(), evaluator, facts, histories: Vec::new() }
    }

    /// Has a history for so many threads, or for as many as there is memory
    /// for: what those of the helpers take, which is returned, may fill half the table.
    fn grow_to(&mut self, t: &Tables<N>, threads: usize, table: &TranspositionTable) -> usize {
        let room = table.bytes() / 2;
        while self.histories.len() < threads {
            let each = self.histories.first().map_or(0, History::bytes);
            if each * self.histories.len() > room {
                break;
            }
            let (squares, pieces) = (t.geometry().squares(), t.pieces().count());
            let Some(history) = History::new(squares, pieces, t.traits().drops) else { break };
            self.histories.push(history);
        }
        self.histories.truncate(threads);
        self.histories.iter().skip(1).map(History::bytes).sum()
    }
}

/// What evaluates a game's positions, if nobody says otherwise.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// What is known of the network that does; none where the derived evaluation plays.
    pub network: Option<Record>,
    /// Networks that were found for the game and do not fit it: where, and why.
    pub refused: Vec<(String, NetworkError)>,
}

/// What evaluates a game's positions, if nobody says otherwise.
pub fn evaluation(game: &Game) -> Evaluation {
    fn of<const N: usize>(sized: &SizedGame<N>) -> Evaluation {
        let found = network::find(&sized.tables);
        Evaluation { network: found.network.map(|(network, _)| network.record.clone()), refused: found.refused }
    }
    any_size!(game.board(), sized => of(sized))
}

/// What a position is worth without any search, for the side to move.
pub fn evaluate(game: &Game, network: &NetworkChoice) -> Score {
    fn of<const N: usize>(sized: &SizedGame<N>, network: &NetworkChoice) -> Score {
        let evaluator = Evaluator::new(&sized.tables, Basis::default()).with_network(&sized.tables, network);
        let mut sums = evaluator.accumulators(1);
        Score(evaluator.evaluate_at(&sized.tables, &sized.position, sums.as_mut(), 0))
    }
    any_size!(game.board(), sized => of(sized, network))
}

/// What the pieces of a game are worth to the derived evaluation.
pub fn values(game: &Game, basis: Basis) -> Values {
    fn of<const N: usize>(sized: &SizedGame<N>, basis: Basis) -> Values {
        Evaluator::new(&sized.tables, basis).values().clone()
    }
    any_size!(game.board(), sized => of(sized, basis))
}

/// Thinks about a game's position until a limit is reached or the monitor's
/// owner stops it. `None` when no move is legal, or none of those that the limits
/// allow, or there is no memory to search with; else the line of the result
/// has at least one move, even if it was stopped from the beginning.
///
/// `report` hears of every finished iteration and every change of the best
/// move; with several lines, of each line of an iteration once.
pub fn think(
    game: &Game,
    limits: &Limits,
    memory: &Memory,
    monitor: &Monitor,
    report: &mut dyn FnMut(&Info),
) -> Option<Info> {
    any_size!(game.board(), sized => think_on(sized, limits, memory, monitor, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::variant::Library;

    #[test]
    fn what_is_known_of_one_game_is_not_taken_for_another() {
        let library = Library::bundled();
        let game = |name: &str| Game::new(&library.get(name).expect("it is bundled")).expect("it can be played");
        let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        let search = |name: &str, limits: &Limits, memory: &Memory| {
            let info = think(&game(name), limits, memory, &Monitor::default(), &mut |_| ()).expect("there are moves");
            (info.line, info.score, info.nodes)
        };
        let memory = Memory::new(1);
        search("normal", &depth(7), &memory);
        assert_eq!(search("atomic", &depth(5), &memory), search("atomic", &depth(5), &Memory::new(1)));
    }

    #[test]
    fn threads_are_as_many_as_the_memory_has_room_for() {
        let game = Game::new(&Library::bundled().first()).expect("it can be played");
        let Board::One(sized) = game.board() else { panic!("a chess board has one word") };
        let mut kept = Kept::new(sized, &Limits::default());
        let helpers = kept.grow_to(&sized.tables, 256, &TranspositionTable::new(64));
        assert!(kept.histories.len() > 2 && helpers <= 32 << 20, "{}", kept.histories.len());
        // The first always has one.
        kept.grow_to(&sized.tables, 1, &TranspositionTable::new(64));
        kept.grow_to(&sized.tables, 256, &TranspositionTable::new(1));
        assert_eq!(kept.histories.len(), 1);
    }
}
