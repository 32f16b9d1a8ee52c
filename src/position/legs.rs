//! Moves that no part expresses: they are run by the interpreter of programs,
//! and each is tested on its own.

use super::moves::{Move, MoveKind};
use super::{Position, State};
use crate::board::{Color, Piece, Square, Squares, Step};
use crate::tables::{Exact, ExactPart, TableId, Tables};
use crate::variant::is_held;
use crate::xbetza::run::{Mover as Runner, Occupant, Outcome, OutcomeKind, Seen, Terrain, run_term};
use crate::xbetza::{Crossing, Hop, Leg};
use std::cell::Cell;
use std::ops::ControlFlow;

/// A board as one piece sees it: the position, or what it would be.
struct View<'a, const N: usize> {
    t: &'a Tables<N>,
    now: &'a State<N>,
    piece: Piece,
    /// Where it may be at all, squares that have gone missing among them.
    enter: Squares<N>,
    holes: Squares<N>,
    occupied: Squares<N>,
    friends: Squares<N>,
    royals: Squares<N>,
}

impl<const N: usize> Terrain for View<'_, N> {
    fn squares(&self) -> u8 {
        self.t.geometry().squares() as u8
    }

    #[inline]
    fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.t.geometry().step(from, step)
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        self.t.geometry().step_around(from, step)
    }

    #[inline]
    fn occupant(&self, sq: Square) -> Occupant {
        if !self.enter.has(sq) || self.holes.has(sq) {
            Occupant::Hole
        } else if !self.occupied.has(sq) {
            Occupant::Empty
        } else if self.friends.has(sq) {
            Occupant::Friend { royal: self.royals.has(sq) }
        } else {
            Occupant::Enemy { royal: self.royals.has(sq) }
        }
    }

    fn is_beyond_rim(&self, sq: Square) -> bool {
        !self.enter.has(sq)
    }

    fn is_unmoved(&self, from: Square) -> bool {
        self.t.counts_as_unmoved(self.piece, from, self.now.unmoved)
    }

    fn is_start(&self, sq: Square) -> bool {
        self.t.is_start(self.piece, sq)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.now.unmoved.has(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.now.en_passant.has(sq).then_some(self.now.passed_by)
    }
}

/// A board that remembers which squares were looked at.
struct Looked<'a, const N: usize> {
    view: View<'a, N>,
    at: Cell<Squares<N>>,
}

impl<const N: usize> Terrain for Looked<'_, N> {
    fn squares(&self) -> u8 {
        self.view.squares()
    }

    #[inline]
    fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.view.step(from, step)
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        self.view.step_around(from, step)
    }

    #[inline]
    fn occupant(&self, sq: Square) -> Occupant {
        self.at.set(self.at.get().with(sq));
        self.view.occupant(sq)
    }

    fn is_beyond_rim(&self, sq: Square) -> bool {
        self.view.is_beyond_rim(sq)
    }

    fn is_unmoved(&self, from: Square) -> bool {
        self.view.is_unmoved(from)
    }

    fn is_start(&self, sq: Square) -> bool {
        self.view.is_start(sq)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.view.never_moved(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.view.en_passant_victim(sq)
    }
}

impl<'a, const N: usize> View<'a, N> {
    /// The position itself, as a piece sees it in one part of its moves.
    fn of(t: &'a Tables<N>, pos: &Position<N>, now: &'a State<N>, piece: Piece, enter: Squares<N>) -> Self {
        let us = piece.color();
        let royals = pos.royals(us) | pos.royals(!us);
        Self { t, now, piece, enter, holes: pos.holes, occupied: pos.blocked(), friends: pos.color(us), royals }
    }
}

/// A board after a move, as far as attacks go.
#[derive(Clone, Copy)]
pub(super) struct After<const N: usize> {
    /// The attacker's side.
    pub by: Color,
    /// All squares that hold up lines.
    pub occupied: Squares<N>,
    /// The attackers that stand where they stood.
    pub alive: Squares<N>,
    /// All pieces of their side.
    pub friends: Squares<N>,
    /// Where royals stand, as far as the attackers care.
    pub royals: Squares<N>,
}

impl<const N: usize> Position<N> {
    /// Whether a side has the right that a part of its moves needs.
    #[inline]
    pub(super) fn holds(&self, color: Color, part: &ExactPart<N>) -> bool {
        is_held(part.once, self.now.once[color.index()])
    }

