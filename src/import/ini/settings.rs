//! The settings of a section merged with those of the games on which it builds.

use super::keys::{KEYS, Key, Value, is_known, parse};
use super::sections::{Entry, Section, read};
use super::squares::{FILES, RANKS};
use super::types::{Type, Types};
use crate::board::{Area, ByColor, Color, Geometry};
use crate::import::Word;
use crate::limits;
use crate::text::{Report, Source, Span, capitalized, did_you_mean};
use indexmap::{IndexMap, IndexSet};
use once_cell::sync::Lazy;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The settings of the built-in games of the format, which are written as a file in it.
static BUILTIN: Lazy<IndexMap<String, Settings>> = Lazy::new(|| {
    let source = Source::new("built in", include_str!("builtin.ini"));
    let mut games: IndexMap<String, Settings> = IndexMap::new();
    for section in read(&source) {
        let name = section.name.text.clone();
        let mut settings = match &section.parent {
            Some(parent) => games[&parent.text].clone(),
            None if name == BASE => Settings::default(),
            None => games[BASE].clone().without_pieces(),
        };
        let mut reports = Vec::new();
        settings.lay(&section, &source, Some(&name), &mut reports);
        // The tests check that no built-in game has any.
        debug_assert!(reports.is_empty(), "{reports:?}");
        games.insert(name, settings);
    }
    games
});

/// All keys of sections, those of built-in games included.
static ALL_KEYS: Lazy<IndexSet<String>> = Lazy::new(|| {
    let types: Vec<String> = Type::each().map(Type::key).collect();
    let region = |key: &String| Color::ALL.map(|side| format!("mobilityRegion{}{}", side.name(), capitalized(key)));
    let regions: Vec<String> = types.iter().flat_map(region).collect();
    KEYS.iter().map(|key| key.name.to_owned()).chain(types).chain(regions).collect()
});

/// The base of every section.
const BASE: &str = ".base";

/// The origin of a setting: the user's file, or a built-in game.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    Text(Span),
    Builtin(String),
}

/// A setting with its origin.
#[derive(Clone, Debug)]
pub struct Setting {
    pub value: Value,
    /// The line, such as `key = value`.
    pub line: String,
    pub origin: Origin,
}

/// All settings of a game.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    letters: HashMap<Type, char>,
    /// The moves of pieces with custom moves.
    moves: HashMap<Type, (Word, Origin)>,
    made: HashMap<&'static str, Setting>,
    /// The squares that a type can reach, empty for no restriction.
    regions: ByColor<HashMap<Type, Vec<(u8, u8)>>>,
}

impl Settings {
    /// The setting of this name, if any section has made it.
    pub fn made(&self, name: &str) -> Option<&Setting> {
        self.made.get(name)
    }

    fn value(&self, name: &str) -> Option<&Value> {
        debug_assert!(KEYS.iter().any(|key| key.settings.contains(&name)), "keys.txt knows every setting: {name}");
        self.made(name).map(|setting| &setting.value)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.value(name) == Some(&Value::Flag(true))
    }

    pub fn number(&self, name: &str) -> u32 {
        if let Some(Value::Number(number)) = self.value(name) { *number } else { 0 }
    }

    pub fn text(&self, name: &str) -> String {
        if let Some(Value::Text(text)) = self.value(name) { text.clone() } else { "none".to_owned() }
    }

    /// A set of types.
    pub fn types(&self, name: &str) -> Types {
        if let Some(Value::Types(types)) = self.value(name) { *types } else { Types::default() }
    }

    /// Like [`Self::types`], for a setting whose name ends with the side.
    pub fn types_of(&self, name: &str, side: Color) -> Types {
        self.types(&format!("{name}{}", side.name()))
    }

    /// Like [`Self::piece`], for a setting whose name ends with the side.
    pub fn piece_of(&self, name: &str, side: Color) -> Option<Type> {
        self.piece(&format!("{name}{}", side.name()))
    }

    /// One type, or all.
    pub fn piece(&self, name: &str) -> Option<Type> {
        if let Some(Value::Type(ty)) = self.value(name) { *ty } else { None }
    }

    /// The board of the game.
    pub fn board(&self) -> Geometry {
        let [files, ranks] = ["maxFile", "maxRank"].map(|name| self.number(name) as u8 + 1);
        Geometry::new(files, ranks).expect("no file and no rank is beyond the largest board of the format")
    }

    /// The squares of a setting that are on the board.
    pub fn squares(&self, name: &str) -> Area {
        if let Some(Value::Squares(squares)) = self.value(name) { self.on_board(squares) } else { Area::EMPTY }
    }

