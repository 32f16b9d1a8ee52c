//! A rule sheet: what is told of a game, whatever it is printed as.

use crate::cli::betza::Marks;
use serde::{Serialize, Serializer};

/// The rules of a game in words and drawings.
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    pub name: String,
    pub title: String,
    /// The files that say it: the game's own, then those on which it builds.
    pub files: Vec<String>,
    pub sections: Vec<Section>,
}

/// Rules of one kind.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    pub heading: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    pub rules: Vec<Rule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A rule in a sentence or two.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    pub text: String,
    /// The keys of variant files that say it.
    pub keys: Vec<String>,
    /// Where these stand; nowhere for what is left to defaults.
    pub written: Vec<Line>,
}

/// A line of a variant file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Line {
    /// Whether the game's own file has it, not one that it includes.
    #[serde(skip)]
    pub included: bool,
    pub file: String,
    pub line: usize,
}

/// A kind of piece.
#[derive(Debug, Serialize)]
pub(super) struct Piece {
    pub id: String,
    pub name: String,
    pub royal: bool,
    /// What it is worth to the engine, in centipawns; royal pieces have no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    pub rules: Vec<Rule>,
    pub drawings: Vec<Drawing>,
}

/// A drawing of a piece's moves.
#[derive(Debug, Serialize)]
pub(super) struct Drawing {
    /// Whose moves these are and where, if it is not all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The description of the moves.
    pub notation: String,
    #[serde(rename = "rows", serialize_with = "rows")]
    pub marks: Marks,
}

fn rows<S: Serializer>(marks: &Marks, serializer: S) -> Result<S::Ok, S::Error> {
    marks.rows().serialize(serializer)
}

/// The start position.
#[derive(Debug, Serialize)]
pub(super) struct Board {
    pub fen: String,
    /// The names of the files from the left, and of the ranks from the top.
    pub files: Vec<String>,
    pub ranks: Vec<String>,
    /// The squares, rank by rank from the top.
    pub squares: Vec<Vec<Square>>,
}

/// What is on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Square {
    Empty,
    Hole,
    White(String),
    Black(String),
}

impl Rule {
    /// Where it is said, in brackets: `[line 12]`, `[normal.toml:250]`, `[default]`.
    pub(super) fn origin(&self) -> String {
        let (included, own): (Vec<&Line>, Vec<&Line>) = self.written.iter().partition(|line| line.included);
        let numbers: Vec<String> = own.iter().map(|line| line.line.to_string()).collect();
        let own = match numbers.as_slice() {
            [] => None,
            [one] => Some(format!("line {one}")),
            several => Some(format!("lines {}", several.join(", "))),
        };
        let included = included.iter().map(|line| format!("{}:{}", line.file, line.line));
        let places: Vec<String> = own.into_iter().chain(included).collect();
        format!("[{}]", if places.is_empty() { "default".to_owned() } else { places.join(", ") })
    }
}
