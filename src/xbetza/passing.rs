//! Moves that may end where they began, so that the turn passes, without the atom for that.

use super::program::Term;
use super::run::{self, InterpretedKind, Occupant, Runner, Seen, Terrain};
use crate::board::{Color, Geometry, Square};
use std::ops::ControlFlow;

/// Files and ranks of a board on which nothing is near.
const SIZE: u8 = 12;
/// The distance of the farthest squares that may be near: the longest leap without suffixes.
const NEAR: u8 = 3;

impl Term {
    /// Whether a piece may pass the turn by this term on a wide board, alone or with friends on all squares near it,
    /// or on all others.
    pub fn may_pass(&self) -> bool {
        let Some(geometry) = Geometry::new(SIZE, SIZE) else { return false };
        let Some(from) = geometry.square((SIZE / 2).into(), (SIZE / 2).into()) else { return false };
        let passes =
            |kind| if kind == InterpretedKind::Pass { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mover = Runner { color: Color::White, from };
        let friend = Occupant::Friend { royal: false };
        (0..=NEAR).flat_map(|near| [(near, Occupant::Empty, friend), (near, friend, Occupant::Empty)]).any(
            |(near, within, beyond)| {
                let board = Rings { geometry, from, near, within, beyond };
                run::run_term(self, &board, mover, &mut Seen::default(), &mut |outcome| passes(outcome.kind)).is_break()
            },
        )
    }
}

/// A board with one piece, and the same on all squares near it, and on all others.
struct Rings {
    geometry: Geometry,
    from: Square,
    near: u8,
    within: Occupant,
    beyond: Occupant,
}

impl Terrain for Rings {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn occupant(&self, sq: Square) -> Occupant {
        match self.geometry.distance(self.from, sq) {
            0 => Occupant::Friend { royal: false },
            distance if distance <= self.near => self.within,
            _ => self.beyond,
        }
    }
}
