//! Effects of moves.

use super::{KindSet, Lines};
use crate::board::{Area, ByColor, Color, PieceKind, Step};
use serde::Deserialize;

/// An effect of a move beyond going from one square to another and capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// After which moves it happens.
    pub when: EffectWhen,
    /// The kinds whose moves or drops have the effect. Effects of turns do not depend on this.
    pub by: KindSet,
    /// What must stand next to the destination; `None` if nothing need.
    pub beside: Option<Beside>,
    /// The kinds whose capture has the effect.
    pub of: KindSet,
    /// Where it happens.
    pub place: EffectPlace,
    /// How far from that place, as the side that moved sees it.
    pub offset: Step,
    /// Whose pieces it applies to.
    pub whose: Whose,
    /// The kinds it applies to.
    pub whom: KindSet,
    /// What it does there.
    pub what: EffectKind,
}

impl Effect {
    /// Whether it happens to pieces, and not to squares.
    pub fn is_on_pieces(&self) -> bool {
        !matches!(self.what, EffectKind::Hole | EffectKind::Appear(_))
    }
}

/// Pieces next to the destination of a move, of which there must be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Their kinds.
    pub kinds: KindSet,
    /// Whose they are.
    pub whose: Whose,
}

/// After which moves an effect happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EffectWhen {
    /// After captures.
    #[default]
    Capture,
    /// After all moves of pieces on the board, including captures and castling.
    Move,
    /// After promotions.
    Promotion,
    /// After drops.
    Drop,
    /// After every turn, including drops and passes.
    Turn,
}

/// Where an effect happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(transform = crate::variant::file::words_alone))]
pub enum EffectPlace {
    /// The square that the piece left, unless it stands there again.
    Origin,
    /// The square on which the piece ends.
    Destination,
    /// The squares up to `radius` king's steps away from where the piece ends, without that square itself.
    Around(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        u8,
    ),
    /// The square where the destination would be if the board were mirrored rank by rank, which is on the same file.
    Mirrored,
    /// The squares of the enemy pieces that the piece attacks from where it ends.
    Attacked,
    /// The squares of enemy pieces in an unbroken row of up to `radius` pieces, along one of `lines`, between the
    /// square on which the piece ends and another piece of its side.
    Flanked(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        Flank,
    ),
    /// The squares of the enemy pieces next to the square on which the piece ends, along one of `lines`, that have a
    /// piece of its side next to them in each direction of `lines`.
    Surrounded(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        Siege,
    ),
    /// The squares of the captured pieces. It is the captured pieces themselves that return or go to a hand.
    Victims,
    /// The squares of `zone`.
    Zone(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        EffectZone,
    ),
}

/// Which rows of enemies are flanked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flank {
    /// The maximal number of pieces in them.
    pub most: u8,
    /// The lines along which they run.
    pub lines: Lines,
    /// The squares that end a row while they are empty, as a piece of the side that moved does.
    pub hostile: ByColor<Area>,
}

/// By what enemies are surrounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Siege {
    /// The lines along which something must stand next to them, on either side.
    pub lines: Lines,
    /// The squares that serve while they are empty, as a piece of the side that moved does.
    pub hostile: ByColor<Area>,
}

/// A zone in which an effect happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EffectZone {
    /// Its squares.
    pub squares: ByColor<Area>,
    /// Whether the effect applies to a piece that has entered the zone with this move.
    pub newcomers: bool,
}

/// Whose pieces an effect meets, or stand where it needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Those of both sides.
    #[default]
    Both,
    /// Those of the side that moved.
    Own,
    /// Those of the other side.
    Enemy,
}

impl Whose {
    /// Whether the effect applies to pieces of `owner` after a move of `mover`.
    pub fn means(self, mover: Color, owner: Color) -> bool {
        match self {
            Self::Both => true,
            Self::Own => owner == mover,
            Self::Enemy => owner != mover,
        }
    }
}

/// What happens to the pieces there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(transform = crate::variant::file::words_alone))]
pub enum EffectKind {
    /// They leave the board.
    Remove,
    /// They become the kind of piece that was captured, in their own colour.
    BecomeVictim,
    /// They become the piece of `to`.
    Become(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        PieceKind,
    ),
    /// They change sides, except those that only one side can have. Royal pieces cannot.
    ChangeSide,
    /// They go to the hand of the side that moved, or with `hand.source = "own-losses"` to their owner's. Pieces that
    /// are never in hand leave the board.
    Hand,
    /// They go back to a square on which a piece of their kind stood at the start, or leave the board if it is not
    /// free.
    Return,
    /// The square itself, even an empty one, goes missing for the rest of the game, together with the piece on it.
    Hole,
    /// The piece of `to` appears on an empty square there, for the side that moved.
    Appear(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        PieceKind,
    ),
}
