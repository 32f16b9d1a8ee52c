//! Variant files: those in the binary load, wrong ones are complained about.

use alfil::variant::{builtin, find, load, load_file};
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
