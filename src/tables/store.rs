//! What the numbers in parts stand for: tables, lines and paths, each stored once.

use super::lines::Ring;
use super::parts::{Flight, Paths, PathsId, Slide, Table, TableId};
use crate::board::{BySquare, Square, Squares};

/// All tables, lines and paths of a variant's pieces.
#[derive(Debug)]
pub(super) struct Store<const N: usize> {
    /// By number; the first is the king's.
    pub rings: Vec<Ring<N>>,
    /// All tables `square -> set`; a [`TableId`] is an index.
    pub arena: Vec<Table<N>>,
    /// By the number of a cut: the squares of the shortened rides from each square in each direction.
    pub cuts: Vec<BySquare<[Squares<N>; 8], N>>,
    /// A [`PathsId`] is an index.
    pub paths: Vec<Paths<N>>,
}

impl<const N: usize> Store<N> {
    #[inline]
    pub fn ring(&self, ring: u8) -> &Ring<N> {
        &self.rings[usize::from(ring)]
    }

    #[inline]
    pub fn set(&self, table: TableId, sq: Square) -> Squares<N> {
        self.arena[usize::from(table.0)][sq]
    }

    #[inline]
    pub fn paths(&self, id: PathsId) -> &Paths<N> {
        &self.paths[usize::from(id.0)]
    }

    #[inline]
    pub fn rays(&self, slide: &Slide, from: Square) -> &[Squares<N>; 8] {
        self.lines(slide.ring, slide.cut, from)
    }

    #[inline]
    pub fn flights(&self, hop: &Flight, from: Square) -> &[Squares<N>; 8] {
        self.lines(hop.ring, hop.cut, from)
    }

    /// The lines of a ring from a square, or a cut of them.
    #[inline]
    fn lines(&self, ring: u8, cut: Option<u16>, from: Square) -> &[Squares<N>; 8] {
        match cut {
            None => &self.ring(ring).rays[from],
            Some(cut) => &self.cuts[usize::from(cut)][from],
        }
    }
}
