//! Output for users. If its reader goes away, as `head` does, the program ends as quietly as SIGPIPE would end it.

use super::Failure;
use super::terminal::{colour_is_welcome, width_of_stderr};
use crate::limits;
use crate::text::{Report, Severity, cannot_write};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use svg::Document;

/// The exit status of a program that SIGPIPE has terminated, as shells report it.
const UNREAD: u8 = 128 + 13;

/// Prints an answer as a line of standard output.
pub(super) fn say(text: impl Display) -> Result<(), Failure> {
    Ok(writeln!(io::stdout().lock(), "{text}")?)
}

/// Writes a picture to a file, `-` for standard output.
pub(super) fn write_picture(path: &Path, picture: &Document) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(write!(io::stdout().lock(), "{picture}")?);
    }
    let written = std::fs::write(path, picture.to_string());
    Ok(written.map_err(|fault| cannot_write(path, &fault))?)
}

/// Sets the look of a progress line.
pub(super) fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
}

/// Creates a directory and its parents. If there is a file in its place, the error says so.
pub(super) fn make_directory(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path).map_err(|fault| match fault.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => fault,
    })
}

/// Shows a report on standard error.
pub(super) fn complain(report: &Report) -> Result<(), Failure> {
    let mut output = io::stderr().lock();
    let text = match output.is_terminal() {
        true => report.render_within(width_of_stderr(), colour_is_welcome()),
        false => report.render(false),
    };
    heard(writeln!(output, "{text}"))
}

/// Complaints about the parts of a file, of which only so many are shown.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    count: usize,
    noted: bool,
}

impl Complaints {
    /// Shows a report. One note stands for all, which would be about most parts of a file.
    pub(super) fn tell(&mut self, report: &Report) -> Result<(), Failure> {
        if report.severity == Severity::Note && std::mem::replace(&mut self.noted, true) {
            return Ok(());
        }
        self.count += 1;
        if self.count <= limits::GAMES_WARNINGS { complain(report) } else { Ok(()) }
    }

    /// Says how many were not shown, at the end of the file.
    pub(super) fn end(&self, file: &str) -> Result<(), Failure> {
        match self.count.saturating_sub(limits::GAMES_WARNINGS) {
            0 => Ok(()),
            more => complain(&Report::and_more(more).about(file)),
        }
    }
}

/// Shows errors and warnings of a file that is used; notes are only for `alfil check`.
pub(super) fn complain_of_faults(reports: &[Report]) -> Result<(), Failure> {
    reports.iter().filter(|report| report.severity != Severity::Note).try_for_each(complain)
}

/// Reports why a command ended early, and returns the exit status.
pub(super) fn end(failure: Failure) -> ExitCode {
    let said = match failure {
        Failure::Said(report) => complain(&report),
        Failure::Unread => Err(Failure::Unread),
    };
    if said.is_ok() { ExitCode::FAILURE } else { UNREAD.into() }
}

/// Ignores errors of standard error, such as a full disk: they cannot be reported, and the result of the command still
/// matters. Only a reader that has gone away ends the command.
fn heard(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Unread),
        _ => Ok(()),
    }
}
