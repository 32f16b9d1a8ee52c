//! `alfil inspect`: legal moves, check and result in a position, for users and for scripts.

use super::asked::Asked;
use super::diagram::{Diagram, Marks};
use super::input::{BatchAnswer, Id, answer_lines, id_of};
use super::output::{complain, write_picture};
use super::ranks::{Ranks, Wording};
use super::{Failure, USUAL, game_or_file, is_file_name, play_all, set_up_with_remarks};
use crate::board::Color;
use crate::eval::network::NetworkChoice;
use crate::game::{Game, try_to_begin};
use crate::position::{Move, Reason};
use crate::search;
use crate::text::Report;
use crate::variant::{Library, load_file};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    asked: Asked,
    /// The position, as a FEN; castling rights that only Chess960 knows make it a game of Chess960 [default: the start
    /// position of the variant]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    ranks: Ranks,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write a picture of the position to a file; `-` for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// With `--svg`: mark the moves of the piece on this square, or of a piece in hand, such as `P@`
    #[arg(long, value_name = "SQ", requires = "svg")]
    from: Option<String>,
    /// Read JSON objects `{"id", "variant", "fen", "moves"}`, one per line, and answer each with another; `variant` is a
    /// name or file, by default VARIANT, and `moves` a list, or a string as for `--moves`
    #[arg(long, conflicts_with_all = ["fen", "moves", "json", "svg"])]
    batch: bool,
}

impl Arguments {
    /// The requested variant; `None` for a batch without a default one.
    pub(super) fn variant(&self) -> Option<&str> {
        self.asked.name().or((!self.batch).then_some(USUAL))
    }
}

