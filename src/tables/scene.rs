//! Moves that no part expresses: the interpreter runs those terms on a
//! [`Scene`]. Nothing else runs programs on the board of a game in progress.

use super::interpreted::{Interpreted, InterpretedPart};
use super::{Barred, Tables};
use crate::board::{Color, Geometry, Piece, Square, Squares, Step};
use crate::variant::is_held;
use crate::xbetza::run::{AllRoutes, InterpretedMove, Occupant, OutcomeMemory, Runner, Seen, Terrain, run_term};
use crate::xbetza::{Crossing, Hop, Leg, Term};
use std::cell::Cell;
use std::ops::ControlFlow;

/// A board as seen by the pieces of one side: a position, or a hypothetical one.
#[derive(Clone, Copy)]
pub struct Scene<'a, const N: usize> {
    /// The side.
    pub by: Color,
    /// All squares that block lines, including holes.
    pub occupied: Squares<N>,
    /// The pieces over which some hoppers may not jump.
    pub barred: Barred<'a, N>,
    /// Squares that have become holes since the start.
    pub holes: Squares<N>,
    /// The pieces of the side.
    pub friends: Squares<N>,
    /// The squares of royals, as far as they matter to the side.
    pub royals: Squares<N>,
    /// The unmoved pieces that still have a right because of it.
    pub unmoved: Squares<N>,
    /// Whether pieces have the moves that they can make only while unmoved.
    pub initial_moves: bool,
    /// The squares on which en passant captures are possible.
    pub en_passant: Squares<N>,
    /// The piece that would be captured en passant.
    pub en_passant_victim: Square,
    /// The one-time rights of the side.
    pub once: u8,
}

/// A scene as seen by one piece in one part of its moves.
struct PieceScene<'a, const N: usize> {
    t: &'a Tables<N>,
    scene: &'a Scene<'a, N>,
    piece: Piece,
    /// The squares on which it may be at all, including those that have become holes.
    enter: Squares<N>,
    /// Squares whose occupant was looked up.
    looked: Cell<Squares<N>>,
}

impl<'a, const N: usize> PieceScene<'a, N> {
    fn new(t: &'a Tables<N>, scene: &'a Scene<'a, N>, piece: Piece, enter: Squares<N>) -> Self {
        Self { t, scene, piece, enter, looked: Cell::new(Squares::EMPTY) }
    }
}

impl<const N: usize> Terrain for PieceScene<'_, N> {
    #[inline]
    fn geometry(&self) -> Geometry {
        self.t.geometry()
    }

    #[inline]
    fn occupant(&self, sq: Square) -> Occupant {
        self.looked.set(self.looked.get().with(sq));
        let Scene { occupied, holes, friends, royals, .. } = self.scene;
        if !self.enter.has(sq) || holes.has(sq) {
            Occupant::Hole
        } else if !occupied.has(sq) {
            Occupant::Empty
        } else if friends.has(sq) {
            Occupant::Friend { royal: royals.has(sq) }
        } else {
            Occupant::Enemy { royal: royals.has(sq) }
        }
    }

    fn is_hurdle(&self, sq: Square) -> bool {
        !self.scene.barred.of(self.t.mover(self.piece).barred).has(sq)
    }

    fn is_beyond_rim(&self, sq: Square) -> bool {
        !self.enter.has(sq)
    }

    fn is_unmoved(&self, from: Square) -> bool {
        self.scene.initial_moves && self.t.counts_as_unmoved(self.piece, from, self.scene.unmoved)
    }

    fn is_start(&self, sq: Square) -> bool {
        self.t.is_start(self.piece, sq)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.scene.unmoved.has(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.scene.en_passant.has(sq).then_some(self.scene.en_passant_victim)
    }
}

