//! Ctrl-C: the first ends the search, so that what is known can be said, the second the program.

use crate::search::{Monitor, lock};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The status of a program that Ctrl-C has ended, as shells tell it.
pub(super) const STATUS: u8 = 128 + 2;

#[derive(Debug, Default)]
struct Shared {
    seen: AtomicBool,
    /// What the search in progress listens to.
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
pub(super) struct Interrupt(Arc<Shared>);

impl Interrupt {
    /// Waits for Ctrl-C from now on.
    pub(super) fn new() -> io::Result<Self> {
        let shared = Arc::default();
        listen(&shared)?;
        Ok(Self(shared))
    }

    pub(super) fn is_seen(&self) -> bool {
        self.0.seen.load(Ordering::SeqCst)
    }

    /// Which search it ends from now on.
    pub(super) fn ends(&self, monitor: &Arc<Monitor>) {
        *lock(&self.0.running) = Some(Arc::clone(monitor));
        if self.is_seen() {
            monitor.stop();
        }
    }
}

#[cfg(unix)]
fn listen(shared: &Arc<Shared>) -> io::Result<()> {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    let again = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, STATUS.into(), Arc::clone(&again))?;
    flag::register(SIGINT, again)?;
    let mut signals = Signals::new([SIGINT])?;
    let shared = Arc::clone(shared);
    let wait = move || signals.forever().for_each(|_| shared.stop());
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
fn listen(_: &Arc<Shared>) -> io::Result<()> {
    Ok(())
}
