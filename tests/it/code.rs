//! The engine's own sources, as tests read them.

use std::fs;
use std::path::{Path, PathBuf};

/// All files of the program except those with only tests.
pub fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    find(Path::new("src"), &mut found);
    found.retain(|path| !path.iter().any(|part| part == "tests" || part == "tests.rs"));
    found
}

/// The contents of a file without comments, and without the tests at its end.
pub fn program(path: &Path) -> String {
    let code = fs::read_to_string(path).expect("readable");
    without_comments(code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default())
}

fn find(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            find(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code with its comments blanked out; strings stay.
fn without_comments(code: &str) -> String {
    let chars: Vec<char> = code.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut out = String::new();
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
                continue;
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                while i < chars.len() {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 {
                        break;
                    }
                }
                continue;
            }
            'r' if matches!(at(i + 1), '"' | '#') && !(i > 0 && at(i - 1).is_alphanumeric()) => {
                let hashes = (i + 1..).take_while(|&j| at(j) == '#').count();
                i += 1 + hashes;
                if at(i) == '"' {
                    i += 1;
                    while i < chars.len() && !(at(i) == '"' && (1..=hashes).all(|j| at(i + j) == '#')) {
                        i += 1;
                    }
                    i += 1 + hashes;
                }
            }
            '"' => {
                i += 1;
                while i < chars.len() && at(i) != '"' {
                    i += if at(i) == '\\' { 2 } else { 1 };
                }
                i += 1;
            }
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            _ => i += 1,
        }
        out.extend(&chars[start..i.min(chars.len())]);
    }
    out
}

#[test]
fn the_reader_of_code_tells_comments_from_strings() {
    let code =
        "let a = \"// x\"; // shy\n/* a /* b */ shy */ let c = ['\"', '\\'', 'x']; let d: &'static str = r#\"y\"\"#;";
    let left = without_comments(code);
    assert!(!left.contains("shy"), "{left}");
    assert!(left.contains("// x") && left.contains("static") && left.contains("r#\"y\"\"#"), "{left}");
}
