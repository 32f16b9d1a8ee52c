//! Reasons for which a generated move may be illegal.

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

use Restriction::*;

/// All restrictions, in the order of their numbers.
const ALL: [Restriction; 13] = [
    UnusualSafety,
    Faced,
    Apart,
    GivingCheck,
    Captures,
    Counterstrikes,
    Repetitions,
    RepeatingCaptures,
    CaptureOnlySquares,
    Promotions,
    Royals,
    Gating,
    Untested,
];

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

    /// The restrictions that pass a test.
    #[must_use]
    #[inline]
    pub fn only(self, mut test: impl FnMut(Restriction) -> bool) -> Self {
        let (mut rest, mut kept) = (self.0, 0);
        while rest != 0 {
            let lowest = rest & rest.wrapping_neg();
            if test(ALL[rest.trailing_zeros() as usize]) {
                kept |= lowest;
            }
            rest ^= lowest;
        }
        Self(kept)
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_are_numbered_in_the_order_of_the_list() {
        for (number, restriction) in ALL.into_iter().enumerate() {
            assert_eq!(restriction as usize, number);
            assert_eq!(Restrictions::of(&ALL).only(|other| other == restriction), Restrictions::of(&[restriction]));
        }
    }
}
