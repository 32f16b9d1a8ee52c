//! All integration tests, in one binary.

mod fen;
mod perft;
mod rules;
mod variant_files;
mod xbetza;
