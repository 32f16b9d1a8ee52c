//! Work that a session delegates: searches, with pausing and stopping them, hash tables, books, variant files.

use super::events::{Activity, Job, Order, Outgoing, Task};
use super::state::{Search, Session};
use crate::game::Game;
use crate::search::{Limits, Monitor};
use std::sync::Arc;

impl Session {
    pub(super) fn start_search(&mut self, activity: Activity, root: Arc<Game>, limits: Limits) {
        if !self.shutting_down {
            self.prepared_for = Some(Arc::clone(root.variant()));
            self.last_news = self.now;
            let order = self.order(activity, root, limits);
            self.outbox.push(Outgoing::Do(Task::Search(Box::new(order))));
        }
    }

    /// Does something in place of a search, for the position on the board.
    pub fn begin_job(&mut self, job: Job) {
        if !self.shutting_down {
            let order = self.order(Activity::Job(job), Arc::clone(&self.game), Limits::default());
            self.outbox.push(Outgoing::Do(Task::Job(Box::new(order), job)));
        }
    }

    fn order(&mut self, activity: Activity, root: Arc<Game>, limits: Limits) -> Order {
        let number = self.search.number + 1;
        let monitor = Arc::new(Monitor::new(self.clocks.timekeeper()));
        let order = Order { number, game: Arc::clone(&root), limits, monitor: Arc::clone(&monitor) };
        self.search = Search { activity, number, monitor, ended: false, ..Search::none(root) };
        order
    }

    /// Derives the tables that searches of the game need, unless that has been done or a search is running, so that the
    /// first move does not pay for it.
    pub fn prepare(&mut self) {
        let variant = self.game.variant();
        let known = self.prepared_for.as_ref().is_some_and(|known| Arc::ptr_eq(known, variant));
        if known || self.search.activity != Activity::Idle {
            return;
        }
        self.prepared_for = Some(Arc::clone(variant));
        let limits = self.limits(Limits::default());
        self.hand_over(Task::Prepare(Arc::clone(&self.game), Box::new(limits)));
    }

    /// Clears the results of searches.
    pub fn clear_hash(&mut self) {
        self.hand_over(Task::ClearMemory);
    }

    /// Hands over a task whose end is reported by [`hear_ready`](Self::hear_ready).
    pub(super) fn hand_over(&mut self, task: Task) {
        if !self.shutting_down {
            self.pending.ask_for_memory();
            self.outbox.push(Outgoing::Do(task));
        }
    }

    /// Opens the configured book, or closes the book if none is configured.
    pub(super) fn open_book(&mut self) {
        self.book = None;
        let file = self.settings.book_file.clone();
        if !file.is_empty() {
            let library = self.library.clone();
            self.pending.ask_for_book();
            self.outbox.push(Outgoing::Do(Task::OpenBook(file, library)));
            if self.shutting_down {
                self.pending.wait_a_while(self.now);
            }
        }
    }

    /// Reads the variant files, before anything else is done.
    pub(super) fn read_library(&mut self) {
        self.pending.library = true;
        self.outbox.push(Outgoing::Do(Task::LoadLibrary(self.settings.directory.clone())));
    }

    /// Stops the search, whatever its purpose, and discards its result.
    pub fn give_up_search(&mut self) {
        if self.search.activity != Activity::Idle {
            self.search.activity = Activity::Idle;
            self.search.latest = None;
            self.search.monitor.stop();
        }
    }

    /// Stops a search for a move or a hint, and uses its result so far.
    pub fn move_now(&mut self) {
        if matches!(self.search.activity, Activity::Think | Activity::Hint) {
            self.search.monitor.stop();
        }
    }

    /// Freezes the search and the clocks.
    pub fn pause(&mut self) {
        self.paused = true;
        self.clocks.pause(self.now);
        self.search.monitor.pause();
    }

    pub fn resume(&mut self) {
        self.paused = false;
        self.clocks.resume(self.now);
        self.search.monitor.resume();
        for (number, news) in std::mem::take(&mut self.held) {
            self.hear_search(number, news, self.now);
        }
    }

    /// Resumes after a pause, discarding the reports that arrived during it.
    pub fn resume_anew(&mut self) {
        self.held.clear();
        self.resume();
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }
}
