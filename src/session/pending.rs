//! Work that other threads have not finished yet.

use std::time::{Duration, Instant};

/// How long an engine that is told to quit waits for files that pending requests need.
pub const AFTER_QUIT: Duration = Duration::from_millis(300);

/// How long an engine waits for them whose input has merely ended, so that nobody urges it.
pub const AFTER_INPUT: Duration = Duration::from_secs(10);

/// Work in progress.
#[derive(Debug)]
pub struct Pending {
    /// Whether variant files are being read, during which nothing else should be done.
    pub library: bool,
    /// Hash tables being allocated or cleared, and games being prepared.
    pub preparations: usize,
    /// Books that are being opened.
    pub books: usize,
    /// Whether the engine is shutting down.
    pub closing: bool,
    /// When to stop waiting for files.
    pub deadline: Option<Instant>,
}

impl Pending {
    /// The work that is pending when a session begins: reading the variant files.
    pub fn library() -> Self {
        Self { library: true, preparations: 0, books: 0, closing: false, deadline: None }
    }

    /// Notes that a book is being opened. If the engine is shutting down, it waits briefly for the book, so that faults
    /// in it can still be reported.
    pub fn ask_for_book(&mut self, now: Instant) {
        self.books += 1;
        if self.closing {
            self.deadline.get_or_insert(now + AFTER_QUIT);
        }
    }

    /// Whether anything is pending that a search needs: a hash table, the tables of a game, or a book.
    pub fn is_preparing(&self) -> bool {
        self.preparations > 0 || self.books > 0
    }

    /// Shuts down: no more searches are started, and files are awaited only until then.
    pub fn shut_down(&mut self, deadline: Instant) {
        self.preparations = 0;
        self.closing = true;
        self.deadline = Some(deadline);
    }

    /// Gives up on files that have not arrived in time.
    pub fn time_has_passed(&mut self, now: Instant) {
        if self.deadline.take_if(|deadline| *deadline <= now).is_some() {
            self.library = false;
            self.books = 0;
        }
    }
}
