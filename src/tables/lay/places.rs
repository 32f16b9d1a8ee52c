//! Where pieces promote and are dropped, and how whole types are counted.

use super::Layout;
use crate::board::{Piece, Square, Squares};
use crate::tables::parts::{Mode, Shape};
use crate::tables::{DropPlace, Mover, PromotionPlace, Shift, rights};
use crate::variant::{Mandatory, PromotionTo};

impl<const N: usize> Layout<N> {
    /// The squares from which a piece can never move again, even on an empty board.
    pub(super) fn immobile(&self, mover: &Mover<N>) -> Squares<N> {
        let parts = &mover.parts;
        let free = |sq: Square| {
            let leaps = self.set(parts.leap, sq) | self.set(parts.quiet, sq) | self.set(parts.take, sq);
            let slides = parts.slides.iter().any(|slide| {
                let rays = self.rays(slide, sq);
                (0..8).any(|d| slide.directions >> d & 1 != 0 && rays[d].any())
            });
            let listed = parts.listed.iter().any(|listed| self.paths(listed.paths).reach(sq, Squares::EMPTY).any());
            let hops = parts.hops.iter().any(|hop| {
                let rays = self.ring(hop.ring).rays(sq);
                (0..8).any(|d| hop.directions >> d & 1 != 0 && rays[d].several())
            });
            leaps.any() || slides || listed || hops || mover.passes
        };
        self.squares().filter(|&sq| !free(sq)).collect()
    }

    pub(super) fn promotions(&self, piece: Piece, immobile: Squares<N>) -> Vec<PromotionPlace<N>> {
        let variant = &self.variant;
        let rules = variant.rules.promotions.iter().filter(|rule| rule.kinds.has(piece.kind()));
        rules
            .map(|rule| PromotionPlace {
                choices: match &rule.to {
                    PromotionTo::Kinds(kinds) => kinds.clone(),
                    PromotionTo::Form => variant.kind(piece.kind()).form.into_iter().collect(),
                },
                zone: rule.zone[piece.color()].resized() & self.board,
                trigger: rule.trigger,
                forced: match rule.mandatory {
                    Mandatory::Always => self.board,
                    Mandatory::Never => Squares::EMPTY,
                    Mandatory::Immobile => immobile,
                },
            })
            .filter(|place: &PromotionPlace<N>| !place.choices.is_empty())
            .collect()
    }

    pub(super) fn drop_place(&self, piece: Piece, immobile: Squares<N>) -> Option<DropPlace<N>> {
        let (drops, kind) = (&self.variant.rules.drops, piece.kind());
        if !drops.enabled {
            return None;
        }
        let region = drops.regions.get(kind.index()).map_or(self.board, |regions| regions[piece.color()].resized());
        let forbidden = if drops.no_immobile { immobile } else { Squares::EMPTY };
        Some(DropPlace {
            zone: region & self.board & !forbidden,
            max_per_file: drops.max_per_file.get(kind.index()).copied().flatten(),
            no_mate: drops.no_mate.has(kind),
        })
    }

    /// The offsets by which a whole type is counted, when that pays: leaps and
    /// doubles only, and at least twice as many pieces at the start as offsets.
    pub(super) fn shifts(&self, piece: Piece, mover: &Mover<N>) -> Vec<Shift<N>> {
        let parts = &mover.parts;
        let simple = matches!(mover.shape, Shape::Leaper | Shape::Divergent) && mover.initial.is_none();
        if !simple || mover.promotions.len() > 1 {
            return Vec::new();
        }
        let mut shifts: Vec<Shift<N>> = Vec::new();
        let mut add = |from: Square, to: Square, via: Option<Square>, mode: Mode| {
            let by = i16::from(to.0) - i16::from(from.0);
            let via = via.map(|sq| i16::from(sq.0) - i16::from(from.0));
            match shifts.iter_mut().find(|shift| shift.by == by && shift.via == via && shift.mode == mode) {
                Some(shift) => shift.from.insert(from),
                None => shifts.push(Shift {
                    by,
                    from: Squares::of(from),
                    via,
                    mode,
                    promotes: Squares::EMPTY,
                    forced: Squares::EMPTY,
                    choices: 0,
                }),
            }
        };
        for from in self.squares() {
            for (table, mode) in [(parts.leap, Mode::Both), (parts.quiet, Mode::Quiet), (parts.take, Mode::Take)] {
                self.set(table, from).iter().for_each(|to| add(from, to, None, mode));
            }
            for path in parts.doubles.map_or(&[][..], |doubles| self.paths(doubles).from(from)) {
                if path.clear.several() || path.clear.is_empty() {
                    return Vec::new();
                }
                path.targets.iter().for_each(|to| add(from, to, path.clear.first(), Mode::Quiet));
            }
        }
        let few = rights::start_squares::<N>(&self.variant, piece).count() as usize >= 2 * shifts.len();
        if !few || shifts.iter().any(|shift| shift.by.abs() > 63 || shift.via.is_some_and(|via| via.abs() > 63)) {
            return Vec::new();
        }
        if let Some(place) = mover.promotions.first() {
            for shift in &mut shifts {
                let may = shift.from.iter().map(|from| place.may(from, Squares::of(from).shifted(shift.by)));
                shift.promotes = may.fold(Squares::EMPTY, |all, one| all | one);
                shift.forced = place.must(shift.promotes);
                shift.choices = place.choices().len() as u32;
            }
        }
        shifts
    }
}
