//! Moves that may end where they began, so that the turn passes, without the atom for that.

use super::program::Term;
use super::run::{self, InterpretedKind, Occupant, Runner, Seen, Terrain};
use crate::board::{Color, Geometry, Square};
use std::ops::ControlFlow;

/// Files and ranks of a board on which nothing is near.
const SIZE: u8 = 12;

impl Term {
    /// Whether a piece may pass the turn by this term on a wide board, alone or with a friend on every other square.
    pub fn may_pass(&self) -> bool {
        let Some(geometry) = Geometry::new(SIZE, SIZE) else { return false };
        let Some(from) = geometry.square((SIZE / 2).into(), (SIZE / 2).into()) else { return false };
        let passes =
            |kind| if kind == InterpretedKind::Pass { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mover = Runner { color: Color::White, from };
        let others = [Occupant::Empty, Occupant::Friend { royal: false }];
        others.into_iter().any(|others| {
            let board = Uniform { geometry, from, others };
            run::run_term(self, &board, mover, &mut Seen::default(), &mut |outcome| passes(outcome.kind)).is_break()
        })
    }
}

/// A board with one piece, and the same on all other squares.
struct Uniform {
    geometry: Geometry,
    from: Square,
    others: Occupant,
}

impl Terrain for Uniform {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn occupant(&self, sq: Square) -> Occupant {
        match sq == self.from {
            true => Occupant::Friend { royal: false },
            false => self.others,
        }
    }
}
