//! The start position.

use super::complaints::{described, entry, list};
use super::kinds::royal_of_black;
use super::{Checker, Safety};
use crate::board::{Area, Color, Piece, PieceKind, Square};
use crate::text::{Report, Span};
use crate::variant::file::{ExtinctionTable, Named, PieceTable, Spanned, VariantFile};
use crate::variant::{
    EffectKind, Extinct, Extinction, FenError, FenErrorKind, GivingCheck, GoalWhen, Impasse, Kind, KindSet, Setup,
    Variant, Verdict,
};

/// An explanation of unexpected names of squares.
const OWN_RANKS: &str =
    "ranks are counted from each player's own side, but squares have fixed names: `last-1` is ahead for both";

impl Checker<'_> {
    /// Reads the start position into the variant.
    pub(super) fn start(&mut self, file: &VariantFile, mut variant: Variant) -> Option<Variant> {
        let table = file.start.as_ref();
        let span = table.map_or(0..0, Spanned::span);
        let fen = table.and_then(|table| table.get_ref().fen.as_ref());
        let help = "give the position as a FEN, for example `fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"`";
        let path = if table.is_some() { "start.fen" } else { "start" };
        let fen = self.complaints.needed(&span, path, fen, help)?;
        // Without the board or its holes, a correct position would be refused.
        self.board.filter(|_| !self.wrong_holes)?;
        let span = fen.span();
        match Setup::parse_start(&variant, fen.get_ref()) {
            Ok(setup) => variant.start = setup,
            Err(error) => {
                let unknown = match error.kind() {
                    FenErrorKind::UnknownPiece { .. } => Setup::unknown_pieces(&variant, fen.get_ref()),
                    _ => Vec::new(),
                };
                let errors = if unknown.is_empty() { vec![error] } else { unknown };
                for error in errors.into_iter().filter(|error| !self.reported_before(error)).collect::<Vec<_>>() {
                    let place = self.complaints.inside(&span, fen.get_ref(), &error.span());
                    let mut report = Report::error(format!("start position: {error}"));
                    report.help.extend(match error.kind() {
                        FenErrorKind::Checks { most, .. } if !self.complaints.is_own(&span) => {
                            Some(with_checks(fen.get_ref(), &error.span(), *most))
                        }
                        FenErrorKind::RowCount { .. } | FenErrorKind::RowLength { .. } if has_blank(fen.get_ref()) => {
                            Some("a blank ends the board: leave it out".to_owned())
                        }
                        _ => advice(&variant, &error),
                    });
                    self.complaints.add(&place, report);
                }
                return None;
            }
        }
        // A faulty set may lack the royal piece of a side.
        let royals = entry(file.royalty.as_ref(), |royalty| &royalty.pieces);
        if !royals.is_some_and(|set| self.complaints.any_error_in(&set.span())) {
            self.royals_present(&span, &variant);
        }
        self.regions_kept(&span, file, &variant);
        let extinctions = list(file.end.as_ref(), |end| &end.extinction);
        self.not_over(extinctions, &variant, last_row_in_hand(&variant, fen.get_ref()).as_deref());
        self.no_goal_reached(&variant);
        self.not_bare(entry(file.end.as_ref(), |end| &end.bare).map_or(span.clone(), Spanned::span), &variant);
        let shuffle = entry(table, |start| &start.shuffle);
        self.shuffle_possible(&shuffle.map_or(span.clone(), Spanned::span), &variant);
        self.excepted_possible(shuffle, &variant);
        self.drop_phase_ends(file, &variant);
        self.faces_apart(file, &variant);
        self.all_kinds_used(&file.pieces, &variant);
        self.both_sides_there(&span, &variant);
        Some(variant)
    }

    /// Warns of a side without pieces on the board or in hand to be dropped.
    fn both_sides_there(&mut self, span: &Span, variant: &Variant) {
        let rules = &variant.rules;
        let held = |color: Color| rules.drops.enabled && variant.start.hands[color].iter().any(|count| *count > 0);
        let dealt = rules.drops.enabled && rules.hands.given;
        let absent = |color: &Color| pieces(variant, *color).next().is_none() && !held(*color);
        let Some(color) = Color::ALL.into_iter().find(absent).filter(|_| !dealt && !self.complaints.any_error()) else {
            return;
        };
        let mut report = Report::warning(format!("{} has no piece in the start position", color.name()))
            .help("capital letters are White's pieces, small letters Black's");
        if !variant.kinds.iter().any(|kind| kind.may_belong_to(color)) {
            report = report.help(
                "a small letter in `[pieces]` is a piece that only Black has: use capitals for pieces of both sides",
            );
        }
        self.complaints.add(span, report);
    }

    fn royals_present(&mut self, span: &Span, variant: &Variant) {
        for color in Color::ALL {
            let own = |kind: &&Kind| kind.royal && kind.may_belong_to(color);
            let royals: Vec<String> = variant.kinds.iter().filter(own).map(Kind::written_id).collect();
            if royals.is_empty() {
                continue;
            }
            let standing = pieces(variant, color).filter(|kind| variant.kind(*kind).royal).count();
            let held = variant.start_royals(color) > standing;
            if held && !variant.rules.drops.mandatory {
                let report =
                    Report::error(format!("{} holds a royal piece in hand that it never has to drop", color.name()))
                        .help("write `mandatory = true` in `[drop]`, or put the piece on the board");
                self.complaints.add(span, report);
            }
            if !held && standing == 0 {
                let mut report = Report::error(format!("{} has no royal piece in the start position", color.name()))
                    .help(format!(
                        "royal pieces of this game: {}; `[royalty]` names them for both sides",
                        royals.join(", ")
                    ));
                if color == Color::White {
                    report = report.help(royal_of_black(&royals[0]));
                } else {
                    report = report.help(
                        "only White can be without a royal piece: exchange the sides, or write `pieces = []` and say in \
                         `[[end.extinction]]` what the loss of White's piece means",
                    );
                }
                self.complaints.add(span, report);
            }
        }
    }

    /// Reports a game that is over before its first move; `rows` says that the cause may be a row too many.
    fn not_over(&mut self, tables: &[Spanned<ExtinctionTable>], variant: &Variant, rows: Option<&str>) {
        for color in Color::ALL {
            for (table, extinction) in tables.iter().zip(&variant.rules.ends.extinctions) {
                // In a start position it is unknown whose moves have captured pieces.
                if extinction.side.is_some_and(|side| side != color) || extinction.by.is_some() {
                    continue;
                }
                let hand = variant.start.hands[color].iter().enumerate().filter(|(_, count)| **count > 0);
                let held = hand.map(|(number, _)| PieceKind(number as u8)).filter(|_| extinction.in_hand);
                let held: KindSet = held.collect();
                let count = |kinds: KindSet| {
                    let held = variant.kinds().filter(|(kind, _)| kinds.has(*kind) && held.has(*kind)).count();
                    pieces(variant, color).filter(|kind| kinds.has(*kind)).count() + held
                };
                let owned = |kind: PieceKind| variant.kind(kind).may_belong_to(color);
                let foreign = |kinds: KindSet| !variant.kinds().any(|(kind, _)| kinds.has(kind) && owned(kind));
                let ids = |kinds: KindSet| -> Vec<String> {
                    let all = variant.faces().filter(|(kind, _)| kinds.has(*kind) && (owned(*kind) || foreign(kinds)));
                    all.map(|(_, kind)| format!("`{}`", kind.written_id())).collect()
                };
                let lost: Vec<String> = match &extinction.of {
                    Extinct::AllPieces if pieces(variant, color).next().is_none() && held.is_empty() => {
                        vec!["pieces".to_owned()]
                    }
                    Extinct::AllPieces => Vec::new(),
                    Extinct::All(kinds) if count(*kinds) == 0 => ids(*kinds),
                    Extinct::All(_) => Vec::new(),
                    Extinct::Any(sets) => {
                        sets.iter().filter(|kinds| count(**kinds) == 0).flat_map(|kinds| ids(*kinds)).collect()
                    }
                };
                if !lost.is_empty() {
                    let message = format!("{} has no {} from the start", color.name(), lost.join(", "));
                    let mut report =
                        Report::error(message).help("`[[end.extinction]]` would end the game before it begins");
                    if extinction.of.kinds().is_some_and(foreign) {
                        report = report.help(only_other(color));
                    } else {
                        report.help.extend(left_out(variant, extinction, color));
                    }
                    report.help.extend(rows.map(str::to_owned));
                    self.complaints.add(&table.span(), report);
                }
            }
        }
    }

    /// Reports squares that should be left, but are empty, and
    /// pieces that have already arrived.
    fn no_goal_reached(&mut self, variant: &Variant) {
        for (span, goal) in std::mem::take(&mut self.goals).into_iter().zip(&variant.rules.ends.goals) {
            for color in Color::ALL.into_iter().filter(|color| !goal.squares[*color].is_empty()) {
                let meant = |piece: Piece| piece.color() == color && goal.kinds.has(piece.kind());
                let there = |sq: &Square| variant.start.at(*sq).is_some_and(meant);
                let there: Area = goal.squares[color].iter().filter(there).collect();
                let is_met = goal.is_met(variant.board, color, there);
                let counts = match goal.when {
                    GoalWhen::Arrive => true,
                    // The goal of the side that waits must still survive the other side's move.
                    GoalWhen::Survive => color == variant.start.side,
                    GoalWhen::Leave => false,
                };
                if counts && is_met {
                    let message = format!("{} has reached this goal in the start position", color.name());
                    let report = Report::error(message).help("`[[end.goal]]` would end the game before it begins");
                    self.complaints.add(&span, report.help(OWN_RANKS));
                }
                if goal.when == GoalWhen::Leave && !is_met {
                    let row = goal.shape.so();
                    let message = format!(
                        "{} has {} pieces on the squares to leave in the start position, expected at least {}{row}",
                        color.name(),
                        there.count(),
                        goal.count
                    );
                    let mut report = Report::error(message)
                        .help("`when = \"leave\"` would end the game before it begins: pieces must stand there at the start")
                        .help("for pieces that must stay once they are there, write `when = \"survive\"`");
                    if !variant.kinds().any(|(kind, data)| goal.kinds.has(kind) && data.may_belong_to(color)) {
                        report = report.help(only_other(color));
                    }
                    self.complaints.add(&span, report);
                    // The same is probably true of the other side.
                    break;
                }
            }
        }
    }

    fn not_bare(&mut self, span: Span, variant: &Variant) {
        let Some(bare) = &variant.rules.ends.bare else { return };
        let held = |color: Color| match variant.rules.drops.enabled {
            true => variant.start.hands[color].iter().map(|count| usize::from(*count)).sum(),
            false => 0,
        };
        let left = |color: Color| pieces(variant, color).count() + held(color);
        let is_bare = |color: Color| left(color) <= usize::from(bare.count);
        for color in Color::ALL.into_iter().filter(|color| is_bare(*color)) {
            let mut report = Report::error(format!("{} is bare from the start", color.name()))
                .help(format!("`[end.bare]` counts {} pieces or fewer as bare, for both sides", bare.count));
            if !is_bare(!color) {
                let (other, least) = ((!color).name(), bare.count.saturating_add(1));
                report = report.help(format!(
                    "if only {other} loses with so few, write `[[end.goal]]` with `pieces = \"all\"`, `side = \"{side}\"`, \
                     `squares = \"all\"`, `count = {least}` and `when = \"leave\"`",
                    side = other.to_ascii_lowercase()
                ));
            }
            self.complaints.add(&span, report);
        }
    }

    /// Warns of a game that can only be drawn.
    pub(super) fn can_be_won(&mut self, file: &VariantFile, variant: &Variant, safety: Safety) {
        let rules = &variant.rules;
        let decided = safety.checkless.is_none()
            && (rules.ends.checkmate != Verdict::Draw || rules.ends.checks.is_some())
            || rules.ends.stalemate.decides()
            || rules.ends.bare.as_ref().is_some_and(|bare| bare.verdict != Verdict::Draw)
            || rules.ends.extinctions.iter().any(|extinction| extinction.verdict != Verdict::Draw)
            || rules.ends.goals.iter().any(|goal| goal.verdict != Verdict::Draw)
            || rules.points_decide()
            || rules.draws.impasse != Impasse::None
            || rules.draws.repetition.decides();
        if decided {
            return;
        }
        let royalty = file.royalty.as_ref();
        let pieces = entry(royalty, |table| &table.pieces).map(Spanned::span);
        let giving_check = entry(royalty, |table| &table.giving_check).map(Spanned::span);
        let checkmate = entry(file.end.as_ref(), |end| &end.checkmate).map(Spanned::span);
        let (place, why, help) = if !variant.kinds.iter().any(|kind| kind.royal) {
            (pieces, "no piece is royal", "name royal pieces in `[royalty]`, or give")
        } else if rules.royalty.giving_check == GivingCheck::Forbidden {
            (giving_check, "nobody is ever mated, and nothing else decides it", "give")
        } else {
            (checkmate, "mate does not win it, and nothing else does", "let it win, or give")
        };
        let report = Report::warning(format!("nobody can ever win this game: {why}"))
            .help(format!("{help} `[[end.extinction]]`, `[[end.goal]]` or `end.stalemate`"));
        let start = || entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        self.complaints.add(&place.or_else(start).unwrap_or(0..0), report);
    }

    /// Whether the unknown piece is in the file, but faulty, so that it has been reported.
    fn reported_before(&self, error: &FenError) -> bool {
        match error.kind() {
            FenErrorKind::UnknownPiece { piece } => self.complaints.knows_wrong_piece(&piece.to_ascii_uppercase()),
            _ => false,
        }
    }

    fn regions_kept(&mut self, span: &Span, file: &VariantFile, variant: &Variant) {
        let fen_is_own = self.complaints.is_own(span);
        for (number, kind) in variant.kinds() {
            let outside = |sq: &Square| {
                variant.start.at(*sq).is_some_and(|piece| piece.kind() == number && !variant.may_stand(piece, *sq))
            };
            let squares: Vec<String> = variant.board.all().filter(outside).map(|sq| variant.board.name(sq)).collect();
            if !squares.is_empty() {
                let message = format!("`{}` stands outside its region on {}", kind.written_id(), squares.join(", "));
                let own = described(file, variant).filter(|(_, kind, _)| *kind == number);
                let own = own.filter_map(|(.., table)| table.region.as_ref().map(Spanned::span));
                let region = own.filter(|span| !fen_is_own && self.complaints.is_own(span)).last();
                let report = Report::error(message).help(OWN_RANKS);
                self.complaints.add(region.as_ref().unwrap_or(span), report);
            }
        }
    }

    /// Warns of kinds that never enter the game.
    fn all_kinds_used(&mut self, pieces: &Named<PieceTable>, variant: &Variant) {
        // A faulty rule might bring some of them in.
        if self.complaints.any_error() || self.complaints.is_part_dropped("promotion") {
            return;
        }
        let mut used = vec![false; variant.kinds.len()];
        let mut mark = |kind: PieceKind| used[kind.index()] = true;
        variant.start.board.iter().filter(|piece| !piece.is_none()).for_each(|piece| mark(piece.kind()));
        for color in Color::ALL {
            let held = variant.start.hands[color].iter().enumerate().filter(|(_, count)| **count > 0);
            held.for_each(|(number, _)| mark(PieceKind(number as u8)));
        }
        for effect in &variant.rules.effects {
            if let EffectKind::Become(kind) | EffectKind::Appear(kind) = effect.what {
                mark(kind);
            }
        }
        variant.rules.influenced_faces().for_each(|(_, face)| mark(face));
        for promotion in &variant.rules.promotions {
            // GUIs decide what is in stock.
            variant.all_become(promotion).iter().for_each(&mut mark);
        }
        // A captured piece may turn back on its way to a hand.
        let faces: Vec<PieceKind> =
            variant.kinds().filter(|(number, _)| used[number.index()]).map(|(n, _)| n).collect();
        if variant.rules.fills_hands() {
            faces.into_iter().filter_map(|kind| variant.kind(kind).in_hand).for_each(|held| used[held.index()] = true);
        }
        for face in self.faces_dropped.iter() {
            used[face.index()] |= variant.kind(face).in_hand.is_some_and(|held| used[held.index()]);
        }
        let moves_like =
            |id: &str| variant.kinds().any(|(number, kind)| used[number.index()] && kind.id == format!("{id}~"));
        for (number, kind) in variant.kinds() {
            if !used[number.index()] && !moves_like(&kind.id) {
                let base = variant.kinds().find(|(_, other)| kind.is_face() && other.form == Some(number));
                let help = match base.map(|(_, base)| base.written_id()) {
                    Some(base) => format!(
                        "`{base}` has this face, but never promotes to it: name `{base}` in `pieces` of a `[[promotion]]` \
                         with `to = \"promoted-form\"`"
                    ),
                    None => "put it on the board, or let a piece promote to it".to_owned(),
                };
                let report = Report::warning(format!("`{}` never enters the game", kind.written_id())).help(help);
                let keys = pieces.iter().flat_map(|pieces| pieces.get_ref().keys());
                let place = keys
                    .filter(|key| key.get_ref().to_ascii_uppercase() == kind.id)
                    .map(Spanned::span)
                    .next()
                    .unwrap_or(0..0);
                self.complaints.add(&place, report);
            }
        }
    }
}

