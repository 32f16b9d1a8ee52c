//! `alfil betza eval --batch`: moves on boards that another program gives.
//!
//! Each line is a JSON object, and each is answered by one line at once, even if it is wrong.

use super::sheet::Sheet;
use crate::board::{Color, Geometry, Square};
use crate::cli::Failure;
use crate::cli::input::{BatchAnswer, Id, answer_lines, id_of};
use crate::xbetza::run::{InterpretedKind, InterpretedMove, Occupant, Runner};
use crate::xbetza::{self, Error, Program};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// The answer to one line.
#[derive(Debug, Serialize)]
struct Answer {
    id: Option<Id>,
    #[serde(flatten)]
    verdict: Verdict,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Moves(Vec<Move>),
    Error(Fault),
}

/// A move, in the terms of the conformance vectors.
#[derive(Debug, Serialize)]
struct Move {
    to: String,
    kind: &'static str,
    victims: Vec<String>,
    /// The squares where its legs end before the last one, if all paths of the move agree on them and it captures
    /// something or puts a piece elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unload: Option<Unload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner_to: Option<String>,
}

#[derive(Debug, Serialize)]
struct Unload {
    piece: String,
    to: String,
}

/// An error in a line.
#[derive(Debug, Serialize)]
struct Fault {
    /// The code of an error in the description, or `json`, or `question`.
    code: &'static str,
    /// The column in the description, or for `json` in the line.
    col: Option<usize>,
    message: String,
}

impl Fault {
    /// The line is JSON, but not a valid question.
    fn question(message: impl Into<String>) -> Self {
        Self { code: "question", col: None, message: message.into() }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self { code: error.code(), col: Some(error.column()), message: error.to_string() }
    }
}

/// Answers lines until the end of the input; fails if one could not be answered.
pub(super) fn run(input: impl BufRead, output: impl Write) -> Result<ExitCode, Failure> {
    answer_lines(input, output, |_, line| {
        let answer = match line {
            Ok(line) => answer(line.trim_ascii()),
            Err(fault) => Answer { id: None, verdict: Verdict::Error(Fault::question(fault.to_string())) },
        };
        let refuses = matches!(answer.verdict, Verdict::Error(_));
        Ok(BatchAnswer { text: serde_json::to_string(&answer)?, refuses })
    })
}

fn answer(line: &[u8]) -> Answer {
    let (id, moves) = match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(question)) => (id_of(line), moves(&question)),
        Ok(_) => (None, Err(Fault::question("expected an object"))),
        Err(fault) => {
            let col = fault.column().max(1);
            let message = format!("invalid JSON at column {col}");
            (None, Err(Fault { code: "json", col: Some(col), message }))
        }
    };
    Answer { id, verdict: moves.map_or_else(Verdict::Error, Verdict::Moves) }
}

/// The moves that a question asks for.
fn moves(question: &Map<String, Value>) -> Result<Vec<Move>, Fault> {
    let question = Question(question);
    let program = xbetza::compile(question.text("xbetza")?)?;
    let sheet = question.sheet()?;
    Ok(listed(&program, &sheet))
}

/// All moves of a program, each once.
fn listed(program: &Program, sheet: &Sheet) -> Vec<Move> {
    let mut found: Vec<(InterpretedMove, bool)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    sheet.routes(program, |outcome| {
        let same = (outcome.to, outcome.victims.to_vec(), outcome.unload, outcome.partner);
        let at = *known.entry(same).or_insert(found.len());
        match found.get_mut(at) {
            Some((first, unique)) => *unique &= first.relays == outcome.relays,
            None => found.push((*outcome, true)),
        }
    });
    found.iter().map(|(outcome, unique)| to_json(outcome, *unique, sheet.geometry)).collect()
}

fn to_json(outcome: &InterpretedMove, unique: bool, board: Geometry) -> Move {
    let names = |squares: &[Square]| squares.iter().map(|&sq| board.name(sq)).collect::<Vec<_>>();
    let telling = !outcome.victims.is_empty() || outcome.unload.is_some();
    let via = (unique && telling && !outcome.relays.is_empty()).then(|| names(&outcome.relays));
    Move {
        to: board.name(outcome.to),
        kind: match outcome.kind {
            InterpretedKind::Move => "move",
            InterpretedKind::Capture => "capture",
            InterpretedKind::Castle => "castle",
            InterpretedKind::Swap => "swap",
            InterpretedKind::Pass => "pass",
        },
        victims: names(&outcome.victims),
        via,
        unload: outcome.unload.map(|journey| Unload { piece: board.name(journey.from), to: board.name(journey.to) }),
        partner: outcome.partner.map(|journey| board.name(journey.from)),
        partner_to: outcome.partner.map(|journey| board.name(journey.to)),
    }
}

