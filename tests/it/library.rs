//! Variants from directories: found, replaced, left out, complained about.

use alfil::variant::{Directory, Library, builtin, directories};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory that is removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("alfil-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the directory for temporary files is writable");
        Self(path)
    }

    fn write(&self, file: &str, text: &str) -> &Self {
        fs::write(self.0.join(file), text).expect("writable");
        self
    }

    fn directory(&self) -> Directory {
        Directory { path: self.0.clone(), named: true }
    }

    /// What loading this directory alone says, file names without their path.
    fn load(&self) -> (Library, Vec<String>) {
        let (library, reports) = Library::load(&[self.directory()]);
        let path = format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR);
        (library, reports.iter().map(|report| report.to_string().replace(&path, "")).collect())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn names(library: &Library) -> Vec<&str> {
    library.names().skip(builtin().len()).collect()
}

#[test]
fn files_are_added_and_wrong_ones_left_out() {
    let scratch = Scratch::new("add");
    scratch
        .write("b.toml", "name = \"second\"\ninclude = \"first\"\n[pieces.Q]\nmove = \"QN\"\n")
        .write("first.toml", "name = \"first\"\naliases = [\"one\"]\ninclude = \"normal\"\n")
        .write("wrong.toml", "name = \"wrong\"\ninclude = \"normal\"\n[pieces.Q]\nmove = \"E\"\n")
        .write("notes.txt", "no variant");
    let (library, reports) = scratch.load();
    assert_eq!(names(&library), ["second", "first"]);
    assert_eq!(reports, ["wrong.toml:4:9: unknown atom `E`"]);
    assert!(library.get("wrong").is_none());
    assert_eq!(library.get("ONE").expect("found by alias").name, "first");
    let second = library.get("second").expect("built on another file");
    let queen = second.kind_by_id("Q").expect("kept");
    assert_eq!(second.kind(queen).notation.0[0], "QN");
    assert_eq!(second.kind(queen).name, "Queen");
    assert!(second.aliases.is_empty(), "aliases belong to one file");
    assert_eq!(library.suggestion("frist").as_deref(), Some("did you mean `first`?"));
}

#[test]
fn a_file_takes_the_place_of_a_bundled_variant() {
    let scratch = Scratch::new("replace");
    let bundled = builtin()[0].name();
    scratch.write("mine.toml", &format!("name = \"{bundled}\"\ntitle = \"Mine\"\ninclude = \"{bundled}\"\n"));
    let (library, reports) = scratch.load();
    assert_eq!(reports, [format!("mine.toml: note: this file takes the place of the bundled variant `{bundled}`")]);
    assert_eq!(library.first().title, "Mine");
    assert_eq!(library.names().count(), builtin().len());
    assert_ne!(Library::bundled().first().title, "Mine");
}

#[test]
fn a_file_may_build_on_the_bundled_variant_whose_file_name_it_has() {
    let scratch = Scratch::new("same-stem");
    let bundled = builtin()[1].name();
    scratch.write(&format!("{bundled}.toml"), &format!("name = \"mine\"\ninclude = \"{bundled}\"\n"));
    let (library, reports) = scratch.load();
    assert_eq!(reports, [""; 0]);
    assert_eq!(names(&library), ["mine"]);
}

#[test]
fn an_alias_does_not_hide_a_name() {
    let scratch = Scratch::new("alias");
    let bundled = builtin()[2].name();
    scratch.write("mine.toml", &format!("name = \"mine\"\naliases = [\"{bundled}\"]\ninclude = \"normal\"\n"));
    let (library, reports) = scratch.load();
    let expected =
        format!("mine.toml: warning: the alias `{bundled}` has no effect: it is the name of another variant");
    assert_eq!(reports, [expected]);
    assert_eq!(library.get(bundled).expect("bundled").name, bundled);
}

#[test]
fn of_two_files_with_one_name_the_first_is_used() {
    let (one, other) = (Scratch::new("one"), Scratch::new("other"));
    one.write("x.toml", "name = \"game\"\ntitle = \"One\"\ninclude = \"normal\"\n");
    other.write("y.toml", "name = \"game\"\ntitle = \"Other\"\ninclude = \"normal\"\n");
    let (library, reports) = Library::load(&[one.directory(), other.directory()]);
    assert_eq!(library.get("game").expect("loaded").title, "One");
    assert_eq!(reports.len(), 1);
    assert!(
        reports[0].to_string().ends_with("y.toml: warning: another file has the name `game`, too, and is used instead")
    );
}

#[test]
fn what_cannot_be_read_is_reported() {
    let scratch = Scratch::new("unreadable");
    fs::write(scratch.0.join("bytes.toml"), [0xff, 0xfe, b'=']).expect("writable");
    let (_, reports) = scratch.load();
    assert_eq!(reports, ["bytes.toml: cannot read this file: it is not UTF-8 text"]);

    let missing = scratch.0.join("missing");
    let (_, reports) = Library::load(&[Directory { path: missing.clone(), named: true }]);
    let said: Vec<String> = reports.iter().map(ToString::to_string).collect();
    assert_eq!(said, [format!("{}: cannot read this directory: it does not exist", missing.display())]);
    let (_, reports) = Library::load(&[Directory { path: missing, named: false }]);
    assert!(reports.is_empty(), "nobody has to have a directory of their own");
}

#[test]
fn directories_come_in_order() {
    let given = [PathBuf::from("a")];
    let listed = std::env::join_paths(["b", "", "c"].map(Path::new)).expect("plain paths");
    let all = directories(&given, Some(&listed));
    let paths: Vec<&Path> = all.iter().map(|directory| directory.path.as_path()).collect();
    assert_eq!(paths[..3], [Path::new("a"), Path::new("b"), Path::new("c")]);
    assert!(all[..3].iter().all(|directory| directory.named));
    assert!(all[3..].iter().all(|directory| !directory.named && directory.path.ends_with("alfil/variants")));
}

#[test]
fn bundled_variants_are_found_by_name_and_alias() {
    let library = Library::bundled();
    for file in builtin() {
        assert_eq!(library.get(file.name()).expect("bundled").name, file.name());
        for alias in &file.variant().aliases {
            assert_eq!(library.get(alias).expect("alias").name, file.name());
        }
    }
    assert_eq!(library.first().name, builtin()[0].name());
    assert!(library.get("no-such-game").is_none());
}
