//! Books of lines: a text that names games, positions and the moves played
//! from there. `docs/opening-books.md` describes it.
//!
//! Every line is played once and each of its positions stored by its hash
//! key, so that a position is found whichever line led to it.

use super::is_same_game;
use crate::game::Game;
use crate::limits;
use crate::position::Move;
use crate::text::{Report, Source, Span, span_in};
use crate::variant::{Library, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// The lines, by game.
#[derive(Debug)]
pub(super) struct Lines {
    chapters: Vec<Chapter>,
}

/// All lines of one game.
#[derive(Debug)]
struct Chapter {
    /// The start of the game.
    start: Game,
    positions: HashMap<u64, Vec<(Move, u64)>>,
}

impl Chapter {
    fn is_about(&self, variant: &Variant) -> bool {
        is_same_game(self.start.variant(), variant)
    }
}

impl Lines {
    /// Reads a book; faulty lines are left out.
    pub(super) fn read(source: &Arc<Source>, library: &Library) -> (Self, Vec<Report>) {
        let book = Self { chapters: Vec::new() };
        let mut reader = Reader {
            library,
            source,
            book,
            asked: HashMap::new(),
            games: 0,
            chapter: None,
            place: None,
            reports: vec![],
        };
        let first = reader.begin(&library.first(), 0..0);
        reader.open(first);
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

    /// The moves of the lines in a position.
    pub(super) fn moves(&self, game: &Game) -> Vec<(Move, u64)> {
        let chapter = self.chapters.iter().find(|chapter| chapter.is_about(game.variant()));
        chapter.and_then(|chapter| chapter.positions.get(&game.key())).cloned().unwrap_or_default()
    }
}

/// The position from which lines begin, and the previous line.
#[derive(Debug)]
struct Place {
    /// The position at the end of the previous line.
    game: Game,
    /// The words of that line as far as they were played, each with the
    /// position before it: in a sorted book, the next line begins in the same way.
    played: Vec<(Span, u64, Move)>,
}

impl Place {
    fn at(game: Game) -> Self {
        Self { game, played: Vec::new() }
    }
}

struct Reader<'a> {
    library: &'a Library,
    source: &'a Arc<Source>,
    book: Lines,
    /// The chapters of games by the names that the book uses for them.
    asked: HashMap<&'a str, usize>,
    /// The number of games begun.
    games: usize,
    /// The game of the following lines; `None` after an unknown one.
    chapter: Option<usize>,
    /// `None` after an unknown game or position: its lines are skipped.
    place: Option<Place>,
    reports: Vec<Report>,
}

impl<'a> Reader<'a> {
    fn read_line(&mut self, line: &'a str, start: usize) {
        let text = without_comment(line);
        let Some(first) = words(text).next() else { return };
        let word = &text[first.clone()];
        let rest = text[first.end..].trim();
        let from = start + text.len() - text[first.end..].trim_start().len();
        let span = from..from + rest.len();
        match word {
            "variant" => self.change_game(rest, span),
            "position" => self.change_position(rest, span),
            _ => {
                if let Err((message, span)) = self.play(text, start) {
                    self.complain(Report::error(message), span);
                }
            }
        }
    }

    fn complain(&mut self, report: Report, span: Span) {
        self.reports.push(report.at(self.source, span));
    }

    fn change_game(&mut self, name: &'a str, span: Span) {
        let known = self.asked.get(name).copied();
        let chapter = known.or_else(|| match self.library.get(name) {
            Some(variant) => self.begin(&variant, span),
            None => {
                let advice = self.library.suggestion(name);
                let report = Report::error(format!("there is no variant `{name}`"));
                self.complain(advice.into_iter().fold(report, Report::help), span);
                None
            }
        });
        self.asked.extend(chapter.map(|chapter| (name, chapter)));
        self.open(chapter);
    }

    /// Makes the following lines belong to a game, from its start.
    fn open(&mut self, chapter: Option<usize>) {
        self.chapter = chapter;
        self.place = chapter.map(|chapter| Place::at(self.book.chapters[chapter].start.clone()));
    }

    /// The chapter of a game, created if necessary.
    fn begin(&mut self, variant: &Arc<Variant>, span: Span) -> Option<usize> {
        let known = self.book.chapters.iter().position(|chapter| chapter.is_about(variant));
        match known.map_or_else(|| self.new_chapter(variant), Ok) {
            Ok(chapter) => Some(chapter),
            Err(fault) => {
                self.complain(Report::error(fault), span);
                None
            }
        }
    }

    fn new_chapter(&mut self, variant: &Arc<Variant>) -> Result<usize, String> {
        let start = self.new_game(variant)?;
        self.book.chapters.push(Chapter { start, positions: HashMap::new() });
        Ok(self.book.chapters.len() - 1)
    }

    fn new_game(&mut self, variant: &Arc<Variant>) -> Result<Game, String> {
        self.games += 1;
        if self.games > limits::BOOK_GAMES {
            return Err(format!("a book may be about {} games, this one is about more", limits::BOOK_GAMES));
        }
        Game::new(variant).map_err(|fault| fault.to_string())
    }

    fn change_position(&mut self, text: &str, span: Span) {
        let Some(chapter) = self.chapter else { return };
        let start = self.book.chapters[chapter].start.clone();
        let game = if text == "start" { Ok(start) } else { self.set_up(start, text) };
        match game {
            Ok(game) => self.place = Some(Place::at(game)),
            Err(fault) => {
                self.place = None;
                self.complain(Report::error(format!("bad position: {fault}")), span);
            }
        }
    }

    /// The game with another position on its board.
    fn set_up(&mut self, mut game: Game, text: &str) -> Result<Game, String> {
        if game.variant().start_by_gui {
            // As in play, the game then begins with this position.
            let begun = game.variant().begun_at(text).map_err(|fault| fault.to_string())?;
            game = self.new_game(&Arc::new(begun))?;
        }
        game.set_up_fen(text)?;
        Ok(game)
    }

    /// Plays a line, possibly with its weight before it, up to the first fault.
    fn play(&mut self, text: &str, start: usize) -> Result<(), (String, Span)> {
        let (Some(chapter), Some(place)) = (self.chapter, &mut self.place) else { return Ok(()) };
        let mut words = words(text).peekable();
        let mut weight: u64 = 1;
        if let Some(word) = words.next_if(|word| text[word.clone()].bytes().all(|byte| byte.is_ascii_digit())) {
            let (digits, span) = (&text[word.clone()], start + word.start..start + word.end);
            weight = digits.parse().map_err(|_| (format!("`{digits}` is too large for a weight"), span.clone()))?;
            if words.peek().is_none() {
                return Err((format!("`{digits}` is a weight without moves"), span));
            }
        }
        let positions = &mut self.book.chapters[chapter].positions;
        let mut same = true;
        for (length, word) in words.enumerate() {
            let (move_text, span) = (&text[word.clone()], start + word.start..start + word.end);
            same = same
                && place.played.get(length).is_some_and(|(before, ..)| &self.source.text[before.clone()] == move_text);
            if !same {
                // Back to where the line diverges from the previous one.
                place.played.drain(length..).for_each(|_| _ = place.game.undo());
                let read = match length {
                    limits::BOOK_LINE.. => Err(format!("a line may have {length} moves, this one has more")),
                    _ => place
                        .game
                        .read_move(move_text)
                        .map_err(|why| format!("`{move_text}` cannot be played here: {why}")),
                };
                match read {
                    Ok(mv) => {
                        place.played.push((span, place.game.key(), mv));
                        place.game.play(mv);
                    }
                    Err(message) => return Err((message, span)),
                }
            }
            let (_, key, mv) = place.played[length].clone();
            let known = positions.entry(key).or_default();
            match known.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, sum)) => *sum = sum.saturating_add(weight),
                None => known.push((mv, weight)),
            }
        }
        Ok(())
    }
}

/// A line without its comment, which is introduced by a word that begins with `#`.
fn without_comment(line: &str) -> &str {
    let comment = words(line).find(|word| line[word.clone()].starts_with('#'));
    comment.map_or(line, |word| &line[..word.start])
}

/// The spans of the words of a line.
fn words(text: &str) -> impl Iterator<Item = Span> + '_ {
    text.split_ascii_whitespace().map(|word| span_in(text, word))
}
