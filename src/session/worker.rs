//! The search thread: at most one search runs, and it can always be stopped.
//!
//! Slow work is done in threads: a search starts after the previous one has ended, and after its memory has been
//! allocated or cleared. Callers never block.

use super::events::{Job, JobOutcome, News, Order};
use super::incoming::Incoming;
use super::machine::spared;
use crate::game::Game;
use crate::search::{self, Limits, Memory, Monitor, Solution, bench};
use once_cell::sync::OnceCell;
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a GUI waits at most for the hash table to be prefaulted: a very large one takes many seconds.
const PREFAULTING: Duration = Duration::from_millis(250);

/// A hash table being allocated or cleared.
type Promised = Arc<OnceCell<Arc<Memory>>>;

/// A promise to deliver a hash table, and whom to notify.
struct Promise {
    memory: Promised,
    heard_by: Option<Sender<Incoming>>,
}

impl Promise {
    fn keep(self, memory: Arc<Memory>) {
        self.memory.get_or_init(|| memory);
    }
}

impl Drop for Promise {
    /// A search that waits for its memory cannot be stopped, so the promise is always kept: after a panic with an empty
    /// memory.
    fn drop(&mut self) {
        self.memory.get_or_init(|| Arc::new(Memory::new(1)));
        if let Some(events) = &self.heard_by {
            // Without a listener the process is about to end.
            let _ = events.send(Incoming::Ready);
        }
    }
}

/// Runs searches, one after the other.
#[derive(Debug)]
pub struct Worker {
    events: Sender<Incoming>,
    memory: Promised,
    /// Whether the memory is prefaulted, or will be once it is there: an engine that never searches does not need that.
    prefaulting: bool,
    /// The latest search, which may have ended.
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    monitor: Arc<Monitor>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// A worker that sends the reports of searches to `events`.
    pub fn new(events: Sender<Incoming>, mebibytes: usize) -> io::Result<Self> {
        let memory = Promised::default();
        let promise = Promise { memory: Arc::clone(&memory), heard_by: None };
        let heard_by = events.clone();
        spawn("memory", move || promise.keep(make(mebibytes, &heard_by)))?;
        Ok(Self { events, memory, prefaulting: false, running: None })
    }

    /// Starts a search.
    pub fn start(&mut self, order: Order) -> io::Result<()> {
        let memory = Arc::clone(&self.memory);
        let prefaulting = std::mem::replace(&mut self.prefaulting, true);
        self.begin(order, move |order, events| {
            let memory = memory.wait();
            if !prefaulting {
                let memory = Arc::downgrade(memory);
                // If the thread cannot be started, searches use the memory as it is.
                let _ = spawn("memory", move || prefault(&memory));
            }
            run(order, memory, events);
        })
    }

    /// Starts a job in place of a search.
    pub fn start_job(&mut self, order: Order, job: Job) -> io::Result<()> {
        self.begin(order, move |order, events| run_job(order, job, events))
    }

    fn begin(&mut self, order: Order, work: impl FnOnce(&Order, Sender<Incoming>) + Send + 'static) -> io::Result<()> {
        let before = self.end();
        let (events, monitor) = (self.events.clone(), Arc::clone(&order.monitor));
        let thread = spawn("search", move || {
            wait_for(before);
            work(&order, events);
        })?;
        self.running = Some(Running { monitor, thread });
        Ok(())
    }

    /// Replaces the hash table by one of another size, and reports when it is ready.
    pub fn resize(&mut self, mebibytes: usize) -> io::Result<()> {
        let old = std::mem::take(&mut self.memory);
        let events = self.events.clone();
        self.aside(self.prefaulting, move || {
            // The old one is freed first, to make room.
            drop(old);
            make(mebibytes, &events)
        })
    }

    /// Clears the results of searches, but not the tables derived for the game, and reports when that is done.
    pub fn clear(&mut self) -> io::Result<()> {
        let old = std::mem::take(&mut self.memory);
        self.aside(false, move || {
            let memory = old.wait();
            memory.new_game();
            Arc::clone(memory)
        })
    }

