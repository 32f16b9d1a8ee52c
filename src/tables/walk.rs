//! Walkers: the destinations of a piece from a square, given the occupancy.
//!
//! All return sets. What these are used for (listing, counting, mobility,
//! captures only) is up to the caller, who masks and reads them.

use super::{Barred, Directions, EVEN, Flight, Landing, MoverShape, ODD, PartMode, Parts, Slide, Tables};
use crate::board::{Piece, Square, Squares};

/// Occupancy as a walker needs it.
#[derive(Clone, Copy)]
pub struct Sight<'a, const N: usize> {
    /// All squares with a piece.
    pub occupied: Squares<N>,
    /// The pieces that the mover may capture.
    pub enemy: Squares<N>,
    /// The pieces over which some movers may not hop.
    pub barred: Barred<'a, N>,
}

/// The squares on which a piece's attacks depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reliance {
    /// Only its own: it leaps.
    Nothing,
    /// The occupancy of the attacked squares: it sees nothing beyond the first blocker.
    Attacked,
    /// Other squares, too: those of hurdles, or those that must be empty.
    Anything,
}

impl Reliance {
    /// Whether `attacked` may have changed with the occupancy of the squares `changed`.
    #[inline]
    pub fn is_stale<const N: usize>(self, attacked: Squares<N>, changed: Squares<N>) -> bool {
        match self {
            Self::Nothing => false,
            Self::Attacked => (attacked & changed).any(),
            Self::Anything => true,
        }
    }
}

/// Whole rides in some directions of the king's ring. Directions are a
/// constant so that the compiler unrolls the loop.
#[inline(always)]
pub fn king_lines<const N: usize, const DIRECTIONS: u8>(
    t: &Tables<N>,
    from: Square,
    occupied: Squares<N>,
) -> Squares<N> {
    let ring = t.ring(0);
    let rays = &ring.rays[from];
    let mut out = Squares::EMPTY;
    for (d, &ray) in rays.iter().enumerate() {
        if DIRECTIONS >> d & 1 != 0 {
            // Directions 7, 0, 1, 2 of the king's ring lead to higher square numbers.
            out |= ring.slide(ray, d, d == 7 || d <= 2, occupied);
        }
    }
    out
}

/// Rides of one slide, up to and including the first blocker.
#[inline(always)]
pub fn lines<const N: usize>(t: &Tables<N>, slide: &Slide, from: Square, occupied: Squares<N>) -> Squares<N> {
    let (ring, rays) = (t.ring(slide.ring), t.rays(slide, from));
    each(slide.directions, |d, up| ring.slide(rays[d], d, up, occupied), ring.ascending)
}

/// Flights of one hop, over the first piece met.
#[inline(always)]
fn flights<const N: usize>(
    t: &Tables<N>,
    hop: &Flight,
    from: Square,
    occupied: Squares<N>,
    barred: Barred<N>,
) -> Squares<N> {
    let ring = t.ring(hop.ring);
    let (rays, barred) = (t.flights(hop, from), barred.of(hop.barred));
    let (directions, ascending) = (hop.directions, ring.ascending);
    match hop.landing {
        Landing::Anywhere => each(directions, |d, up| ring.hop(rays[d], d, up, occupied, barred), ascending),
        Landing::RightBehind => each(directions, |d, up| ring.behind(rays[d], d, up, occupied, barred), ascending),
    }
}

/// A cannon's moves: quiet rides and captures over one piece, orthogonally.
#[inline(always)]
pub fn cannon<const N: usize>(t: &Tables<N>, from: Square, sight: Sight<N>) -> Squares<N> {
    let ring = t.ring(0);
    let rays = &ring.rays[from];
    let mut out = Squares::EMPTY;
    for d in [0, 2, 4, 6] {
        out |= ring.slide_and_hop(rays[d], d, d <= 2, sight.occupied, sight.enemy);
    }
    out
}

/// Everything that parts allow except doubles: quiet moves and
/// captures.
#[inline]
pub fn general<const N: usize>(t: &Tables<N>, parts: &Parts, from: Square, sight: Sight<N>) -> Squares<N> {
    let empty = !sight.occupied;
    let mut out = t.set(parts.leap, from) & (empty | sight.enemy);
    out |= t.set(parts.quiet, from) & empty;
    out |= t.set(parts.take, from) & sight.enemy;
    for slide in &parts.slides {
        out |= by_mode(slide.mode, sight, lines(t, slide, from, sight.occupied));
    }
    for hop in &parts.hops {
        out |= by_mode(hop.mode, sight, flights(t, hop, from, sight.occupied, sight.barred));
    }
    for lame in &parts.lame {
        out |= by_mode(lame.mode, sight, t.paths(lame.paths).reach(from, sight.occupied));
    }
    out
}

/// The destinations of quiet moves that leave en passant squares behind.
#[inline(always)]
pub fn doubles<const N: usize>(t: &Tables<N>, parts: &Parts, from: Square, occupied: Squares<N>) -> Squares<N> {
    parts.doubles.map_or(Squares::EMPTY, |doubles| t.paths(doubles).reach(from, occupied) & !occupied)
}

