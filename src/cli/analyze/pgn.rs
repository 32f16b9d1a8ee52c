//! Games in PGN: every move is judged, and the games come out with scores,
//! marks on bad moves, and the better lines.

use super::Analyst;
use super::lines::{Worth, numbered};
use crate::board::Color;
use crate::cli::output::{complain, say};
use crate::cli::{Failure, game_or_file, set_up};
use crate::game::{EN_PASSANT_MARKS, Game, MoveError};
use crate::limits;
use crate::position::{GameResult, Move};
use crate::search::{Info, Score};
use crate::text::{Report, Source, Span};
use crate::variant::Library;
use indicatif::ProgressBar;
use serde::Serialize;
use std::sync::Arc;

/// Columns of a line of moves.
const WIDTH: usize = 80;
/// Moves of a better line that are shown.
const SHOWN: usize = 8;
/// What is lost of the expected result, in parts of a thousand, by a dubious move, a mistake and a blunder.
const LOSSES: [(i32, Judgement); 3] = [(300, Judgement::Blunder), (200, Judgement::Mistake), (100, Judgement::Dubious)];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// What some write for a draw.
const DRAWS: [&str; 3] = ["1/2", "½", "½-½"];
/// What stands behind moves, and the marks that PGN has for it.
const SUFFIXES: [(&str, &str); 6] = [("!", "$1"), ("?", "$2"), ("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6")];
/// What books say of a position, and the marks that PGN has for it.
const EVALUATIONS: [(&str, &str); 14] = [
    ("=", "$10"),
    ("∞", "$13"),
    ("+=", "$14"),
    ("+/=", "$14"),
    ("⩲", "$14"),
    ("=+", "$15"),
    ("=/+", "$15"),
    ("⩱", "$15"),
    ("+/-", "$16"),
    ("±", "$16"),
    ("-/+", "$17"),
    ("∓", "$17"),
    ("+-", "$18"),
    ("-+", "$19"),
];
/// Moves that only hand the turn over.
const PASSES: [&str; 2] = ["--", "Z0"];

/// What is said of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Judgement {
    Dubious,
    Mistake,
    Blunder,
}

impl Judgement {
    /// How bad it is to come from one score to another, both for the side that has moved.
    fn of(before: Score, after: Score) -> Option<Self> {
        let expected = |score: Score| {
            let chances = score.chances();
            (chances.win + chances.draw / 2) as i32
        };
        let lost = expected(before) - expected(after);
        LOSSES.into_iter().find(|(least, _)| lost >= *least).map(|(_, judgement)| judgement)
    }

    /// The mark of PGN for it.
    fn glyph(self) -> &'static str {
        match self {
            Self::Dubious => "$6",
            Self::Mistake => "$2",
            Self::Blunder => "$4",
        }
    }
}

/// What a file has.
#[derive(Debug, Default)]
struct Contents<'a> {
    records: Vec<Record<'a>>,
    /// What is odd, and where.
    warnings: Vec<(String, Span)>,
}

/// A game as the file has it.
#[derive(Debug, Default)]
struct Record<'a> {
    tags: Vec<Tag<'a>>,
    /// Comments before the first move.
    opening: Vec<&'a str>,
    moves: Vec<Played<'a>>,
    result: Option<&'a str>,
    /// Whether lines beside the game were left out.
    variations: bool,
    /// What does not end: what was expected, and where it begins.
    fault: Option<(&'static str, Span)>,
    /// Where it begins.
    start: usize,
}

/// `[Name "value"]`
#[derive(Debug)]
struct Tag<'a> {
    name: &'a str,
    value: String,
    span: Span,
}

/// A move as the file has it.
#[derive(Debug)]
struct Played<'a> {
    text: &'a str,
    span: Span,
    /// Marks of PGN.
    glyphs: Vec<&'a str>,
    comments: Vec<&'a str>,
}

impl Played<'_> {
    /// Whether the file says how good the move is.
    fn is_judged(&self) -> bool {
        SUFFIXES.iter().any(|(_, glyph)| self.glyphs.contains(glyph))
    }
}

impl<'a> Record<'a> {
    fn tag(&self, name: &str) -> Option<&Tag<'a>> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }

    fn is_over(&self) -> bool {
        self.result.is_some()
    }
}

