//! The generator of legal moves: one for all games, for listing and counting.
//!
//! Plain moves are sets that the safety of the royals has already restricted.
//! Moves not covered by that are tested one by one in `tested`; `castling`,
//! `drops` and `in_place` add the moves of these names.

use super::Position;
use super::attacks::Safety;
use super::emit::{Each, count_by_shifts, emit, emit_doubles, emit_one, only_wanted};
use super::interpreted_attacks::Watch;
use super::moves::{Move, MoveList};
use super::sink::{Count, MoveClass, Sink};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::walk::{Sight, cannon, doubles, general, king_lines, lines};
use crate::tables::{EVEN, Mover, MoverShape, ODD, Parts, Tables};
use std::cell::OnceCell;

/// Data shared by all moves of a node.
pub(super) struct GenContext<'a, const N: usize> {
    pub us: Color,
    pub wanted: MoveClass,
    pub own: Squares<N>,
    pub sight: Sight<'a, N>,
    pub safety: Safety<N>,
    /// Whether an enemy attacks in ways that ties do not express, so that
    /// every move must be tested.
    pub test_all: bool,
    /// Whether the safety of royals is ignored.
    pub pseudo_legal: bool,
    /// The pieces that may make their initial moves.
    pub unmoved: Squares<N>,
    /// The attacks of those enemies, computed on demand; a reference, since the
    /// compiler reloads the other fields wherever a cell is beside them.
    pub watches: &'a OnceCell<Vec<Watch<N>>>,
}

impl<const N: usize> Position<N> {
    /// Adds all legal moves to `list`.
    pub fn legal_moves(&self, t: &Tables<N>, list: &mut MoveList) {
        self.generate(t, MoveClass::All, list);
    }

    /// The number of legal moves.
    pub fn count_legal_moves(&self, t: &Tables<N>) -> u64 {
        if t.traits.extra_legality {
            let mut list = MoveList::new();
            self.generate(t, MoveClass::All, &mut list);
            return list.len() as u64;
        }
        let mut count = Count::<false>(0);
        if !self.is_variant_end(t) {
            self.generate_into(t, MoveClass::All, false, &mut count);
        }
        count.0
    }

    /// Whether any move is legal.
    pub fn has_legal_move(&self, t: &Tables<N>) -> bool {
        !self.is_variant_end(t) && self.can_move(t)
    }

    /// Whether a move is one of [`MoveClass::Noisy`].
    #[inline]
    pub fn is_noisy(&self, t: &Tables<N>, mv: Move) -> bool {
        mv.is_promotion() && !t.mover(self.mover(mv)).always_promotes || !self.captured(mv).is_none()
    }

    /// Adds the legal moves of a class to `list`: none once the game is over.
    #[inline]
    pub(super) fn generate(&self, t: &Tables<N>, wanted: MoveClass, list: &mut MoveList) {
        if !self.is_variant_end(t) {
            self.generate_ignoring_ends(t, wanted, list);
        }
    }

    #[inline(always)]
    fn is_variant_end(&self, t: &Tables<N>) -> bool {
        t.traits.variant_ends && self.variant_outcome(t).is_some()
    }

    /// Adds the legal moves, even if the game is over, to `list`.
    #[inline]
    pub(super) fn generate_ignoring_ends(&self, t: &Tables<N>, wanted: MoveClass, list: &mut MoveList) {
        match t.traits.extra_legality {
            true => self.filtered_moves(t, wanted, list, false),
            false => self.generate_into(t, wanted, false, list),
        }
    }

    /// Whether any move is legal, even if the game is over.
    pub(super) fn can_move(&self, t: &Tables<N>) -> bool {
        if t.traits.extra_legality {
            let mut list = MoveList::new();
            self.filtered_moves(t, MoveClass::All, &mut list, true);
            return !list.is_empty();
        }
        let mut found = Count::<true>(0);
        self.generate_into(t, MoveClass::All, false, &mut found);
        found.0 > 0
    }

