//! Settings, their domains and their values. Protocols give them names; their effects are implemented elsewhere.

use crate::eval::network::NetworkChoice;
use crate::eval::{Basis, EvaluationChoice};
use crate::limits;
use crate::search::{Level, MOST_CONTEMPT, OVERHEAD};
use crate::text::integer;
use std::time::Duration;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The penalty for a draw, in centipawns.
    Contempt,
    /// The move overhead, in milliseconds.
    Overhead,
    /// Below minus this score, in centipawns, the engine resigns; 0 if it never does.
    Resign,
    /// The number of lines in MultiPV.
    Lines,
    /// The size of the hash table, in MiB.
    Memory,
    /// The maximum number of search threads.
    Threads,
    /// The playing strength; 0 is full strength.
    Level,
    /// Whether the engine ponders.
    Ponder,
    /// Whether piece values given in the variant file are used.
    TunedValues,
    /// Whether positions are evaluated by a network, where a game has one.
    Network,
    /// Whether wins by rules other than mate are announced.
    ClaimWins,
    /// Directories with variant files.
    Directory,
    /// Reloads the variant files.
    Reload,
    /// Whether positions are analysed objectively: without contempt, book or level.
    Analysis,
    /// Whether the engine plays from its book.
    OwnBook,
    /// The file of the book.
    BookFile,
}

/// The domain of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    Number {
        default: i32,
        min: i32,
        max: i32,
    },
    /// True or false, with the default.
    Flag(bool),
    /// A list of directories, empty by default.
    Path,
    /// A file, empty by default.
    File,
    /// No value: a button.
    Button,
}

/// The new value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Number(i32),
    Flag(bool),
    Text(String),
    Press,
}

impl Setting {
    pub fn domain(self) -> Domain {
        let number = |default, min, max| Domain::Number { default, min, max };
        let count = |default: usize, max: usize| number(default as i32, 1, max as i32);
        let usual = Settings::default();
        match self {
            Self::Contempt => number(usual.contempt, -MOST_CONTEMPT, MOST_CONTEMPT),
            Self::Overhead => number(usual.overhead.as_millis() as i32, 0, 5_000),
            Self::Resign => number(usual.resign, 0, 10_000),
            Self::Lines => count(usual.lines, limits::LINES),
            Self::Memory => count(usual.memory, limits::MEMORY),
            Self::Threads => count(usual.threads, limits::THREADS),
            Self::Level => number(usual.level.map_or(0, Level::number), 0, Level::STRONGEST.into()),
            Self::Ponder => Domain::Flag(usual.ponder),
            Self::TunedValues => Domain::Flag(usual.evaluation.basis == Basis::File),
            Self::Network => Domain::Flag(usual.evaluation.network == NetworkChoice::Own),
            Self::ClaimWins => Domain::Flag(usual.claim_wins),
            Self::Directory => Domain::Path,
            Self::Reload => Domain::Button,
            Self::Analysis => Domain::Flag(usual.analysis),
            Self::OwnBook => Domain::Flag(usual.own_book),
            Self::BookFile => Domain::File,
        }
    }

    /// Whether a running search must be restarted for a new value.
    pub(super) fn concerns_search(self) -> bool {
        use Setting::{Contempt, Level, Lines, Memory, Network, Threads, TunedValues};
        matches!(self, Contempt | Level | Lines | Threads | TunedValues | Network | Memory)
    }
}

impl Domain {
    /// Parses a value; `None` if the text does not fit. Numbers out of range are clamped.
    pub fn read(self, text: Option<&str>) -> Option<Value> {
        Some(match (self, text.map(str::trim)) {
            (Self::Button, None | Some("")) => Value::Press,
            (Self::Number { min, max, .. }, Some(text)) => {
                let number = integer(text)?;
                Value::Number(number.clamp(min.into(), max.into()) as i32)
            }
            (Self::Flag(_), Some("1" | "true")) => Value::Flag(true),
            (Self::Flag(_), Some("0" | "false")) => Value::Flag(false),
            (Self::Path | Self::File, Some(text)) => Value::Text(text.to_owned()),
            _ => return None,
        })
    }
}

/// The values of all settings; buttons have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub contempt: i32,
    pub overhead: Duration,
    pub resign: i32,
    pub lines: usize,
    /// MiB of the hash table.
    pub memory: usize,
    pub threads: usize,
    /// Full strength if `None`.
    pub level: Option<Level>,
    pub ponder: bool,
    pub evaluation: EvaluationChoice,
    pub claim_wins: bool,
    /// As the user wrote it; may be empty.
    pub directory: String,
    pub analysis: bool,
    pub own_book: bool,
    /// As the user wrote it; may be empty.
    pub book_file: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            contempt: 0,
            overhead: OVERHEAD,
            resign: 0,
            lines: 1,
            memory: 64,
            threads: 1,
            level: None,
            ponder: false,
            evaluation: EvaluationChoice::default(),
            claim_wins: true,
            directory: String::new(),
            analysis: false,
            own_book: false,
            book_file: String::new(),
        }
    }
}

impl Settings {
    /// Sets one of them to a value of its domain. Returns whether it had another one.
    pub fn set(&mut self, setting: Setting, value: Value) -> bool {
        let count = |number: i32| number.unsigned_abs() as usize;
        match (setting, value) {
            (Setting::Contempt, Value::Number(contempt)) => replace(&mut self.contempt, contempt),
            (Setting::Overhead, Value::Number(overhead)) => {
                replace(&mut self.overhead, Duration::from_millis(overhead.unsigned_abs().into()))
            }
            (Setting::Resign, Value::Number(resign)) => replace(&mut self.resign, resign),
            (Setting::Lines, Value::Number(lines)) => replace(&mut self.lines, count(lines)),
            (Setting::Memory, Value::Number(memory)) => replace(&mut self.memory, count(memory)),
            (Setting::Threads, Value::Number(threads)) => replace(&mut self.threads, count(threads)),
            (Setting::Level, Value::Number(level)) => replace(&mut self.level, Level::new(level)),
            (Setting::Ponder, Value::Flag(on)) => replace(&mut self.ponder, on),
            (Setting::TunedValues, Value::Flag(on)) => {
                replace(&mut self.evaluation.basis, if on { Basis::File } else { Basis::Derived })
            }
            (Setting::Network, Value::Flag(on)) => {
                let network = if on { NetworkChoice::Own } else { NetworkChoice::Derived };
                replace(&mut self.evaluation.network, network)
            }
            (Setting::ClaimWins, Value::Flag(on)) => replace(&mut self.claim_wins, on),
            (Setting::Directory, Value::Text(directory)) => replace(&mut self.directory, directory),
            // A button has no value to store.
            (Setting::Reload, Value::Press) => false,
            (Setting::Analysis, Value::Flag(on)) => replace(&mut self.analysis, on),
            (Setting::OwnBook, Value::Flag(on)) => replace(&mut self.own_book, on),
            (Setting::BookFile, Value::Text(file)) => replace(&mut self.book_file, file),
            (setting, value) => unreachable!("{setting:?} cannot be {value:?}"),
        }
    }
}

/// Replaces a value, and returns whether the new one differs.
fn replace<T: PartialEq>(place: &mut T, value: T) -> bool {
    let differs = *place != value;
    *place = value;
    differs
}
