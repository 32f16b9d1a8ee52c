//! Reads TOML text into a [`Tree`] and converts a tree into a [`VariantFile`],
//! with a report on every fault.
//!
//! Trees of several files can be merged before they are converted; their spans
//! then refer to the texts of a [`Sources`], one after the other.

use super::VariantFile;
use super::faults::{DUPLICATE, EXTENDED, drop_foreign, drop_misread, syntax_report, type_report, unclosed_bracket};
use super::keys::{PIECES, heading, quoted};
use super::node::{Misfit, NONE, TomlNode};
use crate::limits;
use crate::text::{Place, Report, Source, Sources, Span};
use indexmap::IndexMap;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

type Key<'a> = Spanned<Cow<'a, str>>;
type Value<'a> = Spanned<DeValue<'a>>;

/// The keys and values of a file, not typed yet.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    table: DeTable<'a>,
    /// The merged files, beginning with the one that includes the others.
    boards: Vec<FileBoard>,
    /// Empty tables that change nothing: an included file has keys in them.
    idle: Vec<Span>,
    /// The `[[promotion]]` tables of an included file that an including file replaces by its own.
    replaced: Option<Value<'a>>,
    /// Other lists of tables that an including file replaces by its own: the path, the place of the new list, and whether
    /// it lacks tables of the other one.
    relisted: Vec<(Path, Span, bool)>,
    /// Whether the topmost file that mentions promotion says that there is none.
    no_promotion: bool,
    /// Paths of everything that must be removed from the files that this one includes.
    gone: Vec<Path>,
    /// Lists of pieces in place of their tables, each with the heading that its first piece should have.
    listed: Vec<(Span, String)>,
}

/// Keys, the outermost first.
type Path = Vec<String>;

/// The bytes of a file, and the size that it gives its board.
#[derive(Clone, Debug)]
struct FileBoard {
    bytes: Span,
    files: Option<i64>,
    ranks: Option<i64>,
}

/// The key of the tables of promotions.
const PROMOTION: &str = "promotion";

/// What `none` means in place of a top-level table without which the game would still have the rule.
const NOTHING: &str = r#"
royalty.pieces = []
castling.style = "none"
drop.enabled = false
repetition.fold = 0
move_rule.plies = 0
insufficient.mode = "none"
"#;

/// In place of a key that is unknown, and like no other.
pub const UNKNOWN: &str = "?";

/// A typed file, and what later checks must know about its text.
#[derive(Clone, Debug)]
pub struct ReadFile {
    /// The file without its faulty values.
    pub file: VariantFile,
    /// The paths of keys whose values are faulty, such as `board.files`: they are not reported as missing. Those of
    /// unknown keys end with the key that was probably meant, or with [`UNKNOWN`].
    pub dropped: BTreeSet<String>,
    /// The spans of files that are written for a board with another number of ranks than the game's.
    pub other_ranks: Vec<Span>,
    /// The spans of files that are written for a board with another number of files than the game's.
    pub other_files: Vec<Span>,
    /// The `[[promotion]]` tables of included files that an including file replaces.
    pub replaced: Vec<super::Spanned<super::PromotionTable>>,
    /// Other lists of tables that an including file replaces by its own, without repeating all tables of the included
    /// one: their heading, and the place of the new list.
    pub forgotten: Vec<(String, Span)>,
    /// Whether a file says explicitly that nothing promotes.
    pub no_promotion: bool,
}

