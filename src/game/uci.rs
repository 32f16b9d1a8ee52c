//! Moves as UCI writes and reads them, with the customs of Fairy-Stockfish.
//!
//! They are those of [`notation`](super::notation), except that a pass is `0000`
//! and that castling is never a word: the king goes to its destination or, where
//! that could be another move, to its partner. Ranks are named as the game's
//! board has them.

use super::{Game, MoveError};
use crate::position::{Move, MoveKind};

/// A move without a piece.
const PASS: &str = "0000";

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingText {
    /// As the squares of the king, `e1g1`, where that is no other move.
    King,
    /// As from the king to its partner, `e1h1`.
    Partner,
}

impl Game {
    /// A legal move as UCI writes it.
    pub fn uci_text(&self, mv: Move, castling: CastlingText) -> String {
        let name = |sq| self.geometry().name(sq);
        let to_partner =
            castling == CastlingText::Partner || mv.kind() == MoveKind::Castle && self.needs_castling_word(mv);
        match (mv.kind(), mv.partner()) {
            (MoveKind::Pass, _) => PASS.to_owned(),
            (MoveKind::Castle, Some([home, _])) if to_partner => name(mv.from()) + &name(home),
            (MoveKind::Castle, _) => name(mv.from()) + &name(mv.to()),
            _ => self.move_text(mv),
        }
    }

    /// Finds the legal move that a text of UCI means.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(if text == PASS { "@@@@" } else { text })
    }

    /// The moves of a line that starts here as UCI writes them, as far as they are legal.
    pub fn uci_line(&self, line: &[Move], castling: CastlingText) -> Vec<String> {
        let mut game = self.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !game.legal_moves().contains(&mv) {
                break;
            }
            texts.push(game.uci_text(mv, castling));
            game.play(mv);
        }
        texts
    }
}
