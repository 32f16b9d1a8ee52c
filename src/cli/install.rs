//! `alfil install`: makes XBoard list the engine.
//!
//! XBoard looks for files with the ending `.eng` in two directories of the
//! system, none of them the user's own. Such a file has three lines: what it
//! is, the command that starts the engine, and kinds of games.

use super::Failure;
use super::command::whole;
use crate::text::in_few_words;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where XBoard looks for engines that did not come with the system.
const PLUGINS: &str = "/usr/local/share/games/plugins/xboard";
/// The file with `COMMAND` for the command, and the plugin standard's words for kinds of games.
const PLUGIN: &str = include_str!("plugin.eng");

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The directory for the file
    #[arg(long, value_name = "DIR", default_value = PLUGINS)]
    to: PathBuf,
    /// Only say what would be written
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(arguments: &Arguments, variants: &[PathBuf]) -> Result<(), Failure> {
    let file = arguments.to.join(concat!(env!("CARGO_PKG_NAME"), ".eng"));
    let this = std::env::current_exe()?;
    let (program, options) = (program(&this)?, options(variants)?);
    let text = PLUGIN.replace("COMMAND", &format!("{program}{options}"));
    let mut output = io::stdout().lock();
    if arguments.dry_run {
        return Ok(write!(output, "{}:\n{text}", file.display())?);
    }
    let written = std::fs::create_dir_all(&arguments.to).and_then(|()| std::fs::write(&file, &text));
    written.map_err(|fault| {
        format!(
            "{}: cannot write this file: {}\n  \
             help: XBoard looks nowhere else; become an administrator, as by `sudo {} install{options}`,\n  \
             or, in XBoard, choose Engine / Load New 1st Engine and write `{program}{options}` as the engine command:\n  \
             \"Add this engine to the list\" keeps it there",
            file.display(),
            in_few_words(&fault),
            this.display()
        )
    })?;
    writeln!(output, "wrote {}: XBoard starts `{program}{options}`", file.display())?;
    Ok(writeln!(output, "start XBoard again and find it under Engine / Load New 1st Engine")?)
}

/// How this program is started: by its name where that is enough.
fn program(this: &Path) -> Result<String, String> {
    let name = env!("CARGO_PKG_NAME");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = std::env::split_paths(&path).map(|directory| directory.join(name)).find(|path| path.is_file());
    let same = first.is_some_and(|found| found.canonicalize().ok() == this.canonicalize().ok());
    if same { Ok(name.to_owned()) } else { plain(this) }
}

/// The options for directories, by their whole paths.
fn options(variants: &[PathBuf]) -> Result<String, String> {
    let option = |directory: &PathBuf| Ok(format!(" --variants {}", plain(&whole(directory)?)?));
    variants.iter().map(option).collect()
}

/// A path as the line of a command has it. XBoard splits that at blanks.
fn plain(path: &Path) -> Result<String, String> {
    let text = path.to_str().filter(|text| !text.contains(|c: char| c.is_whitespace() || c == '"' || c == '\''));
    text.map(str::to_owned).ok_or_else(|| {
        format!(
            "{}: XBoard cannot be told of a path with blanks or quotes\n  help: move it, or link to it",
            path.display()
        )
    })
}
