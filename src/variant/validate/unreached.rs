//! Goals that need more pieces than there are, and moves from zones that only one side can make.

use super::Checker;
use super::complaints::list;
use super::start::pieces;
use crate::board::{Area, Color, Geometry, Square, Step};
use crate::text::Report;
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{Goal, GoalWhen, Variant};
use crate::xbetza::{Action, Crossing, Term};

impl Checker<'_> {
    pub(super) fn unreached(&mut self, file: &VariantFile, variant: &Variant) {
        self.too_many(file, variant);
        self.one_sided_moves(file, variant);
    }

    /// Warns of moves from zones that lead nowhere for one side alone: zones are mirrored for Black, and moves rotated.
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
                for term in zone_move.program[Color::White].written() {
                    let [white, black] = Color::ALL.map(|color| term.iter().any(|term| leads(term, color)));
                    if white == black {
                        continue;
                    }
                    let color = if white { Color::Black } else { Color::White };
                    let place = self.complaints.inside(&text.span(), text.get_ref(), &term[0].span);
                    let message =
                        format!("{}'s `{}` can never make this move from its zone", color.name(), id.get_ref());
                    let report = Report::warning(message).help(
                        "a zone written once is mirrored for Black on the same files, but moves are turned by 180 degrees: write \
                         `black_move`, or the zone as `{ white = \"...\", black = \"...\" }`",
                    );
                    self.complaints.add(&place, report);
                }
            }
        }
    }

    /// Warns of goals that need more pieces than there ever are.
    fn too_many(&mut self, file: &VariantFile, variant: &Variant) {
        let tables = list(file.end.as_ref(), |end| &end.goal);
        for (goal, table) in variant.rules.ends.goals.iter().zip(tables) {
            let too_many = goal.when != GoalWhen::Leave && is_too_many(variant, goal);
            if let Some(count) = table.get_ref().count.as_ref().filter(|_| too_many) {
                let report = Report::warning(format!("neither side ever has {} of these pieces", goal.count))
                    .help("lower `count`, or name more pieces in `pieces`");
                self.complaints.add(&count.span(), report);
            }
        }
    }
}

/// Whether the first step of a term leads from a square to one of these, or might.
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

/// Whether neither side has enough pieces of a goal at the start, and none can be added.
fn is_too_many(variant: &Variant, goal: &Goal) -> bool {
    let count = |color: Color| pieces(variant, color).filter(|kind| goal.kinds.has(*kind)).count();
    let enough = |color: &Color| goal.squares[*color].any() && count(*color) >= usize::from(goal.count);
    (goal.kinds & variant.made_anew()).is_empty() && !Color::ALL.iter().any(enough)
}
