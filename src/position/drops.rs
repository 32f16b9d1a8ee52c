//! Drops by further rules: on squares of unlike shades, of royals, and of pieces that count as unmoved then.

use super::{Move, Position};
use crate::board::{Piece, PieceKind, Square, Squares};
use crate::tables::Tables;
use std::cmp::Ordering;

impl<const N: usize> Position<N> {
    /// Those of its squares on which a piece may be dropped by rules that few games have.
    #[cold]
    #[inline(never)]
    pub(super) fn bound_drops(&self, t: &Tables<N>, piece: Piece, free: bool, mut targets: Squares<N>) -> Squares<N> {
        if t.traits().unlike_shades {
            targets = self.on_unlike_shades(t, piece, targets);
        }
        if !free && t.is_royal(piece.kind()) {
            targets = targets.iter().filter(|&to| self.is_safe_to_enter(t, piece.kind(), to)).collect();
        }
        targets
    }

    /// Whether the royals are safe once this one has entered.
    fn is_safe_to_enter(&self, t: &Tables<N>, kind: PieceKind, to: Square) -> bool {
        let mut after = self.without_past(0);
        after.play(t, Move::drop(kind, to));
        after.safe(t, self.side, after.royals(self.side), after.blocked(), after.color(!self.side))
    }

    /// Those squares that are not of the shade of another such piece, nor kept for pieces that stay in hand.
    fn on_unlike_shades(&self, t: &Tables<N>, piece: Piece, targets: Squares<N>) -> Squares<N> {
        // Where not all of them find a square, none is kept.
        let kept_now = kept(&self.needs(t, None));
        let bound = t.variant().rules.drops.unlike_shades.has(piece.kind());
        let shades = if bound { self.open_shades(t, piece) } else { vec![t.board()] };
        shades.into_iter().fold(Squares::EMPTY, |legal, shade| {
            let kept = kept_now.and_then(|_| kept(&self.needs(t, Some((piece.kind(), shade)))));
            legal | targets & shade & !kept.unwrap_or_default()
        })
    }

    /// The shades on which a side has no such piece.
    fn open_shades(&self, t: &Tables<N>, piece: Piece) -> Vec<Squares<N>> {
        t.shades().into_iter().filter(|shade| (*shade & self.pieces(piece)).is_empty()).collect()
    }

    /// For each piece in hand that is bound to a shade the squares on which it could be dropped, perhaps once one
    /// has been dropped as a kind on some shade. What finds no shade any more needs none.
    fn needs(&self, t: &Tables<N>, dropped: Option<(PieceKind, Squares<N>)>) -> Vec<Squares<N>> {
        let mut needs = Vec::new();
        for kind in t.variant().rules.drops.unlike_shades.iter() {
            let piece = Piece::new(kind, self.side);
            let Some(place) = &t.mover(piece).drop else { continue };
            let mut held = self.hand(self.side, kind);
            let mut open = self.open_shades(t, piece);
            if let Some((dropped, shade)) = dropped {
                held = held.saturating_sub(u8::from(t.held_as(dropped) == kind));
                open.retain(|other| dropped != kind || *other != shade);
            }
            let empty = place.zone & !self.blocked();
            match (held, &open[..]) {
                (0, _) => {}
                (1, &[one, other]) => needs.push(empty & (one | other)),
                (_, open) => needs.extend(open.iter().map(|&shade| empty & shade)),
            }
        }
        needs
    }

    /// A piece that has been dropped where it counts as unmoved, and with it all of its side that stand so.
    #[cold]
    #[inline(never)]
    pub(super) fn arrive_unmoved(&mut self, t: &Tables<N>, to: Square) {
        let drops = &t.variant().rules.drops;
        let at_home = |sq: &Square| drops.arrives_unmoved(self.board[*sq], *sq);
        if at_home(&to) {
            let all: Squares<N> = self.color(self.side).iter().filter(at_home).collect();
            self.set_unmoved(t, self.now.unmoved | all);
        }
    }
}

/// The squares that must be left to pieces with these needs, so that each gets one of its own; `None` where that
/// is not possible. Pieces that all need as many squares as they are need every one of them.
fn kept<const N: usize>(needs: &[Squares<N>]) -> Option<Squares<N>> {
    let mut kept = Squares::EMPTY;
    for some in 1..1_u32 << needs.len() {
        let wanted = needs.iter().enumerate().filter(|(number, _)| some >> number & 1 != 0);
        let wanted = wanted.fold(Squares::EMPTY, |all, (_, squares)| all | *squares);
        match wanted.count().cmp(&some.count_ones()) {
            Ordering::Less => return None,
            Ordering::Equal => kept |= wanted,
            Ordering::Greater => {}
        }
    }
    Some(kept)
}
