//! The transposition table: what earlier searches found out about a position.
//!
//! Keys and results go in, results come out, from any number of threads at
//! once. An entry is two words, the key's half stored as exclusive or with the
//! other, so that a pair torn by two writers does not match its key and is
//! simply not found. The table knows no position: a move is a number
//! ([`crate::position::Move::code`]) to be compared with generated moves.

use super::score::LEAST_MATE;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Entries in a bucket: one cache line.
const BUCKET: usize = 4;
/// Plies of depth that one search more of age costs an entry.
const AGE_COST: i32 = 6;
/// Ages are counted modulo this.
const AGES: u8 = 64;
/// Depths are stored with this added, as quiescence goes below zero.
const DEPTH_OFFSET: i32 = 8;
/// Marks an entry without static evaluation.
const NO_EVALUATION: i16 = i16::MIN;

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: only the evaluation is known.
    None,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
    /// Exactly the score.
    Exact,
}

impl Bound {
    /// Whether the bound allows a cut of a window at `beta` by `score`.
    #[inline]
    pub fn cuts(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::None => false,
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }

    fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Lower,
            2 => Self::Upper,
            _ => Self::Exact,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move's code, 0 for none.
    pub code: u32,
    /// The score, mates counted from the node that asks.
    pub score: i32,
    /// What `score` says.
    pub bound: Bound,
    /// Depth of the search, in plies; 0 and below for quiescence.
    pub depth: i32,
    /// Static evaluation for the side to move.
    pub evaluation: Option<i32>,
}

#[derive(Debug, Default)]
struct Slot {
    /// Low 48 bits of the key and the evaluation, xor `data`.
    check: AtomicU64,
    /// Code 32, score 16, depth 8, bound 2, age 6 bits.
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The table itself.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `mebibytes` MiB, at least 1; less when the machine
    /// does not give so much.
    pub fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.clamp(1, isize::MAX as usize >> 21) << 20;
        let mut count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything, with all cores for a large table.
    pub fn clear(&self) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.buckets.len().div_ceil(threads).max(1 << 14);
        let wipe = |part: &[Bucket]| part.iter().flat_map(|bucket| &bucket.0).for_each(Slot::clear);
        std::thread::scope(|scope| {
            let mut parts = self.buckets.chunks(share);
            let own = parts.next();
            parts.for_each(|part| drop(scope.spawn(move || wipe(part))));
            own.into_iter().for_each(wipe);
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Makes entries of earlier searches the first to be replaced.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// What is known about the position with this key, `ply` plies from the
    /// root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            (check >> 16 == key & KEY_BITS && data != 0).then(|| unpack(check, data, ply))
        })
    }

    /// Keeps what was found out about a position, if it is worth more than
    /// what it would replace.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst: Option<(i32, &Slot)> = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if data != 0 && check >> 16 == key & KEY_BITS {
                let old = unpack(check, data, ply);
                let fresh = age_of(data) == age;
                if fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                if entry.code == 0 {
                    entry.code = old.code;
                }
                return slot.write(key, pack(&entry, ply, age), entry.evaluation);
            }
            let passed = i32::from(age.wrapping_sub(age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - AGE_COST * passed };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = worst {
            slot.write(key, pack(&entry, ply, age), entry.evaluation);
        }
    }

    /// The bucket of a key, by its high bits, as slots are told apart by the
    /// low ones.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }
}

/// The bits of a key that a slot keeps.
const KEY_BITS: u64 = (1 << 48) - 1;

impl Slot {
    fn clear(&self) {
        self.check.store(0, Ordering::Relaxed);
        self.data.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn write(&self, key: u64, data: u64, evaluation: Option<i32>) {
        let evaluation = evaluation.map_or(NO_EVALUATION, |value| value as i16);
        let check = (key & KEY_BITS) << 16 | u64::from(evaluation as u16);
        self.check.store(check ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[inline]
fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    // Mates are stored counted from the node itself.
    let score = match entry.score {
        score if score >= LEAST_MATE => score + ply as i32,
        score if score <= -LEAST_MATE => score - ply as i32,
        score => score,
    };
    let depth = (entry.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
    u64::from(entry.code)
        | u64::from(score as i16 as u16) << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

#[inline]
fn unpack(check: u64, data: u64, ply: usize) -> Entry {
    let score = match i32::from((data >> 32) as u16 as i16) {
        score if score >= LEAST_MATE => score - ply as i32,
        score if score <= -LEAST_MATE => score + ply as i32,
        score => score,
    };
    let evaluation = check as u16 as i16;
    Entry {
        code: data as u32,
        score,
        bound: Bound::from_bits(data >> 56),
        depth: depth_of(data),
        evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
    }
}

#[inline]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32 - DEPTH_OFFSET
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, RULE_WIN, mated};
    use super::*;

    fn entry(score: i32, depth: i32) -> Entry {
        Entry { code: 0xDEAD_BEEF, score, bound: Bound::Exact, depth, evaluation: Some(-77) }
    }

    #[test]
    fn what_was_stored_is_found() {
        let table = Table::new(1);
        for (i, score) in [0, 31, -250, RULE_WIN, -RULE_WIN, 9999].into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact, Bound::None] {
                let kept = Entry { bound, evaluation: (i % 2 == 0).then_some(score), ..entry(score, i as i32 - 2) };
                let key = 0x1234_5678_9ABC_DEF0 + i as u64 * 4 + bound as u64;
                table.store(key, 5, kept);
                assert_eq!(table.probe(key, 9), Some(kept));
            }
        }
        assert_eq!(table.probe(1, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = Table::new(1);
        // Mated 10 plies from the root, stored at ply 4: six plies from there.
        table.store(42, 4, entry(mated(10), 3));
        assert_eq!(table.probe(42, 4).map(|e| e.score), Some(10 - MATE));
        assert_eq!(table.probe(42, 1).map(|e| e.score), Some(7 - MATE));
        table.store(43, 4, entry(-mated(9), 3));
        assert_eq!(table.probe(43, 0).map(|e| e.score), Some(MATE - 5));
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let table = Table::new(1);
        let key = |n: u64| n << 4; // All in the first bucket.
        for n in 1..=3 {
            table.store(key(n), 0, entry(0, 20));
        }
        for n in 4..=40 {
            table.store(key(n), 0, entry(0, 1));
        }
        assert!((1..=3).all(|n| table.probe(key(n), 0).is_some()));
        for _ in 0..5 {
            table.grow_older();
        }
        for n in 41..=44 {
            table.store(key(n), 0, entry(0, 5));
        }
        assert!((1..=3).all(|n| table.probe(key(n), 0).is_none()));
    }

    #[test]
    fn a_move_survives_a_later_search_without_one() {
        let table = Table::new(1);
        table.store(7, 0, entry(10, 4));
        table.store(7, 0, Entry { code: 0, bound: Bound::Upper, ..entry(5, 4) });
        assert_eq!(table.probe(7, 0).map(|e| (e.code, e.score)), Some((0xDEAD_BEEF, 5)));
    }

    #[test]
    fn clearing_forgets() {
        let table = Table::new(2);
        for n in 0..1000u64 {
            table.store(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0, entry(1, 9));
        }
        table.clear();
        assert!((0..1000u64).all(|n| table.probe(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0).is_none()));
    }

    #[test]
    fn the_size_is_kept() {
        assert_eq!(size_of::<Bucket>(), 64);
        assert_eq!(Table::new(0).buckets.len() * 64, 1 << 20);
        assert_eq!(Table::new(3).buckets.len() * 64, 3 << 20);
    }
}
