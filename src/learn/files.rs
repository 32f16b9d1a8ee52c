//! The files of a learning run: written so that half of one is never taken for the whole, in directories that only one
//! process at a time works on.

use crate::text::{self, in_few_words};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Locks a directory until the returned value is dropped, if the file system has locks.
///
/// # Errors
///
/// If another process has the lock.
pub fn occupy(directory: &Path) -> Result<Option<fs::File>, String> {
    // Some systems do not open directories.
    let Ok(opened) = fs::File::open(directory) else { return Ok(None) };
    if try_lock(&opened) {
        return Ok(Some(opened));
    }
    Err(at(
        directory,
        &"another `alfil learn` is running in this directory: wait for it, or choose another directory with `--dir`",
    ))
}

/// Locks a file or directory as long as it is open; `false` if another process has the lock. Where there are no locks,
/// nobody has one.
pub fn try_lock(file: &fs::File) -> bool {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Makes sure that a file can be written later, as far as that can be known, and creates its directory.
///
/// # Errors
///
/// If it cannot be written.
pub fn try_place(path: &Path) -> Result<(), String> {
    make_folder(path)?;
    text::try_to_save(path).map_err(|fault| unusable(path, &fault))
}

/// Writes a file atomically, and creates its directory.
///
/// # Errors
///
/// If it cannot be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    make_folder(path)?;
    text::save(path, bytes).map_err(|fault| unusable(path, &fault))
}

fn make_folder(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(|fault| unusable(folder, &fault)))
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
