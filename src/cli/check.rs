//! `alfil check`: what is wrong with variant files.

use super::complain;
use crate::game::Game;
use crate::text::Report;
use crate::variant::{Variant, load_file};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks every file; fails if any of them cannot be played.
pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let mut failed = false;
    for path in &arguments.files {
        let (variant, mut reports) = load_file(path);
        let name = path.display().to_string();
        let variant = variant.map(Arc::new);
        if let Some(fault) = variant.as_ref().and_then(|variant| Game::new(variant).err()) {
            reports.push(Report::error(fault.to_string()).about(&name));
        }
        reports.iter().for_each(complain);
        match variant.filter(|_| !reports.iter().any(Report::is_error)) {
            Some(variant) => println!("{name}: {}", summary(&variant)),
            None => failed = true,
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn summary(variant: &Variant) -> String {
    let (board, kinds) = (variant.board, variant.kinds.len());
    format!("{} is in order: {} files, {} ranks, {kinds} kinds of pieces", variant.title, board.files(), board.ranks())
}
