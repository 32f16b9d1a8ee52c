//! In which orders pieces start, where they are drawn.

use super::{Content, Convert, moves};
use crate::board::Color;
use crate::import::diagram::lines::Parameter;
use crate::import::write::{File, list, table};
use toml::Value;

/// What is drawn.
pub(super) struct Orders<'a> {
    given: &'a Parameter,
    /// The pieces by their numbers.
    pieces: Vec<usize>,
    /// Those of which each shade of squares has one.
    split: Vec<usize>,
}

impl<'a> Convert<'a> {
    /// `N!BRQK`: these pieces are drawn, bishops onto squares of unlike shades.
    pub(super) fn read_shuffle(&self) -> Option<Orders<'a>> {
        let given = self.lines.get_on("shuffle")?;
        let text = &given.value.text;
        for (sign, why) in [
            (',', "several draws one after another cannot be said"),
            (':', "pieces that stand as far from one rim as from the other cannot be said"),
            ('#', "pieces that keep the shade of their square cannot be said"),
        ] {
            if text.contains(sign) {
                self.cannot(given, why)?;
            }
        }
        let mut orders = Orders { given, pieces: Vec::new(), split: Vec::new() };
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (split, after) = rest.strip_prefix('!').map_or((false, rest), |after| (true, after));
            let length = after.chars().next().map_or(0, char::len_utf8);
            let length = length + usize::from(after[length..].starts_with('\''));
            let (id, after) = after.split_at(length);
            let from = given.value.span.start + text.len() - rest.len();
            let span = from..given.value.span.start + text.len() - after.len();
            let Some(number) = self.named(id) else {
                self.refuse(&span, format!("expected the ID of a piece, found `{id}`"))?;
                return None;
            };
            if orders.pieces.contains(&number) {
                self.refuse(&span, format!("`{id}` is named twice"))?;
                return None;
            }
            orders.pieces.push(number);
            orders.split.extend(split.then_some(number));
            rest = after;
        }
        Some(orders)
    }

    /// Writes them, and how the king castles then.
    pub(super) fn shuffle(&self, file: &mut File, orders: &Orders<'_>) -> Option<()> {
        let last = self.ranks - 1;
        let mirrored = (0..self.files).all(|file| {
            let colored = |rank, color| match self.at((file, rank)) {
                Some(Content::Piece(number, owner)) if owner == color => Some(number),
                _ => None,
            };
            colored(0, Color::White) == colored(last, Color::Black)
        });
        if !mirrored {
            return self
                .cannot(orders.given, "how Black's pieces are drawn where they do not mirror White's is not said");
        }
        for &number in &orders.pieces {
            let name = &self.pieces[number].line.name.text;
            let at_home = |color| if color == Color::White { 0 } else { last };
            if self.standing(number).iter().any(|((_, rank), color)| *rank != at_home(*color)) {
                let why = format!("only orders of the first rank can be said, and there is a `{name}` elsewhere");
                return self.cannot(orders.given, &why);
            }
            if moves::has_initial_moves(&self.pieces[number].moves) {
                let why = format!("whether `{name}` has its initial moves wherever it starts is not said");
                return self.cannot(orders.given, &why);
            }
        }
        if let Some(one) = orders.split.iter().find(|number| self.first_files(**number).len() != 2) {
            let name = &self.pieces[*one].line.name.text;
            let why = format!("`!` is carried over for two pieces, and `{name}` is not one of two");
            return self.cannot(orders.given, &why);
        }
        let ids = |numbers: &[usize]| list(numbers.iter().map(|number| self.pieces[*number].id.clone()));
        file.set("start.shuffle", "pieces", ids(&orders.pieces));
        if !orders.split.is_empty() {
            let sets = orders.split.iter().map(|number| ids(&[*number]));
            file.set("start.shuffle", "unlike_shades", Value::Array(sets.collect()));
        }
        self.castle_freely(file, orders)
    }

    /// The files of a piece on White's first rank.
    fn first_files(&self, number: usize) -> Vec<u8> {
        let white = self.standing(number).into_iter().filter(|((_, rank), color)| *rank == 0 && *color == Color::White);
        white.map(|((file, _), _)| file).collect()
    }

    /// A king that is drawn stands between its partners, the two pieces of a kind in the corners of the diagram, and castles to where
    /// it would from its place there.
    fn castle_freely(&self, file: &mut File, orders: &Orders<'_>) -> Option<()> {
        let castlers = self.pieces.iter().enumerate().filter(|(_, piece)| !moves::castlings(&piece.moves).is_empty());
        let castlers: Vec<usize> = castlers.map(|(number, _)| number).collect();
        let corner = |file| match self.at((file, 0)) {
            Some(Content::Piece(number, Color::White)) => Some(number),
            _ => None,
        };
        let corners = [0, self.files - 1].map(corner);
        let drawn = |number: &usize| orders.pieces.contains(number);
        let [king] = castlers[..] else {
            return if castlers.is_empty() {
                Some(())
            } else {
                self.cannot(orders.given, "how several pieces castle then is not said")
            };
        };
        if !drawn(&king) {
            return if corners.iter().flatten().any(drawn) {
                self.cannot(orders.given, "who castles with whom when the corners are drawn is not said")
            } else {
                Some(())
            };
        }
        let name = &self.pieces[king].line.name.text;
        let [Some(partner), Some(other)] = corners else {
            return self
                .cannot(orders.given, "whom the king castles with is not said: there is a corner without a piece");
        };
        let unlike = partner != other || self.first_files(partner).len() != 2 || self.first_files(king).len() != 1;
        if unlike {
            let why = format!("`{name}` has no two pieces of a kind to castle with in the corners");
            return self.cannot(orders.given, &why);
        }
        let (at, range) = (self.first_files(king)[0], moves::castling_range(&self.pieces[king].moves));
        let files = range.and_then(|range| Some((at.checked_sub(range)?, at.checked_add(range)?)));
        let Some((left, right)) = files.filter(|(_, right)| *right < self.files) else {
            let why = format!("`{name}` castles in more than one way");
            return self.cannot(orders.given, &why);
        };
        let ids = |number: usize| list([self.pieces[number].id.clone()]);
        let between = [("pieces".to_owned(), ids(king)), ("ends".to_owned(), ids(partner))];
        file.set("start.shuffle", "between", table(between));
        file.set("castling", "style", "fischer");
        let letter = |file: u8| Value::from(char::from(b'a' + file).to_string());
        file.set("castling", "king_to", table([("h".to_owned(), letter(right)), ("a".to_owned(), letter(left))]));
        Some(())
    }
}
