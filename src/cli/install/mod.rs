//! `alfil install` and `alfil uninstall`: the engine in XBoard's list, in menus, shells and the manual.
//!
//! XBoard looks for files with the ending `.eng` in two system directories, neither of them the user's. For all other
//! files there are user directories, too.

mod files;

use super::output::{complain, make_directory};
use super::{Failure, command};
use crate::text::{Report, Severity, cannot, cannot_write};
use clap::Args;
use etcetera::BaseStrategy;
use files::{File, NAME};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The prefix of locally installed software.
const SYSTEM: &str = "/usr/local";
/// The directory in which XBoard looks for engines, below [`ROOTS`].
const PLUGINS: &str = "share/games/plugins/xboard";
/// XBoard's own prefix and that of locally installed software.
const ROOTS: [&str; 2] = ["/usr", SYSTEM];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The directory below which everything is installed [default: /usr/local for an administrator, otherwise your own
    /// directories]
    #[arg(long, value_name = "DIR", conflicts_with = "to")]
    prefix: Option<PathBuf>,
    /// A directory to put before all paths, for building a package; the engine is then started by its name
    #[arg(long, value_name = "DIR", conflicts_with = "to")]
    destdir: Option<PathBuf>,
    /// Only the file for XBoard's list of engines, in this directory
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Only print what would be done
    #[arg(long)]
    dry_run: bool,
}

/// The directories for the files.
struct Places {
    /// The directory for the file that XBoard reads.
    plugins: PathBuf,
    /// The directory for all others, if they are installed.
    share: Option<PathBuf>,
    /// Whether that is the user's own directory.
    own: bool,
    /// The directory below which `uninstall` removes directories that are left empty.
    root: PathBuf,
}

impl Places {
    /// Whether XBoard looks for engines in `plugins`.
    fn are_searched(&self) -> bool {
        ROOTS.iter().any(|root| Path::new(root).join(PLUGINS) == self.plugins)
    }

    /// All files but the one for XBoard's list.
    fn others(&self, command: &[String]) -> io::Result<Vec<File>> {
        self.share.as_deref().map_or(Ok(Vec::new()), |share| files::others(share, command))
    }

    /// Removes the directories that a removed file leaves empty.
    fn remove_empty(&self, file: &Path) {
        let within = |path: &&Path| path.starts_with(&self.root) && *path != self.root;
        // A directory that is not empty is not removed, and ends the walk.
        let mut above = file.ancestors().skip(1).take_while(within);
        while above.next().is_some_and(|directory| fs::remove_dir(directory).is_ok()) {}
    }
}

impl Arguments {
    fn places(&self) -> Result<Places, Report> {
        if let Some(directory) = &self.to {
            return Ok(Places { plugins: directory.clone(), share: None, own: false, root: directory.clone() });
        }
        let given =
            self.prefix.clone().or_else(|| (is_administrator() || self.destdir.is_some()).then(|| SYSTEM.into()));
        let (share, own) = match given {
            Some(prefix) => (prefix.join("share"), false),
            None => (own_share()?, true),
        };
        let plugins = if own { Path::new(SYSTEM).join(PLUGINS) } else { share.with_file_name(PLUGINS) };
        let shared = ROOTS.iter().any(|root| share.starts_with(root));
        let root = match (&self.destdir, &self.prefix) {
            (Some(directory), _) => directory.clone(),
            (None, Some(prefix)) if !shared => prefix.clone(),
            _ => share.clone(),
        };
        Ok(Places { plugins: self.staged(plugins), share: Some(self.staged(share)), own, root })
    }

    /// A path below the directory in which a package is built.
    fn staged(&self, path: PathBuf) -> PathBuf {
        match &self.destdir {
            Some(directory) => directory.join(path.strip_prefix("/").unwrap_or(&path)),
            None => path,
        }
    }

    /// The command that starts the engine: its name if that is enough.
    fn command(&self, variants: &[PathBuf]) -> Result<Vec<String>, Failure> {
        let mut words = vec![if self.destdir.is_some() { NAME.to_owned() } else { program(&this()?)? }];
        for directory in variants {
            words.extend(["--variants".to_owned(), plain(&command::whole(directory)?)?]);
        }
        Ok(words)
    }
}

