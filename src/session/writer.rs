//! The writer's own thread: whoever talks never waits for who should read.

use super::incoming::Incoming;
use crate::limits;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// How long an end waits for the next line to be read.
const PATIENCE: Duration = Duration::from_millis(250);

/// Writes lines to standard output, in order.
#[derive(Debug)]
pub struct Writer {
    /// Taken when no line will come any more.
    lines: Option<Sender<String>>,
    /// Bytes that still wait.
    unread: Arc<AtomicUsize>,
    /// Says that lines were written; breaks when no more will be.
    progress: Receiver<()>,
    /// Why a line could not be written, but for a listener that has gone.
    fault: Arc<OnceLock<io::Error>>,
}

impl Writer {
    /// A writer that tells `events` when nobody listens any more.
    pub fn new(events: Sender<Incoming>) -> io::Result<Self> {
        let (lines, incoming) = mpsc::channel::<String>();
        let (advance, progress) = mpsc::sync_channel(1);
        let unread = Arc::new(AtomicUsize::new(0));
        let rest = Arc::clone(&unread);
        let fault = Arc::new(OnceLock::new());
        let told = Arc::clone(&fault);
        thread::Builder::new().name("writer".to_owned()).spawn(move || {
            for line in incoming {
                if let Err(fault) = write(&line) {
                    if fault.kind() != io::ErrorKind::BrokenPipe {
                        told.get_or_init(|| fault);
                    }
                    // Without a listener the process is about to end.
                    let _ = events.send(Incoming::End);
                    return;
                }
                rest.fetch_sub(line.len(), Ordering::Relaxed);
                // One word that nobody has heard yet is enough.
                let _ = advance.try_send(());
            }
        })?;
        Ok(Self { lines: Some(lines), unread, progress, fault })
    }

    /// Has a line written; `false` when nobody reads.
    pub fn say(&self, line: String) -> bool {
        let unread = self.unread.fetch_add(line.len(), Ordering::Relaxed);
        unread <= limits::UNREAD && self.lines.as_ref().is_some_and(|lines| lines.send(line).is_ok())
    }

    /// Waits for what is still to be written, as long as somebody reads it, and says what kept it from being written.
    pub fn finish(mut self) -> Option<String> {
        self.lines = None;
        while self.progress.recv_timeout(PATIENCE).is_ok() {}
        self.fault.get().map(ToString::to_string)
    }
}

/// Prints one line, in one piece and at once.
fn write(line: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}
