//! The meaning of a run of direction letters: a set of ring directions.
//!
//! A run is cut from the left: two equal letters mean that letter alone, a pair that
//! combines is the intersection of two halves, and any other letter stands alone.

use super::ast::Direction;
use super::shape::{DIAGONAL, ORTHOGONAL, Shape};
use std::ops::Range;

/// A piece of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Alone(Direction),
    Pair(Direction, Direction),
}

/// Cuts a run into tokens, each with the letters of the run it takes.
fn tokens(run: &[Direction], combine: impl Fn(Direction, Direction) -> bool) -> Vec<(Token, Range<usize>)> {
    let mut cut = Vec::new();
    let mut at = 0;
    while let Some(&first) = run.get(at) {
        let (token, length) = match run.get(at + 1) {
            Some(&second) if second == first => (Token::Alone(first), 2),
            Some(&second) if combine(first, second) => (Token::Pair(first, second), 2),
            _ => (Token::Alone(first), 1),
        };
        cut.push((token, at..at + length));
        at += length;
    }
    cut
}

fn is_vertical(direction: Direction) -> bool {
    matches!(direction, Direction::Forward | Direction::Back | Direction::Vertical)
}

fn is_sideways(direction: Direction) -> bool {
    matches!(direction, Direction::Left | Direction::Right | Direction::Sideways)
}

fn perpendicular(first: Direction, second: Direction) -> bool {
    is_vertical(first) && is_sideways(second) || is_sideways(first) && is_vertical(second)
}

/// Whether a letter is one of those that may begin a pair.
fn leads(direction: Direction) -> bool {
    matches!(direction, Direction::Forward | Direction::Back | Direction::Left | Direction::Right)
}

/// The one or two orthogonal directions of a letter.
fn straight(direction: Direction) -> u8 {
    match direction {
        Direction::Forward => 0b0000_0001,
        Direction::Right => 0b0000_0100,
        Direction::Back => 0b0001_0000,
        Direction::Left => 0b0100_0000,
        Direction::Sideways => 0b0100_0100,
        Direction::Vertical => 0b0001_0001,
        Direction::Half | Direction::OtherHand | Direction::SameHand => 0,
    }
}

/// All line directions on a letter's side, its own and the diagonals beside it.
fn side(direction: Direction) -> u8 {
    let own = straight(direction);
    own | own.rotate_left(1) | own.rotate_right(1)
}

/// Oblique leaps nearest to a letter's direction.
fn narrow(direction: Direction) -> u8 {
    match direction {
        Direction::Half => 0xff,
        // Leap `k` lies between the line directions `k` and `k + 1`.
        _ => straight(direction) | straight(direction).rotate_right(1),
    }
}

/// Oblique leaps of the half on a letter's side.
fn half(direction: Direction) -> u8 {
    let near = narrow(direction);
    near | near.rotate_left(1) | near.rotate_right(1)
}

/// The set of an opening leg; an empty run means all directions of the shape.
pub(super) fn opening(shape: Shape, run: &[Direction]) -> u8 {
    if run.is_empty() {
        return shape.directions();
    }
    match shape {
        Shape::Orthogonal(_) => run.iter().fold(0, |set, &direction| set | straight(direction)),
        Shape::Diagonal(_) => {
            union(run, perpendicular, |first, second| side(first) & second.map_or(0xff, side)) & DIAGONAL
        }
        Shape::Eightfold => turning(run),
        Shape::Oblique(..) => match run {
            [Direction::Half, Direction::Right] => ORTHOGONAL,
            [Direction::Half, Direction::Left] => DIAGONAL,
            _ => union(run, pairs_with_half, |first, second| match second {
                None => narrow(first),
                Some(second) => half(first) & narrow(second),
            }),
        },
    }
}

/// The set of a run by the eightfold rule; for later legs, offsets on the ring.
pub(super) fn turning(run: &[Direction]) -> u8 {
    let combine = |first, second| leads(first) && perpendicular(first, second);
    union(run, combine, |first, second| match second {
        None => straight(first),
        Some(second) => side(first) & side(second),
    })
}

fn pairs_with_half(first: Direction, second: Direction) -> bool {
    leads(first) && (perpendicular(first, second) || second == Direction::Half)
}

/// The union of the sets of a run's tokens.
fn union(
    run: &[Direction],
    combine: impl Fn(Direction, Direction) -> bool,
    meaning: impl Fn(Direction, Option<Direction>) -> u8,
) -> u8 {
    tokens(run, combine).iter().fold(0, |set, (token, _)| {
        set | match *token {
            Token::Alone(direction) => meaning(direction, None),
            Token::Pair(first, second) => meaning(first, Some(second)),
        }
    })
}

/// The index of an `h` in a run that has no meaning there.
pub(super) fn stray_half(shape: Shape, first_leg: bool, run: &[Direction]) -> Option<usize> {
    let first_half = run.iter().position(|&direction| direction == Direction::Half)?;
    if !(first_leg && shape.is_oblique()) {
        return Some(first_half);
    }
    if matches!(run, [Direction::Half, Direction::Left | Direction::Right]) {
        return None;
    }
    tokens(run, pairs_with_half)
        .into_iter()
        .find(|(token, _)| matches!(token, Token::Alone(Direction::Half)))
        .map(|(_, letters)| letters.start)
}

/// The hand of the latest turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handedness {
    None = 0,
    Right = 1,
    Left = 2,
}

impl Handedness {
    pub(super) const ALL: [Self; 3] = [Self::None, Self::Right, Self::Left];

    /// The hand after a further turn by an offset on the ring.
    pub(super) fn after(self, offset: u8) -> Self {
        match offset % 8 {
            1..=3 => Self::Right,
            5..=7 => Self::Left,
            _ => self,
        }
    }
}

/// A later leg's run with `z` and `q` replaced by their meaning.
pub(super) fn resolved(run: &[Direction], hand: Handedness) -> Vec<Direction> {
    let (same, other) = match hand {
        Handedness::None => (Direction::Sideways, Direction::Sideways),
        Handedness::Right => (Direction::Right, Direction::Left),
        Handedness::Left => (Direction::Left, Direction::Right),
    };
    run.iter()
        .map(|&direction| match direction {
            Direction::SameHand => same,
            Direction::OtherHand => other,
            written => written,
        })
        .collect()
}
