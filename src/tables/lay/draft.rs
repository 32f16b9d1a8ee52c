//! The parts of a piece while its terms are laid: the same forms as the
//! finished parts, one origin at a time.

use super::Layout;
use crate::board::{Color, Square, Squares};
use crate::tables::interpreted::InterpretedPart;
use crate::tables::parts::{Flight, LameLeap, LocustCapture, PartMode, Parts, Path, Slide, Table};
use crate::xbetza::Term;

/// The squares and circumstances in which a program applies.
#[derive(Clone, Copy)]
pub(super) struct Place<const N: usize> {
    pub color: Color,
    /// Origins.
    pub from: Squares<N>,
    /// Squares that may be entered.
    pub enter: Squares<N>,
    /// The right of the side that is used up.
    pub once: Option<u8>,
}

/// All parts of one piece.
pub(super) struct Gather<const N: usize> {
    /// The parts that always apply.
    pub always: Draft<N>,
    /// The parts that apply while the piece is unmoved, where that is a right which can be lost.
    pub initial: Draft<N>,
    pub en_passant: Table<N>,
    pub locust_captures: LocustCaptures<N>,
    /// Ways to return to the square of the piece.
    pub passes: Vec<(Square, Path<N>)>,
    pub interpreted: Vec<InterpretedPart<N>>,
    /// Whether everything possible is left to the interpreter.
    pub interpreting: bool,
}

impl<const N: usize> Gather<N> {
    pub fn new(interpreting: bool, barred: Option<u8>) -> Self {
        Self {
            always: Draft::new(barred),
            initial: Draft::new(barred),
            en_passant: Table::filled(Squares::EMPTY),
            locust_captures: LocustCaptures { found: Vec::new(), terms: Vec::new() },
            passes: Vec::new(),
            interpreted: Vec::new(),
            interpreting,
        }
    }

    /// Leaves a term to the interpreter.
    pub fn interpret(&mut self, term: &Term, place: Place<N>) {
        self.interpreted.push(interpreted_part(term, place));
    }
}

fn interpreted_part<const N: usize>(term: &Term, place: Place<N>) -> InterpretedPart<N> {
    let Place { from, enter, once, .. } = place;
    InterpretedPart { term: term.clone(), from, enter, en_passant: term.captures_en_passant(), once }
}

/// Builder for locust captures, with the terms that make them.
pub(super) struct LocustCaptures<const N: usize> {
    pub found: Vec<(Square, LocustCapture<N>)>,
    pub terms: Vec<(Term, Place<N>)>,
}

impl<const N: usize> LocustCaptures<N> {
    /// The captures by origin. If a victim is on a square that is not `sure` to be attacked by a single leap or step,
    /// or others of the piece's terms, so that these are not `alone`, may make the same moves, all terms are left to the
    /// interpreter.
    pub fn settle(
        self,
        squares: usize,
        sure: impl Fn(Square) -> Squares<N>,
        alone: bool,
        interpreted: &mut Vec<InterpretedPart<N>>,
    ) -> Vec<Vec<LocustCapture<N>>> {
        let covered = |(from, capture): &(Square, LocustCapture<N>)| {
            (capture.take.with(capture.victim) & !sure(*from)).is_empty()
        };
        if !alone || !self.found.iter().all(covered) {
            interpreted.extend(self.terms.iter().map(|(term, place)| interpreted_part(term, *place)));
            return Vec::new();
        }
        let mut by_origin = vec![Vec::new(); if self.found.is_empty() { 0 } else { squares }];
        for (from, capture) in self.found {
            let known: &mut Vec<LocustCapture<N>> = &mut by_origin[from.index()];
            match known.iter_mut().find(|known| known.victim == capture.victim) {
                Some(known) => {
                    known.quiet |= capture.quiet;
                    known.take |= capture.take;
                }
                None => known.push(capture),
            }
        }
        by_origin
    }
}

/// Builder for parts.
pub(super) struct Draft<const N: usize> {
    leaps: [Table<N>; 3],
    pub slides: Vec<Slide>,
    pub hops: Vec<Flight>,
    /// The pieces over which it may not hop: a number in the variant's sets.
    pub barred: Option<u8>,
    pub lame: [Vec<(Square, Path<N>)>; 3],
    pub doubles: Vec<(Square, Path<N>)>,
}

impl<const N: usize> Draft<N> {
    fn new(barred: Option<u8>) -> Self {
        let empty = || Table::filled(Squares::EMPTY);
        Self {
            leaps: [empty(), empty(), empty()],
            slides: Vec::new(),
            hops: Vec::new(),
            barred,
            lame: [Vec::new(), Vec::new(), Vec::new()],
            doubles: Vec::new(),
        }
    }

    pub fn leap(&mut self, mode: PartMode, from: Square, to: Squares<N>) {
        self.leaps[mode as usize][from] |= to;
    }

    /// Adds a path. If its end is among the squares that must be empty, as
    /// is possible round joined edges or there and back, nothing can be captured.
    pub fn list(&mut self, mode: PartMode, from: Square, path: Path<N>) {
        let crossed = path.targets & path.clear;
        let open = path.targets & !crossed;
        if open.any() {
            self.lame[mode as usize].push((from, Path { targets: open, ..path }));
        }
        if crossed.any() && mode != PartMode::Take {
            self.lame[PartMode::Quiet as usize].push((from, Path { targets: crossed, ..path }));
        }
    }

    /// Adds a ride as a slide, uniting directions.
    pub fn slide(&mut self, ring: u8, direction: u8, mode: PartMode) {
        match self.slides.iter_mut().find(|slide| slide.ring == ring && slide.mode == mode && slide.cut.is_none()) {
            Some(slide) => slide.directions |= 1 << direction,
            None => self.slides.push(Slide { ring, directions: 1 << direction, mode, cut: None }),
        }
    }

    pub fn finish(mut self, layout: &mut Layout<N>) -> Parts {
        // A leap that moves by one term and captures by another does both.
        let (both, rest) = self.leaps.split_at_mut(1);
        let (quiet, take) = rest.split_at_mut(1);
        for from in layout.squares() {
            let shared = both[0][from] | (quiet[0][from] & take[0][from]);
            both[0][from] = shared;
            quiet[0][from] &= !shared;
            take[0][from] &= !shared;
        }
        let [both, quiet, take] = self.leaps;
        let modes = [PartMode::Both, PartMode::Quiet, PartMode::Take];
        let mut lame = Vec::new();
        for (single, mode) in self.lame.iter().zip(modes) {
            lame.extend(layout.keep_paths(single).map(|paths| LameLeap { paths, mode }));
        }
        Parts {
            leap: layout.keep(both),
            quiet: layout.keep(quiet),
            take: layout.keep(take),
            slides: self.slides,
            hops: self.hops,
            lame,
            doubles: layout.keep_paths(&self.doubles),
        }
    }
}
