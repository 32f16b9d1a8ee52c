//! The lines of a diagram → a variant file, or the reasons why there is none.

mod board;
mod captures;
mod castling;
mod promotion;
mod shuffle;

use shuffle::Orders;

use super::lines::{Lines, Parameter, PieceLine, advice};
use super::moves;
use super::page::Diagram;
use crate::board::{ByColor, Color, Geometry, MAX_FILES, MAX_RANKS, Square};
use crate::import::Word;
use crate::import::write::{File, list, table};
use crate::text::{Report, Source, Span, capitalized, enumerate, few};
use crate::xbetza::ast::Description;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use toml::Value;

/// The default size of a board.
const USUAL: u8 = 8;

/// The most wrong IDs that one complaint names.
const MOST_NAMED: usize = 5;

/// The contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Hole,
    /// A piece by its index.
    Piece(usize, Color),
}

/// A kind of piece.
struct DiagramPiece<'a> {
    line: &'a PieceLine,
    id: String,
    moves: Description,
    /// Additional moves on a rank, counted from 1.
    from_ranks: Vec<(u8, String)>,
    hand: ByColor<u8>,
}

/// A diagram being converted.
struct Convert<'a> {
    lines: &'a Lines,
    source: &'a Arc<Source>,
    diagram: &'a Diagram,
    board: Geometry,
    /// Whether `files` and `ranks` could be read.
    sized: bool,
    /// `promoZone`, and below it `maxPromote` and `promoOffset`, which is `None` for 0.
    zone: u8,
    most_promote: u8,
    offset: Option<u8>,
    pieces: Vec<DiagramPiece<'a>>,
    content: BTreeMap<Square, Content>,
    reports: RefCell<Vec<Report>>,
    /// Defaults of parameters that the diagram leaves out.
    assumed: RefCell<Vec<String>>,
}

/// The file for a diagram, unless variant files cannot express the game; and the reports about it.
pub fn convert(diagram: &Diagram, name: &str, title: &str, source: &Arc<Source>) -> (Option<File>, Vec<Report>) {
    let mut faults = diagram.faults.clone();
    let lines = Lines::read(diagram, source, &mut faults);
    let mut convert = Convert {
        lines: &lines,
        source,
        diagram,
        board: board(USUAL, USUAL),
        sized: true,
        zone: 1,
        most_promote: 1,
        offset: None,
        pieces: Vec::new(),
        content: BTreeMap::new(),
        reports: RefCell::new(faults),
        assumed: RefCell::default(),
    };
    let file = convert.file(name, title);
    let mut reports = convert.reports.into_inner();
    if reports.iter().any(Report::is_error) {
        return (None, reports);
    }
    let place = format!("{}:{}", source.name, source.position(diagram.span.start).0);
    reports.extend(convert.assumed.into_inner().into_iter().map(|assumed| Report::note(assumed).about(&place)));
    (Some(file), reports)
}

impl<'a> Convert<'a> {
    fn has_failed(&self) -> bool {
        self.reports.borrow().iter().any(Report::is_error)
    }

    fn refuse(&self, span: &Span, message: impl Into<String>) -> Option<()> {
        self.refuse_with(span, message, None)
    }

    fn refuse_with(&self, span: &Span, message: impl Into<String>, help: Option<String>) -> Option<()> {
        let mut report = Report::error(message).at(self.source, span.clone());
        report.help.extend(help);
        self.reports.borrow_mut().push(report);
        None
    }

    fn cannot(&self, parameter: &Parameter, why: &str) -> Option<()> {
        let (key, value) = (&parameter.key, &parameter.value.text);
        self.refuse_with(&key.span, format!("`{}={value}` cannot be carried over: {why}", key.text), advice(&key.text))
    }

    /// Records a default of the diagram's script that is assumed.
    fn assume(&self, key: &str, what: &str) {
        self.assumed.borrow_mut().push(format!("`{key}` is left out, so {what}"));
    }

