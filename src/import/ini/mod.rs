//! variants.ini, the format of Fairy-Stockfish → variant files.
//!
//! `sections` reads it, `settings` merges a section with those on which it builds, `convert` writes a variant file. The
//! names of the format and its games are data files next to the code.

mod castling;
mod convert;
mod enclosing;
mod ends;
mod initial;
mod keys;
mod kinds;
mod moves;
mod passing;
mod promotions;
mod reach;
mod royalty;
mod rules;
mod sections;
mod settings;
mod squares;
mod start;
mod types;

use super::{Imported, tried};
use crate::limits;
use crate::text::{Report, Source, did_you_mean};
use crate::variant::Trial;
use sections::Section;
use settings::{Merger, Origin, Settings};
use std::sync::Arc;

/// Imports sections of a file, all of them if none is named.
///
/// # Errors
///
/// If a named section does not exist, or the file has none at all.
pub fn import(source: &Arc<Source>, names: &[String], trial: &Trial<'_>) -> Result<Vec<Imported>, Report> {
    let sections = sections::read(source);
    if sections.is_empty() {
        let report = Report::error("there is no section in this file").about(&source.name);
        return Err(report.help("a game begins with a line like `[name]` or `[name:parent]`"));
    }
    if sections.len() > limits::IMPORTED_GAMES {
        let message = format!("a file may have {} sections, this one has {}", limits::IMPORTED_GAMES, sections.len());
        return Err(Report::error(message).about(&source.name));
    }
    for name in names {
        if !sections.iter().any(|section| section.name.text == *name) {
            let mut report = Report::error(format!("there is no section `{name}` in this file")).about(&source.name);
            report.help.extend(did_you_mean(name, sections.iter().map(|section| section.name.text.as_str())));
            return Err(report);
        }
    }
    let mut merger = Merger::new(&sections, source);
    let one = |number: usize| {
        let merged = merger.merge(number);
        let wanted = names.is_empty() || names.contains(&sections[number].name.text);
        wanted.then(|| one(&sections, number, merged, source, trial))
    };
    Ok((0..sections.len()).filter_map(one).collect())
}

fn one(
    sections: &[Section],
    number: usize,
    (settings, mut reports): (Settings, Vec<Report>),
    source: &Arc<Source>,
    trial: &Trial<'_>,
) -> Imported {
    let section = &sections[number];
    let name = section.name.text.clone();
    let at_name = |message: String| Report::error(message).at(source, section.name.span.clone());
    if sections[..number].iter().any(|other| other.name.text == name) {
        reports.push(at_name(format!("there is another section `{name}` above, which is used instead")));
    }
    if settings::is_builtin(&name) {
        reports.push(
            at_name(format!("`{name}` is built in, so Fairy-Stockfish ignores this section"))
                .help("give the section another name"),
        );
    }
    let mut file = None;
    if !reports.iter().any(Report::is_error) {
        match convert::convert(&settings, section, source) {
            Err(more) => reports.extend(more),
            Ok(written) => {
                let heading = match &section.parent {
                    Some(parent) => format!("[{name}:{}]", parent.text),
                    None => format!("[{name}]"),
                };
                let comments = [format!("Imported from {heading} of a file in the format of variants.ini.")];
                let start = settings.made("startFen").and_then(|made| match &made.origin {
                    Origin::Text(span) => Some(span.clone()),
                    Origin::Builtin(_) => None,
                });
                let place = |line: &str| {
                    let start = start.clone().filter(|_| line.starts_with("fen = "));
                    start.unwrap_or_else(|| section.name.span.clone())
                };
                let more;
                (file, more) = tried(&name, written.text(&comments), trial, source, &place);
                reports.extend(more);
            }
        }
    }
    Imported { name, file, reports: Report::capped(reports, limits::COMPLAINTS, &source.name) }
}
