//! The examples of the README work.

use super::cli::{output, run_with};
use super::common::{Scratch, alfil, blocks};
use std::collections::BTreeSet;

/// The README.
const README: &str = include_str!("../../README.md");

/// Plays the game of the README in the terminal, in a directory with this name; returns the output.
fn play(name: &str, options: &[&str], input: &str) -> String {
    let scratch = Scratch::new(&format!("readme-{name}"));
    scratch.write("outpost.toml", blocks(README, "toml").next().expect("a file is shown"));
    let mut command = alfil();
    command.args(["play", "outpost", "--variants"]).arg(scratch.folder()).args(options);
    let output = run_with(&mut command, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The moves follow by hand from the comments of the file.
#[test]
fn the_game_in_the_readme_has_its_rules() {
    let said = play("rules", &["--side", "both"], "moves a1\nmoves b1\nmoves c1\na2a3\na6a5\nmoves a1\na1a4\nquit\n");
    let lines: Vec<&str> = said.lines().collect();
    // The rook is shut in; the cannon captures over the pawn before it; the grasshopper jumps over three.
    for expected in ["no move from a1", "b1b6", "c1a3 c1c3 c1e3", "a1a2"] {
        assert!(lines.contains(&expected), "`{expected}` does not come in\n{said}");
    }
    assert!(said.contains("`a1a4` cannot be played"), "{said}");
}

#[test]
fn the_engine_plays_the_game_in_the_readme_to_its_end() {
    let said = play("game", &["--side", "none", "--time", "0.002"], "");
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
