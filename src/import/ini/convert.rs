//! Settings → a variant file, or the reasons why there is none.

use super::sections::Section;
use super::settings::{Origin, Settings};
use super::start::{Kind, Start};
use super::types::{Type, Types};
use super::{castling, enclosing, kinds, reach, rules, squares};
use crate::board::{Area, ByColor, Color, Geometry};
use crate::import::write::{File, rights, table};
use crate::text::{Report, Source, Span};
use crate::variant::placement;
use crate::variant::squares::named;
use std::cell::RefCell;
use std::sync::Arc;
use toml::Value;

/// A section being converted.
pub struct Convert<'a> {
    pub settings: &'a Settings,
    pub board: Geometry,
    pub start: Start,
    /// The kinds that each side can ever have on the board.
    pub reach: ByColor<Vec<Kind>>,
    pub file: File,
    reports: RefCell<Vec<Report>>,
    source: &'a Arc<Source>,
    section: &'a Section,
}

/// The file for a section, unless variant files cannot express the game.
pub fn convert(settings: &Settings, section: &Section, source: &Arc<Source>) -> Result<File, Vec<Report>> {
    let board = settings.board();
    let start = Start::read(settings, board).map_err(|fault| {
        let place = match settings.made("startFen").map(|made| &made.origin) {
            Some(Origin::Text(span)) => span.clone(),
            _ => section.name.span.clone(),
        };
        vec![Report::error(format!("the start position cannot be read: {fault}")).at(source, place)]
    })?;
    let mut convert = Convert {
        settings,
        board,
        start,
        reach: ByColor::default(),
        file: File::default(),
        reports: RefCell::default(),
        source,
        section,
    };
    convert.reach = reach::reach(settings, &convert.start);
    convert.refuse_foreign();
    convert.head();
    kinds::write(&mut convert);
    rules::write(&mut convert);
    let reports = convert.reports.into_inner();
    if reports.is_empty() { Ok(convert.file) } else { Err(reports) }
}

/// Flags that variant files cannot express.
const FLAGS: [(&str, &str); 6] = [
    (
        "castlingDroppedPiece",
        "castling pieces are looked for in the start position only; for dropped ones, a variant file has `drop.unmoved`",
    ),
    ("oppositeCastling", "no rule makes one side's castling depend on the other's"),
    ("cambodianMoves", "the rights to these leaps end in ways that `once` does not know"),
    ("makpongRule", "no rule keeps a king from moving out of check"),
    ("moveRepetitionIllegal", "repetitions are judged by positions, not by moves"),
    ("shatarMateRule", "no rule asks what gave the checks before a mate"),
];

/// The most pieces of one kind in a hand that are written out; more are written as a number.
const MANY: usize = 9;

