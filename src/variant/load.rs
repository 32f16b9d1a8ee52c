//! Turns the text of a variant file, and the files that it includes, into a
//! [`Variant`].

use super::file::{self, Choices, PromotionTable, ReadFile, Spanned, Tree, VariantFile};
use super::{Mandatory, Promotion, PromotionTo, Reason, SourceMap, Trigger, Undrawn, Variant, validate};
use crate::board::{Color, Piece, PieceKind, Square};
use crate::limits;
use crate::text::{Report, Source, Sources, Span, enumerate, few};
use std::sync::Arc;

/// The most squares that a report names.
const FEW_SQUARES: usize = 4;

/// Keys that describe a single file: an including file does not take them over.
const OWN_KEYS: [&str; 9] = ["name", "title", "aliases", "include", "author", "year", "source", "description", "test"];

/// Finds the text of an included file, given the including file and the name.
pub type Finder<'a> = dyn Fn(&Source, &str) -> Result<Arc<Source>, Report> + 'a;

/// Why a game cannot be begun although its file is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The start position cannot be played.
    Start(String),
    /// The moves of a kind cannot be laid on the board.
    Moves(PieceKind, String),
    /// No playable start can be drawn.
    Draw(Undrawn),
    /// The game is over in its start position; a sentence says so. It can be played from other positions.
    Over(String, Reason),
    /// Pieces never reach squares for which the file has rules. The game can be played nevertheless.
    Unreachable(Unreachable),
}

/// Promotions and goals to which no moves lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreachable {
    /// Promotion tables without their intended effect.
    pub promotions: Vec<UnreachedPromotion>,
    /// Promotion tables whose `mandatory` never forces a promotion.
    pub optional: Vec<usize>,
    /// Pieces that can get to squares from which they never move on.
    pub stranded: Vec<Stranded>,
    /// Goals that are never reached.
    pub goals: Vec<UnreachedGoal>,
}

/// A goal on whose squares none of its pieces ever stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachedGoal {
    /// The index of the goal.
    pub number: usize,
    /// Whether some of its pieces do get there, but promote.
    pub promotes: bool,
}

/// A promotion table without its intended effect for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreachedPromotion {
    /// The index of the table.
    pub table: usize,
    /// The piece.
    pub piece: Piece,
    /// The squares on which the piece may be stuck without having promoted; empty if it never promotes by the table.
    pub stuck: Vec<Square>,
}

/// A piece that can get to a square from which it never moves on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranded {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
    /// Whether it is dropped there, and may promote elsewhere; otherwise it moves there, and no table promotes it.
    pub dropped: bool,
}

/// Begins a game as a trial. The function comes from later rooms, which alone can begin games.
pub type Trial<'a> = dyn Fn(&Arc<Variant>) -> Result<(), Unfit> + 'a;

/// Reads and checks a variant file. Reports may also be warnings; there is a variant only if none of them is an error.
pub fn load(source: &Arc<Source>, find: &Finder<'_>) -> (Option<Variant>, Vec<Report>) {
    load_tried(source, find, &|_| Ok(()))
}

/// Reads and checks a variant file, and begins the game as a trial.
pub fn load_tried(source: &Arc<Source>, find: &Finder<'_>, trial: &Trial<'_>) -> (Option<Variant>, Vec<Report>) {
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find, trial };
    let (variant, reports) = match chain.read(source, None, &|chain, tree| chain.check(tree)) {
        Ok(checked) => checked,
        Err(reports) => (None, reports),
    };
    (variant, Report::capped(reports, limits::COMPLAINTS, &source.name))
}

/// A variant file and all that it includes as the text of one file, without the keys that describe a single file, and
/// without those in `without`.
///
/// # Errors
///
/// Returns the faults that keep the files from being read.
pub fn flattened(source: &Arc<Source>, find: &Finder<'_>, without: &[&str]) -> Result<String, Vec<Report>> {
    let without = [&OWN_KEYS, without].concat();
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find, trial: &|_| Ok(()) };
    chain.read(source, None, &|chain, tree| file::flat(&tree, &without, &chain.sources))
}

/// The files read so far. Each includes the next.
struct Chain<'a> {
    sources: Sources,
    texts: Vec<Arc<Source>>,
    find: &'a Finder<'a>,
    trial: &'a Trial<'a>,
}

