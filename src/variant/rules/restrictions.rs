//! Reasons for which a generated move may be illegal.

use Restriction::*;

/// A reason for which a generated move may be illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// Royals are safe by a rule other than that none of them may be attacked.
    UnusualSafety,
    /// Royals that face each other must stop doing so.
    Faced,
    /// Royals may not face each other, though that is not check.
    Apart,
    /// Giving check is forbidden.
    GivingCheck,
    /// Captures that are forbidden at any time.
    Captures,
    /// Captures right after another.
    Counterstrikes,
    /// Moves that repeat a position.
    Repetitions,
    /// Captures that repeat a position, where captured pieces come back.
    RepeatingCaptures,
    /// Squares that are entered only by capturing.
    CaptureOnlySquares,
    /// Promotions.
    Promotions,
    /// Moves of royals.
    Royals,
    /// Pieces that enter on squares that others leave.
    Gating,
    /// Moves that are not generated in the first place, or depend on all other moves, so that single moves need no
    /// test.
    Untested,
}

/// A set of restrictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restrictions(u16);

impl Restrictions {
    /// The set of the restrictions in a list.
    pub const fn of(list: &[Restriction]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < list.len() {
            bits |= 1 << list[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// The set of the restrictions paired with `true`.
    pub fn that_hold(pairs: &[(Restriction, bool)]) -> Self {
        pairs.iter().filter(|(_, holds)| *holds).fold(Self::default(), |all, (restriction, _)| all.with(*restriction))
    }

    /// The set with another restriction.
    #[must_use]
    pub const fn with(self, restriction: Restriction) -> Self {
        Self(self.0 | 1 << restriction as u16)
    }

    /// The union of two sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without a restriction.
    #[must_use]
    pub const fn without(self, restriction: Restriction) -> Self {
        Self(self.0 & !(1 << restriction as u16))
    }

    /// The set without a restriction of it if that passes a test.
    #[must_use]
    #[inline]
    pub fn without_if(self, restriction: Restriction, test: impl FnOnce() -> bool) -> Self {
        if self.has(restriction) && test() { self.without(restriction) } else { self }
    }

    /// Whether there is any restriction.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the two sets have a restriction in common.
    #[inline]
    pub const fn any_of(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether a restriction is in the set.
    #[inline]
    pub const fn has(self, restriction: Restriction) -> bool {
        self.any_of(Self::of(&[restriction]))
    }

    /// Whether every move may be illegal.
    #[inline]
    pub const fn on_all_moves(self) -> bool {
        self.any_of(const { Self::of(&[UnusualSafety, Faced, GivingCheck]) })
    }

    /// Whether every capture may be illegal.
    #[inline]
    pub const fn on_captures(self) -> bool {
        self.any_of(const { Self::of(&[Captures, Counterstrikes, RepeatingCaptures]) })
    }

    /// Whether every move without a capture may be illegal.
    #[inline]
    pub const fn on_quiets(self) -> bool {
        self.any_of(const { Self::of(&[CaptureOnlySquares, Repetitions]) })
    }
}
