//! The work of the interpreter for the legal moves of a position.
//!
//! Pieces of many legs have more ways over the board than any machine can
//! follow, and a GUI waits for every answer. So each piece is tried on some boards,
//! and a game in which a position would take too long is refused.

use super::interpreted::{Interpreted, InterpretedPart};
use super::{LayError, Tables};
use crate::board::{Color, Geometry, Piece, Square, Squares};
use crate::limits;
use crate::xbetza::run::{InterpretedMove, Occupant, Runner, Seen, Terrain, run_term};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The number of squares for each piece, on each of the boards tried. Rides are
/// longest on the empty one; hops and captures on the way need the others.
const CROWDS: [u32; 4] = [u32::MAX, 8, 3, 2];
/// One square of this many is tried for each piece.
const STRIDE: usize = 5;
/// How much longer it takes to find that no way leads to a royal than to find one
/// that does, for which half of all ways are enough on average.
const LOOSE: u64 = 2;
/// A royal's square and those around it, each of which is tested.
const ROYAL: u64 = 9;

/// The work for one piece, on the worst of the boards.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    /// Steps tried for its moves.
    steps: u64,
    /// The average number of steps in the runs that a change of one square would repeat.
    share: u64,
    /// Its moves.
    moves: u64,
    /// Whether pieces on the way can only block it.
    is_held_up: bool,
}

/// A board with some pieces on it.
struct Sample<'a, const N: usize> {
    geometry: Geometry,
    enter: Squares<N>,
    from: Square,
    friends: Squares<N>,
    enemies: Squares<N>,
    looked: &'a Cell<Squares<N>>,
    steps: &'a Cell<u64>,
}

impl<const N: usize> Terrain for Sample<'_, N> {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// After too many steps, all remaining runs end at once.
    fn allows_step(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() <= limits::STEPS
    }

    fn occupant(&self, sq: Square) -> Occupant {
        self.looked.set(self.looked.get().with(sq));
        match sq {
            _ if !self.enter.has(sq) => Occupant::Hole,
            _ if self.friends.has(sq) || sq == self.from => Occupant::Friend { royal: false },
            _ if self.enemies.has(sq) => Occupant::Enemy { royal: false },
            _ => Occupant::Empty,
        }
    }

    fn never_moved(&self, _: Square) -> bool {
        true
    }
}

impl<const N: usize> Tables<N> {
    /// Refuses a game in which the moves of a position take too long to generate.
    pub(super) fn check_effort(&self) -> Result<(), LayError> {
        if !Color::ALL.iter().any(|&color| self.has_interpreted_pieces(color)) {
            return Ok(());
        }
        let efforts: Vec<Effort> = self.pieces().map(|piece| self.effort(piece)).collect();
        let worst: Vec<Piece> = self.pieces().map(|piece| self.worst_form(piece, &efforts)).collect();
        for us in Color::ALL {
            let pieces = |color| self.at_start(color).map(|piece| worst[piece.index()]);
            let sum =
                |color, of: fn(&Effort) -> u64| pieces(color).map(|piece| of(&efforts[piece.index()])).sum::<u64>();
            let loose = |effort: &Effort| if effort.is_held_up { 0 } else { effort.share };
            let hardest = pieces(!us).map(|piece| efforts[piece.index()].share).max().unwrap_or(0);
            let moves = sum(us, |effort| effort.moves);
            // The side's own moves; the attacks of all enemies on each royal and the squares around it; those that
            // change when a piece leaves its square; and, for each move, those that it may open, or that of a piece
            // that gives check.
            let steps = sum(us, |effort| effort.steps)
                + ROYAL * sum(!us, |effort| effort.steps)
                + pieces(us).count() as u64 * sum(!us, |effort| effort.share)
                + moves * (LOOSE * sum(!us, loose) + hardest);
            if steps > limits::STEPS {
                let culprit = pieces(us).chain(pieces(!us)).max_by_key(|piece| efforts[piece.index()].steps);
                return Err(self.too_hard(culprit, steps));
            }
        }
        Ok(())
    }

    fn too_hard(&self, culprit: Option<Piece>, steps: u64) -> LayError {
        let piece = culprit.unwrap_or(Piece(0));
        let name = &self.variant().kind(piece.kind()).name;
        let message = format!(
            "it would take too long to find the moves of a position: {} times as long as is allowed, most of it for the \
             moves of {name}; it should have fewer or shorter legs, or there should be fewer of it",
            steps.div_ceil(limits::STEPS).max(2)
        );
        LayError { kind: piece.kind(), message }
    }

    /// A side's pieces at the start, and those in hand.
    fn at_start(&self, color: Color) -> impl Iterator<Item = Piece> {
        let start = &self.variant().start;
        let board = start.board.iter().copied().filter(move |piece| !piece.is_none() && piece.color() == color);
        let held = start.hands[color].iter().zip(self.variant().kinds());
        board.chain(
            held.flat_map(move |(&count, (kind, _))| std::iter::repeat_n(Piece::new(kind, color), usize::from(count))),
        )
    }

    /// The most expensive of all pieces that a piece may become.
    fn worst_form(&self, piece: Piece, efforts: &[Effort]) -> Piece {
        self.stages(piece).into_iter().max_by_key(|form| efforts[form.index()].steps).unwrap_or(piece)
    }

    fn effort(&self, piece: Piece) -> Effort {
        let squares = u64::from(self.board.count());
        let plain = self.board.iter().map(|from| self.reach_when_empty(piece, from).count()).max();
        let mut effort = Effort { moves: plain.unwrap_or(0).into(), is_held_up: true, ..Effort::default() };
        if let Some(interpreted) = self.interpreted_of(piece) {
            effort.is_held_up = interpreted.is_held_up;
            for crowd in CROWDS {
                for from in self.board.iter().step_by(STRIDE) {
                    let (steps, looked, moves) = self.tries(interpreted, from, crowd);
                    effort.steps = effort.steps.max(steps);
                    effort.share = effort.share.max(steps * looked / squares);
                    effort.moves = effort.moves.max(moves);
                }
            }
        }
        effort
    }

    /// Steps tried, squares looked at and moves found from a square.
    fn tries(&self, interpreted: &Interpreted<N>, from: Square, crowd: u32) -> (u64, u64, u64) {
        // Any arrangement will do, if it is the same on every machine.
        let number = |sq: Square| (u32::from(sq.0) + 1).wrapping_mul(0x9E37_79B9) >> 7;
        let pieces: Squares<N> = self.board.iter().filter(|&sq| number(sq).is_multiple_of(crowd)).collect();
        let friends: Squares<N> = pieces.iter().filter(|&sq| number(sq) >> 16 & 1 == 0).collect();
        let (steps, looked, mut moves) = (Cell::new(0), Cell::new(Squares::EMPTY), 0);
        let mut seen = Seen::default();
        for InterpretedPart { term, enter, .. } in interpreted.parts.iter().filter(|part| part.from.has(from)) {
            let sample = Sample {
                geometry: self.geometry(),
                enter: *enter,
                from,
                friends,
                enemies: pieces & !friends,
                looked: &looked,
                steps: &steps,
            };
            let runner = Runner { color: interpreted.piece.color(), from };
            let _ = run_term::<_, ()>(term, &sample, runner, &mut seen, &mut |_: &InterpretedMove| {
                moves += 1;
                ControlFlow::Continue(())
            });
        }
        (steps.get(), looked.get().count().into(), moves)
    }
}
