//! Words of a file that more than one rule has, or that rules turn into data.

use crate::board::Color;
use serde::Deserialize;

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

/// The side that may still move when the other has reached its goal.
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
    /// Captured pieces change sides and go to the hand of the side that captures them.
    Captures,
    /// Own pieces that own moves capture go to the own hand.
    SelfCaptures,
    /// Captured pieces go to their owner's hand, for promotion to `stock`.
    OwnLosses,
    /// The start position gives a reserve.
    Fixed,
    /// The GUI tells what a partner captured.
    Partner,
}

/// The moves that are progress; those without it are counted.
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
    /// All that are neither royal, nor pawns, nor promoted.
    Officers,
    /// All with another face, but for promoted faces, whose ID has a `+`.
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
    /// A piece of their own side's hand, which leaves it.
    Stock,
    /// A word that means nothing.
    #[serde(untagged)]
    #[cfg_attr(test, schemars(skip))]
    Unknown(String),
}

/// How a game has ended, as scores of games have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Score {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody has won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// The game goes on.
    #[serde(rename = "*")]
    Open,
}

impl Score {
    /// The word in a file.
    pub fn word(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}
