//! Squares that nobody ever reaches, where something should happen then.

use super::Checker;
use super::complaints::{entry, or_default};
use super::kinds::those_of;
use super::start::pieces;
use crate::board::{Area, Color, Geometry, Piece, PieceKind, Square, Step};
use crate::text::Report;
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{Goal, GoalWhen, Kind, KindSet, Mandatory, Promotion, Trigger, Variant};
use crate::xbetza::{Action, Crossing, Term};

impl Checker<'_> {
    /// Warns of squares that nobody reaches, where something should happen then.
    pub(super) fn unreached(&mut self, file: &VariantFile, variant: &Variant) {
        // What is wrong is not there.
        if !self.complaints.any_error() {
            let made = variant.made_anew();
            self.unreached_goals(file, variant, made);
            self.unreached_zones(file, variant, made);
            self.one_sided_moves(file, variant);
        }
    }

    /// Warns of moves from zones that lead nowhere for one side alone: zones are mirrored for Black, and moves turned.
    fn one_sided_moves(&mut self, file: &VariantFile, variant: &Variant) {
        for (id, table) in file.pieces.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = variant.kind_by_id(id.get_ref()).map(|kind| variant.kind(kind)) else { continue };
            let tables = table.get_ref().zone_move.iter().flat_map(|list| &list.get_ref().0);
            for (zone_move, table) in kind.zone_moves.iter().zip(tables) {
                let written = table.get_ref();
                let own = written.r#move.as_ref().filter(|text| self.complaints.is_own(&text.span()));
                let both = written.black_move.is_none() && zone_move.zone.0.iter().all(|zone| zone.any());
                let Some(text) = own.filter(|_| both) else { continue };
                let leads = |term: &Term, color: Color| {
                    let region = kind.region[color];
                    let enter = if zone_move.within { region & zone_move.zone[color] } else { region };
                    let from = zone_move.zone[color] & region;
                    from.iter().any(|sq| leads_on(variant.board, term, color, sq, enter))
                };
                let terms = zone_move.program[Color::White].terms.chunk_by(|a, b| a.span == b.span);
                for term in terms {
                    let [white, black] = Color::ALL.map(|color| term.iter().any(|term| leads(term, color)));
                    if white == black {
                        continue;
                    }
                    let color = if white { Color::Black } else { Color::White };
                    let place = self.complaints.inside(&text.span(), text.get_ref(), &term[0].span);
                    let message =
                        format!("{}'s `{}` can never make this move from its zone", color.name(), id.get_ref());
                    let report = Report::warning(message).help(
                        "a zone that is written once is mirrored for Black, on the same files, and moves are turned: write \
                         `black_move`, or the zone as `{ white = \"...\", black = \"...\" }`",
                    );
                    self.complaints.add(&place, report);
                }
            }
        }
    }

    /// Warns of goals that lie where their pieces must promote or behind them, and of such that want more pieces than there ever are.
    fn unreached_goals(&mut self, file: &VariantFile, variant: &Variant, made: KindSet) {
        let tables = entry(file.end.as_ref(), |end| &end.goal);
        let tables = tables.iter().flat_map(|list| list.get_ref());
        for (goal, table) in
            variant.rules.ends.goals.iter().zip(tables).filter(|(goal, _)| goal.when != GoalWhen::Leave)
        {
            let table = table.get_ref();
            if let Some(squares) = table.squares.as_ref().filter(|_| promotes_away(variant, goal, made)) {
                let report = Report::warning(
                    "none of these pieces ever stays on these squares: they must promote there",
                )
                .help("name what they become in `pieces`, too, or let them stay, as `promotion = \"none\"` does");
                self.complaints.add(&squares.span(), report);
            } else if let Some(squares) = table.squares.as_ref().filter(|_| lies_behind(variant, goal, made)) {
                let report = Report::warning("these pieces start ahead of these squares and never go back to them")
                    .help("ranks count from the side of each player: `\"last-1\"` is the farthest one");
                self.complaints.add(&squares.span(), report);
            } else if let Some(count) = table.count.as_ref().filter(|_| is_too_many(variant, goal, made)) {
                let report = Report::warning(format!("neither side ever has {} of these pieces", goal.count))
                    .help("lower `count`, or name more pieces in `pieces`");
                self.complaints.add(&count.span(), report);
            }
        }
    }

    /// Warns of zones of promotion that lie behind pieces which only go ahead.
    fn unreached_zones(&mut self, file: &VariantFile, variant: &Variant, made: KindSet) {
        for table in file.promotion.iter().flat_map(|list| list.get_ref()) {
            let table = table.get_ref();
            let own = table.zone.as_ref().filter(|zone| self.complaints.is_own(&zone.span()));
            let (Some(set), Some(zone)) = (&table.pieces, own) else { continue };
            let Some(squares) = self.sided(zone) else { continue };
            let kinds = those_of(&variant.kinds, set);
            let trigger = or_default(table.trigger.as_ref());
            let last = |color: Color| squares[color].iter().map(|sq| variant.board.rank_of(color, sq)).max();
            let behind = |kind: PieceKind, color: Color| {
                first_rank(variant, kind, color, 0).is_some_and(|first| last(color).is_some_and(|last| last < first))
            };
            let region = |kind: PieceKind, color: Color| variant.kind(kind).region[color];
            // Those that start on its last rank never come into it if that rank is all zone, or if they must go ahead.
            let left = |kind: PieceKind, color: Color| {
                let begins_there = |first: u8| last(color) == Some(first);
                let rank = |first: u8| variant.board.all().filter(move |sq| variant.board.rank_of(color, *sq) == first);
                let all_zone = |first: u8| (rank(first).collect::<Area>() & region(kind, color)).within(squares[color]);
                match trigger {
                    Trigger::Enter => {
                        first_rank(variant, kind, color, 0).is_some_and(|first| begins_there(first) && all_zone(first))
                            || first_rank(variant, kind, color, 1).is_some_and(begins_there)
                    }
                    Trigger::EnterOrWithin | Trigger::Capture => {
                        first_rank(variant, kind, color, 1).is_some_and(begins_there)
                    }
                    Trigger::Touch | Trigger::EnterOrCapture | Trigger::InPlace => false,
                }
            };
            let all = |never: &dyn Fn(PieceKind, Color) -> bool| {
                kinds.iter().all(|kind| {
                    let mut owners = Color::ALL.into_iter().filter(|color| variant.kind(*kind).may_belong_to(*color));
                    !made.has(*kind) && owners.all(|color| never(*kind, color))
                })
            };
            let message = match kinds.is_empty() {
                false if all(&behind) => "these pieces start ahead of this zone and never go back to it",
                false if all(&|kind, color| behind(kind, color) || left(kind, color)) => {
                    "these pieces start in this zone or ahead of it and never come into it"
                }
                _ => continue,
            };
            let report = Report::warning(message)
                .help("ranks count from the side of each player: `\"last-1\"` is the farthest one");
            self.complaints.add(&zone.span(), report);
        }
    }
}

