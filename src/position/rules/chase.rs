//! Perpetual chase by the Asian rules of xiangqi, as XBoard computes them.
//!
//! A move chases a piece when it creates an attack on it, unless the attack is
//! made by a royal or a pawn, the piece is a pawn at home, the piece is of the
//! attacker's own kind and could capture back, or the piece is protected. An
//! attack by a lesser officer on a rook counts though the rook is protected.

use crate::board::{ByColor, Color, Square};
use crate::position::{Move, MoveClass, Position};
use crate::tables::{Role, Tables};
use std::collections::BTreeSet;

/// A piece that a move would capture.
#[derive(Clone, Copy)]
struct Attack {
    mv: Move,
    /// The square of the piece: not always the destination of the move.
    victim: Square,
}

impl Attack {
    /// Attacker and victim: other moves between the same two are the same attack.
    fn squares(self) -> [Square; 2] {
        [self.mv.from(), self.victim]
    }
}

impl<const N: usize> Position<N> {
    /// For each side: whether it chased the same piece with each of its
    /// moves in the last `plies` plies.
    #[cold]
    pub(in crate::position) fn all_chases(&self, t: &Tables<N>, plies: usize) -> ByColor<bool> {
        let mut walk = self.without_past(plies);
        let moves: Vec<Move> = self.played().rev().take(plies).collect();
        moves.iter().for_each(|_| walk.undo(t));
        // Pieces are identified by where they stood when the cycle began.
        let mut at_first: Vec<Square> = (0..=u8::MAX).map(Square).collect();
        let mut chased: ByColor<Option<BTreeSet<Square>>> = ByColor::default();
        for mv in moves.into_iter().rev() {
            let us = walk.side;
            let attacks = walk.attacks_of_mover(t).into_iter();
            let known: BTreeSet<[Square; 2]> = attacks.map(|attack| moved(attack.squares(), mv)).collect();
            walk.play(t, mv);
            at_first[mv.to().index()] = at_first[mv.from().index()];
            let mut after = walk.without_past(0);
            after.play_null(t);
            let new = after.attacks_of_mover(t).into_iter().filter(|attack| !known.contains(&attack.squares()));
            let chases = new.filter(|&attack| after.is_chase(t, attack));
            let victims: BTreeSet<Square> = chases.map(|attack| at_first[attack.victim.index()]).collect();
            let all = &mut chased[us];
            *all = Some(match all.take() {
                None => victims,
                Some(known) => &known & &victims,
            });
        }
        ByColor(chased.0.map(|victims| victims.is_some_and(|victims| !victims.is_empty())))
    }

    /// The captures among the legal moves of the side to move.
    fn attacks_of_mover(&self, t: &Tables<N>) -> Vec<Attack> {
        let mut moves = Vec::new();
        self.generate(t, MoveClass::Noisy, &mut moves);
        let enemy = self.color(!self.side);
        let attacks =
            |mv| self.victims(mv).filter(|&victim| enemy.has(victim)).map(move |victim| Attack { mv, victim });
        moves.into_iter().flat_map(attacks).collect()
    }

    /// Whether a new attack of the side to move is a chase.
    fn is_chase(&self, t: &Tables<N>, attack: Attack) -> bool {
        let [from, victim] = attack.squares();
        let attacker = self.board[from];
        if t.is_royal(attacker.kind()) || t.mover(attacker).counts_as_pawn || self.is_home_pawn(t, victim) {
            return false;
        }
        let is_rook = |sq| t.role(self.board[sq]) == Some(Role::Rook);
        if is_rook(victim) && !is_rook(from) {
            return true;
        }
        let mut after = self.without_past(0);
        if attacker.kind() == self.board[victim].kind() {
            after.play_null(t);
            let trades = after.attacks_of_mover(t).into_iter().any(|answer| answer.squares() == [victim, from]);
            after.undo(t);
            if trades {
                return false;
            }
        }
        after.play(t, attack.mv);
        !after.attacks_of_mover(t).into_iter().any(|answer| answer.victim == attack.mv.to())
    }

    /// Whether a pawn has not reached the zone in which it gains further moves.
    fn is_home_pawn(&self, t: &Tables<N>, sq: Square) -> bool {
        let piece = self.board[sq];
        let color: Color = piece.color();
        let zones = &t.variant().kind(piece.kind()).zone_moves;
        t.mover(piece).counts_as_pawn
            && !zones.iter().any(|zone_move| zone_move.once.is_none() && zone_move.zone[color].has(sq))
    }
}

/// The same attack after a move of its attacker.
fn moved([from, victim]: [Square; 2], mv: Move) -> [Square; 2] {
    [if from == mv.from() { mv.to() } else { from }, victim]
}
