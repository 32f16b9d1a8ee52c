//! The places of keys and list elements in a variant's file and the files that it includes.

use super::file::{Spanned, Tree, Words};
use crate::text::{Place, Sources, Span, span_in};
use std::collections::BTreeMap;

/// The places of all keys of a variant, whichever of its files has them. Missing
/// keys have their defaults.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Sources,
    keys: BTreeMap<String, Span>,
}

impl SourceMap {
    pub(super) fn new(tree: &Tree<'_>, sources: &Sources) -> Self {
        Self { sources: sources.clone(), keys: tree.keys() }
    }

    /// The place of a key, as `end.stalemate`, or of a list element,
    /// as `promotion.0`.
    pub fn place(&self, key: &str) -> Option<Place> {
        self.sources.place(self.keys.get(key)?)
    }

    /// The place of a value.
    pub fn at<T>(&self, value: &Spanned<T>) -> Option<Place> {
        self.sources.place(&value.span())
    }

    /// The place of a part of a string.
    pub fn inside(&self, text: &Spanned<String>, part: &Span) -> Option<Place> {
        self.sources.place(&self.sources.inside(&text.span(), text.get_ref(), part))
    }

    /// The words of a list, or those in a string separated by blanks.
    pub fn words(&self, list: &Spanned<Words<String>>) -> Vec<Spanned<String>> {
        let words = list.words().flat_map(|(span, text)| {
            let place = move |word| self.sources.inside(&span, text, &span_in(text, word));
            text.split_whitespace().map(move |word| Spanned::new(place(word), word.to_owned()))
        });
        words.collect()
    }

    /// The place of an alias.
    pub fn alias(&self, alias: &str) -> Option<Place> {
        let mut listed = self.keys.iter().filter(|(key, _)| key.starts_with("aliases.")).map(|(_, span)| span);
        self.sources.place(listed.find(|span| self.sources.text(span).trim_matches(['"', '\'']) == alias)?)
    }

    /// Whether a key is in the variant's own file, not in an included one.
    pub fn is_own(&self, key: &str) -> bool {
        self.keys.get(key).is_some_and(|span| self.sources.is_first(span))
    }

    /// The names of the files: the variant's own, then those that it includes.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.sources.names()
    }
}
