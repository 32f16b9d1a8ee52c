//! Sets of squares: a bit per square in one, two or three words.
//!
//! The number of words is a parameter of the type, since chess would run at half
//! the speed with two words. Measured alternatives (128-bit integers, unchecked
//! indices) gained nothing.

use super::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};

/// A set of squares: `N` words of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares<const N: usize>(pub [u64; N]);

impl<const N: usize> Squares<N> {
    /// No square.
    pub const EMPTY: Self = Self([0; N]);
    /// The most squares that a set can hold.
    pub const CAPACITY: usize = N * 64;

    /// The set of one square.
    ///
    /// Every word is computed, none is indexed: an index that is not a constant
    /// would force the set out of registers.
    #[inline(always)]
    pub fn of(sq: Square) -> Self {
        let mut set = Self::EMPTY;
        let bit = 1 << (sq.0 & 63);
        for i in 0..N {
            set.0[i] = if N == 1 || usize::from(sq.0 >> 6) == i { bit } else { 0 };
        }
        set
    }

    /// Whether no square is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether any square is in the set.
    #[inline]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// Number of squares in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether more than one square is in the set.
    #[inline]
    pub fn several(self) -> bool {
        let mut rest = self;
        rest.pop();
        rest.any()
    }

    /// Whether a square is in the set.
    #[inline]
    pub fn has(self, sq: Square) -> bool {
        (self & Self::of(sq)).any()
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, sq: Square) {
        *self |= Self::of(sq);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, sq: Square) {
        *self &= !Self::of(sq);
    }

    /// The set without one square.
    #[inline]
    pub fn without(mut self, sq: Square) -> Self {
        self.remove(sq);
        self
    }

    /// The set with one more square.
    #[inline]
    pub fn with(mut self, sq: Square) -> Self {
        self.insert(sq);
        self
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub fn within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The lowest square.
    #[inline]
    pub fn first(self) -> Option<Square> {
        (0..N).find(|&i| self.0[i] != 0).map(|i| Square((i * 64) as u8 + self.0[i].trailing_zeros() as u8))
    }

    /// The highest square.
    #[inline]
    pub fn last(self) -> Option<Square> {
        (0..N).rev().find(|&i| self.0[i] != 0).map(|i| Square((i * 64) as u8 + 63 - self.0[i].leading_zeros() as u8))
    }

    /// Removes the lowest square and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<Square> {
        for i in 0..N {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(Square((i * 64) as u8 + word.trailing_zeros() as u8));
            }
        }
        None
    }

    /// All squares up to and including the lowest member; all if the set is empty.
    #[inline(always)]
    pub fn upto_lowest(self) -> Self {
        // Subtracting 1 from the whole set flips all bits up to its lowest.
        let mut out = [0; N];
        let mut borrow = 1;
        for (out, word) in out.iter_mut().zip(self.0) {
            *out = word ^ word.wrapping_sub(borrow);
            borrow &= u64::from(word == 0);
        }
        Self(out)
    }

    /// All squares from the highest member on; all if the set is empty.
    #[inline(always)]
    pub fn from_highest(self) -> Self {
        let mut out = [0; N];
        let mut rest = !0;
        for i in (0..N).rev() {
            out[i] = rest & !0 << (63 - (self.0[i] | 1).leading_zeros());
            rest = if self.0[i] == 0 { rest } else { 0 };
        }
        Self(out)
    }

    /// The set with `by`, which is between -63 and 63, added to the number of every square; squares beyond either end
    /// are lost. At the edges of the board, squares wrap to another rank: mask before shifting.
    #[inline]
    pub fn shifted(self, by: i16) -> Self {
        let bits = u32::from(by.unsigned_abs() & 63);
        Self(std::array::from_fn(|i| {
            if by >= 0 {
                let carry = if i > 0 { self.0[i - 1] >> 1 >> (63 - bits) } else { 0 };
                self.0[i] << bits | carry
            } else {
                let carry = if i + 1 < N { self.0[i + 1] << 1 << (63 - bits) } else { 0 };
                self.0[i] >> bits | carry
            }
        }))
    }

    /// The members, lowest first.
    #[inline]
    pub fn iter(self) -> Iter<N> {
        Iter(self)
    }

    /// The same set with another number of words; squares beyond them are lost.
    pub fn resized<const M: usize>(self) -> Squares<M> {
        let mut words = [0; M];
        for (to, from) in words.iter_mut().zip(self.0) {
            *to = from;
        }
        Squares(words)
    }
}

