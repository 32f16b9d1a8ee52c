//! All known variants: the bundled ones and the user's files.
//!
//! User files are read and checked at once, so that every fault is reported;
//! bundled files are read at first use. A faulty file is left out without
//! affecting the others.

use super::Variant;
use super::builtin::{self, Builtin};
use super::file::Tree;
use super::load::{Trial, flattened, load, load_tried};
use super::sized::SizedName;
use super::validate::idle_alias;
use crate::limits;
use crate::text::{Report, Source, Sources, Span, did_you_mean, directory_of, in_few_words, read_text};
use std::cmp::Reverse;
use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A directory with variant files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// Where it is.
    pub path: PathBuf,
    /// Whether the user named it, so that it must exist.
    pub named: bool,
}

/// Where a variant comes from.
#[derive(Clone, Debug)]
enum Origin {
    Bundled(&'static Builtin),
    File(Arc<Variant>),
}

/// A variant by name.
#[derive(Clone, Debug)]
struct LibraryEntry {
    name: String,
    origin: Origin,
}

impl LibraryEntry {
    fn variant(&self) -> &Arc<Variant> {
        match &self.origin {
            Origin::Bundled(file) => file.variant(),
            Origin::File(variant) => variant,
        }
    }
}

impl Builtin {
    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        self.variant.get_or_init(|| {
            let (variant, _) = load(self.source(), &builtin::find);
            Arc::new(variant.expect("the tests load every bundled variant"))
        })
    }
}

/// All variants, by name and alias.
#[derive(Clone, Debug)]
pub struct Library {
    entries: Vec<LibraryEntry>,
}

impl Library {
    /// The variants inside the binary alone.
    pub fn bundled() -> Self {
        let entry =
            |file: &'static Builtin| LibraryEntry { name: file.name().to_owned(), origin: Origin::Bundled(file) };
        Self { entries: builtin::builtin().iter().map(entry).collect() }
    }

    /// The variants inside the binary and every `*.toml` of the directories.
    ///
    /// If two files have the same name, the first is used; a file with the name of a bundled variant replaces it. Each
    /// game is begun as a trial before its variant is added. Only the first error of a faulty file is reported.
    pub fn load(directories: &[Directory], trial: &Trial<'_>) -> (Self, Vec<Report>) {
        let mut library = Self::bundled();
        let mut reports = Vec::new();
        for directory in directories {
            for path in files(directory, &mut reports) {
                library.add_file(&path, trial, &mut reports);
            }
        }
        reports.extend(library.idle_aliases());
        (library, reports)
    }

    fn add_file(&mut self, path: &Path, trial: &Trial<'_>, reports: &mut Vec<Report>) {
        let (variant, complaints) = load_file(path, trial);
        let Some(variant) = variant else { return reports.extend(in_short(complaints, path)) };
        reports.extend(complaints);
        reports.extend(self.add(variant, path));
    }

    /// Adds a variant; returns a report if its name is known already.
    fn add(&mut self, variant: Variant, file: &Path) -> Option<Report> {
        let name = variant.name.clone();
        let origin = Origin::File(Arc::new(variant));
        match self.entries.iter_mut().find(|entry| entry.name == name) {
            None => {
                self.entries.push(LibraryEntry { name, origin });
                None
            }
            Some(entry) if matches!(entry.origin, Origin::Bundled(_)) => {
                // The reports on the file itself say that it replaces a bundled variant.
                entry.origin = origin;
                None
            }
            Some(entry) => {
                // Lookups by this name find the other file.
                let used = entry.variant().file.as_ref().map(|file| file.display().to_string());
                let message = format!("`{}` has the name `{name}`, too, and is left out", file.display());
                Some(Report::warning(message).help("give one of them another `name`").about(used.unwrap_or_default()))
            }
        }
    }

    /// Warns of aliases that are names of games in other files. (The reports on each file warn of those that are names
    /// of bundled ones.)
    fn idle_aliases(&self) -> Vec<Report> {
        let own =
            self.entries.iter().filter(|entry| matches!(entry.origin, Origin::File(_))).map(LibraryEntry::variant);
        let files: Vec<&Arc<Variant>> = own.collect();
        let mut reports = Vec::new();
        for (number, variant) in files.iter().enumerate() {
            let owner = |alias: &String| {
                let named = files.iter().find(|other| other.name == *alias);
                named.or_else(|| files[..number].iter().find(|other| other.aliases.contains(alias)))
            };
            reports.extend(idle_aliases(variant, |alias| owner(alias).map(|other| other.name.as_str())));
        }
        reports
    }

