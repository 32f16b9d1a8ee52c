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
            // The keyword of paths is not a name.
            let line = line.replace("super::", "").replace("(super)", "");
            let line = line.as_str();
            let harmless = |word: &str| WORDS.contains(&word) && !compares(line, word);
            let named = words(line).into_iter().find(|word| names.contains(&word.as_str()) && !harmless(word));
            failures.extend(named.map(|name| format!("{}: `{name}` in `{}`", path.display(), line.trim())));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