impl<const N: usize> Default for Squares<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> fmt::Debug for Squares<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|sq| sq.0)).finish()
    }
}

/// Iterator over the members of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Iter<const N: usize>(Squares<N>);

impl<const N: usize> Iterator for Iter<N> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }

    /// Word by word, so that each is read once.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut result = init;
        for (i, mut word) in self.0.0.into_iter().enumerate() {
            while word != 0 {
                result = f(result, Square((i * 64) as u8 + word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
        result
    }
}

impl<const N: usize> IntoIterator for Squares<N> {
    type Item = Square;
    type IntoIter = Iter<N>;

    #[inline]
    fn into_iter(self) -> Iter<N> {
        self.iter()
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt $assign_op:tt) => {
        impl<const N: usize> $trait for Squares<N> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $assign_op other;
                }
                self
            }
        }

        impl<const N: usize> $assign_trait for Squares<N> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign & &=);
operator!(BitOr bitor BitOrAssign bitor_assign | |=);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^ ^=);

impl<const N: usize> Not for Squares<N> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// One value per square, 64 to a row, so that boards of one and two words
/// can be indexed without a bounds check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BySquare<T, const N: usize>([[T; 64]; N]);

impl<T: Copy, const N: usize> BySquare<T, N> {
    /// The same value everywhere.
    pub fn filled(value: T) -> Self {
        Self([[value; 64]; N])
    }
}

impl<T, const N: usize> BySquare<T, N> {
    /// All values by square number; those after the board's last square are meaningless.
    #[inline]
    pub fn values(&self) -> &[T] {
        self.0.as_flattened()
    }

    #[inline]
    fn slot(sq: Square) -> usize {
        match N {
            1 => sq.index() & 63,
            2 => sq.index() & 127,
            _ => sq.index().min(N * 64 - 1),
        }
    }
}

impl<T, const N: usize> Index<Square> for BySquare<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, sq: Square) -> &T {
        &self.0.as_flattened()[Self::slot(sq)]
    }
}

impl<T, const N: usize> IndexMut<Square> for BySquare<T, N> {
    #[inline]
    fn index_mut(&mut self, sq: Square) -> &mut T {
        &mut self.0.as_flattened_mut()[Self::slot(sq)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[u8]) -> Squares<3> {
        members.iter().map(|&n| Square(n)).collect()
    }

    #[test]
    fn prefix_and_suffix_end_at_the_nearest_member() {
        let hit = set(&[70, 130]);
        assert_eq!(hit.upto_lowest().count(), 71);
        assert_eq!(hit.from_highest().count(), 192 - 130);
        assert_eq!(set(&[]).upto_lowest().count(), 192);
        assert_eq!(set(&[]).from_highest().count(), 192);
    }

    #[test]
    fn shifts_cross_words_both_ways() {
        assert_eq!(set(&[60, 127]).shifted(12), set(&[72, 139]));
        assert_eq!(set(&[72, 139]).shifted(-12), set(&[60, 127]));
        assert_eq!(set(&[64]).shifted(-1), set(&[63]));
        assert_eq!(set(&[1, 2]).shifted(0), set(&[1, 2]));
    }

    #[test]
    fn members_come_lowest_first() {
        let members: Vec<u8> = set(&[140, 3, 64]).iter().map(|sq| sq.0).collect();
        assert_eq!(members, [3, 64, 140]);
    }
}
