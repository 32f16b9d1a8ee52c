//! Playing and undoing what moves do in games with additional rules: effects,
//! pieces that enter behind others or leave the stock, rights that are lost.

use super::effects::{Cause, Consequences};
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::position::{Move, MoveKind, Position};
use crate::tables::Tables;
use crate::variant::{Aimed, Restriction};

/// A change by an effect, an influence or a wall, with the previous state.
#[derive(Clone, Copy, Debug)]
pub(in crate::position) enum Change {
    /// The previous piece on a square.
    Piece(Square, Piece),
    /// Whether a square was a hole.
    Hole(Square, bool),
    /// A piece was added to a hand.
    Gain(Color, PieceKind),
}

impl<const N: usize> Position<N> {
    /// Applies these rules to a move, once its pieces have moved;
    /// returns the additional squares that it affects.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn play_consequences(
        &mut self,
        t: &Tables<N>,
        mv: Move,
        mover: Piece,
        captured: Piece,
        changes: &mut u16,
    ) -> Squares<N> {
        let us = self.side;
        if let Some(kind) = mv.promoted().filter(|_| t.traits.from_stock.has(mover.kind())) {
            self.take_from_hand(t, us, kind);
        }
        let first = (mv.listed_victims().next().unwrap_or(mv.to()), captured);
        let mut several = Vec::new();
        let victims = match mv.kind() {
            MoveKind::Legs => {
                let taken = &self.removed[self.removed.len().saturating_sub(mv.listed_victims().count())..];
                several.extend(mv.listed_victims().zip(taken.iter().copied()));
                &several[..]
            }
            _ if captured.is_none() => &[],
            _ => std::slice::from_ref(&first),
        };
        let barred = t.variant().rules.captures.counterstrike.is_some_and(|rule| {
            !rule.kinds.has(mover.kind()) && victims.iter().any(|(_, victim)| rule.kinds.has(victim.kind()))
        });
        let moves = !matches!(mv.kind(), MoveKind::Drop | MoveKind::Pass);
        let cause = Cause {
            us,
            mover: if moves { mover } else { Piece::NONE },
            dropped: mv.dropped(),
            from: Some(mv.from()).filter(|_| moves),
            to: Some(mv.to()).filter(|_| mv.kind() != MoveKind::Pass),
            victims,
            promotes: mv.is_promotion(),
        };
        let consequences = self.effects(t, &cause, |sq| self.board[sq]);
        self.set_counterstrike_barred(t, barred);
        self.set_passed(t, mv.kind() == MoveKind::Pass && t.traits.ends_by_passes);
        if t.traits.restrictions.has(Restriction::Gating) && mv.is_drop() {
            // The last piece may have left the hand.
            self.set_unmoved(t, self.now.unmoved);
        }
        let mut touched = self.apply_consequences(t, &consequences, changes);
        if let Some(aimed) = t.variant().rules.aimed
            && mv.kind() != MoveKind::Pass
            && aimed.by.has(mv.dropped().unwrap_or(mover.kind()))
        {
            touched |= self.aimed_at(t, aimed, mv.to());
        }
        // Gated pieces enter last.
        if let Some((kind, at)) = mv.gated() {
            self.take_from_hand(t, us, kind);
            self.put::<true>(t, Piece::new(kind, us), at);
        }
        if let (Some(wall), Some(at)) = (&t.variant().rules.wall, mv.wall()) {
            self.place_wall(t, wall.what, at, changes);
        }
        if t.traits.influences {
            touched |= self.turn_faces(t, changes);
        }
        touched
    }

    /// Gives all pieces the faces that they have under the influences of the position; returns the squares
    /// of those that have changed.
    pub(in crate::position) fn turn_faces(&mut self, t: &Tables<N>, changes: &mut u16) -> Squares<N> {
        let turned = Consequences { pieces: self.influenced(t), ..Consequences::default() };
        self.apply_consequences(t, &turned, changes)
    }

    /// The enemy's unmoved pieces that now count as moved, because a piece has come to their rank or file.
    fn aimed_at(&self, t: &Tables<N>, aimed: Aimed, to: Square) -> Squares<N> {
        let board = t.geometry();
        let on_line = |sq: &Square| board.file(*sq) == board.file(to) || board.rank(*sq) == board.rank(to);
        let meant = |sq: &Square| aimed.kinds.has(self.board[*sq].kind());
        let enemies = self.now.unmoved & self.color(!self.side);
        enemies.iter().filter(|sq| meant(sq) && on_line(sq)).collect()
    }

    /// Applies the consequences of effects to the board; returns the squares that change.
    fn apply_consequences(&mut self, t: &Tables<N>, consequences: &Consequences<N>, changes: &mut u16) -> Squares<N> {
        let before = self.changed.len();
        for &(sq, becomes) in &consequences.pieces {
            let stood = self.board[sq];
            self.changed.push(Change::Piece(sq, stood));
            if !stood.is_none() {
                self.take::<true>(t, sq);
            }
            if !becomes.is_none() {
                self.put::<true>(t, becomes, sq);
            }
        }
        for sq in consequences.holes {
            self.set_hole(t, sq, true);
        }
        for &(color, kind) in &consequences.gains {
            self.changed.push(Change::Gain(color, kind));
            self.add_to_hand(t, color, kind);
        }
        *changes += (self.changed.len() - before) as u16;
        consequences.pieces.iter().map(|&(sq, _)| sq).chain(consequences.holes).collect()
    }

    /// Makes a square a hole, or removes the hole, and records the previous state.
    pub(super) fn set_hole(&mut self, t: &Tables<N>, sq: Square, missing: bool) {
        self.changed.push(Change::Hole(sq, !missing));
        if missing {
            self.holes.insert(sq);
        } else {
            self.holes.remove(sq);
        }
        self.now.key ^= t.keys.holes[sq];
    }

    /// Undoes [`Position::play_consequences`].
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn undo_consequences(&mut self, t: &Tables<N>, mv: Move, mover: Piece, changes: u16) {
        let us = self.side;
        for _ in 0..changes {
            match self.changed.pop() {
                Some(Change::Piece(sq, stood)) => {
                    if !self.board[sq].is_none() {
                        self.take::<false>(t, sq);
                    }
                    if !stood.is_none() {
                        self.put::<false>(t, stood, sq);
                    }
                }
                Some(Change::Hole(sq, true)) => self.holes.insert(sq),
                Some(Change::Hole(sq, false)) => self.holes.remove(sq),
                Some(Change::Gain(color, kind)) => self.take_from_hand(t, color, kind),
                None => {}
            }
        }
        if let Some((kind, at)) = mv.gated() {
            self.take::<false>(t, at);
            self.add_to_hand(t, us, kind);
        }
        if let Some(kind) = mv.promoted().filter(|_| t.traits.from_stock.has(mover.kind())) {
            self.add_to_hand(t, us, kind);
        }
    }
}
