//! Boards from a side's point of view, and the notation of sets of squares in variant files.

use crate::board::{Area, Color, Geometry, Square, Step};
use crate::variant::squares::{Run, from_to, named, runs};

/// Size of the largest board of the format.
pub const FILES: u8 = 12;
pub const RANKS: u8 = 10;

/// A rank counted from 0 on a side's own edge.
pub fn rank(board: Geometry, side: Color, rank: u8) -> Area {
    board.all().filter(|at| board.rank_of(side, *at) == rank).collect()
}

/// The square after a step, from a side's point of view.
pub fn step(board: Geometry, side: Color, at: Square, (right, ahead): (i8, i8)) -> Option<Square> {
    board.step(at, Step::new(right, ahead).seen_by(side))
}

/// The squares of one side in the notation of variant files.
pub fn text(board: Geometry, side: Color, set: Area) -> String {
    if set == board.area() {
        return "all".to_owned();
    }
    let range = |(first, last): &Run| from_to((first + 1).to_string(), (last + 1).to_string());
    match runs(board, set, Area::EMPTY, |at| board.rank_of(side, at)).as_deref() {
        Some([(first, last)]) if first == last => format!("rank-{}", first + 1),
        Some(runs) => format!("ranks {}", runs.iter().map(range).collect::<Vec<_>>().join(",")),
        None => named(board, set),
    }
}
