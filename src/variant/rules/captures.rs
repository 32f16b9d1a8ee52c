//! Captures that are forced or forbidden.

use super::KindSet;
use crate::board::{Area, ByColor};
use serde::Deserialize;

/// Captures that are forced or forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    /// Whether a side that can capture must capture.
    pub mandatory: bool,
    /// Captures that are forbidden.
    pub bans: Vec<Ban>,
    /// Captures that are forbidden right after another.
    pub counterstrike: Option<Counterstrike>,
}

/// Captures that are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The capturing kinds.
    pub by: KindSet,
    /// The captured kinds.
    pub of: KindSet,
    /// The squares on which they may not be captured, for each capturing side.
    pub zone: ByColor<Area>,
    /// From what distance captures are forbidden.
    pub when: BanWhen,
    /// On what condition captures are forbidden.
    pub condition: BanCondition,
    /// Kinds whose recapture does not count.
    pub recapture_exclude: KindSet,
    /// Kinds whose capture on the way does not lift the ban; that of any other does.
    pub bridge_exclude: KindSet,
}

impl Ban {
    /// Whether it depends only on the two kinds and the squares: such a
    /// capture is never legal, so that it is not an attack either.
    pub fn is_unconditional(&self) -> bool {
        self.when == BanWhen::Always && self.condition == BanCondition::Always
    }
}

/// At what distance a ban on captures holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BanWhen {
    /// At any distance.
    #[default]
    Always,
    /// Only for captures from farther away than a king's step.
    Distant,
}

/// On what condition a ban on captures holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BanCondition {
    /// Always, whatever the opponent could do.
    #[default]
    Always,
    /// Only if the opponent could capture back at once.
    Recapturable,
}

/// After a capture of one of these kinds by a piece of any other kind, the opponent may not capture one of them with
/// the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterstrike {
    /// The kinds.
    pub kinds: KindSet,
    /// When such a capture is legal nevertheless.
    pub unless: CounterstrikeUnless,
}

/// When a piece that a counterstrike rule protects may still be captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CounterstrikeUnless {
    /// Never.
    #[default]
    Never,
    /// If no piece protects it.
    Unprotected,
}
