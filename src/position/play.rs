//! Playing and undoing moves, in place.

use super::moves::{Move, MoveKind};
use super::{Past, Position, State};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::Tables;
use crate::variant::Restriction;

impl<const N: usize> Position<N> {
    /// Plays a legal move.
    pub fn play(&mut self, t: &Tables<N>, mv: Move) {
        let before = self.now;
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let mut captured = Piece::NONE;
        let mover = self.board[from];
        let mut touched = Squares::of(from) | Squares::of(to);
        self.now.halfmove = self.now.halfmove.saturating_add(1);
        self.now.ply = self.now.ply.saturating_add(1);
        if t.traits.once {
            self.use_once(t, mv);
        }
        self.forget_en_passant(t);
        match mv.kind() {
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate => {
                captured = self.board[to];
                if !captured.is_none() {
                    self.take::<true>(t, to);
                }
                match mv.piece() {
                    None => self.carry::<true>(t, mover, from, to),
                    Some(kind) => {
                        self.take::<true>(t, from);
                        self.put::<true>(t, Piece::new(kind, us), to);
                    }
                }
                self.count_progress(t, mover, mv);
            }
            MoveKind::Drop => {
                self.play_drop(t, mv);
                if t.traits.drops_unmoved {
                    self.arrive_unmoved(t, to);
                    touched = Squares::EMPTY;
                }
            }
            _ => (captured, touched) = self.play_rare(t, mv, mover),
        }
        if !captured.is_none() {
            self.settle_capture(t, mv, captured);
        }
        let mut changes = 0;
        if t.traits.consequences {
            touched |= self.play_consequences(t, mv, mover, captured, &mut changes);
        }
        if (touched & self.now.unmoved).any() {
            self.lose_rights(t, touched);
        }
        self.turn(t);
        // Effects may have removed the piece that could be captured.
        if mv.kind() == MoveKind::Double && self.color(us).has(to) {
            self.open_en_passant(t, t.ring(0).between(from, to) & !self.blocked(), to);
        }
        if t.traits.counts_checks && self.in_check(t) {
            self.count_check(t, us);
        }
        if t.traits.uncounted_checks && !self.without_draws {
            self.leave_out_check(t, before.checked);
        }
        if t.traits.counts_moves_of_bare {
            self.count_move(t, us);
        }
        self.history.push(Past { before, mv, mover, captured, changes });
    }

    #[inline]
    fn play_drop(&mut self, t: &Tables<N>, mv: Move) {
        let kind = mv.dropped().expect("a drop names what is dropped");
        self.take_from_hand(t, self.side, t.held_as[kind.index()]);
        self.put::<true>(t, Piece::new(kind, self.side), mv.to());
        if t.traits.resets.drop {
            self.now.halfmove = 0;
        }
    }

    /// The key after a move, provided that it moves one piece, captures at most the piece on its destination, and
    /// changes nothing else.
    #[inline]
    pub fn likely_key_after(&self, t: &Tables<N>, mv: Move) -> u64 {
        let (keys, mover, victim) = (&t.keys, self.mover(mv), self.board[mv.to()]);
        let left = if mv.is_drop() { 0 } else { keys.piece(mover, mv.from()) };
        let taken = if victim.is_none() { 0 } else { keys.piece(victim, mv.to()) };
        self.now.key ^ keys.side ^ left ^ taken ^ keys.piece(mv.arriving(mover), mv.to())
    }

    /// Handles a capture apart from removing the piece from the board.
    #[inline]
    fn settle_capture(&mut self, t: &Tables<N>, mv: Move, captured: Piece) {
        // For moves of several legs, the hand is handled for each victim.
        if let Some(kind) = t.in_hand(captured).filter(|_| mv.kind() != MoveKind::Legs) {
            self.add_to_hand(t, holder(t, self.side, captured), kind);
        }
        if t.traits.resets.capture {
            self.now.halfmove = 0;
        }
    }

