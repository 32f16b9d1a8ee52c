//! The lines of a diagram: parameters and pieces.

use super::page::Diagram;
use crate::import::Word;
use crate::text::{Report, Source, did_you_mean, span_in};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// How a parameter is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Look,
    Rule,
    /// A rule that is not converted, and the reason.
    Other(&'static str),
}

/// A parameter of the format.
struct Key {
    name: &'static str,
    meaning: Meaning,
    /// Advice if it is refused.
    advice: Option<&'static str>,
}

/// All parameters of the format.
static KEYS: Lazy<Vec<Key>> = Lazy::new(|| {
    let lines = include_str!("keys.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (line, advice) =
                line.split_once('|').map_or((line, None), |(line, advice)| (line, Some(advice.trim())));
            let mut words = line.trim().splitn(3, ' ');
            let (name, meaning) = (words.next()?, words.next()?);
            let meaning = match meaning {
                "look" => Meaning::Look,
                "rule" => Meaning::Rule,
                _ => Meaning::Other(words.next()?),
            };
            Some(Key { name, meaning, advice })
        })
        .collect()
});

fn known(key: &str) -> Option<&'static Key> {
    KEYS.iter().find(|known| known.name == key)
}

/// Advice if a parameter is refused.
pub fn advice(key: &str) -> Option<String> {
    known(key)?.advice.map(str::to_owned)
}

/// The moves of pieces that are given by name alone, and the fewest files of the board if they depend on it.
static MOVES: Lazy<Vec<(&str, &str, Option<u8>)>> = Lazy::new(|| {
    let lines = include_str!("pieces.txt").lines().filter(|line| !line.starts_with('#'));
    let words = lines.map(|line| line.split(' '));
    words
        .filter_map(|mut words| Some((words.next()?, words.next()?, words.next().and_then(|n| n.parse().ok()))))
        .collect()
});

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub key: Word,
    pub value: Word,
}

impl Parameter {
    /// Whether it has no effect.
    fn is_off(&self) -> bool {
        ["", "0"].contains(&self.value.text.as_str())
    }
}

/// A line `name:ID:moves:picture:squares:number`.
#[derive(Clone, Debug)]
pub struct PieceLine {
    pub name: Word,
    /// Empty if it is the first letter of the name.
    pub id: Word,
    pub moves: Word,
    pub squares: Word,
    /// The number that each side holds at the start: one number, or White's and Black's.
    pub hand: Word,
}

impl PieceLine {
    /// The first letter of the ID, or of the name if there is no ID.
    pub fn begins(&self) -> Option<char> {
        let text = if self.id.text.is_empty() { &self.name.text } else { &self.id.text };
        text.chars().next().map(|first| first.to_ascii_uppercase())
    }

    /// The moves that are written, or those of a piece with this name on a board with `files`.
    pub fn notation(&self, files: u8) -> Option<&str> {
        let name = self.name.text.to_lowercase();
        let fits = |least: Option<u8>| least.is_none_or(|least| least <= files);
        let known =
            || MOVES.iter().find(|(known, _, least)| *known == name && fits(*least)).map(|(_, moves, _)| *moves);
        if self.moves.text.is_empty() { known() } else { Some(&self.moves.text) }
    }
}

/// The lines of a diagram, classified.
#[derive(Debug, Default)]
pub struct Lines {
    pub parameters: Vec<Parameter>,
    pub pieces: Vec<PieceLine>,
}

impl Lines {
    /// Classifies the lines; reports those that are neither parameters nor pieces.
    pub fn read(diagram: &Diagram, source: &Arc<Source>, faults: &mut Vec<Report>) -> Self {
        let mut lines = Self::default();
        for line in &diagram.lines {
            let part = |text: &str| Word::trimmed(text, line.span.start + span_in(&line.text, text).start);
            match line.text.split_once('=').filter(|(key, _)| key.chars().all(char::is_alphanumeric)) {
                Some((key, value)) => lines.parameters.push(Parameter { key: part(key), value: part(value) }),
                None if line.text.contains(':') => {
                    let mut fields = line.text.split(':').map(part);
                    let nothing = Word { text: String::new(), span: line.span.clone() };
                    let [name, id, moves, _, squares, hand] =
                        std::array::from_fn(|_| fields.next().unwrap_or_else(|| nothing.clone()));
                    if let Some(more) = fields.next() {
                        let message = "expected at most six fields, `name:ID:moves:picture:squares:number`";
                        faults.push(Report::error(message).at(source, more.span));
                    }
                    if name.text.is_empty() {
                        faults.push(Report::error("this piece has no name").at(source, line.span.clone()));
                    }
                    lines.pieces.push(PieceLine { name, id, moves, squares, hand });
                }
                None => faults.push(
                    Report::error("expected `key=value` or `name:ID:moves:picture:squares`")
                        .at(source, line.span.clone()),
                ),
            }
        }
        lines.check_parameters(source, faults);
        lines
    }

    fn check_parameters(&self, source: &Arc<Source>, faults: &mut Vec<Report>) {
        for (number, parameter) in self.parameters.iter().enumerate() {
            let (key, value) = (&parameter.key, parameter.value.text.as_str());
            let at = |message: String| Report::error(message).at(source, key.span.clone());
            match known(&key.text).map(|known| known.meaning) {
                None => {
                    let mut report = at(format!("unknown key `{}`", key.text));
                    report.help.extend(did_you_mean(&key.text, KEYS.iter().map(|known| known.name)));
                    faults.push(report);
                }
                Some(Meaning::Look) => {}
                Some(Meaning::Other(why)) => {
                    if !parameter.is_off() {
                        let mut report = at(format!("`{}={value}` cannot be carried over: {why}", key.text));
                        report.help.extend(advice(&key.text));
                        faults.push(report);
                    }
                }
                Some(Meaning::Rule) => {
                    if self.parameters[..number].iter().any(|other| other.key.text == key.text) {
                        let mut report = at(format!("`{}` is given twice", key.text));
                        if key.text == "royal" {
                            report =
                                report.help("keep one of them, and name all in `royalty.pieces` of the variant file");
                        }
                        faults.push(report);
                    }
                }
            }
        }
    }

    /// A parameter that is given.
    pub fn get(&self, key: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.key.text == key)
    }

    /// A parameter that has an effect.
    pub fn get_on(&self, key: &str) -> Option<&Parameter> {
        self.get(key).filter(|given| !given.is_off())
    }
}
