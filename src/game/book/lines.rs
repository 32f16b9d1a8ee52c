//! Books of lines: a text that names games, positions and the moves played
//! from there. `docs/opening-books.md` describes it.
//!
//! Every line is played once and each of its positions remembered by its hash
//! key, so that a position is found whatever line led to it.

use crate::game::Game;
use crate::limits;
use crate::position::Move;
use crate::text::{Report, Source, Span};
use crate::variant::{Library, Setup, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// What the lines say, by game.
#[derive(Debug)]
pub(super) struct Lines {
    chapters: Vec<Chapter>,
}

/// All lines of one game.
#[derive(Debug)]
struct Chapter {
    variant: Arc<Variant>,
    positions: HashMap<u64, Vec<(Move, u64)>>,
}

impl Lines {
    /// Reads a book; lines that are wrong are left out.
    pub(super) fn read(source: &Arc<Source>, library: &Library) -> (Self, Vec<Report>) {
        let mut reader =
            Reader { library, source, book: Self { chapters: Vec::new() }, place: None, reports: Vec::new() };
        reader.change_game(&library.first(), 0..0);
        let mut start = 0;
        for line in source.text.split_inclusive('\n') {
            reader.read_line(line, start);
            start += line.len();
            if reader.reports.len() >= limits::BOOK_COMPLAINTS {
                break;
            }
        }
        (reader.book, reader.reports)
    }

    /// What the lines play in a position.
    pub(super) fn moves(&self, game: &Game) -> Vec<(Move, u64)> {
        let chapter = self.chapters.iter().find(|chapter| Arc::ptr_eq(&chapter.variant, game.variant()));
        chapter.and_then(|chapter| chapter.positions.get(&game.key())).cloned().unwrap_or_default()
    }
}

/// Where lines begin: the position, and the chapter they belong to.
#[derive(Debug)]
struct Place {
    start: Game,
    chapter: usize,
    /// The line before, as far as it was played: books are sorted, and the
    /// next line begins like it.
    before: Vec<(Move, Game)>,
}

struct Reader<'a> {
    library: &'a Library,
    source: &'a Arc<Source>,
    book: Lines,
    /// Nothing after a game or position that is not known: its lines are passed over.
    place: Option<Place>,
    reports: Vec<Report>,
}

impl Reader<'_> {
    fn read_line(&mut self, line: &str, start: usize) {
        let text = without_comment(line);
        let Some(first) = words(text).next() else { return };
        let word = &text[first.clone()];
        let rest = text[first.end..].trim();
        let from = start + text.len() - text[first.end..].trim_start().len();
        let span = from..from + rest.len();
        match word {
            "variant" => match self.library.get(rest) {
                Some(variant) => self.change_game(&variant, span),
                None => {
                    let advice = self.library.suggestion(rest);
                    let report = Report::error(format!("there is no variant `{rest}`"));
                    self.complain(advice.into_iter().fold(report, Report::help), span);
                    self.place = None;
                }
            },
            "position" => self.change_position(rest, span),
            _ => self.play(text, start),
        }
    }

    fn complain(&mut self, report: Report, span: Span) {
        self.reports.push(report.at(self.source, span));
    }

    fn change_game(&mut self, variant: &Arc<Variant>, span: Span) {
        let known = self.book.chapters.iter().position(|chapter| Arc::ptr_eq(&chapter.variant, variant));
        let chapter = known.unwrap_or_else(|| {
            self.book.chapters.push(Chapter { variant: Arc::clone(variant), positions: HashMap::new() });
            self.book.chapters.len() - 1
        });
        match Game::new(variant) {
            Ok(start) => self.place = Some(Place { start, chapter, before: Vec::new() }),
            Err(fault) => {
                self.place = None;
                self.complain(Report::error(fault.to_string()), span);
            }
        }
    }

    fn change_position(&mut self, text: &str, span: Span) {
        let Some(place) = &mut self.place else { return };
        place.before.clear();
        let variant = Arc::clone(place.start.variant());
        let done = match text {
            "start" => place.start.restart().map_err(|fault| fault.to_string()),
            _ => Setup::parse(&variant, text)
                .map_err(|fault| fault.to_string())
                .and_then(|setup| place.start.set_up(&setup).map_err(|fault| fault.to_string())),
        };
        if let Err(fault) = done {
            self.place = None;
            self.complain(Report::error(format!("bad position: {fault}")), span);
        }
    }

    /// Plays a line, perhaps with its weight before it.
    fn play(&mut self, text: &str, start: usize) {
        let Some(place) = &mut self.place else { return };
        let mut words = words(text).peekable();
        let weight = words.peek().and_then(|word| text[word.clone()].parse().ok());
        words.next_if(|_| weight.is_some());
        let weight: u64 = weight.unwrap_or(1);
        let positions = &mut self.book.chapters[place.chapter].positions;
        let before = std::mem::take(&mut place.before);
        let mut same = true;
        for (number, word) in words.enumerate() {
            let game = place.before.last().map_or(&place.start, |(_, game)| game);
            let mv = match game.read_move(&text[word.clone()]) {
                Ok(mv) => mv,
                Err(reason) => {
                    let message = format!("`{}` cannot be played here: {reason}", &text[word.clone()]);
                    let span = start + word.start..start + word.end;
                    return self.complain(Report::error(message), span);
                }
            };
            let known = positions.entry(game.key()).or_default();
            match known.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, sum)) => *sum = sum.saturating_add(weight),
                None => known.push((mv, weight)),
            }
            same &= before.get(number).is_some_and(|(other, _)| *other == mv);
            let after = match before.get(number).filter(|_| same) {
                Some((_, game)) => game.clone(),
                None => {
                    let mut after = game.clone();
                    after.play(mv);
                    after
                }
            };
            place.before.push((mv, after));
        }
    }
}

/// A line without its comment, which begins with `#` as a word of its own.
fn without_comment(line: &str) -> &str {
    let comment = words(line).find(|word| line[word.clone()].starts_with('#'));
    comment.map_or(line, |word| &line[..word.start])
}

/// The places of the words of a line.
fn words(text: &str) -> impl Iterator<Item = Span> + '_ {
    text.split_ascii_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}
