//! Games in PGN: every move is judged, and the games are printed with scores, marks on bad moves, and the better lines.

use super::Arguments;
use super::analyst::{Analyst, Thought};
use super::lines::{Found, Worth, numbered};
use super::record::{PgnGame, PgnMove, RESULTS, Tag, games, is_judged};
use crate::board::Color;
use crate::cli::movetext::{Movetext, tag_line};
use crate::cli::output::{Complaints, complain, say};
use crate::cli::ranks::{Ranks, Wording, from_one};
use crate::cli::{Failure, game_to_think_about, is_file_name, set_up_with_remarks};
use crate::game::{Game, MoveError, PASS};
use crate::position::{GameResult, Move};
use crate::search::{Info, Score};
use crate::session::ends_on_board;
use crate::text::{Report, Source, Span};
use crate::variant::Library;
use indicatif::ProgressBar;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The most moves of a better line to show.
const SHOWN: usize = 8;
/// The least loss of expected score, in thousandths, of a blunder, a mistake and a dubious move.
const LOSSES: [(i32, Judgement); 3] = [(300, Judgement::Blunder), (200, Judgement::Mistake), (100, Judgement::Dubious)];
/// Moves that only pass the turn.
const PASSES: [&str; 2] = ["--", "Z0"];

/// The mark of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Judgement {
    Dubious,
    Mistake,
    Blunder,
}

impl Judgement {
    /// Judges a move by the scores before and after it, both for the side that moved.
    fn of(before: Score, after: Score) -> Option<Self> {
        let expected = |score: Score| {
            let chances = score.chances();
            (chances.win + chances.draw / 2) as i32
        };
        let lost = expected(before) - expected(after);
        LOSSES.into_iter().find(|(least, _)| lost >= *least).map(|(_, judgement)| judgement)
    }

    /// Its mark in PGN.
    fn glyph(self) -> &'static str {
        match self {
            Self::Dubious => "$6",
            Self::Mistake => "$2",
            Self::Blunder => "$4",
        }
    }
}

/// The game on the command line, which games without a tag `Variant` are.
pub(in crate::cli) struct UsualGame {
    /// The game at its start.
    pub game: Game,
    /// Whether it is that of a file, which the library need not have.
    of_file: bool,
}

impl UsualGame {
    /// Loads a game by its name or file.
    pub(in crate::cli) fn load(library: &Library, name: &str) -> Result<Self, Failure> {
        Ok(Self { game: game_to_think_about(library, name)?, of_file: is_file_name(name) })
    }

    /// Whether it is a file's game to which a tag refers; all other names mean what they do in the library.
    fn is_meant(&self, tag: &str) -> bool {
        let variant = self.game.variant();
        let mut names = [&variant.name, &variant.title].into_iter().chain(&variant.aliases);
        self.of_file && names.any(|name| name.eq_ignore_ascii_case(tag))
    }
}

/// Analyzes one game after the other; a wrong game does not stop the rest.
pub(super) fn run(
    library: &Library,
    analyst: &Analyst,
    arguments: &Arguments,
    source: &Arc<Source>,
) -> Result<(), Failure> {
    let usual = UsualGame::load(library, arguments.variant())?;
    let bar = analyst.bottom_line();
    let (mut number, mut left_out, mut broken_off, mut remarks) = (0, 0, 0, Complaints::default());
    let mut records = games(&source.text);
    for record in records.by_ref() {
        if analyst.is_interrupted() {
            break;
        }
        number += 1;
        for (message, span) in &record.warnings {
            bar.suspend(|| remarks.tell(&Report::warning(message).at(source, span.clone())))?;
        }
        let task = Task { analyst, number, record: &record, source, bar: &bar };
        let begun = match &record.fault {
            Some((what, span)) => Err((format!("game {number}: expected {what}").into(), span.clone())),
            None => bar.suspend(|| begin(library, &usual, &record)),
        };
        match begun {
            Ok((game, told)) => {
                for (report, span) in told {
                    bar.suspend(|| remarks.tell(&report.at(source, span)))?;
                }
                let reading = task.read(game, &arguments.ranks)?;
                broken_off += usize::from(reading.unreadable.is_some());
                task.analyze(&reading)?;
            }
            Err((failure, span)) => {
                left_out += 1;
                let Failure::Said(report) = failure else { return Err(failure) };
                if analyst.json {
                    let error = Complaint { message: &report.message };
                    say(serde_json::to_string(&Refusal { game: number, ply: None, error })?)?;
                }
                task.complain(&report.at(source, span).help("this game is left out"))?;
            }
        }
    }
    bar.finish_and_clear();
    for (message, span) in records.left_over() {
        remarks.tell(&Report::warning(message).at(source, span))?;
    }
    remarks.end(&source.name)?;
    if number == 0 && !analyst.is_interrupted() {
        return Err(no_game(source));
    }
    let games = |count: usize| if count == 1 { "one game was".to_owned() } else { format!("{count} games were") };
    match (left_out, broken_off) {
        (0, 0) => Ok(()),
        (_, 0) => Err(format!("{} left out", games(left_out)).into()),
        (0, _) => Err(format!("{} broken off", games(broken_off)).into()),
        _ => Err(format!("{} left out, and {} broken off", games(left_out), games(broken_off)).into()),
    }
}