/// The squares on which parts would capture an enemy, or recapture if the piece there is captured.
#[inline]
pub fn attacked_by_parts<const N: usize>(
    t: &Tables<N>,
    parts: &Parts,
    from: Square,
    occupied: Squares<N>,
    barred: Barred<N>,
) -> Squares<N> {
    let mut out = t.set(parts.leap, from) | t.set(parts.take, from);
    for slide in parts.slides.iter().filter(|slide| slide.mode.takes()) {
        out |= lines(t, slide, from, occupied);
    }
    for hop in parts.hops.iter().filter(|hop| hop.mode.takes()) {
        out |= flights(t, hop, from, occupied, barred);
    }
    for lame in parts.lame.iter().filter(|lame| lame.mode.takes()) {
        out |= t.paths(lame.paths).reach(from, occupied);
    }
    out
}

#[inline(always)]
fn each<const N: usize>(
    directions: Directions,
    walk: impl Fn(usize, bool) -> Squares<N>,
    ascending: Directions,
) -> Squares<N> {
    let mut out = Squares::EMPTY;
    let mut rest = directions;
    while rest != 0 {
        let d = rest.trailing_zeros() as usize & 7;
        out |= walk(d, ascending >> d & 1 != 0);
        rest &= rest - 1;
    }
    out
}

#[inline(always)]
fn by_mode<const N: usize>(mode: PartMode, sight: Sight<N>, reached: Squares<N>) -> Squares<N> {
    match mode {
        PartMode::Both => reached & (!sight.occupied | sight.enemy),
        PartMode::Quiet => reached & !sight.occupied,
        PartMode::Take => reached & sight.enemy,
    }
}

impl<const N: usize> Tables<N> {
    /// The squares that a piece attacks from `from`, given the occupancy and
    /// the pieces in it that are not hurdles, by its moves from anywhere: initial moves, en
    /// passant and moves that need the interpreter are left out.
    #[inline]
    pub fn attacks(&self, piece: Piece, from: Square, occupied: Squares<N>, barred: Barred<N>) -> Squares<N> {
        let mover = self.mover(piece);
        let leaps = self.set(mover.parts.leap, from);
        match mover.shape {
            MoverShape::Leaper => leaps,
            MoverShape::Orthogonal => leaps | king_lines::<N, EVEN>(self, from, occupied),
            MoverShape::Diagonal => leaps | king_lines::<N, ODD>(self, from, occupied),
            MoverShape::AllLines => leaps | king_lines::<N, { EVEN | ODD }>(self, from, occupied),
            MoverShape::Divergent => self.set(mover.parts.take, from),
            _ => attacked_by_parts(self, &mover.parts, from, occupied, barred),
        }
    }

    /// The squares on which a piece's attacks depend.
    pub fn reliance(&self, piece: Piece) -> Reliance {
        let parts = &self.mover(piece).parts;
        if parts.hops.iter().any(|hop| hop.mode.takes()) || parts.lame.iter().any(|lame| lame.mode.takes()) {
            Reliance::Anything
        } else if parts.slides.iter().any(|slide| slide.mode.takes()) {
            Reliance::Attacked
        } else {
            Reliance::Nothing
        }
    }

    /// All squares that a piece could go to from `from` with suitable pieces on the
    /// other squares, unmoved or not; except by the interpreter.
    pub fn reach_on_some_board(&self, piece: Piece, from: Square) -> Squares<N> {
        let mover = self.mover(piece);
        let none = Squares::EMPTY;
        let locust_captures = self.locust_captures(piece, from).iter();
        let rare =
            locust_captures.fold(self.set(mover.en_passant, from), |all, capture| all | capture.quiet | capture.take);
        std::iter::once(&mover.parts).chain(&mover.initial).fold(rare, |all, parts| {
            let sight = Sight { occupied: none, enemy: none, barred: Barred::NONE };
            let flights = parts.hops.iter().map(|hop| {
                let rays = self.flights(hop, from);
                each(hop.directions, |d, _| rays[d], 0)
            });
            let walks = general(self, parts, from, sight) | attacked_by_parts(self, parts, from, none, Barred::NONE);
            flights.fold(all | walks | doubles(self, parts, from, none), |all, ray| all | ray)
        })
    }

    /// The squares to which a piece can fly from `from` with suitable hurdles, with its captures or without.
    pub fn flies_on_some_board(&self, piece: Piece, from: Square, captures: bool) -> Squares<N> {
        let hops = self.mover(piece).parts.hops.iter();
        hops.filter(|hop| captures || hop.mode != PartMode::Take).fold(Squares::EMPTY, |all, hop| {
            let rays = self.flights(hop, from);
            let behind = |d: usize, up| {
                let ray: Squares<N> = rays[d];
                let nearest = if up { ray.first() } else { ray.last() };
                nearest.map_or(Squares::EMPTY, |nearest| ray.without(nearest))
            };
            all | each(hop.directions, behind, self.ring(hop.ring).ascending)
        })
    }

    /// The squares that a piece moves to from `from` on an empty board, by
    /// its moves from anywhere: initial moves, double steps and moves that need the
    /// interpreter are left out.
    pub fn reach_when_empty(&self, piece: Piece, from: Square) -> Squares<N> {
        let sight = Sight { occupied: Squares::EMPTY, enemy: Squares::EMPTY, barred: Barred::NONE };
        general(self, &self.mover(piece).parts, from, sight)
    }
}
