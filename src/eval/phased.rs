//! A value for the opening and one for the ending, and their interpolation.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The phase of the full opening.
pub const FULL_PHASE: i32 = 256;

/// Centipawns in the opening and in the ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phased {
    /// The value with all pieces on the board.
    pub opening: i32,
    /// The value with hardly any pieces left.
    pub ending: i32,
}

impl Phased {
    pub const ZERO: Self = Self::new(0, 0);

    pub const fn new(opening: i32, ending: i32) -> Self {
        Self { opening, ending }
    }

    /// The same in every phase.
    pub const fn both(value: i32) -> Self {
        Self::new(value, value)
    }

    /// Rounds a value for each phase.
    pub fn rounded(opening: f64, ending: f64) -> Self {
        Self::new(opening.round() as i32, ending.round() as i32)
    }

    /// The interpolation at `phase`, from 0 for the ending to [`FULL_PHASE`].
    #[inline]
    pub fn blend(self, phase: i32) -> i32 {
        let share = |value: i32, phase: i32| i64::from(value) * i64::from(phase);
        ((share(self.opening, phase) + share(self.ending, FULL_PHASE - phase)) / i64::from(FULL_PHASE)) as i32
    }
}

impl Add for Phased {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl AddAssign for Phased {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Phased {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl SubAssign for Phased {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Phased {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.opening, -self.ending)
    }
}

impl Mul<i32> for Phased {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self::new(self.opening * factor, self.ending * factor)
    }
}
