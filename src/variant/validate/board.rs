//! The board and sets of squares on it.

use super::Checker;
use super::complaints::or_default;
use crate::board::{Area, ByColor, Color, Geometry, MAX_FILES, MAX_RANKS, Square};
use crate::text::{Report, Span};
use crate::variant::file::{BoardTable, Named, RankBase, Sided, Sides, Spanned, SquareSet, WordOrList};
use crate::variant::squares::{NOT, SHADES, SquareReader, named, of_shade, without_not};
use crate::variant::{KindSet, Variant};

/// Advice on ranks that an included file counted on a board of another size.
const OTHER_RANKS: &str = "write it anew, in the file with this board; `last-1` is the farthest rank on any board";

/// Advice on squares and files that an included file named on a board of another size.
const OTHER_BOARD: &str = "write it anew, in the file with this board";

/// A set that means the mirror images of its squares for Black.
pub(super) struct MirroredSet {
    pub span: Span,
    /// Whether it is a key, not a value.
    pub is_key: bool,
}

/// A set of squares that counts ranks, on a board whose squares count them from 0.
pub(super) struct CountedRanks {
    span: Span,
    text: String,
    /// The nearest of them, from 1.
    nearest: u8,
    /// The farthest of them, from 1.
    farthest: u8,
    /// Whether as many ranks are left out before them as behind them.
    centred: bool,
}

