//! Ctrl-C during long work of the library. All of this is for threads that are detached from Python: others go on.

use alfil::Stop;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest delay of Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The longest delay after another thread has unlocked what this one waits for.
const BETWEEN_TRIES: Duration = Duration::from_millis(1);

/// Works in another thread, while this one checks for Ctrl-C, which stops the work.
pub fn until_interrupted<T: Send>(stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, ended) = mpsc::channel::<()>();
        let working = scope.spawn(|| {
            // It is dropped at the end of the work, which wakes the other thread.
            let _sender = sender;
            work()
        });
        while ended.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
            if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                stop.stop();
                return Err(interrupt);
            }
        }
        working.join().map_or_else(|panic| resume_unwind(panic), Ok)
    })
}

/// Locks what another thread may be using for long, unless Ctrl-C ends the wait.
pub fn lock_unless_interrupted<T>(shared: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    loop {
        let begun = Instant::now();
        while begun.elapsed() < BETWEEN_LOOKS {
            match shared.try_lock() {
                Ok(held) => return Ok(held),
                // The memory of an engine is still valid after a search that has panicked.
                Err(TryLockError::Poisoned(held)) => return Ok(held.into_inner()),
                Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
            }
        }
        Python::attach(|py| py.check_signals())?;
    }
}
