//! The transposition table: results of earlier searches.
//!
//! Keys and results go in, results come out, from any number of threads at
//! once. An entry is two words. The one with the key is stored xored with the
//! other, so that a pair torn by two writers does not match its key and is
//! not found. The table knows no position: a move is a number
//! ([`crate::position::Move::code`]) to be compared with generated moves.

use super::hints::{ask_for_large_pages, prefetch};
use super::score::{DECISIVE, INFINITE};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// The size of a bucket, which is one cache line, in words and in bytes.
const WORDS: usize = 8;
const LINE: usize = WORDS * size_of::<u64>();
/// Bytes that [`TranspositionTable::prefault`] touches in one step, and of the smallest page.
const PREFAULT_STEP: usize = 2 << 20;
const PAGE: usize = 4 << 10;
/// The plies of depth that an entry loses in value with each later search.
const GENERATION_COST: i32 = 6;
/// Generations are counted modulo this.
const GENERATIONS: u8 = 64;
/// The least depth that an entry can store.
pub const LEAST_DEPTH: i32 = -8;
/// Marks an entry without raw evaluation.
const NO_EVALUATION: i16 = i16::MIN;

/// The kind of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At least the score.
    Lower = 1,
    /// At most the score.
    Upper,
    /// Exactly the score.
    Exact,
}

impl Bound {
    /// Whether a search with this window may return `score` at once.
    #[inline]
    pub fn cuts(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }

    fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            1 => Self::Lower,
            2 => Self::Upper,
            _ => Self::Exact,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The code of the best move, or of the one that caused the cutoff; 0 for none.
    pub code: u32,
    /// The score, with wins counted from the root of the search that reads it.
    pub score: i32,
    /// The kind of `score`.
    pub bound: Bound,
    /// Depth of the search, in plies; 0 for quiescence, less for its continuation after forced captures, and
    /// [`LEAST_DEPTH`] where it tried only recaptures.
    pub depth: i32,
    /// Raw evaluation for the side to move; none in check.
    pub raw_evaluation: Option<i32>,
}

impl TableEntry {
    /// The score, if the search was deep enough to answer a node with this window.
    #[inline]
    pub fn cutoff(self, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        (self.depth >= depth && self.bound.cuts(self.score, alpha, beta)).then_some(self.score)
    }

    /// The same entry with a trivial upper bound in place of its score.
    pub fn without_score(self) -> Self {
        Self { score: INFINITE, bound: Bound::Upper, ..self }
    }

    /// The static evaluation, or the score if its bound makes that a better estimate.
    #[inline]
    pub fn refine(&self, static_evaluation: i32) -> i32 {
        let better = self.bound.cuts(self.score, static_evaluation, static_evaluation);
        if better { self.score } else { static_evaluation }
    }
}

/// One entry: low 48 bits of the key and the raw evaluation, xor the second word;
/// code 32, score 16, depth 8, bound 2, generation 6 bits.
type Slot = [AtomicU64; 2];

/// The table itself.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Words skipped before the first bucket, so that each bucket is one cache line.
    first: usize,
    buckets: usize,
    /// How many of the first buckets are prefaulted.
    prefaulted: AtomicUsize,
    /// How many of the first buckets this search uses.
    used: AtomicUsize,
    /// How many of the first buckets may have been written since the table was cleared.
    written: AtomicUsize,
    generation: AtomicU8,
}

