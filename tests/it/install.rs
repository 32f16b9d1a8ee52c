//! `alfil install` and `alfil uninstall`, in directories of the test.
//!
//! The places of files are defined by XBoard's plugin standard, the standards for desktop entries and base directories,
//! and the manuals of bash-completion, zsh and fish.

use super::cli::output;
use super::common::Scratch;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All files below a directory, by their paths in it.
fn files(directory: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut rest = vec![directory.to_owned()];
    while let Some(place) = rest.pop() {
        for entry in fs::read_dir(place).expect("it can be read") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                rest.push(path);
            } else {
                found.insert(path.strip_prefix(directory).expect("it is below").to_owned());
            }
        }
    }
    found
}

/// The commands according to the program's help.
fn commands() -> Vec<String> {
    let help = output("--help", "");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn installing_writes_what_xboard_reads() {
    let folder = std::env::temp_dir().join(format!("alfil-install-{}", std::process::id()));
    let line = format!("install --to {}/xboard", folder.display());
    let said = output(&format!("{line} --dry-run"), "");
    assert!(said.contains("plugin spec 0.0") && !folder.exists(), "{said}");
    let said = output(&format!("{line} --variants tests/data/protocol/variants"), "");
    let path = folder.join("xboard/alfil.eng");
    assert!(said.contains(&path.display().to_string()), "{said}");
    assert!(
        said.contains("XBoard does not look there, only in /usr/share/games/plugins/xboard and /usr/local"),
        "{said}"
    );
    let text = fs::read_to_string(&path).expect("it is written");
    fs::remove_dir_all(&folder).expect("it can go");
    // Three lines: a description, a command, kinds of games. The command has absolute paths.
    let lines: Vec<&str> = text.lines().collect();
    let [first, command, games] = lines[..] else { panic!("{text}") };
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants");
    assert_eq!(first, "plugin spec 0.0");
    assert!(command.starts_with('/') && command.ends_with(&format!("alfil --variants {own}")), "{command}");
    assert!(games.contains("chess,"), "{games}");
}

#[test]
fn a_package_gets_every_file_in_its_place() {
    let scratch = Scratch::new("package");
    let line = format!("install --prefix /usr --destdir '{}'", scratch.path("").display());
    let planned = output(&format!("{line} --dry-run"), "");
    assert_eq!(files(&scratch.path("")), BTreeSet::new());
    let said = output(&line, "");
    let read = |path: &str| fs::read_to_string(scratch.path(path)).unwrap_or_else(|fault| panic!("{path}: {fault}"));
    assert_eq!(read("usr/share/games/plugins/xboard/alfil.eng").lines().nth(1), Some("alfil"));
    let desktop = read("usr/share/applications/alfil.desktop");
    assert!(desktop.starts_with("[Desktop Entry]\nType=Application\nName="), "{desktop}");
    assert!(desktop.lines().any(|line| line == "Exec=alfil xboard normal"), "{desktop}");
    // Every action has a group, and starts an existing game.
    let actions = desktop.lines().find_map(|line| line.strip_prefix("Actions=")).expect("there are actions");
    for action in actions.split_terminator(';') {
        let group = desktop.split(&format!("[Desktop Action {action}]\n")).nth(1).unwrap_or_else(|| panic!("{action}"));
        let exec = group.lines().find_map(|line| line.strip_prefix("Exec=alfil ")).expect("it does something");
        assert!(output(&format!("{exec} --dry-run"), "").contains("-variant "), "{exec}");
    }
    let manual = read("usr/share/man/man6/alfil.6");
    assert!(manual.contains(".TH alfil 6 ") && manual.contains("ALFIL_VARIANTS"), "{manual}");
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for name in commands {
        let page = read(&format!("usr/share/man/man6/alfil-{name}.6"));
        assert!(page.contains(&format!("alfil\\-{name}")), "{page}");
    }
    // Every file written is reported, and was announced before.
    for path in files(&scratch.path("")) {
        let path = scratch.path("").join(path).display().to_string();
        assert!(said.contains(&format!("wrote {path}")) && planned.contains(&path), "{path}\n{said}\n{planned}");
    }
}

/// Every command is completed, and where it takes a game, its names and files are.
#[test]
fn shells_complete_commands_games_and_files() {
    let scratch = Scratch::new("completions");
    output(&format!("install --prefix '{}'", scratch.path("").display()), "");
    let [bash, zsh, fish] =
        ["bash-completion/completions/alfil", "zsh/site-functions/_alfil", "fish/vendor_completions.d/alfil.fish"]
            .map(|path| fs::read_to_string(scratch.path("share").join(path)).expect("it is written"));
    let has = |text: &str, expected: &str| text.lines().any(|line| line.trim() == expected);
    let library = alfil::Library::bundled();
    let names = library.names().collect::<Vec<_>>().join(" ");
    assert!(has(&zsh, &format!("_alternative 'variants:variant:({names})' 'files:file:_files'")), "{zsh}");
    assert!(zsh.find("_alfil_variants() {") < zsh.find("\n_alfil() {"), "{zsh}");
    let mut with_games = 0;
    for name in commands() {
        assert!(has(&bash, &format!("alfil,{name})")) && has(&zsh, &format!("({name})")), "{name}");
        let described = format!("complete -c alfil -n \"__fish_alfil_needs_command\" -f -a \"{name}\" -d ");
        assert!(fish.lines().any(|line| line.starts_with(&described)), "{name}");
        let help = output(&format!("{name} --help"), "");
        let usage = help.lines().find(|line| line.starts_with("Usage: ")).unwrap_or_default();
        let takes_game = usage.contains("<VARIANT>") || usage.contains("[VARIANT]");
        with_games += usize::from(takes_game);
        let offered = format!("complete -c alfil -n \"__fish_alfil_using_subcommand {name}\" -a \"{names}\"");
        assert_eq!(has(&fish, &offered), takes_game, "{name}: {usage}");
    }
    assert!(with_games > 8, "{with_games}");
    // Its name is an option there.
    let like = "The variant to begin with, by name or file [default: orthodox chess]";
    let offered = format!("-l like -d '{like}' -r -F -a \"{names}\"");
    assert!(has(&fish, &format!("complete -c alfil -n \"__fish_alfil_using_subcommand new\" {offered}")), "{fish}");
    let game = "':variant -- The variant, by name or file; `alfil list` shows the names:_alfil_variants' \\";
    assert!(has(&zsh, game) && zsh.matches(&format!(":({names})")).count() == 1, "{zsh}");
    assert!(bash.contains(&format!(" {names}\"")), "{bash}");
    // These options are not for people.
    for hidden in ["--untested", "--variant ", "--variant=", "-l untested", "-l variant "] {
        assert!(![&bash, &zsh, &fish].iter().any(|text| text.contains(hidden)), "{hidden}");
    }
}

#[test]
fn uninstalling_removes_what_was_installed() {
    let scratch = Scratch::new("uninstall");
    let prefix = scratch.path("prefix");
    let line = |command: &str| format!("{command} --prefix '{}'", prefix.display());
    output(&line("install"), "");
    let installed = files(&prefix);
    assert!(installed.len() > 10, "{installed:?}");
    // The program is not the one on the search path.
    let plugin = fs::read_to_string(prefix.join("share/games/plugins/xboard/alfil.eng")).expect("it is written");
    assert_eq!(plugin.lines().nth(1), Some(env!("CARGO_BIN_EXE_alfil")));
    let other = prefix.join("share/man/man6/alfils-friend.6");
    fs::write(&other, "").expect("writable");
    let said = output(&line("uninstall --dry-run"), "");
    assert_eq!(said.lines().filter(|line| line.starts_with("would remove ")).count(), installed.len());
    assert_eq!(files(&prefix).len(), installed.len() + 1);
    let said = output(&line("uninstall"), "");
    for path in installed {
        assert!(said.contains(&format!("removed {}\n", prefix.join(&path).display())), "{}", path.display());
    }
    assert_eq!(files(&prefix), BTreeSet::from([other.strip_prefix(&prefix).expect("it is below").to_owned()]));
    assert!(output(&line("uninstall"), "").starts_with("there is nothing to remove"));
    // Directories that others use stay, empty ones go.
    let left: BTreeSet<_> =
        fs::read_dir(prefix.join("share")).expect("it stays").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, BTreeSet::from(["man".into()]));
    // Only the directory that the user has named stays.
    let prefix = scratch.path("alone");
    for command in ["install", "uninstall"] {
        output(&format!("{command} --prefix '{}'", prefix.display()), "");
    }
    assert_eq!(fs::read_dir(&prefix).expect("it stays").count(), 0);
}

#[test]
fn without_administrator_rights_files_go_to_the_users_directories() {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    /// The user `nobody` in systems that have one.
    const NOBODY: u32 = 65_534;
    let scratch = Scratch::new("own");
    let administrator = fs::metadata(scratch.path("")).expect("it is there").uid() == 0;
    let program = scratch.path("program");
    fs::copy(env!("CARGO_BIN_EXE_alfil"), &program).expect("there is room");
    let mut command = Command::new(program);
    if administrator {
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = command.args(["install", "--dry-run"]).env("XDG_DATA_HOME", "/home/of/mine").output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout);
    for line in [
        "would write /home/of/mine/applications/alfil.desktop",
        "would write /home/of/mine/bash-completion/completions/alfil",
        "would write /home/of/mine/man/man6/alfil.6",
        "zsh completes after `fpath+=(/home/of/mine/zsh/site-functions)`, before `compinit`, in ~/.zshrc",
        // XBoard searches no user directory.
        "/usr/local/share/games/plugins/xboard/alfil.eng:",
    ] {
        assert!(said.lines().any(|other| other == line), "{line}\n{said}");
    }
}