/// Reads the games of a file. A game ends with its result, or where the next one's tags begin.
fn read(text: &str) -> Contents<'_> {
    let mut contents = Contents::default();
    let mut record = Record::default();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let tag = if c == '[' { read_tag(rest) } else { TagText::default() };
        let mut warn = |message: String, length: usize| contents.warnings.push((message, at..at + length));
        let known = tag.content.as_ref().is_some_and(|(name, _)| record.tag(name).is_some());
        let again = known && record.moves.is_empty() && record.goes_on_with_tags(text, at);
        let behind = record.is_over() && !c.is_whitespace() && !"{}])".contains(c);
        if c == '[' && (known && !again || !record.moves.is_empty()) || behind {
            if behind && c != '[' && !";%".contains(c) && !rest.starts_with("1.") {
                let what = "this stands behind the result of a game, and is taken for another one";
                warn(what.to_owned(), word(rest).len());
            }
            contents.records.push(std::mem::take(&mut record));
        }
        if record.is_empty() {
            record.start = at;
        }
        let mut expect = |what, length: usize| record.fault = record.fault.take().or(Some((what, at..at + length)));
        at += match c {
            '[' => {
                if !tag.ends {
                    expect("`\"]` at the end of a tag", tag.length);
                }
                if let Some((name, value)) = tag.content {
                    if again {
                        warn(format!("the tag `{name}` is there already: the first one counts"), tag.length);
                    } else {
                        record.tags.push(Tag { name, value, span: at..at + tag.length });
                    }
                }
                tag.length
            }
            '{' => {
                let end = rest.find('}');
                if end.is_none() {
                    expect("`}` at the end of a comment", 1);
                }
                record.comment(&rest[1..end.unwrap_or(rest.len())]);
                end.map_or(rest.len(), |end| end + 1)
            }
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                record.comment(&rest[1..end]);
                end
            }
            '%' if at == 0 || text[..at].ends_with('\n') => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                let length = variation(rest);
                if length.is_none() {
                    expect("`)` at the end of a line beside the game", 1);
                }
                record.variations = true;
                length.unwrap_or(rest.len())
            }
            ')' | ']' | '}' => {
                warn(format!("this `{c}` ends nothing"), 1);
                1
            }
            c if c.is_whitespace() => c.len_utf8(),
            _ => {
                let word = word(rest);
                if DRAWS.contains(&word) {
                    warn(format!("`{word}` is taken for the result `1/2-1/2`"), word.len());
                }
                record.take(word, at);
                word.len()
            }
        };
    }
    if !record.is_empty() {
        contents.records.push(record);
    }
    contents
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || "{}();".contains(c);
    &text[..text.find(ends).unwrap_or(text.len())]
}

impl<'a> Record<'a> {
    /// Whether nothing but the end of a line stands between the latest tag and this place: behind an empty line another
    /// game may begin.
    fn goes_on_with_tags(&self, text: &str, at: usize) -> bool {
        let between = self.tags.last().map_or("", |tag| &text[tag.span.end..at]);
        between.trim().is_empty() && between.matches('\n').count() <= 1
    }

    /// Takes a word of the movetext.
    fn take(&mut self, word: &'a str, at: usize) {
        let draw = DRAWS.contains(&word).then_some(&"1/2-1/2");
        if let Some(result) = draw.or_else(|| RESULTS.iter().find(|result| **result == word)) {
            self.result = Some(result);
            return;
        }
        if let Some((_, glyph)) = EVALUATIONS.iter().find(|(known, _)| *known == word) {
            self.moves.last_mut().into_iter().for_each(|played| played.glyphs.push(glyph));
            return;
        }
        // The number may stand right before the move: `1.e4`.
        let number = word.find(|c: char| !c.is_ascii_digit()).filter(|end| word[*end..].starts_with('.'));
        let skipped = number.map_or(0, |end| word.len() - word[end..].trim_start_matches('.').len());
        let text = word[skipped..].trim_end_matches(['!', '?']);
        let suffix = &word[skipped + text.len()..];
        let is_noise = text.is_empty() || EN_PASSANT_MARKS.contains(&text) || text.bytes().all(|b| b.is_ascii_digit());
        let is_glyph = text.starts_with('$');
        if !is_noise && !is_glyph {
            let start = at + skipped;
            let span = start..start + text.len();
            self.moves.push(Played { text, span, glyphs: Vec::new(), comments: Vec::new() });
        }
        let glyph = SUFFIXES.iter().find(|(known, _)| *known == suffix).map(|(_, glyph)| *glyph);
        if let Some(played) = self.moves.last_mut() {
            played.glyphs.extend(glyph.or(is_glyph.then_some(text)));
        }
    }

