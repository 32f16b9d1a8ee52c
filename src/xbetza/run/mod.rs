//! Runs programs: the moves of a piece on a board, from its program and the board alone.
//!
//! A [`Program`] and a [`Terrain`] go in, pseudo-legal [`InterpretedMove`]s come out, each
//! once unless all routes are wanted. Nothing here knows whose turn it is, what check means, or where
//! pieces promote.

mod outcome;
mod walk;

pub use outcome::{AllRoutes, InterpretedKind, InterpretedMove, Journey, OutcomeMemory, Seen, SquareList};

use super::program::{Action, Anywhere, Bend, Castle, Modes, Program, Step, Term, When};
use crate::board::{Area, Color, Geometry, Square};
use std::ops::ControlFlow;

/// The contents of a square, from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// An empty square.
    Empty,
    /// The square is excluded from the board.
    Hole,
    /// A piece of the mover's side.
    Friend {
        /// Whether it is royal.
        royal: bool,
    },
    /// A piece of the other side.
    Enemy {
        /// Whether it is royal.
        royal: bool,
    },
}

impl Occupant {
    /// Whether it is a royal piece.
    pub fn is_royal(self) -> bool {
        matches!(self, Self::Friend { royal: true } | Self::Enemy { royal: true })
    }
}

/// The board as seen by one piece. Squares are numbered from 0 without gaps. By default the piece has not moved,
/// and nothing else has a history.
pub trait Terrain {
    /// The size of the board, holes included.
    fn geometry(&self) -> Geometry;

    /// Asked before each step, for terrains that count them; a step that is not allowed ends its path.
    #[inline]
    fn allows_step(&self) -> bool {
        true
    }

    /// The destination of a step; `None` off the board. Holes are on it.
    #[inline]
    fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.allows_step().then(|| self.geometry().step(from, step)).flatten()
    }

    /// The destination of a step if the left and right edges are joined, and on a
    /// torus the others, too, and whether it crossed them; `None` off the board.
    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        self.allows_step().then(|| self.geometry().step_around(from, step)).flatten()
    }

    /// The destination of a step, as on the plane or as [`Terrain::step_around`].
    #[inline]
    fn go(&self, from: Square, step: Step, around: bool) -> Option<Square> {
        match around {
            true => self.step_around(from, step).map(|(to, _)| to),
            false => self.step(from, step),
        }
    }

    /// The contents of a square. The moving piece remains on its own throughout the run.
    fn occupant(&self, sq: Square) -> Occupant;

    /// Whether the moving piece may hop over the piece on a square.
    fn is_hurdle(&self, _: Square) -> bool {
        true
    }

    /// Whether a square has never been on the board: it bounds the rank on which a
    /// piece castles, unlike a hole made during the game.
    fn is_beyond_rim(&self, sq: Square) -> bool {
        self.occupant(sq) == Occupant::Hole
    }

    /// Whether the moving piece on `from` counts as unmoved.
    fn is_unmoved(&self, _from: Square) -> bool {
        true
    }

    /// Whether a piece of the mover's type and colour stood on a square at the start.
    fn is_start(&self, _sq: Square) -> bool {
        true
    }

    /// Whether the friend on a square has never moved, so that it can castle.
    fn never_moved(&self, _sq: Square) -> bool {
        false
    }

    /// The victim of an en passant capture on an empty square.
    fn en_passant_victim(&self, _sq: Square) -> Option<Square> {
        None
    }
}

/// The piece whose moves are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runner {
    /// Its side, for which programs are rotated.
    pub color: Color,
    /// Its square.
    pub from: Square,
}

