//! Generation of promotions in place.

use super::Position;
use super::movegen::GenContext;
use super::moves::{Move, MoveKind};
use super::sink::Sink;
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::tables::{Scene, Tables};
use crate::variant::KindSet;

impl<const N: usize> Position<N> {
    /// Emits promotions on the piece's own square, or with a move of the new piece.
    #[cold]
    #[inline(never)]
    pub(super) fn promotions_in_place<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        for piece in t.pieces().filter(|piece| piece.color() == node.us && t.promotes_in_place(*piece)) {
            for from in self.pieces(piece) {
                for (kind, targets) in self.offered_in_place(t, piece, from) {
                    let safe =
                        |to: &Square| node.pseudo_legal || self.leaves_safe(t, node, Move::in_place(from, *to, kind));
                    targets.iter().filter(safe).for_each(|to| sink.one(Move::in_place(from, to, kind)));
                }
            }
        }
    }

    /// The promotions in place of a piece, and the squares on which it may end.
    fn offered_in_place(&self, t: &Tables<N>, piece: Piece, from: Square) -> Vec<(PieceKind, Squares<N>)> {
        let mut found: Vec<(PieceKind, Squares<N>)> = Vec::new();
        for place in &t.mover(piece).promotions {
            for offer in place.offers(from, |kinds| self.is_alone(kinds, piece.color())) {
                for &kind in offer.choices {
                    let moves = self.quiet_reach(t, Piece::new(kind, piece.color()), from);
                    let targets = moves.with(from) & offer.open;
                    match found.iter_mut().find(|(other, _)| *other == kind) {
                        Some((_, all)) => *all |= targets,
                        None => found.push((kind, targets)),
                    }
                }
            }
        }
        found
    }

    /// Whether a side has exactly one piece of these kinds.
    pub(super) fn is_alone(&self, kinds: KindSet, us: Color) -> bool {
        kinds.iter().map(|kind| self.pieces(Piece::new(kind, us)).count()).sum::<u32>() == 1
    }

    /// The squares to which a piece could go without a capture if it were on `from`, in place of the piece there, and
    /// had moved before.
    pub(super) fn quiet_reach(&self, t: &Tables<N>, piece: Piece, from: Square) -> Squares<N> {
        let unmoved = self.now.unmoved.without(from);
        let known = self.known(t, piece, from, unmoved);
        let royals = self.all_royals().without(from);
        let royals = if t.is_royal(piece.kind()) { royals.with(from) } else { royals };
        let scene = Scene { unmoved, royals, once: 0, ..self.scene(piece.color()) };
        let mut doubles = Squares::EMPTY;
        let plain = self.interpreted_moves(t, piece, from, known, &scene, |mv| {
            if mv.kind() == MoveKind::Double {
                doubles.insert(mv.to());
            }
        });
        (known | plain | doubles) & !self.blocked()
    }
}
