//! Sets of squares in words.

use crate::board::{Area, ByColor, Color, Geometry};
use crate::text::enumerate;
use crate::variant::squares::{Run, SHADES, of_shade, rectangles, runs};

/// The board on which squares are named.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub board: Geometry,
    /// Squares that are missing from the board. Sets that differ only in these are equal.
    pub holes: Area,
    /// The conjunction before the last item.
    pub last: &'static str,
}

/// The most squares that are named one by one.
const FEW_SQUARES: u32 = 4;

/// The sides that have any of some squares.
pub(super) fn sides_of(areas: &ByColor<Area>) -> Vec<Color> {
    Color::ALL.into_iter().filter(|color| areas[*color].any()).collect()
}

impl Places {
    /// The same board, for sentences about any one square of a set: the conjunction is `or`.
    pub(super) fn either(self) -> Self {
        Self { last: "or", ..self }
    }

    /// A set for both sides, as `the last 3 ranks (7–9 for White, 1–3 for Black)`.
    pub(super) fn sided(self, areas: &ByColor<Area>) -> String {
        let [white, black] = areas.0;
        if self.same(white, black) {
            return self.named(white);
        }
        if white.is_empty() || black.is_empty() {
            let color = if black.is_empty() { Color::White } else { Color::Black };
            return format!("{} for {}", self.named(areas[color]), color.name());
        }
        if let (Some((from, to)), true) = (self.ranks(white), self.same(self.board.flipped_area(white), black)) {
            let last = self.board.ranks() - 1;
            let own = |end: &str| match to - from {
                0 => format!("{end} rank"),
                more => format!("{end} {} ranks", more + 1),
            };
            let end = match (from, to) {
                (_, to) if to == last => Some(own("the last")),
                (0, _) => Some(own("the first")),
                _ => None,
            };
            if let Some(end) = end {
                let all = Self { last: "and", ..self };
                let told = |color| all.named(areas[color]).replace("ranks ", "").replace("rank ", "");
                return format!("{end} ({} for White, {} for Black)", told(Color::White), told(Color::Black));
            }
        }
        self.apart(areas)
    }

    /// The sets of the two sides, one after the other.
    fn apart(self, areas: &ByColor<Area>) -> String {
        let [white, black] = areas.0.map(|area| self.named(area));
        format!("{white} for White, {black} for Black")
    }

    /// Like [`Self::sided`], in a sentence that says already which sides it is about.
    pub(super) fn of(self, areas: &ByColor<Area>, sides: &[Color]) -> String {
        match sides {
            [only] => self.named(areas[*only]),
            _ => self.sided(areas),
        }
    }

    /// Like [`Self::sided`], for squares to which a rule limits pieces: a side that may use all squares is left out.
    fn limited(self, areas: &ByColor<Area>) -> String {
        match areas.0.map(|area| self.is_all(area)) {
            [true, false] => format!("{} for Black", self.named(areas[Color::Black])),
            [false, true] => format!("{} for White", self.named(areas[Color::White])),
            _ if areas.0.iter().any(|area| area.is_empty()) => self.apart(areas),
            _ => self.sided(areas),
        }
    }

    /// The squares to which a rule limits a piece of these sides; `None` if it limits none of them.
    pub(super) fn confined(self, areas: &ByColor<Area>, sides: &[Color]) -> Option<String> {
        let free = sides.iter().all(|color| self.is_all(areas[*color]));
        (!free).then(|| match sides {
            [only] => self.named(areas[*only]),
            _ => self.limited(areas),
        })
    }

    /// Names a set by ranks, files, a shade or squares.
    pub(super) fn named(self, area: Area) -> String {
        if area.is_empty() {
            return "no square".to_owned();
        }
        if self.is_all(area) {
            return "the whole board".to_owned();
        }
        let rank = |rank: u8| (rank + 1).to_string();
        let file = |file: u8| char::from(b'a' + file).to_string();
        // Where the names of squares begin with 0, the number of a rank would not be that of a file, which counts from 1.
        let counts_alike = self.board.rank_base() == 1;
        if let Some(runs) = runs(self.board, area, self.holes, |sq| self.board.rank(sq)).filter(|_| counts_alike) {
            return self.run_names("rank", &runs, rank);
        }
        if let Some(runs) = runs(self.board, area, self.holes, |sq| self.board.file(sq)) {
            return self.run_names("file", &runs, file);
        }
        let squares = area & !self.holes;
        if squares.count() <= FEW_SQUARES {
            return enumerate(&squares.iter().map(|sq| self.board.name(sq)).collect::<Vec<_>>(), self.last);
        }
        if let Some(shade) = (0..SHADES.len()).find(|shade| self.same(area, of_shade(self.board, *shade))) {
            return format!("the {} squares", SHADES[shade]);
        }
        let name = |(from, to)| match from == to {
            true => self.board.name(from),
            false => format!("{}–{}", self.board.name(from), self.board.name(to)),
        };
        enumerate(&rectangles(self.board, area, self.holes).into_iter().map(name).collect::<Vec<_>>(), self.last)
    }

