//! Move ordering: captures by the material they win and their history, quiet moves by killers, counter move and
//! histories.

use super::history::PieceTo;
use super::searcher::Searcher;
use super::see::{self, Exchange};
use crate::board::{Piece, PieceKind, Squares};
use crate::eval::ROYAL;
use crate::position::Move;

/// The weight of a capture's victim relative to its history.
const VICTIM_FACTOR: i32 = 7;
/// Scores of the killers and of the counter move, above all histories.
const KILLERS: [i32; 2] = [1 << 20, (1 << 20) - 1];
const COUNTER_MOVE: i32 = (1 << 20) - 2;
/// The bonus for giving check, if the piece is not lost.
const CHECK: i32 = 8_750;

/// Hints for ordering the quiet moves of a node.
#[derive(Clone, Copy, Debug)]
pub struct QuietHints {
    pub killers: [Move; 2],
    /// The quiet move that last refuted the move before.
    pub counter_move: Move,
    /// See [`Stack::previous_moves`](super::stack::Stack::previous_moves).
    pub previous: [PieceTo; 3],
}

impl QuietHints {
    pub const NONE: Self = Self { killers: [Move::NONE; 2], counter_move: Move::NONE, previous: [PieceTo::NONE; 3] };
}

impl<const N: usize> Searcher<'_, N> {
    /// The score of a capture or promotion: by the material it wins, then by history.
    pub fn noisy_score(&self, mv: Move) -> i32 {
        let (mover, victim) = (self.pos.mover(mv), self.pos.captured(mv));
        VICTIM_FACTOR * self.gain(mv) + self.history.capture(mover, mv, victim)
    }

    /// The immediate material gain of a move: its victims, the pieces that a blast takes, and
    /// the gain by promotion. A piece that must not be lost counts as a royal.
    #[inline]
    pub fn gain(&self, mv: Move) -> i32 {
        if self.pos.takes_last(self.t, mv) {
            return ROYAL;
        }
        let values = self.evaluator.values();
        let exchange = Exchange { t: self.t, pos: &self.pos, values };
        if let Some(blast) = self.t.blast.filter(|_| !self.pos.captured(mv).is_none()) {
            return exchange.blast_gain(mv, blast);
        }
        exchange.taken(mv) + exchange.arrival(mv).1
    }

    /// Static exchange evaluation: whether the exchange that a move begins wins at least `threshold`.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        see::see_ge(self.t, &self.pos, self.evaluator.values(), mv, threshold)
    }

    /// The score of a quiet move: killers and the counter move first, then by history. The move is passed by reference,
    /// since comparing a fresh copy is slow.
    #[inline]
    pub fn quiet_score(&self, mv: &Move, hints: &QuietHints) -> i32 {
        if *mv == hints.killers[0] {
            return KILLERS[0];
        }
        if *mv == hints.killers[1] {
            return KILLERS[1];
        }
        if *mv == hints.counter_move {
            return COUNTER_MOVE;
        }
        let mv = *mv;
        let mover = self.pos.mover(mv);
        let history = self.history.quiet(self.pos.side(), mover, mv, &hints.previous);
        history + if self.checks_safely(mover, mv) { CHECK } else { 0 }
    }

    /// Finds the squares from which each kind of the side to move would give check.
    pub fn find_check_squares(&mut self) {
        let side = self.pos.side();
        let Some(royal) = self.pos.royals(!side).first() else { return self.check_squares.fill(Squares::EMPTY) };
        for (kind, squares) in self.check_squares.iter_mut().enumerate() {
            let kind = PieceKind(kind as u8);
            let may_arrive = self.facts.quiet_promotions || !self.pos.hand_is_empty(side);
            if may_arrive || self.pos.pieces(Piece::new(kind, side)).any() {
                // These are the squares that an enemy piece of the same kind would attack from there.
                *squares = *self.workspace.cache.attacks_from(self.t, &self.pos, Piece::new(kind, !side), royal);
            }
        }
    }

    /// Whether a quiet move gives check directly and does not lose the piece, for move ordering. Discovered checks
    /// and unusual rules about single moves are left to `gives_check`, which costs more.
    #[inline]
    fn checks_safely(&self, mover: Piece, mv: Move) -> bool {
        self.check_squares[mv.arriving(mover).kind().index()].has(mv.to()) && self.see_ge(mv, 0)
    }

    /// See [`Position::is_noisy`](crate::position::Position::is_noisy).
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        self.pos.is_noisy(self.t, mv)
    }
}
