//! Laying programs on a board: every term becomes the cheapest part that says
//! the same.

use super::groups::{self, Group, MAX_GROUPS, Membership, Need, ROYALS, Way};
use super::keys::Keys;
use super::lines::Ring;
use super::parts::{Hop, Listed, Mode, Parts, Path, Paths, PathsId, Shape, Slide, Table, TableId};
use super::places::{DropPlace, PromotionPlace, Shift};
use super::{LayError, Mover, Tables, Traits, rights};
use crate::board::{ByColor, BySquare, Color, Piece, PieceKind, Square, Squares, Step};
use crate::variant::{Facing, Hands, Mandatory, PromotionTo, Variant};
use crate::xbetza::{Action, Bend, Crossing, Hop as HopMode, Leg, Program, Ray, Term, When};
use once_cell::sync::OnceCell;
use std::sync::Arc;

/// Tables in the making.
pub(super) struct Layout<const N: usize> {
    variant: Arc<Variant>,
    board: Squares<N>,
    rings: Vec<Ring<N>>,
    arena: Vec<Table<N>>,
    cuts: Vec<BySquare<[Squares<N>; 8], N>>,
    paths: Vec<Paths<N>>,
}

/// Parts in the making: the same forms, one origin at a time.
struct Draft<const N: usize> {
    leaps: [Table<N>; 3],
    slides: Vec<Slide>,
    hops: Vec<Hop>,
    listed: [Vec<(Square, Path<N>)>; 3],
    doubles: Vec<(Square, Path<N>)>,
}

/// Where and in which circumstances a program holds.
#[derive(Clone, Copy)]
struct Place<const N: usize> {
    color: Color,
    /// Origins.
    from: Squares<N>,
    /// Squares that may be entered.
    enter: Squares<N>,
}

impl<const N: usize> Layout<N> {
    pub(super) fn set(&self, table: TableId, sq: Square) -> Squares<N> {
        self.arena[usize::from(table.0)][sq]
    }

    pub(super) fn ring(&self, ring: u8) -> &Ring<N> {
        &self.rings[usize::from(ring)]
    }

    pub(super) fn paths(&self, id: PathsId) -> &Paths<N> {
        &self.paths[usize::from(id.0)]
    }

    pub(super) fn rays(&self, slide: &Slide, from: Square) -> &[Squares<N>; 8] {
        match slide.cut {
            None => self.ring(slide.ring).rays(from),
            Some(cut) => &self.cuts[usize::from(cut)][from],
        }
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<N> {
        self.board.iter()
    }

    /// Stores a table once.
    fn keep(&mut self, table: Table<N>) -> TableId {
        let at = self.arena.iter().position(|known| *known == table).unwrap_or_else(|| {
            self.arena.push(table);
            self.arena.len() - 1
        });
        TableId(at as u16)
    }

    fn keep_paths(&mut self, single: &[(Square, Path<N>)]) -> Option<PathsId> {
        if single.is_empty() {
            return None;
        }
        let paths = Paths::new(self.variant.board.squares(), single);
        let at = self.paths.iter().position(|known| *known == paths).unwrap_or_else(|| {
            self.paths.push(paths);
            self.paths.len() - 1
        });
        Some(PathsId(at as u16))
    }

    /// The table of origins for a table of targets given by square.
    pub(super) fn transposed(&mut self, targets: impl Fn(&Self, Square) -> Squares<N>) -> TableId {
        let mut table = Table::filled(Squares::EMPTY);
        for from in self.squares() {
            table[from] = targets(self, from);
        }
        let table = groups::transpose(self.variant.board.squares(), &table);
        self.keep(table)
    }

    fn ring_of(&mut self, step: Step) -> (u8, u8) {
        let steps = Ring::<N>::steps_around(step);
        let ring = self.rings.iter().position(|ring| *ring.steps() == steps).unwrap_or_else(|| {
            self.rings.push(Ring::new(self.variant.board, !self.board, steps));
            self.rings.len() - 1
        });
        let direction = self.rings[ring].direction(step).unwrap_or(0);
        (ring as u8, direction)
    }
}

impl<const N: usize> Draft<N> {
    fn new() -> Self {
        let empty = || Table::filled(Squares::EMPTY);
        Self {
            leaps: [empty(), empty(), empty()],
            slides: Vec::new(),
            hops: Vec::new(),
            listed: [Vec::new(), Vec::new(), Vec::new()],
            doubles: Vec::new(),
        }
    }

