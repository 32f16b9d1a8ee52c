//! alfil: a chess-variant engine whose games are data.

pub mod board;
pub mod text;
pub mod variant;
pub mod xbetza;
