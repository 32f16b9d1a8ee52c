//! The tutorial, followed from top to bottom in an empty directory.
//!
//! Blocks of TOML are the file: each is added to it, in place of an earlier one that begins with the same line. Lines
//! of shell blocks are run; each line of a text block must be in the output of the last of them, in this order.

use super::common::{Scratch, alfil, all_blocks};

const TUTORIAL: &str = include_str!("../../docs/tutorial.md");

#[test]
fn the_tutorial_works_step_by_step() {
    let scratch = Scratch::new("tutorial");
    let mut file: Vec<&str> = Vec::new();
    let mut said = String::new();
    let mut looked_at = 0;
    for (language, text) in all_blocks(TUTORIAL) {
        match language {
            "toml" => {
                let first = text.lines().next();
                match file.iter_mut().find(|block| block.lines().next() == first) {
                    Some(block) => *block = text,
                    None => file.push(text),
                }
                scratch.write("skirmish.toml", &(file.join("\n\n") + "\n"));
            }
            "sh" => {
                for line in text.lines() {
                    let words = line.strip_prefix("alfil ").expect("a command of ours").split_whitespace();
                    let output =
                        alfil().args(words).current_dir(scratch.folder()).output().expect("the program starts");
                    said =
                        [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
                }
            }
            "text" => {
                let mut rest = said.lines();
                for expected in text.lines() {
                    let found = rest.any(|line| line.contains(expected.trim()));
                    assert!(found, "`{expected}` does not come in\n{said}");
                    looked_at += 1;
                }
            }
            other => panic!("nobody knows what to do with a block of `{other}`"),
        }
    }
    assert!(looked_at > 10, "{looked_at} lines");
}
