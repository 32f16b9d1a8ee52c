//! Terms: each becomes the cheapest part that expresses it, or is left to the
//! interpreter.

use super::Layout;
use super::draft::{Draft, Gather, Place};
use crate::board::{BySquare, Piece, Square, Squares, Step};
use crate::tables::parts::{Flight, Landing, LocustCapture, PartMode, Path, Slide};
use crate::tables::{interpreted, rights};
use crate::xbetza::{Action, Bend, Crossing, Hop, Leg, Program, Ray, Rays, Term, When};

impl<const N: usize> Layout<N> {
    /// Lays all terms of a program.
    pub(super) fn program(&mut self, piece: Piece, program: &Program, place: Place<N>, gather: &mut Gather<N>) {
        for term in &program.terms {
            self.term(piece, term, place, gather);
        }
    }

    fn term(&mut self, piece: Piece, term: &Term, place: Place<N>, gather: &mut Gather<N>) {
        // Castlings are found when a position is set up.
        if term.castles() {
            return;
        }
        // Parts treat every blocked square as a piece, but holes made during the game contain none, and at relays they
        // do not ask which piece it is.
        let hurdles = self.variant.rules.makes_holes() && term.hops()
            || !self.variant.kind(piece.kind()).hop_exclude.is_empty() && term.jumps_relays();
        let asked = hurdles || place.once.is_some();
        if !interpreted::is_expressible(term) || asked || gather.interpreting && term.action != Action::Pass {
            return gather.interpret(term, place);
        }
        let start = rights::start_squares::<N>(&self.variant, piece);
        let outer = rights::right_squares::<N>(&self.variant);
        match term.when {
            When::Always => self.action(term, place, false, gather),
            When::AheadOfStart => {
                let ahead = Step::new(0, 1).seen_by(place.color);
                let from = start.iter().filter_map(|sq| self.variant.board.step(sq, ahead)).collect::<Squares<N>>();
                self.action(term, Place { from: place.from & from, ..place }, false, gather);
            }
            When::Unmoved => {
                self.action(term, Place { from: place.from & start & !outer, ..place }, false, gather);
                self.action(term, Place { from: place.from & start & outer, ..place }, true, gather);
            }
        }
    }

    fn action(&mut self, term: &Term, place: Place<N>, initial: bool, gather: &mut Gather<N>) {
        if place.from.is_empty() {
            return;
        }
        let draft = if initial { &mut gather.initial } else { &mut gather.always };
        match &term.action {
            Action::Castle(_) => {}
            Action::Pass => {
                let stay = |from| (from, Path { clear: Squares::EMPTY, targets: Squares::of(from) });
                gather.passes.extend(place.from.iter().map(stay));
            }
            Action::Anywhere(anywhere) => {
                let Some(mode) = interpreted::plain_mode(&anywhere.modes) else { return };
                place.from.iter().for_each(|from| draft.leap(mode, from, place.enter.without(from)));
            }
            Action::Bend(bend) => self.bend(bend, place, draft),
            Action::Walk(legs) => match &legs[..] {
                [leg] => leg.opening().iter().for_each(|ray| self.ray(leg, ray, place, initial, gather)),
                [first, last] if interpreted::is_locust_capture(first, last) => {
                    self.locust_captures(first, last, place, &mut gather.locust_captures.found);
                    gather.locust_captures.terms.push((term.clone(), place));
                }
                [first, last] if interpreted::is_mixed(first) => {
                    for way in interpreted::unmixed(term, first, last) {
                        self.action(&way, place, initial, gather);
                    }
                }
                _ => match (
                    self.itineraries(legs, place),
                    legs.last().and_then(|leg| interpreted::plain_mode(&leg.modes)),
                ) {
                    (Some(paths), Some(mode))
                        if !initial || paths.iter().all(|(from, path)| !path.targets.has(*from)) =>
                    {
                        for (from, path) in paths {
                            if path.targets.has(from) && mode != PartMode::Take {
                                gather.passes.push((from, Path { targets: Squares::of(from), ..path }));
                            }
                            draft.list(mode, from, Path { targets: path.targets.without(from), ..path });
                        }
                    }
                    _ => gather.interpret(term, place),
                },
            },
        }
    }