/// Whether a term leads to an outcome that passes a test.
fn leads(term: &Term, terrain: &impl Terrain, runner: Runner, test: impl Fn(&InterpretedMove) -> bool) -> bool {
    let mut until =
        |outcome: &InterpretedMove| if test(outcome) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    run_term(term, terrain, runner, &mut Seen::default(), &mut until).is_break()
}

impl<const N: usize> Tables<N> {
    /// The pieces of a side some of whose moves need the interpreter.
    #[inline]
    pub fn interpreted_pieces(&self, color: Color) -> &[Piece] {
        &self.interpreted[color]
    }

    /// Whether a side has pieces that need the interpreter.
    #[inline]
    pub fn has_interpreted_pieces(&self, color: Color) -> bool {
        !self.interpreted[color].is_empty()
    }

    /// The terms of a piece that are left to the interpreter.
    pub(super) fn interpreted_of(&self, piece: Piece) -> Option<&Interpreted<N>> {
        self.by_interpreter[piece.index()].as_ref()
    }

    /// The terms that the interpreter runs for a piece on a square, if its side has these one-time rights.
    fn interpreted_parts(&self, piece: Piece, from: Square, once: u8) -> impl Iterator<Item = &InterpretedPart<N>> {
        let parts = self.interpreted_of(piece).map_or(&[][..], |interpreted| &interpreted.parts);
        parts.iter().filter(move |part| part.from.has(from) && is_held(part.once, once))
    }

    /// Whether some of the moves of a piece need the interpreter.
    pub fn needs_interpreter(&self, piece: Piece) -> bool {
        self.interpreted_of(piece).is_some()
    }

    /// Whether the interpreter has moves of a piece that need no
    /// rights of its side except these.
    pub fn is_interpreted_with(&self, piece: Piece, once: u8) -> bool {
        self.interpreted_of(piece)
            .is_some_and(|interpreted| interpreted.parts.iter().any(|part| is_held(part.once, once)))
    }

    /// Whether pieces between such a piece and a square can only block it: it
    /// hops over none, captures none on the way, and needs none.
    pub fn is_held_up(&self, piece: Piece) -> bool {
        self.interpreted_of(piece).is_none_or(|interpreted| interpreted.is_held_up)
    }

    /// Whether the interpreter has en passant captures of a piece.
    pub fn is_interpreted_in_passing(&self, piece: Piece) -> bool {
        self.interpreted_of(piece).is_some_and(|interpreted| interpreted.parts.iter().any(|part| part.en_passant))
    }

