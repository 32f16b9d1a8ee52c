//! Moves, and what they do.

use super::{Kind, Piece, Square};
use crate::board::{self, Geometry};
use crate::game;
use crate::position::{self, MoveKind};

/// A legal move of a position, given out by a [`Game`](super::Game) and taken by every game of the same variant that
/// stands at this position.
///
/// What it does to pieces [`Game::details`](super::Game::details) tells.
///
/// ```
/// use alfil::{Game, Library};
///
/// let game = Game::new(&Library::bundled().get("duck")?);
/// let mv = game.read_move("b1c3,c3e4")?;
/// let squares = [mv.from(), mv.to(), mv.wall()].map(|square| square.map(|square| square.to_string()));
/// assert_eq!(squares, ["b1", "c3", "e4"].map(|name| Some(name.to_owned())));
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) mv: position::Move,
    /// The number of the variant.
    pub(super) variant: u64,
    /// The key of the position.
    pub(super) key: u64,
    wall: Option<board::Square>,
    board: Geometry,
}

impl Move {
    pub(super) fn new(variant: u64, game: &game::Game, mv: position::Move) -> Self {
        Self { mv, variant, key: game.key(), wall: game.wall_of(mv), board: game.geometry() }
    }

    /// The square that a piece leaves; none for a drop and for a pass.
    pub fn from(self) -> Option<Square> {
        (!self.is_drop() && !self.is_pass()).then(|| Square::new(self.mv.from(), self.board))
    }

    /// The square on which the piece ends, that of the king when it castles; none for a pass.
    pub fn to(self) -> Option<Square> {
        (!self.is_pass()).then(|| Square::new(self.mv.to(), self.board))
    }

    /// The square on which the move places a wall, as a duck.
    pub fn wall(self) -> Option<Square> {
        self.wall.map(|square| Square::new(square, self.board))
    }

    /// Whether a king castles.
    pub fn is_castling(self) -> bool {
        matches!(self.mv.kind(), MoveKind::Castle | MoveKind::GateCastle)
    }

    /// Whether a piece enters from the hand, and none leaves its square.
    pub fn is_drop(self) -> bool {
        self.mv.is_drop()
    }

    /// Whether only the turn passes.
    pub fn is_pass(self) -> bool {
        self.mv.kind() == MoveKind::Pass
    }
}

/// What a move does to pieces; effects of its captures, such as explosions, are not told.
///
/// ```
/// use alfil::{Game, Library};
///
/// let game = Game::from_fen(&Library::bundled().get("chess")?, "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")?;
/// let details = game.details(game.read_move("exd8=N")?)?;
/// assert_eq!(details.piece.map(|pawn| pawn.to_string()).as_deref(), Some("P"));
/// assert_eq!(details.promotion.map(|kind| kind.name()), Some("Knight"));
/// let captures: Vec<_> = details.captures.iter().map(|(at, piece)| format!("{piece}{at}")).collect();
/// assert_eq!(captures, ["rd8"]);
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveDetails<'a> {
    /// What moves, as it was before, or what is dropped; nothing for a pass.
    pub piece: Option<Piece<'a>>,
    /// What it becomes.
    pub promotion: Option<Kind<'a>>,
    /// What else moves, from where to where: the partner of castling, or a piece that changes places.
    pub partner: Option<(Square, Square)>,
    /// What enters from the hand beside it, and where.
    pub gated: Option<(Kind<'a>, Square)>,
    /// All that is captured, in that order, be it of the own side.
    pub captures: Vec<(Square, Piece<'a>)>,
}
