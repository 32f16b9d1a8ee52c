//! Squares on which en passant captures are possible.

use super::convert::Convert;
use super::moves::{self, Moves, Part, Reach};
use super::settings::Settings;
use super::squares::step;
use super::types::Type;
use crate::board::{Area, ByColor, Color, Square};

/// The moves of a type according to its description.
pub fn moves_of(c: &Convert<'_>, ty: Type) -> Moves {
    let (word, _) = c.settings.moves(ty);
    match moves::read(&word.text) {
        Ok(moves) => {
            if let Some(fault) = moves::fault(&moves.parts).or(moves::fault(&moves.initial)) {
                c.refuse_moves(ty, None, fault);
            }
            moves
        }
        Err((at, message)) => {
            c.refuse_moves(ty, Some(at), &message);
            Moves::default()
        }
    }
}

/// The squares that a part passes before it ends, if it goes along a line.
pub fn between(c: &Convert<'_>, side: Color, from: Square, (right, ahead): (i8, i8)) -> Area {
    if right != 0 && ahead != 0 && right.abs() != ahead.abs() {
        return Area::EMPTY;
    }
    let unit = (right.signum(), ahead.signum());
    let line = std::iter::successors(Some(from), |at| step(c.board, side, *at, unit)).skip(1);
    line.take(usize::from(right.abs().max(ahead.abs()).unsigned_abs()).saturating_sub(1)).collect()
}

/// The squares where a pawn's double steps, and initial moves of other pieces, begin.
pub fn double_region(c: &Convert<'_>, side: Color) -> Area {
    c.settings.squares_of("doubleStepRegion", side)
}

/// The squares where a pawn's triple steps begin.
pub fn triple_region(c: &Convert<'_>, side: Color) -> Area {
    c.settings.squares_of("tripleStepRegion", side)
}

/// A pawn's double and triple steps, and the squares where they begin.
pub fn pawn_steps(c: &Convert<'_>, side: Color) -> [((i8, i8), Area); 2] {
    [((0, 2), double_region(c, side)), ((0, 3), triple_region(c, side))]
}

/// Whether captures en passant are possible, for each side that captures.
pub fn passed(c: &Convert<'_>) -> ByColor<bool> {
    ByColor::from_fn(|captor| {
        let able = c.reach[captor].iter().any(|kind| captures_en_passant(c.settings, kind.ty, captor));
        able && !passed_by(c, captor).is_empty()
    })
}

/// The squares on which a side could capture en passant.
pub fn passed_by(c: &Convert<'_>, captor: Color) -> Area {
    let side = !captor;
    let mut found = Area::EMPTY;
    for kind in c.reach[side].clone() {
        let steps: Vec<((i8, i8), Area)> = if kind.ty == Type::PAWN {
            pawn_steps(c, side).to_vec()
        } else {
            let region = double_region(c, side);
            moves_of(c, kind.ty).initial.iter().flat_map(|part| steps(part).map(|step| (step, region))).collect()
        };
        for (by, region) in steps {
            for from in region.iter().filter(|from| step(c.board, side, *from, by).is_some()) {
                found |= between(c, side, from, by);
            }
        }
    }
    found & c.settings.squares_of("enPassantRegion", captor)
}

/// The steps of a part, as far as it goes on an empty board; those of a hop count as one.
pub fn steps(part: &Part) -> impl Iterator<Item = (i8, i8)> {
    let most = match part.reach {
        Reach::Slide(0) => 11,
        Reach::Slide(range) => range as i8,
        _ => 1,
    };
    let (a, b) = part.step;
    (1..=most).map(move |times| (a * times, b * times))
}

pub fn captures_en_passant(settings: &Settings, ty: Type, side: Color) -> bool {
    ty == Type::PAWN || settings.types_of("enPassantTypes", side).has(ty)
}
