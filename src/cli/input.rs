//! Input files of commands.

use super::Failure;
use super::output::complain;
use crate::limits;
use crate::text::{NoText, Report, Source, decode, read_all, read_waiting};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The bytes of a file, which `read` reads, or of standard input if the path is `-`.
pub(super) fn bytes(
    path: &Path,
    most: usize,
    read: fn(&Path, usize) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    if path == Path::new("-") { read_all(io::stdin().lock(), most) } else { read(path, most) }
}

/// The text of a file, or that of standard input for `-`.
pub(super) fn source(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
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
