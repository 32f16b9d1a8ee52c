//! Work that a session delegates: searches, with pausing and stopping them, hash tables, books, variant files.

use super::Session;
use crate::game::Game;
use crate::search::{Clock, Control, Limits};
use crate::session::events::{Activity, Job, Order, Task};
use std::sync::Arc;

impl Session {
    pub(super) fn start_search(&mut self, activity: Activity, root: Arc<Game>, limits: Limits) {
        if !self.pending.closing {
            self.prepared.note_tables(root.variant());
            let order = self.order(activity, root, limits);
            self.begin(Task::Search(Box::new(order)));
        }
    }

    /// Starts a job in place of a search, for the position on the board.
    pub fn begin_job(&mut self, job: Job) {
        if !self.pending.closing {
            let job = match job {
                Job::Solve(Some(time)) => {
                    let clock = Clock::new(Control::PerMove(time));
                    Job::Solve(Some(clock.budget(self.game.geometry().squares(), self.settings.overhead).hard))
                }
                other => other,
            };
            let order = self.order(Activity::Job(job), Arc::clone(&self.game), Limits::default());
            self.begin(Task::Job(Box::new(order), job));
        }
    }

    fn order(&mut self, activity: Activity, root: Arc<Game>, limits: Limits) -> Order {
        self.search.begin(activity, root, self.clocks.timekeeper(), self.now);
        self.search.order(limits)
    }

    /// Derives the tables that searches of the game need, so that the first move does not have to wait for them, unless
    /// that has been done or a search is running.
    pub fn prepare(&mut self) {
        if self.search.is_idle() && self.prepared.note_tables(self.game.variant()) {
            let limits = self.limits(Limits::default());
            self.hand_over(Task::Prepare(Arc::clone(&self.game), Box::new(limits)));
        }
    }

    /// Clears the results of searches.
    pub fn clear_hash(&mut self) {
        self.hand_over(Task::ClearMemory);
    }

    /// Hands over a task whose end is reported by [`hear_ready`](Self::hear_ready).
    pub(super) fn hand_over(&mut self, task: Task) {
        if !self.pending.closing {
            self.pending.preparations += 1;
            self.begin(task);
        }
    }

    /// Opens the configured book, or closes the book if none is configured.
    pub(super) fn open_book(&mut self) {
        let number = self.opening.ask_for_book();
        let file = self.settings.book_file.clone();
        if !file.is_empty() {
            self.pending.ask_for_book(self.now);
            self.begin(Task::OpenBook(number, file, self.library().clone()));
        }
    }

    /// Reads the variant files, before anything else is done.
    pub(super) fn read_library(&mut self) {
        self.pending.library = true;
        self.begin(Task::LoadLibrary(self.settings.directory.clone()));
    }

    /// Stops the search, whatever its purpose, and discards its result.
    pub fn give_up_search(&mut self) {
        self.search.give_up();
    }

    /// Stops a search for a move or a hint, and uses its result so far.
    pub fn move_now(&mut self) {
        if matches!(self.search.activity, Activity::Think | Activity::Hint) {
            self.search.monitor.stop();
        }
    }

    /// Whether the running search has been told to move.
    pub fn is_told_to_move(&self) -> bool {
        self.search.monitor.is_stopped()
    }

    /// Freezes the search and the clocks.
    pub fn pause(&mut self) {
        self.held.get_or_insert_default();
        self.clocks.pause(self.now);
        self.search.monitor.pause();
    }

    pub fn resume(&mut self) {
        let held = self.held.take().unwrap_or_default();
        self.clocks.resume(self.now);
        self.search.monitor.resume();
        for (number, news) in held {
            self.hear_search(number, news, self.now);
        }
    }

    /// Resumes after a pause, discarding the reports that arrived during it.
    pub fn resume_anew(&mut self) {
        self.held = None;
        self.resume();
    }

    pub fn is_paused(&self) -> bool {
        self.held.is_some()
    }
}
