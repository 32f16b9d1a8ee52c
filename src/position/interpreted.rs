//! Moves that no part expresses: they are run by the interpreter of programs,
//! and each is tested on its own.

use super::moves::{Move, MoveKind, MoveList};
use super::{Position, State};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::{Barred, Scene, TableId, Tables};
use crate::xbetza::run::{InterpretedKind, InterpretedMove, Seen};
use std::ops::ControlFlow;

/// How near a piece comes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It has no such move.
    Never,
    /// It has such a move, but not as things stand.
    Hindered,
    /// It would have to hop over a piece that is no hurdle to it.
    Barred,
    /// It may go there, unless the safety of its royals or a rule forbids.
    Free,
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
    /// The board as a side sees it.
    pub(super) fn scene(&self, by: Color) -> Scene<'_, N> {
        self.scene_after(self.seen_by(by, self.blocked(), self.color(by)))
    }

    /// A board as a side sees it that has just these pieces; royals are where they are now.
    #[inline]
    pub(super) fn seen_by(&self, by: Color, occupied: Squares<N>, alive: Squares<N>) -> After<N> {
        After { by, occupied, alive, friends: alive, royals: self.all_royals() }
    }

    /// The board after a move, as the attackers see it.
    pub(super) fn scene_after(&self, after: After<N>) -> Scene<'_, N> {
        let After { by, occupied, friends, royals, .. } = after;
        let State { unmoved, en_passant, en_passant_victim, once, .. } = self.now;
        let (once, barred) = (once[by.index()], self.barred());
        Scene { by, occupied, barred, holes: self.holes, friends, royals, unmoved, en_passant, en_passant_victim, once }
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
        // What promotes in place makes no move of its own.
        let in_place = mv.is_promotion() && t.promotes_in_place(piece);
        if in_place || !t.needs_interpreter(piece) {
            return;
        }
        let simple = matches!(mv.kind(), MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate);
        let ordinary = simple && self.known(t, piece, from, self.now.unmoved).has(mv.to())
            || mv.kind() == MoveKind::EnPassant && self.en_passant_known(t, piece, from).has(mv.to());
        if ordinary {
            return;
        }
        let enemy = self.color(!us);
        let made = t.interpret(piece, from, &self.scene(us), &mut Seen::default(), |once, outcome| {
            let same = self.as_move(t, from, outcome, enemy).is(mv);
            if same { ControlFlow::Break(once) } else { ControlFlow::Continue(()) }
        });
        if let ControlFlow::Break(Some(right)) = made {
            self.now.once[us.index()] &= !(1 << right);
            self.now.key ^= t.keys().once(us, 1 << right);
        }
    }

    /// Whether any piece that needs the interpreter captures what stands on `target`.
    #[cold]
    #[inline(never)]
    pub(super) fn interpreted_hit(&self, t: &Tables<N>, target: Square, after: After<N>) -> bool {
        let scene = self.scene_after(after);
        let takes = |outcome: &InterpretedMove| outcome.victims.contains(&target);
        t.interpreted(after.by).iter().any(|&piece| {
            let mut members = (self.pieces(piece) & after.alive).iter();
            members.any(|from| t.interprets_as(piece, from, &scene, takes))
        })
    }

    /// Whether one such piece on `from` does.
    pub(super) fn interpreted_hits(
        &self,
        t: &Tables<N>,
        piece: Piece,
        from: Square,
        target: Square,
        after: After<N>,
    ) -> bool {
        t.interprets_as(piece, from, &self.scene_after(after), |outcome| outcome.victims.contains(&target))
    }

    /// Hands the pseudo-legal moves of one such piece to `visit`: the plain
    /// ones as a set first, without those in `known`, then all others.
    pub(super) fn interpreted_moves(
        &self,
        t: &Tables<N>,
        piece: Piece,
        from: Square,
        known: Squares<N>,
        scene: &Scene<N>,
        mut visit: impl FnMut(Move),
    ) -> Squares<N> {
        let us = piece.color();
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
        let taken = self.en_passant_known(t, piece, from);
        let _ = t.interpret::<()>(piece, from, scene, &mut seen, |_, outcome| {
            match self.as_move(t, from, outcome, enemy) {
                InterpretedOutcome::Plain(to) => plain.insert(to),
                InterpretedOutcome::Move(mv) if taken.has(mv.to()) && mv.kind() == MoveKind::EnPassant => {}
                InterpretedOutcome::Move(mv)
                    if mv.journey().is_some_and(|[from, to]| !t.variant().may_stand(self.board[from], to)) => {}
                InterpretedOutcome::Move(mv) => visit(mv),
            }
            ControlFlow::Continue(())
        });
        plain
    }

    /// Whether a royal in check could make a move only by never having moved, which the rules forbid then.
    pub fn is_bound_by_check(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let bound = t.traits().no_initial_moves_in_check && t.is_royal(self.board[from].kind()) && self.in_check(t);
        bound && self.is_initial(t, from, to)
    }

    /// Whether a piece could not make a move that it has now, had it moved before.
    pub(super) fn is_initial(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let mut moved = self.without_past(0);
        moved.now.unmoved.remove(from);
        moved.reach(t, from, to, self.now.once[self.side.index()]) != Reach::Free
    }

    /// How near the piece on `from` comes to `to` without capturing anything elsewhere, its side having these
    /// rights to moves that are possible once. Whether its royals would be safe, and what rules forbid, is not asked.
    pub fn reach(&self, t: &Tables<N>, from: Square, to: Square, once: u8) -> Reach {
        let piece = self.board[from];
        let here = Scene { once, ..self.scene(piece.color()) };
        let leads = |scene: &Scene<N>| {
            let there = |outcome: &InterpretedMove| {
                let castles = outcome.kind == InterpretedKind::Castle;
                outcome.to == to && !castles && outcome.victims.iter().all(|&victim| victim == to)
            };
            from != to && t.does(piece, from, scene, there)
        };
        if leads(&here) {
            return Reach::Free;
        }
        if leads(&Scene { barred: Barred::NONE, ..here }) {
            return Reach::Barred;
        }
        // With nothing else on the board, or a hurdle on the way; where something stands, it might
        // be captured, or not be there.
        let alone = |standing| Scene {
            occupied: self.holes | standing,
            friends: Squares::of(from),
            barred: Barred::NONE,
            ..here
        };
        let standing = Squares::of(to) & here.occupied;
        let hurdles = t.ring(0).between(from, to).iter().map(Squares::of);
        let mut boards = std::iter::once(Squares::EMPTY).chain(hurdles).flat_map(|hurdle| [hurdle, hurdle | standing]);
        if boards.any(|board| leads(&alone(board))) { Reach::Hindered } else { Reach::Never }
    }

    /// Where a legal move may touch down on its way: one list for each route.
    pub fn routes(&self, t: &Tables<N>, mv: Move) -> Vec<Vec<Square>> {
        let (from, piece) = (mv.from(), self.board[mv.from()]);
        if mv.is_drop() || piece.is_none() {
            return Vec::new();
        }
        t.routes(piece, from, &self.scene(piece.color()), |outcome| does_the_same(mv, outcome))
    }

    /// The squares passed in each of the ways in which a piece makes a move.
    pub(super) fn ways(&self, t: &Tables<N>, mv: Move) -> Vec<Squares<N>> {
        let (from, piece) = (mv.from(), self.board[mv.from()]);
        t.ways(piece, from, mv.to(), &self.scene(piece.color()), |outcome| does_the_same(mv, outcome))
    }

    /// The captures en passant of the piece on `victim`, which has passed some
    /// squares, by pieces that only the interpreter moves; each with the square
    /// whose right it uses.
    pub(super) fn interpreted_en_passant(
        &self,
        t: &Tables<N>,
        passed: Squares<N>,
        victim: Square,
    ) -> Vec<(Square, Move)> {
        let here = Scene { en_passant_victim: victim, ..self.scene(self.side) };
        let enemy = self.color(!self.side);
        let moves = |piece: Piece, from: Square, en_passant: Squares<N>| {
            let (mut seen, mut moves) = (Seen::default(), MoveList::new());
            let _ = t.interpret::<()>(piece, from, &Scene { en_passant, ..here }, &mut seen, |_, outcome| {
                moves.push(self.as_move(t, from, outcome, enemy).whole(from));
                ControlFlow::Continue(())
            });
            moves
        };
        let mut captures = Vec::new();
        for &piece in t.interpreted(self.side).iter().filter(|&&piece| t.is_interpreted_in_passing(piece)) {
            for from in self.pieces(piece) {
                // An en passant capture is one that there would not be without the right.
                let without = moves(piece, from, Squares::EMPTY);
                for sq in passed {
                    let with = moves(piece, from, Squares::of(sq)).into_iter();
                    captures.extend(with.filter(|mv| !without.contains(mv)).map(|mv| (sq, mv)));
                }
            }
        }
        captures
    }

    /// En passant squares that the parts of the piece reach already.
    fn en_passant_known(&self, t: &Tables<N>, piece: Piece, from: Square) -> Squares<N> {
        match t.mover(piece).en_passant {
            TableId::EMPTY => Squares::EMPTY,
            table => t.set(table, from) & self.now.en_passant,
        }
    }

    fn as_move(&self, t: &Tables<N>, from: Square, outcome: &InterpretedMove, enemy: Squares<N>) -> InterpretedOutcome {
        let to = outcome.to;
        InterpretedOutcome::Move(match (outcome.kind, outcome.unload, &*outcome.victims) {
            (InterpretedKind::Pass, ..) => Move::pass(from),
            (InterpretedKind::Swap, Some(journey), _) => Move::swap(from, to, [journey.from, journey.to]),
            (_, _, []) if outcome.marks_en_passant && t.ring(0).between(from, to).any() => Move::double(from, to),
            (_, _, []) => return InterpretedOutcome::Plain(to),
            (_, _, &[only]) if only == to && enemy.has(to) => return InterpretedOutcome::Plain(to),
            (_, _, &[only]) if self.now.en_passant.has(to) && only == self.now.en_passant_victim && to != from => {
                Move::en_passant(from, to, only)
            }
            (_, _, victims) => Move::legs(from, to, victims),
        })
    }

    /// Whether a move of any kind leaves all own royals safe and alive.
    pub(super) fn leaves_royals_safe(&self, t: &Tables<N>, mv: Move) -> bool {
        let us = self.side;
        if mv.partner().or(mv.journey()).is_some() || self.changes_hurdles(t, mv) {
            // Two pieces move, perhaps one to where the other stood, or other hurdles stand where some stood.
            let mut after = self.without_past(0);
            after.play(t, mv);
            let royals = after.royals(us);
            let all = royals.count() >= self.royals(us).count();
            return all && after.safe(t, us, royals, after.blocked(), after.color(!us));
        }
        let victims: Squares<N> = mv.listed_victims().collect();
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

/// Whether a move does to the board what an outcome does, promotion aside.
fn does_the_same(mv: Move, outcome: &InterpretedMove) -> bool {
    if mv.to() != outcome.to || (mv.kind() == MoveKind::Pass) != (outcome.kind == InterpretedKind::Pass) {
        return false;
    }
    let victims: Vec<_> = mv.listed_victims().collect();
    match outcome.kind {
        InterpretedKind::Move | InterpretedKind::Pass => victims.is_empty(),
        InterpretedKind::Capture if victims.is_empty() => *outcome.victims == [mv.to()],
        InterpretedKind::Capture => *outcome.victims == victims[..],
        InterpretedKind::Swap => mv.journey() == outcome.unload.map(|journey| [journey.from, journey.to]),
        InterpretedKind::Castle => mv.partner() == outcome.partner.map(|journey| [journey.from, journey.to]),
    }
}

/// What an outcome is to the generator.
enum InterpretedOutcome {
    /// A move or capture like those of parts.
    Plain(Square),
    /// Anything else.
    Move(Move),
}

impl InterpretedOutcome {
    /// The move from a square.
    fn whole(self, from: Square) -> Move {
        match self {
            Self::Plain(to) => Move::plain(from, to),
            Self::Move(mv) => mv,
        }
    }

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
                    && mv.listed_victims().eq(found.listed_victims())
            }
        }
    }
}