    /// A leap that captures, and another from there.
    fn locust_captures(&self, first: &Leg, last: &Leg, place: Place<N>, found: &mut Vec<(Square, LocustCapture<N>)>) {
        let (Rays::Turning(turns), Some(mode)) = (&last.rays, interpreted::plain_mode(&last.modes)) else { return };
        for from in place.from {
            let enter = place.enter.with(from);
            for ray in first.opening() {
                for victim in self.leap(first, from, ray.step.seen_by(place.color), enter) {
                    let onward = turns.after(ray.heading, ray.hand).iter();
                    let onward = onward.fold(Squares::EMPTY, |all, next| {
                        all | self.leap(last, victim, next.step.seen_by(place.color), enter)
                    });
                    let quiet = if mode == PartMode::Take { Squares::EMPTY } else { onward };
                    let take = if mode == PartMode::Quiet { Squares::EMPTY } else { onward.without(from) };
                    found.push((from, LocustCapture { victim, quiet, take }));
                }
            }
        }
    }

    fn ray(&mut self, leg: &Leg, ray: &Ray, place: Place<N>, initial: bool, gather: &mut Gather<N>) {
        let step = ray.step.seen_by(place.color);
        if leg.modes.en_passant {
            for from in place.from {
                gather.en_passant[from] |= self.leap(leg, from, step, place.enter);
            }
        }
        // A leg may have only en passant captures left.
        let Some(mode) = PartMode::new(leg.modes.quiet, leg.modes.capture) else { return };
        let draft = if initial { &mut gather.initial } else { &mut gather.always };
        if leg.marks_en_passant && mode != PartMode::Take {
            if mode == PartMode::Both {
                self.rides(leg, step, place, PartMode::Take, draft);
            }
            return self.doubles(leg, step, place, draft);
        }
        self.rides(leg, step, place, mode, draft);
    }

    /// The destination of a single step of a leg, if any.
    fn leap(&self, leg: &Leg, from: Square, step: Step, enter: Squares<N>) -> Squares<N> {
        let to = self.variant.board.go(from, step, leg.wraps);
        to.filter(|&to| to != from && enter.has(to)).into_iter().collect()
    }

    /// The squares of a ride in order, up to the edge, a square that may not
    /// be entered, or the range.
    fn steps(
        &self,
        from: Square,
        step: Step,
        range: Option<u8>,
        enter: Squares<N>,
    ) -> impl Iterator<Item = Square> + use<N> {
        let board = self.variant.board;
        let next = move |sq: Square| board.step(sq, step).filter(|&to| enter.has(to));
        std::iter::successors(next(from), move |&sq| next(sq)).take(range.map_or(usize::MAX, usize::from))
    }

    fn rides(&mut self, leg: &Leg, step: Step, place: Place<N>, mode: PartMode, draft: &mut Draft<N>) {
        let whole = leg.range.is_none() && place.enter == self.board && place.from == self.board;
        match (leg.hop, leg.crossing, leg.wraps) {
            (Hop::Over | Hop::Behind, ..) => self.hop(leg, step, place, mode, draft),
            (_, Crossing::Free, _) if leg.range == Some(1) => {
                for from in place.from {
                    draft.leap(mode, from, self.leap(leg, from, step, place.enter));
                }
            }
            (_, Crossing::Free, false) if whole => {
                let (ring, direction) = self.ring_of(step);
                draft.slide(ring, direction, mode);
            }
            (_, Crossing::Free, false) => self.cut_slide(leg, step, place, mode, draft),
            _ => {
                for from in place.from {
                    for (path, _) in self.conditional_paths(leg, step, (from, from), place.enter, Squares::EMPTY) {
                        draft.list(mode, from, path);
                    }
                }
            }
        }
    }

