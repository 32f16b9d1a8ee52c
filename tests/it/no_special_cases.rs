//! Code depends on rules, never on names: only the list of bundled files may name a variant.

use crate::code::{program, sources};
use alfil::internals::variant::builtin;
use std::path::{Path, PathBuf};

/// The only file that may name variants.
const LIST: &str = "src/variant/builtin.rs";

/// Names of games that are also words with other meanings: rules, moves, times, and the word for indivisible
/// operations. They are names only in comparisons.
const WORDS: [&str; 11] = [
    "asean",
    "atomic",
    "cambodian",
    "cylinder",
    "duck",
    "extinction",
    "grasshopper",
    "makruk",
    "modern",
    "placement",
    "sittuyin",
];

/// Strings that are names of games and mean something else, by the files in which they may be.
const STRINGS: [(&str, &str); 3] = [
    // The game of commands that name none.
    ("src/cli/mod.rs", "chess"),
    // A line of the facts about XBoard.
    ("src/cecp/xboard.rs", "standard"),
    // A key of `variants.ini`.
    ("src/import/ini/castling.rs", "chess960"),
];

/// Whether a text is compared with a word.
fn compares(line: &str, word: &str) -> bool {
    let literal = format!("\"{word}\"");
    let [before, behind] = [["== ", "!= "], [" =>", " |"]];
    before.iter().any(|sign| line.contains(&format!("{sign}{literal}")))
        || behind.iter().any(|sign| line.contains(&format!("{literal}{sign}")))
}

/// The words of identifiers and strings, in lower case: `is_big`, `IsBig` and `"is big"` are two words each.
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
fn identifiers_are_split_into_words() {
    assert_eq!(
        words("fn is_big(IsBig)").join(" ").split_whitespace().collect::<Vec<_>>().join(" "),
        "fn is big is big"
    );
    assert!(compares("if name == \"atomic\" {", "atomic") && compares("\"atomic\" => true", "atomic"));
    assert!(!compares("use std::sync::atomic;", "atomic"));
    assert!(has_compound("\"variant explosion-icc\"", "explosion-icc"));
    assert!(!has_compound("\"pre-explosion-icc\"", "explosion-icc"));
}

/// Whether a name with a hyphen, which is not a word, occurs in a text.
fn has_compound(line: &str, name: &str) -> bool {
    let within = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    name.contains('-')
        && line
            .match_indices(name)
            .any(|(at, _)| !within(line[..at].chars().next_back()) && !within(line[at + name.len()..].chars().next()))
}

/// A string of a program that is the name of a game, or another name of one.
#[test]
fn no_string_names_a_variant() {
    let names: Vec<&str> = builtin()
        .iter()
        .flat_map(|file| [file.name()].into_iter().chain(file.variant().aliases.iter().map(String::as_str)))
        .collect();
    let mut found = Vec::new();
    for path in sources().iter().filter(|path| *path != Path::new(LIST)) {
        let code = program(path);
        let named = names.iter().filter(|name| {
            let compound = code.lines().any(|line| has_compound(line, name));
            !WORDS.contains(name) && (compound || code.contains(&format!("\"{name}\"")))
        });
        found.extend(named.map(|name| (path.to_str().expect("its name is text").replace('\\', "/"), *name)));
    }
    let mut expected = STRINGS.map(|(file, name)| (file.to_owned(), name));
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn no_code_names_a_variant() {
    let names: Vec<&str> = builtin().iter().map(|file| file.name()).collect();
    let files = sources();
    assert!(files.contains(&PathBuf::from(LIST)));
    let mut failures = Vec::new();
    for path in files.iter().filter(|path| *path != Path::new(LIST)) {
        // Tests may play any game.
        for line in program(path).lines() {
            // The keyword of paths is not a name, and a program's name is not that of a game.
            let line = line.replace("super::", "").replace("(super)", "").replace("Fairy-Stockfish", "");
            let line = line.as_str();
            let harmless = |word: &str| WORDS.contains(&word) && !compares(line, word);
            let named = words(line).into_iter().find(|word| names.contains(&word.as_str()) && !harmless(word));
            failures.extend(named.map(|name| format!("{}: `{name}` in `{}`", path.display(), line.trim())));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
