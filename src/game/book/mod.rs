//! Opening books: prepared moves for known positions.
//!
//! A file goes in, moves with weights come out. Books of lines are text and
//! may be about any game; books in Polyglot's format are about the game that
//! comes first in the library.

mod lines;
mod polyglot;

use super::Game;
use crate::limits;
use crate::position::Move;
use crate::text::{Report, Source, read_file, read_text};
use crate::variant::{Library, Variant};
use lines::Lines;
use polyglot::Polyglot;
use std::path::Path;

/// An opening book.
#[derive(Debug)]
pub struct Book {
    kind: Format,
}

#[derive(Debug)]
enum Format {
    Lines(Lines),
    Polyglot(Polyglot),
}

impl Book {
    /// Opens a book: one of Polyglot's if the name ends in `.bin`, otherwise one
    /// of lines. Faulty lines are reported, and the others work.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a book.
    pub fn open(path: &Path, library: &Library) -> Result<(Self, Vec<Report>), Report> {
        let name = path.display().to_string();
        let about = |message: String| Report::error(message).about(&name);
        let polyglot = path.extension().is_some_and(|extension| extension == "bin");
        let unread = |fault| about(format!("cannot read this book: {fault}"));
        if polyglot {
            let bytes = read_file(path, limits::POLYGLOT_BOOK).map_err(unread)?;
            let kind = Polyglot::new(bytes, library.first()).map(Format::Polyglot);
            return Ok((Self { kind: kind.map_err(|fault| about(fault.to_owned()))? }, Vec::new()));
        }
        let text = read_text(path, limits::BOOK_OF_LINES).map_err(unread)?;
        let (lines, reports) = Lines::read(&Source::new(name, text), library);
        Ok((Self { kind: Format::Lines(lines) }, reports))
    }

    /// The legal moves of the book for a position, each with its
    /// weight, heaviest first.
    pub fn moves(&self, game: &Game) -> Vec<(Move, u64)> {
        let mut moves = match &self.kind {
            Format::Lines(lines) => lines.moves(game),
            Format::Polyglot(polyglot) => polyglot.moves(game),
        };
        let legal = game.legal_moves();
        moves.retain(|(mv, weight)| *weight > 0 && legal.contains(mv));
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        moves
    }
}

/// Whether a book about one is about the other. A board size before a name and castling as in Chess960 create a new
/// variant on every request, but always under the same name.
fn is_same_game(one: &Variant, other: &Variant) -> bool {
    one.name == other.name
}
