//! alfil: a chess-variant engine whose games are data.

pub mod board;
pub mod cli;
pub mod eval;
pub mod game;
pub mod learn;
pub mod limits;
pub mod position;
pub mod protocol;
pub mod search;
pub mod tables;
pub mod text;
pub mod variant;
pub mod xbetza;
