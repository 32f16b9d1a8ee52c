//! The search stack: what the nodes of the current line leave for those above
//! and below them.

use super::history::Target;
use super::score::MAX_PLY;
use crate::board::Piece;
use crate::position::Move;
use std::ops::{Index, IndexMut};

/// Plies before the root that have an entry, so that looking back needs no test.
const BEFORE_ROOT: usize = 4;

/// What is remembered about a ply of the current line.
#[derive(Clone, Debug)]
pub struct StackEntry {
    /// Static evaluation for the side to move, corrected; `None` in check.
    pub evaluation: Option<i32>,
    /// How many moves cut at this ply below the node two plies before.
    pub cutoffs: u32,
    /// The quiet move played from here and what makes it, if it was one.
    pub quiet: Option<(Piece, Move)>,
    /// The move played from here, as the histories see it.
    pub target: Target,
    /// Quiet moves that cut at this ply before.
    pub killers: [Move; 2],
    /// How often a move was extended by two plies on the way here.
    pub double_extensions: u8,
    /// A move left out to see how much better it is than the others.
    pub excluded: Move,
    /// Moves tried at this node.
    pub tried: Tried,
}

/// Moves that were tried and did not cut.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    pub quiet: Vec<Move>,
    /// Those that capture or promote.
    pub noisy: Vec<Move>,
}

impl Tried {
    /// Notes one more.
    #[inline]
    pub fn push(&mut self, mv: Move, noisy: bool) {
        if noisy { self.noisy.push(mv) } else { self.quiet.push(mv) }
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.quiet.clear();
        self.noisy.clear();
    }
}

/// An entry for each ply.
#[derive(Debug)]
pub struct Stack(Vec<StackEntry>);

impl Stack {
    /// Empty entries for the longest line.
    pub fn new() -> Self {
        let entry = StackEntry {
            evaluation: None,
            cutoffs: 0,
            quiet: None,
            target: Target::NONE,
            killers: [Move::NONE; 2],
            double_extensions: 0,
            excluded: Move::NONE,
            tried: Tried::default(),
        };
        Self(vec![entry; MAX_PLY + BEFORE_ROOT + 2])
    }

    /// A move, as the histories see it, leads from `ply` to the next.
    #[inline]
    pub fn go_on(&mut self, ply: usize, target: Target) {
        self[ply].target = target;
        self[ply + 1].double_extensions = self[ply].double_extensions;
    }

    /// The static evaluation `back` plies before `ply`, unless in check then.
    #[inline]
    pub fn evaluation_before(&self, ply: usize, back: usize) -> Option<i32> {
        self.0[ply + BEFORE_ROOT - back].evaluation
    }

    /// The moves before a ply that the histories look at, latest first.
    #[inline]
    pub fn before(&self, ply: usize) -> [Target; 3] {
        [1, 2, 4].map(|back| self.0[ply + BEFORE_ROOT - back].target)
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

    /// Whatever lines were searched before, and also behind a null move.
    #[test]
    fn extensions_of_a_line_are_those_on_its_way() {
        let mut stack = Stack::new();
        (stack[0].double_extensions, stack[1].double_extensions) = (2, 5);
        stack.go_on(0, Target::NONE);
        stack.go_on(1, Target::NONE);
        assert_eq!(stack[2].double_extensions, 2);
    }
}
