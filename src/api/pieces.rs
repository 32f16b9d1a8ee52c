//! Squares and pieces.

use crate::board::{self, Color, Geometry, PieceKind};
use crate::variant::Variant;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A square of a variant's board. Displayed as text, it is its name, such as `e4`.
///
/// ```
/// let shogi = alfil::Library::bundled().get("shogi")?;
/// let square = shogi.square("c9").expect("the board has nine ranks");
/// assert_eq!((square.file(), square.rank(), square.to_string().as_str()), (2, 8, "c9"));
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Square {
    square: board::Square,
    board: Geometry,
}

impl Square {
    pub(super) fn new(square: board::Square, board: Geometry) -> Self {
        Self { square, board }
    }

    /// The internal square, if it is on this board, whose ranks may be numbered otherwise.
    pub(super) fn on(self, board: Geometry) -> Option<board::Square> {
        self.board.has_squares_of(board).then_some(self.square)
    }

    /// The file, from 0 for White's leftmost.
    pub fn file(self) -> u8 {
        self.board.file(self.square)
    }

    /// The rank, from 0 for White's first.
    pub fn rank(self) -> u8 {
        self.board.rank(self.square)
    }
}

/// The numbering of ranks does not matter.
impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        other.on(self.board) == Some(self.square)
    }
}

impl Eq for Square {}

impl Hash for Square {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.square.hash(state);
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.name(self.square))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A kind of piece of a variant.
///
/// ```
/// use alfil::Color;
///
/// let xiangqi = alfil::Library::bundled().get("xiangqi")?;
/// let cannon = xiangqi.kind("C").expect("the game has cannons");
/// assert_eq!((cannon.name(), cannon.moves(Color::White), cannon.is_royal()), ("Cannon", "mRcpR", false));
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Kind<'a> {
    variant: &'a Variant,
    /// The number of the variant.
    game: u64,
    number: PieceKind,
}

impl<'a> Kind<'a> {
    pub(super) fn new(variant: &'a Variant, game: u64, number: PieceKind) -> Self {
        Self { variant, game, number }
    }

    fn data(self) -> &'a crate::variant::Kind {
        self.variant.kind(self.number)
    }

    /// Its ID in positions and moves: a capital letter, which `'` or `!` may follow. A promoted form has `+` before it,
    /// and a promoted piece that is demoted when captured has `~` after it.
    pub fn id(self) -> &'a str {
        &self.data().id
    }

    /// Its name in plain words.
    pub fn name(self) -> &'a str {
        &self.data().name
    }

    /// The moves of a side's pieces that are not restricted to zones, in
    /// [XBetza](https://www.gnu.org/software/xboard/Betza.html).
    pub fn moves(self, color: Color) -> &'a str {
        &self.data().notation[color]
    }

    /// Whether it is royal.
    pub fn is_royal(self) -> bool {
        self.data().royal
    }
}

impl PartialEq for Kind<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.game, self.number) == (other.game, other.number)
    }
}

impl Eq for Kind<'_> {}

impl Hash for Kind<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.game, self.number).hash(state);
    }
}

impl fmt::Debug for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A piece: a kind and a side. Displayed as text, it is its letter in a FEN, a capital for White.
///
/// ```
/// use alfil::{Color, Game, Library};
///
/// let game = Game::new(&Library::bundled().get("chess")?);
/// let square = game.variant().square("d8").expect("a square of the board");
/// let piece = game.piece_at(square).expect("a queen");
/// assert_eq!((piece.kind().name(), piece.color(), piece.to_string().as_str()), ("Queen", Color::Black, "q"));
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece<'a> {
    kind: Kind<'a>,
    color: Color,
}

impl<'a> Piece<'a> {
    pub(super) fn new(kind: Kind<'a>, color: Color) -> Self {
        Self { kind, color }
    }

    /// Its kind.
    pub fn kind(self) -> Kind<'a> {
        self.kind
    }

    /// Its side.
    pub fn color(self) -> Color {
        self.color
    }
}

impl fmt::Display for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind.variant.letters(board::Piece::new(self.kind.number, self.color)))
    }
}
