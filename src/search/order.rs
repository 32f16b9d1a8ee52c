//! In which order moves deserve to be tried: captures by what they win, quiet
//! moves by what they did elsewhere.

use super::history::Target;
use super::searcher::Searcher;
use super::see::{self, blast_gain, taken};
use crate::board::{Piece, PieceKind, Squares};
use crate::position::Move;

/// What a capture's victim counts against its history.
const VICTIM_FACTOR: i32 = 7;
/// Lifts killers, best first, and the counter move above other quiet moves.
const KILLER: [i32; 2] = [1 << 20, (1 << 20) - 1];
const COUNTER: i32 = (1 << 20) - 2;
/// What giving check counts, if the piece is not lost.
const CHECK: i32 = 9_000;

/// What the search knows about quiet moves at a node.
#[derive(Clone, Copy, Debug)]
pub struct QuietHints {
    /// Quiet moves that cut at this ply before.
    pub killers: [Move; 2],
    /// The quiet move that last refuted the move before.
    pub counter: Move,
    /// The moves before, latest first.
    pub before: [Target; 3],
}

impl QuietHints {
    /// Nothing is known.
    pub const NONE: Self = Self { killers: [Move::NONE; 2], counter: Move::NONE, before: [Target::NONE; 3] };
}

impl<const N: usize> Searcher<'_, N> {
    /// What order a capture or promotion deserves: by what it wins, then by history.
    pub fn noisy_score(&self, mv: Move) -> i32 {
        let (mover, victim) = (self.pos.mover(mv), self.pos.captured(mv));
        VICTIM_FACTOR * self.gain(mv) + self.history.capture(mover, mv, victim)
    }

    /// What a move wins at once: its victims and what a blast takes, and
    /// what promotion adds.
    #[inline]
    pub fn gain(&self, mv: Move) -> i32 {
        let values = self.evaluator.values();
        if let Some(blast) = self.t.blast().filter(|_| !self.pos.captured(mv).is_none()) {
            return blast_gain(self.t, &self.pos, values, mv, blast);
        }
        let taken = taken(&self.pos, values, mv);
        if !mv.is_promotion() {
            return taken;
        }
        let mover = self.pos.mover(mv);
        taken + values.board(mv.arriving(mover)) - values.board(mover)
    }

    /// Whether the exchange that a move begins wins so much.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        see::see_ge(self.t, &self.pos, self.evaluator.values(), mv, threshold)
    }

    /// What order a quiet move deserves: killers and the counter move first, then by history. The move is read where it
    /// lies: to compare a copy that has just been made is slow.
    #[inline]
    pub fn quiet_score(&self, mv: &Move, hints: &QuietHints) -> i32 {
        if *mv == hints.killers[0] {
            return KILLER[0];
        }
        if *mv == hints.killers[1] {
            return KILLER[1];
        }
        if *mv == hints.counter {
            return COUNTER;
        }
        let mv = *mv;
        let mover = self.pos.mover(mv);
        let history = self.history.quiet(self.pos.side(), mover, mv, &hints.before);
        history + if self.checks_safely(mover, mv) { CHECK } else { 0 }
    }

    /// Notes for each kind that the side to move has from where it would check.
    pub fn find_checks(&mut self) {
        let side = self.pos.side();
        let Some(royal) = self.pos.royals(!side).first() else { return self.checks.fill(Squares::EMPTY) };
        for (kind, squares) in self.checks.iter_mut().enumerate() {
            let kind = PieceKind(kind as u8);
            if self.pos.pieces(Piece::new(kind, side)).any() || !self.pos.hand_is_empty(side) {
                // Taken as the squares that the opponent's like would hit from there.
                *squares = *self.work.cache.attacks_from(self.t, &self.pos, Piece::new(kind, !side), royal);
            }
        }
    }

    /// Whether a quiet move gives check directly and does not lose the piece: for the order of moves. Discovered checks
    /// and those of single moves under odd rules are known to `gives_check`, which costs more.
    #[inline]
    fn checks_safely(&self, mover: Piece, mv: Move) -> bool {
        self.checks[mover.kind().index()].has(mv.to()) && self.see_ge(mv, 0)
    }

    /// Whether a move captures or promotes.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.is_promotion() || !self.pos.captured(mv).is_none()
    }
}