    /// Plays captures elsewhere than on the destination, swaps and castlings: in a function of its own, since they would
    /// slow other moves down. Returns the first victim and the squares that change.
    #[inline(never)]
    fn play_rare(&mut self, t: &Tables<N>, mv: Move, mover: Piece) -> (Piece, Squares<N>) {
        let (from, to) = (mv.from(), mv.to());
        let becomes = mv.arriving(mover);
        let mut captured = Piece::NONE;
        let mut touched = Squares::of(from) | Squares::of(to);
        match mv.kind() {
            MoveKind::EnPassant => {
                for victim in mv.listed_victims() {
                    captured = self.take::<true>(t, victim);
                    touched.insert(victim);
                }
                self.take::<true>(t, from);
                self.put::<true>(t, becomes, to);
                self.count_progress(t, mover, mv);
            }
            MoveKind::Legs => {
                captured = self.play_legs(t, mv);
                touched |= mv.listed_victims().collect();
                self.count_progress(t, mover, mv);
            }
            MoveKind::Swap => {
                if let Some([taken, put]) = mv.journey() {
                    self.take::<true>(t, from);
                    let other = self.take::<true>(t, taken);
                    self.put::<true>(t, becomes, to);
                    self.put::<true>(t, other, put);
                    touched.insert(taken);
                    self.count_progress(t, mover, mv);
                }
            }
            MoveKind::Castle | MoveKind::GateCastle => {
                if let Some([partner_from, partner_to]) = mv.partner() {
                    self.take::<true>(t, from);
                    let partner = self.take::<true>(t, partner_from);
                    self.put::<true>(t, mover, to);
                    self.put::<true>(t, partner, partner_to);
                    touched.insert(partner_from);
                }
            }
            _ => touched = Squares::EMPTY,
        }
        (captured, touched)
    }

    /// Passes the turn without a move: the search's null move. In check, the
    /// resulting position may only be asked for attacks.
    pub fn play_null(&mut self, t: &Tables<N>) {
        let before = self.now;
        self.now.halfmove = self.now.halfmove.saturating_add(1);
        self.now.ply = self.now.ply.saturating_add(1);
        self.forget_en_passant(t);
        self.set_counterstrike_barred(t, false);
        self.set_passed(t, false);
        self.now.checked = false;
        if t.traits.counts_moves_of_bare {
            self.count_move(t, self.side);
        }
        self.turn(t);
        self.history.push(Past { before, mv: Move::NONE, mover: Piece::NONE, captured: Piece::NONE, changes: 0 });
    }

    /// Takes back the last move, also a null move. Does nothing if there is none.
    pub fn undo(&mut self, t: &Tables<N>) {
        let Some(Past { before, mv, mover, captured, changes }) = self.history.pop() else { return };
        self.side = !self.side;
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        if t.traits.consequences {
            self.undo_consequences(t, mv, mover, changes);
        }
        match mv.kind() {
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate => {
                if mv.piece().is_none() {
                    self.carry::<false>(t, mover, to, from);
                } else {
                    self.take::<false>(t, to);
                    self.put::<false>(t, mover, from);
                }
                if !captured.is_none() {
                    self.put::<false>(t, captured, to);
                }
            }
            MoveKind::Drop => {
                let piece = self.take::<false>(t, to);
                self.add_to_hand(t, us, t.held_as[piece.kind().index()]);
            }
            MoveKind::Legs => return self.undo_legs(t, mv, mover, before),
            _ => self.undo_rare(t, mv, mover, captured),
        }
        if let Some(kind) = Some(captured).filter(|piece| !piece.is_none()).and_then(|piece| t.in_hand(piece)) {
            self.take_from_hand(t, holder(t, us, captured), kind);
        }
        self.now = before;
    }

