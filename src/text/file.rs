//! Files of users: never more of them than is of use, and never one that
//! would keep the reader waiting.

use super::in_few_words;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file of at most so many bytes; what speaks against it is
/// said as the end of "cannot read this file: ".
///
/// # Errors
///
/// When it is another thing than a file, as a pipe or a device, is too long,
/// or the system refuses.
pub fn read_file(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let few_words = |fault: io::Error| in_few_words(&fault).to_owned();
    // A pipe would be waited for as soon as it is opened.
    let about = fs::metadata(path).map_err(|fault| {
        let dangling = fault.kind() == io::ErrorKind::NotFound && path.is_symlink();
        if dangling { "it is a link to nothing".to_owned() } else { few_words(fault) }
    })?;
    if about.is_dir() {
        return Err(few_words(io::ErrorKind::IsADirectory.into()));
    }
    if !about.is_file() {
        return Err("it is no regular file".to_owned());
    }
    let too_long = |bytes: u64| bytes > most as u64;
    let mut bytes = Vec::new();
    if !too_long(about.len()) {
        // What a file claims about its length need not be true.
        File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes)).map_err(few_words)?;
    }
    if too_long(about.len().max(bytes.len() as u64)) {
        return Err(format!("it is longer than {most} bytes"));
    }
    Ok(bytes)
}
