//! The rooms of the engine, for its own program, tests and benchmarks.
//!
//! This is no part of the interface: anything here may change or go at any time.

/// Opens rooms, each under its own name.
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
