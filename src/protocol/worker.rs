//! The search's own thread: at most one runs, and it can always be stopped.

use super::Event;
use super::dialogue::{News, Order};
use crate::search::{self, Memory};
use once_cell::sync::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};

/// Runs searches, one after the other.
#[derive(Debug)]
pub(super) struct Worker {
    events: Sender<Event>,
    memory: Arc<Hash>,
    running: Option<Running>,
}

/// The hash table, made when it is first needed: clearing its memory takes
/// longer than all else at the start.
#[derive(Debug)]
struct Hash {
    mebibytes: usize,
    table: OnceCell<Memory>,
}

impl Hash {
    fn new(mebibytes: usize) -> Arc<Self> {
        Arc::new(Self { mebibytes, table: OnceCell::new() })
    }

    fn get(&self) -> &Memory {
        self.table.get_or_init(|| Memory::new(self.mebibytes))
    }
}

#[derive(Debug)]
struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// A worker that sends what searches say to `events`.
    pub(super) fn new(events: Sender<Event>, mebibytes: usize) -> Self {
        Self { events, memory: Hash::new(mebibytes), running: None }
    }

    /// Begins a search, after the end of the one before.
    pub(super) fn start(&mut self, order: Order) -> std::io::Result<()> {
        self.end();
        let stop = Arc::new(AtomicBool::new(false));
        let (memory, events, flag) = (Arc::clone(&self.memory), self.events.clone(), Arc::clone(&stop));
        let thread =
            thread::Builder::new().name("search".to_owned()).spawn(move || run(&order, memory.get(), &flag, events))?;
        self.running = Some(Running { stop, thread });
        Ok(())
    }

    /// Makes the running search end soon. It still says what it has found.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Uses a hash table of another size.
    pub(super) fn resize(&mut self, mebibytes: usize) {
        self.end();
        self.memory = Hash::new(mebibytes);
        let memory = Arc::clone(&self.memory);
        // Made beside the conversation, so that the next search need not wait
        // for it; if no thread can be had, that search will make it.
        let _ = thread::Builder::new().name("memory".to_owned()).spawn(move || {
            memory.get();
        });
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
fn run(order: &Order, memory: &Memory, stop: &AtomicBool, events: Sender<Event>) {
    let mut end = End { number: order.number, events, news: Some(News::Done(None)) };
    let mut report = |info: &search::Info| end.send(News::Info(info.clone()));
    let best = search::think(&order.game, &order.limits, memory, stop, &mut report);
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
