//! Tree to program: symmetry, defaults, brackets and modes are expanded.

use super::ast::{Atom, AtomLetter, Body, Description, Modifier, Prefix, Term as Written};
use super::chain::{Arrivals, Stage, members, stages};
use super::check::too_large;
use super::directions::Handedness;
use super::error::Error;
use super::program::{
    Action, Anywhere, Bend, Castle, Crossing, Hop, Leg, Modes, Program, Ray, Rays, Step, Term, Turns, When,
};
use super::shape::Shape;

/// Most ways through the legs of a program, on the widest board.
///
/// This bounds the time of one run: a lion has about two hundred ways, a hook
/// mover two thousand.
const MAX_PATHS: usize = 1 << 20;

/// Longest ride, in single steps, that the count of ways assumes.
const LONGEST_RIDE: usize = 12;

/// Compiles a tree that `parse` returned.
///
/// # Errors
///
/// Only `too-large`, for terms whose legs combine in more ways than could be
/// followed in reasonable time.
pub fn compile_tree(description: &Description) -> Result<Program, Error> {
    let mut program = Program::default();
    let mut paths = 0_usize;
    for written in &description.terms {
        for term in terms(written) {
            paths = paths.saturating_add(count_paths(&term, |stride| LONGEST_RIDE / stride));
            if paths > MAX_PATHS {
                let message = "the legs of this description combine in too many ways to be followed";
                return Err(too_large(message, written));
            }
            program.terms.push(term);
        }
    }
    Ok(program)
}

impl Program {
    /// Whether it has more ways than could be followed in reasonable time if
    /// no ride visits more squares than `longest`.
    pub fn is_too_large(&self, longest: usize) -> bool {
        let ways = self.terms.iter().map(|term| count_paths(term, |_| longest));
        ways.fold(0, usize::saturating_add) > MAX_PATHS
    }
}

/// The terms of a program for one written term: several if
/// brackets let the move end early.
fn terms(written: &Written) -> Vec<Term> {
    let term = |prefix, action| Term { span: written.span.clone(), when: when(prefix), action };
    match stages(&written.body) {
        None => match &written.body {
            Body::Simple { legs, atom } => legs.iter().map(|prefix| term(prefix, special(prefix, atom))).collect(),
            Body::Bracket { .. } => Vec::new(),
        },
        Some(stages) => {
            let ends = (0..stages.len()).filter(|&end| stages[end].may_end || end + 1 == stages.len());
            ends.map(|end| term(stages[0].prefix, walk_or_bend(&stages[..=end]))).collect()
        }
    }
}

fn when(prefix: &Prefix) -> When {
    match prefix.count(Modifier::Initial) {
        0 => When::Always,
        1 => When::Unmoved,
        _ => When::AheadOfStart,
    }
}

/// The action of the atoms O and U.
fn special(prefix: &Prefix, atom: &Atom) -> Action {
    if atom.letter == AtomLetter::Universal {
        return Action::Anywhere(Anywhere { modes: last_modes(prefix), unloads: prefix.has(Modifier::Unload) });
    }
    let Some(distance) = atom.range else { return Action::Pass };
    let [left, right] = prefix.sides();
    Action::Castle(Castle { distance, left, right, inset: prefix.count(Modifier::Jump) as u8 })
}

fn walk_or_bend(stages: &[Stage]) -> Action {
    if let [only] = stages
        && only.prefix.has_any(&[Modifier::Zigzag, Modifier::Circular])
    {
        return Action::Bend(bend(only));
    }
    let mut arrivals = Arrivals::default();
    let mut legs = Vec::with_capacity(stages.len());
    for (index, stage) in stages.iter().enumerate() {
        let rays = if index == 0 {
            let rays = stage.opening_rays();
            arrivals = Arrivals::of(&rays);
            Rays::Opening(rays)
        } else {
            let mut next = Arrivals::default();
            let turns = Turns::from_fn(|heading, hand| match Handedness::ALL.get(usize::from(hand)) {
                Some(&hand) if arrivals.has(heading, hand) => {
                    let rays = stage.rays_after(heading, hand);
                    next.add(&rays);
                    rays
                }
                _ => Vec::new(),
            });
            arrivals = next;
            Rays::Turning(turns)
        };
        legs.push(leg(stage, rays, index == 0, index + 1 == stages.len()));
    }
    Action::Walk(legs)
}

fn leg(stage: &Stage, rays: Rays, first: bool, last: bool) -> Leg {
    let prefix = stage.prefix;
    let single = first && last;
    Leg {
        rays,
        range: stage.range,
        modes: if last { last_modes(prefix) } else { relay_modes(prefix) },
        hop: if last { hop(prefix) } else { Hop::None },
        crossing: crossing(prefix, stage.shape),
        wraps: prefix.has(Modifier::Cylinder),
        equal_length: !first && prefix.has(Modifier::Initial),
        unloads: prefix.has(Modifier::Unload),
        marks_en_passant: single && marks_en_passant(stage),
    }
}

