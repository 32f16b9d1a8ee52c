//! Sets of squares as variant files write them: `rank-8`, `last-3`,
//! `ranks 1-4`, `file d`, `d0-f2`, `d4 e4`, `dark`, `all`, or the name of a zone;
//! `not` before one of these means all others.
//!
//! Text and owner go in, an [`Area`] comes out. Ranks are counted from 1 on
//! the owner's side; squares are named as on the board.

use crate::board::{Area, ByColor, Color, Geometry, Square};
use crate::text::{Span, did_you_mean, span_in};
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

/// A fault of a part of the text.
struct Wrong<'t> {
    part: &'t str,
    message: String,
    help: Vec<String>,
}

impl<'t> Wrong<'t> {
    fn new(part: &'t str, message: impl Into<String>) -> Self {
        Self { part, message: message.into(), help: Vec::new() }
    }
}

/// What `not` precedes in a set of squares, and whether it does.
pub fn without_not(text: &str) -> (&str, bool) {
    let text = text.trim();
    match text.strip_prefix(NOT).filter(|rest| rest.starts_with([' ', '\t'])) {
        Some(rest) => (rest.trim_start(), true),
        None => (text, false),
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
        let (named, complemented) = without_not(text);
        let area = self.set(named).map(|area| if complemented { self.board.area() & !area } else { area });
        area.map_err(|Wrong { part, message, help }| {
            let meant = self.respelled(named).map(|meant| vec![format!("did you mean `{meant}`?")]);
            SquaresError { span: span_in(text, part), message, help: meant.unwrap_or(help) }
        })
    }

    fn set(self, text: &str) -> Result<Area, Wrong<'_>> {
        if text.is_empty() {
            let help = "write `all`, `rank-8`, `ranks 1-4`, `last-3`, `file d`, `d1-f3`, `d4 e4`, `dark` or the name of a zone";
            return Err(Wrong { help: vec![help.to_owned()], ..Wrong::new(text, "no squares are given") });
        }
        if text == "all" {
            return Ok(self.board.area());
        }
        if let Some(zone) = self.zones.get(text) {
            return Ok(zone[self.owner]);
        }
        // `ranks` is tried before `rank`, with which it begins.
        for (prefix, read) in LISTS {
            let rest = text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(['-', ' ', '\t']));
            if rest.is_some_and(|rest| rest.trim().is_empty()) {
                return Err(Wrong::new(text, format!("`{text}` names no squares")));
            }
            if let Some(list) = rest.map(str::trim) {
                return read(&self, list).map_err(|mut wrong| {
                    if list.contains(char::is_whitespace) {
                        wrong.help.push(IN_A_LIST.to_owned());
                    }
                    wrong
                });
            }
        }
        text.split_whitespace().try_fold(Area::EMPTY, |sum, word| Ok(sum | self.one_word(word)?))
    }

    /// The set that a text such as `rank8`, `Last 3`, `A1-C3`, `ranks 3–5` or `first-2` most likely means.
    fn respelled(self, text: &str) -> Option<String> {
        let lower = text.to_lowercase().replace(DASHES, "-");
        let rest = |word: &str| Some(lower.strip_prefix(word)?.trim_start_matches(['-', ' ']).to_owned());
        let first = || Some(format!("ranks 1-{}", rest("first")?));
        let listed = LISTS.into_iter().find_map(|(word, _)| Some(format!("{word} {}", rest(word)?)));
        let meant = listed.or_else(first).unwrap_or(lower);
        self.set(&meant).is_ok().then_some(meant)
    }

    /// `3`, `1-4`, `3,6`: ranks from 1 on the owner's side.
    fn ranks<'t>(&self, list: &'t str) -> Result<Area, Wrong<'t>> {
        let most = self.board.ranks();
        let read = |word: &'t str| match word.parse::<u8>() {
            Ok(rank) if (1..=most).contains(&rank) => Ok(rank - 1),
            other => {
                let mut wrong = Wrong::new(word, format!("`{word}` is not a rank of this board, expected 1 to {most}"));
                if other == Ok(self.board.rank_base()) {
                    wrong
                        .help
                        .push("ranks are counted from 1, though the squares of this board begin with `a0`".to_owned());
                }
                Err(wrong)
            }
        };
        let mut area = Area::EMPTY;
        for item in list.split_terminator(',').map(str::trim) {
            let (from, to) = range(item, read)?;
            area |= self.owners_ranks(from, to);
        }
        Ok(area)
    }

    /// `3`: the number of ranks on the far side.
    fn last<'t>(&self, count: &'t str) -> Result<Area, Wrong<'t>> {
        let most = self.board.ranks();
        match count.parse::<u8>() {
            Ok(count) if (1..=most).contains(&count) => Ok(self.owners_ranks(most - count, most - 1)),
            _ => Err(Wrong::new(count, format!("`{count}` is not a number of ranks, expected 1 to {most}"))),
        }
    }

    fn owners_ranks(&self, from: u8, to: u8) -> Area {
        let owner = self.owner;
        self.board.all().filter(|&sq| (from..=to).contains(&self.board.rank_of(owner, sq))).collect()
    }

    /// `d`, `a-c`, `a,h`.
    fn files<'t>(&self, list: &'t str) -> Result<Area, Wrong<'t>> {
        let last = char::from(b'a' + self.board.files() - 1);
        let read = |word: &'t str| match word.as_bytes() {
            [letter] if ('a'..=last).contains(&char::from(*letter)) => Ok(letter - b'a'),
            _ => Err(Wrong::new(word, format!("`{word}` is not a file of this board, expected a to {last}"))),
        };
        let mut area = Area::EMPTY;
        for item in list.split_terminator(',').map(str::trim) {
            let (from, to) = range(item, read)?;
            area |= self.board.area_where(|file, _| (from..=to).contains(&file));
        }
        Ok(area)
    }

    /// A square, two opposite corners of a rectangle, the squares of a shade, or a zone.
    fn one_word<'t>(&self, word: &'t str) -> Result<Area, Wrong<'t>> {
        let board = self.board;
        if let Some(zone) = self.zones.get(word) {
            return Ok(zone[self.owner]);
        }
        if let Some(shade) = SHADES.iter().position(|name| *name == word) {
            return Ok(of_shade(board, shade));
        }
        let corners = word.split_once('-').unwrap_or((word, word));
        if let (Some(one), Some(other)) = (board.parse(corners.0), board.parse(corners.1)) {
            let between = |a: u8, b: u8, x: u8| (a.min(b)..=a.max(b)).contains(&x);
            let area = board.area_where(|file, rank| {
                between(board.file(one), board.file(other), file) && between(board.rank(one), board.rank(other), rank)
            });
            return Ok(if self.mirrored { board.flipped_area(area) } else { area });
        }
        let mut wrong = Wrong::new(word, format!("`{word}` names no squares of this board"));
        if word == NOT {
            wrong.help.push("`not` comes first, once, and means all squares but those named after it".to_owned());
            return Err(wrong);
        }
        if LISTS.iter().any(|(name, _)| word.split('-').next() == Some(name)) {
            wrong.help.push(IN_A_LIST.to_owned());
            return Err(wrong);
        }
        wrong.help.extend(did_you_mean(word, self.zones.keys().map(String::as_str)));
        if word.contains(',') {
            wrong.help.push("squares are separated by spaces, without commas: `d4 e4`".to_owned());
            wrong.help.push(IN_A_LIST.to_owned());
        }
        wrong.help.push(match word.contains(|c: char| c.is_ascii_digit()) {
            true => self.squares_here(),
            false => self.zones_here(),
        });
        Err(wrong)
    }

    fn squares_here(&self) -> String {
        let ends = [self.board.all().next(), self.board.all().last()].into_iter().flatten();
        let ends = ends.map(|sq| format!("`{}`", self.board.name(sq))).collect::<Vec<_>>().join(" to ");
        format!("the squares of this board are {ends}")
    }

    fn zones_here(&self) -> String {
        match self.zones.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>() {
            none if none.is_empty() => {
                "`[zones]` gives names to sets of squares, for example `centre = \"d4-e5\"`".to_owned()
            }
            names => format!("zones here: {}", names.join(", ")),
        }
    }
}