/// Whether the first step of a term leads from a square to one of these, or that is not known.
fn leads_on(board: Geometry, term: &Term, color: Color, from: Square, enter: Area) -> bool {
    let Action::Walk(legs) = &term.action else { return true };
    legs.first().is_none_or(|leg| {
        let skipped = if let Crossing::Skip(squares) = leg.crossing { i8::try_from(squares).unwrap_or(0) } else { 0 };
        leg.opening().iter().any(|ray| {
            let Step { right, forward } = ray.step.seen_by(color);
            let step = Step::new(right * (skipped + 1), forward * (skipped + 1));
            board.go(from, step, leg.wraps).is_some_and(|to| enter.has(to))
        })
    })
}

/// Where a side's pieces of a kind start.
fn starts(variant: &Variant, kind: PieceKind, color: Color) -> impl Iterator<Item = Square> {
    let is_there = move |sq: &Square| variant.start.board.get(sq.index()) == Some(&Piece::new(kind, color));
    variant.board.all().filter(is_there)
}

/// The rank behind which a side's pieces of a kind never stand; `None` where some move goes fewer ranks ahead than at least
/// so many, or there are none.
pub(super) fn first_rank(variant: &Variant, kind: PieceKind, color: Color, least: i8) -> Option<u8> {
    let drawn = variant.shuffled_pieces().any(|(_, other)| other == kind);
    let first = starts(variant, kind, color).map(|sq| variant.board.rank_of(color, sq)).min();
    first.filter(|_| !drawn && variant.kind(kind).goes_ahead(color, least))
}

/// Whether all pieces of a goal start ahead of its squares and never go back.
fn lies_behind(variant: &Variant, goal: &Goal, made: KindSet) -> bool {
    let behind = |kind: PieceKind, color: Color| {
        let last = goal.squares[color].iter().map(|sq| variant.board.rank_of(color, sq)).max();
        last.is_none_or(|last| first_rank(variant, kind, color, 0).is_some_and(|first| last < first))
    };
    let pieces: Vec<(PieceKind, &Kind)> = variant.kinds().filter(|(kind, _)| goal.kinds.has(*kind)).collect();
    let owners = pieces.iter().flat_map(|(kind, data)| {
        Color::ALL.into_iter().filter(|color| data.may_belong_to(*color)).map(|color| (*kind, color))
    });
    owners.clone().any(|(_, color)| goal.squares[color].any())
        && pieces.iter().all(|(kind, _)| !made.has(*kind))
        && owners.clone().all(|(kind, color)| behind(kind, color))
}

/// Whether all pieces that could stand on a goal's squares must promote as they come to them.
fn promotes_away(variant: &Variant, goal: &Goal, made: KindSet) -> bool {
    let mut some = false;
    for (kind, data) in variant.kinds().filter(|(kind, _)| goal.kinds.has(*kind)) {
        for color in Color::ALL.into_iter().filter(|color| data.may_belong_to(*color)) {
            let squares = goal.squares[color] & data.region[color];
            some |= squares.any();
            let forced = forced(variant, kind, color);
            let stays = made.has(kind) || starts(variant, kind, color).any(|sq| forced.has(sq));
            if squares.any() && (stays || !squares.within(forced)) {
                return false;
            }
        }
    }
    some
}

/// The squares on which a piece always promotes that comes to them from elsewhere.
fn forced(variant: &Variant, kind: PieceKind, color: Color) -> Area {
    let always = |rule: &&Promotion| {
        let enters =
            matches!(rule.trigger, Trigger::Enter | Trigger::EnterOrWithin | Trigger::Touch | Trigger::EnterOrCapture);
        enters && rule.mandatory == Mandatory::Always && rule.kinds.has(kind)
    };
    let rules = variant.rules.promotions.iter().filter(always);
    rules.fold(Area::EMPTY, |all, rule| all | rule.zone[color])
}

/// Whether no side has so many pieces of a goal at the start, and none can be added.
fn is_too_many(variant: &Variant, goal: &Goal, made: KindSet) -> bool {
    let count = |color: Color| pieces(variant, color).filter(|kind| goal.kinds.has(*kind)).count();
    let enough = |color: &Color| goal.squares[*color].any() && count(*color) >= usize::from(goal.count);
    (goal.kinds & made).is_empty() && !Color::ALL.iter().any(enough)
}
