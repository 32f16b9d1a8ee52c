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
    /// The duck: there is only one, which goes to another square with every move.
    Duck,
}

/// The empty squares on which a wall may be placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WallPlace {
    /// All of them.
    #[default]
    Anywhere,
    /// Those to which the piece that moved could go next without a capture, like the arrows of the Game of the Amazons.
    Reach,
    /// Those beside an edge along a rank or file: an edge of the board, a missing square or a wall.
    Edge,
}
