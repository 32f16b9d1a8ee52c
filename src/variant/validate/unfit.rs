//! Reports on games that cannot be begun, or not be played as their files say.

use super::complaints::{Complaints, described, entry, list};
use super::pieces::is_small;
use super::shuffle::undrawn;
use crate::board::{Color, Piece, PieceKind, Square};
use crate::text::{Report, Sources, enumerate, few};
use crate::variant::file::{Choices, ReadFile, Spanned, VariantFile};
use crate::variant::{
    Arrival, Mandatory, Promotion, Reason, Stranded, Trigger, Unfit, Unreachable, UnreachedGoal, UnreachedPromotion,
    Variant,
};

/// The most squares that a report names.
const FEW_SQUARES: usize = 4;

/// Reports why a game cannot be begun, or not be played as the file says. Each report comes with the offset of its place.
pub(in crate::variant) fn unfit(
    unfit: Unfit,
    variant: &Variant,
    read: &ReadFile,
    sources: &Sources,
) -> Vec<(usize, Report)> {
    let mut complaints = Complaints::new(sources, &read.dropped);
    complaints.unfit(unfit, variant, read);
    complaints.into_reports()
}

impl Complaints<'_> {
    fn unfit(&mut self, unfit: Unfit, variant: &Variant, read: &ReadFile) {
        let file = &read.file;
        let fen = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        let (span, report) = match unfit {
            Unfit::Start(fault) => (fen, Report::error(format!("the start position cannot be played: {fault}"))),
            Unfit::Over(verdict, reason) => {
                let report = Report::warning(format!("the game is over before it begins: {verdict}"));
                (fen, report.help(way_to_begin(reason)))
            }
            Unfit::Moves(kind, fault) => {
                let id = &variant.kind(kind).id;
                let mut keys = file.pieces.iter().flat_map(|pieces| pieces.get_ref().keys());
                let key = keys.find(|key| key.get_ref().eq_ignore_ascii_case(id));
                (key.map(Spanned::span), Report::error(fault))
            }
            Unfit::Draw(fault) => {
                let shuffle = entry(file.start.as_ref(), |start| &start.shuffle);
                (shuffle.map(Spanned::span), undrawn(fault, true))
            }
            Unfit::Unreachable(Unreachable { promotions, optional, stranded, goals, returning }) => {
                self.unreached_promotions(variant, file, &promotions);
                let told = |table: &usize| promotions.iter().any(|found| found.table == *table);
                let optional: Vec<usize> = optional.into_iter().filter(|table| !told(table)).collect();
                self.optional_promotions(variant, file, &optional);
                self.unreached_goals(file, &goals);
                self.returning(variant, file, &returning);
                let by = |arrival: fn(Arrival) -> bool| -> Vec<Stranded> {
                    stranded.iter().filter(|found| arrival(found.arrival)).cloned().collect()
                };
                self.stranded(variant, read, &by(|arrival| arrival == Arrival::Move));
                self.dead_drops(variant, file, &by(|arrival| arrival == Arrival::Drop));
                self.dead_effects(variant, file, &by(|arrival| matches!(arrival, Arrival::Effect(_))));
                return;
            }
        };
        self.add(&span.unwrap_or(0..0), report);
    }

    /// Notes on pieces that have their initial moves on a square to which they come by moving, unless a file says so.
    fn returning(&mut self, variant: &Variant, file: &VariantFile, returning: &[(Piece, Square)]) {
        let test = entry(file.virgin.as_ref(), |virgin| &virgin.test);
        if test.is_some_and(|test| self.is_own(&test.span())) {
            return;
        }
        for (id, kind, table) in described(file, variant) {
            let place = table.r#move.as_ref().map_or_else(|| id.span(), Spanned::span);
            let found: Vec<_> = returning.iter().filter(|(piece, _)| piece.kind() == kind).collect();
            let Some((_, square)) = found.first().filter(|_| self.is_own(&place)) else { continue };
            let pieces: Vec<Piece> = found.iter().map(|(piece, _)| *piece).collect();
            let pieces = variant.owned(&pieces).join(", ");
            let square = variant.board.name(*square);
            let report = Report::note(format!(
                "{pieces} has its initial moves whenever it comes to {square}, even after it has moved"
            ))
            .help("if it should have them only once, write `test = \"unmoved\"` in `[virgin]`")
            .help("`test = \"square\"` there says that this is intended");
            self.add(&place, report);
        }
    }

    /// Notes on pieces that get to squares from which they never move on, unless a file says that nothing promotes.
    /// Only pieces that the topmost file defines are reported.
    fn stranded(&mut self, variant: &Variant, read: &ReadFile, stranded: &[Stranded]) {
        if read.no_promotion {
            return;
        }
        let keys = || read.file.pieces.iter().flat_map(|pieces| pieces.get_ref().keys());
        for key in keys() {
            // Next to a table for Black alone, the other one is White's.
            let of_both = keys().filter(|other| other.get_ref().eq_ignore_ascii_case(key.get_ref())).count() == 1;
            let side = if is_small(key.get_ref()) { Color::Black } else { Color::White };
            let is_meant = |found: &&Stranded| {
                let same = key.get_ref().eq_ignore_ascii_case(&variant.kind(found.piece.kind()).id);
                same && (of_both || found.piece.color() == side)
            };
            let found: Vec<&Stranded> = stranded.iter().filter(is_meant).collect();
            let Some(first) = found.first().filter(|_| self.is_own(&key.span())) else { continue };
            let square = variant.board.name(first.square);
            let pieces: Vec<Piece> = found.iter().map(|found| found.piece).collect();
            let pieces = variant.owned(&pieces).join(", ");
            let report = Report::note(format!(
                "{pieces} may come to {square}, where it has no further move, and never promotes"
            ))
            .help(
                "say in a `[[promotion]]` what it becomes; for a game without promotion, write `promotion = \"none\"`",
            );
            self.add(&key.span(), report);
        }
    }

    /// A note on drops on squares from which pieces never move on, at the file's rules for drops, unless a file allows
    /// them explicitly.
    fn dead_drops(&mut self, variant: &Variant, file: &VariantFile, dropped: &[Stranded]) {
        let drop = file.drop.as_ref();
        let unsaid = entry(drop, |drop| &drop.no_immobile).is_none();
        let Some(first) = dropped.first().filter(|_| unsaid) else { return };
        let id = variant.kind(first.piece.kind()).written_id();
        let regions = entry(drop, |drop| &drop.regions);
        let named = regions.and_then(|regions| {
            regions.get_ref().keys().find(|key| key.get_ref().eq_ignore_ascii_case(&id)).map(Spanned::span)
        });
        let hand = entry(file.hand.as_ref(), |hand| &hand.source).map(Spanned::span);
        let places = [named, regions.map(Spanned::span), drop.map(Spanned::span), hand];
        let Some(place) = places.into_iter().flatten().find(|span| self.is_own(span)) else { return };
        let pieces: Vec<Piece> = dropped.iter().map(|found| found.piece).collect();
        let pieces = variant.owned(&pieces).join(", ");
        let square = variant.board.name(first.square);
        let color = first.piece.color();
        // Pawns with a double step start on the second rank, and are not dropped behind it.
        let nearest = if variant.kind(first.piece.kind()).has_initial_moves(color) { 2 } else { 1 };
        let farthest = variant.board.rank_of(color, first.square);
        let ranks =
            format!("give it squares in `[drop]`, for example `regions = {{ {id} = \"ranks {nearest}-{farthest}\" }}`");
        let mut report =
            Report::note(format!("{pieces} may be dropped where it can never move, for example on {square}"));
        report.help.extend((nearest < farthest).then_some(ranks));
        let report = report.help(
            "`no_immobile = true` there forbids all such drops, and `no_immobile = false` says that they are intended",
        );
        self.add(&place, report);
    }

    /// Notes on effects that make pieces on squares from which they never move on, each at its `to`.
    fn dead_effects(&mut self, variant: &Variant, file: &VariantFile, made: &[Stranded]) {
        for (number, table) in file.effect.iter().enumerate() {
            let found: Vec<&Stranded> = made.iter().filter(|found| found.arrival == Arrival::Effect(number)).collect();
            let (Some(first), Some(to)) = (found.first(), &table.get_ref().to) else { continue };
            let square = variant.board.name(first.square);
            let pieces: Vec<Piece> = found.iter().map(|found| found.piece).collect();
            let pieces = variant.owned(&pieces).join(", ");
            let report =
                Report::note(format!("{pieces} may come to {square} by this effect, and can never move from there"))
                    .help("restrict `by` or the moves of these pieces, or let another effect change what comes there");
            if self.is_own(&to.span()) {
                self.add(&to.span(), report);
            }
        }
    }

    /// Warns of values of `mandatory` whose condition is never met.
    fn optional_promotions(&mut self, variant: &Variant, file: &VariantFile, optional: &[usize]) {
        let tables = file.promotion.iter().enumerate();
        for (number, table) in tables.filter(|(number, _)| optional.contains(number)) {
            let mut rules = variant.rules.promotions.iter().filter(|rule| rule.table == number);
            let why = match rules.any(|rule| rule.mandatory == Mandatory::LastRank) {
                true => "none of these pieces promotes by a move to the last rank of the zone",
                false => "wherever these pieces may promote, they could also move on without promoting",
            };
            let why = format!("{why}: write `\"never\"`, or `\"always\"` if they must");
            self.pointless("mandatory", table.get_ref().mandatory.as_ref(), true, &why);
        }
    }

    /// Warns of goals that are never reached, each at its squares.
    fn unreached_goals(&mut self, file: &VariantFile, goals: &[UnreachedGoal]) {
        let tables = list(file.end.as_ref(), |end| &end.goal);
        for goal in goals {
            let table = tables.get(goal.number).map(Spanned::get_ref);
            let Some(squares) = table.and_then(|table| table.squares.as_ref()) else { continue };
            let (message, help) = match goal.promotes {
                true => (
                    "none of these pieces ever stays on these squares: they must promote there",
                    "also name in `pieces` what they become, or let them stay as they are, for example by `promotion = \"none\"`",
                ),
                false => (
                    "none of these pieces ever comes to one of these squares",
                    "their moves never lead there from where they start: change the squares, the pieces or `start.fen`",
                ),
            };
            let ranks = "ranks are counted from each player's own side: `\"last-1\"` is the farthest one";
            let by_rank = !goal.promotes && self.text(&squares.span()).contains("rank");
            let mut report = Report::warning(message).help(help);
            report.help.extend(by_rank.then(|| ranks.to_owned()));
            self.add(&squares.span(), report);
        }
    }

    /// Warns of promotion tables without their intended effect, each at its zone or, if the squares of `to` are the
    /// cause, there.
    fn unreached_promotions(&mut self, variant: &Variant, file: &VariantFile, idle: &[UnreachedPromotion]) {
        for (number, table) in file.promotion.iter().enumerate() {
            let table_zone = table.get_ref().zone.as_ref().map(Spanned::span);
            let by_squares = table.get_ref().to.as_ref().filter(|to| matches!(to.get_ref(), Choices::BySquares(_)));
            let own: Vec<&UnreachedPromotion> = idle.iter().filter(|idle| idle.table == number).collect();
            let never: Vec<Piece> = own.iter().filter(|idle| idle.stuck.is_empty()).map(|idle| idle.piece).collect();
            let at_zone = || table_zone.clone().unwrap_or_else(|| table.span());
            let (span, report) = if !never.is_empty() {
                let by_rank = table_zone.as_ref().is_none_or(|span| self.text(span).contains("rank"));
                (at_zone(), never_report(variant, number, &never, by_rank))
            } else {
                let Some(stuck) = own.first() else { continue };
                let Some(&square) = stuck.stuck.first() else { continue };
                let beside = is_beside(variant, number, stuck.piece, square);
                match by_squares.filter(|_| beside) {
                    Some(to) => {
                        let alike = own.iter().filter(|other| other.stuck == stuck.stuck);
                        let pieces: Vec<Piece> = alike.map(|other| other.piece).collect();
                        (to.span(), unnamed_report(variant, &stuck.stuck, &pieces, table_zone.is_some()))
                    }
                    None => {
                        let piece = variant.owned(&[stuck.piece]).join("");
                        (at_zone(), stuck_report(variant, number, stuck.piece, square, &piece))
                    }
                }
            };
            self.add(&span, report);
        }
    }
}

