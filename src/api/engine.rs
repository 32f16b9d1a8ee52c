//! A move for a position.

use super::{Game, Move};
use crate::eval::EvaluationChoice;
use crate::eval::network::NetworkChoice;
use crate::limits;
use crate::search::{self, Info, Memory, Monitor, evaluate, think};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What searches, and remembers what it has found out about a game.
///
/// ```
/// use alfil::{Engine, Game, Library, Limits};
///
/// let chess = Library::bundled().get("chess")?;
/// let game = Game::from_fen(&chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
/// let found = Engine::new(16).search(&game, &Limits::depth(4)).expect("there are legal moves");
/// assert_eq!(game.san(found.best())?, "Rd8#");
/// assert_eq!(found.mate(), Some(1));
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Debug)]
pub struct Engine(Memory);

impl Engine {
    /// The most MiB of a hash table.
    pub const MOST_MEMORY: usize = limits::MEMORY;

    /// An engine with a hash table of `mebibytes`, from 1 to [`MOST_MEMORY`](Self::MOST_MEMORY).
    pub fn new(mebibytes: usize) -> Self {
        Self(Memory::new(mebibytes.clamp(1, limits::MEMORY)))
    }

    /// Searches until a limit is reached. `None` when no move is legal, or there is
    /// no memory for a search; a game that is over by another rule is searched all the same.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> Option<Found> {
        self.search_while(game, limits, |_| ControlFlow::Continue(()))
    }

    /// The same, and tells of every finished depth and every better move; what
    /// it is told to stop at is the result.
    ///
    /// ```
    /// use alfil::{Engine, Game, Library, Limits};
    /// use std::ops::ControlFlow;
    ///
    /// let game = Game::new(&Library::bundled().get("shogi")?);
    /// let enough = |found: &alfil::Found| match found.depth() {
    ///     3.. => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// };
    /// let found = Engine::new(16).search_while(&game, &Limits::depth(30), enough);
    /// assert_eq!(found.map(|found| found.depth()), Some(3));
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn search_while(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut report: impl FnMut(&Found) -> ControlFlow<()>,
    ) -> Option<Found> {
        let monitor = Monitor::default();
        let mut tell = |info: &Info| {
            if Found::new(game, info).is_some_and(|found| report(&found).is_break()) {
                monitor.stop();
            }
        };
        Found::new(game, &think(game.inner(), &limits.inner(), &self.0, &monitor, &mut tell)?)
    }

    /// The best lines, each with another first move, the best of them first:
    /// as many as [`Limits::lines`] says and there are legal moves, or fewer
    /// where the search ended before it knew them. Another thread may end it.
    ///
    /// ```
    /// use alfil::{Engine, Game, Library, Limits, Stop};
    ///
    /// let game = Game::new(&Library::bundled().get("chess")?);
    /// let lines = Engine::new(16).search_lines(&game, &Limits::depth(3).lines(2), &Stop::default());
    /// assert!(lines.len() == 2 && lines[0].best() != lines[1].best());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn search_lines(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Vec<Found> {
        let wanted = limits.lines.min(game.legal_moves().len());
        let (mut known, mut complete) = (Vec::new(), Vec::new());
        let mut tell = |info: &Info| {
            if info.finished {
                if info.multipv == 1 {
                    known.clear();
                }
                known.push(info.clone());
                if known.len() == wanted {
                    complete = std::mem::take(&mut known);
                }
            }
        };
        let monitor = Monitor::stopped_by(Arc::clone(&stop.0));
        let Some(best) = think(game.inner(), &limits.inner(), &self.0, &monitor, &mut tell) else { return Vec::new() };
        // An iteration that was broken off may have found a better move, but not all lines.
        let others = if complete.is_empty() { known } else { complete };
        let others = others.into_iter().filter(|info| info.best_move() != best.best_move());
        let lines: Vec<Info> = std::iter::once(best.clone()).chain(others).take(limits.lines).collect();
        lines.iter().filter_map(|info| Found::new(game, info)).collect()
    }

    /// Forgets all that it has found out.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// What another thread may end searches by; copies end the same ones.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search soon; its result is what it knows by then. Those that are
    /// begun with this later end as soon.
    ///
    /// ```
    /// use alfil::{Engine, Game, Library, Limits, Stop};
    /// use std::time::Duration;
    ///
    /// let game = Game::new(&Library::bundled().get("chess")?);
    /// let (stop, hour) = (Stop::default(), Limits::time(Duration::from_secs(3600)));
    /// let lines = std::thread::scope(|scope| {
    ///     let search = scope.spawn(|| Engine::new(16).search_lines(&game, &hour, &stop));
    ///     stop.stop();
    ///     search.join().expect("it does not panic")
    /// });
    /// assert_eq!(lines.len(), 1);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a search keeps to: at least one of depth, nodes and time.
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
}

