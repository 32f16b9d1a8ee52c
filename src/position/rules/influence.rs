//! The faces of pieces under influences.

use super::other_board::OtherBoard;
use crate::board::{ByColor, Color, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Influence, InfluenceReach};
use std::cell::OnceCell;

impl<const N: usize> Position<N> {
    /// The squares of the pieces that have another face than the influences of the position give them, with the right
    /// face.
    pub(in crate::position) fn influenced(&self, t: &Tables<N>) -> Vec<(Square, Piece)> {
        let variant = t.variant();
        let mut changes = Vec::new();
        // Influences are exerted by what pieces are without any.
        let bases = OnceCell::new();
        for influence in &variant.rules.influences {
            let reached = ByColor::from_fn(|by| self.under_influence(t, influence, by, &bases));
            for owner in Color::ALL {
                let sides = Color::ALL.into_iter().filter(|by| influence.whose.means(*by, owner));
                let under = sides.map(|by| reached[by]).collect();
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

    /// The squares of a side's pieces of a kind, whatever they are under influences.
    pub(in crate::position) fn in_any_guise(&self, t: &Tables<N>, piece: Piece) -> Squares<N> {
        if !t.traits.influences {
            return self.pieces(piece);
        }
        let guises = t.variant().rules.guises(piece.kind());
        guises.iter().map(|guise| self.pieces(Piece::new(guise, piece.color()))).collect()
    }

    /// The squares that an influence by the pieces of a side reaches.
    fn under_influence<'a>(
        &'a self,
        t: &'a Tables<N>,
        influence: &Influence,
        by: Color,
        bases: &OnceCell<OtherBoard<'a, N>>,
    ) -> Squares<N> {
        let rules = &t.variant().rules;
        let base = |sq: Square| match self.board[sq] {
            Piece::NONE => Piece::NONE,
            piece => Piece::new(rules.uninfluenced(piece.kind()), piece.color()),
        };
        influence.by.iter().fold(Squares::EMPTY, |all, kind| {
            let piece = Piece::new(kind, by);
            self.in_any_guise(t, piece).iter().fold(all, |all, sq| match influence.reach {
                InfluenceReach::Around(radius) => all | t.around(sq, radius),
                InfluenceReach::Attacked => {
                    let bases = bases.get_or_init(|| OtherBoard::new(self, t, self.holes, base));
                    all | bases.met_by(piece, sq, self.occupied())
                }
            })
        })
    }
}
