//! The moves of a piece, found by trial: alone on the board, with one or two other pieces, and on a full board.
//!
//! A program goes in, marks on squares come out. Moves that need more than two other pieces leave no mark; the terms
//! concerned are listed.

use super::sheet::Sheet;
use crate::board::{Area, Color, Geometry, Square, Step};
use crate::xbetza::run::{InterpretedKind, InterpretedMove, Occupant, Runner};
use crate::xbetza::{Action, Crossing, Hop, Leg, Modes, Program, Term, When};
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of steps after which no more arrangements are tried. It takes a fraction of a second.
const BUDGET: usize = 10_000_000;

/// The side of a board on which leaps and slides can be told apart, and of one for pieces that go no farther than two
/// squares.
const WIDE: u8 = 9;
const NARROW: u8 = 5;

/// A mark on a square. Those before [`Sign::Initial`] say that the piece may end its move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) enum Sign {
    /// The piece may go there.
    Move,
    /// It may capture an enemy there.
    Capture,
    /// It may capture a friend there.
    Friend,
    /// It may go there over another piece, or after capturing one on the way.
    MoveOver,
    /// The same, capturing an enemy at the end.
    CaptureOver,
    /// The same, capturing a friend at the end.
    FriendOver,
    /// It may go or capture there only while it is unmoved.
    Initial,
    /// The same, but also while it is one step ahead of a start square.
    Ahead,
    /// It may make some of its moves to that square only while it is unmoved.
    Partly,
    /// It castles to that square.
    Castle,
    /// It may capture en passant there.
    Passing,
    /// A piece there may be put elsewhere instead of being captured.
    Swap,
    /// Pieces in between do not block it.
    Jump,
    /// A leg of a move may end there.
    Relay,
    /// A piece there may be captured although the move ends elsewhere.
    Victim,
}

/// The marks of a piece.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Marks {
    pub(super) geometry: Geometry,
    pub(super) from: Square,
    areas: BTreeMap<Sign, Area>,
    /// Whether it may pass the turn by staying.
    pub(super) passes: bool,
    /// Whether some captures are of royal pieces only.
    pub(super) takes_royals_only: bool,
    /// Whether everything was tried within the budget.
    pub(super) complete: bool,
    /// The terms of the description that left no mark, by their byte ranges.
    pub(super) unseen: Vec<Range<usize>>,
}

impl Marks {
    fn none(geometry: Geometry, from: Square) -> Self {
        Self {
            geometry,
            from,
            areas: BTreeMap::new(),
            passes: false,
            takes_royals_only: false,
            complete: true,
            unseen: Vec::new(),
        }
    }

    /// Tries a program on a board of this size.
    pub(super) fn new(program: &Program, geometry: Geometry, mover: Runner) -> Self {
        let mut trial = Trial { budget: BUDGET };
        let mut sheet = Sheet::new(geometry, mover);
        let moved = trial.program(program, &sheet).without_doubles();
        sheet.starts = geometry.area();
        let starts_matter = program.terms.iter().any(|term| term.when == When::AheadOfStart);
        let ahead = if starts_matter { trial.program(program, &sheet).without_doubles() } else { moved.clone() };
        sheet.unmoved = true;
        let mut marks = trial.program(program, &sheet).without_doubles();
        let later = marks.reached() & !moved.reached();
        let gained: Area = marks.reaching().map(|(sign, area)| *area & !ahead.area(sign)).collect();
        marks.areas.insert(Sign::Initial, later & !ahead.reached());
        marks.areas.insert(Sign::Ahead, later & ahead.reached());
        marks.areas.insert(Sign::Partly, gained & !later);
        marks.takes_royals_only = program.terms.iter().any(|term| modes(term).royal_only);
        trial.jumps(program, &sheet, &mut marks);
        marks.complete = trial.budget > 0;
        marks
    }

    /// Tries a program on a board that is large enough to show its moves, with the piece in the middle; castling, which
    /// depends on the place of the piece, is left out.
    pub(in crate::cli) fn around(program: &Program, color: Color) -> Self {
        let castles = |term: &&Term| term.castles();
        let terms = program.terms.iter().filter(|term| !castles(term)).cloned().collect();
        let program = Program { terms };
        let on = |side: u8| {
            let geometry = Geometry::sheet(side, side)?;
            let from = geometry.square((side / 2).into(), (side / 2).into())?;
            Some(Self::new(&program, geometry, Runner { color, from }))
        };
        let wide = on(WIDE).expect("it is no larger than boards may be");
        if wide.farthest() > NARROW / 2 { wide } else { on(NARROW).unwrap_or(wide) }
    }

    /// Whether the marks of a piece in the middle are symmetric left to right.
    pub(in crate::cli) fn is_symmetric(&self) -> bool {
        let board = self.geometry;
        let mirrored = |sq| board.square((board.files() - 1 - board.file(sq)).into(), board.rank(sq).into());
        self.areas.values().all(|area| area.iter().all(|sq| mirrored(sq).is_some_and(|other| area.has(other))))
    }

