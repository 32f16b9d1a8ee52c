//! A game's rules, and by what they are found again.

use crate::{refused, side};
use alfil::Library;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The names of the bundled games, and of those in directories of one's own.
#[pyfunction]
#[pyo3(signature = (directories = Vec::new()))]
pub fn variants(directories: Vec<PathBuf>) -> Vec<String> {
    Library::load(&directories).0.names().map(str::to_owned).collect()
}

/// Bundled games that were asked for, by name. What a search knows of a game holds for others with the same rules in memory.
static KNOWN: Mutex<BTreeMap<String, alfil::Variant>> = Mutex::new(BTreeMap::new());

/// A bundled game by its name or an alias. Its squares are named as in UCI, with ranks from 1.
#[pyclass(frozen, module = "alfil")]
#[derive(Clone)]
pub struct Variant(pub alfil::Variant);

#[pymethods]
impl Variant {
    #[new]
    pub fn new(name: &str) -> PyResult<Self> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(variant) = known.get(name) {
            return Ok(Self(variant.clone()));
        }
        let variant = Library::bundled().get(name).map_err(refused)?.with_ranks_from_one();
        known.insert(name.to_owned(), variant.clone());
        Ok(Self(variant))
    }

    /// A game of one's own, from its file.
    #[classmethod]
    fn from_file(_: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        alfil::Variant::from_file(path).map(|variant| Self(variant.with_ranks_from_one())).map_err(refused)
    }

    /// A game of one's own, from the text of a file; `name` is what complaints call the text.
    #[classmethod]
    fn from_text(_: &Bound<'_, PyType>, name: &str, text: &str) -> PyResult<Self> {
        alfil::Variant::from_text(name, text).map(|variant| Self(variant.with_ranks_from_one())).map_err(refused)
    }

    /// The name by which it is asked for.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// What a person would call it.
    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    /// The number of files.
    #[getter]
    fn files(&self) -> u8 {
        self.0.files()
    }

    /// The number of ranks.
    #[getter]
    fn ranks(&self) -> u8 {
        self.0.ranks()
    }

    /// The squares that the board has.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.0.squares().map(|square| square.to_string()).collect()
    }

    /// The names of the pieces, by their letters.
    #[getter]
    fn pieces(&self) -> BTreeMap<String, String> {
        self.0.kinds().map(|kind| (kind.id().to_owned(), kind.name().to_owned())).collect()
    }

    /// How a piece moves, in XBetza.
    #[pyo3(signature = (piece, white = true))]
    fn moves(&self, piece: &str, white: bool) -> PyResult<String> {
        let kind = self.0.kind(piece).ok_or_else(|| refused(format!("there is no piece `{piece}`")))?;
        Ok(kind.moves(side(white)).to_owned())
    }

    /// What is odd about the game's file.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().iter().map(ToString::to_string).collect()
    }

    /// Whether a network evaluates its positions.
    #[getter]
    fn has_network(&self) -> bool {
        self.0.has_network()
    }

    fn __repr__(&self) -> String {
        format!("Variant('{}')", self.0.name())
    }
}
