//! A game in progress.

use crate::interrupt::until_interrupted;
use crate::moves::Move;
use crate::variant::Variant;
use crate::{Number, refused, side};
use alfil::{Color, GameResult, MoveError, Reason, Square, Stop};
use pyo3::exceptions::{PyIndexError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::collections::BTreeMap;
use std::ffi::CString;

/// A pass, as programs write it that do not know where the king is.
const NULL: &str = "0000";
const NOTHING_PLAYED: &str = "no move has been played";

/// The outcome of a game.
#[pyclass(frozen, module = "alfil", name = "Outcome", eq, hash, get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Ended {
    /// The side that has won; None for a draw.
    winner: Option<bool>,
    /// The rule that ended the game.
    termination: String,
    /// A description as a sentence.
    text: String,
}

#[pymethods]
impl Ended {
    /// `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        self.winner.map_or(GameResult::Draw, |winner| GameResult::Win(side(winner))).score()
    }

    /// Restores a pickled outcome.
    #[classmethod]
    fn _restored(_: &Bound<'_, PyType>, winner: Option<bool>, termination: String, text: String) -> Self {
        Self { winner, termination, text }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let told = (self.winner, &self.termination, &self.text).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restored")?, told))
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.text)
    }
}

/// The legal moves of a position, in no particular order.
#[pyclass(frozen, sequence, module = "alfil")]
pub struct LegalMoves(Vec<Move>);

#[pymethods]
impl LegalMoves {
    /// The number of moves.
    fn count(&self) -> usize {
        self.0.len()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<Move>().is_ok_and(|mv| self.0.contains(mv.get()))
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let place = if index < 0 { self.0.len().checked_add_signed(index) } else { usize::try_from(index).ok() };
        place
            .and_then(|place| self.0.get(place))
            .cloned()
            .ok_or_else(|| PyIndexError::new_err("there are not so many moves"))
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.0.clone().into_pyobject(py)?.try_iter()?.into_any().unbind())
    }

    fn __repr__(&self) -> String {
        let moves: Vec<&str> = self.0.iter().map(|mv| mv.text.as_str()).collect();
        format!("<LegalMoves {}>", moves.join(", "))
    }
}

/// A game in progress, from its start or from a position. With `chess960` kings and rooks may start on any files.
/// Castling rights and en passant squares that are impossible in a position are ignored, with a `UserWarning`.
#[pyclass(module = "alfil", from_py_object)]
#[derive(Clone)]
pub struct Board {
    variant: Variant,
    /// The position at the start of the board, if not that of the game's rules.
    start: Option<String>,
    pub game: alfil::Game,
    moves: Vec<Move>,
}