/// The report on pieces that never promote by a table, with a hint if its zone is given by ranks.
fn never_report(variant: &Variant, table: usize, pieces: &[Piece], by_rank: bool) -> Report {
    let message = format!("{} can never promote by this table", variant.owned(pieces).join(", "));
    let report = Report::warning(message);
    if nothing_stands(variant, table, pieces) {
        return report
            .help("nothing that it could become may stand in the zone: those squares lie outside its `region`");
    }
    let mut rules = variant.rules.promotions.iter().filter(|rule| rule.table == table);
    let mut report = report.help(match rules.all(|rule| rule.trigger == Trigger::Enter) {
        true => {
            "its moves must lead into the zone from squares outside it: change one of the two, or write another \
             `trigger`"
        }
        false => "its moves must lead into the zone: change one of the two",
    });
    let ranks = "ranks are counted from each player's own side, and moves are written as their own side sees them: \
                 `\"last-1\"` and `f` are ahead for both";
    report.help.extend(by_rank.then(|| ranks.to_owned()));
    report
}

/// The rules made from a table by which a piece promotes.
fn rules_for(variant: &Variant, table: usize, piece: Piece) -> impl Iterator<Item = &Promotion> {
    variant.rules.promotions.iter().filter(move |rule| rule.table == table && rule.is_for(piece))
}

