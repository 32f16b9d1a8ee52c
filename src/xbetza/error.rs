//! Errors in a description, and where they are.

use crate::text::{Report, Span};
use std::fmt;

/// Maximum number of characters of a description.
pub const MAX_LENGTH: usize = 512;
/// Longest coordinate of a step.
pub const MAX_STEP: u8 = 15;
/// Maximum number of legs of one term.
pub const MAX_LEGS: usize = 8;

/// Why a description was refused, and the bytes of it that this is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: &'static str,
    message: String,
    help: Option<String>,
    span: Span,
}

impl Error {
    /// An error about some bytes of the description.
    pub(super) fn new(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        Self { code, message: message.into(), help: None, span }
    }

    /// An error about one letter of the notation.
    pub(super) fn at(code: &'static str, message: impl Into<String>, place: usize) -> Self {
        Self::new(code, message, place..place + 1)
    }

    /// Sets the advice for the user.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Sets the advice for the user, if there is something helpful to say.
    pub(super) fn maybe_help(self, help: Option<&str>) -> Self {
        Self { help: help.map(str::to_owned), ..self }
    }

    /// The bytes of the description that it is about.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The stable code of the notation's error list, such as `unknown-atom`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The column: characters from 1.
    pub fn column(&self) -> usize {
        // Only letters of one byte come before a fault, unless the description is too long.
        self.span.start.min(MAX_LENGTH) + 1
    }

    /// The error as a report, without the text it is about.
    pub fn report(&self) -> Report {
        let report = Report::error(&self.message).code(self.code);
        self.help.iter().fold(report, Report::help)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