impl Board {
    fn begin(py: Python<'_>, variant: Variant, fen: Option<&str>) -> PyResult<Self> {
        let game = match fen {
            Some(fen) => alfil::Game::from_fen(&variant.rules, fen).map_err(refused)?,
            None => alfil::Game::new(&variant.rules),
        };
        for remark in game.remarks() {
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(remark.message())?, 1)?;
        }
        let start = fen.map(|_| game.full_fen());
        Ok(Self { variant, start, game, moves: Vec::new() })
    }

    pub fn own(&self, mv: alfil::Move) -> PyResult<Move> {
        Move::of(&self.game, mv).map_err(refused)
    }

    fn illegal(&self, text: &str, fault: &dyn std::fmt::Display) -> PyErr {
        refused(format!("`{text}` is not legal in {}: {fault}", self.fen()))
    }

    fn read(
        &self,
        text: &str,
        read: impl FnOnce(&alfil::Game, &str) -> Result<alfil::Move, MoveError>,
    ) -> PyResult<Move> {
        self.own(read(&self.game, text).map_err(|fault| self.illegal(text, &fault))?)
    }

    /// Parses a move of this position.
    fn resolve(&self, mv: &Move) -> PyResult<alfil::Move> {
        if let Some(given) = mv.given.filter(|given| self.game.is_legal(*given)) {
            return Ok(given);
        }
        let found = self.game.read_uci(&mv.text).map_err(|fault| self.illegal(&mv.text, &fault))?;
        let text = self.game.uci(found).map_err(refused)?;
        if text == mv.text || mv.text == NULL {
            Ok(found)
        } else {
            Err(self.illegal(&mv.text, &format!("it is written `{text}`")))
        }
    }

    fn has_ended_by(&self, reason: Reason) -> bool {
        self.game.outcome().is_some_and(|outcome| outcome.reason == reason)
    }

    fn square(&self, name: &str) -> PyResult<Square> {
        let square = self.game.variant().square(name);
        square.ok_or_else(|| refused(format!("there is no square `{name}`")))
    }

    pub fn play(&mut self, mv: &Move) -> PyResult<()> {
        let given = self.resolve(mv)?;
        // The text may not have been read yet.
        let known = self.own(given)?;
        self.game.play(given).map_err(refused)?;
        self.moves.push(known);
        Ok(())
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = None, fen = None, *, chess960 = false))]
    fn new(py: Python<'_>, variant: Option<&Bound<'_, PyAny>>, fen: Option<&str>, chess960: bool) -> PyResult<Self> {
        let variant = match variant {
            None => Variant::named("chess", chess960)?,
            Some(given) => match given.extract::<String>() {
                Ok(name) => Variant::named(&name, chess960)?,
                Err(_) => given.cast::<Variant>()?.get().clone(),
            },
        };
        Self::begin(py, if chess960 { variant.free()? } else { variant }, fen)
    }

    /// The game's rules.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// Whether the castling pieces may start on any files. Castling is then written from the king to its partner.
    #[getter]
    fn chess960(&self) -> bool {
        self.variant.chess960()
    }

    /// The side to move: True for White.
    #[getter]
    fn turn(&self) -> bool {
        self.game.side() == Color::White
    }

    /// The position in the FEN of UCI, with all fields.
    fn fen(&self) -> String {
        self.game.full_fen()
    }

    /// Sets up a position of the same game; clears the moves so far.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        *self = Self::begin(py, self.variant.clone(), Some(fen))?;
        Ok(())
    }

    /// Returns to the start position of the game; clears the moves so far.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        *self = Self::begin(py, self.variant.clone(), None)?;
        Ok(())
    }

    /// A board with the start position of this one.
    fn root(&self, py: Python<'_>) -> PyResult<Self> {
        Self::begin(py, self.variant.clone(), self.start.as_deref())
    }

    /// The number of the current move, which increases after Black's.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.game.fullmove_number()
    }

    /// Plies since the last one that counts as progress for the move rule.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.game.halfmove_clock()
    }

    /// Plies since the start of the game, derived from the number of the move.
    fn ply(&self) -> u32 {
        (u32::from(self.fullmove_number()) * 2).saturating_sub(2) + u32::from(!self.turn())
    }

    /// The legal moves of this position, even after later moves. There may be some after the end of the game; see
    /// `outcome`.
    #[getter]
    fn legal_moves(&self) -> PyResult<LegalMoves> {
        self.game.legal_moves().into_iter().map(|mv| self.own(mv)).collect::<PyResult<_>>().map(LegalMoves)
    }

    /// The moves played since the board was created.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.moves.clone()
    }

    /// The latest move.
    fn peek(&self) -> PyResult<Move> {
        self.moves.last().cloned().ok_or_else(|| PyIndexError::new_err(NOTHING_PLAYED))
    }

    /// Whether a move is legal here.
    fn is_legal(&self, mv: &Move) -> bool {
        self.resolve(mv).is_ok()
    }

    /// Whether a legal move captures anything.
    fn is_capture(&self, mv: &Move) -> PyResult<bool> {
        let details = self.game.details(self.resolve(mv)?).map_err(refused)?;
        Ok(!details.captures.is_empty())
    }

    /// Whether a legal move is castling.
    fn is_castling(&self, mv: &Move) -> PyResult<bool> {
        Ok(self.resolve(mv)?.is_castling())
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, mv: &Move) -> PyResult<bool> {
        self.game.gives_check(self.resolve(mv)?).map_err(refused)
    }

    /// A legal move in UCI notation.
    fn uci(&self, mv: &Move) -> PyResult<String> {
        self.game.uci(self.resolve(mv)?).map_err(refused)
    }

    /// Parses a legal move in UCI notation.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        self.read(uci, alfil::Game::read_uci)
    }

    /// Parses a legal move in algebraic notation.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.read(san, alfil::Game::read_move)
    }

    /// A legal move in algebraic notation.
    fn san(&self, mv: &Move) -> PyResult<String> {
        self.game.san(self.resolve(mv)?).map_err(refused)
    }

    /// Consecutive legal moves in algebraic notation, with move numbers.
    fn variation_san(&self, variation: Vec<PyRef<'_, Move>>) -> PyResult<String> {
        let mut at = self.clone();
        let mut words = Vec::with_capacity(variation.len());
        for mv in variation {
            let san = at.san(&mv)?;
            words.push(match (at.turn(), words.is_empty()) {
                (true, _) => format!("{}. {san}", at.fullmove_number()),
                (false, true) => format!("{}...{san}", at.fullmove_number()),
                (false, false) => san,
            });
            at.play(&mv)?;
        }
        Ok(words.join(" "))
    }

    /// Plays a move; raises an error if it is not legal.
    fn push(&mut self, mv: &Move) -> PyResult<()> {
        self.play(mv)
    }

    /// Plays a move in UCI notation, and returns it.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let mv = self.parse_uci(uci)?;
        self.play(&mv)?;
        Ok(mv)
    }

    /// Plays a move in algebraic notation, and returns it.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let mv = self.parse_san(san)?;
        self.play(&mv)?;
        Ok(mv)
    }

    /// Takes the latest move back, and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.moves.pop().ok_or_else(|| PyIndexError::new_err(NOTHING_PLAYED))?;
        self.game.undo();
        Ok(mv)
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.is_check()
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.game.checkers().map(|square| square.to_string()).collect()
    }

    /// Whether the game is over by checkmate.
    fn is_checkmate(&self) -> bool {
        self.has_ended_by(Reason::Checkmate)
    }

    /// Whether the game is over by stalemate, which may not be a draw; see `outcome`.
    fn is_stalemate(&self) -> bool {
        self.has_ended_by(Reason::Stalemate)
    }

    /// Whether the game is over because neither side can win any more.
    fn is_insufficient_material(&self) -> bool {
        self.has_ended_by(Reason::InsufficientMaterial)
    }

    /// Whether the game is over by any of its rules.
    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The outcome of the game by any of its rules; None while it goes on. Draws need not be claimed.
    fn outcome(&self) -> Option<Ended> {
        self.game.outcome().map(|outcome| Ended {
            winner: match outcome.result {
                GameResult::Win(winner) => Some(winner == Color::White),
                GameResult::Draw => None,
            },
            termination: outcome.reason.to_string(),
            text: self.game.verdict(outcome),
        })
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    fn result(&self) -> &'static str {
        self.outcome().map_or("*", |ended| ended.result())
    }

    /// Whether this position has occurred so many times in the game, this time included.
    #[pyo3(signature = (count = Number(3)))]
    fn is_repetition(&self, count: Number) -> PyResult<bool> {
        let count = count.bounded("count", 1..=i64::MAX)?;
        let mut back = self.game.clone();
        let earlier = std::iter::from_fn(|| back.undo().map(|_| back.key()));
        Ok(1 + earlier.filter(|key| *key == self.game.key()).count() as i64 >= count)
    }

    /// The letter of the piece on a square, a capital for White; None if it is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        Ok(self.game.piece_at(self.square(square)?).map(|piece| piece.to_string()))
    }

    /// The side of the piece on a square: True for White; None if it is empty.
    fn color_at(&self, square: &str) -> PyResult<Option<bool>> {
        Ok(self.game.piece_at(self.square(square)?).map(|piece| piece.color() == Color::White))
    }

    /// The pieces on the board by square.
    fn piece_map(&self) -> BTreeMap<String, String> {
        self.game.pieces().map(|(square, piece)| (square.to_string(), piece.to_string())).collect()
    }

    /// The pieces in hand of a side, with their counts.
    fn pocket(&self, white: bool) -> BTreeMap<String, u16> {
        self.game.hand(side(white)).map(|(kind, count)| (kind.id().to_owned(), count)).collect()
    }

    /// The squares from which pieces of a side attack a square.
    fn attackers(&self, white: bool, square: &str) -> PyResult<Vec<String>> {
        Ok(self.game.attackers(side(white), self.square(square)?).map(|square| square.to_string()).collect())
    }

    /// Whether any piece of a side attacks a square.
    fn is_attacked_by(&self, white: bool, square: &str) -> PyResult<bool> {
        Ok(!self.attackers(white, square)?.is_empty())
    }

    /// The number of leaves of the tree of legal moves with this depth, 32 at most. Ctrl-C ends the count.
    fn perft(own: &Bound<'_, Self>, depth: Number) -> PyResult<u64> {
        let depth = depth.bounded("depth", 0..=alfil::Game::MOST_PERFT_PLIES.into())?;
        // Other threads may play on meanwhile.
        let game = own.borrow().game.clone();
        let stop = Stop::default();
        let count = || game.perft_until(depth as u32, &stop);
        Ok(own.py().detach(|| until_interrupted(&stop, count))?.expect("only an interrupt stops it"))
    }

    /// The static evaluation of the position, in centipawns for the side to move.
    fn evaluate(&self) -> i32 {
        self.game.evaluate()
    }

    /// A copy of the board; without `stack` it starts with the current position, and rules about repetition do not know
    /// earlier ones.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, py: Python<'_>, stack: bool) -> PyResult<Self> {
        if stack { Ok(self.clone()) } else { Self::begin(py, self.variant.clone(), Some(&self.fen())) }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Variant, Option<&str>), Vec<&str>) {
        let played = self.moves.iter().map(|mv| mv.text.as_str()).collect();
        (py.get_type::<Self>(), (self.variant.clone(), self.start.as_deref()), played)
    }

    fn __setstate__(&mut self, played: Vec<String>) -> PyResult<()> {
        played.iter().try_for_each(|uci| self.push_uci(uci).map(drop))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.variant == other.variant && self.fen() == other.fen()
    }

    /// The board from the last rank down, with a dot for each empty square.
    fn __str__(&self) -> String {
        let fen = self.fen();
        let rows: Vec<Vec<String>> = fen.split([' ', '[']).next().unwrap_or_default().split('/').map(cells).collect();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or_default();
        let line = |row: &Vec<String>| row.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ");
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}'{})", self.game.variant().name(), self.fen(), self.variant.option())
    }
}

/// The squares of a row of a FEN: letters with their marks, holes, and dots for empty squares.
fn cells(row: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = match c {
            '0'..='9' => digits,
            '+' => 2,
            _ => c.len_utf8(),
        };
        let (word, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let unmarked = behind.trim_start_matches(['~', '\'', '!']);
        match word.parse() {
            Ok(empty) => cells.extend(std::iter::repeat_n(".".to_owned(), empty)),
            Err(_) => cells.push(format!("{word}{}", &behind[..behind.len() - unmarked.len()])),
        }
        rest = unmarked;
    }
    cells
}
