//! Unmoved pieces, and the possible orders at the start.

use super::Checker;
use super::complaints::{entry, list, or_default};
use super::kinds::is_empty;
use crate::board::{Area, Color, Piece, PieceKind, Square};
use crate::limits;
use crate::text::{Report, Span, enumerate};
use crate::variant::castling::Castlings;
use crate::variant::file::{AimedTable, OnTable, PieceSet, ShuffleTable, Spanned, SquareSet, VirginTable};
use crate::variant::{Aimed, CastlingRule, KindSet, Setup, Shuffle, Symmetry, Undrawn, UnmovedTest, Variant};
use fastrand::Rng;

/// The test for unmoved pieces.
pub(super) fn unmoved_test(table: Option<&Spanned<VirginTable>>) -> UnmovedTest {
    or_default(entry(table, |table| &table.test))
}

/// The report if no start can be drawn, or none that can be played.
pub(in crate::variant) fn undrawn(fault: Undrawn, played: bool) -> Report {
    match fault {
        Undrawn::Impossible if played => {
            Report::error("no start that `shuffle` allows can be played: in all of them, the side that is not to move is in check")
                .help("change `start.fen`, or keep the pieces apart with `[[start.shuffle.on]]`")
        }
        Undrawn::Impossible => {
            Report::error(fault.to_string()).help("leave one of them out, or let more pieces take part")
        }
        Undrawn::Rare => Report::error(fault.to_string()).help(format!(
            "{} orders were drawn, and all were refused by `all_protected`, `except` or a check: let more pieces take part, or fewer",
            limits::SHUFFLES
        )),
        Undrawn::TooMany => Report::error(fault.to_string())
            .help("give more kinds the same conditions, remove some conditions, or let fewer pieces take part"),
    }
}

