//! Squares that royal pieces pass.

use super::{Truth, View};
use alfil::internals::board::{Area, Piece, Square, Step, Topology};
use alfil::internals::variant::InitialMoves;
use alfil::internals::xbetza::run::{InterpretedMove, Runner, Seen, run_term};
use alfil::internals::xbetza::{Crossing, Hop, Leg};
use std::ops::ControlFlow;

impl Truth<'_> {
    /// Whether a royal piece on a square can make a move without passing an empty square on which it would be in
    /// danger. If the rule does not apply, it can.
    pub(super) fn passes_safely(self, from: Square, outcome: &InterpretedMove) -> bool {
        let Some(piece) = self.at(from) else { return true };
        if !self.rules().royalty.safe_path || !self.variant().kind(piece.kind()).royal || outcome.to == from {
            return true;
        }
        let held = |once: Option<u8>| once.is_none_or(|right| self.setup.once[piece.color()] >> right & 1 != 0);
        self.programs(piece, from).into_iter().filter(|(.., once)| held(*once)).any(|(program, allowed, _)| {
            let view = View { truth: self, piece, allowed };
            let mover = Runner { color: piece.color(), from };
            program.terms.iter().any(|term| {
                let mut made = false;
                let _ = run_term(term, &view, mover, &mut Seen::default(), &mut |other: &InterpretedMove| {
                    made |= (other.to, other.victims, other.unload) == (outcome.to, outcome.victims, outcome.unload);
                    ControlFlow::<()>::Continue(())
                });
                made && term.single_leg().is_none_or(|leg| {
                    let rays = leg.opening().iter().map(|ray| ray.step.seen_by(piece.color()));
                    let mut ways = rays.filter_map(|step| self.way(leg, step, from, outcome.to));
                    ways.any(|way| self.is_safe_way(from, way, None))
                })
            })
        })
    }

    /// The right that a move of a piece uses up, given the one without the following rule; `None` if the piece may not
    /// make the move now. If the game has the rule, a royal piece in check may make only moves that it could also make
    /// if it had moved before.
    pub(super) fn right_to_leave(
        self,
        from: Square,
        right: Option<u8>,
        outcome: &InterpretedMove,
    ) -> Option<Option<u8>> {
        let free = self.rules().royalty.initial_moves == InitialMoves::AnyTime;
        let royal = |piece: Piece| self.variant().kind(piece.kind()).royal;
        let Some(piece) = self.at(from).filter(|piece| !free && royal(*piece)) else { return Some(right) };
        let plain =
            outcome.unload.is_none() && outcome.partner.is_none() && outcome.victims.iter().all(|&sq| sq == outcome.to);
        let over = match self.rules().royalty.initial_moves == InitialMoves::AsCastling && plain {
            true => self.squares_over(from, outcome.to),
            false => Vec::new(),
        };
        let safe = over.is_empty() || over.into_iter().any(|sq| self.is_safe_way(from, Area::of(sq), None));
        if !self.in_check(piece.color()) && safe {
            return Some(right);
        }
        let mut moved = self.setup.clone();
        moved.unmoved.remove(from);
        let made = self.after(&moved).outcomes_by_right(from, &mut |right, other| match (
            other.to,
            &other.victims,
            other.unload,
        ) == (
            outcome.to,
            &outcome.victims,
            outcome.unload,
        ) {
            true => ControlFlow::Break(right),
            false => ControlFlow::Continue(()),
        });
        made.break_value()
    }

    /// The squares on the way between two squares: adjacent to both, neither beside the line nor beyond its ends.
    fn squares_over(self, from: Square, to: Square) -> Vec<Square> {
        let board = self.variant().board;
        let apart = |a: Square, b: Square| {
            let files = board.file(a).abs_diff(board.file(b));
            let ranks = board.rank(a).abs_diff(board.rank(b));
            let round = |distance: u8, length: u8| distance.min(length - distance);
            match board.topology() {
                Topology::Plane => [files, ranks],
                Topology::Cylinder => [round(files, board.files()), ranks],
                Topology::Torus => [round(files, board.files()), round(ranks, board.ranks())],
            }
        };
        let touches = |a: Square, b: Square| apart(a, b).into_iter().max() == Some(1);
        let whole = apart(from, to);
        // The two steps together are exactly as far as the whole way, in both dimensions.
        let on_the_way = |sq: &Square| {
            let [first, second] = [apart(from, *sq), apart(*sq, to)];
            touches(from, *sq) && touches(*sq, to) && (0..2).all(|way| first[way] + second[way] == whole[way])
        };
        let far = whole.into_iter().max() == Some(2);
        board.all().filter(|sq| far && on_the_way(sq)).collect()
    }

    /// The empty squares on the way of one leg.
    fn way(self, leg: &Leg, step: Step, from: Square, to: Square) -> Option<Area> {
        let board = self.variant().board;
        let (files, ranks) = (i16::from(board.files()), i16::from(board.ranks()));
        let mut way = Area::EMPTY;
        let mut closed = false;
        let (mut file, mut rank) = (i16::from(board.file(from)), i16::from(board.rank(from)));
        for _ in 0..leg.range.map_or(files * ranks, i16::from) {
            let beside = |right: i8, forward: i8| {
                let (mut file, mut rank) = (file + i16::from(right), rank + i16::from(forward));
                if leg.wraps {
                    file = file.rem_euclid(files);
                }
                if leg.wraps && board.topology() == Topology::Torus {
                    rank = rank.rem_euclid(ranks);
                }
                board.square(file, rank)
            };
            let long = step.right.abs() > 1 || step.forward.abs() > 1;
            let middle = beside(step.right / 2, step.forward / 2).filter(|_| long && leg.crossing == Crossing::Lame);
            let next = beside(step.right, step.forward)?;
            for sq in middle.into_iter().chain([next].into_iter().filter(|sq| *sq != to)) {
                closed |= self.at(sq).is_some();
                if self.at(sq).is_none() {
                    way.insert(sq);
                }
            }
            if next == to {
                let blocked = closed && leg.hop == Hop::None && leg.crossing == Crossing::Free;
                return (!blocked).then_some(way);
            }
            (file, rank) = (i16::from(board.file(next)), i16::from(board.rank(next)));
        }
        None
    }
}
