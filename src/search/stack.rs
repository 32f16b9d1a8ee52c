//! The search stack: data that the nodes of the current line leave for those above and below them.

use super::correction::CorrectionKeys;
use super::history::PieceTo;
use super::score::MAX_PLY;
use crate::board::Piece;
use crate::position::Move;
use std::ops::{Index, IndexMut};

/// Plies before the root that have an entry, so that looking back needs no test.
const BEFORE_ROOT: usize = 4;

/// One ply of the current line.
#[derive(Clone, Debug)]
pub struct StackEntry {
    /// Static evaluation for the side to move; `None` in check.
    pub static_evaluation: Option<i32>,
    /// The entries in the correction history by which it was corrected.
    pub correction_keys: CorrectionKeys,
    /// Beta cutoffs at this ply below the node two plies before.
    pub cutoff_count: u32,
    /// The move played from here and its piece, if it was quiet.
    pub quiet: Option<(Piece, Move)>,
    /// The move played from here, as the continuation histories see it.
    pub played: PieceTo,
    /// Quiet moves that caused cutoffs at this ply before, the latest first.
    pub killers: [Move; 2],
    /// The number of double extensions on the way here.
    pub double_extensions: u8,
    /// The move excluded by a singular search.
    pub excluded: Move,
    /// Moves tried at this node without a cutoff.
    pub tried: Tried,
}

#[derive(Clone, Debug, Default)]
pub struct Tried {
    pub quiet: Vec<Move>,
    /// Captures and promotions.
    pub noisy: Vec<Move>,
}

impl Tried {
    #[inline]
    pub fn push(&mut self, mv: Move, noisy: bool) {
        if noisy { self.noisy.push(mv) } else { self.quiet.push(mv) }
    }

    pub fn clear(&mut self) {
        self.quiet.clear();
        self.noisy.clear();
    }
}

#[derive(Debug)]
pub struct Stack(Vec<StackEntry>);

impl Stack {
    /// Empty entries for the longest line.
    pub fn new() -> Self {
        let entry = StackEntry {
            static_evaluation: None,
            correction_keys: CorrectionKeys::default(),
            cutoff_count: 0,
            quiet: None,
            played: PieceTo::NONE,
            killers: [Move::NONE; 2],
            double_extensions: 0,
            excluded: Move::NONE,
            tried: Tried::default(),
        };
        Self(vec![entry; MAX_PLY + BEFORE_ROOT + 2])
    }

    /// Stores the move played at `ply`, before the next one is searched.
    #[inline]
    pub fn play(&mut self, ply: usize, played: PieceTo) {
        self[ply].played = played;
        self[ply + 1].double_extensions = self[ply].double_extensions;
    }

    /// The static evaluation `back` plies before `ply`, `None` if in check.
    #[inline]
    pub fn static_evaluation_before(&self, ply: usize, back: usize) -> Option<i32> {
        self.0[ply + BEFORE_ROOT - back].static_evaluation
    }

    /// The moves 1, 2 and 4 plies before `ply`, for the continuation history.
    #[inline]
    pub fn previous_moves(&self, ply: usize) -> [PieceTo; 3] {
        [1, 2, 4].map(|back| self.0[ply + BEFORE_ROOT - back].played)
    }
}

impl Index<usize> for Stack {
    type Output = StackEntry;

    #[inline]
    fn index(&self, ply: usize) -> &StackEntry {
        &self.0[ply + BEFORE_ROOT]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply + BEFORE_ROOT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines searched before do not matter, nor do null moves.
    #[test]
    fn extensions_are_counted_along_the_current_line() {
        let mut stack = Stack::new();
        (stack[0].double_extensions, stack[1].double_extensions) = (2, 5);
        stack.play(0, PieceTo::NONE);
        stack.play(1, PieceTo::NONE);
        assert_eq!(stack[2].double_extensions, 2);
    }
}
