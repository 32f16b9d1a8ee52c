//! Changes of single squares, hands and counters, which keep sets, groups and
//! the key consistent.

use super::Position;
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::tables::Tables;

impl<const N: usize> Position<N> {
    /// Adds a piece on squares where it is not and removes it from those where it
    /// is: the only function that changes the sets.
    #[inline]
    fn flip(&mut self, t: &Tables<N>, piece: Piece, squares: Squares<N>) {
        self.pieces[usize::from(piece.0)] ^= squares;
        self.colors[piece.color().index()] ^= squares;
        for &group in t.memberships(piece) {
            self.groups[usize::from(group)] ^= squares;
        }
    }

    /// Updates the key for a piece that comes to a square or leaves it. Undoing
    /// moves restores the key directly and need not compute it.
    #[inline]
    fn hash<const KEYED: bool>(&mut self, t: &Tables<N>, piece: Piece, sq: Square) {
        if KEYED {
            self.now.key ^= t.keys.piece(piece, sq);
        }
    }

    #[inline]
    pub(super) fn put<const KEYED: bool>(&mut self, t: &Tables<N>, piece: Piece, sq: Square) {
        self.flip(t, piece, Squares::of(sq));
        self.hash::<KEYED>(t, piece, sq);
        self.board[sq] = piece;
    }

    #[inline]
    pub(super) fn take<const KEYED: bool>(&mut self, t: &Tables<N>, sq: Square) -> Piece {
        let piece = self.board[sq];
        self.flip(t, piece, Squares::of(sq));
        self.hash::<KEYED>(t, piece, sq);
        self.board[sq] = Piece::NONE;
        piece
    }

    /// Moves a piece to an empty square: both squares at once, since most
    /// moves are of that kind.
    #[inline]
    pub(super) fn carry<const KEYED: bool>(&mut self, t: &Tables<N>, piece: Piece, from: Square, to: Square) {
        self.flip(t, piece, Squares::of(from) ^ Squares::of(to));
        self.hash::<KEYED>(t, piece, from);
        self.hash::<KEYED>(t, piece, to);
        self.board[from] = Piece::NONE;
        self.board[to] = piece;
    }

    #[inline]
    pub(super) fn add_to_hand(&mut self, t: &Tables<N>, color: Color, kind: PieceKind) {
        self.set_hand(t, color, kind, self.hand(color, kind).saturating_add(1));
    }

    #[inline]
    pub(super) fn take_from_hand(&mut self, t: &Tables<N>, color: Color, kind: PieceKind) {
        self.set_hand(t, color, kind, self.hand(color, kind).saturating_sub(1));
    }

    /// Sets how many of a kind a side has in hand.
    #[inline]
    pub(super) fn set_hand(&mut self, t: &Tables<N>, color: Color, kind: PieceKind, count: u16) {
        let before = std::mem::replace(&mut self.hands[color.index()][kind.index()], count);
        let held = &mut self.held[color.index()];
        *held = *held - u32::from(before) + u32::from(count);
        self.now.key ^= t.keys.hand(color, kind, before) ^ t.keys.hand(color, kind, count);
    }

    pub(super) fn set_counterstrike_barred(&mut self, t: &Tables<N>, barred: bool) {
        if self.now.counterstrike_barred != barred {
            self.now.key ^= t.keys.counterstrike;
        }
        self.now.counterstrike_barred = barred;
    }

    pub(super) fn set_passed(&mut self, t: &Tables<N>, passed: bool) {
        if self.now.passed != passed {
            self.now.key ^= t.keys.passed;
        }
        self.now.passed = passed;
    }

    /// Counts a check given by `by`.
    #[cold]
    pub(super) fn count_check(&mut self, t: &Tables<N>, by: Color) {
        let left = &mut self.now.checks_left[by.index()];
        self.now.key ^= t.keys.checks(by, *left);
        *left = left.saturating_sub(1);
        self.now.key ^= t.keys.checks(by, *left);
    }
}
