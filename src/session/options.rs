//! What can be set: settings, what each may be, and what they are set to.
//! Protocols give them names; what a setting does is decided elsewhere.

use crate::eval::network::NetworkChoice;
use crate::eval::{Basis, EvaluationChoice};
use crate::limits;
use crate::search::{Level, MOST_CONTEMPT, OVERHEAD};
use std::time::Duration;

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What a draw costs the engine, in centipawns.
    Contempt,
    /// What the way to the opponent may cost, in milliseconds.
    Overhead,
    /// The score at which the engine resigns, in centipawns below nothing.
    Resign,
    /// Lines of thinking.
    Lines,
    /// The size of the hash table, in MiB.
    Memory,
    /// How many threads may search.
    Threads,
    /// On which level the engine plays; 0 is full strength.
    Level,
    /// Whether the engine thinks on the opponent's time.
    Ponder,
    /// Whether pieces are worth what their file says.
    TunedValues,
    Network,
    /// Whether wins by another rule than mate are announced.
    ClaimWins,
    /// A directory with variant files.
    Directory,
    /// The variant files are to be read again.
    Reload,
    /// Whether positions are looked at for their own sake: no draw is avoided, and no book asked.
    Analysis,
    /// Whether the engine plays from its book.
    OwnBook,
    /// The book's file.
    BookFile,
}

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    Number {
        default: i32,
        min: i32,
        max: i32,
    },
    /// Yes or no, usually this.
    Flag(bool),
    /// A directory, usually none.
    Path,
    /// A file, usually none.
    File,
    /// Nothing: it is only pressed.
    Button,
}

/// What a setting is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Number(i32),
    Flag(bool),
    Text(String),
    Press,
}

impl Setting {
    const ALL: [Self; 16] = [
        Self::Contempt,
        Self::Overhead,
        Self::Resign,
        Self::Lines,
        Self::Memory,
        Self::Threads,
        Self::Level,
        Self::Ponder,
        Self::TunedValues,
        Self::Network,
        Self::ClaimWins,
        Self::Directory,
        Self::Reload,
        Self::Analysis,
        Self::OwnBook,
        Self::BookFile,
    ];

    /// What it may be.
    pub fn domain(self) -> Domain {
        let number = |default, min, max| Domain::Number { default, min, max };
        match self {
            Self::Contempt => number(0, -MOST_CONTEMPT, MOST_CONTEMPT),
            Self::Overhead => number(OVERHEAD.as_millis() as i32, 0, 5_000),
            Self::Resign => number(0, 0, 10_000),
            Self::Lines => number(1, 1, 500),
            Self::Memory => number(64, 1, limits::MEMORY as i32),
            Self::Threads => number(1, 1, limits::THREADS as i32),
            Self::Level => number(0, 0, Level::STRONGEST.into()),
            Self::Ponder | Self::Analysis | Self::OwnBook => Domain::Flag(false),
            Self::TunedValues | Self::Network | Self::ClaimWins => Domain::Flag(true),
            Self::Directory => Domain::Path,
            Self::BookFile => Domain::File,
            Self::Reload => Domain::Button,
        }
    }

    /// Whether a search that runs would have to begin again.
    pub(super) fn concerns_search(self) -> bool {
        use Setting::{Contempt, Level, Lines, Memory, Network, Threads, TunedValues};
        matches!(self, Contempt | Level | Lines | Memory | Network | Threads | TunedValues)
    }
}

impl Domain {
    pub fn default_value(self) -> Value {
        match self {
            Self::Number { default, .. } => Value::Number(default),
            Self::Flag(default) => Value::Flag(default),
            Self::Path | Self::File => Value::Text(String::new()),
            Self::Button => Value::Press,
        }
    }

    /// What a text sets it to; nothing where it does not fit. Numbers out of
    /// bounds are drawn to the nearest one.
    pub fn read(self, text: Option<&str>) -> Option<Value> {
        Some(match (self, text.map(str::trim)) {
            (Self::Button, _) => Value::Press,
            (Self::Number { min, max, .. }, Some(text)) => {
                let number: i64 = text.parse().ok()?;
                Value::Number(number.clamp(min.into(), max.into()) as i32)
            }
            (Self::Flag(_), Some("1" | "true")) => Value::Flag(true),
            (Self::Flag(_), Some("0" | "false")) => Value::Flag(false),
            (Self::Path | Self::File, Some(text)) => Value::Text(text.to_owned()),
            _ => return None,
        })
    }
}

/// What everything is set to; settings that are carried out at once leave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub contempt: i32,
    pub overhead: Duration,
    pub resign: i32,
    pub lines: usize,
    /// MiB of the hash table.
    pub memory: usize,
    pub threads: usize,
    /// Full strength if none.
    pub level: Option<Level>,
    pub ponder: bool,
    pub evaluation: EvaluationChoice,
    pub claim_wins: bool,
    /// As the user wrote it; nothing if empty.
    pub directory: String,
    pub analysis: bool,
    pub own_book: bool,
    /// As the user wrote it; nothing if empty.
    pub book_file: String,
}

impl Default for Settings {
    fn default() -> Self {
        // What stands here only fills the places.
        let mut settings = Self {
            contempt: 0,
            overhead: Duration::ZERO,
            resign: 0,
            lines: 0,
            memory: 0,
            threads: 0,
            level: None,
            ponder: false,
            evaluation: EvaluationChoice::default(),
            claim_wins: false,
            directory: String::new(),
            analysis: false,
            own_book: false,
            book_file: String::new(),
        };
        Setting::ALL.into_iter().for_each(|setting| settings.set(setting, setting.domain().default_value()));
        settings
    }
}

impl Settings {
    /// Sets one of them.
    pub fn set(&mut self, setting: Setting, value: Value) {
        let count = |number: i32| usize::try_from(number).unwrap_or(1).max(1);
        match (setting, value) {
            (Setting::Contempt, Value::Number(number)) => self.contempt = number,
            (Setting::Overhead, Value::Number(number)) => {
                self.overhead = Duration::from_millis(u64::try_from(number).unwrap_or(0));
            }
            (Setting::Resign, Value::Number(number)) => self.resign = number,
            (Setting::Lines, Value::Number(number)) => self.lines = count(number),
            (Setting::Memory, Value::Number(number)) => self.memory = count(number).min(limits::MEMORY),
            (Setting::Threads, Value::Number(number)) => self.threads = count(number),
            (Setting::Level, Value::Number(number)) => self.level = Level::new(number),
            (Setting::Ponder, Value::Flag(on)) => self.ponder = on,
            (Setting::TunedValues, Value::Flag(on)) => {
                self.evaluation.basis = if on { Basis::File } else { Basis::Derived };
            }
            (Setting::Network, Value::Flag(on)) => {
                self.evaluation.network = if on { NetworkChoice::Own } else { NetworkChoice::Derived };
            }
            (Setting::ClaimWins, Value::Flag(on)) => self.claim_wins = on,
            (Setting::Directory, Value::Text(text)) => self.directory = text,
            (Setting::Analysis, Value::Flag(on)) => self.analysis = on,
            (Setting::OwnBook, Value::Flag(on)) => self.own_book = on,
            (Setting::BookFile, Value::Text(text)) => self.book_file = text,
            _ => {}
        }
    }
}
