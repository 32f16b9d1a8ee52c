//! The kinds of pieces: IDs, moves, places, faces; and sets of kinds.

use super::{Checker, MAX_KINDS};
use crate::board::{ByColor, PieceKind};
use crate::text::{Report, Span};
use crate::variant::file::{Named, PieceTable, Spanned, VariantFile, WordOrList, ZoneMoveTable};
use crate::variant::{Kind, ZoneMove};
use crate::xbetza::{self, Program};

/// Words that stand for a set of kinds, beside lists of IDs.
const SET_WORDS: [&str; 3] = ["all", "officers", "all-with-form"];

impl Checker<'_> {
    pub(super) fn pieces(&mut self, pieces: &Named<PieceTable>) {
        let Some(pieces) = pieces else {
            self.complaints.missing(&(0..0), "pieces", "describe each piece as `[pieces.K]` with `move = \"K\"`");
            return;
        };
        for (id, table) in pieces.get_ref() {
            if self.id(id) && self.room(&id.span()) {
                let kind = self.piece(id.get_ref(), table);
                self.kinds.push(kind);
            }
        }
        for (id, table) in pieces.get_ref() {
            self.form(id.get_ref(), table.get_ref());
            self.also(id.get_ref(), table.get_ref());
        }
    }

    /// Checks an ID: a capital letter, perhaps after `+`, perhaps before `'` or `!`.
    fn id(&mut self, id: &Spanned<String>) -> bool {
        let letter = id.get_ref().strip_prefix('+').unwrap_or(id.get_ref());
        let letter = letter.strip_suffix(['\'', '!']).unwrap_or(letter);
        let good = matches!(letter.as_bytes(), [byte] if byte.is_ascii_uppercase());
        if !good {
            let mut report = Report::error(format!("`{}` is no ID of a piece", id.get_ref())).help(
                "use one capital letter, perhaps with `'` or `!` behind it or, for a promoted face, `+` before it",
            );
            if matches!(letter.as_bytes(), [byte] if byte.is_ascii_lowercase()) {
                report = report.help("an ID is for both sides; where Black moves otherwise, give `black_move`");
            }
            self.complaints.add(&id.span(), report);
        }
        good
    }

    fn piece(&mut self, id: &str, table: &Spanned<PieceTable>) -> Kind {
        let number = self.next_kind();
        let span = table.span();
        let table = table.get_ref();
        let path = format!("pieces.{id}.move");
        let moves = self.moves(&span, table.r#move.as_ref(), table.black_move.as_ref(), &path);
        let everywhere = self.board.map(crate::board::Geometry::area).unwrap_or_default();
        let region = table.region.as_ref().and_then(|region| self.sided(region));
        let zone_moves = table.zone_move.iter().flat_map(|list| {
            // A single table has no place of its own, a list of them has.
            let outer = list.span();
            list.get_ref()
                .0
                .iter()
                .map(move |one| (if one.span().is_empty() { outer.clone() } else { one.span() }, one))
        });
        let zone_moves: Vec<(Span, &Spanned<ZoneMoveTable>)> = zone_moves.collect();
        Kind {
            id: id.to_owned(),
            name: table.name.as_ref().map_or_else(|| id.to_owned(), |name| name.get_ref().clone()),
            notation: moves.notation,
            program: moves.program,
            region: region.unwrap_or(ByColor([everywhere; 2])),
            zone_moves: zone_moves
                .into_iter()
                .filter_map(|(span, one)| self.zone_move(id, &span, one.get_ref()))
                .collect(),
            form: None,
            in_hand: number,
            royal: false,
            counts_as_pawn: table.counts_as_pawn.as_ref().map_or(id == "P", |counts| *counts.get_ref()),
            also: Vec::new(),
            picture: table.picture.as_ref().map(|picture| picture.get_ref().clone()),
        }
    }

    fn zone_move(&mut self, id: &str, span: &Span, table: &ZoneMoveTable) -> Option<ZoneMove> {
        let path = format!("pieces.{id}.zone_move.move");
        let moves = self.moves(span, table.r#move.as_ref(), table.black_move.as_ref(), &path);
        let Some(zone) = &table.zone else {
            let help = "say where the piece must stand, as `zone = \"last-3\"`";
            self.complaints.missing(span, &format!("pieces.{id}.zone_move.zone"), help);
            return None;
        };
        let within = table.within.as_ref().is_some_and(|within| *within.get_ref());
        Some(ZoneMove { zone: self.sided(zone)?, program: moves.program, within })
    }

    /// Compiles the moves of both sides; what is wrong becomes a piece that cannot move.
    fn moves(
        &mut self,
        table: &Span,
        white: Option<&Spanned<String>>,
        black: Option<&Spanned<String>>,
        path: &str,
    ) -> Moves {
        let Some(white) = white else {
            let help = "say how it moves, as `move = \"N\"`, or `move = \"none\"` if it never does";
            self.complaints.missing(table, path, help);
            return Moves::default();
        };
        let program = self.compile(white);
        let (black_text, black_program) = match black {
            Some(black) => (black, self.compile(black)),
            None => (white, program.clone()),
        };
        let notation =
            |text: &Spanned<String>| if text.get_ref() == "none" { String::new() } else { text.get_ref().clone() };
        Moves { notation: ByColor([notation(white), notation(black_text)]), program: ByColor([program, black_program]) }
    }

    fn compile(&mut self, text: &Spanned<String>) -> Program {
        let (span, text) = (text.span(), text.get_ref());
        if text == "none" {
            return Program::default();
        }
        if !self.complaints.is_plain(&span, text) {
            let report =
                Report::error("moves must be written on one line, without escapes, in single or double quotes");
            self.complaints.add(&span, report);
            return Program::default();
        }
        match xbetza::compile(text) {
            Ok(program) => {
                for (term, report) in program.immobile_reports() {
                    let place = self.complaints.inside(&span, text, &term);
                    self.complaints.add(&place, report);
                }
                program
            }
            Err(error) => {
                let place = self.complaints.inside(&span, text, &error.span());
                self.complaints.add(&place, error.report());
                Program::default()
            }
        }
    }

    /// Joins the two faces of a piece.
    fn form(&mut self, id: &str, table: &PieceTable) {
        let Some(form) = &table.form else { return };
        let (Some(base), Some(face)) = (self.kind(id), self.named_kind(&form.span(), form.get_ref())) else { return };
        let span = form.span();
        if base == face {
            let report = Report::error(format!("`{id}` cannot be its own other face"))
                .help("leave `form` out if the piece has only one face");
            self.complaints.add(&span, report);
            return;
        }
        let taken = |kind: PieceKind, other: PieceKind, kinds: &[Kind]| {
            kinds[kind.index()]
                .form
                .filter(|partner| *partner != other)
                .map(|partner| kinds[partner.index()].id.clone())
        };
        let both = [(face, base), (base, face)];
        if let Some((kind, partner)) =
            both.iter().find_map(|&(kind, other)| Some((kind, taken(kind, other, &self.kinds)?)))
        {
            let name = &self.kinds[kind.index()].id;
            let report = Report::error(format!("`{name}` is already the other face of `{partner}`"))
                .help("two faces belong to each other alone: give each piece a face of its own");
            self.complaints.add(&span, report);
            return;
        }
        let mutual = self.kinds[base.index()].form.is_some();
        self.kinds[base.index()].form = Some(face);
        self.kinds[face.index()].form = Some(base);
        // Which of the two is the promoted one: the one with the plus, else the one that was named.
        if self.kinds[face.index()].id.starts_with('+') {
            self.kinds[face.index()].in_hand = base;
        } else if self.kinds[base.index()].id.starts_with('+') {
            self.kinds[base.index()].in_hand = face;
        } else if mutual {
            self.kinds[base.index()].in_hand = base;
        } else {
            self.kinds[face.index()].in_hand = base;
        }
    }

    fn also(&mut self, id: &str, table: &PieceTable) {
        for other in table.also.iter().flat_map(Spanned::get_ref) {
            if !self.id(other) {
                continue;
            }
            let taken =
                self.kinds.iter().find(|kind| kind.id == *other.get_ref() || kind.also.contains(other.get_ref()));
            if let Some(taken) = taken {
                let message = format!("`{}` already means `{}` ({})", other.get_ref(), taken.id, taken.name);
                self.complaints.error(&other.span(), message);
            } else if let Some(kind) = self.kinds.iter_mut().find(|kind| kind.id == id) {
                kind.also.push(other.get_ref().clone());
            }
        }
    }

    /// Marks the royal kinds.
    pub(super) fn royalty(&mut self, file: &VariantFile) {
        let table = file.royalty.as_ref();
        let help = "name them in `[royalty]`, as `pieces = [\"K\"]`";
        let span = table.map(Spanned::span).or_else(|| file.pieces.as_ref().map(Spanned::span)).unwrap_or(0..0);
        let royals = match table.and_then(|table| table.get_ref().pieces.as_ref()) {
            Some(set) => {
                if matches!(set.get_ref(), WordOrList::List(list) if list.is_empty()) {
                    let report = Report::error("a game needs a royal piece, expected at least one ID").help(help);
                    self.complaints.add(&set.span(), report);
                }
                self.kind_set(set)
            }
            None => match self.kind("K") {
                Some(king) => vec![king],
                None if self.kinds.is_empty() => Vec::new(),
                None => {
                    let report = Report::error("no piece of this game is royal, and there is no `K`").help(help);
                    self.complaints.add(&span, report);
                    Vec::new()
                }
            },
        };
        for royal in royals {
            self.kinds[royal.index()].royal = true;
        }
    }

    /// Whether there may be one kind more; complains about the first that is too many.
    pub(super) fn room(&mut self, span: &Span) -> bool {
        let full = self.kinds.len() >= MAX_KINDS;
        if full && !std::mem::replace(&mut self.too_many, true) {
            let report = Report::error(format!("there are too many kinds of pieces, expected at most {MAX_KINDS}"))
                .help("promoted kinds count, too, also those with `~`");
            self.complaints.add(span, report);
        }
        !full
    }

    /// The number of the next kind.
    pub(super) fn next_kind(&self) -> PieceKind {
        PieceKind(u8::try_from(self.kinds.len()).expect("kinds are counted before they are added"))
    }

    /// The kind with that ID.
    pub(super) fn kind(&self, id: &str) -> Option<PieceKind> {
        self.kinds.iter().position(|kind| kind.id == id).and_then(|number| u8::try_from(number).ok()).map(PieceKind)
    }

    /// The kind with that ID, or a complaint.
    pub(super) fn named_kind(&mut self, span: &Span, id: &str) -> Option<PieceKind> {
        let kind = self.kind(id);
        if kind.is_none() && !self.complaints.knows_wrong_piece(id) {
            let ids: Vec<String> = self.kinds.iter().map(|kind| kind.id.clone()).collect();
            let message = format!("there is no piece `{id}` in this game");
            self.complaints.unknown(span, message, id, "pieces here", ids.iter().map(String::as_str));
        }
        kind
    }

    /// The kinds that a list or a word means, in its order.
    pub(super) fn kind_set(&mut self, set: &Spanned<WordOrList>) -> Vec<PieceKind> {
        match set.get_ref() {
            WordOrList::Word(word) => self.kinds_by_word(&set.span(), word),
            WordOrList::List(ids) => {
                let mut kinds = Vec::new();
                for id in ids {
                    let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { continue };
                    if kinds.contains(&kind) {
                        let message = format!("`{}` is in this list already", id.get_ref());
                        self.complaints.add(&id.span(), Report::warning(message));
                    } else {
                        kinds.push(kind);
                    }
                }
                kinds
            }
        }
    }

    fn kinds_by_word(&mut self, span: &Span, word: &str) -> Vec<PieceKind> {
        let fits = |kind: &Kind| match word {
            "all" => true,
            "officers" => !kind.royal && !kind.counts_as_pawn && !kind.id.starts_with('+'),
            "all-with-form" => kind.form.is_some(),
            _ => false,
        };
        if !SET_WORDS.contains(&word) {
            let mut report = Report::error(format!("`{word}` is no set of pieces"))
                .help(format!("write a list of IDs, as `[\"P\", \"N\"]`, or one of: {}", SET_WORDS.join(", ")));
            if self.kind(word).is_some() {
                report = report.help(format!("for one piece alone write `[\"{word}\"]`"));
            }
            self.complaints.add(span, report);
        }
        self.kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| fits(kind))
            .map(|(number, _)| PieceKind(number as u8))
            .collect()
    }
}

/// The moves of both sides, as written and compiled.
#[derive(Default)]
struct Moves {
    notation: ByColor<String>,
    program: ByColor<Program>,
}