    fn run_names(self, what: &str, runs: &[Run], name: impl Fn(u8) -> String) -> String {
        let one = |&(from, to): &Run| match to - from {
            0 => name(from),
            1 if runs.len() == 1 => format!("{} {} {}", name(from), self.last, name(to)),
            _ => format!("{}–{}", name(from), name(to)),
        };
        let plural = if matches!(runs, [(from, to)] if from == to) { "" } else { "s" };
        format!("{what}{plural} {}", enumerate(&runs.iter().map(one).collect::<Vec<_>>(), self.last))
    }

    /// Whether a set has every square of the board.
    pub(super) fn is_all(self, area: Area) -> bool {
        self.board.area().within(area | self.holes)
    }

    fn same(self, one: Area, other: Area) -> bool {
        one | self.holes == other | self.holes
    }

    /// The ranks that a set consists of, if it consists of adjacent ones.
    fn ranks(self, area: Area) -> Option<Run> {
        match runs(self.board, area, self.holes, |sq| self.board.rank(sq))?[..] {
            [run] => Some(run),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::squares::{SquareReader, Zones};

    /// The words for a set of squares as a file writes it.
    fn told(text: &str, ranks: u8) -> String {
        let board = Geometry::new(8, ranks).expect("fits");
        let zones = Zones::new();
        let area = |owner| SquareReader { board, zones: &zones, owner, mirrored: owner == Color::Black }.area(text);
        let places = Places { board, holes: Area::EMPTY, last: "and" };
        places.sided(&ByColor::from_fn(|owner| area(owner).expect("a set of squares")))
    }

    #[test]
    fn sets_of_squares_have_short_names() {
        assert_eq!(told("last-1", 8), "the last rank (8 for White, 1 for Black)");
        assert_eq!(told("last-3", 10), "the last 3 ranks (a7–h9 for White, a0–h2 for Black)");
        assert_eq!(told("ranks 1,2", 8), "the first 2 ranks (1 and 2 for White, 7 and 8 for Black)");
        assert_eq!(told("rank-2", 8), "rank 2 for White, rank 7 for Black");
        assert_eq!(told("ranks 4,5", 8), "ranks 4 and 5");
        assert_eq!(told("files a,h", 8), "files a and h");
        assert_eq!(told("all", 8), "the whole board");
        assert_eq!(told("not dark", 8), "the light squares");
        assert_eq!(told("d4 e4 d5 e5", 8), "d4, e4, d5 and e5");
        assert_eq!(told("d1-f3", 8), "d1–f3 for White, d6–f8 for Black");
        assert_eq!(told("a4-h5 c3", 8), "c3 and a4–h5 for White, a4–h5 and c6 for Black");
    }

    #[test]
    fn sets_of_one_side_have_its_name_where_the_sentence_does_not_say_it() {
        let board = Geometry::new(8, 8).expect("fits");
        let places = Places { board, holes: Area::EMPTY, last: "and" };
        let zones = Zones::new();
        let area = |text| {
            SquareReader { board, zones: &zones, owner: Color::White, mirrored: false }
                .area(text)
                .expect("a set of squares")
        };
        let sets = ByColor([area("a1 h1"), Area::EMPTY]);
        assert_eq!(places.sided(&sets), "a1 and h1 for White");
        assert_eq!(places.of(&sets, &sides_of(&sets)), "a1 and h1");
        let limit = |areas: &ByColor<Area>, sides: &[Color]| places.confined(areas, sides);
        assert_eq!(limit(&sets, &Color::ALL).as_deref(), Some("a1 and h1 for White, no square for Black"));
        assert_eq!(limit(&sets, &[Color::White]).as_deref(), Some("a1 and h1"));
        let free = ByColor([area("all"), area("ranks 2,3")]);
        assert_eq!(limit(&free, &Color::ALL).as_deref(), Some("ranks 2 and 3 for Black"));
        assert_eq!(limit(&free, &[Color::White]), None);
    }

    #[test]
    fn squares_that_are_missing_beside_a_set_are_not_named() {
        let board = Geometry::new(7, 7).expect("fits");
        let zones = Zones::new();
        let view = SquareReader { board, zones: &zones, owner: Color::White, mirrored: false };
        let area = |text| view.area(text).expect("a set of squares");
        let places = Places { board, holes: area("c3-e5"), last: "and" };
        assert_eq!(places.named(area("a1-b5")), "a1–b5");
        assert_eq!(places.named(area("a3-f4")), "a3–f4");
    }
}
