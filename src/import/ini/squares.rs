//! Boards from a side's point of view, and the notation of sets of squares in variant files.

use crate::board::{Area, Color, Geometry, Square, Step};

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
    let ranks: Vec<u8> = (0..board.ranks()).filter(|number| rank(board, side, *number).within(set)).collect();
    let covered = ranks.iter().fold(Area::EMPTY, |sum, number| sum | rank(board, side, *number));
    if covered == set && !ranks.is_empty() {
        return match runs(&ranks)[..] {
            [(first, last)] if first == last => format!("rank-{}", first + 1),
            ref runs => format!("ranks {}", runs.iter().map(|run| range(*run)).collect::<Vec<_>>().join(",")),
        };
    }
    rectangles(board, set).join(" ")
}

/// The set as disjoint rectangles.
fn rectangles(board: Geometry, mut rest: Area) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(start) = rest.first() {
        let (left, bottom) = (board.file(start), board.rank(start));
        let rectangle = |right: u8, top: u8| {
            board.area_where(|file, rank| (left..=right).contains(&file) && (bottom..=top).contains(&rank))
        };
        let wide = |right: &u8| rectangle(*right, bottom).within(rest);
        let right = (left..board.files()).take_while(wide).last().unwrap_or(left);
        let high = |top: &u8| rectangle(right, *top).within(rest);
        let top = (bottom..board.ranks()).take_while(high).last().unwrap_or(bottom);
        let whole = rectangle(right, top);
        rest &= !whole;
        found.push(match whole.last().filter(|end| *end != start) {
            Some(end) => format!("{}-{}", board.name(start), board.name(end)),
            None => board.name(start),
        });
    }
    found
}

/// Ranges of consecutive numbers.
fn runs(numbers: &[u8]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

fn range((first, last): (u8, u8)) -> String {
    if first == last { format!("{}", first + 1) } else { format!("{}-{}", first + 1, last + 1) }
}
