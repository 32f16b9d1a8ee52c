//! En passant: the pieces of a position that may just have passed squares.

use crate::board::{Area, Color, Piece, Square, Step};
use crate::variant::{EffectKind, Gating, Variant};
use crate::xbetza::{Hop, Leg, Term, When};

/// A piece that may just have made a move which gives en passant rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passer {
    pub victim: Square,
    /// The empty squares that it passed, on which it can be captured.
    pub passed: Area,
}

/// All pieces of `color` that may just have passed squares. `walls` may have been placed behind them.
pub(super) fn passers(variant: &Variant, board: &[Piece], home: &[Piece], walls: Area, color: Color) -> Vec<Passer> {
    let mut passers = Vec::new();
    for victim in variant.board.all() {
        let Some(piece) = victim.piece_on(board).filter(|piece| piece.color() == color) else { continue };
        for moves in variant.rules.guises(piece.kind()).iter().flat_map(|kind| variant.kind(kind).moves(color)) {
            for term in &moves.program.terms {
                let search = Search { variant, board, home, walls, piece, victim, from: moves.from };
                search.add(term, &mut passers);
            }
        }
    }
    passers
}

struct Search<'a> {
    variant: &'a Variant,
    board: &'a [Piece],
    home: &'a [Piece],
    walls: Area,
    piece: Piece,
    victim: Square,
    /// The squares on which the move may have begun.
    from: Area,
}

impl Search<'_> {
    /// Adds the squares that the piece can have passed by one term.
    fn add(&self, term: &Term, passers: &mut Vec<Passer>) {
        let Some(leg) = term.single_leg().filter(|leg| leg.marks_en_passant && leg.modes.quiet && leg.hop == Hop::None)
        else {
            return;
        };
        for ray in leg.opening() {
            let step = ray.step.seen_by(self.piece.color());
            if step.right == 0 || step.forward == 0 || step.right.abs() == step.forward.abs() {
                self.add_ray(term.when, leg, step, passers);
            }
        }
    }

    /// Goes back along a ray from the square of the piece.
    fn add_ray(&self, when: When, leg: &Leg, step: Step, passers: &mut Vec<Passer>) {
        let geometry = self.variant.board;
        let unit = Step::new(-step.right.signum(), -step.forward.signum());
        let size = step.right.abs().max(step.forward.abs());
        let mut passed = Area::EMPTY;
        let mut at = self.victim;
        for _ in 0..leg.range.unwrap_or(u8::MAX) {
            for i in 0..size {
                let Some(next) = geometry.step(at, unit) else { return };
                at = next;
                if i + 1 < size && self.is_empty(at) {
                    passed.insert(at);
                }
            }
            // Every square on its way is empty now, and so is the one
            // it came from, unless something may enter behind it.
            let empty = self.is_empty(at);
            if !empty && !self.has_been_filled(at) {
                return;
            }
            let open = passed & !self.walls;
            if open.any() && self.from.has(at) && self.may_begin(when, at) {
                passers.push(Passer { victim: self.victim, passed: open });
            }
            if !empty {
                return;
            }
            passed.insert(at);
        }
    }

    /// Whether the piece on a square may have appeared there when another left it.
    fn has_been_filled(&self, sq: Square) -> bool {
        let rules = &self.variant.rules;
        let Some(piece) = sq.piece_on(self.board) else { return false };
        let appears = |kind| rules.effects.iter().any(|effect| effect.what == EffectKind::Appear(kind));
        piece.color() == self.piece.color() && (rules.gating == Gating::VirginSquare || appears(piece.kind()))
    }

    fn is_empty(&self, sq: Square) -> bool {
        self.board.get(sq.index()).is_some_and(|piece| piece.is_none())
    }

    /// Whether the piece could use a term of this kind from `origin`.
    fn may_begin(&self, when: When, origin: Square) -> bool {
        let arrived = |sq: Square| self.variant.arrives_unmoved(self.piece, sq);
        let at_home = |sq: Square| {
            self.home.get(sq.index()).is_some_and(|home| self.variant.is_same(*home, self.piece)) || arrived(sq)
        };
        match when {
            When::Always => true,
            When::Unmoved => at_home(origin),
            When::AheadOfStart => {
                let back = Step::new(0, -1).seen_by(self.piece.color());
                self.variant.board.step(origin, back).is_some_and(at_home)
            }
        }
    }
}