/// A line of a batch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id`, `variant`, `fen` and `moves`")]
struct Question {
    id: Option<Id>,
    variant: Option<String>,
    fen: Option<String>,
    moves: Option<Moves>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected `moves` as a list of moves, or as one string with spaces between them")]
enum Moves {
    /// Separated by blanks.
    Line(String),
    List(Vec<String>),
}

impl Moves {
    fn texts(&self) -> Vec<&str> {
        match self {
            Self::Line(line) => line.split_whitespace().collect(),
            Self::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

/// The state of a position.
#[derive(Debug, Serialize)]
struct State {
    fen: String,
    side: &'static str,
    check: bool,
    legal: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    result: &'static str,
    /// The reason why the game is over.
    reason: Option<Reason>,
    /// The reason in words.
    text: Option<String>,
    /// What takes time to find out, and is left out in batches.
    #[serde(flatten)]
    more: Option<More>,
    /// The remarks on the FEN, in batches; those on a single position are shown on standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// What is told of a single position only.
#[derive(Debug, Serialize)]
struct More {
    /// The legal moves with their effects.
    moves: Vec<Told>,
    /// The static evaluation, unless the game is over.
    evaluation: Option<Evaluation>,
}

/// A legal move with its effects.
#[derive(Debug, Serialize)]
struct Told {
    #[serde(rename = "move")]
    text: String,
    san: String,
    capture: bool,
    /// Whether it gives check.
    check: bool,
}

impl Told {
    fn new(game: &Game, mv: Move, wording: Wording) -> Self {
        let mut after = game.clone();
        after.play(mv);
        Self { text: wording.text(game, mv), san: game.san(mv), capture: game.takes(mv), check: after.in_check() }
    }
}

/// Static evaluation in centipawns for the side to move.
#[derive(Debug, Serialize)]
struct Evaluation {
    /// The evaluation derived from the rules of the game.
    derived: i32,
    /// The evaluation of the network in use, if there is one.
    learned: Option<i32>,
}

impl Evaluation {
    fn new(game: &Game) -> Self {
        let learned = search::network_status(game).used.map(|_| search::evaluate(game, &NetworkChoice::Own.into()).0);
        Self { derived: search::evaluate(game, &NetworkChoice::Derived.into()).0, learned }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
        match self.learned {
            Some(learned) => write!(f, "{:+.2} learned, {:+.2} derived", pawns(learned), pawns(self.derived)),
            None => write!(f, "{:+.2} derived", pawns(self.derived)),
        }
    }
}

pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.batch {
        let usual = arguments.variant().unwrap_or(USUAL);
        let mut games = Games { library, usual, ranks: &arguments.ranks, known: HashMap::new() };
        return answer_lines(io::stdin().lock(), io::stdout().lock(), |number, line| {
            let told = line.map_err(|fault| (None, fault.to_string())).and_then(|line| answer(&mut games, &line));
            match told {
                Ok(text) => Ok(BatchAnswer { text, refuses: false }),
                Err((id, message)) => {
                    let refusal = Unanswered { id, error: Fault { message, line: number } };
                    Ok(BatchAnswer { text: serde_json::to_string(&refusal)?, refuses: true })
                }
            }
        });
    }
    tell(library, arguments).map(|()| ExitCode::SUCCESS)
}

fn tell(library: &Library, arguments: &Arguments) -> Result<(), Failure> {
    let moves: Vec<&str> = arguments.moves.as_deref().unwrap_or_default().split_whitespace().collect();
    let game = arguments.ranks.counted(game_or_file(library, arguments.variant().unwrap_or(USUAL))?)?;
    let wording = arguments.ranks.wording();
    let (game, mut state, remarks) = inspect(game, arguments.fen.as_deref(), &moves, wording)?;
    remarks.iter().try_for_each(complain)?;
    if let Some(path) = &arguments.svg {
        let marks = arguments.from.as_ref().map(|from| Marks::new(&game, from)).transpose()?;
        let diagram = Diagram::new(game.variant(), &game.setup());
        let title = format!("{}: {}", game.variant().title, diagram.fen);
        return write_picture(path, &diagram.picture(marks.as_ref(), &title));
    }
    let evaluation = (state.result == "*").then(|| Evaluation::new(&game));
    let mut output = io::stdout().lock();
    if arguments.json {
        let moves = game.legal_moves().into_iter().map(|mv| Told::new(&game, mv, wording)).collect();
        state.more = Some(More { moves, evaluation });
        return Ok(writeln!(output, "{}", serde_json::to_string(&state)?)?);
    }
    writeln!(output, "fen: {}", state.fen)?;
    writeln!(output, "to move: {}", state.side)?;
    writeln!(output, "check: {}", if state.check { "yes" } else { "no" })?;
    writeln!(output, "legal moves: {} {}", state.legal.len(), state.legal.join(" "))?;
    if let Some(evaluation) = evaluation {
        writeln!(output, "evaluation: {evaluation}")?;
    }
    let reason = state.reason.zip(state.text).map(|(reason, text)| format!(" {reason} ({text})")).unwrap_or_default();
    Ok(writeln!(output, "result: {}{reason}", state.result)?)
}

/// The game and its state after the moves, and remarks on the FEN.
fn inspect(
    mut game: Game,
    fen: Option<&str>,
    moves: &[&str],
    wording: Wording,
) -> Result<(Game, State, Vec<Report>), Failure> {
    let remarks = fen.map_or(Ok(Vec::new()), |fen| set_up_with_remarks(&mut game, fen))?;
    play_all(&mut game, moves.iter().copied())?;
    let state = state(&game, wording);
    Ok((game, state, remarks))
}

fn state(game: &Game, wording: Wording) -> State {
    let outcome = game.outcome();
    State {
        fen: game.setup().full_fen(game.variant()),
        side: if game.side() == Color::White { "white" } else { "black" },
        check: game.in_check(),
        legal: game.legal_moves().into_iter().map(|mv| wording.text(game, mv)).collect(),
        result: outcome.map_or("*", |outcome| outcome.result.score()),
        reason: outcome.map(|outcome| outcome.reason),
        text: outcome.map(|outcome| game.verdict(outcome)),
        more: None,
        note: None,
    }
}

/// The answer to a line that cannot be answered.
#[derive(Debug, Serialize)]
struct Unanswered {
    id: Option<Id>,
    error: Fault,
}

#[derive(Debug, Serialize)]
struct Fault {
    message: String,
    line: u64,
}

/// Games that lines asked for: the tables of each are built, and each file read, only once.
struct Games<'a> {
    library: &'a Library,
    /// The default game.
    usual: &'a str,
    ranks: &'a Ranks,
    known: HashMap<String, Game>,
}

impl Games<'_> {
    /// The game of this name or file, at its start.
    fn get(&mut self, name: &str) -> Result<Game, Failure> {
        if let Some(game) = self.known.get(name) {
            return Ok(game.clone());
        }
        let game = game_or_file(self.library, name).map_err(|failure| match fault_of(name) {
            // All errors have been printed to standard error, which programs do not read.
            Some(fault) => format!("`{name}` cannot be played: {fault}").into(),
            None => failure,
        })?;
        let game = self.ranks.counted(game)?;
        self.known.insert(name.to_owned(), game.clone());
        Ok(game)
    }
}

/// The first error of a variant file.
fn fault_of(name: &str) -> Option<Report> {
    let reports = is_file_name(name).then(|| load_file(Path::new(name), &try_to_begin).1)?;
    reports.into_iter().find(Report::is_error)
}

/// The answer to a line; or the line's `id`, if it can be read, and the error.
fn answer(games: &mut Games<'_>, line: &[u8]) -> Result<String, (Option<Id>, String)> {
    #[derive(Serialize)]
    struct Answer<'a> {
        id: &'a Option<Id>,
        #[serde(flatten)]
        state: &'a State,
    }
    let line = std::str::from_utf8(line).map_err(|_| (None, "the line is not UTF-8 text".to_owned()))?;
    if line.trim_start().starts_with('[') {
        let message = "expected an object with `id`, `variant`, `fen` and `moves`, found a list";
        return Err((None, message.to_owned()));
    }
    let question: Question = serde_json::from_str(line).map_err(|fault| (id_of(line.as_bytes()), in_line(&fault)))?;
    let Question { id, variant, fen, moves } = question;
    let game = games.get(variant.as_deref().unwrap_or(games.usual));
    let wording = games.ranks.wording();
    let moves = moves.as_ref().map(Moves::texts).unwrap_or_default();
    let inspected = game.and_then(|game| inspect(game, fen.as_deref(), &moves, wording));
    let told = inspected.and_then(|(_, state, remarks)| {
        let remarks: Vec<String> = remarks.into_iter().map(|remark| remark.message).collect();
        let state = State { note: (!remarks.is_empty()).then(|| remarks.join("; ")), ..state };
        Ok(serde_json::to_string(&Answer { id: &id, state: &state })?)
    });
    told.map_err(|failure| (id, failure.message().unwrap_or_default()))
}

/// An error in the JSON of a line, without serde's line number, which is always 1.
fn in_line(fault: &serde_json::Error) -> String {
    let column = fault.column().max(1);
    if !fault.is_data() {
        return format!("invalid JSON at column {column}");
    }
    let message = fault.to_string();
    let (message, _) = message.rsplit_once(" at line 1 ").unwrap_or((&message, ""));
    format!("column {column}: {message}")
}
