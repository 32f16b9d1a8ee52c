//! The JSON Schema of variant files, against valid and invalid files, against the reference, and against the keys that
//! games use.

use crate::common::blocks;
use crate::variant_files::uncommented_template;
use alfil::internals::variant::file::schema;
use alfil::internals::variant::{builtin, flat_file};
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Validates files against the schema.
struct Judge {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Judge {
    fn new() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("alfil.json", schema()).expect("a schema");
        let index = compiler.compile("alfil.json", &mut schemas).expect("a schema of its draft");
        Self { schemas, index }
    }

    /// The error of a file, in the validator's words.
    fn fault(&self, text: &str) -> Option<String> {
        let file: Value = toml::from_str(text).expect("TOML");
        self.schemas.validate(&file, self.index).err().map(|fault| format!("{fault:#}"))
    }
}

/// The texts of files in a directory, by path.
fn files(directory: &str) -> Vec<(String, String)> {
    let listing = std::fs::read_dir(directory).expect("the directory is there");
    let paths = listing.map(|entry| entry.expect("readable").path());
    let files = paths.filter(|path| path.extension().is_some_and(|found| found == "toml"));
    files.map(|path| (path.display().to_string(), std::fs::read_to_string(path).expect("readable"))).collect()
}

/// Bundled games, and those of the tests.
fn games() -> Vec<(String, String)> {
    let bundled = builtin().iter().map(|file| (file.source().name.clone(), file.source().text.clone()));
    let played = ["docs/examples", "tests/data/variants", "tests/data/rules/games", "tests/data/protocol/variants"];
    let recipes = blocks(include_str!("../../docs/cookbook.md"), "toml")
        .map(|recipe| (recipe.lines().next().unwrap_or_default().to_owned(), recipe.to_owned()));
    bundled.chain(played.into_iter().flat_map(files)).chain(recipes).collect()
}

fn reference() -> String {
    std::fs::read_to_string("docs/variant-files.md").expect("the reference is there")
}

#[test]
fn files_that_are_right_are_accepted() {
    let judge = Judge::new();
    let text = reference();
    let blocks = blocks(&text, "toml").map(|block| match block.starts_with("name = ") {
        true => ("reference".to_owned(), block.to_owned()),
        false => ("reference".to_owned(), format!("name = \"part\"\n{block}")),
    });
    let faults = games().into_iter().chain(blocks).filter_map(|(name, text)| Some((name, judge.fault(&text)?)));
    let faults: Vec<_> = faults.map(|(name, fault)| format!("{name}: {fault}")).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_that_are_wrong_are_refused() {
    let judge = Judge::new();
    assert_eq!(judge.fault("name = \"a\"\ninclude = \"normal\"\npromotion = \"none\""), None);
    for wrong in [
        "title = \"A game without a name\"",
        "name = 7",
        "name = \"a\"\nbord = { files = 8 }",
        "name = \"a\"\nboard = { files = 13 }",
        "name = \"a\"\nboard = { files = 8, ranks = \"eight\" }",
        "name = \"a\"\nboard = { rank_base = 2 }",
        "name = \"a\"\n[castling]\nstyle = \"fisher\"",
        "name = \"a\"\n[castling]\nstyle = { fischer = [] }",
        "name = \"a\"\n[hand]\nsource = [\"captures\", \"found\"]",
        "name = \"a\"\n[royalty]\npieces = \"king\"",
        "name = \"a\"\n[promotion]\npieces = [\"P\"]",
        "name = \"a\"\n[[promotion]]\nto = \"queen\"",
        "name = \"a\"\n[pieces.K]\ncounts_as_pawn = \"both\"",
        "name = \"a\"\n[pieces.K]\nregion = { white = \"all\" }",
        "name = \"a\"\n[[effect]]\noffset = [1]",
        "name = \"a\"\nend = \"never\"",
    ] {
        assert!(judge.fault(wrong).is_some(), "{wrong}");
    }
}

/// A key, as `board.files`, with `ID` and `NAME` in place of authors' names.
#[derive(Default)]
struct Key {
    /// The words that its value, or the items of a list there, may be.
    words: BTreeSet<String>,
    /// The default word.
    usual: Option<String>,
    /// What the schema says of it.
    description: String,
}

/// All keys that have values.
fn keys() -> BTreeMap<String, Key> {
    let schema = schema();
    let mut keys = BTreeMap::new();
    gather(&schema, &schema, "", &mut keys);
    keys
}

fn gather(root: &Value, table: &Value, path: &str, keys: &mut BTreeMap<String, Key>) {
    for part in parts(root, table) {
        let named = part["properties"].as_object().into_iter().flatten();
        let chosen = if path == "zones" { "NAME" } else { "ID" };
        let any = part.get("additionalProperties").filter(|value| value.is_object()).map(|value| (chosen, value));
        for (name, value) in named.map(|(name, value)| (name.as_str(), value)).chain(any) {
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let parts = parts(root, value);
            if parts.iter().all(|part| part["type"] == "object") {
                gather(root, value, &path, keys);
                continue;
            }
            let words =
                parts.iter().flat_map(|part| part["enum"].as_array().into_iter().flatten().chain(part.get("const")));
            let words = words.filter_map(Value::as_str).map(str::to_owned).collect();
            let described = value["description"].as_str().or(table["description"].as_str()).unwrap_or_default();
            assert!(!described.is_empty(), "nothing is said of `{path}`");
            let usual = described.rsplit_once("Default: `\"").and_then(|(_, rest)| rest.split_once("\"`"));
            let usual = usual.map(|(word, _)| word.to_owned());
            keys.insert(path, Key { words, usual, description: described.to_owned() });
        }
    }
}

/// The shapes that a value may have, including those of list items; not the word that removes it.
fn parts<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    if let Some(path) = schema["$ref"].as_str() {
        return parts(root, root.pointer(&path[1..]).expect("the reference leads somewhere"));
    }
    let choices = ["anyOf", "oneOf", "allOf"].into_iter().find_map(|key| schema[key].as_array());
    match choices {
        Some(choices) => choices.iter().flat_map(|choice| parts(root, choice)).collect(),
        None if schema["type"] == "array" => parts(root, &schema["items"]),
        None if schema["description"].as_str().is_some_and(|text| text.starts_with("Removes")) => Vec::new(),
        None => vec![schema],
    }
}

