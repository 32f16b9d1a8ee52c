//! The board and the start position.

use super::{Content, Convert, is_hole};
use crate::board::{ByColor, Color, Geometry, Square};
use crate::import::Word;
use crate::text::{Span, span_in};
use crate::variant::placement;

impl Convert<'_> {
    pub(super) fn at(&self, at: Square) -> Option<Content> {
        self.content.get(&at).copied()
    }

    /// Puts the pieces on the board.
    pub(super) fn place(&mut self) {
        let symmetry = self.lines.get("symmetry");
        let other: Option<fn(Geometry, Square) -> Square> = match symmetry.map(|given| given.value.text.as_str()) {
            None | Some("mirror") => Some(Geometry::flipped),
            Some("rotate") => Some(Geometry::turned),
            Some("none") => None,
            Some(found) => {
                let message = format!("expected `mirror`, `rotate` or `none`, found `{found}`");
                self.refuse(&symmetry.map_or(0..0, |given| given.value.span.clone()), message);
                return;
            }
        };
        let lines = self.lines;
        for line in &lines.pieces {
            let number = self.read(line);
            if number.is_none() && !is_hole(line) {
                continue;
            }
            let content = |color| number.map_or(Content::Hole, |number| Content::Piece(number, color));
            let (white, black) = match line.squares.text.split_once(",,") {
                Some((white, black)) => (white, Some((white.len() + 2, black))),
                None => (line.squares.text.as_str(), None),
            };
            // Without `symmetry`, Black's pieces mirror White's, and more may be put on the board.
            let follows = symmetry.is_some() && other.is_some();
            if let Some((from, _)) = black.filter(|_| follows || is_hole(line)) {
                let at = line.squares.span.start + from;
                let why = if is_hole(line) {
                    "holes belong to nobody"
                } else {
                    "with `symmetry`, Black's squares follow from White's"
                };
                self.refuse(&(at - 2..at), format!("the squares after `,,` are Black's, and {why}"));
                continue;
            }
            if other.is_none() && black.is_none() && !is_hole(line) && white.contains(|c: char| c != ',') {
                let help = "write `symmetry=mirror` or `symmetry=rotate`, or Black's squares after `,,`";
                self.refuse_with(
                    &line.squares.span,
                    "where Black's pieces stand is not specified",
                    Some(help.to_owned()),
                );
                continue;
            }
            for (at, span) in self.read_squares(white, line.squares.span.start) {
                self.put(at, content(Color::White), &span);
                if let Some(other) = other {
                    self.put(other(self.board, at), content(Color::Black), &span);
                }
            }
            if let Some((from, black)) = black {
                for (at, span) in self.read_squares(black, line.squares.span.start + from) {
                    if symmetry.is_some() || self.at(at) != Some(content(Color::Black)) {
                        self.put(at, content(Color::Black), &span);
                    }
                }
            }
        }
    }

    fn put(&mut self, at: Square, content: Content, span: &Span) {
        let name = self.board.name(at);
        match self.at(at) {
            Some(Content::Hole) if content != Content::Hole => {
                self.refuse(span, format!("{name} is a hole"));
            }
            Some(Content::Piece(..)) if content != Content::Hole => {
                self.refuse(span, format!("there is another piece on {name}"));
            }
            // A hole removes the contents of its square.
            _ => drop(self.content.insert(at, content)),
        }
    }

    /// Reads squares, such as `a1,c1-e1`.
    fn read_squares(&self, text: &str, start: usize) -> Vec<(Square, Span)> {
        let mut squares = Vec::new();
        for part in text.split(',') {
            let word = Word::trimmed(part, start + span_in(text, part).start);
            if word.text.is_empty() {
                continue;
            }
            let (first, last) = word.text.split_once('-').unwrap_or((&word.text, &word.text));
            match (self.square(first), self.square(last)) {
                (Some(first), Some(last)) if self.board.rank(first) == self.board.rank(last) && first <= last => {
                    squares.extend((first.0..=last.0).map(|number| (Square(number), word.span.clone())));
                }
                // These may be squares of the board, whose size could not be read.
                _ if !self.sized && [first, last].into_iter().all(is_square) => {}
                _ => {
                    let message = format!(
                        "expected squares of this board, such as `a1`, or of one rank, such as `a2-h2`, found `{}`",
                        word.text
                    );
                    self.refuse(&word.span, message);
                }
            }
        }
        squares
    }

    fn square(&self, text: &str) -> Option<Square> {
        self.board.parse(text).filter(|at| self.board.name(*at) == text)
    }

    pub(super) fn standing(&self, number: usize) -> Vec<(Square, Color)> {
        let piece = |(at, content): (&Square, &Content)| match content {
            Content::Piece(found, color) if *found == number => Some((*at, *color)),
            _ => None,
        };
        self.content.iter().filter_map(piece).collect()
    }

    pub(super) fn fen(&self, stock: bool) -> String {
        let letter = |number: usize, color: Color| {
            let id = &self.pieces[number].id;
            if color == Color::White { id.clone() } else { id.to_lowercase() }
        };
        let mut fen = placement(self.board, |at| match self.at(at)? {
            Content::Hole => Some("*".to_owned()),
            Content::Piece(number, color) => Some(letter(number, color)),
        });
        if stock {
            let promoting = self.promoting();
            let held = ByColor::from_fn(|color| -> String {
                let pieces = self.pieces.iter().enumerate().skip(promoting);
                pieces.map(|(number, piece)| letter(number, color).repeat(usize::from(piece.hand[color]))).collect()
            });
            let held = Color::ALL.iter().map(|color| held[*color].as_str()).collect::<String>();
            fen += &format!("[{}]", if held.is_empty() { "-" } else { &held });
        }
        format!("{fen} w {} - 0 1", self.rights())
    }
}

/// Whether it is a square of some board.
fn is_square(text: &str) -> bool {
    text.strip_prefix(|c: char| c.is_ascii_lowercase())
        .is_some_and(|rank| rank.parse::<u8>().is_ok_and(|rank| rank > 0))
}
