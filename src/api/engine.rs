//! The search.

use super::{Game, Move};
use crate::eval::EvaluationChoice;
use crate::eval::network::NetworkChoice;
use crate::limits;
use crate::search::{self, DECISIVE, Info, Memory, Monitor, evaluate, think};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A search with a hash table, which keeps results for later searches.
///
/// ```
/// use alfil::{Engine, Game, Library, Limits};
///
/// let chess = Library::bundled().get("chess")?;
/// let game = Game::from_fen(&chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
/// let mut engine = Engine::new(16);
/// let mv = engine.best_move(&game, &Limits::depth(4)).expect("there are legal moves");
/// assert_eq!(game.san(mv)?, "Rd8#");
/// let lines = engine.search(&game, &Limits::depth(4).lines(2), |_| ());
/// assert!(lines[0].best() == mv && lines[0].mate() == Some(1) && lines[1].mate().is_none());
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Debug)]
pub struct Engine(Memory);

impl Engine {
    /// The maximum size of a hash table, in MiB.
    pub const MOST_MEMORY: usize = limits::MEMORY;

    /// Creates an engine with a hash table of `mebibytes`, from 1 to [`MOST_MEMORY`](Self::MOST_MEMORY).
    pub fn new(mebibytes: usize) -> Self {
        Self(Memory::new(mebibytes.clamp(1, limits::MEMORY)))
    }

    /// Returns the best move; `None` if [`Engine::search`] finds no line.
    pub fn best_move(&mut self, game: &Game, limits: &Limits) -> Option<Move> {
        self.search(game, &limits.clone().lines(1), |_| ()).first().map(Line::best)
    }

    /// Searches until a limit is reached, and returns the best lines, each with a different first move, best first: as
    /// many as [`Limits::lines`] says, or fewer if there are fewer legal moves, or if the search ended before all of
    /// them were known. The result is empty if no move is legal, or if there is not enough memory for a search; a game
    /// that is over by another rule is searched nevertheless.
    ///
    /// `report` is called with every line of every finished depth and, if only one line is requested, with every better
    /// move.
    ///
    /// ```
    /// use alfil::{Engine, Game, Library, Limits, Line, Stop};
    ///
    /// let game = Game::new(&Library::bundled().get("shogi")?);
    /// let stop = Stop::default();
    /// let enough = |line: &Line| if line.depth() == 3 && line.number() == 2 { stop.stop() };
    /// let lines = Engine::new(16).search(&game, &Limits::depth(30).lines(2).stop(&stop), enough);
    /// assert!(lines.len() == 2 && lines[0].best() != lines[1].best());
    /// assert_eq!(lines[0].depth(), 3);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn search(&mut self, game: &Game, limits: &Limits, mut report: impl FnMut(&Line)) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut tell = |info: &Info| {
            let Some(line) = Line::new(game, info) else { return };
            report(&line);
            lines.truncate(info.multipv - 1);
            lines.push(line);
        };
        let monitor = Monitor::stopped_by(limits.stop.clone().unwrap_or_default().0);
        let best = think(game.inner(), &limits.inner(), &self.0, &monitor, &mut tell);
        // This one has the totals of the whole search, and a move even if nothing was reported.
        let best = best.and_then(|best| Line::new(game, &best));
        best.into_iter().chain(lines.into_iter().skip(1)).collect()
    }

    /// Clears the hash table.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// Stops searches and perft counts, from another thread or from a report of a search; clones stop the same ones.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops the search, which soon returns its results so far. Later searches with this `Stop` end as soon.
    ///
    /// ```
    /// use alfil::{Engine, Game, Library, Limits, Stop};
    /// use std::time::Duration;
    ///
    /// let game = Game::new(&Library::bundled().get("chess")?);
    /// let stop = Stop::default();
    /// let limits = Limits::time(Duration::from_secs(3600)).stop(&stop);
    /// let found = std::thread::scope(|scope| {
    ///     let search = scope.spawn(|| Engine::new(16).best_move(&game, &limits));
    ///     stop.stop();
    ///     search.join().expect("it does not panic")
    /// });
    /// assert!(found.is_some());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search: at least one of depth, nodes and time.
///
/// ```
/// use alfil::Limits;
/// use std::time::Duration;
///
/// let both = Limits::depth(12).and(Limits::time(Duration::from_secs(2))).threads(2);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    lines: usize,
    network: NetworkChoice,
    stop: Option<Stop>,
}

impl Limits {
    /// The maximum number of lines of one search.
    pub const MOST_LINES: usize = limits::LINES;
    /// The maximum number of threads of one search.
    pub const MOST_THREADS: usize = limits::THREADS;

    const NONE: Self =
        Self { depth: None, nodes: None, time: None, threads: 1, lines: 1, network: NetworkChoice::Own, stop: None };

    /// Limits the depth to a number of plies, from 1 to 127, beyond which captures are searched until the position is
    /// quiet.
    pub fn depth(plies: u8) -> Self {
        Self { depth: Some(plies), ..Self::NONE }
    }

