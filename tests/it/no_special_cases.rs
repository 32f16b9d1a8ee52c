//! Code asks for rules, never for names: only the list of bundled files may
//! name a variant.

use alfil::internals::variant::builtin;
use std::fs;
use std::path::{Path, PathBuf};

/// The only file that may name variants.
const LIST: &str = "src/variant/builtin.rs";

/// Names of games that are words of other meaning, too: rules, moves, times, and
/// what is done at once. Only what a text is compared with is a name.
const WORDS: [&str; 10] = [
    "asean",
    "atomic",
    "cambodian",
    "cylinder",
    "extinction",
    "grasshopper",
    "makruk",
    "modern",
    "placement",
    "sittuyin",
];

/// Whether a text is compared with a word.
fn compares(line: &str, word: &str) -> bool {
    let literal = format!("\"{word}\"");
    let [before, behind] = [["== ", "!= "], [" =>", " |"]];
    before.iter().any(|sign| line.contains(&format!("{sign}{literal}")))
        || behind.iter().any(|sign| line.contains(&format!("{literal}{sign}")))
}

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
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

/// The words of which identifiers and strings are made, in small letters:
/// `is_big`, `IsBig` and `"is big"` are two words each.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in line.chars() {
        let begins = c.is_uppercase() && before.is_lowercase();
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

#[test]
fn the_reader_of_code_tells_comments_from_strings() {
    let code =
        "let a = \"// x\"; // shy\n/* a /* b */ shy */ let c = ['\"', '\\'', 'x']; let d: &'static str = r#\"y\"\"#;";
    let left = without_comments(code);
    assert!(!left.contains("shy"), "{left}");
    assert!(left.contains("// x") && left.contains("static") && left.contains("r#\"y\"\"#"), "{left}");
    assert_eq!(
        words("fn is_big(IsBig)").join(" ").split_whitespace().collect::<Vec<_>>().join(" "),
        "fn is big is big"
    );
    assert!(compares("if name == \"atomic\" {", "atomic") && compares("\"atomic\" => true", "atomic"));
    assert!(!compares("use std::sync::atomic;", "atomic"));
}

#[test]
fn no_code_names_a_variant() {
    let names: Vec<&str> = builtin().iter().map(|file| file.name()).collect();
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    assert!(files.contains(&PathBuf::from(LIST)));
    let mut failures = Vec::new();
    // Modules of tests stand in files of their own or at the end of what they test.
    let tested = |path: &&PathBuf| !path.iter().any(|part| part == "tests" || part == "tests.rs");
    for path in files.iter().filter(|path| *path != Path::new(LIST)).filter(tested) {
        let code = fs::read_to_string(path).expect("readable");
        // Tests may play any game.
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for line in without_comments(code).lines() {
            // The keyword of paths is no name.
            let line = line.replace("super::", "").replace("(super)", "");
            let line = line.as_str();
            let harmless = |word: &str| WORDS.contains(&word) && !compares(line, word);
            let named = words(line).into_iter().find(|word| names.contains(&word.as_str()) && !harmless(word));
            failures.extend(named.map(|name| format!("{}: `{name}` in `{}`", path.display(), line.trim())));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
