//! The lines of a diagram → a variant file, or the reasons why there is none.

use super::lines::{Lines, Parameter, PieceLine};
use super::moves;
use super::page::Diagram;
use crate::board::{ByColor, Color};
use crate::import::Word;
use crate::import::write::{File, list, table};
use crate::text::{Report, Source, Span};
use crate::xbetza::ast::Description;
use std::cell::RefCell;
use std::sync::Arc;
use toml::Value;

/// No board that can be imported has more files or ranks.
const SIZE: u8 = 12;
/// The sides of a board that no parameter gives.
const USUAL: u8 = 8;

/// A file and a rank, from 0.
type At = (u8, u8);

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Hole,
    /// A piece by its number.
    Piece(usize, Color),
}

/// A kind of piece.
struct Piece<'a> {
    line: &'a PieceLine,
    id: String,
    moves: Description,
    hand: u8,
}

/// What a piece may become.
struct Choice {
    /// Its number.
    piece: usize,
    /// Whether it comes from the hand.
    held: bool,
    /// On how many of the last ranks, and whether not on the last.
    ranks: u8,
    not_last: bool,
    span: Span,
}

/// A diagram on its way.
struct Convert<'a> {
    lines: &'a Lines,
    source: &'a Arc<Source>,
    diagram: &'a Diagram,
    files: u8,
    ranks: u8,
    pieces: Vec<Piece<'a>>,
    board: Vec<Option<Content>>,
    reports: RefCell<Vec<Report>>,
}

/// The file for a diagram, unless it is about another game than can be said; and what is to be said about it.
pub fn convert(diagram: &Diagram, name: &str, title: &str, source: &Arc<Source>) -> (Option<File>, Vec<Report>) {
    let mut faults = diagram.faults.clone();
    let lines = Lines::read(diagram, source, &mut faults);
    let mut convert = Convert {
        lines: &lines,
        source,
        diagram,
        files: USUAL,
        ranks: USUAL,
        pieces: Vec::new(),
        board: Vec::new(),
        reports: RefCell::new(faults),
    };
    let file = convert.file(name, title);
    let reports = convert.reports.into_inner();
    (file.filter(|_| !reports.iter().any(Report::is_error)), reports)
}

