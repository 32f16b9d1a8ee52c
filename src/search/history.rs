//! Move histories: how often a move caused a cutoff elsewhere in the tree.
//!
//! Quiet moves have a butterfly table (side, from, to), one by piece and destination, and a continuation table, by
//! piece and destination of an earlier move and of this one; captures have one by piece, destination and victim, and
//! walls one by side and square. A value grows when the move causes a cutoff or refutes the one before it, and shrinks
//! when a move tried later does. Drops have rows of their own. The move that last refuted another is its counter move.

use super::correction::Corrections;
use super::gravity::Gravity;
use super::hints::filled;
use crate::board::{Color, Piece, Square};
use crate::position::Move;

/// Values stay between plus and minus this.
pub const LIMIT: i32 = 16_384;

/// Most entries of the continuation table: in larger games several earlier moves share a row.
const MOST_CONTINUATIONS: usize = 1 << 22;
/// The most by which one result changes a value.
const MAX_BONUS: i32 = 1_560;

/// A move as histories see it: the piece and its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo {
    index: u32,
    /// The offset of its row in the continuation table, for the moves after it: computing it takes a division.
    row: u32,
}

impl PieceTo {
    /// A null move, or no move.
    pub const NONE: Self = Self { index: u32::MAX, row: u32::MAX };

    #[inline]
    pub fn index(self) -> u64 {
        self.index.into()
    }
}

type Value = Gravity<LIMIT, MAX_BONUS>;

/// All history tables of one searching thread.
#[derive(Debug)]
pub struct History {
    squares: usize,
    pieces: usize,
    /// Pairs of a piece and its destination.
    piece_tos: usize,
    /// Rows of the continuation table.
    rows: usize,
    butterfly: Vec<Value>,
    piece_to: Vec<Value>,
    continuation: Vec<Value>,
    captures: Vec<Value>,
    counter_moves: Vec<Move>,
    walls: Vec<Value>,
    pub corrections: Corrections,
}

impl History {
    /// Empty tables for a game with `squares` and `pieces`, with or without drops; `None` if there is not enough memory.
    pub fn new(squares: usize, pieces: usize, drops: bool) -> Option<Self> {
        let piece_tos = if drops { 2 * pieces * squares } else { pieces * squares };
        let rows = piece_tos.min((MOST_CONTINUATIONS / piece_tos.max(1)).max(1));
        Some(Self {
            squares,
            pieces,
            piece_tos,
            rows,
            butterfly: filled(Value::default(), (2 * squares + pieces) * squares)?,
            piece_to: filled(Value::default(), piece_tos)?,
            continuation: filled(Value::default(), rows * piece_tos)?,
            captures: filled(Value::default(), piece_tos * (pieces + 1))?,
            counter_moves: filled(Move::NONE, piece_tos)?,
            walls: filled(Value::default(), 2 * squares)?,
            corrections: Corrections::new()?,
        })
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        let values = [&self.butterfly, &self.piece_to, &self.continuation, &self.captures, &self.walls].map(Vec::len);
        values.iter().sum::<usize>() * size_of::<Value>()
            + size_of_val(&self.counter_moves[..])
            + self.corrections.bytes()
    }

    /// Resets everything.
    pub fn clear(&mut self) {
        for table in
            [&mut self.butterfly, &mut self.piece_to, &mut self.continuation, &mut self.captures, &mut self.walls]
        {
            table.fill(Value::default());
        }
        self.counter_moves.fill(Move::NONE);
        self.corrections.clear();
    }

    #[inline]
    pub fn piece_to(&self, piece: Piece, mv: Move) -> PieceTo {
        let index = self.piece_to_index(piece, mv);
        PieceTo { index: index as u32, row: (index % self.rows * self.piece_tos) as u32 }
    }

    /// Moves on the board come first, then drops.
    #[inline]
    fn piece_to_index(&self, piece: Piece, mv: Move) -> usize {
        let row = piece.index() + if mv.is_drop() { self.pieces } else { 0 };
        row * self.squares + mv.to().index()
    }

