//! A rule sheet: the rules of a game in words, independent of the output format.

use crate::cli::betza::Marks;
use crate::cli::diagram::Diagram;
use serde::{Serialize, Serializer};

/// The rules of a game in words and drawings.
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    pub name: String,
    pub title: String,
    /// A description, the inventor, and references for the rules.
    pub about: Vec<String>,
    /// The files that define it: the game's own, then those on which it builds.
    pub files: Vec<String>,
    pub sections: Vec<Section>,
    /// Rules that this game does not have.
    pub absent: Vec<Rule>,
}

/// The heading of the rules that this game does not have.
pub(super) const ABSENT: &str = "Not in this game";

/// What the brackets after rules mean.
pub(super) const ORIGINS: &str = "The brackets name the line that defines a rule, or say [default] if no line does.";

/// Rules of one kind.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    pub heading: &'static str,
    /// The start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Diagram>,
    pub rules: Vec<Rule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<SheetPiece>,
}

/// A rule in a sentence or two.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    pub text: String,
    /// The keys of variant files that define it.
    pub keys: Vec<String>,
    /// The lines of these keys; empty for defaults.
    pub written: Vec<Line>,
}

/// A line of a variant file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Line {
    /// Whether the line is in an included file, not in the game's own.
    #[serde(skip)]
    pub included: bool,
    pub file: String,
    pub line: usize,
}

/// A kind of piece.
#[derive(Debug, Serialize)]
pub(super) struct SheetPiece {
    pub id: String,
    pub name: String,
    pub royal: bool,
    /// The engine's value of it, in centipawns; royal pieces have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    pub rules: Vec<Rule>,
    pub drawings: Vec<Drawing>,
}

/// A drawing of a piece's moves.
#[derive(Debug, Serialize)]
pub(super) struct Drawing {
    /// The side and the place for which these moves hold, unless they always do.
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

impl Sheet {
    /// The rules that this game does not have, in brief: those that its files exclude, and those excluded by default.
    pub(super) fn absences(&self) -> Vec<String> {
        let (default, said): (Vec<&Rule>, Vec<&Rule>) = self.absent.iter().partition(|rule| rule.written.is_empty());
        let said = said.iter().map(|rule| format!("{} {}", rule.text, rule.origin().unwrap_or_default()));
        let default = default.iter().map(|rule| rule.text.clone());
        let lists = [("As written", said.collect::<Vec<_>>()), ("By default", default.collect())];
        let lists = lists.into_iter().filter(|(_, items)| !items.is_empty());
        lists.map(|(why, items)| format!("{why}: {}.", items.join("; "))).collect()
    }
}

impl Rule {
    /// The origin of the rule, in brackets: `[line 12]`, `[normal.toml:250]`, `[default]`. `None` for text that no key
    /// defines.
    pub(super) fn origin(&self) -> Option<String> {
        if self.keys.is_empty() {
            return None;
        }
        let mut places: Vec<String> = Vec::new();
        for lines in self.written.chunk_by(|one, other| one.file == other.file) {
            let numbers: Vec<String> = lines.iter().map(|line| line.line.to_string()).collect();
            let numbers = numbers.join(", ");
            places.extend(lines.first().map(|line| match (line.included, lines.len()) {
                (true, _) => format!("{}:{numbers}", line.file),
                (false, 1) => format!("line {numbers}"),
                (false, _) => format!("lines {numbers}"),
            }));
        }
        Some(if places.is_empty() { "[default]".to_owned() } else { format!("[{}]", places.join("; ")) })
    }
}