impl Chain<'_> {
    /// Reads a file and those that it includes, merges them with the tree `over` of the files that include it, and
    /// applies `finish` to the result.
    fn read<T>(
        &mut self,
        source: &Arc<Source>,
        over: Option<Tree<'_>>,
        finish: &dyn Fn(&Self, Tree<'_>) -> T,
    ) -> Result<T, Vec<Report>> {
        if source.text.len() > limits::VARIANT_FILE {
            let message = format!("a variant file of {} bytes is too long", source.text.len());
            return Err(vec![Report::error(message).about(&source.name)]);
        }
        let tree = Tree::parse(source, &mut self.sources)?;
        self.texts.push(Arc::clone(source));
        let include = tree.string("include");
        let tree = match over {
            Some(over) => tree.without(&OWN_KEYS).overlaid(over),
            None => tree,
        };
        let Some(include) = include else { return Ok(finish(self, tree)) };
        let refuse = |report: Report| Report { place: self.sources.place(&include.span()), ..report };
        match (self.find)(source, include.get_ref()) {
            Err(report) => Err(vec![refuse(report)]),
            Ok(below) if self.texts.contains(&below) => {
                let mut names: Vec<&str> = self.texts.iter().map(|text| text.name.as_str()).collect();
                names.push(&below.name);
                let message = format!("files include each other: {}", names.join(", "));
                Err(vec![refuse(Report::error(message).help("one of them must do without `include`"))])
            }
            Ok(_) if self.texts.len() == limits::INCLUDES => {
                let message = format!("more than {} files include each other in a row", limits::INCLUDES);
                Err(vec![refuse(Report::error(message).help("use fewer files"))])
            }
            Ok(below) => self.read(&below, Some(tree), finish),
        }
    }

    fn check(&self, tree: Tree<'_>) -> (Option<Variant>, Vec<Report>) {
        let tree_idle = tree.idle().to_vec();
        let source_map = SourceMap::new(&tree, &self.sources);
        let (read, mut reports) = tree.typed(&self.sources);
        let wrong = !reports.is_empty();
        let inline = tree_idle.iter().filter(|span| self.sources.text(span).starts_with('{'));
        reports.extend(inline.map(|span| {
            let report = Report::warning("an empty table changes nothing: the keys of the included file remain")
                .help("write `\"none\"` instead to remove its table");
            self.at(span, report)
        }));
        let mut variant = None;
        if let Some(read) = read {
            let (valid, more) = validate::validate(&read, &self.sources);
            reports.extend(more);
            let valid = valid.filter(|_| !wrong).map(|variant| Arc::new(Variant { source_map, ..variant }));
            let faults = valid.as_ref().map_or_else(Vec::new, |variant| self.faults(variant, &read));
            let begins = !faults.iter().any(|(_, report)| report.is_error());
            variant = valid.filter(|_| begins).map(Arc::unwrap_or_clone);
            reports.extend(faults);
        }
        // The reports are sorted by place; those on the same place keep their order.
        reports.sort_by_key(|(start, _)| *start);
        (variant, reports.into_iter().map(|(_, report)| report).collect())
    }

    /// A report about a part of the text, with the offset of that.
    fn at(&self, span: &Span, report: Report) -> (usize, Report) {
        (span.start, Report { place: self.sources.place(span), ..report })
    }

    /// Why the game cannot be begun, or not be played as the file says, with the offset of each cause.
    fn faults(&self, variant: &Arc<Variant>, read: &ReadFile) -> Vec<(usize, Report)> {
        let Err(unfit) = (self.trial)(variant) else { return Vec::new() };
        let file = &read.file;
        let fen = file.start.as_ref().and_then(|start| start.get_ref().fen.as_ref()).map(Spanned::span);
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
                let shuffle = file.start.as_ref().and_then(|start| start.get_ref().shuffle.as_ref());
                (shuffle.map(Spanned::span), validate::undrawn(fault, true))
            }
            Unfit::Unreachable(Unreachable { promotions, optional, stranded, goals }) => {
                let mut idle = self.unreached_promotions(variant, read, &promotions);
                let told = |table: &usize| promotions.iter().any(|found| found.table == *table);
                let optional: Vec<usize> = optional.into_iter().filter(|table| !told(table)).collect();
                idle.extend(self.optional_promotions(variant, file, &optional));
                idle.extend(self.unreached_goals(file, &goals));
                let (dropped, stranded): (Vec<_>, Vec<_>) = stranded.into_iter().partition(|found| found.dropped);
                idle.extend(self.stranded(variant, read, &stranded));
                idle.extend(self.dead_drops(variant, file, &dropped));
                return idle;
            }
        };
        let span = span.unwrap_or(0..0);
        vec![self.at(&span, report)]
    }

    /// Notes on pieces that get to squares from which they never move on, unless a file says that nothing promotes.
    /// Only pieces that the topmost file defines are reported.
    fn stranded(&self, variant: &Variant, read: &ReadFile, stranded: &[Stranded]) -> Vec<(usize, Report)> {
        let keys = || read.file.pieces.iter().flat_map(|pieces| pieces.get_ref().keys());
        let own = keys().filter(|key| self.sources.is_first(&key.span()) && !read.no_promotion);
        let note = |key: &Spanned<String>| {
            // Next to a table for Black alone, the other one is White's.
            let of_both = keys().filter(|other| other.get_ref().eq_ignore_ascii_case(key.get_ref())).count() == 1;
            let side = if validate::is_small(key.get_ref()) { Color::Black } else { Color::White };
            let is_meant = |found: &&Stranded| {
                let same = key.get_ref().eq_ignore_ascii_case(&variant.kind(found.piece.kind()).id);
                same && (of_both || found.piece.color() == side)
            };
            let found: Vec<&Stranded> = stranded.iter().filter(is_meant).collect();
            let square = variant.board.name(found.first()?.square);
            let pieces: Vec<Piece> = found.iter().map(|found| found.piece).collect();
            let pieces = variant.owned(&pieces).join(", ");
            let report = Report::note(format!(
                "{pieces} may come to {square}, where it has no further move, and never promotes"
            ))
            .help(
                "say in a `[[promotion]]` what it becomes; for a game without promotion, write `promotion = \"none\"`",
            );
            Some(self.at(&key.span(), report))
        };
        own.filter_map(note).collect()
    }

    /// A note on drops on squares from which pieces never move on, at the file's rules for drops, unless a file allows
    /// them explicitly.
    fn dead_drops(&self, variant: &Variant, file: &VariantFile, dropped: &[Stranded]) -> Option<(usize, Report)> {
        let drop = file.drop.as_ref().map(Spanned::get_ref);
        if drop.is_some_and(|drop| drop.no_immobile.is_some()) {
            return None;
        }
        let first = dropped.first()?;
        let id = variant.kind(first.piece.kind()).written_id();
        let regions = drop.and_then(|drop| drop.regions.as_ref());
        let named = regions.and_then(|regions| {
            regions.get_ref().keys().find(|key| key.get_ref().eq_ignore_ascii_case(&id)).map(Spanned::span)
        });
        let hand = file.hand.as_ref().and_then(|hand| hand.get_ref().source.as_ref()).map(Spanned::span);
        let places = [named, regions.map(Spanned::span), file.drop.as_ref().map(Spanned::span), hand];
        let place = places.into_iter().flatten().find(|span| self.sources.is_first(span))?;
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
        Some(self.at(&place, report))
    }

    /// Warns of values of `mandatory` whose condition is never met.
    fn optional_promotions(&self, variant: &Variant, file: &VariantFile, optional: &[usize]) -> Vec<(usize, Report)> {
        let tables = file.promotion.iter().flat_map(|list| list.get_ref()).enumerate();
        let idle = tables.filter(|(number, _)| optional.contains(number));
        let spans = idle.filter_map(|(number, table)| Some((number, table.get_ref().mandatory.as_ref()?.span())));
        let own = spans.filter(|(_, span)| self.sources.is_first(span));
        let warn = |(number, span): (usize, Span)| {
            let mut rules = variant.rules.promotions.iter().filter(|rule| rule.table == number);
            let why = match rules.any(|rule| rule.mandatory == Mandatory::LastRank) {
                true => "none of these pieces promotes by a move to the last rank of the zone",
                false => "wherever these pieces may promote, they could also move on without promoting",
            };
            let report =
                Report::no_effect("mandatory").help(format!("{why}: write `\"never\"`, or `\"always\"` if they must"));
            self.at(&span, report)
        };
        own.map(warn).collect()
    }

    /// Warns of goals that are never reached, each at its squares.
    fn unreached_goals(&self, file: &VariantFile, goals: &[UnreachedGoal]) -> Vec<(usize, Report)> {
        let tables = file.end.as_ref().and_then(|end| end.get_ref().goal.as_ref());
        let tables: Vec<_> = tables.iter().flat_map(|list| list.get_ref()).collect();
        let warn = |goal: &UnreachedGoal| {
            let span = tables.get(goal.number)?.get_ref().squares.as_ref().map(Spanned::span)?;
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
            let by_rank = !goal.promotes && self.sources.text(&span).contains("rank");
            let mut report = Report::warning(message.to_owned() + &self.sources.included(&span)).help(help);
            report.help.extend(by_rank.then(|| ranks.to_owned()));
            Some(self.at(&span, report))
        };
        goals.iter().filter_map(warn).collect()
    }

    /// Warns of promotion tables without their intended effect, each at its zone or, if the squares of `to` are the
    /// cause, there.
    fn unreached_promotions(
        &self,
        variant: &Variant,
        read: &ReadFile,
        idle: &[UnreachedPromotion],
    ) -> Vec<(usize, Report)> {
        let tables = read.file.promotion.iter().flat_map(|list| list.get_ref()).enumerate();
        let warn = |(number, table): (usize, &Spanned<PromotionTable>)| {
            let table_zone = table.get_ref().zone.as_ref().map(Spanned::span);
            let by_squares = table.get_ref().to.as_ref().filter(|to| matches!(to.get_ref(), Choices::BySquares(_)));
            let own: Vec<&UnreachedPromotion> = idle.iter().filter(|idle| idle.table == number).collect();
            let never: Vec<Piece> = own.iter().filter(|idle| idle.stuck.is_empty()).map(|idle| idle.piece).collect();
            let at_zone = || table_zone.clone().unwrap_or_else(|| table.span());
            let (span, report) = if !never.is_empty() {
                let by_rank = table_zone.as_ref().is_none_or(|span| self.sources.text(span).contains("rank"));
                (at_zone(), never_report(variant, number, &never, by_rank))
            } else {
                let stuck = own.first()?;
                let square = *stuck.stuck.first()?;
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
            let message = report.message + &self.sources.included(&span);
            Some(self.at(&span, Report { message, ..report }))
        };
        tables.filter_map(warn).collect()
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
        "it promotes when it comes into the zone from outside, not on its way inside: {only}write \
         `trigger = \"enter-or-within\"`",
    ))
}

