//! Scores, as in `chess.engine` of python-chess.

use crate::side;
use alfil::{Color, Line};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// More than any score in centipawns.
const MATE: i32 = 1_000_000;

/// A score for one side: centipawns, or moves to mate.
#[pyclass(frozen, module = "alfil", eq, ord, hash, from_py_object)]
#[derive(Clone, Copy)]
pub struct Score {
    centipawns: i32,
    mate: Option<i32>,
}

impl Score {
    /// A single number, in which a mate counts this many centipawns.
    fn number(self, mate_score: i32) -> i32 {
        match self.mate {
            None => self.centipawns,
            Some(moves) if moves > 0 => mate_score - moves,
            Some(moves) => -mate_score - moves,
        }
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number(MATE).cmp(&other.number(MATE))
    }
}

impl Hash for Score {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number(MATE).hash(state);
    }
}

#[pymethods]
impl Score {
    /// Centipawns. For a mate this is None, or `mate_score` less the number of moves.
    #[pyo3(signature = (*, mate_score = None))]
    fn score(&self, mate_score: Option<i32>) -> Option<i32> {
        let exists = self.mate.is_none() || mate_score.is_some();
        exists.then(|| self.number(mate_score.unwrap_or_default()))
    }

    /// Moves to mate, negative for the side that is mated; None if there is no mate.
    fn mate(&self) -> Option<i32> {
        self.mate
    }

    /// Whether the score is a mate.
    fn is_mate(&self) -> bool {
        self.mate.is_some()
    }

    fn __neg__(&self) -> Self {
        Self { centipawns: -self.centipawns, mate: self.mate.map(|moves| -moves) }
    }

    /// Formats the score, as `+35`, and `#-3` for a mate.
    pub fn __str__(&self) -> String {
        self.mate.map_or_else(|| format!("{:+}", self.centipawns), |moves| format!("#{moves:+}"))
    }

    /// Restores a pickled score.
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, centipawns: i32, mate: Option<i32>) -> Self {
        Self { centipawns, mate }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let told = (self.centipawns, self.mate).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restored")?, told))
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.__str__())
    }
}

/// A score, and the side to which it applies.
#[pyclass(frozen, module = "alfil", eq, hash, from_py_object)]
#[derive(Clone, Copy)]
pub struct PovScore {
    /// For the side to move.
    #[pyo3(get)]
    relative: Score,
    /// The side to move: True for White.
    #[pyo3(get)]
    turn: bool,
}

impl PovScore {
    pub fn of(line: &Line, turn: Color) -> Self {
        let relative = Score { centipawns: line.centipawns(), mate: line.mate() };
        Self { relative, turn: turn == side(true) }
    }
}

impl PartialEq for PovScore {
    fn eq(&self, other: &Self) -> bool {
        self.white() == other.white()
    }
}

impl Hash for PovScore {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.white().hash(state);
    }
}

#[pymethods]
impl PovScore {
    /// The score for one side.
    fn pov(&self, white: bool) -> Score {
        if white == self.turn { self.relative } else { self.relative.__neg__() }
    }

    /// The score for White.
    fn white(&self) -> Score {
        self.pov(true)
    }

    /// The score for Black.
    fn black(&self) -> Score {
        self.pov(false)
    }

    /// Whether the score is a mate.
    fn is_mate(&self) -> bool {
        self.relative.is_mate()
    }

    /// Restores a pickled score.
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, relative: Score, turn: bool) -> Self {
        Self { relative, turn }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let told = (self.relative, self.turn).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restored")?, told))
    }

    pub fn __repr__(&self) -> String {
        format!("<PovScore {} for {}>", self.relative.__str__(), if self.turn { "White" } else { "Black" })
    }
}
