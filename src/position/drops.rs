//! Generation of drops, with rules that few games have: no mate by a drop,
//! squares beside others, squares of different shades, royals in hand, and pieces that count as
//! unmoved afterwards.

use super::movegen::GenContext;
use super::rules::effects::flanked_from;
use super::sink::Sink;
use super::{Move, Position};
use crate::board::{Color, Piece, PieceKind, Square, Squares, Step};
use crate::tables::Tables;
use crate::variant::{DropPlace, Flank, Lines};
use std::cmp::Ordering;

impl<const N: usize> Position<N> {
    /// The moves of a side that must empty its hand first.
    #[cold]
    #[inline(never)]
    pub(super) fn compulsory_drops<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        self.drops(t, node, sink);
    }

    #[inline(always)]
    pub(super) fn drops<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        let free = node.safety.mask & !node.sight.occupied;
        for &kind in &t.droppable {
            if self.hand(node.us, t.held_as[kind.index()]) == 0 {
                continue;
            }
            let piece = Piece::new(kind, node.us);
            let Some(place) = &t.mover(piece).drop else { continue };
            let mut targets = free & place.zone;
            let barred = t.traits.bars_hurdles && !node.pseudo_legal && t.is_barred(piece);
            if barred {
                // A piece that is not a hurdle may be dropped where a hurdle would expose a royal.
                let safe = |&to: &Square| self.leaves_royals_safe(t, Move::drop(kind, to));
                targets = (place.zone & !node.sight.occupied).iter().filter(safe).collect();
            }
            if let Some(limit) = place.max_per_file {
                targets &= !self.full_files(t, piece, limit);
            }
            if t.traits.restricted_drops {
                targets = self.restricted_drops(t, piece, node.pseudo_legal, targets);
            }
            if place.no_mate && !self.drops_may_mate {
                targets = self.without_mates(t, piece, targets);
            }
            if node.test_all && !barred {
                targets = self.tested(t, node, None, targets);
            }
            sink.drops(kind, targets);
        }
    }

    /// The files that already hold `limit` of a piece.
    fn full_files(&self, t: &Tables<N>, piece: Piece, limit: u8) -> Squares<N> {
        let all = self.in_any_guise(t, piece);
        let full = |sq: &Square| (t.files[*sq] & all).count() >= u32::from(limit);
        all.iter().filter(full).fold(Squares::EMPTY, |files, sq| files | t.files[sq])
    }

    /// The drops of a piece that do not mate. Only those that may check an
    /// enemy royal are played. A drop counts as a reply even if it would mate in
    /// turn, since otherwise the question would recurse endlessly.
    fn without_mates(&self, t: &Tables<N>, piece: Piece, mut targets: Squares<N>) -> Squares<N> {
        let checking = self.checking_drops(t, piece, targets);
        if checking.is_empty() {
            return targets;
        }
        let mut after = self.without_past(0);
        after.drops_may_mate = true;
        for to in checking {
            after.play(t, Move::drop(piece.kind(), to));
            if after.in_check(t) && !after.can_move(t) {
                targets.remove(to);
            }
            after.undo(t);
        }
        targets
    }

    /// The squares on which a piece may be dropped under rules that few games have.
    #[cold]
    #[inline(never)]
    fn restricted_drops(&self, t: &Tables<N>, piece: Piece, pseudo_legal: bool, mut targets: Squares<N>) -> Squares<N> {
        if t.variant().rules.drops.look_around() {
            targets &= self.places_for_drops(t);
        }
        if !t.variant().rules.drops.unlike_shades.is_empty() {
            targets = self.on_unlike_shades(t, piece, targets);
        }
        if !pseudo_legal && t.is_royal(piece.kind()) {
            targets = targets.iter().filter(|&to| self.is_safe_to_enter(t, piece.kind(), to)).collect();
        }
        targets
    }

    /// The squares on which the other pieces on the board allow drops.
    fn places_for_drops(&self, t: &Tables<N>) -> Squares<N> {
        let (drops, us, empty) = (&t.variant().rules.drops, self.side, t.board & !self.blocked());
        let opening = empty & drops.opening[us].resized();
        if opening.any() {
            return opening;
        }
        drops.places.iter().fold(empty, |all, &place| {
            let beside = |color: Color| drops.lines.beside(t.geometry(), self.color(color));
            all & match place {
                DropPlace::Anywhere => empty,
                DropPlace::BesideOwn => beside(us),
                DropPlace::BesideEnemy => beside(!us),
                DropPlace::ApartFromOwn => !beside(us),
                DropPlace::ApartFromEnemy => !beside(!us),
                DropPlace::Flanking => self.flanking(t, drops.lines, all),
                DropPlace::FromTop => self.ends_of_slides(t, std::iter::once(Step::new(0, -1))),
                DropPlace::FromEdge => self.ends_of_slides(t, Lines::STRAIGHT.steps()),
            }
        })
    }

    /// The squares from which a row of enemies leads to a piece of the side to move.
    fn flanking(&self, t: &Tables<N>, lines: Lines, squares: Squares<N>) -> Squares<N> {
        let is_own = |sq: Square| self.occupied().has(sq).then(|| self.color(self.side).has(sq));
        let flank = Flank { most: u8::MAX, lines, ..Flank::default() };
        let flanks = |&sq: &Square| flanked_from::<N>(t.geometry(), sq, flank, is_own).any();
        squares.iter().filter(flanks).collect()
    }

    /// The squares on which pieces stop that are pushed in at an edge and slide on in one of these directions.
    fn ends_of_slides(&self, t: &Tables<N>, steps: impl Iterator<Item = Step>) -> Squares<N> {
        let blocked = self.blocked() | !t.board;
        let slide = |step: Step| {
            let next = move |sq: Square| t.geometry().neighbour(sq, step).filter(|next| !blocked.has(*next));
            let is_edge =
                move |sq: &Square| !blocked.has(*sq) && t.geometry().neighbour(*sq, step.reversed()).is_none();
            let first = t.board.iter().filter(is_edge);
            first.filter_map(move |sq| std::iter::successors(Some(sq), move |sq| next(*sq)).last())
        };
        steps.flat_map(slide).collect()
    }

    /// Whether all royals of the side to move are safe after the drop of this one.
    fn is_safe_to_enter(&self, t: &Tables<N>, kind: PieceKind, to: Square) -> bool {
        let mut after = self.without_past(0);
        after.play(t, Move::drop(kind, to));
        after.safe(t, self.side, after.royals(self.side), after.blocked(), after.color(!self.side))
    }

    /// The squares that are neither of the shade of another such piece nor reserved for pieces in hand.
    fn on_unlike_shades(&self, t: &Tables<N>, piece: Piece, targets: Squares<N>) -> Squares<N> {
        // If not all of them find a square, none is reserved.
        let kept_now = kept(&self.needs(t, None));
        let bound = t.variant().rules.drops.unlike_shades.has(piece.kind());
        let shades = if bound { self.open_shades(t, piece) } else { vec![t.board] };
        shades.into_iter().fold(Squares::EMPTY, |legal, shade| {
            let kept = kept_now.and_then(|_| kept(&self.needs(t, Some((piece.kind(), shade)))));
            legal | targets & shade & !kept.unwrap_or_default()
        })
    }

    /// The shades on which a side has no such piece.
    fn open_shades(&self, t: &Tables<N>, piece: Piece) -> Vec<Squares<N>> {
        let there = self.in_any_guise(t, piece);
        t.shades.into_iter().filter(|shade| (*shade & there).is_empty()).collect()
    }

    /// For each piece in hand that is bound to a shade, the squares on which it could be dropped; if `dropped` is
    /// given, after such a drop. A piece that has no shade left needs none.
    fn needs(&self, t: &Tables<N>, dropped: Option<(PieceKind, Squares<N>)>) -> Vec<Squares<N>> {
        let mut needs = Vec::new();
        for kind in t.variant().rules.drops.unlike_shades.iter() {
            let piece = Piece::new(kind, self.side);
            let Some(place) = &t.mover(piece).drop else { continue };
            let mut held = self.hand(self.side, kind);
            let mut open = self.open_shades(t, piece);
            if let Some((dropped, shade)) = dropped {
                held = held.saturating_sub(u16::from(t.held_as[dropped.index()] == kind));
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

    /// Marks a dropped piece as unmoved if it counts as such, and with it all pieces of its side that do.
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

/// The squares that must be reserved for pieces with these needs, so that each gets one of its own; `None` if that
/// is impossible. Pieces that together need as many squares as there are pieces need every one of them.
fn kept<const N: usize>(needs: &[Squares<N>]) -> Option<Squares<N>> {
    let mut kept = Squares::EMPTY;
    for some in 1..1_u32 << needs.len() {
        let wanted = needs.iter().enumerate().filter(|(number, _)| some >> number & 1 != 0);
        let wanted: Squares<N> = wanted.map(|(_, squares)| *squares).collect();
        match wanted.count().cmp(&some.count_ones()) {
            Ordering::Less => return None,
            Ordering::Equal => kept |= wanted,
            Ordering::Greater => {}
        }
    }
    Some(kept)
}
