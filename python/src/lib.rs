//! Python bindings: the library's games, in the habits of python-chess.

use alfil::{Color, Found, Library, Limits, MoveError, Outcome, Square};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

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

/// The names of the bundled games, and of those in directories of one's own.
#[pyfunction]
#[pyo3(signature = (directories = Vec::new()))]
fn variants(directories: Vec<PathBuf>) -> Vec<String> {
    Library::load(&directories).0.names().map(str::to_owned).collect()
}

/// A game's rules.
#[pyclass(frozen, module = "alfil")]
#[derive(Clone)]
struct Variant(alfil::Variant);

#[pymethods]
impl Variant {
    /// A bundled game, by its name or an alias.
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        Library::bundled().get(name).map(Self).map_err(refused)
    }

    #[classmethod]
    fn from_file(_: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        alfil::Variant::from_file(path).map(Self).map_err(refused)
    }

    #[classmethod]
    fn from_text(_: &Bound<'_, PyType>, name: &str, text: &str) -> PyResult<Self> {
        alfil::Variant::from_text(name, text).map(Self).map_err(refused)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    #[getter]
    fn files(&self) -> u8 {
        self.0.files()
    }

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

/// A move of one position.
#[pyclass(frozen, module = "alfil", eq, hash)]
#[derive(Clone, PartialEq, Eq)]
struct Move {
    mv: alfil::Move,
    text: String,
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

#[pymethods]
impl Move {
    /// Where it comes from; None for drops.
    #[getter(from_square)]
    fn origin(&self) -> Option<String> {
        self.mv.from().map(|square| square.to_string())
    }

    #[getter(to_square)]
    fn destination(&self) -> Option<String> {
        self.mv.to().map(|square| square.to_string())
    }

    fn uci(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text)
    }
}

/// How a game is over.
#[pyclass(frozen, module = "alfil", name = "Outcome")]
struct Ended {
    outcome: Outcome,
    #[pyo3(get)]
    text: String,
}

#[pymethods]
impl Ended {
    /// The side that has won; None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        match self.outcome.result {
            alfil::GameResult::Win(winner) => Some(winner == Color::White),
            alfil::GameResult::Draw => None,
        }
    }

    /// The rule that has ended it.
    #[getter]
    fn termination(&self) -> &'static str {
        self.outcome.reason.name()
    }

    fn result(&self) -> &'static str {
        match self.winner() {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.text)
    }
}

/// A game in progress.
#[pyclass(module = "alfil")]
#[derive(Clone)]
struct Board {
    game: alfil::Game,
    moves: Vec<Move>,
}

impl Board {
    fn own(&self, mv: alfil::Move) -> PyResult<Move> {
        Ok(Move { mv, text: self.game.text(mv).map_err(refused)? })
    }

    fn read(&self, text: &str) -> PyResult<Move> {
        let illegal = |fault: MoveError| refused(format!("`{text}` is not legal in {}: {fault}", self.game.fen()));
        self.own(self.game.read_move(text).map_err(illegal)?)
    }

    fn square(&self, name: &str) -> PyResult<Square> {
        let square = self.game.variant().square(name);
        square.ok_or_else(|| refused(format!("there is no square `{name}`")))
    }
}

#[pymethods]
impl Board {
    /// A game from its start, or from a position.
    #[new]
    #[pyo3(signature = (variant = None, fen = None))]
    fn new(variant: Option<&Bound<'_, PyAny>>, fen: Option<&str>) -> PyResult<Self> {
        let variant = match variant {
            None => Variant::new("chess")?,
            Some(given) => match given.extract::<String>() {
                Ok(name) => Variant::new(&name)?,
                Err(_) => given.cast::<Variant>()?.get().clone(),
            },
        };
        let game = match fen {
            Some(fen) => alfil::Game::from_fen(&variant.0, fen).map_err(refused)?,
            None => alfil::Game::new(&variant.0),
        };
        Ok(Self { game, moves: Vec::new() })
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant(self.game.variant().clone())
    }

