//! The files of a learning run: written so that half of one is never taken for the whole, in directories that only one
//! process at a time works on.

use crate::text::in_few_words;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Locks a directory until the returned value is dropped, if the file system has locks.
///
/// # Errors
///
/// If another process has the lock.
pub fn occupy(directory: &Path) -> Result<Option<fs::File>, String> {
    #[cfg(unix)]
    if let Ok(opened) = fs::File::open(directory) {
        use rustix::fs::{FlockOperation, flock};
        return match flock(&opened, FlockOperation::NonBlockingLockExclusive) {
            Err(fault) if fault == rustix::io::Errno::WOULDBLOCK => Err(at(
                directory,
                &"another `alfil learn` is running in this directory: wait for it, or choose another directory with `--dir`",
            )),
            // Not every file system has locks.
            locked => Ok(locked.ok().map(|()| opened)),
        };
    }
    Ok(None)
}

/// Makes sure that a file can be written later, as far as that can be known.
///
/// # Errors
///
/// If it cannot be written.
pub fn try_place(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err(unusable(path, &ErrorKind::IsADirectory.into()));
    }
    let (half, _) = begin_file(path)?;
    fs::remove_file(&half).map_err(|fault| unusable(&half, &fault))
}

/// Writes a file atomically.
///
/// # Errors
///
/// If it cannot be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let (half, mut file) = begin_file(path)?;
    // Some file systems would otherwise write the new name before the contents.
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|fault| unusable(&half, &fault))?;
    drop(file);
    fs::rename(&half, path).map_err(|fault| unusable(path, &fault))
}

/// Creates the temporary file that is renamed to this path once it is complete.
fn begin_file(path: &Path) -> Result<(PathBuf, fs::File), String> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|fault| unusable(folder, &fault))?;
    }
    let mut half = path.as_os_str().to_owned();
    half.push(".part");
    let half = PathBuf::from(half);
    let file = fs::File::create(&half).map_err(|fault| unusable(&half, &fault))?;
    Ok((half, file))
}

/// The message for a network that has won but could not be put in its place, and the path where it is instead.
pub fn kept_at(path: &Path, fault: &str) -> String {
    format!("{fault}; the network that has won is in {}: copy it to its place", path.display())
}

/// A path in a folder that does not exist yet: this name, after a number if need be.
pub fn unused(folder: &Path, name: &str) -> PathBuf {
    let plain = folder.join(name);
    let numbered = (1u32..).map(|number| folder.join(format!("{number}-{name}")));
    std::iter::once(plain).chain(numbered).find(|path| !path.exists()).expect("there are enough numbers")
}

/// A fault with the path that it is about.
pub fn at(path: &Path, fault: &dyn std::fmt::Display) -> String {
    format!("{}: {fault}", path.display())
}

/// The same for an I/O error, in few words.
pub fn unusable(path: &Path, fault: &io::Error) -> String {
    at(path, &in_few_words(fault))
}