    /// Derives the tables that searches of a game need, prefaults as much of the memory as is quickly done, and reports
    /// when it is ready. Then prefaults the rest.
    pub fn prepare(&mut self, game: Arc<Game>, limits: Limits) -> io::Result<()> {
        let memory = std::mem::take(&mut self.memory);
        self.prefaulting = true;
        self.aside(true, move || {
            let memory = memory.wait();
            memory.prepare(&game, &limits);
            let begun = Instant::now();
            while begun.elapsed() < PREFAULTING && memory.prefault() {}
            Arc::clone(memory)
        })
    }

    /// Makes a memory in another thread, once the search has ended, and prefaults it if asked to.
    fn aside(&mut self, prefaults: bool, make: impl FnOnce() -> Arc<Memory> + Send + 'static) -> io::Result<()> {
        let before = self.end();
        let promise = Promise { memory: Arc::clone(&self.memory), heard_by: Some(self.events.clone()) };
        spawn("memory", move || {
            wait_for(before);
            let memory = make();
            let made = Arc::downgrade(&memory);
            promise.keep(memory);
            if prefaults {
                prefault(&made);
            }
        })?;
        Ok(())
    }

    /// Stops the search; returns the handle of its thread, on which others can wait for its end.
    fn end(&mut self) -> Option<JoinHandle<()>> {
        let running = self.running.take()?;
        running.monitor.stop();
        Some(running.thread)
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    // Boxed, so that the thread is not compiled again for each kind of work.
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

fn wait_for(search: Option<JoinHandle<()>>) {
    // A search that panicked has reported that, and told the loop that it is done.
    search.into_iter().for_each(|thread| drop(thread.join()));
}

/// A hash table of the size, or of less, which is reported, if the machine has no more to spare.
fn make(mebibytes: usize, events: &Sender<Incoming>) -> Arc<Memory> {
    let (taken, less) = spared(mebibytes);
    // Without a listener the process is about to end.
    less.into_iter().for_each(|less| _ = events.send(Incoming::LessMemory(less)));
    Arc::new(Memory::growing(taken))
}

/// Prefaults a memory part by part, while it is in use.
fn prefault(memory: &Weak<Memory>) {
    while memory.upgrade().is_some_and(|memory| memory.prefault()) {}
}

/// Runs in the search thread.
fn run(order: &Order, memory: &Memory, events: Sender<Incoming>) {
    let mut end = End::new(order, events, News::Done(None));
    let mut report = |info: &search::Info| end.send(News::Info(info.clone()));
    let best = search::think(&order.game, &order.limits, memory, &order.monitor, &mut report);
    end.news = Some(News::Done(best));
}

fn run_job(order: &Order, job: Job, events: Sender<Incoming>) {
    let Order { game, monitor, .. } = order;
    let stopped = match job {
        Job::Count(_) => JobOutcome::Counts(None),
        Job::Solve(_) => JobOutcome::Solution(Solution::Unknown),
        Job::Bench => JobOutcome::Totals(Ok(None)),
    };
    let mut end = End::new(order, events, News::Finished(stopped));
    end.news = Some(News::Finished(match job {
        Job::Count(depth) => JobOutcome::Counts(game.divide(depth, || monitor.is_stopped())),
        Job::Solve(time) => JobOutcome::Solution(search::solve(game, time, monitor)),
        Job::Bench => JobOutcome::Totals(bench::run(monitor)),
    }));
}

/// Reports the end of a search when it is dropped, so even after a panic.
struct End {
    number: u64,
    events: Sender<Incoming>,
    news: Option<News>,
}

impl End {
    /// The end of a search, reported by `news` unless other news replace it.
    fn new(order: &Order, events: Sender<Incoming>, news: News) -> Self {
        Self { number: order.number, events, news: Some(news) }
    }

    fn send(&self, news: News) {
        // Without a listener the process is about to end.
        let _ = self.events.send(Incoming::Search { number: self.number, news });
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if let Some(news) = self.news.take() {
            self.send(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_panic_in_a_side_task_still_reports_ready() {
        let (events, incoming) = mpsc::channel();
        let mut worker = Worker::new(events, 1).expect("a thread starts");
        worker.memory = Promised::default();
        worker.aside(false, || panic!("as planned")).expect("a thread starts");
        assert!(matches!(incoming.recv(), Ok(Incoming::Ready)));
        assert!(worker.memory.get().is_some());
    }
}
