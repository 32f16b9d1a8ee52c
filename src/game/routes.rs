//! The squares on which a move touches down before its destination.
//!
//! A legal move consists of its captures and its destination, which is all
//! that the rules need. A GUI sends and shows moves of several legs square by
//! square, including empty ones; so the piece's move program is run again and every
//! route to the same result is listed.

use super::{Game, any_size};
use crate::board::Square;
use crate::position::{Move, MoveKind};

impl Game {
    /// The squares that must be named in addition to origin and destination to distinguish a
    /// legal move from others: those of pieces captured or picked up on the way.
    pub fn stops(&self, mv: Move) -> Vec<Square> {
        let mut stops: Vec<Square> = match mv.kind() {
            MoveKind::Legs => mv.listed_victims().collect(),
            // A pawn's victim is beside its way, that of a piece of many legs is on it.
            MoveKind::EnPassant if self.routes(mv).iter().all(|route| !route.is_empty()) => {
                mv.listed_victims().collect()
            }
            // A capture of the piece that a swap picks up may end at the same square.
            MoveKind::Swap => return mv.journey().map(|[taken, _]| taken).into_iter().collect(),
            _ => Vec::new(),
        };
        stops.pop_if(|last| *last == mv.to());
        stops
    }

    /// The squares that a move clears in addition to its destination and the squares of
    /// [`Game::stops`]: the victims that are not on the piece's visible way.
    pub fn unseen_victims(&self, mv: Move) -> Vec<Square> {
        if mv.partner().or(mv.journey()).is_some() {
            return Vec::new();
        }
        let mut after = self.clone();
        after.play(mv);
        let mut seen = self.stops(mv);
        seen.extend([mv.from(), mv.to()]);
        let gone = |sq: &Square| self.piece_at(*sq).is_some() && after.piece_at(*sq).is_none();
        self.geometry().all().filter(|sq| gone(sq) && !seen.contains(sq)).collect()
    }

    /// The squares on which a legal move may touch down on its way: one list for each route.
    pub fn routes(&self, mv: Move) -> Vec<Vec<Square>> {
        any_size!(&self.board, sized => sized.position.routes(&sized.tables, mv))
    }
}
