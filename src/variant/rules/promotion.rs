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
    /// Whether it applies to a piece on some square.
    pub fn is_for(&self, piece: Piece) -> bool {
        self.kinds.has(piece.kind()) && self.everywhere()[piece.color()].any()
    }

    /// All squares where pieces promote by it, alone or not.
    pub fn everywhere(&self) -> ByColor<Area> {
        ByColor::from_fn(|color| self.zone[color] | self.lone_zone[color])
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

impl PromotionTo {
    /// The kinds that a piece with this other face may become; `stock` lists those that hands may lose to promotions.
    pub fn kinds(&self, face: Option<PieceKind>, stock: impl FnOnce() -> Vec<PieceKind>) -> Vec<PieceKind> {
        match self {
            Self::Kinds(kinds) => kinds.clone(),
            Self::Form => face.into_iter().collect(),
            Self::Stock => stock(),
        }
    }
}

/// The moves by which pieces promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// From outside the zone into it.
    #[default]
    Enter,
    /// Ending in the zone.
    EnterOrWithin,
    /// Beginning or ending in the zone.
    Touch,
    /// From outside the zone into it, or beginning or ending in it with a capture.
    EnterOrCapture,
    /// Ending in the zone with a capture.
    Capture,
    /// Instead of a move. A piece in the zone becomes another one and stays there, or makes at once a move that its new
    /// form has from there and that captures nothing.
    InPlace,
}

impl Trigger {
    /// Whether the promotion is a move by itself.
    pub fn is_in_place(self) -> bool {
        self == Self::InPlace
    }
}

/// When pieces must promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mandatory {
    /// Always.
    #[default]
    Always,
    /// Never.
    Never,
    /// If they could never move again otherwise.
    Immobile,
    /// On the last rank of the zone.
    LastRank,
}

/// Which pieces a promoting piece may become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionChoice {
    /// All of them.
    #[default]
    Any,
    /// Only those that could ever move again from the square where the move ends.
    Movable,
}

/// Moves by which pieces do not promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PromotionBan {
    /// Captures en passant.
    EnPassant,
    /// Moves after which the promoted piece attacks an enemy piece.
    Attack,
    /// Moves after which another piece attacks an enemy royal piece that it did not attack before.
    UncoveredCheck,
}
