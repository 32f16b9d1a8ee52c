//! Attack groups from parts: the squares from which a group attacks others are found by transposing parts.

use super::Layout;
use crate::board::{Piece, Square, Squares};
use crate::tables::groups::{Group, Need, Way};
use crate::tables::lines::{EVEN, ODD};
use crate::tables::parts::{Landing, PartMode, Parts, Table, TableId};

/// The groups by which a piece attacks with these parts, before equal ones are united.
pub(super) fn hits<const N: usize>(layout: &mut Layout<N>, piece: Piece, parts: &Parts, initial: bool) -> Vec<Group> {
    let color = piece.color();
    let plain = |need, way, reach| Group { color, need, way, reach, royal_only: false, initial, barred: None };
    let mut out = Vec::new();
    let leaps =
        layout.transposed(|layout, from| layout.store.set(parts.leap, from) | layout.store.set(parts.take, from));
    out.push(plain(Need::Clear, Way::Leap, leaps));
    for slide in parts.slides.iter().filter(|slide| slide.mode.takes()) {
        for half in layout.shared_directions(slide.ring).map(|half| half & slide.directions) {
            let reach = layout.transposed(|layout, from| union(half, layout.store.rays(slide, from)));
            out.push(plain(Need::Clear, Way::Line(slide.ring), reach));
        }
    }
    for hop in parts.hops.iter().filter(|hop| hop.mode.takes()) {
        for half in layout.shared_directions(hop.ring).map(|half| half & hop.directions) {
            let reach = layout.transposed(|layout, from| union(half, layout.store.flights(hop, from)));
            let need = match (hop.landing, hop.barred) {
                (Landing::Anywhere, None) => Need::Hurdle,
                (Landing::RightBehind, None) => Need::HurdleBeside,
                (Landing::Anywhere, Some(_)) => Need::FitHurdle,
                (Landing::RightBehind, Some(_)) => Need::FitHurdleBeside,
            };
            out.push(Group { barred: hop.barred, ..plain(need, Way::Line(hop.ring), reach) });
        }
    }
    for lame in parts.lame.iter().filter(|lame| lame.mode != PartMode::Quiet) {
        let reach = layout.transposed(|layout, from| layout.store.paths(lame.paths).reach(from, Squares::EMPTY));
        out.push(plain(Need::Clear, Way::Path(lame.paths), reach));
    }
    out.retain(|group| group.reach != TableId::EMPTY);
    out
}

impl<const N: usize> Layout<N> {
    /// The directions of a ring by which pieces share groups: orthogonal and diagonal ones each by themselves, since
    /// rooks and queens have the former in common; oblique ones all together.
    fn shared_directions(&self, ring: u8) -> [u8; 2] {
        let [right, forward] = [self.store.ring(ring).steps[0].right, self.store.ring(ring).steps[0].forward];
        if right == 0 || forward == 0 { [EVEN, ODD] } else { [EVEN | ODD, 0] }
    }
}

/// The squares of some directions.
pub(super) fn union<const N: usize>(directions: u8, rays: &[Squares<N>; 8]) -> Squares<N> {
    (0..8).filter(|d| directions >> d & 1 != 0).map(|d| rays[d]).collect()
}

/// Turns a table `from -> targets` into `target -> origins`.
pub(super) fn transpose<const N: usize>(squares: usize, table: &Table<N>) -> Table<N> {
    let mut out = Table::filled(Squares::EMPTY);
    for from in (0..squares as u8).map(Square) {
        for to in table[from] {
            out[to].insert(from);
        }
    }
    out
}
