//! The writer thread: the session never waits for a slow reader.

use super::incoming::Incoming;
use crate::limits;
use once_cell::sync::OnceCell;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Writes lines to standard output, in order.
#[derive(Debug)]
pub struct Writer {
    /// `None` once no more lines will come.
    lines: Option<Sender<String>>,
    /// Bytes that have not been written yet.
    unread: Arc<AtomicUsize>,
    /// Signals that lines were written; disconnected when no more will be.
    progress: Receiver<()>,
    /// Why a line could not be written, unless the output was closed.
    fault: Arc<OnceCell<io::Error>>,
}

impl Writer {
    /// A writer that notifies `events` when the output is closed.
    pub fn new(events: Sender<Incoming>) -> io::Result<Self> {
        let (lines, incoming) = mpsc::channel::<String>();
        let (advance, progress) = mpsc::sync_channel(1);
        let unread = Arc::new(AtomicUsize::new(0));
        let rest = Arc::clone(&unread);
        let fault = Arc::new(OnceCell::new());
        let told = Arc::clone(&fault);
        thread::Builder::new().name("writer".to_owned()).spawn(move || {
            for line in incoming {
                if let Err(fault) = write(&line) {
                    if fault.kind() != io::ErrorKind::BrokenPipe {
                        told.get_or_init(|| fault);
                    }
                    // Without a listener the process is about to end.
                    let _ = events.send(Incoming::Closed);
                    return;
                }
                rest.fetch_sub(line.len(), Ordering::Relaxed);
                // One pending notification is enough.
                let _ = advance.try_send(());
            }
        })?;
        Ok(Self { lines: Some(lines), unread, progress, fault })
    }

    /// Queues a line; `false` if the output is closed, or the client has left too much of it unread.
    pub fn say(&self, line: String) -> bool {
        let unread = self.unread.fetch_add(line.len(), Ordering::Relaxed);
        unread <= limits::UNREAD && self.lines.as_ref().is_some_and(|lines| lines.send(line).is_ok())
    }

    /// Waits until the remaining lines are written, or the client has read none for as long as `patience`; `None` is
    /// for ever. Returns the error that kept lines from being written, if there was one.
    pub fn finish(mut self, patience: Option<Duration>) -> Option<String> {
        self.lines = None;
        let wait = || match patience {
            Some(patience) => self.progress.recv_timeout(patience),
            None => self.progress.recv().map_err(RecvTimeoutError::from),
        };
        while wait().is_ok() {}
        self.fault.get().map(ToString::to_string)
    }
}

/// Prints one line, in one piece and at once.
fn write(line: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}
