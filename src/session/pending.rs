//! What other threads have been asked for and have not delivered yet.

use std::time::{Duration, Instant};

/// How long an engine that is shutting down waits for files, without which what was asked before cannot be answered.
const PATIENCE: Duration = Duration::from_millis(300);

/// What has been asked for and is on its way.
#[derive(Debug)]
pub(super) struct Pending {
    /// Whether variant files are being read: nothing else should be done.
    pub library: bool,
    /// Hash tables that are being made or cleared, and games that are being prepared.
    memory: usize,
    /// Books that are being opened.
    books: usize,
    /// When files are no longer waited for.
    deadline: Option<Instant>,
}

impl Pending {
    /// The variant files alone.
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

    /// Whether a book is on its way.
    pub fn has_book(&self) -> bool {
        self.books > 0
    }

    /// Whether anything is on its way that a search needs.
    pub fn has_any(&self) -> bool {
        self.memory > 0 || self.has_book()
    }

    /// Nothing is searched any more, and files are not waited for long.
    pub fn shut_down(&mut self, now: Instant) {
        self.memory = 0;
        self.deadline = Some(now + PATIENCE);
    }

    /// Waits for files a while longer, if there is no deadline already: what is wrong with them may still be told.
    pub fn wait_a_while(&mut self, now: Instant) {
        self.deadline.get_or_insert(now + PATIENCE);
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Gives up files that have not come in time.
    pub fn time_has_passed(&mut self, now: Instant) {
        if self.deadline.take_if(|deadline| *deadline <= now).is_some() {
            self.library = false;
            self.books = 0;
        }
    }
}
