//! The variants offered to the GUI, and the faults of the user's own.

use super::{announce, reply, xboard};
use crate::text::{Place, Report, few, first_lines};
use crate::variant::Library;

/// Maximum number of files named in a message, each with one error.
const MOST_FILES: usize = 6;

/// The names of variants, and reports that the GUI has not received yet.
#[derive(Debug)]
pub(super) struct Catalogue {
    /// The names to be listed.
    names: Vec<String>,
    faults: Vec<String>,
}

impl Catalogue {
    /// Offers a library. Only errors among the reports are shown to the GUI.
    pub(super) fn new(library: &Library, reports: &[Report]) -> Self {
        let mut faults = in_short(reports);
        let names = names(library, &mut faults);
        Self { names, faults }
    }

    /// The names to be listed.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Those that XBoard does not know itself.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).filter(|name| !xboard::is_standard(name))
    }

    /// The faults, for the first time only.
    pub(super) fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }
}

/// The names that XBoard understands correctly and whose games can be described to it, as many as a line has room for.
/// Standard variants and their sizes come first, since XBoard does not ask for them if they are not listed. Then come
/// the user's own games, since XBoard's menu has few places for games that it does not know. A name left out is a
/// fault.
fn names(library: &Library, faults: &mut Vec<String>) -> Vec<String> {
    let mut names = Vec::new();
    for name in library.names() {
        // Reading all bundled files would take too long at the start; the tests check them.
        let told = library.is_bundled(name) || library.get(name).is_some_and(|v| announce::can_be_told(&v));
        if !xboard::understands(name) {
            faults.push(format!("`{name}` is not offered: XBoard would mistake this name for that of another game"));
        } else if !told {
            faults.push(format!("`{name}` is not offered: XBoard has no room for so many pieces"));
        } else {
            names.push(name.to_owned());
        }
    }
    names.extend(xboard::sizes().map(str::to_owned));
    names.sort_by_cached_key(|name| {
        let standard = xboard::is_standard(name);
        (!standard, !standard && library.is_bundled(name))
    });
    let count = reply::room_for(&names);
    if count < names.len() {
        let left = names.split_off(count);
        faults.push(format!("a GUI's list of games has no room for {}", few(&left, MOST_FILES, ", ")));
    }
    names
}

/// The faults of the user's files, one error for each file.
fn in_short(reports: &[Report]) -> Vec<String> {
    let errors: Vec<&Report> = reports.iter().filter(|report| report.is_error()).collect();
    let mut lines = first_lines(&errors, MOST_FILES, |count| format!("more files with errors: {count}"));
    if errors.iter().any(|report| matches!(report.place, Some(Place::Text(..)))) {
        lines.push("`alfil check FILE...` shows every error with its place; the other games can be played".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;
    use crate::variant::Directory;
    use std::fs;

    #[test]
    fn many_faults_are_summarized() {
        let error = |number: usize| {
            let file = Source::new(format!("{number}.toml"), "name = 1\n");
            Report::error("wrong").at(&file, 7..8)
        };
        let reports: Vec<Report> =
            [Report::warning("odd").about("10.toml")].into_iter().chain((0..9).map(error)).collect();
        let said = in_short(&reports);
        assert_eq!(said[0], "0.toml:1:8: wrong");
        assert_eq!(said[5], "5.toml:1:8: wrong");
        assert_eq!(said[6], "more files with errors: 3");
        assert!(said[7].contains("`alfil check FILE...`"), "{said:?}");
        assert_eq!(said.len(), 8);
        assert_eq!(in_short(&reports[..1]), [""; 0]);
        let directory = Report::error("cannot read this directory").about("/x");
        assert_eq!(in_short(&[directory]), ["/x: cannot read this directory"]);
    }

    #[test]
    fn own_games_come_before_bundled_ones_unknown_to_the_gui() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants").into();
        let (library, reports) = Library::load(&[Directory { path, named: true }], &crate::game::try_to_begin);
        let bundled: Vec<String> = Library::bundled().names().map(str::to_owned).collect();
        let catalogue = Catalogue::new(&library, &reports);
        let names: Vec<&str> = catalogue.own_names().collect();
        let own = names.iter().take_while(|name| !bundled.iter().any(|other| other == *name)).count();
        assert!(own > 5 && names[..own].contains(&"omaha"), "{names:?}");
        assert_eq!(names[own..own + 3], ["minixiangqi", "losalamos", "amazon"]);
        assert_eq!(catalogue.names()[0], "normal");
    }

    #[test]
    fn games_that_are_not_offered_are_reported() {
        let path = std::env::temp_dir().join(format!("alfil-offered-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the directory for temporary files is writable");
        let write = |name: &str| {
            let text = format!("name = \"{name}\"\ninclude = \"losalamos\"\n");
            fs::write(path.join(format!("{name}.toml")), text).expect("writable");
        };
        let long = "x".repeat(200);
        (10..40).for_each(|number| write(&format!("{number}{long}")));
        write("chu-mini");
        let (library, reports) =
            Library::load(&[Directory { path: path.clone(), named: true }], &crate::game::try_to_begin);
        fs::remove_dir_all(&path).expect("the files can be removed");
        assert_eq!(reports, []);
        let mut catalogue = Catalogue::new(&library, &reports);
        let faults = catalogue.take_faults();
        let [name, room] = &faults[..] else { panic!("{faults:?}") };
        assert_eq!(name, "`chu-mini` is not offered: XBoard would mistake this name for that of another game");
        assert!(room.starts_with("a GUI's list of games has no room for ") && room.contains(" more"), "{room}");
        assert!(catalogue.names().join(",").len() < 3_900);
        assert_eq!(catalogue.take_faults(), [""; 0]);
    }
}
