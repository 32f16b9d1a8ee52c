//! Perft: the number of leaves of the tree of legal moves.

use super::{Move, MoveList, Position};
use crate::tables::Tables;

/// Counts the leaves `depth` plies from here. No rule of draws applies, nor
/// one about repeated positions.
pub fn perft<const N: usize>(position: &mut Position<N>, t: &Tables<N>, depth: u32) -> u64 {
    let before = std::mem::replace(&mut position.may_repeat, true);
    let nodes = match depth {
        0 => 1,
        1 => position.count_legal_moves(t),
        _ => count(position, t, depth, &mut MoveList::with_capacity(1024)),
    };
    position.may_repeat = before;
    nodes
}

/// Counts the leaves below each legal move.
pub fn divide<const N: usize>(position: &mut Position<N>, t: &Tables<N>, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = MoveList::new();
    position.legal_moves(t, &mut moves);
    let below = |mv| {
        position.play(t, mv);
        let nodes = perft(position, t, depth.saturating_sub(1));
        position.undo(t);
        (mv, nodes)
    };
    moves.into_iter().map(below).collect()
}

/// One list serves the whole walk: each level works on its tail.
fn count<const N: usize>(position: &mut Position<N>, t: &Tables<N>, depth: u32, list: &mut MoveList) -> u64 {
    let start = list.len();
    position.legal_moves(t, list);
    let mut nodes = 0;
    for i in start..list.len() {
        position.play(t, list[i]);
        nodes += if depth == 2 { position.count_legal_moves(t) } else { count(position, t, depth - 1, list) };
        position.undo(t);
    }
    list.truncate(start);
    nodes
}
