//! Generated moves that sets of pins and checks do not cover: each is
//! tested individually.

use super::Position;
use super::emit::{emit, emit_doubles, emit_one, only_wanted};
use super::interpreted_attacks::Watch;
use super::movegen::GenContext;
use super::moves::{Move, MoveKind};
use super::sink::{MoveClass, Sink};
use crate::board::{Piece, Square, Squares};
use crate::tables::walk::{doubles, general};
use crate::tables::{Scene, Tables};

impl<const N: usize> Position<N> {
    /// Plain moves of pieces that need a closer look: pinned,
    /// unmoved with moves of their own, or facing enemies that attack in ways
    /// that ties do not express. Separate, since they would slow down the
    /// loops of all others.
    #[cold]
    #[inline(never)]
    pub(super) fn special_moves<S: Sink<N>>(
        &self,
        t: &Tables<N>,
        node: &GenContext<N>,
        piece: Piece,
        pieces: Squares<N>,
        sink: &mut S,
    ) {
        let mover = t.mover(piece);
        for from in pieces {
            let initial = Self::initial_parts(mover, from, node.unmoved);
            let (mut reach, mut double) = (Squares::EMPTY, Squares::EMPTY);
            for parts in std::iter::once(&mover.parts).chain(initial) {
                reach |= general(t, parts, from, node.sight);
                double |= doubles(t, parts, from, node.sight.occupied);
            }
            let mut legal = if node.safety.pinned.has(from) { self.allowed(t, from) } else { node.safety.mask };
            if node.test_all {
                let targets = only_wanted(mover, (reach | double) & legal, node.sight.enemy, node.wanted);
                legal = self.tested(t, node, Some(from), targets);
            }
            emit(mover, from, reach & legal, node.sight.enemy, node.wanted, sink);
            emit_doubles(mover, from, double & legal, node.wanted, sink);
        }
    }

    /// The destinations that leave the royals safe for a plain move
    /// of the piece on `from`, or for a drop.
    #[cold]
    #[inline(never)]
    pub(super) fn tested(
        &self,
        t: &Tables<N>,
        node: &GenContext<N>,
        from: Option<Square>,
        targets: Squares<N>,
    ) -> Squares<N> {
        if let Some(from) = from.filter(|&from| self.royals(node.us).has(from)) {
            return targets.iter().filter(|&to| self.leaves_royals_safe(t, Move::plain(from, to))).collect();
        }
        if targets.is_empty() {
            return targets;
        }
        let all = self.all_watches(t, node);
        let lifted = from.map(|from| self.watches_without(t, node.us, all, from));
        let watches = lifted.as_deref().unwrap_or(all);
        let left = from.map_or(node.sight.occupied, |from| node.sight.occupied.without(from));
        let safe = |to: &Square| {
            if let Some(from) = from.filter(|&from| self.changes_hurdles(t, Move::plain(from, *to))) {
                return self.leaves_royals_safe(t, Move::plain(from, *to));
            }
            let after = self.seen_by(!node.us, left.with(*to), node.sight.enemy.without(*to));
            let struck = |k| self.group_hit(t, !node.us, k, self.royals(node.us), after.occupied, after.alive);
            !self.royals(node.us).iter().any(struck) && !self.watched_at(t, watches, *to, after)
        };
        targets.iter().filter(safe).collect()
    }

    fn all_watches<'n>(&self, t: &Tables<N>, node: &'n GenContext<N>) -> &'n [Watch<N>] {
        node.watches.get_or_init(|| self.watches(t, node.us))
    }

    /// Whether a move of several legs, or another that only the interpreter
    /// knows, leaves the royals safe.
    pub(super) fn leaves_safe(&self, t: &Tables<N>, node: &GenContext<N>, mv: Move) -> bool {
        let (us, royals) = (node.us, self.royals(node.us));
        let victims: Squares<N> = mv.listed_victims().collect();
        let ordinary = mv.partner().or(mv.journey()).is_none()
            && !royals.has(mv.from())
            && (victims & royals).is_empty()
            && !self.changes_hurdles(t, mv);
        if !ordinary {
            return self.leaves_royals_safe(t, mv);
        }
        let gone = victims.with(mv.from());
        let after = self.seen_by(
            !us,
            (node.sight.occupied & !gone).with(mv.to()),
            (node.sight.enemy & !victims).without(mv.to()),
        );
        let struck = |k| self.group_hit(t, !us, k, royals, after.occupied, after.alive);
        !royals.iter().any(struck) && !self.watched_after(t, self.all_watches(t, node), gone.with(mv.to()), after)
    }

    /// Locust captures, each tested.
    #[inline(never)]
    pub(super) fn tested_locust_captures<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        for mv in self.locust_captures(t, node.us, node.own) {
            if node.pseudo_legal || self.leaves_safe(t, node, mv) {
                emit_one(t.mover(self.board[mv.from()]), mv, true, node.wanted, sink);
            }
        }
    }

    /// Moves that only the interpreter knows, each tested.
    #[cold]
    #[inline(never)]
    pub(super) fn interpreted_piece_moves<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        let mut pass = None;
        for &piece in t.interpreted_pieces(node.us) {
            let mover = t.mover(piece);
            for from in self.pieces(piece) {
                let known = self.known(t, piece, from, node.unmoved);
                let scene = Scene { unmoved: node.unmoved, ..self.scene(node.us) };
                let plain = self.interpreted_moves(t, piece, from, known, &scene, |mv| {
                    if mv.kind() == MoveKind::Pass {
                        pass = pass.or(Some(mv));
                        return;
                    }
                    let captures = !self.captured(mv).is_none();
                    if node.wanted == MoveClass::Quiet && captures {
                        return;
                    }
                    if node.pseudo_legal || self.leaves_safe(t, node, mv) {
                        emit_one(mover, mv, captures, node.wanted, sink);
                    }
                });
                let plain = only_wanted(mover, plain, node.sight.enemy, node.wanted);
                let plain = if node.pseudo_legal { plain } else { self.tested(t, node, Some(from), plain) };
                emit(mover, from, plain, node.sight.enemy, node.wanted, sink);
            }
        }
        // All passes are one move.
        let others = t.traits.passes && self.passer(t, node.us).is_some();
        let passes = node.wanted != MoveClass::Noisy && (node.pseudo_legal || self.may_pass(t, node)) && !others;
        if let Some(mv) = pass.filter(|_| passes) {
            sink.one(mv);
        }
    }
}
