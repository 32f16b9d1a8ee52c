//! The command line: commands and their arguments.
//!
//! Without a command the program speaks CECP with a GUI, or UCI, USI or UCCI. Answers go to standard output, errors and
//! warnings to standard error. The exit status is 0 on success, 1 if something was wrong with a file, a position or a
//! game, 2 if the command line itself was invalid, and that of shells after Ctrl-C or for output that nobody reads.

mod analyze;
mod asked;
mod balance;
mod bench;
mod betza;
mod check;
mod command;
mod diagram;
mod epd;
mod export;
mod import;
mod input;
mod inspect;
mod install;
mod interrupt;
mod learn;
mod list;
mod movetext;
mod new;
mod numbers;
mod output;
mod perft;
mod play;
mod position;
mod ranks;
mod rules;
mod schema;
mod terminal;
mod xboard;
mod test;

use crate::cecp;
use crate::game::{Game, try_to_begin, without_number};
use crate::limits;
use crate::search::network_status;
use crate::session;
use crate::text::{Report, Severity, cannot, directory_of, few};
use crate::uci::{self, Dialect};
use crate::variant::{DIRECTORIES_VARIABLE, Directory, Library, directories, in_home, is_named, load_file};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use output::{complain, complain_of_faults};
use position::place;
use std::any::Any;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Maximum width of help texts.
const WIDEST: usize = 100;
/// The place of an option in help texts: after those of the command, before `--help`.
const LAST: usize = 998;

/// A chess-variant engine that plays whatever a text file describes.
///
/// Without a command, it speaks CECP, the protocol of XBoard, on standard input and output; or UCI, USI or
/// UCCI if the first line is `uci`, `usi` or `ucci`.
#[derive(Debug, Parser)]
#[command(name = "alfil", version, max_term_width = WIDEST)]
struct Arguments {
    /// A directory with your own variant files; may be given several times
    #[arg(long, value_name = "DIR", global = true, display_order = LAST)]
    variants: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Play a game in XBoard
    Xboard(xboard::Arguments),
    /// List the variants
    List(list::Arguments),
    /// Check variant files for mistakes
    Check(check::Arguments),
    /// Print the rules of a game in plain English
    Rules(rules::Arguments),
    /// Convert game definitions of other programs to variant files
    Import(import::Arguments),
    /// Print a game in the format of another program
    Export(export::Arguments),
    /// Create a variant file
    ///
    /// To begin with a game that is built into Fairy-Stockfish, import it by its name:
    /// `printf '[mine:micro]\n' | alfil import - --to .`
    New(new::Arguments),
    /// Run the tests in variant files
    Test(test::Arguments),
    /// Print the JSON Schema of variant files, for editors
    Schema,
    /// Show a position: legal moves, check, evaluation and result
    Inspect(inspect::Arguments),
    /// Find the best moves in a position, an EPD file or a PGN file
    Analyze(analyze::Arguments),
    /// Play many quick games and report how balanced a variant is
    Balance(balance::Arguments),
    /// Draw, explain, translate or evaluate moves in XBetza
    #[command(subcommand)]
    Betza(betza::Command),
    /// Count the positions that can be reached in a number of plies
    Perft(perft::Arguments),
    /// Train an evaluation network for a game by self-play
    Learn(learn::Arguments),
    /// Search fixed positions and print the number of nodes
    Bench,
    /// Speak CECP, the protocol of XBoard
    Cecp {
        /// The GUI does not test the legality of moves
        #[arg(long, hide = true)]
        untested: bool,
    },
    /// Speak UCI, the protocol of most chess programs
    Uci,
    /// Speak USI, the protocol of shogi programs
    Usi,
    /// Speak UCCI, the protocol of xiangqi programs
    Ucci,
    /// Install entries for XBoard and desktop menus, shell completions and manual pages
    Install(install::Arguments),
    /// Remove the files that `install` has written
    Uninstall(install::Arguments),
}

impl Command {
    /// Whether it concerns games that are found by their names. Faults in other variant files do not concern the others.
    fn needs_library(&self) -> bool {
        let alone = matches!(
            self,
            Self::Check(_) | Self::Import(_) | Self::Betza(_) | Self::Bench | Self::Schema | Self::Uninstall(_)
        );
        !alone
    }
}

