//! All integration tests, in one binary.

mod analyze;
mod api;
mod balance;
mod betza;
mod book;
mod cecp;
mod cli;
mod code;
mod common;
mod cookbook;
mod diagrams;
mod engine;
mod evaluation;
mod expectations;
mod fen;
mod game;
mod import;
#[cfg(unix)]
mod install;
mod library;
mod limits;
mod manifests;
mod networks;
mod new_files;
mod no_special_cases;
mod pages;
mod perft;
mod pictures;
mod readme;
mod rooms;
mod rules;
mod schema;
mod search;
mod sheets;
mod starts;
mod tree;
mod truth;
mod tutorial;
mod uci;
mod variant_files;
mod variant_fuzz;
mod xbetza;
#[cfg(unix)]
mod xboard;

/// The lines of a list of cases, without comments and empty ones.
fn cases(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}
