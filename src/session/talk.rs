//! The main loop of a session, and its threads.
//!
//! Lines and news of the search come through one channel. [`run`] hears everything that has arrived, then does what the
//! protocol says. Only this file, the worker and the writer start threads, do input and output, and handle signals. A GUI that
//! does not read what is written delays only the writer. A GUI that writes faster than lines are heard has to wait, as with any pipe.

use super::events::{Effect, Event, Outgoing, Task};
use super::inbox::places;
use super::incoming::Incoming;
use super::options::Settings;
use super::state::Session;
use super::worker::Worker;
use super::writer::Writer;
use crate::game::book::Book;
use crate::game::try_to_begin;
use crate::limits;
use crate::text::{LongLine, next_line};
use crate::variant::{Directory, Library, in_home};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// A protocol front end for a session.
pub trait Protocol {
    /// Whether SIGINT terminates the engine, as it should if only a person at a terminal sends it.
    fn may_be_interrupted(&self) -> bool;

    /// How long the end waits for a client that does not read; `None` is for ever.
    fn patience(&self) -> Option<Duration>;

    /// The session being driven.
    fn session(&mut self) -> &mut Session;

    /// Takes in a line; only urgent commands are carried out at once.
    fn hear_line(&mut self, line: &str, now: Instant);

    /// Takes in a line that is longer than any command may be.
    fn hear_long_line(&mut self, line: &LongLine, now: Instant);

    /// Handles the end of the input.
    fn hear_end(&mut self, now: Instant);

    /// Handles the passage of time.
    fn hear_time(&mut self, now: Instant);

    /// When [`hear_time`](Self::hear_time) must be called, if nothing else happens.
    fn deadline(&self) -> Option<Instant>;

    /// The lines that report an event of the session.
    fn report(&mut self, event: Event) -> Vec<String>;

    /// Carries out the next command, if it is due. Returns whether another one may be.
    fn proceed(&mut self) -> bool;

    /// Carries out the commands that are due, and returns the effects. What one tells is reported before the next.
    fn act(&mut self) -> Vec<Effect> {
        let (mut effects, mut goes_on) = (Vec::new(), true);
        loop {
            let outgoing = self.session().take_outgoing();
            if outgoing.is_empty() && !goes_on {
                return effects;
            }
            for outgoing in outgoing {
                match outgoing {
                    Outgoing::Tell(event) => effects.extend(self.report(event).into_iter().map(Effect::Say)),
                    Outgoing::Effect(effect) => {
                        if let Effect::Do(Task::Search(_) | Task::Job(..)) = effect {
                            // It replaces any other, which has not even begun: commands may come by the thousand.
                            effects.retain(|effect| !matches!(effect, Effect::Do(Task::Search(_))));
                        }
                        effects.push(effect);
                    }
                }
            }
            goes_on = self.proceed();
        }
    }
}

/// Runs a session on standard input and output until it ends, in the protocol that `choose` selects by the first line.
/// The variants are the bundled ones and those in files of the given directories. Until then SIGINT terminates the
/// process if it is `interruptible`.
///
/// # Errors
///
/// If the first variant cannot be played, threads cannot be started, the input cannot be read (it is a directory, for
/// example), or the output cannot be written (the disk is full, for example). A closed output is not an error.
pub fn run(
    directories: Vec<Directory>,
    interruptible: bool,
    choose: impl FnOnce(&str, Session) -> Box<dyn Protocol>,
) -> Result<(), String> {
    let interruptible = Arc::new(AtomicBool::new(interruptible));
    meet_signals(&interruptible).map_err(|fault| format!("signals cannot be handled: {fault}"))?;
    let (events, incoming) = mpsc::channel();
    let no_thread = |fault| format!("a thread cannot be started: {fault}");
    let writer = Writer::new(events.clone()).map_err(no_thread)?;
    let worker = Worker::new(events.clone(), Settings::default().memory).map_err(no_thread)?;
    let lines = events.clone();
    let (place, free) = mpsc::sync_channel(limits::WAITING_LINES);
    let read = move || read_lines(io::stdin().lock(), &lines, &place);
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(read);
    reader.map_err(no_thread)?;
    // Bundled variants can be played whatever the user's files contain.
    let session = Session::new(Library::bundled(), Instant::now()).map_err(|fault| fault.to_string())?;
    let (early, first) = first_line(&incoming, &free);
    let protocol = choose(if let Incoming::Line(line) = &first { line } else { "" }, session);
    interruptible.store(protocol.may_be_interrupted(), Ordering::Relaxed);
    let mut talk = Talk { protocol, worker, writer, events, directories, free, unreadable: None, closed: false };
    early.into_iter().chain([first]).for_each(|event| talk.hear(event));
    let ended = talk.run(&incoming);
    let unwritten =
        talk.writer.finish(talk.protocol.patience()).map(|fault| format!("standard output cannot be written: {fault}"));
    let unread = talk.unreadable.map(|fault| format!("standard input cannot be read: {fault}"));
    ended.map_err(no_thread)?;
    unwritten.or(unread).map_or(Ok(()), Err)
}