    /// Emits the moves that leave no royal attacked or, if `pseudo_legal`,
    /// all moves, whether royals are safe or not.
    pub(super) fn generate_into<S: Sink<N>>(&self, t: &Tables<N>, wanted: MoveClass, pseudo_legal: bool, sink: &mut S) {
        let us = self.side;
        let watches = OnceCell::new();
        let node = self.node(t, wanted, pseudo_legal, &watches);
        if t.traits.must_drop && !self.hand_is_empty(us) {
            if wanted != MoveClass::Noisy {
                sink.apart(|sink| self.compulsory_drops(t, &node, sink));
            }
            return;
        }
        self.royal_moves(t, &node, sink);
        if node.safety.mask.any() || (node.safety.pinned & node.own).any() {
            for &piece in &t.non_royals[us] {
                if sink.done() {
                    return;
                }
                let all = self.pieces(piece);
                if all.any() {
                    self.piece_moves(t, &node, piece, all, sink);
                }
            }
            if wanted != MoveClass::Noisy && t.traits.drops && !self.hand_is_empty(us) {
                self.drops(t, &node, sink);
            }
        }
        if wanted != MoveClass::Quiet && !t.locusts[us].is_empty() {
            sink.apart(|sink| self.tested_locust_captures(t, &node, sink));
        }
        if t.has_interpreted_pieces(us) {
            sink.apart(|sink| self.interpreted_piece_moves(t, &node, sink));
        }
        if wanted != MoveClass::Quiet && t.traits.promotes_in_place {
            sink.apart(|sink| self.promotions_in_place(t, &node, sink));
        }
        if wanted != MoveClass::Quiet && self.now.en_passant.any() {
            sink.apart(|sink| self.en_passant_captures(t, &node, sink));
        }
        if wanted != MoveClass::Noisy {
            if self.now.unmoved.any() {
                self.castlings(t, &node, sink);
            }
            // Effects at the end of a turn may end a check: those passes are tested later.
            if t.traits.passes && (pseudo_legal || self.may_pass(t, &node)) {
                sink.apart(|sink| self.passes(t, &node, sink));
            }
        }
    }

