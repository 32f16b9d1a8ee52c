//! How far the evaluation was off where positions have something in common.
//!
//! A search knows better than the evaluation what a position is worth, and by
//! how much they differ has its reasons: the pawns, the squares that a side
//! holds, the last moves. A number for each of these follows the difference, and
//! what the next position has in common with others corrects its evaluation.

use super::gravity::{Gravity, filled};
use crate::board::{Color, Piece, PieceKind};
use crate::position::Position;

/// Things that positions may have in common.
const FEATURES: usize = 5;
/// Slots for each of them and each side to move.
const SLOTS: usize = 1 << 14;
/// Numbers stay within plus and minus this, and so many of them are a centipawn.
const LIMIT: i32 = 1_024;
const GRAIN: i32 = 48;
/// A difference in centipawns counts so much at depth one, in eighths, and
/// changes a number at most by so much.
const WEIGHT: i32 = 3;
const MOST_CHANGE: i32 = LIMIT / 4;
type Number = Gravity<LIMIT, MOST_CHANGE>;

/// What a position has in common with others: a slot for each feature.
pub type Slots = [usize; FEATURES];

/// The slots of a position to which moves with these numbers led, latest first.
#[inline]
pub fn slots<const N: usize>(pos: &Position<N>, structural: PieceKind, before: [u64; 2]) -> Slots {
    let structure = Color::ALL.map(|color| pos.pieces(Piece::new(structural, color)).0);
    let [white, black] = Color::ALL.map(|color| pos.color(color).0);
    let keys = [mixed(structure.as_flattened()), mixed(&white), mixed(&black), mixed(&before[..1]), mixed(&before)];
    let side = pos.side().index();
    std::array::from_fn(|feature| (side * FEATURES + feature) * SLOTS + (keys[feature] >> 32) as usize % SLOTS)
}

/// Numbers of what evaluations were off, of one searching thread.
#[derive(Debug)]
pub struct Corrections {
    numbers: Vec<Number>,
}

impl Corrections {
    /// No corrections yet.
    pub fn new() -> Option<Self> {
        Some(Self { numbers: filled(Number::default(), 2 * FEATURES * SLOTS)? })
    }

    /// Bytes of all numbers.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..])
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.numbers.fill(Number::default());
    }

    /// By how much the evaluation is to be corrected, in centipawns.
    #[inline]
    pub fn of(&self, slots: &Slots) -> i32 {
        let sum: i32 = slots.iter().map(|&slot| self.numbers[slot].get()).sum();
        sum / GRAIN
    }

    /// Notes by how many centipawns a search to `depth` differed from the
    /// corrected evaluation.
    pub fn note(&mut self, slots: &Slots, difference: i32, depth: i32) {
        let change = difference * depth * WEIGHT / 8;
        slots.iter().for_each(|&slot| self.numbers[slot].add(change));
    }
}

/// A hash of words.
#[inline]
fn mixed(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_corrects_and_stays_within_its_limits() {
        let mut corrections = Corrections::new().expect("there is memory");
        let slots: Slots = std::array::from_fn(|feature| feature * SLOTS);
        let others: Slots = std::array::from_fn(|feature| feature * SLOTS + 1);
        corrections.note(&slots, 50, 8);
        assert!(corrections.of(&slots) > 0 && corrections.of(&others) == 0);
        let most = FEATURES as i32 * LIMIT / GRAIN;
        for (difference, sign) in [(32_000, 1), (-32_000, -1)] {
            for _ in 0..100 {
                corrections.note(&slots, difference, 127);
            }
            let correction = corrections.of(&slots) * sign;
            assert!(correction > most * 9 / 10 && correction <= most, "{correction}");
        }
        corrections.clear();
        assert_eq!(corrections.of(&slots), 0);
    }
}