impl Checker<'_> {
    pub(super) fn geometry(&mut self, table: Option<&Spanned<BoardTable>>) -> Option<Geometry> {
        let span = table.map_or(0..0, Spanned::span);
        let help = "add `[board]` with its size, for example `files = 8` and `ranks = 8`";
        let table = self.complaints.needed(&span, "board", table, help)?;
        let BoardTable { files, ranks, rank_base, holes: _, topology } = table.get_ref();
        let files = self.side(&span, files.as_ref(), "files", MAX_FILES);
        let ranks = self.side(&span, ranks.as_ref(), "ranks", MAX_RANKS);
        let board = Geometry::new(files?, ranks?)?.with_topology(or_default(topology.as_ref()));
        Some(match rank_base.as_ref().map(Spanned::get_ref) {
            Some(RankBase::Number(base)) => board.with_rank_base(*base),
            Some(RankBase::Auto) | None => board,
        })
    }

    /// The missing squares. They may name zones.
    pub(super) fn holes(&mut self, table: Option<&Spanned<BoardTable>>) -> Area {
        let Some(holes) = table.and_then(|table| table.get_ref().holes.as_ref()) else { return Area::EMPTY };
        let squares = self.squares(&holes.span(), holes.get_ref(), Color::White, false);
        self.wrong_holes |= squares.is_none();
        squares.unwrap_or_default()
    }

    /// Removes missing squares from all regions.
    pub(super) fn make_holes(&mut self, holes: Area) {
        for kind in &mut self.kinds {
            Color::ALL.into_iter().for_each(|color| kind.region[color] &= !holes);
        }
    }

    fn side(&mut self, table: &Span, size: Option<&Spanned<u8>>, key: &str, most: u8) -> Option<u8> {
        let help = format!("add a line such as `{key} = 8`");
        let size = self.complaints.needed(table, &format!("board.{key}"), size, &help)?;
        let fits = (1..=most).contains(size.get_ref());
        if !fits {
            let message = format!("a board of {} {key} is not possible, expected 1 to {most}", size.get_ref());
            self.complaints.error(&size.span(), message);
        }
        fits.then_some(*size.get_ref())
    }

    /// Reads the zones, each of which may name those before it.
    pub(super) fn zones(&mut self, zones: &Named<Sided>) {
        for (name, squares) in zones.iter().flat_map(Spanned::get_ref) {
            let id = name.get_ref();
            let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
            let reserved = ["all", "rank", "ranks", "last", "file", "files"];
            let first = id.split('-').next().unwrap_or_default();
            let square = |text: &str| {
                let digits = text.strip_prefix(|c: char| c.is_ascii_lowercase());
                digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
            };
            let good = id.starts_with(|c: char| c.is_ascii_lowercase()) && id.chars().all(word);
            if !good || reserved.contains(&first) || square(first) || id == NOT || SHADES.contains(&id.as_str()) {
                let report = Report::error(format!("`{id}` is not a valid name for a zone")).help(
                    "use small letters, digits, `-` and `_`, and no name that means squares, such as `d4` or `rank-8`",
                );
                self.complaints.add(&name.span(), report);
                self.wrong_zones.push(id.clone());
                continue;
            }
            // The uses of a faulty zone are not reported.
            match self.sided(squares) {
                Some(area) => {
                    if self.is_mirrored(squares.get_ref(), &area) {
                        self.mirrored_zones.push(id.clone());
                    }
                    self.zones.insert(id.clone(), area);
                }
                None => self.wrong_zones.push(id.clone()),
            }
        }
    }

    /// The squares that a value means for each side; `None` if it
    /// or the board is faulty.
    pub(super) fn sided(&mut self, value: &Spanned<Sided>) -> Option<ByColor<Area>> {
        let span = value.span();
        let areas = match value.get_ref() {
            Sided::Both(text) => {
                let white = self.squares(&span, text, Color::White, false);
                // A fault is reported only once.
                white.and_then(|white| Some([white, self.squares(&span, text, Color::Black, true)?]))
            }
            Sided::Each(each) => match (&each.white, &each.black) {
                (Some(white), Some(black)) => {
                    let white = self.squares(&white.span(), white.get_ref(), Color::White, false);
                    let black = self.squares(&black.span(), black.get_ref(), Color::Black, false);
                    white.and_then(|white| Some([white, black?]))
                }
                (white, _) => {
                    let key = if white.is_some() { "black" } else { "white" };
                    let report = Report::error(format!("the squares of one side are missing: `{key}`"))
                        .help("write `{ white = \"...\", black = \"...\" }`, or one set that is mirrored for Black");
                    self.complaints.add(&span, report);
                    None
                }
            },
        };
        if let Some(areas) = areas {
            self.fits_board(&span, value.get_ref());
            self.doubtful(&span, value.get_ref(), ByColor(areas));
            self.exchanged_shades(&span, value.get_ref(), areas);
            self.mirrored_for_each(&span, value.get_ref());
            self.counted_from_one_side(&span, value.get_ref(), areas);
        }
        areas.map(ByColor)
    }

    /// The squares of each side, with a warning if there are none: then nothing happens on them.
    pub(super) fn some_sided(&mut self, set: &Spanned<Sided>, only: Option<Color>) -> Option<ByColor<Area>> {
        let squares = self.sided_of(set, only)?;
        let concerned = |color: &Color| only.is_none_or(|only| only == *color);
        // Squares that could not be read are reported as such.
        let read = !self.complaints.any_dropped();
        if read && Color::ALL.into_iter().filter(concerned).all(|color| squares[color].is_empty()) {
            let report = Report::warning("there are no squares in this set, so the table has no effect")
                .help("name squares, for example `\"last-1\"`, or leave out the whole table");
            self.complaints.add(&set.span(), report);
        }
        Some(squares)
    }

    /// All squares of the board, for each side.
    pub(super) fn everywhere(&self) -> ByColor<Area> {
        ByColor([self.board.map(Geometry::area).unwrap_or_default(); 2])
    }

    /// The only side that a rule about some pieces concerns, if it does not concern both.
    pub(super) fn only_side(&self, sides: Sides, kinds: KindSet) -> Option<Color> {
        let has = |color: Color| kinds.iter().any(|kind| self.kinds[kind.index()].may_belong_to(color));
        let mut lacking = Color::ALL.into_iter().filter(|color| !kinds.is_empty() && !has(*color));
        sides.only().or(lacking.next().map(|color| !color))
    }

    /// The squares of each side for a rule that may hold for one side alone. If that is Black, squares that are named in
    /// one set are easily taken for Black's.
    pub(super) fn sided_of(&mut self, value: &Spanned<Sided>, only: Option<Color>) -> Option<ByColor<Area>> {
        let areas = self.sided(value)?;
        if only == Some(Color::Black)
            && let Some([named, images]) = self.images_for_black(value, &areas)
        {
            let report = Report::warning(named_for_black(&images))
                .help(format!("for the same squares, write `{{ white = {named}, black = {named} }}`"))
                .help(format!("if their mirror images are meant, write `{{ white = {named}, black = {images} }}`"));
            self.complaints.add(&value.span(), report);
        }
        self.settle_for(only, &value.span());
        Some(areas)
    }

    /// Notes that a set holds for one side alone, if so: how it is mirrored for the other one raises no doubts.
    fn settle_for(&mut self, only: Option<Color>, set: &Span) {
        self.mirrored_sets.retain(|known| only.is_none() || known.span != *set);
    }

    /// The same for a set that is a key, and so always one for both sides.
    pub(super) fn sided_key(&mut self, key: &Spanned<String>, only: Option<Color>) -> Option<ByColor<Area>> {
        let value = Spanned::new(key.span(), Sided::Both(WordOrList::Word(key.get_ref().clone())));
        let areas = self.sided(&value)?;
        if only == Some(Color::Black)
            && let Some([_, images]) = self.images_for_black(&value, &areas)
        {
            let report = Report::warning(named_for_black(&images))
                .help(format!("for the same squares, write their mirror images: `{images}`"));
            self.complaints.add(&key.span(), report);
        }
        self.settle_for(only, &key.span());
        self.mirrored_sets.iter_mut().filter(|set| set.span == key.span()).for_each(|set| set.is_key = true);
        Some(areas)
    }

    /// Squares that are named where only their mirror images count, and these images.
    fn images_for_black(&mut self, value: &Spanned<Sided>, areas: &ByColor<Area>) -> Option<[String; 2]> {
        let (Some(board), Sided::Both(_)) = (self.board, value.get_ref()) else { return None };
        let mirrored = |text: &str| {
            let square =
                |word: &str| board.parse(word).map_or_else(|| word.to_owned(), |sq| board.name(board.flipped(sq)));
            let words = text.split_whitespace().map(|word| word.split('-').map(square).collect::<Vec<_>>().join("-"));
            words.collect::<Vec<_>>().join(" ")
        };
        let named: Vec<String> = texts(value.get_ref()).iter().map(|text| text.trim().to_owned()).collect();
        let images: Vec<String> = named.iter().map(|text| mirrored(text)).collect();
        let span = value.span();
        if areas[Color::White] == areas[Color::Black] || named == images || !self.complaints.is_own(&span) {
            return None;
        }
        // What is said of them says more than a note that they are mirrored.
        self.mirrored_sets.retain(|set| set.span != span);
        Some([named, images].map(|texts| match &texts[..] {
            [text] => format!("\"{text}\""),
            _ => format!("[{}]", texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")),
        }))
    }

    /// Whether a set has other squares for Black only because squares that it names are mirrored.
    fn is_mirrored(&self, value: &Sided, areas: &ByColor<Area>) -> bool {
        let Some(board) = self.board else { return false };
        let mirrored = |word: &str| names_square(board, word) || self.mirrored_zones.iter().any(|zone| zone == word);
        matches!(value, Sided::Both(_))
            && areas[Color::White] != areas[Color::Black]
            && texts(value).into_iter().flat_map(str::split_whitespace).any(mirrored)
    }

    /// Notes a zone that is named for each side, as if it had the same squares for both, though it is mirrored.
    fn mirrored_for_each(&mut self, span: &Span, value: &Sided) {
        let Sided::Each(each) = value else { return };
        let (Some(white), Some(black)) = (&each.white, &each.black) else { return };
        let [white, black] = [white, black].map(|set| texts_of(set.get_ref()).join(" "));
        let names = |text: &str, zone: &str| text.split_whitespace().any(|word| word == zone);
        let zone = self.mirrored_zones.iter().find(|zone| names(&white, zone) && names(&black, zone));
        let Some(zone) = zone.filter(|_| self.complaints.is_own(span)) else { return };
        let report =
            Report::note(format!("the zone `{zone}` means other squares for Black, even if it is named for each side"))
                .help(format!(
                    "it was written once, and is mirrored for Black: for the same squares, write \
                 `{zone} = {{ white = \"...\", black = \"...\" }}` in `[zones]`"
                ));
        self.complaints.add(span, report);
    }

    /// Warns of ranks that are given for each side, but turn out to be the same squares for both, as if Black counted
    /// them from White's end of the board, too.
    fn counted_from_one_side(&mut self, span: &Span, value: &Sided, [white, black]: [Area; 2]) {
        let Some(board) = self.board.filter(|_| self.complaints.is_own(span)) else { return };
        let counts = |text: &str| ["rank", "last"].iter().any(|word| without_not(text).0.starts_with(word));
        let counted = matches!(value, Sided::Each(_)) && texts(value).into_iter().all(counts);
        if !counted || white != black || board.flipped_area(white) == white {
            return;
        }
        let squares = named(board, white);
        let report = Report::warning(format!("these are the squares {squares} for both sides"))
            .help("each side counts ranks from its own end of the board: ranks written once are mirrored for Black")
            .help(format!("if this is intended, name them: `{{ white = \"{squares}\", black = \"{squares}\" }}`"));
        self.complaints.add(span, report);
    }

    /// Notes squares of one shade that are those of the other shade for Black.
    fn exchanged_shades(&mut self, span: &Span, value: &Sided, [white, black]: [Area; 2]) {
        let Some(board) = self.board.filter(|_| self.complaints.is_own(span)) else { return };
        // A fault in a zone is reported where its squares are given.
        let settled = texts(value).iter().any(|text| self.names_settled(text));
        // A few squares of one shade are so by chance.
        let many = white.iter().count() * 4 > board.squares();
        let shade = (0..SHADES.len()).find(|shade| white.within(of_shade(board, *shade)));
        let Some(shade) = shade.filter(|_| matches!(value, Sided::Both(_)) && !settled && many) else { return };
        let other = 1 - shade;
        if black.within(of_shade(board, other)) {
            let report = Report::note(format!(
                "these are {} squares for White, but {} ones for Black: squares written once are mirrored for Black",
                SHADES[shade], SHADES[other]
            ))
            .help(format!("`\"{}\"` means all squares of that shade, for both sides", SHADES[shade]));
            self.complaints.add(span, report);
        }
    }

    /// Whether a set contains words for squares that are the same for both sides, or were given elsewhere.
    fn names_settled(&self, text: &str) -> bool {
        text.split_whitespace().any(|word| self.zones.contains_key(word) || SHADES.contains(&word))
    }

    /// Records a set that may not mean what its author thinks; that is judged when the whole game is known.
    fn doubtful(&mut self, span: &Span, value: &Sided, areas: ByColor<Area>) {
        let Some(board) = self.board.filter(|_| self.complaints.is_own(span)) else { return };
        let texts = texts(value);
        // A fault in a zone is reported where its squares are given.
        let settled = texts.iter().any(|text| self.names_settled(text));
        let turned: Area = areas[Color::White].iter().map(|sq| board.turned(sq)).collect();
        let mirrored = matches!(value, Sided::Both(_)) && areas[Color::Black] != turned && !settled;
        if mirrored && self.mirrored_sets.iter().all(|known| known.span != *span) {
            self.mirrored_sets.push(MirroredSet { span: span.clone(), is_key: false });
        }
        let counted = texts.into_iter().filter(|_| board.rank_base() == 0).filter_map(|text| {
            let numbers = counted_ranks(text)?;
            let (nearest, farthest) = (*numbers.iter().min()?, *numbers.iter().max()?);
            let centred = numbers.len() > 1 && nearest + farthest == board.ranks() + 1;
            Some(CountedRanks { span: span.clone(), text: text.trim().to_owned(), nearest, farthest, centred })
        });
        let new: Vec<CountedRanks> =
            counted.filter(|new| self.counted.iter().all(|old| old.span != new.span)).collect();
        self.counted.extend(new);
    }

    /// Warns of ranks that may be counted like those in the names of squares, where these begin with 0: ranks that end
    /// just before the farthest one, in a file that never counts as far as that.
    pub(super) fn ranks_as_squares(&mut self, variant: &Variant) {
        let board = variant.board;
        let counted = std::mem::take(&mut self.counted);
        let ragged = variant.holes.iter().any(|sq| [0, board.ranks() - 1].contains(&board.rank(sq)));
        if ragged || counted.iter().any(|set| set.farthest == board.ranks()) {
            return;
        }
        // An author who counts ranks like squares begins with 0.
        let odd = |set: &&CountedRanks| set.nearest > 1 && set.farthest + 1 == board.ranks() && !set.centred;
        for set in counted.iter().filter(odd) {
            let rank: Vec<Square> = board.all().filter(|sq| board.rank(*sq) + 1 == set.farthest).collect();
            let [first, last] = [rank.first(), rank.last()].map(|sq| sq.map(|sq| board.name(*sq)).unwrap_or_default());
            let corner = board.all().find(|sq| board.rank(*sq) + 1 == set.nearest);
            let corner = corner.map(|sq| board.name(sq)).unwrap_or_default();
            let message = format!("`{}` ends with the squares {first} to {last}, before the last rank", set.text);
            let report = Report::warning(message)
                .help(format!("ranks are counted from 1: the last one is `rank-{}`, or `last-1`", board.ranks()))
                .help(format!("if this is intended, name the squares: `{corner}-{last}`"));
            self.complaints.add(&set.span, report);
        }
    }

    /// Whether the place is in an included file that counted ranks on a board of another size.
    fn counts_other_ranks(&self, span: &Span) -> bool {
        self.other_ranks.iter().any(|file| file.contains(&span.start))
    }

    /// Whether the place is in an included file for a board with another number of files.
    pub(super) fn is_for_other_files(&self, span: &Span) -> bool {
        self.other_files.iter().any(|file| file.contains(&span.start))
    }

    /// Warns of ranks, files and squares that an included file named on a board of another size.
    fn fits_board(&mut self, span: &Span, value: &Sided) {
        let other_ranks = self.counts_other_ranks(span);
        let other_files = self.is_for_other_files(span);
        if !other_ranks && !other_files {
            return;
        }
        let Some(board) = self.board else { return };
        let square = |word: &str| names_square(board, word);
        let misfit = |text: &str| match without_not(text).0 {
            ranks if ranks.starts_with("rank") => other_ranks.then_some(("with another number of ranks", OTHER_RANKS)),
            files if files.starts_with("file") => other_files.then_some(("with another number of files", OTHER_BOARD)),
            words => words.split_whitespace().any(square).then_some(("of another size", OTHER_BOARD)),
        };
        let found = texts(value).into_iter().find_map(|text| Some((text, misfit(text)?)));
        if let Some((text, (board, help))) = found {
            let message = format!("`{text}` was written for a board {board}");
            self.complaints.add(span, Report::warning(message).help(help));
        }
    }

    pub(super) fn squares(&mut self, span: &Span, text: &SquareSet, owner: Color, mirrored: bool) -> Option<Area> {
        match text {
            WordOrList::Word(text) => self.area(span, text, owner, mirrored),
            WordOrList::List(texts) => {
                let areas = texts.iter().map(|text| self.area(&text.span(), text.get_ref(), owner, mirrored));
                // All of them are read, even after a wrong one.
                let areas: Vec<Option<Area>> = areas.collect();
                areas.into_iter().try_fold(Area::EMPTY, |sum, area| Some(sum | area?))
            }
        }
    }

    /// Whether a name is that of a zone that exists, but is faulty.
    fn is_wrong_zone(&self, name: &str) -> bool {
        self.wrong_zones.iter().any(|zone| zone == name) || self.complaints.is_dropped(&format!("zones.{name}"))
    }

    fn area(&mut self, span: &Span, text: &str, owner: Color, mirrored: bool) -> Option<Area> {
        let view = SquareReader { board: self.board?, zones: &self.zones, owner, mirrored };
        match view.area(text) {
            Ok(area) => {
                let names = std::iter::once(text.trim()).chain(text.split_whitespace());
                self.used_zones.extend(names.filter(|name| self.zones.contains_key(*name)).map(str::to_owned));
                Some(area)
            }
            Err(error) if self.is_wrong_zone(&text[error.span.clone()]) => None,
            Err(error) => {
                let place = self.complaints.inside(span, text, &error.span);
                let mut report = Report { help: error.help, ..Report::error(error.message) };
                if self.counts_other_ranks(span) {
                    report = report.help(OTHER_RANKS);
                }
                self.complaints.add(&place, report);
                None
            }
        }
    }
}

fn named_for_black(images: &str) -> String {
    format!("these are White's squares: Black's, which alone matter here, are `{images}`")
}

/// Whether a word is a square or a rectangle.
fn names_square(board: Geometry, word: &str) -> bool {
    board.parse(word.split('-').next().unwrap_or(word)).is_some()
}

/// All texts of a value.
fn texts(value: &Sided) -> Vec<&str> {
    match value {
        Sided::Both(set) => texts_of(set),
        Sided::Each(each) => {
            [&each.white, &each.black].into_iter().flatten().flat_map(|set| texts_of(set.get_ref())).collect()
        }
    }
}

/// All texts of a set of squares.
fn texts_of(set: &SquareSet) -> Vec<&str> {
    match set {
        WordOrList::Word(word) => vec![word],
        WordOrList::List(list) => list.iter().map(|word| word.get_ref().as_str()).collect(),
    }
}

/// The ranks of a set that counts them, the ends of ranges only; `None` for any other set.
fn counted_ranks(text: &str) -> Option<Vec<u8>> {
    let list = without_not(text).0.strip_prefix("rank")?;
    Some(list.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect())
}
