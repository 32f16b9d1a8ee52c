//! What several tests need: the program, directories for its files, blocks of code on pages, and all cores.

use alfil::internals::variant::{Directory, Library};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The program in the directory of the package, without the settings, files and networks of the user.
pub fn alfil() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alfil"));
    for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
        command.env(variable, "/nonexistent");
    }
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("ALFIL_VARIANTS");
    command
}

/// A directory that is removed at the end of the test.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("alfil-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the directory for temporary files is writable");
        Self(path)
    }

    pub fn write(&self, file: &str, text: &str) -> &Self {
        fs::write(self.0.join(file), text).expect("writable");
        self
    }

    pub fn folder(&self) -> &Path {
        &self.0
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// The directory as one of variant files.
    pub fn directory(&self) -> Directory {
        Directory { path: self.0.clone(), named: true }
    }

    /// The complaints when loading this directory alone, file names without their path.
    pub fn load(&self) -> (Library, Vec<String>) {
        let (library, reports) = Library::load(&[self.directory()], &alfil::internals::game::try_to_begin);
        let path = format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR);
        (library, reports.iter().map(|report| report.to_string().replace(&path, "")).collect())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The blocks of code on a page, with their languages and their places.
pub fn all_blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n```").skip(1).step_by(2).filter_map(|part| part.split_once('\n'))
}

/// The blocks of a language on a page.
pub fn blocks<'a>(page: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    all_blocks(page).filter(move |(found, _)| *found == language).map(|(_, text)| text)
}

/// Runs tasks on all cores, each on the next free one; the longest should come first.
pub fn on_all_cores<T: Send>(tasks: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= tasks {
            break;
        }
        let result = task(number);
        results.lock().expect("no thread has failed").push(result);
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    results.into_inner().expect("no thread has failed")
}