/// The words for the squares of each [shade](Geometry::shade), which are the same for both sides.
pub const SHADES: [&str; 2] = ["dark", "light"];

/// The squares of a shade, an index into [`SHADES`].
pub fn of_shade(board: Geometry, shade: usize) -> Area {
    board.all().filter(|sq| usize::from(board.shade(*sq)) == shade).collect()
}

/// The first and the last of adjacent ranks or files, counted from 0.
pub type Run = (u8, u8);

/// The ranks or files that a set consists of, if it consists of whole ones; `line` tells that of a square. Whether
/// holes are in the set does not matter.
pub fn runs(board: Geometry, area: Area, holes: Area, line: impl Fn(Square) -> u8) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut all = holes;
    for number in 0..board.files().max(board.ranks()) {
        let whole: Area = board.all().filter(|sq| line(*sq) == number).collect();
        let seen = whole & !holes;
        if seen.is_empty() || !seen.within(area) {
            continue;
        }
        all |= whole;
        match runs.last_mut() {
            Some((_, to)) if *to + 1 == number => *to = number,
            _ => runs.push((number, number)),
        }
    }
    (!runs.is_empty() && all == area | holes).then_some(runs)
}

/// Rectangles that together form a set, each by two opposite corners. Whether holes are in the set does not matter.
pub fn rectangles(board: Geometry, area: Area, holes: Area) -> Vec<(Square, Square)> {
    let free = area | holes;
    let mut rest = area & !holes;
    let mut found = Vec::new();
    while let Some(corner) = rest.first() {
        let (file, rank) = (board.file(corner), board.rank(corner));
        let at = |file: u8, rank: u8| board.square(file.into(), rank.into());
        let has = |file, rank| at(file, rank).is_some_and(|sq| free.has(sq));
        // A rectangle may contain holes, but not begin or end with a line of them.
        let is_there = |file, rank| at(file, rank).is_some_and(|sq| area.has(sq) && !holes.has(sq));
        let files = (file..board.files()).take_while(|&file| has(file, rank));
        let right = files.filter(|&file| is_there(file, rank)).last().unwrap_or(file);
        // Ranks on which the set is wider make a rectangle of their own.
        let ends =
            |rank: u8| [file.checked_sub(1), right.checked_add(1)].into_iter().flatten().all(|f| !is_there(f, rank));
        let row = |rank: u8| (file..=right).all(|file| has(file, rank)) && ends(rank);
        let ranks = (rank..board.ranks()).take_while(|&rank| row(rank));
        let top = ranks.filter(|&rank| (file..=right).any(|file| is_there(file, rank))).last().unwrap_or(rank);
        rest &= !board.area_where(|f, r| (file..=right).contains(&f) && (rank..=top).contains(&r));
        found.push((corner, at(right, top).unwrap_or(corner)));
    }
    found
}

