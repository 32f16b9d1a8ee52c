//! Errors and where they point.

use crate::game::MoveError;
use crate::text::{Place, Report};
use std::fmt;

/// The reasons why something was refused: all faults, at least one.
///
/// Displayed as text, also by `unwrap` and a `main` that returns it, it shows every faulty line with a caret under the
/// fault.
///
/// ```
/// use alfil::Variant;
///
/// let text = "name = \"leap\"\ninclude = \"normal\"\n[pieces.N]\nmove = \"E\"\n";
/// let error = Variant::from_text("leap.toml", text).unwrap_err();
/// let complaint = &error.complaints()[0];
/// assert_eq!(complaint.message(), "unknown atom `E`");
/// assert_eq!((complaint.file(), complaint.line_and_column()), (Some("leap.toml"), Some((4, 9))));
/// assert!(error.to_string().contains("4 | move = \"E\""));
/// assert_eq!(format!("{error:?}"), error.to_string());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Vec<Complaint>);

impl Error {
    pub(super) fn new(reports: impl IntoIterator<Item = Report>) -> Self {
        Self(Complaint::all(reports))
    }

    /// All faults, in the order of the text; warnings may be among them.
    pub fn complaints(&self) -> &[Complaint] {
        &self.0
    }
}

impl From<Report> for Error {
    fn from(report: Report) -> Self {
        Self::new([report])
    }
}

impl From<MoveError> for Error {
    fn from(fault: MoveError) -> Self {
        Report::error(fault.to_string()).into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, complaint) in self.0.iter().enumerate() {
            let text = complaint.to_string();
            // That it is one, errors tell by their type, unless the word has the code of the fault.
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            write!(f, "{}{text}", if number > 0 { "\n\n" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// A fault, or something that is probably unintended; see [`Error`].
///
/// Displayed as text, it is several lines with a caret under the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint(Report);

impl Complaint {
    pub(super) fn all(reports: impl IntoIterator<Item = Report>) -> Vec<Self> {
        reports.into_iter().map(Self).collect()
    }

    /// The message, on one line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Hints on how to fix it, one per item.
    pub fn help(&self) -> impl Iterator<Item = &str> {
        self.0.help.iter().map(String::as_str)
    }

    /// The name of the file or text, as it was given.
    pub fn file(&self) -> Option<&str> {
        self.0.place.as_ref().map(Place::file)
    }

    /// Line and column, both from 1; columns count characters.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        match self.0.place.as_ref()? {
            Place::Text(source, span) => Some(source.position(span.start)),
            Place::File(_) => None,
        }
    }

    /// Whether it is an error, not just a warning.
    pub fn is_error(&self) -> bool {
        self.0.is_error()
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.render(false))
    }
}