/// The advice on a rule for pieces that a side never has.
fn only_other(color: Color) -> String {
    let other = (!color).name().to_ascii_lowercase();
    format!("only the other side has such pieces: write `side = \"{other}\"`")
}

/// The advice on a loss that a side has suffered from the start, if it has such pieces in hand, or the other side
/// has some.
fn left_out(variant: &Variant, extinction: &Extinction, color: Color) -> Option<String> {
    let named = |kind: PieceKind| extinction.of == Extinct::AllPieces || extinction.of.names(kind);
    let holds = |(kind, _): (PieceKind, &Kind)| named(kind) && variant.start.hands[color][kind.index()] > 0;
    if !extinction.in_hand && variant.kinds().any(holds) {
        return Some("to count pieces in hand, too, write `hand = true`".to_owned());
    }
    let other = (!color).name();
    let stands = |kind: PieceKind| pieces(variant, !color).any(|there| there == kind);
    let safe = match &extinction.of {
        Extinct::Any(sets) => sets.iter().all(|kinds| kinds.iter().any(stands)),
        Extinct::AllPieces | Extinct::All(_) => pieces(variant, !color).any(named),
    };
    safe.then(|| format!("for a rule about {other} only, write `side = \"{}\"`", other.to_ascii_lowercase()))
}

