//! Which pieces can mate: what must be known to call a position dead.

use super::Tables;
use crate::board::{Piece, Square, Squares};

/// What a variant's pieces can do for a mate.
#[derive(Debug)]
pub struct Material {
    /// Pieces that can promote, or mate a bare royal with their own royal's
    /// help, and those of whose moves the tables do not know all.
    decisive: Vec<Piece>,
    /// By piece: whether it can never leave squares of one shade.
    one_shade: Vec<bool>,
}

impl Material {
    /// Finds out for all pieces.
    pub fn new<const N: usize>(t: &Tables<N>) -> Self {
        let royal = |piece: &Piece| t.is_royal(piece.kind());
        let decisive =
            |piece: &Piece| !t.mover(*piece).promotions.is_empty() || t.needs_interpreter(*piece) || mates(t, *piece);
        Self {
            decisive: t.pieces().filter(|piece| !royal(piece) && decisive(piece)).collect(),
            one_shade: t.pieces().map(|piece| keeps_shade(t, piece)).collect(),
        }
    }

    /// Pieces of which one is enough to win.
    #[inline]
    pub fn decisive(&self) -> &[Piece] {
        &self.decisive
    }

    /// Whether a piece can never leave squares of one shade.
    pub fn keeps_shade(&self, piece: Piece) -> bool {
        self.one_shade.get(piece.index()).copied().unwrap_or(false)
    }
}

/// 0 or 1, as on a chequered board.
pub fn shade<const N: usize>(t: &Tables<N>, sq: Square) -> u8 {
    (t.geometry().file(sq) + t.geometry().rank(sq)) % 2
}

fn keeps_shade<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    let kept = |from| t.reach_on_some_board(piece, from).iter().all(|to| shade(t, to) == shade(t, from));
    !t.needs_interpreter(piece) && t.board().iter().all(kept)
}

/// Whether a royal and one such man can mate a bare royal in a corner of an
/// otherwise empty board. The helping royal stands within three squares of it,
/// or it would help nobody.
fn mates<const N: usize>(t: &Tables<N>, man: Piece) -> bool {
    let (Some(&royal), Some(&victim)) = (t.royals(man.color()).first(), t.royals(!man.color()).first()) else {
        return true;
    };
    let board = t.geometry();
    let (last_file, last_rank) = (board.files() - 1, board.ranks() - 1);
    let corners = board.area_where(|file, rank| (file == 0 || file == last_file) && (rank == 0 || rank == last_rank));
    corners.iter().any(|corner| {
        let near =
            |file: u8, rank: u8| file.abs_diff(board.file(corner)) <= 3 && rank.abs_diff(board.rank(corner)) <= 3;
        let kings: Squares<N> = board.area_where(near).resized();
        corner_mate(t, corner, kings & t.board(), [royal, man, victim])
    })
}

fn corner_mate<const N: usize>(
    t: &Tables<N>,
    corner: Square,
    kings: Squares<N>,
    [royal, man, victim]: [Piece; 3],
) -> bool {
    let flight = t.attacks(victim, corner, Squares::EMPTY);
    kings.without(corner).iter().any(|king| {
        let guarded = t.attacks(royal, king, Squares::EMPTY);
        let elsewhere = t.board().without(corner).without(king);
        !guarded.has(corner)
            && !flight.has(king)
            && elsewhere.iter().any(|from| {
                let covered = t.attacks(man, from, Squares::of(king).with(from));
                let kept = |to: Square| guarded.has(to) || (to != from && covered.has(to));
                covered.has(corner) && flight.iter().all(kept)
            })
    })
}
