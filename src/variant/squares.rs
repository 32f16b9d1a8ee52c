//! Sets of squares as variant files write them: `rank-8`, `last-3`,
//! `ranks 1-4`, `file d`, `d0-f2`, `d4 e4`, `all`, or the name of a zone.
//!
//! Text and owner go in, an [`Area`] comes out. Ranks are counted from 1 on
//! the owner's side; squares are named as on the board.

use crate::board::{Area, ByColor, Color, Geometry};
use crate::text::{Span, did_you_mean};
use indexmap::IndexMap;

/// Zones by name.
pub type Zones = IndexMap<String, ByColor<Area>>;

/// A fault in a set of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquaresError {
    /// The bytes of the text at fault.
    pub span: Span,
    /// The message.
    pub message: String,
    /// Advice.
    pub help: Vec<String>,
}

/// A part of the text and where it starts.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Word<'a> {
    fn span(self) -> Span {
        self.start..self.start + self.text.len()
    }

    fn error(self, message: impl Into<String>) -> SquaresError {
        SquaresError { span: self.span(), message: message.into(), help: Vec::new() }
    }

    /// The parts between separators, each with its place.
    fn split(self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Word<'a>> {
        let mut start = self.start;
        self.text.split_inclusive(separator).map(move |part| {
            let word = Word { text: part, start };
            start += part.len();
            word
        })
    }

    fn trimmed(self) -> Self {
        let cut = self.text.len() - self.text.trim_start().len();
        Word { text: self.text.trim(), start: self.start + cut }
    }

    /// The rest after a prefix, if the text begins with it.
    fn after(self, prefix: &str) -> Option<Self> {
        let text = self.text.strip_prefix(prefix)?;
        Some(Word { text, start: self.start + prefix.len() })
    }
}

/// The context in which a set of squares is read.
#[derive(Clone, Copy)]
pub struct SquareReader<'a> {
    /// The board.
    pub board: Geometry,
    /// Zones that may be named.
    pub zones: &'a Zones,
    /// The side from which ranks are counted, and whose zones are meant.
    pub owner: Color,
    /// Whether the squares named are White's, to be mirrored for the owner.
    pub mirrored: bool,
}