    /// The names of all variants, bundled ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// All variants, bundled ones first.
    pub fn variants(&self) -> impl Iterator<Item = &Arc<Variant>> {
        self.entries.iter().map(LibraryEntry::variant)
    }

    /// The variant with that name, alias or title. Case and separators between words matter only where they distinguish
    /// two names. If a size precedes the name, as in `12x8+0_parent`, the variant has the rules of the one named, on a
    /// board of this size.
    pub fn get(&self, name: &str) -> Option<Arc<Variant>> {
        self.named(name).or_else(|| {
            let sized = SizedName::parse(name)?;
            let parent = self.named(sized.parent)?;
            let own = sized.is_size_of(&parent);
            if own { Some(parent) } else { sized.apply(&parent).map(Arc::new) }
        })
    }

    /// The variant that servers mean by a name with the suffix `960`: its pieces castle from any files. The shuffled
    /// start is left to whoever gives the position.
    pub fn shuffled(&self, name: &str) -> Option<Arc<Variant>> {
        let usual = self.get(name.strip_suffix("960")?.trim_end())?;
        Some(usual.with_free_castling().map_or(usual, Arc::new))
    }

    fn named(&self, name: &str) -> Option<Arc<Variant>> {
        let by_name = |same: &dyn Fn(&str) -> bool| self.entries.iter().find(|entry| same(&entry.name));
        let by_alias = |same: &dyn Fn(&str) -> bool| {
            self.entries.iter().find(|entry| entry.variant().aliases.iter().any(|alias| same(alias)))
        };
        let exact = |other: &str| other == name;
        let folded = |other: &str| other.eq_ignore_ascii_case(name);
        let found = by_name(&exact).or_else(|| by_alias(&exact)).or_else(|| by_name(&folded));
        let found = found.or_else(|| by_alias(&folded));
        // Servers write names in words: `Three-check`, `King of the Hill`, `wild/fr`.
        let joined = |text: &str| text.to_lowercase().replace([' ', '-', '_', '/'], "");
        let asked = joined(name);
        let same = |other: &str| joined(other) == asked;
        let found = found.or_else(|| by_name(&same)).or_else(|| by_alias(&same));
        let titled = || self.entries.iter().find(|entry| same(&entry.variant().title));
        found.or_else(titled).map(|entry| Arc::clone(entry.variant()))
    }

    /// Whether a name is that of a bundled variant that no user file replaces. No file is read to find out.
    pub fn is_bundled(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name && matches!(entry.origin, Origin::Bundled(_)))
    }

    /// The variant of a new session.
    pub fn first(&self) -> Arc<Variant> {
        let first = self.entries.first().expect("there are bundled variants");
        Arc::clone(first.variant())
    }

    /// Help for an unknown name.
    pub fn suggestion(&self, name: &str) -> Option<String> {
        let aliases = self.variants().flat_map(|variant| &variant.aliases);
        did_you_mean(name, self.names().chain(aliases.map(String::as_str)))
    }
}

/// Reads and checks one variant file, which may include others beside it, and begins the game as a trial.
pub fn load_file(path: &Path, trial: &Trial<'_>) -> (Option<Variant>, Vec<Report>) {
    match read(path) {
        Ok(source) => {
            let (variant, reports) = load_tried(&source, &find_beside, trial);
            (variant.map(|variant| Variant { file: Some(path.to_owned()), ..variant }), reports)
        }
        Err(report) => (None, vec![report]),
    }
}

/// The file of a variant together with all that it includes, as the text of one file. It lacks the keys that are not
/// included, such as the name.
///
/// # Errors
///
/// Returns reports if the variant has no file of its own, or the file can no longer be read.
pub fn flat_file(variant: &Variant) -> Result<String, Vec<Report>> {
    let bundled = || builtin::builtin().iter().find(|file| file.name() == variant.name);
    let source = match (&variant.file, bundled()) {
        (Some(path), _) => read(path).map_err(|report| vec![report])?,
        (None, Some(file)) => Arc::clone(file.source()),
        (None, None) => {
            let report = Report::error(format!("`{}` has no file of its own", variant.name));
            return Err(vec![report.help("name the game without a size, and change `[board]` in the new file")]);
        }
    };
    // Included settings for a GUI apply only if they fit the game.
    let mut without: Vec<&str> =
        variant.cecp.piece_to_char.is_none().then_some("cecp.piecetochar").into_iter().collect();
    let mut tables = flattened(&source, &find_beside, &without)?;
    if copy(&tables).0.is_some_and(|copy| copy.cecp.holdings != variant.cecp.holdings) {
        without.push("cecp.holdings");
        tables = flattened(&source, &find_beside, &without)?;
    }
    Ok(without_idle_lines(&tables))
}

