//! Usable rights: others would only make equal positions look different.

use super::{Legal, Truth};
use crate::truth::deed::Deed;
use alfil::internals::board::{Area, Color, Square};
use alfil::internals::variant::{Gating, Setup};
use alfil::internals::xbetza::run::InterpretedKind;
use std::ops::ControlFlow;

impl Truth<'_> {
    /// The squares on which the side to move may capture en passant. FIDE Laws of Chess, 9.2.3: positions are the same
    /// if the possible moves of all pieces are. But a royal piece that has passed a square is in check by any piece
    /// that could capture it.
    pub fn usable_en_passant(self) -> Area {
        if self.setup.en_passant.is_empty() {
            return Area::EMPTY;
        }
        let passed = self.setup.en_passant_victim.and_then(|victim| self.at(victim));
        let royal = passed.is_some_and(|piece| self.variant().kind(piece.kind()).royal);
        let without = self.moves_with(Area::EMPTY, |_| true);
        let adds = |sq: &Square| {
            let safe = |legal: &Legal| royal || self.is_safe(legal);
            self.moves_with(Area::of(*sq), safe).iter().any(|mv| !without.contains(mv))
        };
        self.setup.en_passant.iter().filter(adds).collect()
    }

    /// The moves of the side to move with these en passant squares, except castling, that pass a test.
    fn moves_with(self, en_passant: Area, test: impl Fn(&Legal) -> bool) -> Vec<Deed> {
        let setup = Setup { en_passant, ..self.setup.clone() };
        let truth = self.after(&setup);
        let mut found = Vec::new();
        for from in truth.pieces(setup.side) {
            let _ = truth.outcomes(from, &mut |outcome| {
                if outcome.kind != InterpretedKind::Castle {
                    found.extend(Some(truth.moved(from, outcome, None)).filter(&test).map(|legal| legal.deed));
                }
                ControlFlow::<()>::Continue(())
            });
        }
        found
    }

    /// Whether its side would have fewer moves if the piece on a square had moved.
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

    /// The number of moves of a side.
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