    /// Takes from the side to move the right that a move uses up: the first
    /// one without which the piece could not make it.
    #[cold]
    #[inline(never)]
    pub(super) fn use_once(&mut self, t: &Tables<N>, mv: Move) {
        let us = self.side;
        if self.now.once[us.index()] == 0 || mv.is_drop() {
            return;
        }
        let (from, piece) = (mv.from(), self.board[mv.from()]);
        let Some(exact) = t.exact(us).iter().find(|exact| exact.piece == piece) else { return };
        let simple = matches!(mv.kind(), MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate);
        let ordinary = simple && self.known(t, piece, from).has(mv.to())
            || mv.kind() == MoveKind::EnPassant && self.en_passant_known(t, piece, from).has(mv.to());
        let enemy = self.color(!us);
        let makes = |part: &&ExactPart<N>| {
            let view = View::of(t, self, &self.now, piece, part.enter);
            let runner = Runner { color: us, from };
            let found = run_term(&part.term, &view, runner, &mut Seen::default(), &mut |outcome: &Outcome| {
                let same = self.as_move(t, from, outcome, enemy).is(mv);
                if same { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            found.is_break()
        };
        // Those that need no right come first.
        let mut parts = exact.parts.iter().filter(|part| part.from.has(from) && self.holds(us, part));
        let used = if ordinary { None } else { parts.find(makes).and_then(|part| part.once) };
        if let Some(right) = used {
            self.now.once[us.index()] &= !(1 << right);
            self.now.key ^= t.keys().once(us, 1 << right);
        }
    }

    /// Whether any piece that needs the interpreter captures what stands on `target`.
    #[cold]
    #[inline(never)]
    pub(super) fn exact_hit(&self, t: &Tables<N>, target: Square, after: After<N>) -> bool {
        t.exact(after.by).iter().any(|exact| {
            let members = self.pieces(exact.piece) & after.alive;
            members.iter().any(|from| self.exact_hits(t, exact, from, target, after))
        })
    }

    /// Whether one such piece on `from` does.
    pub(super) fn exact_hits(
        &self,
        t: &Tables<N>,
        exact: &Exact<N>,
        from: Square,
        target: Square,
        after: After<N>,
    ) -> bool {
        self.exact_can(t, &self.now, (exact, from), after, |outcome| outcome.victims.contains(&target))
    }

    /// The same, en passant captures set aside.
    pub(super) fn exact_attacks(
        &self,
        t: &Tables<N>,
        exact: &Exact<N>,
        from: Square,
        target: Square,
        after: After<N>,
    ) -> bool {
        let now = State { en_passant: Squares::EMPTY, ..self.now };
        self.exact_can(t, &now, (exact, from), after, |outcome| outcome.victims.contains(&target))
    }

    /// Whether one such piece on `from` can do what `test` asks for.
    pub(super) fn exact_can(
        &self,
        t: &Tables<N>,
        now: &State<N>,
        (exact, from): (&Exact<N>, Square),
        after: After<N>,
        test: impl Fn(&Outcome) -> bool,
    ) -> bool {
        exact.parts.iter().filter(|part| part.from.has(from) && self.holds(after.by, part)).any(|part| {
            let view = self.view_after(t, now, exact.piece, part, after);
            let runner = Runner { color: after.by, from };
            let found = run_term(&part.term, &view, runner, &mut Seen::default(), &mut |outcome: &Outcome| {
                if test(outcome) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            found.is_break()
        })
    }

    /// Whether one such piece on `from` captures what stands on `target`, and
    /// the squares that it looked at to tell.
    pub(super) fn exact_watches(
        &self,
        t: &Tables<N>,
        exact: &Exact<N>,
        from: Square,
        target: Square,
        after: After<N>,
    ) -> (bool, Squares<N>) {
        let mut looked = Squares::EMPTY;
        for part in exact.parts.iter().filter(|part| part.from.has(from) && self.holds(after.by, part)) {
            let view = self.view_after(t, &self.now, exact.piece, part, after);
            let view = Looked { view, at: Cell::new(looked) };
            let runner = Runner { color: after.by, from };
            let found = run_term(&part.term, &view, runner, &mut Seen::default(), &mut |outcome: &Outcome| {
                if outcome.victims.contains(&target) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            looked = view.at.get();
            if found.is_break() {
                return (true, looked);
            }
        }
        (false, looked)
    }

    /// The board after a move, as a piece sees it in one part of its moves.
    fn view_after<'a>(
        &self,
        t: &'a Tables<N>,
        now: &'a State<N>,
        piece: Piece,
        part: &ExactPart<N>,
        after: After<N>,
    ) -> View<'a, N> {
        let After { occupied, friends, royals, .. } = after;
        View { t, now, piece, enter: part.enter, holes: self.holes, occupied, friends, royals }
    }

    /// Hands the pseudo-legal moves of one such piece to `visit`: the plain
    /// ones as a set first, without those in `known`, then all others.
    pub(super) fn exact_moves(
        &self,
        t: &Tables<N>,
        exact: &Exact<N>,
        from: Square,
        known: Squares<N>,
        mut visit: impl FnMut(Move),
    ) -> Squares<N> {
        let us = exact.piece.color();
        let enemy = self.color(!us);
        let mut plain = Squares::EMPTY;
        let mut seen = Seen::default();
        for sq in known {
            if enemy.has(sq) {
                seen.insert_capture(sq)
            } else {
                seen.insert_quiet(sq)
            };
        }
        let taken = self.en_passant_known(t, exact.piece, from);
        for part in exact.parts.iter().filter(|part| part.from.has(from) && self.holds(us, part)) {
            let view = View::of(t, self, &self.now, exact.piece, part.enter);
            let runner = Runner { color: us, from };
            let _ = run_term::<_, ()>(&part.term, &view, runner, &mut seen, &mut |outcome: &Outcome| {
                match self.as_move(t, from, outcome, enemy) {
                    Found::Plain(to) => plain.insert(to),
                    Found::Move(mv) if taken.has(mv.to()) && mv.kind() == MoveKind::EnPassant => {}
                    Found::Move(mv) => visit(mv),
                }
                ControlFlow::Continue(())
            });
        }
        plain
    }

    /// The squares passed in each of the ways in which a piece makes a move: by
    /// its rides and leaps of a single leg. Other ways are taken to pass none.
    pub(super) fn ways(&self, t: &Tables<N>, mv: Move) -> Vec<Squares<N>> {
        let (from, piece) = (mv.from(), self.board[mv.from()]);
        let color = piece.color();
        let kind = t.variant().kind(piece.kind());
        let landed = (!self.captured(mv).is_none()).then_some(mv.to());
        let victims: Vec<Square> =
            if mv.victims().next().is_some() { mv.victims().collect() } else { landed.into_iter().collect() };
        let makes = |outcome: &Outcome| match (outcome.unload, mv.journey()) {
            (None, None) => outcome.to == mv.to() && *outcome.victims == *victims,
            (Some(unload), Some(journey)) => outcome.to == mv.to() && [unload.from, unload.to] == journey,
            _ => false,
        };
        let mut ways = Vec::new();
        let rights = self.now.once[color.index()];
        for moves in kind.moves(color).filter(|moves| moves.are_there(from, rights)) {
            let view = View::of(t, self, &self.now, piece, moves.enter.resized());
            for term in &moves.program.terms {
                let runner = Runner { color, from };
                let found = run_term(term, &view, runner, &mut Seen::default(), &mut |outcome: &Outcome| {
                    if makes(outcome) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                match term.single_leg().filter(|_| found.is_break()) {
                    Some(leg) => ways.extend(
                        leg.opening().iter().filter_map(|ray| self.passed(t, leg, ray.step.seen_by(color), mv)),
                    ),
                    None if found.is_break() => ways.push(Squares::EMPTY),
                    None => {}
                }
            }
        }
        ways
    }

    /// The squares that a leg passes in a direction, the middles of lame leaps
    /// among them; `None` where it does not lead to the move's destination.
    fn passed(&self, t: &Tables<N>, leg: &Leg, step: Step, mv: Move) -> Option<Squares<N>> {
        let board = t.geometry();
        let go = |sq: Square, step: Step| board.go(sq, step, leg.wraps);
        let lame = leg.crossing == Crossing::Lame && step.right.abs().max(step.forward.abs()) > 1;
        let (mut at, mut passed) = (mv.from(), Squares::EMPTY);
        for _ in 0..leg.range.map_or(board.squares(), usize::from) {
            if lame {
                passed |= go(at, step.half()).into_iter().collect();
            }
            at = go(at, step)?;
            if at == mv.to() {
                // A ride round the edge may come from either side, unless that is closed.
                let open = leg.hop != Hop::None || leg.crossing != Crossing::Free;
                return (open || (passed & self.blocked()).is_empty()).then_some(passed);
            }
            passed.insert(at);
        }
        None
    }

    /// Those of the squares passed by the man on `victim` on which pieces that
    /// only the interpreter moves could capture it.
    pub(super) fn exact_en_passant(&self, t: &Tables<N>, passed: Squares<N>, victim: Square) -> Squares<N> {
        let takers = t.exact(self.side).iter().filter(|exact| exact.parts.iter().any(|part| part.en_passant));
        // An en passant capture is one that there would not be without the right.
        let captures = |exact: &Exact<N>, from: Square, en_passant: Squares<N>| {
            let now = State { en_passant, passed_by: victim, ..self.now };
            let (mut seen, mut count) = (Seen::default(), 0);
            let usable = |part: &&ExactPart<N>| part.en_passant && part.from.has(from) && self.holds(self.side, part);
            for part in exact.parts.iter().filter(usable) {
                let view = View::of(t, self, &now, exact.piece, part.enter);
                let runner = Runner { color: self.side, from };
                let _ = run_term::<_, ()>(&part.term, &view, runner, &mut seen, &mut |_: &Outcome| {
                    count += 1;
                    ControlFlow::Continue(())
                });
            }
            count
        };
        let mut usable = Squares::EMPTY;
        for exact in takers {
            for from in self.pieces(exact.piece) {
                let without = captures(exact, from, Squares::EMPTY);
                usable |= passed.iter().filter(|&sq| captures(exact, from, Squares::of(sq)) > without).collect();
            }
        }
        usable
    }

    /// En passant squares that the parts of the piece reach already.
    fn en_passant_known(&self, t: &Tables<N>, piece: Piece, from: Square) -> Squares<N> {
        match t.mover(piece).en_passant {
            TableId::EMPTY => Squares::EMPTY,
            table => t.set(table, from) & self.now.en_passant,
        }
    }

    fn as_move(&self, t: &Tables<N>, from: Square, outcome: &Outcome, enemy: Squares<N>) -> Found {
        let to = outcome.to;
        Found::Move(match (outcome.kind, outcome.unload, &*outcome.victims) {
            (OutcomeKind::Pass, ..) => Move::pass(from),
            (OutcomeKind::Swap, Some(journey), _) => Move::swap(from, to, [journey.from, journey.to]),
            (_, _, []) if outcome.marks_en_passant && t.ring(0).between(from, to).any() => Move::double(from, to),
            (_, _, []) => return Found::Plain(to),
            (_, _, &[only]) if only == to && enemy.has(to) => return Found::Plain(to),
            (_, _, &[only]) if self.now.en_passant.has(to) && only == self.now.passed_by && to != from => {
                Move::en_passant(from, to, only)
            }
            (_, _, victims) => Move::legs(from, to, victims),
        })
    }

    /// Whether a move of any kind leaves all own royals safe and alive.
    pub(super) fn leaves_royals_safe(&self, t: &Tables<N>, mv: Move) -> bool {
        let us = self.side;
        if mv.partner().or(mv.journey()).is_some() {
            // Two pieces move, perhaps one to where the other stood.
            let mut after = self.clone();
            after.play(t, mv);
            return after.safe(t, us, after.royals(us), after.blocked(), after.color(!us));
        }
        let victims: Squares<N> = mv.victims().collect();
        let mut royals = self.royals(us);
        if mv.kind() == MoveKind::Double && royals.has(mv.from()) && self.opens_capture(t, mv.from(), mv.to()) {
            return false;
        }
        if (victims & royals).any() {
            return false;
        }
        let mut occupied = self.blocked() & !victims;
        if !mv.is_drop() {
            occupied.remove(mv.from());
            if royals.has(mv.from()) {
                royals = royals.without(mv.from()).with(mv.to());
            }
        }
        occupied.insert(mv.to());
        let alive = (self.color(!us) & !victims).without(mv.to());
        self.safe(t, us, royals, occupied, alive)
    }
}

/// What an outcome is to the generator.
enum Found {
    /// A move or capture like those of parts.
    Plain(Square),
    /// Anything else.
    Move(Move),
}

impl Found {
    /// Whether a move from the same square is this, whatever the piece turns
    /// into and whoever enters behind it.
    fn is(&self, mv: Move) -> bool {
        let plain = matches!(mv.kind(), MoveKind::Plain | MoveKind::Promotion | MoveKind::Gate);
        match *self {
            Self::Plain(to) => plain && mv.to() == to,
            // What has promoted leaves nothing behind.
            Self::Move(found) if found.kind() == MoveKind::Double && mv.kind() == MoveKind::Promotion => {
                mv.to() == found.to()
            }
            Self::Move(found) => {
                mv.kind() == found.kind()
                    && mv.to() == found.to()
                    && mv.journey() == found.journey()
                    && mv.victims().eq(found.victims())
            }
        }
    }
}