    /// The number of a parameter, if it is given.
    fn number(&self, key: &str, least: u8, most: u8) -> Option<u8> {
        let value = &self.lines.get(key)?.value;
        let number = value.text.parse().ok().filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let message = format!("expected a number from {least} to {most}, found `{}`", value.text);
            self.refuse(&value.span, message);
        }
        number
    }

    /// The whole file. Faults in one part do not keep those in the next from being reported.
    fn file(&mut self, name: &str, title: &str) -> File {
        let [files, ranks] = [("files", MAX_FILES), ("ranks", MAX_RANKS)].map(|(key, most)| self.number(key, 1, most));
        self.board = board(files.unwrap_or(USUAL), ranks.unwrap_or(USUAL));
        self.sized = [("files", files), ("ranks", ranks)]
            .into_iter()
            .all(|(key, number)| number.is_some() || self.lines.get(key).is_none());
        if let Some(first) = self.lines.get("firstRank").filter(|first| first.value.text != "1") {
            self.cannot(first, "squares are read with ranks counted from 1");
        }
        self.zone = self.number("promoZone", 0, self.board.ranks()).unwrap_or(1);
        self.most_promote = self.number("maxPromote", 0, u8::MAX).unwrap_or(1);
        self.offset = self.lines.get_on("promoOffset").and_then(|given| self.number(&given.key.text, 0, u8::MAX));
        self.read_pieces();
        self.refuse_counted_holes();
        self.place();
        let royal = self.royal();
        let orders = self.read_shuffle();
        if !self.has_failed() {
            self.find_partners();
        }
        let mut file = File::default();
        self.head(&mut file, name, title);
        self.protect(&mut file);
        let stock = self.promote(&mut file, royal);
        if let Some(royal) = royal {
            file.set("royalty", "pieces", list([self.pieces[royal].id.clone()]));
        }
        self.initial_moves(&mut file, royal, orders.as_ref());
        self.stalemate(&mut file);
        if stock == Some(true) {
            file.set("hand", "source", "own-losses");
            file.set("drop", "enabled", false);
        }
        file.set("start", "fen", self.fen(stock == Some(true)));
        if let Some(orders) = orders.filter(|_| !self.has_failed()) {
            self.shuffle(&mut file, &orders);
        }
        file
    }

    /// Initial moves of royal pieces are illegal in check and across attacked squares, like castling: all pages with
    /// the king of Metamachy say so. Pieces that may start away from the first rank must remember whether they have
    /// moved.
    fn initial_moves(&self, file: &mut File, royal: Option<usize>, orders: Option<&Orders<'_>>) {
        let initial = |number: &usize| moves::has_initial_moves(&self.pieces[*number].moves);
        let royal = royal.filter(initial);
        if royal.is_some() {
            file.set("royalty", "initial_moves", "as-castling");
        }
        let drawn = orders.iter().flat_map(|orders| orders.pieces()).copied().filter(initial);
        if royal.into_iter().chain(drawn).any(|number| self.may_start_inside(number, orders)) {
            file.set("virgin", "test", "unmoved");
        }
    }

    /// The diagram's script takes a missing parameter for a draw, and any word except `draw` for a loss of the
    /// stalemated side; of those words, only `win` is explicit.
    fn stalemate(&self, file: &mut File) {
        match self.lines.get("stalemate") {
            None => self.assume("stalemate", "it is a draw"),
            Some(given) => match given.value.text.as_str() {
                "draw" => {}
                "win" => file.set("end", "stalemate", "loss"),
                _ => {
                    self.cannot(given, "only `draw`, and `win` for the side that stalemates, are known");
                }
            },
        }
    }

    fn head(&self, file: &mut File, name: &str, title: &str) {
        file.set("", "name", name);
        if title != name {
            file.set("", "title", title);
        }
        file.set("board", "files", i64::from(self.board.files()));
        file.set("board", "ranks", i64::from(self.board.ranks()));
        if self.board.ranks() == 10 {
            file.set("board", "rank_base", 1);
        }
        let holes = self.board.all().filter(|at| self.at(*at) == Some(Content::Hole));
        let holes: Vec<String> = holes.map(|at| self.board.name(at)).collect();
        if !holes.is_empty() {
            file.set("board", "holes", holes.join(" "));
        }
        let promoting = self.promoting();
        for (number, piece) in self.pieces.iter().enumerate() {
            let heading =
                format!("pieces.{}", if piece.id.len() > 1 { format!("\"{}\"", piece.id) } else { piece.id.clone() });
            file.set(&heading, "name", capitalized(&piece.line.name.text));
            file.set(&heading, "move", piece.moves.to_string());
            if !piece.from_ranks.is_empty() {
                let one = |(rank, moves): &(u8, String)| {
                    table([
                        ("zone".to_owned(), format!("rank-{rank}").into()),
                        ("move".to_owned(), moves.clone().into()),
                    ])
                };
                file.set(&heading, "zone_move", Value::Array(piece.from_ranks.iter().map(one).collect()));
            }
            // If other pieces than pawns turn over, those that may go back make no progress by moving.
            let offset = self.lines.get_on("promoOffset").is_some();
            let counts = number < promoting && (!offset || moves::never_goes_back(&piece.moves));
            if counts != (piece.id == "P") {
                file.set(&heading, "counts_as_pawn", counts);
            }
        }
    }

    fn read_pieces(&mut self) {
        let lines = self.lines;
        let mut odd: Vec<(String, Span)> = Vec::new();
        for line in lines.pieces.iter().filter(|line| !is_hole(line)) {
            if self.again(line).is_some() {
                continue;
            }
            let first = capitalized(&line.name.text).chars().next().map(String::from).unwrap_or_default();
            let id = if line.id.text.is_empty() { first } else { line.id.text.clone() };
            let span = if line.id.text.is_empty() { &line.name.span } else { &line.id.span };
            if !(id.len() == 1 || id.len() == 2 && id.ends_with('\''))
                || !id.starts_with(|c: char| c.is_ascii_uppercase())
            {
                odd.push((id, span.clone()));
                continue;
            }
            let Some(id) = self.free_id(line, id) else { continue };
            let hand = self.read_hand(&line.hand);
            let Some(notation) = line.notation(self.board.files()) else {
                let message = format!("`{}` needs its moves: no others are known by that name", line.name.text);
                self.refuse(&line.name.span, message);
                continue;
            };
            match moves::read(notation) {
                Ok(moves) => {
                    let from_ranks = moves::steps_to_the_middle(notation, self.board.ranks());
                    self.pieces.push(DiagramPiece { line, id, moves, from_ranks, hand });
                }
                Err((at, why)) => {
                    let start = line.moves.span.start;
                    let message = format!("the moves of `{}` cannot be carried over: {why}", line.name.text);
                    self.refuse(&(start + at.start..start + at.end), message);
                }
            }
        }
        if let Some(((first, span), more)) = odd.split_first() {
            self.refuse_ids(first, span, more);
        }
        if lines.pieces.is_empty() {
            self.refuse(&self.diagram.span, "there is no piece in this diagram");
        }
        let named = self.pieces.iter().filter(|piece| piece.line.moves.text.is_empty());
        let named: Vec<String> = named
            .map(|piece| {
                format!("{} `{}`", piece.line.name.text, piece.line.notation(self.board.files()).unwrap_or_default())
            })
            .collect();
        if !named.is_empty() {
            let assumed = format!("pieces without moves have those of their names: {}", named.join(", "));
            self.assumed.borrow_mut().push(assumed);
        }
    }

    /// Refuses words in place of piece IDs.
    fn refuse_ids(&self, first: &str, span: &Span, more: &[(String, Span)]) {
        let mut more: Vec<String> =
            more.iter().filter(|(id, _)| id != first).map(|(id, _)| format!("`{id}`")).collect();
        let mut seen = HashSet::new();
        more.retain(|id| seen.insert(id.clone()));
        let nor = match more.len() {
            0 => String::new(),
            1..=MOST_NAMED => format!(", nor {}", enumerate(&more, "and")),
            _ => format!(", nor {}", few(&more, MOST_NAMED, ", ")),
        };
        let help = "an ID is a capital letter, optionally followed by `'`";
        self.refuse_with(span, format!("`{first}` is not an ID here{nor}"), Some(help.to_owned()));
    }

    /// The ID, or a free one if it is taken and no parameter refers to it. IDs that are written take precedence.
    fn free_id(&self, line: &PieceLine, id: String) -> Option<String> {
        let mut others = self.lines.pieces.iter().filter(|other| !is_hole(other));
        let is_written = line.id.text.is_empty() && others.any(|other| other.id.text == id);
        let taken = |id: &str| self.pieces.iter().any(|other| other.id == id);
        if !is_written && !taken(&id) {
            return Some(id);
        }
        let named = |key: &str| self.lines.get(key).is_some_and(|given| given.value.text.contains(&id));
        if line.id.text.is_empty() && !["promoChoice", "royal"].into_iter().any(named) {
            let written = |letter: char| self.lines.pieces.iter().any(|other| other.begins() == Some(letter));
            let own = line.name.text.chars().map(|c| c.to_ascii_uppercase());
            let free = own.chain('A'..='Z').find(|c| c.is_ascii_uppercase() && !written(*c) && !taken(&c.to_string()));
            if let Some(free) = free {
                let message = format!("`{}` is `{free}` here, since another piece is `{id}`", line.name.text);
                self.reports.borrow_mut().push(Report::note(message).at(self.source, line.name.span.clone()));
                return Some(free.to_string());
            }
        }
        let span = if line.id.text.is_empty() { &line.name.span } else { &line.id.span };
        let help = "write an ID between the first two colons";
        self.refuse_with(span, format!("two pieces have the ID `{id}`"), Some(help.to_owned()));
        None
    }

    /// The piece that a line repeats, with its name and moves but without squares, so that others have a number to
    /// promote to. The first lines, those of the pieces that promote, do not repeat any.
    fn again(&self, line: &PieceLine) -> Option<usize> {
        let number = self.lines.pieces.iter().position(|other| std::ptr::eq(other, line))?;
        if number < usize::from(self.most_promote)
            || [&line.id, &line.squares, &line.hand].iter().any(|word| !word.text.is_empty())
        {
            return None;
        }
        let like = |other: &PieceLine| {
            other.id.text.is_empty() && other.name.text == line.name.text && other.moves.text == line.moves.text
        };
        self.pieces.iter().position(|piece| !std::ptr::eq(piece.line, line) && like(piece.line))
    }

    /// Refuses piece numbers beyond a hole: the format does not say whether it counts.
    fn refuse_counted_holes(&self) {
        let Some(before) = self.lines.pieces.iter().position(is_hole) else { return };
        let hole = &self.lines.pieces[before].name.span;
        let mut numbers = ["royal", "protected", "counterStrike"].into_iter().filter_map(|key| self.lines.get(key));
        let behind = |given: &Parameter| given.value.text.parse().is_ok_and(|number: usize| number > before);
        let promoting = self.promoting();
        let counted = promoting + usize::from(self.offset.unwrap_or(0));
        if promoting > 0 && counted > before || numbers.any(behind) {
            let help = "write the holes after the pieces";
            self.refuse_with(hole, "whether a hole counts among the pieces is not specified", Some(help.to_owned()));
        }
    }

    /// One number for both sides, or one for White and one for Black.
    fn read_hand(&self, hand: &Word) -> ByColor<u8> {
        let most = crate::variant::Setup::MOST_IN_HAND;
        let (white, black) = hand.text.split_once(',').unwrap_or((&hand.text, &hand.text));
        let numbers = [white, black].map(|text| text.parse().ok().filter(|number| *number <= most));
        if !hand.text.is_empty() && numbers.contains(&None) {
            let message = format!("expected a number from 0 to {most}, or two such as `4,0`, found `{}`", hand.text);
            self.refuse(&hand.span, message);
        }
        ByColor::from_fn(|color| numbers[color.index()].unwrap_or(0))
    }

    /// The piece with an ID.
    fn named(&self, id: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.id == id)
    }

    /// The line of a piece by its number, counted from 1.
    fn counted(&self, value: &str) -> Option<&'a PieceLine> {
        self.lines.pieces.get(value.parse::<usize>().ok()?.checked_sub(1)?)
    }

    /// The index of the piece that was read from a line.
    fn read(&self, line: &PieceLine) -> Option<usize> {
        self.pieces.iter().position(|piece| std::ptr::eq(piece.line, line)).or_else(|| self.again(line))
    }

    /// The index of the royal piece.
    fn royal(&self) -> Option<usize> {
        // It has been reported that it is given twice; which one is meant is unknown.
        if self.lines.parameters.iter().filter(|parameter| parameter.key.text == "royal").count() > 1 {
            return None;
        }
        let (number, span) = match self.lines.get("royal") {
            Some(given) => {
                let value = given.value.text.as_str();
                if value == "0" {
                    self.cannot(given, "how a game without royal pieces is won is not specified");
                    return None;
                }
                let line = self.counted(value);
                let counted = line.and_then(|line| self.read(line));
                let Some(number) = counted.or_else(|| self.named(value)) else {
                    // The error of an unreadable piece has been reported.
                    if line.is_some() {
                        return None;
                    }
                    self.refuse(&given.value.span, format!("no piece has the ID or number `{value}`"));
                    return None;
                };
                (number, given.value.span.clone())
            }
            None => {
                let last = self.lines.pieces.iter().rfind(|line| !is_hole(line))?;
                self.assume("royal", &format!("it is the last piece: {}", last.name.text));
                (self.read(last)?, last.name.span.clone())
            }
        };
        // Pieces that could not be placed have been reported.
        if self.has_failed() {
            return Some(number);
        }
        for color in Color::ALL {
            let count = self.standing(number).iter().filter(|(_, owner)| *owner == color).count();
            if count != 1 {
                let name = &self.pieces[number].line.name.text;
                let assumed = self.lines.get("royal").is_none();
                let why =
                    if assumed { ", which is royal because it is the last piece and `royal` is missing" } else { "" };
                let message = format!(
                    "{} has {count} royal pieces `{name}`{why}: what that means is not specified",
                    color.name()
                );
                self.refuse(&span, message);
                return None;
            }
        }
        Some(number)
    }
}

/// A board whose ranks are numbered from 1, however many there are.
fn board(files: u8, ranks: u8) -> Geometry {
    Geometry::new(files, ranks).expect("sizes are read within bounds").with_rank_base(1)
}

fn is_hole(line: &PieceLine) -> bool {
    line.name.text.eq_ignore_ascii_case("hole")
}
