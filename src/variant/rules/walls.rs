//! Walls that players place.

use crate::board::{Area, ByColor};
use serde::Deserialize;

/// A wall that a side places with each of its moves: it belongs to neither side, and no piece may stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// What happens to existing walls.
    pub what: WallKind,
    /// The empty squares on which one may be placed.
    pub place: WallPlace,
    /// The squares on which each side may place one.
    pub squares: ByColor<Area>,
}

impl Wall {
    /// A move with more legs has no room for a wall.
    pub const MOST_LEGS: usize = 6;
}

/// The kind of wall that players place with their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WallKind {
    /// A block, which stays for the rest of the game.
    Block,
    /// The duck: the only one, which goes to another square with every move.
    Duck,
}

/// On which empty squares a wall is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WallPlace {
    /// On any.
    #[default]
    Anywhere,
    /// Where the piece that moved could go next without a capture, as the arrows of the Game of the Amazons.
    Reach,
    /// At an edge of the board or of a square that is missing or walled, beside it along a rank or file.
    Edge,
}
