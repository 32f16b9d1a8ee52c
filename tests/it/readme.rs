//! The examples of the README work.

use super::cli::{output, run_with};
use super::common::alfil;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The README.
const README: &str = include_str!("../../README.md");

/// The variant file of the README, in a temporary directory.
struct Shown(PathBuf);

impl Shown {
    fn new(name: &str) -> Self {
        let text = README.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a file is shown");
        let directory = std::env::temp_dir().join(format!("alfil-readme-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("the directory for temporary files is writable");
        fs::write(directory.join("outpost.toml"), text).expect("writable");
        Self(directory)
    }

    /// Plays the game in the terminal; returns the output.
    fn play(&self, options: &[&str], input: &str) -> String {
        let output = run_with(alfil().args(["play", "outpost", "--variants"]).arg(&self.0).args(options), input);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The moves follow by hand from the comments of the file.
#[test]
fn the_game_in_the_readme_has_its_rules() {
    let shown = Shown::new("rules");
    let said = shown.play(&["--side", "both"], "moves a1\nmoves b1\nmoves c1\na2a3\na6a5\nmoves a1\na1a4\nquit\n");
    let lines: Vec<&str> = said.lines().collect();
    // The rook is shut in; the cannon captures over the pawn before it; the grasshopper jumps over three.
    for expected in ["no move from a1", "b1b6", "c1a3 c1c3 c1e3", "a1a2"] {
        assert!(lines.contains(&expected), "`{expected}` does not come in\n{said}");
    }
    assert!(said.contains("`a1a4` cannot be played"), "{said}");
}

#[test]
fn the_engine_plays_the_game_in_the_readme_to_its_end() {
    let said = Shown::new("game").play(&["--side", "none", "--time", "0.002"], "");
    let end = said.lines().last().unwrap_or_default();
    assert!(end.contains(" wins by ") || end.starts_with("Draw by "), "{said}");
}

/// The table of commands is that of the program.
#[test]
fn the_readme_lists_every_command() {
    let listed: BTreeSet<&str> =
        README.lines().filter_map(|line| line.strip_prefix("| `alfil ")?.split([' ', '`']).next()).collect();
    let help = output("--help", "");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let known: BTreeSet<&str> =
        commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(known.len() > 3, "{help}");
    assert_eq!(listed, known);
}
