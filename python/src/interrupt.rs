//! Ctrl-C during long work of the library.

use alfil::Stop;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The longest delay of Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

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
