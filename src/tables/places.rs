//! Places: where a piece promotes, where it may be dropped, and how the moves
//! of all pieces of a type are counted at once.

use super::parts::PartMode;
use crate::board::{PieceKind, Square, Squares};
use crate::variant::{KindSet, PromotionBan, Trigger};

/// Choices of a promoting piece that are offered together, and their rules. No two
/// places of a piece have a choice in common.
#[derive(Clone, Debug)]
pub struct PromotionPlace<const N: usize> {
    /// The kinds that the piece may become.
    pub choices: Vec<PieceKind>,
    pub(super) rules: Vec<PromotionRule<N>>,
}

/// A promotion rule on the board.
#[derive(Clone, Debug)]
pub(super) struct PromotionRule<const N: usize> {
    pub zone: Squares<N>,
    /// Destinations of moves from the zone that promote.
    pub inside: PromotionTargets<N>,
    /// Destinations of moves from elsewhere that promote.
    pub outside: PromotionTargets<N>,
    /// Destinations on which promotion is compulsory.
    pub forced: Squares<N>,
    /// The moves by which a piece may not promote.
    pub forbid: Vec<PromotionBan>,
    /// Promotion instead of a move.
    pub in_place: Option<InPlace<N>>,
}

/// A promotion that is a move by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct InPlace<const N: usize> {
    /// The kinds of the rule.
    pub kinds: KindSet,
    /// The squares on which the last piece of these kinds promotes.
    pub lone: Squares<N>,
    /// The squares on which the promoted piece may end.
    pub open: Squares<N>,
}

/// A promotion in place that a rule offers.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a, const N: usize> {
    /// The kinds to promote to.
    pub choices: &'a [PieceKind],
    /// The squares on which the piece may end.
    pub open: Squares<N>,
    /// The bans of the rule.
    pub forbid: &'a [PromotionBan],
}

/// Destinations on which moves promote.
#[derive(Clone, Copy, Debug)]
pub(super) struct PromotionTargets<const N: usize> {
    pub any_move: Squares<N>,
    /// Destinations on which captures promote, but not every move.
    pub captures: Squares<N>,
}

impl<const N: usize> PromotionRule<N> {
    /// A rule that offers its choices on the squares of `open`.
    pub fn new(trigger: Trigger, zone: Squares<N>, open: Squares<N>, forced: Squares<N>) -> Self {
        let nowhere = PromotionTargets { any_move: Squares::EMPTY, captures: Squares::EMPTY };
        let any_move = |any_move| PromotionTargets { any_move, ..nowhere };
        let captures = |captures| PromotionTargets { captures, ..nowhere };
        let enter = any_move(zone & open);
        let [inside, outside] = match trigger {
            Trigger::Enter => [nowhere, enter],
            Trigger::EnterOrWithin => [enter; 2],
            Trigger::EnterOrCapture => [captures(open), enter],
            Trigger::Touch => [any_move(open), enter],
            Trigger::Capture => [captures(zone & open); 2],
            Trigger::InPlace => [nowhere; 2],
        };
        Self { zone, inside, outside, forced, forbid: Vec::new(), in_place: None }
    }

    /// Of these destinations of a move from a square, those on which it may promote.
    #[inline]
    pub fn may(&self, from: Square, targets: Squares<N>, captures: Squares<N>) -> Squares<N> {
        let ends = if self.zone.has(from) { &self.inside } else { &self.outside };
        targets & (ends.any_move | (ends.captures & captures))
    }
}

impl<const N: usize> PromotionPlace<N> {
    /// The zones of its rules.
    pub fn zone(&self) -> Squares<N> {
        self.rules.iter().map(|rule| rule.zone).collect()
    }

    /// Of these destinations of a move from a square, those on which it may
    /// promote; on `captures` the move captures.
    #[inline]
    pub fn may(&self, from: Square, targets: Squares<N>, captures: Squares<N>) -> Squares<N> {
        self.rules.iter().map(|rule| rule.may(from, targets, captures)).collect()
    }

    /// Of these destinations of a move from a square, those on which it must
    /// promote; on `captures` the move captures.
    #[inline]
    pub fn must(&self, from: Square, targets: Squares<N>, captures: Squares<N>) -> Squares<N> {
        self.rules.iter().map(|rule| rule.may(from, targets, captures) & rule.forced).collect()
    }

    /// The bans of each rule by which a move may promote.
    pub fn forbidden(&self, from: Square, to: Square, captures: bool) -> impl Iterator<Item = &[PromotionBan]> {
        let at = Squares::of(to);
        let taken = if captures { at } else { Squares::EMPTY };
        let by = self.rules.iter().filter(move |rule| rule.may(from, at, taken).any());
        by.map(|rule| &rule.forbid[..])
    }

    /// Whether the piece promotes in place by any of the rules.
    pub fn is_in_place(&self) -> bool {
        self.rules.iter().any(|rule| rule.in_place.is_some())
    }

    /// The promotions in place of a piece on a square; `alone` tells whether its side has only one piece of some kinds.
    pub fn offers(&self, from: Square, alone: impl Fn(KindSet) -> bool) -> impl Iterator<Item = Offer<'_, N>> {
        self.rules.iter().filter_map(move |rule| {
            let InPlace { kinds, lone, open } = rule.in_place?;
            let zone = if alone(kinds) { lone } else { rule.zone };
            zone.has(from).then_some(Offer { choices: &self.choices, open, forbid: &rule.forbid })
        })
    }

    /// Whether only captures promote somewhere.
    pub fn asks_for_captures(&self) -> bool {
        self.rules.iter().any(|rule| (rule.inside.captures | rule.outside.captures).any())
    }
}

/// The squares on which a piece may be dropped, and limits on its drops.
#[derive(Clone, Debug)]
pub struct DropTargets<const N: usize> {
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
    /// The squares on which it may end.
    pub mode: PartMode,
    /// Destinations on which promotion is possible.
    pub promotes: Squares<N>,
    /// Destinations on which it is compulsory.
    pub forced: Squares<N>,
    /// The number of choices.
    pub choices: u32,
}
