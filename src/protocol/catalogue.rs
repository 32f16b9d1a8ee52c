//! The variants that are offered to the GUI, and what was wrong with the
//! user's own.

use super::{announce, reply, xboard};
use crate::text::Report;
use crate::variant::{Library, Variant};
use std::sync::Arc;

/// All variants, and complaints that the GUI has not heard yet.
#[derive(Debug)]
pub(super) struct Catalogue {
    library: Library,
    faults: Vec<String>,
}

impl Catalogue {
    /// Offers a library. Of the reports the GUI hears the errors.
    pub(super) fn new(library: Library, reports: &[Report]) -> Self {
        let errors = reports.iter().filter(|report| report.is_error());
        Self { library, faults: errors.map(|report| reply::user_error(&report.to_string())).collect() }
    }

    /// All variants, whether the GUI hears of them or not.
    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    /// The names to be listed: those that XBoard takes for what they are, and
    /// that it can be told about; and sizes that it would not ask for unlisted.
    pub(super) fn names(&self) -> Vec<&str> {
        // Reading all bundled files would take too long at the start; the tests see to them.
        let told = |name: &str| {
            self.library.is_bundled(name) || self.library.get(name).is_some_and(|v| announce::can_be_told(&v))
        };
        let mut names: Vec<&str> =
            self.library.names().filter(|name| xboard::understands(name) && told(name)).collect();
        for size in xboard::sizes() {
            names.push(size);
        }
        names
    }

    /// The variant with a name, an alias, or a size before its name.
    pub(super) fn find(&self, name: &str) -> Option<Arc<Variant>> {
        self.library.get(name)
    }

    /// The variant that a new game starts with.
    pub(super) fn first(&self) -> Arc<Variant> {
        self.library.first()
    }

    /// The complaints, for the first time only.
    pub(super) fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }
}
