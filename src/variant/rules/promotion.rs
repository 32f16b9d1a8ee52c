//! Promotion.

use super::KindSet;
use crate::board::{Area, ByColor, Piece, PieceKind};
use serde::Deserialize;

/// A rule by which some kinds promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The kinds.
    pub kinds: KindSet,
    /// The kinds that they may promote to.
    pub to: PromotionTo,
    /// The squares where they promote, for each side.
    pub zone: ByColor<Area>,
    /// The moves by which they promote.
    pub trigger: Trigger,
    /// Whether they must promote.
    pub mandatory: Mandatory,
    /// Which of these kinds they may choose.
    pub choice: PromotionChoice,
    /// Moves that do not promote.
    pub forbid: Vec<PromotionBan>,
    /// The zone of the last of a side's pieces of these kinds, if they promote in place.
    pub lone_zone: ByColor<Area>,
    /// The index of its table in the file.
    pub table: usize,
}

impl Promotion {
    /// Whether it applies to a piece.
    pub fn is_for(&self, piece: Piece) -> bool {
        self.kinds.has(piece.kind()) && self.zone[piece.color()].any()
    }

    /// Whether two rules differ in nothing but their tables.
    pub fn is_like(&self, other: &Self) -> bool {
        Self { table: other.table, ..self.clone() } == *other
    }
}

/// The kinds that a promoting piece may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotionTo {
    /// One of these.
    Kinds(Vec<PieceKind>),
    /// Its other face.
    Form,
    /// A piece of its own side's hand, which it leaves.
    Stock,
}

/// By which moves pieces promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// From outside of the zone into it.
    #[default]
    Enter,
    /// Ending in the zone.
    EnterOrWithin,
    /// Beginning or ending in the zone.
    Touch,
    /// From outside of the zone into it, or beginning or ending in it with a capture.
    EnterOrCapture,
    /// Ending in the zone with a capture.
    Capture,
    /// Instead of a move, on a square of the zone, or from there by a quiet move of what the piece becomes.
    InPlace,
}

impl Trigger {
    /// Whether the promotion is a move by itself.
    pub fn is_in_place(self) -> bool {
        self == Self::InPlace
    }
}

/// Whether pieces must promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mandatory {
    /// They must.
    #[default]
    Always,
    /// They need not.
    Never,
    /// They must where they could never move again otherwise.
    Immobile,
    /// They must on the last rank of the zone.
    LastRank,
}

/// Which of the choices a promoting piece has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionChoice {
    /// All of them.
    #[default]
    Any,
    /// Only what could ever move again from the square where the piece ends.
    Movable,
}

/// Moves that do not promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionBan {
    /// Captures en passant.
    EnPassant,
    /// Those after which the piece attacks an enemy.
    Attack,
    /// Those after which another piece attacks an enemy royal that it did not attack before.
    UncoveredCheck,
}
