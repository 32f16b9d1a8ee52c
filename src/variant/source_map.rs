//! Where a variant's file, or a file that it includes, says what.

use super::file::Tree;
use crate::text::{Place, Sources, Span};
use std::collections::BTreeMap;

/// The places of all keys of a variant, whichever of its files has them. What
/// is not among them has been left to a default.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Sources,
    keys: BTreeMap<String, Span>,
}

impl SourceMap {
    pub(super) fn new(tree: &Tree<'_>, sources: &Sources) -> Self {
        Self { sources: sources.clone(), keys: tree.keys() }
    }

    /// Where a key stands, as `end.stalemate`, or what has that number in a
    /// list, as `promotion.0`.
    pub fn place(&self, key: &str) -> Option<Place> {
        self.sources.place(self.keys.get(key)?)
    }

    /// Where an alias stands.
    pub fn alias(&self, alias: &str) -> Option<Place> {
        let mut listed = self.keys.iter().filter(|(key, _)| key.starts_with("aliases.")).map(|(_, span)| span);
        self.sources.place(listed.find(|span| self.sources.text(span).trim_matches(['"', '\'']) == alias)?)
    }

    /// Whether it stands in the variant's own file, not in an included one.
    pub fn is_own(&self, key: &str) -> bool {
        self.keys.get(key).is_some_and(|span| self.sources.is_first(span))
    }

    /// The names of the files: the variant's own, then those on which it builds.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.sources.names()
    }
}
