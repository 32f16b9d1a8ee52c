//! What moves do in games with further rules: effects of captures, men that
//! enter behind others or leave the stock, and counters.

use super::Position;
use super::moves::{Move, MoveKind};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::Tables;
use crate::variant::{Effect, EffectKind, EffectPlace};

impl<const N: usize> Position<N> {
    /// Plays what a move does by further rules, once its pieces have moved;
    /// returns the squares that it touches beside.
    #[cold]
    #[inline(never)]
    pub(super) fn play_judged(
        &mut self,
        t: &Tables<N>,
        mv: Move,
        mover: Piece,
        captured: Piece,
        changes: &mut u8,
    ) -> Squares<N> {
        let us = self.side;
        if let Some((kind, at)) = mv.gated() {
            self.change_hand(t, us, kind, false);
            self.put::<true>(t, Piece::new(kind, us), at);
        }
        if let Some(kind) = mv.piece().filter(|_| !mv.is_drop() && t.traits().from_stock.has(mover.kind())) {
            self.change_hand(t, us, kind, false);
        }
        self.strike(t, mover, captured, mv);
        let mut touched = Squares::EMPTY;
        if !captured.is_none() {
            for effect in &t.variant().rules.effects {
                if effect.by.has(mover.kind()) && effect.of.has(captured.kind()) {
                    touched |= self.apply(t, effect, mv.to(), captured, changes);
                }
            }
        }
        touched
    }

    /// Takes back what [`Position::play_judged`] did.
    #[cold]
    #[inline(never)]
    pub(super) fn undo_judged(&mut self, t: &Tables<N>, mv: Move, mover: Piece, changes: u8) {
        let us = self.side;
        for _ in 0..changes {
            let Some((sq, piece)) = self.changed.pop() else { break };
            if !self.board[sq].is_none() {
                self.take::<false>(t, sq);
            }
            self.put::<false>(t, piece, sq);
        }
        if let Some(kind) = mv.piece().filter(|_| !mv.is_drop() && t.traits().from_stock.has(mover.kind())) {
            self.change_hand(t, us, kind, true);
        }
        if let Some((kind, at)) = mv.gated() {
            self.take::<false>(t, at);
            self.change_hand(t, us, kind, true);
        }
    }

    /// Lets an effect of a capture that ended on `centre` happen.
    fn apply(&mut self, t: &Tables<N>, effect: &Effect, centre: Square, victim: Piece, changes: &mut u8) -> Squares<N> {
        let place = match effect.place {
            EffectPlace::Destination => Squares::of(centre),
            EffectPlace::Around(radius) => t.around(centre, radius),
        };
        let struck: Squares<N> =
            (place & self.occupied()).iter().filter(|&sq| !effect.spare.has(self.board[sq].kind())).collect();
        for sq in struck {
            let piece = self.take::<true>(t, sq);
            self.changed.push((sq, piece));
            *changes += 1;
            if effect.what == EffectKind::BecomeVictim {
                self.put::<true>(t, Piece::new(victim.kind(), piece.color()), sq);
            }
        }
        struck
    }

    /// Sees whether the move makes men safe from capture for one move.
    fn strike(&mut self, t: &Tables<N>, mover: Piece, captured: Piece, mv: Move) {
        let Some(rule) = &t.variant().rules.counterstrike else { return };
        let kinds = rule.kinds;
        let took = match mv.kind() {
            MoveKind::Legs => {
                let taken = self.removed.len().saturating_sub(mv.victims().count());
                self.removed[taken..].iter().any(|piece| kinds.has(piece.kind()))
            }
            _ => !captured.is_none() && kinds.has(captured.kind()),
        };
        self.set_struck(t, took && !kinds.has(mover.kind()));
    }

    pub(super) fn set_struck(&mut self, t: &Tables<N>, struck: bool) {
        if self.now.struck != struck {
            self.now.key ^= t.keys().struck();
        }
        self.now.struck = struck;
    }

    /// A check that `by` has given.
    #[cold]
    pub(super) fn count_check(&mut self, t: &Tables<N>, by: Color) {
        let left = &mut self.now.checks[by.index()];
        self.now.key ^= t.keys().checks(by, *left);
        *left = left.saturating_sub(1);
        self.now.key ^= t.keys().checks(by, *left);
    }
}
