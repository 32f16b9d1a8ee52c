//! Searches.

use crate::board::Board;
use crate::moves::Move;
use crate::refused;
use alfil::{Found, Limits};
use pyo3::prelude::*;
use std::sync::Mutex;
use std::time::Duration;

/// What a search has found.
#[pyclass(frozen, module = "alfil")]
pub struct Info {
    #[pyo3(get)]
    pv: Vec<Move>,
    /// Centipawns for the side to move.
    #[pyo3(get)]
    score: i32,
    /// Moves to mate, below zero for the side that is mated; None where none was found.
    #[pyo3(get)]
    mate: Option<i32>,
    #[pyo3(get)]
    depth: u32,
    #[pyo3(get)]
    nodes: u64,
    /// Seconds.
    #[pyo3(get)]
    time: f64,
}

impl Info {
    fn new(board: &Board, found: &Found) -> PyResult<Self> {
        let mut at = board.clone();
        let mut pv = Vec::with_capacity(found.line().len());
        for &mv in found.line() {
            // A line's moves belong to the positions on the way.
            let text = at.own(mv)?;
            at.play(text.clone())?;
            pv.push(text);
        }
        Ok(Self {
            pv,
            score: found.centipawns(),
            mate: found.mate(),
            depth: found.depth(),
            nodes: found.nodes(),
            time: found.time().as_secs_f64(),
        })
    }
}

#[pymethods]
impl Info {
    /// The best move.
    #[getter]
    fn best(&self) -> Option<Move> {
        self.pv.first().cloned()
    }

    fn __repr__(&self) -> String {
        let score = self.mate.map_or(format!("{} cp", self.score), |moves| format!("mate {moves}"));
        let pv: Vec<&str> = self.pv.iter().map(|mv| mv.text.as_str()).collect();
        format!("<Info depth {}, {score}, {}>", self.depth, pv.join(" "))
    }
}

/// What a search takes without a limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The engine, with a hash table of so many MiB.
#[pyclass(frozen, module = "alfil")]
pub struct Engine(Mutex<alfil::Engine>);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash = 64))]
    fn new(hash: usize) -> Self {
        Self(Mutex::new(alfil::Engine::new(hash)))
    }

    /// The best line of a position; None where no move is legal. Without a limit it takes a second.
    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None, threads = 1, network = true))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u8>,
        nodes: Option<u64>,
        time: Option<f64>,
        threads: usize,
        network: bool,
    ) -> PyResult<Option<Info>> {
        let time = time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| refused("time: expected seconds, as 0.5"))?;
        let given = [depth.map(Limits::depth), nodes.map(Limits::nodes), time.map(Limits::time)];
        let limits = given.into_iter().flatten().reduce(Limits::and);
        let limits = limits.unwrap_or_else(|| Limits::time(USUAL_TIME)).threads(threads);
        let limits = if network { limits } else { limits.without_network() };
        let found = py.detach(|| {
            // A search that has panicked leaves nothing behind that would be wrong.
            let mut engine = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            engine.search(&board.game, &limits)
        });
        found.map(|found| Info::new(board, &found)).transpose()
    }

    /// The move that it would play; None where none is legal.
    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None, threads = 1, network = true))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u8>,
        nodes: Option<u64>,
        time: Option<f64>,
        threads: usize,
        network: bool,
    ) -> PyResult<Option<Move>> {
        Ok(self.analyse(py, board, depth, nodes, time, threads, network)?.and_then(|info| info.best()))
    }

    /// Forgets what was found out about positions.
    fn forget(&self) {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).forget();
    }
}
