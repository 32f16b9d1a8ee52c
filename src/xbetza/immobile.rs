//! Terms that are well formed but can never move, such as `jW` and `pW`.

use super::program::{Action, Crossing, Hop, Leg, Program, Ray, Rays, Term};
use crate::text::{Report, Span};

impl Program {
    /// A warning for each written term that has no move on any board, with its position.
    pub fn immobile_reports(&self) -> impl Iterator<Item = (Span, Report)> {
        // If brackets let a move end early, all its ways must be stuck.
        let stuck = self.written().filter(|terms| terms.iter().all(Term::never_moves));
        stuck.map(|terms| (terms[0].span.clone(), Report::warning("this term can never move")))
    }
}

impl Term {
    /// Whether it has no move on any board.
    pub fn never_moves(&self) -> bool {
        match &self.action {
            Action::Walk(legs) => (0..legs.len()).any(|index| is_stuck(&legs[..=index], index + 1 == legs.len())),
            Action::Bend(bend) => bend.modes.lands_nowhere(),
            Action::Anywhere(anywhere) => anywhere.modes.lands_nowhere(),
            Action::Castle(_) | Action::Pass => false,
        }
    }
}

/// Whether the last of these legs can never be made.
fn is_stuck(legs: &[Leg], last: bool) -> bool {
    let Some((leg, earlier)) = legs.split_last() else { return false };
    let no_rays = match &leg.rays {
        Rays::Opening(rays) => rays.is_empty(),
        Rays::Turning(turns) => turns.widest() == 0,
    };
    let too_short = |limit: Option<u8>| limit.is_some_and(|limit| limit < steps_needed(leg));
    let too_short = too_short(leg.range) || leg.equal_length && too_short(latest_range(earlier));
    // Until a leg of equal length ends, every square that it visits must be empty, so there is no hurdle.
    let no_hurdle = leg.equal_length && leg.hop != Hop::None;
    no_rays || too_short || no_hurdle || last && leg.modes.lands_nowhere() || only_takes_origin(leg, earlier)
}

/// Whether a leg leads back to the square where the move began, which the piece has left empty, but cannot end on an
/// empty square.
fn only_takes_origin(leg: &Leg, earlier: &[Leg]) -> bool {
    let [first] = earlier else { return false };
    let as_far = leg.equal_length || leg.range == Some(1) && first.range == Some(1);
    let is_back =
        |there: &Ray, back: &Ray| (back.step.right, back.step.forward) == (-there.step.right, -there.step.forward);
    let returns = |ray: &Ray| leg.rays_after(ray.heading, ray.hand).iter().all(|back| is_back(ray, back));
    !leg.modes.quiet && as_far && first.opening().iter().all(returns)
}

/// How many steps a leg needs before it can end.
fn steps_needed(leg: &Leg) -> u8 {
    let skipped = if let Crossing::Skip(count) = leg.crossing { count } else { 0 };
    let hurdle = u8::from(leg.hop != Hop::None);
    skipped + hurdle + 1
}

/// The greatest length of the leg that a leg of equal length refers to.
fn latest_range(earlier: &[Leg]) -> Option<u8> {
    let index = earlier.iter().rposition(|leg| leg.range != Some(1))?;
    if earlier[index].equal_length { latest_range(&earlier[..index]) } else { earlier[index].range }
}