/// The part of the table that a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// The prefaulted part, since a search in a hurry cannot wait for page faults.
    Prefaulted,
}

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB, at least 1; less if the machine
    /// does not have that much.
    pub fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.clamp(1, isize::MAX as usize >> 21) << 20;
        let mut buckets = bytes / LINE;
        while Vec::<u64>::new().try_reserve_exact((buckets + 1) * WORDS).is_err() && buckets > 1 {
            buckets /= 2;
        }
        // Zero pages come from the system when they are first touched: only the used part of a table costs memory.
        let mut zeros = vec![0; (buckets + 1) * WORDS];
        ask_for_large_pages(&mut zeros);
        // Collected in place: a copy would touch them all.
        let words: Vec<AtomicU64> = zeros.into_iter().map(AtomicU64::new).collect();
        let first = words.as_ptr().align_offset(LINE).min(WORDS);
        let [prefaulted, used] = [buckets; 2].map(AtomicUsize::new);
        Self { words, first, buckets, prefaulted, used, written: AtomicUsize::new(0), generation: AtomicU8::new(0) }
    }

    /// A table of which searches against a clock use only what [`prefault`](Self::prefault) has touched: they would
    /// wait for each page fault, for milliseconds if large pages have to be found.
    pub fn growing(mebibytes: usize) -> Self {
        let table = Self { prefaulted: AtomicUsize::new(0), ..Self::new(mebibytes) };
        table.prefault();
        table
    }

    /// Touches the next part of the memory; returns whether there is more.
    pub fn prefault(&self) -> bool {
        let from = self.prefaulted.load(Ordering::Relaxed);
        let to = (from + PREFAULT_STEP / LINE).min(self.buckets);
        for page in self.words[self.first..][from * WORDS..to * WORDS].chunks(PAGE / size_of::<u64>()) {
            // Only a write allocates the page. A search that writes meanwhile loses an entry at most.
            page[0].store(page[0].load(Ordering::Relaxed), Ordering::Relaxed);
        }
        self.prefaulted.fetch_max(to, Ordering::Relaxed);
        to < self.buckets
    }

    /// Sets how many buckets the next search uses. `reserved` bytes are left for other uses, but never more than half
    /// of the table.
    pub fn resize(&self, extent: Extent, reserved: usize) {
        let prefaulted = self.prefaulted.load(Ordering::Relaxed);
        let ready = match extent {
            // It grows in few steps: changing the number of buckets loses what is stored.
            Extent::Prefaulted if prefaulted < self.buckets => 1 << prefaulted.max(1).ilog2(),
            Extent::Prefaulted | Extent::Whole => self.buckets,
        };
        let used = (ready - reserved.div_ceil(LINE).min(ready / 2)).max(1);
        self.used.store(used, Ordering::Relaxed);
        self.written.fetch_max(used, Ordering::Relaxed);
    }

    pub fn bytes(&self) -> usize {
        self.buckets * LINE
    }

    /// Clears the table, with all cores if it is large.
    pub fn clear(&self) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let words = self.may_be_written();
        let share = words.len().div_ceil(threads).max(1 << 17);
        // Pages that were never written stay untouched.
        let wipe = |part: &[AtomicU64]| {
            let written = part.iter().filter(|word| word.load(Ordering::Relaxed) != 0);
            written.for_each(|word| word.store(0, Ordering::Relaxed));
        };
        std::thread::scope(|scope| {
            let mut parts = words.chunks(share);
            let own = parts.next();
            for part in parts {
                let helper = std::thread::Builder::new().spawn_scoped(scope, move || wipe(part));
                if helper.is_err() {
                    wipe(part);
                }
            }
            own.into_iter().for_each(wipe);
        });
        self.written.store(0, Ordering::Relaxed);
        self.generation.store(0, Ordering::Relaxed);
    }

    /// The words that may have been written since the table was empty.
    pub(super) fn may_be_written(&self) -> &[AtomicU64] {
        &self.words[self.first..][..self.written.load(Ordering::Relaxed) * WORDS]
    }

    /// Starts a new search: entries of earlier ones are the first to be replaced.
    pub fn new_generation(&self) {
        self.generation.store((self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS, Ordering::Relaxed);
    }

    /// Per mille of the table that the latest search has filled, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.words[self.first..self.first + SAMPLE.min(self.used.load(Ordering::Relaxed)) * WORDS];
        let slots: &[Slot] = sample.as_chunks().0;
        let filled = slots.iter().map(read).filter(|&(_, data)| data != 0 && generation_of(data) == generation).count();
        (filled * 1000 / slots.len().max(1)) as u32
    }

    /// Prefetches the bucket of a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.words[self.start(key)]);
    }

    /// The entry of the position with this key, `ply` plies from the
    /// root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let (check, data) = read(slot);
            (check >> 16 == key & KEY_BITS && data != 0).then(|| unpack(check, data, ply))
        })
    }

    /// Stores a result, unless this search has stored a much deeper one for the same position.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst: Option<(i32, &Slot)> = None;
        for slot in self.bucket(key) {
            let (check, data) = read(slot);
            if data != 0 && check >> 16 == key & KEY_BITS {
                let old = unpack(check, data, ply);
                let current = generation_of(data) == generation;
                if current && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                if entry.code == 0 {
                    entry.code = old.code;
                }
                return write(slot, key, pack(&entry, ply, generation), entry.raw_evaluation);
            }
            let age = i32::from(generation.wrapping_sub(generation_of(data)) % GENERATIONS);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - GENERATION_COST * age };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = worst {
            write(slot, key, pack(&entry, ply, generation), entry.raw_evaluation);
        }
    }

    /// The bucket of a key, selected by its high bits; the low ones distinguish slots.
    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let start = self.start(key);
        self.words[start..start + WORDS].as_chunks().0
    }

    /// The first word of a key's bucket.
    #[inline]
    fn start(&self, key: u64) -> usize {
        let used = self.used.load(Ordering::Relaxed);
        let number = ((u128::from(key) * used as u128) >> 64) as usize;
        self.first + number * WORDS
    }
}

