//! Squares on which en passant captures are possible.

use super::convert::Convert;
use super::moves::{self, Moves, Part, Reach};
use super::settings::Settings;
use super::squares::Set;
use super::types::Type;
use crate::board::{ByColor, Color};

/// The moves of a type, as its word says them.
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

/// The squares that a part passes before it ends, where it goes along a line.
pub fn between(c: &Convert<'_>, side: Color, from: (u8, u8), step: (i8, i8)) -> Vec<(u8, u8)> {
    let length = step.0.abs().max(step.1.abs());
    if step.0 != 0 && step.1 != 0 && step.0.abs() != step.1.abs() {
        return Vec::new();
    }
    let unit = (step.0.signum(), step.1.signum());
    let mut passed = Vec::new();
    let mut at = from;
    for _ in 1..length {
        let Some(next) = c.board.step(side, at, unit) else { break };
        passed.push(next);
        at = next;
    }
    passed
}

/// Where a pawn's double steps, and the initial moves of other pieces, begin.
pub fn double_region(c: &Convert<'_>, side: Color) -> Set {
    if c.settings.flag("doubleStep") {
        c.settings.squares_of("doubleStepRegion", side).and(c.board.all())
    } else {
        Set::default()
    }
}

/// A pawn's steps of two and three squares, and where they begin.
pub fn pawn_steps(c: &Convert<'_>, side: Color) -> [((i8, i8), Set); 2] {
    let triple = c.settings.squares_of("tripleStepRegion", side).and(c.board.all());
    [((0, 2), double_region(c, side)), ((0, 3), triple)]
}

/// Whether anybody could capture en passant, for each side that captures.
pub fn passed(c: &Convert<'_>) -> ByColor<bool> {
    ByColor::from_fn(|captor| {
        let able = c.reach[captor].iter().any(|kind| captures_en_passant(c.settings, kind.ty, captor));
        able && !passed_by(c, captor).is_empty()
    })
}

/// The squares on which a side could capture en passant.
pub fn passed_by(c: &Convert<'_>, captor: Color) -> Set {
    let side = !captor;
    let mut found = Set::default();
    for kind in c.reach[side].clone() {
        let steps: Vec<((i8, i8), Set)> = if kind.ty == Type::PAWN {
            pawn_steps(c, side).to_vec()
        } else {
            let region = double_region(c, side);
            moves_of(c, kind.ty).initial.iter().flat_map(|part| steps(part).map(|step| (step, region))).collect()
        };
        for (step, region) in steps {
            for from in region.iter().filter(|from| c.board.step(side, *from, step).is_some()) {
                between(c, side, from, step).into_iter().for_each(|at| found.insert(at));
            }
        }
    }
    found.and(c.settings.squares_of("enPassantRegion", captor))
}

/// The steps that a part makes at most on an empty board.
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