    /// Adds a ride that runs as a slide of its own, uniting directions.
    fn slide(&mut self, ring: u8, direction: u8, mode: Mode) {
        match self.slides.iter_mut().find(|slide| slide.ring == ring && slide.mode == mode && slide.cut.is_none()) {
            Some(slide) => slide.directions |= 1 << direction,
            None => self.slides.push(Slide { ring, directions: 1 << direction, mode, cut: None }),
        }
    }

    fn hop(&mut self, ring: u8, direction: u8, mode: Mode) {
        match self.hops.iter_mut().find(|hop| hop.ring == ring && hop.mode == mode) {
            Some(hop) => hop.directions |= 1 << direction,
            None => self.hops.push(Hop { ring, directions: 1 << direction, mode }),
        }
    }

    fn finish(mut self, layout: &mut Layout<N>) -> Parts {
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
        let modes = [Mode::Both, Mode::Quiet, Mode::Take];
        let mut listed = Vec::new();
        for (single, mode) in self.listed.iter().zip(modes) {
            listed.extend(layout.keep_paths(single).map(|paths| Listed { paths, mode }));
        }
        Parts {
            leap: layout.keep(both),
            quiet: layout.keep(quiet),
            take: layout.keep(take),
            slides: self.slides,
            hops: self.hops,
            listed,
            doubles: layout.keep_paths(&self.doubles),
        }
    }
}

/// What one piece gathers while its terms are laid.
struct Gather<const N: usize> {
    always: Draft<N>,
    initial: Draft<N>,
    en_passant: Table<N>,
    passes: bool,
}

type Fault = &'static str;

impl<const N: usize> Layout<N> {
    fn piece(&mut self, piece: Piece) -> Result<Mover<N>, LayError> {
        let variant = Arc::clone(&self.variant);
        let (kind, color) = (variant.kind(piece.kind()), piece.color());
        let mut gather = Gather {
            always: Draft::new(),
            initial: Draft::new(),
            en_passant: Table::filled(Squares::EMPTY),
            passes: false,
        };
        let region = kind.region[color].resized() & self.board;
        let everywhere = Place { color, from: self.board, enter: region };
        self.program(piece, &kind.program[color], everywhere, &mut gather)?;
        for extra in &kind.zone_moves {
            let zone = extra.zone[color].resized();
            let enter = if extra.within { region & zone } else { region };
            self.program(piece, &extra.program[color], Place { color, from: zone, enter }, &mut gather)?;
        }
        let parts = gather.always.finish(self);
        let initial = gather.initial.finish(self);
        let mut mover = Mover {
            shape: Shape::of(&parts),
            parts,
            initial: (!initial.is_empty()).then_some(initial),
            en_passant: self.keep(gather.en_passant),
            passes: gather.passes,
            promotions: Vec::new(),
            shifts: Vec::new(),
            drop: None,
            in_hand: (variant.rules.hands == Hands::Captures && !kind.royal).then_some(kind.in_hand),
            counts_as_pawn: kind.counts_as_pawn,
        };
        let immobile = self.immobile(&mover);
        mover.promotions = self.promotions(piece, immobile);
        mover.drop = self.drop_place(piece, immobile);
        mover.shifts = self.shifts(piece, &mover);
        Ok(mover)
    }

    fn program(
        &mut self,
        piece: Piece,
        program: &Program,
        place: Place<N>,
        gather: &mut Gather<N>,
    ) -> Result<(), LayError> {
        for term in &program.terms {
            self.term(piece, term, place, gather).map_err(|fault| LayError {
                kind: piece.kind(),
                color: piece.color(),
                span: term.span.clone(),
                message: format!("{fault} not supported yet"),
            })?;
        }
        Ok(())
    }

