//! Ctrl-C during a search: the search ends, so that its results so far can be printed.

use crate::lock::lock;
use crate::search::Monitor;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The exit status of a program that Ctrl-C has terminated, as shells report it.
pub(super) const STATUS: u8 = 128 + 2;

#[derive(Debug, Default)]
struct Shared {
    seen: AtomicBool,
    /// The monitor of the search in progress.
    running: Mutex<Option<Arc<Monitor>>>,
}

impl Shared {
    fn stop(&self) {
        self.seen.store(true, Ordering::SeqCst);
        let running = lock(&self.running);
        running.iter().for_each(|monitor| monitor.stop());
    }
}

#[derive(Debug)]
pub(super) struct Interrupt {
    shared: Arc<Shared>,
    /// Nothing is in progress that could be ended: Ctrl-C terminates the program as usual.
    idle: Arc<AtomicBool>,
}

impl Interrupt {
    /// Handles the first Ctrl-C; a second one terminates the program.
    pub(super) fn once() -> Result<Self, String> {
        let interrupt = Self { shared: Arc::default(), idle: Arc::default() };
        end_when_seen_again().and_then(|()| listen(&interrupt.shared)).map_err(unhandled)?;
        Ok(interrupt)
    }

    /// Handles Ctrl-C during lengthy work, which [`Interrupt::set_busy`] announces.
    pub(super) fn while_busy() -> Result<Self, String> {
        let interrupt = Self { shared: Arc::default(), idle: Arc::new(AtomicBool::new(true)) };
        end_when_idle(&interrupt.idle).and_then(|()| listen(&interrupt.shared)).map_err(unhandled)?;
        Ok(interrupt)
    }

    /// Sets whether work is in progress that can be ended. An earlier interrupt does not end new work.
    pub(super) fn set_busy(&self, busy: bool) {
        if busy {
            *lock(&self.shared.running) = None;
            self.shared.seen.store(false, Ordering::SeqCst);
        }
        self.idle.store(!busy, Ordering::SeqCst);
    }

    pub(super) fn is_seen(&self) -> bool {
        self.seen().load(Ordering::SeqCst)
    }

    /// The flag that Ctrl-C sets.
    pub(super) fn seen(&self) -> &AtomicBool {
        &self.shared.seen
    }

    /// Makes Ctrl-C end this search, at once if it has been pressed already.
    pub(super) fn ends(&self, monitor: &Arc<Monitor>) {
        *lock(&self.shared.running) = Some(Arc::clone(monitor));
        if self.is_seen() {
            monitor.stop();
        }
    }
}

fn unhandled(fault: io::Error) -> String {
    format!("signals cannot be handled: {fault}")
}

#[cfg(unix)]
fn end_when_seen_again() -> io::Result<()> {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    let again = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, STATUS.into(), Arc::clone(&again))?;
    flag::register(SIGINT, again).map(drop)
}

#[cfg(unix)]
fn end_when_idle(idle: &Arc<AtomicBool>) -> io::Result<()> {
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, Arc::clone(idle)).map(drop)
}

#[cfg(unix)]
fn listen(shared: &Arc<Shared>) -> io::Result<()> {
    use signal_hook::consts::SIGINT;
    use signal_hook::iterator::Signals;
    let mut signals = Signals::new([SIGINT])?;
    let shared = Arc::clone(shared);
    let wait = move || signals.forever().for_each(|_| shared.stop());
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
fn end_when_seen_again() -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn end_when_idle(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn listen(_: &Arc<Shared>) -> io::Result<()> {
    Ok(())
}
