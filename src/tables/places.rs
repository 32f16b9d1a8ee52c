//! Places: where a piece promotes, where it may be dropped, and how the moves
//! of all pieces of a type are counted at once.

use super::parts::Mode;
use crate::board::{PieceKind, Square, Squares};
use crate::variant::Trigger;

/// A promotion rule on the board.
#[derive(Clone, Debug)]
pub struct PromotionPlace<const N: usize> {
    pub(super) choices: Vec<PieceKind>,
    pub(super) zone: Squares<N>,
    pub(super) trigger: Trigger,
    /// Destinations on which promoting is compulsory.
    pub(super) forced: Squares<N>,
}

impl<const N: usize> PromotionPlace<N> {
    /// What the piece may become.
    #[inline]
    pub fn choices(&self) -> &[PieceKind] {
        &self.choices
    }

    /// The zone of the rule.
    pub fn zone(&self) -> Squares<N> {
        self.zone
    }

    /// Of these destinations of a move from a square, those on which it may promote.
    #[inline]
    pub fn may(&self, from: Square, targets: Squares<N>) -> Squares<N> {
        match (self.trigger, self.zone.has(from)) {
            (Trigger::Enter, true) => Squares::EMPTY,
            (Trigger::Touch, true) => targets,
            _ => targets & self.zone,
        }
    }

    /// Of the destinations on which it may, those on which it must.
    #[inline]
    pub fn must(&self, may: Squares<N>) -> Squares<N> {
        may & self.forced
    }
}

/// Where a piece may be dropped.
#[derive(Clone, Debug)]
pub struct DropPlace<const N: usize> {
    /// The squares.
    pub zone: Squares<N>,
    /// How many of its kind may stand on a file.
    pub max_per_file: Option<u8>,
    /// Whether the drop may not mate.
    pub no_mate: bool,
}

/// One offset of a leaper, for counting the moves of all pieces of its type by
/// shifting their whole set.
#[derive(Clone, Copy, Debug)]
pub struct Shift<const N: usize> {
    /// Difference of square numbers.
    pub by: i16,
    /// Origins from which the leap exists.
    pub from: Squares<N>,
    /// Difference of square numbers to a square that must be empty.
    pub via: Option<i16>,
    /// On what it may end.
    pub mode: Mode,
    /// Destinations on which promoting is possible, and how many choices there are.
    pub promotes: Squares<N>,
    /// Destinations on which it is compulsory.
    pub forced: Squares<N>,
    /// How many choices there are.
    pub choices: u32,
}
