//! Perft: the number of leaves of the tree of legal moves. Rules about draws
//! and repetitions do not apply.

use super::{Move, MoveList, Position};
use crate::tables::Tables;

/// Counts the leaves `depth` plies from here.
pub fn perft<const N: usize>(position: &mut Position<N>, t: &Tables<N>, depth: u32) -> u64 {
    let mut walk = Walk { t, list: MoveList::with_capacity(1024), stopped: || false };
    without_draws(position, |position| walk.count(position, depth)).unwrap_or_default()
}

/// Counts the leaves below each legal move; `None` when stopped, which is checked before each subtree of more than one
/// ply.
pub fn divide<const N: usize>(
    position: &mut Position<N>,
    t: &Tables<N>,
    depth: u32,
    stopped: impl Fn() -> bool,
) -> Option<Vec<(Move, u64)>> {
    without_draws(position, |position| {
        let mut moves = MoveList::new();
        position.legal_moves(t, &mut moves);
        let mut walk = Walk { t, list: MoveList::with_capacity(1024), stopped };
        moves.into_iter().map(|mv| Some((mv, walk.count_below(position, mv, depth.saturating_sub(1))?))).collect()
    })
}

/// Calls `work` with a position to which rules about draws do not apply.
fn without_draws<const N: usize, T>(position: &mut Position<N>, work: impl FnOnce(&mut Position<N>) -> T) -> T {
    let before = std::mem::replace(&mut position.without_draws, true);
    let result = work(position);
    position.without_draws = before;
    result
}

/// A traversal of a tree of moves.
struct Walk<'t, F, const N: usize> {
    t: &'t Tables<N>,
    /// One list serves the whole traversal: each level works on its tail.
    list: MoveList,
    stopped: F,
}

impl<F: Fn() -> bool, const N: usize> Walk<'_, F, N> {
    /// The leaves at a depth; `None` when the count was stopped.
    fn count(&mut self, position: &mut Position<N>, depth: u32) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(position.count_legal_moves(self.t)),
            _ if (self.stopped)() => return None,
            _ => {}
        }
        let start = self.list.len();
        position.legal_moves(self.t, &mut self.list);
        let mut nodes = 0;
        for i in start..self.list.len() {
            nodes += self.count_below(position, self.list[i], depth - 1)?;
        }
        self.list.truncate(start);
        Some(nodes)
    }

    #[inline]
    fn count_below(&mut self, position: &mut Position<N>, mv: Move, depth: u32) -> Option<u64> {
        position.play(self.t, mv);
        // Most leaves are counted here: they are spared a call.
        let nodes = if depth == 1 { Some(position.count_legal_moves(self.t)) } else { self.count(position, depth) };
        position.undo(self.t);
        nodes
    }
}
