//! Searches.

use crate::board::Board;
use crate::interrupt::{lock_unless_interrupted, until_interrupted};
use crate::moves::Move;
use crate::score::PovScore;
use crate::{Number, refused};
use alfil::{Limits, Line, Stop};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::sync::Mutex;
use std::time::Duration;

/// The result of a search.
#[pyclass(frozen, module = "alfil")]
#[derive(Clone)]
pub struct Info {
    /// The moves that both sides are expected to play, the best one first.
    #[pyo3(get)]
    pv: Vec<Move>,
    /// The score: centipawns, or moves to mate.
    #[pyo3(get)]
    score: PovScore,
    /// The search depth in plies.
    #[pyo3(get)]
    depth: u32,
    /// Positions visited.
    #[pyo3(get)]
    nodes: u64,
    /// Seconds.
    #[pyo3(get)]
    time: f64,
    /// Its index among the lines, from 1 for the best.
    #[pyo3(get)]
    multipv: usize,
    /// The length of the longest line that was searched, in plies.
    #[pyo3(get)]
    seldepth: u32,
    /// The share of the hash table that was filled, in thousandths.
    #[pyo3(get)]
    hashfull: u32,
}

impl Info {
    fn new(board: &Board, line: &Line) -> PyResult<Self> {
        let mut at = board.clone();
        let mut pv = Vec::with_capacity(line.moves().len());
        for &mv in line.moves() {
            // Each move of a line belongs to the position after those before it.
            let text = at.own(mv)?;
            at.play(&text)?;
            pv.push(text);
        }
        Ok(Self {
            pv,
            score: PovScore::of(line, board.game.side()),
            depth: line.depth(),
            nodes: line.nodes(),
            time: line.time().as_secs_f64(),
            multipv: line.number(),
            seldepth: line.selective_depth(),
            hashfull: line.hash_full(),
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

    /// Restores a pickled result.
    #[classmethod]
    #[expect(clippy::too_many_arguments, reason = "they are its properties")]
    fn _restored(
        _: &Bound<'_, PyType>,
        pv: Vec<Move>,
        score: PovScore,
        depth: u32,
        nodes: u64,
        time: f64,
        multipv: usize,
        seldepth: u32,
        hashfull: u32,
    ) -> Self {
        Self { pv, score, depth, nodes, time, multipv, seldepth, hashfull }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Self { pv, score, depth, nodes, time, multipv, seldepth, hashfull } = self.clone();
        let told = (pv, score, depth, nodes, time, multipv, seldepth, hashfull).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restored")?, told))
    }

    fn __repr__(&self) -> String {
        let pv: Vec<&str> = self.pv.iter().map(|mv| mv.text.as_str()).collect();
        format!("<Info depth {}, {}, {}>", self.depth, self.score.__repr__(), pv.join(" "))
    }
}

/// The default time of a search.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The range of times, in seconds.
const LEAST_TIME: f64 = 0.001;
const MOST_TIME: f64 = 86_400.0;

fn limits(
    depth: Option<Number>,
    nodes: Option<Number>,
    time: Option<f64>,
    threads: Number,
    network: bool,
) -> PyResult<Limits> {
    let depth = depth.map(|depth| depth.bounded("depth", 1..=u8::MAX.into())).transpose()?;
    let nodes = nodes.map(|nodes| nodes.bounded("nodes", 1..=i64::MAX)).transpose()?;
    if time.is_some_and(|time| !(LEAST_TIME..=MOST_TIME).contains(&time)) {
        return Err(refused(format!("time: expected seconds from {LEAST_TIME} to {MOST_TIME}, as 0.5")));
    }
    let given = [
        depth.map(|depth| Limits::depth(depth as u8)),
        nodes.map(|nodes| Limits::nodes(nodes as u64)),
        time.map(|time| Limits::time(Duration::from_secs_f64(time))),
    ];
    let limits = given.into_iter().flatten().reduce(Limits::and).unwrap_or_else(|| Limits::time(USUAL_TIME));
    let limits = limits.threads(threads.bounded("threads", 1..=Limits::MOST_THREADS as i64)? as usize);
    Ok(if network { limits } else { limits.without_network() })
}

/// The engine, with a hash table of the given size in MiB, 65536 at most.
#[pyclass(frozen, module = "alfil")]
pub struct Engine(Mutex<alfil::Engine>);

impl Engine {
    fn search(&self, py: Python<'_>, game: &alfil::Game, limits: &Limits) -> PyResult<Vec<Line>> {
        py.detach(|| {
            let mut held = lock_unless_interrupted(&self.0)?;
            let engine = &mut *held;
            let stop = Stop::default();
            let limits = limits.clone().stop(&stop);
            until_interrupted(&stop, || engine.search(game, &limits, |_| ()))
        })
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash = Number(64)))]
    fn new(hash: Number) -> PyResult<Self> {
        let hash = hash.bounded("hash", 1..=alfil::Engine::MOST_MEMORY as i64)?;
        Ok(Self(Mutex::new(alfil::Engine::new(hash as usize))))
    }

    /// Searches a position and returns the best line; None if no move is legal. Without a limit it takes one second.
    /// Ctrl-C interrupts it, and other threads go on meanwhile; one search of an engine waits for the other. With
    /// `multipv` it returns a list of lines, each with a different first move, the best line first.
    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None, threads = Number(1), network = true, multipv = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: Board,
        depth: Option<Number>,
        nodes: Option<Number>,
        time: Option<f64>,
        threads: Number,
        network: bool,
        multipv: Option<Number>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = limits(depth, nodes, time, threads, network)?;
        let several = multipv.map(|lines| lines.bounded("multipv", 1..=Limits::MOST_LINES as i64)).transpose()?;
        let lines = self.search(py, &board.game, &limits.lines(several.unwrap_or(1) as usize))?;
        let mut infos = lines.iter().map(|line| Info::new(&board, line));
        match several {
            Some(_) => infos.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py),
            None => infos.next().transpose()?.into_bound_py_any(py),
        }
    }

    /// The best move; None if no move is legal.
    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None, threads = Number(1), network = true))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn play(
        &self,
        py: Python<'_>,
        board: Board,
        depth: Option<Number>,
        nodes: Option<Number>,
        time: Option<f64>,
        threads: Number,
        network: bool,
    ) -> PyResult<Option<Move>> {
        let lines = self.search(py, &board.game, &limits(depth, nodes, time, threads, network)?)?;
        lines.first().map(|line| board.own(line.best())).transpose()
    }

    /// Clears the hash table.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| lock_unless_interrupted(&self.0).map(|mut engine| engine.forget()))
    }
}
