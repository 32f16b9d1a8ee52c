//! `alfil check`: reports faults of variant files.

use super::Failure;
use super::output::{complain, say};
use crate::cecp::{is_played_by_xboard, is_understood_by_xboard};
use crate::game::try_to_begin;
use crate::text::{Report, counted, directory_of, visible};
use crate::variant::{FileNames, Library, Variant, load_file};
use clap::Args;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variant files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks every file; fails if any of them is not playable.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut failed = false;
    let mut directories = HashMap::new();
    for path in &arguments.files {
        let (variant, mut reports) = load_file(path, &try_to_begin);
        let with_ending = PathBuf::from(format!("{}.toml", path.display()));
        if !path.exists() && with_ending.is_file() {
            reports = reports
                .into_iter()
                .map(|report| report.help(format!("did you mean `{}`?", with_ending.display())))
                .collect();
        }
        let name = path.to_string_lossy();
        if !path.exists() && Library::bundled().get(&name).is_some() {
            let help = format!("`{name}` is a game that comes with the program: `alfil rules {name}` shows its rules");
            reports = reports.into_iter().map(|report| report.help(help.clone())).collect();
        }
        if let Some(variant) = variant.as_ref().filter(|variant| !is_understood_by_xboard(&variant.name)) {
            let message =
                format!("XBoard takes the name `{}` for one of its own games and cannot play this one", variant.name);
            let report = Report { place: variant.source_map.place("name"), ..Report::warning(message) };
            reports.push(report.help("write another `name`, without the name of such a game in it"));
        }
        if let Some(variant) = &variant {
            let parent = variant.cecp.parent.as_ref().filter(|parent| !is_played_by_xboard(parent));
            reports.extend(parent.map(|parent| {
                let place = variant.source_map.place("cecp.parent");
                let report = Report { place, ..Report::warning(format!("XBoard has no game `{parent}` of its own")) };
                report.help("name the one whose rules are the most similar, or leave out the line")
            }));
            let directory = directory_of(path);
            let names = directories.entry(directory).or_insert_with(|| FileNames::read(directory));
            let is_own = |file: &Path| file.file_name() == path.file_name();
            let used =
                names.files(&variant.name).find(|file| is_own(file) || load_file(file, &try_to_begin).0.is_some());
            if let Some(other) = used.filter(|file| !is_own(file)) {
                let message = format!(
                    "`{}` has the name `{}`, too, and is used instead of this file",
                    other.display(),
                    variant.name
                );
                let report = Report { place: variant.source_map.place("name"), ..Report::warning(message) };
                reports.push(report.help("give one of them another `name`"));
            }
            reports.extend(names.idle_aliases(path, variant));
        }
        let tests = variant.iter().flat_map(|variant| variant.tests.iter().map(move |test| (variant, test)));
        reports.extend(tests.filter(|(_, test)| test.get_ref().is_idle()).map(|(variant, test)| {
            let place = variant.source_map.at(test);
            let report = Report { place, ..Report::warning("this test expects nothing") };
            report.help("say what must hold, for example `legal = [\"e2e4\"]`, `check = true` or `result = \"1-0\"`")
        }));
        reports.iter().try_for_each(complain)?;
        match variant {
            Some(variant) => say(format_args!("{}: {}", visible(&path.display().to_string()), summary(&variant)))?,
            None => failed = true,
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn summary(variant: &Variant) -> String {
    let (board, kinds) = (variant.board, variant.faces().count());
    let [files, ranks] = [board.files(), board.ranks()].map(usize::from);
    format!(
        "{} is in order: {}, {}, {}",
        variant.title,
        counted(files, "file", "files"),
        counted(ranks, "rank", "ranks"),
        counted(kinds, "kind of piece", "kinds of pieces")
    )
}