impl Convert<'_> {
    /// Reports that a setting cannot be converted.
    pub fn refuse(&self, setting: &str, why: &str) {
        let (line, span, of) = match self.settings.made(setting) {
            None => (setting.to_owned(), self.heading(), String::new()),
            Some(made) => match &made.origin {
                Origin::Text(span) => (made.line.clone(), span.clone(), String::new()),
                Origin::Builtin(name) if name.starts_with('.') => (made.line.clone(), self.heading(), String::new()),
                Origin::Builtin(name) => (made.line.clone(), self.heading(), format!(" of `{name}`")),
            },
        };
        let line =
            if line.chars().count() > 60 { format!("{}...", line.chars().take(57).collect::<String>()) } else { line };
        let report = Report::error(format!("`{line}`{of} cannot be carried over: {why}")).at(self.source, span);
        self.report(report);
    }

    /// Reports a place in the moves of a type that cannot be converted, or the type itself.
    pub fn refuse_moves(&self, ty: Type, at: Option<usize>, why: &str) {
        let (word, origin) = self.settings.moves(ty);
        let key = ty.key();
        let report = match (origin, at) {
            (Origin::Text(_), Some(at)) => {
                let start = word.text.char_indices().nth(at).map_or(word.span.end, |(byte, _)| word.span.start + byte);
                Report::error(format!("the moves of `{key}` cannot be carried over: {why}"))
                    .at(self.source, start..(start + 1).min(word.span.end.max(start)))
            }
            (Origin::Text(span), None) => {
                Report::error(format!("`{key}` cannot be carried over: {why}")).at(self.source, span)
            }
            (Origin::Builtin(_), _) => {
                Report::error(format!("`{key}` cannot be carried over: {why}")).at(self.source, self.heading())
            }
        };
        self.report(report);
    }

    /// The place of the heading that names the parent of the section.
    fn heading(&self) -> Span {
        self.section.parent.as_ref().unwrap_or(&self.section.name).span.clone()
    }

    fn report(&self, report: Report) {
        let mut reports = self.reports.borrow_mut();
        if !reports.contains(&report) {
            reports.push(report);
        }
    }

    fn refuse_foreign(&self) {
        let s = self.settings;
        let drops = s.flag("pieceDrops");
        for (flag, why) in FLAGS {
            let idle = match flag {
                "castlingDroppedPiece" => !drops,
                "oppositeCastling" => !self.castles(),
                "makpongRule" | "shatarMateRule" => !self.has_king(),
                _ => false,
            };
            if s.flag(flag) && !idle {
                self.refuse(flag, why);
            }
        }
        let doubled = s.piece("dropNoDoubled").is_some_and(|ty| ty == Type::ALL || s.form(ty).is_some());
        if drops && s.flag("dropPromoted") && doubled {
            self.refuse("dropPromoted", "`drop.max_per_file` is about each face by itself");
        }
        if s.flag("virginGating") && s.text("enclosingDrop") != "none" {
            self.refuse("enclosingDrop", "pieces that enter by gating do not depend on other pieces");
        }
        enclosing::refuse_captures_beside_endless_hands(self);
        let gone = |kind: &Kind| kind.base.is_some() && s.pieces().all(|ty| ty != kind.ty);
        if self.kinds().iter().any(gone) {
            self.refuse("promotedPieceType", "a piece whose letter another one has taken has no moves");
        }
        if s.text("castlingWins") != "none" && s.text("castlingWins") != "-" {
            self.refuse("castlingWins", "castling does not decide games");
        }
        let others = !s.flag("cambodianMoves") && !s.flag("virginGating");
        if s.flag("gating") && others && self.castles() {
            self.refuse("gating", "it has no meaning without pieces that enter");
        }
        let vain = |side: Color| {
            let letters = if side == Color::White { ['K', 'Q'] } else { ['k', 'q'] };
            let mut wings = self.start.castlings[side].iter().zip(letters);
            wings.any(|(castling, letter)| castling.is_none() && self.start.rights.contains(letter))
        };
        if s.flag("virginGating") && Color::ALL.into_iter().any(vain) {
            self.refuse("virginGating", "the letter of a castling that does not exist would allow gating");
        }
    }

    fn head(&mut self) {
        let name = self.section.name.text.as_str();
        self.file.set("", "name", name);
        self.file.set("board", "files", i64::from(self.board.files()));
        self.file.set("board", "ranks", i64::from(self.board.ranks()));
        let walls = self.start.walls;
        if walls.any() {
            self.file.set("board", "holes", squares::text(self.board, Color::White, walls));
        }
        let fen = self.fen();
        self.file.set("start", "fen", fen);
    }

    /// Whether the points of pieces decide games that would otherwise be drawn.
    pub fn counts_points(&self) -> bool {
        self.settings.text("materialCounting") != "none"
    }

    /// Whether both kings may pass the turn.
    pub fn passes(&self) -> bool {
        let s = self.settings;
        self.has_king() && s.flag("passWhite") && s.flag("passBlack")
    }

    /// Whether a side has the royal piece of the format.
    pub fn has_king(&self) -> bool {
        self.kinds().iter().any(|kind| kind.ty == Type::KING)
    }

    pub fn castles(&self) -> bool {
        Color::ALL.iter().any(|side| self.start.castlings[*side].iter().any(Option::is_some))
    }

    /// Whether pieces can come from a hand.
    pub fn drops(&self) -> bool {
        let s = self.settings;
        let held = Color::ALL.iter().any(|side| !self.start.hands[*side].is_empty());
        s.flag("pieceDrops") && (self.captures_fill_hands() || held)
    }

    /// Whether captured pieces go to hands, here or on another board.
    pub fn captures_fill_hands(&self) -> bool {
        self.settings.flag("capturesToHand") || self.settings.flag("twoBoards")
    }

    /// Whether promoted pieces go to hands as what they were.
    pub fn demotes(&self) -> bool {
        self.drops() && self.captures_fill_hands() && !self.settings.flag("dropLoop")
    }

    /// Whether positions have hands.
    pub fn hands(&self) -> bool {
        self.drops() || self.settings.flag("virginGating")
    }

    /// The kinds that either side can ever have.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Color::ALL.iter().flat_map(|side| self.reach[*side].clone()).collect();
        // Promoted forms come after plain kinds.
        kinds.sort_unstable_by_key(|kind| (kind.base.is_some(), kind.base, kind.ty));
        kinds.dedup();
        kinds
    }

    /// The ID of a kind.
    pub fn id(&self, kind: Kind) -> String {
        match kind.base {
            Some(base) => format!("+{}", self.settings.letter(base)),
            None => self.settings.letter(kind.ty).to_string(),
        }
    }

    /// The IDs of all kinds of a type; of all types for [`Type::ALL`].
    pub fn ids(&self, ty: Type) -> Vec<String> {
        let kinds = self.kinds().into_iter().filter(|kind| ty == Type::ALL || kind.ty == ty);
        kinds.map(|kind| self.id(kind)).collect()
    }

    /// The IDs of all kinds of some types.
    pub fn ids_of(&self, types: Types) -> Vec<String> {
        if types.has(Type::ALL) {
            return self.ids(Type::ALL);
        }
        let kinds = self.kinds().into_iter().filter(|kind| types.has(kind.ty));
        kinds.map(|kind| self.id(kind)).collect()
    }

    /// The sides that can ever have a kind on the board.
    pub fn owners(&self, kind: Kind) -> Vec<Color> {
        Color::ALL.into_iter().filter(|side| self.reach[*side].contains(&kind)).collect()
    }

    /// The set of one side, which is mirrored for the other, or those of both.
    pub fn sided_for(&self, side: Option<Color>, sets: ByColor<Area>) -> Value {
        self.sided(match side {
            None => sets,
            Some(Color::White) => ByColor([sets[Color::White], self.board.flipped_area(sets[Color::White])]),
            Some(Color::Black) => ByColor([self.board.flipped_area(sets[Color::Black]), sets[Color::Black]]),
        })
    }

    /// A set for each side, in the shortest form.
    pub fn sided(&self, sets: ByColor<Area>) -> Value {
        let ByColor([white, black]) = sets;
        if self.board.flipped_area(white) == black {
            return squares::text(self.board, Color::White, white).into();
        }
        let entry = |side: Color, set: Area| {
            // Ranks that are the same for both sides would look like a mistake.
            let text = match white == black {
                true => named(self.board, set),
                false => squares::text(self.board, side, set),
            };
            let value = if set.is_empty() { Value::Array(Vec::new()) } else { text.into() };
            (side.name().to_lowercase(), value)
        };
        table([entry(Color::White, white), entry(Color::Black, black)])
    }

    fn fen(&self) -> String {
        let start = &self.start;
        let mut text = placement(self.board, |at| match start.pieces.iter().find(|(other, ..)| *other == at) {
            Some((_, kind, Color::White)) => Some(self.id(*kind)),
            Some((_, kind, Color::Black)) => Some(self.id(*kind).to_lowercase()),
            None => start.walls.has(at).then(|| "*".to_owned()),
        });
        if self.hands() {
            let held = |side: Color| {
                let letters: String =
                    start.hands[side].chunk_by(|one, other| one == other).map(|alike| self.held(alike)).collect();
                if side == Color::White { letters } else { letters.to_lowercase() }
            };
            let held = Color::ALL.map(held).concat();
            text += &format!("[{}]", if held.is_empty() { "-" } else { &held });
        }
        text += if start.side == Color::White { " w " } else { " b " };
        text += &self.rights();
        text += " - ";
        if let Some([white, black]) = start.checks.filter(|_| self.has_king()) {
            text += &format!("{white}+{black} ");
        }
        let [plies, number] = start.counters;
        text + &format!("{plies} {}", number.max(1))
    }

    /// Pieces of one type in hand, written as a number if there are many.
    fn held(&self, alike: &[Type]) -> String {
        let letter = |ty: &Type| self.settings.letter(*ty);
        match alike {
            [first, ..] if alike.len() > MANY => format!("{}{}", alike.len(), letter(first)),
            _ => alike.iter().map(letter).collect(),
        }
    }

    /// The castling field of the FEN, which also has gating rights.
    fn rights(&self) -> String {
        if self.settings.flag("virginGating") {
            return if self.start.rights.is_empty() { "-".to_owned() } else { self.start.rights.clone() };
        }
        let has = |side: Color, right: bool| self.start.castlings[side][usize::from(!right)].is_some();
        castling::rights_by_file(self).unwrap_or_else(|| rights(has))
    }
}
