//! Why something cannot be done, and what to do about it.

use super::Report;
use std::fmt;

/// A message for users, with hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    message: String,
    help: Vec<String>,
}

impl Fault {
    /// A message without hints.
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), help: Vec::new() }
    }

    /// Adds a hint.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The same as an error that can be told with its place in a text.
    pub fn into_report(self) -> Report {
        Report { help: self.help, ..Report::error(self.message) }
    }
}

/// The message, and each hint in a line of its own.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "\n  help: {help}"))
    }
}