fn no_game(source: &Source) -> Failure {
    format!("{}: there is no game in it: expected PGN", source.name).into()
}

/// A remark on a tag, and its span.
type Remark = (Report, Span);

/// The game at its start, and remarks on it; or the failure, and the span of the tag that causes it.
fn begin(library: &Library, usual: &UsualGame, record: &PgnGame<'_>) -> Result<(Game, Vec<Remark>), (Failure, Span)> {
    // A placeholder for an unknown value counts as a missing tag.
    let variant = record.tag("Variant").filter(|tag| !["", "?", "-"].contains(&tag.value.trim()));
    let place = variant.map_or(record.start..record.start, |tag| tag.span.clone());
    let fen = record.tag("FEN");
    let begun = match variant.map(|tag| tag.value.trim()).filter(|name| !usual.is_meant(name)) {
        None => Ok(usual.game.clone()),
        Some(name) => named(library, name, fen.is_some()),
    };
    let mut game = begun.map_err(|failure| (failure, place))?;
    let Some(tag) = fen else { return Ok((game, Vec::new())) };
    match set_up_with_remarks(&mut game, &tag.value) {
        Ok(remarks) => Ok((game, remarks.into_iter().map(|report| (report, tag.span.clone())).collect())),
        Err(failure) => Err((failure, tag.span.clone())),
    }
}

/// Loads a game of a file, the last one if no number is given: at its start, and after all its moves.
pub(in crate::cli) fn load(
    library: &Library,
    usual: &UsualGame,
    source: &Arc<Source>,
    number: Option<usize>,
) -> Result<[Game; 2], Failure> {
    let (mut count, mut wanted) = (0, None);
    for record in games(&source.text) {
        count += 1;
        if number.is_none_or(|number| number == count) {
            wanted = Some(record);
        }
    }
    let number = number.unwrap_or(count);
    let Some(record) = wanted else {
        return Err(match count {
            0 => no_game(source),
            _ => format!("{}: there is no game {number}: expected a number from 1 to {count}", source.name).into(),
        });
    };
    if let Some((what, _)) = record.fault {
        return Err(format!("game {number}: expected {what}").into());
    }
    let (start, remarks) = begin(library, usual, &record).map_err(|(failure, _)| failure)?;
    remarks.into_iter().try_for_each(|(report, span)| complain(&report.at(source, span)))?;
    let (Reading { start, last, unreadable, .. }, _) = Reading::from_either_rank(&record, number, start)?;
    match unreadable {
        Some(unreadable) => Err(unreadable.message.into()),
        None => Ok([start, last]),
    }
}

/// The game that a tag names, which must not be a file; `begun` is whether another tag gives the start position.
fn named(library: &Library, name: &str, begun: bool) -> Result<Game, Failure> {
    if let Some(variant) = library.get(name) {
        return Ok(Game::new(&variant)?);
    }
    match library.shuffled(name) {
        Some(variant) if begun => Ok(Game::new(&variant)?),
        Some(_) => {
            Err(format!("`{name}` begins with shuffled pieces: expected a tag `FEN` with the start position").into())
        }
        None => Err(format!("there is no variant `{name}`").into()),
    }
}

/// A game to be analyzed.
struct Task<'a> {
    analyst: &'a Analyst,
    number: usize,
    record: &'a PgnGame<'a>,
    source: &'a Arc<Source>,
    bar: &'a ProgressBar,
}

/// A game up to the first move that cannot be read.
struct Reading {
    start: Game,
    steps: Vec<Step>,
    /// The game after these moves.
    last: Game,
    /// The first move that cannot be read.
    unreadable: Option<Unreadable>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    mv: Move,
    /// Whether the `!` or `?` right after the move belongs to a piece's ID.
    marked: bool,
}