/// The reason why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A failure, with a message for users.
    Said(Box<Report>),
    /// Nobody reads the output any more, as after `| head`.
    Unread,
}

impl Failure {
    /// The message with its hints, unless nobody reads the output.
    fn message(self) -> Option<String> {
        match self {
            Self::Said(report) => Some(in_lines(*report)),
            Self::Unread => None,
        }
    }
}

/// A message with each hint in a line of its own, where it becomes part of another text.
fn in_lines(report: Report) -> String {
    report.help.iter().fold(report.message, |text, help| text + "\n  help: " + help)
}

impl<T: ToString + 'static> From<T> for Failure {
    fn from(fault: T) -> Self {
        let any: &dyn Any = &fault;
        match any.downcast_ref::<io::Error>() {
            Some(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Said(any.downcast_ref().cloned().unwrap_or_else(|| Report::error(fault.to_string())).into()),
        }
    }
}

/// The default game of commands.
const USUAL: &str = "chess";

/// Notice for users who start the engine in a terminal.
const PERSON: &str =
    "Waiting for a GUI that speaks CECP, UCI, USI or UCCI. To play here, run `alfil play chess`; see `alfil --help`.";

/// Runs the command line.
pub fn main() -> ExitCode {
    let arguments = match read() {
        Ok(arguments) => arguments,
        // Printing help may fail like any other output, for example on a full disk.
        Err(asked) => match asked.print() {
            Ok(()) => return ExitCode::from(u8::try_from(asked.exit_code()).unwrap_or(1)),
            Err(fault) => return output::end(Failure::from(fault)),
        },
    };
    match obey(arguments) {
        Ok(code) => code,
        Err(failure) => output::end(failure),
    }
}

/// Parses the command line.
fn read() -> Result<Arguments, clap::Error> {
    let mut command = numbers::may_be_negative(Arguments::command());
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    if told.is_some_and(|columns: usize| columns < terminal::NARROWEST) && terminal_size::terminal_size().is_none() {
        // Without a terminal, clap would wrap at `COLUMNS`, which is too narrow for text.
        command = command.term_width(WIDEST);
    }
    let mut matches = command.clone().try_get_matches().map_err(|fault| match fault.kind() {
        ErrorKind::InvalidUtf8 => command.clone().error(ErrorKind::InvalidUtf8, which_is_no_text()),
        _ => fault,
    })?;
    Arguments::from_arg_matches_mut(&mut matches).map_err(|fault| fault.format(&mut command))
}

/// Reports the argument that is not UTF-8. Names of variants and of their files must be; other paths need not.
fn which_is_no_text() -> String {
    let odd = std::env::args_os().find(|argument| argument.to_str().is_none()).unwrap_or_default();
    let report = Report::error(format!("`{}` is not UTF-8 text", odd.to_string_lossy()));
    in_lines(report.help("with `--variants DIR`, a game is found by its `name`, whatever its file is called"))
}