/// The first line that is not blank, or another event in its place, and reports on memory that came before it. The
/// places of blank lines before it are freed.
fn first_line(incoming: &Receiver<Incoming>, free: &Receiver<()>) -> (Vec<Incoming>, Incoming) {
    let mut early = Vec::new();
    for event in incoming {
        match event {
            Incoming::Line(line) if line.trim().is_empty() => give_back(free, &line),
            Incoming::LessMemory(_) => early.push(event),
            event => return (early, event),
        }
    }
    (early, Incoming::End)
}

/// Frees the places of a line that has been taken in, so that the reader can send more.
fn give_back(free: &Receiver<()>, line: &str) {
    // The reader occupies the places before it sends the line, so none of them is missing here.
    free.try_iter().take(places(line)).for_each(drop);
}

/// SIGINT is ignored unless enabled, since XBoard sends it to engines that it believes to be busy. SIGTERM ends the
/// process at once, with exit status 0.
#[cfg(unix)]
fn meet_signals(interruptible: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(interruptible))?;
    flag::register_conditional_shutdown(SIGTERM, 0, Arc::new(AtomicBool::new(true)))?;
    Ok(())
}

#[cfg(not(unix))]
fn meet_signals(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// Sends each line of the input when there are places for it. Bytes that are not UTF-8 are replaced.
fn read_lines(mut input: impl BufRead, events: &Sender<Incoming>, place: &SyncSender<()>) {
    loop {
        let event = match next_line(&mut input) {
            Ok(Some(Ok(line))) => Incoming::Line(String::from_utf8_lossy(&line).into_owned()),
            Ok(Some(Err(line))) => Incoming::LongLine(line),
            Ok(None) => Incoming::End,
            Err(fault) => {
                // Without a listener the process is about to end.
                let _ = events.send(Incoming::Unreadable(fault));
                Incoming::End
            }
        };
        let over = matches!(event, Incoming::End);
        let needed =
            if let Incoming::Line(text) | Incoming::LongLine(LongLine(text)) = &event { places(text) } else { 0 };
        if (0..needed).any(|_| place.send(()).is_err()) || events.send(event).is_err() || over {
            return;
        }
    }
}

/// The state of the loop.
struct Talk {
    protocol: Box<dyn Protocol>,
    worker: Worker,
    writer: Writer,
    events: Sender<Incoming>,
    /// Directories of variant files, in addition to those set during the session.
    directories: Vec<Directory>,
    /// One message for each place occupied by lines that have been read, but not taken in yet. The reader waits while
    /// this channel is full.
    free: Receiver<()>,
    /// The error that has ended the input, if it was one.
    unreadable: Option<io::Error>,
    /// Whether nobody reads what is written any more, so that there is nothing left to do.
    closed: bool,
}

impl Talk {
    /// Runs until the session ends, or a thread cannot be started.
    fn run(&mut self, incoming: &Receiver<Incoming>) -> io::Result<()> {
        loop {
            // Everything that has arrived is taken in before anything is done, but only up to a limit, since lines may
            // keep arriving faster than they are taken in.
            incoming.try_iter().take(limits::WAITING_LINES).for_each(|event| self.hear(event));
            if self.closed {
                return Ok(());
            }
            self.protocol.hear_time(Instant::now());
            for effect in self.protocol.act() {
                if !self.perform(effect)? {
                    return Ok(());
                }
            }
            self.wait(incoming).into_iter().for_each(|event| self.hear(event));
        }
    }

    /// The next message; `None` if the protocol's deadline comes first.
    fn wait(&self, incoming: &Receiver<Incoming>) -> Option<Incoming> {
        let heard = match self.protocol.deadline() {
            Some(deadline) => incoming.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            None => incoming.recv().map_err(RecvTimeoutError::from),
        };
        match heard {
            Err(RecvTimeoutError::Timeout) => None,
            heard => Some(heard.unwrap_or(Incoming::End)),
        }
    }

    fn hear(&mut self, event: Incoming) {
        let now = Instant::now();
        if let Incoming::Line(text) | Incoming::LongLine(LongLine(text)) = &event {
            give_back(&self.free, text);
        }
        match event {
            Incoming::Line(line) => self.protocol.hear_line(&line, now),
            Incoming::LongLine(line) => self.protocol.hear_long_line(&line, now),
            Incoming::Unreadable(fault) => self.unreadable = Some(fault),
            Incoming::End => self.protocol.hear_end(now),
            Incoming::Closed => self.closed = true,
            Incoming::Search { number, news } => self.protocol.session().hear_search(number, news, now),
            Incoming::LessMemory(less) => self.protocol.session().hear_less_memory(less),
            Incoming::Ready => self.protocol.session().hear_ready(),
            Incoming::Library(library, reports) => self.protocol.session().hear_library(library, reports),
            Incoming::Book(number, book, reports) => self.protocol.session().hear_book(number, book, reports),
        }
    }

    /// Carries out an effect; `false` when the session has ended.
    fn perform(&mut self, effect: Effect) -> io::Result<bool> {
        match effect {
            Effect::Say(line) => Ok(self.writer.say(line)),
            Effect::Do(task) => self.begin(task).map(|()| true),
            Effect::Quit => Ok(false),
        }
    }

    /// Starts a task in another thread.
    fn begin(&mut self, task: Task) -> io::Result<()> {
        match task {
            Task::Search(order) => self.worker.start(*order),
            Task::Job(order, job) => self.worker.start_job(*order, job),
            Task::ResizeMemory(mebibytes) => self.worker.resize(mebibytes),
            Task::ClearMemory => self.worker.clear(),
            Task::Prepare(game, limits) => self.worker.prepare(game, *limits),
            Task::LoadLibrary(directory) => self.load_library(&directory),
            Task::OpenBook(number, file, library) => {
                let events = self.events.clone();
                thread::Builder::new().spawn(move || open_book(number, &file, &library, &events)).map(drop)
            }
        }
    }

    /// Reads all variant files in another thread.
    fn load_library(&self, directory: &str) -> io::Result<()> {
        let given = std::env::split_paths(directory).filter(|path| !path.as_os_str().is_empty());
        let given = given.map(|path| Directory { path: in_home(path), named: true });
        let directories: Vec<_> = given.chain(self.directories.iter().cloned()).collect();
        let events = self.events.clone();
        thread::Builder::new().name("files".to_owned()).spawn(move || {
            let (library, reports) = Library::load(&directories, &try_to_begin);
            // Without a listener the process is about to end.
            let _ = events.send(Incoming::Library(library, reports));
        })?;
        Ok(())
    }
}

/// Opens a book; a large one takes a while.
fn open_book(number: u64, file: &str, library: &Library, events: &Sender<Incoming>) {
    let (book, reports) = match Book::open(&in_home(file.into()), library) {
        Ok((book, reports)) => (Some(book), reports),
        Err(report) => (None, vec![report]),
    };
    // Without a listener the process is about to end.
    let _ = events.send(Incoming::Book(number, book, reports));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::machine::LessMemory;

    /// The first line selects the protocol, whatever the worker reports before it.
    #[test]
    fn reports_on_memory_are_not_the_first_line() {
        let (events, incoming) = mpsc::channel();
        let (_, free) = mpsc::sync_channel(1);
        let less = LessMemory { set: 64, taken: 8 };
        for event in [Incoming::LessMemory(less), Incoming::Line(" ".to_owned()), Incoming::Line("uci".to_owned())] {
            events.send(event).expect("it is heard");
        }
        let (early, first) = first_line(&incoming, &free);
        assert!(matches!(early[..], [Incoming::LessMemory(_)]), "{early:?}");
        assert!(matches!(&first, Incoming::Line(line) if line == "uci"), "{first:?}");
    }
}
