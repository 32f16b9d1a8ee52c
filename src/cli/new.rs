//! `alfil new`: a variant file to start with.

use super::command::for_shell;
use super::output::{complain, complain_of_faults, say};
use super::{Failure, game_or_file};
use crate::game::{Game, try_to_begin};
use crate::text::{Report, Source, cannot_write, directory_of, visible};
use crate::variant::{Library, Variant, find_beside, flat_file, load_tried, misnamed};
use clap::Args;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The name of the new game: letters, digits, `+`, `_` and `-`; the file is called NAME.toml
    name: String,
    /// The variant to begin with, by name or file [default: orthodox chess]
    #[arg(long, value_name = "VARIANT")]
    like: Option<String>,
    /// Write only a few lines that include that variant, instead of all of its rules
    #[arg(long)]
    minimal: bool,
    /// The directory for the file
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

impl Arguments {
    /// The game to start with, if one was named.
    pub(super) fn variant(&self) -> Option<&str> {
        self.like.as_deref()
    }
}

pub(super) fn run(library: &Library, asked: &Arguments) -> Result<(), Failure> {
    let parent = match &asked.like {
        Some(name) => game_or_file(library, name)?.variant().clone(),
        None => library.first(),
    };
    if let Some(report) = misnamed(&asked.name) {
        return Err(instead(report, &asked.name).into());
    }
    if let Some(other) = library.get(&asked.name) {
        let taken = format!("`{}` is already the name of {}", asked.name, other.title);
        return Err(Report::error(taken).help("choose another one").into());
    }
    let file = PathBuf::from(format!("{}.toml", asked.name));
    let path = if asked.dir == Path::new(".") { file } else { asked.dir.join(file) };
    let text = if asked.minimal { minimal(asked, &parent)? } else { whole(asked, &parent)? };
    // The new file must define a playable game.
    let source = Source::new(path.display().to_string(), text.as_str());
    let (variant, reports) = load_tried(&source, &find_beside, &try_to_begin);
    complain_of_faults(&reports)?;
    if variant.is_none() {
        return Err("no file was written".into());
    }
    let shown = visible(&source.name).into_owned();
    let refuse = |fault: std::io::Error| match fault.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Report::error(format!("`{shown}` already exists")).help("choose another name, or remove it")
        }
        _ => Report::error(cannot_write(&path, &fault)),
    };
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(refuse)?;
    if let Err(fault) = file.write_all(text.as_bytes()) {
        // Half a file would be in the way of the next attempt.
        let _ = std::fs::remove_file(&path);
        return Err(refuse(fault).into());
    }
    let [file, directory] = [&shown, &*visible(&asked.dir.display().to_string())].map(for_shell);
    let holds = if asked.minimal { "builds on" } else { "contains the rules of" };
    say(format_args!(
        "{shown} {holds} {}\n\
         change it, then run `alfil check {file}`, and play with `alfil play --variants {directory} {}`",
        parent.title, asked.name
    ))
}

/// Adds what to write if the path of a file was given for the name of the game.
fn instead(report: Report, given: &str) -> Report {
    let path = Path::new(given);
    let stem = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| misnamed(stem).is_none());
    match (stem, path.parent().filter(|directory| !directory.as_os_str().is_empty())) {
        (Some(name), Some(directory)) => Report { help: Vec::new(), ..report }
            .help(format!("write `alfil new {name} --dir {}`", for_shell(&directory.display().to_string()))),
        (Some(name), None) if given.ends_with(".toml") => {
            Report { help: Vec::new(), ..report }.help(format!("write `alfil new {name}`"))
        }
        _ => report,
    }
}

/// The game written out in full.
fn whole(asked: &Arguments, parent: &Arc<Variant>) -> Result<String, Failure> {
    let tables = match flat_file(parent) {
        Ok(tables) => tables,
        Err(reports) => {
            reports.iter().try_for_each(complain)?;
            return Err(format!("`{}` cannot be copied", parent.name).into());
        }
    };
    Ok(format!(
        "# All rules of {}: nothing is included from other files.\n{}{tables}{}",
        parent.title,
        head(asked),
        tests(parent)
    ))
}

/// A file that builds on the game.
fn minimal(asked: &Arguments, parent: &Arc<Variant>) -> Result<String, Failure> {
    let included = match &parent.file {
        None => parent.name.as_str(),
        Some(path) => {
            let home = |path: &Path| path.canonicalize().ok();
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            stem.filter(|_| home(directory_of(path)) == home(&asked.dir)).ok_or_else(|| {
                Report::error(format!("`{}` lies in another directory and cannot be included", path.display()))
                    .help("write the new file next to it with `--dir`, or leave out `--minimal`")
            })?
        }
    };
    Ok(format!(
        "# Builds on {}: keys here replace those of its file, or add to them.\n{}include = \"{included}\"\n{CHANGES}{}",
        parent.title,
        head(asked),
        tests(parent)
    ))
}

fn head(asked: &Arguments) -> String {
    format!(
        "name = \"{0}\"\n# The title of the game.\ntitle = \"{0}\"\n\
         # Who invented the game, when, where its rules are written down, and what it is about.\n\
         # author = \"...\"\n# year = 2000\n# source = \"...\"\n# description = \"...\"\n",
        asked.name
    )
}

const CHANGES: &str = "
# A new piece, or other moves for an existing one:
# [pieces.C]
# name = \"Champion\"
# move = \"WAD\"

# Tables are merged key by key; `\"none\"` removes one, and lists are replaced.
# [end]
# stalemate = \"loss\"
";

/// An example of a test, commented out, with moves of the game; only the heading if the game ends within two moves.
fn tests(parent: &Arc<Variant>) -> String {
    let example = || {
        let mut game = Game::new(parent).ok()?;
        let mut line = Vec::new();
        for _ in 0..2 {
            let mv = *game.legal_moves().first()?;
            line.push(game.move_text(mv));
            game.play(mv);
        }
        let legal = game.move_text(*game.legal_moves().first()?);
        let [first, reply] = &line[..] else { return None };
        let illegal = match game.read_move(first) {
            Ok(_) => String::new(),
            Err(_) => format!("# illegal = [\"{first}\"]\n"),
        };
        Some(format!("# [[test]]\n# moves = [\"{first}\", \"{reply}\"]\n# legal = [\"{legal}\"]\n{illegal}"))
    };
    let example = example().unwrap_or_default();
    format!("\n# Expectations about positions of the game, in `[[test]]`, which `alfil test` checks.\n{example}")
}