    /// A flight over a hurdle, along rays of its own if region or origin shorten them.
    fn hop(&mut self, leg: &Leg, step: Step, place: Place<N>, mode: PartMode, draft: &mut Draft<N>) {
        let (ring, direction) = self.ring_of(step);
        let landing = if leg.hop == Hop::Over { Landing::Anywhere } else { Landing::RightBehind };
        let whole = place.enter == self.board && place.from == self.board;
        let known = draft.hops.iter().position(|hop| {
            let like = hop.ring == ring && hop.landing == landing && hop.mode == mode;
            like && hop.cut.is_none() == whole && (whole || hop.directions >> direction & 1 == 0)
        });
        let at = known.unwrap_or_else(|| {
            let cut = (!whole).then(|| self.new_cut());
            draft.hops.push(Flight { ring, directions: 0, landing, mode, cut, barred: draft.barred });
            draft.hops.len() - 1
        });
        let hop = &mut draft.hops[at];
        hop.directions |= 1 << direction;
        if let Some(cut) = hop.cut {
            self.cut(cut, direction, leg, step, place);
        }
    }

    fn new_cut(&mut self) -> u16 {
        self.store.cuts.push(BySquare::filled([Squares::EMPTY; 8]));
        (self.store.cuts.len() - 1) as u16
    }

    /// Lays the shortened rays of one direction.
    fn cut(&mut self, cut: u16, direction: u8, leg: &Leg, step: Step, place: Place<N>) {
        for from in place.from {
            let squares = self.steps(from, step, leg.range, place.enter).collect();
            self.store.cuts[usize::from(cut)][from][usize::from(direction & 7)] = squares;
        }
    }

    /// A ride shortened by range, region or origin: rays of its own, united
    /// with those of other directions of the same ring.
    fn cut_slide(&mut self, leg: &Leg, step: Step, place: Place<N>, mode: PartMode, draft: &mut Draft<N>) {
        let (ring, direction) = self.ring_of(step);
        let known = draft.slides.iter().position(|slide| {
            slide.ring == ring && slide.mode == mode && slide.cut.is_some() && slide.directions >> direction & 1 == 0
        });
        let at = known.unwrap_or_else(|| {
            draft.slides.push(Slide { ring, directions: 0, mode, cut: Some(self.new_cut()) });
            draft.slides.len() - 1
        });
        let slide = &mut draft.slides[at];
        slide.directions |= 1 << direction;
        if let Some(cut) = slide.cut {
            self.cut(cut, direction, leg, step, place);
        }
    }

    /// Quiet moves that leave en passant squares behind.
    fn doubles(&mut self, leg: &Leg, step: Step, place: Place<N>, draft: &mut Draft<N>) {
        let straight = Leg { wraps: false, ..leg.clone() };
        for from in place.from {
            let paths = |leg| self.conditional_paths(leg, step, (from, from), place.enter, Squares::EMPTY);
            // A ride round joined edges begins like one that is not.
            let flat = paths(&straight).len();
            for (index, (path, to)) in paths(leg).into_iter().enumerate() {
                let passes = index < flat && self.store.ring(0).between(from, to).any();
                let list = if passes { &mut draft.doubles } else { &mut draft.lame[PartMode::Quiet as usize] };
                list.push((from, path));
            }
        }
    }

    fn bend(&self, bend: &Bend, place: Place<N>, draft: &mut Draft<N>) {
        let Some(mode) = interpreted::plain_mode(&bend.modes) else { return };
        for from in place.from {
            for cycle in &bend.paths {
                let mut clear = Squares::EMPTY;
                let mut at = from;
                let steps = cycle.iter().cycle().take(bend.range.map_or(usize::from(u8::MAX), usize::from));
                for step in steps {
                    let next = self.variant.board.go(at, step.seen_by(place.color), bend.wraps);
                    let Some(to) = next.filter(|&to| place.enter.has(to) && to != from && !clear.has(to)) else {
                        break;
                    };
                    draft.lame[mode as usize].push((from, Path { clear, targets: Squares::of(to) }));
                    clear.insert(to);
                    at = to;
                }
            }
        }
    }
}
