//! Variant files: those in the binary load, wrong ones are complained about.

use alfil::text::Source;
use alfil::variant::file::known_keys;
use alfil::variant::{builtin, find, load, load_file};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn bundled_variants_load_without_complaints() {
    for file in builtin() {
        let (variant, reports) = load(file.source(), &find);
        let complaints: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        let variant = variant.expect("no complaints");
        assert_eq!(variant.name, file.name());
    }
}

/// Paths with this ending, relative to the package.
fn paths(directory: &str, extension: &str) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(directory).expect("the directory is there");
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths
}

/// Wrong files and everything that is said about them. With `UPDATE=1` in the
/// environment the expectations are written anew, to be read before they are kept.
#[test]
fn wrong_files_are_complained_about() {
    let update = std::env::var_os("UPDATE").is_some();
    let files = paths("tests/data/complaints", "toml");
    assert!(files.len() >= 20);
    let mut failures = Vec::new();
    for path in files {
        let (variant, reports) = load_file(&path);
        let errors = reports.iter().filter(|report| report.is_error()).count();
        assert_eq!(variant.is_none(), errors > 0, "{}", path.display());
        let said: Vec<String> = reports.iter().map(|report| report.render(false) + "\n").collect();
        let said = said.join("\n");
        let expectation = path.with_extension("txt");
        if update {
            std::fs::write(&expectation, &said).expect("writable");
        }
        let expected = std::fs::read_to_string(&expectation).unwrap_or_default().replace("\r\n", "\n");
        if said != expected {
            failures.push(format!("{}:\n{said}\nbut expected:\n{expected}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_complaint_has_an_expectation() {
    for path in paths("tests/data/complaints", "txt") {
        assert!(Path::new(&path).with_extension("toml").is_file(), "{} expects nothing", path.display());
    }
}

#[test]
fn examples_load_without_complaints() {
    let examples = paths("docs/examples", "toml");
    assert!(!examples.is_empty());
    for path in examples {
        let (variant, reports) = load_file(&path);
        let complaints: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        let variant = variant.expect("no complaints");
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(variant.name.as_str()));
    }
}

/// The keys that have a heading in the reference.
fn documented_keys(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("#### `")?.strip_suffix('`')).map(str::to_owned).collect()
}

#[test]
fn the_reference_has_every_key_and_no_other() {
    let text = std::fs::read_to_string("docs/variant-files.md").expect("the reference is there");
    let documented = documented_keys(&text);
    let known = known_keys();
    assert!(known.len() > 40, "{known:?}");
    assert_eq!(documented.len(), documented.iter().collect::<BTreeSet<_>>().len(), "a key is explained twice");
    let (documented, known): (BTreeSet<String>, BTreeSet<String>) =
        (documented.into_iter().collect(), known.into_iter().collect());
    let missing: Vec<&String> = known.difference(&documented).collect();
    let unknown: Vec<&String> = documented.difference(&known).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing: {missing:?}, unknown: {unknown:?}");
}

/// The template names every key, be it in a comment.
#[test]
fn the_template_has_every_key() {
    let template = &builtin()[0].source().text;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = template.split(|c: char| !is_word(c)).collect();
    for key in known_keys() {
        let mut parts = key.split('.').rev().filter(|part| !["ID", "NAME"].contains(part));
        let last = parts.next().unwrap_or_default();
        assert!(words.contains(last), "`{key}` is not in the template");
    }
}

/// What the reference shows works: whole files as they are, parts on top of a bundled variant.
#[test]
fn examples_in_the_reference_work() {
    let text = std::fs::read_to_string("docs/variant-files.md").expect("the reference is there");
    let blocks: Vec<&str> = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 5);
    for block in blocks {
        let whole = block.starts_with("name = ");
        let text = if whole { block.to_owned() } else { format!("name = \"part\"\ninclude = \"normal\"\n{block}") };
        let (_, reports) = load(&Source::new("reference.toml", text), &find);
        let complaints: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}

/// The template's commented keys are keys, too, with values of the right type.
#[test]
fn the_template_works_without_its_comment_signs() {
    let key = |line: &str| {
        let name = line.split(" = ").next().unwrap_or_default();
        line.contains(" = ") && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '-')
    };
    let template = builtin()[0].source().text.lines().map(|line| match line.strip_prefix("# ") {
        Some(rest) if key(rest) || rest == "[zones]" => rest,
        _ => line,
    });
    let text = template.collect::<Vec<_>>().join("\n").replace("include = ", "# include = ");
    let (_, reports) = load(&Source::new("template.toml", text), &find);
    let said: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
    // The other face is only an example.
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].ends_with("there is no piece `+P` in this game"), "{said:?}");
}

fn small_game(pieces: usize) -> String {
    let marks = ["", "'", "!"];
    let ids = (b'A'..=b'Z').flat_map(|letter| marks.map(|mark| format!("{}{mark}", char::from(letter))));
    let ids: Vec<String> = ids.clone().chain(ids.map(|id| format!("+{id}"))).take(pieces).collect();
    let tables: String = ids.iter().map(|id| format!("[pieces.\"{id}\"]\nmove = \"W\"\n")).collect();
    format!(
        "name = \"many\"\n[board]\nfiles = 12\nranks = 12\n[start]\nfen = \"a11/12/12/12/12/12/12/12/12/12/12/11A\"\n\
         [royalty]\npieces = [\"A\"]\n{tables}"
    )
}

#[test]
fn there_may_be_96_kinds() {
    let load = |pieces| load(&Source::new("many.toml", small_game(pieces)), &find);
    assert_eq!(load(96).0.expect("just as many as possible").kinds.len(), 96);
    let (variant, reports) = load(97);
    assert!(variant.is_none());
    let errors: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
    assert_eq!(errors, ["many.toml:201:9: there are too many kinds of pieces, expected at most 96"]);
}

/// A file of nothing but faults is answered at once, and not endlessly.
#[test]
fn thousands_of_faults_are_cut_short() {
    let text: String = (0..10_000).map(|i| format!("k{i} = {i}\n")).collect();
    let (variant, reports) = load(&Source::new("faults.toml", text), &find);
    assert!(variant.is_none());
    assert_eq!(reports.len(), 100);
    let (variant, reports) = load(&Source::new("long.toml", "#".repeat(300_000)), &find);
    assert!(variant.is_none());
    assert_eq!(reports[0].to_string(), "long.toml: 300000 bytes are too long for a variant file");
}
