//! One leg: the squares where it can stop, whatever it does there.

use super::atoms::Gait;
use super::ring::{Way, step};
use super::scene::{Occupant, Place, Scene};
use alfil::internals::xbetza::ast::{Modifier, Prefix};

/// A square where a leg can stop, and the number of steps to it.
pub struct Stop {
    pub place: Place,
    pub steps: u32,
}

/// The hurdle of a final leg.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hop {
    No,
    /// `p`: anywhere after the hurdle; with more hurdles if `many`.
    Fly {
        many: bool,
    },
    /// `g`: directly after the hurdle; after any if `many`.
    Land {
        many: bool,
    },
}

impl Hop {
    fn of(prefix: &Prefix) -> Self {
        match (prefix.count(Modifier::Hop), prefix.count(Modifier::Grasshopper)) {
            (0, 0) => Self::No,
            (0, n) => Self::Land { many: n > 1 },
            (n, _) => Self::Fly { many: n > 1 },
        }
    }
}

/// The square that a step from `at` leads to, and whether a side edge was crossed.
fn next(scene: &Scene, at: Place, step: Place, cylinder: bool) -> Option<(Place, bool)> {
    let straight = (at.0 + step.0, at.1 + step.1);
    let to = if cylinder { (straight.0.rem_euclid(scene.files), straight.1) } else { straight };
    scene.has(to).then_some((to, to != straight))
}

/// Whether the square that can block a lame leap, or that a jumping leap needs occupied, is occupied.
fn hurdle(scene: &Scene, at: Place, step: Place, cylinder: bool) -> bool {
    // Division of integers rounds towards zero, as the notation does.
    let halved = (step.0 / 2, step.1 / 2);
    match next(scene, at, halved, cylinder) {
        Some((place, _)) => place == scene.origin || scene.at(place) != Occupant::Empty,
        None => true,
    }
}

/// The stops of a straight leg from `start`.
pub fn ride(scene: &Scene, start: Place, way: Way, gait: Gait, prefix: &Prefix, last: bool) -> Vec<Stop> {
    let step = step(gait.leap, way);
    let cylinder = prefix.has(Modifier::Cylinder);
    let (lame, jumps) = (prefix.has(Modifier::Lame), prefix.count(Modifier::Jump) as u32);
    let hop = if last { Hop::of(prefix) } else { Hop::No };
    let mut stops = Vec::new();
    let (mut at, mut around, mut hopped, mut behind) = (start, false, false, false);
    for steps in 1.. {
        if gait.range != 0 && steps > gait.range {
            break;
        }
        let Some((to, crossed)) = next(scene, at, step, cylinder) else { break };
        if !gait.is_one_square() && (lame || jumps > 0) && hurdle(scene, at, step, cylinder) == lame {
            break;
        }
        (at, around) = (to, around || crossed);
        // Around the cylinder a piece meets itself, and cannot pass or hop over itself.
        if at == start || at == scene.origin && around {
            break;
        }
        if gait.is_one_square() && steps <= jumps {
            continue;
        }
        let occupied = match scene.at(at) {
            Occupant::Hole => break,
            _ if at == scene.origin => false,
            occupant => occupant != Occupant::Empty,
        };
        let (stop, end) = match hop {
            Hop::No => (true, occupied),
            Hop::Fly { many } => (hopped, hopped && occupied && !many),
            Hop::Land { many } => (behind, behind && !many),
        };
        if stop {
            stops.push(Stop { place: at, steps });
        }
        if end {
            break;
        }
        hopped |= occupied;
        behind = occupied;
    }
    stops
}

/// The stops of a bending ride.
pub fn bend(scene: &Scene, first: u8, gait: Gait, zigzag: bool, clockwise: bool) -> Vec<Stop> {
    let limit = if gait.range == 1 { 0 } else { gait.range };
    let (mut at, mut number, mut stops) = (scene.origin, first, Vec::new());
    for steps in 1.. {
        if limit != 0 && steps > limit {
            break;
        }
        let step = step(gait.leap, gait.way(number));
        at = (at.0 + step.0, at.1 + step.1);
        if at == scene.origin || scene.at(at) == Occupant::Hole {
            break;
        }
        stops.push(Stop { place: at, steps });
        if scene.at(at) != Occupant::Empty {
            break;
        }
        let turn = if clockwise { 1 } else { 7 };
        number = match (zigzag, steps % 2 == 1) {
            (false, _) => (number + turn) % 8,
            (true, true) => (first + 2 * turn) % 8,
            (true, false) => first,
        };
    }
    stops
}
