//! The squares from which a piece could never move again, whatever stood around it.
//!
//! Parts tell by themselves. Terms left to the interpreter are tried on boards
//! whose other squares are all alike, but for one.

use super::Layout;
use crate::board::{Geometry, Piece, Square, Squares, Step};
use crate::tables::exact::ExactPart;
use crate::tables::{Mover, rights};
use crate::variant::{Mandatory, Variant};
use crate::xbetza::run::{Mover as Runner, Occupant, Outcome, Seen, Terrain, run_term};
use std::ops::ControlFlow;

/// What other squares may hold.
const OTHERS: [Occupant; 4] = [
    Occupant::Empty,
    Occupant::Enemy { royal: false },
    Occupant::Friend { royal: false },
    Occupant::Enemy { royal: true },
];

/// A board on which all squares but one hold the same.
struct Uniform<'a, const N: usize> {
    geometry: Geometry,
    enter: Squares<N>,
    /// Where pieces like the mover stood at the start.
    start: &'a Squares<N>,
    /// Where being unmoved can be lost.
    rights: Squares<N>,
    from: Square,
    all: Occupant,
    one: (Square, Occupant),
}

impl<const N: usize> Terrain for Uniform<'_, N> {
    fn squares(&self) -> u8 {
        self.geometry.squares() as u8
    }

    fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.geometry.step(from, step)
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        self.geometry.step_around(from, step)
    }

    fn occupant(&self, sq: Square) -> Occupant {
        match self.enter.has(sq) {
            false => Occupant::Hole,
            true if sq == self.from => Occupant::Friend { royal: false },
            true if sq == self.one.0 => self.one.1,
            true => self.all,
        }
    }

    fn is_unmoved(&self, from: Square) -> bool {
        self.start.has(from) && !self.rights.has(from)
    }

    fn is_start(&self, sq: Square) -> bool {
        self.start.has(sq)
    }

    fn never_moved(&self, _: Square) -> bool {
        false
    }

    fn en_passant_victim(&self, _: Square) -> Option<Square> {
        None
    }
}

impl<const N: usize> Layout<N> {
    /// The squares on which a piece would be stuck; none where no rule asks.
    pub(super) fn immobile(&self, piece: Piece, mover: &Mover<N>, exact: &[ExactPart<N>]) -> Squares<N> {
        if !asks(&self.variant, piece) {
            return Squares::EMPTY;
        }
        let start = rights::start_squares::<N>(&self.variant, piece);
        let free = |sq: Square| {
            self.parts_move(mover, sq) || exact.iter().any(|part| self.term_moves(piece, part, sq, &start))
        };
        self.squares().filter(|&sq| !free(sq)).collect()
    }

    fn parts_move(&self, mover: &Mover<N>, sq: Square) -> bool {
        let parts = &mover.parts;
        let leaps = self.set(parts.leap, sq) | self.set(parts.quiet, sq) | self.set(parts.take, sq);
        let slides = parts.slides.iter().any(|slide| {
            let rays = self.rays(slide, sq);
            (0..8).any(|d| slide.directions >> d & 1 != 0 && rays[d].any())
        });
        let listed = parts.listed.iter().map(|listed| listed.paths).chain(parts.doubles);
        let mut listed = listed.map(|paths| self.paths(paths).reach(sq, Squares::EMPTY));
        let hops = parts.hops.iter().any(|hop| {
            let rays = self.ring(hop.ring).rays(sq);
            (0..8).any(|d| hop.directions >> d & 1 != 0 && rays[d].several())
        });
        leaps.any() || slides || listed.any(Squares::any) || hops || mover.passes
    }

    fn term_moves(&self, piece: Piece, part: &ExactPart<N>, from: Square, start: &Squares<N>) -> bool {
        if !part.from.has(from) {
            return false;
        }
        let moves = |all, one| {
            let board = Uniform {
                geometry: self.variant.board,
                enter: part.enter,
                start,
                rights: rights::right_squares(&self.variant),
                from,
                all,
                one,
            };
            let runner = Runner { color: piece.color(), from };
            let mut seen = Seen::default();
            run_term(&part.term, &board, runner, &mut seen, &mut |_: &Outcome| ControlFlow::Break(())).is_break()
        };
        OTHERS.into_iter().any(|all| moves(all, (from, all)))
            || self
                .squares()
                .any(|sq| OTHERS.into_iter().any(|all| OTHERS.into_iter().any(|one| moves(all, (sq, one)))))
    }
}

/// Whether any rule asks where a piece is stuck.
fn asks(variant: &Variant, piece: Piece) -> bool {
    let mut promotions = variant.rules.promotions.iter();
    let drops = variant.rules.drops.enabled && variant.rules.drops.no_immobile;
    drops || promotions.any(|rule| rule.mandatory == Mandatory::Immobile && rule.kinds.has(piece.kind()))
}
