//! Rights that can be used: the others would only make equal positions look
//! different.

use super::Truth;
use alfil::internals::board::{Area, Color, Square};
use alfil::internals::variant::{Gating, Setup};
use std::ops::ControlFlow;

impl Truth<'_> {
    /// The squares on which the side to move could capture en passant, if
    /// nobody minded its royals.
    pub fn usable_en_passant(self) -> Area {
        let us = self.setup.side;
        let count = |en_passant: Area| self.after(&Setup { en_passant, ..self.setup.clone() }).ways(us);
        let without = (!self.setup.en_passant.is_empty()).then(|| count(Area::EMPTY));
        let adds = |sq: &Square| without.is_some_and(|without| count(Area::of(*sq)) > without);
        self.setup.en_passant.iter().filter(adds).collect()
    }

    /// Whether its side could do less now if the piece on a square had moved.
    pub fn needs_unmoved(self, sq: Square) -> bool {
        let Some(piece) = self.at(sq) else { return false };
        let us = piece.color();
        let mut without = Setup { side: us, ..self.setup.clone() };
        let count = |setup: &Setup| self.after(setup).ways(us) + self.after(setup).fischer_castlings().len();
        let with = count(&without);
        without.unmoved.remove(sq);
        let gates = self.rules().gating == Gating::VirginSquare && self.variant().board.rank_of(us, sq) == 0;
        gates && self.setup.hands[us].iter().any(|&held| held > 0) || count(&without) < with
    }

    /// How much the pieces of a side could do.
    fn ways(self, us: Color) -> usize {
        let mut count = 0;
        for from in self.pieces(us) {
            let _ = self.outcomes(from, &mut |_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
        }
        count
    }
}
