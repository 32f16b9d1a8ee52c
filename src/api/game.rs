//! A game in progress.

use super::{Complaint, Error, Kind, Move, MoveDetails, Piece, Square, Stop, Variant};
use crate::board::{self, Color};
use crate::game::{self, MoveError, MoveStyle, any_size};
use crate::limits;
use crate::position::{self, Outcome};
use crate::text::{Report, Source};
use crate::variant::Restriction;
use std::fmt;
use std::sync::Arc;

/// A game in progress.
///
/// ```
/// use alfil::{Color, Game, GameResult, Library};
///
/// let mut game = Game::new(&Library::bundled().get("chess")?);
/// for text in ["f3", "e7e5", "g4", "Qh4"] {
///     let mv = game.read_move(text)?;
///     game.play(mv)?;
/// }
/// let outcome = game.outcome().expect("it is mate");
/// assert_eq!(outcome.result, GameResult::Win(Color::Black));
/// assert_eq!(game.verdict(outcome), "Black wins by checkmate");
///
/// let mv = game.undo().expect("four moves were played");
/// assert_eq!(game.san(mv)?, "Qh4#");
/// assert_eq!(game.fen(), "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    variant: Variant,
    game: game::Game,
    remarks: Arc<[Complaint]>,
}

impl Game {
    /// A new game.
    pub fn new(variant: &Variant) -> Self {
        Self { variant: variant.clone(), game: variant.start().clone(), remarks: Arc::default() }
    }

