//! Pieces that rule books mention by name, recognised by how they move.

use super::walk::{Sight, general, king_lines};
use super::{Barred, EVEN, TableId, Tables};
use crate::board::{Piece, Square, Squares, Step};

/// A piece that rule books name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Chess's rook.
    Rook,
    /// Shogi's silver general, makruk's khon.
    Silver,
    /// Chess's knight.
    Knight,
}

/// The steps of leapers from White's point of view.
const SILVER: [(i8, i8); 5] = [(0, 1), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Role {
    /// The role of each piece of a game.
    pub(super) fn all<const N: usize>(t: &Tables<N>) -> Vec<Option<Self>> {
        let roles = [Self::Rook, Self::Silver, Self::Knight];
        t.pieces().map(|piece| roles.into_iter().find(|role| role.is_played_by(t, piece))).collect()
    }

    /// Whether a piece moves like this from every square, and in no other way,
    /// whether the board is otherwise empty or has one other piece.
    fn is_played_by<const N: usize>(self, t: &Tables<N>, piece: Piece) -> bool {
        let mover = t.mover(piece);
        let beside = mover.initial.is_some() || mover.parts.doubles.is_some() || mover.passes.is_some();
        if beside
            || !mover.locust_captures.is_empty()
            || mover.en_passant != TableId::EMPTY
            || t.needs_interpreter(piece)
        {
            return false;
        }
        t.board.iter().all(|from| {
            let alike = |occupied: Squares<N>, enemy: Squares<N>| {
                let sight = Sight { occupied, enemy, barred: Barred::NONE };
                general(t, &mover.parts, from, sight) == self.reach(t, piece, from, sight)
            };
            let mut others = t.board.without(from).iter().map(Squares::of);
            alike(Squares::EMPTY, Squares::EMPTY)
                && others.all(|other| alike(other, other) && alike(other, Squares::EMPTY))
        })
    }

    /// The destinations and captures of the piece of that name.
    fn reach<const N: usize>(self, t: &Tables<N>, piece: Piece, from: Square, sight: Sight<N>) -> Squares<N> {
        let leaps = |steps: &[(i8, i8)]| {
            let to = |&(right, forward)| t.geometry().step(from, Step::new(right, forward).seen_by(piece.color()));
            steps.iter().filter_map(to).collect::<Squares<N>>() & t.board
        };
        let reach = match self {
            Self::Rook => king_lines::<N, EVEN>(t, from, sight.occupied),
            Self::Silver => leaps(&SILVER),
            Self::Knight => leaps(&KNIGHT),
        };
        reach & (!sight.occupied | sight.enemy)
    }
}
