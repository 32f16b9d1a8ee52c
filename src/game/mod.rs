//! A game in progress, whatever the size of its board.
//!
//! The modules before this one have the number of words of a set of squares in their types, and so have
//! `search` and `learn` after it; all others see only a [`Game`]. Moves come in and go
//! out as text in the GUI's notation, see `notation`; a move that cannot be
//! played is refused with a [`MoveError`] that says why.

pub mod book;
mod examine;
mod fen;
mod notation;
mod refusal;
mod routes;
mod san;
mod usi;
mod verdict;
mod wire;
mod wxf;

pub use crate::position::MoveError;
pub use fen::PlacedPosition;
pub use notation::{PASS, without_number};
pub use san::EN_PASSANT_MARKS;
pub use usi::{SfenError, fen_of, fen_of_bare_sfen, sfen_of};
pub use wire::MoveStyle;

use crate::board::{Area, ByColor, Color, Geometry, Piece, PieceKind, Square};
use crate::limits;
use crate::position::{Move, Outcome, Points, Position, Reason, SetupError, VariantEnd, divide, perft};
use crate::tables::{LayError, Tables};
use crate::variant::{Library, Setup, Undrawn, Unfit, Unreachable, Variant};
use fastrand::Rng;
use std::fmt;
use std::sync::Arc;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// The boards on which moves were made before hands or the turn were set, latest last.
    earlier: Vec<Board>,
}

/// A position and its tables, for one number of words.
#[derive(Clone, Debug)]
pub struct SizedGame<const N: usize> {
    /// The compiled variant.
    pub tables: Arc<Tables<N>>,
    /// The position after all moves.
    pub position: Position<N>,
}

/// The sizes of board.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one board to a game, and the search wants it without a detour")]
pub enum Board {
    /// Up to 64 squares.
    One(SizedGame<1>),
    /// Up to 128 squares.
    Two(SizedGame<2>),
    /// Up to 144 squares.
    Three(SizedGame<3>),
}

/// Evaluates an expression for a board of any size: `sized` is its [`SizedGame`].
macro_rules! any_size {
    ($board:expr, $sized:ident => $body:expr) => {
        match $board {
            $crate::game::Board::One($sized) => $body,
            $crate::game::Board::Two($sized) => $body,
            $crate::game::Board::Three($sized) => $body,
        }
    };
}
pub(crate) use any_size;

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The pieces' moves cannot be laid on the board.
    Lay(LayError),
    /// The start position cannot be played.
    Start(SetupError),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lay(fault) => fault.fmt(f),
            Self::Start(fault) => write!(f, "the start position cannot be played: {fault}"),
        }
    }
}

impl std::error::Error for GameError {}

/// Begins a game to find out whether it can be played.
///
/// # Errors
///
/// Why it cannot be begun, that it is over at once, or which pieces never promote as the file says.
pub fn try_to_begin(variant: &Arc<Variant>) -> Result<(), Unfit> {
    let mut game = Game::new(variant).map_err(|fault| match fault {
        GameError::Lay(fault) => Unfit::Moves(fault.kind, fault.to_string()),
        GameError::Start(fault) => Unfit::Start(unplayable_start(variant, &fault)),
    })?;
    if variant.rules.shuffle.is_some() {
        // If the game is over in one start position, that says nothing about the others.
        game.draw(&mut Rng::with_seed(0), limits::SHUFFLES).map_err(Unfit::Draw)?;
    } else if let Some(outcome) = game.outcome() {
        return Err(Unfit::Over(game.verdict(outcome), outcome.reason));
    }
    let unreachable = any_size!(&game.board, sized => sized.tables.unreachable());
    if unreachable == Unreachable::default() { Ok(()) } else { Err(Unfit::Unreachable(unreachable)) }
}

/// Why the start position cannot be played.
fn unplayable_start(variant: &Arc<Variant>, fault: &SetupError) -> String {
    Game::untested(variant).map_or_else(|_| fault.to_string(), |game| game.unplayable(&variant.start, fault))
}

impl<const N: usize> SizedGame<N> {
    fn untested(variant: &Arc<Variant>) -> Result<Self, GameError> {
        let tables = Arc::new(Tables::new(variant).map_err(GameError::Lay)?);
        let position = Position::untested(&tables, &variant.start).map_err(GameError::Start)?;
        Ok(Self { tables, position })
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.position = Position::new(&self.tables, setup)?;
        Ok(())
    }

    fn set_up_untested(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.position = Position::untested(&self.tables, setup)?;
        Ok(())
    }
}

impl Game {
    /// A game like this one to set up a position in: if the start position was only a guess, one that begins there.
    fn begun_at(&self, fen: &str) -> Self {
        let guessed = Some(self.variant()).filter(|variant| variant.start_by_gui);
        // Faults of the text are reported when it is read for the board.
        let begun = guessed.and_then(|variant| variant.begun_at(fen).ok());
        begun.and_then(|variant| Self::new(&Arc::new(variant)).ok()).unwrap_or_else(|| self.clone())
    }