/// The line above the tables of a copy that makes them a valid file, so that they can be checked.
const COPY: &str = "name = \"copy\"\n";

fn copy(tables: &str) -> (Option<Variant>, Vec<Report>) {
    load(&Source::new("copy.toml", format!("{COPY}{tables}")), &find_beside)
}

/// The tables of a file with entries that have no effect turned into comments, and without words of lists that have none.
/// No warnings were given for these in included files.
fn without_idle_lines(tables: &str) -> String {
    let idle = copy(tables).1.into_iter().filter(|report| report.idle);
    let places = idle.filter_map(|report| report.place?.span());
    let mut idle: Vec<Span> =
        places.filter_map(|span| Some(span.start.checked_sub(COPY.len())?..span.end - COPY.len())).collect();
    // From the end, so that the places before stay right.
    idle.sort_by_key(|span| Reverse((span.start, span.end)));
    let all = idle.clone();
    idle.retain(|span| !all.iter().any(|other| other != span && other.start <= span.start && span.end <= other.end));
    let mut text = tables.to_owned();
    for Range { start, end } in idle {
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        // The value of a key, and not one in an inline table.
        if text[line..].find(" = ").is_some_and(|key| line + key + " = ".len() == start) {
            let entry = format!("# {}", text[line..end].replace('\n', "\n# "));
            text.replace_range(line..end, &entry);
            continue;
        }
        let (before, after) = (text[..start].trim_end(), text[end..].trim_start());
        let word = match after.strip_prefix(',') {
            _ if !before.ends_with(['[', ',']) => continue,
            Some(next) => start..text.len() - next.trim_start().len(),
            None if after.starts_with(']') => before.strip_suffix(',').map_or(start, str::len)..end,
            None => continue,
        };
        text.replace_range(word, "");
    }
    text
}

/// The first error in a file, and how to see the others.
fn in_short(complaints: Vec<Report>, path: &Path) -> Option<Report> {
    let others = complaints.len().saturating_sub(1);
    let first = complaints.into_iter().find(Report::is_error)?;
    let command = format!("`alfil check {}` shows all errors", path.display());
    Some(if others > 0 { first.help(command) } else { first })
}

/// The variant files of a directory, by name.
fn files(directory: &Directory, reports: &mut Vec<Report>) -> Vec<PathBuf> {
    let listing = match fs::read_dir(&directory.path) {
        Ok(listing) => listing,
        Err(error) => {
            if directory.named || error.kind() != std::io::ErrorKind::NotFound {
                let name = directory.path.display().to_string();
                reports
                    .push(Report::error(format!("cannot read this directory: {}", in_few_words(&error))).about(name));
            }
            return Vec::new();
        }
    };
    // Editors create hidden files beside those that are open.
    let hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml") && !hidden(path);
    let mut paths: Vec<PathBuf> = listing.filter_map(Result::ok).map(|entry| entry.path()).filter(toml).collect();
    paths.sort_unstable();
    if paths.len() > limits::VARIANT_FILES {
        let message = format!("too many variant files, only the first {} are read", limits::VARIANT_FILES);
        reports.push(Report::error(message).about(directory.path.display().to_string()));
        paths.truncate(limits::VARIANT_FILES);
    }
    paths
}

fn read(path: &Path) -> Result<Arc<Source>, Report> {
    let name = path.display().to_string();
    match read_text(path, limits::VARIANT_FILE) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(fault) => Err(Report::error(format!("cannot read this file: {fault}")).about(name)),
    }
}

/// The names of the games in the files of one directory.
#[derive(Debug)]
pub struct FileNames(Vec<FileName>);

#[derive(Debug)]
struct FileName {
    path: PathBuf,
    name: String,
    aliases: Vec<String>,
}

impl FileNames {
    /// Reads the files of a directory. Those that are not TOML, or have no name, are left out.
    pub fn read(directory: &Path) -> Self {
        let directory = Directory { path: directory.to_owned(), named: false };
        Self(files(&directory, &mut Vec::new()).into_iter().filter_map(FileName::read).collect())
    }

