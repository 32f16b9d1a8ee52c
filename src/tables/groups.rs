//! Attack groups: pieces of a side that attack in the same way share one set of squares.
//!
//! Rooks and queens are one group along ranks and files, and so are golds and all
//! that move like them. A piece belongs to one group for its leaps, one for the
//! orthogonal and one for the diagonal directions of each ring, one for each ring
//! of oblique directions, and one for each list of paths.

use super::parts::{PathsId, TableId};
use crate::board::{Color, Squares};
use crate::limits;
use std::ops::Range;

/// The number of a group.
pub type GroupId = u8;

/// How many groups there may be, those of [`BARRED`] and [`ROYALS`] excluded.
pub const MAX_GROUPS: usize = BARRED.start as usize;

/// Numbers under which positions store the squares of pieces over which some
/// hoppers may not jump, one for each such set of kinds. They are stored like
/// groups, but attack nothing.
pub const BARRED: Range<GroupId> = ROYALS[0] - limits::BARRED_HURDLES as GroupId..ROYALS[0];

/// Numbers under which positions store the squares of each side's royals. They
/// are stored like groups, but attack nothing.
pub const ROYALS: [GroupId; 2] = [254, 255];

/// The squares of pieces over which some hoppers may not jump, by the number of
/// the set of kinds.
#[derive(Clone, Copy, Debug)]
pub struct Barred<'a, const N: usize>(&'a [Squares<N>]);

impl<'a, const N: usize> Barred<'a, N> {
    /// No such squares: any piece is a hurdle.
    pub const NONE: Self = Self(&[]);

    /// The barred squares among all sets that a position stores like groups.
    #[inline]
    pub fn among(groups: &'a [Squares<N>; 256]) -> Self {
        Self(&groups[usize::from(BARRED.start)..usize::from(BARRED.end)])
    }

    /// The squares of one set.
    #[inline]
    pub fn of(self, number: Option<u8>) -> Squares<N> {
        number.and_then(|number| self.0.get(usize::from(number))).copied().unwrap_or(Squares::EMPTY)
    }
}

/// What an attack requires of the squares on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// No piece on the way.
    Clear,
    /// Exactly one piece on the way.
    Hurdle,
    /// Exactly one piece on the way, next to the attacked square.
    HurdleBeside,
    /// Exactly one piece on the way, which serves the group as a hurdle.
    FitHurdle,
    /// The same, next to the attacked square.
    FitHurdleBeside,
}

/// The squares that are on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// None: a leap.
    Leap,
    /// The squares between, on a line of this ring.
    Line(u8),
    /// The squares of the paths from the attacker's square.
    Path(PathsId),
}

/// Pieces of a side that attack in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The side of the pieces.
    pub color: Color,
    /// The condition on the way.
    pub need: Need,
    /// The squares on the way.
    pub way: Way,
    /// For every square, those from which a member attacks it on some board.
    pub reach: TableId,
    /// Whether it attacks only royals, as royals do that may not face each other.
    pub royal_only: bool,
    /// Whether it attacks only while its member is unmoved.
    pub initial: bool,
    /// The pieces that do not serve it as hurdles: a number for [`Barred`].
    pub barred: Option<u8>,
}

impl Group {
    /// The order of groups: White's before Black's, and leaps first, since usually no leaper is near.
    pub fn turn(&self) -> (Color, bool) {
        (self.color, self.way != Way::Leap)
    }
}

/// The groups of one piece.
#[derive(Clone, Debug, Default)]
pub struct Membership {
    count: u8,
    ids: [GroupId; 15],
}

impl Membership {
    /// The numbers of the groups and of the sets stored like them.
    #[inline]
    pub fn ids(&self) -> &[GroupId] {
        &self.ids[..usize::from(self.count)]
    }

    /// Adds a group; `false` if there are too many.
    pub fn push(&mut self, id: GroupId) -> bool {
        let room = usize::from(self.count) < self.ids.len();
        if room && !self.ids().contains(&id) {
            self.ids[usize::from(self.count)] = id;
            self.count += 1;
        }
        room
    }
}
