//! alfil: a chess-variant engine whose games are data.
//!
//! The rooms stand in the order of the data, from a text to a move on the
//! wire: each knows those above it. `docs/architecture.md` has a map.

pub mod limits;
pub mod text;
pub mod board;
pub mod xbetza;
pub mod variant;
pub mod tables;
pub mod position;
pub mod eval;
pub mod game;
pub mod search;
#[cfg(feature = "cli")]
pub mod learn;
#[cfg(feature = "cli")]
pub mod protocol;
#[cfg(feature = "cli")]
pub mod cli;
