//! How far pieces ever come from where they start, whatever else stands on the board.

use super::start::pieces;
use crate::board::{Area, Color, Geometry, Piece, PieceKind, Square};
use crate::variant::{Goal, KindSet, Variant};
use crate::xbetza::{Action, Crossing, Leg, Rays, Term};
use std::collections::BTreeSet;

/// Whether no piece of a goal ever comes to one of its squares, though some might stand there.
pub(super) fn is_out_of_reach(variant: &Variant, goal: &Goal, made: KindSet) -> bool {
    let swaps = |term: &Term| match &term.action {
        Action::Walk(legs) => legs.iter().any(|leg| leg.unloads),
        Action::Bend(bend) => bend.unloads,
        Action::Anywhere(anywhere) => anywhere.unloads,
        Action::Castle(_) | Action::Pass => false,
    };
    // By these anything may come anywhere.
    let moved = variant.rules.shuffle.is_some() || variant.kinds().any(|(_, kind)| kind.terms().any(swaps));
    if moved || !(goal.kinds & made).is_empty() {
        return false;
    }
    let there = |color: Color| pieces(variant, color).filter(|kind| goal.kinds.has(*kind));
    let owned = Color::ALL.into_iter().flat_map(|color| there(color).map(move |kind| (kind, color)));
    let may_stand = |(kind, color): (PieceKind, Color)| variant.kind(kind).region[color] & goal.squares[color];
    // That none may ever stand there has been said.
    let wanted: BTreeSet<(PieceKind, Color)> = owned.filter(|piece| may_stand(*piece).any()).collect();
    !wanted.is_empty() && wanted.into_iter().all(|piece| (may_stand(piece) & reached(variant, piece)).is_empty())
}

/// The squares to which a side's pieces of a kind come at most.
fn reached(variant: &Variant, (kind, color): (PieceKind, Color)) -> Area {
    let board = variant.board;
    let piece = Piece::new(kind, color);
    let starts = board.all().filter(|sq| variant.start.board.get(sq.index()) == Some(&piece));
    let mut reached: Area = starts.collect();
    for castling in &variant.start.castlings(variant)[color] {
        let pair = [(castling.from, castling.to), (castling.partner_from, castling.partner_to)];
        reached |= pair.into_iter().filter(|(from, _)| reached.has(*from)).map(|(_, to)| to).collect();
    }
    let mut open: Vec<Square> = reached.iter().collect();
    while let Some(from) = open.pop() {
        let moves = variant.kind(kind).moves(color).filter(|moves| moves.from.has(from));
        let ends = moves.flat_map(|moves| moves.program.terms.iter().map(move |term| (term, moves.enter)));
        let ends = ends.fold(Area::EMPTY, |all, (term, enter)| all | destinations(board, term, (from, color), enter));
        open.extend((ends & !reached).iter());
        reached |= ends;
    }
    reached
}

/// Where a move may end, if only the right pieces stand on the board.
fn destinations(board: Geometry, term: &Term, (from, color): (Square, Color), enter: Area) -> Area {
    let legs = match &term.action {
        Action::Walk(legs) => legs,
        Action::Bend(_) | Action::Anywhere(_) => return enter,
        Action::Castle(_) | Action::Pass => return Area::EMPTY,
    };
    let mut arrivals = vec![(from, 0, 0)];
    for leg in legs {
        let mut next: Vec<(Square, u8, u8)> =
            arrivals.iter().flat_map(|arrival| ends(board, leg, *arrival, color)).collect();
        next.retain(|(sq, ..)| enter.has(*sq));
        next.sort_unstable();
        next.dedup();
        arrivals = next;
    }
    arrivals.into_iter().map(|(sq, ..)| sq).collect()
}

/// Where a leg may end, each square with the heading and the hand on which it is reached.
fn ends(board: Geometry, leg: &Leg, (from, heading, hand): (Square, u8, u8), color: Color) -> Vec<(Square, u8, u8)> {
    let rays = match &leg.rays {
        Rays::Opening(rays) => rays,
        Rays::Turning(turns) => turns.after(heading, hand),
    };
    let skipped = if let Crossing::Skip(squares) = leg.crossing { usize::from(squares) } else { 0 };
    let longest = leg.range.map_or(board.squares(), usize::from);
    let along = rays.iter().flat_map(|ray| {
        let step = ray.step.seen_by(color);
        let squares = std::iter::successors(board.go(from, step, leg.wraps), move |sq| board.go(*sq, step, leg.wraps));
        squares.take(longest).skip(skipped).map(|sq| (sq, ray.heading, ray.hand))
    });
    along.collect()
}
