//! Enemies that need the interpreter, when many moves are tested against them.
//!
//! The moves of each are run once to see whether it attacks a royal, recording the squares that they look at.
//! A move that changes none of these does not change the answer.

use super::Position;
use super::interpreted::After;
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::Tables;
use crate::xbetza::run::InterpretedMove;

/// The attack of such an enemy on a royal.
#[derive(Clone, Copy)]
pub(super) struct Watch<const N: usize> {
    piece: Piece,
    from: Square,
    royal: Square,
    hits: bool,
    looked: Squares<N>,
}

impl<const N: usize> Position<N> {
    /// The attacks of all of them in the current position.
    pub(super) fn watches(&self, t: &Tables<N>, us: Color) -> Vec<Watch<N>> {
        let scene = self.scene_after(self.seen_by(!us, self.blocked(), self.color(!us)));
        let mut all = Vec::new();
        for &piece in t.interpreted_pieces(!us) {
            for from in self.pieces(piece) {
                for royal in self.royals(us) {
                    let takes = |outcome: &InterpretedMove| outcome.victims.contains(&royal);
                    let (hits, looked) = t.interpreter_finds_looking(piece, from, &scene, takes);
                    all.push(Watch { piece, from, royal, hits, looked });
                }
            }
        }
        all
    }

    /// Their attacks once the piece on `lifted` has left the board.
    pub(super) fn watches_without(
        &self,
        t: &Tables<N>,
        us: Color,
        watches: &[Watch<N>],
        lifted: Square,
    ) -> Vec<Watch<N>> {
        let scene = self.scene_after(self.seen_by(!us, self.blocked().without(lifted), self.color(!us)));
        let anew = |watch: &Watch<N>| {
            if !watch.looked.has(lifted) {
                return *watch;
            }
            let takes = |outcome: &InterpretedMove| outcome.victims.contains(&watch.royal);
            let (hits, looked) = t.interpreter_finds_looking(watch.piece, watch.from, &scene, takes);
            Watch { hits, looked, ..*watch }
        };
        watches.iter().map(anew).collect()
    }

    /// Whether any of them attacks a royal once a piece has come to `to`, with everything else
    /// as it was for the watches.
    pub(super) fn watched_at(&self, t: &Tables<N>, watches: &[Watch<N>], to: Square, after: After<N>) -> bool {
        let standing = |watch: &&Watch<N>| watch.from != to;
        // One more piece on the board does not help an attacker that pieces can only block.
        let settled = |watch: &Watch<N>| !watch.looked.has(to) || !watch.hits && t.is_held_up(watch.piece);
        let (mut hit, mut open) = (false, false);
        for watch in watches.iter().filter(standing) {
            match settled(watch) {
                true => hit |= watch.hits,
                false => open = true,
            }
        }
        hit || open
            && watches
                .iter()
                .filter(standing)
                .any(|watch| !settled(watch) && self.interpreted_hits(t, watch.piece, watch.from, watch.royal, after))
    }

    /// Whether any of those that remain attacks a royal once these squares have changed.
    pub(super) fn watched_after(
        &self,
        t: &Tables<N>,
        watches: &[Watch<N>],
        changed: Squares<N>,
        after: After<N>,
    ) -> bool {
        watches.iter().filter(|watch| after.alive.has(watch.from)).any(|watch| {
            match (watch.looked & changed).is_empty() {
                true => watch.hits,
                false => self.interpreted_hits(t, watch.piece, watch.from, watch.royal, after),
            }
        })
    }
}
