//! The search's own thread: at most one runs, and it can always be stopped.
//!
//! A large memory takes a while to get, so that is done aside; a search that
//! comes too early waits for it.

use super::Event;
use super::dialogue::{News, Order};
use crate::search::{self, Memory, Monitor};
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

/// Runs searches, one after the other.
#[derive(Debug)]
pub(super) struct Worker {
    events: Sender<Event>,
    memory: Arc<Promised>,
    running: Option<Running>,
}

/// A memory that is being got.
#[derive(Debug)]
struct Promised {
    mebibytes: usize,
    memory: OnceLock<Memory>,
}

impl Promised {
    fn new(mebibytes: usize) -> Arc<Self> {
        let promised = Arc::new(Self { mebibytes, memory: OnceLock::new() });
        let aside = Arc::clone(&promised);
        // Without a thread the first search gets it.
        let _ = thread::Builder::new().name("memory".to_owned()).spawn(move || {
            aside.get();
        });
        promised
    }

    fn get(&self) -> &Memory {
        self.memory.get_or_init(|| Memory::new(available().map_or(self.mebibytes, |most| most.min(self.mebibytes))))
    }
}

/// How many MiB the machine can spare, where it says so.
fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    // A tenth is left to the others.
    Some((kibibytes / 1024 / 10 * 9).max(1))
}

#[derive(Debug)]
struct Running {
    monitor: Arc<Monitor>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// A worker that sends what searches say to `events`.
    pub(super) fn new(events: Sender<Event>, mebibytes: usize) -> Self {
        Self { events, memory: Promised::new(mebibytes), running: None }
    }

    /// Begins a search, after the end of the one before.
    pub(super) fn start(&mut self, order: Order) -> std::io::Result<()> {
        self.end();
        let monitor = Arc::new(Monitor::default());
        let (memory, events, link) = (Arc::clone(&self.memory), self.events.clone(), Arc::clone(&monitor));
        let thread =
            thread::Builder::new().name("search".to_owned()).spawn(move || run(&order, &memory, &link, events))?;
        self.running = Some(Running { monitor, thread });
        Ok(())
    }

    /// Makes the running search end soon. It still says what it has found.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.monitor.stop();
        }
    }

    /// Uses a hash table of another size.
    pub(super) fn resize(&mut self, mebibytes: usize) {
        self.end();
        self.memory = Promised::new(mebibytes);
    }

    /// Stops the search and waits for its end.
    fn end(&mut self) {
        self.stop();
        if let Some(running) = self.running.take() {
            // A search that panicked has said so, and told the loop that it is done.
            let _ = running.thread.join();
        }
    }
}

/// What the search thread does.
fn run(order: &Order, memory: &Promised, monitor: &Monitor, events: Sender<Event>) {
    let mut end = End { number: order.number, events, news: Some(News::Done(None)) };
    let mut report = |info: &search::Info| end.send(News::Info(info.clone()));
    let best = search::think(&order.game, &order.limits, memory.get(), monitor, &mut report);
    end.news = Some(News::Done(best));
}

/// Says that the search is done, however it ends.
struct End {
    number: u64,
    events: Sender<Event>,
    news: Option<News>,
}

impl End {
    fn send(&self, news: News) {
        // Without a listener the process is about to end.
        let _ = self.events.send(Event::Search { number: self.number, news });
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if let Some(news) = self.news.take() {
            self.send(news);
        }
    }
}