    /// Takes a comment on the latest move, or on the game.
    fn comment(&mut self, text: &'a str) {
        self.moves.last_mut().map_or(&mut self.opening, |played| &mut played.comments).push(text.trim());
    }
}

/// What a tag says, if anything, how long its text is, and whether it ends as it should.
#[derive(Debug, Default)]
struct TagText<'a> {
    content: Option<(&'a str, String)>,
    length: usize,
    ends: bool,
}

/// Reads `[Name "value"]`.
fn read_tag(text: &str) -> TagText<'_> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    let mut quoted = false;
    let mut name_end = None;
    while let Some((at, c)) = chars.next() {
        match c {
            '"' if quoted => quoted = false,
            '"' => (quoted, name_end) = (true, name_end.or(Some(at))),
            '\\' if quoted => value.extend(chars.next().map(|(_, c)| c)),
            ']' if !quoted => {
                let name = text[1..name_end.unwrap_or(at)].trim();
                return TagText { content: (!name.is_empty()).then_some((name, value)), length: at + 1, ends: true };
            }
            '\n' => return TagText { length: at, ..TagText::default() },
            c if quoted => value.push(c),
            _ => {}
        }
    }
    TagText { length: text.len(), ..TagText::default() }
}

/// How long a line in parentheses is, those inside it and comments included; nothing where it does not end.
fn variation(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut comment = false;
    for (at, c) in text.char_indices() {
        match c {
            '{' => comment = true,
            '}' => comment = false,
            '(' if !comment => depth += 1,
            ')' if !comment => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Analyzes one game after the other; one that is wrong does not keep the next ones from it.
pub(super) fn run(library: &Library, analyst: &Analyst, usual: &str, source: &Arc<Source>) -> Result<(), Failure> {
    let Contents { records, warnings } = read(&source.text);
    if records.is_empty() {
        return Err(format!("{}: there is no game in it: expected PGN", source.name).into());
    }
    let more = warnings.len().saturating_sub(limits::GAMES_WARNINGS);
    for (message, span) in warnings.into_iter().take(limits::GAMES_WARNINGS) {
        complain(&Report::warning(message).at(source, span))?;
    }
    if more > 0 {
        complain(&Report::and_more(more))?;
    }
    let bar = analyst.bottom_line();
    let mut wrong = 0;
    for (index, record) in records.iter().enumerate() {
        let task = Task { analyst, number: index + 1, record, bar: &bar };
        let begun = match &record.fault {
            Some((what, span)) => Err((format!("game {}: expected {what}", index + 1).into(), span.clone())),
            None => begin(library, usual, record),
        };
        match begun.and_then(|game| task.moves(&game).map(|moves| (game, moves))) {
            Ok((game, moves)) => task.analyze(game, &moves)?,
            Err((failure, span)) => {
                wrong += 1;
                let message = failure.message().unwrap_or_default();
                bar.suspend(|| complain(&Report::error(message).at(source, span).help("this game is left out")))?;
            }
        }
    }
    bar.finish_and_clear();
    match wrong {
        0 => Ok(()),
        1 => Err("one game was left out".into()),
        _ => Err(format!("{wrong} games were left out").into()),
    }
}

/// The game at its beginning; or what is wrong with it, and which tag says so.
fn begin(library: &Library, usual: &str, record: &Record<'_>) -> Result<Game, (Failure, Span)> {
    // What stands for nothing known says no more than no tag.
    let variant = record.tag("Variant").filter(|tag| !["", "?", "-"].contains(&tag.value.trim()));
    let place = variant.map_or(record.start..record.start, |tag| tag.span.clone());
    let begun = match variant {
        None => game_or_file(library, usual),
        Some(tag) => named(library, &tag.value),
    };
    let mut game = begun.map_err(|failure| (failure, place))?;
    if let Some(tag) = record.tag("FEN") {
        set_up(&mut game, &tag.value).map_err(|failure| (failure, tag.span.clone()))?;
    }
    Ok(game)
}

/// The game that a `Variant` tag means.
fn named(library: &Library, given: &str) -> Result<Game, Failure> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
    let name = plain(given);
    // What servers say of games of chess.
    if ["standard", "fromposition"].contains(&&*name) {
        return Ok(Game::new(&library.first())?);
    }
    if library.get(given).is_some() {
        return game_or_file(library, given);
    }
    let known = library.variants().find(|variant| {
        [&variant.name, &variant.title].into_iter().chain(&variant.aliases).any(|known| plain(known) == name)
    });
    Ok(Game::new(known.ok_or_else(|| format!("there is no variant `{given}`"))?)?)
}

/// A game to be analyzed.
struct Task<'a> {
    analyst: &'a Analyst,
    number: usize,
    record: &'a Record<'a>,
    bar: &'a ProgressBar,
}

/// What is said of a move, as JSON.
#[derive(Debug, Serialize)]
struct Answer {
    game: usize,
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    san: String,
    /// What the move leads to, for the side that has made it; nothing where the game is over.
    score: Option<Worth>,
    best: Option<String>,
    /// What the best move would have led to.
    best_score: Option<Worth>,
    judgement: Option<Judgement>,
}

impl Task<'_> {
    /// The moves of the game.
    fn moves(&self, start: &Game) -> Result<Vec<Move>, (Failure, Span)> {
        let mut game = start.clone();
        let mut moves = Vec::with_capacity(self.record.moves.len());
        for (ply, played) in self.record.moves.iter().enumerate() {
            let passes = PASSES.contains(&played.text);
            let mv = game.read_move(if passes { "@@@@" } else { played.text }).map_err(|fault| {
                let why = match fault {
                    _ if passes => ": the turn cannot be handed over here".to_owned(),
                    MoveError::Unreadable => String::new(),
                    fault => format!(": {fault}"),
                };
                let message = format!("game {}, ply {}: `{}` is no legal move{why}", self.number, ply + 1, played.text);
                (message.into(), played.span.clone())
            })?;
            moves.push(mv);
            game.play(mv);
        }
        Ok(moves)
    }

    fn analyze(&self, start: Game, moves: &[Move]) -> Result<(), Failure> {
        let mut game = start;
        let mut text = Text::default();
        text.push_comment(None, &self.record.opening);
        let json = self.analyst.json;
        if !json {
            self.bar.suspend(|| self.say_tags())?;
        }
        let mut before = self.search(&game, 0, moves.len());
        for (ply, &mv) in moves.iter().enumerate() {
            let (shown, san) = (game.move_text(mv), game.san(mv));
            let mut next = game.clone();
            next.play(mv);
            let after = self.search(&next, ply + 1, moves.len());
            // What the opponent stands to get after it.
            let score = after.as_ref().map(|info| -info.score).or_else(|| final_score(&next, game.side()));
            let best = before.as_ref().filter(|info| info.line.first() != Some(&mv));
            let judgement = best.zip(score).and_then(|(info, score)| Judgement::of(info.score, score));
            if json {
                let answer = Answer {
                    game: self.number,
                    ply: ply + 1,
                    text: shown,
                    san,
                    score: after.as_ref().map(|info| -Worth::from(info.score)),
                    best: before.as_ref().and_then(|info| info.line.first()).map(|&mv| game.san(mv)),
                    best_score: before.as_ref().map(|info| info.score.into()),
                    judgement,
                };
                say(serde_json::to_string(&answer)?)?;
            } else {
                let played = &self.record.moves[ply];
                text.push_move(&game, &san, ply == 0);
                played.glyphs.iter().for_each(|glyph| text.push(glyph));
                // What somebody has said of the move stands.
                let own = judgement.filter(|_| !played.is_judged());
                own.into_iter().for_each(|judgement| text.push(judgement.glyph()));
                text.push_comment(after.as_ref().map(|info| evaluation(info.score, next.side())), &played.comments);
                if let Some(better) = best.filter(|_| judgement.is_some()) {
                    let line = &better.line[..better.line.len().min(SHOWN)];
                    text.push(&format!("({})", numbered(&game, line)));
                }
            }
            (game, before) = (next, after);
        }
        if json {
            return Ok(());
        }
        let said = self.record.tag("Result").map(|tag| tag.value.as_str());
        text.push(self.record.result.or(said).unwrap_or("*"));
        self.bar.suspend(|| say(format!("{}\n", text.0)))
    }

    fn search(&self, game: &Game, ply: usize, plies: usize) -> Option<Info> {
        let about = format!("game {}, move {ply} of {plies}", self.number);
        self.bar.set_message(about.clone());
        self.analyst.best(game, &mut |info| self.bar.set_message(format!("{about}, depth {}", info.depth)))
    }

    fn say_tags(&self) -> Result<(), Failure> {
        let quoted = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
        for tag in self.record.tags.iter().filter(|tag| !tag.name.eq_ignore_ascii_case("Annotator")) {
            say(format!("[{} \"{}\"]", tag.name, quoted(&tag.value)))?;
        }
        say(format!("[Annotator \"{} {}\"]\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))?;
        if self.record.variations {
            complain(&Report::warning(format!("game {}: lines in parentheses are left out", self.number)))?;
        }
        Ok(())
    }
}

/// The score of a game that is over.
fn final_score(game: &Game, side: Color) -> Option<Score> {
    game.outcome().map(|outcome| match outcome.result {
        GameResult::Win(winner) if winner == side => -Score::mated_in(0),
        GameResult::Win(_) => Score::mated_in(0),
        GameResult::Draw => Score(0),
    })
}

/// A score for the side to move as servers and viewers of games have it: from White's side.
fn evaluation(score: Score, side: Color) -> String {
    let worth = Worth::from(score);
    match if side == Color::White { worth } else { -worth } {
        Worth::Mate(moves) => format!("[%eval #{moves}]"),
        Worth::Cp(score) => format!("[%eval {:.2}]", f64::from(score) / 100.0),
    }
}

/// A comment without `[%eval ...]`.
fn without_evaluation(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once("[%eval") else { return comment.trim().to_owned() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    without_evaluation(&format!("{} {}", before.trim(), after.trim()))
}

/// Movetext in lines that are not too long.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    fn push_move(&mut self, game: &Game, san: &str, first: bool) {
        let number = game.setup().fullmove;
        match game.side() {
            Color::White => self.push(&format!("{number}. {san}")),
            Color::Black if first || self.0.ends_with(['}', ')']) => self.push(&format!("{number}... {san}")),
            Color::Black => self.push(san),
        }
    }

    /// What a move is worth and what the file says of it, without what it is worth to others.
    fn push_comment(&mut self, evaluation: Option<String>, comments: &[&str]) {
        let others = comments.iter().map(|comment| without_evaluation(comment));
        let parts: Vec<String> = evaluation.into_iter().chain(others.filter(|comment| !comment.is_empty())).collect();
        if !parts.is_empty() {
            // A comment behind `;` may have one.
            self.push(&format!("{{ {} }}", parts.join(" ").replace('}', ")")));
        }
    }

    fn push(&mut self, text: &str) {
        for word in text.split(' ') {
            let column = self.0.len() - self.0.rfind('\n').map_or(0, |end| end + 1);
            if column > 0 {
                self.0.push(if column + 1 + word.len() > WIDTH { '\n' } else { ' ' });
            }
            self.0.push_str(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value<'a>(record: &'a Record<'_>, name: &str) -> Option<&'a str> {
        record.tag(name).map(|tag| tag.value.as_str())
    }

    #[test]
    fn games_are_told_apart() {
        let text = "[Event \"A \\\"b\\\"\"]\n[Variant \"Atomic\"]\n\n1.e4 {best; by test} e5! 2. Nf3 $1 (2. d4 (2. c4) {x ) y} exd4) Nc6?! 1-0\n\n\
                    [Event \"B\"]\n1. d4 ; to the end 1-0\n1... d5 *\n1. c4 1/2-1/2\n";
        let found = read(text).records;
        let moves = |record: &Record<'_>| record.moves.iter().map(|played| played.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found.iter().map(moves).collect::<Vec<_>>(),
            [vec!["e4", "e5", "Nf3", "Nc6"], vec!["d4", "d5"], vec!["c4"]]
        );
        assert_eq!(
            found.iter().map(|record| record.result).collect::<Vec<_>>(),
            [Some("1-0"), Some("*"), Some("1/2-1/2")]
        );
        assert_eq!((value(&found[0], "event"), value(&found[0], "Variant")), (Some("A \"b\""), Some("Atomic")));
        assert_eq!(found[0].moves[0].comments, ["best; by test"]);
        assert!(found[0].variations && !found[1].variations);
        assert_eq!(&text[found[0].moves[2].span.clone()], "Nf3");
    }

    #[test]
    fn nothing_that_is_said_of_a_game_is_lost() {
        let text = "[A \"1\"]\n\n[A \"2\"]\n{Before} 1. e4! ; mind\n% aside\ne5 $14 {100 % sound} 2. Nf3?! *\n";
        let found = read(text).records;
        assert_eq!(found.iter().map(|record| value(record, "A")).collect::<Vec<_>>(), [Some("1"), Some("2")]);
        let [.., game] = &found[..] else { panic!("two games") };
        assert_eq!(game.opening, ["Before"]);
        let said: Vec<_> =
            game.moves.iter().map(|played| (played.text, &played.glyphs[..], &played.comments[..])).collect();
        let expected: [(&str, &[&str], &[&str]); 3] =
            [("e4", &["$1"], &["mind"]), ("e5", &["$14"], &["100 % sound"]), ("Nf3", &["$6"], &[])];
        assert_eq!(said, expected);
        assert_eq!(game.moves.iter().map(Played::is_judged).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn what_does_not_end_is_a_fault() {
        for (text, begins) in [("1. e4 {never", 6), ("[Event \"A]\n\n1. e4 *", 0), ("1. e4 (1. d4", 6)] {
            let found = read(text).records;
            assert_eq!(found[0].fault.as_ref().map(|(_, span)| span.start), Some(begins), "{text}");
        }
    }

    #[test]
    fn what_is_odd_is_warned_of() {
        let text = "[Variant \"Atomic\"]\n[Variant \"Crazyhouse\"]\n\n1. e4) e5} 1/2\n\n1. d4 d5 0-1 3. a3 *\n";
        let Contents { records, warnings } = read(text);
        let found: Vec<_> = warnings.iter().map(|(message, span)| (message.as_str(), &text[span.clone()])).collect();
        let expected = [
            ("the tag `Variant` is there already: the first one counts", "[Variant \"Crazyhouse\"]"),
            ("this `)` ends nothing", ")"),
            ("this `}` ends nothing", "}"),
            ("`1/2` is taken for the result `1/2-1/2`", "1/2"),
            ("this stands behind the result of a game, and is taken for another one", "3."),
        ];
        assert_eq!(found, expected);
        let told: Vec<_> = records.iter().map(|record| (value(record, "Variant"), record.result)).collect();
        assert_eq!(told, [(Some("Atomic"), Some("1/2-1/2")), (None, Some("0-1")), (None, Some("*"))]);
    }

    #[test]
    fn what_books_say_is_no_move() {
        let found = read("1. e4 e5 2. exd6 e.p. += 2... cxd6 ep 3. a3 +- *").records;
        let told: Vec<_> = found[0].moves.iter().map(|played| (played.text, &played.glyphs[..])).collect();
        let expected: [(&str, &[&str]); 5] =
            [("e4", &[]), ("e5", &[]), ("exd6", &["$14"]), ("cxd6", &[]), ("a3", &["$18"])];
        assert_eq!(told, expected);
    }

    #[test]
    fn an_old_evaluation_makes_room() {
        assert_eq!(without_evaluation("[%eval 0.03] [%clk 0:01:00] [%eval #-3] good"), "[%clk 0:01:00] good");
        assert_eq!(without_evaluation("good"), "good");
    }

    #[test]
    fn what_is_lost_makes_a_move_bad() {
        assert_eq!(Judgement::of(Score(30), Score(10)), None);
        assert_eq!(Judgement::of(Score(200), Score(-300)), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(Score::mate_in(2), Score::mated_in(3)), Some(Judgement::Blunder));
        // Who wins anyway loses nothing by being slow.
        assert_eq!(Judgement::of(Score::mate_in(2), Score(1_500)), None);
    }
}
