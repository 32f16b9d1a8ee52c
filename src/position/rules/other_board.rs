//! Attacks on a board other than that of the position.

use crate::board::{Color, Piece, Square, Squares};
use crate::position::Position;
use crate::position::interpreted::After;
use crate::tables::{Barred, ROYALS, Scene, Tables};

/// The pieces of a board by side and attack group.
pub(super) struct OtherBoard<'a, const N: usize> {
    pos: &'a Position<N>,
    t: &'a Tables<N>,
    groups: [Squares<N>; 256],
    colors: [Squares<N>; 2],
    /// All squares that block lines.
    occupied: Squares<N>,
}

impl<'a, const N: usize> OtherBoard<'a, N> {
    /// The board with these holes, and the pieces that a function gives.
    pub fn new(pos: &'a Position<N>, t: &'a Tables<N>, holes: Squares<N>, piece: impl Fn(Square) -> Piece) -> Self {
        let mut groups = [Squares::EMPTY; 256];
        let mut colors = [Squares::EMPTY; 2];
        for sq in t.board {
            let piece = piece(sq);
            if !piece.is_none() {
                colors[piece.color().index()].insert(sq);
                t.memberships(piece).iter().for_each(|&group| groups[usize::from(group)].insert(sq));
            }
        }
        let occupied = colors[0] | colors[1] | holes;
        Self { pos, t, groups, colors, occupied }
    }

    /// The pieces of a side.
    pub fn color(&self, color: Color) -> Squares<N> {
        self.colors[color.index()]
    }

    /// Those of some pieces that a piece on a square attacks if they are enemies, and guards if they are friends; not
    /// by initial moves.
    pub fn met_by(&self, piece: Piece, from: Square, whom: Squares<N>) -> Squares<N> {
        let (pos, t, us) = (self.pos, self.t, piece.color());
        let friends = self.color(us);
        let barred = Barred::among(&self.groups);
        let attacks = t.attacks(piece, from, self.occupied, barred);
        let enemies = self.color(!us);
        let by_locust = |sq: Square| {
            let mut captures = t.locust_captures(piece, from).iter().filter(|capture| capture.victim == sq);
            captures.any(|capture| capture.reach(from, self.occupied, enemies.with(sq)).any())
        };
        let by_interpreter = |sq: Square| {
            let friends = friends.without(sq);
            let royals = ROYALS.iter().map(|&group| self.groups[usize::from(group)]).collect();
            let after = After { by: us, occupied: self.occupied, alive: friends, friends, royals };
            let scene = Scene { initial_moves: false, en_passant: Squares::EMPTY, barred, ..pos.scene_after(after) };
            t.interpreter_finds(piece, from, &scene, |outcome| outcome.victims.contains(&sq))
        };
        let others = whom.without(from);
        let met = others & attacks;
        if t.locust_captures(piece, from).is_empty() && !t.needs_interpreter(piece) {
            return met;
        }
        met | (others & !met).iter().filter(|&sq| by_locust(sq) || by_interpreter(sq)).collect()
    }
}
