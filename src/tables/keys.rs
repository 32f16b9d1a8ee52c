//! Random numbers for a position's Zobrist key.

use crate::board::{ByColor, BySquare, Color, Piece, PieceKind, Square};
use crate::variant::Rules;

/// How many counts of one kind in one hand have numbers of their own.
const HAND: usize = 32;
/// How many counts of checks to give have numbers of their own.
const CHECKS: usize = 16;
/// The maximum number of one-time rights of a side.
const ONCE: usize = Rules::MAX_ONCE;

/// A source of random numbers, the same in every run and on every machine: SplitMix64, by Sebastiano Vigna (public
/// domain).
struct SplitMix(u64);

impl SplitMix {
    const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::GAMMA);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn by_square<const N: usize>(&mut self) -> BySquare<u64, N> {
        let mut table = BySquare::filled(0);
        (0..(N * 64) as u8).for_each(|sq| table[Square(sq)] = self.next());
        table
    }
}

/// Hash numbers of one variant.
#[derive(Debug)]
pub struct Keys<const N: usize> {
    pieces: Vec<BySquare<u64, N>>,
    hands: Vec<[u64; HAND]>,
    /// By square: an unmoved piece that still has a right because of it.
    pub unmoved: BySquare<u64, N>,
    /// By square: en passant is possible there.
    pub en_passant: BySquare<u64, N>,
    /// Black to move.
    pub side: u64,
    /// Some pieces may not be captured now.
    pub counterstrike: u64,
    checks: ByColor<[u64; CHECKS]>,
    /// By square: it has become a hole.
    pub holes: BySquare<u64, N>,
    once: ByColor<[u64; ONCE]>,
    /// The last move was a pass.
    pub passed: u64,
    /// By square: the piece there can be captured en passant. Passed squares do not always tell which one it is.
    pub en_passant_victim: BySquare<u64, N>,
}

impl<const N: usize> Keys<N> {
    /// Numbers for a game, by the number of its pieces.
    pub fn new(pieces: usize) -> Self {
        let mut numbers = SplitMix(SplitMix::GAMMA);
        let (unmoved, en_passant) = (numbers.by_square(), numbers.by_square());
        let pieces: Vec<_> = (0..pieces).map(|_| numbers.by_square()).collect();
        let hand = |_: &_| std::array::from_fn(|count| if count == 0 { 0 } else { numbers.next() });
        let hands = pieces.iter().map(hand).collect();
        let (side, counterstrike) = (numbers.next(), numbers.next());
        let checks = ByColor::from_fn(|_| std::array::from_fn(|_| numbers.next()));
        let holes = numbers.by_square();
        let once = ByColor::from_fn(|_| std::array::from_fn(|_| numbers.next()));
        let passed = numbers.next();
        let en_passant_victim = numbers.by_square();
        Self { pieces, hands, unmoved, en_passant, side, counterstrike, checks, holes, once, passed, en_passant_victim }
    }

    /// A piece on a square.
    #[inline]
    pub fn piece(&self, piece: Piece, sq: Square) -> u64 {
        self.pieces[piece.index()][sq]
    }

    /// The number of a kind in a hand; 0 for none.
    #[inline]
    pub fn hand(&self, color: Color, kind: PieceKind, count: u16) -> u64 {
        counted(&self.hands[Piece::new(kind, color).index()], count)
    }

    /// How many checks a side must still give.
    #[inline]
    pub fn checks(&self, color: Color, count: u8) -> u64 {
        counted(&self.checks[color], count.into())
    }

    /// The rights of a side to one-time moves.
    pub fn once(&self, color: Color, rights: u8) -> u64 {
        let numbers = self.once[color].iter().enumerate();
        numbers.filter(|(right, _)| rights >> right & 1 != 0).fold(0, |all, (_, number)| all ^ number)
    }

    /// Size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.pieces) + size_of_val(&*self.hands)
    }
}

/// The number of a count. Counts beyond those that have one of their own are multiples of the last.
#[inline]
fn counted(numbers: &[u64], count: u16) -> u64 {
    let last = numbers.len() - 1;
    let beyond = usize::from(count).saturating_sub(last) as u64;
    // Odd, so that no two multiples are the same.
    numbers[usize::from(count).min(last)].wrapping_mul(2 * beyond + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn hash_numbers_of_counts_are_distinct() {
        let keys = Keys::<1>::new(4);
        let colors = Color::ALL.into_iter();
        let all: Vec<u64> = colors
            .flat_map(|color| {
                let keys = &keys;
                let counts = (0..=u8::MAX).map(move |count| keys.checks(color, count));
                let held = (1..=1000).map(move |count| keys.hand(color, PieceKind(0), count));
                counts.chain(held).chain((1..=u8::MAX).map(move |rights| keys.once(color, rights)))
            })
            .collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert!(!all.contains(&0));
    }
}