    /// The distance of the farthest mark in files or ranks.
    fn farthest(&self) -> u8 {
        let (board, from) = (self.geometry, self.from);
        let far = |sq| board.distance(from, sq);
        self.areas.values().flat_map(|area| area.iter()).map(far).max().unwrap_or(0)
    }

    /// The signs that occur.
    pub(super) fn used(&self) -> impl Iterator<Item = Sign> + '_ {
        self.areas.iter().filter(|(_, area)| area.any()).map(|(&sign, _)| sign)
    }

    /// The squares with a sign.
    pub(super) fn area(&self, sign: Sign) -> Area {
        self.areas.get(&sign).copied().unwrap_or(Area::EMPTY)
    }

    /// The signs of a square.
    pub(super) fn signs(&self, sq: Square) -> impl Iterator<Item = Sign> + '_ {
        self.areas.iter().filter(move |(_, area)| area.has(sq)).map(|(&sign, _)| sign)
    }

    fn add(&mut self, sign: Sign, sq: Square) {
        self.areas.entry(sign).or_insert(Area::EMPTY).insert(sq);
    }

    /// The same without second marks: what needs no other piece is also possible with one.
    fn without_doubles(mut self) -> Self {
        for (alone, over) in
            [(Sign::Move, Sign::MoveOver), (Sign::Capture, Sign::CaptureOver), (Sign::Friend, Sign::FriendOver)]
        {
            self.areas.insert(over, self.area(over) & !self.area(alone));
        }
        self
    }

    /// The squares where a move or capture may end.
    fn reached(&self) -> Area {
        self.reaching().map(|(_, area)| *area).collect()
    }

    /// The signs of moves and captures that end on a square, with their squares.
    fn reaching(&self) -> impl Iterator<Item = (Sign, &Area)> {
        self.areas.range(..Sign::Initial).map(|(sign, area)| (*sign, area))
    }

    fn is_blank(&self) -> bool {
        !self.passes && self.areas.values().all(|area| area.is_empty())
    }

    fn unite(&mut self, other: &Self) {
        for (sign, others) in &other.areas {
            *self.areas.entry(*sign).or_insert(Area::EMPTY) |= *others;
        }
        self.passes |= other.passes;
    }
}

/// Trials of programs within a budget.
struct Trial {
    /// Steps left.
    budget: usize,
}

impl Trial {
    /// Visits the outcomes of a program on a board, unless the budget is spent.
    fn run(&mut self, program: &Program, sheet: &Sheet, visit: impl FnMut(&InterpretedMove)) {
        if self.budget > 0 {
            sheet.routes(program, visit);
            self.budget = self.budget.saturating_sub(sheet.steps());
        }
    }

    /// Tries a program on an empty board and with other pieces on it.
    fn program(&mut self, program: &Program, sheet: &Sheet) -> Marks {
        let mut all = Marks::none(sheet.geometry, sheet.mover.from);
        for terms in program.written() {
            let mut marks = Marks::none(sheet.geometry, sheet.mover.from);
            terms.iter().for_each(|term| self.term(term, sheet, &mut marks));
            all.unseen.extend(marks.is_blank().then(|| terms[0].span.clone()));
            all.unite(&marks);
        }
        all
    }

    fn term(&mut self, term: &Term, sheet: &Sheet, marks: &mut Marks) {
        let program = Program { terms: vec![term.clone()] };
        let near = self.beside(&program, sheet, &[], marks);
        let [enemy, friend] = pieces(term);
        for sq in near {
            for piece in [enemy, friend] {
                let sheet = sheet.with(sq, piece);
                let beyond = self.beside(&program, &sheet, &[(sq, piece)], marks);
                let others = if needs_others(term) { beyond } else { Area::EMPTY };
                for other in others {
                    for second in [enemy, friend] {
                        let sheet = sheet.with(other, second);
                        self.beside(&program, &sheet, &[(sq, piece), (other, second)], marks);
                    }
                }
            }
        }
        if legs(term).iter().any(|leg| leg.modes.en_passant) {
            self.en_passant(&program, sheet, near, marks);
        }
        if let Action::Castle(castle) = term.action {
            self.castle(&program, sheet.clone(), castle.inset, marks);
        }
    }

    /// Runs a program with these other pieces on the board; returns the squares, without theirs, that it looked at.
    fn beside(&mut self, program: &Program, sheet: &Sheet, pieces: &[(Square, Occupant)], marks: &mut Marks) -> Area {
        self.run(program, sheet, |outcome| note(outcome, sheet.mover.from, pieces, marks));
        pieces.iter().fold(sheet.looked().without(sheet.mover.from), |area, (sq, _)| area.without(*sq))
    }