/// Whether a square is in no zone in which a piece promotes by a table.
fn is_beside(variant: &Variant, table: usize, piece: Piece, square: Square) -> bool {
    !rules_for(variant, table, piece).any(|rule| rule.zone[piece.color()].has(square))
}

/// The report on pieces that are stuck on some squares because `to` says what they become on others alone.
fn unnamed_report(variant: &Variant, squares: &[Square], pieces: &[Piece], has_zone: bool) -> Report {
    let names: Vec<String> = squares.iter().map(|sq| variant.board.name(*sq)).collect();
    let (becomes, add) = match (pieces, squares) {
        ([_], [_]) => ("it becomes", "add the square, or its file, to the squares of an entry"),
        ([_], _) => ("it becomes", "add the squares, or their files, to those of an entry"),
        _ => ("they become", "add the squares, or their files, to those of an entry"),
    };
    let named = enumerate(&variant.owned(pieces), "and");
    let names = if names.len() > FEW_SQUARES { few(&names, FEW_SQUARES, ", ") } else { enumerate(&names, "and") };
    let report =
        Report::note(format!("{named} may be stuck on {names}, for which no entry here says what {becomes}")).help(add);
    if has_zone { report.help("the squares of an entry count only inside `zone`") } else { report }
}

/// The report on a piece that may be stuck on a square because a table does not promote it.
fn stuck_report(variant: &Variant, table: usize, piece: Piece, square: Square, named: &str) -> Report {
    let mut own = rules_for(variant, table, piece);
    let name = variant.board.name(square);
    if is_beside(variant, table, piece, square) {
        let message = format!("{named} may be stuck on {name}, next to this zone, where it does not promote");
        return Report::note(message).help("add the square to `zone`, if it should promote there, too");
    }
    let (how, only) = match own.all(|rule| rule.mandatory == Mandatory::Always) {
        true => (
            "without having promoted",
            "name in `zone` only the squares that it must reach, for example `\"last-1\"`, or ",
        ),
        false => ("having declined to promote", ""),
    };
    Report::warning(format!("{named} may be stuck on {name}, in this zone, {how}")).help(format!(
        "it promotes when a move brings it into the zone from outside, not on its way inside: {only}write \
         `trigger = \"enter-or-within\"`",
    ))
}

/// Whether none of the kinds that these pieces promote to by a table may stand in its zone.
fn nothing_stands(variant: &Variant, table: usize, pieces: &[Piece]) -> bool {
    let rules = || variant.rules.promotions.iter().filter(|rule| rule.table == table);
    let fails = |rule: &Promotion, piece: &Piece| {
        let outside = |kind: &PieceKind| {
            (variant.kind(*kind).region[piece.color()] & rule.everywhere()[piece.color()]).is_empty()
        };
        variant.becomes(rule, piece.kind()).iter().all(outside)
    };
    pieces.iter().all(|piece| rules().filter(|rule| rule.kinds.has(piece.kind())).all(|rule| fails(rule, piece)))
}

/// Advice on a game that is over in its start position.
fn way_to_begin(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate | Reason::Stalemate => {
            "the side to move has no legal move: give it one, or let the other side move first"
        }
        Reason::InsufficientMaterial => "put more pieces on the board, or write `mode = \"none\"` in `[insufficient]`",
        _ => "change the start position, or the rule that ends the game",
    }
}
