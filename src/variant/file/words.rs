//! Words of a file that more than one rule has, or that rules turn into data.

use crate::board::Color;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One side or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Both sides.
    #[default]
    Both,
    /// White alone.
    White,
    /// Black alone.
    Black,
}

impl Sides {
    /// The side, if it is only one.
    pub fn only(self) -> Option<Color> {
        match self {
            Self::Both => None,
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
        }
    }
}

/// The side that may still reach the goal, too, with its next move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LastMove {
    /// Neither side.
    #[default]
    None,
    /// White.
    White,
    /// Black.
    Black,
}

impl LastMove {
    /// That side.
    pub fn side(self) -> Option<Color> {
        match self {
            Self::None => None,
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
        }
    }
}

/// Where pieces in hand come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HandSource {
    /// There are none.
    None,
    /// Captured pieces, which change sides and go to the hand of the side that captures them.
    Captures,
    /// A side's own pieces that its own moves capture.
    SelfCaptures,
    /// Captured pieces that go back to their owner, for promotion to `"stock"`.
    OwnLosses,
    /// A reserve that the start position gives.
    Fixed,
    /// What a partner has captured, as the GUI reports it.
    Partner,
}

/// Moves that are progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// Captures.
    Capture,
    /// Any move of a piece that counts as a pawn.
    Pawn,
    /// Forward moves of a piece that counts as a pawn.
    PawnForward,
    /// Drops of any piece.
    Drop,
    /// Promotions of any piece.
    Promotion,
}

/// Moves that are not counted as moves without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Uncounted {
    /// Moves that give check.
    Check,
    /// Moves that answer a check.
    CheckEvasion,
}

/// A set of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SetWord {
    /// All pieces.
    All,
    /// All pieces that are neither royal, nor pawns, nor promoted.
    Officers,
    /// All pieces with another face, except promoted faces, whose IDs begin with `+`.
    AllWithForm,
    /// A word that means nothing, of which more can be said when the pieces are known.
    #[serde(untagged)]
    #[cfg_attr(test, schemars(skip))]
    Unknown(String),
}

/// The kinds that promoting pieces become.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TargetWord {
    /// Their other face.
    PromotedForm,
    /// A piece in their own side's hand, which leaves the hand.
    Stock,
    /// A word that means nothing.
    #[serde(untagged)]
    #[cfg_attr(test, schemars(skip))]
    Unknown(String),
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Score {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// The game is drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game goes on.
    #[serde(rename = "*")]
    Open,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
