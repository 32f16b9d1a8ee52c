//! Emission of generated moves to a sink: plain moves, promotions, and
//! quiet moves that leave en passant squares behind.

use super::moves::{Move, MoveKind};
use super::sink::{MoveClass, Sink};
use crate::board::{Square, Squares};
use crate::tables::walk::Sight;
use crate::tables::{Mover, PartMode, Shift};

/// The pieces of one type that obey the common constraint.
pub(super) struct Each<'a, const N: usize> {
    pub mover: &'a Mover<N>,
    /// Their squares.
    pub free: Squares<N>,
    /// The squares to which they may go.
    pub mask: Squares<N>,
    pub enemy: Squares<N>,
    pub wanted: MoveClass,
}

impl<const N: usize> Each<'_, N> {
    #[inline(always)]
    pub fn run<S: Sink<N>>(&self, sink: &mut S, reach: impl Fn(Square) -> Squares<N>) {
        for from in self.free {
            emit(self.mover, from, reach(from) & self.mask, self.enemy, self.wanted, sink);
        }
    }
}

/// Emits a single move, or its promotions; castlings and passes have none.
pub(super) fn emit_one<const N: usize, S: Sink<N>>(
    mover: &Mover<N>,
    mv: Move,
    captures: bool,
    wanted: MoveClass,
    sink: &mut S,
) {
    let to = Squares::of(mv.to());
    let taken = if captures { to } else { Squares::EMPTY };
    let mut plain = true;
    let moves = !matches!(mv.kind(), MoveKind::Castle | MoveKind::Pass);
    for place in mover.promotions.iter().filter(|_| moves) {
        if place.may(mv.from(), to, taken).any() {
            plain &= place.must(mv.from(), to, taken).is_empty();
            if promotion_ends(mover, taken, wanted).has(mv.to()) {
                let promoted = |kind| match mv.kind() {
                    // A piece that has promoted cannot be captured en passant.
                    MoveKind::Double => Move::promotion(mv.from(), mv.to(), kind),
                    _ => mv.promoting(kind),
                };
                place.choices.iter().for_each(|&kind| sink.one(promoted(kind)));
            }
        }
    }
    let fits = match wanted {
        MoveClass::All => true,
        MoveClass::Noisy => captures,
        MoveClass::Quiet => !captures,
    };
    if plain && fits {
        sink.one(mv);
    }
}

/// The squares on which wanted promotions may end.
#[inline(always)]
fn promotion_ends<const N: usize>(mover: &Mover<N>, enemy: Squares<N>, wanted: MoveClass) -> Squares<N> {
    match wanted {
        _ if mover.always_promotes => wanted.ends(enemy),
        MoveClass::Quiet => Squares::EMPTY,
        MoveClass::Noisy | MoveClass::All => !Squares::EMPTY,
    }
}

/// Emits the promotions among destinations; returns those on which promotion is not compulsory.
#[inline(always)]
fn emit_promotions<const N: usize, S: Sink<N>>(
    mover: &Mover<N>,
    from: Square,
    targets: Squares<N>,
    enemy: Squares<N>,
    wanted: MoveClass,
    sink: &mut S,
) -> Squares<N> {
    let mut plain = targets;
    for place in &mover.promotions {
        let may = place.may(from, targets, enemy);
        if may.any() {
            plain &= !place.must(from, targets, enemy);
            let may = may & promotion_ends(mover, enemy, wanted);
            if may.any() {
                sink.promotions(from, may, &place.choices);
            }
        }
    }
    plain
}

/// Emits quiet moves that leave en passant squares behind, unless they promote.
#[inline(always)]
pub(super) fn emit_doubles<const N: usize, S: Sink<N>>(
    mover: &Mover<N>,
    from: Square,
    targets: Squares<N>,
    wanted: MoveClass,
    sink: &mut S,
) {
    let plain = match mover.doubles_promote {
        true => emit_promotions(mover, from, targets, Squares::EMPTY, wanted, sink),
        false => targets,
    };
    if wanted != MoveClass::Noisy {
        sink.doubles(from, plain);
    }
}

/// The destinations on which wanted moves may end: the others need not be
/// tested.
#[inline(always)]
pub(super) fn only_wanted<const N: usize>(
    mover: &Mover<N>,
    targets: Squares<N>,
    enemy: Squares<N>,
    wanted: MoveClass,
) -> Squares<N> {
    match wanted {
        // Promotions may end anywhere.
        MoveClass::Noisy if !mover.promotions.is_empty() && !mover.always_promotes => targets,
        _ => targets & wanted.ends(enemy),
    }
}

/// Splits legal destinations into moves, captures and promotions.
#[inline(always)]
pub(super) fn emit<const N: usize, S: Sink<N>>(
    mover: &Mover<N>,
    from: Square,
    targets: Squares<N>,
    enemy: Squares<N>,
    wanted: MoveClass,
    sink: &mut S,
) {
    let plain = emit_promotions(mover, from, targets, enemy, wanted, sink);
    sink.plain(from, plain & wanted.ends(enemy));
}

/// The number of moves of all `pieces` of a type.
#[inline(always)]
pub(super) fn count_by_shifts<const N: usize>(
    shifts: &[Shift<N>],
    pieces: Squares<N>,
    sight: Sight<N>,
    mask: Squares<N>,
) -> u32 {
    let mut count = 0;
    for shift in shifts {
        let mut origins = pieces & shift.from;
        if let Some(via) = shift.via {
            origins &= (!sight.occupied).shifted(-via);
        }
        let end = match shift.mode {
            PartMode::Both => !sight.occupied | sight.enemy,
            PartMode::Quiet => !sight.occupied,
            PartMode::Take => sight.enemy,
        };
        let targets = origins.shifted(shift.by) & end & mask;
        count += targets.count();
        if shift.choices > 0 {
            let may = targets & shift.promotes;
            if may.any() {
                count += may.count() * shift.choices - (may & shift.forced).count();
            }
        }
    }
    count
}
