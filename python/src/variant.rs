//! A game's rules, and the means to find them again.

use crate::{refused, side};
use alfil::{Complaint, Library};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The names of the bundled games, and of those in the given directories; faulty files are left out.
#[pyfunction]
#[pyo3(signature = (directories = Vec::new()))]
pub fn variants(directories: Vec<PathBuf>) -> PyResult<Vec<String>> {
    Ok(load(&directories)?.0.names().map(str::to_owned).collect())
}

/// The bundled games and those in directories, with the faults of their files.
fn load(directories: &[PathBuf]) -> PyResult<(Library, Vec<Complaint>)> {
    for path in directories {
        std::fs::read_dir(path).map_err(|fault| refused(format!("{}: {fault}", path.display())))?;
    }
    Ok(Library::load(directories))
}

/// The means to find a game again.
#[derive(Clone)]
enum Origin {
    Name(String, Vec<PathBuf>),
    File(PathBuf),
    Text(String, String),
}

/// Bundled games in use, each with or without free castling. The hash table of a game stays valid for others with the
/// same rules in memory.
static KNOWN: Mutex<BTreeMap<(String, bool), alfil::Variant>> = Mutex::new(BTreeMap::new());

/// A game by its name, an alias, or its name on servers and in PGN: a bundled one, or one in the given directories. Its
/// squares are named as in UCI, with ranks from 1. With `chess960` the castling pieces may start on any files.
#[pyclass(frozen, module = "alfil", eq, hash)]
#[derive(Clone)]
pub struct Variant {
    pub rules: alfil::Variant,
    origin: Origin,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
    }
}

impl Variant {
    fn begin(read: alfil::Variant, origin: Origin, chess960: bool) -> PyResult<Self> {
        let variant = Self { rules: read.with_ranks_from_one(), origin };
        if chess960 { variant.free() } else { Ok(variant) }
    }

    /// The same game with free castling.
    pub fn free(self) -> PyResult<Self> {
        let none =
            || refused(format!("chess960: there are no two castlings to either side in `{}`", self.rules.name()));
        let rules = self.rules.with_free_castling().ok_or_else(none)?;
        Ok(Self { rules, ..self })
    }

    /// The option for free castling as an argument, if it is needed.
    pub fn option(&self) -> &'static str {
        if self.chess960() { ", chess960=True" } else { "" }
    }

    pub fn named(name: &str, chess960: bool) -> PyResult<Self> {
        let origin = Origin::Name(name.to_owned(), Vec::new());
        let key = (name.to_owned(), chess960);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(&key) {
            return Ok(Self { rules: rules.clone(), origin });
        }
        let variant = Self::begin(Library::bundled().get(name).map_err(refused)?, origin, chess960)?;
        known.insert(key, variant.rules.clone());
        Ok(variant)
    }
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (name, chess960 = false, directories = Vec::new()))]
    fn new(name: &str, chess960: bool, directories: Vec<PathBuf>) -> PyResult<Self> {
        if directories.is_empty() {
            return Self::named(name, chess960);
        }
        let (library, complaints) = load(&directories)?;
        let read = library.get(name).map_err(|fault| {
            // The game may be in a faulty file.
            let wrong = complaints.iter().filter(|complaint| complaint.is_error()).map(ToString::to_string);
            refused(std::iter::once(fault.to_string()).chain(wrong).collect::<Vec<_>>().join("\n"))
        })?;
        Self::begin(read, Origin::Name(name.to_owned(), directories), chess960)
    }

    /// A custom game, from its file.
    #[classmethod]
    #[pyo3(signature = (path, chess960 = false))]
    fn from_file(_: &Bound<'_, PyType>, path: PathBuf, chess960: bool) -> PyResult<Self> {
        Self::begin(alfil::Variant::from_file(&path).map_err(refused)?, Origin::File(path), chess960)
    }

    /// A custom game, from the text of a file; complaints refer to the text as `name`.
    #[classmethod]
    #[pyo3(signature = (name, text, chess960 = false))]
    fn from_text(_: &Bound<'_, PyType>, name: &str, text: &str, chess960: bool) -> PyResult<Self> {
        let origin = Origin::Text(name.to_owned(), text.to_owned());
        Self::begin(alfil::Variant::from_text(name, text).map_err(refused)?, origin, chess960)
    }

    /// Whether the castling pieces may start on any files. Castling is then written from the king to its partner.
    #[getter]
    pub fn chess960(&self) -> bool {
        self.rules.has_free_castling()
    }

    /// The name by which it is found.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// The name for display.
    #[getter]
    fn title(&self) -> &str {
        self.rules.title()
    }

    /// The number of files.
    #[getter]
    fn files(&self) -> u8 {
        self.rules.files()
    }

    /// The number of ranks.
    #[getter]
    fn ranks(&self) -> u8 {
        self.rules.ranks()
    }

    /// The squares of the board.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.rules.squares().map(|square| square.to_string()).collect()
    }

    /// The names of the pieces, by their letters.
    #[getter]
    fn pieces(&self) -> BTreeMap<String, String> {
        self.rules.kinds().map(|kind| (kind.id().to_owned(), kind.name().to_owned())).collect()
    }

    /// The moves of a piece, in XBetza.
    #[pyo3(signature = (piece, white = true))]
    fn moves(&self, piece: &str, white: bool) -> PyResult<String> {
        let kind = self.rules.kind(piece).ok_or_else(|| refused(format!("there is no piece `{piece}`")))?;
        Ok(kind.moves(side(white)).to_owned())
    }

    /// Warnings about the game's file.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.rules.warnings().iter().map(ToString::to_string).collect()
    }

    /// Whether a network evaluates its positions: a bundled one, or `NAME.net` beside the file of the variant.
    ///
    /// Networks that `alfil learn` has installed for bundled games are not looked for.
    #[getter]
    fn has_network(&self) -> bool {
        self.rules.has_network()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        Ok(match &self.origin {
            Origin::Name(name, directories) => {
                (class.into_any(), (name, self.chess960(), directories).into_pyobject(py)?)
            }
            Origin::File(path) => (class.getattr("from_file")?, (path, self.chess960()).into_pyobject(py)?),
            Origin::Text(name, text) => (class.getattr("from_text")?, (name, text, self.chess960()).into_pyobject(py)?),
        })
    }

    fn __repr__(&self) -> String {
        format!("Variant('{}'{})", self.rules.name(), self.option())
    }
}
