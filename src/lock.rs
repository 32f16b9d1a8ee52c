//! Locks that ignore poisoning: data of a thread that panicked is good enough for the others.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, whether or not another thread panicked.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The data of a mutex that is no longer shared.
#[cfg(feature = "cli")]
pub fn unlocked<T>(shared: Mutex<T>) -> T {
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}