impl Step {
    /// Reads a move in a position.
    fn read(game: &Game, played: &PgnMove<'_>) -> Result<Self, MoveError> {
        let plain = game.read_move(if PASSES.contains(&played.text) { PASS } else { played.text });
        let whole = played.marked.and_then(|text| game.read_move(text).ok());
        match whole.filter(|mv| plain != Ok(*mv)) {
            Some(mv) => Ok(Self { mv, marked: true }),
            None => plain.map(|mv| Self { mv, marked: false }),
        }
    }

    /// The PGN glyphs of the move, without that of a mark that belongs to a piece's ID.
    fn glyphs<'p>(self, played: &'p PgnMove<'_>) -> &'p [&'p str] {
        &played.glyphs[usize::from(self.marked)..]
    }
}

/// A part of a game that cannot be read: the reason, the place to point at, and the whole part.
struct Unreadable {
    message: String,
    place: Span,
    whole: Span,
}

/// The header of a game, as JSON.
#[derive(Debug, Serialize)]
struct Header<'a> {
    game: usize,
    /// The line in the file.
    line: usize,
    variant: String,
    #[serde(serialize_with = "as_object")]
    tags: &'a [Tag<'a>],
    result: Option<&'a str>,
    /// The position at the start.
    fen: String,
}

fn as_object<S: Serializer>(tags: &&[Tag<'_>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter().map(|tag| (tag.name, &tag.value)))
}

/// The answer for a move, as JSON.
#[derive(Debug, Serialize)]
struct Answer {
    game: usize,
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    san: String,
    /// The score of the position after the move, from the same side as `best_score`.
    score: Option<Worth>,
    best_score: Option<Worth>,
    #[serde(flatten)]
    found: Found,
    judgement: Option<Judgement>,
    /// How the game ended with the move.
    over: Option<String>,
}

/// The place where a game becomes unreadable, as JSON; without `ply` for one that is left out.
#[derive(Debug, Serialize)]
struct Refusal<'a> {
    game: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    error: Complaint<'a>,
}

#[derive(Debug, Serialize)]
struct Complaint<'a> {
    message: &'a str,
}

impl Reading {
    /// Reads a game whose text does not tell how its ranks are numbered: programs disagree on boards with ten of them.
    /// The numbering by which more moves can be read is taken. Also says whether the moves could be read by the other,
    /// too, and would be others.
    fn from_either_rank(record: &PgnGame<'_>, number: usize, start: Game) -> Result<(Self, bool), Failure> {
        let given = Self::new(record, number, start);
        let Some(start) = from_one(&given.start)? else { return Ok((given, false)) };
        let other = Self::new(record, number, start);
        if other.steps.len() > given.steps.len() || given.unreadable.is_some() && other.unreadable.is_none() {
            return Ok((other, false));
        }
        let open = other.steps.len() == given.steps.len() && other.steps != given.steps;
        Ok((given, open))
    }

    /// Plays the moves of a game up to the first one that cannot be read.
    fn new(record: &PgnGame<'_>, number: usize, start: Game) -> Self {
        let mut last = start.clone();
        let mut steps = Vec::with_capacity(record.moves.len());
        for (ply, played) in record.moves.iter().enumerate() {
            match Step::read(&last, played) {
                Ok(step) => {
                    steps.push(step);
                    last.play(step.mv);
                }
                Err(fault) => {
                    let why = match fault {
                        _ if PASSES.contains(&played.text) => ": the turn cannot be handed over here".to_owned(),
                        MoveError::Unreadable => String::new(),
                        fault => format!(": {fault}"),
                    };
                    let text = played.text;
                    let message = format!("game {number}, ply {}: `{text}` is not a legal move{why}", ply + 1);
                    let (place, whole) = (played.span.clone(), played.span.start..record.end);
                    return Self { start, steps, last, unreadable: Some(Unreadable { message, place, whole }) };
                }
            }
        }
        let unreadable = record.unended.clone().map(|(what, whole)| {
            let message = format!("game {number}: expected {what}");
            Unreadable { message, place: whole.start..whole.start + 1, whole }
        });
        Self { start, steps, last, unreadable }
    }
}

