//! A board of any size with one piece on it, to which others can be added.

use crate::board::{Area, Geometry, Square};
use crate::xbetza::Program;
use crate::xbetza::run::{AllRoutes, InterpretedMove, Occupant, Runner, Terrain, run};
use std::cell::Cell;
use std::ops::ControlFlow;

/// A board with everything that the moves of a piece may depend on.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub geometry: Geometry,
    pub mover: Runner,
    occupants: Vec<Occupant>,
    pub unmoved: bool,
    /// Start squares of pieces of the mover's type and side.
    pub starts: Area,
    /// Unmoved friends.
    pub unmoved_friends: Area,
    /// En passant squares, and the piece that is captured there.
    pub en_passant: Option<(Area, Square)>,
    /// Squares whose occupant was queried in the latest run.
    looked: Cell<Area>,
    /// The number of steps in the latest run.
    steps: Cell<usize>,
}

impl Sheet {
    /// A board with only a piece that has moved.
    pub(super) fn new(geometry: Geometry, mover: Runner) -> Self {
        let mut sheet = Self {
            geometry,
            mover,
            occupants: vec![Occupant::Empty; geometry.squares()],
            unmoved: false,
            starts: Area::EMPTY,
            unmoved_friends: Area::EMPTY,
            en_passant: None,
            looked: Cell::new(Area::EMPTY),
            steps: Cell::new(0),
        };
        sheet.put(mover.from, Occupant::Friend { royal: false });
        sheet
    }

    pub(super) fn put(&mut self, sq: Square, occupant: Occupant) {
        self.occupants[sq.index()] = occupant;
    }

    /// The same board with an occupant on a square.
    pub(super) fn with(&self, sq: Square, occupant: Occupant) -> Self {
        let mut sheet = self.clone();
        sheet.put(sq, occupant);
        sheet
    }

    pub(super) fn is_empty(&self, sq: Square) -> bool {
        self.occupants[sq.index()] == Occupant::Empty
    }

    pub(super) fn has_enemy(&self, sq: Square) -> bool {
        matches!(self.occupants[sq.index()], Occupant::Enemy { .. })
    }

    /// Visits every path to every outcome of a program.
    pub(super) fn routes(&self, program: &Program, mut visit: impl FnMut(&InterpretedMove)) {
        self.looked.set(Area::EMPTY);
        self.steps.set(0);
        let _ = run::<()>(program, self, self.mover, &mut AllRoutes, &mut |outcome| {
            visit(outcome);
            ControlFlow::Continue(())
        });
    }

    /// The squares whose occupant was queried in the latest run.
    pub(super) fn looked(&self) -> Area {
        self.looked.get()
    }

    /// The number of steps in the latest run.
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }
}

impl Terrain for Sheet {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn allows_step(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        true
    }

    fn occupant(&self, sq: Square) -> Occupant {
        self.looked.set(self.looked.get().with(sq));
        self.occupants[sq.index()]
    }

    fn is_unmoved(&self, _: Square) -> bool {
        self.unmoved
    }

    fn is_start(&self, sq: Square) -> bool {
        self.starts.has(sq)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.unmoved_friends.has(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.en_passant.filter(|(squares, _)| squares.has(sq)).map(|(_, victim)| victim)
    }
}
