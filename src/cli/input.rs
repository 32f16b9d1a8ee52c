//! Input files of commands, and the lines of batches.

use super::Failure;
use super::output::complain;
use crate::limits;
use crate::text::{LongLine, NoText, Report, Source, decode, next_line, read_all, read_waiting};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The bytes of a file, which `read` reads, or of standard input if the path is `-`.
pub(super) fn bytes(
    path: &Path,
    most: usize,
    read: fn(&Path, usize) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    if path == Path::new("-") { read_all(io::stdin().lock(), most) } else { read(path, most) }
}

/// The name of a file in messages.
pub(super) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a file, or that of standard input for `-`.
pub(super) fn source(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = name_of(path);
    let bytes = bytes(path, limits::WORK_FILE, read_waiting).map_err(|fault| format!("{name}: {fault}"))?;
    let text = match decode(bytes) {
        Ok(text) => without_marks(text, "\u{feff}"),
        Err(NoText::Other(bytes)) => {
            // The encoding of the PGN standard, and of old files.
            complain(&Report::warning(format!("{name}: not UTF-8; read as ISO 8859-1")))?;
            let text = bytes.into_iter().map(char::from).collect();
            without_marks(text, "\u{ef}\u{bb}\u{bf}")
        }
        Err(fault) => return Err(format!("{name}: {fault}").into()),
    };
    Ok(Source::new(name, text))
}

/// Removes the byte order marks of files that were concatenated, even without a line break between them.
fn without_marks(text: String, mark: &str) -> String {
    if text.contains(mark) { text.replace(&format!("\n{mark}"), "\n").replace(mark, " ") } else { text }
}

/// The `id` of a line of JSON, which the answer repeats as it was written.
pub(super) type Id = Box<RawValue>;

/// The `id` of a line that may be no valid question otherwise.
pub(super) fn id_of(line: &[u8]) -> Option<Id> {
    #[derive(Deserialize)]
    struct Numbered {
        id: Option<Id>,
    }
    serde_json::from_slice(line).map_or(None, |numbered: Numbered| numbered.id)
}

/// The answer to a line of a batch.
#[derive(Debug)]
pub(super) struct BatchAnswer {
    /// The answer, without a newline.
    pub text: String,
    /// Whether it says that the line is wrong.
    pub refuses: bool,
}

/// Answers each line that is not blank as soon as it is read; `answer` also gets its number, from 1. A wrong line does
/// not stop the rest, but makes the program fail.
pub(super) fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(u64, Result<Vec<u8>, LongLine>) -> Result<BatchAnswer, Failure>,
) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    for number in 1.. {
        let Some(line) = next_line(&mut input)? else { break };
        if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
            continue;
        }
        let BatchAnswer { text, refuses } = answer(number, line)?;
        if refuses {
            code = ExitCode::FAILURE;
        }
        writeln!(output, "{text}")?;
        output.flush()?;
    }
    Ok(code)
}
