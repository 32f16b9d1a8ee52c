//! CECP, the language of XBoard: the only room that knows it.
//!
//! ```text
//! reader thread ── lines ──┐                      ┌── lines ──> writer thread
//!                          ├──> Dialogue ── Effects
//! search thread ── news ───┘                      └── orders ─> search thread
//! ```
//!
//! Lines and news of the search come through one channel. [`run`] hears all
//! that has arrived, then does what the dialogue says. Only here lines are
//! read and written, threads started, and signals met. Who does not read what
//! is written holds up nothing but the writer.

mod announce;
mod catalogue;
mod claims;
mod clocks;
mod command;
mod dialogue;
mod edit;
mod execute;
mod highlight;
mod introduce;
mod mood;
mod moves;
mod options;
mod positions;
mod reply;
mod slots;
#[cfg(test)]
mod tests;
mod thinking;
mod worker;
mod writer;
mod xboard;

use crate::game::book::Book;
use crate::game::{Game, try_to_begin};
use crate::text::Report;
use crate::variant::{Directory, Library, in_home};
use catalogue::Catalogue;
use dialogue::{DEFAULT_MEMORY, Dialogue, Effect, News};
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;
use worker::Worker;
use writer::Writer;

/// Whether XBoard takes a variant's name for what it is, not for that of a game of its own.
pub fn is_understood_by_xboard(name: &str) -> bool {
    xboard::understands(name)
}

/// Longer lines are cut; no command needs as much.
const LONGEST_LINE: u64 = 1 << 16;

/// Something that has happened.
#[derive(Debug)]
enum Event {
    /// A line came in.
    Line(String),
    /// No line will come any more, or nobody listens.
    End,
    /// A search has something to say.
    Search { number: u64, news: News },
    /// A hash table is there, or empty.
    Ready,
    /// The variant files have been read.
    Library(Library, Vec<Report>),
    /// A book is open, if it is one.
    Book(Option<Book>, Vec<Report>),
}

/// Talks to a GUI on standard input and output until it says `quit`. The
/// variants are the bundled ones and those in files of some directories.
///
/// # Errors
///
/// When the first variant cannot be played or threads cannot be started. A
/// GUI that goes away is no error.
pub fn run(directories: Vec<Directory>) -> Result<(), String> {
    meet_signals().map_err(|fault| format!("signals cannot be handled: {fault}"))?;
    let (events, incoming) = mpsc::channel();
    let no_thread = |fault| format!("a thread cannot be started: {fault}");
    let writer = Writer::new(events.clone()).map_err(no_thread)?;
    let worker = Worker::new(events.clone(), DEFAULT_MEMORY).map_err(no_thread)?;
    let lines = events.clone();
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(move || read_lines(io::stdin().lock(), &lines));
    reader.map_err(no_thread)?;
    // What comes with the engine can be played whatever the user's files are.
    let catalogue = Catalogue::new(Library::bundled(), &[]);
    let standard = Game::new(&catalogue.first()).map_err(|fault| fault.to_string())?;
    let dialogue = Dialogue::new(catalogue, standard, Instant::now());
    Talk { dialogue, worker, writer, events, directories }.run(&incoming);
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
    writer: Writer,
    events: Sender<Event>,
    /// Where variant files are, besides what the GUI says.
    directories: Vec<Directory>,
}

impl Talk {
    fn run(mut self, incoming: &Receiver<Event>) {
        loop {
            // All that has arrived is heard before anything is done.
            self.wait(incoming).into_iter().chain(incoming.try_iter()).for_each(|event| self.hear(event));
            self.dialogue.hear_time(Instant::now());
            loop {
                let effects = self.dialogue.act();
                if effects.is_empty() {
                    break;
                }
                for effect in effects {
                    if !self.perform(effect) {
                        return;
                    }
                }
            }
        }
    }

    /// The next event; nothing if the dialogue would not wait any longer.
    fn wait(&self, incoming: &Receiver<Event>) -> Option<Event> {
        let heard = match self.dialogue.deadline() {
            Some(deadline) => incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            None => incoming.recv().map_err(RecvTimeoutError::from),
        };
        match heard {
            Err(RecvTimeoutError::Timeout) => None,
            heard => Some(heard.unwrap_or(Event::End)),
        }
    }

    fn hear(&mut self, event: Event) {
        let now = Instant::now();
        match event {
            Event::Line(line) => self.dialogue.hear_line(&line, now),
            Event::End => self.dialogue.hear_end(now),
            Event::Search { number, news } => self.dialogue.hear_search(number, news, now),
            Event::Ready => self.dialogue.hear_ready(),
            Event::Library(library, reports) => self.dialogue.hear_library(library, &reports),
            Event::Book(book, reports) => self.dialogue.hear_book(book, &reports),
        }
    }

    /// Does something; `false` when the talk is over.
    fn perform(&mut self, effect: Effect) -> bool {
        match effect {
            Effect::Say(line) => self.writer.say(line),
            Effect::Search(order) => self.worker.start(*order).is_ok(),
            Effect::Memory(mebibytes) => self.worker.resize(mebibytes).is_ok(),
            Effect::Forget => self.worker.forget().is_ok(),
            Effect::Fetch(directory) => self.fetch(&directory).is_ok(),
            Effect::OpenBook(file) => {
                let (library, events) = (self.dialogue.catalogue.library().clone(), self.events.clone());
                thread::Builder::new().spawn(move || open_book(&file, &library, &events)).is_ok()
            }
            Effect::Quit => false,
        }
    }

    /// Reads all variant files aside.
    fn fetch(&self, directory: &str) -> io::Result<()> {
        let named = Directory { path: in_home(directory.into()), named: true };
        let given = Some(named).filter(|_| !directory.is_empty());
        let directories: Vec<_> = given.into_iter().chain(self.directories.iter().cloned()).collect();
        let events = self.events.clone();
        thread::Builder::new().name("files".to_owned()).spawn(move || {
            let (library, reports) = Library::load(&directories, &try_to_begin);
            // Without a listener the process is about to end.
            let _ = events.send(Event::Library(library, reports));
        })?;
        Ok(())
    }
}

/// Opens a book aside: a large one takes a while.
fn open_book(file: &str, library: &Library, events: &Sender<Event>) {
    let (book, reports) = match Book::open(&in_home(file.into()), library) {
        Ok((book, reports)) => (Some(book), reports),
        Err(report) => (None, vec![report]),
    };
    // Without a listener the process is about to end.
    let _ = events.send(Event::Book(book, reports));
}
