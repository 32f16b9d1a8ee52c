//! Variants by name.

use super::{Complaint, Error, Variant};
use crate::game::try_to_begin;
use crate::text::Report;
use crate::variant::{self, Directory};
use std::fmt;
use std::path::Path;

/// Variants by name: the bundled ones, and optionally files of your own.
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
    /// The bundled variants.
    pub fn bundled() -> Self {
        Self(variant::Library::bundled())
    }

    /// The bundled variants and those in the `*.toml` files of these directories. A file with the name of another
    /// variant replaces it; a faulty file is left out, and its first error is among the complaints.
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

    /// The names of all variants, the bundled ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }

    /// The variant with this name, alias or title, also as servers spell it. A name with a board size in front, as in
    /// `10x8_normal`, is the variant on a board of that size.
    ///
    /// ```
    /// let library = alfil::Library::bundled();
    /// assert_eq!(library.get("King of the Hill")?.name(), "kingofthehill");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such variant, or if it cannot be played on a board of that size.
    pub fn get(&self, name: &str) -> Result<Variant, Error> {
        let found = self.0.get(name).ok_or_else(|| {
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
