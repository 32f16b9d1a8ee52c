//! The Interactive Diagram of the Chess Variant Pages → variant files, and back.
//!
//! `page` finds diagrams, `lines` classifies their lines, `moves` reads their dialect of XBetza, `convert` writes a
//! variant file. `export` goes the other way, and `differences` reports what it lost. The parameters of the format are
//! data files next to the code.

mod convert;
mod differences;
mod export;
mod lines;
mod moves;
mod page;

pub use export::export;
pub use page::is_page;

use super::{Imported, tried};
use crate::limits;
use crate::text::{Report, Source, did_you_mean};
use crate::variant::Trial;
use std::path::Path;
use std::sync::Arc;

/// Imports diagrams of a page, all of them if none is named. From the second on, their names end with numbers.
///
/// # Errors
///
/// If there is no name for them, or a named one does not exist.
pub fn import(
    source: &Arc<Source>,
    names: &[String],
    name: Option<&str>,
    trial: &Trial<'_>,
) -> Result<Vec<Imported>, Report> {
    let page = page::read(source);
    let title = page.title.as_deref().map(|title| title.split([':', '|']).next().unwrap_or_default().trim());
    let stem = Path::new(&source.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let title = title.filter(|title| !title.is_empty()).or(name).unwrap_or(stem);
    let base = name.map_or_else(|| slug(title), str::to_owned);
    if base.is_empty() {
        let report = Report::error("there is no name for the game here").about(&source.name);
        return Err(report.help("`--name NAME` gives it one"));
    }
    let numbered = |number: usize, text: &str, dash: char| {
        if number == 0 { text.to_owned() } else { format!("{text}{dash}{}", number + 1) }
    };
    let all: Vec<String> = (0..page.diagrams.len()).map(|number| numbered(number, &base, '-')).collect();
    for name in names {
        if !all.contains(name) {
            let mut report = Report::error(format!("there is no diagram `{name}` in this file")).about(&source.name);
            report.help.extend(did_you_mean(name, all.iter().map(String::as_str)));
            return Err(report.help(format!("there are: {}", all.join(", "))));
        }
    }
    let wanted = all.iter().enumerate().filter(|(_, name)| names.is_empty() || names.contains(name));
    let one = |(number, game): (usize, &String)| {
        let diagram = &page.diagrams[number];
        let (file, mut reports) = convert::convert(diagram, game, &numbered(number, title, ' '), source);
        let file = file.and_then(|file| {
            let comments = ["Imported from an Interactive Diagram.".to_owned()];
            let (text, more) = tried(game, file.text(&comments), trial, source, &|_| diagram.span.clone());
            reports.extend(more);
            text
        });
        Imported { name: game.clone(), file, reports: Report::capped(reports, limits::COMPLAINTS, &source.name) }
    };
    Ok(wanted.map(one).collect())
}

/// A title as a name: `Omega Chess` is `omega-chess`.
fn slug(title: &str) -> String {
    let signs = title.chars().filter(|c| !matches!(c, '\'' | '’'));
    let plain: String = signs.map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}
