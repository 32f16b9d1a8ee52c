//! `alfil import`: variant files from the games of other programs.

use super::Failure;
use super::output::{complain, say};
use crate::game::try_to_begin;
use crate::import::import;
use crate::limits;
use crate::text::{Report, Source, in_few_words, read_file, visible};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The file, in the format of Fairy-Stockfish's variants.ini
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The sections to import; all without any
    #[arg(value_name = "SECTION")]
    sections: Vec<String>,
    /// The directory for the variant files
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
}

/// Imports what can be; fails if something could not.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = arguments.file.display().to_string();
    let text = read_file(&arguments.file, limits::IMPORTED_FILE)
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned()))
        .map_err(|fault| Report::error(format!("cannot read this file: {fault}")).about(&name));
    let imported = text.and_then(|text| import(&Source::new(&name, text), &arguments.sections, &try_to_begin));
    let imported = match imported {
        Ok(imported) => imported,
        Err(report) => {
            complain(&report)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut failed = 0;
    std::fs::create_dir_all(&arguments.to)
        .map_err(|fault| format!("{}: cannot make this directory: {}", arguments.to.display(), in_few_words(&fault)))?;
    for game in &imported {
        game.reports.iter().try_for_each(complain)?;
        let Some(text) = &game.file else {
            failed += 1;
            continue;
        };
        let path = arguments.to.join(format!("{}.toml", game.name));
        if path.exists() && !arguments.force {
            let report = Report::error("this file is there already").about(path.display().to_string());
            complain(&report.help("`--force` replaces it"))?;
            failed += 1;
            continue;
        }
        std::fs::write(&path, text)
            .map_err(|fault| format!("{}: cannot write this file: {}", path.display(), in_few_words(&fault)))?;
        say(visible(&path.display().to_string()))?;
    }
    if failed > 0 {
        say(format_args!("{} of {} games are imported", imported.len() - failed, imported.len()))?;
    }
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