/// The kinds of a side's pieces on the board at the start.
pub(super) fn pieces(variant: &Variant, color: Color) -> impl Iterator<Item = PieceKind> {
    let pieces = variant.start.board.iter().filter(|piece| !piece.is_none());
    pieces.filter(move |piece| piece.color() == color).map(|piece| piece.kind())
}

/// Whether the rows of a position go on after a blank.
fn has_blank(fen: &str) -> bool {
    let mut words = fen.split_whitespace();
    words.next().is_some_and(|word| word.ends_with('/')) || words.next().is_some_and(|word| word.contains('/'))
}

/// Advice on a start position that cannot be read.
fn advice(variant: &Variant, error: &FenError) -> Option<String> {
    match error.kind() {
        FenErrorKind::RowCount { .. } | FenErrorKind::RowLength { .. } => {
            let (files, ranks) = (variant.board.files(), variant.board.ranks());
            Some(format!("`[board]` has {files} files and {ranks} ranks: change one of these or the position"))
        }
        FenErrorKind::WrongOwner { piece, owner: Color::Black } => Some(format!(
            "`[pieces.{}]` is a piece that only Black has: a piece of both sides has a capital ID, `[pieces.{piece}]`",
            piece.to_ascii_lowercase()
        )),
        FenErrorKind::Checks { .. } => Some("write the same number in `[end]` and in the position".to_owned()),
        FenErrorKind::NoHands => {
            Some("for pieces in hand that the start position gives, write `source = \"fixed\"` in `[hand]`".to_owned())
        }
        FenErrorKind::NotInHand { piece } => {
            let kind = variant.kind_by_id(&piece.to_ascii_uppercase()).filter(|kind| variant.kind(*kind).royal);
            kind.map(|_| {
                "a royal piece is in hand only if it must be dropped: write `mandatory = true` in `[drop]`".to_owned()
            })
        }
        FenErrorKind::Hole => {
            Some("missing squares are listed in `holes` in `[board]`, for example `holes = \"d4 e4\"`".to_owned())
        }
        FenErrorKind::Field { found } => checks_to_give(found)
            .map(|count| format!("for a game that is won by that many checks, write `checks = {count}` in `[end]`")),
        _ => error.pieces_here(variant),
    }
}

/// Advice for a position of an included file that counts another number of checks than this file.
fn with_checks(fen: &str, field: &Span, checks: u8) -> String {
    let (before, behind) = (&fen[..field.start], &fen[field.end..]);
    format!("write this number in the position, too: `fen = \"{before}{checks}+{checks}{behind}\"` in `[start]`")
}

/// The number of checks that win, if a field counts those of each side that are still to be given.
fn checks_to_give(field: &str) -> Option<u8> {
    let (white, black) = field.split_once('+')?;
    let most = white.parse::<u8>().ok()?.max(black.parse().ok()?);
    (most > 0).then_some(most)
}

/// Says that the last row of a position is read as pieces in hand, if it is one row too many.
fn last_row_in_hand(variant: &Variant, fen: &str) -> Option<String> {
    let board = fen.split_ascii_whitespace().next().filter(|board| !board.contains('['))?;
    let (rows, ranks) = (board.split('/').count(), usize::from(variant.board.ranks()));
    (rows > ranks).then(|| format!("the position has {rows} rows: what follows row {ranks} are pieces in hand"))
}
