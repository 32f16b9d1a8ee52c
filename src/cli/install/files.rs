//! The files of `alfil install`, by purpose.

use crate::cli::Arguments;
use crate::variant::Library;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};

/// The program's name, which is also that of the files.
pub(super) const NAME: &str = env!("CARGO_PKG_NAME");
/// The file for XBoard's list of engines: a description, `COMMAND` in place of the command that starts the engine, and
/// the kinds of games in the terms of the plugin standard.
const PLUGIN: &str = include_str!("alfil.eng");
/// The desktop entry for menus, also with `COMMAND` in place of that command.
const DESKTOP: &str = include_str!("alfil.desktop");
/// The parts of the manual that are not generated from the command line.
const MANUAL: &str = include_str!("alfil.roff");
/// The section of the manual that is for games.
const SECTION: &str = "6";

/// The directory in which zsh finds completions, if it is in `fpath`.
pub(super) const ZSH: &str = "zsh/site-functions";

/// A file with its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub path: PathBuf,
    pub text: String,
}

/// The file that XBoard reads, in a directory of its own.
pub(super) fn plugin(directory: &Path, command: &[String]) -> File {
    File { path: directory.join(format!("{NAME}.eng")), text: PLUGIN.replace("COMMAND", &command.join(" ")) }
}

/// All other files, below the directory for architecture-independent data.
pub(super) fn others(share: &Path, command: &[String]) -> Result<Vec<File>, io::Error> {
    let words: Vec<String> = command.iter().map(|word| super::command::for_desktop(word)).collect();
    let mut files = vec![File {
        path: share.join(format!("applications/{NAME}.desktop")),
        text: DESKTOP.replace("COMMAND", &words.join(" ")),
    }];
    let completions = [
        (Shell::Bash, format!("bash-completion/completions/{NAME}")),
        (Shell::Zsh, format!("{ZSH}/_{NAME}")),
        (Shell::Fish, format!("fish/vendor_completions.d/{NAME}.fish")),
    ];
    let names: Vec<String> = Library::bundled().names().map(str::to_owned).collect();
    let mut offered = offered(&Arguments::command(), &names).version(env!("CARGO_PKG_VERSION"));
    for (shell, path) in completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut offered, NAME, &mut text);
        let mut completion = file(share.join(path), text)?;
        match shell {
            Shell::Zsh => completion.text = with_files_in_zsh(&completion.text, &names),
            Shell::Fish => completion.text = with_files_in_fish(&completion.text, &offered, &names),
            _ => {}
        }
        files.push(completion);
    }
    let mut commands = Arguments::command().disable_help_subcommand(true);
    commands.build();
    pages(&commands, &share.join(format!("man/man{SECTION}")), &mut files)?;
    Ok(files)
}

/// What shells complete: the names of games, where the parser itself accepts files, too, and no hidden options, which
/// the generators would not leave out.
fn offered(command: &Command, names: &[String]) -> Command {
    let offer = |arg: &Arg| {
        let arg = arg.clone();
        if is_game(&arg) { arg.value_parser(PossibleValuesParser::new(names)) } else { arg }
    };
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .args(command.get_arguments().filter(|arg| !arg.is_hide_set()).map(offer))
        .subcommands(command.get_subcommands().map(|below| offered(below, names)))
}

fn is_game(arg: &Arg) -> bool {
    let values = arg.get_value_names().unwrap_or_default();
    values.first().map_or(arg.get_id() == "variant", |value| value == "VARIANT")
}

/// Lets zsh complete files wherever it completes names of games, which exclude them as a list of values.
fn with_files_in_zsh(text: &str, names: &[String]) -> String {
    let (names, start) = (names.join(" "), format!("_{NAME}() {{"));
    let either = format!("    _alternative 'variants:variant:({names})' 'files:file:_files'");
    text.replace(&format!(":({names})'"), &format!(":_{NAME}_variants'")).replacen(
        &start,
        &format!("_{NAME}_variants() {{\n{either}\n}}\n\n{start}"),
        1,
    )
}

/// The same for fish, for which values of positional arguments are not generated at all.
fn with_files_in_fish(text: &str, command: &Command, names: &[String]) -> String {
    fn takes_game(command: &Command) -> bool {
        command.get_positionals().any(is_game) || command.get_subcommands().any(takes_game)
    }
    let values: Vec<String> = names.iter().map(|name| format!("{name}\\t''")).collect();
    let names = names.join(" ");
    let mut text = text.replace(&format!("-f -a \"{}\"", values.join("\n")), &format!("-F -a \"{names}\""));
    for below in command.get_subcommands().filter(|below| takes_game(below)) {
        let condition = format!("__fish_{NAME}_using_subcommand {}", below.get_name());
        text.push_str(&format!("complete -c {NAME} -n \"{condition}\" -a \"{names}\"\n"));
    }
    text
}

/// The pages of the manual about a command and its subcommands.
fn pages(command: &Command, directory: &Path, files: &mut Vec<File>) -> Result<(), io::Error> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let version = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone()).section(SECTION).source(version).manual("Games");
    let mut text = Vec::new();
    page.render(&mut text)?;
    if name == NAME {
        text.extend(MANUAL.bytes());
    }
    files.push(file(directory.join(format!("{name}.{SECTION}")), text)?);
    command.get_subcommands().try_for_each(|command| pages(command, directory, files))
}

fn file(path: PathBuf, text: Vec<u8>) -> Result<File, io::Error> {
    Ok(File { path, text: String::from_utf8(text).map_err(io::Error::other)? })
}
