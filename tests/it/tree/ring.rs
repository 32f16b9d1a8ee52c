//! Directions: the ring of eight, the ring of oblique leaps, and the selections by letters.

use super::scene::Place;
use alfil::internals::xbetza::ast::Direction::{
    self, Back, Forward, Half, Left, OtherHand, Right, SameHand, Sideways, Vertical,
};

/// The side to which a piece turned last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    /// The hand of a turn by this many eighths; `None` for straight ahead and back.
    pub fn of_turn(offset: u8) -> Option<Self> {
        match offset % 8 {
            1..=3 => Some(Self::Right),
            5..=7 => Some(Self::Left),
            _ => None,
        }
    }
}

/// A direction of movement, by its number on one of the two rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Line(u8),
    Oblique(u8),
}

/// The unit steps of the ring, right and forward for White.
const RING: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The step in a direction for a leap with the coordinates `(short, long)`.
pub fn step((short, long): Place, way: Way) -> Place {
    let (a, b) = (short, long);
    match way {
        Way::Line(number) => {
            let (right, forward) = RING[usize::from(number)];
            (right * long, forward * long)
        }
        Way::Oblique(number) => {
            [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)][usize::from(number)]
        }
    }
}

/// One letter, or a pair of letters.
type Token = (Direction, Option<Direction>);

/// Splits letters into tokens from the left.
fn tokens(run: &[Direction], combine: impl Fn(Direction, Direction) -> bool) -> Vec<Token> {
    let mut rest = run;
    let mut tokens = Vec::new();
    while let Some(&first) = rest.first() {
        match rest.get(1) {
            Some(&second) if second == first => {
                tokens.push((first, None));
                rest = &rest[2..];
            }
            Some(&second) if combine(first, second) => {
                tokens.push((first, Some(second)));
                rest = &rest[2..];
            }
            _ => {
                tokens.push((first, None));
                rest = &rest[1..];
            }
        }
    }
    tokens
}

fn perpendicular(one: Direction, other: Direction) -> bool {
    let lengthwise = |d| matches!(d, Forward | Back | Vertical);
    let crosswise = |d| matches!(d, Left | Right | Sideways);
    lengthwise(one) && crosswise(other) || crosswise(one) && lengthwise(other)
}

/// Whether a letter may be the first of a pair, except on diagonal atoms.
fn leads(letter: Direction) -> bool {
    matches!(letter, Forward | Back | Left | Right)
}

fn union(tokens: Vec<Token>, set: impl Fn(Token) -> Vec<u8>) -> Vec<u8> {
    let mut all: Vec<u8> = tokens.into_iter().flat_map(set).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The directions that letters select of the four orthogonal ones.
pub fn orthogonal(run: &[Direction]) -> Vec<u8> {
    union(tokens(run, |_, _| false), |(letter, _)| straight(letter))
}

fn straight(letter: Direction) -> Vec<u8> {
    match letter {
        Forward => vec![0],
        Right => vec![2],
        Back => vec![4],
        Left => vec![6],
        Sideways => vec![2, 6],
        Vertical => vec![0, 4],
        Half | OtherHand | SameHand => panic!("{letter:?} selects no straight line"),
    }
}

/// The directions that letters select of the four diagonal ones.
pub fn diagonal(run: &[Direction]) -> Vec<u8> {
    let single = |letter| match letter {
        Forward => vec![1, 7],
        Back => vec![3, 5],
        Right => vec![1, 3],
        Left => vec![5, 7],
        Sideways | Vertical => vec![1, 3, 5, 7],
        Half | OtherHand | SameHand => panic!("{letter:?} selects no diagonal"),
    };
    union(tokens(run, perpendicular), |(first, second)| {
        let second = second.map(single);
        single(first).into_iter().filter(|number| second.as_ref().is_none_or(|set| set.contains(number))).collect()
    })
}

/// The directions that letters select of all eight.
pub fn eightfold(run: &[Direction]) -> Vec<u8> {
    let combine = |first, second| leads(first) && perpendicular(first, second);
    union(tokens(run, combine), |token| match token {
        (letter, None) => straight(letter),
        (Forward, Some(Right)) | (Right, Some(Forward)) => vec![1],
        (Back, Some(Right)) | (Right, Some(Back)) => vec![3],
        (Back, Some(Left)) | (Left, Some(Back)) => vec![5],
        (Forward, Some(Left)) | (Left, Some(Forward)) => vec![7],
        (Forward, Some(_)) => vec![1, 7],
        (Back, Some(_)) => vec![3, 5],
        (Right, Some(_)) => vec![1, 3],
        (Left, Some(_)) => vec![5, 7],
        (first, Some(second)) => panic!("{first:?} and {second:?} do not combine"),
    })
}

/// The leaps that letters select of the oblique ring.
pub fn oblique(run: &[Direction]) -> Vec<u8> {
    match run {
        [Half, Right] => return vec![0, 2, 4, 6],
        [Half, Left] => return vec![1, 3, 5, 7],
        _ => {}
    }
    let combine = |first, second| leads(first) && (perpendicular(first, second) || second == Half);
    union(tokens(run, combine), |token| match token {
        (Forward, None) => vec![0, 7],
        (Back, None) => vec![3, 4],
        (Right, None) => vec![1, 2],
        (Left, None) => vec![5, 6],
        (Sideways, None) => vec![1, 2, 5, 6],
        (Vertical, None) => vec![0, 3, 4, 7],
        (Forward, Some(Half)) => vec![0, 1, 6, 7],
        (Back, Some(Half)) => vec![2, 3, 4, 5],
        (Right, Some(Half)) => vec![0, 1, 2, 3],
        (Left, Some(Half)) => vec![4, 5, 6, 7],
        (Forward, Some(Sideways)) => vec![1, 6],
        (Back, Some(Sideways)) => vec![2, 5],
        (Right, Some(Vertical)) => vec![0, 3],
        (Left, Some(Vertical)) => vec![4, 7],
        (Forward, Some(Right)) => vec![1],
        (Right, Some(Forward)) => vec![0],
        (Forward, Some(Left)) => vec![6],
        (Left, Some(Forward)) => vec![7],
        (Back, Some(Right)) => vec![2],
        (Right, Some(Back)) => vec![3],
        (Back, Some(Left)) => vec![5],
        (Left, Some(Back)) => vec![4],
        (first, second) => panic!("{first:?} and {second:?} select no oblique leap"),
    })
}

/// The turns that the letters of a later leg select, in eighths; `hand` is that of the latest turn.
pub fn turns(run: &[Direction], hand: Option<Hand>) -> Vec<u8> {
    let letter = |letter: &Direction| match (letter, hand) {
        (SameHand | OtherHand, None) => Sideways,
        (SameHand, Some(Hand::Right)) | (OtherHand, Some(Hand::Left)) => Right,
        (SameHand, Some(Hand::Left)) | (OtherHand, Some(Hand::Right)) => Left,
        (&letter, _) => letter,
    };
    eightfold(&run.iter().map(letter).collect::<Vec<_>>())
}
