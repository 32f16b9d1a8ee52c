//! Squares that a royal passes on its way, and on which it must be safe.

use crate::board::{Piece, Square, Squares};
use crate::position::{Move, MoveKind, Position};
use crate::tables::Tables;
use crate::variant::InitialMoves;

impl<const N: usize> Position<N> {
    /// Whether a royal's move, except castling, passes no square on which it would be attacked, if the rules require
    /// that.
    pub(super) fn passes_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        let moves = !mv.is_drop() && mv.partner().is_none() && mv.kind() != MoveKind::Pass;
        let royal = moves && t.is_royal(self.board[mv.from()].kind());
        !royal || self.leaps_safely(t, mv) && self.walks_safely(t, mv)
    }

    /// Whether a royal's move is no initial one, or one that passes a safe square, if required.
    fn leaps_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        let passed = leapt_over(t, mv);
        passed.is_empty() || !self.is_initial(t, mv.from(), mv.to()) || self.walks_by_one(t, mv, &passed)
    }

    /// Whether a royal may make an initial move: to a square two steps away only past one on which it would be safe, if
    /// required.
    pub(in crate::position) fn may_leap(&self, t: &Tables<N>, mv: Move) -> bool {
        let passed = leapt_over(t, mv);
        passed.is_empty() || self.walks_by_one(t, mv, &passed)
    }

    /// Whether the royal that moves would be safe on one of these squares.
    fn walks_by_one(&self, t: &Tables<N>, mv: Move, squares: &[Square]) -> bool {
        let mut walk = self.without_past(0);
        let royal = walk.take::<false>(t, mv.from());
        squares.iter().any(|&sq| walk.may_walk(t, royal, Squares::of(sq)))
    }

    /// Whether a move can be made without passing an empty square on which the royal would be attacked, if required.
    fn walks_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        if !t.variant().rules.royalty.safe_path {
            return true;
        }
        let ways = self.ways(t, mv);
        let mut walk = self.without_past(0);
        let royal = walk.take::<false>(t, mv.from());
        ways.is_empty() || ways.iter().any(|&way| walk.may_walk(t, royal, way & !self.blocked()))
    }

    /// Whether a royal that has been taken from the board would be safe on each of these squares, in place of the piece
    /// there: a partner in castling, or a piece it leaps over.
    fn may_walk(&mut self, t: &Tables<N>, royal: Piece, way: Squares<N>) -> bool {
        way.iter().all(|sq| {
            let other = Some(self.board[sq]).filter(|piece| !piece.is_none());
            if other.is_some() {
                self.take::<false>(t, sq);
            }
            self.put::<false>(t, royal, sq);
            let safe = !self.endangered(t, royal.color()).has(sq);
            self.take::<false>(t, sq);
            other.into_iter().for_each(|piece| self.put::<false>(t, piece, sq));
            safe
        })
    }

    /// Whether a royal that castles passes only squares where it would be safe.
    pub(super) fn castles_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        let Some((path, lifted)) = self.castling_way(mv) else { return true };
        if self.royals_attacked(t, self.side) {
            return false;
        }
        let mut walk = self.without_past(0);
        let royal = self.board[mv.from()];
        for sq in lifted {
            walk.take::<false>(t, sq);
        }
        walk.may_walk(t, royal, path)
    }
}

/// The squares of which a royal must be safe on one, if the move is an initial one: those halfway, if the rules ask for
/// that.
fn leapt_over<const N: usize>(t: &Tables<N>, mv: Move) -> Vec<Square> {
    let asked = t.variant().rules.royalty.initial_moves == InitialMoves::AsCastling
        && matches!(mv.kind(), MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate);
    if asked { t.geometry().halfway(mv.from(), mv.to()) } else { Vec::new() }
}
