//! The faces of pieces under influences.

use super::other_board::OtherBoard;
use crate::board::{ByColor, Color, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Influence, InfluenceReach, Whose};

impl<const N: usize> Position<N> {
    /// The squares of the pieces that have another face than the influences of the position give them, with the right
    /// face.
    pub(in crate::position) fn influenced(&self, t: &Tables<N>) -> Vec<(Square, Piece)> {
        let variant = t.variant();
        let mut changes = Vec::new();
        for influence in &variant.rules.influences {
            let reached = ByColor::from_fn(|by| self.under_influence(t, influence, by));
            for owner in Color::ALL {
                let under = match influence.whose {
                    Whose::Both => reached[owner] | reached[!owner],
                    Whose::Own => reached[owner],
                    Whose::Enemy => reached[!owner],
                };
                for &(base, face) in &influence.faces {
                    let [base, face] = [base, face].map(|kind| Piece::new(kind, owner));
                    let turned = (self.pieces(base) & under).iter().map(|sq| (sq, face));
                    let back = (self.pieces(face) & !under).iter().map(|sq| (sq, base));
                    changes.extend(turned.chain(back).filter(|(sq, piece)| variant.may_stand(*piece, *sq)));
                }
            }
        }
        changes
    }

    /// The squares that an influence by the pieces of a side reaches.
    fn under_influence(&self, t: &Tables<N>, influence: &Influence, by: Color) -> Squares<N> {
        let rules = &t.variant().rules;
        // Influences are exerted by what pieces are without any.
        let base = |piece: Piece| match piece.is_none() {
            true => piece,
            false => Piece::new(rules.uninfluenced(piece.kind()), piece.color()),
        };
        let exerts = |sq: &Square| influence.by.has(base(self.board[*sq]).kind());
        let by = self.color(by).iter().filter(exerts);
        match influence.reach {
            InfluenceReach::Around(radius) => by.fold(Squares::EMPTY, |all, sq| all | t.around(sq, radius)),
            InfluenceReach::Attacked => {
                let board = OtherBoard::new(self, t, self.holes, |sq| base(self.board[sq]));
                by.fold(Squares::EMPTY, |all, sq| all | board.met_by(base(self.board[sq]), sq))
            }
        }
    }
}
