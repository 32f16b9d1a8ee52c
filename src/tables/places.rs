//! Places: where a piece promotes, where it may be dropped, and how the moves
//! of all pieces of a type are counted at once.

use super::parts::Mode;
use crate::board::{PieceKind, Square, Squares};
use crate::variant::Trigger;

/// Choices of a promoting piece that come together, and by which rules. No two
/// places of a piece have a choice in common.
#[derive(Clone, Debug)]
pub struct PromotionPlace<const N: usize> {
    pub(super) choices: Vec<PieceKind>,
    pub(super) rules: Vec<PromotionRule<N>>,
}

/// A promotion rule on the board.
#[derive(Clone, Debug)]
pub(super) struct PromotionRule<const N: usize> {
    pub zone: Squares<N>,
    /// The squares of the zone on which the choices are possible.
    pub ends: Squares<N>,
    /// All squares on which they are.
    pub open: Squares<N>,
    pub trigger: Trigger,
    /// Destinations on which promoting is compulsory.
    pub forced: Squares<N>,
}

impl<const N: usize> PromotionRule<N> {
    #[inline]
    fn may(&self, from: Square, targets: Squares<N>, captures: Squares<N>) -> Squares<N> {
        match (self.trigger, self.zone.has(from)) {
            (Trigger::Enter, true) => Squares::EMPTY,
            (Trigger::EnterOrCapture, true) => targets & captures & self.open,
            (Trigger::Touch, true) => targets & self.open,
            (Trigger::Capture, _) => targets & captures & self.ends,
            _ => targets & self.ends,
        }
    }
}

impl<const N: usize> PromotionPlace<N> {
    /// What the piece may become.
    #[inline]
    pub fn choices(&self) -> &[PieceKind] {
        &self.choices
    }

    /// The zones of its rules.
    pub fn zone(&self) -> Squares<N> {
        self.rules.iter().fold(Squares::EMPTY, |all, rule| all | rule.zone)
    }

    /// Of these destinations of a move from a square, those on which it may
    /// promote; on `captures` the move captures.
    #[inline]
    pub fn may(&self, from: Square, targets: Squares<N>, captures: Squares<N>) -> Squares<N> {
        self.rules.iter().fold(Squares::EMPTY, |all, rule| all | rule.may(from, targets, captures))
    }

    /// Of these destinations of a move from a square, those on which it must
    /// promote; on `captures` the move captures.
    #[inline]
    pub fn must(&self, from: Square, targets: Squares<N>, captures: Squares<N>) -> Squares<N> {
        self.rules.iter().fold(Squares::EMPTY, |all, rule| all | (rule.may(from, targets, captures) & rule.forced))
    }

    /// Whether only captures promote somewhere.
    pub fn asks_for_captures(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule.trigger, Trigger::EnterOrCapture | Trigger::Capture))
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
