//! Castling and other rights of men that have never moved.

use crate::board::{Color, Geometry, Piece, Square, Squares};
use crate::variant::Variant;
use crate::xbetza::{Action, Castle, When};

/// One castling, with everything that can be known before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling<const N: usize> {
    /// The castling piece.
    pub piece: Piece,
    /// Its start square.
    pub from: Square,
    /// Its destination.
    pub to: Square,
    /// Where the partner stands.
    pub partner_from: Square,
    /// Where the partner goes.
    pub partner_to: Square,
    /// Squares that must be empty.
    pub empty: Squares<N>,
    /// Squares on the castling piece's way, start and destination included,
    /// that the enemy may not attack.
    pub path: Squares<N>,
}

impl<const N: usize> Castling<N> {
    /// The two men that must be unmoved.
    pub fn men(&self) -> Squares<N> {
        Squares::of(self.from).with(self.partner_from)
    }
}

/// The castlings of a side from the start position.
pub(super) fn castlings<const N: usize>(variant: &Variant, color: Color) -> Vec<Castling<N>> {
    let start = &variant.start;
    let mut out = Vec::new();
    if !variant.rules.castling {
        return out;
    }
    for from in variant.board.all() {
        let piece = start.board.get(from.index()).copied().unwrap_or(Piece::NONE);
        if piece.is_none() || piece.color() != color {
            continue;
        }
        for term in &variant.kind(piece.kind()).program[color].terms {
            if let (Action::Castle(castle), When::Unmoved) = (&term.action, term.when) {
                out.extend(sides(castle).filter_map(|right| one(variant, piece, from, castle, right)));
            }
        }
    }
    out
}

/// The sides of a castling as the mover sees them: `true` for right.
fn sides(castle: &Castle) -> impl Iterator<Item = bool> {
    [(castle.right, true), (castle.left, false)].into_iter().filter(|(allowed, _)| *allowed).map(|(_, right)| right)
}

fn one<const N: usize>(
    variant: &Variant,
    piece: Piece,
    from: Square,
    castle: &Castle,
    right: bool,
) -> Option<Castling<N>> {
    let board = variant.board;
    // The mover's right is White's right, and Black's is turned by 180 degrees.
    let toward: i16 = if right == (piece.color() == Color::White) { 1 } else { -1 };
    let (file, rank) = (i16::from(board.file(from)), i16::from(board.rank(from)));
    let at = |file: i16| board.square(file, rank);
    let rim = if toward > 0 { i16::from(board.files()) - 1 } else { 0 };
    let partner_file = rim - toward * i16::from(castle.inset);
    let to_file = file + toward * i16::from(castle.distance);
    // The destination lies beyond neither the partner nor the castling piece's own square.
    if castle.distance == 0 || (partner_file - to_file) * toward < 0 {
        return None;
    }
    let partner_from = at(partner_file)?;
    let partner = start_piece(variant, partner_from);
    if partner.is_none() || partner.color() != piece.color() {
        return None;
    }
    let (to, partner_to) = (at(to_file)?, at(to_file - toward)?);
    let line = |a: i16, b: i16| (a.min(b)..=a.max(b)).filter_map(at).collect::<Squares<N>>();
    let empty = (line(file, partner_file) | line(file, to_file)).without(from).without(partner_from);
    Some(Castling { piece, from, to, partner_from, partner_to, empty, path: line(file, to_file) })
}

fn start_piece(variant: &Variant, sq: Square) -> Piece {
    variant.start.board.get(sq.index()).copied().unwrap_or(Piece::NONE)
}

/// The squares on which a piece of this kind and colour stands in the start position.
pub(super) fn start_squares<const N: usize>(variant: &Variant, piece: Piece) -> Squares<N> {
    variant.board.all().filter(|&sq| start_piece(variant, sq) == piece).collect()
}

/// The outer ranks, on which being unmoved is a right that is lost when the
/// square is vacated or captured on. Elsewhere the square alone decides.
pub(super) fn outer_ranks<const N: usize>(board: Geometry) -> Squares<N> {
    board.area_where(|_, rank| rank == 0 || rank + 1 == board.ranks()).resized()
}
