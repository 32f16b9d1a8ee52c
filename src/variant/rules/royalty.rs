//! Royal pieces and their safety.

use serde::Deserialize;

/// Which of a side's royal pieces must be safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoyalMode {
    /// Every one of them.
    #[default]
    Each,
    /// Only a sole survivor; others are pieces like any other.
    Last,
    /// At least one of them at a time.
    All,
    /// The first one in the order a1, a2, ..., b1, b2, ...; others are pieces like any other.
    First,
}

/// Whether royal pieces may be left attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeavingCheck {
    /// They may not be left attacked.
    #[default]
    Forbidden,
    /// They may, and only their loss counts.
    Ignored,
}

/// Whether moves may attack the enemy's royal pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GivingCheck {
    /// They may.
    #[default]
    Allowed,
    /// A move that gives check is illegal.
    Forbidden,
}

/// When royal pieces may make their initial moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum InitialMoves {
    /// At any time.
    #[default]
    AnyTime,
    /// Not while their side is in check.
    NotInCheck,
}

/// Whether royal pieces of the two sides may face each other on an open line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// They may face each other.
    #[default]
    None,
    /// They may not face each other on an open file.
    File,
    /// They may not face each other on an open file or rank.
    FileAndRank,
}
