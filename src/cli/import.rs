//! `alfil import`: variant files from the games of other programs.

use super::command::for_shell;
use super::input::{bytes, name_of};
use super::movetext::is_tag_line;
use super::output::{complain, make_directory, say};
use super::{Failure, is_file_name};
use crate::game::try_to_begin;
use crate::import::import;
use crate::limits;
use crate::text::{Report, Source, cannot, cannot_write, decode, read_file, save, visible};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A web page with Interactive Diagrams, or a file in the format of Fairy-Stockfish's variants.ini; `-` for standard
    /// input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The games to import: sections of a variants.ini, or diagrams by the names that their files get [default: all]
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// The name for diagrams [default: the title of the page]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The directory for the variant files
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

/// Imports what it can; fails if something was left out.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = name_of(&arguments.file);
    if is_file_name(&name) {
        let report = Report::error("this is a variant file already").about(&name);
        return Err(report.help(format!("`alfil check {}` checks it", for_shell(&name))).into());
    }
    let text = bytes(&arguments.file, limits::IMPORTED_FILE, read_file)
        .and_then(|bytes| decode(bytes).map_err(|fault| fault.to_string()))
        .map_err(|fault| Report::error(format!("cannot read this file: {fault}")).about(&name));
    let is_record = text.as_ref().is_ok_and(|text| text.trim_start().lines().next().is_some_and(is_tag_line));
    if is_record {
        let report = Report::error("this is a file of games that were played, in PGN").about(&name);
        return Err(report
            .help(format!("`alfil analyze --pgn {}` reads it", for_shell(&arguments.file.display().to_string())))
            .into());
    }
    let imported = text
        .and_then(|text| import(&Source::new(&name, text), &arguments.games, arguments.name.as_deref(), &try_to_begin));
    let imported = match imported {
        Ok(imported) => imported,
        Err(report) => {
            complain(&report)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut failed = 0;
    make_directory(&arguments.to).map_err(|fault| cannot("make this directory", &arguments.to, &fault))?;
    for game in &imported {
        game.reports.iter().try_for_each(complain)?;
        let Some(text) = &game.file else {
            failed += 1;
            continue;
        };
        let path = arguments.to.join(format!("{}.toml", game.name));
        if path.exists() && !arguments.force {
            let report = Report::error("this file already exists").about(path.display().to_string());
            complain(&report.help("`--force` replaces it"))?;
            failed += 1;
            continue;
        }
        save(&path, text.as_bytes()).map_err(|fault| cannot_write(&path, &fault))?;
        say(visible(&path.display().to_string()))?;
    }
    if failed > 0 {
        let message = format!("{} of {} games are imported", imported.len() - failed, imported.len());
        complain(&Report::note(message))?;
    }
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
