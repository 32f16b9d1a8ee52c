//! Locks of threads, one of which may have panicked: what it held is good enough for the others.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for what others hold.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What nobody shares any more.
pub fn unlocked<T>(shared: Mutex<T>) -> T {
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}