/// Visits all pseudo-legal outcomes of a program, each as often as `memory` lets it.
///
/// Outcomes that a [`Seen`] contains already are not visited. `visit` ends the run by returning
/// [`ControlFlow::Break`].
pub fn run<B>(
    program: &Program,
    terrain: &dyn Terrain,
    mover: Runner,
    memory: &mut impl OutcomeMemory,
    visit: &mut impl FnMut(&InterpretedMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    // A move made by two terms gives en passant rights if one of them does.
    for marking in [true, false] {
        for term in program.terms.iter().filter(|term| term.marks_en_passant() == marking) {
            run_term(term, terrain, mover, memory, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits the pseudo-legal outcomes of one term that `memory` lets pass.
pub fn run_term<T: Terrain + ?Sized, B>(
    term: &Term,
    terrain: &T,
    mover: Runner,
    memory: &mut impl OutcomeMemory,
    visit: &mut impl FnMut(&InterpretedMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    // There are dozens of visitors: passed as an object, they do not each cause a run to be compiled again.
    let mut ended = None;
    let mut visit = |outcome: &InterpretedMove| visit(outcome).map_break(|broken| ended = Some(broken));
    let _ = run_visiting(term, terrain, mover, memory, &mut visit);
    ended.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

/// Receives the outcomes of a run, and may end it.
type Visit<'v> = dyn FnMut(&InterpretedMove) -> ControlFlow<()> + 'v;

fn run_visiting<T: Terrain + ?Sized>(
    term: &Term,
    terrain: &T,
    mover: Runner,
    memory: &mut dyn OutcomeMemory,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let mut runner = TermRun {
        terrain,
        mover,
        memory,
        visit,
        marks: term.marks_en_passant(),
        victims: SquareList::default(),
        relays: SquareList::default(),
        relayed: Vec::new(),
        unload_at: None,
        flat: false,
    };
    if !runner.may_use(term.when) {
        return ControlFlow::Continue(());
    }
    if runner.marks && term.single_leg().is_some_and(|leg| leg.wraps) {
        // A move across joined edges marks no en passant squares.
        runner.flat = true;
        runner.act(&term.action)?;
        (runner.flat, runner.marks) = (false, false);
    }
    runner.act(&term.action)
}

/// A run of one term.
struct TermRun<'r, T: ?Sized> {
    terrain: &'r T,
    mover: Runner,
    memory: &'r mut dyn OutcomeMemory,
    visit: &'r mut Visit<'r>,
    /// Whether quiet moves of the term give en passant rights.
    marks: bool,
    /// The captures of the legs so far.
    victims: SquareList,
    /// The relays of the legs so far.
    relays: SquareList,
    /// A bit for each number of legs to go, heading, and square of a relay that a walk without
    /// captures has reached; empty before the first is recorded.
    relayed: Vec<u64>,
    /// The latest start square of a leg with `u`.
    unload_at: Option<Square>,
    /// Whether joined edges are not crossed for now.
    flat: bool,
}

impl<T: Terrain + ?Sized> TermRun<'_, T> {
    fn act(&mut self, action: &Action) -> ControlFlow<()> {
        match action {
            Action::Walk(legs) => self.walk(legs),
            Action::Bend(bend) => self.bend(bend),
            Action::Castle(castle) => self.castle(*castle),
            Action::Anywhere(anywhere) => self.anywhere(*anywhere),
            Action::Pass => self.emit(self.mover.from, None),
        }
    }

    fn may_use(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::Unmoved => self.terrain.is_unmoved(self.mover.from),
            When::AheadOfStart => {
                let behind = Step::new(0, -1).seen_by(self.mover.color);
                self.terrain.step(self.mover.from, behind).is_some_and(|sq| self.terrain.is_start(sq))
            }
        }
    }

    /// The contents of a square: the mover itself has left its own.
    #[inline]
    fn look(&self, sq: Square) -> Occupant {
        if sq == self.mover.from { Occupant::Empty } else { self.terrain.occupant(sq) }
    }

    /// Ends the move on a square, if the modes allow it.
    #[inline]
    fn arrive(&mut self, to: Square, occupant: Occupant, modes: Modes) -> ControlFlow<()> {
        match occupant {
            Occupant::Empty => {
                if modes.en_passant
                    && let Some(victim) = self.terrain.en_passant_victim(to)
                    && !(modes.tame && self.look(victim).is_royal())
                {
                    self.emit(to, Some(victim))?;
                }
                if modes.quiet { self.emit(to, None) } else { ControlFlow::Continue(()) }
            }
            Occupant::Enemy { royal } if modes.takes_enemy(royal) => self.emit(to, Some(to)),
            Occupant::Friend { royal } if modes.takes_friend(royal) => self.emit(to, Some(to)),
            Occupant::Hole | Occupant::Enemy { .. } | Occupant::Friend { .. } => ControlFlow::Continue(()),
        }
    }

    /// Emits the move that ends on a square with a last victim, unless it was emitted already.
    fn emit(&mut self, to: Square, victim: Option<Square>) -> ControlFlow<()> {
        let mut victims = self.victims;
        if let Some(victim) = victim {
            victims.insert(victim);
        }
        let mut outcome = InterpretedMove {
            to,
            kind: match victims.is_empty() {
                false => InterpretedKind::Capture,
                true if to == self.mover.from => InterpretedKind::Pass,
                true => InterpretedKind::Move,
            },
            victims,
            relays: self.relays,
            partner: None,
            unload: None,
            marks_en_passant: self.marks && victims.is_empty(),
        };
        if let (Some(at), Some(&piece)) = (self.unload_at, victims.first()) {
            if victims.len() > 1 || !self.has_room(at, piece) {
                return ControlFlow::Continue(());
            }
            if at != to {
                outcome.kind = InterpretedKind::Swap;
                outcome.unload = Some(Journey { from: piece, to: at });
                outcome.victims = SquareList::default();
            }
        }
        self.report(&outcome)
    }

    /// Whether a captured piece can be put on a square: not where another one stays.
    fn has_room(&self, at: Square, piece: Square) -> bool {
        at == piece || self.look(at) == Occupant::Empty
    }

    fn report(&mut self, outcome: &InterpretedMove) -> ControlFlow<()> {
        if self.memory.insert(outcome) { (self.visit)(outcome) } else { ControlFlow::Continue(()) }
    }

    /// A ride that turns at every step.
    fn bend(&mut self, bend: &Bend) -> ControlFlow<()> {
        self.unload_at = bend.unloads.then_some(self.mover.from);
        let limit = usize::from(bend.range.unwrap_or(u8::MAX));
        for path in &bend.paths {
            let mut at = self.mover.from;
            let mut passed = Area::of(at);
            for step in path.iter().cycle().take(limit) {
                let step = step.seen_by(self.mover.color);
                let next = self.terrain.go(at, step, bend.wraps);
                // A ride can cross itself only round joined edges.
                let Some(next) = next.filter(|&next| !passed.has(next)) else { break };
                let occupant = self.look(next);
                if occupant == Occupant::Hole {
                    break;
                }
                self.arrive(next, occupant, bend.modes)?;
                if occupant != Occupant::Empty {
                    break;
                }
                passed.insert(next);
                at = next;
            }
        }
        ControlFlow::Continue(())
    }

    /// A move to any square.
    fn anywhere(&mut self, anywhere: Anywhere) -> ControlFlow<()> {
        self.unload_at = anywhere.unloads.then_some(self.mover.from);
        let from = self.mover.from;
        for to in self.terrain.geometry().all().filter(|&to| to != from) {
            self.arrive(to, self.look(to), anywhere.modes)?;
        }
        ControlFlow::Continue(())
    }

    /// Castling to the sides that are allowed.
    fn castle(&mut self, castle: Castle) -> ControlFlow<()> {
        for (allowed, right) in [(castle.left, -1), (castle.right, 1)] {
            let sideways = Step::new(right, 0).seen_by(self.mover.color);
            if let Some(outcome) = allowed.then(|| self.castling(castle, sideways)).flatten() {
                self.report(&outcome)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn castling(&self, castle: Castle, sideways: Step) -> Option<InterpretedMove> {
        let (mut to, mut partner_to) = (None, None);
        let mut at = self.mover.from;
        let mut gone = 0;
        let partner = loop {
            gone += 1;
            if gone == castle.distance {
                partner_to = Some(at);
            }
            at = self.terrain.step(at, sideways)?;
            if gone == castle.distance {
                to = Some(at);
            }
            match self.terrain.occupant(at) {
                Occupant::Empty => {}
                Occupant::Friend { .. } if self.terrain.never_moved(at) => break at,
                Occupant::Friend { .. } | Occupant::Enemy { .. } | Occupant::Hole => return None,
            }
        };
        // `to` is unknown if the partner stands nearer than the destination.
        let journey = Journey { from: partner, to: partner_to? };
        (self.rim_distance(partner, sideways) == castle.inset).then_some(InterpretedMove {
            to: to?,
            kind: InterpretedKind::Castle,
            victims: SquareList::default(),
            relays: SquareList::default(),
            partner: Some(journey),
            unload: None,
            marks_en_passant: false,
        })
    }

    /// How many squares lie between a square and the rim or a hole.
    fn rim_distance(&self, from: Square, sideways: Step) -> u8 {
        let mut at = from;
        let mut count = 0;
        while let Some(next) = self.terrain.step(at, sideways).filter(|&sq| !self.terrain.is_beyond_rim(sq)) {
            count += 1;
            at = next;
        }
        count
    }
}