    /// A game that starts from a position in any common dialect of FEN. What is impossible there and ignored is among
    /// the [`remarks`](Self::remarks).
    ///
    /// ```
    /// use alfil::{Game, Library};
    ///
    /// let chess = Library::bundled().get("chess")?;
    /// let game = Game::from_fen(&chess, "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1")?;
    /// assert!(game.legal_moves().is_empty() && !game.is_check());
    /// let error = Game::from_fen(&chess, "4k3/8/8/8/8/8/8/4X3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.complaints()[0].message(), "unknown piece `X`");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is faulty, or the position cannot be played.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Self, Error> {
        let report = |fault: String, span| Report::error(fault).at(&Source::new("FEN", fen), span);
        let position = variant.start().read_fen(fen).map_err(|fault| report(fault.to_string(), fault.span()))?;
        let remarks = position.ignored_rights().into_iter().chain(position.ignored_fields()).map(Report::warning);
        let remarks = Complaint::all(remarks).into();
        let game = position.set_up().map_err(|fault| report(fault.to_string(), 0..fen.len()))?;
        Ok(Self { variant: variant.clone(), game, remarks })
    }

    /// Warnings about the position from which the game started: castling rights, an en passant square and a count of
    /// moves that are impossible there and were ignored.
    ///
    /// ```
    /// use alfil::{Game, Library};
    ///
    /// // Only Chess960 castles with a king on b1.
    /// let chess = Library::bundled().get("chess")?;
    /// let fen = "1k5r/8/8/8/8/8/8/1K5R w Kk - 0 1";
    /// let game = Game::from_fen(&chess, fen)?;
    /// assert_eq!(game.remarks()[0].message(), "castling rights that nobody can have here are ignored: `Kk`");
    /// let free = chess.with_free_castling().expect("chess has castling to both sides");
    /// assert!(Game::from_fen(&free, fen)?.remarks().is_empty());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn remarks(&self) -> &[Complaint] {
        &self.remarks
    }

    pub(super) fn inner(&self) -> &game::Game {
        &self.game
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The position in XBoard's dialect of FEN.
    pub fn fen(&self) -> String {
        self.game.setup().fen(self.variant.data())
    }

    /// The position in the FEN of UCI programs, which always has all fields.
    pub fn full_fen(&self) -> String {
        self.game.setup().full_fen(self.variant.data())
    }

    /// The number of the current move, which increases after Black's.
    pub fn fullmove_number(&self) -> u16 {
        self.game.setup().fullmove
    }

    /// Plies since the last one that counts as progress for the move rule.
    pub fn halfmove_clock(&self) -> u16 {
        self.game.setup().halfmove
    }

    /// A hash of everything that the repetition rule compares. Positions of a variant that repeat each other have the
    /// same key.
    ///
    /// ```
    /// let mut game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// let key = game.key();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     game.play(game.read_move(text)?)?;
    /// }
    /// assert_eq!(game.key(), key);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn key(&self) -> u64 {
        self.game.key()
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.game.side()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.game.in_check()
    }

    /// The piece on a square; `None` if the square is empty or not on the board.
    pub fn piece_at(&self, square: Square) -> Option<Piece<'_>> {
        let piece = self.game.piece_at(square.on(self.variant.geometry())?)?;
        Some(self.variant.own_piece(piece))
    }

    /// All pieces on the board with their squares.
    ///
    /// ```
    /// let game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// assert_eq!(game.pieces().count(), 32);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece<'_>)> {
        self.variant.squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The squares from which pieces of a side attack a square, even if a capture there would be illegal since it
    /// exposes a royal piece.
    ///
    /// ```
    /// use alfil::{Color, Game, Library};
    ///
    /// let chess = Library::bundled().get("chess")?;
    /// let game = Game::new(&chess);
    /// let f3 = chess.square("f3").expect("there is such a square");
    /// let attackers: Vec<_> = game.attackers(Color::White, f3).map(|square| square.to_string()).collect();
    /// assert_eq!(attackers, ["g1", "e2", "g2"]);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn attackers(&self, by: Color, square: Square) -> impl Iterator<Item = Square> {
        let target = square.on(self.variant.geometry());
        let squares = target.map(|target| self.game.attackers(by, target)).unwrap_or_default();
        squares.into_iter().map(|square| self.square(square))
    }

    /// The squares of the pieces that give check to the side to move.
    ///
    /// ```
    /// use alfil::{Game, Library};
    ///
    /// let game = Game::from_fen(&Library::bundled().get("chess")?, "4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1")?;
    /// let checkers: Vec<_> = game.checkers().map(|square| square.to_string()).collect();
    /// assert_eq!(checkers, ["e1", "f6"]);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn checkers(&self) -> impl Iterator<Item = Square> {
        self.game.checkers().into_iter().map(|square| self.square(square))
    }

    fn square(&self, square: board::Square) -> Square {
        Square::new(square, self.variant.geometry())
    }

    /// The kinds of pieces that a side has in hand, and the number of each.
    ///
    /// ```
    /// use alfil::{Color, Game, Library};
    ///
    /// let mut game = Game::new(&Library::bundled().get("crazyhouse")?);
    /// for text in ["e4", "d5", "exd5"] {
    ///     game.play(game.read_move(text)?)?;
    /// }
    /// let hand: Vec<_> = game.hand(Color::White).map(|(kind, count)| (kind.id(), count)).collect();
    /// assert_eq!(hand, [("P", 1)]);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn hand(&self, color: Color) -> impl Iterator<Item = (Kind<'_>, u16)> {
        let numbers = self.variant.data().kinds().map(|(number, _)| number);
        let held = move |number| (self.variant.own_kind(number), self.game.hand(color, number));
        numbers.map(held).filter(|(_, count)| *count > 0)
    }

    /// All legal moves. There may be some in a game that is over; see [`Game::outcome`].
    pub fn legal_moves(&self) -> Vec<Move> {
        self.game.legal_moves().into_iter().map(|mv| self.given(mv)).collect()
    }

    /// The legal moves of the piece on a square.
    ///
    /// ```
    /// let game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// let square = game.variant().square("g1").expect("there is such a square");
    /// let moves = game.legal_moves_from(square);
    /// assert!(moves.len() == 2 && moves.contains(&game.read_move("Nf3")?));
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn legal_moves_from(&self, square: Square) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.from() == Some(square));
        moves
    }

    /// A move in the public form.
    fn given(&self, mv: position::Move) -> Move {
        Move::new(self.variant.number(), &self.game, mv)
    }

    /// The moves of a line that starts at this position.
    pub(super) fn line(&self, moves: &[position::Move]) -> Vec<Move> {
        let mut ahead = self.clone();
        let mut line = Vec::with_capacity(moves.len());
        for &mv in moves {
            line.push(ahead.given(mv));
            ahead.game.play(mv);
        }
        line
    }

    /// Parses a legal move: in coordinates, such as `e7e8q` and `P@e4`, or as players write it, such as `Nf3`, `O-O`
    /// and, in xiangqi and shogi, `C2=5` and `P-7f`.
    ///
    /// ```
    /// use alfil::{Game, Library, MoveError};
    ///
    /// let game = Game::new(&Library::bundled().get("chess")?);
    /// assert_eq!(game.read_move("Nf3"), game.read_move("g1f3"));
    /// assert_eq!(game.read_move("a1a4"), Err(MoveError::Blocked));
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text does not stand for a legal move; the error says why.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.game.read_move(text).map(|mv| self.given(mv))
    }

    /// A move in coordinates, as GUIs write it: `e7e8q`, `P@e4`, `e4e5,e5e4`.
    ///
    /// # Errors
    ///
    /// If it is not a move of this position.
    pub fn text(&self, mv: Move) -> Result<String, Error> {
        Ok(self.game.move_text(self.own(mv)?))
    }

    /// A move in UCI notation: like [`Game::text`], but castling is never a word (the king moves to its destination or,
    /// if that could be another move, to its partner), and a pass names its square twice.
    ///
    /// ```
    /// use alfil::{Game, Library};
    ///
    /// let game = Game::from_fen(&Library::bundled().get("fischerandom")?, "4k3/8/8/8/8/8/8/4K2R w H - 0 1")?;
    /// let castling = game.read_uci("e1h1")?;
    /// assert!(castling.is_castling());
    /// assert_eq!((game.text(castling)?, game.uci(castling)?), ("O-O".to_owned(), "e1h1".to_owned()));
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not a move of this position.
    pub fn uci(&self, mv: Move) -> Result<String, Error> {
        Ok(self.game.wire_text(self.own(mv)?, MoveStyle::King))
    }

    /// Parses a legal move in UCI notation, and `0000` as a pass; see [`Game::uci`].
    ///
    /// ```
    /// use alfil::{Game, Library, MoveError};
    ///
    /// let game = Game::new(&Library::bundled().get("chess")?);
    /// assert_eq!(game.read_uci("g1f3"), game.read_move("Nf3"));
    /// for text in ["Nf3", "O-O"] {
    ///     assert_eq!(game.read_uci(text), Err(MoveError::Unreadable));
    /// }
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text does not stand for a legal move; the error says why.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveError> {
        if !self.game.is_wire_text(text) {
            return Err(MoveError::Unreadable);
        }
        self.game.read_wire(text, MoveStyle::King).map(|mv| self.given(mv))
    }

    /// The effects of a move on pieces.
    ///
    /// # Errors
    ///
    /// If it is not a move of this position.
    pub fn details(&self, mv: Move) -> Result<MoveDetails<'_>, Error> {
        let own = self.own(mv)?;
        let kind = |number| self.variant.own_kind(number);
        let victim = |square| Some((self.square(square), self.variant.own_piece(self.game.piece_at(square)?)));
        Ok(MoveDetails {
            piece: (!mv.is_pass()).then(|| self.variant.own_piece(self.game.mover(own))),
            promotion: own.promoted().map(kind),
            partner: own.partner().or(own.journey()).map(|[from, to]| (self.square(from), self.square(to))),
            gated: own.gated().map(|(entering, at)| (kind(entering), self.square(at))),
            captures: self.game.victims(own).into_iter().filter_map(victim).collect(),
        })
    }

    /// Whether a move gives check.
    ///
    /// ```
    /// let game = alfil::Game::from_fen(&alfil::Library::bundled().get("chess")?, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// assert!(game.gives_check(game.read_move("Ra8")?)?);
    /// assert!(!game.gives_check(game.read_move("Ra7")?)?);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not a move of this position.
    pub fn gives_check(&self, mv: Move) -> Result<bool, Error> {
        let mut after = self.clone();
        after.play(mv)?;
        Ok(after.is_check())
    }

    /// A move in algebraic notation, such as `Nf3`, `exd5`, `e8=Q` and `O-O`, with `+` for check and `#` for mate; as
    /// from [`Game::text`] if that would be ambiguous.
    ///
    /// # Errors
    ///
    /// If it is not a move of this position.
    pub fn san(&self, mv: Move) -> Result<String, Error> {
        Ok(self.game.san(self.own(mv)?))
    }

    /// Plays a move.
    ///
    /// ```
    /// let mut game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// let mv = game.legal_moves()[0];
    /// game.play(mv)?;
    /// let error = game.play(mv).unwrap_err();
    /// assert_eq!(error.complaints()[0].message(), "this is not a move of the position on the board");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not a move of this position; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Error> {
        let mv = self.own(mv)?;
        self.game.play(mv);
        Ok(())
    }

    /// Whether a move is legal in this position.
    ///
    /// ```
    /// let mut game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// let mv = game.legal_moves()[0];
    /// assert!(game.is_legal(mv));
    /// game.play(mv)?;
    /// assert!(!game.is_legal(mv));
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.own(mv).is_ok()
    }

    /// The move in its internal form, if it is legal here.
    fn own(&self, mv: Move) -> Result<position::Move, Error> {
        let stands = (mv.variant, mv.key) == (self.variant.number(), self.game.key());
        // The key covers neither earlier positions nor rules that were guessed from a position.
        let known = || {
            Arc::ptr_eq(self.game.variant(), self.variant.start().variant())
                && !any_size!(self.game.board(), sized => sized.tables.traits.restrictions.has(Restriction::Repetitions))
        };
        let own = stands && (known() || self.game.legal_moves().contains(&mv.mv));
        own.then_some(mv.mv).ok_or_else(|| Report::error("this is not a move of the position on the board").into())
    }

    /// The moves played so far.
    ///
    /// ```
    /// let mut game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// for text in ["e4", "c5"] {
    ///     game.play(game.read_move(text)?)?;
    /// }
    /// let mut again = alfil::Game::new(game.variant());
    /// game.moves().into_iter().try_for_each(|mv| again.play(mv))?;
    /// assert_eq!(again.fen(), game.fen());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn moves(&self) -> Vec<Move> {
        let mut back = self.clone();
        let mut moves: Vec<Move> = std::iter::from_fn(|| back.undo()).collect();
        moves.reverse();
        moves
    }

    /// Takes the latest move back and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.game.undo()?;
        Some(self.given(mv))
    }

    /// The outcome of the game, if it is over by any rule of the variant.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// An outcome of this game as a sentence without a full stop, such as `Draw by repetition`.
    pub fn verdict(&self, outcome: Outcome) -> String {
        self.game.verdict(outcome)
    }

    /// The greatest depth for [`Game::perft`].
    pub const MOST_PERFT_PLIES: u32 = limits::PERFT_DEPTH;

    /// The number of leaves of the tree of legal moves that is `depth` plies deep, at most
    /// [`MOST_PERFT_PLIES`](Self::MOST_PERFT_PLIES): deeper counts would never end.
    ///
    /// ```
    /// let game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// // https://www.chessprogramming.org/Perft_Results
    /// assert_eq!(game.perft(3), 8902);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_until(depth, &Stop::default()).expect("nothing stops it")
    }

    /// Like [`Game::perft`]; `None` if the count is stopped before its end.
    ///
    /// ```
    /// let game = alfil::Game::new(&alfil::Library::bundled().get("chess")?);
    /// let stop = alfil::Stop::default();
    /// assert_eq!(game.perft_until(3, &stop), Some(8902));
    /// stop.stop();
    /// assert_eq!(game.perft_until(9, &stop), None);
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn perft_until(&self, depth: u32, stop: &Stop) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let counts = self.game.divide(depth.min(limits::PERFT_DEPTH), || stop.is_stopped())?;
        Some(counts.iter().map(|(_, nodes)| nodes).sum())
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("variant", &self.variant.name()).field("fen", &self.fen()).finish_non_exhaustive()
    }
}