    /// The side to move: True for White.
    #[getter]
    fn turn(&self) -> bool {
        self.game.side() == Color::White
    }

    fn fen(&self) -> String {
        self.game.fen()
    }

    /// Empty where the game is over by a rule that leaves no moves; see `outcome`.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<Move>> {
        self.game.legal_moves().into_iter().map(|mv| self.own(mv)).collect()
    }

    /// The moves played since the board was made.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.moves.clone()
    }

    /// The legal move that a text means, from square to square.
    fn parse_uci(&self, text: &str) -> PyResult<Move> {
        self.read(text)
    }

    /// The legal move that a text means, as players write it.
    fn parse_san(&self, text: &str) -> PyResult<Move> {
        self.read(text)
    }

    fn san(&self, mv: &Move) -> PyResult<String> {
        self.game.san(mv.mv).map_err(refused)
    }

    fn push(&mut self, mv: &Move) -> PyResult<()> {
        self.game.play(mv.mv).map_err(refused)?;
        self.moves.push(mv.clone());
        Ok(())
    }

    fn push_uci(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.read(text)?;
        self.push(&mv)?;
        Ok(mv)
    }

    fn push_san(&mut self, text: &str) -> PyResult<Move> {
        self.push_uci(text)
    }

    /// Takes the latest move back.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.moves.pop().ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move has been played"))?;
        self.game.undo();
        Ok(mv)
    }

    fn is_check(&self) -> bool {
        self.game.is_check()
    }

    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// How the game is over, by any rule of it; None while it goes on.
    fn outcome(&self) -> Option<Ended> {
        self.game.outcome().map(|outcome| Ended { outcome, text: self.game.verdict(outcome) })
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    fn result(&self) -> &'static str {
        self.outcome().map_or("*", |ended| ended.result())
    }

    /// The letter of the piece on a square, in capitals for White's; None where it is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        Ok(self.game.piece_at(self.square(square)?).map(|piece| piece.to_string()))
    }

    /// The pieces on the board by their squares.
    fn piece_map(&self) -> BTreeMap<String, String> {
        self.game.pieces().map(|(square, piece)| (square.to_string(), piece.to_string())).collect()
    }

    /// What a side holds in hand, and how many of each.
    fn pocket(&self, white: bool) -> BTreeMap<String, u8> {
        self.game.hand(side(white)).map(|(kind, count)| (kind.id().to_owned(), count)).collect()
    }

    /// The squares from which pieces of a side attack a square.
    fn attackers(&self, white: bool, square: &str) -> PyResult<Vec<String>> {
        Ok(self.game.attackers(side(white), self.square(square)?).map(|square| square.to_string()).collect())
    }

    fn is_attacked_by(&self, white: bool, square: &str) -> PyResult<bool> {
        Ok(!self.attackers(white, square)?.is_empty())
    }

    /// How many lines of legal moves are so many plies long.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.game.perft(depth))
    }

    /// What the position is worth without a search, in centipawns for the side to move.
    fn evaluate(&self) -> i32 {
        self.game.evaluate()
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.variant().name() == other.game.variant().name() && self.fen() == other.fen()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game.variant().name(), self.fen())
    }
}

/// What a search has found.
#[pyclass(frozen, module = "alfil")]
struct Info {
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
            at.push(&text)?;
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
struct Engine(Mutex<alfil::Engine>);

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

#[pymodule(name = "alfil")]
fn bindings(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("WHITE", true)?;
    m.add("BLACK", false)?;
    m.add("AlfilError", m.py().get_type::<AlfilError>())?;
    m.add_function(wrap_pyfunction!(variants, m)?)?;
    m.add_class::<Variant>()?;
    m.add_class::<Move>()?;
    m.add_class::<Ended>()?;
    m.add_class::<Board>()?;
    m.add_class::<Info>()?;
    m.add_class::<Engine>()
}
