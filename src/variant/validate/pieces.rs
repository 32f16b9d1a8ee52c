//! The kinds of pieces: IDs, pictures, squares.

use super::moves::Moves;
use super::{Checker, MAX_KINDS};
use crate::board::{Area, ByColor, Color, PieceKind};
use crate::limits;
use crate::text::{Report, Span, did_you_mean, visible};
use crate::variant::file::{ForSides, Named, PieceTable, Spanned, ZoneMoveTable};
use crate::variant::{Kind, KindSet, Worth, ZoneMove, pictures};
use crate::xbetza::Program;

impl Checker<'_> {
    pub(super) fn pieces(&mut self, pieces: &Named<PieceTable>) {
        let Some(pieces) = pieces else {
            self.complaints.missing(&(0..0), "pieces", "describe each piece as `[pieces.K]` with `move = \"K\"`");
            return;
        };
        let given = |id: &str| pieces.get_ref().keys().any(|key| key.get_ref() == id);
        // A small letter together with the capital one defines how Black's pieces move.
        let halves = |id: &str| is_small(id) && given(&id.to_ascii_uppercase());
        for (id, table) in pieces.get_ref() {
            if self.id(id) && !halves(id.get_ref()) && self.room(&id.span()) {
                let kind = self.piece(id.get_ref(), table);
                self.kinds.push(kind);
            }
        }
        for (id, table) in pieces.get_ref() {
            if halves(id.get_ref()) {
                self.black_half(id.get_ref(), table);
                let both =
                    pieces.get_ref().iter().find(|(key, _)| **key.get_ref() == id.get_ref().to_ascii_uppercase());
                let why = format!(
                    "`[pieces.{}]` already says how Black's pieces move: leave out one of the two",
                    id.get_ref()
                );
                let black_move = both.and_then(|(_, table)| table.get_ref().black_move.as_ref());
                self.complaints.pointless("black_move", black_move, true, &why);
                let bounded = both.is_some_and(|(_, table)| table.get_ref().region.is_some());
                if bounded && table.get_ref().region.is_none() {
                    self.unbounded_half(id);
                }
                continue;
            }
            let turns_back = |face: &str| {
                let mut tables = pieces.get_ref().iter();
                let found = tables.find(|(key, _)| key.get_ref().to_ascii_uppercase() == face);
                found.is_some_and(|(_, table)| table.get_ref().form.is_some())
            };
            self.form(id.get_ref(), table.get_ref(), turns_back);
            self.also(id.get_ref(), table.get_ref());
        }
        self.faces_of_nobody(pieces.get_ref().keys());
        self.namesakes(pieces.get_ref().iter());
    }

    /// Notes a piece with the name of another one that is not a face of it on either side.
    fn namesakes<'t>(&mut self, tables: impl Iterator<Item = (&'t Spanned<String>, &'t Spanned<PieceTable>)>) {
        for (id, table) in tables {
            let Some(name) = table.get_ref().name.as_ref().filter(|name| self.complaints.is_own(&name.span())) else {
                continue;
            };
            let Some(number) = self.kind(&id.get_ref().to_ascii_uppercase()) else { continue };
            let kind = &self.kinds[number.index()];
            let alike = |other: &&Kind| {
                let shared = other.name.eq_ignore_ascii_case(&kind.name) && other.owner == kind.owner;
                shared && !other.is_face() && other.notation != kind.notation
            };
            if kind.is_face() || is_small(id.get_ref()) && kind.owner.is_none() {
                continue;
            }
            if let Some(other) = self.kinds[..number.index()].iter().find(alike) {
                let message =
                    format!("`{}` has the name of `{}`, {}", id.get_ref(), other.written_id(), name.get_ref());
                let report = Report::note(message)
                    .help("rule sheets and results identify pieces by their names: give one of them another `name`");
                self.complaints.add(&name.span(), report);
            }
        }
    }

    /// Warns of promoted faces without a base: they have nothing to turn back into, in a hand or elsewhere.
    fn faces_of_nobody<'t>(&mut self, ids: impl Iterator<Item = &'t Spanned<String>>) {
        for id in ids {
            let Some(base) = id.get_ref().strip_prefix('+').map(str::to_ascii_uppercase) else { continue };
            let face = self.kind(&id.get_ref().to_ascii_uppercase());
            let shown = self.kinds.iter().any(|kind| kind.form.is_some() && kind.form == face);
            if face.is_none() || shown || self.kind(&base).is_some() || self.complaints.knows_wrong_piece(&base) {
                continue;
            }
            let message = format!("`{}` is not the promoted face of any piece: there is no `{base}`", id.get_ref());
            let report = Report::warning(message).help(format!(
                "give a piece `form = \"{}\"`, or this one a letter of its own without `+`",
                id.get_ref()
            ));
            self.complaints.add(&id.span(), report);
        }
    }

    /// The pieces over which others may not hop, once all kinds are known.
    pub(super) fn hurdles(&mut self, pieces: &Named<PieceTable>) {
        let mut sets: Vec<KindSet> = Vec::new();
        for (id, table) in pieces.iter().flat_map(Spanned::get_ref) {
            let exclude = &table.get_ref().hop_exclude;
            let (Some(set), Some(kind)) = (exclude, self.kind(&id.get_ref().to_ascii_uppercase())) else { continue };
            if is_small(id.get_ref()) && self.kinds[kind.index()].owner.is_none() {
                continue;
            }
            let kinds = self.set_of(exclude);
            if self.numbered().all(|(kind, _)| kinds.has(kind)) {
                let report = Report::error("no piece is left over which it could hop")
                    .help("remove a piece from this list, or remove the hopping moves from `move`");
                self.complaints.add(&set.span(), report);
                continue;
            }
            if !kinds.is_empty() && !sets.contains(&kinds) {
                sets.push(kinds);
            }
            if sets.len() > limits::BARRED_HURDLES {
                let message =
                    format!("too many different sets of hurdles, expected at most {}", limits::BARRED_HURDLES);
                self.complaints.error(&set.span(), message);
                return;
            }
            for alike in self.with_remembering(&[kind]).iter() {
                self.kinds[alike.index()].hop_exclude = kinds;
            }
        }
    }

    /// Checks an ID: a letter, perhaps after `+`, perhaps before `'` or `!`.
    fn id(&mut self, id: &Spanned<String>) -> bool {
        let letter = id.get_ref().strip_prefix('+').unwrap_or(id.get_ref());
        let letter = letter.strip_suffix(['\'', '!']).unwrap_or(letter);
        let good = matches!(letter.as_bytes(), [byte] if byte.is_ascii_alphabetic());
        if !good {
            let report = Report::error(format!("`{}` is not a valid ID of a piece", id.get_ref()))
                .help("use one letter, optionally followed by `'` or `!`, or, for a promoted face, with `+` before it")
                .help("a capital letter is for both sides, a small one for a piece that only Black has");
            self.complaints.add(&id.span(), report);
        }
        good
    }

    fn piece(&mut self, id: &str, table: &Spanned<PieceTable>) -> Kind {
        let number = self.next_kind();
        let owner = small_side(id);
        let places = self.places(id, table);
        let table = table.get_ref();
        let mut moves = places.moves;
        let black_move = table.black_move.as_ref();
        self.complaints.pointless("black_move", black_move, owner.is_some(), "only Black has this piece");
        if owner.is_some() {
            moves.notation[Color::White].clear();
            moves.program[Color::White] = Program::default();
        }
        let plain = id.to_ascii_uppercase();
        if let Some(name) = table.name.as_ref().filter(|name| name.get_ref().trim().is_empty()) {
            let report = Report::error("a name must contain letters")
                .help(format!("leave out `name` for a piece that is called `{plain}`"));
            self.complaints.add(&name.span(), report);
        }
        Kind {
            name: table.name.as_ref().map_or_else(|| plain.clone(), |name| visible(name.get_ref()).into_owned()),
            owner,
            notation: moves.notation,
            program: moves.program,
            region: places.region,
            capture_only: places.capture_only,
            hop_exclude: KindSet::EMPTY,
            zone_moves: places.zone_moves,
            form: None,
            in_hand: Some(number),
            royal: false,
            counts_as_pawn: self.counts_as_pawn(table, plain == "P", owner),
            also: Vec::new(),
            picture: self.picture(table),
            worth: Worth::default(),
            id: plain,
        }
    }

    /// The requested picture, if there is one of that name.
    fn picture(&mut self, table: &PieceTable) -> Option<String> {
        let (span, name) = table.picture.as_ref().map(|picture| (picture.span(), picture.get_ref()))?;
        if pictures().any(|picture| picture.shows(name)) {
            return Some(name.clone());
        }
        let mut report = Report::error(format!("there is no picture `{name}`"));
        report.help.extend(did_you_mean(name, pictures().flat_map(|picture| picture.names())));
        if report.help.is_empty() {
            let names: Vec<&str> = pictures().filter_map(|picture| picture.names().next()).collect();
            report = report.help(format!("pictures: {}", names.join(", ")));
        }
        self.complaints.add(&span, report);
        None
    }

    /// The sides for which the moves of a kind are progress.
    fn counts_as_pawn(&mut self, table: &PieceTable, usual: bool, owner: Option<Color>) -> ByColor<bool> {
        let Some(counts) = &table.counts_as_pawn else { return ByColor([usual; 2]) };
        let ForSides(sides) = *counts.get_ref();
        if sides == ByColor([true, false]) && owner.is_some() && self.complaints.is_own(&counts.span()) {
            let report = Report::warning("only Black has this piece, so its moves are never progress")
                .help("write `true` or `false`");
            self.complaints.add(&counts.span(), report);
        }
        sides
    }

    /// Gives the Black half of a kind the moves and places of its own table.
    fn black_half(&mut self, id: &str, table: &Spanned<PieceTable>) {
        let places = self.places(id, table);
        let table = table.get_ref();
        let idle = [
            ("name", table.name.as_ref().map(Spanned::span)),
            ("black_move", table.black_move.as_ref().map(Spanned::span)),
            ("form", table.form.as_ref().map(Spanned::span)),
            ("hop_exclude", table.hop_exclude.as_ref().map(Spanned::span)),
            ("counts_as_pawn", table.counts_as_pawn.as_ref().map(Spanned::span)),
            ("picture", table.picture.as_ref().map(Spanned::span)),
            ("also", table.also.as_ref().map(Spanned::span)),
        ];
        let plain = id.to_ascii_uppercase();
        let why = format!(
            "next to `[pieces.{plain}]`, this table gives only Black's `move`, `region`, `capture_only` and `zone_move`"
        );
        for (key, span) in idle {
            if let Some(span) = span {
                self.complaints.no_effect(&span, key, &why);
            }
        }
        // A half whose other half is faulty has nothing to join.
        let Some(kind) = self.kind(&plain) else { return };
        let kind = &mut self.kinds[kind.index()];
        let black = Color::Black;
        kind.notation[black] = places.moves.notation[black].clone();
        kind.program[black] = places.moves.program[black].clone();
        kind.region[black] = places.region[black];
        kind.capture_only[black] = places.capture_only[black];
        for zone_move in &mut kind.zone_moves {
            zone_move.zone[black] = Area::EMPTY;
        }
        kind.zone_moves.extend(
            places
                .zone_moves
                .into_iter()
                .map(|zone_move| ZoneMove { zone: ByColor([Area::EMPTY, zone_move.zone[black]]), ..zone_move }),
        );
    }

    /// Notes that Black's half of a kind may stand anywhere, where White's may not.
    fn unbounded_half(&mut self, id: &Spanned<String>) {
        let plain = id.get_ref().to_ascii_uppercase();
        let report = Report::note(format!("Black's `{plain}` may stand anywhere, but White's only in its `region`"))
            .help(format!(
                "next to this table, `[pieces.{plain}]` applies only to White: repeat `region` here, or write \
                 `region = \"all\"` if this is intended"
            ));
        self.complaints.add(&id.span(), report);
    }

    /// The moves of a table and the squares they depend on.
    fn places(&mut self, id: &str, table: &Spanned<PieceTable>) -> Places {
        let span = table.span();
        let table = table.get_ref();
        let path = format!("pieces.{id}.move");
        // In a table of Black's own, `move` is what Black moves by.
        let black_move = table.black_move.as_ref().filter(|_| !is_small(id));
        let moves = self.moves(&span, table.r#move.as_ref(), black_move, &path);
        let region = table.region.as_ref().and_then(|region| self.sided_of(region, small_side(id)));
        let capture_only = table.capture_only.as_ref().and_then(|squares| self.sided_of(squares, small_side(id)));
        let mut zone_moves: Vec<(Span, &ZoneMoveTable)> = table.zone_move.iter().flat_map(Spanned::tables).collect();
        let room = limits::ZONE_MOVES.saturating_sub(self.zone_moves);
        if let Some((span, _)) = zone_moves.get(room).filter(|_| self.zone_moves <= limits::ZONE_MOVES) {
            let message = format!("too many moves in zones, expected at most {}", limits::ZONE_MOVES);
            self.complaints.error(span, message);
        }
        self.zone_moves += zone_moves.len();
        zone_moves.truncate(room);
        let region = region.unwrap_or_else(|| self.everywhere());
        let mut zoned = Vec::new();
        for (span, one) in zone_moves {
            let Some(zone_move) = self.zone_move(id, &span, one) else { continue };
            let zone = &zone_move.zone;
            let stands = Color::ALL.into_iter().any(|color| (zone[color] & region[color]).any());
            if let Some(table) = one.zone.as_ref().filter(|_| !stands && zone.0.iter().any(|area| area.any())) {
                let report = Report::warning("the piece can never stand in this zone, so it never has these moves")
                    .help("it lies outside the `region` of the piece: change one of the two");
                self.complaints.add(&table.span(), report);
            }
            let known = Color::ALL.into_iter().all(|color| moves.program[color].covers(&zone_move.program[color]));
            let empty = zone_move.program.0.iter().all(|program| program.terms.is_empty());
            if let Some(text) = one.r#move.as_ref().filter(|_| known && !empty) {
                let why = "all of these are already in `move` of the piece: name other ones, or leave out the table";
                self.complaints.no_effect(&text.span(), "move", why);
            }
            zoned.push(zone_move);
        }
        Places { moves, region, capture_only: capture_only.unwrap_or_default(), zone_moves: zoned }
    }

    fn also(&mut self, id: &str, table: &PieceTable) {
        for other in table.also.iter().flat_map(Spanned::get_ref) {
            if !self.id(other) {
                continue;
            }
            let letters = other.get_ref().to_ascii_uppercase();
            let taken = self.kinds.iter().find(|kind| kind.id == letters || kind.also.contains(&letters));
            if let Some(taken) = taken {
                let message = format!("`{}` already means `{}` ({})", other.get_ref(), taken.written_id(), taken.name);
                let left = table.also.iter().flat_map(Spanned::get_ref).map(Spanned::get_ref);
                let left: Vec<String> =
                    left.filter(|left| *left != other.get_ref()).map(|left| format!("\"{left}\"")).collect();
                let help = match self.complaints.is_own(&other.span()) {
                    true => "remove it from `also`: a letter can mean only one piece".to_owned(),
                    false => format!(
                        "the included file uses it for `{id}`: write `also = [{}]` in the table of `{id}` in `[pieces]`",
                        left.join(", ")
                    ),
                };
                self.complaints.add(&other.span(), Report::error(message).help(help));
            } else if let Some(kind) = self.kinds.iter_mut().find(|kind| kind.id == id.to_ascii_uppercase()) {
                kind.also.push(letters);
            }
        }
    }

    /// Whether another kind is possible; reports the first one that is too many.
    pub(super) fn room(&mut self, span: &Span) -> bool {
        let full = self.kinds.len() >= MAX_KINDS;
        if full && !std::mem::replace(&mut self.too_many, true) {
            let report = Report::error(format!("too many kinds of pieces, expected at most {MAX_KINDS}"))
                .help("promoted kinds count, too, including those with `~`");
            self.complaints.add(span, report);
        }
        !full
    }

    /// The number of the next kind.
    pub(super) fn next_kind(&self) -> PieceKind {
        PieceKind(u8::try_from(self.kinds.len()).expect("kinds are counted before they are added"))
    }
}

/// The moves and squares in a table of a piece.
struct Places {
    moves: Moves,
    region: ByColor<Area>,
    capture_only: ByColor<Area>,
    zone_moves: Vec<ZoneMove>,
}

/// The only side whose piece an ID means: a small letter means Black's.
pub(super) fn small_side(id: &str) -> Option<Color> {
    is_small(id).then_some(Color::Black)
}

/// Whether an ID is that of a piece of Black alone.
pub(in crate::variant) fn is_small(id: &str) -> bool {
    id.contains(|c: char| c.is_ascii_lowercase())
}
