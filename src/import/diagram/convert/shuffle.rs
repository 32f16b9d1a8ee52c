//! Shuffled start positions.

use super::{Content, Convert, moves};
use crate::board::{Color, Square};
use crate::import::diagram::lines::Parameter;
use crate::import::write::{File, list, table};
use toml::Value;

/// The pieces to shuffle.
pub(super) struct Orders<'a> {
    given: &'a Parameter,
    /// The pieces by index.
    pieces: Vec<usize>,
    /// Pieces of which each shade of squares gets one.
    split: Vec<usize>,
    /// If there are two draws: the pieces of the first that are not in the second, and all of the first.
    first: Option<(Vec<usize>, Vec<usize>)>,
}

impl Orders<'_> {
    /// The indices of the pieces that take part.
    pub(super) fn pieces(&self) -> &[usize] {
        &self.pieces
    }
}

impl<'a> Convert<'a> {
    /// Reads `N!BRQK`: these pieces are shuffled, bishops onto squares of different shades. For `GLQK,GLQFU`, the
    /// four before the comma are shuffled first, then the five after it. So the king ends where one of the four stood,
    /// as the page of Zanzibar-XXL says, and the others anywhere, with all orders equally likely.
    pub(super) fn read_shuffle(&self) -> Option<Orders<'a>> {
        let given = self.lines.get_on("shuffle")?;
        let text = &given.value.text;
        for (sign, why) in [
            (':', "pieces that stand as far from one edge as from the other cannot be expressed"),
            ('#', "pieces that keep the shade of their square cannot be expressed"),
        ] {
            if text.contains(sign) {
                self.cannot(given, why)?;
            }
        }
        let mut draws = Vec::new();
        let mut from = given.value.span.start;
        for text in text.split(',') {
            draws.push(self.read_draw(given, text, from)?);
            from += text.len() + 1;
        }
        match &mut draws[..] {
            [_] => draws.pop(),
            [first, second] if first.split.is_empty() && second.split.is_empty() => {
                let alone = first.pieces.iter().copied().filter(|number| !second.pieces.contains(number)).collect();
                let pieces: Vec<usize> = [&first.pieces[..], &second.pieces].concat();
                let once = pieces.iter().enumerate().filter(|(at, number)| !pieces[..*at].contains(number));
                let once = once.map(|(_, number)| *number).collect();
                Some(Orders { pieces: once, first: Some((alone, first.pieces.clone())), ..draws.pop()? })
            }
            [_, _] => {
                self.cannot(given, "`!` cannot be expressed with two shuffles")?;
                None
            }
            _ => {
                self.cannot(given, "more than two shuffles one after another cannot be expressed")?;
                None
            }
        }
    }

    fn read_draw(&self, given: &'a Parameter, text: &str, start: usize) -> Option<Orders<'a>> {
        let mut orders = Orders { given, pieces: Vec::new(), split: Vec::new(), first: None };
        if text.is_empty() {
            let message = "expected the IDs of pieces before and after the comma, as in `GLQK,GLQFU`";
            self.refuse(&given.value.span, message)?;
            return None;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (split, after) = rest.strip_prefix('!').map_or((false, rest), |after| (true, after));
            let length = after.chars().next().map_or(0, char::len_utf8);
            let length = length + usize::from(after[length..].starts_with('\''));
            let (id, after) = after.split_at(length);
            let span = start + text.len() - rest.len()..start + text.len() - after.len();
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

    /// Writes the shuffle, and how the king castles then.
    pub(super) fn shuffle(&self, file: &mut File, orders: &Orders<'_>) -> Option<()> {
        let mirrored = self.board.all().all(|at| {
            let colored = |at, color| match self.at(at) {
                Some(Content::Piece(number, owner)) if owner == color => Some(number),
                _ => None,
            };
            colored(at, Color::White) == colored(self.board.flipped(at), Color::Black)
        });
        if !mirrored {
            return self.cannot(
                orders.given,
                "how Black's pieces are shuffled if they do not mirror White's is not specified",
            );
        }
        if let Some(one) = orders.split.iter().find(|number| self.whites(**number).len() != 2) {
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
        let squares = |numbers: &[usize]| {
            let all = self.board.all().filter(|at| numbers.iter().any(|number| self.whites(*number).contains(at)));
            all.map(|at| self.board.name(at)).collect::<Vec<_>>().join(" ")
        };
        if orders.pieces.iter().any(|number| self.may_start_inside(*number, Some(orders))) {
            file.set("start.shuffle", "squares", squares(&orders.pieces));
        }
        // If the first draw has all pieces, they may stand anywhere after it.
        let is_bound = |(alone, all): &&(Vec<usize>, Vec<usize>)| !alone.is_empty() && all.len() < orders.pieces.len();
        if let Some((alone, all)) = orders.first.as_ref().filter(is_bound) {
            file.add("start.shuffle.on", vec![("pieces", ids(alone)), ("squares", squares(all).into())]);
        }
        self.castle_freely(file, orders)
    }

    /// Whether a piece may start away from the first rank.
    pub(super) fn may_start_inside(&self, number: usize, orders: Option<&Orders<'_>>) -> bool {
        let drawn = orders.map(|orders| &orders.pieces).filter(|drawn| drawn.contains(&number));
        let places = drawn.map_or(vec![number], Clone::clone);
        places.into_iter().flat_map(|number| self.whites(number)).any(|at| self.board.rank(at) > 0)
    }

    /// The squares of White's pieces of a kind.
    fn whites(&self, number: usize) -> Vec<Square> {
        let white = self.standing(number).into_iter().filter(|(_, color)| *color == Color::White);
        white.map(|(at, _)| at).collect()
    }

    /// The files of a piece on White's first rank.
    fn first_files(&self, number: usize) -> Vec<u8> {
        self.whites(number).into_iter().filter(|at| self.board.rank(*at) == 0).map(|at| self.board.file(at)).collect()
    }

    /// A king that is shuffled stands between its partners, the two pieces of a kind in the corners of the diagram, and
    /// castles to the same squares as from its place in the diagram.
    fn castle_freely(&self, file: &mut File, orders: &Orders<'_>) -> Option<()> {
        let castlers = self.pieces.iter().enumerate().filter(|(_, piece)| !moves::castlings(&piece.moves).is_empty());
        let castlers: Vec<usize> = castlers.map(|(number, _)| number).collect();
        let corner = |file: u8| match self.at(self.board.square(file.into(), 0)?) {
            Some(Content::Piece(number, Color::White)) => Some(number),
            _ => None,
        };
        let corners = [0, self.board.files() - 1].map(corner);
        let drawn = |number: &usize| orders.pieces.contains(number);
        let [king] = castlers[..] else {
            return if castlers.is_empty() {
                Some(())
            } else {
                self.cannot(orders.given, "how several pieces castle then is not specified")
            };
        };
        if !drawn(&king) {
            return if corners.iter().flatten().any(drawn) {
                self.cannot(orders.given, "who castles with whom when the corners are shuffled is not specified")
            } else {
                Some(())
            };
        }
        let name = &self.pieces[king].line.name.text;
        if orders.first.is_some() || orders.pieces.iter().any(|number| self.may_start_inside(*number, Some(orders))) {
            return self.cannot(
                orders.given,
                "how a king castles that is shuffled on several ranks, or twice, is not specified",
            );
        }
        let [Some(partner), Some(other)] = corners else {
            return self.cannot(
                orders.given,
                "whom the king castles with is not specified: there is a corner without a piece",
            );
        };
        let unlike = partner != other || self.first_files(partner).len() != 2 || self.first_files(king).len() != 1;
        if unlike {
            let why = format!("`{name}` has no two pieces of a kind to castle with in the corners");
            return self.cannot(orders.given, &why);
        }
        let (at, range) = (self.first_files(king)[0], moves::castling_range(&self.pieces[king].moves));
        let files = range.and_then(|range| Some((at.checked_sub(range)?, at.checked_add(range)?)));
        let Some((left, right)) = files.filter(|(_, right)| *right < self.board.files()) else {
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