impl<'a> Convert<'a> {
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
        self.refuse(&key.span, format!("`{}={value}` cannot be carried over: {why}", key.text))
    }

    /// A number, where it is given.
    fn number(&self, key: &str, least: u8, most: u8) -> Option<u8> {
        let value = &self.lines.get(key)?.value;
        let number = value.text.parse().ok().filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let message = format!("expected a number from {least} to {most}, found `{}`", value.text);
            self.refuse(&value.span, message);
        }
        number
    }

    /// The whole file. What is wrong in one part is no reason to be silent about the next.
    fn file(&mut self, name: &str, title: &str) -> Option<File> {
        self.files = self.number("files", 1, SIZE).unwrap_or(USUAL);
        self.ranks = self.number("ranks", 1, SIZE).unwrap_or(USUAL);
        self.board = vec![None; usize::from(self.files) * usize::from(self.ranks)];
        if let Some(first) = self.lines.get("firstRank").filter(|first| first.value.text != "1") {
            self.cannot(first, "squares are read with ranks from 1");
        }
        if let Some(stalemate) = self.lines.get("stalemate").filter(|given| given.value.text != "draw") {
            self.cannot(stalemate, "what the values but `draw` mean is nowhere written down");
        }
        self.read_pieces();
        self.refuse_counted_holes();
        self.place();
        let royal = self.royal();
        if !self.reports.borrow().iter().any(Report::is_error) {
            self.find_partners();
        }
        let mut file = File::default();
        self.head(&mut file, name, title);
        let stock = self.promote(&mut file, royal);
        if let Some(royal) = royal {
            file.set("royalty", "pieces", list([self.pieces[royal].id.clone()]));
        }
        if stock == Some(true) {
            file.set("hand", "source", "own-losses");
            file.set("drop", "enabled", false);
        }
        file.set("start", "fen", self.fen(stock == Some(true)));
        Some(file)
    }

    fn head(&self, file: &mut File, name: &str, title: &str) {
        file.set("", "name", name);
        if title != name {
            file.set("", "title", title);
        }
        file.set("board", "files", i64::from(self.files));
        file.set("board", "ranks", i64::from(self.ranks));
        if self.ranks == 10 {
            file.set("board", "rank_base", 1);
        }
        let holes: Vec<String> = self.squares().filter(|at| self.at(*at) == Some(Content::Hole)).map(name_of).collect();
        if !holes.is_empty() {
            file.set("board", "holes", holes.join(" "));
        }
        let promoting = self.promoting();
        for (number, piece) in self.pieces.iter().enumerate() {
            let heading =
                format!("pieces.{}", if piece.id.len() > 1 { format!("\"{}\"", piece.id) } else { piece.id.clone() });
            file.set(&heading, "name", capital(&piece.line.name.text));
            file.set(&heading, "move", piece.moves.to_string());
            let counts = number < promoting;
            if counts != (piece.id == "P") {
                file.set(&heading, "counts_as_pawn", counts);
            }
        }
    }

    fn read_pieces(&mut self) {
        let lines = self.lines;
        for line in lines.pieces.iter().filter(|line| !is_hole(line)) {
            let first = line.name.text.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            let id = if line.id.text.is_empty() { first } else { line.id.text.clone() };
            let span = if line.id.text.is_empty() { &line.name.span } else { &line.id.span };
            if !(id.len() == 1 || id.len() == 2 && id.ends_with('\''))
                || !id.starts_with(|c: char| c.is_ascii_uppercase())
            {
                self.refuse_with(
                    span,
                    format!("`{id}` is no ID here"),
                    Some("an ID is a capital letter, perhaps with `'` behind it".to_owned()),
                );
                continue;
            }
            if self.pieces.iter().any(|other| other.id == id) {
                let help = "write an ID between the first two colons";
                self.refuse_with(span, format!("two pieces have the ID `{id}`"), Some(help.to_owned()));
                continue;
            }
            let hand = self.read_hand(&line.hand);
            let Some(notation) = line.notation() else {
                let castles = "write `K`, or `KisO2` if it castles by two squares";
                let help = Some(castles).filter(|_| line.name.text.eq_ignore_ascii_case("king"));
                let message = format!("`{}` needs its moves: no others are known by that name", line.name.text);
                self.refuse_with(&line.name.span, message, help.map(str::to_owned));
                continue;
            };
            match moves::read(notation) {
                Ok(moves) => self.pieces.push(Piece { line, id, moves, hand }),
                Err((at, why)) => {
                    let start = line.moves.span.start;
                    let message = format!("the moves of `{}` cannot be carried over: {why}", line.name.text);
                    self.refuse(&(start + at.start..start + at.end), message);
                }
            }
        }
        if lines.pieces.is_empty() {
            self.refuse(&self.diagram.span, "there is no piece in this diagram");
        }
    }

    /// Numbers that count pieces say nothing where a hole stands among these.
    fn refuse_counted_holes(&self) {
        let Some(before) = self.lines.pieces.iter().position(is_hole) else { return };
        let hole = &self.lines.pieces[before].name.span;
        let royal = self.lines.get("royal").and_then(|given| given.value.text.parse().ok());
        if self.promoting() > before || royal.is_some_and(|royal: usize| royal > before) {
            let help = "write the holes behind the pieces";
            self.refuse_with(hole, "whether a hole counts among the pieces is not said", Some(help.to_owned()));
        }
    }

    fn read_hand(&self, hand: &Word) -> u8 {
        let most = crate::variant::Setup::MOST_IN_HAND;
        let number =
            if hand.text.is_empty() { Some(0) } else { hand.text.parse().ok().filter(|number| *number <= most) };
        if number.is_none() {
            self.refuse(&hand.span, format!("expected a number from 0 to {most}, found `{}`", hand.text));
        }
        number.unwrap_or(0)
    }

    fn index(&self, (file, rank): At) -> usize {
        usize::from(rank) * usize::from(self.files) + usize::from(file)
    }

    fn at(&self, at: At) -> Option<Content> {
        self.board.get(self.index(at)).copied().flatten()
    }

    fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    /// Puts the pieces on the board.
    fn place(&mut self) {
        let symmetry = self.lines.get("symmetry");
        let other: Option<fn(&Self, At) -> At> = match symmetry.map(|given| given.value.text.as_str()) {
            Some("mirror") => Some(|board, (file, rank)| (file, board.ranks - 1 - rank)),
            Some("rotate") => Some(|board, (file, rank)| (board.files - 1 - file, board.ranks - 1 - rank)),
            Some("none") | None => None,
            Some(found) => {
                let message = format!("expected `mirror`, `rotate` or `none`, found `{found}`");
                self.refuse(&symmetry.map_or(0..0, |given| given.value.span.clone()), message);
                return;
            }
        };
        let lines = self.lines;
        for line in &lines.pieces {
            let number = self.pieces.iter().position(|piece| std::ptr::eq(piece.line, line));
            if number.is_none() && !is_hole(line) {
                continue;
            }
            let content = |color| number.map_or(Content::Hole, |number| Content::Piece(number, color));
            let (white, black) = match line.squares.text.split_once(",,") {
                Some((white, black)) => (white, Some((white.len() + 2, black))),
                None => (line.squares.text.as_str(), None),
            };
            if let Some((from, _)) = black.filter(|_| other.is_some() || is_hole(line)) {
                let at = line.squares.span.start + from;
                let why = if is_hole(line) {
                    "holes belong to nobody"
                } else {
                    "with `symmetry` Black's squares follow from White's"
                };
                self.refuse(&(at - 2..at), format!("the squares behind `,,` are Black's, and {why}"));
                continue;
            }
            if other.is_none() && black.is_none() && !is_hole(line) && !white.is_empty() {
                let help = "write `symmetry=mirror` or `symmetry=rotate`, or Black's squares behind `,,`";
                self.refuse_with(&line.squares.span, "where Black's pieces stand is not said", Some(help.to_owned()));
                continue;
            }
            for (at, span) in self.read_squares(white, line.squares.span.start) {
                self.put(at, content(Color::White), &span);
                if let Some(other) = other {
                    self.put(other(self, at), content(Color::Black), &span);
                }
            }
            if let Some((from, black)) = black {
                for (at, span) in self.read_squares(black, line.squares.span.start + from) {
                    self.put(at, content(Color::Black), &span);
                }
            }
        }
    }

    fn put(&mut self, at: At, content: Content, span: &Span) {
        let index = self.index(at);
        match self.board.get(index).copied().flatten() {
            // A hole takes away what stands there.
            None => self.board[index] = Some(content),
            Some(_) if content == Content::Hole => self.board[index] = Some(content),
            Some(Content::Hole) => {
                self.refuse(span, format!("{} is a hole", name_of(at)));
            }
            Some(Content::Piece(..)) => {
                self.refuse(span, format!("there is another piece on {}", name_of(at)));
            }
        }
    }

    /// `a1,c1-e1`.
    fn read_squares(&self, text: &str, start: usize) -> Vec<(At, Span)> {
        let mut from = start;
        let mut squares = Vec::new();
        for part in text.split(',') {
            let word = Word::trimmed(part, from);
            from += part.len() + 1;
            if word.text.is_empty() {
                continue;
            }
            let (first, last) = word.text.split_once('-').unwrap_or((&word.text, &word.text));
            match (self.square(first), self.square(last)) {
                (Some(first), Some(last)) if first.1 == last.1 && first.0 <= last.0 => {
                    squares.extend((first.0..=last.0).map(|file| ((file, first.1), word.span.clone())));
                }
                _ => {
                    let message = format!(
                        "expected squares of this board, as `a1`, or of one rank, as `a2-h2`, found `{}`",
                        word.text
                    );
                    self.refuse(&word.span, message);
                }
            }
        }
        squares
    }

    fn square(&self, text: &str) -> Option<At> {
        let mut chars = text.chars();
        let file = chars.next().filter(char::is_ascii_lowercase).map(|c| c as u8 - b'a')?;
        let rank: u8 = chars.as_str().parse().ok()?;
        (file < self.files && (1..=self.ranks).contains(&rank) && !chars.as_str().starts_with(['0', '+']))
            .then_some((file, rank - 1))
    }

    /// The piece with an ID.
    fn named(&self, id: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.id == id)
    }

    /// The number of the royal piece.
    fn royal(&self) -> Option<usize> {
        let (number, span) = match self.lines.get("royal") {
            Some(given) => {
                let value = given.value.text.as_str();
                if value == "0" {
                    self.cannot(given, "how a game without royal pieces is won is not said");
                    return None;
                }
                let wanted = value.parse::<usize>().ok().map(|number| number.wrapping_sub(1));
                let line = wanted.and_then(|number| self.lines.pieces.get(number));
                let read = |line: &PieceLine| self.pieces.iter().position(|piece| std::ptr::eq(piece.line, line));
                let counted = line.and_then(read);
                let Some(number) = counted.or_else(|| self.named(value)) else {
                    // A piece that could not be read has been complained about.
                    if line.is_some() {
                        return None;
                    }
                    self.refuse(&given.value.span, format!("no piece has the ID or number `{value}`"));
                    return None;
                };
                (number, given.value.span.clone())
            }
            // Without a word of it the last piece is royal; it is asked for its name to be sure.
            None => {
                let last = self.lines.pieces.iter().rfind(|line| !is_hole(line))?;
                if !last.name.text.eq_ignore_ascii_case("king") {
                    let help = "write `royal=K` with the ID of the piece";
                    self.refuse_with(
                        &last.name.span,
                        "which piece is royal is not said, and the last one is no king",
                        Some(help.to_owned()),
                    );
                    return None;
                }
                (self.pieces.iter().position(|piece| std::ptr::eq(piece.line, last))?, last.name.span.clone())
            }
        };
        // Pieces that could not be placed have been complained about.
        if self.reports.borrow().iter().any(Report::is_error) {
            return Some(number);
        }
        for color in Color::ALL {
            let count = self.board.iter().filter(|content| **content == Some(Content::Piece(number, color))).count();
            if count != 1 {
                let name = &self.pieces[number].line.name.text;
                let message =
                    format!("{} has {count} royal pieces `{name}`: what that means is not said", color.name());
                self.refuse(&span, message);
                return None;
            }
        }
        Some(number)
    }

    /// How far inside the rim castling partners stand: without `j` it is the outermost piece, with it the one before.
    fn find_partners(&mut self) {
        for number in 0..self.pieces.len() {
            let castlings = moves::castlings(&self.pieces[number].moves);
            if castlings.is_empty() {
                continue;
            }
            let mut insets = [None; 2];
            for (at, color) in self.standing(number) {
                for (sides, jumps) in &castlings {
                    for side in (0..2).filter(|side| sides[*side]) {
                        let Some(inset) = self.inset(at, color, side, *jumps) else { continue };
                        if inset > 1 || insets[side].is_some_and(|other| other != inset) {
                            let line = self.pieces[number].line;
                            let span = if line.moves.text.is_empty() { &line.name.span } else { &line.moves.span };
                            let message = format!(
                                "`{}` cannot castle here as in a diagram: its partners stand too far from the rim, or unlike each other",
                                line.name.text
                            );
                            self.refuse(span, message);
                            return;
                        }
                        insets[side] = Some(inset);
                    }
                }
            }
            let moves = std::mem::replace(&mut self.pieces[number].moves, Description { terms: Vec::new() });
            self.pieces[number].moves =
                moves::castle_with(moves, |jumps, side| insets[side].map_or(jumps, |inset| inset == 1));
        }
    }

    fn standing(&self, number: usize) -> Vec<(At, Color)> {
        let piece = |at: At| match self.at(at) {
            Some(Content::Piece(found, color)) if found == number => Some((at, color)),
            _ => None,
        };
        self.squares().filter_map(piece).collect()
    }

    /// How far inside the rim the partner stands, if there is one.
    fn inset(&self, (file, rank): At, color: Color, side: usize, jumps: bool) -> Option<u8> {
        let right = (side == 1) == (color == Color::White);
        let toward = if right { 1 } else { -1 };
        let next = |file: u8| file.checked_add_signed(toward).filter(|file| *file < self.files);
        let exists = |file: &u8| self.at((*file, rank)) != Some(Content::Hole);
        let line: Vec<u8> = std::iter::successors(next(file), |file| next(*file)).take_while(exists).collect();
        let own = |at: usize| matches!(self.at((line[at], rank)), Some(Content::Piece(_, owner)) if owner == color);
        let rim = line.len().checked_sub(1)?;
        if jumps {
            return rim.checked_sub(1).filter(|at| own(*at)).map(|_| 1);
        }
        let outermost = (0..line.len()).rfind(|at| self.at((line[*at], rank)).is_some())?;
        own(outermost).then(|| (rim - outermost) as u8)
    }

    /// How many of the first pieces promote.
    fn promoting(&self) -> usize {
        let zone = self.number("promoZone", 0, self.ranks).unwrap_or(1);
        let pieces = self.number("maxPromote", 0, u8::MAX).unwrap_or(1);
        if zone == 0 { 0 } else { usize::from(pieces).min(self.pieces.len()) }
    }

    /// Writes the promotions; whether what pieces become comes from the hand.
    fn promote(&self, file: &mut File, royal: Option<usize>) -> Option<bool> {
        let holdings = self.lines.get("holdingsType").filter(|given| given.value.text != "0");
        if let Some(given) = holdings.filter(|given| given.value.text != "1") {
            self.cannot(given, "only hands of lost pieces, `holdingsType=1`, to which others promote");
        }
        let zone = self.number("promoZone", 0, self.ranks).unwrap_or(1);
        let promoting = self.promoting();
        let given = self.lines.get("promoChoice");
        if promoting == 0 {
            if let Some(holdings) = holdings {
                self.cannot(holdings, "no piece promotes, and what else pieces in hand are for is not said");
            }
            self.refuse_hands(&[]);
            return Some(false);
        }
        let Some(given) = given else {
            let span = self
                .lines
                .get("maxPromote")
                .or(self.lines.get("promoZone"))
                .map_or(&self.pieces[0].line.name.span, |given| &given.key.span);
            let help = "write `promoChoice=QRBN` with the IDs, or `maxPromote=0` where nothing promotes";
            let message = format!("what `{}` may become is not said", self.pieces[0].line.name.text);
            self.refuse_with(span, message, Some(help.to_owned()))?;
            return None;
        };
        let choices = self.choices(given, zone)?;
        let held: Vec<usize> = choices.iter().filter(|choice| choice.held).map(|choice| choice.piece).collect();
        match holdings {
            None if !held.is_empty() => {
                return self
                    .refuse(&given.key.span, "`*` names pieces in hand, and without `holdingsType=1` there are none")
                    .map(|()| false);
            }
            Some(holdings) if held.is_empty() => {
                return self
                    .cannot(holdings, "without `*` in `promoChoice` it is not said what pieces in hand are for")
                    .map(|()| false);
            }
            _ => {}
        }
        self.refuse_hands(&held);
        if let Some(royal) = royal.filter(|royal| *royal < promoting) {
            let span = &self.pieces[royal].line.name.span;
            return self.refuse(span, "the royal piece is among those that promote").map(|()| false);
        }
        if let Some(choice) = choices.iter().find(|choice| Some(choice.piece) == royal) {
            return self.refuse(&choice.span, "pieces cannot become royal").map(|()| false);
        }
        for number in 0..promoting {
            self.promote_one(file, number, zone, &choices)?;
        }
        if held.is_empty() {
            return Some(false);
        }
        // What is in hand may be any piece that was lost.
        let missing = (promoting..self.pieces.len()).find(|number| Some(*number) != royal && !held.contains(number));
        if let Some(missing) = missing {
            let name = &self.pieces[missing].line.name.text;
            let message = format!("`promoChoice` leaves out `{name}`, and pieces in hand cannot be excepted");
            return self.refuse(&given.key.span, message).map(|()| false);
        }
        Some(true)
    }

    /// Pieces in hand that nothing brings to the board.
    fn refuse_hands(&self, held: &[usize]) {
        for (number, piece) in
            self.pieces.iter().enumerate().filter(|(number, piece)| piece.hand > 0 && !held.contains(number))
        {
            if !held.is_empty() && number < self.promoting() {
                let message = format!("`{}` in hand is left out: nothing can become it", piece.line.name.text);
                let report = Report::warning(message).at(self.source, piece.line.hand.span.clone());
                self.reports.borrow_mut().push(report);
                continue;
            }
            let message = format!("how `{}` enters the board from the hand is not said", piece.line.name.text);
            self.refuse(&piece.line.hand.span, message);
        }
    }

    /// The pieces of `promoChoice`: `*` for pieces in hand, `!` for not on the last rank, a number for so many last ranks.
    fn choices(&self, given: &Parameter, zone: u8) -> Option<Vec<Choice>> {
        let (text, start) = (&given.value.text, given.value.span.start);
        let mut choices: Vec<Choice> = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let from = text.len() - rest.len();
            let marks = rest.len() - rest.trim_start_matches(['*', '!']).len();
            let (marks, after) = rest.split_at(marks);
            let length = after.chars().next().map_or(0, char::len_utf8);
            let length = length + usize::from(after[length..].starts_with('\''));
            let (id, after) = after.split_at(length);
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (digits, after) = after.split_at(digits);
            let span = start + from..start + text.len() - after.len();
            let ranks = if digits.is_empty() {
                Some(zone)
            } else {
                digits.parse().ok().filter(|ranks| (1..=zone).contains(ranks))
            };
            let (Some(piece), Some(ranks)) = (self.named(id), ranks) else {
                let message = if self.named(id).is_none() {
                    format!("expected the ID of a piece, found `{id}`")
                } else {
                    format!("expected a number from 1 to {zone}, found `{digits}`")
                };
                self.refuse(&span, message)?;
                return None;
            };
            if choices.iter().any(|other| other.piece == piece) {
                self.refuse(&span, format!("`{id}` is named twice"))?;
            }
            choices.push(Choice { piece, held: marks.contains('*'), ranks, not_last: marks.contains('!'), span });
            rest = after;
        }
        Some(choices)
    }

    fn promote_one(&self, file: &mut File, number: usize, zone: u8, choices: &[Choice]) -> Option<()> {
        let piece = &self.pieces[number];
        let stays = choices.iter().find(|choice| choice.piece == number);
        let others: Vec<&Choice> = choices.iter().filter(|choice| choice.piece != number).collect();
        if stays.is_some() && !moves::never_goes_back(&piece.moves) {
            let message = format!("whether `{}` promotes when it leaves the zone is not said", piece.line.name.text);
            return self.refuse(&piece.line.name.span, message);
        }
        if let Some(stays) = stays.filter(|stays| stays.held || stays.ranks < zone) {
            return self.refuse(&stays.span, "a piece that stays what it is has no use for `*` or a number");
        }
        let mandatory = match stays {
            Some(stays) if stays.not_last => "last-rank",
            Some(_) => "never",
            None => "always",
        };
        let held = others.iter().filter(|choice| choice.held).count();
        let everywhere = others.iter().all(|choice| choice.ranks == zone && !choice.not_last);
        if let Some(choice) = others.iter().find(|choice| choice.held != (held > 0) || held > 0 && !everywhere) {
            return self.refuse(&choice.span, "what comes from the hand cannot depend on the piece or the rank");
        }
        let ids = |ranks: &dyn Fn(&Choice) -> bool| {
            list(others.iter().filter(|choice| ranks(choice)).map(|choice| self.pieces[choice.piece].id.clone()))
        };
        let mut entries = vec![("pieces", list([piece.id.clone()]))];
        if held > 0 {
            entries.extend([("to", Value::from("stock")), ("zone", format!("last-{zone}").into())]);
        } else if everywhere {
            entries.extend([("to", ids(&|_| true)), ("zone", format!("last-{zone}").into())]);
        } else {
            // The ranks from the last one back, by what there is on each.
            let bands = (1..=zone).filter_map(|back| {
                let to = ids(&|choice| back <= choice.ranks && !(choice.not_last && back == 1));
                let some = to.as_array().is_some_and(|to| !to.is_empty());
                some.then(|| (format!("rank-{}", self.ranks + 1 - back), to))
            });
            let bands: Vec<(String, Value)> = bands.collect();
            if bands.len() < usize::from(zone) && mandatory == "always" {
                let span = &others[0].span;
                return self
                    .refuse(span, "on some ranks there is nothing to become, and the piece cannot stay what it is");
            }
            if mandatory == "last-rank" {
                let span = &others[0].span;
                return self.refuse(span, "choices that depend on the rank cannot be carried over where a piece may stay what it is but for the last");
            }
            entries.push(("to", table(bands)));
        }
        entries.push(("trigger", if stays.is_some() { "enter-or-within" } else { "enter" }.into()));
        entries.push(("mandatory", mandatory.into()));
        file.add("promotion", entries);
        Some(())
    }

    fn fen(&self, stock: bool) -> String {
        let letter = |number: usize, color: Color| {
            let id = &self.pieces[number].id;
            if color == Color::White { id.clone() } else { id.to_lowercase() }
        };
        let mut fen = String::new();
        for rank in (0..self.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.files {
                let content = self.at((file, rank));
                if content.is_some() && empty > 0 {
                    fen += &empty.to_string();
                    empty = 0;
                }
                match content {
                    None => empty += 1,
                    Some(Content::Hole) => fen.push('*'),
                    Some(Content::Piece(number, color)) => fen += &letter(number, color),
                }
            }
            if empty > 0 {
                fen += &empty.to_string();
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        if stock {
            let promoting = self.promoting();
            let held = ByColor::from_fn(|color| -> String {
                let pieces = self.pieces.iter().enumerate().skip(promoting);
                pieces.map(|(number, piece)| letter(number, color).repeat(usize::from(piece.hand))).collect()
            });
            let held = Color::ALL.iter().map(|color| held[*color].as_str()).collect::<String>();
            fen += &format!("[{}]", if held.is_empty() { "-" } else { &held });
        }
        format!("{fen} w {} - 0 1", self.rights())
    }

    /// The field for castling: all that the start position has.
    fn rights(&self) -> String {
        let mut rights = String::new();
        for color in Color::ALL {
            for (side, letter) in [(true, "K"), (false, "Q")] {
                let castles = self.pieces.iter().enumerate().any(|(number, piece)| {
                    let hand = usize::from(side == (color == Color::White));
                    let castlings = moves::castlings(&piece.moves);
                    self.standing(number).iter().any(|(at, owner)| {
                        let partner = |jumps: bool| self.inset(*at, color, hand, jumps).is_some();
                        *owner == color && castlings.iter().any(|(sides, jumps)| sides[hand] && partner(*jumps))
                    })
                });
                if castles {
                    rights += &if color == Color::White { letter.to_owned() } else { letter.to_lowercase() };
                }
            }
        }
        if rights.is_empty() { "-".to_owned() } else { rights }
    }
}

fn is_hole(line: &PieceLine) -> bool {
    line.name.text.eq_ignore_ascii_case("hole")
}

fn name_of((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}