/// A set as a file names its squares, which are then the same for both sides.
pub fn named(board: Geometry, area: Area) -> String {
    let rectangles = rectangles(board, area, Area::EMPTY).into_iter();
    rectangles.map(|(from, to)| from_to(board.name(from), board.name(to))).collect::<Vec<_>>().join(" ")
}

/// A range as a file writes it.
pub fn from_to(from: String, to: String) -> String {
    if from == to { from } else { format!("{from}-{to}") }
}

/// What is printed, or typed on other keyboards, in place of a hyphen.
const DASHES: [char; 5] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2212}'];

/// The word for all squares but those that follow.
pub const NOT: &str = "not";

/// Advice on several sets in one string.
const IN_A_LIST: &str = "several sets of squares are written as a list, for example `[\"rank-1\", \"d4 e4\"]`";

type ListReader = for<'t> fn(&SquareReader<'_>, &'t str) -> Result<Area, Wrong<'t>>;
const LISTS: [(&str, ListReader); 5] = [
    ("ranks", |view, list| view.ranks(list)),
    ("rank", |view, list| view.ranks(list)),
    ("last", |view, list| view.last(list)),
    ("files", |view, list| view.files(list)),
    ("file", |view, list| view.files(list)),
];

/// `a` or `a-b`.
fn range<'t>(item: &'t str, read: impl Fn(&'t str) -> Result<u8, Wrong<'t>>) -> Result<(u8, u8), Wrong<'t>> {
    let Some((from, to)) = item.split_once('-') else { return read(item).map(|one| (one, one)) };
    let (first, second) = (read(from.trim())?, read(to.trim())?);
    if first > second {
        return Err(Wrong::new(item, format!("`{item}` goes backwards, expected `{to}-{from}`")));
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
    fn sets_of_squares_are_read() {
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
        assert_eq!(white("dark").split(' ').take(4).collect::<Vec<_>>(), ["a0", "c0", "b1", "a2"]);
        assert_eq!(black("dark"), white("dark"));
        assert_eq!(black("not light"), white("dark"));
        assert_eq!(white("light a0").split(' ').count(), 16);
        assert_eq!(white("not ranks 2-10"), "a0 b0 c0");
        assert_eq!(black("not  ranks 2-10 "), "a9 b9 c9");
        assert_eq!(white("not a1-c9 b0"), "a0 c0");
        assert_eq!(black("not a1-c9 b0"), "a9 c9");
        assert_eq!(white("not own-half").split(' ').count(), 30);
        assert_eq!(black("not own-half"), "");
    }

    #[test]
    fn invalid_sets_of_squares_are_refused_with_their_place() {
        let board = Geometry::new(3, 3).expect("fits");
        let error = |text| names(text, board, Color::White).unwrap_or_else(|error| error);
        assert_eq!(error(""), "0..0 no squares are given");
        assert_eq!(error("rank-"), "0..5 `rank-` names no squares");
        assert_eq!(error("rank-4"), "5..6 `4` is not a rank of this board, expected 1 to 3");
        assert_eq!(error("ranks 1,0"), "8..9 `0` is not a rank of this board, expected 1 to 3");
        assert_eq!(error("ranks 3-1"), "6..9 `3-1` goes backwards, expected `1-3`");
        assert_eq!(error("last-9"), "5..6 `9` is not a number of ranks, expected 1 to 3");
        assert_eq!(error("file d"), "5..6 `d` is not a file of this board, expected a to c");
        assert_eq!(error("a1  a4"), "4..6 `a4` names no squares of this board");
        assert_eq!(error("not"), "0..3 `not` names no squares of this board");
        assert_eq!(error("a1 not a2"), "3..6 `not` names no squares of this board");
        assert_eq!(error("not a1 a4"), "7..9 `a4` names no squares of this board");
        assert_eq!(error("palace"), "0..6 `palace` names no squares of this board");
        let meant = |text: &str| {
            let view = SquareReader { board, zones: &Zones::new(), owner: Color::White, mirrored: false };
            view.area(text).err().and_then(|error| error.help.into_iter().next())
        };
        for (text, set) in
            [("last3", "last 3"), ("Rank-2", "rank 2"), ("filesA-C", "files a-c"), ("first-2", "ranks 1-2")]
        {
            assert_eq!(meant(text), Some(format!("did you mean `{set}`?")), "{text}");
        }
        assert_ne!(meant("last9"), Some("did you mean `last 9`?".to_owned()));
        assert_eq!(error("ranks ü"), "6..8 `ü` is not a rank of this board, expected 1 to 3");
    }
}