/// An object with the fields of a conformance vector. Other fields, such as the notes and answers of vectors, are
/// ignored.
struct Question<'a>(&'a Map<String, Value>);

impl<'a> Question<'a> {
    fn text(&self, key: &str) -> Result<&'a str, Fault> {
        let value = self.0.get(key).ok_or_else(|| Fault::question(format!("`{key}` is missing")))?;
        value.as_str().ok_or_else(|| Fault::question(format!("`{key}`: expected a string")))
    }

    fn sheet(&self) -> Result<Sheet, Fault> {
        let board = self.board()?;
        let color = match self.0.get("color").map(Value::as_str) {
            None | Some(Some("w")) => Color::White,
            Some(Some("b")) => Color::Black,
            Some(_) => return Err(Fault::question("`color`: expected `w` or `b`")),
        };
        let from = square(board, "from", self.text("from")?)?;
        let mut sheet = Sheet::new(board, Runner { color, from });
        let unmoved_friends = self.squares(board, "virgin")?;
        let pieces = [
            ("virgin", Occupant::Friend { royal: false }),
            ("own", Occupant::Friend { royal: false }),
            ("enemy", Occupant::Enemy { royal: false }),
            ("enemy_royal", Occupant::Enemy { royal: true }),
            ("holes", Occupant::Hole),
        ];
        for (key, occupant) in pieces {
            for sq in self.squares(board, key)? {
                let again = key == "own" && unmoved_friends.contains(&sq);
                if !(sheet.is_empty(sq) || again) {
                    return Err(Fault::question(format!("`{key}`: there is already a piece on {}", board.name(sq))));
                }
                sheet.put(sq, occupant);
            }
        }
        sheet.unmoved_friends = unmoved_friends.into_iter().collect();
        let initial = self.0.contains_key("initial");
        let starts = if initial { self.squares(board, "initial")? } else { vec![from] };
        sheet.starts = starts.into_iter().collect();
        sheet.unmoved = !self.moved()? && sheet.starts.has(from);
        if let Some(ep) = self.0.get("ep") {
            let ep = Question(ep.as_object().ok_or_else(|| Fault::question("`ep`: expected an object"))?);
            let squares = ep.squares(board, "squares")?;
            let victim = square(board, "victim", ep.text("victim")?)?;
            if let Some(sq) = squares.iter().find(|sq| !sheet.is_empty(**sq)) {
                return Err(Fault::question(format!("`squares` of `ep`: {} is not empty", board.name(*sq))));
            }
            if !sheet.has_enemy(victim) {
                return Err(Fault::question(format!("`victim` of `ep`: there is no enemy on {}", board.name(victim))));
            }
            sheet.en_passant = Some((squares.into_iter().collect(), victim));
        }
        Ok(sheet)
    }

    /// The size of the board; 8x8 by default.
    fn board(&self) -> Result<Geometry, Fault> {
        let Some(sides) = self.0.get("board") else { return Geometry::sheet(8, 8).ok_or_else(too_large) };
        let side = |side: &Value| side.as_u64().and_then(|side| u8::try_from(side).ok());
        match sides.as_array().map(|sides| sides.iter().map(side).collect::<Vec<_>>()).as_deref() {
            Some(&[Some(files), Some(ranks)]) => Geometry::sheet(files, ranks).ok_or_else(too_large),
            _ => Err(Fault::question("`board`: expected files and ranks, such as [8,8]")),
        }
    }

    /// The squares of an optional list.
    fn squares(&self, board: Geometry, key: &str) -> Result<Vec<Square>, Fault> {
        let Some(list) = self.0.get(key) else { return Ok(Vec::new()) };
        let names = list.as_array().and_then(|names| names.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        let names = names.ok_or_else(|| Fault::question(format!("`{key}`: expected a list of squares")))?;
        names.into_iter().map(|name| square(board, key, name)).collect()
    }

    /// Whether the piece has moved, which is the default.
    fn moved(&self) -> Result<bool, Fault> {
        let moved = self.0.get("moved").map_or(Some(true), Value::as_bool);
        moved.ok_or_else(|| Fault::question("`moved`: expected true or false"))
    }
}

fn too_large() -> Fault {
    Fault::question(format!("`board`: expected {}", Geometry::SHEET_SIZES))
}

fn square(board: Geometry, key: &str, name: &str) -> Result<Square, Fault> {
    board.parse(name).ok_or_else(|| Fault::question(format!("`{key}`: `{name}` is not a square of the board")))
}
