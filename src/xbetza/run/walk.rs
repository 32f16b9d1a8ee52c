//! Legs one after the other, and the ride along one ray.

use super::{Occupant, TermRun, Terrain};
use crate::board::Square;
use crate::xbetza::MAX_LEGS;
use crate::xbetza::program::{Crossing, Hop, Leg, Ray, Rays, Step};
use std::ops::ControlFlow;

/// The beginning of a leg: its square, and the length of the latest leg of free length.
#[derive(Clone, Copy)]
struct Start {
    at: Square,
    latest_length: u8,
}

/// A ray that is being followed.
struct Ride {
    step: Step,
    /// Greatest number of steps.
    limit: u8,
    /// Steps at the start whose squares do not matter.
    skipped: u8,
    /// Whether joined edges were crossed.
    around: bool,
    /// Whether a hurdle was passed.
    over: bool,
    /// Whether the square behind was a hurdle.
    behind: bool,
}

impl<T: Terrain + ?Sized> TermRun<'_, T> {
    /// All legs of a term.
    pub(super) fn walk(&mut self, legs: &[Leg]) -> ControlFlow<()> {
        let start = Start { at: self.mover.from, latest_length: 0 };
        match legs.first().map(|leg| &leg.rays) {
            Some(Rays::Opening(rays)) => self.legs(legs, start, rays),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The legs from `legs[0]` on, which may leave along `rays`.
    fn legs(&mut self, legs: &[Leg], start: Start, rays: &[Ray]) -> ControlFlow<()> {
        let Some((leg, later)) = legs.split_first() else { return ControlFlow::Continue(()) };
        let unload_before = self.unload_at;
        if leg.unloads {
            self.unload_at = Some(start.at);
        }
        for ray in rays {
            self.ride(leg, later, start, ray)?;
        }
        self.unload_at = unload_before;
        ControlFlow::Continue(())
    }

    /// One leg along one ray, and for each relay the legs after it.
    fn ride(&mut self, leg: &Leg, later: &[Leg], start: Start, ray: &Ray) -> ControlFlow<()> {
        let range = leg.range.unwrap_or(u8::MAX);
        if leg.equal_length && start.latest_length > range {
            return ControlFlow::Continue(());
        }
        let mut ride = Ride {
            step: ray.step.seen_by(self.mover.color),
            limit: if leg.equal_length { start.latest_length } else { range },
            skipped: if let Crossing::Skip(count) = leg.crossing { count } else { 0 },
            around: false,
            over: false,
            behind: false,
        };
        let mut at = start.at;
        for count in 1..=ride.limit {
            let Some(next) = self.next(leg, &mut ride, at) else { break };
            // A ride can come back only round joined edges.
            if next == start.at || ride.around && next == self.mover.from {
                break;
            }
            if count > ride.skipped {
                let occupant = self.look(next);
                if occupant == Occupant::Hole || !self.may_cross(leg, at, ride.step) {
                    break;
                }
                let goes_on = if leg.equal_length && count < ride.limit {
                    occupant == Occupant::Empty
                } else if later.is_empty() {
                    self.land(leg, &mut ride, next, occupant)?
                } else {
                    let latest_length = if leg.range == Some(1) { start.latest_length } else { count };
                    self.relay(leg, later, Start { at: next, latest_length }, ray, occupant)?;
                    occupant == Occupant::Empty
                };
                if !goes_on {
                    break;
                }
            }
            at = next;
        }
        ControlFlow::Continue(())
    }

    /// The next square of a ride.
    #[inline]
    fn next(&self, leg: &Leg, ride: &mut Ride, at: Square) -> Option<Square> {
        if !leg.wraps || self.flat {
            return self.terrain.step(at, ride.step);
        }
        let (next, around) = self.terrain.step_around(at, ride.step)?;
        ride.around |= around;
        Some(next)
    }

    /// Whether the contents of the square crossed by a leap let it pass.
    #[inline]
    fn may_cross(&self, leg: &Leg, at: Square, step: Step) -> bool {
        let wants_empty = match leg.crossing {
            Crossing::Free | Crossing::Skip(_) => return true,
            Crossing::Lame => true,
            Crossing::Jump => false,
        };
        let half = step.half();
        let crossed = self.terrain.go(at, half, leg.wraps);
        // The mover's own square and holes count as occupied here.
        crossed.is_some_and(|sq| (self.terrain.occupant(sq) == Occupant::Empty) == wants_empty)
    }

    /// Handles a square of the last leg; returns whether the ride continues behind it.
    #[inline]
    fn land(&mut self, leg: &Leg, ride: &mut Ride, at: Square, occupant: Occupant) -> ControlFlow<(), bool> {
        let occupied = occupant != Occupant::Empty;
        let hurdle = occupied && (leg.hop == Hop::None || self.terrain.is_hurdle(at));
        let (lands, goes_on) = match leg.hop {
            Hop::None => (true, !occupied),
            Hop::Over => (ride.over, !(ride.over && occupied)),
            Hop::OverAny => (ride.over, true),
            Hop::Behind => (ride.behind, !ride.behind),
            Hop::BehindAny => (ride.behind, true),
        };
        // A piece that is not a hurdle ends the ride.
        let goes_on = goes_on && (!occupied || hurdle);
        ride.over |= hurdle;
        ride.behind = hurdle;
        if lands {
            self.arrive(at, occupant, leg.modes)?;
        }
        ControlFlow::Continue(goes_on)
    }

    /// Handles a square of a leg that is not the last: continues from it in every way that the modes allow.
    fn relay(&mut self, leg: &Leg, later: &[Leg], start: Start, ray: &Ray, occupant: Occupant) -> ControlFlow<()> {
        let modes = leg.modes;
        let jumps = || modes.jumps && self.terrain.is_hurdle(start.at);
        let (passes, captures) = match occupant {
            Occupant::Empty => (modes.quiet, false),
            Occupant::Enemy { .. } => (!modes.tame && jumps(), modes.capture),
            Occupant::Friend { .. } => (jumps(), modes.destroy),
            Occupant::Hole => (false, false),
        };
        if !(passes || captures) {
            return ControlFlow::Continue(());
        }
        let rays = match later.first().map(|next| &next.rays) {
            Some(Rays::Turning(turns)) => turns.after(ray.heading, ray.hand),
            _ => return ControlFlow::Continue(()),
        };
        // Without captures so far, the outcomes depend on the relay and the arrival alone.
        let known = passes && !self.relays.is_empty() && self.was_here(later, start.at, ray);
        self.relays.push(start.at);
        if passes && !known {
            self.legs(later, start, rays)?;
        }
        if captures {
            let added = self.victims.insert(start.at);
            self.legs(later, start, rays)?;
            if added {
                self.victims.pop();
            }
        }
        self.relays.pop();
        ControlFlow::Continue(())
    }
    /// Whether a relay was reached like this before, with the same legs to come: the
    /// number of ways grows exponentially with the number of legs, that of the places
    /// to which they lead does not.
    fn was_here(&mut self, later: &[Leg], at: Square, ray: &Ray) -> bool {
        let counts = later.iter().any(|leg| leg.equal_length);
        if !self.memory.is_each_once() || !self.victims.is_empty() || self.unload_at.is_some() || counts {
            return false;
        }
        let arrival = usize::from(ray.hand) << 4 | usize::from(ray.heading);
        let place = (later.len() << 6 | arrival) << 8 | usize::from(at.0);
        if self.relayed.is_empty() {
            self.relayed.resize(MAX_LEGS << 8, 0);
        }
        let (word, bit) = (&mut self.relayed[place >> 6], 1 << (place & 63));
        let known = *word & bit != 0;
        *word |= bit;
        known
    }
}
