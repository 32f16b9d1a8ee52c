//! Where pieces promote and are dropped, and how the moves of all pieces of a type are counted at once.

use super::Layout;
use crate::board::{Piece, PieceKind, Square, Squares};
use crate::tables::parts::{MoverShape, PartMode};
use crate::tables::places::{InPlace, PromotionRule};
use crate::tables::{DropTargets, Mover, PromotionPlace, Shift, rights};
use crate::variant::{Mandatory, PromotionChoice};
use std::collections::BTreeSet;

/// The number of a promotion rule, and where the promoted piece may be and, if the rule requires it, can still move.
type Offering<const N: usize> = (usize, Squares<N>);

impl<const N: usize> Layout<N> {
    /// The squares on which a piece promotes, and the kinds to which it does. `immobile` gives for every piece the
    /// squares on which it would be stuck.
    pub(super) fn promotions(&self, piece: Piece, immobile: &[Squares<N>]) -> Vec<PromotionPlace<N>> {
        let variant = &self.variant;
        let rules: Vec<_> = variant.rules.promotions.iter().filter(|rule| rule.kinds.has(piece.kind())).collect();
        let offered: Vec<_> = rules.iter().map(|rule| variant.becomes(rule, piece.kind())).collect();
        let open = |rule: usize, kind: PieceKind| {
            let region = self.board & variant.kind(kind).region[piece.color()].resized();
            match rules[rule].choice {
                PromotionChoice::Movable => region & !immobile[Piece::new(kind, piece.color()).index()],
                PromotionChoice::Any => region,
            }
        };
        // Choices offered by the same rules on the same squares stay together,
        // in the order of the file.
        let mut places: Vec<(Vec<Offering<N>>, Vec<PieceKind>)> = Vec::new();
        for &kind in offered.iter().flatten() {
            let offers = (0..rules.len()).filter(|&rule| offered[rule].contains(&kind));
            let by: Vec<_> = offers.map(|rule| (rule, open(rule, kind))).collect();
            match places.iter_mut().find(|(rules, _)| *rules == by) {
                Some((_, choices)) if choices.contains(&kind) => {}
                Some((_, choices)) => choices.push(kind),
                None => places.push((by, vec![kind])),
            }
        }
        // If choices are removed, promotion stays compulsory: a place
        // without choices records that.
        let closing = places.iter().flat_map(|(by, _)| by).filter(|(_, open)| *open != self.board);
        let closing: BTreeSet<usize> = closing.map(|(rule, _)| *rule).collect();
        if !closing.is_empty() {
            places.push((closing.into_iter().map(|rule| (rule, self.board)).collect(), Vec::new()));
        }
        let laid = |(number, open): Offering<N>| {
            let rule = rules[number];
            let zone = rule.zone[piece.color()];
            let forced = match rule.mandatory {
                Mandatory::Always => self.board,
                Mandatory::Never => Squares::EMPTY,
                Mandatory::Immobile => immobile[piece.index()],
                Mandatory::LastRank => {
                    let rank = |sq: Square| variant.board.rank_of(piece.color(), sq);
                    let last = zone.iter().map(rank).max();
                    self.squares().filter(|&sq| Some(rank(sq)) == last).collect()
                }
            };
            let laid = PromotionRule::new(rule.trigger, zone.resized() & self.board, open, forced);
            let lone = rule.lone_zone[piece.color()];
            let in_place = (rule.trigger.is_in_place() && (zone.any() || lone.any())).then(|| InPlace {
                kinds: rule.kinds,
                lone: lone.resized() & self.board,
                open,
            });
            PromotionRule { forbid: rule.forbid.clone(), in_place, ..laid }
        };
        let place = |(by, choices): (Vec<_>, _)| PromotionPlace { choices, rules: by.into_iter().map(laid).collect() };
        places.into_iter().map(place).collect()
    }

    /// Whether every move promotes, from wherever it comes.
    pub(super) fn always_promotes(&self, mover: &Mover<N>) -> bool {
        let places = &mover.promotions;
        let must =
            |from| -> Squares<N> { places.iter().map(|place| place.must(from, self.board, Squares::EMPTY)).collect() };
        !places.iter().any(PromotionPlace::is_in_place) && self.squares().all(|from| must(from) == self.board)
    }

    /// Whether a move that leaves en passant squares behind may end in a promotion.
    pub(super) fn doubles_promote(&self, mover: &Mover<N>) -> bool {
        let parts = std::iter::once(&mover.parts).chain(&mover.initial);
        let lists: Vec<_> = parts.filter_map(|parts| parts.doubles).collect();
        self.squares().any(|from| {
            let targets = lists.iter().map(|&list| self.store.paths(list).reach(from, Squares::EMPTY)).collect();
            mover.promotions.iter().any(|place| place.may(from, targets, Squares::EMPTY).any())
        })
    }

    pub(super) fn drop_targets(&self, piece: Piece, immobile: Squares<N>) -> Option<DropTargets<N>> {
        let (drops, kind) = (&self.variant.rules.drops, piece.kind());
        if !drops.enabled {
            return None;
        }
        let region = drops.regions.get(kind.index()).map_or(self.board, |regions| regions[piece.color()].resized());
        let forbidden = if drops.no_immobile { immobile } else { Squares::EMPTY };
        Some(DropTargets {
            zone: region & self.board & !forbidden,
            max_per_file: drops.max_per_file.get(kind.index()).copied().flatten(),
            no_mate: drops.no_mate.has(kind),
        })
    }

    /// The offsets for counting the moves of all pieces of a type at once, if that pays: for leaps and
    /// doubles only, and if there are at least twice as many pieces at the start as offsets.
    pub(super) fn shifts(&self, piece: Piece, mover: &Mover<N>) -> Vec<Shift<N>> {
        let parts = &mover.parts;
        let simple = matches!(mover.shape, MoverShape::Leaper | MoverShape::Divergent) && mover.initial.is_none();
        if !simple || mover.promotions.len() > 1 || mover.promotions.iter().any(PromotionPlace::asks_for_captures) {
            return Vec::new();
        }
        let mut shifts: Vec<Shift<N>> = Vec::new();
        let mut add = |from: Square, to: Square, via: Option<Square>, mode: PartMode| {
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
            for (table, mode) in
                [(parts.leap, PartMode::Both), (parts.quiet, PartMode::Quiet), (parts.take, PartMode::Take)]
            {
                self.store.set(table, from).iter().for_each(|to| add(from, to, None, mode));
            }
            for path in parts.doubles.map_or(&[][..], |doubles| self.store.paths(doubles).from(from)) {
                if path.clear.several() || path.clear.is_empty() {
                    return Vec::new();
                }
                path.targets.iter().for_each(|to| add(from, to, path.clear.first(), PartMode::Quiet));
            }
        }
        let few = rights::start_squares::<N>(&self.variant, piece).count() as usize >= 2 * shifts.len();
        if !few || shifts.iter().any(|shift| shift.by.abs() > 63 || shift.via.is_some_and(|via| via.abs() > 63)) {
            return Vec::new();
        }
        if let Some(place) = mover.promotions.first() {
            for shift in &mut shifts {
                for from in shift.from {
                    let to = Squares::of(from).shifted(shift.by);
                    shift.promotes |= place.may(from, to, Squares::EMPTY);
                    shift.forced |= place.must(from, to, Squares::EMPTY);
                }
                shift.choices = place.choices.len() as u32;
            }
        }
        shifts
    }
}