    /// A new game from the variant's start position.
    ///
    /// # Errors
    ///
    /// If the variant's pieces cannot be laid on its board, or its start
    /// position cannot be played.
    pub fn new(variant: &Arc<Variant>) -> Result<Self, GameError> {
        let game = Self::untested(variant)?;
        any_size!(&game.board, sized => sized.position.refuse_check_on_waiting_side(&sized.tables))
            .map_err(GameError::Start)?;
        Ok(game)
    }

    /// The same even if the side that is not to move is in check.
    fn untested(variant: &Arc<Variant>) -> Result<Self, GameError> {
        let board = match variant.board.squares() {
            0..=64 => Board::One(SizedGame::untested(variant)?),
            65..=128 => Board::Two(SizedGame::untested(variant)?),
            _ => Board::Three(SizedGame::untested(variant)?),
        };
        Ok(Self { board, earlier: Vec::new() })
    }

    /// A bundled game, for tests and benchmarks.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn bundled(name: &str) -> Self {
        let variant = Library::bundled().get(name).unwrap_or_else(|| panic!("{name} is bundled"));
        Self::new(&variant).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    /// A bundled game in a position.
    ///
    /// # Panics
    ///
    /// If there is no such game, or it has no such position.
    pub fn bundled_at(name: &str, fen: &str) -> Self {
        let mut game = Self::bundled(name);
        game.set_up_fen(fen).unwrap_or_else(|fault| panic!("{name}: {fen}: {fault}"));
        game
    }

