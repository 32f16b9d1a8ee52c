//! CECP, the language of XBoard: the only room that knows it.
//!
//! ```text
//! reader thread ── lines ──┐                      ┌── lines ──> standard output
//!                          ├──> Dialogue ── Effects
//! search thread ── news ───┘                      └── orders ─> search thread
//! ```
//!
//! Lines and news of the search come through one channel. [`run`] hears all
//! that has arrived, then does what the dialogue says. Only here lines are
//! read and written, threads started, and signals met.

mod announce;
mod catalogue;
mod claims;
mod clocks;
mod command;
mod dialogue;
mod edit;
mod execute;
mod highlight;
mod moves;
mod positions;
mod reply;
mod slots;
#[cfg(test)]
mod tests;
mod worker;
mod xboard;

use crate::game::Game;
use crate::text::Report;
use crate::variant::Library;
use catalogue::Catalogue;
use dialogue::{Dialogue, Effect, News};
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use worker::Worker;

/// Longer lines are cut; no command needs as much.
const LONGEST_LINE: u64 = 1 << 16;

/// The hash table's size until the GUI asks for another.
const DEFAULT_MEMORY: usize = 64;

/// Something that has happened.
#[derive(Debug)]
enum Event {
    /// A line came in.
    Line(String),
    /// No line will come any more.
    End,
    /// A search has something to say.
    Search { number: u64, news: News },
}

/// Talks to a GUI on standard input and output until it says `quit`.
///
/// # Errors
///
/// When the first variant cannot be played or threads cannot be started. A
/// GUI that goes away is no error.
pub fn run(library: Library, reports: &[Report]) -> Result<(), String> {
    meet_signals().map_err(|fault| format!("signals cannot be handled: {fault}"))?;
    let (events, incoming) = mpsc::channel();
    let lines = events.clone();
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(move || read_lines(io::stdin().lock(), &lines));
    reader.map_err(|fault| format!("no thread for the input: {fault}"))?;
    let catalogue = Catalogue::new(library, reports);
    let standard = Game::new(&catalogue.first()).map_err(|fault| fault.to_string())?;
    let dialogue = Dialogue::new(catalogue, standard, Instant::now());
    let worker = Worker::new(events, DEFAULT_MEMORY);
    Talk { dialogue, worker, timers: Vec::new() }.run(&incoming);
    Ok(())
}

/// XBoard interrupts engines that it believes to be thinking: that is ignored.
/// A termination signal ends the process at once, and well.
#[cfg(unix)]
fn meet_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    flag::register(SIGINT, Arc::new(AtomicBool::new(false)))?;
    flag::register_conditional_shutdown(SIGTERM, 0, Arc::new(AtomicBool::new(true)))?;
    Ok(())
}

#[cfg(not(unix))]
fn meet_signals() -> io::Result<()> {
    Ok(())
}

/// Sends every line of the input, whatever bytes it is made of.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let complete = bytes.last() == Some(&b'\n');
        if read.is_err() || bytes.is_empty() {
            let _ = events.send(Event::End);
            return;
        }
        if !complete && bytes.len() as u64 == LONGEST_LINE && input.skip_until(b'\n').is_err() {
            let _ = events.send(Event::End);
            return;
        }
        if events.send(Event::Line(String::from_utf8_lossy(&bytes).into_owned())).is_err() {
            return;
        }
    }
}

/// A talk with everything it needs.
struct Talk {
    dialogue: Dialogue,
    worker: Worker,
    /// When to remind which search.
    timers: Vec<(Instant, u64)>,
}

impl Talk {
    fn run(mut self, incoming: &Receiver<Event>) {
        loop {
            match self.wait(incoming) {
                Some(event) => self.hear(event),
                None => self.remind(),
            }
            // All that has arrived is heard before anything is done.
            incoming.try_iter().for_each(|event| self.hear(event));
            for effect in self.dialogue.act() {
                if !self.perform(effect) {
                    self.worker.stop();
                    return;
                }
            }
        }
    }

    /// The next event; `None` when it is time for a reminder instead.
    fn wait(&self, incoming: &Receiver<Event>) -> Option<Event> {
        let Some((next, _)) = self.timers.iter().min() else { return Some(incoming.recv().unwrap_or(Event::End)) };
        match incoming.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
        }
    }

    fn hear(&mut self, event: Event) {
        let now = Instant::now();
        match event {
            Event::Line(line) => self.dialogue.hear_line(&line, now),
            Event::End => self.dialogue.hear_end(now),
            Event::Search { number, news } => self.dialogue.hear_search(number, news, now),
        }
    }

    fn remind(&mut self) {
        let now = Instant::now();
        let due: Vec<_> = self.timers.extract_if(.., |(at, _)| *at <= now).collect();
        for (_, number) in due {
            self.dialogue.hear_search(number, News::TimeUp, now);
        }
    }

    /// Does something; `false` when the talk is over.
    fn perform(&mut self, effect: Effect) -> bool {
        match effect {
            Effect::Say(line) => return say(&line).is_ok(),
            Effect::Search(order) => return self.worker.start(*order).is_ok(),
            Effect::Stop => self.worker.stop(),
            Effect::Remind { number, after } => self.timers.push((Instant::now() + after.min(DAY), number)),
            Effect::Memory(mebibytes) => self.worker.resize(mebibytes),
            Effect::Quit => return false,
        }
        true
    }
}

/// A reminder comes after a day at the latest, so that the clock cannot overflow.
const DAY: Duration = Duration::from_secs(86_400);

/// Prints one line, in one piece and at once.
fn say(line: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}