impl Task<'_> {
    /// Reads the game, with its ranks numbered as an option says, if one does.
    fn read(&self, start: Game, ranks: &Ranks) -> Result<Reading, Failure> {
        let Self { record, number, .. } = *self;
        if ranks.are_said() {
            return Ok(Reading::new(record, number, ranks.counted_as_said(start)?));
        }
        let (reading, open) = Reading::from_either_rank(record, number, start)?;
        if open {
            let message =
                format!("game {number}: its moves can be read with ranks from 0 or from 1, and are read from 0");
            let start = record.moves.first().map_or(record.start..record.start, |played| played.span.clone());
            let report = Report::warning(message).at(self.source, start);
            self.complain(&report.help("`--ranks-from 1` reads them as in programs that count from 1"))?;
        }
        Ok(reading)
    }

    fn analyze(&self, reading: &Reading) -> Result<(), Failure> {
        let Reading { start, steps, unreadable, .. } = reading;
        let wording = self.analyst.wording;
        let counted = if wording == Wording::Uci { from_one(start)? } else { None };
        let start = counted.as_ref().unwrap_or(start);
        let mut game = start.clone();
        let mut text = Movetext::default();
        push_comments(&mut text, None, &self.record.opening);
        let json = self.analyst.json;
        if json {
            say(serde_json::to_string(&self.header(start))?)?;
        } else {
            self.bar.suspend(|| self.say_tags())?;
        }
        let mut before = if steps.is_empty() { None } else { self.search(&game, 0, steps.len()) };
        for (ply, &step) in steps.iter().enumerate() {
            let mut next = game.clone();
            next.play(step.mv);
            let after = self.search(&next, ply + 1, steps.len());
            let judged = Judged::new(step, &game, &next, before, after.as_ref());
            if json {
                say(serde_json::to_string(&judged.answer(self.number, ply + 1, wording))?)?;
            } else {
                judged.write(&mut text, &self.record.moves[ply]);
            }
            (game, before) = (next, after);
        }
        if let Some(unreadable) = unreadable {
            if json {
                let error = Complaint { message: &unreadable.message };
                say(serde_json::to_string(&Refusal { game: self.number, ply: Some(steps.len() + 1), error })?)?;
            }
            text.push_comment(&format!("unreadable: {}", &self.source.text[unreadable.whole.clone()]));
            let report = Report::error(&unreadable.message).at(self.source, unreadable.place.clone());
            let kept = (!json).then(|| "the rest of this game is kept in a comment".to_owned());
            self.complain(&kept.into_iter().fold(report, Report::help))?;
        } else {
            self.compare_results(&game)?;
        }
        if json {
            return Ok(());
        }
        text.push(self.result().unwrap_or("*"));
        self.bar.suspend(|| say(format!("{text}\n")))
    }

    fn search(&self, game: &Game, ply: usize, plies: usize) -> Option<Thought> {
        let about = format!("game {}, move {ply} of {plies}", self.number);
        self.bar.set_message(about.clone());
        self.analyst.search(game, &mut |info| {
            self.bar.set_message(format!("{about}, depth {}", info.depth));
            true
        })
    }

    fn header(&self, start: &Game) -> Header<'_> {
        Header {
            game: self.number,
            line: self.source.position(self.record.start).0,
            variant: start.variant().name.clone(),
            tags: &self.record.tags,
            result: self.result(),
            fen: start.setup().full_fen(start.variant()),
        }
    }

    fn say_tags(&self) -> Result<(), Failure> {
        for tag in self.record.tags.iter().filter(|tag| !tag.name.eq_ignore_ascii_case("Annotator")) {
            say(tag_line(tag.name, &tag.value))?;
        }
        say(tag_line("Annotator", concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"))) + "\n")
    }

    /// The result according to the file. That of the movetext takes precedence over the tag.
    fn result(&self) -> Option<&str> {
        let tag = || self.record.tag("Result").map(|tag| tag.value.as_str());
        self.record.result.as_ref().map(|(result, _)| *result).or_else(tag)
    }

    /// Warns of results that contradict each other, or the final position.
    fn compare_results(&self, last: &Game) -> Result<(), Failure> {
        let tag = self.record.tag("Result").filter(|tag| RESULTS.contains(&&*tag.value));
        if let (Some(tag), Some((result, span))) = (tag, &self.record.result)
            && tag.value != *result
        {
            let message = format!("game {}: the tag `Result` says `{}`, and not `{result}`", self.number, tag.value);
            self.complain(&Report::warning(message).at(self.source, span.clone()))?;
        }
        let Some(outcome) = last.outcome().filter(|outcome| ends_on_board(*outcome)) else { return Ok(()) };
        let told = self.record.result.clone().or(tag.map(|tag| (&*tag.value, tag.span.clone())));
        match told.filter(|(result, _)| !["*", outcome.result.score()].contains(result)) {
            Some((result, span)) => {
                let message = format!("game {}: {}, and not `{result}`", self.number, last.verdict(outcome));
                self.complain(&Report::warning(message).at(self.source, span))
            }
            None => Ok(()),
        }
    }

    fn complain(&self, report: &Report) -> Result<(), Failure> {
        self.bar.suspend(|| complain(report))
    }
}

/// A move between two positions of a game, with the results of searches in both.
struct Judged<'a> {
    step: Step,
    game: &'a Game,
    next: &'a Game,
    /// The result of the search before the move.
    best: Option<Thought>,
    after: Option<&'a Thought>,
    /// The score after the move, from the side that made it.
    score: Option<Score>,
    judgement: Option<Judgement>,
}

