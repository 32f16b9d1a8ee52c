//! Moves in the GUI's notation.
//!
//! Coordinates name origin and destination, with ranks from 0 on boards of
//! ten ranks: `e2e4`. A suffix gives the promotion (`e7e8q`, `h2h3+`),
//! `P@e4` is a drop, `O-O` castling, `@@@@` a pass. A comma joins the legs of
//! one move. Text is first read to a [`WrittenMove`], which knows the board's size
//! but no position, and then matched against the legal moves. Walls that are
//! placed with moves are handled only by `walls`.

mod reading;
mod walls;
mod writing;
mod written;

pub(super) use reading::with_letters;
pub(super) use written::{Route, WrittenMove};

use super::{Game, MoveError};
use crate::board::PieceKind;
use crate::position::{Move, MoveKind};
use crate::variant::{CastlingRule, Kind, Variant};

/// A pass.
pub const PASS: &str = "@@@@";

/// GUIs support no more squares between the first and the last of a move.
const MOST_STOPS: usize = 2;

/// Whether a piece that promotes to that kind turns over, which is written `+`.
pub(super) fn is_raised(variant: &Variant, mover: &Kind, kind: PieceKind) -> bool {
    mover.form == Some(kind) && (variant.kind(kind).is_face() || !mover.is_face())
}

/// The only one of the moves that fit a text; an error for several, `None` for none.
pub(super) fn single<'a>(mut fitting: impl Iterator<Item = &'a Move>) -> Option<Result<Move, MoveError>> {
    let first = fitting.next()?;
    Some(if fitting.next().is_none() { Ok(*first) } else { Err(MoveError::Ambiguous) })
}

/// Whether a promoted piece that becomes that kind turns back, which is written `-`.
fn is_lowered(variant: &Variant, mover: &Kind, kind: PieceKind) -> bool {
    mover.form == Some(kind) && !is_raised(variant, mover, kind)
}

impl Game {
    /// For castling: whether the partner comes from higher files.
    pub(super) fn castles_right(&self, mv: Move) -> Option<bool> {
        let [partner, _] = mv.partner()?;
        Some(self.geometry().file(partner) > self.geometry().file(mv.from()))
    }

    /// Whether the king's origin and destination do not distinguish this castling from other moves.
    pub(in crate::game) fn needs_castling_word(&self, mv: Move) -> bool {
        let same = |other: &Move| {
            *other != mv
                && other.from() == mv.from()
                && other.to() == mv.to()
                && other.gated().is_none()
                && self.wall_of(*other) == self.wall_of(mv)
        };
        let fischer = matches!(self.variant().rules.castling, CastlingRule::Fischer(_));
        fischer || mv.from() == mv.to() || self.legal_moves().iter().any(same)
    }

    /// Whether a piece that may promote in place does so, or comes to its last rank, where XBoard takes any
    /// pawn's move of a single leg for a promotion.
    fn goes_round(&self, mv: Move) -> bool {
        let (geometry, mover) = (self.geometry(), self.mover(mv));
        let walks = mv.is_in_place() || matches!(mv.kind(), MoveKind::Plain | MoveKind::Promotion);
        let turns = || {
            let mut rules = self.variant().rules.promotions.iter();
            rules.any(|rule| rule.trigger.is_in_place() && rule.kinds.has(mover.kind()))
        };
        let arrives = || geometry.rank_of(mover.color(), mv.to()) + 1 == geometry.ranks();
        walks && turns() && (mv.is_promotion() || arrives())
    }

    /// The kind that an effect or influence gives to a piece that moves and does not promote.
    pub fn turned_into(&self, mv: Move) -> Option<PieceKind> {
        if !self.variant().rules.changes_others() || mv.is_drop() || mv.is_promotion() {
            return None;
        }
        let mover = self.mover(mv);
        let mut after = self.clone();
        after.play(mv);
        let there = after.piece_at(mv.to()).filter(|piece| piece.color() == mover.color())?;
        Some(there.kind()).filter(|kind| *kind != mover.kind() && mv.gated().is_none() && mv.partner().is_none())
    }
}

/// A move without the move number before it, or nothing if there is only a number: `1. d4`, `1.d4`, `1... d5`,
/// `...d5`.
pub fn without_number(text: &str) -> &str {
    let dots = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = dots.trim_start_matches('.');
    if rest.len() < dots.len() { rest.trim_start() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_stripped() {
        for text in ["d5", "1. d5", "1.d5", "1...d5", "1... d5", "...d5"] {
            assert_eq!(without_number(text), "d5", "{text}");
        }
        for text in ["1.", "12...", "..."] {
            assert_eq!(without_number(text), "", "{text}");
        }
        // A square of shogi, and a number alone.
        for text in ["7g7f", "12"] {
            assert_eq!(without_number(text), text);
        }
    }
}