impl SquareReader<'_> {
    /// Reads a set of squares.
    ///
    /// # Errors
    ///
    /// Returns an error for the first part of the text that does not name squares of this board.
    pub fn area(self, text: &str) -> Result<Area, SquaresError> {
        let all = Word { text, start: 0 }.trimmed();
        if all.text.is_empty() {
            let help = "write `all`, `rank-8`, `ranks 1-4`, `last-3`, `file d`, `d1-f3`, `d4 e4` or the name of a zone";
            return Err(SquaresError { help: vec![help.to_owned()], ..all.error("no squares are given") });
        }
        if all.text == "all" {
            return Ok(self.board.area());
        }
        if let Some(zone) = self.zones.get(all.text) {
            return Ok(zone[self.owner]);
        }
        // `ranks` is tried before `rank`, with which it begins.
        for (prefix, read) in LISTS {
            let rest = all.after(prefix).filter(|rest| rest.text.starts_with(['-', ' ', '\t']));
            if let Some(rest) = rest.and_then(|rest| rest.after(&rest.text[..1])) {
                return read(&self, rest.trimmed()).map_err(|mut error| {
                    if rest.trimmed().text.contains(char::is_whitespace) {
                        error.help.push(IN_A_LIST.to_owned());
                    }
                    error
                });
            }
        }
        let words = all.split(char::is_whitespace).map(Word::trimmed).filter(|word| !word.text.is_empty());
        words.map(|word| self.one_word(word)).try_fold(Area::EMPTY, |sum, area| Ok(sum | area?))
    }

    /// `3`, `1-4`, `3,6`: ranks from 1 on the owner's side.
    fn ranks(&self, list: Word<'_>) -> Result<Area, SquaresError> {
        let most = self.board.ranks();
        let read = |word: Word<'_>| match word.text.parse::<u8>() {
            Ok(rank) if (1..=most).contains(&rank) => Ok(rank - 1),
            other => {
                let mut error =
                    word.error(format!("`{}` is not a rank of this board, expected 1 to {most}", word.text));
                if other == Ok(self.board.rank_base()) {
                    error.help.push("ranks are counted from 1, though the squares here begin with `a0`".to_owned());
                }
                Err(error)
            }
        };
        let mut area = Area::EMPTY;
        for item in list.split(|c| c == ',').map(without_comma) {
            let (from, to) = range(item, read)?;
            area |= self.owners_ranks(from, to);
        }
        Ok(area)
    }

    /// `3`: the number of ranks on the far side.
    fn last(&self, count: Word<'_>) -> Result<Area, SquaresError> {
        let most = self.board.ranks();
        match count.text.parse::<u8>() {
            Ok(count) if (1..=most).contains(&count) => Ok(self.owners_ranks(most - count, most - 1)),
            _ => Err(count.error(format!("`{}` is not a number of ranks, expected 1 to {most}", count.text))),
        }
    }

    fn owners_ranks(&self, from: u8, to: u8) -> Area {
        let owner = self.owner;
        self.board.all().filter(|&sq| (from..=to).contains(&self.board.rank_of(owner, sq))).collect()
    }

    /// `d`, `a-c`, `a,h`.
    fn files(&self, list: Word<'_>) -> Result<Area, SquaresError> {
        let last = char::from(b'a' + self.board.files() - 1);
        let read = |word: Word<'_>| match word.text.as_bytes() {
            [letter] if ('a'..=last).contains(&char::from(*letter)) => Ok(letter - b'a'),
            _ => Err(word.error(format!("`{}` is not a file of this board, expected a to {last}", word.text))),
        };
        let mut area = Area::EMPTY;
        for item in list.split(|c| c == ',').map(without_comma) {
            let (from, to) = range(item, read)?;
            area |= self.board.area_where(|file, _| (from..=to).contains(&file));
        }
        Ok(area)
    }

    /// A square, two opposite corners of a rectangle, or a zone.
    fn one_word(&self, word: Word<'_>) -> Result<Area, SquaresError> {
        let board = self.board;
        if let Some(zone) = self.zones.get(word.text) {
            return Ok(zone[self.owner]);
        }
        let corners = word.text.split_once('-').unwrap_or((word.text, word.text));
        if let (Some(one), Some(other)) = (board.parse(corners.0), board.parse(corners.1)) {
            let between = |a: u8, b: u8, x: u8| (a.min(b)..=a.max(b)).contains(&x);
            let area = board.area_where(|file, rank| {
                between(board.file(one), board.file(other), file) && between(board.rank(one), board.rank(other), rank)
            });
            return Ok(if self.mirrored { board.flipped_area(area) } else { area });
        }
        let mut error = word.error(format!("`{}` names no squares of this board", word.text));
        if LISTS.iter().any(|(name, _)| word.text.split('-').next() == Some(name)) {
            error.help.push(IN_A_LIST.to_owned());
            return Err(error);
        }
        error.help.extend(did_you_mean(word.text, self.zones.keys().map(String::as_str)));
        if word.text.contains(',') {
            error.help.push("squares stand side by side without commas, as `d4 e4`".to_owned());
            error.help.push(IN_A_LIST.to_owned());
        }
        error.help.push(match word.text.contains(|c: char| c.is_ascii_digit()) {
            true => self.squares_here(),
            false => self.zones_here(),
        });
        Err(error)
    }

    fn squares_here(&self) -> String {
        let ends = [self.board.all().next(), self.board.all().last()].into_iter().flatten();
        let ends = ends.map(|sq| format!("`{}`", self.board.name(sq))).collect::<Vec<_>>().join(" to ");
        format!("squares here go from {ends}")
    }

    fn zones_here(&self) -> String {
        match self.zones.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>() {
            none if none.is_empty() => {
                "names are given to sets of squares in `[zones]`, as `centre = \"d4-e5\"`".to_owned()
            }
            names => format!("zones here: {}", names.join(", ")),
        }
    }
}