impl<'a> Tree<'a> {
    /// Reads TOML and adds the text to `sources`.
    ///
    /// # Errors
    ///
    /// Returns a report for every place where the text is not valid TOML.
    pub fn parse(source: &'a Arc<Source>, sources: &mut Sources) -> Result<Self, Vec<Report>> {
        let base = sources.add(Arc::clone(source));
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        if errors.is_empty() {
            let table = placed_table(table.into_inner(), &|span| span.start + base..span.end + base);
            let (table, gone) = spelled_out(table);
            let (table, listed) = named_pieces(table);
            let bytes = base..base + source.text.len() + 1;
            let boards =
                vec![FileBoard { bytes, files: board_side(&table, "files"), ranks: board_side(&table, "ranks") }];
            let no_promotion = table.get(PROMOTION).is_some_and(|list| is_none(list.get_ref()));
            return Ok(Self {
                table,
                boards,
                idle: Vec::new(),
                replaced: None,
                relisted: Vec::new(),
                no_promotion,
                gone,
                listed,
            });
        }
        let mut errors = errors;
        errors.sort_by_key(|error| error.span().map(|span| span.start));
        let headings: Vec<usize> = source.text.match_indices("\n[").map(|(at, _)| at + 1).collect();
        let mut given_twice = None;
        let mut extended = BTreeSet::new();
        errors.retain(|error| {
            let byte = error.span().map_or(0, |span| span.start);
            let number = headings.partition_point(|heading| *heading <= byte);
            let start = number.checked_sub(1).map_or(0, |number| headings[number]);
            // If a heading is given twice, so are its keys: only the heading is reported.
            let follows = error.message() == DUPLICATE && given_twice == Some(start);
            if !follows {
                let on_heading = !source.text.get(start..byte).unwrap_or_default().contains('\n');
                given_twice = on_heading.then_some(start);
            }
            // An attempt to extend a table in braces is reported once, not for each of the keys.
            let key = (start, source.text.get(error.span().unwrap_or(0..0)));
            let again = error.message() == EXTENDED && !extended.insert(key);
            !follows && !again
        });
        drop_misread(source, &mut errors);
        drop_foreign(source, &mut errors);
        let bracket = unclosed_bracket(&source.text);
        if let Some(bracket) = &bracket {
            // All that comes after it is misread.
            errors.retain(|error| error.span().is_some_and(|span| span.start < bracket.start));
        }
        let shown = errors.iter().take(limits::SYNTAX_COMPLAINTS);
        let mut reports: Vec<Report> = shown.map(|error| syntax_report(source, error)).collect();
        if errors.len() > reports.len() {
            reports.push(Report::and_more(errors.len() - reports.len()).about(&source.name));
        }
        if let Some(bracket) = bracket {
            let report = Report::error(format!("this `{}` is never closed", &source.text[bracket.clone()]));
            reports.push(report.at(source, bracket));
        }
        Err(reports)
    }

    /// The value of a top-level key, if it is a string.
    pub fn string(&self, key: &str) -> Option<super::Spanned<String>> {
        let value = self.table.get(key)?;
        Some(super::Spanned::new(value.span(), value.get_ref().as_str()?.to_owned()))
    }

    /// The strings in the list that is the value of a top-level key.
    pub fn strings(&self, key: &str) -> Vec<String> {
        let list = self.value(key).and_then(DeValue::as_array).map(|list| list.iter());
        list.into_iter().flatten().filter_map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
    }