    fn on_board(&self, squares: &[(u8, u8)]) -> Area {
        let board = self.board();
        squares.iter().filter_map(|&(file, rank)| board.square(file.into(), rank.into())).collect()
    }

    pub fn squares_of(&self, name: &str, side: Color) -> Area {
        self.squares(&format!("{name}{}", side.name()))
    }

    pub fn counts(&self, name: &str) -> Vec<(Type, u32)> {
        if let Some(Value::Counts(counts)) = self.value(name) { counts.clone() } else { Vec::new() }
    }

    /// The promoted form of a type.
    pub fn form(&self, ty: Type) -> Option<Type> {
        let Some(Value::Forms(forms)) = self.value("promotedPieceType") else { return None };
        forms.iter().find(|(from, _)| *from == ty).and_then(|(_, to)| *to)
    }

    /// The types with letters, in the order of the format.
    pub fn pieces(&self) -> impl Iterator<Item = Type> + '_ {
        Type::each().filter(|ty| self.letters.contains_key(ty))
    }

    pub fn letter(&self, ty: Type) -> char {
        self.letters.get(&ty).copied().unwrap_or(' ').to_ascii_uppercase()
    }

    pub fn by_letter(&self, letter: char) -> Option<Type> {
        self.pieces().find(|ty| self.letter(*ty) == letter.to_ascii_uppercase())
    }

    /// The moves of a type, and their origin.
    pub fn moves(&self, ty: Type) -> (Word, Origin) {
        self.moves.get(&ty).cloned().unwrap_or_else(|| {
            let word = Word { text: ty.moves().unwrap_or_default().to_owned(), span: 0..0 };
            (word, Origin::Builtin(ty.key()))
        })
    }

    /// The squares of the board that a type can reach.
    pub fn region(&self, ty: Type, side: Color) -> Area {
        let given = self.regions[side].get(&ty).filter(|squares| !squares.is_empty());
        given.map_or(self.board().area(), |squares| self.on_board(squares))
    }

    fn set_letter(&mut self, ty: Type, letter: char) {
        if let Some(other) = self.by_letter(letter) {
            self.drop_letter(other);
        }
        self.letters.insert(ty, letter.to_ascii_lowercase());
    }

    /// Removes the letter of a type, and the type from those to which pieces promote.
    fn drop_letter(&mut self, ty: Type) {
        self.letters.remove(&ty);
        for side in PROMOTIONS {
            self.made_types(side).into_iter().for_each(|types| types.remove(ty));
        }
    }

    /// The settings of a game without pieces.
    fn without_pieces(mut self) -> Self {
        Type::each().for_each(|ty| self.drop_letter(ty));
        self
    }

    /// Merges a section into these settings; `builtin` is the name of a built-in game if it is one.
    fn lay(&mut self, section: &Section, source: &Arc<Source>, builtin: Option<&str>, reports: &mut Vec<Report>) {
        reports.extend(section.faults.iter().cloned());
        let origin = |span: &Span| match builtin {
            Some(name) => Origin::Builtin(name.to_owned()),
            None => Origin::Text(span.clone()),
        };
        let mut entries: HashMap<&str, &Entry> = HashMap::new();
        let mut repeated = Vec::new();
        for entry in &section.entries {
            let above = entries.insert(&entry.key.text, entry);
            repeated.extend(above.filter(|above| above.value.text != entry.value.text));
        }
        repeated.sort_unstable_by_key(|entry| entry.key.span.start);
        reports.extend(repeated.into_iter().map(|entry| {
            let message = format!("`{}` occurs again below, so this line has no effect", entry.key.text);
            Report::warning(message).at(source, entry.key.span.clone())
        }));
        let entry = |key: &str| entries.get(key).copied();
        let is_allowed = |key: &str| builtin.is_some() || is_known(key);
        self.lay_pieces(&entry, source, &origin, reports);
        for key in KEYS.iter() {
            let Some(found) = entry(key.name).filter(|_| is_allowed(key.name)) else { continue };
            if found.trailing_blanks && key.is_word() {
                reports.extend(other_word(key, &found.value).map(|report| report.at(source, found.value.span.clone())));
            }
            let read = parse(key.shape, &found.value, &|letter| self.by_letter(letter));
            match read {
                Ok(_) if key.shape == "idle" => {}
                Ok(Value::Flag(false)) if key.shape == "top" => {}
                Ok(value) => key.settings.iter().for_each(|setting| {
                    let line = format!("{} = {}", found.key.text, found.value.text);
                    let value = match (&value, key.shape.split_once("..")) {
                        (Value::Number(rank), Some(ends)) => self.ranks(setting, ends, *rank),
                        (value, _) => value.clone().laid_over(self.value(setting)),
                    };
                    self.made.insert(setting, Setting { value, line, origin: origin(&found.key.span) });
                }),
                Err((span, message)) => {
                    reports.push(Report::error(message).at(source, span).label(format!("in `{}`", key.name)));
                }
            }
        }
        self.conclude();
        let known = |key: &str| ALL_KEYS.contains(key) && is_allowed(key);
        let unknown = section.entries.iter().filter(|entry| !known(&entry.key.text));
        for (number, entry) in unknown.enumerate() {
            let mut report =
                Report::error(format!("unknown key `{}`", entry.key.text)).at(source, entry.key.span.clone());
            // Those beyond the limit are only counted.
            if number < limits::COMPLAINTS {
                let known = ALL_KEYS.iter().map(String::as_str).filter(|key| is_allowed(key));
                report.help.extend(did_you_mean(&entry.key.text, known));
            }
            reports.push(report);
        }
    }

    /// The ranks between two ends, as the side of a setting sees them: the word `rank`, or nothing for the last rank.
    fn ranks(&self, setting: &str, (from, to): (&str, &str), given: u32) -> Value {
        let end = |word: &str, open: u32| match word {
            "rank" => given,
            "" => open,
            rank => rank.parse::<u32>().expect("keys.txt has ranks from 1") - 1,
        };
        let last = self.number("maxRank");
        let seen = |rank: u32| if setting.ends_with(Color::Black.name()) { last.checked_sub(rank) } else { Some(rank) };
        let ranks = (end(from, 0)..=end(to, RANKS.into())).filter_map(seen);
        Value::Squares(ranks.flat_map(|rank| (0..FILES).map(move |file| (file, rank as u8))).collect())
    }

    /// Makes settings of double steps agree, as the format does after every section: without double steps they begin on
    /// no squares, and games that build on this one begin with these settings.
    fn conclude(&mut self) {
        const REGIONS: [&str; 2] = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
        let none = Value::Squares(Vec::new());
        let made = |name: &str| self.made.get(name).cloned();
        match made("doubleStep") {
            Some(never) if never.value == Value::Flag(false) => REGIONS.into_iter().for_each(|region| {
                self.made.insert(region, Setting { value: none.clone(), ..never.clone() });
            }),
            _ => {
                let empty = REGIONS.into_iter().filter_map(made).filter(|setting| setting.value == none);
                if let [region, _] = &empty.collect::<Vec<_>>()[..] {
                    self.made.insert("doubleStep", Setting { value: Value::Flag(false), ..region.clone() });
                }
            }
        }
    }

    fn lay_pieces<'s>(
        &mut self,
        entry: &dyn Fn(&str) -> Option<&'s Entry>,
        source: &Arc<Source>,
        origin: &dyn Fn(&Span) -> Origin,
        reports: &mut Vec<Report>,
    ) {
        for ty in Type::each() {
            if let Some(found) = entry(&ty.key()) {
                let wrong = self.lay_piece(ty, found, origin(&found.key.span));
                reports.extend(wrong.map(|(span, report)| report.at(source, span)));
            }
            for side in Color::ALL {
                let Some(found) = entry(&format!("mobilityRegion{}{}", side.name(), capitalized(&ty.key()))) else {
                    continue;
                };
                match parse("squares", &found.value, &|_| None) {
                    Ok(Value::Squares(set)) => drop(self.regions[side].insert(ty, set)),
                    Ok(_) => {}
                    Err((span, message)) => reports.push(Report::error(message).at(source, span)),
                }
            }
        }
    }

    /// Sets the letter of a type, and its custom moves; returns an error in them with its place.
    fn lay_piece(&mut self, ty: Type, Entry { value, .. }: &Entry, origin: Origin) -> Option<(Span, Report)> {
        let (letter, moves) = value.text.split_once(':').unwrap_or((&value.text, ""));
        let letter = match letter.trim().chars().collect::<Vec<_>>()[..] {
            ['-'] => {
                self.drop_letter(ty);
                return None;
            }
            [letter] if letter.is_ascii_alphabetic() => letter,
            _ => {
                let message = format!("expected a letter, or `-` for none, found `{}`", value.text);
                return Some((value.span.clone(), Report::error(message)));
            }
        };
        self.set_letter(ty, letter);
        self.moves.remove(&ty);
        if moves.is_empty() {
            let missing = || (value.span.clone(), Report::error("expected `letter:moves`, such as `p:fmWfcF`"));
            return ty.is_custom().then(missing);
        }
        let span = value.span.end - moves.len()..value.span.end;
        if !ty.is_custom() && ty != Type::KING {
            let report = Report::error(format!("`{}` has its own moves", ty.key()));
            return Some((span, report.help("write `customPiece1 = letter:moves` for other ones")));
        }
        // Custom moves with en passant captures add the type to those that capture so.
        if ty.is_custom() && moves.contains('e') {
            for side in EN_PASSANT {
                self.made_types(side).into_iter().for_each(|types| types.insert(ty));
            }
        }
        self.moves.insert(ty, (Word { text: moves.to_owned(), span }, origin));
        None
    }

    fn made_types(&mut self, name: &str) -> Option<&mut Types> {
        match self.made.get_mut(name) {
            Some(Setting { value: Value::Types(types), .. }) => Some(types),
            _ => None,
        }
    }
}

