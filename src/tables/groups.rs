//! Attack groups: pieces of a side that hit alike share one set of squares.
//!
//! Rook and queen along ranks and files are one group, so are gold and all
//! that move like it. A piece belongs to a group for its leaps, one for the
//! orthogonal and one for the diagonal directions of each ring, and one for
//! each list of paths. Where a member could stand to hit a square is found by
//! transposing the parts.

use super::lay::Layout;
use super::lines::{EVEN, ODD};
use super::parts::{Landing, Mode, Parts, PathsId, Table, TableId};
use crate::board::{Color, Piece, Square, Squares};
use crate::limits;
use std::ops::Range;

/// The number of a group.
pub type GroupId = u8;

/// How many groups there may be, those of [`BARRED`] and [`ROYALS`] excluded.
pub const MAX_GROUPS: usize = BARRED.start as usize;

/// Numbers under which positions keep the squares of pieces over which some
/// hoppers may not go, one for each such set of kinds. They are kept like
/// groups, but hit nothing.
pub const BARRED: Range<GroupId> = ROYALS[0] - limits::BARRED_HURDLES as GroupId..ROYALS[0];

/// Numbers under which positions keep the squares of each side's royals. They
/// are kept like groups, but hit nothing.
pub const ROYALS: [GroupId; 2] = [254, 255];

/// What must hold on the way for a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// No piece on the way.
    Clear,
    /// Exactly one piece on the way.
    Hurdle,
    /// Exactly one piece on the way, next to the square that is hit.
    HurdleBeside,
    /// Exactly one piece on the way, and none of those that are no hurdles to the group.
    FitHurdle,
    /// The same, next to the square that is hit.
    FitHurdleBeside,
}

/// Which squares are on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// None: a leap.
    Leap,
    /// Those between, on a line of this ring.
    Line(u8),
    /// Those listed for the attacker's square.
    Listed(PathsId),
}

/// Pieces of a side that hit alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose pieces.
    pub color: Color,
    /// What must hold on the way.
    pub need: Need,
    /// Which squares are on the way.
    pub way: Way,
    /// For every square: where a member could stand to hit it on some board.
    pub reach: TableId,
    /// Whether it hits royals only (royals that may not face each other).
    pub royal_only: bool,
    /// Whether it hits only while its member is unmoved.
    pub initial: bool,
    /// The pieces that are no hurdles to it: a number for [`Barred`](super::Barred).
    pub barred: Option<u8>,
}

/// The groups of one piece.
#[derive(Clone, Debug, Default)]
pub struct Membership {
    count: u8,
    ids: [GroupId; 15],
}

impl Membership {
    /// The numbers of the groups and of what is kept like them.
    #[inline]
    pub fn ids(&self) -> &[GroupId] {
        &self.ids[..usize::from(self.count)]
    }

    /// Adds a group; `false` when there are too many.
    pub fn push(&mut self, id: GroupId) -> bool {
        let room = usize::from(self.count) < self.ids.len();
        if room && !self.ids().contains(&id) {
            self.ids[usize::from(self.count)] = id;
            self.count += 1;
        }
        room
    }
}

/// The groups in which a piece hits by these parts, before equal ones are united.
pub(super) fn hits<const N: usize>(layout: &mut Layout<N>, piece: Piece, parts: &Parts, initial: bool) -> Vec<Group> {
    let color = piece.color();
    let plain = |need, way, reach| Group { color, need, way, reach, royal_only: false, initial, barred: None };
    let mut out = Vec::new();
    let leaps = layout.transposed(|layout, from| layout.set(parts.leap, from) | layout.set(parts.take, from));
    out.push(plain(Need::Clear, Way::Leap, leaps));
    for slide in parts.slides.iter().filter(|slide| slide.mode.takes()) {
        for half in [EVEN, ODD].map(|half| half & slide.directions) {
            let reach = layout.transposed(|layout, from| union(half, layout.rays(slide, from)));
            out.push(plain(Need::Clear, Way::Line(slide.ring), reach));
        }
    }
    for hop in parts.hops.iter().filter(|hop| hop.mode.takes()) {
        for half in [EVEN, ODD].map(|half| half & hop.directions) {
            let reach = layout.transposed(|layout, from| union(half, layout.flights(hop, from)));
            let need = match (hop.landing, hop.barred) {
                (Landing::Anywhere, None) => Need::Hurdle,
                (Landing::RightBehind, None) => Need::HurdleBeside,
                (Landing::Anywhere, Some(_)) => Need::FitHurdle,
                (Landing::RightBehind, Some(_)) => Need::FitHurdleBeside,
            };
            out.push(Group { barred: hop.barred, ..plain(need, Way::Line(hop.ring), reach) });
        }
    }
    for listed in parts.listed.iter().filter(|listed| listed.mode != Mode::Quiet) {
        let reach = layout.transposed(|layout, from| layout.paths(listed.paths).reach(from, Squares::EMPTY));
        out.push(plain(Need::Clear, Way::Listed(listed.paths), reach));
    }
    out.retain(|group| group.reach != TableId::EMPTY);
    out
}

/// The squares of some directions.
pub(super) fn union<const N: usize>(directions: u8, rays: &[Squares<N>; 8]) -> Squares<N> {
    (0..8).filter(|d| directions >> d & 1 != 0).fold(Squares::EMPTY, |all, d| all | rays[d])
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