    #[inline]
    fn butterfly_index(&self, side: Color, piece: Piece, mv: Move) -> usize {
        let from = match mv.is_drop() {
            true => 2 * self.squares + piece.index(),
            false => side.index() * self.squares + mv.from().index(),
        };
        from * self.squares + mv.to().index()
    }

    /// The row of the continuation table for moves after `previous`.
    #[inline]
    fn continuation_row(previous: PieceTo) -> Option<usize> {
        (previous != PieceTo::NONE).then_some(previous.row as usize)
    }

    /// The sum of a quiet move's histories; `previous` are the moves before it, latest first.
    #[inline]
    pub fn quiet(&self, side: Color, piece: Piece, mv: Move, previous: &[PieceTo]) -> i32 {
        let piece_to = self.piece_to_index(piece, mv);
        let butterfly = self.butterfly[self.butterfly_index(side, piece, mv)].get();
        let continuation = |&previous: &PieceTo| {
            Self::continuation_row(previous).map_or(0, |row| self.continuation[row + piece_to].get())
        };
        butterfly + self.piece_to[piece_to].get() + previous.iter().map(continuation).sum::<i32>()
    }

    /// Rewards a quiet move, or punishes it if `bonus` is negative.
    pub fn update_quiet(&mut self, side: Color, piece: Piece, mv: Move, previous: &[PieceTo], bonus: i32) {
        let piece_to = self.piece_to_index(piece, mv);
        let butterfly = self.butterfly_index(side, piece, mv);
        self.butterfly[butterfly].add(bonus);
        self.piece_to[piece_to].add(bonus);
        for &previous in previous {
            if let Some(row) = Self::continuation_row(previous) {
                self.continuation[row + piece_to].add(bonus);
            }
        }
    }

    #[inline]
    fn capture_index(&self, piece: Piece, mv: Move, victim: Piece) -> usize {
        let victim = if victim.is_none() { self.pieces } else { victim.index() };
        self.piece_to_index(piece, mv) * (self.pieces + 1) + victim
    }

    /// The history of a capture or promotion; `victim` is [`Piece::NONE`] for a promotion without capture.
    #[inline]
    pub fn capture(&self, piece: Piece, mv: Move, victim: Piece) -> i32 {
        self.captures[self.capture_index(piece, mv, victim)].get()
    }

    /// Rewards a capture, or punishes it if `bonus` is negative.
    pub fn update_capture(&mut self, piece: Piece, mv: Move, victim: Piece, bonus: i32) {
        let index = self.capture_index(piece, mv, victim);
        self.captures[index].add(bonus);
    }

    /// The history of a wall that a side places on a square.
    #[inline]
    pub fn wall(&self, side: Color, at: Square) -> i32 {
        self.walls[side.index() * self.squares + at.index()].get()
    }

    /// Rewards a wall, or punishes it if `bonus` is negative.
    pub fn update_wall(&mut self, side: Color, at: Square, bonus: i32) {
        self.walls[side.index() * self.squares + at.index()].add(bonus);
    }

    /// The quiet move that last refuted the move before it.
    #[inline]
    pub fn counter_move(&self, previous: PieceTo) -> Move {
        match previous {
            PieceTo::NONE => Move::NONE,
            PieceTo { index, .. } => self.counter_moves[index as usize],
        }
    }

    pub fn set_counter_move(&mut self, previous: PieceTo, mv: Move) {
        if previous != PieceTo::NONE {
            self.counter_moves[previous.index as usize] = mv;
        }
    }
}

/// The bonus for a move that caused a cutoff at this depth.
#[inline]
pub fn bonus(depth: i32) -> i32 {
    (depth * 145 - 65).min(MAX_BONUS)
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
                let previous = [history.piece_to(piece, mv), PieceTo::NONE];
                for side in Color::ALL {
                    history.update_quiet(side, piece, mv, &previous, 500);
                    assert!(history.quiet(side, piece, mv, &previous) > 0);
                }
                for victim in [Piece(191), Piece::NONE] {
                    history.update_capture(piece, mv, victim, -500);
                    assert!(history.capture(piece, mv, victim) < 0);
                }
                history.set_counter_move(previous[0], mv);
                assert_eq!(history.counter_move(previous[0]), mv);
            }
        }
    }
}
