//! `alfil xboard`: starts XBoard with the options that a game needs.

use super::numbers::levels;
use super::play::Side;
use super::{Failure, command, directory_of, game_or_file, is_file_name, output::say};
use crate::cecp::{Launch, Look};
use crate::text::{Report, cannot, in_few_words};
use crate::variant::{Library, Variant, configuration};
use clap::{Args, ValueEnum};
use std::env::consts::{EXE_EXTENSION, EXE_SUFFIX};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

/// XBoard's name on this system.
const PROGRAM: &str = if cfg!(windows) { "winboard" } else { "xboard" };
/// Directories in which games are installed, and which may be missing from the search path.
const PLACES: [&str; 4] = ["/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin"];

/// The option that tells the engine that XBoard does not test the legality of moves.
const UNTESTED: &str = "--untested";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variant, by name or file; `alfil list` shows the names
    pub(super) variant: String,
    /// The engine's playing strength, from 1 to 10 [default: full strength]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    against: Option<u8>,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// The look of pieces and board [default: traditional if XBoard has the pictures, until you change it there]
    #[arg(long, value_enum)]
    pieces: Option<Pieces>,
    /// The path of XBoard, if it is not found by its name
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Only print the command line
    #[arg(long)]
    dry_run: bool,
    /// Options for XBoard itself, after `--`
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

impl Arguments {
    /// The directory of the file that was asked for.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        is_file_name(&self.variant).then(|| directory_of(Path::new(&self.variant)).to_owned())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pieces {
    /// The traditional pieces of shogi, xiangqi and related games
    Traditional,
    /// The pieces of chess
    Western,
}

impl From<Pieces> for Look {
    fn from(pieces: Pieces) -> Self {
        match pieces {
            Pieces::Traditional => Self::Traditional,
            Pieces::Western => Self::Plain,
        }
    }
}

pub(super) fn run(library: &Library, arguments: &Arguments, variants: &[PathBuf]) -> Result<ExitCode, Failure> {
    let game = game_or_file(library, &arguments.variant)?;
    let variant = game.variant();
    let played = library.get(&variant.name).and_then(|found| found.file.as_ref()?.canonicalize().ok());
    if played != variant.file.as_ref().and_then(|file| file.canonicalize().ok()) {
        let other = format!(
            "another file next to `{}` also has the name `{}`, and would be played instead",
            arguments.variant, variant.name
        );
        return Err(Report::error(other).help("give one of them another `name`").into());
    }
    let launch =
        Launch::new(library, variant, arguments.against, arguments.pieces.map(Look::from)).map_err(|fault| {
            Report::error(fault).help(format!("`alfil play {}` plays it in the terminal", variant.name))
        })?;
    let engine = engine(variants, launch.untested)?;
    let settings = settings(variant);
    let mut options = launch.defaults;
    if let Some(path) = &settings {
        let path = command::plain_to_xboard(path)?;
        options.extend(["-saveSettingsFile", path, "-settingsFile", path].map(str::to_owned));
    }
    options.extend(["-firstChessProgram", &engine, "-secondChessProgram", &engine].map(str::to_owned));
    options.extend(launch.fixed);
    let mode = match arguments.side {
        Side::White => None,
        Side::Black => Some("MachineWhite"),
        Side::Both => Some("EditGame"),
        Side::None => Some("TwoMachines"),
    };
    options.extend(mode.into_iter().flat_map(|mode| ["-initialMode", mode]).map(str::to_owned));
    options.extend(arguments.options.iter().cloned());
    let named = arguments.program.as_deref().unwrap_or(Path::new(PROGRAM));
    if arguments.dry_run {
        let words = std::iter::once(named.to_string_lossy().into_owned()).chain(options);
        say(words.map(|word| command::for_shell(&word)).collect::<Vec<_>>().join(" "))?;
        return Ok(ExitCode::SUCCESS);
    }
    start(named, &options, settings.as_deref(), &format!("`alfil play {}` plays in the terminal", variant.name))
}

/// Replaces this program with XBoard; `instead` is the advice to users if it cannot be started.
fn start(named: &Path, options: &[String], settings: Option<&Path>, instead: &str) -> Result<ExitCode, Failure> {
    let program = found(named).ok_or_else(|| {
        Report::error(format!("`{}` is not installed", named.display()))
            .help(how_to_install())
            .help(format!("`--program PROGRAM` names it if it is elsewhere; {instead}"))
    })?;
    if !has_screen() {
        return Err(Report::error("XBoard has no screen here: DISPLAY is not set").help(instead).into());
    }
    if let Some(directory) = settings.and_then(Path::parent) {
        std::fs::create_dir_all(directory)
            .map_err(|fault| cannot("make this directory for XBoard's settings", directory, &fault))?;
    }
    let started = become_program(process::Command::new(&program).args(options));
    Ok(started.map_err(|fault| format!("{}: cannot be started: {}", program.display(), in_few_words(&fault)))?)
}

#[cfg(unix)]
fn become_program(program: &mut process::Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(program.exec())
}

/// Runs the other program and waits for it: on this system it cannot replace the process.
#[cfg(not(unix))]
fn become_program(program: &mut process::Command) -> io::Result<ExitCode> {
    Ok(if program.status()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The command by which XBoard starts this engine. It does not name the variant, since XBoard itself does, and never
/// ends with a quoted word, after which XBoard 4.9.1 would add an empty one.
fn engine(variants: &[PathBuf], untested: bool) -> Result<String, Failure> {
    let mut words = vec![command::for_xboard(&std::env::current_exe().map_err(|fault| fault.to_string())?)?];
    for directory in variants {
        words.extend(["--variants".to_owned(), command::for_xboard(&command::whole(directory)?)?]);
    }
    words.push("cecp".to_owned());
    words.extend(untested.then(|| UNTESTED.to_owned()));
    Ok(words.join(" "))
}

/// The file for XBoard's settings in this game. In XBoard's usual file, the window's size, the engine options and the
/// look of pieces would be kept for all other games, too.
fn settings(variant: &Variant) -> Option<PathBuf> {
    configuration().map(|directory| directory.join("xboard").join(format!("{}.conf", variant.name)))
}

/// Finds a program by its path, or by its name on the search path and in the directories of games.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then(|| program.to_owned());
    }
    let mut name = program.as_os_str().to_owned();
    if program.extension() != Some(OsStr::new(EXE_EXTENSION)) {
        name.push(EXE_SUFFIX);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(PLACES.map(PathBuf::from));
    places.map(|place| place.join(&name)).find(|path| path.is_file())
}

fn how_to_install() -> &'static str {
    match std::env::consts::OS {
        "linux" => "`sudo apt install xboard` on Debian and its relatives, `sudo dnf install xboard` on Fedora",
        "macos" => "`brew install xboard`, or see https://www.gnu.org/software/xboard/",
        _ => "see https://www.gnu.org/software/xboard/",
    }
}

/// Whether there may be a screen. On Windows and macOS no variable tells.
fn has_screen() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
