//! What moves do in games with further rules: effects of captures, men that
//! enter behind others or leave the stock, and counters.

use super::Position;
use super::moves::{Move, MoveKind};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::Tables;
use crate::variant::{EffectKind, EffectPlace};

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
        if let Some(kind) = mv.piece().filter(|_| !mv.is_drop() && t.traits().from_stock.has(mover.kind())) {
            self.change_hand(t, us, kind, false);
        }
        let victims: &[Piece] = match mv.kind() {
            MoveKind::Legs => &self.removed[self.removed.len().saturating_sub(mv.victims().count())..],
            _ if captured.is_none() => &[],
            _ => &[captured],
        };
        let struck = t.variant().rules.counterstrike.is_some_and(|rule| {
            !rule.kinds.has(mover.kind()) && victims.iter().any(|victim| rule.kinds.has(victim.kind()))
        });
        let effects = self.effects(t, mover, victims, mv.to(), self.occupied(), |sq| self.board[sq]);
        self.set_struck(t, struck);
        if t.traits().gating && mv.is_drop() {
            // The last man may have left the hand.
            self.set_unmoved(t, self.now.unmoved);
        }
        let mut touched = Squares::EMPTY;
        for (sq, becomes) in effects {
            touched.insert(sq);
            let piece = self.take::<true>(t, sq);
            self.changed.push((sq, piece));
            *changes += 1;
            if !becomes.is_none() {
                self.put::<true>(t, becomes, sq);
            }
        }
        // Who enters does so when all is over.
        if let Some((kind, at)) = mv.gated() {
            self.change_hand(t, us, kind, false);
            self.put::<true>(t, Piece::new(kind, us), at);
        }
        touched
    }

    /// Takes back what [`Position::play_judged`] did.
    #[cold]
    #[inline(never)]
    pub(super) fn undo_judged(&mut self, t: &Tables<N>, mv: Move, mover: Piece, changes: u8) {
        let us = self.side;
        if let Some((kind, at)) = mv.gated() {
            self.take::<false>(t, at);
            self.change_hand(t, us, kind, true);
        }
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
    }

    /// What the effects of a capture that ended on `centre` make of the men
    /// that are left, each square once; [`Piece::NONE`] for nothing.
    pub(super) fn effects(
        &self,
        t: &Tables<N>,
        captor: Piece,
        victims: &[Piece],
        centre: Square,
        occupied: Squares<N>,
        man: impl Fn(Square) -> Piece,
    ) -> Vec<(Square, Piece)> {
        let mut changes: Vec<(Square, Piece)> = Vec::new();
        for effect in t.variant().rules.effects.iter().filter(|effect| effect.by.has(captor.kind())) {
            let Some(victim) = victims.iter().find(|victim| effect.of.has(victim.kind())) else { continue };
            let place = match effect.place {
                EffectPlace::Destination => Squares::of(centre),
                EffectPlace::Around(radius) => t.around(centre, radius),
            };
            for sq in place & occupied {
                let known = changes.iter().position(|(at, _)| *at == sq);
                let now = known.map_or_else(|| man(sq), |at| changes[at].1);
                let meant =
                    |man: Piece| effect.whose.means(captor.color(), man.color()) && !effect.spare.has(man.kind());
                if now.is_none() || !meant(now) {
                    continue;
                }
                let becomes = match effect.what {
                    EffectKind::Remove => Piece::NONE,
                    EffectKind::BecomeVictim => Piece::new(victim.kind(), now.color()),
                    EffectKind::Become(kind) => Piece::new(kind, now.color()),
                    EffectKind::ChangeSide if t.variant().kind(now.kind()).owner.is_some() => continue,
                    EffectKind::ChangeSide => Piece::new(now.kind(), !now.color()),
                };
                match known {
                    Some(at) => changes[at].1 = becomes,
                    None => changes.push((sq, becomes)),
                }
            }
        }
        changes
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