    fn term(&mut self, piece: Piece, term: &Term, place: Place<N>, gather: &mut Gather<N>) -> Result<(), Fault> {
        let start = rights::start_squares::<N>(&self.variant, piece);
        let outer = rights::outer_ranks::<N>(self.variant.board);
        match term.when {
            When::Always => self.action(term, place, false, gather),
            When::AheadOfStart => {
                let ahead = Step::new(0, 1).seen_by(place.color);
                let from = start.iter().filter_map(|sq| self.variant.board.step(sq, ahead)).collect::<Squares<N>>();
                self.action(term, Place { from: place.from & from, ..place }, false, gather)
            }
            When::Unmoved => {
                self.action(term, Place { from: place.from & start & !outer, ..place }, false, gather)?;
                self.action(term, Place { from: place.from & start & outer, ..place }, true, gather)
            }
        }
    }

    fn action(&mut self, term: &Term, place: Place<N>, initial: bool, gather: &mut Gather<N>) -> Result<(), Fault> {
        if place.from.is_empty() {
            return Ok(());
        }
        match &term.action {
            // Castling is laid with the rights.
            Action::Castle(_) if term.when == When::Unmoved => Ok(()),
            Action::Castle(_) => Err("castling of a piece that has moved is"),
            Action::Pass => {
                gather.passes = true;
                if initial { Err("a turn pass of unmoved pieces only is") } else { Ok(()) }
            }
            Action::Anywhere(anywhere) => {
                let draft = if initial { &mut gather.initial } else { &mut gather.always };
                let mode = plain_mode(&anywhere.modes).and_then(|mode| match anywhere.unloads {
                    true => Err("unloading (`u`) is"),
                    false => Ok(mode),
                })?;
                for from in place.from {
                    leap(draft, mode, from, place.enter.without(from));
                }
                Ok(())
            }
            Action::Bend(bend) => {
                let draft = if initial { &mut gather.initial } else { &mut gather.always };
                self.bend(bend, place, draft)
            }
            Action::Walk(_) => {
                let leg = term.single_leg().ok_or("a move of several legs is")?;
                leg.opening().iter().try_for_each(|ray| self.ray(leg, ray, place, initial, gather))
            }
        }
    }

