//! All integration tests, in one binary.

mod fen;
mod library;
mod no_special_cases;
mod perft;
mod protocol;
mod rules;
mod tree;
mod variant_files;
mod variant_fuzz;
mod xbetza;
