//! Moves in the notation of the protocols of the UCI family.
//!
//! They are those of [`notation`](super::notation), except that a pass names its
//! square twice and that castling is never a word: the king goes to its destination or, if
//! that could be another move, to its partner. USI has its own names for squares
//! ([`usi`]).

use super::notation::{PASS, WrittenMove};
use super::{Game, MoveError, usi};
use crate::position::{Move, MoveKind};

/// The name of a pass that no piece makes.
const UCI_PASS: &str = "0000";

/// The style of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStyle {
    /// Castling is written as the king's move, `e1g1`, if that is not another move. Ranks are named as on the game's
    /// board.
    King,
    /// Castling is written from the king to its partner, `e1h1`.
    Partner,
    /// As in shogi programs: `7g7f`, `P*5e`.
    Usi,
}

impl Game {
    /// A legal move in the style of a protocol.
    pub fn wire_text(&self, mv: Move, style: MoveStyle) -> String {
        let name = |sq| self.geometry().name(sq);
        let to_partner = style == MoveStyle::Partner || mv.kind() == MoveKind::Castle && self.needs_castling_word(mv);
        let text = match (mv.kind(), mv.partner()) {
            (MoveKind::Pass, _) => name(mv.from()) + &name(mv.to()),
            (MoveKind::Castle, Some([home, _])) if to_partner => {
                self.with_wall(name(mv.from()) + &name(home), home, mv)
            }
            (MoveKind::Castle, _) => self.with_wall(name(mv.from()) + &name(mv.to()), mv.to(), mv),
            _ => self.move_text(mv),
        };
        match style {
            MoveStyle::King | MoveStyle::Partner => text,
            MoveStyle::Usi => usi::move_text(self.geometry(), &text),
        }
    }

    /// The name of a file in squares of a style; files are counted from the left.
    pub fn file_name(&self, file: u8, style: MoveStyle) -> String {
        match style {
            MoveStyle::King | MoveStyle::Partner => char::from(b'a' + file).to_string(),
            MoveStyle::Usi => usi::file_name(self.geometry(), file),
        }
    }

    /// The name of a rank in squares of a style; ranks are counted from the near side.
    pub fn rank_name(&self, rank: u8, style: MoveStyle) -> String {
        match style {
            MoveStyle::King | MoveStyle::Partner => (rank + self.geometry().rank_base()).to_string(),
            MoveStyle::Usi => usi::rank_name(self.geometry(), rank),
        }
    }

    /// Whether a text has the shape of such a move, legal or not.
    pub fn is_wire_text(&self, text: &str) -> bool {
        let written = WrittenMove::read(self.geometry(), &self.parted(text).0);
        text == UCI_PASS || matches!(written, Some(WrittenMove::Drop { .. } | WrittenMove::Route(_)))
    }

    /// Finds the legal move that a text means, which may also be written as for [`read_move`](Self::read_move): people
    /// type at protocols, too.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn read_wire(&self, text: &str, style: MoveStyle) -> Result<Move, MoveError> {
        match style {
            _ if text == UCI_PASS => self.read_move(PASS),
            MoveStyle::King | MoveStyle::Partner => self.read_move(text),
            MoveStyle::Usi => self.read_move(&usi::plain_text(self.geometry(), text)),
        }
    }

    /// The moves of a line that starts here, as far as they are legal.
    pub fn wire_line(&self, line: &[Move], style: MoveStyle) -> Vec<String> {
        self.written(line, |game, mv| game.wire_text(mv, style))
    }
}