    fn ray(
        &mut self,
        leg: &Leg,
        ray: &Ray,
        place: Place<N>,
        initial: bool,
        gather: &mut Gather<N>,
    ) -> Result<(), Fault> {
        let step = ray.step.seen_by(place.color);
        if leg.wraps {
            return Err("a joined edge (`o`) is");
        }
        if leg.unloads || leg.equal_length {
            return Err("unloading (`u`) is");
        }
        if leg.modes.en_passant {
            if leg.range != Some(1) || leg.crossing != Crossing::Free || leg.hop != HopMode::None {
                return Err("en passant capture (`e`) by a ride or a lame leap is");
            }
            for from in place.from {
                gather.en_passant[from] |= self.steps(from, step, Some(1), place.enter).collect::<Squares<N>>();
            }
        }
        let Some(mode) = leg_mode(leg)? else { return Ok(()) };
        let draft = if initial { &mut gather.initial } else { &mut gather.always };
        if leg.marks_en_passant && mode != Mode::Take {
            if mode == Mode::Both {
                self.rides(leg, step, place, Mode::Take, draft)?;
            }
            return self.doubles(leg, step, place, draft);
        }
        self.rides(leg, step, place, mode, draft)
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

    fn rides(&mut self, leg: &Leg, step: Step, place: Place<N>, mode: Mode, draft: &mut Draft<N>) -> Result<(), Fault> {
        let whole = leg.range.is_none() && place.enter == self.board && place.from == self.board;
        match (leg.hop, leg.crossing) {
            (HopMode::None, Crossing::Free) if leg.range == Some(1) => {
                for from in place.from {
                    let to = self.steps(from, step, Some(1), place.enter).collect::<Squares<N>>();
                    leap(draft, mode, from, to);
                }
            }
            (HopMode::None, Crossing::Free) if whole => {
                let (ring, direction) = self.ring_of(step);
                draft.slide(ring, direction, mode);
            }
            (HopMode::None, Crossing::Free) => self.cut_slide(leg, step, place, mode, draft),
            (HopMode::None, Crossing::Lame | Crossing::Skip(_)) => {
                for from in place.from {
                    for path in self.conditional_paths(leg, step, from, place.enter) {
                        draft.listed[mode as usize].push((from, path));
                    }
                }
            }
            (HopMode::None, Crossing::Jump) => return Err("a leap that must jump over a piece (`j`) is"),
            (HopMode::Over, Crossing::Free) if whole => {
                let (ring, direction) = self.ring_of(step);
                draft.hop(ring, direction, mode);
            }
            (HopMode::Over, _) => return Err("a hop (`p`) of limited range or in a region is"),
            (HopMode::OverAny, _) => return Err("a hop over several pieces (`pp`) is"),
            (HopMode::Behind | HopMode::BehindAny, _) => return Err("a grasshopper's hop (`g`) is"),
        }
        Ok(())
    }

    /// A ride shortened by range, region or origin: rays of its own, united
    /// with those of other directions of the same ring.
    fn cut_slide(&mut self, leg: &Leg, step: Step, place: Place<N>, mode: Mode, draft: &mut Draft<N>) {
        let (ring, direction) = self.ring_of(step);
        let known = draft.slides.iter().position(|slide| {
            slide.ring == ring && slide.mode == mode && slide.cut.is_some() && slide.directions >> direction & 1 == 0
        });
        let at = known.unwrap_or_else(|| {
            self.cuts.push(BySquare::filled([Squares::EMPTY; 8]));
            draft.slides.push(Slide { ring, directions: 0, mode, cut: Some((self.cuts.len() - 1) as u16) });
            draft.slides.len() - 1
        });
        let slide = &mut draft.slides[at];
        slide.directions |= 1 << direction;
        let cut = usize::from(slide.cut.unwrap_or(0));
        for from in place.from {
            let squares = self.steps(from, step, leg.range, place.enter).collect();
            self.cuts[cut][from][usize::from(direction & 7)] = squares;
        }
    }

    /// The paths of lame and skipping rides from a square.
    fn conditional_paths(&self, leg: &Leg, step: Step, from: Square, enter: Squares<N>) -> Vec<Path<N>> {
        let mut out = Vec::new();
        let mut clear = Squares::EMPTY;
        let mut at = from;
        let skip = if let Crossing::Skip(count) = leg.crossing { usize::from(count) } else { 0 };
        // A ride may skip holes and squares outside its region, but not the edge.
        let board = self.variant.board;
        let ride = std::iter::successors(board.step(from, step), |&sq| board.step(sq, step));
        for (index, to) in ride.take(leg.range.map_or(usize::MAX, usize::from)).enumerate() {
            if index < skip {
                at = to;
                continue;
            }
            if !enter.has(to) {
                break;
            }
            if leg.crossing == Crossing::Lame {
                let middle = board.step(at, Step::new(step.right / 2, step.forward / 2));
                // The origin and holes count as occupied.
                match middle.filter(|&sq| sq != from && self.board.has(sq)) {
                    Some(sq) => clear.insert(sq),
                    None => break,
                }
            }
            out.push(Path { clear, targets: Squares::of(to) });
            clear.insert(to);
            at = to;
        }
        out
    }

    /// Quiet moves that leave en passant squares behind.
    fn doubles(&mut self, leg: &Leg, step: Step, place: Place<N>, draft: &mut Draft<N>) -> Result<(), Fault> {
        if leg.hop != HopMode::None {
            return Err("a hop that gives en passant rights is");
        }
        for from in place.from {
            let lame = leg.crossing == Crossing::Lame && step.right.abs().max(step.forward.abs()) > 1;
            let paths = match (leg.crossing, lame) {
                (Crossing::Jump, _) => return Err("a leap that must jump over a piece (`j`) is"),
                (Crossing::Skip(_), _) | (_, true) => self.conditional_paths(leg, step, from, place.enter),
                _ => self.free_paths(leg, step, from, place.enter),
            };
            for path in paths {
                let passes = path.targets.first().is_some_and(|to| self.passes_squares(from, to));
                let list = if passes { &mut draft.doubles } else { &mut draft.listed[Mode::Quiet as usize] };
                list.push((from, path));
            }
        }
        Ok(())
    }

    fn free_paths(&self, leg: &Leg, step: Step, from: Square, enter: Squares<N>) -> Vec<Path<N>> {
        let mut clear = Squares::EMPTY;
        self.steps(from, step, leg.range, enter)
            .map(|to| {
                let path = Path { clear, targets: Squares::of(to) };
                clear.insert(to);
                path
            })
            .collect()
    }

    /// Whether a straight or diagonal move leaves squares behind it.
    fn passes_squares(&self, from: Square, to: Square) -> bool {
        self.ring(0).between(from, to).any()
    }

    fn bend(&self, bend: &Bend, place: Place<N>, draft: &mut Draft<N>) -> Result<(), Fault> {
        let mode = plain_mode(&bend.modes)?;
        for from in place.from {
            for cycle in &bend.paths {
                let mut clear = Squares::EMPTY;
                let mut at = from;
                let steps = cycle.iter().cycle().take(bend.range.map_or(usize::from(u8::MAX), usize::from));
                for step in steps {
                    let next = self.variant.board.step(at, step.seen_by(place.color));
                    let Some(to) = next.filter(|&to| place.enter.has(to) && to != from && !clear.has(to)) else {
                        break;
                    };
                    draft.listed[mode as usize].push((from, Path { clear, targets: Squares::of(to) }));
                    clear.insert(to);
                    at = to;
                }
            }
        }
        Ok(())
    }

    /// The squares from which a piece can never move again, even on an empty board.
    fn immobile(&self, mover: &Mover<N>) -> Squares<N> {
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

    fn promotions(&self, piece: Piece, immobile: Squares<N>) -> Vec<PromotionPlace<N>> {
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

    fn drop_place(&self, piece: Piece, immobile: Squares<N>) -> Option<DropPlace<N>> {
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
    fn shifts(&self, piece: Piece, mover: &Mover<N>) -> Vec<Shift<N>> {
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

    /// Unites equal groups of all pieces; adds those of royals that may not face each other.
    fn groups(&mut self, movers: &[Mover<N>]) -> Result<(Vec<Group>, Vec<Membership>), LayError> {
        let hits: Vec<Vec<Group>> = (0..movers.len()).map(|i| self.all_hits(Piece(i as u8), &movers[i])).collect();
        let mut groups: Vec<Group> = Vec::new();
        for hit in hits.iter().flatten() {
            if !groups.contains(hit) {
                groups.push(*hit);
            }
        }
        // White's before Black's, and leaps first: most of the time no leaper is near.
        groups.sort_by_key(|group| (group.color, group.way != Way::Leap));
        let mut membership = vec![Membership::default(); movers.len()];
        for (index, hits) in hits.iter().enumerate() {
            let piece = Piece(index as u8);
            let member = &mut membership[index];
            let mut fits = groups.len() <= MAX_GROUPS;
            if self.variant.kind(piece.kind()).royal {
                fits &= member.push(ROYALS[piece.color().index()]);
            }
            for hit in hits {
                let at = groups.iter().position(|known| known == hit).unwrap_or(0);
                fits &= member.push(at as u8);
            }
            if !fits {
                let message = "the pieces of this game attack in too many different ways".into();
                return Err(LayError { kind: piece.kind(), color: piece.color(), span: 0..0, message });
            }
        }
        Ok((groups, membership))
    }

    fn all_hits(&mut self, piece: Piece, mover: &Mover<N>) -> Vec<Group> {
        let mut hits = groups::hits(self, piece, &mover.parts, false);
        if let Some(initial) = &mover.initial {
            hits.extend(groups::hits(self, piece, initial, true));
        }
        hits.extend(self.facing(piece));
        hits
    }

    /// How a royal hits the enemy's royal where they may not face each other.
    fn facing(&mut self, piece: Piece) -> Option<Group> {
        let directions: &[usize] = match self.variant.rules.facing {
            Facing::None => return None,
            Facing::File => &[0, 4],
            Facing::FileAndRank => &[0, 2, 4, 6],
        };
        if !self.variant.kind(piece.kind()).royal {
            return None;
        }
        let reach = self.transposed(|layout, from| {
            let rays = layout.ring(0).rays(from);
            directions.iter().fold(Squares::EMPTY, |all, &d| all | rays[d])
        });
        let way = Way::Line(0);
        Some(Group { color: piece.color(), need: Need::Clear, way, reach, royal_only: true, initial: false })
    }
}

fn leap<const N: usize>(draft: &mut Draft<N>, mode: Mode, from: Square, to: Squares<N>) {
    draft.leaps[mode as usize][from] |= to;
}

/// The mode of a leg of one leg; `None` when only its en passant captures are left.
fn leg_mode(leg: &Leg) -> Result<Option<Mode>, Fault> {
    let modes = &leg.modes;
    if modes.destroy {
        return Err("capturing friends (`d`) is");
    }
    if modes.royal_only || modes.tame {
        return Err("sparing or hunting royals (`t`, `k`) is");
    }
    Ok(Mode::new(modes.quiet, modes.capture))
}

fn plain_mode(modes: &crate::xbetza::Modes) -> Result<Mode, Fault> {
    if modes.destroy || modes.royal_only || modes.tame || modes.en_passant {
        return Err("this mode of capture is");
    }
    Mode::new(modes.quiet, modes.capture).ok_or("a move that ends nowhere is")
}

impl<const N: usize> Tables<N> {
    /// Lays a variant's programs on its board.
    ///
    /// # Errors
    ///
    /// When a piece's moves cannot be laid; the place in its notation comes with it.
    pub fn new(variant: &Arc<Variant>) -> Result<Self, LayError> {
        let geometry = variant.board;
        let board: Squares<N> = geometry.area().resized();
        let king = Ring::<N>::steps_around(Step::new(0, 1));
        let mut layout = Layout {
            variant: Arc::clone(variant),
            board,
            rings: vec![Ring::new(geometry, !board, king)],
            arena: vec![Table::filled(Squares::EMPTY)],
            cuts: Vec::new(),
            paths: Vec::new(),
        };
        let count = variant.kinds.len() * 2;
        let movers = (0..count).map(|i| layout.piece(Piece(i as u8))).collect::<Result<Vec<_>, _>>()?;
        let (groups, membership) = layout.groups(&movers)?;
        let takers_en_passant = ByColor::from_fn(|color| {
            let takers = pieces_of(count, color).filter(|&piece| movers[piece.index()].en_passant != TableId::EMPTY);
            takers
                .map(|piece| {
                    let id = movers[piece.index()].en_passant;
                    (piece, layout.transposed(|layout, from| layout.set(id, from)))
                })
                .collect()
        });
        let mut initial_squares = Squares::EMPTY;
        for piece in (0..count).map(|i| Piece(i as u8)).filter(|piece| movers[piece.index()].initial.is_some()) {
            initial_squares |= rights::start_squares::<N>(variant, piece) & rights::outer_ranks::<N>(geometry);
        }
        let leapers = ByColor::from_fn(|color| {
            let leaps = groups.iter().filter(|group| group.color == color && group.way == Way::Leap);
            let mut all = Table::filled(Squares::EMPTY);
            for group in leaps.clone() {
                board.iter().for_each(|sq| all[sq] |= layout.set(group.reach, sq));
            }
            (leaps.count(), layout.keep(all))
        });
        let royal = |piece: &Piece| variant.kind(piece.kind()).royal;
        let split = groups.iter().position(|group| group.color == Color::Black).unwrap_or(groups.len());
        Ok(Self {
            variant: Arc::clone(variant),
            board,
            plain_movers: ByColor::from_fn(|color| pieces_of(count, color).filter(|p| !royal(p)).collect()),
            royals: ByColor::from_fn(|color| pieces_of(count, color).filter(royal).collect()),
            enemy_groups: ByColor([0..split, split..groups.len()]),
            leapers,
            groups,
            membership,
            takers_en_passant,
            castlings: ByColor::from_fn(|color| rights::castlings(variant, color)),
            initial_squares,
            files: files(board, variant),
            keys: Keys::new(count),
            traits: Traits {
                drops: variant.rules.drops.enabled,
                passes: movers.iter().any(|mover| mover.passes),
                resets: variant.rules.move_rule.resets,
            },
            droppable: variant.kinds().filter(|(_, kind)| !kind.royal).map(|(number, _)| number).collect(),
            material: OnceCell::new(),
            movers,
            rings: layout.rings,
            arena: layout.arena,
            cuts: layout.cuts,
            paths: layout.paths,
        })
    }
}

fn pieces_of(count: usize, color: Color) -> impl Iterator<Item = Piece> {
    (0..count / 2).map(move |kind| Piece::new(PieceKind(kind as u8), color))
}

fn files<const N: usize>(board: Squares<N>, variant: &Variant) -> BySquare<Squares<N>, N> {
    let mut files = BySquare::filled(Squares::EMPTY);
    for sq in board {
        files[sq] = board.iter().filter(|&other| variant.board.file(other) == variant.board.file(sq)).collect();
    }
    files
}