    /// The files whose games have that name, whether sound or not, in their order.
    pub fn files(&self, name: &str) -> impl Iterator<Item = &Path> {
        self.0.iter().filter(move |file| file.name == name).map(|file| file.path.as_path())
    }

    /// Warns of aliases that are names of games in other files than `own`, the file of the variant.
    pub fn idle_aliases(&self, own: &Path, variant: &Variant) -> Vec<Report> {
        let others = || self.0.iter().filter(|file| file.path.file_name() != own.file_name());
        let owner = |alias: &String| {
            let mut before = others().filter(|file| file.path.file_name() < own.file_name());
            let named = others().find(|file| file.name == *alias);
            named.or_else(|| before.find(|file| file.aliases.contains(alias)))
        };
        idle_aliases(variant, |alias| owner(alias).map(|file| file.name.as_str()))
    }
}

impl FileName {
    fn read(path: PathBuf) -> Option<Self> {
        let source = read(&path).ok()?;
        let tree = Tree::parse(&source, &mut Sources::default()).ok()?;
        let (name, aliases) = (tree.string("name")?.get_ref().clone(), tree.strings("aliases"));
        Some(Self { path, name, aliases })
    }
}

/// Whether the game in a file, sound or not, has that name or alias.
pub fn is_named(path: &Path, name: &str) -> bool {
    let file = FileName::read(path.to_owned());
    file.is_some_and(|file| file.name == name || file.aliases.iter().any(|alias| alias == name))
}

/// Warns of a variant's aliases that are names of games in other files.
fn idle_aliases<'o>(variant: &Variant, owner: impl Fn(&String) -> Option<&'o str>) -> Vec<Report> {
    let aliases = variant.aliases.iter().filter(|alias| !is_bundled_elsewhere(alias, variant));
    let taken = aliases.filter_map(|alias| Some((alias, owner(alias)?)));
    taken.map(|(alias, other)| Report { place: variant.source_map.alias(alias), ..idle_alias(alias, other) }).collect()
}

/// Whether a bundled variant has this name, other than the one that `variant` replaces.
fn is_bundled_elsewhere(alias: &str, variant: &Variant) -> bool {
    builtin::bundled_with(&|name| name == alias).is_some_and(|file| file.name() != variant.name)
}

/// Whether `file` really lies in the directory of `own`, and is not a link to a file elsewhere.
fn is_beside(file: &Path, own: &Path) -> bool {
    let home = |path: &Path| path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned));
    let target = home(file);
    target.is_some() && (target == directory_of(own).canonicalize().ok() || target == home(own))
}

/// Finds an included file: beside the one that includes it, otherwise among the bundled ones.
///
/// # Errors
///
/// Returns a report without a place if there is none.
pub fn find_beside(asking: &Source, name: &str) -> Result<Arc<Source>, Report> {
    let bundled = builtin::builtin().iter().any(|file| std::ptr::eq(&**file.source(), asking));
    let own = Path::new(&asking.name);
    let word = |c: char| c.is_ascii_alphanumeric() || ['+', '_', '-'].contains(&c);
    if !bundled && !name.is_empty() && name.chars().all(word) {
        let beside = own.with_file_name(format!("{name}.toml"));
        // A file may include the bundled one that it replaces, which has the same name.
        if beside != own && beside.is_file() {
            if !is_beside(&beside, own) {
                let message = format!("`{name}.toml` is a link to another directory");
                return Err(Report::error(message).help("put the file itself next to this one"));
            }
            return read(&beside).map_err(|report| Report { place: None, ..report });
        }
    }
    let itself = !bundled && own.file_stem().and_then(OsStr::to_str) == Some(name);
    builtin::find(asking, name).map_err(|report| {
        if itself {
            return Report::error(format!("`{name}` is this file itself, and no bundled variant has that name"))
                .help("name another file, or leave `include` out");
        }
        if let Some(stem) = name.strip_suffix(".toml").filter(|stem| !stem.is_empty() && stem.chars().all(word)) {
            return Report::error("files are included by their names without `.toml`")
                .help(format!("write `include = \"{stem}\"`"));
        }
        let message = format!("there is neither a bundled variant `{name}` nor a file `{name}.toml` next to this one");
        let names = if bundled { None } else { Some(FileNames::read(directory_of(own))) };
        match names.as_ref().and_then(|names| names.files(name).next()?.file_stem()?.to_str()) {
            Some(stem) => Report::error(message).help(format!(
                "that game is in `{stem}.toml`, and `include` takes the names of files: write `include = \"{stem}\"`"
            )),
            None => Report { message, ..report },
        }
    })
}