    /// Takes back a move of those kinds, except one of several legs.
    #[inline(never)]
    fn undo_rare(&mut self, t: &Tables<N>, mv: Move, mover: Piece, captured: Piece) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::EnPassant => {
                self.take::<false>(t, to);
                self.put::<false>(t, mover, from);
                for victim in mv.listed_victims() {
                    self.put::<false>(t, captured, victim);
                }
            }
            MoveKind::Swap => {
                if let Some([taken, put]) = mv.journey() {
                    let other = self.take::<false>(t, put);
                    self.take::<false>(t, to);
                    self.put::<false>(t, other, taken);
                    self.put::<false>(t, mover, from);
                }
            }
            MoveKind::Castle | MoveKind::GateCastle => {
                if let Some([partner_from, partner_to]) = mv.partner() {
                    self.take::<false>(t, to);
                    let partner = self.take::<false>(t, partner_to);
                    self.put::<false>(t, mover, from);
                    self.put::<false>(t, partner, partner_from);
                }
            }
            _ => {}
        }
    }

    /// Removes all victims of a move of several legs and brings the piece to
    /// its destination; returns the first victim.
    fn play_legs(&mut self, t: &Tables<N>, mv: Move) -> Piece {
        let mover = self.take::<true>(t, mv.from());
        let mut first = Piece::NONE;
        for sq in mv.listed_victims() {
            let victim = self.take::<true>(t, sq);
            self.removed.push(victim);
            first = if first.is_none() { victim } else { first };
            if let Some(kind) = gained(t, mover, victim) {
                self.add_to_hand(t, holder(t, mover.color(), victim), kind);
            }
        }
        self.put::<true>(t, mv.arriving(mover), mv.to());
        first
    }

    fn undo_legs(&mut self, t: &Tables<N>, mv: Move, mover: Piece, before: State<N>) {
        self.take::<false>(t, mv.to());
        let victims = mv.listed_victims().count();
        let start = self.removed.len() - victims;
        for (index, sq) in mv.listed_victims().enumerate() {
            let victim = self.removed[start + index];
            self.put::<false>(t, victim, sq);
            if let Some(kind) = gained(t, mover, victim) {
                self.take_from_hand(t, holder(t, mover.color(), victim), kind);
            }
        }
        self.removed.truncate(start);
        self.put::<false>(t, mover, mv.from());
        self.now = before;
    }

    #[inline]
    fn turn(&mut self, t: &Tables<N>) {
        self.side = !self.side;
        self.now.key ^= t.keys.side;
    }

    /// Resets the move counter if a pawn move or a promotion counts as progress.
    #[inline]
    fn count_progress(&mut self, t: &Tables<N>, mover: Piece, mv: Move) {
        let resets = t.traits.resets;
        let pawn = t.mover(mover).counts_as_pawn;
        let forward = || {
            let [from, to] = [mv.from(), mv.to()].map(|sq| t.geometry().rank_of(mover.color(), sq));
            to > from
        };
        let moved = pawn && (resets.pawn || resets.pawn_forward && forward());
        if moved || resets.promotion && mv.piece().is_some() {
            self.now.halfmove = 0;
        }
    }

    /// Takes the last ply back from the move counter if it gave a check or answered one, and such plies do not count.
    fn leave_out_check(&mut self, t: &Tables<N>, answered: bool) {
        let rule = t.variant().rules.draws.move_rule;
        self.now.checked = self.in_check(t);
        if rule.except_checks && self.now.checked || rule.except_evasions && answered {
            self.now.halfmove = self.now.halfmove.saturating_sub(1);
        }
    }

    #[inline]
    fn forget_en_passant(&mut self, t: &Tables<N>) {
        if self.now.en_passant.any() {
            self.hash_en_passant(t);
            self.now.en_passant = Squares::EMPTY;
        }
    }

    /// Puts an existing right to capture en passant into the key, or takes it out.
    #[cold]
    #[inline(never)]
    fn hash_en_passant(&mut self, t: &Tables<N>) {
        self.now.key ^= t.keys.en_passant_victim[self.now.en_passant_victim];
        for sq in self.now.en_passant {
            self.now.key ^= t.keys.en_passant[sq];
        }
    }

    /// Opens those of the squares passed by the piece on `victim` on which
    /// the side to move may capture it. A right that cannot be used would only
    /// make equal positions look different.
    pub(super) fn open_en_passant(&mut self, t: &Tables<N>, passed: Squares<N>, victim: Square) {
        self.now.en_passant_victim = victim;
        let mut captures = Vec::new();
        if t.has_interpreted_pieces(self.side) {
            captures = self.interpreted_en_passant(t, passed, victim);
        }
        for &(piece, table) in &t.en_passant_takers[self.side] {
            for to in passed {
                let takers = t.set(table, to) & self.pieces(piece);
                captures.extend(takers.iter().map(|from| (to, Move::en_passant(from, to, victim))));
            }
        }
        if !captures.is_empty() {
            self.open_for(t, &captures);
        }
    }

    /// Opens the squares of those en passant captures that keep the royals safe. FIDE Laws of Chess, 9.2.3: positions
    /// differ by a pawn that could be captured en passant, not by one beside a pawn that is pinned.
    #[cold]
    #[inline(never)]
    fn open_for(&mut self, t: &Tables<N>, captures: &[(Square, Move)]) {
        self.now.en_passant = captures.iter().map(|&(to, _)| to).collect();
        // Even pinned pieces attack a royal that has passed squares, and a wall placed with a capture may shield one:
        // then all squares stay open.
        if !t.traits.walls && !self.royals(!self.side).has(self.now.en_passant_victim) {
            let safe = captures.iter().filter(|&&(_, mv)| self.keeps_royals_safe(t, mv));
            self.now.en_passant = safe.map(|&(to, _)| to).collect();
        }
        if self.now.en_passant.any() {
            self.hash_en_passant(t);
        }
    }

    #[cold]
    #[inline(never)]
    fn lose_rights(&mut self, t: &Tables<N>, touched: Squares<N>) {
        self.set_unmoved(t, self.now.unmoved & !touched);
    }

    /// Whether a side may gate pieces, now or later.
    fn may_gate(&self, t: &Tables<N>, color: Color) -> bool {
        t.variant().rules.fills_hands() || !self.hand_is_empty(color)
    }

    /// Sets the unmoved pieces, except for those that no longer have a right because of it.
    pub(super) fn set_unmoved(&mut self, t: &Tables<N>, unmoved: Squares<N>) {
        let mut kept = unmoved & t.initial_squares;
        if t.traits.restrictions.has(Restriction::Gating) {
            for color in Color::ALL.into_iter().filter(|&color| self.may_gate(t, color)) {
                kept |= unmoved & self.color(color) & t.first_ranks[color];
            }
        }
        for castling in self.castlings.0.iter().flatten() {
            if castling.unmoved.within(unmoved) {
                kept |= castling.unmoved;
            }
        }
        for sq in self.now.unmoved ^ kept {
            self.now.key ^= t.keys.unmoved[sq];
        }
        self.now.unmoved = kept;
    }
}

/// The side to whose hand a victim goes.
#[inline]
pub(super) fn holder<const N: usize>(t: &Tables<N>, captor: Color, victim: Piece) -> Color {
    if t.traits.returns_losses { victim.color() } else { captor }
}

/// The kind that a hand gains by the capture of a victim; own pieces are lost, unless they
/// wait for promotions or the rules say otherwise.
fn gained<const N: usize>(t: &Tables<N>, mover: Piece, victim: Piece) -> Option<crate::board::PieceKind> {
    if victim.color() != mover.color() || t.traits.returns_losses {
        return t.in_hand(victim);
    }
    let kind = t.variant().kind(victim.kind());
    kind.in_hand.filter(|_| t.variant().rules.hands.self_captures && !kind.royal)
}
