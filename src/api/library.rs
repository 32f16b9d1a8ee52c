//! Variants by name.

use super::{Complaint, Error, Variant};
use crate::game::try_to_begin;
use crate::text::Report;
use crate::variant::{self, Directory};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Variants by name: those inside the crate, and perhaps files of your own.
///
/// ```
/// let library = alfil::Library::bundled();
/// assert!(library.names().any(|name| name == "crazyhouse"));
/// assert_eq!(library.get("chess")?.name(), "normal");
/// let error = library.get("crazyhous").unwrap_err();
/// assert_eq!(error.complaints()[0].help().next(), Some("did you mean `crazyhouse`?"));
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone)]
pub struct Library(variant::Library);

impl Library {
    /// The variants inside the crate.
    pub fn bundled() -> Self {
        Self(variant::Library::bundled())
    }

    /// The variants inside the crate and those in the `*.toml` files of these
    /// directories. A file with the name of another variant takes its place;
    /// one that is wrong is left out, and its first error is among the complaints.
    ///
    /// ```
    /// let (library, complaints) = alfil::Library::load(&["docs/examples"]);
    /// assert_eq!(complaints, []);
    /// assert_eq!(library.get("pond")?.title(), "Pond");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn load(directories: &[impl AsRef<Path>]) -> (Self, Vec<Complaint>) {
        let named = |path: &dyn AsRef<Path>| Directory { path: path.as_ref().to_owned(), named: true };
        let directories: Vec<Directory> = directories.iter().map(|path| named(path)).collect();
        let (library, reports) = variant::Library::load(&directories, &try_to_begin);
        (Self(library), Complaint::all(reports))
    }

    /// The names of all variants, those inside the crate first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }

    /// The variant with that name or alias. A size may stand before the name
    /// of another one, as in `10x8_normal`.
    ///
    /// # Errors
    ///
    /// There is none, or none that can be played on a board of that size.
    pub fn get(&self, name: &str) -> Result<Variant, Error> {
        self.find(name, self.0.get(name))
    }

    /// The variant that a server or the tag `Variant` of a PGN means, in whose names spaces and hyphens do not matter.
    ///
    /// ```
    /// let library = alfil::Library::bundled();
    /// assert_eq!(library.get_tagged("King of the Hill")?.name(), "kingofthehill");
    /// assert_eq!(library.get_tagged("Standard")?.name(), "normal");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As those of [`Library::get`].
    pub fn get_tagged(&self, name: &str) -> Result<Variant, Error> {
        let plain = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
        let wanted = plain(name);
        let is_called_so = |variant: &&Arc<variant::Variant>| {
            let mut names = [&variant.name, &variant.title].into_iter().chain(&variant.aliases);
            names.any(|known| plain(known) == wanted)
        };
        let tagged = || match &*wanted {
            "standard" | "fromposition" => Some(self.0.first()),
            _ => self.0.variants().find(is_called_so).cloned(),
        };
        self.find(name, self.0.get(name).or_else(tagged))
    }

    fn find(&self, name: &str, found: Option<Arc<variant::Variant>>) -> Result<Variant, Error> {
        let found = found.ok_or_else(|| {
            let mut report = Report::error(format!("there is no variant `{name}`"));
            report.help.extend(self.0.suggestion(name));
            report
        })?;
        Variant::begin(found, Vec::new())
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
