//! The generator of legal moves: one for all games, for listing and counting.
//!
//! Plain moves come as sets that the safety of the royals has already cut
//! down. Royals, castling, en passant and drops that may not mate are tested
//! one by one.

use super::Position;
use super::attacks::Safety;
use super::moves::{Move, MoveKind, MoveList};
use super::report::{Each, count_by_shifts, report, report_doubles, report_one, wanted};
use super::sink::{ALL, Any, Count, NOISY, QUIET, Sink};
use super::watch::Watch;
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::tables::walk::{Sight, cannon, doubles, general, king_lines, lines};
use crate::tables::{EVEN, Mover, ODD, Parts, Scene, Shape, Tables};
use crate::variant::{Castling, KindSet};
use std::cell::OnceCell;

/// What holds for all moves of a node.
struct Node<'a, const N: usize> {
    us: Color,
    own: Squares<N>,
    sight: Sight<'a, N>,
    safety: Safety<N>,
    /// Whether an enemy attacks in ways that ties do not express, so that
    /// every move must be tested.
    closely: bool,
    /// Whether royals need not be safe.
    free: bool,
    /// The pieces that may make their initial moves.
    unmoved: Squares<N>,
    /// What those enemies do, once anybody has asked.
    watches: OnceCell<Vec<Watch<N>>>,
}

impl<const N: usize> Position<N> {
    /// Adds all legal moves to `list`.
    pub fn legal_moves(&self, t: &Tables<N>, list: &mut MoveList) {
        self.generate::<ALL>(t, list);
    }

    /// Adds the legal moves that capture or promote to `list`.
    pub(super) fn noisy_moves(&self, t: &Tables<N>, list: &mut MoveList) {
        self.generate::<NOISY>(t, list);
    }

    /// Number of legal moves.
    pub fn count_legal_moves(&self, t: &Tables<N>) -> u64 {
        if t.traits().extra_legality {
            let mut list = MoveList::new();
            self.generate::<ALL>(t, &mut list);
            return list.len() as u64;
        }
        let mut count = Count(0);
        if !self.is_variant_end(t) {
            self.generate_safe::<ALL, _>(t, false, &mut count);
        }
        count.0
    }

    /// Whether any move is legal.
    pub fn has_legal_move(&self, t: &Tables<N>) -> bool {
        !self.is_variant_end(t) && self.can_move(t)
    }

    /// The legal moves: none once the game is over.
    #[inline(always)]
    fn generate<const WANTED: u8>(&self, t: &Tables<N>, list: &mut MoveList) {
        if self.is_variant_end(t) {
            return;
        }
        match t.traits().extra_legality {
            true => self.filtered_moves::<WANTED>(t, list, false),
            false => self.generate_safe::<WANTED, _>(t, false, list),
        }
    }

    #[inline(always)]
    fn is_variant_end(&self, t: &Tables<N>) -> bool {
        t.traits().variant_ends && self.variant_outcome(t).is_some()
    }

    /// All legal moves, even where the game is over.
    pub(super) fn moves_ignoring_ends(&self, t: &Tables<N>, list: &mut MoveList) {
        match t.traits().extra_legality {
            true => self.filtered_moves::<ALL>(t, list, false),
            false => self.generate_safe::<ALL, _>(t, false, list),
        }
    }

    /// Whether any move is legal, even where the game is over.
    pub(super) fn can_move(&self, t: &Tables<N>) -> bool {
        if t.traits().extra_legality {
            let mut list = MoveList::new();
            self.filtered_moves::<ALL>(t, &mut list, true);
            return !list.is_empty();
        }
        let mut any = Any(false);
        self.generate_safe::<ALL, _>(t, false, &mut any);
        any.0
    }

