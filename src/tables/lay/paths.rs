//! Paths: the squares that must be empty for a move, square by square.

use super::Layout;
use super::draft::Place;
use crate::board::{Square, Squares, Step};
use crate::tables::interpreted::is_free_relay;
use crate::tables::parts::Path;
use crate::xbetza::{Crossing, Leg};

/// More ways than this through several legs from one square are left to the
/// interpreter.
const MAX_PATHS: usize = 128;

impl<const N: usize> Layout<N> {
    /// The paths of a ride from a square, each with the square it leads to: rides that are lame,
    /// skip squares, or go round the edge. The squares in `clear` must be empty as well;
    /// `origin` is where the whole move began.
    pub(super) fn conditional_paths(
        &self,
        leg: &Leg,
        step: Step,
        (origin, from): (Square, Square),
        enter: Squares<N>,
        mut clear: Squares<N>,
    ) -> Vec<(Path<N>, Square)> {
        let board = self.variant.board;
        let go = |sq: Square, step: Step| board.go(sq, step, leg.wraps);
        let skip = if let Crossing::Skip(count) = leg.crossing { usize::from(count) } else { 0 };
        let limit = leg.range.map_or(board.squares(), usize::from);
        let mut out = Vec::new();
        let mut at = from;
        // A ride may skip holes and squares outside its region, but not the edge.
        for (index, to) in std::iter::successors(go(from, step), |&sq| go(sq, step)).take(limit).enumerate() {
            let before = std::mem::replace(&mut at, to);
            // A ride round the edge ends where it began.
            if leg.wraps && to == from {
                break;
            }
            if index < skip {
                continue;
            }
            if !enter.has(to) {
                break;
            }
            if leg.crossing == Crossing::Lame {
                let middle = go(before, step.half());
                // The origin, holes and squares outside its region count as occupied.
                match middle.filter(|&sq| sq != origin && enter.has(sq)) {
                    Some(sq) => clear.insert(sq),
                    None => break,
                }
            }
            out.push((Path { clear, targets: Squares::of(to) }, to));
            if to != origin {
                clear.insert(to);
            }
        }
        out
    }

    /// All ways through several legs with relays that capture nothing, as paths, some of which may
    /// end where they began; `None` if there are too many.
    pub(super) fn itineraries(&self, legs: &[Leg], place: Place<N>) -> Option<Vec<(Square, Path<N>)>> {
        let mut out = Vec::new();
        for from in place.from {
            let mut found = Vec::new();
            // A piece may return to its own square whatever its region.
            let place = Place { enter: place.enter.with(from), ..place };
            self.follow(legs, place, (from, from), (0, 0), Squares::EMPTY, &mut found)?;
            out.extend(found.into_iter().map(|path| (from, path)));
        }
        Some(out)
    }

    fn follow(
        &self,
        legs: &[Leg],
        place: Place<N>,
        (origin, at): (Square, Square),
        (heading, hand): (u8, u8),
        clear: Squares<N>,
        found: &mut Vec<Path<N>>,
    ) -> Option<()> {
        let Some((leg, later)) = legs.split_first() else { return Some(()) };
        for ray in leg.rays_after(heading, hand) {
            let step = ray.step.seen_by(place.color);
            for (path, to) in self.conditional_paths(leg, step, (origin, at), place.enter, clear) {
                if later.is_empty() {
                    if found.len() >= MAX_PATHS {
                        return None;
                    }
                    match found.iter_mut().find(|known| known.clear == path.clear) {
                        Some(known) => known.targets |= path.targets,
                        None => found.push(path),
                    }
                } else {
                    let clear = match to == origin || is_free_relay(leg) {
                        true => path.clear,
                        false => path.clear.with(to),
                    };
                    self.follow(later, place, (origin, to), (ray.heading, ray.hand), clear, found)?;
                }
            }
        }
        Some(())
    }
}
