//! The outcomes of a run, and the memory of outcomes reported.

use crate::board::{Square, Squares};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Deref;

/// One pseudo-legal move of a piece: everything that it changes on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterpretedMove {
    /// The square on which the piece ends, which may be its own.
    pub to: Square,
    /// The kind of the move.
    pub kind: InterpretedKind,
    /// The squares of the pieces removed, in the order of capture.
    pub victims: SquareList,
    /// The relays, on one of the routes to this outcome.
    pub relays: SquareList,
    /// Castling: the origin and destination of the partner.
    pub partner: Option<Journey>,
    /// Swap: where a piece is picked up, and where it is put instead of being removed.
    pub unload: Option<Journey>,
    /// Whether the opponent gets en passant rights on the squares crossed.
    pub marks_en_passant: bool,
}

/// Kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpretedKind {
    /// Nothing is removed.
    Move,
    /// At least one piece is removed, friend or enemy.
    Capture,
    /// A partner moves too.
    Castle,
    /// A piece is put elsewhere instead of being removed.
    Swap,
    /// Nothing changes but the turn.
    Pass,
}

/// The way of a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Journey {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

/// A short list of squares: as many as a move may have legs.
#[derive(Clone, Copy)]
pub struct SquareList {
    squares: [Square; Self::CAPACITY],
    length: u8,
}

impl SquareList {
    /// Maximum number of squares.
    pub const CAPACITY: usize = crate::xbetza::MAX_LEGS;

    /// Adds a square at the end.
    ///
    /// # Panics
    ///
    /// If the list is full. It has room for a square of each leg of a term.
    #[inline]
    pub fn push(&mut self, sq: Square) {
        self.squares[usize::from(self.length)] = sq;
        self.length += 1;
    }

    /// Adds a square unless it is in the list; returns whether it was added.
    #[inline]
    pub fn insert(&mut self, sq: Square) -> bool {
        let new = !self.contains(&sq);
        if new {
            self.push(sq);
        }
        new
    }

    /// Removes the last square.
    #[inline]
    pub fn pop(&mut self) {
        self.length = self.length.saturating_sub(1);
    }
}

impl Default for SquareList {
    fn default() -> Self {
        Self { squares: [Square(0); Self::CAPACITY], length: 0 }
    }
}

impl Deref for SquareList {
    type Target = [Square];

    #[inline]
    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }
}

impl PartialEq for SquareList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SquareList {}

impl std::fmt::Debug for SquareList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Decides which outcomes a run still has to visit.
pub trait OutcomeMemory {
    /// Whether each outcome is visited only once, however it comes about.
    fn is_each_once(&self) -> bool;

    /// Records an outcome; returns whether it must be visited.
    fn insert(&mut self, outcome: &InterpretedMove) -> bool;
}

/// The memory of a run that visits every route, even to the same outcome.
#[derive(Clone, Copy, Debug)]
pub struct AllRoutes;

impl OutcomeMemory for AllRoutes {
    fn is_each_once(&self) -> bool {
        false
    }

    fn insert(&mut self, _: &InterpretedMove) -> bool {
        true
    }
}

/// Outcomes that were visited. Keep one and clear it, to save allocations.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    quiet: Squares<4>,
    capture: Squares<4>,
    others: HashSet<u128, BuildHasherDefault<Mixer>>,
}

impl Seen {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet = Squares::EMPTY;
        self.capture = Squares::EMPTY;
        self.others.clear();
    }

    /// Records a quiet move; returns whether it is new.
    #[inline]
    pub fn insert_quiet(&mut self, to: Square) -> bool {
        let new = !self.quiet.has(to);
        self.quiet.insert(to);
        new
    }

    /// Records a capture of just the piece on the destination; returns whether it is new.
    #[inline]
    pub fn insert_capture(&mut self, to: Square) -> bool {
        let new = !self.capture.has(to);
        self.capture.insert(to);
        new
    }
}

/// Relays do not distinguish outcomes.
impl OutcomeMemory for Seen {
    fn is_each_once(&self) -> bool {
        true
    }

    #[inline]
    fn insert(&mut self, outcome: &InterpretedMove) -> bool {
        match (outcome.kind, &*outcome.victims) {
            (InterpretedKind::Move | InterpretedKind::Pass, _) => self.insert_quiet(outcome.to),
            (InterpretedKind::Capture, &[only]) if only == outcome.to => self.insert_capture(outcome.to),
            _ => self.others.insert(identity(outcome)),
        }
    }
}

/// Everything that distinguishes outcomes, in one number.
fn identity(outcome: &InterpretedMove) -> u128 {
    let squares = |journey: Option<Journey>| journey.map_or(0xffff, |j| u128::from(j.from.0) << 8 | u128::from(j.to.0));
    let head = u128::from(outcome.to.0) << 32 | squares(outcome.partner) << 16 | squares(outcome.unload);
    let victims = outcome.victims.iter().fold(0, |sum, sq| sum << 8 | u128::from(sq.0));
    (head << 8 | outcome.victims.len() as u128) << 64 | victims
}

/// A hasher for numbers whose bits are well distributed already.
#[derive(Clone, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}