/// Advice on several sets in one string.
const IN_A_LIST: &str = "several sets of squares stand in a list, as `[\"rank-1\", \"d4 e4\"]`";

type ListReader = fn(&SquareReader<'_>, Word<'_>) -> Result<Area, SquaresError>;
const LISTS: [(&str, ListReader); 5] = [
    ("ranks", |view, list| view.ranks(list)),
    ("rank", |view, list| view.ranks(list)),
    ("last", |view, list| view.last(list)),
    ("files", |view, list| view.files(list)),
    ("file", |view, list| view.files(list)),
];

fn without_comma(item: Word<'_>) -> Word<'_> {
    Word { text: item.text.trim_end_matches(','), start: item.start }.trimmed()
}

/// `a` or `a-b`.
fn range(item: Word<'_>, read: impl Fn(Word<'_>) -> Result<u8, SquaresError>) -> Result<(u8, u8), SquaresError> {
    let Some((from, to)) = item.text.split_once('-') else { return read(item).map(|one| (one, one)) };
    let first = read(Word { text: from, start: item.start }.trimmed())?;
    let second = read(Word { text: to, start: item.start + from.len() + 1 }.trimmed())?;
    if first > second {
        return Err(item.error(format!("`{}` goes backwards, expected `{to}-{from}`", item.text)));
    }
    Ok((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, board: Geometry, owner: Color) -> Result<String, String> {
        let mut zones = Zones::new();
        zones.insert("own-half".to_owned(), ByColor([Area::EMPTY, board.area()]));
        let view = SquareReader { board, zones: &zones, owner, mirrored: owner == Color::Black };
        let area = view.area(text).map_err(|error| format!("{:?} {}", error.span, error.message))?;
        Ok(area.iter().map(|sq| board.name(sq)).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn sets_of_squares() {
        let board = Geometry::new(3, 10).expect("fits");
        let white = |text| names(text, board, Color::White).unwrap_or_else(|error| error);
        let black = |text| names(text, board, Color::Black).unwrap_or_else(|error| error);
        assert_eq!(white("rank-1"), "a0 b0 c0");
        assert_eq!(black("rank-1"), "a9 b9 c9");
        assert_eq!(white("last-2"), "a8 b8 c8 a9 b9 c9");
        assert_eq!(black("last 1"), "a0 b0 c0");
        assert_eq!(white(" ranks 1,9-10 "), "a0 b0 c0 a8 b8 c8 a9 b9 c9");
        assert_eq!(white("b1-c2"), "b1 c1 b2 c2");
        assert_eq!(black("c2-b1 a0"), "b7 c7 b8 c8 a9");
        assert_eq!(white("own-half"), "");
        assert_eq!(white("file b").split(' ').count(), 10);
        assert_eq!(white("files a, c").split(' ').count(), 20);
        assert_eq!(black("all").split(' ').count(), 30);
        assert_eq!(black("own-half a0").split(' ').count(), 30);
        assert_eq!(white("own-half a0"), "a0");
    }

    #[test]
    fn what_names_no_squares_is_refused_with_its_place() {
        let board = Geometry::new(3, 3).expect("fits");
        let error = |text| names(text, board, Color::White).unwrap_or_else(|error| error);
        assert_eq!(error(""), "0..0 no squares are given");
        assert_eq!(error("rank-4"), "5..6 `4` is not a rank of this board, expected 1 to 3");
        assert_eq!(error("ranks 1,0"), "8..9 `0` is not a rank of this board, expected 1 to 3");
        assert_eq!(error("ranks 3-1"), "6..9 `3-1` goes backwards, expected `1-3`");
        assert_eq!(error("last-9"), "5..6 `9` is not a number of ranks, expected 1 to 3");
        assert_eq!(error("file d"), "5..6 `d` is not a file of this board, expected a to c");
        assert_eq!(error("a1  a4"), "4..6 `a4` names no squares of this board");
        assert_eq!(error("palace"), "0..6 `palace` names no squares of this board");
        assert_eq!(error("ranks ü"), "6..8 `ü` is not a rank of this board, expected 1 to 3");
    }
}
