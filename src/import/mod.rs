//! Games of other programs → variant files.
//!
//! What is read is variants.ini, the format of Fairy-Stockfish: `ini` reads it,
//! `settings` lays a section over those on which it builds, `convert` writes
//! a variant file. What a variant file cannot say is refused with its line,
//! and then there is no file: nothing is written that would play another game.
//! The names of the format, which are also those of games, stand in data
//! beside the code.

mod convert;
mod ini;
mod keys;
mod kinds;
mod moves;
mod rules;
mod settings;
mod squares;
mod start;
mod types;
mod write;

use crate::text::{Report, Source, did_you_mean};
use crate::variant::{Trial, find, load_tried};
use ini::Section;
use std::sync::Arc;

/// A section of the file and what has become of it.
#[derive(Debug)]
pub struct Imported {
    /// Its name, which is also that of the game.
    pub name: String,
    /// The text of the variant file, if the game can be said.
    pub file: Option<String>,
    /// What is to be said about it.
    pub reports: Vec<Report>,
}

/// Imports sections of a file, all of them where none is named.
///
/// # Errors
///
/// When a named section is not there, or the file has none at all.
pub fn import(source: &Arc<Source>, names: &[String], trial: &Trial<'_>) -> Result<Vec<Imported>, Report> {
    let sections = ini::read(source);
    if sections.is_empty() {
        let report = Report::error("there is no section in this file").about(&source.name);
        return Err(report.help("a game begins with a line like `[name]` or `[name:parent]`"));
    }
    for name in names {
        if !sections.iter().any(|section| section.name.text == *name) {
            let mut report = Report::error(format!("there is no section `{name}` in this file")).about(&source.name);
            report.help.extend(did_you_mean(name, sections.iter().map(|section| section.name.text.as_str())));
            return Err(report);
        }
    }
    let wanted = |section: &Section| names.is_empty() || names.contains(&section.name.text);
    let numbers = (0..sections.len()).filter(|number| wanted(&sections[*number]));
    Ok(numbers.map(|number| one(&sections, number, source, trial)).collect())
}

fn one(sections: &[Section], number: usize, source: &Arc<Source>, trial: &Trial<'_>) -> Imported {
    let section = &sections[number];
    let name = section.name.text.clone();
    let (settings, mut reports) = settings::resolve(sections, number, source, 0);
    let at_name = |message: String| Report::error(message).at(source, section.name.span.clone());
    if sections[..number].iter().any(|other| other.name.text == name) {
        reports.push(at_name(format!("there is another section `{name}` above, which counts")));
    }
    if settings::is_builtin(&name) {
        reports.push(
            at_name(format!("`{name}` is built in, and the engine of this format leaves this section out"))
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
                let text = written.text(&comments);
                let checked = Source::new(format!("{name}.toml"), text.clone());
                let (variant, complaints) = load_tried(&checked, &|asking, name| find(asking, name), trial);
                match variant {
                    Some(_) => file = Some(text),
                    None => {
                        reports.extend(complaints.iter().filter(|complaint| complaint.is_error()).map(|complaint| {
                            at_name(format!("`{name}` cannot be carried over: {}", complaint.message))
                        }))
                    }
                }
            }
        }
    }
    Imported { name, file, reports }
}
