//! Collects reports while a file is checked.

use crate::board::{Piece, PieceKind};
use crate::text::{Place, Report, Source, Sources, Span};
use crate::variant::Variant;
use crate::variant::file::{Entry, PieceTable, Spanned, VariantFile};
use std::collections::BTreeSet;

/// All reports about a file so far, and how to point at its text.
pub(super) struct Complaints<'a> {
    sources: &'a Sources,
    /// Keys that are in the file but faulty, so that they are not reported as missing.
    dropped: &'a BTreeSet<String>,
    reports: Vec<(usize, Report)>,
}

impl<'a> Complaints<'a> {
    pub(super) fn new(sources: &'a Sources, dropped: &'a BTreeSet<String>) -> Self {
        Self { sources, dropped, reports: Vec::new() }
    }

    /// Adds a report about a part of the text.
    pub(super) fn add(&mut self, span: &Span, mut report: Report) {
        report.place = self.sources.place(span);
        report.message += &self.sources.included(span);
        self.reports.push((span.start, report));
    }

    /// Adds an error about a part of the text.
    pub(super) fn error(&mut self, span: &Span, message: impl Into<String>) {
        self.add(span, Report::error(message));
    }

    /// Reports that a key without default is missing. `path` is its full
    /// path, `span` the table in which it should be.
    pub(super) fn missing(&mut self, span: &Span, path: &str, help: &str) {
        let reported = |key: &String| path == key || path.starts_with(&format!("{key}."));
        if !self.dropped.iter().any(reported) {
            let key = path.rsplit('.').next().unwrap_or(path);
            self.add(span, Report::error(format!("the key `{key}` is missing")).help(help));
        }
    }

    /// The entry of a key without default, or a report that it is missing.
    pub(super) fn needed<'t, T>(
        &mut self,
        table: &Span,
        path: &str,
        entry: Option<&'t T>,
        help: &str,
    ) -> Option<&'t T> {
        if entry.is_none() {
            self.missing(table, path, help);
        }
        entry
    }

    /// Whether a piece with that ID is in the file, but could not be read.
    pub(super) fn knows_wrong_piece(&self, id: &str) -> bool {
        self.is_dropped(&format!("pieces.{id}"))
    }

    /// Whether a key is in the file, but could not be read.
    pub(super) fn is_dropped(&self, path: &str) -> bool {
        self.dropped.contains(path)
    }

    /// Whether anything is in the file that could not be read.
    pub(super) fn any_dropped(&self) -> bool {
        !self.dropped.is_empty()
    }

    /// Whether a key, or something in its list, is in the file, but could not be read.
    pub(super) fn is_part_dropped(&self, path: &str) -> bool {
        self.dropped
            .iter()
            .any(|key| key.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    /// Warns of a key of this file itself that has no effect, and says why.
    pub(super) fn no_effect(&mut self, span: &Span, key: &str, why: &str) {
        if self.is_own(span) {
            self.add(span, Report::no_effect(key).help(why));
        }
    }

    /// Warns that a key has no effect, and says why, if the file has the key and `here` holds.
    pub(super) fn pointless<T>(&mut self, key: &str, entry: Option<&Spanned<T>>, here: bool, why: &str) {
        if let Some(entry) = entry.filter(|_| here) {
            self.no_effect(&entry.span(), key, why);
        }
    }

    /// Whether the file being checked is this one.
    pub(super) fn is_about(&self, source: &Source) -> bool {
        self.sources.first().is_some_and(|first| first.text == source.text)
    }

    /// Whether a value is in the file being checked, not in one that it includes.
    pub(super) fn is_own(&self, value: &Span) -> bool {
        self.sources.is_first(value)
    }

    /// The place of a part of a string, or of the whole string if the file does not contain it literally.
    pub(super) fn inside(&self, value: &Span, text: &str, part: &Span) -> Span {
        self.sources.inside(value, text, part)
    }

    /// Whether a string is in the file literally: on one line, without escapes.
    pub(super) fn is_plain(&self, value: &Span, text: &str) -> bool {
        self.sources.is_plain(value, text)
    }

    /// The text of a span, as it is written.
    pub(super) fn text(&self, span: &Span) -> &str {
        self.sources.text(span)
    }

    /// The place of a part of the text.
    pub(super) fn place(&self, span: &Span) -> Option<Place> {
        self.sources.place(span)
    }

    /// Whether there are errors so far.
    pub(super) fn any_error(&self) -> bool {
        self.reports.iter().any(|(_, report)| report.is_error())
    }

    /// Whether there are errors so far about parts of this one.
    pub(super) fn any_error_in(&self, span: &Span) -> bool {
        self.reports.iter().any(|(start, report)| report.is_error() && span.contains(start))
    }

    /// The reports so far, each with the offset of its place.
    pub(super) fn into_reports(self) -> Vec<(usize, Report)> {
        self.reports
    }
}

impl Variant {
    /// The names of pieces, with the owner, as in "Black's `P`", if the same kind of the other side is not among them.
    pub(super) fn owned(&self, pieces: &[Piece]) -> Vec<String> {
        let mut named: Vec<String> = Vec::new();
        for piece in pieces {
            let kind = self.kind(piece.kind());
            let both = pieces.contains(&Piece::new(piece.kind(), !piece.color())) || kind.owner.is_some();
            let name = match both {
                true => format!("`{}`", kind.written_id()),
                false => format!("{}'s `{}`", piece.color().name(), kind.id),
            };
            if !named.contains(&name) {
                named.push(name);
            }
        }
        named
    }
}

/// The pieces that a file describes, each with its ID and its kind.
pub(super) fn described<'f>(
    file: &'f VariantFile,
    variant: &Variant,
) -> impl Iterator<Item = (&'f Spanned<String>, PieceKind, &'f PieceTable)> {
    file.pieces.iter().flat_map(Spanned::get_ref).filter_map(|(id, table)| {
        // A small letter describes Black's half of a kind.
        Some((id, variant.kind_by_id(&id.get_ref().to_ascii_uppercase())?, table.get_ref()))
    })
}

/// The value of an entry, or the default.
pub(super) fn value_or<T: Clone>(entry: Option<&Spanned<T>>, default: T) -> T {
    entry.map_or(default, |value| value.get_ref().clone())
}

/// The value of an entry, or the default of its type.
pub(super) fn or_default<T: Clone + Default>(entry: Option<&Spanned<T>>) -> T {
    value_or(entry, T::default())
}

/// The items of a list in a table, if both are there.
pub(super) fn list<'t, T, V>(table: Option<&'t Spanned<T>>, field: impl Fn(&'t T) -> &'t Vec<V>) -> &'t [V] {
    table.map_or(&[], |table| field(table.get_ref()))
}

/// A field of a table, if both are there.
pub(super) fn entry<'t, T, V>(
    table: Option<&'t Spanned<T>>,
    field: impl Fn(&'t T) -> &'t Entry<V>,
) -> Option<&'t Spanned<V>> {
    table.and_then(|table| field(table.get_ref()).as_ref())
}
