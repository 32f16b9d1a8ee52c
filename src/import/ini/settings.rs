//! The settings of a section merged with those of the games on which it builds.

use super::keys::{KEYS, Value, parse, unset};
use super::sections::{Entry, Section, read};
use super::types::{Type, Types};
use crate::board::{Area, ByColor, Color, Geometry};
use crate::import::Word;
use crate::limits;
use crate::text::{Report, Source, Span, capitalized, did_you_mean};
use once_cell::sync::Lazy;
use std::collections::HashMap;
use std::sync::Arc;

/// The built-in games of the format, as a file in it.
static BUILTIN: Lazy<(Arc<Source>, Vec<Section>)> = Lazy::new(|| {
    let source = Source::new("built in", include_str!("builtin.ini"));
    let sections = read(&source);
    (source, sections)
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

    fn value(&self, name: &str) -> Value {
        self.made.get(name).map_or_else(
            || {
                let key = KEYS.iter().find(|key| key.settings.contains(&name));
                unset(key.expect("keys.txt knows every setting").shape)
            },
            |setting| setting.value.clone(),
        )
    }

    pub fn flag(&self, name: &str) -> bool {
        self.value(name) == Value::Flag(true)
    }

    pub fn number(&self, name: &str) -> u32 {
        if let Value::Number(number) = self.value(name) { number } else { 0 }
    }

    pub fn text(&self, name: &str) -> String {
        if let Value::Text(text) = self.value(name) { text } else { String::new() }
    }

    /// A set of types.
    pub fn types(&self, name: &str) -> Types {
        if let Value::Types(types) = self.value(name) { types } else { Types::default() }
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
        if let Value::Type(ty) = self.value(name) { ty } else { None }
    }

    /// The board of the game.
    pub fn board(&self) -> Geometry {
        let [files, ranks] = ["maxFile", "maxRank"].map(|name| self.number(name) as u8 + 1);
        Geometry::new(files, ranks).expect("no file and no rank is beyond the largest board of the format")
    }

    /// The squares of a setting that are on the board.
    pub fn squares(&self, name: &str) -> Area {
        if let Value::Squares(squares) = self.value(name) { self.on_board(&squares) } else { Area::EMPTY }
    }

    fn on_board(&self, squares: &[(u8, u8)]) -> Area {
        let board = self.board();
        squares.iter().filter_map(|&(file, rank)| board.square(file.into(), rank.into())).collect()
    }

    pub fn squares_of(&self, name: &str, side: Color) -> Area {
        self.squares(&format!("{name}{}", side.name()))
    }

    pub fn counts(&self, name: &str) -> Vec<(Type, u32)> {
        if let Value::Counts(counts) = self.value(name) { counts } else { Vec::new() }
    }

    /// The promoted form of a type.
    pub fn form(&self, ty: Type) -> Option<Type> {
        let Value::Forms(forms) = self.value("promotedPieceType") else { return None };
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
        let entry = |key: &str| section.entries.iter().rev().find(|entry| entry.key.text == key);
        for (at, first) in section.entries.iter().enumerate() {
            let other = section.entries[at + 1..].iter().find(|other| other.key.text == first.key.text);
            if other.is_some_and(|other| other.value.text != first.value.text) {
                let message = format!("`{}` occurs again below, so this line has no effect", first.key.text);
                reports.push(Report::warning(message).at(source, first.key.span.clone()));
            }
        }
        self.lay_pieces(&entry, source, &origin, reports);
        for key in KEYS.iter() {
            let Some(found) = entry(key.name).filter(|_| builtin.is_some() || key.is_known()) else { continue };
            let read = parse(key.shape, &found.value, &|letter| self.by_letter(letter));
            match read {
                Ok(_) if key.shape == "idle" => {}
                Ok(value) => key.settings.iter().for_each(|setting| {
                    let line = format!("{} = {}", found.key.text, found.value.text);
                    let value = value.clone().laid_over(self.value(setting));
                    self.made.insert(setting, Setting { value, line, origin: origin(&found.key.span) });
                }),
                Err((span, message)) => {
                    reports.push(Report::error(message).at(source, span).label(format!("in `{}`", key.name)));
                }
            }
        }
        let known = || {
            let sides = ["White", "Black"].map(|side| format!("mobilityRegion{side}"));
            let types = Type::each().map(Type::key).collect::<Vec<_>>();
            let regions =
                types.iter().flat_map(|key| sides.iter().map(move |side| format!("{side}{}", capitalized(key))));
            let regions: Vec<String> = regions.collect();
            let keys = KEYS.iter().filter(|key| builtin.is_some() || key.is_known());
            keys.map(|key| key.name.to_owned()).chain(types.clone()).chain(regions).collect::<Vec<_>>()
        };
        let known = known();
        for entry in section.entries.iter().filter(|entry| !known.contains(&entry.key.text)) {
            let mut report =
                Report::error(format!("unknown key `{}`", entry.key.text)).at(source, entry.key.span.clone());
            report.help.extend(did_you_mean(&entry.key.text, known.iter().map(String::as_str)));
            reports.push(report);
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

const PROMOTIONS: [&str; 2] = ["promotionPieceTypesWhite", "promotionPieceTypesBlack"];
const EN_PASSANT: [&str; 2] = ["enPassantTypesWhite", "enPassantTypesBlack"];

/// Whether Fairy-Stockfish has a built-in game of this name.
pub fn is_builtin(name: &str) -> bool {
    !name.starts_with('.') && BUILTIN.1.iter().any(|section| section.name.text == name)
}

fn builtin(name: &str) -> Settings {
    let (source, sections) = &*BUILTIN;
    let Some(section) = sections.iter().find(|section| section.name.text == name) else { return Settings::default() };
    let mut settings = match &section.parent {
        Some(parent) => builtin(&parent.text),
        None if name == BASE => Settings::default(),
        None => builtin(BASE).without_pieces(),
    };
    // The tests check that no built-in game has any.
    let mut reports = Vec::new();
    settings.lay(section, source, Some(name), &mut reports);
    debug_assert!(reports.is_empty(), "{reports:?}");
    settings
}

/// The settings of a section, with all on which it builds, and its faults. `depth` sections build on it.
pub fn resolve(sections: &[Section], number: usize, source: &Arc<Source>, depth: usize) -> (Settings, Vec<Report>) {
    let section = &sections[number];
    let mut reports = Vec::new();
    let mut settings = match &section.parent {
        None => builtin(BASE).without_pieces(),
        // A section with the name of a built-in game does not replace it.
        Some(parent) if is_builtin(&parent.text) => builtin(&parent.text),
        Some(parent) => match sections[..number].iter().position(|other| other.name.text == parent.text) {
            Some(above) if depth < limits::INCLUDES => {
                let (settings, faults) = resolve(sections, above, source, depth + 1);
                // Faults of the parent are reported for the parent.
                if faults.iter().any(Report::is_error) {
                    let message = format!("the section `{}` is wrong", parent.text);
                    reports.push(Report::error(message).at(source, parent.span.clone()));
                }
                settings
            }
            Some(_) => {
                let message = format!("more than {} sections build on each other in a row", limits::INCLUDES);
                reports.push(Report::error(message).at(source, parent.span.clone()));
                Settings::default()
            }
            None => {
                let below = sections[number..].iter().any(|other| other.name.text == parent.text);
                let message = format!("there is no game `{}` to build on", parent.text);
                let mut report = Report::error(message).at(source, parent.span.clone());
                let above = sections[..number].iter().map(|section| section.name.text.as_str());
                let names = BUILTIN.1.iter().map(|section| section.name.text.as_str()).chain(above);
                report.help.extend(match below {
                    true => Some("a section must stand below the one on which it builds".to_owned()),
                    false => did_you_mean(&parent.text, names.filter(|name| !name.starts_with('.'))),
                });
                reports.push(report);
                Settings::default()
            }
        },
    };
    if !reports.iter().any(Report::is_error) {
        settings.lay(section, source, None, &mut reports);
    }
    (settings, reports)
}
