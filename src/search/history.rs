//! What moves did in other places of the tree: the numbers that order moves.
//!
//! Every table maps a move to a small number that grows when the move cuts
//! and shrinks when a later one had to. Moves are told apart by what moves
//! and where to ([`History::target`]), by from and to, and by the moves that
//! came before. Drops have rows of their own.

use super::correction::Corrections;
use super::gravity::{Gravity, filled};
use crate::board::{Color, Piece, Square};
use crate::position::Move;

/// Numbers stay within plus and minus this.
pub const LIMIT: i32 = 16_384;

/// Most entries of the continuation table: beyond, rows are shared.
const MOST_CONTINUATIONS: usize = 1 << 22;
/// Most that one result changes a number.
const MOST_BONUS: i32 = 1_600;

/// Which move was played at a ply, as the continuation tables see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    slot: u32,
    /// Where the row of the continuation table for moves after it begins: found once, since it takes a division.
    row: u32,
}

impl Target {
    /// A null move, or none at all.
    pub const NONE: Self = Self { slot: u32::MAX, row: u32::MAX };

    /// A number for it.
    #[inline]
    pub fn number(self) -> u64 {
        self.slot.into()
    }
}

/// A history number.
type Number = Gravity<LIMIT, MOST_BONUS>;

/// All history tables of one searching thread.
#[derive(Debug)]
pub struct History {
    squares: usize,
    pieces: usize,
    targets: usize,
    rows: usize,
    from_to: Vec<Number>,
    to: Vec<Number>,
    continuation: Vec<Number>,
    captures: Vec<Number>,
    counters: Vec<Move>,
    walls: Vec<Number>,
    /// How far the evaluation was off.
    pub corrections: Corrections,
}

impl History {
    /// Empty tables for a game with so many squares and pieces, with or
    /// without drops; `None` where the machine does not give the memory for them.
    pub fn new(squares: usize, pieces: usize, drops: bool) -> Option<Self> {
        let targets = if drops { 2 * pieces * squares } else { pieces * squares };
        let rows = targets.min((MOST_CONTINUATIONS / targets.max(1)).max(1));
        Some(Self {
            squares,
            pieces,
            targets,
            rows,
            from_to: filled(Number::default(), (2 * squares + pieces) * squares)?,
            to: filled(Number::default(), targets)?,
            continuation: filled(Number::default(), rows * targets)?,
            captures: filled(Number::default(), targets * (pieces + 1))?,
            counters: filled(Move::NONE, targets)?,
            walls: filled(Number::default(), 2 * squares)?,
            corrections: Corrections::new()?,
        })
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        let numbers = [&self.from_to, &self.to, &self.continuation, &self.captures, &self.walls].map(Vec::len);
        numbers.iter().sum::<usize>() * size_of::<Number>() + size_of_val(&self.counters[..]) + self.corrections.bytes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in [&mut self.from_to, &mut self.to, &mut self.continuation, &mut self.captures, &mut self.walls] {
            table.fill(Number::default());
        }
        self.counters.fill(Move::NONE);
        self.corrections.clear();
    }

    /// What moves where.
    #[inline]
    pub fn target(&self, piece: Piece, mv: Move) -> Target {
        let slot = self.target_slot(piece, mv);
        Target { slot: slot as u32, row: (slot % self.rows * self.targets) as u32 }
    }

    /// The same as a number: first pieces on the board, then drops.
    #[inline]
    fn target_slot(&self, piece: Piece, mv: Move) -> usize {
        let row = piece.index() + if mv.is_drop() { self.pieces } else { 0 };
        row * self.squares + mv.to().index()
    }

    #[inline]
    fn origin_slot(&self, side: Color, piece: Piece, mv: Move) -> usize {
        let from = match mv.is_drop() {
            true => 2 * self.squares + piece.index(),
            false => side.index() * self.squares + mv.from().index(),
        };
        from * self.squares + mv.to().index()
    }

