//! What can be wrong with a description, and where.

use std::fmt;
use std::ops::Range;

/// Why a description was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The description has no characters.
    Empty,
}

/// An [`ErrorKind`] and the bytes of the description that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    span: Range<usize>,
}

impl Error {
    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Which bytes of the description are meant.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The stable code of the notation's error list, as `unknown-atom`.
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Empty => "empty",
        }
    }

    /// The column: characters from 1.
    pub fn column(&self) -> usize {
        self.span.start + 1
    }

    /// What the user may do about it, if something helpful can be said.
    pub fn hint(&self) -> Option<String> {
        None
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ErrorKind::Empty => write!(f, "a description cannot be empty"),
        }
    }
}

impl std::error::Error for Error {}
