//! Pawns: pieces whose moves are progress, and whose initial moves are possible on many ranks.

use super::Checker;
use super::complaints::{described, entry};
use super::pieces::is_small;
use crate::board::{Color, MAX_RANKS, Piece, PieceKind, Topology};
use crate::text::{Report, enumerate};
use crate::variant::file::VariantFile;
use crate::variant::{Kind, UnmovedTest, Variant};
use crate::xbetza::{Action, Ray, Term};
use std::collections::BTreeSet;

/// Pawns on fewer ranks than these are merely staggered.
const MANY_RANKS: usize = 3;

impl Checker<'_> {
    /// Notes pieces that count as pawns because of their letter alone, and pawns with another letter that do not.
    pub(super) fn odd_pawns(&mut self, file: &VariantFile, variant: &Variant) {
        let rule = &variant.rules.draws.move_rule;
        if rule.plies == 0 || !rule.resets.pawn {
            return;
        }
        let none_counts = variant.kinds.iter().all(|kind| kind.counts_as_pawn.0 == [false; 2]);
        let torus = variant.board.topology() == Topology::Torus;
        let promotes = |kind: PieceKind| variant.rules.promotions.iter().any(|rule| rule.kinds.has(kind));
        let (mut officers, mut pawns) = (Vec::new(), Vec::new());
        for (id, number, table) in described(file, variant) {
            if table.counts_as_pawn.is_some() || !self.complaints.is_own(&id.span()) {
                continue;
            }
            let kind = variant.kind(number);
            // A Black half is not a piece of its own, nor is a face.
            if is_small(id.get_ref()) && kind.owner.is_none() || variant.rules.is_face(number) {
                continue;
            }
            let starts = |color: Color| variant.start.board.contains(&Piece::new(number, color));
            if kind.counts_as_pawn.0.contains(&true) && kind.terms().any(|term| may_shuttle(term, torus)) {
                officers.push(id);
            } else if (none_counts || promotes(number) && kind.counts_as_pawn.0 == [false; 2])
                && Color::ALL.into_iter().any(starts)
                && is_pawn(kind, torus)
            {
                pawns.push(id);
            }
        }
        let moves = rule.plies / 2;
        for id in officers {
            let report = Report::note(format!(
                "`{}` counts as a pawn because of its letter, though not all of its quiet moves lead forward: they delay the draw after \
                 {moves} moves without progress",
                id.get_ref()
            ))
            .help("write `counts_as_pawn = false`, or `true` if this is intended");
            self.complaints.add(&id.span(), report);
        }
        if let Some(first) = pawns.first() {
            let ids: Vec<String> = pawns.iter().map(|id| format!("`{}`", id.get_ref())).collect();
            let ids = ids.join(", ");
            let fact = match none_counts {
                true => format!("no piece counts as a pawn, though some only move forward ({ids})"),
                false => format!("some pieces only move forward and promote, but do not count as pawns ({ids})"),
            };
            let report =
                Report::note(format!("{fact}: their moves do not delay the draw after {moves} moves without progress"))
                    .help("write `counts_as_pawn = true`, or `false` if this is intended");
            self.complaints.add(&first.span(), report);
        }
    }
}

impl Checker<'_> {
    /// Notes an array in which pieces make their initial moves from many ranks, as a horde of pawns does.
    pub(super) fn spread_initial_moves(&mut self, file: &VariantFile, variant: &Variant) {
        let fen = entry(file.start.as_ref(), |start| &start.fen);
        let Some(fen) = fen.filter(|fen| self.complaints.is_own(&fen.span())) else { return };
        if variant.rules.unmoved_test == UnmovedTest::Unmoved {
            return;
        }
        for color in Color::ALL {
            for (number, _) in variant.faces().filter(|(_, kind)| kind.has_initial_moves(color)) {
                let piece = Piece::new(number, color);
                let starts = variant.board.all().filter(|sq| variant.start.board[sq.index()] == piece);
                let ranks: BTreeSet<u8> = starts.map(|sq| variant.board.rank(sq) + variant.board.rank_base()).collect();
                if ranks.len() < MANY_RANKS {
                    continue;
                }
                let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
                let report = Report::note(format!(
                    "{} has its initial moves on ranks {}, because it starts there",
                    variant.owned(&[piece]).join(", "),
                    enumerate(&ranks, "and")
                ))
                .help("moves for only one rank are written in a `zone_move`, without `i`");
                self.complaints.add(&fen.span(), report);
            }
        }
    }
}

/// Whether a term has moves that go neither ahead nor capture, which no pawn does, and which may be repeated for ever.
fn may_shuttle(term: &Term, torus: bool) -> bool {
    !term.always_captures() && advances(term, torus).iter().any(|ranks| *ranks <= 0)
}

/// Whether pieces of a kind have moves, and only forward ones.
fn is_pawn(kind: &Kind, torus: bool) -> bool {
    let ahead = |term: &Term| {
        let ranks = advances(term, torus);
        !ranks.is_empty() && ranks.iter().all(|ranks| *ranks > 0)
    };
    let goes = |color: Color| {
        let mut terms = kind.moves(color).flat_map(|moves| &moves.program.terms).peekable();
        terms.peek().is_some() && terms.all(ahead)
    };
    Color::ALL.into_iter().filter(|color| kind.may_belong_to(*color)).all(goes)
}

/// How many ranks ahead the moves of a term may end; empty where that depends on the board, as on a torus, whose ranks
/// are joined, too.
fn advances(term: &Term, torus: bool) -> BTreeSet<i16> {
    let Action::Walk(legs) = &term.action else { return BTreeSet::new() };
    if legs.iter().any(|leg| leg.wraps && torus || leg.unloads) {
        return BTreeSet::new();
    }
    let mut ends = BTreeSet::from([(0, 0, 0)]);
    for leg in legs {
        let farthest = i16::from(leg.range.unwrap_or(MAX_RANKS).min(MAX_RANKS));
        let after = |(ranks, heading, hand): (i16, u8, u8)| {
            let steps = |ray: &Ray| {
                let (forward, heading, hand) = (i16::from(ray.step.forward), ray.heading, ray.hand);
                (1..=farthest).map(move |step| (ranks + step * forward, heading, hand))
            };
            leg.rays_after(heading, hand).iter().flat_map(steps).collect::<Vec<_>>()
        };
        ends = ends.into_iter().flat_map(after).collect();
    }
    ends.into_iter().map(|(ranks, ..)| ranks).collect()
}
