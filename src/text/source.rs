//! Named texts and places in them.

use super::visible::sign;
use crate::limits;
use std::ops::Range;
use std::sync::Arc;

/// A range of bytes.
pub type Span = Range<usize>;

/// Where a part of a text is in it; `part` must be a slice of `text`.
pub fn span_in(text: &str, part: &str) -> Span {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// A text and the name by which the user knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path or other name, as messages show it.
    pub name: String,
    /// The text itself.
    pub text: String,
    /// The offsets of its lines.
    lines: Vec<usize>,
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Arc::new(Self { name: name.into(), text, lines })
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let byte = boundary(&self.text, byte);
        let line = self.line(byte);
        (line, self.text[self.lines[line - 1]..byte].chars().count() + 1)
    }

    /// The line of a byte, from 1.
    fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte)
    }

    /// The lines of a span as a terminal may show them, the number of the first, and the span in them; `None` if they
    /// are too long to read.
    pub(super) fn excerpt(&self, span: &Span) -> Option<(String, usize, Span)> {
        let span = self.clamp(span);
        let first = self.line(span.start);
        let start = self.lines[first - 1];
        let rest = &self.text[start..];
        let end_of = |line: usize| self.lines.get(line).map_or(rest.len(), |next| next - start - 1);
        let last = self.line(span.end);
        let fits = |end: &usize| *end <= limits::EXCERPT;
        let end = Some(end_of(last)).filter(fits).or(Some(end_of(first)).filter(fits))?;
        let lines = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
        let shown = |text: &str| -> String {
            text.chars().map(|c| if ['\n', '\r', '\t'].contains(&c) { c } else { sign(c) }).collect()
        };
        let place = |byte: usize| shown(&lines[..(byte - start).min(lines.len())]).len();
        Some((shown(lines), first, place(span.start)..place(span.end)))
    }

    /// The span clamped to the text, with its ends on character boundaries.
    pub fn clamp(&self, span: &Span) -> Span {
        let start = boundary(&self.text, span.start);
        start..boundary(&self.text, span.end).max(start)
    }
}

/// The nearest character boundary at or before `byte`.
pub fn boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// What a report points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file as a whole, which may be unreadable.
    File(String),
    /// A part of a text.
    Text(Arc<Source>, Span),
}

impl Place {
    /// The name of the file.
    pub fn file(&self) -> &str {
        match self {
            Self::File(name) => name,
            Self::Text(source, _) => &source.name,
        }
    }

    /// The part of the text; `None` for a file as a whole.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::File(_) => None,
            Self::Text(_, span) => Some(span.clone()),
        }
    }

    /// The line of the first byte, from 1; `None` for a file as a whole.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::File(_) => None,
            Self::Text(source, span) => Some(source.position(span.start).0),
        }
    }

    /// The place as `name:line:column`, or the name alone.
    pub fn name(&self) -> String {
        match self {
            Self::File(name) => name.clone(),
            Self::Text(source, span) => {
                let (line, column) = source.position(span.start);
                format!("{}:{line}:{column}", source.name)
            }
        }
    }
}

/// Several texts whose bytes are numbered consecutively, so that a span alone identifies the text: parts of an included
/// file and of the including file can be mixed freely.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: Vec<(usize, Arc<Source>)>,
}

impl Sources {
    /// Adds a text and returns the number of its first byte.
    pub fn add(&mut self, source: Arc<Source>) -> usize {
        // One number is left out, so that the end of a text differs from the beginning of the next.
        let base = self.texts.last().map_or(0, |(base, last)| base + last.text.len() + 1);
        self.texts.push((base, source));
        base
    }

    /// The text that contains a span, and the span in it.
    fn find(&self, span: &Span) -> Option<(&Arc<Source>, Span)> {
        let (base, source) = self.texts.iter().rev().find(|(base, _)| *base <= span.start)?;
        let local = span.start - base..span.end.max(span.start) - base;
        Some((source, source.clamp(&local)))
    }

    /// The place of a span.
    pub fn place(&self, span: &Span) -> Option<Place> {
        self.find(span).map(|(source, local)| Place::Text(Arc::clone(source), local))
    }

    /// The names of the texts, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(_, source)| source.name.as_str())
    }

    /// The text that was added first.
    pub fn first(&self) -> Option<&Source> {
        self.texts.first().map(|(_, source)| &**source)
    }

    /// Whether a span lies in the text that was added first.
    pub fn is_first(&self, span: &Span) -> bool {
        self.texts.get(1).is_none_or(|(second, _)| span.start < *second)
    }

    /// A remark that a span is in an included text; empty if it is in the first one.
    pub fn included(&self, span: &Span) -> String {
        let by = self.first().filter(|_| !self.is_first(span));
        by.map_or(String::new(), |first| format!(" (included by `{}`)", first.name))
    }

    /// The text of a span.
    pub fn text(&self, span: &Span) -> &str {
        self.find(span).map_or("", |(source, local)| &source.text[local])
    }

    /// The place of a part of a string, or of the whole string if the file does not contain it literally.
    pub fn inside(&self, value: &Span, text: &str, part: &Span) -> Span {
        if self.is_plain(value, text) {
            value.start + 1 + part.start..value.start + 1 + part.end
        } else {
            value.clone()
        }
    }

    /// Whether a string is in the file literally: on one line, without escapes.
    pub fn is_plain(&self, value: &Span, text: &str) -> bool {
        let written = self.text(value);
        let quotes = ['"', '\''];
        quotes.iter().any(|&quote| {
            written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)).is_some_and(|inner| inner == text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a", "é = 1\n  ü = 2\n");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(source.text.find('2').unwrap_or(0)), (2, 7));
        // Inside a character and beyond the end.
        assert_eq!(source.position(1), (1, 1));
        assert_eq!(source.position(1000), (3, 1));
    }

    #[test]
    fn spans_find_their_text() {
        let mut sources = Sources::default();
        let first = sources.add(Source::new("first", "abc"));
        let second = sources.add(Source::new("second", "def"));
        assert_eq!(sources.text(&(first + 1..first + 3)), "bc");
        assert_eq!(sources.text(&(second..second + 2)), "de");
        assert_eq!(sources.place(&(3..3)).map(|place| place.name()).as_deref(), Some("first:1:4"));
        assert_eq!(sources.place(&(second..second)).map(|place| place.name()).as_deref(), Some("second:1:1"));
        assert_eq!(sources.place(&(900..901)).map(|place| place.name()).as_deref(), Some("second:1:4"));
    }
}