    /// Tries each square as one that an enemy in front of it or behind it has passed.
    fn en_passant(&mut self, program: &Program, sheet: &Sheet, near: Area, marks: &mut Marks) {
        for sq in near {
            for forward in [-1, 1] {
                let victim = sheet.geometry.step(sq, Step::new(0, forward));
                let Some(victim) = victim.filter(|&victim| victim != sheet.mover.from) else { continue };
                let mut sheet = sheet.with(victim, Occupant::Enemy { royal: false });
                sheet.en_passant = Some((Area::of(sq), victim));
                self.run(program, &sheet, |outcome| {
                    if outcome.to == sq && outcome.victims.contains(&victim) {
                        marks.add(Sign::Passing, sq);
                    }
                });
            }
        }
    }

    /// Tries castling, with unmoved friends on the squares where it needs them.
    fn castle(&mut self, program: &Program, mut sheet: Sheet, inset: u8, marks: &mut Marks) {
        let geometry = sheet.geometry;
        for file in [inset.into(), i16::from(geometry.files()) - 1 - i16::from(inset)] {
            let partner = geometry.square(file, geometry.rank(sheet.mover.from).into());
            if let Some(partner) = partner.filter(|&partner| partner != sheet.mover.from) {
                sheet.put(partner, Occupant::Friend { royal: false });
                sheet.unmoved_friends.insert(partner);
            }
        }
        self.run(program, &sheet, |outcome| marks.add(Sign::Castle, outcome.to));
    }

    /// Marks the squares beyond the adjacent ones that the piece reaches even when all others are occupied.
    fn jumps(&mut self, program: &Program, sheet: &Sheet, marks: &mut Marks) {
        let (geometry, from) = (sheet.geometry, sheet.mover.from);
        let mut full = sheet.clone();
        geometry.all().for_each(|sq| full.put(sq, Occupant::Friend { royal: false }));
        let quiet = marks.area(Sign::Move);
        let next = geometry
            .area_where(|file, rank| file.abs_diff(geometry.file(from)) < 2 && rank.abs_diff(geometry.rank(from)) < 2);
        for to in (quiet | marks.area(Sign::Capture)) & !next {
            let occupant = if quiet.has(to) { Occupant::Empty } else { Occupant::Enemy { royal: false } };
            let mut jumps = false;
            self.run(program, &full.with(to, occupant), |outcome| {
                jumps |= outcome.to == to && outcome.victims.iter().all(|&victim| victim == to);
            });
            if jumps {
                marks.add(Sign::Jump, to);
            }
        }
    }
}

/// Marks the squares of an outcome, given the other pieces on the board.
fn note(outcome: &InterpretedMove, from: Square, pieces: &[(Square, Occupant)], marks: &mut Marks) {
    outcome.relays.iter().for_each(|&sq| marks.add(Sign::Relay, sq));
    for &victim in outcome.victims.iter().filter(|&&victim| victim != outcome.to) {
        marks.add(Sign::Victim, victim);
    }
    if let Some(unload) = outcome.unload {
        marks.add(Sign::Swap, unload.from);
    }
    marks.passes |= outcome.kind == InterpretedKind::Pass;
    if outcome.to == from {
        return;
    }
    let target = pieces.iter().find(|(sq, _)| *sq == outcome.to);
    let alone = pieces.len() == usize::from(target.is_some());
    let sign = match (target, alone) {
        _ if outcome.unload.is_some() => return,
        (None, true) => Sign::Move,
        (None, false) => Sign::MoveOver,
        (Some((_, Occupant::Friend { .. })), true) => Sign::Friend,
        (Some((_, Occupant::Friend { .. })), false) => Sign::FriendOver,
        (Some(_), true) => Sign::Capture,
        (Some(_), false) => Sign::CaptureOver,
    };
    marks.add(sign, outcome.to);
}

fn legs(term: &Term) -> &[Leg] {
    match &term.action {
        Action::Walk(legs) => legs,
        _ => &[],
    }
}

/// An enemy that the term may capture, and a friend.
fn pieces(term: &Term) -> [Occupant; 2] {
    [Occupant::Enemy { royal: modes(term).royal_only }, Occupant::Friend { royal: false }]
}

/// The squares on which the last leg of a term may end.
fn modes(term: &Term) -> Modes {
    match &term.action {
        Action::Walk(legs) => legs.last().map_or(Modes::default(), |leg| leg.modes),
        Action::Bend(bend) => bend.modes,
        Action::Anywhere(anywhere) => anywhere.modes,
        Action::Castle(_) | Action::Pass => Modes::default(),
    }
}

/// Whether a second other piece may make a difference, to be hopped over or captured on the way.
fn needs_others(term: &Term) -> bool {
    let legs = legs(term);
    let relays = legs.split_last().map_or(&[][..], |(_, relays)| relays);
    let hops = |leg: &Leg| leg.hop != Hop::None || leg.crossing == Crossing::Jump;
    legs.iter().any(hops) || relays.iter().any(|leg| leg.modes.capture || leg.modes.destroy || leg.modes.jumps)
}