/// The parts of the reference by their headings, without markup.
fn sections(text: &str) -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    let mut heading = String::new();
    for line in text.lines() {
        match line.strip_prefix('#') {
            Some(rest) if line.starts_with("##") => {
                heading = rest.trim_start_matches('#').trim().replace('`', "");
                let earlier = sections.insert(heading.clone(), String::new());
                assert_eq!(earlier, None, "`{heading}` is explained twice");
            }
            _ => sections.entry(heading.clone()).or_default().push_str(&format!("{line}\n")),
        }
    }
    sections
}

#[test]
fn the_reference_has_every_key_and_word_and_no_other() {
    let keys = keys();
    assert!(keys.len() > 100, "{:?}", keys.keys());
    let text = reference();
    let sections = sections(&text);
    let headings = text.lines().filter_map(|line| line.strip_prefix("#### `")?.strip_suffix('`'));
    let mut faults: Vec<String> =
        headings.filter(|key| !keys.contains_key(*key)).map(|key| format!("`{key}` is no key")).collect();
    let words: BTreeSet<&String> = keys.values().flat_map(|key| &key.words).collect();
    for (path, key) in &keys {
        let Some(section) = sections.get(path) else {
            faults.push(format!("`{path}` is not explained"));
            continue;
        };
        let linked = section.split("](#").skip(1).filter_map(|rest| {
            let anchor = rest.split(')').next()?;
            sections.iter().find(|(heading, _)| heading.to_lowercase().replace(' ', "-") == anchor)
        });
        let table = path.split('.').next().and_then(|table| sections.get(&format!("[{table}]")));
        let linked = linked.map(|(_, text)| text).chain(table);
        let whole: String = linked.chain([section]).map(String::as_str).collect();
        let said = |word: &&String| whole.contains(&format!("`\"{word}\"`"));
        faults.extend(
            key.words.iter().filter(|word| !said(word)).map(|word| format!("`{path}`: `{word}` is not explained")),
        );
        if let Some(usual) = &key.usual {
            let default = section.replace('\n', " ").contains(&format!("Default: `\"{usual}\"`"));
            faults.extend((!default).then(|| format!("`{path}`: `{usual}` is not the default")));
        }
        if !key.words.is_empty() {
            let quoted =
                section.split("`\"").skip(1).filter_map(|rest| rest.split_once("\"`").map(|(word, _)| word.to_owned()));
            faults.extend(
                quoted.filter(|word| !words.contains(word)).map(|word| format!("`{path}`: `{word}` is no word")),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The template has every key, some of them in comments.
#[test]
fn the_template_has_every_key() {
    let template: Value = toml::from_str(&uncommented_template()).expect("TOML");
    let keys = keys();
    let missing: Vec<_> = keys.keys().filter(|key| !has(&template, &key.split('.').collect::<Vec<_>>())).collect();
    assert!(missing.is_empty(), "not in the template: {missing:?}");
}

/// Whether a file has a value under a key.
fn has(value: &Value, path: &[&str]) -> bool {
    match (value, path) {
        (_, []) => true,
        (Value::Array(list), _) => list.iter().any(|item| has(item, path)),
        (Value::Object(table), ["ID" | "NAME", rest @ ..]) => table.values().any(|value| has(value, rest)),
        (Value::Object(table), [key, rest @ ..]) => table.get(*key).is_some_and(|value| has(value, rest)),
        _ => false,
    }
}

/// A file of `alfil new` explains every key below its head, but for tests; those of a table on one line are only listed.
#[test]
fn new_files_explain_every_key() {
    let plain = |text: &str| text.split_whitespace().filter(|word| *word != "#").collect::<Vec<_>>().join(" ");
    let file = plain(&flat_file(builtin()[0].variant()).expect("it has a file"));
    let keys = keys();
    let is_told = |path: &str, key: &Key| match path.strip_prefix("pieces.ID.zone_move.") {
        Some(inner) => file.contains(&format!("`{inner}`")),
        None => file.contains(&plain(&key.description)) || !path.contains('.') || path.starts_with("test."),
    };
    let missing: Vec<_> = keys.iter().filter(|(path, key)| !is_told(path, key)).map(|(path, _)| path).collect();
    assert!(missing.is_empty(), "not in the file: {missing:?}");
}

/// The words that a file has under a key.
fn used<'v>(value: &'v Value, path: &[&str], words: &mut BTreeSet<&'v str>) {
    match (value, path) {
        (Value::Array(list), _) => list.iter().for_each(|item| used(item, path, words)),
        (Value::Object(table), ["ID" | "NAME", rest @ ..]) => table.values().for_each(|value| used(value, rest, words)),
        (Value::Object(table), [key, rest @ ..]) => {
            table.get(*key).into_iter().for_each(|value| used(value, rest, words))
        }
        // Choices by place, as for promotions.
        (Value::Object(table), []) => Map::values(table).for_each(|value| used(value, path, words)),
        (Value::String(word), []) => drop(words.insert(word)),
        _ => {}
    }
}

/// Words that no game uses yet.
const UNPLAYED: [&str; 1] = ["`cecp.trust`: `full`"];

/// A word that no game uses is untested code.
#[test]
fn every_word_is_used_by_a_game() {
    let games: Vec<Value> = games().iter().map(|(_, text)| toml::from_str(text).expect("TOML")).collect();
    let keys = keys();
    // Keys with the same words share them: words for sides are one rule.
    let mut vocabularies: BTreeMap<&BTreeSet<String>, Vec<(&str, Option<&str>)>> = BTreeMap::new();
    for (path, key) in keys.iter().filter(|(_, key)| !key.words.is_empty()) {
        vocabularies.entry(&key.words).or_default().push((path, key.usual.as_deref()));
    }
    let mut unplayed = Vec::new();
    for (vocabulary, keys) in vocabularies {
        let mut words: BTreeSet<&str> = keys.iter().filter_map(|(_, usual)| *usual).collect();
        for (path, _) in &keys {
            let path: Vec<&str> = path.split('.').collect();
            games.iter().for_each(|game| used(game, &path, &mut words));
        }
        let idle = vocabulary.iter().filter(|word| !words.contains(word.as_str()));
        unplayed.extend(idle.map(|word| format!("`{}`: `{word}`", keys[0].0)));
    }
    unplayed.sort();
    assert_eq!(unplayed, UNPLAYED);
}