/// Number of buckets in the sample.
const SAMPLE: usize = 250;
/// The bits of a key that a slot stores.
const KEY_BITS: u64 = (1 << 48) - 1;

/// Key and raw evaluation, and the other fields of an entry.
#[inline]
fn read([check, data]: &Slot) -> (u64, u64) {
    let data = data.load(Ordering::Relaxed);
    (check.load(Ordering::Relaxed) ^ data, data)
}

#[inline]
fn write([check, data]: &Slot, key: u64, new: u64, raw_evaluation: Option<i32>) {
    let evaluation = raw_evaluation.map_or(NO_EVALUATION, |value| value as i16);
    let known = (key & KEY_BITS) << 16 | u64::from(evaluation as u16);
    check.store(known ^ new, Ordering::Relaxed);
    data.store(new, Ordering::Relaxed);
}

#[inline]
fn pack(entry: &TableEntry, ply: usize, generation: u8) -> u64 {
    // Wins are stored relative to the node itself.
    let score = match entry.score {
        score if score >= DECISIVE => score + ply as i32,
        score if score <= -DECISIVE => score - ply as i32,
        score => score,
    };
    let depth = (entry.depth - LEAST_DEPTH).clamp(0, 255) as u64;
    u64::from(entry.code)
        | u64::from(score as i16 as u16) << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

#[inline]
fn unpack(check: u64, data: u64, ply: usize) -> TableEntry {
    let score = match i32::from((data >> 32) as u16 as i16) {
        // A win remains one, however often its line was continued by an entry.
        score if score >= DECISIVE => (score - ply as i32).max(DECISIVE),
        score if score <= -DECISIVE => (score + ply as i32).min(-DECISIVE),
        score => score,
    };
    let evaluation = check as u16 as i16;
    TableEntry {
        code: data as u32,
        score,
        bound: Bound::from_bits(data >> 56),
        depth: depth_of(data),
        raw_evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
    }
}

#[inline]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32 + LEAST_DEPTH
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, RULE_WIN, mated};
    use super::*;

    fn entry(score: i32, depth: i32) -> TableEntry {
        TableEntry { code: 0xDEAD_BEEF, score, bound: Bound::Exact, depth, raw_evaluation: Some(-77) }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1);
        for (i, score) in [0, 31, -250, 9999].into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let kept =
                    TableEntry { bound, raw_evaluation: (i % 2 == 0).then_some(score), ..entry(score, i as i32 - 4) };
                let key = 0x1234_5678_9ABC_DEF0 + i as u64 * 4 + bound as u64;
                table.store(key, 5, kept);
                assert_eq!(table.probe(key, 9), Some(kept));
            }
        }
        assert_eq!(table.probe(1, 0), None);
    }

    /// Resident memory of the process, in MiB.
    #[cfg(all(target_os = "linux", not(debug_assertions)))]
    fn resident() -> usize {
        let text = std::fs::read_to_string("/proc/self/status").expect("the system tells");
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        line.split_whitespace().next().and_then(|kib| kib.parse::<usize>().ok()).expect("a number") / 1024
    }

    /// Without optimisation every word is touched when its type changes.
    #[cfg(all(target_os = "linux", not(debug_assertions)))]
    #[test]
    fn memory_is_committed_only_when_used() {
        let before = resident();
        let table = TranspositionTable::new(2048);
        table.store(7, 0, entry(3, 1));
        // Other tests use memory meanwhile, but less.
        assert!(table.bytes() >= 1 << 30 && resident() < before + 512, "{} after {before}", resident());
    }

    #[test]
    fn win_scores_are_relative_to_the_node() {
        let table = TranspositionTable::new(1);
        // Mated 10 plies from the root, stored at ply 4: six plies from there.
        table.store(42, 4, entry(mated(10), 3));
        assert_eq!(table.probe(42, 4).map(|e| e.score), Some(10 - MATE));
        assert_eq!(table.probe(42, 1).map(|e| e.score), Some(7 - MATE));
        table.store(43, 4, entry(-mated(9), 3));
        assert_eq!(table.probe(43, 0).map(|e| e.score), Some(MATE - 5));
        table.store(44, 4, entry(RULE_WIN - 9, 3));
        assert_eq!(table.probe(44, 6).map(|e| e.score), Some(RULE_WIN - 11));
        for (key, least) in [(45, DECISIVE), (46, -DECISIVE)] {
            table.store(key, 0, entry(least, 3));
            assert_eq!(table.probe(key, 6).map(|e| e.score), Some(least));
        }
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let table = TranspositionTable::new(1);
        let key = |n: u64| n << 4; // All in the first bucket.
        for n in 1..=3 {
            table.store(key(n), 0, entry(0, 20));
        }
        for n in 4..=40 {
            table.store(key(n), 0, entry(0, 1));
        }
        assert!((1..=3).all(|n| table.probe(key(n), 0).is_some()));
        for _ in 0..5 {
            table.new_generation();
        }
        for n in 41..=44 {
            table.store(key(n), 0, entry(0, 5));
        }
        assert!((1..=3).all(|n| table.probe(key(n), 0).is_none()));
    }

    #[test]
    fn a_move_survives_a_later_search_without_one() {
        let table = TranspositionTable::new(1);
        table.store(7, 0, entry(10, 4));
        table.store(7, 0, TableEntry { code: 0, bound: Bound::Upper, ..entry(5, 4) });
        assert_eq!(table.probe(7, 0).map(|e| (e.code, e.score)), Some((0xDEAD_BEEF, 5)));
    }

    #[test]
    fn clearing_removes_every_entry() {
        let table = TranspositionTable::new(2);
        table.resize(Extent::Whole, 0);
        for n in 0..1000u64 {
            table.store(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0, entry(1, 9));
        }
        table.clear();
        assert!((0..1000u64).all(|n| table.probe(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0).is_none()));
    }

    #[test]
    fn only_the_used_part_is_cleared() {
        let table = TranspositionTable::growing(64);
        let bytes = || size_of_val(table.may_be_written());
        assert_eq!(bytes(), 0);
        table.resize(Extent::Prefaulted, 0);
        assert_eq!(bytes(), PREFAULT_STEP);
        // The part that a search wrote stays written when the next search uses less.
        table.resize(Extent::Whole, 0);
        table.resize(Extent::Whole, 16 << 20);
        assert_eq!(bytes(), 64 << 20);
        table.store(u64::MAX, 0, entry(1, 9));
        table.clear();
        assert_eq!((table.probe(u64::MAX, 0), bytes()), (None, 0));
    }

    #[test]
    fn hashfull_grows_with_the_entries_of_a_generation() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.hashfull(), 0);
        // Keys all over the table, twice as many as there are slots.
        (0..1u64 << 17).for_each(|n| table.store(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0, entry(1, 1)));
        assert!(table.hashfull() > 900);
        table.new_generation();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn tables_have_the_requested_size_and_aligned_buckets() {
        assert_eq!(TranspositionTable::new(0).bytes(), 1 << 20);
        let table = TranspositionTable::new(3);
        assert_eq!(table.bytes(), 3 << 20);
        for key in [0, 1 << 60, u64::MAX] {
            assert_eq!(table.bucket(key).as_ptr().align_offset(LINE), 0);
        }
    }

    #[test]
    fn reserved_memory_is_not_used_for_entries() {
        let table = TranspositionTable::new(2);
        let last = |key| table.bucket(key).as_ptr_range().end.addr() - table.words.as_ptr().addr();
        table.resize(Extent::Whole, 1 << 19);
        assert!(last(u64::MAX) <= (2 << 20) - (1 << 19) + LINE);
        table.store(u64::MAX, 0, entry(1, 9));
        table.resize(Extent::Whole, 1 << 19);
        assert!(table.probe(u64::MAX, 0).is_some());
        // Half of it remains, whatever is requested.
        table.resize(Extent::Whole, usize::MAX);
        assert_eq!(table.used.load(Ordering::Relaxed), table.buckets / 2);
    }

    #[test]
    fn a_table_grows_in_few_steps() {
        let table = TranspositionTable::growing(11);
        let mebibytes = || {
            table.resize(Extent::Prefaulted, 0);
            table.used.load(Ordering::Relaxed) / ((1 << 20) / LINE)
        };
        let mut sizes = vec![mebibytes()];
        while table.prefault() {
            sizes.push(mebibytes());
        }
        sizes.push(mebibytes());
        assert_eq!(sizes, [2, 4, 4, 8, 8, 11]);
        // An untimed search uses the whole table at once.
        let table = TranspositionTable::growing(11);
        table.resize(Extent::Whole, 0);
        assert_eq!(table.used.load(Ordering::Relaxed), table.buckets);
    }
}
