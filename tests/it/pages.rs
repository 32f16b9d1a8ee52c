//! The pages in `docs`: their examples run, and print what they show.
//!
//! The tutorial and the cookbook have tests of their own.

use super::cli::{run_with, words};
use super::common::{Scratch, alfil, blocks};
use std::process::Output;

const ANALYSIS: &str = include_str!("../../docs/analysis.md");
const BALANCE: &str = include_str!("../../docs/balance.md");
const IMPORT: &str = include_str!("../../docs/import.md");
const LEARNING: &str = include_str!("../../docs/learning.md");
const NOTATION: &str = include_str!("../../docs/xbetza.md");
const VARIANT_FILES: &str = include_str!("../../docs/variant-files.md");
const README: &str = include_str!("../../README.md");

/// Runs a command line in a directory that is also the user's home.
fn run(home: &Scratch, line: &str, input: &str) -> Output {
    let path = home.path("").display().to_string();
    let line = line.replace('"', "'").replace("~/", &path);
    let mut command = alfil();
    command.args(words(&line)).current_dir(home.path("")).env("HOME", home.path(""));
    run_with(command.env("XDG_CONFIG_HOME", home.path("config")).env("XDG_DATA_HOME", home.path("data")), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A console block: a command after `$`, input after `>`, and then the output.
fn compare(home: &Scratch, block: &str) -> usize {
    let mut compared = 0;
    for part in block.split("$ alfil ").skip(1) {
        let mut lines = part.lines().peekable();
        let line = lines.next().expect("a command");
        let mut input = String::new();
        while let Some(typed) = lines.next_if(|line| line.starts_with("> ")) {
            input += &typed[2..];
            input.push('\n');
        }
        let expected: Vec<&str> = lines.collect();
        let output = run(home, line, &input);
        let (said, complained) = (text(&output.stdout), text(&output.stderr));
        if expected.is_empty() {
            assert!(output.status.success(), "{line}: {complained}");
            continue;
        }
        let expected = expected.join("\n").replace("/home/me/", &home.path("").display().to_string());
        let printed = [[&said, &complained], [&complained, &said]].map(|[first, second]| format!("{first}{second}"));
        assert!(
            printed.iter().any(|printed| printed.trim_end() == expected.trim_end()),
            "`alfil {line}` prints\n{said}{complained}\nand not\n{expected}"
        );
        compared += 1;
    }
    compared
}

#[test]
fn examples_on_the_page_of_the_notation_are_current() {
    let home = Scratch::new("pages-notation");
    let compared: usize = blocks(NOTATION, "console").map(|block| compare(&home, block)).sum();
    assert_eq!(compared, 5);
}

#[test]
fn the_page_of_variant_files_shows_lines_of_a_rule_sheet() {
    let home = Scratch::new("pages-variants");
    let file = blocks(VARIANT_FILES, "toml").find(|text| text.contains("amazons-and-queens")).expect("it is there");
    home.write("amazons-and-queens.toml", file);
    let sheet = text(&run(&home, "rules amazons-and-queens.toml", "").stdout);
    let sheet = sheet.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = blocks(VARIANT_FILES, "text").find(|text| text.contains("PROMOTION")).expect("it is there");
    let lines: Vec<&str> = shown.lines().filter(|line| !line.is_empty()).collect();
    assert!(lines.len() > 3, "{lines:?}");
    for line in lines {
        assert!(sheet.contains(line), "{line}: {sheet}");
    }
}

#[test]
fn examples_on_the_page_of_imports_are_current() {
    let home = Scratch::new("pages-import");
    home.write("variants.ini", "[gemini:janus]\n\n[khans:chess]\ndoubleStep = false\n\n[third:chess]\n");
    home.write("my.ini", "# Who castles wins.\n[hasty:chess]\nstalemateValue = loss\ncastlingWins = kq\n");
    let compared: usize = blocks(IMPORT, "console").map(|block| compare(&home, block)).sum();
    assert_eq!(compared, 3);
}

/// A small game that is over as soon as the queens meet.
const DUEL: &str = r#"
name = "duel"
board = { files = 5, ranks = 5 }
pieces.K = { name = "King", move = "K" }
pieces.Q = { name = "Queen", move = "Q" }
start.fen = "q1k1q/5/5/5/Q1K1Q w 0 1"
"#;

/// A line with less work than on its page.
fn shortened(line: &str) -> String {
    // The match of the network that is fitted takes minutes unless its games are short.
    let line =
        line.replace("learn play xiangqi", "learn play duel.toml").replace("learn fit xiangqi", "learn fit duel.toml");
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        words[at] = match words[at - 1] {
            "--hours" => "0.0002",
            "--games" if line.contains("duel") => "200",
            "--games" => "12",
            "--time" => "0.02",
            _ => words[at],
        };
    }
    let limited = |options: &[&str]| words.iter().any(|word| options.contains(word));
    match words[0] {
        "analyze" if !limited(&["--time", "--depth"]) => words.extend(["--depth", "4"]),
        "balance" if !limited(&["--games"]) => words.extend(["--games", "12"]),
        _ => {}
    }
    words.join(" ")
}

#[test]
fn command_lines_on_the_pages_run() {
    let home = Scratch::new("pages-lines");
    let games = home.path("games");
    std::fs::create_dir_all(&games).expect("it can be made");
    let outpost = blocks(README, "toml").next().expect("a file is shown");
    std::fs::write(games.join("outpost.toml"), outpost).expect("it can be written");
    home.write("duel.toml", DUEL);
    home.write("positions.epd", "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8; id \"back rank\";\n");
    home.write("games.pgn", "[Variant \"Crazyhouse\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    let pages = [ANALYSIS, BALANCE, LEARNING];
    let mut lines = pages.into_iter().flat_map(|page| blocks(page, "sh")).flat_map(str::lines).collect::<Vec<_>>();
    // Learning from games comes after playing them.
    lines.sort_by_key(|line| line.contains("learn fit"));
    assert!(lines.len() > 8, "{lines:?}");
    for line in lines {
        // Other programs start ours, and give each part a number.
        let (_, line) = line.split_once("alfil ").expect("a command of ours");
        let line = line.split(" ::: ").next().unwrap_or(line).replace("{}", "2");
        let line = line.split(" > ").next().unwrap_or(&line);
        let output = run(&home, &shortened(line), "");
        let complained = text(&output.stderr);
        // A network that does not win its match is a failure.
        let lost = line.contains("learn fit") && text(&output.stdout).contains("not proven better");
        assert!((output.status.success() || lost) && !complained.contains("error"), "`alfil {line}`: {complained}");
        assert!(!output.stdout.is_empty(), "`alfil {line}` prints nothing");
    }
}
