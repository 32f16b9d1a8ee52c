//! `alfil export`: exports games for other programs.

use super::output::complain;
use super::{Failure, game_or_file};
use crate::game::try_to_begin;
use crate::import::export;
use crate::text::Report;
use crate::variant::Library;
use clap::Args;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variant, by name or file
    pub(super) variant: String,
    /// Print an Interactive Diagram of the Chess Variant Pages, with the pieces in Betza notation
    #[arg(long, required = true)]
    betza: bool,
}

/// Prints the part of the game that can be expressed; fails if that is not all of it, so that scripts can tell.
pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let game = game_or_file(library, &arguments.variant)?;
    let diagram = export(game.variant(), &try_to_begin);
    io::stdout().lock().write_all(diagram.text.as_bytes())?;
    for unsaid in &diagram.unsaid {
        complain(&Report::warning(format!("not expressed in the diagram: {unsaid}")))?;
    }
    Ok(if diagram.unsaid.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
