//! What the machine has: cores and memory, and how to say that it has less than was asked for.

use once_cell::sync::Lazy;
use std::{fmt, fs, thread};

/// A shortage of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Threads configured.
    pub set: usize,
    /// Threads that search.
    pub searching: usize,
    /// Threads that the machine runs at once.
    pub cores: usize,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, searching, cores } = self;
        write!(f, "{searching} of {set} threads search: ")?;
        match searching < cores {
            true => {
                f.write_str("the hash table is too small for what each keeps of its own; more memory lets more search")
            }
            false => write!(f, "this machine runs no more than {cores} at once"),
        }
    }
}

/// A hash table that is smaller than requested, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessMemory {
    /// Size configured.
    pub set: usize,
    /// Size allocated.
    pub taken: usize,
}

impl fmt::Display for LessMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, taken } = self;
        write!(f, "the hash table takes {taken} of {set} MiB: this machine has no more to spare")
    }
}

/// How many threads the machine runs at once.
pub fn cores() -> usize {
    static CORES: Lazy<usize> = Lazy::new(|| thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

/// How many of the requested MiB the machine can spare, and a note if these are fewer.
pub fn spared(set: usize) -> (usize, Option<LessMemory>) {
    let taken = available().map_or(set, |most| most.min(set));
    (taken, (taken < set).then_some(LessMemory { set, taken }))
}

/// How many MiB the machine can spare, if that can be found out.
fn available() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    // Half is left to other processes.
    Some((kibibytes / 1024 / 2).max(1))
}