pub(super) fn install(arguments: &Arguments, variants: &[PathBuf]) -> Result<(), Failure> {
    let places = arguments.places()?;
    let command = arguments.command(variants)?;
    let plugin = files::plugin(&places.plugins, &command);
    let mut output = io::stdout().lock();
    for file in &places.others(&command)? {
        if arguments.dry_run {
            writeln!(output, "would write {}", file.path.display())?;
        } else {
            write(file).map_err(|fault| cannot_write(&file.path, &fault))?;
            writeln!(output, "wrote {}", file.path.display())?;
        }
    }
    if let Some(share) = places.share.as_deref().filter(|_| places.own) {
        let directory = share.join(files::ZSH);
        writeln!(output, "zsh completes after `fpath+=({})`, before `compinit`, in ~/.zshrc", directory.display())?;
    }
    if arguments.dry_run {
        return Ok(write!(output, "{}:\n{}", plugin.path.display(), plugin.text)?);
    }
    let command = command.join(" ");
    if let Err(fault) = write(&plugin) {
        let options: String = variants.iter().map(|path| format!(" --variants {}", path.display())).collect();
        let this = this().map_or_else(|_| NAME.into(), |path| path.display().to_string());
        let fault = Report::error(cannot_write(&plugin.path, &fault))
            .help(format!(
                "become an administrator, since XBoard looks nowhere else, for example with `sudo {this} install{options}`"
            ))
            .help(format!(
                "in XBoard, choose Engine / Load New 1st Engine and write `{command}` as the engine command; \
                 \"Add this engine to the list\" keeps it there"
            ))
            .help("`alfil xboard VARIANT` needs no list");
        if places.own {
            // Only an administrator can write this file; all that users can install has been.
            let note = Report { severity: Severity::Note, ..fault };
            return Ok(writeln!(output, "{}", note.render(false))?);
        }
        return Err(fault.into());
    }
    writeln!(output, "wrote {}: XBoard starts `{command}`", plugin.path.display())?;
    match (&arguments.destdir, places.are_searched()) {
        (Some(_), _) => {}
        (None, true) => writeln!(output, "start XBoard again and find it under Engine / Load New 1st Engine")?,
        (None, false) => writeln!(
            output,
            "XBoard does not look there, only in {}",
            ROOTS.map(|root| Path::new(root).join(PLUGINS).display().to_string()).join(" and ")
        )?,
    }
    Ok(())
}

pub(super) fn uninstall(arguments: &Arguments) -> Result<(), Failure> {
    let places = arguments.places()?;
    let mut files = places.others(&[])?;
    files.push(files::plugin(&places.plugins, &[]));
    let mut output = io::stdout().lock();
    let mut faults = Vec::new();
    let mut found = false;
    for file in files.iter().filter(|file| file.path.symlink_metadata().is_ok()) {
        found = true;
        let path = file.path.display();
        if arguments.dry_run {
            writeln!(output, "would remove {path}")?;
            continue;
        }
        match fs::remove_file(&file.path) {
            Ok(()) => {
                writeln!(output, "removed {path}")?;
                places.remove_empty(&file.path);
            }
            Err(fault) => faults.push(cannot("remove this file", &file.path, &fault)),
        }
    }
    if let Some(last) = faults.pop() {
        faults.into_iter().try_for_each(|fault| complain(&Report::error(fault)))?;
        let this = this().map_or_else(|_| NAME.into(), |path| path.display().to_string());
        let help = format!("become an administrator, for example with `sudo {this} uninstall`");
        return Err(Report::error(last).help(help).into());
    }
    if !found {
        let share = places.share.as_deref().unwrap_or(&places.plugins);
        let others = if places.own { format!(" or in {}", places.plugins.display()) } else { String::new() };
        writeln!(output, "there is nothing to remove below {}{others}", share.display())?;
    }
    Ok(())
}

fn write(file: &File) -> io::Result<()> {
    if let Some(directory) = file.path.parent() {
        make_directory(directory)?;
    }
    fs::write(&file.path, &file.text)
}

#[cfg(unix)]
fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

/// Other systems have no directories that only an administrator installs to.
#[cfg(not(unix))]
fn is_administrator() -> bool {
    false
}

/// The user's data directory.
fn own_share() -> Result<PathBuf, Report> {
    let strategy = etcetera::choose_base_strategy().ok().filter(|_| cfg!(unix));
    strategy.map(|strategy| strategy.data_dir()).ok_or_else(|| {
        Report::error("this system has no places for these files")
            .help("`--prefix DIR` names a directory; in WinBoard, use Engine / Load New 1st Engine")
    })
}

/// This program.
fn this() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|fault| format!("the path of this program cannot be found: {fault}"))
}

/// The command that starts this program: its name if that is enough.
fn program(this: &Path) -> Result<String, Report> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = std::env::split_paths(&path).map(|directory| directory.join(NAME)).find(|path| path.is_file());
    let same = first.is_some_and(|found| found.canonicalize().ok() == this.canonicalize().ok());
    if same { Ok(NAME.to_owned()) } else { plain(this) }
}

/// A path as one word of the command in the file for XBoard, which splits it at blanks.
fn plain(path: &Path) -> Result<String, Report> {
    let text = path.to_str().filter(|text| !text.contains(|c: char| c.is_whitespace() || c == '"' || c == '\''));
    text.map(str::to_owned).ok_or_else(|| {
        Report::error(format!("{}: XBoard cannot read a path with spaces or quotes", path.display()))
            .help("move it, or link to it")
    })
}
