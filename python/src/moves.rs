//! Moves as values: what they are is their text in UCI.

use crate::refused;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::hash::{Hash, Hasher};

/// A move, which is its text in UCI: a board says where it is legal.
#[pyclass(frozen, module = "alfil", eq, hash)]
#[derive(Clone)]
pub struct Move {
    pub text: String,
    /// The move of the position that has given it out.
    pub given: Option<alfil::Move>,
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
    /// A move from its text in UCI, as `e2e4`, `e7e8q` and `P@e5`, for whatever position.
    #[classmethod]
    fn from_uci(_: &Bound<'_, PyType>, uci: &str) -> PyResult<Self> {
        Parts::checked(uci)?;
        Ok(Self { text: uci.to_owned(), given: None })
    }

    /// Where it comes from; None for drops.
    #[getter(from_square)]
    fn origin(&self) -> Option<&str> {
        Parts::read(&self.text)?.from
    }

    /// Where it ends; of castling what UCI says: the king's square, in Chess960 the rook's.
    #[getter]
    fn to_square(&self) -> Option<&str> {
        Parts::read(&self.text).map(|parts| parts.to)
    }

    /// The letter of what it becomes, or of what enters behind it, in capitals, or `+` for the promoted face and `-` for
    /// the other one; None where the text says nothing of it.
    #[getter]
    fn promotion(&self) -> Option<String> {
        Parts::read(&self.text)?.suffix.map(str::to_ascii_uppercase)
    }

    /// The letter of the piece that is dropped; None for other moves.
    #[getter]
    fn drop(&self) -> Option<&str> {
        Parts::read(&self.text)?.drop
    }

    /// The move in UCI.
    fn uci(&self) -> &str {
        &self.text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        Ok((py.get_type::<Self>().getattr("from_uci")?, (&self.text,)))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.text)
    }
}

/// What the text of a move says.
pub struct Parts<'a> {
    drop: Option<&'a str>,
    from: Option<&'a str>,
    to: &'a str,
    suffix: Option<&'a str>,
}

impl<'a> Parts<'a> {
    /// Reads `e7e8q`, `P@e5`, and several legs as in `e4e5,e5e4`.
    fn read(text: &'a str) -> Option<Self> {
        if let Some((piece, square)) = text.split_once('@') {
            let letter = piece.strip_prefix('+').unwrap_or(piece);
            let dropped = letter.starts_with(|c: char| c.is_ascii_uppercase()) && is_letter(letter);
            let (to, rest) = read_square(square)?;
            return (dropped && rest.is_empty()).then_some(Self { drop: Some(piece), from: None, to, suffix: None });
        }
        let mut legs = text.split(',');
        let (from, rest) = read_square(legs.next()?)?;
        let (mut to, mut rest) = read_square(rest)?;
        for leg in legs {
            let (start, next) = read_square(leg)?;
            if !rest.is_empty() || start != to {
                return None;
            }
            (to, rest) = read_square(next)?;
        }
        let promotes = rest.starts_with(|c: char| c.is_ascii_lowercase()) && is_letter(rest);
        let known = ["", "+", "-"].contains(&rest) || promotes;
        known.then_some(Self { drop: None, from: Some(from), to, suffix: Some(rest).filter(|rest| !rest.is_empty()) })
    }

    /// The same for what somebody has written.
    pub fn checked(text: &'a str) -> PyResult<Self> {
        Self::read(text)
            .ok_or_else(|| refused(format!("`{text}` is no move: expected UCI, as `e2e4`, `e7e8q` or `P@e5`")))
    }
}

/// Whether a text is the letter of a piece, which may have a mark behind it.
fn is_letter(text: &str) -> bool {
    matches!(text.get(1..), Some("" | "'" | "!"))
}

/// Reads a square at the start of a text; returns the rest with it.
fn read_square(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(1 + digits)?;
    let rank = name.get(1..).filter(|rank| !rank.starts_with('0'))?.parse::<u8>();
    (name.starts_with(|c: char| c.is_ascii_lowercase()) && rank.is_ok()).then_some((name, rest))
}