    /// Replaces the position; the history starts here.
    ///
    /// # Errors
    ///
    /// If the position cannot be played; the game is then unchanged.
    pub fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        any_size!(&mut self.board, sized => sized.set_up(setup))?;
        self.earlier.clear();
        Ok(())
    }

    /// The same for a position as text; faults of either are described in words.
    ///
    /// # Errors
    ///
    /// If the text is not a position, or the position cannot be played.
    pub fn set_up_fen(&mut self, fen: &str) -> Result<(), String> {
        let setup = Setup::parse(self.variant(), fen).map_err(|fault| fault.to_string())?;
        self.set_up(&setup).map_err(|fault| fault.to_string())
    }

    /// Replaces the hands of both sides, by kind, as when a GUI deals pieces.
    /// Moves made before can still be taken back, and the hands with them.
    pub fn set_hands(&mut self, hands: &ByColor<Vec<u8>>) {
        self.alter(&Setup { hands: hands.clone(), ..self.setup() });
    }

    /// Gives the turn to the other side without a move, as when a GUI sets it. Moves made before can still be taken
    /// back, and the turn with them. Returns whether that was possible: a side in check must move.
    pub fn switch_turn(&mut self) -> bool {
        let (en_passant, en_passant_victim) = (Area::EMPTY, None);
        self.alter(&Setup { side: !self.side(), en_passant, en_passant_victim, ..self.setup() })
    }

    /// Replaces the position, but keeps the history. Returns whether the new one can be played.
    fn alter(&mut self, setup: &Setup) -> bool {
        let moved = any_size!(&self.board, sized => sized.position.plies_played()) > 0;
        let before = moved.then(|| self.board.clone());
        let done = any_size!(&mut self.board, sized => sized.set_up(setup)).is_ok();
        if done {
            self.earlier.extend(before);
        }
        done
    }

    /// Starts again from the variant's start position.
    ///
    /// # Errors
    ///
    /// If the start position cannot be played.
    pub fn restart(&mut self) -> Result<(), SetupError> {
        let variant = Arc::clone(self.variant());
        self.set_up(&variant.start)
    }

    /// Starts again from a playable start position, drawn at random if the rules say so. The position is
    /// returned, too.
    ///
    /// # Errors
    ///
    /// If none was found.
    pub fn restart_drawn(&mut self, random: &mut Rng) -> Result<Setup, Undrawn> {
        self.draw(random, limits::SHUFFLES_AGAIN)
    }

    fn draw(&mut self, random: &mut Rng, tries: usize) -> Result<Setup, Undrawn> {
        let variant = Arc::clone(self.variant());
        let setup = Setup::shuffled(&variant, random, tries, &mut |setup| self.set_up(setup).is_ok())?;
        self.set_up(&setup).map_err(|_| Undrawn::Impossible)?;
        Ok(setup)
    }

    /// The position and its tables, for code that is generic over the size.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Computes in advance what the first move would otherwise have to wait for.
    pub fn prepare(&self) {
        any_size!(&self.board, sized => _ = sized.tables.material());
    }

    /// The rules of the game.
    pub fn variant(&self) -> &Arc<Variant> {
        any_size!(&self.board, sized => sized.tables.variant())
    }

    /// Size of the board.
    pub fn geometry(&self) -> Geometry {
        self.variant().board
    }

    /// The position as data for text.
    pub fn setup(&self) -> Setup {
        any_size!(&self.board, sized => sized.position.setup(&sized.tables))
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        any_size!(&self.board, sized => sized.position.side())
    }

    /// Whether a square has become a hole since the start.
    pub fn has_hole(&self, sq: Square) -> bool {
        any_size!(&self.board, sized => sized.position.has_hole(sq))
    }

    /// Whether a side has no pieces in hand.
    pub fn hand_is_empty(&self, color: Color) -> bool {
        any_size!(&self.board, sized => sized.position.hand_is_empty(color))
    }

    /// The hash key of everything that repetition compares.
    pub fn key(&self) -> u64 {
        any_size!(&self.board, sized => sized.position.key())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        any_size!(&self.board, sized => sized.position.in_check(&sized.tables))
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        any_size!(&self.board, sized => sized.position.legal_moves(&sized.tables, &mut list));
        list
    }

    /// Whether any move is legal.
    pub fn has_legal_move(&self) -> bool {
        any_size!(&self.board, sized => sized.position.has_legal_move(&sized.tables))
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        any_size!(&self.board, sized => sized.position.outcome(&sized.tables))
    }

    /// The points of both sides, if the rules count points.
    fn points(&self) -> Option<Points> {
        any_size!(&self.board, sized => sized.position.points(&sized.tables))
    }

    /// Details of an outcome whose reason alone does not say what has happened.
    fn variant_end(&self, reason: Reason) -> Option<VariantEnd<'_>> {
        any_size!(&self.board, sized => sized.position.variant_end(&sized.tables, reason))
    }

    /// The number of moves made since the start, or since the position was set up, with null moves.
    pub fn moves_made(&self) -> usize {
        self.boards().map(|board| any_size!(board, sized => sized.position.plies_played())).sum()
    }

    /// The latest turn: a move, or [`Move::NONE`] for a null move.
    pub fn latest(&self) -> Option<Move> {
        self.boards().find_map(|board| any_size!(board, sized => sized.position.played().next_back()))
    }

    /// The boards of the game, the current one first.
    fn boards(&self) -> impl Iterator<Item = &Board> {
        std::iter::once(&self.board).chain(self.earlier.iter().rev())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        any_size!(&mut self.board, sized => sized.position.play(&sized.tables, mv));
    }

    /// Plays a null move, as in an analysis, though the rules do not allow it. Returns whether that was possible: a
    /// side in check cannot pass.
    pub fn play_null(&mut self) -> bool {
        let possible = !self.in_check();
        if possible {
            any_size!(&mut self.board, sized => sized.position.play_null(&sized.tables));
        }
        possible
    }

    /// Takes back the latest turn.
    pub fn undo(&mut self) -> Option<Move> {
        let turn = self.latest()?;
        if any_size!(&self.board, sized => sized.position.plies_played()) == 0 {
            self.board = self.earlier.pop()?;
        }
        any_size!(&mut self.board, sized => sized.position.undo(&sized.tables));
        Some(turn)
    }

    /// The piece on a square.
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        let piece = any_size!(&self.board, sized => sized.position.piece_at(sq));
        (!piece.is_none()).then_some(piece)
    }

    /// The squares from which pieces of a side attack a square.
    pub fn attackers(&self, by: Color, sq: Square) -> Vec<Square> {
        any_size!(&self.board, sized => {
            let position = &sized.position;
            position.attackers(&sized.tables, by, sq, position.blocked()).iter().collect()
        })
    }

    /// The squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        if !self.in_check() {
            return Vec::new();
        }
        any_size!(&self.board, sized => {
            let (position, us) = (&sized.position, self.side());
            let hits = |sq| position.attackers(&sized.tables, !us, sq, position.blocked());
            let royals = position.royals(us).iter();
            royals.map(hits).reduce(|all, some| all | some).map_or_else(Vec::new, |all| all.iter().collect())
        })
    }

    /// How many of a kind a side has in hand.
    pub fn hand(&self, color: Color, kind: PieceKind) -> u16 {
        any_size!(&self.board, sized => sized.position.hand(color, kind))
    }

    /// Whether a legal move captures anything, including own pieces.
    pub fn takes(&self, mv: Move) -> bool {
        any_size!(&self.board, sized => !sized.position.captured(mv).is_none())
    }

    /// Whether a legal move is one of [`MoveClass::Noisy`](crate::position::MoveClass).
    #[cfg(feature = "cli")]
    pub fn is_noisy(&self, mv: Move) -> bool {
        any_size!(&self.board, sized => sized.position.is_noisy(&sized.tables, mv))
    }

    /// The squares on which a legal move captures, in the order of capture.
    pub fn victims(&self, mv: Move) -> Vec<Square> {
        any_size!(&self.board, sized => sized.position.victims(mv).collect())
    }

    /// The number of positions `depth` plies from here.
    pub fn perft(&self, depth: u32) -> u64 {
        any_size!(self.board.clone(), sized => perft(&mut { sized.position }, &sized.tables, depth))
    }

    /// The number of positions `depth` plies from here below each move; `None` when the count was stopped.
    pub fn divide(&self, depth: u32, stopped: impl Fn() -> bool) -> Option<Vec<(Move, u64)>> {
        any_size!(self.board.clone(), sized => divide(&mut { sized.position }, &sized.tables, depth, stopped))
    }

    /// The piece that a move brings to its destination, before promotion.
    pub fn mover(&self, mv: Move) -> Piece {
        any_size!(&self.board, sized => sized.position.mover(mv))
    }
}