    /// The value of a top-level key.
    pub(super) fn value(&self, key: &str) -> Option<&DeValue<'a>> {
        self.table.get(key).map(Spanned::get_ref)
    }

    /// Removes top-level keys.
    pub fn without(self, keys: &[&str]) -> Self {
        let table = self.table.into_iter().filter(|(key, _)| !keys.contains(&key.get_ref().as_ref()));
        Self { table: table.collect(), ..self }
    }

    /// Merges the tree of an including file into this one: tables are merged, the word `none` removes a table, and
    /// anything else is replaced.
    pub fn overlaid(self, over: Self) -> Self {
        let boards = [over.boards, self.boards].concat();
        let list = |table: &DeTable<'a>| table.get(PROMOTION).filter(|list| list.get_ref().is_array()).cloned();
        let below = list(&over.table).and_then(|_| list(&self.table));
        let replaced = over.replaced.or(below);
        let no_promotion = over.no_promotion || self.no_promotion && list(&over.table).is_none();
        let mut below = self.table;
        over.gone.iter().for_each(|path| remove_path(&mut below, path));
        let gone = [self.gone, over.gone].concat();
        let relisted = [self.relisted, over.relisted].concat();
        let mut merger = Merger { idle: over.idle, gone, relisted, path: Vec::new() };
        let table = merger.merged(below, over.table);
        let listed = [self.listed, over.listed].concat();
        let Merger { idle, gone, relisted, .. } = merger;
        Self { table, boards, idle, replaced, relisted, no_promotion, gone, listed }
    }

    /// The spans of all keys and list elements, by path: `end.stalemate`, `promotion.0.to`, `aliases.0`.
    pub fn keys(&self) -> BTreeMap<String, Span> {
        let mut keys = BTreeMap::new();
        list_keys(&self.table, "", &mut keys);
        keys
    }

    /// Empty tables that change nothing, because an included file has keys in them.
    pub fn idle(&self) -> &[Span] {
        &self.idle
    }

    /// The spans of the files whose board, their own or that of a file they include, has another size than the game's
    /// in the direction that `side` selects.
    fn other_boards(&self, side: impl Fn(&FileBoard) -> Option<i64>) -> Vec<Span> {
        let known = |from: usize| self.boards[from..].iter().find_map(&side);
        let is_other = |number: &usize| known(*number).is_some_and(|size| Some(size) != known(0));
        (0..self.boards.len()).filter(is_other).map(|number| self.boards[number].bytes.clone()).collect()
    }

    /// Converts the tree to a typed file. Values of a wrong type and unknown keys are reported and left out, and the
    /// rest is read. Each report comes with the offset of its place. The file is `None` if there are too many faults,
    /// or one that cannot be left out.
    pub fn typed(mut self, sources: &Sources) -> (Option<ReadFile>, Vec<(usize, Report)>) {
        let mut reports = Vec::new();
        for (span, heading) in &self.listed {
            let mut report = Report::error("expected a table, found a list")
                .help(format!("write each piece under a heading with its ID: `[{heading}]`"));
            report.place = sources.place(span);
            reports.push((span.start, report));
        }
        let mut dropped = BTreeSet::new();
        let other_ranks = self.other_boards(|board| board.ranks);
        let other_files = self.other_boards(|board| board.files);
        let no_promotion = self.no_promotion;
        if no_promotion && self.table.get(PROMOTION).is_some_and(|word| is_none(word.get_ref())) {
            // The word removes no table of an included file, but it is right to say so.
            self.table.remove(PROMOTION);
        }
        while reports.len() + 1 < limits::COMPLAINTS {
            let Misfit { fault, span } = match VariantFile::deserialize(TomlNode::file(&self.table)) {
                Ok(file) => {
                    let replaced = self.replaced.map(promotions).unwrap_or_default();
                    // The first is told in more detail, and tests are not rules.
                    let told = |path: &Path| [PROMOTION, "test"].contains(&path[0].as_str());
                    let lacking = self.relisted.into_iter().filter(|(path, _, lacks)| *lacks && !told(path));
                    let forgotten = lacking.map(|(path, span, _)| (heading(&path.join(".")), span)).collect();
                    return (
                        Some(ReadFile { file, dropped, other_ranks, other_files, replaced, forgotten, no_promotion }),
                        reports,
                    );
                }
                Err(misfit) => misfit,
            };
            let span = span.unwrap_or(0..0);
            // A table with a heading in double brackets is read as if the heading were right, to find the faults in it.
            if fault.is_list_for_table()
                && let Some(path) = take_first(&mut self.table, &span)
            {
                reports.push((span.start, type_report(sources, &span, &fault, Some(&path)).0));
                continue;
            }
            let path = remove(&mut self.table, &span);
            let (report, meant) = type_report(sources, &span, &fault, path.as_deref());
            reports.push((span.start, report));
            let Some(path) = path else { return (None, reports) };
            if let Some(meant) = meant.or(fault.is_unknown_key().then_some(UNKNOWN)) {
                let table = path.rfind('.').map_or("", |dot| &path[..=dot]);
                dropped.insert(format!("{table}{meant}"));
            }
            dropped.insert(path);
        }
        // The total is unknown: a fault is found only after those before it have been left out.
        let place = sources.first().map(|source| Place::File(source.name.clone()));
        reports.push((usize::MAX, Report { place, ..Report::note("... and more") }));
        (None, reports)
    }
}