/// Whether none of the kinds that these pieces promote to by a table may stand in its zone.
fn nothing_stands(variant: &Variant, table: usize, pieces: &[Piece]) -> bool {
    let rules = || variant.rules.promotions.iter().filter(|rule| rule.table == table);
    let becomes = |rule: &Promotion, piece: &Piece| -> Option<Vec<PieceKind>> {
        match &rule.to {
            PromotionTo::Kinds(kinds) => Some(kinds.clone()),
            PromotionTo::Form => Some(variant.kind(piece.kind()).form.into_iter().collect()),
            PromotionTo::Stock => None,
        }
    };
    let fails = |rule: &Promotion, piece: &Piece| {
        let outside =
            |kind: &PieceKind| (variant.kind(*kind).region[piece.color()] & rule.zone[piece.color()]).is_empty();
        becomes(rule, piece).is_some_and(|kinds| kinds.iter().all(outside))
    };
    pieces.iter().all(|piece| rules().filter(|rule| rule.kinds.has(piece.kind())).all(|rule| fails(rule, piece)))
}

impl Variant {
    /// The names of pieces, with the owner, as in "Black's `P`", if the same kind of the other side is not among them.
    pub(super) fn owned(&self, pieces: &[Piece]) -> Vec<String> {
        let mut named: Vec<String> = Vec::new();
        for piece in pieces {
            let kind = self.kind(piece.kind());
            let both = pieces.contains(&Piece::new(piece.kind(), !piece.color())) || kind.owner.is_some();
            let name = match both {
                true => format!("`{}`", kind.written_id()),
                false => format!("{}'s `{}`", piece.color().name(), kind.id),
            };
            if !named.contains(&name) {
                named.push(name);
            }
        }
        named
    }
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