/// Reports a word that Fairy-Stockfish takes for another one because of the blanks behind it.
fn other_word(key: &Key, value: &Word) -> Option<Report> {
    let read = if key.shape.contains('|') { "none" } else { "false" };
    let message = format!("Fairy-Stockfish reads this as `{read}` because of the blanks behind it");
    (value.text != read).then(|| Report::error(message).help("remove the blanks at the end of the line"))
}

const PROMOTIONS: [&str; 2] = ["promotionPieceTypesWhite", "promotionPieceTypesBlack"];
const EN_PASSANT: [&str; 2] = ["enPassantTypesWhite", "enPassantTypesBlack"];

/// Whether Fairy-Stockfish has a built-in game of this name.
pub fn is_builtin(name: &str) -> bool {
    !name.starts_with('.') && BUILTIN.contains_key(name)
}

/// Merges the sections of a file, in their order, with those on which they build.
pub struct Merger<'a> {
    sections: &'a [Section],
    source: &'a Arc<Source>,
    /// The names of sections and games on which others build.
    parents: HashSet<&'a str>,
    /// The sections so far on which others build.
    above: HashMap<&'a str, Merged>,
    /// The number of sections so far that build on none that there is.
    orphans: usize,
}

struct Merged {
    settings: Settings,
    is_wrong: bool,
    /// The number of sections on which it builds, one on the other.
    depth: usize,
}