impl Checker<'_> {
    pub(super) fn aimed(&mut self, table: Option<&Spanned<AimedTable>>) -> Option<Aimed> {
        let span = table.map(Spanned::span)?;
        let table = table?.get_ref();
        // An empty list takes an included rule back.
        if table.pieces.as_ref().is_some_and(is_empty) {
            return None;
        }
        let kinds = self.needed_set(&span, &table.pieces, "virgin.aimed.pieces");
        let by = self.needed_set(&span, &table.by, "virgin.aimed.by");
        Some(Aimed { kinds, by })
    }

    pub(super) fn shuffle(&mut self, table: Option<&Spanned<ShuffleTable>>) -> Option<Shuffle> {
        let span = table.map(Spanned::span)?;
        let table = table?.get_ref();
        // An empty list takes an included rule back.
        if table.pieces.as_ref().is_some_and(is_empty) {
            return None;
        }
        let kinds = self.needed_set(&span, &table.pieces, "start.shuffle.pieces");
        let between = table.between.as_ref().map(|between| {
            let span = between.span();
            let between = between.get_ref();
            let inner = self.needed_set(&span, &between.pieces, "start.shuffle.between.pieces");
            let outer = self.needed_set(&span, &between.ends, "start.shuffle.between.ends");
            (inner, outer)
        });
        let first = self.board.map(|board| board.area_where(|_, rank| rank == 0)).unwrap_or_default();
        let squares = table.squares.as_ref().and_then(|squares| self.whites(squares)).unwrap_or(first);
        let on = self.few(&table.on).iter().map(|on| self.on(&on.span(), on.get_ref())).collect();
        Some(Shuffle {
            kinds,
            squares,
            on,
            unlike_shades: self.sets(&table.unlike_shades),
            apart: self.sets(&table.apart),
            between,
            all_protected: or_default(table.all_protected.as_ref()),
            except: self.orders(&table.except),
            black: or_default(table.black.as_ref()),
        })
    }

    /// Reports conditions that the pieces that change places cannot meet.
    pub(super) fn shuffle_possible(&mut self, span: &Span, variant: &Variant) {
        let Some(shuffle) = &variant.rules.shuffle else { return };
        let standing = |kinds: KindSet| variant.on_shuffled_squares().filter(|(_, kind)| kinds.has(*kind)).count();
        let usual = variant.board.area_where(|_, rank| rank == 0) == shuffle.squares;
        let place = if usual { "the first rank" } else { "its squares" };
        let ids = |kinds: KindSet| {
            let all: Vec<String> =
                variant.kinds().filter(|(kind, _)| kinds.has(*kind)).map(|(_, kind)| kind.written_id()).collect();
            format!("`{}`", all.join("`, `"))
        };
        let mut wanted = |kinds: KindSet, fits: &dyn Fn(usize) -> bool, number: &str| {
            let count = standing(kinds);
            // An empty set has been reported.
            if !fits(count) && !kinds.is_empty() {
                let message = format!("{count} of {} stand on {place}, but `shuffle` needs {number}", ids(kinds));
                self.complaints.error(span, message);
            }
        };
        wanted(shuffle.kinds, &|count| count >= 2, "at least 2");
        shuffle.unlike_shades.iter().for_each(|kinds| wanted(*kinds, &|count| count == 2, "exactly 2"));
        shuffle.on.iter().for_each(|(kinds, _)| wanted(*kinds, &|count| count >= 1, "at least 1"));
        if let Some((inner, outer)) = shuffle.between {
            wanted(inner, &|count| count >= 1, "at least 1");
            wanted(outer, &|count| count == 2, "exactly 2");
        }
        if self.complaints.any_error() {
            return;
        }
        self.black_follows(span, variant, shuffle);
        self.castles_at_home(span, variant, shuffle);
        self.partners_stay(span, variant, shuffle);
        if !self.complaints.any_error() {
            let drawn = Setup::shuffled(variant, &mut Rng::with_seed(0), limits::SHUFFLES, &mut |_| true);
            drawn.err().into_iter().for_each(|fault| self.complaints.add(span, undrawn(fault, false)));
        }
    }

    /// Reports excluded orders that could never be drawn.
    pub(super) fn excepted_possible(&mut self, table: Option<&Spanned<ShuffleTable>>, variant: &Variant) {
        let tables = list(table, |shuffle| &shuffle.except);
        let Some(shuffle) = variant.rules.shuffle.as_ref().filter(|_| !self.complaints.any_error()) else { return };
        let drawn = |kind: PieceKind| variant.shuffled_pieces().filter(|(_, other)| *other == kind).count();
        let on_rank: Vec<Square> = variant.board.all().filter(|sq| variant.board.rank(*sq) == 0).collect();
        let free = variant.shuffled_squares();
        let possible = |order: &[PieceKind]| {
            let fits = |(sq, kind): (&Square, &PieceKind)| match free.has(*sq) {
                true => variant.drawn_area(shuffle, *kind).has(*sq),
                false => variant.start.board.get(sq.index()) == Some(&Piece::new(*kind, Color::White)),
            };
            let wanted = |kind: PieceKind| {
                on_rank.iter().zip(order).filter(|(sq, other)| free.has(**sq) && **other == kind).count()
            };
            on_rank.iter().zip(order).all(fits) && order.iter().all(|kind| wanted(*kind) <= drawn(*kind))
        };
        for (order, table) in shuffle.except.iter().zip(tables).filter(|(order, _)| !possible(order)) {
            let ids: Vec<&str> = order.iter().map(|kind| variant.kind(*kind).id.as_str()).collect();
            let report = Report::error(format!("the first rank can never be {}", ids.join(""))).help(
                "list the pieces that `start.fen` has there, each on a square where it may be placed or has to stay",
            );
            self.complaints.add(&table.span(), report);
        }
    }

    /// Reports a piece that is drawn without a counterpart on Black's side.
    fn black_follows(&mut self, span: &Span, variant: &Variant, shuffle: &Shuffle) {
        let blacks = |sq: Square| shuffle.square(variant.board, Color::Black, sq);
        let stands = |sq: Square, piece: Piece| variant.start.board.get(sq.index()) == Some(&piece);
        let alone = variant.shuffled_pieces().find(|(sq, kind)| !stands(blacks(*sq), Piece::new(*kind, Color::Black)));
        let Some((sq, kind)) = alone else { return };
        let (id, [from, to]) = (&variant.kind(kind).id, [sq, blacks(sq)].map(|sq| variant.board.name(sq)));
        let how = match shuffle.black {
            Symmetry::Mirrored => "mirrored",
            Symmetry::Rotated => "rotated",
            Symmetry::Independent => "independent",
        };
        let report = Report::error(format!(
            "`{id}` on {from} is shuffled, but Black has none on {to}, the corresponding square by `black = \"{how}\"`"
        ))
        .help(format!(
            "put Black's there in `start.fen`, write another `black`, or remove {from} from `squares` or `{id}` from `pieces`"
        ));
        self.complaints.add(span, report);
    }

    /// Reports a piece that takes part in castling and may be drawn off the first rank, where there are no rights.
    fn castles_at_home(&mut self, span: &Span, variant: &Variant, shuffle: &Shuffle) {
        let castlings = Castlings::new(variant, &variant.start.board);
        let castlers: KindSet =
            Color::ALL.into_iter().flat_map(|color| castlings.castlers(color)).map(Piece::kind).collect();
        let standing = castlings.standing(&variant.start.board, Color::White);
        let partners: Area = standing.iter().map(|castling| castling.partner_from).collect();
        let squares = variant.shuffled_squares();
        let leaves = |kind| (variant.drawn_area(shuffle, kind) & squares).iter().any(|sq| variant.board.rank(sq) > 0);
        let mut castling = variant.shuffled_pieces().filter(|(sq, kind)| castlers.has(*kind) || partners.has(*sq));
        if let Some((_, kind)) = castling.find(|(_, kind)| leaves(*kind)) {
            let id = &variant.kind(kind).id;
            let report = Report::error(format!(
                "`{id}` takes part in castling, but may be placed off the first rank, where castling is impossible"
            ))
            .help(format!(
                "write `style = \"none\"` in `[castling]`, keep `{id}` on `rank-1` with `[[start.shuffle.on]]`, or remove it from `pieces`"
            ));
            self.complaints.add(span, report);
        }
    }

    /// Warns of castling with any piece that a shuffle places at the end of the rank.
    fn partners_stay(&mut self, span: &Span, variant: &Variant, shuffle: &Shuffle) {
        if self.complaints.any_error() || !matches!(variant.rules.castling, CastlingRule::Betza(_)) {
            return;
        }
        let drawn = variant.shuffled_squares();
        let varies = |sq: &Square| {
            let mut others = variant.shuffled_pieces().filter(|(from, _)| from != sq);
            let own = variant.shuffled_pieces().find(|(from, _)| from == sq).map(|(_, kind)| kind);
            others.any(|(_, kind)| Some(kind) != own && variant.drawn_area(shuffle, kind).has(*sq))
        };
        let standing = Castlings::new(variant, &variant.start.board).standing(&variant.start.board, Color::White);
        let partners: Area = standing.iter().map(|castling| castling.partner_from).collect();
        let squares: Vec<String> = (partners & drawn).iter().filter(varies).map(|sq| variant.board.name(sq)).collect();
        if !squares.is_empty() {
            let message = format!("pieces castle with whatever is placed on {}", enumerate(&squares, "or"));
            let report = Report::warning(message).help(
                "write `style = \"fischer\"` in `[castling]`: they then castle with their partners wherever both start",
            );
            self.complaints.add(span, report);
        }
    }

    fn on(&mut self, span: &Span, table: &OnTable) -> (KindSet, Area) {
        let kinds = self.needed_set(span, &table.pieces, "start.shuffle.on.pieces");
        if table.squares.is_none() {
            self.complaints.missing(span, "start.shuffle.on.squares", "name squares, for example `\"f1 g1\"`");
        }
        // Squares that cannot be read restrict no pieces, so that nothing more is reported about them.
        let squares = table.squares.as_ref().and_then(|squares| self.whites(squares));
        (kinds, squares.unwrap_or(!Area::EMPTY))
    }

    /// Squares as White names them.
    fn whites(&mut self, squares: &Spanned<SquareSet>) -> Option<Area> {
        self.squares(&squares.span(), squares.get_ref(), Color::White, false)
    }

    /// The conditions of a list; reports if there are too many.
    fn few<'t, T>(&mut self, list: &'t [Spanned<T>]) -> &'t [Spanned<T>] {
        let Some(one_more) = list.get(limits::SHUFFLE_CONDITIONS) else { return list };
        let message = format!("too many conditions, expected at most {}", limits::SHUFFLE_CONDITIONS);
        self.complaints.error(&one_more.span(), message);
        &[]
    }

    fn orders(&mut self, list: &[Spanned<Vec<Spanned<String>>>]) -> Vec<Vec<PieceKind>> {
        self.few(list).iter().filter_map(|order| self.order(order)).collect()
    }

    /// Kinds for all files of a rank, or a report.
    fn order(&mut self, order: &Spanned<Vec<Spanned<String>>>) -> Option<Vec<PieceKind>> {
        let ids = order.get_ref();
        let kinds: Vec<_> = ids.iter().map(|id| self.named_kind(&id.span(), id.get_ref())).collect();
        let files = usize::from(self.board?.files());
        if ids.len() != files {
            let message = format!("expected the IDs of {files} pieces, one for each file, but these are {}", ids.len());
            self.complaints.error(&order.span(), message);
            return None;
        }
        kinds.into_iter().collect()
    }

    fn sets(&mut self, list: &[Spanned<PieceSet>]) -> Vec<KindSet> {
        self.few(list).iter().map(|set| self.needed_set(&set.span(), &Some(set.clone()), "start.shuffle")).collect()
    }
}
