//! Correction history: how far the static evaluation was off in positions that have something in common.
//!
//! The difference between search result and evaluation is recorded by pawn structure, by the squares that a side
//! occupies, and by the last moves; the sum of these records corrects the next evaluation.

use super::gravity::Gravity;
use super::hints::filled;
use crate::board::{ByColor, Color, Piece};
use crate::position::Position;

/// The features of a position: its structure, White's squares, Black's, the last move, and the last two.
const FEATURES: usize = 5;
/// Entries for each feature and side to move.
const ENTRIES: usize = 1 << 14;
/// Values stay between plus and minus `LIMIT`; `GRAIN` units are a centipawn.
const LIMIT: i32 = 1_024;
const GRAIN: i32 = 48;
/// The weight of a difference of one centipawn at depth one, in eighths, and the most by which a result changes a
/// value.
const WEIGHT: i32 = 3;
const MAX_CHANGE: i32 = LIMIT / 4;
type Value = Gravity<LIMIT, MAX_CHANGE>;

/// The entry of a position for each feature.
pub type CorrectionKeys = [usize; FEATURES];

/// The entries of a position; `previous` are the moves that led to it, latest first.
#[inline]
pub fn correction_keys<const N: usize>(
    pos: &Position<N>,
    structural: ByColor<Piece>,
    previous: [u64; 2],
) -> CorrectionKeys {
    let structure = structural.0.map(|piece| pos.pieces(piece).0);
    let [white, black] = Color::ALL.map(|color| pos.color(color).0);
    let hashes = [hash(structure.as_flattened()), hash(&white), hash(&black), hash(&previous[..1]), hash(&previous)];
    let side = pos.side().index();
    std::array::from_fn(|feature| (side * FEATURES + feature) * ENTRIES + (hashes[feature] >> 32) as usize % ENTRIES)
}

/// The correction history of one searching thread.
#[derive(Debug)]
pub struct Corrections {
    values: Vec<Value>,
}

impl Corrections {
    pub fn new() -> Option<Self> {
        Some(Self { values: filled(Value::default(), 2 * FEATURES * ENTRIES)? })
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.values[..])
    }

    pub fn clear(&mut self) {
        self.values.fill(Value::default());
    }

    /// The correction to add to the raw evaluation, in centipawns.
    #[inline]
    pub fn get(&self, keys: &CorrectionKeys) -> i32 {
        let sum: i32 = keys.iter().map(|&key| self.values[key].get()).sum();
        sum / GRAIN
    }

    /// Records by how many centipawns a search to `depth` differed from the static evaluation.
    pub fn update(&mut self, keys: &CorrectionKeys, difference: i32, depth: i32) {
        let change = difference * depth * WEIGHT / 8;
        keys.iter().for_each(|&key| self.values[key].add(change));
    }
}

#[inline]
fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_apply_to_their_keys_and_stay_bounded() {
        let mut corrections = Corrections::new().expect("there is memory");
        let keys: CorrectionKeys = std::array::from_fn(|feature| feature * ENTRIES);
        let others: CorrectionKeys = std::array::from_fn(|feature| feature * ENTRIES + 1);
        corrections.update(&keys, 50, 8);
        assert!(corrections.get(&keys) > 0 && corrections.get(&others) == 0);
        let most = FEATURES as i32 * LIMIT / GRAIN;
        for (difference, sign) in [(32_000, 1), (-32_000, -1)] {
            for _ in 0..100 {
                corrections.update(&keys, difference, 127);
            }
            let correction = corrections.get(&keys) * sign;
            assert!(correction > most * 9 / 10 && correction <= most, "{correction}");
        }
        corrections.clear();
        assert_eq!(corrections.get(&keys), 0);
    }
}