impl<'a> Merger<'a> {
    pub fn new(sections: &'a [Section], source: &'a Arc<Source>) -> Self {
        let parents = sections.iter().filter_map(|section| section.parent.as_ref());
        let parents = parents.map(|parent| parent.text.as_str()).collect();
        Self { sections, source, parents, above: HashMap::new(), orphans: 0 }
    }

    /// The settings of a section and its faults. The sections above must have been merged before.
    pub fn merge(&mut self, number: usize) -> (Settings, Vec<Report>) {
        let section = &self.sections[number];
        let mut reports = Vec::new();
        let (settings, depth) = match self.parent(number) {
            Ok((mut settings, depth)) => {
                settings.lay(section, self.source, None, &mut reports);
                (settings, depth)
            }
            Err(report) => {
                reports.push(report);
                Default::default()
            }
        };
        let name = section.name.text.as_str();
        if self.parents.contains(name) && !self.above.contains_key(name) {
            let is_wrong = reports.iter().any(Report::is_error);
            self.above.insert(name, Merged { settings: settings.clone(), is_wrong, depth });
        }
        (settings, reports)
    }

    /// The settings on which a section builds, and the number of sections that they come from.
    fn parent(&mut self, number: usize) -> Result<(Settings, usize), Report> {
        let (above, below) = self.sections.split_at(number);
        let Some(parent) = &below[0].parent else {
            return Ok((BUILTIN[BASE].clone().without_pieces(), 0));
        };
        let name = parent.text.as_str();
        // A section with the name of a built-in game does not replace it.
        if is_builtin(name) {
            return Ok((BUILTIN[name].clone(), 0));
        }
        let error = |message: String| Report::error(message).at(self.source, parent.span.clone());
        match self.above.get(name) {
            // Faults of the parent are reported for the parent.
            Some(above) if above.is_wrong => Err(error(format!("the section `{name}` is wrong"))),
            Some(above) if above.depth == limits::INCLUDES => {
                Err(error(format!("more than {} sections build on each other in a row", limits::INCLUDES)))
            }
            Some(above) => Ok((above.settings.clone(), above.depth + 1)),
            None => {
                let mut report = error(format!("there is no game `{name}` to build on"));
                self.orphans += 1;
                report.help.extend(match below.iter().any(|other| other.name.text == name) {
                    true => Some("a section must stand below the one on which it builds".to_owned()),
                    // Every section above is compared with the name.
                    false if self.orphans > limits::COMPLAINTS => None,
                    false => {
                        let above = above.iter().map(|section| section.name.text.as_str());
                        let names = BUILTIN.keys().map(String::as_str).chain(above);
                        did_you_mean(name, names.filter(|name| !name.starts_with('.')))
                    }
                });
                Err(report)
            }
        }
    }
}
