//! The pieces and their moves.

use super::names::{article, sentence};
use super::{NO_KEYS, Teller};
use crate::board::{ByColor, Color, PieceKind};
use crate::cli::betza::Marks;
use crate::cli::rules::sheet::{Drawing, Rule, SheetPiece};
use crate::eval::Basis;
use crate::game::Game;
use crate::search;
use crate::text::enumerate;
use crate::variant::{Kind, ZoneMove};
use crate::xbetza::ast::{AtomLetter, Body, Term};
use crate::xbetza::{self, Program, When};

impl Teller<'_> {
    /// The pieces: royal ones first, then by decreasing value.
    pub(super) fn pieces(&mut self, game: &Game) {
        let values = search::values(game, Basis::File);
        let worth = |kind: PieceKind| {
            let owner = self.variant.kind(kind).owner.unwrap_or(Color::White);
            values.board(crate::board::Piece::new(kind, owner))
        };
        let mut kinds: Vec<(PieceKind, &Kind)> = self.faces().collect();
        kinds.sort_by_key(|(number, kind)| (!kind.royal, std::cmp::Reverse(worth(*number))));
        let mut told: Vec<(PieceKind, &Kind)> = Vec::new();
        let mut pieces = Vec::new();
        for (number, kind) in kinds {
            let like = told.iter().find(|(_, other)| self.moves_like(kind, other)).map(|(other, _)| *other);
            let value = (!self.variant.is_checked(number)).then(|| worth(number));
            let mut piece = self.piece(number, kind, value, like);
            self.properties(kind, &mut piece);
            pieces.push(piece);
            told.push((number, kind));
        }
        let promotes = pieces.iter().any(|piece| piece.id.starts_with('+'));
        let one_sided = pieces.iter().flat_map(|piece| &piece.drawings).any(|drawing| !drawing.marks.is_symmetric());
        let remembers = self.variant.kinds.iter().any(Kind::remembers);
        self.section("The pieces").pieces = pieces;
        let mut text =
            "In positions and moves, capital letters are White's pieces and small letters Black's.".to_owned();
        if promotes {
            text += match self.variant.rules.influences.is_empty() {
                true => " A letter with + before it is a promoted face.",
                false => " A letter with + before it is another face of a piece.",
            };
        }
        if remembers {
            text += " A promoted piece that goes to the hand as what it was before is marked with ~ in positions.";
        }
        if one_sided {
            text +=
                " Left and right are as a piece's own side sees them: Black's moves are White's turned by 180 degrees.";
        }
        text += " Values are the engine's estimates, with the most frequent piece as 1; royal pieces have none.";
        self.say(&NO_KEYS, text);
    }

    /// Describes a piece; `like` is an earlier one that moves in the same way.
    pub(super) fn piece(
        &self,
        number: PieceKind,
        kind: &Kind,
        value: Option<i32>,
        like: Option<PieceKind>,
    ) -> SheetPiece {
        let mut piece = SheetPiece {
            id: kind.id.clone(),
            name: kind.name.clone(),
            royal: kind.royal,
            value,
            rules: Vec::new(),
            drawings: Vec::new(),
        };
        if let Some(owner) = kind.owner {
            piece.rules.push(self.rule(&NO_KEYS, format!("Only {} has it.", owner.name())));
        }
        let sides: Vec<Color> = Color::ALL.into_iter().filter(|color| kind.may_belong_to(*color)).collect();
        match like {
            Some(other) => {
                let text = format!("Moves like the {}.", self.name(other));
                piece.rules.push(self.piece_rule(kind, &["move", "black_move", "zone_move"], text));
            }
            None => {
                // A side that never has such a piece has none of its moves, either.
                let having = sides.iter().copied().filter(|color| self.variant.may_ever_have(*color, number));
                let having: Vec<Color> = having.collect();
                let moving = if having.is_empty() { &sides } else { &having };
                self.moves(kind, moving, &mut piece);
                self.further_moves(kind, moving, &mut piece);
            }
        }
        self.limits(kind, &sides, &mut piece);
        piece
    }

    /// A rule about a piece, defined by these keys of its tables.
    fn piece_rule(&self, kind: &Kind, names: &[&str], text: impl Into<String>) -> Rule {
        let keys = names.iter().flat_map(|name| piece_keys(kind, name)).collect::<Vec<_>>();
        self.rule(&keys, text)
    }

    fn moves(&self, kind: &Kind, sides: &[Color], piece: &mut SheetPiece) {
        let told = |color: &Color| {
            let words = self.told(kind, &kind.notation, &kind.program, *color);
            let elsewhere = words.is_none() && further(kind, *color).next().is_some();
            (words, elsewhere)
        };
        let shown = if alike(sides, told) { &sides[..1] } else { sides };
        for &color in shown {
            let whose = (shown.len() > 1).then(|| color.name());
            let program = self.played(kind, &kind.program[color], color);
            let (words, elsewhere) = told(&color);
            if elsewhere {
                continue;
            }
            let words = words.unwrap_or_else(|| "Never moves".to_owned());
            let text = whose.map_or_else(|| words.clone(), |whose| format!("{whose}'s: {words}"));
            // The file has Black's moves next to White's or in a table of their own.
            let [both, own] = piece_keys(kind, "move");
            let black = [own, format!("pieces.{}.black_move", kind.id)];
            let apart = black.iter().any(|key| self.variant.source_map.place(key).is_some());
            let keys: Vec<String> = match (whose, color) {
                (Some(_), Color::Black) if apart => black.to_vec(),
                (Some(_), _) => vec![both],
                (None, _) => [both].into_iter().chain(black).collect(),
            };
            piece.rules.push(self.rule(&keys, format!("{text}.")));
            let caption = whose.map(|whose| format!("{whose}'s moves"));
            piece.drawings.extend(drawing(caption, &kind.notation[color], &program, color));
        }
    }

    /// The moves of a piece that can be made: without initial moves if the piece is never unmoved, and without captures
    /// en passant if there are none in the game.
    fn played(&self, kind: &Kind, program: &Program, color: Color) -> Program {
        let number = self.variant.kind_by_id(&kind.id);
        let ever = number.is_none_or(|number| self.variant.is_ever_unmoved(number, color));
        let terms = program.terms.iter().filter(|term| ever || term.when == When::Always).cloned();
        let en_passant = self.has_captures_en_passant();
        Program { terms: terms.map(|term| if en_passant { term } else { term.without_en_passant() }).collect() }
    }

    /// The moves of a side's piece that can be made, in words.
    fn told(
        &self,
        kind: &Kind,
        notation: &ByColor<String>,
        program: &ByColor<Program>,
        color: Color,
    ) -> Option<String> {
        let played = self.played(kind, &program[color], color);
        in_words(&notation[color], &is_one_of(&played), self.has_captures_en_passant())
    }

    /// Whether one piece has all the moves of another, and no others.
    fn moves_like(&self, kind: &Kind, other: &Kind) -> bool {
        let told = |kind: &Kind| Color::ALL.map(|color| self.told(kind, &kind.notation, &kind.program, color));
        kind.owner == other.owner
            && kind.notation == other.notation
            && kind.zone_moves == other.zone_moves
            && kind.hop_exclude == other.hop_exclude
            && told(kind) == told(other)
    }

    fn further_moves(&self, kind: &Kind, sides: &[Color], piece: &mut SheetPiece) {
        for (index, extra) in kind.zone_moves.iter().enumerate() {
            let key = self.zone_move_key(kind, index);
            let own: Vec<String> = piece_keys(kind, "move").into();
            let zoned: Vec<Color> = sides.iter().copied().filter(|color| extra.zone[*color].any()).collect();
            let told = |color: &Color| self.told(kind, &extra.notation, &extra.program, *color);
            let shown = if alike(&zoned, told) { zoned.get(..1).unwrap_or_default() } else { &zoned };
            let of_all = shown.len() == 1 && zoned.len() == sides.len();
            for &color in shown {
                let (which, own) = match (kind.program[color].terms.is_empty(), further(kind, color).count()) {
                    (false, _) => ("additional moves", &[][..]),
                    (true, 1) => ("moves only", &own[..]),
                    (true, _) => ("moves", &own[..]),
                };
                let keys: Vec<&String> = own.iter().chain(&key).collect();
                let place = match of_all {
                    true => self.zone_words(which, extra, &self.places.of(&extra.zone, sides)),
                    false => {
                        let which = format!("{}'s {which}", color.name());
                        self.zone_words(&which, extra, &self.places.named(extra.zone[color]))
                    }
                };
                let program = self.played(kind, &extra.program[color], color);
                let Some(words) = told(&color) else { continue };
                piece.rules.push(self.rule(&keys, format!("{}: {words}.", sentence(&place))));
                piece.drawings.extend(drawing(Some(place), &extra.notation[color], &program, color));
            }
        }
    }

    /// The key of the moves that a piece has in one of its zones.
    pub(super) fn zone_move_key(&self, kind: &Kind, index: usize) -> Option<String> {
        // The key of a single table has no number.
        let mut keys = piece_keys(kind, "zone_move").into_iter().flat_map(|key| [format!("{key}.{index}"), key]);
        keys.find(|key| self.variant.source_map.place(key).is_some())
    }

    /// The squares where a piece may be, and what it may not hop over.
    fn limits(&self, kind: &Kind, sides: &[Color], piece: &mut SheetPiece) {
        if let Some(place) = self.places.confined(&kind.region, sides) {
            let text = format!("It is confined to {place}: for it, the board ends there.");
            piece.rules.push(self.piece_rule(kind, &["region"], text));
        }
        if sides.iter().any(|color| kind.capture_only[*color].any()) {
            let text = format!("It may enter {} only by a capture.", self.places.of(&kind.capture_only, sides));
            piece.rules.push(self.piece_rule(kind, &["capture_only"], text));
        }
        if !kind.hop_exclude.is_empty() {
            let text = format!("It may not hop over {}.", self.any(kind.hop_exclude));
            piece.rules.push(self.piece_rule(kind, &["hop_exclude"], text));
        }
    }

    /// What has nothing to do with a piece's moves.
    fn properties(&self, kind: &Kind, piece: &mut SheetPiece) {
        if !kind.also.is_empty() {
            let text = format!("Positions may also use {} for it.", enumerate(&kind.also, "or"));
            piece.rules.push(self.piece_rule(kind, &["also"], text));
        }
        if kind.worth.board.is_some() || kind.worth.hand.is_some() {
            let keys = ["board", "hand"].map(|place| format!("values.{place}.{}", kind.id));
            let text = "Its value is set in the file, not estimated.";
            piece.rules.push(self.rule(&keys, text));
        }
    }

    /// The name of a zone's moves, and where or how often they are possible.
    fn zone_words(&self, which: &str, extra: &ZoneMove, zone: &str) -> String {
        let mut text = which.to_owned();
        if zone != "the whole board" {
            text += &format!(" on {zone}");
        }
        if extra.within {
            text += ", without leaving these squares";
        }
        if let Some(right) = extra.once.and_then(|right| self.variant.rules.once.get(usize::from(right))) {
            text += &format!(" once in the game (the right to {})", article(right));
        }
        text
    }
}

