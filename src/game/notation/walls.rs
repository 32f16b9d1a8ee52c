//! The walls placed with moves, as text.
//!
//! The piece's move is written as in other games. The wall follows after a comma,
//! as if from the piece's destination: `e2e4,e4d5`, and `e4,d5` as players write it. A
//! suffix comes before the comma or, as in XBoard, at the end.

use super::written::past_neighbour;
use crate::board::Square;
use crate::game::{Game, MoveError};
use crate::position::Move;
use std::borrow::Cow;

impl Game {
    /// The square on which a move places a wall, in games with walls.
    pub fn wall_of(&self, mv: Move) -> Option<Square> {
        mv.wall().filter(|_| self.variant().rules.wall.is_some())
    }

    /// The text of a move followed by that of its wall, as from the square named last.
    pub(in crate::game) fn with_wall(&self, text: String, last: Square, mv: Move) -> String {
        let name = |sq| self.geometry().name(sq);
        self.wall_of(mv).map_or(text.clone(), |at| format!("{text},{}{}", name(last), name(at)))
    }

    /// A move and its wall as they are sent to a CECP GUI, with the suffix at the end.
    pub(super) fn told_with_wall(&self, mv: Move) -> String {
        let text = self.move_text(mv);
        let (piece, wall) = text.rsplit_once(',').unwrap_or((&text, ""));
        let suffix = self.suffix(mv);
        format!("{},{wall}{suffix}", piece.strip_suffix(&*suffix).unwrap_or(piece))
    }

    /// The text of a move without that of its wall, and where that is.
    pub(in crate::game) fn parted<'a>(&self, text: &'a str) -> (Cow<'a, str>, Option<Square>) {
        let parts = text.rsplit_once(',').filter(|_| self.variant().rules.wall.is_some());
        let parted = parts.and_then(|(piece, wall)| {
            let (first, rest) = self.geometry().parse_prefix(wall)?;
            // Players may write the sign of a check after a lone square.
            if rest.trim_matches(['+', '#', '!', '?']).is_empty() {
                return Some((Cow::Borrowed(piece), first));
            }
            let garbled = self.ungarbled(piece, first);
            let (at, suffix) = match self.geometry().parse_prefix(rest.strip_prefix(['-', '@']).unwrap_or(rest)) {
                Some(read) => read,
                None => {
                    garbled.as_ref().and_then(|(_, at)| Some((*at, past_neighbour(self.geometry(), *at, rest)?)))?
                }
            };
            let (piece, at) = garbled.unwrap_or((Cow::Borrowed(piece), at));
            Some((if suffix.is_empty() { piece } else { Cow::Owned(piece.into_owned() + suffix) }, at))
        });
        parted.map_or((Cow::Borrowed(text), None), |(piece, at)| (piece, Some(at)))
    }

    /// The meaning of the first leg of `FROM TO,VIA X`, which XBoard makes of some moves of two legs: the piece's
    /// destination, and the square of the wall. `None` if the second leg begins where the first one ended.
    fn ungarbled(&self, leg: &str, via: Square) -> Option<(Cow<'static, str>, Square)> {
        let (from, rest) = self.geometry().parse_prefix(leg)?;
        let to = self.geometry().parse(rest).filter(|to| *to != via)?;
        // For castling, the squares of both pieces may be given.
        let castles =
            |mv: &Move| mv.from() == from && mv.to() == via && mv.partner().is_some_and(|[home, _]| home == to);
        let name = |sq| self.geometry().name(sq);
        (!self.legal_moves().iter().any(castles)).then(|| (Cow::Owned(name(from) + &name(via)), to))
    }

    /// The legal moves with a wall on this square; without a square, each move of a piece once, with any wall.
    pub(in crate::game) fn moves_with_wall(&self, wall: Option<Square>) -> Vec<Move> {
        let mut moves = self.legal_moves();
        if self.variant().rules.wall.is_some() {
            match wall {
                Some(_) => moves.retain(|mv| mv.wall() == wall),
                None => moves.dedup_by_key(|mv| mv.without_wall()),
            }
        }
        moves
    }

    /// Why a text is refused that moves a piece like this, but places no wall, or one where it may not be.
    pub(super) fn wall_refusal(&self, moved: Move, wall: Option<Square>) -> MoveError {
        let same = |mv: &Move| mv.wall() == wall && mv.without_wall() == moved.without_wall();
        match wall {
            None => MoveError::NoWall,
            Some(_) => self.violated(same).unwrap_or(MoveError::WallNotAllowed),
        }
    }
}
