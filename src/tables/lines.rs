//! Lines: the rides in the eight directions of a ring.

use crate::board::{BySquare, Geometry, Square, Squares, Step};

/// The directions of a ring, as a set of bits: bit `d` for direction `d`.
pub type Directions = u8;

/// Directions 0, 2, 4, 6 of a ring.
pub const EVEN: Directions = 0b0101_0101;
/// Directions 1, 3, 5, 7 of a ring.
pub const ODD: Directions = 0b1010_1010;

/// Eight steps that belong together, clockwise, each opposite the fourth after it,
/// and the rides along them from every square.
///
/// The first ring of every board is that of the king: even directions are
/// orthogonal, odd ones diagonal, 0 leads up the board. Rides of leapers
/// have rings of their own.
#[derive(Debug)]
pub struct Ring<const N: usize> {
    /// The steps, by direction.
    pub steps: [Step; 8],
    /// Which directions lead to higher square numbers.
    pub ascending: Directions,
    /// All rays from each square, by direction.
    pub rays: BySquare<[Squares<N>; 8], N>,
    /// Direction from one square to another, or [`Ring::APART`].
    toward: Vec<u8>,
    squares: usize,
}

impl<const N: usize> Ring<N> {
    const APART: u8 = 8;

    /// The ring that holds a step, turned so that the same steps always give
    /// the same ring.
    pub fn steps_around(step: Step) -> [Step; 8] {
        let (a, b) = (step.right.abs().min(step.forward.abs()), step.right.abs().max(step.forward.abs()));
        let turn = |[x, y]: [i8; 2]| Step::new(x, y);
        if a == 0 || a == b {
            // (0, b) and (b, b) share a ring, as rook and bishop do.
            [[0, b], [b, b], [b, 0], [b, -b], [0, -b], [-b, -b], [-b, 0], [-b, b]].map(turn)
        } else {
            [[a, b], [b, a], [b, -a], [a, -b], [-a, -b], [-b, -a], [-b, a], [-a, b]].map(turn)
        }
    }

    /// Lays the rides along `steps` on a board without some squares.
    pub fn new(board: Geometry, holes: Squares<N>, steps: [Step; 8]) -> Self {
        let count = board.squares();
        let mut ring = Self {
            steps,
            ascending: 0,
            rays: BySquare::filled([Squares::EMPTY; 8]),
            toward: vec![Self::APART; count * count],
            squares: count,
        };
        for (d, step) in steps.into_iter().enumerate() {
            if step.forward > 0 || (step.forward == 0 && step.right > 0) {
                ring.ascending |= 1 << d;
            }
            for from in board.all().filter(|&sq| !holes.has(sq)) {
                let mut at = from;
                while let Some(next) = board.step(at, step).filter(|&sq| !holes.has(sq)) {
                    ring.rays[from][d].insert(next);
                    ring.toward[from.index() * count + next.index()] = d as u8;
                    at = next;
                }
            }
        }
        ring
    }

    /// The direction of a step of this ring.
    pub fn direction(&self, step: Step) -> Option<u8> {
        self.steps.iter().position(|&s| s == step).map(|d| d as u8)
    }

    /// The squares strictly between two squares of a line of this ring; empty
    /// if they are neighbours, or not on a line.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Squares<N> {
        let toward = self.toward.get(a.index() * self.squares + b.index()).copied().unwrap_or(Self::APART);
        if toward == Self::APART {
            return Squares::EMPTY;
        }
        let d = usize::from(toward & 7);
        self.rays[a][d] & self.rays[b][d ^ 4]
    }

    /// Of the squares between `a` and `b`, which are on a line of this ring, the one next to `a`.
    #[inline]
    pub fn beside(&self, a: Square, b: Square) -> Squares<N> {
        let between = self.between(a, b);
        let next = if b > a { between.first() } else { between.last() };
        next.map_or(Squares::EMPTY, Squares::of)
    }

    /// Follows `ray` from its origin in direction `d` up to and including the first occupied square.
    ///
    /// With one word, the squares beyond are masked off; with more, removing the
    /// blocker's own ray is faster (by 18 %, measured on 10x8).
    #[inline(always)]
    pub fn slide(&self, ray: Squares<N>, d: usize, up: bool, occupied: Squares<N>) -> Squares<N> {
        let hit = ray & occupied;
        if N == 1 {
            return ray & if up { hit.upto_lowest() } else { hit.from_highest() };
        }
        match if up { hit.first() } else { hit.last() } {
            None => ray,
            Some(blocker) => ray & !self.rays[blocker][d & 7],
        }
    }

    /// The squares behind exactly one occupied square of `ray`, unless that is `barred`,
    /// up to and including the next occupied one.
    #[inline(always)]
    pub fn hop(&self, ray: Squares<N>, d: usize, up: bool, occupied: Squares<N>, barred: Squares<N>) -> Squares<N> {
        let hit = ray & occupied;
        match if up { hit.first() } else { hit.last() }.filter(|&hurdle| !barred.has(hurdle)) {
            None => Squares::EMPTY,
            Some(hurdle) => self.slide(ray & self.rays[hurdle][d & 7], d, up, occupied),
        }
    }

    /// The square of `ray` directly behind its first occupied one, unless that is `barred`.
    #[inline(always)]
    pub fn behind(&self, ray: Squares<N>, d: usize, up: bool, occupied: Squares<N>, barred: Squares<N>) -> Squares<N> {
        let nearest = |set: Squares<N>| if up { set.first() } else { set.last() };
        let hurdle = nearest(ray & occupied).filter(|&hurdle| !barred.has(hurdle));
        hurdle.and_then(|hurdle| nearest(ray & self.rays[hurdle][d & 7])).map_or(Squares::EMPTY, Squares::of)
    }

    /// A cannon's ray: the empty squares up to the first piece, and the next
    /// piece behind it if it is an enemy.
    #[inline(always)]
    pub fn slide_and_hop(
        &self,
        ray: Squares<N>,
        d: usize,
        up: bool,
        occupied: Squares<N>,
        enemy: Squares<N>,
    ) -> Squares<N> {
        let hit = ray & occupied;
        let nearest = |set: Squares<N>| if up { set.first() } else { set.last() };
        let Some(hurdle) = nearest(hit) else { return ray };
        let behind = self.rays[hurdle][d & 7];
        let quiet = ray & !behind & !occupied;
        match nearest(behind & hit) {
            Some(victim) => quiet | (Squares::of(victim) & enemy),
            None => quiet,
        }
    }
}
