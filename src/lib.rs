//! alfil: a chess-variant engine whose games are data.

pub mod board;
pub mod eval;
pub mod game;
pub mod position;
pub mod search;
pub mod tables;
pub mod text;
pub mod variant;
pub mod xbetza;
