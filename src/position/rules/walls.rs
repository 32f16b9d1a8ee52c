//! Walls that players place with their moves: where they may be placed, and
//! placing them. A pass places none.

use crate::board::{Square, Squares, Step};
use crate::position::{Move, MoveKind, Position};
use crate::tables::Tables;
use crate::variant::{Wall, WallKind, WallPlace};

/// Finds where walls may be placed with the moves of one position.
pub(in crate::position) struct Waller<'a, const N: usize> {
    pos: &'a Position<N>,
    t: &'a Tables<N>,
    place: WallPlace,
    /// The squares on which the side to move may place them at all.
    squares: Squares<N>,
    /// A copy of it to play moves in, if the results of a move cannot be derived from the move alone.
    after: Option<Box<Position<N>>>,
}

impl<const N: usize> Position<N> {
    /// The finder of places for walls, in a game with walls.
    #[inline]
    pub(in crate::position) fn waller<'a>(&'a self, t: &'a Tables<N>) -> Option<Box<Waller<'a, N>>> {
        t.variant().rules.wall.as_ref().map(|wall| self.waller_by(t, wall))
    }

    #[cold]
    #[inline(never)]
    fn waller_by<'a>(&'a self, t: &'a Tables<N>, wall: &Wall) -> Box<Waller<'a, N>> {
        let mut squares = wall.squares[self.side].resized() & t.board & !self.holes;
        if wall.place == WallPlace::Edge {
            squares &= self.edge(t);
        }
        let plays = t.traits.effects || wall.place == WallPlace::Reach;
        let after = plays.then(|| Box::new(self.without_past(0)));
        Box::new(Waller { pos: self, t, place: wall.place, squares, after })
    }

    /// The squares beside an edge: of the board, of holes or of walls.
    fn edge(&self, t: &Tables<N>) -> Squares<N> {
        let board = t.geometry();
        let there = t.board & !self.holes;
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(right, forward)| Step::new(right, forward));
        let ends = |sq: Square, step: Step| !board.neighbour(sq, step).is_some_and(|next| there.has(next));
        there.iter().filter(|&sq| steps.iter().any(|&step| ends(sq, step))).collect()
    }

    /// The occupied squares after a move, not considering effects.
    fn occupied_after(&self, mv: Move) -> Squares<N> {
        let mut occupied = self.occupied();
        if !mv.is_drop() {
            occupied.remove(mv.from());
        }
        mv.listed_victims().for_each(|sq| occupied.remove(sq));
        if let Some([from, to]) = mv.partner().or(mv.journey()) {
            occupied = occupied.without(from).with(to);
        }
        mv.gated().into_iter().for_each(|(_, at)| occupied.insert(at));
        occupied.with(mv.to())
    }

    /// Places a wall after all other consequences of the move.
    pub(in crate::position) fn place_wall(&mut self, t: &Tables<N>, what: WallKind, at: Square, changes: &mut u16) {
        let before = self.changed.len();
        if what == WallKind::Duck {
            self.holes.iter().for_each(|sq| self.set_hole(t, sq, false));
        }
        self.set_hole(t, at, true);
        *changes += (self.changed.len() - before) as u16;
    }

    /// The blockers after the move's wall, if any, is placed: `occupied` are those without.
    #[inline]
    pub fn walled(&self, t: &Tables<N>, occupied: Squares<N>, mv: Move) -> Squares<N> {
        match (&t.variant().rules.wall, mv.wall()) {
            (Some(wall), Some(at)) if wall.what == WallKind::Duck => (occupied & !self.holes).with(at),
            (Some(_), Some(at)) => occupied.with(at),
            _ => occupied,
        }
    }
}

impl<const N: usize> Waller<'_, N> {
    /// The same move with each wall that may be placed with it.
    pub fn walled(&mut self, mv: Move) -> impl Iterator<Item = Move> + use<N> {
        let passes = mv.kind() == MoveKind::Pass;
        let squares = if passes { Squares::EMPTY } else { self.squares & self.open_after(mv) };
        squares.iter().map(move |at| mv.walling(at)).chain(passes.then_some(mv))
    }

    /// The squares on which the rule allows a wall after a move.
    fn open_after(&mut self, mv: Move) -> Squares<N> {
        let (t, us) = (self.t, self.pos.side);
        let Some(after) = &mut self.after else { return !self.pos.occupied_after(mv) };
        if let Some((_, gate)) = mv.gated() {
            // Effects may have left the square to others, and then nothing enters.
            after.play(t, mv.without_gating());
            let taken = after.blocked().has(gate);
            after.undo(t);
            if taken {
                return Squares::EMPTY;
            }
        }
        after.play(t, mv);
        let mut open = !after.blocked();
        if self.place == WallPlace::Reach {
            let piece = after.board[mv.to()];
            let stands = !piece.is_none() && piece.color() == us;
            open &= if stands { after.quiet_reach(t, piece, mv.to()) } else { Squares::EMPTY };
        }
        after.undo(t);
        open
    }
}
