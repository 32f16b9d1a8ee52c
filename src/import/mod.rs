//! Games of other programs → variant files, and back.
//!
//! A game that a variant file cannot express is refused with the lines concerned, and then there is no file: nothing is
//! written that would play another game.

mod diagram;
mod ini;
mod write;

pub use diagram::export;

use crate::text::{Place, Report, Severity, Source, Span};
use crate::variant::{Trial, find, load_tried};
use std::sync::Arc;

/// A game of the file and its conversion.
#[derive(Debug)]
pub struct Imported {
    /// Its name.
    pub name: String,
    /// The text of the variant file, if the game can be expressed.
    pub file: Option<String>,
    /// The reports about it.
    pub reports: Vec<Report>,
}

/// Imports games of a file, all of them if none is named: diagrams of a page, or else sections of a variants.ini.
/// `name` is the name for diagrams.
///
/// # Errors
///
/// If a named game does not exist, or there is none at all.
pub fn import(
    source: &Arc<Source>,
    names: &[String],
    name: Option<&str>,
    trial: &Trial<'_>,
) -> Result<Vec<Imported>, Report> {
    if diagram::is_page(&source.text) {
        return diagram::import(source, names, name, trial);
    }
    if name.is_some() {
        let report = Report::error("`--name` is for diagrams, and there is none in this file").about(&source.name);
        return Err(report.help("the games of a variants.ini have the names of their sections"));
    }
    // A variants.ini never begins with a tag.
    if source.text.trim_start().starts_with('<') {
        let report = Report::error("there is no Interactive Diagram in this page").about(&source.name);
        return Err(report);
    }
    ini::import(source, names, trial)
}

/// A word or a value, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    span: Span,
}

impl Word {
    /// The text without surrounding blanks, given its offset.
    fn trimmed(text: &str, at: usize) -> Self {
        let start = at + text.len() - text.trim_start().len();
        let text = text.trim();
        Self { text: text.to_owned(), span: start..start + text.len() }
    }
}

/// The text of a variant file, if it can be played, and the reports about it. `place` maps a line of it to a part of
/// the source.
fn tried(
    name: &str,
    text: String,
    trial: &Trial<'_>,
    imported: &Arc<Source>,
    place: &dyn Fn(&str) -> Span,
) -> (Option<String>, Vec<Report>) {
    let source = Source::new(format!("{name}.toml"), text.clone());
    let (variant, complaints) = load_tried(&source, &|asking, name| find(asking, name), trial);
    let told = complaints.into_iter().filter(|complaint| complaint.is_error() || variant.is_some());
    let reports = told.map(|complaint| {
        let number = complaint.place.as_ref().and_then(Place::line);
        let line = number.and_then(|number| text.lines().nth(number - 1)).unwrap_or_default();
        let report = match complaint.severity {
            Severity::Error => Report::error(format!("`{name}` cannot be carried over: {}", complaint.message)),
            Severity::Warning => Report::warning(format!("`{line}` in `{name}.toml`: {}", complaint.message)),
            Severity::Note => Report::note(format!("`{line}` in `{name}.toml`: {}", complaint.message)),
        };
        let report = report.at(imported, place(line));
        // The advice on an error is for those who have written the variant file.
        match complaint.is_error() {
            true if line.is_empty() => report,
            true => report.help(format!("in a variant file, that would be `{line}`")),
            false => complaint.help.into_iter().fold(report, Report::help),
        }
    });
    let reports = reports.collect();
    (variant.map(|_| text), reports)
}
