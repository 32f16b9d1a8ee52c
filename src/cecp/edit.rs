//! Setting up a position square by square, as very old GUIs do.
//!
//! Lines between `edit` and `.` become [`EditLine`]s; the [`Editor`] carries them out on a [`Setup`]. Whether the
//! result is playable is checked later.

use crate::board::{Area, Color, Piece};
use crate::variant::{Setup, Variant};

/// One line inside `edit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EditLine {
    /// `#`: clear the board.
    Clear,
    /// `c`: the other colour from now on.
    OtherColor,
    /// `Pa4`, `Pa4+`, `xa4`: a piece on a square, nothing for `x`.
    Put { id: String, square: String },
    /// `P@3`: the number in hand.
    Hold { id: String, count: u8 },
}

impl EditLine {
    /// Reads a line; `None` if it has no meaning.
    pub(super) fn read(line: &str) -> Option<Self> {
        match line {
            "#" => return Some(Self::Clear),
            "c" => return Some(Self::OtherColor),
            _ => {}
        }
        let letter = line.chars().next().filter(char::is_ascii_alphabetic)?;
        let dressed = usize::from(line[1..].starts_with(['\'', '!']));
        let (id, rest) = line.split_at(1 + dressed);
        if let Some(count) = rest.strip_prefix('@') {
            return Some(Self::Hold {
                id: id.to_ascii_uppercase(),
                count: count.parse().ok().filter(|count| *count <= Setup::MOST_IN_HAND)?,
            });
        }
        let (square, promoted) = rest.strip_suffix('+').map_or((rest, false), |square| (square, true));
        let id = match (letter, promoted) {
            ('x', _) => String::new(),
            (_, true) => format!("+{}", id.to_ascii_uppercase()),
            (_, false) => id.to_ascii_uppercase(),
        };
        let mut place = square.chars();
        let named = place.next().is_some_and(|file| file.is_ascii_lowercase()) && place.all(|c| c.is_ascii_digit());
        named.then(|| Self::Put { id, square: square.to_owned() })
    }
}

/// A position being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    setup: Setup,
    color: Color,
}

impl Editor {
    /// Starts from a position.
    pub(super) fn new(setup: Setup) -> Self {
        Self { setup, color: Color::White }
    }

    /// Carries out one line; lines that do not fit the variant are ignored.
    pub(super) fn edit(&mut self, variant: &Variant, line: &EditLine) {
        match line {
            EditLine::Clear => {
                self.setup.board.fill(Piece::NONE);
                self.setup.holes = Area::EMPTY;
                Color::ALL.into_iter().for_each(|color| self.setup.hands[color].fill(0));
            }
            EditLine::OtherColor => self.color = !self.color,
            EditLine::Put { id, square } => self.put(variant, id, square),
            EditLine::Hold { id, count } => {
                let kind = variant.kind_by_id(id);
                if let Some(held) = kind.and_then(|kind| self.setup.hands[self.color].get_mut(kind.index())) {
                    *held = *count;
                }
            }
        }
    }

    fn put(&mut self, variant: &Variant, id: &str, square: &str) {
        let piece = match id {
            "" => Some(Piece::NONE),
            _ => variant.kind_by_id(id).map(|kind| Piece::new(kind, self.color)),
        };
        let missing = variant.holes | self.setup.holes;
        let square = variant.board.parse(square).filter(|sq| !missing.has(*sq));
        let place = square.and_then(|sq| self.setup.board.get_mut(sq.index()));
        if let (Some(piece), Some(place)) = (piece, place) {
            *place = piece;
        }
    }

    /// The position, in which pieces have all rights that their squares allow. Of the previous game only the side to
    /// move is kept.
    pub(super) fn finish(self, variant: &Variant) -> Setup {
        let Setup { board, hands, holes, side, .. } = self.setup;
        let mut setup = Setup { board, hands, holes, side, ..Setup::empty(variant) };
        setup.assume_unmoved(variant);
        setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_edit_lines() {
        let put = |id: &str, square: &str| Some(EditLine::Put { id: id.to_owned(), square: square.to_owned() });
        let cases = [
            ("#", Some(EditLine::Clear)),
            ("c", Some(EditLine::OtherColor)),
            ("Ke1", put("K", "e1")),
            ("pa10", put("P", "a10")),
            ("Pa4+", put("+P", "a4")),
            ("E'b3", put("E'", "b3")),
            ("xa4", put("", "a4")),
            ("P@3", Some(EditLine::Hold { id: "P".to_owned(), count: 3 })),
            ("P@300", None),
            ("é", None),
            ("ping 3", None),
            ("3", None),
        ];
        for (line, expected) in cases {
            assert_eq!(EditLine::read(line), expected, "{line}");
        }
    }
}
