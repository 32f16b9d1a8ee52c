//! Files that commands are given to work through.

use super::Failure;
use super::output::complain;
use crate::limits;
use crate::text::{NoText, Report, Source, decode, read_waiting};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// A file's text, or that of standard input.
pub(super) fn source(path: &Path) -> Result<Arc<Source>, Failure> {
    let (name, bytes) = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().take(limits::WORK_FILE as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > limits::WORK_FILE {
            return Err(format!("standard input has more than {} bytes: give it in parts", limits::WORK_FILE).into());
        }
        ("standard input".to_owned(), bytes)
    } else {
        let bytes = read_waiting(path, limits::WORK_FILE).map_err(|fault| format!("{}: {fault}", path.display()))?;
        (path.display().to_string(), bytes)
    };
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(NoText::Other(bytes)) => {
            // As the standard of PGN has it, and old files are.
            complain(&Report::warning(format!("{name}: it is no UTF-8 text, and is read as ISO 8859-1")))?;
            bytes.into_iter().map(char::from).collect()
        }
        Err(fault) => return Err(format!("{name}: {fault}").into()),
    };
    Ok(Source::new(name, text))
}