impl<'a> Judged<'a> {
    fn new(step: Step, game: &'a Game, next: &'a Game, before: Option<Thought>, after: Option<&'a Thought>) -> Self {
        let score = after.map(|thought| seen_before(thought.best.score)).or_else(|| final_score(next, game.side()));
        let best = before.map(|thought| with_played(thought, step.mv, score, after));
        let mut judged = Self { step, game, next, best, after, score, judgement: None };
        judged.judgement =
            judged.better().zip(score).and_then(|(thought, score)| Judgement::of(thought.best.score, score));
        judged
    }

    /// The result of the search before the move, if its best move is another one.
    fn better(&self) -> Option<&Thought> {
        self.best.as_ref().filter(|thought| thought.best_move() != Some(self.step.mv))
    }

    fn answer(&self, game: usize, ply: usize, wording: Wording) -> Answer {
        Answer {
            game,
            ply,
            text: wording.text(self.game, self.step.mv),
            san: self.game.san(self.step.mv),
            score: self.score.map(Worth::from),
            best_score: self.best.as_ref().map(|thought| thought.best.score.into()),
            found: Found::new(self.game, self.best.as_ref(), wording),
            judgement: self.judgement,
            over: self.next.outcome().map(|outcome| self.next.verdict(outcome)),
        }
    }

    fn write(&self, text: &mut Movetext, played: &PgnMove<'_>) {
        text.push_move(self.game, self.game.san(self.step.mv));
        let glyphs = self.step.glyphs(played);
        glyphs.iter().for_each(|glyph| text.push(glyph));
        // An existing judgement is kept.
        if let Some(judgement) = self.judgement.filter(|_| !is_judged(glyphs)) {
            text.push(judgement.glyph());
        }
        let worth = self.after.map(|thought| evaluation(thought.best.score, self.next.side()));
        push_comments(text, worth, &played.comments);
        let lines = self.lines();
        for (line, worth) in &lines {
            text.push(&worth.as_ref().map_or_else(|| format!("({line})"), |worth| format!("({line} {{ {worth} }})")));
        }
        // Lines of an earlier analysis are not repeated.
        let is_new =
            |variation: &&&str| bare_line(variation).is_none_or(|old| lines.iter().all(|(new, _)| *new != old));
        played.variations.iter().filter(is_new).for_each(|variation| text.push_verbatim(variation));
    }

    /// The lines that are written beside the move: all that begin with other moves, each with its score, if several were
    /// asked for; else the better one, if the move is bad.
    fn lines(&self) -> Vec<(String, Option<String>)> {
        let line = |info: &Info| numbered(self.game, shown(&info.pv));
        match &self.best {
            Some(thought) if !thought.others.is_empty() => {
                let all = std::iter::once(&thought.best).chain(&thought.others);
                let others = all.filter(|info| info.best_move() != Some(self.step.mv));
                others.map(|info| (line(info), Some(evaluation(info.score, self.game.side())))).collect()
            }
            _ => {
                let better = self.better().filter(|_| self.judgement.is_some());
                better.map(|thought| (line(&thought.best), None)).into_iter().collect()
            }
        }
    }
}

