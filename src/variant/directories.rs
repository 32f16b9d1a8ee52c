//! Directories of the user's variant files.

use super::Directory;
use etcetera::BaseStrategy;
use std::ffi::OsStr;
use std::path::PathBuf;

/// The environment variable that lists directories with variant files.
pub const DIRECTORIES_VARIABLE: &str = "ALFIL_VARIANTS";

/// Expands a path as written by a user without a shell: `~` at its beginning
/// is the home directory.
pub fn in_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path,
    }
}

/// The directories in which variant files are looked for, in order of priority: those given, those of the environment
/// variable, and `alfil/variants` in the user's configuration directory.
pub fn directories(given: &[PathBuf], variable: Option<&OsStr>) -> Vec<Directory> {
    let named = |path: PathBuf| Directory { path: in_home(path), named: true };
    let listed = variable.into_iter().flat_map(std::env::split_paths).filter(|path| !path.as_os_str().is_empty());
    let mut all: Vec<Directory> = given.iter().cloned().chain(listed).map(named).collect();
    all.extend(configuration().map(|path| Directory { path: path.join("variants"), named: false }));
    all
}

/// The directory of all the user's settings and data, if there is a place for it.
pub fn configuration() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|strategy| strategy.config_dir().join("alfil"))
}
