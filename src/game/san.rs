//! Moves in the way players write them: `Nf3`, `exd5`, `Rad1`, `e8=Q`.
//!
//! A convenience, never asked for: the text is taken when exactly one legal
//! move fits it.

use super::Game;
use super::notation::letter;
use crate::board::Square;
use crate::position::Move;

/// What such a text says about a move.
struct Description<'a> {
    /// The mover's letter, or nothing for a pawn.
    piece: &'a str,
    /// What is said about the square it comes from: a file, a rank, both, nothing.
    from: &'a str,
    /// Where it goes.
    to: Square,
    /// What it becomes.
    becomes: Option<&'a str>,
}

impl Game {
    /// The only legal move that the text describes.
    pub(super) fn read_san(&self, text: &str) -> Option<Move> {
        let description = self.describe(text)?;
        let legal = self.legal_moves();
        let mut fitting = legal.into_iter().filter(|mv| self.fits(*mv, &description));
        let found = fitting.next()?;
        fitting.next().is_none().then_some(found)
    }

    fn describe<'a>(&self, text: &'a str) -> Option<Description<'a>> {
        let text = text.trim_end_matches(['#', '!', '?']);
        let text = text.strip_suffix('+').unwrap_or(text);
        let (text, becomes) = match text.split_once('=') {
            Some((text, becomes)) => (text, Some(becomes)),
            None => (text, None),
        };
        let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_uppercase() || "+'!".contains(c)).len();
        let (piece, squares) = text.split_at(letters);
        let start = squares.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
        let (from, to) = squares.split_at(start);
        let from = from.strip_suffix('x').unwrap_or(from);
        Some(Description { piece, from, to: self.geometry().parse(to)?, becomes })
    }

    fn fits(&self, mv: Move, description: &Description) -> bool {
        let variant = self.variant();
        let piece = self.mover(mv);
        let kind = variant.kind(piece.kind());
        let mover = match description.piece {
            "" => kind.counts_as_pawn[piece.color()],
            id => kind.id.trim_end_matches('~') == id,
        };
        let from = self.geometry().name(mv.from());
        let becomes = mv.piece().filter(|_| mv.is_promotion()).map(|kind| letter(variant, kind));
        let said = description.becomes.map(str::to_ascii_uppercase);
        mover
            && !mv.is_drop()
            && mv.partner().is_none()
            && mv.to() == description.to
            && (from.starts_with(description.from) || from.ends_with(description.from))
            && becomes == said.as_deref()
    }
}
