//! Sinks, which receive the sets of the generator.

use super::moves::{Move, MoveList};
use crate::board::{PieceKind, Square, Squares};

/// Which moves are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// All moves.
    All,
    /// Captures and promotions, other than those of pieces that promote by every move.
    Noisy,
    /// All others, drops among them.
    Quiet,
}

impl MoveClass {
    /// The squares on which moves that do not promote may end.
    #[inline]
    pub fn ends<const N: usize>(self, enemy: Squares<N>) -> Squares<N> {
        match self {
            Self::All => !Squares::EMPTY,
            Self::Noisy => enemy,
            Self::Quiet => !enemy,
        }
    }
}

/// Receives generated moves.
pub(super) trait Sink<const N: usize> {
    /// Whether only numbers are needed, so that whole types may be counted at once.
    const COUNTS: bool = false;

    /// Moves and captures of the piece on `from`.
    fn plain(&mut self, from: Square, targets: Squares<N>);
    /// Quiet moves that leave en passant squares behind.
    fn doubles(&mut self, from: Square, targets: Squares<N>);
    /// Moves that turn the piece into any of `choices`.
    fn promotions(&mut self, from: Square, targets: Squares<N>, choices: &[PieceKind]);
    /// Drops.
    fn drops(&mut self, kind: PieceKind, targets: Squares<N>);
    /// A single move.
    fn one(&mut self, mv: Move);
    /// A number of moves; only when [`Sink::COUNTS`].
    #[inline]
    fn number(&mut self, _count: u32) {}
    /// Whether enough has been found.
    fn done(&self) -> bool {
        false
    }
    /// Lets a function that is not inlined emit moves.
    #[inline]
    fn apart(&mut self, report: impl FnOnce(&mut Self)) {
        report(self);
    }
}

impl<const N: usize> Sink<N> for MoveList {
    #[inline]
    fn plain(&mut self, from: Square, targets: Squares<N>) {
        targets.iter().for_each(|to| self.push(Move::plain(from, to)));
    }

    #[inline]
    fn doubles(&mut self, from: Square, targets: Squares<N>) {
        self.extend(targets.iter().map(|to| Move::double(from, to)));
    }

    #[inline]
    fn promotions(&mut self, from: Square, targets: Squares<N>, choices: &[PieceKind]) {
        for to in targets {
            self.extend(choices.iter().map(|&kind| Move::promotion(from, to, kind)));
        }
    }

    #[inline]
    fn drops(&mut self, kind: PieceKind, targets: Squares<N>) {
        self.extend(targets.iter().map(|to| Move::drop(kind, to)));
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without listing them, or only until there is a `FIRST` one.
pub(super) struct Count<const FIRST: bool>(pub u64);

impl<const FIRST: bool, const N: usize> Sink<N> for Count<FIRST> {
    const COUNTS: bool = true;

    #[inline]
    fn plain(&mut self, _: Square, targets: Squares<N>) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn doubles(&mut self, _: Square, targets: Squares<N>) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, _: Square, targets: Squares<N>, choices: &[PieceKind]) {
        self.0 += u64::from(targets.count()) * choices.len() as u64;
    }

    #[inline]
    fn drops(&mut self, _: PieceKind, targets: Squares<N>) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn number(&mut self, count: u32) {
        self.0 += u64::from(count);
    }

    #[inline]
    fn done(&self) -> bool {
        FIRST && self.0 > 0
    }

    /// Only a value that no other code can access stays in a register.
    #[inline]
    fn apart(&mut self, report: impl FnOnce(&mut Self)) {
        let mut other = Self(self.0);
        report(&mut other);
        self.0 = other.0;
    }
}
