//! Parts: the few forms of moves that run at full speed.
//!
//! A program is sorted into these when a variant is laid on its board. Every
//! part yields a set of squares from a square and an occupancy.

use super::lines::Directions;
use crate::board::{BySquare, Square, Squares};

/// A table `square -> set` in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableId(pub(super) u16);

impl TableId {
    /// The table that is empty everywhere.
    pub const EMPTY: Self = Self(0);
}

/// A [`Paths`] in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathsId(pub(super) u16);

/// The squares on which a part may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartMode {
    /// Empty squares and enemies.
    Both,
    /// Empty squares only.
    Quiet,
    /// Enemies only.
    Take,
}

impl PartMode {
    /// The mode of a leg that moves, captures or does both; `None` for neither.
    pub fn new(quiet: bool, take: bool) -> Option<Self> {
        match (quiet, take) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Quiet),
            (false, true) => Some(Self::Take),
            (false, false) => None,
        }
    }

    /// Whether enemies may be captured.
    pub fn takes(self) -> bool {
        self != Self::Quiet
    }
}

/// Rides along lines, up to and including the first blocker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The ring.
    pub ring: u8,
    /// The directions of the ring.
    pub directions: Directions,
    /// The squares on which it may end.
    pub mode: PartMode,
    /// Rays shortened by range, region or start, instead of those of the ring.
    pub cut: Option<u16>,
}

/// Flights over exactly one piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The ring.
    pub ring: u8,
    /// The directions of the ring.
    pub directions: Directions,
    /// How far behind the hurdle they lead.
    pub landing: Landing,
    /// The squares on which it may end.
    pub mode: PartMode,
    /// Rays shortened by region or start, instead of those of the ring.
    pub cut: Option<u16>,
    /// The pieces that do not serve as hurdles: a number for [`Barred`](super::Barred).
    pub barred: Option<u8>,
}

/// How far behind the hurdle a flight may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Anywhere up to and including the next piece, like a cannon.
    Anywhere,
    /// On the square directly behind, like a grasshopper.
    RightBehind,
}

/// Leaps that can be blocked on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LameLeap {
    /// The paths.
    pub paths: PathsId,
    /// The squares on which it may end.
    pub mode: PartMode,
}

/// The paths that start on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths<const N: usize> {
    first: Vec<u32>,
    paths: Vec<Path<N>>,
}

/// Targets that share the squares that must be empty on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path<const N: usize> {
    /// The squares that must be empty.
    pub clear: Squares<N>,
    /// The destinations.
    pub targets: Squares<N>,
}

impl<const N: usize> Paths<N> {
    /// Sorts single paths by origin and unites those with equal conditions.
    pub fn new(squares: usize, single: &[(Square, Path<N>)]) -> Self {
        let mut out = Self { first: vec![0], paths: Vec::new() };
        let mut sorted: Vec<&(Square, Path<N>)> = single.iter().collect();
        sorted.sort_by_key(|(sq, _)| sq.index());
        let mut rest = sorted.into_iter().peekable();
        for from in 0..squares {
            let start = out.paths.len();
            while let Some((_, path)) = rest.next_if(|(sq, _)| sq.index() == from) {
                match out.paths[start..].iter_mut().find(|known| known.clear == path.clear) {
                    Some(known) => known.targets |= path.targets,
                    None => out.paths.push(*path),
                }
            }
            out.first.push(out.paths.len() as u32);
        }
        out
    }

    /// The paths that start on a square.
    #[inline]
    pub fn from(&self, sq: Square) -> &[Path<N>] {
        match self.first.get(sq.index()..sq.index() + 2) {
            Some(&[start, end]) => self.paths.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The destinations of the paths from a square, given the occupancy.
    #[inline(always)]
    pub fn reach(&self, from: Square, occupied: Squares<N>) -> Squares<N> {
        let mut out = Squares::EMPTY;
        for path in self.from(from) {
            if (path.clear & occupied).is_empty() {
                out |= path.targets;
            }
        }
        out
    }

    /// Size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.first.len() * 4 + self.paths.len() * size_of::<Path<N>>()
    }
}

/// Locust captures by way of one square: a leap that captures there, and another from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocustCapture<const N: usize> {
    /// The square of the first victim.
    pub victim: Square,
    /// Its destinations from there without a second capture; its own square is possible.
    pub quiet: Squares<N>,
    /// Its captures from there.
    pub take: Squares<N>,
}

