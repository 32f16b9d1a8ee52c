//! Breadth-first search: the distances of squares from others, in steps of any kind.

use crate::board::Squares;
use crate::tables::Tables;

/// The number of steps in which each square is first reached; `None` if it never is.
pub fn distances<const N: usize>(
    t: &Tables<N>,
    start: Squares<N>,
    step: impl Fn(Squares<N>) -> Squares<N>,
) -> Vec<Option<u8>> {
    let mut steps = vec![None; t.geometry().squares()];
    let (mut seen, mut fresh) = (Squares::EMPTY, start);
    for count in 0.. {
        if fresh.is_empty() {
            break;
        }
        fresh.iter().for_each(|sq| steps[sq.index()] = Some(count));
        seen |= fresh;
        fresh = step(fresh) & !seen;
    }
    steps
}