/// The promotion tables of a list; none if one of them is faulty, which is reported with the file that has it.
fn promotions(list: Value<'_>) -> Vec<super::Spanned<super::PromotionTable>> {
    let mut table = DeTable::new();
    table.insert(Spanned::new(list.span(), PROMOTION.into()), list);
    VariantFile::deserialize(TomlNode::file(&table)).unwrap_or_default().promotion
}

fn list_keys(table: &DeTable<'_>, above: &str, keys: &mut BTreeMap<String, Span>) {
    for (key, value) in table.iter() {
        let path = format!("{above}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(table) => list_keys(table, &format!("{path}."), keys),
            DeValue::Array(list) => {
                for (number, item) in list.iter().enumerate() {
                    if let DeValue::Table(table) = item.get_ref() {
                        list_keys(table, &format!("{path}.{number}."), keys);
                    }
                    keys.insert(format!("{path}.{number}"), item.span());
                }
            }
            _ => {}
        }
        keys.insert(path, key.span());
    }
}

/// The number of ranks or files, as `key` says, that the file gives its board.
fn board_side(table: &DeTable<'_>, key: &str) -> Option<i64> {
    let board = table.get("board")?.get_ref().as_table()?;
    let number = board.get(key)?.get_ref().as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The table with the spans of all keys and values mapped by `place`.
fn placed_table<'a>(table: DeTable<'a>, place: &dyn Fn(Span) -> Span) -> DeTable<'a> {
    let entries = table.into_iter();
    entries
        .map(|(key, value)| (Spanned::new(place(key.span()), key.into_inner()), placed_value(value, place)))
        .collect()
}

fn placed_value<'a>(value: Value<'a>, place: &dyn Fn(Span) -> Span) -> Value<'a> {
    let span = place(value.span());
    let value = match value.into_inner() {
        DeValue::Array(list) => {
            let mut placed = DeArray::new();
            list.into_iter().for_each(|item| placed.push(placed_value(item, place)));
            DeValue::Array(placed)
        }
        DeValue::Table(table) => DeValue::Table(placed_table(table, place)),
        leaf => leaf,
    };
    Spanned::new(span, value)
}

/// Whether the word `none` may stand in place of a top-level table.
pub(super) fn may_be_none(key: &str) -> bool {
    key == PROMOTION || NOTHING.lines().any(|line| line.split('.').next() == Some(key))
}

/// Replaces the word `none` by tables that say the same where [`NOTHING`] has one; also returns the keys of these
/// tables.
fn spelled_out(mut table: DeTable<'_>) -> (DeTable<'_>, Vec<Path>) {
    let mut gone = Vec::new();
    if !table.iter().any(|(_, value)| is_none(value.get_ref())) {
        return (table, gone);
    }
    let (nothing, _) = DeTable::parse_recoverable(NOTHING);
    for (key, said) in nothing.into_inner() {
        if let Some(word) = table.get_mut(&key).filter(|value| is_none(value.get_ref())) {
            let place = word.span();
            *word = placed_value(said, &|_| place.clone());
            gone.push(vec![key.into_inner().into_owned()]);
        }
    }
    (table, gone)
}

