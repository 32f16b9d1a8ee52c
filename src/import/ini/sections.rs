//! variants.ini as it is written: sections, keys and values, all with their places.

use crate::import::Word;
use crate::text::{Report, Source};
use std::sync::Arc;

/// A line `key = value`.
#[derive(Clone, Debug)]
pub struct Entry {
    pub key: Word,
    pub value: Word,
    /// Whether blanks follow the value.
    pub trailing_blanks: bool,
}

/// A game: a heading, and the lines up to the next one.
#[derive(Clone, Debug)]
pub struct Section {
    pub name: Word,
    pub parent: Option<Word>,
    pub entries: Vec<Entry>,
    /// Lines that are neither headings nor keys, or that Fairy-Stockfish reads otherwise because of blanks.
    pub faults: Vec<Report>,
}

/// All sections of a file. Lines before the first heading belong to none, which is a fault of the first one.
pub fn read(source: &Arc<Source>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut stray = None;
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let text = line.trim_end();
        let whole = Word::trimmed(text, at);
        if whole.text.is_empty() || whole.text.starts_with(['#', ';']) {
            continue;
        }
        if text.starts_with('[') {
            let mut section = heading(source, text, at);
            section.faults.extend(stray.take());
            sections.push(section);
            continue;
        }
        let Some(section) = sections.last_mut() else {
            stray.get_or_insert_with(|| {
                Report::warning("lines above the first heading belong to no game")
                    .at(source, whole.span)
                    .help("for keys of several games, name one as the parent of others: `[name:parent]`")
            });
            continue;
        };
        match text.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                let value = Word::trimmed(value, at + key.len() + 1);
                let word = Word::trimmed(key, at);
                if key.trim_end_matches(' ') != word.text {
                    let report = Report::error("Fairy-Stockfish ignores this line because of the blanks")
                        .at(source, word.span.clone())
                        .help("no blanks may stand before a key, and only spaces behind it");
                    section.faults.push(report);
                }
                if value.text.is_empty() {
                    let report = Report::error("Fairy-Stockfish ignores a key without a value")
                        .at(source, word.span.clone())
                        .help("leave the line out; where squares or pieces are named, `-` means none");
                    section.faults.push(report);
                    continue;
                }
                let end = line.strip_suffix('\n').unwrap_or(line);
                let trailing_blanks = end.strip_suffix('\r').unwrap_or(end).len() > text.len();
                section.entries.push(Entry { key: word, value, trailing_blanks });
            }
            _ => section.faults.push(
                Report::error("expected `key = value`")
                    .at(source, whole.span)
                    .help("a comment is a line that begins with `#` or `;`"),
            ),
        }
    }
    sections
}

fn heading(source: &Arc<Source>, text: &str, at: usize) -> Section {
    let mut faults = Vec::new();
    let end = text.find(']').unwrap_or_else(|| {
        faults.push(Report::error("the heading has no `]`").at(source, at..at + text.len()));
        text.len()
    });
    let behind = text.get(end + 1..).unwrap_or_default();
    if !behind.trim().is_empty() && !behind.trim_start().starts_with(['#', ';']) {
        let report = Report::error("Fairy-Stockfish ignores what stands behind the heading on its line");
        let report = report.at(source, at + end + 1..at + text.len());
        faults.push(report.help("write it on the next line"));
    }
    let inner = &text[1..end];
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name, Some(Word::trimmed(parent, at + 2 + name.len()))),
        None => (inner, None),
    };
    let name_word = Word::trimmed(name, at + 1);
    let written = parent.as_ref().map_or(0, |parent| parent.text.len() + 1) + name_word.text.len();
    if written < inner.len() {
        let report = Report::error("Fairy-Stockfish takes blanks in a heading for parts of the names");
        faults.push(report.at(source, at..at + text.len()).help("remove the blanks"));
    }
    Section { name: name_word, parent, entries: Vec::new(), faults }
}
