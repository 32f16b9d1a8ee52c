//! All integration tests, in one binary.

mod fen;
mod variant_files;
mod xbetza;
