//! Work that other threads have not finished yet.

use std::time::{Duration, Instant};

/// How long an engine that is shutting down waits for files that pending requests need.
const PATIENCE: Duration = Duration::from_millis(300);

/// Work in progress.
#[derive(Debug)]
pub(super) struct Pending {
    /// Whether variant files are being read, during which nothing else should be done.
    pub library: bool,
    /// Hash tables being allocated or cleared, and games being prepared.
    memory: usize,
    /// Books that are being opened.
    books: usize,
    /// When to stop waiting for files.
    deadline: Option<Instant>,
}

impl Pending {
    /// Only the variant files.
    pub fn library() -> Self {
        Self { library: true, memory: 0, books: 0, deadline: None }
    }

    pub fn ask_for_memory(&mut self) {
        self.memory += 1;
    }

    pub fn memory_has_come(&mut self) {
        self.memory = self.memory.saturating_sub(1);
    }

    pub fn ask_for_book(&mut self) {
        self.books += 1;
    }

    pub fn book_has_come(&mut self) {
        self.books = self.books.saturating_sub(1);
    }

    /// Whether a book is being opened.
    pub fn has_book(&self) -> bool {
        self.books > 0
    }

    /// Whether anything is pending that a search needs.
    pub fn has_any(&self) -> bool {
        self.memory > 0 || self.has_book()
    }

    /// Shuts down: no more searches are started, and files are awaited only briefly.
    pub fn shut_down(&mut self, now: Instant) {
        self.memory = 0;
        self.deadline = Some(now + PATIENCE);
    }

    /// Waits for files a little longer, unless there is a deadline already, so that faults in them can still be
    /// reported.
    pub fn wait_a_while(&mut self, now: Instant) {
        self.deadline.get_or_insert(now + PATIENCE);
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Gives up on files that have not arrived in time.
    pub fn time_has_passed(&mut self, now: Instant) {
        if self.deadline.take_if(|deadline| *deadline <= now).is_some() {
            self.library = false;
            self.books = 0;
        }
    }
}
