//! A variant file's text, table by table.

use crate::board::Color;
use std::fmt::Write;
use toml::Value;

/// A file under construction.
#[derive(Debug, Default)]
pub struct File {
    tables: Vec<(String, Vec<(String, Value)>)>,
}

impl File {
    /// Adds a key to the table with this heading; `""` is the top of the file.
    pub fn set(&mut self, heading: &str, key: &str, value: impl Into<Value>) {
        let entry = (key.to_owned(), value.into());
        match self.tables.iter_mut().find(|(other, _)| other == heading) {
            Some((_, entries)) => entries.push(entry),
            None => self.tables.push((heading.to_owned(), vec![entry])),
        }
    }

    /// Adds a table to a list of tables.
    pub fn add(&mut self, heading: &str, entries: Vec<(&str, Value)>) {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        self.tables.push((format!("[{heading}]"), entries));
    }

    /// The text, with comments before it.
    pub fn text(&self, comments: &[String]) -> String {
        let mut text: String = comments.iter().map(|line| format!("# {line}\n")).collect();
        for (heading, entries) in &self.tables {
            if !heading.is_empty() {
                let _ = write!(text, "\n[{heading}]\n");
            }
            for (key, value) in entries {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        text
    }
}

/// A list of strings.
pub fn list<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Value {
    Value::Array(texts.into_iter().map(|text| Value::String(text.into())).collect())
}

/// An inline table.
pub fn table(entries: impl IntoIterator<Item = (String, Value)>) -> Value {
    Value::Table(entries.into_iter().collect())
}

/// The castling field of a FEN; `has` takes a side and whether its king goes towards higher files.
pub fn rights(has: impl Fn(Color, bool) -> bool) -> String {
    let letters =
        [(Color::White, true, 'K'), (Color::White, false, 'Q'), (Color::Black, true, 'k'), (Color::Black, false, 'q')];
    let held = letters.into_iter().filter(|(side, right, _)| has(*side, *right));
    let rights: String = held.map(|(.., letter)| letter).collect();
    if rights.is_empty() { "-".to_owned() } else { rights }
}
