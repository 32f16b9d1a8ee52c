//! Influences of pieces on others.

use super::{KindSet, Whose};
use crate::board::PieceKind;
use serde::Deserialize;

/// An influence of some pieces on others: while these are under it, they have another face. It depends on the position
/// alone, and all pieces exert it as what they are without any influence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Influence {
    /// The kinds that exert it.
    pub by: KindSet,
    /// On whose pieces, as they see it.
    pub whose: Whose,
    /// On which squares.
    pub reach: InfluenceReach,
    /// The kinds that are influenced, each with what it is meanwhile.
    pub faces: Vec<(PieceKind, PieceKind)>,
}

/// The squares that an influence reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(transform = crate::variant::file::words_alone))]
pub enum InfluenceReach {
    /// Those up to `radius` king's steps away.
    Around(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        u8,
    ),
    /// Those that the piece attacks, or guards where a friend stands, by moves other than initial ones.
    Attacked,
}

impl Default for InfluenceReach {
    fn default() -> Self {
        Self::Around(1)
    }
}