/// The squares on which a last leg may end: captures and quiet moves unless some mode is written.
pub(super) fn last_modes(prefix: &Prefix) -> Modes {
    use Modifier::{Capture, Destroy, EnPassant, Move, Royal};
    let unwritten = !prefix.has_any(&[Move, Capture, Destroy, EnPassant, Royal]);
    Modes {
        quiet: unwritten || prefix.has(Move),
        capture: (unwritten || prefix.has(Capture)) && !prefix.has(Royal),
        destroy: prefix.has(Destroy),
        en_passant: prefix.has(EnPassant),
        royal_only: prefix.has(Royal),
        tame: prefix.has(Modifier::Tame),
        jumps: false,
    }
}

/// The contents of a relay: empty unless some mode is written.
pub(super) fn relay_modes(prefix: &Prefix) -> Modes {
    use Modifier::{Capture, Destroy, Grasshopper, Hop, Move, Toggle};
    let unwritten = !prefix.has_any(&[Move, Capture, Destroy, Hop, Grasshopper, Toggle]);
    Modes {
        quiet: unwritten || prefix.has_any(&[Move, Toggle]),
        capture: prefix.has(Capture),
        destroy: prefix.has(Destroy),
        en_passant: false,
        royal_only: false,
        tame: prefix.has(Modifier::Tame),
        jumps: prefix.has_any(&[Hop, Grasshopper]),
    }
}

pub(super) fn hop(prefix: &Prefix) -> Hop {
    match (prefix.count(Modifier::Hop), prefix.count(Modifier::Grasshopper)) {
        (0, 0) => Hop::None,
        (1, _) => Hop::Over,
        (0, 1) => Hop::Behind,
        (0, _) => Hop::BehindAny,
        _ => Hop::OverAny,
    }
}

pub(super) fn crossing(prefix: &Prefix, shape: Shape) -> Crossing {
    match (prefix.has(Modifier::Lame), prefix.count(Modifier::Jump)) {
        (true, _) if shape.leaps() => Crossing::Lame,
        (_, 0) => Crossing::Free,
        _ if shape.leaps() => Crossing::Jump,
        (_, skipped) => Crossing::Skip(skipped as u8),
    }
}

/// Whether `in` or `nn` is written, which allows an en passant reply to a quiet move.
pub(super) fn marks(prefix: &Prefix) -> bool {
    let lame = prefix.count(Modifier::Lame);
    lame == 2 || lame == 1 && prefix.has(Modifier::Initial)
}

/// Whether a leg that is the whole term allows an en passant reply: marks are written, and a quiet move passes a square.
pub(super) fn marks_en_passant(stage: &Stage) -> bool {
    let passes = !stage.shape.is_oblique() && (stage.shape.leaps() || stage.range != Some(1));
    passes && marks(stage.prefix) && last_modes(stage.prefix).quiet
}

/// A ride by `z` or `q`: each path is the cycle of steps that one hand gives.
fn bend(stage: &Stage) -> Bend {
    let zigzag = stage.prefix.has(Modifier::Zigzag);
    let path = |k: u8, turn: u8| -> Vec<Step> {
        let directions = if zigzag { vec![k, k + 2 * turn] } else { (0..8).map(|i| k + i * turn).collect() };
        directions.into_iter().map(|k| stage.shape.step(k)).collect()
    };
    let paths = members(stage.opening_set()).flat_map(|k| [path(k, 1), path(k, 7)]).collect();
    Bend {
        paths,
        range: stage.range.filter(|&range| range != 1),
        modes: last_modes(stage.prefix),
        unloads: stage.prefix.has(Modifier::Unload),
        wraps: false,
    }
}

/// An upper bound for the ways through a term, given the longest ride by
/// steps of some length.
fn count_paths(term: &Term, longest: impl Fn(usize) -> usize) -> usize {
    match &term.action {
        Action::Walk(legs) => legs.iter().map(|leg| leg_paths(leg, &longest)).fold(1, usize::saturating_mul),
        Action::Bend(bend) => bend.paths.len() * longest(1),
        Action::Castle(_) | Action::Anywhere(_) | Action::Pass => LONGEST_RIDE * LONGEST_RIDE,
    }
}

fn leg_paths(leg: &Leg, longest: impl Fn(usize) -> usize) -> usize {
    let (rays, stride) = match &leg.rays {
        Rays::Opening(rays) => (rays.len(), stride(rays)),
        Rays::Turning(turns) => (turns.widest(), 1),
    };
    let ride = longest(stride).min(leg.range.map_or(usize::MAX, usize::from));
    let squares = if leg.modes.quiet && !leg.equal_length { ride } else { 1 };
    let occupied = usize::from(leg.modes.capture) + usize::from(leg.modes.jumps);
    rays.max(1) * (squares + occupied)
}

/// The minimum length of a ray's steps, in their longer coordinate.
fn stride(rays: &[Ray]) -> usize {
    rays.iter()
        .map(|ray| usize::from(ray.step.right.unsigned_abs().max(ray.step.forward.unsigned_abs())))
        .min()
        .unwrap_or(1)
        .max(1)
}