    /// Limits the number of positions visited by all threads together, approximately.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Limits the time for the move, all of which is used unless a forced mate is found.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time.min(limits::TIME)), ..Self::NONE }
    }

    /// Combines two limits; the search ends at whichever is reached first. Only one stop applies, that of `self` if it
    /// has one.
    pub fn and(self, other: Self) -> Self {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            threads: self.threads.max(other.threads),
            lines: self.lines.max(other.lines),
            network: if self.network == NetworkChoice::Own { other.network } else { self.network },
            stop: self.stop.or(other.stop),
        }
    }

    /// Sets the number of threads: one by default, at most [`MOST_THREADS`](Self::MOST_THREADS). With one thread and no
    /// time limit the result is always the same.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the number of lines, each with a different first move: one by default, at most
    /// [`MOST_LINES`](Self::MOST_LINES). Several lines take more time than the best alone.
    pub fn lines(self, lines: usize) -> Self {
        Self { lines: lines.clamp(1, limits::LINES), ..self }
    }

    /// Lets a [`Stop`] end the search before it reaches a limit.
    pub fn stop(self, stop: &Stop) -> Self {
        Self { stop: Some(stop.clone()), ..self }
    }

    /// Evaluates positions by values derived from the rules, even if the game has a network.
    pub fn without_network(self) -> Self {
        Self { network: NetworkChoice::Derived, ..self }
    }

    fn inner(&self) -> search::Limits {
        search::Limits {
            depth: self.depth,
            nodes: self.nodes,
            threads: self.threads,
            multipv: self.lines,
            evaluation: self.network.clone().into(),
            ..search::Limits::default().lasting(self.time)
        }
    }
}

/// A line that a search has found, with the state of the search at that time.
///
/// ```
/// use alfil::{Engine, Game, Library, Limits};
///
/// let game = Game::new(&Library::bundled().get("xiangqi")?);
/// let lines = Engine::new(16).search(&game, &Limits::nodes(5_000), |line| {
///     println!("{} {} {:?}", line.depth(), line.centipawns(), line.moves());
/// });
/// let best = &lines[0];
/// assert_eq!(best.moves()[0], best.best());
/// assert!(best.mate().is_none() && best.depth() > 0 && best.nodes() > 0);
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    /// At least one.
    moves: Vec<Move>,
    info: Info,
}

impl Line {
    fn new(game: &Game, info: &Info) -> Option<Self> {
        let moves = game.line(&info.pv);
        (!moves.is_empty()).then(|| Self { moves, info: info.clone() })
    }

    /// Its index among the lines of the search, from 1 for the best.
    pub fn number(&self) -> usize {
        self.info.multipv
    }

    /// Its first move, which is the best move in the first line.
    pub fn best(&self) -> Move {
        self.moves[0]
    }

    /// The moves that both sides are expected to play. Each is a move of the position after those before it.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The score of the position for the side to move, in centipawns. Scores beyond those of evaluations are wins and
    /// losses; see [`Line::is_win`] and [`Line::mate`].
    pub fn centipawns(&self) -> i32 {
        self.info.score.0
    }

    /// Whether the side to move wins by force: by mate, or by another rule.
    pub fn is_win(&self) -> bool {
        self.info.score.0 >= DECISIVE
    }

    /// Whether the side to move loses by force.
    pub fn is_loss(&self) -> bool {
        self.info.score.0 <= -DECISIVE
    }

    /// The number of moves in which the side to move mates; negative if it is mated, or loses by its own move. `None`
    /// for any other score.
    pub fn mate(&self) -> Option<i32> {
        self.info.score.mate_in_moves()
    }

    /// Whether the score is a lower bound: the move is better than those before it, but its exact score is not yet
    /// known.
    pub fn is_lower_bound(&self) -> bool {
        self.info.lower_bound
    }

    /// Whether all moves were searched to this depth; otherwise the search of this depth was still in progress.
    pub fn is_finished(&self) -> bool {
        self.info.finished
    }

    /// The search depth in plies.
    pub fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The length of the longest line that was searched, in plies.
    pub fn selective_depth(&self) -> u32 {
        self.info.seldepth
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// Time since the search started.
    pub fn time(&self) -> Duration {
        self.info.time
    }

    /// The number of threads that search.
    pub fn threads(&self) -> usize {
        self.info.threads
    }

    /// The share of the hash table that this search has filled, in thousandths.
    pub fn hash_full(&self) -> u32 {
        self.info.hashfull
    }
}

impl Game {
    /// The static evaluation of the position for the side to move, in centipawns.
    ///
    /// ```
    /// use alfil::{Game, Library};
    ///
    /// let chess = Library::bundled().get("chess")?;
    /// let game = Game::from_fen(&chess, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")?;
    /// assert!(game.evaluate() > 500);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn evaluate(&self) -> i32 {
        // A game that was set up from a FEN may have other castling pieces than its variant.
        let known = self.variant().evaluator().evaluate(self.inner());
        known.unwrap_or_else(|| evaluate(self.inner(), &EvaluationChoice::default())).0
    }
}
