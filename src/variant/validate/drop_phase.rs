//! Reserves that must be dropped before the game goes on, and whether there is room for them.

use super::Checker;
use super::complaints::entry;
use crate::board::{Area, Color, Piece, PieceKind, Square};
use crate::text::{Report, Span};
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{DropFaces, Hands, Variant};

impl Checker<'_> {
    /// Warns of a side that can never drop everything that it must drop before it may do anything else.
    pub(super) fn drop_phase_ends(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        let reserve = rules.hands == Hands { given: true, ..Hands::default() };
        // The results of effects and influences are unknown, and other faces may have other regions.
        let plain = !rules.changes_others() && rules.drops.faces == DropFaces::Base;
        let plain = plain && rules.drops.mandatory && reserve;
        if !plain || self.complaints.any_error() {
            return;
        }
        let mandatory = entry(file.drop.as_ref(), |drop| &drop.mandatory).map(Spanned::span);
        let fen = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        let place: Span = mandatory.filter(|span| self.complaints.is_own(span)).or(fen).unwrap_or(0..0);
        for color in Color::ALL {
            let wanted = squares_for(variant, color);
            let room = room_for(&wanted);
            if room < wanted.len() {
                let message = format!(
                    "{} must drop {} pieces first, and there are squares for {room} of them",
                    color.name(),
                    wanted.len()
                );
                let report = Report::warning(message).help(
                    "a side with pieces in hand can do nothing else: give its pieces more squares in `regions`, or put fewer \
                     pieces to the reserve",
                );
                self.complaints.add(&place, report);
                // The other side most likely has the same problem.
                return;
            }
        }
    }
}

/// The squares on which each piece in hand may be dropped, irrespective of the others. Squares with pieces of its own
/// side are not among them: these cannot move before the hand is empty.
fn squares_for(variant: &Variant, color: Color) -> Vec<Area> {
    let drops = &variant.rules.drops;
    let own = |sq: &Square| variant.start.at(*sq).is_some_and(|piece| piece.color() == color);
    let taken: Area = variant.board.all().filter(own).collect();
    let shade = |dark: bool| variant.board.area_where(move |file, rank| (file + rank) % 2 == u8::from(!dark));
    let mut wanted = Vec::new();
    for (kind, _) in variant.kinds() {
        let squares = drops.regions[kind.index()][color] & !taken & !variant.holes;
        let count = usize::from(variant.start.hands[color][kind.index()]);
        if !drops.unlike_shades.has(kind) {
            wanted.extend(std::iter::repeat_n(squares, count));
            continue;
        }
        // One of each shade, and no more.
        let standing = standing(variant, kind, color);
        let shades = [true, false].map(shade);
        let free: Vec<Area> = shades.into_iter().filter(|shade| (standing & *shade).is_empty()).collect();
        match (count, &free[..]) {
            (0, _) => {}
            (1, shades) => wanted.push(shades.iter().map(|shade| squares & *shade).collect()),
            (count, shades) => {
                let each = shades.iter().map(|shade| squares & *shade);
                wanted.extend(each.chain(std::iter::repeat(Area::EMPTY)).take(count));
            }
        }
    }
    wanted
}

/// Where a side's pieces of a kind stand at the start.
fn standing(variant: &Variant, kind: PieceKind, color: Color) -> Area {
    let piece = Piece::new(kind, color);
    variant.board.all().filter(|sq| variant.start.board.get(sq.index()) == Some(&piece)).collect()
}

/// The number of pieces that can have a square of their own, from the squares that suit each: a maximum matching, by
/// augmenting paths.
fn room_for(wanted: &[Area]) -> usize {
    let mut holders: Vec<(Square, usize)> = Vec::new();
    let mut found = 0;
    for number in 0..wanted.len() {
        let mut tried = Area::EMPTY;
        found += usize::from(finds_square(wanted, number, &mut holders, &mut tried));
    }
    found
}

/// Gives a piece a square, possibly by moving others to other squares.
fn finds_square(wanted: &[Area], number: usize, holders: &mut Vec<(Square, usize)>, tried: &mut Area) -> bool {
    for sq in wanted[number].iter() {
        if tried.has(sq) {
            continue;
        }
        tried.insert(sq);
        let holder = holders.iter().position(|(held, _)| *held == sq);
        let Some(holder) = holder else {
            holders.push((sq, number));
            return true;
        };
        let other = holders[holder].1;
        if finds_square(wanted, other, holders, tried) {
            holders[holder].1 = number;
            return true;
        }
    }
    false
}
