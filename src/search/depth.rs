//! The depth of a move's search: extensions (singular moves, evasions, single replies) and late move reductions.

use super::node::{Candidate, Extension, Node};
use super::score::is_decisive;
use super::searcher::Searcher;
use super::table::Bound;
use crate::position::Move;
use once_cell::sync::Lazy;

/// Singular extension: minimum depth of the node, plies by which the table's
/// entry may be shallower, and centipawns per ply by which all other moves must
/// be worse than the table's.
const SINGULAR_DEPTH: i32 = 6;
const SINGULAR_STALENESS: i32 = 3;
const SINGULAR_MARGIN: i32 = 2;
/// Further centipawns by which all other moves must be worse for the table's move to be extended by two plies,
/// and how often that may happen in a line.
const DOUBLE_EXTENSION_MARGIN: i32 = 20;
const MAX_DOUBLE_EXTENSIONS: u8 = 6;

/// The unit in which reductions are summed up.
pub(super) const PLY: i32 = 1024;
/// Plies for any late move, and the divisor of the product of the logarithms of depth and move number.
const REDUCTION: f64 = 0.93;
const REDUCTION_DIVISOR: f64 = 2.19;
/// The share of this reduction that captures and promotions get, in parts of `PLY`.
const NOISY_REDUCTION: i32 = 584;
/// History equivalent to one ply of reduction.
const HISTORY_PER_PLY: i32 = 9_000;
/// Additional reduction if the side to move is not improving, for drops without good history, at expected cut nodes,
/// and after many cutoffs at the next ply.
const NOT_IMPROVING: i32 = 1060;
const DROP: i32 = 1055;
const CUT_NODE: i32 = 992;
const CUTOFFS: i32 = 874;
/// More cutoffs at the next ply than this are many.
const MANY_CUTOFFS: u32 = 3;
/// Less reduction at PV nodes; where a check is answered; and if the bound in the table is exact, since it then comes
/// from a PV node.
const PV_NODE: i32 = 1068;
const IN_CHECK: i32 = 980;
const EXACT_BOUND: i32 = 857;

/// Late move reductions by depth and move number alone.
static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    let plies =
        |depth: usize, number: usize| REDUCTION + (depth as f64).ln() * (number as f64).ln() / REDUCTION_DIVISOR;
    let reduction = |depth: usize, number: usize| plies(depth.max(1), number.max(1)) * f64::from(PLY);
    std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number) as i32))
});

impl<const N: usize> Searcher<'_, N> {
    /// The plies by which to extend a move, or the multi-cut value to return.
    pub(super) fn extend<const PV: bool>(&mut self, node: &Node, mv: Move, beta: i32) -> Extension {
        let ply = node.ply;
        if ply == 0 || ply as i32 >= 2 * self.root.iteration || !node.excluded.is_none() {
            return Extension::Plies(0);
        }
        let singular = node.hit.filter(|hit| {
            hit.code == mv.code()
                && node.depth >= SINGULAR_DEPTH
                && hit.depth >= node.depth - SINGULAR_STALENESS
                && matches!(hit.bound, Bound::Lower | Bound::Exact)
                && !is_decisive(hit.score)
        });
        let single = node.generated.is_some_and(|range| range.is_single());
        let Some(hit) = singular else { return Extension::Plies(i32::from(node.in_check || single)) };
        // The table's move is singular when no other comes near it.
        let singular_beta = hit.score - SINGULAR_MARGIN * node.depth;
        self.stack[ply].excluded = mv;
        let value = self.node::<false>(singular_beta - 1, singular_beta, (node.depth - 1) / 2, ply, node.cut_node);
        self.stack[ply].excluded = Move::NONE;
        // These are the moves that the singular search tried at this ply.
        self.stack[ply].tried.clear();
        match value {
            _ if self.stopped => Extension::Plies(0),
            _ if value < singular_beta => {
                let doubly = !PV && !is_decisive(value) && value < singular_beta - DOUBLE_EXTENSION_MARGIN;
                Extension::Plies(1 + i32::from(doubly && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS))
            }
            _ if singular_beta >= beta => Extension::MultiCut(singular_beta),
            _ if hit.score >= beta => Extension::Plies(-2),
            _ if node.cut_node => Extension::Plies(-1),
            _ => Extension::Plies(0),
        }
    }

    /// Late move reduction in plies: the base, adjusted by history and the state of the node.
    pub(super) fn late_move_reduction<const PV: bool>(&self, node: &Node, candidate: Candidate) -> i32 {
        let Candidate { mv, noisy, number } = candidate;
        let mover = self.pos.mover(mv);
        let mut reduction = base_reduction(node.depth, number);
        let history = if noisy {
            reduction = reduction * NOISY_REDUCTION / PLY;
            self.history.capture(mover, mv, self.pos.captured(mv))
        } else {
            let history = self.history.quiet(self.pos.side(), mover, mv, &node.previous);
            reduction += NOT_IMPROVING * i32::from(!node.improving) + DROP * i32::from(mv.is_drop() && history <= 0);
            history
        };
        let exact = !PV && node.hit.is_some_and(|hit| hit.bound == Bound::Exact);
        reduction += CUT_NODE * i32::from(node.cut_node)
            + CUTOFFS * i32::from(self.stack[node.ply + 1].cutoff_count > MANY_CUTOFFS)
            - PV_NODE * i32::from(PV)
            - IN_CHECK * i32::from(node.in_check)
            - EXACT_BOUND * i32::from(exact)
            - history * PLY / HISTORY_PER_PLY;
        (reduction / PLY).max(0)
    }
}

/// The reduction of a late move by depth and move number alone, in parts of [`PLY`].
#[inline]
pub(super) fn base_reduction(depth: i32, number: usize) -> i32 {
    REDUCTIONS[depth.clamp(0, 63) as usize][number.min(63)]
}
