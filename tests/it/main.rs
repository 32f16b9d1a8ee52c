//! All integration tests, in one binary.

mod fen;
mod search;
mod variant_files;
mod xbetza;
