//! Reads user files with a size limit, and without blocking on pipes; writes files whole or not at all.

use super::{in_few_words, visible};
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Reads a regular file of at most `most` bytes. The error is phrased as the end of "cannot read this file: ".
///
/// # Errors
///
/// If it is not a regular file (a pipe or a device, for example), is too long, or cannot be read.
pub fn read_file(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let about = about(path)?;
    if !about.is_file() {
        // Opening a pipe would block.
        return Err("it is not a regular file".to_owned());
    }
    if about.len() > most as u64 {
        return Err(too_long(most));
    }
    read_waiting(path, most)
}

/// Reads a file of at most `most` bytes, or a pipe, which may block.
///
/// # Errors
///
/// If it is a directory, is too long, or cannot be read; phrased as by [`read_file`].
pub fn read_waiting(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    about(path)?;
    read_all(File::open(path).map_err(few_words)?, most)
}

/// Reads an input of at most `most` bytes to its end.
///
/// # Errors
///
/// If it is too long, or cannot be read; phrased as by [`read_file`].
pub fn read_all(input: impl Read, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    // The reported length of a file may be wrong.
    input.take(most as u64 + 1).read_to_end(&mut bytes).map_err(few_words)?;
    if bytes.len() > most { Err(too_long(most)) } else { Ok(bytes) }
}

/// Writes a file atomically: if that fails, an older one with its name stays as it is.
///
/// # Errors
///
/// If it cannot be written.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays one.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let part = part_of(path);
    let mut file = File::create(&part)?;
    // Some file systems would otherwise write the new name before the contents.
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    written.and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // What went wrong before matters more.
        let _ = fs::remove_file(&part);
    })
}

/// Makes sure that a file can be written later, as far as that can be known.
///
/// # Errors
///
/// If it cannot be written.
pub fn try_to_save(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let part = part_of(path);
    File::create(&part)?;
    fs::remove_file(&part)
}

/// The file that gets the name of this one once it is complete; each process has its own.
fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    part.into()
}

/// The metadata of a file that is not a directory.
fn about(path: &Path) -> Result<Metadata, String> {
    let about = fs::metadata(path).map_err(|fault| {
        let dangling = fault.kind() == io::ErrorKind::NotFound && path.is_symlink();
        if dangling { "it is a link to nothing".to_owned() } else { few_words(fault) }
    })?;
    if about.is_dir() {
        return Err(few_words(io::ErrorKind::IsADirectory.into()));
    }
    Ok(about)
}

/// The message that something cannot be done with a file or directory, such as "remove this file".
pub fn cannot(what: &str, path: &Path, fault: &io::Error) -> String {
    cannot_because(what, path, &in_few_words(fault))
}

/// The message that a file cannot be written. What does not exist then is its directory.
pub fn cannot_write(path: &Path, fault: &io::Error) -> String {
    let directory = directory_of(path);
    let why = match fault.kind() {
        io::ErrorKind::NotFound if !directory.exists() => format!("there is no directory `{}`", shown(directory)),
        _ => in_few_words(fault),
    };
    cannot_because("write this file", path, &why)
}

fn cannot_because(what: &str, path: &Path, why: &str) -> String {
    format!("{}: cannot {what}: {why}", shown(path))
}

fn shown(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

fn few_words(fault: io::Error) -> String {
    in_few_words(&fault)
}

fn too_long(most: usize) -> String {
    format!("it is longer than {most} bytes")
}

/// The directory of a file, `.` for a bare name.
pub fn directory_of(file: &Path) -> &Path {
    file.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads a text file of at most `most` bytes.
///
/// # Errors
///
/// Those of [`read_file`], and if the file is not text.
pub fn read_text(path: &Path, most: usize) -> Result<String, String> {
    read_file(path, most).and_then(|bytes| decode(bytes).map_err(|fault| fault.to_string()))
}

/// The reason why bytes are not text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoText {
    /// They start with a byte order mark of UTF-16.
    Utf16,
    /// They are in some other encoding, or not text at all.
    Other(Vec<u8>),
}

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf16 => f.write_str("it is UTF-16 text, not UTF-8"),
            Self::Other(_) => f.write_str(&in_few_words(&io::ErrorKind::InvalidData.into())),
        }
    }
}

/// Removes the byte order mark that some editors and shells put before UTF-8 text.
pub(super) fn drop_mark(bytes: &mut Vec<u8>) {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
}

/// Decodes UTF-8, without the byte order mark that some editors add.
///
/// # Errors
///
/// If the bytes are not UTF-8. Unless they are UTF-16, the error contains them.
pub fn decode(mut bytes: Vec<u8>) -> Result<String, NoText> {
    const MARKS_OF_UTF16: [&[u8]; 2] = [&[0xff, 0xfe], &[0xfe, 0xff]];
    if MARKS_OF_UTF16.iter().any(|mark| bytes.starts_with(mark)) {
        return Err(NoText::Utf16);
    }
    drop_mark(&mut bytes);
    String::from_utf8(bytes).map_err(|fault| NoText::Other(fault.into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_are_not_part_of_the_text() {
        assert_eq!(decode(b"\xef\xbb\xbf[Event]".to_vec()).as_deref(), Ok("[Event]"));
        assert_eq!(decode("é".into()).as_deref(), Ok("é"));
        for utf16 in [&b"\xff\xfe[\0"[..], b"\xfe\xff\0["] {
            assert_eq!(decode(utf16.to_vec()), Err(NoText::Utf16));
        }
        assert_eq!(decode(vec![0xe9]), Err(NoText::Other(vec![0xe9])));
    }
}