/// Replaces a list of pieces by tables under the IDs that its entries give as values; also returns the place of the
/// list, with the heading that its first piece should have.
fn named_pieces(mut table: DeTable<'_>) -> (DeTable<'_>, Vec<(Span, String)>) {
    let given = table.get_mut(PIECES);
    let is_list = |value: &&mut Value<'_>| value.get_ref().as_array().is_some_and(|list| list.iter().all(is_table));
    let Some(list) = given.filter(is_list) else { return (table, Vec::new()) };
    let span = list.span();
    let mut pieces = DeTable::new();
    for item in list.get_ref().as_array().into_iter().flat_map(|list| list.iter()) {
        let keys = item.get_ref().as_table().into_iter().flat_map(|keys| keys.iter());
        let (id, rest): (Vec<_>, Vec<_>) = keys.partition(|(key, value)| is_id(key, value));
        let rest = rest.into_iter().map(|(key, value)| (key.clone(), value.clone()));
        match id.first().and_then(|(_, id)| Some(Spanned::new(id.span(), id.get_ref().as_str()?.to_owned().into()))) {
            Some(id) => drop(pieces.insert(id, Spanned::new(item.span(), DeValue::Table(rest.collect())))),
            // TOML adds headings below the list to its last table.
            None => pieces.extend(rest.filter(|(_, value)| is_taken_back(value.get_ref()))),
        }
    }
    let first = pieces.iter().next().map_or("P".to_owned(), |(key, _)| quoted(key.get_ref()).into_owned());
    *list.get_mut() = DeValue::Table(pieces);
    (table, vec![(span, format!("{PIECES}.{first}"))])
}

fn is_table(value: &Value<'_>) -> bool {
    value.get_ref().is_table()
}

/// Whether a key gives the ID of a piece.
fn is_id(key: &Key<'_>, value: &Value<'_>) -> bool {
    ["id", "letter", "symbol"].contains(&key.get_ref().as_ref()) && value.get_ref().is_str()
}

/// Merges the tables of a file with those of a file that it includes.
struct Merger {
    /// Empty tables that change nothing, because the included file has keys in them.
    idle: Vec<Span>,
    /// Paths that must be removed from the files that the included one includes.
    gone: Vec<Path>,
    /// Lists of tables that replace others, each compared with the nearest one below it.
    relisted: Vec<(Path, Span, bool)>,
    /// The path of the tables being merged.
    path: Path,
}

impl Merger {
    fn merged<'a>(&mut self, base: DeTable<'a>, over: DeTable<'a>) -> DeTable<'a> {
        // To remove an entry of the table would move all those behind it.
        let mut over: IndexMap<String, Option<(Key<'a>, Value<'a>)>> =
            over.into_iter().map(|(key, value)| (key.get_ref().to_string(), Some((key, value)))).collect();
        let mut table = DeTable::new();
        for (key, value) in base {
            let Some((new_key, new_value)) = over.get_mut(key.get_ref().as_ref()).and_then(Option::take) else {
                table.insert(key, value);
                continue;
            };
            self.path.push(key.get_ref().to_string());
            let (span, new) = (new_value.span(), new_value.into_inner());
            let takes_back = is_none(&new) && is_taken_back(value.get_ref());
            // What a file removes stays removed, even if an including file has something else in its place.
            if takes_back || is_none(value.get_ref()) && !is_none(&new) {
                self.gone.push(self.path.clone());
            }
            if !takes_back {
                let value = match (value.into_inner(), new) {
                    (DeValue::Table(old), DeValue::Table(new)) => {
                        if new.is_empty() && !old.is_empty() {
                            self.idle.push(span.clone());
                        }
                        DeValue::Table(self.merged(old, new))
                    }
                    (DeValue::Array(old), DeValue::Array(new)) => {
                        self.relist(&span, &old, &new);
                        DeValue::Array(new)
                    }
                    (_, new) => new,
                };
                table.insert(new_key, Spanned::new(span, value));
            }
            self.path.pop();
        }
        table.extend(over.into_values().flatten());
        table
    }

