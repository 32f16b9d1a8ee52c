//! Royal pieces and their safety.

use super::KindSet;
use serde::Deserialize;

/// The rules for the safety of royal pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Royalty {
    /// The royals of a side that must be safe.
    pub mode: RoyalMode,
    /// The anti-royal kinds. Their pieces cannot be captured, and a side is in check by each that no enemy attacks.
    pub anti: KindSet,
    /// Whether royals may be left attacked.
    pub leaving_check: LeavingCheck,
    /// The lines on which royals may not face each other.
    pub facing: Facing,
    /// The consequence if they do.
    pub facing_rule: FacingRule,
    /// Whether royals may not pass squares on which they would be attacked.
    pub safe_path: bool,
    /// When royals may make their initial moves.
    pub initial_moves: InitialMoves,
    /// Whether moves may give check.
    pub giving_check: GivingCheck,
}

/// Which of a side's royal pieces must be safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoyalMode {
    /// Every one of them.
    #[default]
    Each,
    /// Only the last one left; while there are several, they are pieces like any other.
    Last,
    /// At least one of them at a time.
    All,
    /// The first one in the order a1, a2, ..., b1, b2, ...; the others are pieces like any other.
    First,
}

/// Whether royal pieces may be left attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GivingCheck {
    /// They may.
    #[default]
    Allowed,
    /// A move that gives check is illegal.
    Forbidden,
}

/// When royal pieces may make the moves that they have only while unmoved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum InitialMoves {
    /// At any time.
    #[default]
    AnyTime,
    /// Not while in check.
    NotInCheck,
    /// Not while in check, and to a square two king's steps away only over a square on which they would be safe.
    AsCastling,
}

/// What happens if royal pieces of the two sides face each other on such a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FacingRule {
    /// No move may bring it about.
    #[default]
    Illegal,
    /// Any move may bring it about. The side to move must then end it, or pass, which draws the game.
    DrawIfKept,
    /// Any move may bring it about. The side to move must then end it, or pass, after which points decide the game.
    Adjudicate,
}

/// Whether royal pieces of the two sides may face each other on an open line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl Facing {
    /// The lines on which they may not face each other, as numbers of the king's directions: even ones are orthogonal,
    /// and 0 leads up the board.
    pub fn directions(self) -> &'static [usize] {
        match self {
            Self::None => &[],
            Self::File => &[0, 4],
            Self::FileAndRank => &[0, 2, 4, 6],
        }
    }
}
