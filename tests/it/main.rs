//! All integration tests, in one binary.

mod cli;
mod fen;
mod protocol;
mod variant_files;
mod xbetza;
