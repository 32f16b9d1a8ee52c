//! Moves as values, identified by their text in UCI.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::hash::{Hash, Hasher};

/// A move, identified by its text in UCI; a board decides whether it is legal. The other properties are known for moves
/// that a board has generated, parsed or played.
#[pyclass(frozen, module = "alfil", eq, hash, from_py_object)]
#[derive(Clone)]
pub struct Move {
    pub text: String,
    /// The move of the position at which it was generated.
    pub given: Option<alfil::Move>,
    parts: Option<Parts>,
}

/// The properties of a move besides its text: squares by name, kinds by letter.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Parts {
    origin: Option<String>,
    to: Option<String>,
    promotion: Option<String>,
    drop: Option<String>,
    gated: Option<String>,
    wall: Option<String>,
}

impl Move {
    /// A move of a game's position.
    pub fn of(game: &alfil::Game, given: alfil::Move) -> Result<Self, alfil::Error> {
        let text = game.uci(given)?;
        let details = game.details(given)?;
        let name = |square: Option<alfil::Square>| square.map(|square| square.to_string());
        let letter = |kind: alfil::Kind<'_>| kind.id().trim_end_matches('~').to_owned();
        let origin = name(given.from());
        // In Chess960 the king's destination is its partner's square.
        let partner = details.partner.map(|(home, _)| home.to_string()).filter(|home| {
            given.is_castling() && origin.as_ref().is_some_and(|from| text.starts_with(&format!("{from}{home}")))
        });
        let parts = Parts {
            to: partner.or(name(given.to())),
            promotion: details.promotion.map(letter),
            drop: details.piece.filter(|_| given.is_drop()).map(|piece| letter(piece.kind())),
            gated: details.gated.map(|(kind, _)| letter(kind)),
            wall: name(given.wall()),
            origin,
        };
        Ok(Self { text, given: Some(given), parts: Some(parts) })
    }

    fn parts(&self) -> PyResult<&Parts> {
        let unread =
            || PyAttributeError::new_err(format!("no board has read `{}`: `parse_uci` of one does", self.text));
        self.parts.as_ref().ok_or_else(unread)
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

#[pymethods]
impl Move {
    /// A move from its text in UCI, such as `e2e4`, `e7e8q` or `P@e5`, for any position; boards refuse illegal moves.
    #[classmethod]
    fn from_uci(_: &Bound<'_, PyType>, uci: &str) -> Self {
        Self { text: uci.to_owned(), given: None, parts: None }
    }

    /// Restores a pickled move.
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, text: String, parts: Option<Parts>) -> Self {
        Self { text, given: None, parts }
    }

    /// The start square; None for drops and passes.
    #[getter(from_square)]
    fn origin(&self) -> PyResult<Option<&str>> {
        Ok(self.parts()?.origin.as_deref())
    }

    /// The destination square; None for passes. For castling it is that of UCI: the king's destination, or in Chess960
    /// the rook's square.
    #[getter]
    fn to_square(&self) -> PyResult<Option<&str>> {
        Ok(self.parts()?.to.as_deref())
    }

    /// The letter of the piece to which it promotes, a capital, after `+` for a promoted form; None for other
    /// moves.
    #[getter]
    fn promotion(&self) -> PyResult<Option<&str>> {
        Ok(self.parts()?.promotion.as_deref())
    }

    /// The letter of the piece that is dropped; None for other moves.
    #[getter]
    fn drop(&self) -> PyResult<Option<&str>> {
        Ok(self.parts()?.drop.as_deref())
    }

    /// The letter of the piece that enters by gating; None for other moves.
    #[getter]
    fn gated(&self) -> PyResult<Option<&str>> {
        Ok(self.parts()?.gated.as_deref())
    }

    /// The square of a new wall or of the duck; None for other moves.
    #[getter]
    fn wall(&self) -> PyResult<Option<&str>> {
        Ok(self.parts()?.wall.as_deref())
    }

    /// The move in UCI notation.
    fn uci(&self) -> &str {
        &self.text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let told = (&self.text, self.parts.clone()).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restored")?, told))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.text)
    }
}