    /// Moves by which every royal stays safe from being hit, or, if `free`,
    /// moves without regard to the royals.
    #[inline(always)]
    pub(super) fn generate_safe<const WANTED: u8, S: Sink<N>>(&self, t: &Tables<N>, free: bool, sink: &mut S) {
        let us = self.side;
        let unpinned = || Safety { mask: !Squares::EMPTY, pinned: Squares::EMPTY, check: self.royals_attacked(t, us) };
        let safety = if free { unpinned() } else { self.safety(t) };
        let bound = t.traits().bound_in_check && safety.check;
        let node = Node {
            us,
            own: self.color(us) | self.holes,
            sight: Sight { occupied: self.blocked(), enemy: self.color(!us), barred: self.barred() },
            unmoved: if bound { self.now.unmoved & !self.royals(us) } else { self.now.unmoved },
            safety,
            closely: !free
                && t.interpreted(!us)
                    .iter()
                    .any(|&piece| self.pieces(piece).any() && t.is_interpreted_with(piece, self.rights(!us))),
            free,
            watches: OnceCell::new(),
        };
        if t.traits().must_drop && !self.hand_is_empty(us) {
            if WANTED != NOISY {
                sink.apart(|sink| self.compulsory_drops(t, &node, sink));
            }
            return;
        }
        self.royal_moves::<WANTED, S>(t, &node, sink);
        if node.safety.mask.any() || (node.safety.pinned & node.own).any() {
            for &piece in t.non_royals(us) {
                if sink.done() {
                    return;
                }
                let all = self.pieces(piece);
                if all.any() {
                    self.piece_moves::<WANTED, S>(t, &node, piece, all, sink);
                }
            }
            if WANTED != NOISY && t.traits().drops && !self.hand_is_empty(us) {
                self.drops(t, &node, sink);
            }
        }
        if WANTED != QUIET && !t.locusts(us).is_empty() {
            sink.apart(|sink| self.tested_locust_captures::<WANTED, S>(t, &node, sink));
        }
        if t.interprets(us) {
            sink.apart(|sink| self.interpreted_piece_moves::<WANTED, S>(t, &node, sink));
        }
        if WANTED != QUIET && t.traits().promotes_in_place {
            sink.apart(|sink| self.promotions_in_place(t, &node, sink));
        }
        if WANTED != QUIET && self.now.en_passant.any() {
            sink.apart(|sink| self.en_passant_captures(t, &node, sink));
        }
        if WANTED != NOISY {
            if self.now.unmoved.any() {
                self.castlings(t, &node, sink);
            }
            // Effects at the end of a turn may end a check: those passes are tested later.
            if t.traits().passes && (free || self.may_pass(t, &node)) {
                sink.apart(|sink| self.passes(t, &node, sink));
            }
        }
    }

    /// All plain moves of the pieces of one type.
    #[inline(always)]
    fn piece_moves<const WANTED: u8, S: Sink<N>>(
        &self,
        t: &Tables<N>,
        node: &Node<N>,
        piece: Piece,
        all: Squares<N>,
        sink: &mut S,
    ) {
        let mover = t.mover(piece);
        let Node { own, sight, safety, .. } = *node;
        let mut special = all & safety.pinned;
        if mover.initial.is_some() {
            special |= all & self.now.unmoved;
        }
        if node.closely {
            special = all;
        }
        if special.any() {
            sink.apart(|sink| self.special_moves::<WANTED, S>(t, node, piece, special, sink));
        }
        let free = all & !special;
        if S::COUNTS && WANTED == ALL && !mover.shifts.is_empty() {
            return sink.number(count_by_shifts(&mover.shifts, free, sight, safety.mask));
        }
        let parts = &mover.parts;
        let occupied = sight.occupied;
        let leaps = |from| t.set(parts.leap, from);
        let each = Each { mover, free, mask: safety.mask, enemy: sight.enemy };
        match mover.shape {
            Shape::Leaper => each.run::<WANTED, S>(sink, |from| leaps(from) & !own),
            Shape::Orthogonal => {
                each.run::<WANTED, S>(sink, |from| (leaps(from) | king_lines::<N, EVEN>(t, from, occupied)) & !own);
            }
            Shape::Diagonal => {
                each.run::<WANTED, S>(sink, |from| (leaps(from) | king_lines::<N, ODD>(t, from, occupied)) & !own);
            }
            Shape::AllLines => each.run::<WANTED, S>(sink, |from| {
                (leaps(from) | king_lines::<N, { EVEN | ODD }>(t, from, occupied)) & !own
            }),
            Shape::Slider => {
                let Some(slide) = parts.slides.first() else { return };
                each.run::<WANTED, S>(sink, |from| (leaps(from) | lines(t, slide, from, occupied)) & !own);
            }
            Shape::Divergent => each.run::<WANTED, S>(sink, |from| {
                (t.set(parts.quiet, from) & !occupied) | (t.set(parts.take, from) & sight.enemy)
            }),
            Shape::Lame => {
                let Some(listed) = parts.listed.first() else { return };
                let paths = t.paths(listed.paths);
                each.run::<WANTED, S>(sink, |from| paths.reach(from, occupied) & !own);
            }
            Shape::Cannon => each.run::<WANTED, S>(sink, |from| cannon(t, from, sight)),
            Shape::General => each.run::<WANTED, S>(sink, |from| general(t, parts, from, sight)),
        }
        if parts.doubles.is_some() && (WANTED != NOISY || mover.doubles_promote) {
            for from in free {
                let double = doubles(t, parts, from, occupied) & safety.mask;
                report_doubles::<N, WANTED, S>(mover, from, double, sink);
            }
        }
    }

