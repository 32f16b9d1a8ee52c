//! The modules of the engine, for its own program, tests and benchmarks.
//!
//! This is not part of the public interface: anything here may change or disappear at any time.

/// Exposes modules, each under its own name.
macro_rules! open {
    ($($(#[$condition:meta])? $room:ident)*) => {
        $($(#[$condition])? pub mod $room { pub use crate::$room::*; })*
    };
}

open! {
    limits text board xbetza variant tables position eval game search
    #[cfg(feature = "cli")] learn
    #[cfg(feature = "cli")] cli
}
