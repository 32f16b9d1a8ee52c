//! `alfil inspect`: what holds in a position, for people and for scripts.

use super::diagram::{Diagram, Marks};
use super::output::write_picture;
use super::{Failure, game_or_file, play_all, set_up};
use crate::board::Color;
use crate::eval::network::NetworkChoice;
use crate::game::Game;
use crate::search;
use crate::text::next_line;
use crate::variant::Library;
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Name of the variant, or its file
    #[arg(value_name = "VARIANT", required_unless_present_any = ["variant", "batch"])]
    game: Option<String>,
    /// The same
    #[arg(long, value_name = "VARIANT", conflicts_with = "game")]
    variant: Option<String>,
    /// The position; without it the variant's start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play first, separated by blanks
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write a picture of the position to a file (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// With `--svg`: mark where the piece on this square may go, or one in hand, as `P@`
    #[arg(long, value_name = "SQ", requires = "svg")]
    from: Option<String>,
    /// Read a JSON object `{"id", "variant", "fen", "moves"}` a line and answer each with one;
    /// `variant` is a name or a file, `moves` is a list, or one string as for `--moves`
    #[arg(long, conflicts_with_all = ["game", "variant", "fen", "moves", "json", "svg"])]
    batch: bool,
}

impl Arguments {
    /// The variant asked for.
    pub(super) fn variant(&self) -> Option<&str> {
        self.game.as_deref().or(self.variant.as_deref())
    }
}

/// What is asked about in a line of a batch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id`, `variant`, `fen` and `moves`")]
struct Question {
    #[serde(default)]
    id: Value,
    variant: String,
    fen: Option<String>,
    #[serde(default)]
    moves: Moves,
}

/// Moves as a list, or separated by blanks.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "`moves` as a list of moves, or as one string with blanks between them")]
enum Moves {
    List(Vec<String>),
    Line(String),
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Moves {
    fn list(self) -> Vec<String> {
        match self {
            Self::List(list) => list,
            Self::Line(line) => line.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// What holds in a position.
#[derive(Debug, Serialize)]
struct State {
    fen: String,
    side: &'static str,
    check: bool,
    legal: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    result: &'static str,
    /// Why the game is over.
    reason: Option<&'static str>,
    /// The same as a sentence.
    text: Option<String>,
    /// What the position is worth without any search; left out in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<Evaluation>,
}

/// Centipawns for the side to move.
#[derive(Debug, Serialize)]
struct Evaluation {
    /// As derived from the rules of the game.
    derived: i32,
    /// As the network says that plays, if there is one.
    learned: Option<i32>,
}

impl Evaluation {
    fn new(game: &Game) -> Self {
        let learned = search::evaluation(game).network.map(|_| search::evaluate(game, &NetworkChoice::Own).0);
        Self { derived: search::evaluate(game, &NetworkChoice::Derived).0, learned }
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

pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.batch {
        return answer_lines(library, io::stdin().lock());
    }
    let moves = arguments.moves.clone().map(Moves::Line).unwrap_or_default().list();
    let game = game_or_file(library, arguments.variant().unwrap_or_default())?;
    let (game, mut state) = inspect(game, arguments.fen.as_deref(), &moves)?;
    if let Some(path) = &arguments.svg {
        let marks = arguments.from.as_ref().map(|from| Marks::new(&game, from)).transpose()?;
        let diagram = Diagram::new(game.variant(), &game.setup());
        let title = format!("{}: {}", game.variant().title, diagram.fen);
        return write_picture(path, &diagram.picture(marks.as_ref(), &title));
    }
    state.evaluation = (state.result == "*").then(|| Evaluation::new(&game));
    let mut output = io::stdout().lock();
    if arguments.json {
        return Ok(writeln!(output, "{}", serde_json::to_string(&state)?)?);
    }
    writeln!(output, "fen: {}", state.fen)?;
    writeln!(output, "to move: {}", state.side)?;
    writeln!(output, "check: {}", if state.check { "yes" } else { "no" })?;
    writeln!(output, "legal moves: {} {}", state.legal.len(), state.legal.join(" "))?;
    if let Some(evaluation) = &state.evaluation {
        writeln!(output, "evaluation: {evaluation}")?;
    }
    let reason = state.reason.zip(state.text).map(|(reason, text)| format!(" {reason} ({text})")).unwrap_or_default();
    Ok(writeln!(output, "result: {}{reason}", state.result)?)
}

fn inspect(mut game: Game, fen: Option<&str>, moves: &[String]) -> Result<(Game, State), Failure> {
    if let Some(fen) = fen {
        set_up(&mut game, fen)?;
    }
    play_all(&mut game, moves.iter().map(String::as_str))?;
    let state = state(&game);
    Ok((game, state))
}

fn state(game: &Game) -> State {
    let outcome = game.outcome();
    State {
        fen: game.setup().fen(game.variant()),
        side: if game.side() == Color::White { "white" } else { "black" },
        check: game.in_check(),
        legal: game.legal_moves().into_iter().map(|mv| game.move_text(mv)).collect(),
        result: outcome.map_or("*", |outcome| outcome.result.score()),
        reason: outcome.map(|outcome| outcome.reason.name()),
        text: outcome.map(|outcome| game.verdict(outcome)),
        evaluation: None,
    }
}

/// Answers one line after the other, each at once; a line that cannot be
/// answered does not keep the next ones from it.
fn answer_lines(library: &Library, mut input: impl BufRead) -> Result<(), Failure> {
    let mut games = Games { library, known: HashMap::new() };
    while let Some(line) = next_line(&mut input)? {
        let answer = match line {
            Ok(line) if line.trim_ascii().is_empty() => continue,
            Ok(line) => answer(&mut games, &String::from_utf8_lossy(&line))?,
            Err(fault) => refusal(&Value::Null, &fault.to_string()),
        };
        let mut output = io::stdout().lock();
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// Games that lines have asked for: each is laid out, and each file read, only once.
struct Games<'a> {
    library: &'a Library,
    known: HashMap<String, Game>,
}

impl Games<'_> {
    /// The game of that name or file, at its start.
    fn get(&mut self, name: &str) -> Result<Game, Failure> {
        if let Some(game) = self.known.get(name) {
            return Ok(game.clone());
        }
        let game = game_or_file(self.library, name)?;
        self.known.insert(name.to_owned(), game.clone());
        Ok(game)
    }
}

fn answer(games: &mut Games<'_>, line: &str) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Answer<'a> {
        id: &'a Value,
        #[serde(flatten)]
        state: &'a State,
    }
    let (id, answer) = match serde_json::from_str::<Question>(line) {
        Ok(question) => {
            let Question { id, variant, fen, moves } = question;
            let answer = games
                .get(&variant)
                .and_then(|game| inspect(game, fen.as_deref(), &moves.list()))
                .map_err(|failure| failure.message().unwrap_or_default());
            (id, answer)
        }
        // The number of the question may be readable all the same.
        Err(fault) => {
            let whole = serde_json::from_str::<Value>(line).unwrap_or_default();
            (whole.get("id").cloned().unwrap_or_default(), Err(fault.to_string()))
        }
    };
    Ok(match answer {
        Ok((_, state)) => serde_json::to_string(&Answer { id: &id, state: &state })?,
        Err(message) => refusal(&id, &message),
    })
}

fn refusal(id: &Value, message: &str) -> String {
    serde_json::json!({ "id": id, "error": { "message": message } }).to_string()
}