    /// What a piece can do besides, if the piece on `from` is unmoved.
    #[inline(always)]
    fn initial_parts(mover: &Mover<N>, from: Square, unmoved: Squares<N>) -> Option<&Parts> {
        mover.initial.as_ref().filter(|_| unmoved.has(from))
    }

    /// Royals go where no enemy hits them.
    #[inline(always)]
    fn royal_moves<const WANTED: u8, S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        for &piece in t.royals(node.us) {
            let mover = t.mover(piece);
            for from in self.pieces(piece) {
                let reach = match mover.shape {
                    Shape::Leaper => t.set(mover.parts.leap, from) & !node.own,
                    _ => general(t, &mover.parts, from, node.sight),
                };
                let initial = Self::initial_parts(mover, from, node.unmoved);
                let reach = initial.map_or(reach, |parts| reach | general(t, parts, from, node.sight));
                let reach = wanted::<N, WANTED>(mover, reach, node.sight.enemy);
                let safe = if node.free { reach } else { self.safe_for_royal(t, node, from, reach) };
                report::<N, WANTED, S>(mover, from, safe, node.sight.enemy, sink);
                if mover.parts.doubles.is_some() || initial.is_some() {
                    sink.apart(|sink| self.royal_doubles::<WANTED, S>(t, node, mover, from, sink));
                }
            }
        }
    }

    /// A royal's quiet moves that leave en passant squares behind.
    #[cold]
    #[inline(never)]
    fn royal_doubles<const WANTED: u8, S: Sink<N>>(
        &self,
        t: &Tables<N>,
        node: &Node<N>,
        mover: &Mover<N>,
        from: Square,
        sink: &mut S,
    ) {
        let initial = Self::initial_parts(mover, from, node.unmoved);
        let all = std::iter::once(&mover.parts).chain(initial);
        let double = all.fold(Squares::EMPTY, |all, parts| all | doubles(t, parts, from, node.sight.occupied));
        let open = |&to: &Square| !self.opens_capture(t, from, to);
        let double = match node.free {
            true => double,
            false => self.safe_for_royal(t, node, from, double).iter().filter(open).collect(),
        };
        report_doubles::<N, WANTED, S>(mover, from, double, sink);
    }

    /// The destinations on which the royal on `from` would not be attacked,
    /// nor any other royal of its side.
    #[inline(always)]
    fn safe_for_royal(&self, t: &Tables<N>, node: &Node<N>, from: Square, mut targets: Squares<N>) -> Squares<N> {
        let occupied = node.sight.occupied.without(from);
        let others = self.royals(node.us).without(from);
        for to in targets {
            let alive = node.sight.enemy.without(to);
            let unsafe_here = self.hit(t, !node.us, to, true, occupied.with(to), alive)
                || (others.any() && self.endangers(t, node, [from, to], others));
            if unsafe_here {
                targets.remove(to);
            }
        }
        targets
    }

    /// Whether others of its royals would be attacked if a royal went there.
    #[inline(never)]
    fn endangers(&self, t: &Tables<N>, node: &Node<N>, [from, to]: [Square; 2], others: Squares<N>) -> bool {
        let mv = Move::plain(from, to);
        if self.changes_hurdles(t, mv) {
            return !self.leaves_royals_safe(t, mv);
        }
        let (occupied, alive) = (node.sight.occupied.without(from).with(to), node.sight.enemy.without(to));
        // Who may capture no royal minds the one that has moved, too.
        let royals = others.with(to);
        others.iter().any(|k| self.hit_among(t, !node.us, (k, true), royals, occupied, alive))
    }

    /// Whether a royal that moves so could be captured en passant.
    #[cold]
    #[inline(never)]
    pub(super) fn opens_capture(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let mut after = self.without_past(0);
        after.play(t, Move::double(from, to));
        after.is_taken_in_passing(t)
    }

    #[inline(always)]
    fn castlings<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        for castling in &self.castlings[node.us] {
            // What fails most often comes first, and in the loop of every node.
            if (castling.empty & node.sight.occupied).is_empty() {
                sink.apart(|sink| self.castling(t, node, castling, sink));
            }
        }
    }

    #[inline(never)]
    fn castling<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, castling: &Castling<N>, sink: &mut S) {
        let open = castling.unmoved.within(self.now.unmoved)
            && !(castling.safe && node.safety.check)
            && self.board[castling.from] == castling.piece;
        if open && (node.free || self.castling_is_safe(t, node, castling)) {
            sink.one(castle(castling));
        }
    }

    fn castling_is_safe(&self, t: &Tables<N>, node: &Node<N>, castling: &Castling<N>) -> bool {
        let (enemy, occupied) = (node.sight.enemy, node.sight.occupied);
        let after = (occupied & !castling.pair()).with(castling.to).with(castling.partner_to);
        if self.changes_hurdles(t, castle(castling)) && !self.leaves_royals_safe(t, castle(castling)) {
            return false;
        }
        if !t.is_royal(castling.piece.kind()) {
            return self.safe(t, node.us, self.royals(node.us), after, enemy);
        }
        let royals = self.royals(node.us).without(castling.from).with(castling.to);
        let way = if castling.safe { castling.path } else { Squares::EMPTY };
        self.is_safe_way(t, node, way, castling.lifted) && self.safe(t, node.us, royals, after, enemy)
    }

    /// Whether a royal could stand on all these squares, these pieces off the board.
    fn is_safe_way(&self, t: &Tables<N>, node: &Node<N>, way: Squares<N>, lifted: Squares<N>) -> bool {
        let passing = node.sight.occupied & !lifted;
        way.iter().all(|sq| !self.hit(t, !node.us, sq, true, passing.with(sq), node.sight.enemy))
    }

    #[cold]
    #[inline(never)]
    fn en_passant_captures<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        let victim = self.now.en_passant_victim;
        for &(piece, table) in t.en_passant_takers(node.us) {
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
                    if node.free || safe() {
                        report_one::<N, ALL, S>(t.mover(piece), mv, true, sink);
                    }
                }
            }
        }
    }

    /// Pieces that turn into others where they stand, or by a move of what they become.
    #[cold]
    #[inline(never)]
    fn promotions_in_place<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        for piece in t.pieces().filter(|piece| piece.color() == node.us && t.promotes_in_place(*piece)) {
            for from in self.pieces(piece) {
                for (kind, targets) in self.offered_in_place(t, piece, from) {
                    let safe = |to: &Square| node.free || self.leaves_safe(t, node, Move::in_place(from, *to, kind));
                    targets.iter().filter(safe).for_each(|to| sink.one(Move::in_place(from, to, kind)));
                }
            }
        }
    }

    /// What a piece may become instead of moving, and where it ends then.
    fn offered_in_place(&self, t: &Tables<N>, piece: Piece, from: Square) -> Vec<(PieceKind, Squares<N>)> {
        let mut found: Vec<(PieceKind, Squares<N>)> = Vec::new();
        for place in &t.mover(piece).promotions {
            for offer in place.offers(from, |kinds| self.is_alone(kinds, piece.color())) {
                for &kind in offer.choices {
                    let moves = self.quiet_reach(t, Piece::new(kind, piece.color()), from);
                    let targets = moves.with(from) & offer.open;
                    match found.iter_mut().find(|(other, _)| *other == kind) {
                        Some((_, all)) => *all |= targets,
                        None => found.push((kind, targets)),
                    }
                }
            }
        }
        found
    }

    /// Whether a side has one piece of some kinds and no more.
    pub(super) fn is_alone(&self, kinds: KindSet, us: Color) -> bool {
        kinds.iter().map(|kind| self.pieces(Piece::new(kind, us)).count()).sum::<u32>() == 1
    }

    /// Where a piece could go without a capture if it stood on `from` instead of what stands there, having moved before.
    pub(super) fn quiet_reach(&self, t: &Tables<N>, piece: Piece, from: Square) -> Squares<N> {
        let unmoved = self.now.unmoved.without(from);
        let known = self.known(t, piece, from, unmoved);
        let royals = (self.royals(Color::White) | self.royals(Color::Black)).without(from);
        let royals = if t.is_royal(piece.kind()) { royals.with(from) } else { royals };
        let scene = Scene { unmoved, royals, once: 0, ..self.scene(piece.color()) };
        (known | self.interpreted_moves(t, piece, from, known, &scene, |_| {})) & !self.blocked()
    }

    /// Pieces that may stay where they are and pass the turn; not out of check.
    #[cold]
    #[inline(never)]
    fn passes<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        // Whoever passes, it is the same move.
        self.passer(t, node.us).into_iter().for_each(|at| sink.one(Move::pass(at)));
    }

    /// Whether the side to move may pass: not out of check, unless that ends the game.
    fn may_pass(&self, t: &Tables<N>, node: &Node<N>) -> bool {
        !node.safety.check || self.is_faced(t)
    }

    /// Where a side's first piece stands that may stay and pass the turn.
    fn passer(&self, t: &Tables<N>, us: Color) -> Option<Square> {
        let occupied = self.blocked();
        let mut movers = t.non_royals(us).iter().chain(t.royals(us));
        movers.find_map(|&piece| self.pieces(piece).iter().find(|&from| t.may_pass(piece, from, occupied)))
    }

    /// All that a side may do that must empty its hand.
    #[cold]
    #[inline(never)]
    fn compulsory_drops<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        self.drops(t, node, sink);
    }

    #[inline(always)]
    fn drops<S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        let free = node.safety.mask & !node.sight.occupied;
        for &kind in t.droppable() {
            if self.hand(node.us, t.held_as(kind)) == 0 {
                continue;
            }
            let piece = Piece::new(kind, node.us);
            let Some(place) = &t.mover(piece).drop else { continue };
            let mut targets = free & place.zone;
            let barred = t.traits().bars_hurdles && !node.free && t.is_barred(piece);
            if barred {
                // What is no hurdle may go where others would be one.
                let safe = |&to: &Square| self.leaves_royals_safe(t, Move::drop(kind, to));
                targets = (place.zone & !node.sight.occupied).iter().filter(safe).collect();
            }
            if let Some(limit) = place.max_per_file {
                targets &= !self.full_files(t, piece, limit);
            }
            if t.traits().bound_drops {
                targets = self.bound_drops(t, piece, node.free, targets);
            }
            if place.no_mate && !self.drops_may_mate {
                targets = self.without_mates(t, piece, targets);
            }
            if node.closely && !barred {
                targets = self.tested(t, node, None, targets);
            }
            sink.drops(kind, targets);
        }
    }

    /// Plain moves of pieces that need a closer look: pinned,
    /// unmoved with moves of their own, or facing enemies that attack in ways
    /// that ties do not express. Kept apart, since it would weigh down the
    /// loops of all others.
    #[cold]
    #[inline(never)]
    fn special_moves<const WANTED: u8, S: Sink<N>>(
        &self,
        t: &Tables<N>,
        node: &Node<N>,
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
            if node.closely {
                let targets = wanted::<N, WANTED>(mover, (reach | double) & legal, node.sight.enemy);
                legal = self.tested(t, node, Some(from), targets);
            }
            report::<N, WANTED, S>(mover, from, reach & legal, node.sight.enemy, sink);
            report_doubles::<N, WANTED, S>(mover, from, double & legal & !reach, sink);
        }
    }

    /// Those of the destinations that leave the royals safe for a plain move
    /// of the piece on `from`, or for a drop.
    #[cold]
    #[inline(never)]
    fn tested(&self, t: &Tables<N>, node: &Node<N>, from: Option<Square>, targets: Squares<N>) -> Squares<N> {
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
            let after = self.seen_by_enemy(node.us, left.with(*to), node.sight.enemy.without(*to));
            let struck = |k| self.group_hit(t, !node.us, k, true, after.occupied, after.alive);
            !self.royals(node.us).iter().any(struck) && !self.watched_at(t, watches, *to, after)
        };
        targets.iter().filter(safe).collect()
    }

    fn all_watches<'n>(&self, t: &Tables<N>, node: &'n Node<N>) -> &'n [Watch<N>] {
        node.watches.get_or_init(|| self.watches(t, node.us))
    }

    /// Whether a move of several legs, or another that only the interpreter
    /// knows, leaves the royals safe.
    fn leaves_safe(&self, t: &Tables<N>, node: &Node<N>, mv: Move) -> bool {
        let (us, royals) = (node.us, self.royals(node.us));
        let victims: Squares<N> = mv.victims().collect();
        let ordinary = mv.partner().or(mv.journey()).is_none()
            && !royals.has(mv.from())
            && (victims & royals).is_empty()
            && !self.changes_hurdles(t, mv);
        if !ordinary {
            return self.leaves_royals_safe(t, mv);
        }
        let gone = victims.with(mv.from());
        let after = self.seen_by_enemy(
            us,
            (node.sight.occupied & !gone).with(mv.to()),
            (node.sight.enemy & !victims).without(mv.to()),
        );
        let struck = |k| self.group_hit(t, !us, k, true, after.occupied, after.alive);
        !royals.iter().any(struck) && !self.watched_after(t, self.all_watches(t, node), gone.with(mv.to()), after)
    }

    /// Locust captures, each tested.
    #[inline(never)]
    fn tested_locust_captures<const WANTED: u8, S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        for mv in self.locust_captures(t, node.us, node.own) {
            if node.free || self.leaves_safe(t, node, mv) {
                report_one::<N, WANTED, S>(t.mover(self.board[mv.from()]), mv, true, sink);
            }
        }
    }

    /// Moves that only the interpreter knows, each tested.
    #[cold]
    #[inline(never)]
    fn interpreted_piece_moves<const WANTED: u8, S: Sink<N>>(&self, t: &Tables<N>, node: &Node<N>, sink: &mut S) {
        let mut pass = None;
        for &piece in t.interpreted(node.us) {
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
                    if WANTED == QUIET && captures {
                        return;
                    }
                    if node.free || self.leaves_safe(t, node, mv) {
                        report_one::<N, WANTED, S>(mover, mv, captures, sink);
                    }
                });
                let plain = wanted::<N, WANTED>(mover, plain, node.sight.enemy);
                let plain = if node.free { plain } else { self.tested(t, node, Some(from), plain) };
                report::<N, WANTED, S>(mover, from, plain, node.sight.enemy, sink);
            }
        }
        // Whoever passes, it is the same move; nobody passes out of check.
        let others = t.traits().passes && self.passer(t, node.us).is_some();
        if let Some(mv) = pass.filter(|_| WANTED != NOISY && (node.free || self.may_pass(t, node)) && !others) {
            sink.one(mv);
        }
    }

    /// Where the parts of a piece lead, the interpreter apart.
    pub(super) fn known(&self, t: &Tables<N>, piece: Piece, from: Square, unmoved: Squares<N>) -> Squares<N> {
        let sight = Sight { occupied: self.blocked(), enemy: self.color(!piece.color()), barred: self.barred() };
        let mover = t.mover(piece);
        let initial = Self::initial_parts(mover, from, unmoved);
        std::iter::once(&mover.parts)
            .chain(initial)
            .map(|parts| general(t, parts, from, sight) | doubles(t, parts, from, sight.occupied))
            .fold(Squares::EMPTY, |all, part| all | part)
    }

    /// The squares that a castling piece must be able to stand on, and the
    /// squares whose pieces are off the board for it; `None` where no safety is
    /// asked for.
    pub(super) fn castling_way(&self, mv: Move) -> Option<(Squares<N>, Squares<N>)> {
        let [partner, _] = mv.partner()?;
        let mut known = self.castlings[self.side].iter();
        let same = |castling: &&Castling<N>| {
            [castling.from, castling.to, castling.partner_from] == [mv.from(), mv.to(), partner]
        };
        known.find(same).filter(|castling| castling.safe).map(|castling| (castling.path, castling.lifted))
    }

    /// The files on which `limit` of a piece stand.
    fn full_files(&self, t: &Tables<N>, piece: Piece, limit: u8) -> Squares<N> {
        let all = self.pieces(piece);
        let full = |sq: &Square| (t.file(*sq) & all).count() >= u32::from(limit);
        all.iter().filter(full).fold(Squares::EMPTY, |files, sq| files | t.file(sq))
    }

    /// The drops of a piece that do not mate. Only those that may check an
    /// enemy royal are played out. A drop is an answer even if it would mate in
    /// turn, lest the question lead from drop to drop without an end.
    fn without_mates(&self, t: &Tables<N>, piece: Piece, mut targets: Squares<N>) -> Squares<N> {
        let checking = self.checking_drops(t, piece, targets).iter().filter(|&to| self.drop_may_check(t, piece, to));
        let checking: Squares<N> = checking.collect();
        if checking.is_empty() {
            return targets;
        }
        let mut after = self.without_past(0);
        after.drops_may_mate = true;
        for to in checking {
            after.play(t, Move::drop(piece.kind(), to));
            if after.in_check(t) && !after.has_legal_move(t) {
                targets.remove(to);
            }
            after.undo(t);
        }
        targets
    }
}

/// A castling as a move.
fn castle<const N: usize>(castling: &Castling<N>) -> Move {
    Move::castle(castling.from, castling.to, [castling.partner_from, castling.partner_to])
}