    /// The row of the continuation table for moves after `previous`.
    #[inline]
    fn continuation_row(previous: Target) -> Option<usize> {
        (previous != Target::NONE).then_some(previous.row as usize)
    }

    /// How promising a quiet move is after the moves before it, latest first.
    #[inline]
    pub fn quiet(&self, side: Color, piece: Piece, mv: Move, before: &[Target]) -> i32 {
        let target = self.target_slot(piece, mv);
        let own = self.from_to[self.origin_slot(side, piece, mv)].get() + self.to[target].get();
        let after = |&previous: &Target| {
            Self::continuation_row(previous).map_or(0, |row| self.continuation[row + target].get())
        };
        own + before.iter().map(after).sum::<i32>()
    }

    /// Records that a quiet move was good (`bonus` above 0) or not.
    pub fn update_quiet(&mut self, side: Color, piece: Piece, mv: Move, before: &[Target], bonus: i32) {
        let target = self.target_slot(piece, mv);
        let slot = self.origin_slot(side, piece, mv);
        self.from_to[slot].add(bonus);
        self.to[target].add(bonus);
        for &previous in before {
            if let Some(row) = Self::continuation_row(previous) {
                self.continuation[row + target].add(bonus);
            }
        }
    }

    #[inline]
    fn capture_slot(&self, piece: Piece, mv: Move, victim: Piece) -> usize {
        let victim = if victim.is_none() { self.pieces } else { victim.index() };
        self.target_slot(piece, mv) * (self.pieces + 1) + victim
    }

    /// How promising a capture is.
    #[inline]
    pub fn capture(&self, piece: Piece, mv: Move, victim: Piece) -> i32 {
        self.captures[self.capture_slot(piece, mv, victim)].get()
    }

    /// Records that a capture was good (`bonus` above 0) or not.
    pub fn update_capture(&mut self, piece: Piece, mv: Move, victim: Piece, bonus: i32) {
        let slot = self.capture_slot(piece, mv, victim);
        self.captures[slot].add(bonus);
    }

    /// How promising it is for a side to place a wall on a square.
    #[inline]
    pub fn wall(&self, side: Color, at: Square) -> i32 {
        self.walls[side.index() * self.squares + at.index()].get()
    }

    /// Records that a wall was good (`bonus` above 0) or not.
    pub fn update_wall(&mut self, side: Color, at: Square, bonus: i32) {
        self.walls[side.index() * self.squares + at.index()].add(bonus);
    }

    /// The quiet move that last refuted the move before it.
    #[inline]
    pub fn counter(&self, previous: Target) -> Move {
        match previous {
            Target::NONE => Move::NONE,
            Target { slot, .. } => self.counters[slot as usize],
        }
    }

    /// Remembers a refutation.
    pub fn set_counter(&mut self, previous: Target, mv: Move) {
        if previous != Target::NONE {
            self.counters[previous.slot as usize] = mv;
        }
    }
}

/// What a result at this depth is worth.
#[inline]
pub fn bonus(depth: i32) -> i32 {
    (depth * 130 - 60).min(MOST_BONUS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;

    #[test]
    fn every_move_of_the_largest_game_has_a_place() {
        let (squares, pieces) = (144, 192);
        let mut history = History::new(squares, pieces, true).expect("there is memory");
        let corner = Square(143);
        for piece in [Piece(0), Piece(191)] {
            for mv in [Move::plain(corner, corner), Move::drop(PieceKind(95), corner)] {
                let before = [history.target(piece, mv), Target::NONE];
                for side in Color::ALL {
                    history.update_quiet(side, piece, mv, &before, 500);
                    assert!(history.quiet(side, piece, mv, &before) > 0);
                }
                for victim in [Piece(191), Piece::NONE] {
                    history.update_capture(piece, mv, victim, -500);
                    assert!(history.capture(piece, mv, victim) < 0);
                }
                history.set_counter(before[0], mv);
                assert_eq!(history.counter(before[0]), mv);
            }
        }
    }
}
