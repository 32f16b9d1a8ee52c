//! Terms that no part expresses, and how they are recognised.

use super::parts::PartMode;
use crate::board::{Piece, Squares};
use crate::xbetza::{Action, Crossing, Hop, Leg, Modes, Term, When};

/// The terms of a piece that the interpreter runs.
#[derive(Clone, Debug)]
pub struct Interpreted<const N: usize> {
    /// The piece.
    pub piece: Piece,
    /// Its terms.
    pub parts: Vec<InterpretedPart<N>>,
    /// Whether pieces between it and a square can only block it: it hops over none,
    /// captures none on the way, and needs none.
    pub is_held_up: bool,
}

impl<const N: usize> Interpreted<N> {
    /// A piece with these terms.
    pub(super) fn new(piece: Piece, parts: Vec<InterpretedPart<N>>) -> Self {
        let is_held_up = parts.iter().all(|part| is_held_up(&part.term));
        Self { piece, parts, is_held_up }
    }
}

/// One term and where it applies.
#[derive(Clone, Debug)]
pub struct InterpretedPart<const N: usize> {
    /// The term.
    pub term: Term,
    /// Origins.
    pub from: Squares<N>,
    /// Squares that the piece may be on during the move; others are like holes to it.
    pub enter: Squares<N>,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// The one-time right of the side that its moves need and use up.
    pub once: Option<u8>,
}

/// Whether parts can express a term.
pub(super) fn is_expressible(term: &Term) -> bool {
    match &term.action {
        Action::Castle(_) => true,
        Action::Pass => term.when != When::Unmoved,
        Action::Anywhere(anywhere) => !anywhere.unloads && plain_mode(&anywhere.modes).is_some(),
        Action::Bend(bend) => !bend.unloads && plain_mode(&bend.modes).is_some(),
        Action::Walk(legs) => match &legs[..] {
            [leg] => is_simple(leg, term.when),
            [first, last] if is_locust_capture(first, last) => term.when == When::Always,
            [first, last] if is_mixed(first) => {
                let ways = unmixed(term, first, last);
                ways.iter().all(is_expressible)
            }
            [relays @ .., last] => relays.iter().all(is_relay) && is_simple_end(last),
            [] => false,
        },
    }
}

/// Whether an additional piece on the board can never give a term further moves.
fn is_held_up(term: &Term) -> bool {
    let Action::Walk(legs) = &term.action else { return true };
    let walks = legs.iter().all(|leg| leg.hop == Hop::None && leg.crossing != Crossing::Jump);
    let relays = &legs[..legs.len().saturating_sub(1)];
    walks && relays.iter().all(|leg| plain_mode(&leg.modes) == Some(PartMode::Quiet))
}

/// The mode of a leg that only moves or captures enemies of any kind.
pub(super) fn plain_mode(modes: &Modes) -> Option<PartMode> {
    let odd = modes.destroy || modes.royal_only || modes.tame || modes.jumps || modes.en_passant;
    if odd { None } else { PartMode::new(modes.quiet, modes.capture) }
}

fn is_simple(leg: &Leg, when: When) -> bool {
    let odd_modes = leg.modes.destroy || leg.modes.royal_only || leg.modes.tame || leg.modes.jumps;
    if leg.unloads || leg.equal_length || odd_modes {
        return false;
    }
    let unconditional = leg.hop == Hop::None && leg.crossing == Crossing::Free;
    if leg.modes.en_passant && !(unconditional && leg.range == Some(1) && when != When::Unmoved) {
        return false;
    }
    match leg.hop {
        Hop::None => leg.crossing != Crossing::Jump,
        Hop::Over | Hop::Behind => {
            leg.crossing == Crossing::Free
                && leg.range.is_none()
                && when == When::Always
                && !leg.wraps
                && !leg.marks_en_passant
        }
        Hop::OverAny | Hop::BehindAny => false,
    }
}

/// Whether two legs are a leap that captures an enemy and another leap from there.
pub(super) fn is_locust_capture(first: &Leg, last: &Leg) -> bool {
    let leaps = |leg: &Leg| is_listable(leg) && leg.crossing == Crossing::Free && leg.range == Some(1);
    leaps(first) && leaps(last) && plain_mode(&first.modes) == Some(PartMode::Take) && plain_mode(&last.modes).is_some()
}

/// A leg that only passes over empty squares, to an empty relay or to one that may hold anything.
fn is_relay(leg: &Leg) -> bool {
    (is_free_relay(leg) || plain_mode(&leg.modes) == Some(PartMode::Quiet)) && is_listable(leg)
}

/// Whether a leg leaps to a relay that may be empty or hold any piece, which stays.
pub(super) fn is_free_relay(leg: &Leg) -> bool {
    leg.modes == Modes { quiet: true, jumps: true, ..Modes::default() } && leg.range == Some(1)
}

/// Whether a first leg may capture at its relay, but need not.
pub(super) fn is_mixed(leg: &Leg) -> bool {
    leg.modes.capture && leg.modes.quiet
}

/// The term as two: one that captures at its relay, and one that does not.
pub(super) fn unmixed(term: &Term, first: &Leg, last: &Leg) -> [Term; 2] {
    let capturing = Modes { quiet: false, jumps: false, ..first.modes };
    [capturing, Modes { capture: false, ..first.modes }].map(|modes| {
        let legs = vec![Leg { modes, ..first.clone() }, last.clone()];
        Term { action: Action::Walk(legs), ..term.clone() }
    })
}

fn is_simple_end(leg: &Leg) -> bool {
    plain_mode(&leg.modes).is_some() && is_listable(leg)
}

fn is_listable(leg: &Leg) -> bool {
    leg.hop == Hop::None
        && leg.crossing != Crossing::Jump
        && !(leg.unloads || leg.equal_length || leg.wraps || leg.marks_en_passant)
}
