//! The squares from which a piece could never move again, whatever is around it.
//!
//! Parts show this directly. Terms left to the interpreter are tried on boards
//! whose other squares are all alike, or all but one.

use super::Layout;
use crate::board::{Color, Geometry, Piece, Square, Squares, Step};
use crate::tables::interpreted::InterpretedPart;
use crate::tables::{Mover, rights};
use crate::variant::{Mandatory, PromotionChoice, Variant};
use crate::xbetza::run::{InterpretedMove, Occupant, Runner, Seen, Terrain, run_term};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The contents of other squares. Crowded boards, on which rides are short, come first.
const OTHERS: [Occupant; 4] = [
    Occupant::Enemy { royal: false },
    Occupant::Friend { royal: false },
    Occupant::Enemy { royal: true },
    Occupant::Empty,
];

/// Steps that may be tried for a term; one that takes more is assumed to move
/// from everywhere.
const TRIALS: usize = 120_000;

/// A board on which all squares but one have the same contents.
struct Uniform<'a, const N: usize> {
    geometry: Geometry,
    enter: Squares<N>,
    /// The squares on which pieces like the mover stood at the start.
    start: &'a Squares<N>,
    /// The squares on which being unmoved is a right that can be lost.
    rights: Squares<N>,
    from: Square,
    all: Occupant,
    one: (Square, Occupant),
    /// Squares whose occupant was looked up.
    looked: Cell<Squares<N>>,
    /// How many steps were tried for the term so far.
    trials: &'a Cell<usize>,
}

impl<const N: usize> Terrain for Uniform<'_, N> {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn allows_step(&self) -> bool {
        self.trials.set(self.trials.get() + 1);
        true
    }

    fn occupant(&self, sq: Square) -> Occupant {
        self.looked.set(self.looked.get().with(sq));
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
}

impl<const N: usize> Layout<N> {
    /// The squares on which a piece would be stuck; empty if no rule needs them.
    pub(super) fn immobile(&self, piece: Piece, mover: &Mover<N>, interpreted: &[InterpretedPart<N>]) -> Squares<N> {
        if !asks(&self.variant, piece) {
            return Squares::EMPTY;
        }
        let mut stuck: Squares<N> = self.squares().filter(|&sq| !self.parts_move(mover, sq)).collect();
        // A move that is possible only once in a game does not help later.
        for part in interpreted.iter().filter(|part| part.once.is_none()) {
            stuck &= !self.moving(piece, part, stuck);
        }
        stuck
    }

    fn parts_move(&self, mover: &Mover<N>, sq: Square) -> bool {
        let parts = &mover.parts;
        let leaps = self.store.set(parts.leap, sq) | self.store.set(parts.quiet, sq) | self.store.set(parts.take, sq);
        let slides = parts.slides.iter().any(|slide| {
            let rays = self.store.rays(slide, sq);
            (0..8).any(|d| slide.directions >> d & 1 != 0 && rays[d].any())
        });
        let lame = parts.lame.iter().map(|lame| lame.paths).chain(parts.doubles).chain(mover.passes);
        let mut lame = lame.map(|paths| self.store.paths(paths).reach(sq, Squares::EMPTY));
        let hops = parts.hops.iter().any(|hop| {
            let rays = self.store.flights(hop, sq);
            (0..8).any(|d| hop.directions >> d & 1 != 0 && rays[d].several())
        });
        leaps.any() || slides || lame.any(Squares::any) || hops
    }

    /// Those of these squares from which a term may move.
    fn moving(&self, piece: Piece, part: &InterpretedPart<N>, among: Squares<N>) -> Squares<N> {
        let start = &rights::start_squares::<N>(&self.variant, piece);
        let rights = rights::right_squares(&self.variant);
        let (geometry, color) = (self.variant.board, piece.color());
        let hunt = Hunt { geometry, color, part, start, rights, trials: Cell::new(0) };
        let mut moving = Squares::EMPTY;
        let mut latest = None;
        for from in among & part.from {
            // The exception that lets the piece move on one square usually does so on the next.
            if latest.is_some_and(|exception| hunt.moves_alike(from, exception)) {
                moving.insert(from);
            } else if let Some(exception) = hunt.find(from) {
                latest = Some(exception);
                moving.insert(from);
            }
        }
        if hunt.trials.get() > TRIALS { among } else { moving }
    }
}

/// The filling of a board, and an exception at some distance from the piece.
type Exception = (Occupant, Step, Occupant);

/// The search for boards on which a term moves.
struct Hunt<'a, const N: usize> {
    geometry: Geometry,
    color: Color,
    part: &'a InterpretedPart<N>,
    start: &'a Squares<N>,
    rights: Squares<N>,
    trials: Cell<usize>,
}

impl<const N: usize> Hunt<'_, N> {
    fn board(&self, from: Square, all: Occupant, one: (Square, Occupant)) -> Uniform<'_, N> {
        let (geometry, enter, start, trials) = (self.geometry, self.part.enter, self.start, &self.trials);
        Uniform {
            geometry,
            enter,
            start,
            rights: self.rights,
            from,
            all,
            one,
            looked: Cell::new(Squares::EMPTY),
            trials,
        }
    }

    /// Whether the term moves there, or was tried too long to be tried again.
    fn moves(&self, board: &Uniform<N>) -> bool {
        let runner = Runner { color: self.color, from: board.from };
        let board: &dyn Terrain = board;
        let mut any = |_: &InterpretedMove| ControlFlow::Break(());
        self.trials.get() > TRIALS
            || run_term(&self.part.term, board, runner, &mut Seen::default(), &mut any).is_break()
    }

    /// Whether an exception that let the piece move elsewhere does so here.
    fn moves_alike(&self, from: Square, (all, step, one): Exception) -> bool {
        self.geometry.step(from, step).is_some_and(|sq| self.moves(&self.board(from, all, (sq, one))))
    }

    /// A board on which the piece moves from a square.
    fn find(&self, from: Square) -> Option<Exception> {
        let uniform = OTHERS.map(|all| self.board(from, all, (from, all)));
        if let Some(board) = uniform.iter().find(|board| self.moves(board)) {
            return Some((board.all, Step::new(0, 0), board.all));
        }
        for board in uniform {
            // A piece on a square that the term has not looked at makes no difference.
            for sq in (board.looked.get() & self.part.enter).without(from) {
                let others = OTHERS.into_iter().filter(|one| *one != board.all);
                let one = others.into_iter().find(|one| self.moves(&self.board(from, board.all, (sq, *one))));
                if let Some(one) = one {
                    return Some((board.all, self.geometry.difference(from, sq), one));
                }
            }
        }
        None
    }
}

/// Whether any rule needs to know where a piece is stuck.
fn asks(variant: &Variant, piece: Piece) -> bool {
    let mut promotions = variant.rules.promotions.iter();
    let drops = variant.rules.drops.enabled && variant.rules.drops.no_immobile;
    drops
        || promotions.clone().any(|rule| rule.choice == PromotionChoice::Movable)
        || promotions.any(|rule| rule.mandatory == Mandatory::Immobile && rule.kinds.has(piece.kind()))
}