impl Limits {
    /// The most lines that programs ask for.
    pub const MOST_LINES: usize = limits::LINES;
    /// The most threads of one search.
    pub const MOST_THREADS: usize = limits::THREADS;

    const NONE: Self = Self { depth: None, nodes: None, time: None, threads: 1, lines: 1, network: NetworkChoice::Own };

    /// So many plies deep, from 1 to 127, and beyond that until the position is quiet.
    pub fn depth(plies: u8) -> Self {
        Self { depth: Some(plies), ..Self::NONE }
    }

    /// So many positions visited, of all threads together and not exactly.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// A time for the move, all of which is used but for a forced mate.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time.min(limits::TIME)), ..Self::NONE }
    }

    /// Whichever of both is reached first.
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
        }
    }

    /// The number of threads: one if nothing is said, at most [`MOST_THREADS`](Self::MOST_THREADS). With one
    /// thread and no limit of time the result is always the same.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The number of lines, each with another first move, from 1 on; see [`Engine::search_lines`].
    pub fn lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }

    /// Positions are evaluated by what follows from the rules, even where there is a network.
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

/// What a search has found.
///
/// ```
/// use alfil::{Engine, Game, Library, Limits};
///
/// let game = Game::new(&Library::bundled().get("xiangqi")?);
/// let found = Engine::new(16).search(&game, &Limits::nodes(5_000)).expect("there are legal moves");
/// assert_eq!(found.line()[0], found.best());
/// assert!(found.mate().is_none() && found.depth() > 0 && found.nodes() > 0);
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    best: Move,
    line: Vec<Move>,
    score: search::Score,
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl Found {
    fn new(game: &Game, info: &Info) -> Option<Self> {
        let line = game.line(&info.pv);
        let best = *line.first()?;
        Some(Self { best, line, score: info.score, depth: info.depth, nodes: info.nodes, time: info.time })
    }

    /// The best move.
    pub fn best(&self) -> Move {
        self.best
    }

    /// The moves that both sides are expected to play, the best move first.
    /// Each is a move of the position after those before it.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// What the position is worth for the side to move, in centipawns: from 19 744 on it wins
    /// by force, from 31 744 on by mate; from −19 744 and −31 744 down it loses so.
    pub fn centipawns(&self) -> i32 {
        self.score.0
    }

    /// In how many of its moves the side to move mates; negative when it is mated, or loses by its own move.
    pub fn mate(&self) -> Option<i32> {
        self.score.mate_in_moves()
    }

    /// How many plies deep all moves were searched.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search began.
    pub fn time(&self) -> Duration {
        self.time
    }
}

impl Game {
    /// What the position is worth for the side to move without any search, in centipawns.
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
        // A start that others have drawn may be of a game that differs in what castles.
        let known = self.variant().evaluator().evaluate(self.inner());
        known.unwrap_or_else(|| evaluate(self.inner(), &EvaluationChoice::default())).0
    }
}