/// The moves of a variation that has no comments but an evaluation.
fn bare_line(variation: &str) -> Option<String> {
    let inside = variation.strip_prefix('(')?.strip_suffix(')')?;
    let (moves, comment) = inside.split_once('{').unwrap_or((inside, ""));
    let comment = without_evaluation(comment.trim_end().trim_end_matches('}'));
    comment.is_empty().then(|| moves.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The part of a line that is shown.
fn shown(line: &[Move]) -> &[Move] {
    &line[..line.len().min(SHOWN)]
}

/// Converts a score for the side to move to one for the opponent before its last move: a mate is one ply farther away.
fn seen_before(score: Score) -> Score {
    let score = -score;
    if score.is_mate() { Score(score.0 - score.0.signum()) } else { score }
}

/// Corrects the result of the search before a move by that of the search after it: if the move that was played has no
/// worse a score than the best move, it becomes the best. If it was the best move, it gets its new score.
fn with_played(thought: Thought, mv: Move, score: Option<Score>, after: Option<&Thought>) -> Thought {
    let Some(score) = score.filter(|score| thought.best_move() == Some(mv) || *score >= thought.best.score) else {
        return thought;
    };
    let Thought { mut best, mut others, adopted } = thought;
    if best.best_move() != Some(mv) && !others.is_empty() {
        others.retain(|info| info.best_move() != Some(mv));
        others.insert(0, best.clone());
    }
    best.pv =
        std::iter::once(mv).chain(after.into_iter().flat_map(|thought| thought.best.pv.iter().copied())).collect();
    best.depth = after.map_or(best.depth, |thought| thought.best.depth + 1);
    best.score = score;
    Thought { best, others, adopted }
}

/// Writes the evaluation of a move and the comments of the file, from which old evaluations are removed.
fn push_comments(text: &mut Movetext, evaluation: Option<String>, comments: &[&str]) {
    let others = comments.iter().map(|comment| without_evaluation(comment));
    let parts: Vec<String> = evaluation.into_iter().chain(others.filter(|comment| !comment.is_empty())).collect();
    if !parts.is_empty() {
        text.push_comment(&parts.join(" "));
    }
}

/// The score of a game that is over, for the side that made the last move.
fn final_score(game: &Game, side: Color) -> Option<Score> {
    game.outcome().filter(|outcome| ends_on_board(*outcome)).map(|outcome| match outcome.result {
        GameResult::Win(winner) if winner == side => Score::mate_in(1),
        GameResult::Win(_) => -Score::mate_in(1),
        GameResult::Draw => Score(0),
    })
}

/// A score for `side` as servers and viewers of games write it: from White's point of view.
fn evaluation(score: Score, side: Color) -> String {
    let worth = Worth::from(score);
    match if side == Color::White { worth } else { -worth } {
        Worth::Mate(moves) => format!("[%eval #{moves}]"),
        Worth::Cp(score) => format!("[%eval {:.2}]", f64::from(score) / 100.0),
    }
}

/// A comment without `[%eval ...]`.
fn without_evaluation(comment: &str) -> String {
    let mut parts = comment.split("[%eval");
    let first = parts.next();
    let others = parts.filter_map(|part| part.split_once(']').map(|(_, after)| after));
    let kept: Vec<&str> = first.into_iter().chain(others).map(str::trim).filter(|part| !part.is_empty()).collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_evaluations_are_removed_from_comments() {
        assert_eq!(without_evaluation("[%eval 0.03] [%clk 0:01:00] [%eval #-3] good"), "[%clk 0:01:00] good");
        assert_eq!(without_evaluation("good"), "good");
        // Each evaluation once took a recursive call.
        assert_eq!(without_evaluation(&"so [%eval 0.1]".repeat(20_000)), ["so"; 20_000].join(" "));
    }

    #[test]
    fn lines_of_an_earlier_analysis_are_recognised() {
        let line = |variation: &str| bare_line(variation);
        assert_eq!(line("(3... g6\n4. c3 gxh5)").as_deref(), Some("3... g6 4. c3 gxh5"));
        assert_eq!(line("(1. d4 d5 { [%eval 0.21] })").as_deref(), Some("1. d4 d5"));
        assert_eq!(line("(1. d4 { better } d5)"), None);
    }

    #[test]
    fn moves_are_judged_by_the_score_they_lose() {
        assert_eq!(Judgement::of(Score(30), Score(10)), None);
        assert_eq!(Judgement::of(Score(200), Score(-300)), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(Score::mate_in(2), Score::mated_in(3)), Some(Judgement::Blunder));
        // A slower win is still a win.
        assert_eq!(Judgement::of(Score::mate_in(2), Score(1_500)), None);
    }
}
