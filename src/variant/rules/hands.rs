//! Pieces in hand: where they come from, and how they enter the board.

use super::{KindSet, Lines};
use crate::board::{Area, ByColor, Color, Piece, Square};
use serde::Deserialize;

/// How pieces come to be in hand, in addition to those that a position gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// Captured pieces change sides and go to the captor's hand.
    pub captures: bool,
    /// Pieces that a side captures from itself go to its own hand.
    pub self_captures: bool,
    /// Captured pieces, except royals and those that promote to pieces in hand, go to their owner's hand.
    pub own_losses: bool,
    /// Positions have pieces in hand: from the start, or because the GUI gives them.
    pub given: bool,
    /// A partner may give pieces at any time, through the GUI.
    pub partner: bool,
}

impl Hands {
    /// Whether positions have hands.
    pub fn any(self) -> bool {
        self.captures || self.self_captures || self.own_losses || self.given
    }

    /// Whether captured pieces go to the hand of the side that captures them.
    pub fn captor_gains(self) -> bool {
        self.captures || self.self_captures
    }
}

/// How pieces in hand enter the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drops {
    /// Whether they can be dropped at all.
    pub enabled: bool,
    /// The squares for drops, for each kind and side.
    pub regions: Vec<ByColor<Area>>,
    /// The maximum number of a kind and side on a file, for each kind.
    pub max_per_file: Vec<Option<u8>>,
    /// Whether drops on squares from which the piece could never move are forbidden.
    pub no_immobile: bool,
    /// Kinds that may not mate by a drop.
    pub no_mate: KindSet,
    /// The faces by which a piece in hand may enter.
    pub faces: DropFaces,
    /// Whether a side with pieces in hand can only drop them.
    pub mandatory: bool,
    /// Kinds of which a side's pieces must be dropped on squares of different shades.
    pub unlike_shades: KindSet,
    /// Where dropped pieces count as unmoved, for each kind and side.
    pub unmoved: Vec<ByColor<Area>>,
    /// Conditions on the neighbourhood of drops, all of which must hold.
    pub places: Vec<DropPlace>,
    /// The lines along which they are tested.
    pub lines: Lines,
    /// The squares that a side fills before `places` applies to it.
    pub opening: ByColor<Area>,
}

impl Drops {
    /// Whether a piece counts as unmoved when it is dropped on a square.
    pub fn arrives_unmoved(&self, piece: Piece, sq: Square) -> bool {
        self.unmoved.get(piece.kind().index()).is_some_and(|squares| squares[piece.color()].has(sq))
    }

    /// Whether the squares for drops depend on the pieces on the board.
    pub fn look_around(&self) -> bool {
        self.enabled && (!self.places.is_empty() || self.opening.0.iter().any(|area| area.any()))
    }

    /// The squares on which some piece of a side counts as unmoved when it is dropped there.
    pub fn all_unmoved(&self, color: Color) -> Area {
        self.unmoved.iter().map(|squares| squares[color]).collect()
    }
}

/// Where pieces are dropped, depending on what stands on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DropPlace {
    /// Anywhere.
    #[default]
    Anywhere,
    /// Next to a piece of the own side.
    BesideOwn,
    /// Next to an enemy piece.
    BesideEnemy,
    /// Not next to a piece of the own side.
    ApartFromOwn,
    /// Not next to an enemy piece.
    ApartFromEnemy,
    /// Next to an unbroken row of enemy pieces that has a piece of the own side right behind it.
    Flanking,
    /// Where a piece stops if it is pushed in on the last rank, as White sees the board, and slides down its file.
    FromTop,
    /// Where a piece stops if it is pushed in at any edge and slides straight on.
    FromEdge,
}

/// The face with which a piece in hand enters the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DropFaces {
    /// The one that it has in hand.
    #[default]
    Base,
    /// That one, or the promoted face that was demoted on its way to the hand.
    Either,
}

/// Whether pieces in hand enter on squares that others leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Gating {
    /// They do not.
    #[default]
    None,
    /// When a piece on its own first rank moves for the first time, a piece from the hand may enter on the square that
    /// it leaves.
    VirginSquare,
}
