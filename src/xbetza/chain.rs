//! The legs of a term in order: what each consists of and where it may turn.
//!
//! The same rules serve the checks of a tree and its compilation: which range
//! a leg has after `g` and `y`, and which rays it has when the leg before
//! arrived on a given point of the compass.

use super::ast::{Atom, Body, Direction, Link, Modifier, Prefix};
use super::directions::{Handedness, opening, resolved, turning};
use super::program::Ray;
use super::shape::{Shape, TermRange};

/// One leg with everything that its term adds to it.
#[derive(Clone, Debug)]
pub(super) struct Stage<'t> {
    pub(super) prefix: &'t Prefix,
    pub(super) shape: Shape,
    /// Greatest number of steps, after all changes by `g` and `y`.
    pub(super) range: Option<u8>,
    /// Whether the move may also end after this leg although more are written.
    pub(super) may_end: bool,
    run: Vec<Direction>,
    bracketed: bool,
}

/// The legs of a term; `None` for the atoms O and U, which make no steps.
pub(super) fn stages(body: &Body) -> Option<Vec<Stage<'_>>> {
    match body {
        Body::Simple { legs, atom } => {
            let shape = Shape::of(atom)?;
            let mut reach = TermRange::of(atom);
            let mut stages = Vec::with_capacity(legs.len());
            for prefix in legs {
                stages.push(stage(prefix, shape, reach.range));
                if prefix.has_any(&[Modifier::Grasshopper, Modifier::Toggle]) {
                    reach = reach.changed();
                }
            }
            Some(stages)
        }
        Body::Bracket { first: (prefix, atom), rest } => {
            let mut stages = vec![bracketed(prefix, atom)?];
            for (link, prefix, atom) in rest {
                if let Some(before) = stages.last_mut() {
                    before.may_end = *link == Link::May;
                }
                stages.push(bracketed(prefix, atom)?);
            }
            Some(stages)
        }
    }
}

fn stage(prefix: &Prefix, shape: Shape, range: Option<u8>) -> Stage<'_> {
    Stage { prefix, shape, range, may_end: false, run: prefix.run(), bracketed: false }
}

fn bracketed<'t>(prefix: &'t Prefix, atom: &Atom) -> Option<Stage<'t>> {
    Some(Stage { bracketed: true, ..stage(prefix, Shape::of(atom)?, TermRange::of(atom).range) })
}

impl Stage<'_> {
    /// The directions of this leg as the first of a term, a set on its ring.
    pub(super) fn opening_set(&self) -> u8 {
        opening(self.shape, &self.run)
    }

    /// The rays of this leg as the first of a term.
    pub(super) fn opening_rays(&self) -> Vec<Ray> {
        members(self.opening_set()).map(|k| self.ray(k, Handedness::None)).collect()
    }

    /// The rays of this leg after one that arrived on `point`.
    pub(super) fn rays_after(&self, point: u8, hand: Handedness) -> Vec<Ray> {
        let offsets = if self.run.is_empty() { self.default_turns(point) } else { turning(&resolved(&self.run, hand)) };
        let mut rays = Vec::new();
        for offset in members(offsets) {
            for k in self.targets(point, offset) {
                let ray = self.ray(k, hand.after(offset));
                if !rays.contains(&ray) {
                    rays.push(ray);
                }
            }
        }
        rays
    }

    /// The offsets, from a leg that arrived on `point`, in which this leg has a move.
    pub(super) fn turns_after(&self, point: u8, hand: Handedness) -> u8 {
        let written = if self.run.is_empty() { self.default_turns(point) } else { turning(&resolved(&self.run, hand)) };
        let moves = |&offset: &u8| self.targets(point, offset).next().is_some();
        members(written).filter(moves).fold(0, |set, offset| set | 1 << offset)
    }

    /// The offsets that depend on the hand of the latest turn.
    pub(super) fn handed_turns(&self) -> u8 {
        let [right, left] = [Handedness::Right, Handedness::Left].map(|hand| turning(&resolved(&self.run, hand)));
        right ^ left
    }

    /// The offsets of a leg without written directions.
    fn default_turns(&self, point: u8) -> u8 {
        const NOT_BACK: u8 = 0b1110_1111;
        const AHEAD: u8 = 0b0000_0001;
        const SIDES: u8 = 0b0100_0101;
        const OUTWARD: u8 = 0b1000_0010;
        let before_oblique = point % 2 == 1;
        let before_diagonal = point % 4 == 2;
        match self.shape {
            Shape::Orthogonal(_) | Shape::Diagonal(_) if !self.bracketed => SIDES,
            Shape::Eightfold | Shape::Oblique(..) if !self.bracketed => NOT_BACK,
            shape if shape.is_oblique() != before_oblique => AHEAD,
            Shape::Orthogonal(_) if before_diagonal => OUTWARD,
            Shape::Diagonal(_) if !before_diagonal => OUTWARD,
            _ => NOT_BACK,
        }
    }

    /// The ring numbers that an offset selects after arrival on `point`.
    fn targets(&self, point: u8, offset: u8) -> impl Iterator<Item = u8> + use<> {
        let target = point + 2 * offset;
        let own_ring = self.shape.is_oblique() == (point % 2 == 1);
        let points = if own_ring { [Some(target), None] } else { [Some(target + 15), Some(target + 1)] };
        // A leg in brackets keeps its own atom, while one after `a` changes between lines and diagonals.
        let moves = if self.bracketed { self.shape.directions() } else { 0xff };
        points.into_iter().flatten().map(|point| point % 16 / 2).filter(move |k| moves >> k & 1 != 0)
    }

    fn ray(&self, k: u8, hand: Handedness) -> Ray {
        Ray { step: self.shape.step(k), heading: self.shape.point(k), hand: hand as u8 }
    }
}

/// The members of a set of ring directions.
pub(super) fn members(set: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |k| set >> k & 1 != 0)
}

/// The ways in which a leg may arrive: compass points, each with a hand.
#[derive(Clone, Copy, Default)]
pub(super) struct Arrivals(u64);

impl Arrivals {
    pub(super) fn of(rays: &[Ray]) -> Self {
        let mut arrivals = Self::default();
        arrivals.add(rays);
        arrivals
    }

    /// Adds the ways in which rays arrive.
    pub(super) fn add(&mut self, rays: &[Ray]) {
        for ray in rays {
            self.0 |= 1 << (ray.hand * 16 + ray.heading);
        }
    }

    /// All ways in the set.
    pub(super) fn iter(self) -> impl Iterator<Item = (u8, Handedness)> {
        Handedness::ALL
            .into_iter()
            .flat_map(|hand| (0..16).map(move |point| (point, hand)))
            .filter(move |&(point, hand)| self.has(point, hand))
    }

    /// Whether rays of a row are ever used.
    pub(super) fn has(self, point: u8, hand: Handedness) -> bool {
        self.0 >> (hand as u8 * 16 + point) & 1 != 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ways in which the next leg arrives.
    pub(super) fn then(self, stage: &Stage) -> Self {
        let mut next = Self::default();
        for (point, hand) in self.iter() {
            next.add(&stage.rays_after(point, hand));
        }
        next
    }
}
