//! Castling and other rights of men that have never moved.

use crate::board::{ByColor, Color, Piece, Square, Squares};
use crate::variant::{CastlingFiles, CastlingRule, CastlingSafety, Setup, Variant, Virgin};
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
    /// The two men, who must be unmoved.
    pub men: Squares<N>,
    /// Squares that must be empty.
    pub empty: Squares<N>,
    /// Whether a royal may neither leave, pass nor reach an attacked square.
    pub safe: bool,
    /// Squares on which that is judged, beside the position before and after.
    pub path: Squares<N>,
    /// The men that are off the board for it.
    pub lifted: Squares<N>,
}

impl<const N: usize> Castling<N> {
    /// The castlings that both sides may still play in a position.
    pub(super) fn all(variant: &Variant, setup: &Setup) -> ByColor<Vec<Self>> {
        let finder = Finder { variant, setup };
        ByColor::from_fn(|color| finder.castlings(color))
    }
}

/// Finds the castlings of a position.
struct Finder<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
}

impl Finder<'_> {
    fn castlings<const N: usize>(&self, color: Color) -> Vec<Castling<N>> {
        let mut out = Vec::new();
        for from in self.setup.unmoved {
            let piece = self.piece(from);
            if piece.is_none() || piece.color() != color {
                continue;
            }
            let kind = self.variant.kind(piece.kind());
            let castles = kind.program[color].terms.iter().filter_map(|term| match &term.action {
                Action::Castle(castle) => Some((castle, term.when)),
                _ => None,
            });
            match self.variant.rules.castling {
                CastlingRule::Betza(safety) => {
                    // Others are left to the interpreter.
                    for (castle, _) in castles.filter(|(_, when)| *when == When::Unmoved) {
                        let by_notation =
                            |right| self.by_notation(piece, from, castle, right, safety == CastlingSafety::SafePath);
                        out.extend(sides(castle).filter_map(by_notation));
                    }
                }
                // The files are fixed, whatever and how often the notation says.
                CastlingRule::Fischer(CastlingFiles { right, left }) if castles.count() > 0 => {
                    let partners = self.setup.unmoved.iter();
                    out.extend(partners.filter_map(|sq| self.fischer(piece, from, sq, [left, right])));
                }
                _ => {}
            }
        }
        out
    }

    fn piece(&self, sq: Square) -> Piece {
        self.setup.board.get(sq.index()).copied().unwrap_or(Piece::NONE)
    }

    fn by_notation<const N: usize>(
        &self,
        piece: Piece,
        from: Square,
        castle: &Castle,
        right: bool,
        safe: bool,
    ) -> Option<Castling<N>> {
        let board = self.variant.board;
        // The mover's right is White's right, and Black's is turned by 180 degrees.
        let toward: i16 = if right == (piece.color() == Color::White) { 1 } else { -1 };
        let (file, rank) = (i16::from(board.file(from)), i16::from(board.rank(from)));
        let at = |file: i16| board.square(file, rank);
        // The rim is the edge of the board, or what lies before a square that
        // is missing or that the piece may not enter.
        let region = self.variant.kind(piece.kind()).region[piece.color()];
        let exists = |file: &i16| at(*file).is_some_and(|sq| region.has(sq));
        let rim = (0..).map(|steps| file + toward * steps).take_while(exists).last()?;
        let partner_file = rim - toward * i16::from(castle.inset);
        let to_file = file + toward * i16::from(castle.distance);
        // The destination lies beyond neither the partner nor the castling piece's own square.
        if castle.distance == 0 || (partner_file - to_file) * toward < 0 {
            return None;
        }
        let partner_from = at(partner_file).filter(|&sq| self.is_partner(sq, piece.color()))?;
        let (to, partner_to) = (at(to_file)?, at(to_file - toward)?);
        let line = |a: i16, b: i16| (a.min(b)..=a.max(b)).filter_map(at).collect::<Squares<N>>();
        let empty = (line(file, partner_file) | line(file, to_file)).without(from).without(partner_from);
        let path = line(file, to_file).without(from).without(to);
        let lifted = Squares::of(from);
        let men = Squares::of(from).with(partner_from);
        Some(Castling { piece, from, to, partner_from, partner_to, men, empty, safe, path, lifted })
    }

    /// Castling with the unmoved man on `partner_from`, the castler going to
    /// one of these files, for a partner at lower and at higher files.
    fn fischer<const N: usize>(
        &self,
        piece: Piece,
        from: Square,
        partner_from: Square,
        to_files: [u8; 2],
    ) -> Option<Castling<N>> {
        let board = self.variant.board;
        let rank = i16::from(board.rank(from));
        if partner_from == from
            || i16::from(board.rank(partner_from)) != rank
            || !self.is_partner(partner_from, piece.color())
        {
            return None;
        }
        let right = board.file(partner_from) > board.file(from);
        let at = |file: i16| board.square(file, rank);
        let to_file = i16::from(to_files[usize::from(right)]);
        let partner_to_file = if right { to_file - 1 } else { to_file + 1 };
        let line = |a: u8, b: i16| {
            let a = i16::from(a);
            (a.min(b)..=a.max(b)).filter_map(at).collect::<Squares<N>>()
        };
        let (to, partner_to) = (at(to_file)?, at(partner_to_file)?);
        let way = line(board.file(from), to_file);
        let empty = (way | line(board.file(partner_from), partner_to_file)).without(from).without(partner_from);
        let region = self.variant.kind(piece.kind()).region[piece.color()].resized();
        if (empty & self.variant.holes.resized()).any() || !way.within(region) {
            return None;
        }
        let (path, lifted) = (way.without(from).with(to), Squares::of(from).with(partner_from));
        let men = Squares::of(from).with(partner_from);
        Some(Castling { piece, from, to, partner_from, partner_to, men, empty, safe: true, path, lifted })
    }

    fn is_partner(&self, sq: Square, color: Color) -> bool {
        let piece = self.piece(sq);
        !piece.is_none() && piece.color() == color && self.setup.unmoved.has(sq)
    }
}

/// The sides of a castling as the mover sees them: `true` for right.
fn sides(castle: &Castle) -> impl Iterator<Item = bool> {
    [(castle.right, true), (castle.left, false)].into_iter().filter(|(allowed, _)| *allowed).map(|(_, right)| right)
}

fn start_piece(variant: &Variant, sq: Square) -> Piece {
    variant.start.board.get(sq.index()).copied().unwrap_or(Piece::NONE)
}

/// The squares on which a piece of this kind and colour stands in the start position.
pub(super) fn start_squares<const N: usize>(variant: &Variant, piece: Piece) -> Squares<N> {
    variant.board.all().filter(|&sq| start_piece(variant, sq) == piece).collect()
}

/// The squares on which being unmoved is a right that is lost when the square
/// is vacated or captured on: the outer ranks, or all where the men
/// themselves are judged. Elsewhere the square alone decides.
pub(super) fn right_squares<const N: usize>(variant: &Variant) -> Squares<N> {
    let board = variant.board;
    match variant.rules.virgin {
        Virgin::Square => board.area_where(|_, rank| rank == 0 || rank + 1 == board.ranks()).resized(),
        Virgin::Unmoved => board.area().resized(),
    }
}