    /// The data shared by all moves of the side to move.
    #[inline(always)]
    fn node<'a>(
        &'a self,
        t: &Tables<N>,
        wanted: MoveClass,
        pseudo_legal: bool,
        watches: &'a OnceCell<Vec<Watch<N>>>,
    ) -> GenContext<'a, N> {
        let us = self.side;
        let unpinned = || Safety { mask: !Squares::EMPTY, pinned: Squares::EMPTY, check: self.royals_attacked(t, us) };
        let safety = if pseudo_legal { unpinned() } else { self.safety(t) };
        GenContext {
            us,
            wanted,
            own: self.color(us) | self.holes,
            sight: Sight { occupied: self.blocked(), enemy: self.color(!us), barred: self.barred() },
            unmoved: self.with_initial_moves(t, || safety.check),
            safety,
            test_all: !pseudo_legal
                && t.interpreted_pieces(!us)
                    .iter()
                    .any(|&piece| self.pieces(piece).any() && t.is_interpreted_with(piece, self.once_rights(!us))),
            pseudo_legal,
            watches,
        }
    }

    /// The pieces that may make their initial moves, if this tells whether the side to move is in check.
    #[inline(always)]
    pub(super) fn with_initial_moves(&self, t: &Tables<N>, check: impl FnOnce() -> bool) -> Squares<N> {
        let bound = t.traits.no_initial_moves_in_check && check();
        if bound { self.now.unmoved & !self.royals(self.side) } else { self.now.unmoved }
    }

    /// All plain moves of the pieces of one type.
    #[inline(always)]
    fn piece_moves<S: Sink<N>>(
        &self,
        t: &Tables<N>,
        node: &GenContext<N>,
        piece: Piece,
        all: Squares<N>,
        sink: &mut S,
    ) {
        let mover = t.mover(piece);
        let GenContext { own, sight, safety, wanted, .. } = *node;
        let mut special = all & safety.pinned;
        if mover.initial.is_some() {
            special |= all & self.now.unmoved;
        }
        if node.test_all {
            special = all;
        }
        if special.any() {
            sink.apart(|sink| self.special_moves(t, node, piece, special, sink));
        }
        let free = all & !special;
        if S::COUNTS && wanted == MoveClass::All && !mover.shifts.is_empty() {
            return sink.number(count_by_shifts(&mover.shifts, free, sight, safety.mask));
        }
        let parts = &mover.parts;
        let occupied = sight.occupied;
        let leaps = |from| t.set(parts.leap, from);
        let each = Each { mover, free, mask: safety.mask, enemy: sight.enemy, wanted };
        match mover.shape {
            MoverShape::Leaper => each.run(sink, |from| leaps(from) & !own),
            MoverShape::Orthogonal => {
                each.run(sink, |from| (leaps(from) | king_lines::<N, EVEN>(t, from, occupied)) & !own);
            }
            MoverShape::Diagonal => {
                each.run(sink, |from| (leaps(from) | king_lines::<N, ODD>(t, from, occupied)) & !own);
            }
            MoverShape::AllLines => {
                each.run(sink, |from| (leaps(from) | king_lines::<N, { EVEN | ODD }>(t, from, occupied)) & !own)
            }
            MoverShape::Slider => {
                let Some(slide) = parts.slides.first() else { return };
                each.run(sink, |from| (leaps(from) | lines(t, slide, from, occupied)) & !own);
            }
            MoverShape::Divergent => {
                each.run(sink, |from| (t.set(parts.quiet, from) & !occupied) | (t.set(parts.take, from) & sight.enemy))
            }
            MoverShape::Lame => {
                let Some(lame) = parts.lame.first() else { return };
                let paths = t.paths(lame.paths);
                each.run(sink, |from| paths.reach(from, occupied) & !own);
            }
            MoverShape::Cannon => each.run(sink, |from| cannon(t, from, sight)),
            MoverShape::General => each.run(sink, |from| general(t, parts, from, sight)),
        }
        if parts.doubles.is_some() && (wanted != MoveClass::Noisy || mover.doubles_promote) {
            for from in free {
                let double = doubles(t, parts, from, occupied) & safety.mask;
                emit_doubles(mover, from, double, wanted, sink);
            }
        }
    }

    /// The additional parts of a piece, if the piece on `from` is unmoved.
    #[inline(always)]
    pub(super) fn initial_parts(mover: &Mover<N>, from: Square, unmoved: Squares<N>) -> Option<&Parts> {
        mover.initial.as_ref().filter(|_| unmoved.has(from))
    }

    /// Emits the moves of royals to squares that no enemy attacks.
    #[inline(always)]
    fn royal_moves<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        for &piece in &t.royals[node.us] {
            let mover = t.mover(piece);
            for from in self.pieces(piece) {
                let reach = match mover.shape {
                    MoverShape::Leaper => t.set(mover.parts.leap, from) & !node.own,
                    _ => general(t, &mover.parts, from, node.sight),
                };
                let initial = Self::initial_parts(mover, from, node.unmoved);
                let reach = initial.map_or(reach, |parts| reach | general(t, parts, from, node.sight));
                let reach = only_wanted(mover, reach, node.sight.enemy, node.wanted);
                let safe = if node.pseudo_legal { reach } else { self.safe_for_royal(t, node, from, reach) };
                emit(mover, from, safe, node.sight.enemy, node.wanted, sink);
                if mover.parts.doubles.is_some() || initial.is_some() {
                    sink.apart(|sink| self.royal_doubles(t, node, mover, from, sink));
                }
            }
        }
    }

    /// A royal's quiet moves that leave en passant squares behind.
    #[cold]
    #[inline(never)]
    fn royal_doubles<S: Sink<N>>(
        &self,
        t: &Tables<N>,
        node: &GenContext<N>,
        mover: &Mover<N>,
        from: Square,
        sink: &mut S,
    ) {
        let initial = Self::initial_parts(mover, from, node.unmoved);
        let all = std::iter::once(&mover.parts).chain(initial);
        let double = all.map(|parts| doubles(t, parts, from, node.sight.occupied)).collect();
        let open = |&to: &Square| !self.opens_capture(t, from, to);
        let double = match node.pseudo_legal {
            true => double,
            false => self.safe_for_royal(t, node, from, double).iter().filter(open).collect(),
        };
        emit_doubles(mover, from, double, node.wanted, sink);
    }

    /// The destinations on which the royal on `from` would not be attacked,
    /// nor any other royal of its side.
    #[inline(always)]
    fn safe_for_royal(&self, t: &Tables<N>, node: &GenContext<N>, from: Square, mut targets: Squares<N>) -> Squares<N> {
        let occupied = node.sight.occupied.without(from);
        let others = self.royals(node.us).without(from);
        for to in targets {
            let alive = node.sight.enemy.without(to);
            let unsafe_here = self.hit(t, !node.us, to, others.with(to), occupied.with(to), alive)
                || (others.any() && self.endangers(t, node, [from, to], others));
            if unsafe_here {
                targets.remove(to);
            }
        }
        targets
    }

    /// Whether others of its royals would be attacked if a royal went there.
    #[inline(never)]
    fn endangers(&self, t: &Tables<N>, node: &GenContext<N>, [from, to]: [Square; 2], others: Squares<N>) -> bool {
        let mv = Move::plain(from, to);
        if self.changes_hurdles(t, mv) {
            return !self.leaves_royals_safe(t, mv);
        }
        let (occupied, alive) = (node.sight.occupied.without(from).with(to), node.sight.enemy.without(to));
        // If royals do not capture royals, the one that has moved matters, too.
        let royals = others.with(to);
        others.iter().any(|k| self.hit(t, !node.us, k, royals, occupied, alive))
    }

    /// Whether a royal that makes this move could be captured en passant.
    #[cold]
    #[inline(never)]
    pub(super) fn opens_capture(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let mut after = self.without_past(0);
        after.play(t, Move::double(from, to));
        after.is_taken_in_passing(t)
    }

    #[cold]
    #[inline(never)]
    fn en_passant_captures<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        let victim = self.now.en_passant_victim;
        for &(piece, table) in &t.en_passant_takers[node.us] {
            let royal = t.is_royal(piece.kind());
            for to in self.now.en_passant & !node.sight.occupied {
                for from in t.set(table, to) & self.pieces(piece) {
                    let after = node.sight.occupied.without(from).without(victim).with(to);
                    let royals = self.royals(node.us);
                    let royals = if royal { royals.without(from).with(to) } else { royals };
                    let mv = Move::en_passant(from, to, victim);
                    let safe = || match self.changes_hurdles(t, mv) {
                        true => self.leaves_royals_safe(t, mv),
                        false => self.safe(t, node.us, royals, after, node.sight.enemy.without(victim)),
                    };
                    if node.pseudo_legal || safe() {
                        emit_one(t.mover(piece), mv, true, MoveClass::All, sink);
                    }
                }
            }
        }
    }

    /// Emits the pass, if a piece may stay where it is.
    #[cold]
    #[inline(never)]
    fn passes<S: Sink<N>>(&self, t: &Tables<N>, node: &GenContext<N>, sink: &mut S) {
        // All passes are one move.
        self.passer(t, node.us).into_iter().for_each(|at| sink.one(Move::pass(at)));
    }

    /// Whether the side to move may pass: not in check, unless the pass ends the game.
    pub(super) fn may_pass(&self, t: &Tables<N>, node: &GenContext<N>) -> bool {
        !node.safety.check || self.is_faced(t)
    }

    /// The square of a side's first piece that may stay there and pass the turn.
    pub(super) fn passer(&self, t: &Tables<N>, us: Color) -> Option<Square> {
        let occupied = self.blocked();
        let mut movers = t.non_royals[us].iter().chain(&t.royals[us]);
        movers.find_map(|&piece| self.pieces(piece).iter().find(|&from| t.may_pass(piece, from, occupied)))
    }

    /// The destinations of a piece that its parts give, without the interpreter.
    pub(super) fn known(&self, t: &Tables<N>, piece: Piece, from: Square, unmoved: Squares<N>) -> Squares<N> {
        let sight = Sight { occupied: self.blocked(), enemy: self.color(!piece.color()), barred: self.barred() };
        let mover = t.mover(piece);
        let initial = Self::initial_parts(mover, from, unmoved);
        std::iter::once(&mover.parts)
            .chain(initial)
            .map(|parts| general(t, parts, from, sight) | doubles(t, parts, from, sight.occupied))
            .collect()
    }
}