fn obey(arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut variants = arguments.variants.clone();
    if let Some(Command::Xboard(asked)) = &arguments.command {
        // XBoard tells the engine only the name of the game, whose file is then looked up in these directories.
        variants.splice(0..0, asked.directory());
    }
    let library = |asked_for: Option<&str>| library(&variants, asked_for);
    let directories = || all_directories(&variants);
    let speak = |dialect| session::run(directories(), true, |_, session| uci::talk(dialect, session));
    let Some(command) = &arguments.command else {
        wait_for_gui(directories())?;
        return Ok(ExitCode::SUCCESS);
    };
    if !variants.is_empty() && !command.needs_library() {
        complain(&Report::warning("`--variants` has no effect on this command"))?;
    }
    match command {
        Command::Play(asked) => play::run(&library(Some(&asked.variant))?, asked)?,
        Command::Xboard(asked) => {
            return xboard::run(&library(Some(&asked.variant))?, asked, &variants);
        }
        Command::Rules(asked) => rules::run(&library(Some(&asked.variant))?, asked)?,
        Command::Export(asked) => return export::run(&library(Some(&asked.variant))?, asked),
        Command::List(asked) => list::run(&library(None)?, asked)?,
        Command::New(asked) => new::run(&library(asked.variant())?, asked)?,
        Command::Inspect(asked) => return inspect::run(&library(asked.variant())?, asked),
        Command::Analyze(asked) => return analyze::run(&library(Some(asked.variant()))?, asked),
        Command::Balance(asked) => balance::run(&library(Some(&asked.variant))?, asked)?,
        Command::Perft(asked) => return perft::run(&library(Some(asked.variant()))?, asked),
        Command::Test(asked) => return test::run(&library(asked.variant())?, asked),
        Command::Learn(asked) => return learn::run(&library(asked.variant())?, asked),
        Command::Check(files) => return check::run(files),
        Command::Import(asked) => return import::run(asked),
        Command::Betza(command) => return betza::run(command),
        Command::Cecp { untested } => session::run(directories(), false, |_, session| cecp::talk(session, *untested))?,
        Command::Uci => speak(Dialect::Uci)?,
        Command::Usi => speak(Dialect::Usi)?,
        Command::Ucci => speak(Dialect::Ucci)?,
        Command::Bench => bench::run()?,
        Command::Schema => schema::run()?,
        Command::Install(places) => install::install(places, &arguments.variants)?,
        Command::Uninstall(places) => install::uninstall(places)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn all_directories(variants: &[PathBuf]) -> Vec<Directory> {
    directories(variants, std::env::var_os(DIRECTORIES_VARIABLE).as_deref())
}

/// Loads all variants, and shows the faults that matter to a command about one of them.
fn library(variants: &[PathBuf], asked_for: Option<&str>) -> Result<Library, Failure> {
    for path in variants {
        std::fs::read_dir(in_home(path.clone())).map_err(|fault| cannot("read this directory", path, &fault))?;
    }
    let (library, reports) = Library::load(&all_directories(variants), &try_to_begin);
    complain_about(asked_for, &library, &reports)?;
    Ok(library)
}

/// Speaks the protocol that the first line selects.
fn wait_for_gui(directories: Vec<Directory>) -> Result<(), String> {
    let person = io::stdin().is_terminal();
    if person {
        // It does not matter if standard error is closed.
        let _ = writeln!(io::stderr(), "{PERSON}");
    }
    session::run(directories, person, |first, session| match Dialect::of(first) {
        Some(dialect) => uci::talk(dialect, session),
        None => cecp::talk(session, false),
    })
}

/// Shows the faults in the files of a command's game: the file that defines it, and any file with its name. If there is
/// no such game, or none was asked for, one line names other faulty files.
fn complain_about(asked: Option<&str>, library: &Library, reports: &[Report]) -> Result<(), Failure> {
    let file = |report: &Report| report.place.as_ref().map(|place| place.file().to_owned());
    // A file is no game of the library, and looking for its name would read all of them.
    let game = asked.filter(|name| !is_file_name(name)).and_then(|name| library.get(name));
    let played = game.as_ref().and_then(|variant| variant.file.as_deref());
    let found = game.is_some() || asked.is_some_and(is_file_name);
    let meant = |report: &&Report| {
        file(report).is_none_or(|file| {
            let path = Path::new(&file);
            !is_file_name(&file)
                || played == Some(path)
                || asked.is_some() && path.file_stem().and_then(|stem| stem.to_str()) == asked
                || asked.is_some_and(|name| report.is_error() && is_named(path, name))
        })
    };
    let (own, others): (Vec<&Report>, Vec<&Report>) = reports.iter().partition(meant);
    for report in own.into_iter().filter(|report| report.severity != Severity::Note) {
        // A directory of the environment that cannot be read does not stop the command.
        let directory = file(report).is_some_and(|file| !is_file_name(&file));
        complain(&if directory { Report { severity: Severity::Warning, ..report.clone() } } else { report.clone() })?;
    }
    let others = others.into_iter().filter(|report| report.is_error() && !found);
    let mut faulty: Vec<String> = others.filter_map(file).collect();
    faulty.dedup();
    if !faulty.is_empty() {
        let message = format!("faulty variant files are ignored: {}", few(&faulty, 1, ", "));
        complain(&Report::warning(message).help("`alfil check FILE` shows the errors in a file"))?;
    }
    Ok(())
}

/// Whether a text names a variant file.
fn is_file_name(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|extension| extension == "toml")
}

/// A game of the variant with that name or alias.
fn game(library: &Library, name: &str) -> Result<Game, Failure> {
    let variant = library.get(name).ok_or_else(|| {
        let path = Path::new(name);
        let other =
            path.is_dir().then_some("it is a directory").or(path.exists().then_some("it is not a variant file"));
        let reader = match path.extension().and_then(|extension| extension.to_str()) {
            Some("ini") => {
                Some(format!("`alfil import {} --to .` makes variant files of its games", command::for_shell(name)))
            }
            Some("pgn") => Some(format!("`alfil analyze --pgn {name}` reads games")),
            Some("epd") => Some(format!("`alfil analyze --epd {name}` and `alfil perft --epd {name}` read positions")),
            _ => None,
        };
        if let Some(other) = other {
            let usual = || "a variant file ends in `.toml`; `alfil list` shows all variants".to_owned();
            return Report::error(format!("{name}: {other}")).help(reader.unwrap_or_else(usual));
        }
        let missing = Report::error(format!("there is no variant `{name}`"));
        if let Some(help) = reader {
            return missing.help(help);
        }
        let missing = library.suggestion(name).into_iter().fold(missing, Report::help);
        missing.help(format!("`alfil list` shows all; {}", where_files_are_found(name)))
    })?;
    Ok(Game::new(&variant).map_err(|fault| format!("`{name}` cannot be played: {fault}"))?)
}

/// Advice on how the program finds the user's own variants.
fn where_files_are_found(name: &str) -> String {
    let file = PathBuf::from(format!("{name}.toml"));
    if file.is_file() {
        let directory = directory_of(&file).display();
        return format!(
            "for the file, write `{}`; its game is found by its `name` with `--variants {directory}`",
            file.display()
        );
    }
    format!("your own files are found with `--variants DIR` or through {DIRECTORIES_VARIABLE}")
}

/// Like [`game`], but also accepts the name of a variant file.
fn game_or_file(library: &Library, name: &str) -> Result<Game, Failure> {
    if !is_file_name(name) {
        return game(library, name);
    }
    let (variant, reports) = load_file(Path::new(name), &try_to_begin);
    complain_of_faults(&reports)?;
    let variant = variant.ok_or_else(|| format!("`{name}` cannot be played"))?;
    Ok(Game::new(&Arc::new(variant)).map_err(|fault| format!("`{name}` cannot be played: {fault}"))?)
}

/// Like [`game_or_file`], for a game that the engine thinks about: warns of networks that do not fit it.
fn game_to_think_about(library: &Library, name: &str) -> Result<Game, Failure> {
    let game = game_or_file(library, name)?;
    for (place, fault) in network_status(&game).refused {
        complain(&Report::warning(format!("this network is left aside: {fault}")).about(&place))?;
    }
    Ok(game)
}

/// The same for a game that is played from its start.
fn game_to_play(library: &Library, name: &str) -> Result<Game, Failure> {
    let game = game_to_think_about(library, name)?;
    match game.outcome() {
        Some(outcome) => Err(format!("the game is over before it begins: {}", game.verdict(outcome)).into()),
        None => Ok(game),
    }
}

/// Sets up a game from a FEN, and shows the remarks on it.
fn set_up(game: &mut Game, fen: &str) -> Result<(), Failure> {
    set_up_with_remarks(game, fen)?.iter().try_for_each(complain)
}

/// Like [`set_up`], but returns the remarks.
fn set_up_with_remarks(game: &mut Game, fen: &str) -> Result<Vec<Report>, Failure> {
    Ok(place(game, fen).map_err(|misplaced| {
        let bad = Report::error(format!("bad position `{fen}`: {}", misplaced.message));
        misplaced.help.into_iter().fold(bad, Report::help)
    })?)
}

/// Plays moves one after the other. Move numbers before them are ignored.
fn play_all<'t>(game: &mut Game, texts: impl IntoIterator<Item = &'t str>) -> Result<(), Failure> {
    let texts: Vec<&str> = texts.into_iter().map(without_number).filter(|text| !text.is_empty()).collect();
    if texts.len() > limits::MOVES {
        return Err(format!("a game may have at most {} moves, but these are {}", limits::MOVES, texts.len()).into());
    }
    for (number, text) in texts.into_iter().enumerate() {
        let mv = game.read_move(text).map_err(|fault| format!("move {} `{text}` is not legal: {fault}", number + 1))?;
        game.play(mv);
    }
    Ok(())
}