    /// Visits the moves of a piece that need the interpreter, with the
    /// right that each uses up; those that need none come first.
    pub fn interpret<B>(
        &self,
        piece: Piece,
        from: Square,
        scene: &Scene<N>,
        memory: &mut impl OutcomeMemory,
        mut visit: impl FnMut(Option<u8>, &InterpretedMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for part in self.interpreted_parts(piece, from, scene.once) {
            let view = PieceScene::new(self, scene, piece, part.enter);
            let runner = Runner { color: scene.by, from };
            run_term(&part.term, &view, runner, memory, &mut |outcome: &InterpretedMove| visit(part.once, outcome))?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the piece on `from` has a move that passes `test` and
    /// needs the interpreter.
    pub fn interpreter_finds(
        &self,
        piece: Piece,
        from: Square,
        scene: &Scene<N>,
        test: impl Fn(&InterpretedMove) -> bool,
    ) -> bool {
        self.interpreted_parts(piece, from, scene.once).any(|part| {
            let view = PieceScene::new(self, scene, piece, part.enter);
            let runner = Runner { color: scene.by, from };
            leads(&part.term, &view, runner, &test)
        })
    }

    /// The same, with the squares that were looked at.
    pub fn interpreter_finds_looking(
        &self,
        piece: Piece,
        from: Square,
        scene: &Scene<N>,
        test: impl Fn(&InterpretedMove) -> bool,
    ) -> (bool, Squares<N>) {
        let mut looked = Squares::EMPTY;
        for part in self.interpreted_parts(piece, from, scene.once) {
            let view = PieceScene::new(self, scene, piece, part.enter);
            let runner = Runner { color: scene.by, from };
            let found = leads(&part.term, &view, runner, &test);
            looked |= view.looked.get();
            if found {
                return (true, looked);
            }
        }
        (false, looked)
    }

    /// All terms of a piece on a square that its side may use now, expressed by parts or
    /// not, and how it sees the board in them.
    fn terms<'a>(
        &'a self,
        piece: Piece,
        from: Square,
        scene: &'a Scene<'a, N>,
    ) -> impl Iterator<Item = (&'a Term, PieceScene<'a, N>)> {
        let moves = self.variant.kind(piece.kind()).moves(piece.color());
        moves.filter(move |moves| moves.are_there(from, scene.once)).flat_map(move |moves| {
            let enter = moves.enter.resized();
            moves.program.terms.iter().map(move |term| (term, PieceScene::new(self, scene, piece, enter)))
        })
    }

    /// The squares on which a piece may touch down on its way to an outcome: one list for each route.
    pub fn routes(
        &self,
        piece: Piece,
        from: Square,
        scene: &Scene<N>,
        is_wanted: impl Fn(&InterpretedMove) -> bool,
    ) -> Vec<Vec<Square>> {
        let mut found = Vec::new();
        for (term, view) in self.terms(piece, from, scene) {
            let runner = Runner { color: scene.by, from };
            let _ = run_term::<_, ()>(term, &view, runner, &mut AllRoutes, &mut |outcome: &InterpretedMove| {
                if is_wanted(outcome) {
                    found.push(outcome.relays.to_vec());
                }
                ControlFlow::Continue(())
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a piece has any move that passes `test`.
    pub fn does(&self, piece: Piece, from: Square, scene: &Scene<N>, test: impl Fn(&InterpretedMove) -> bool) -> bool {
        let runner = Runner { color: scene.by, from };
        self.terms(piece, from, scene).any(|(term, view)| leads(term, &view, runner, &test))
    }

    /// The squares passed in each of the ways in which a piece makes a move that `is_wanted`
    /// accepts and ends on `to`. Only rides and leaps of a single leg count; other
    /// ways are taken to pass none.
    pub fn ways(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        scene: &Scene<N>,
        is_wanted: impl Fn(&InterpretedMove) -> bool,
    ) -> Vec<Squares<N>> {
        let runner = Runner { color: scene.by, from };
        let mut ways = Vec::new();
        for (term, view) in self.terms(piece, from, scene) {
            if !leads(term, &view, runner, &is_wanted) {
                continue;
            }
            match term.single_leg() {
                Some(leg) => ways.extend(
                    leg.opening()
                        .iter()
                        .filter_map(|ray| self.passed(leg, ray.step.seen_by(scene.by), [from, to], scene.occupied)),
                ),
                None => ways.push(Squares::EMPTY),
            }
        }
        ways
    }

    /// The squares that a leg passes in a direction, including the middles of lame leaps;
    /// `None` if it does not lead to the destination.
    fn passed(&self, leg: &Leg, step: Step, [from, to]: [Square; 2], occupied: Squares<N>) -> Option<Squares<N>> {
        let board = self.geometry();
        let go = |sq: Square, step: Step| board.go(sq, step, leg.wraps);
        let lame = leg.crossing == Crossing::Lame;
        let (mut at, mut passed) = (from, Squares::EMPTY);
        for _ in 0..leg.range.map_or(board.squares(), usize::from) {
            if lame {
                passed |= go(at, step.half()).into_iter().collect();
            }
            at = go(at, step)?;
            if at == to {
                // A ride round the edge may arrive from either side, unless that way is blocked.
                let open = leg.hop != Hop::None || leg.crossing != Crossing::Free;
                return (open || (passed & occupied).is_empty()).then_some(passed);
            }
            passed.insert(at);
        }
        None
    }
}