impl<const N: usize> LocustCapture<N> {
    /// Its destinations, if an enemy stands on the first victim's square.
    #[inline]
    pub fn reach(&self, from: Square, occupied: Squares<N>, enemy: Squares<N>) -> Squares<N> {
        match enemy.has(self.victim) {
            true => (self.quiet & !occupied.without(from)) | (self.take & enemy),
            false => Squares::EMPTY,
        }
    }
}

/// All moves of a piece in one circumstance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Leaps that move or capture.
    pub leap: TableId,
    /// Leaps that only move.
    pub quiet: TableId,
    /// Leaps that only capture.
    pub take: TableId,
    /// Rides.
    pub slides: Vec<Slide>,
    /// Flights.
    pub hops: Vec<Flight>,
    /// Leaps that can be blocked on the way.
    pub lame: Vec<LameLeap>,
    /// Quiet moves that leave en passant squares behind.
    pub doubles: Option<PathsId>,
}

impl Parts {
    /// Whether there are no parts.
    pub fn is_empty(&self) -> bool {
        let leaps = [self.leap, self.quiet, self.take];
        leaps.iter().all(|&id| id == TableId::EMPTY)
            && self.slides.is_empty()
            && self.hops.is_empty()
            && self.lame.is_empty()
            && self.doubles.is_none()
    }
}

/// The walker that serves a piece: chosen when the tables are made, so that the
/// generator dispatches once per type of piece and not once per piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverShape {
    /// Leaps that move or capture.
    Leaper,
    /// Leaps and whole rides in the orthogonal directions.
    Orthogonal,
    /// Leaps and whole rides in the diagonal directions.
    Diagonal,
    /// Leaps and whole rides in all eight directions.
    AllLines,
    /// Leaps and whole rides in some directions of one ring.
    Slider,
    /// Quiet leaps and capturing leaps, and perhaps doubles.
    Divergent,
    /// One list of paths that move or capture.
    Lame,
    /// Whole quiet rides and capturing flights in the orthogonal directions.
    Cannon,
    /// Anything else.
    General,
}

impl MoverShape {
    /// The cheapest walker that serves these parts.
    pub fn of(parts: &Parts) -> Self {
        use super::lines::{EVEN, ODD};
        let no_split = parts.quiet == TableId::EMPTY && parts.take == TableId::EMPTY;
        let no_leap = parts.leap == TableId::EMPTY;
        let plain = |directions| Slide { ring: 0, directions, mode: PartMode::Both, cut: None };
        let quiet_lines = Slide { mode: PartMode::Quiet, ..plain(EVEN) };
        let flights = Flight {
            ring: 0,
            directions: EVEN,
            landing: Landing::Anywhere,
            mode: PartMode::Take,
            cut: None,
            barred: None,
        };
        match (&parts.slides[..], &parts.hops[..], &parts.lame[..], parts.doubles) {
            ([], [], [], None) if no_split => Self::Leaper,
            ([], [], [], _) if no_leap => Self::Divergent,
            ([], [], [LameLeap { mode: PartMode::Both, .. }], None) if no_leap && no_split => Self::Lame,
            ([slide], [], [], None) if no_split && *slide == plain(EVEN) => Self::Orthogonal,
            ([slide], [], [], None) if no_split && *slide == plain(ODD) => Self::Diagonal,
            ([slide], [], [], None) if no_split && *slide == plain(EVEN | ODD) => Self::AllLines,
            ([Slide { mode: PartMode::Both, cut: None, .. }], [], [], None) if no_split => Self::Slider,
            ([slide], [hop], [], None) if no_leap && no_split && *slide == quiet_lines && *hop == flights => {
                Self::Cannon
            }
            _ => Self::General,
        }
    }
}

/// A table `square -> set`.
pub type Table<const N: usize> = BySquare<Squares<N>, N>;