    /// Remembers that a list replaces another one, unless it has replaced one already.
    fn relist(&mut self, span: &Span, old: &DeArray<'_>, new: &DeArray<'_>) {
        let mut tables = old.iter().filter(|item| item.get_ref().is_table()).peekable();
        let known = self.relisted.iter().any(|(path, ..)| *path == self.path);
        if known || new.is_empty() || tables.peek().is_none() && !old.is_empty() {
            return;
        }
        let lacks = tables.any(|table| !new.iter().any(|other| same(table, other)));
        self.relisted.push((self.path.clone(), span.clone(), lacks));
    }
}

/// Whether two values say the same, wherever they stand.
fn same(one: &Value<'_>, other: &Value<'_>) -> bool {
    match (one.get_ref(), other.get_ref()) {
        (DeValue::Table(one), DeValue::Table(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key.get_ref().as_ref()).is_some_and(|other| same(value, other)))
        }
        (DeValue::Array(one), DeValue::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other.iter()).all(|(one, other)| same(one, other))
        }
        (DeValue::String(one), DeValue::String(other)) => one == other,
        (DeValue::Integer(one), DeValue::Integer(other)) => one.as_str() == other.as_str(),
        (DeValue::Boolean(one), DeValue::Boolean(other)) => one == other,
        _ => false,
    }
}

fn remove_path(table: &mut DeTable<'_>, path: &[String]) {
    match path {
        [] => {}
        [key] => drop(table.remove(key.as_str())),
        [key, within @ ..] => {
            if let Some(DeValue::Table(inner)) = table.get_mut(key.as_str()).map(Spanned::get_mut) {
                remove_path(inner, within);
            }
        }
    }
}

fn is_none(value: &DeValue<'_>) -> bool {
    value.as_str() == Some(NONE)
}

/// Whether the word `none` in place of a value removes it: it is a table or a list that contains tables.
fn is_taken_back(value: &DeValue<'_>) -> bool {
    let table = |value: &DeValue<'_>| matches!(value, DeValue::Table(_));
    table(value) || value.as_array().is_some_and(|list| list.iter().any(|item| table(item.get_ref())))
}

/// Replaces the list with exactly this span by the first of its tables, and returns its path.
fn take_first(table: &mut DeTable<'_>, span: &Span) -> Option<String> {
    for (key, value) in table.iter_mut() {
        let first = value.get_ref().as_array().filter(|_| value.span() == *span).and_then(|list| list.iter().next());
        if let Some(first) = first.map(|first| first.get_ref().clone()) {
            *value.get_mut() = first;
            return Some(key.get_ref().to_string());
        }
        let inside = match value.get_mut() {
            DeValue::Table(table) => take_first(table, span),
            DeValue::Array(list) => list.iter_mut().find_map(|item| match item.get_mut() {
                DeValue::Table(table) => take_first(table, span),
                _ => None,
            }),
            _ => None,
        };
        if let Some(path) = inside {
            return Some(format!("{}.{path}", key.get_ref()));
        }
    }
    None
}

/// Removes the entry whose key or value has exactly this span, the innermost first, and returns its path.
fn remove(table: &mut DeTable<'_>, span: &Span) -> Option<String> {
    for (key, value) in table.iter_mut() {
        if let Some(path) = remove_inside(value.get_mut(), span) {
            return Some(format!("{}.{path}", key.get_ref()));
        }
    }
    let (key, _) = table.iter().find(|(key, value)| key.span() == *span || value.span() == *span)?;
    let name = key.get_ref().to_string();
    table.remove(name.as_str());
    Some(name)
}

fn remove_inside(value: &mut DeValue<'_>, span: &Span) -> Option<String> {
    match value {
        DeValue::Table(table) => remove(table, span),
        DeValue::Array(list) => {
            if let Some(path) = list.iter_mut().find_map(|item| remove_inside(item.get_mut(), span)) {
                return Some(path);
            }
            let mut kept = DeArray::new();
            list.iter().filter(|item| item.span() != *span).for_each(|item| kept.push(item.clone()));
            let removed = kept.len() < list.len();
            *list = kept;
            removed.then(|| "item".to_owned())
        }
        _ => None,
    }
}
