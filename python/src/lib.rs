//! Python bindings: the library's games, in the style of python-chess.

mod board;
mod engine;
mod interrupt;
mod moves;
mod score;
mod variant;

use alfil::Color;
use pyo3::create_exception;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::ops::RangeInclusive;

create_exception!(
    alfil,
    AlfilError,
    PyValueError,
    "Something wrong with a file, a position or a move, and what was expected."
);

fn refused(fault: impl std::fmt::Display) -> PyErr {
    AlfilError::new_err(fault.to_string())
}

/// Sides are booleans, as in python-chess: White is true.
fn side(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// A whole number; one that does not fit is the nearest that does.
#[derive(Clone, Copy)]
struct Number(i64);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.extract::<i64>() {
            Err(fault) if fault.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Self(if given.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            number => number.map(Self),
        }
    }
}

impl Number {
    /// The number, within the bounds of the command line.
    fn bounded(self, name: &str, bounds: RangeInclusive<i64>) -> PyResult<i64> {
        let (number, least, most) = (self.0, bounds.start(), bounds.end());
        let expected =
            if *most == i64::MAX { format!("{least} or more") } else { format!("a number from {least} to {most}") };
        if bounds.contains(&number) {
            Ok(number)
        } else {
            Err(refused(format!("{name}: found {number}: expected {expected}")))
        }
    }
}

/// Chess variants: rules, legal moves, search.
#[pymodule(name = "alfil")]
fn bindings(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("WHITE", true)?;
    m.add("BLACK", false)?;
    m.add("AlfilError", m.py().get_type::<AlfilError>())?;
    m.add_function(wrap_pyfunction!(variant::variants, m)?)?;
    m.add_class::<variant::Variant>()?;
    m.add_class::<moves::Move>()?;
    m.add_class::<board::LegalMoves>()?;
    m.add_class::<board::Ended>()?;
    m.add_class::<board::Board>()?;
    m.add_class::<score::Score>()?;
    m.add_class::<score::PovScore>()?;
    m.add_class::<engine::Info>()?;
    m.add_class::<engine::Engine>()
}