/// Additional moves that a side's piece has in some zone.
fn further(kind: &Kind, color: Color) -> impl Iterator<Item = &ZoneMove> {
    let moves = move |extra: &&ZoneMove| extra.zone[color].any() && !extra.program[color].terms.is_empty();
    kind.zone_moves.iter().filter(moves)
}

/// Whether the same is told of all these sides.
fn alike<T: PartialEq>(sides: &[Color], told: impl Fn(&Color) -> T) -> bool {
    sides.windows(2).all(|pair| told(&pair[0]) == told(&pair[1]))
}

/// The keys of a property in the tables of a piece: for both sides, and for Black alone.
fn piece_keys(kind: &Kind, name: &str) -> [String; 2] {
    [kind.id.clone(), kind.id.to_ascii_lowercase()].map(|id| format!("pieces.{id}.{name}"))
}

/// Whether a term of a notation is among those of a program.
fn is_one_of(program: &Program) -> impl Fn(&Term) -> bool {
    |term| program.terms.iter().any(|other| other.span == term.span)
}

/// The possible moves of a notation, in words, each once, except for castling, which is described by squares elsewhere.
fn in_words(notation: &str, is_played: &dyn Fn(&Term) -> bool, en_passant: bool) -> Option<String> {
    let mut tree = xbetza::parse(notation).ok()?;
    let castles = |term: &Term| matches!(&term.body, Body::Simple { atom, .. } if atom.letter == AtomLetter::Castling && atom.range.is_some());
    tree.terms.retain(|term| !castles(term) && is_played(term));
    let mut sentences: Vec<String> = Vec::new();
    for words in xbetza::explain_where(&tree, en_passant) {
        let words = sentence(&words);
        if !sentences.contains(&words) {
            sentences.push(words);
        }
    }
    (!sentences.is_empty()).then(|| sentences.join(". "))
}

/// A drawing of moves, if there are any.
fn drawing(caption: Option<String>, notation: &str, program: &Program, color: Color) -> Option<Drawing> {
    if program.terms.is_empty() {
        return None;
    }
    Some(Drawing { caption, notation: notation.to_owned(), marks: Marks::around(program, color) })
}
