//! Goals that need more pieces than there are, and moves from zones that nobody, or only one side, can make.

use super::Checker;
use super::complaints::{described, list};
use super::moves::leads_off;
use super::pieces::is_small;
use super::start::pieces;
use crate::board::{Area, Color, Geometry, Square};
use crate::text::Report;
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{Goal, GoalWhen, Kind, Variant, ZoneMove};
use crate::xbetza::{Action, Crossing, Term};
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(super) fn unreached(&mut self, file: &VariantFile, variant: &Variant) {
        self.too_many(file, variant);
        self.moves_nowhere(file, variant);
    }

    /// Warns of moves from zones that lead nowhere.
    fn moves_nowhere(&mut self, file: &VariantFile, variant: &Variant) {
        for (id, number, table) in described(file, variant) {
            let kind = variant.kind(number);
            let tables: Vec<_> = table.zone_move.iter().flat_map(|list| &list.get_ref().0).collect();
            // The moves of a table for Black alone come after those of the one for both sides.
            let half = is_small(id.get_ref()) && kind.owner.is_none();
            let before = if half { kind.zone_moves.len().saturating_sub(tables.len()) } else { 0 };
            for (zone_move, table) in kind.zone_moves.iter().skip(before).zip(tables) {
                let (white, black) = (&table.get_ref().r#move, &table.get_ref().black_move);
                let (both, [white_alone, black_alone]) = (Color::ALL, Color::ALL.map(|color| [color]));
                let texts = match black {
                    None => vec![(white, &both[..])],
                    Some(_) => vec![(white, &white_alone[..]), (black, &black_alone[..])],
                };
                for (text, colors) in texts {
                    let Some(text) = text.as_ref().filter(|text| self.complaints.is_own(&text.span())) else {
                        continue;
                    };
                    self.leads_nowhere(id.get_ref(), text, variant.board, (kind, zone_move), colors);
                }
            }
        }
    }

    /// Warns of terms of a text, the moves of these sides from a zone, that lead nowhere for some of them.
    fn leads_nowhere(
        &mut self,
        id: &str,
        text: &Spanned<String>,
        board: Geometry,
        (kind, moves): (&Kind, &ZoneMove),
        colors: &[Color],
    ) {
        let from = |color: Color| moves.zone[color] & kind.region[color];
        // A zone in which the piece cannot stand is reported elsewhere.
        let moves_there = |color: &Color| kind.may_belong_to(*color) && from(*color).any();
        let sides: Vec<Color> = colors.iter().copied().filter(moves_there).collect();
        let Some(&first) = sides.first() else { return };
        let leads = |terms: &[Term], color: Color| {
            let enter = if moves.within { from(color) } else { kind.region[color] };
            terms.iter().any(|term| leads_anywhere(board, term, color, from(color), enter))
        };
        for terms in moves.program[first].written() {
            let stuck: Vec<Color> = sides.iter().copied().filter(|color| !leads(terms, *color)).collect();
            let report = match stuck[..] {
                [] => continue,
                [color] if sides.len() > 1 => {
                    let message = format!("{}'s `{id}` can never make this move from its zone", color.name());
                    Report::warning(message).help(
                        "a zone written once is mirrored for Black on the same files, but moves are turned by 180 degrees: write \
                         `black_move`, or the zone as `{ white = \"...\", black = \"...\" }`",
                    )
                }
                // A step that is longer than the board has been reported.
                _ if terms.iter().all(|term| leads_off(board, term)) => continue,
                _ if moves.within => Report::warning(format!("`{id}` can never make this move within its zone"))
                    .help("it leads out of the zone from all of its squares: leave out the move, or `within`"),
                _ => Report::warning(format!("`{id}` can never make this move from its zone"))
                    .help("it leads nowhere from any square of the zone: change one of the two"),
            };
            let place = self.complaints.inside(&text.span(), text.get_ref(), &terms[0].span);
            self.complaints.add(&place, report);
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

/// Whether a term leads from any of some squares to one that the piece may enter, if others stand wherever it needs
/// them.
fn leads_anywhere(board: Geometry, term: &Term, color: Color, from: Area, enter: Area) -> bool {
    let Action::Walk(legs) = &term.action else { return true };
    // Where the legs so far may end, with the heading and the hand of the latest turn.
    let mut ends: BTreeSet<(Square, u8, u8)> = from.iter().map(|sq| (sq, 0, 0)).collect();
    for leg in legs {
        let skipped = if let Crossing::Skip(squares) = leg.crossing { usize::from(squares) } else { 0 };
        let longest = leg.range.map_or(board.longest_ride(), usize::from).min(board.longest_ride());
        let mut next = BTreeSet::new();
        for (sq, heading, hand) in ends {
            for ray in leg.rays_after(heading, hand) {
                let go = |sq: Square| board.go(sq, ray.step.seen_by(color), leg.wraps);
                let ride = std::iter::successors(go(sq), |sq| go(*sq)).skip(skipped).take(longest);
                next.extend(ride.filter(|to| enter.has(*to)).map(|to| (to, ray.heading, ray.hand)));
            }
        }
        ends = next;
    }
    !ends.is_empty()
}

/// Whether neither side has enough pieces of a goal at the start, and none can be added.
fn is_too_many(variant: &Variant, goal: &Goal) -> bool {
    let count = |color: Color| pieces(variant, color).filter(|kind| goal.kinds.has(*kind)).count();
    let enough = |color: &Color| goal.squares[*color].any() && count(*color) >= usize::from(goal.count);
    (goal.kinds & variant.made_anew()).is_empty() && !Color::ALL.iter().any(enough)
}
