//! Sets of squares of the format, and how variant files write them.

use crate::board::Color;

/// Files and ranks of the largest board of the format.
pub const FILES: u8 = 12;
pub const RANKS: u8 = 10;

/// A square by file and rank from 0.
pub type At = (u8, u8);

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set(u128);

impl Set {
    pub fn has(self, (file, rank): At) -> bool {
        self.0 >> (rank * FILES + file) & 1 != 0
    }

    pub fn insert(&mut self, (file, rank): At) {
        self.0 |= 1 << (rank * FILES + file);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = At> {
        every(FILES, RANKS).filter(move |at| self.has(*at))
    }

    /// The set mirrored rank by rank on a board.
    pub fn mirrored(self, board: Board) -> Self {
        self.iter().filter(|at| at.1 < board.ranks).map(|(file, rank)| (file, board.ranks - 1 - rank)).collect()
    }
}

impl FromIterator<At> for Set {
    fn from_iter<I: IntoIterator<Item = At>>(squares: I) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|at| set.insert(at));
        set
    }
}

fn every(files: u8, ranks: u8) -> impl Iterator<Item = At> {
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub files: u8,
    pub ranks: u8,
}

impl Board {
    pub fn all(self) -> Set {
        every(self.files, self.ranks).collect()
    }

    /// A rank from 0 in the eyes of a side.
    pub fn rank(self, side: Color, rank: u8) -> Set {
        let rank = if side == Color::White { rank } else { self.ranks - 1 - rank };
        (0..self.files).map(|file| (file, rank)).collect()
    }

    /// A square that is a step away, as a side sees it.
    pub fn step(self, side: Color, (file, rank): At, (dx, dy): (i8, i8)) -> Option<At> {
        let sign = if side == Color::White { 1 } else { -1 };
        let file = u8::try_from(file as i8 + sign * dx).ok().filter(|file| *file < self.files)?;
        let rank = u8::try_from(rank as i8 + sign * dy).ok().filter(|rank| *rank < self.ranks)?;
        Some((file, rank))
    }

    /// A square as GUIs name it, who count ten ranks from 0.
    fn square(self, (file, rank): At) -> String {
        format!("{}{}", char::from(b'a' + file), rank + u8::from(self.ranks != 10))
    }

    /// The squares as a variant file writes those of one side.
    pub fn text(self, side: Color, set: Set) -> String {
        let set = set.and(self.all());
        if set == self.all() {
            return "all".to_owned();
        }
        let ranks: Vec<u8> = (0..self.ranks).filter(|rank| self.rank(side, *rank).without(set).is_empty()).collect();
        let covered = ranks.iter().fold(Set::default(), |sum, rank| sum.or(self.rank(side, *rank)));
        if covered == set && !ranks.is_empty() {
            return match runs(&ranks)[..] {
                [(first, last)] if first == last => format!("rank-{}", first + 1),
                ref runs => format!("ranks {}", runs.iter().map(|run| range(*run)).collect::<Vec<_>>().join(",")),
            };
        }
        self.rectangles(set).join(" ")
    }

    /// The set as rectangles side by side.
    fn rectangles(self, mut rest: Set) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(start) = rest.iter().next() {
            let row = |rank: u8, to: u8| (start.0..=to).all(|file| rest.has((file, rank)));
            let to = (start.0..self.files).take_while(|to| row(start.1, *to)).last().unwrap_or(start.0);
            let top = (start.1..self.ranks).take_while(|rank| row(*rank, to)).last().unwrap_or(start.1);
            let whole: Set = (start.1..=top).flat_map(|rank| (start.0..=to).map(move |file| (file, rank))).collect();
            rest = rest.without(whole);
            let [first, last] = [start, (to, top)].map(|at| self.square(at));
            found.push(if first == last { first } else { format!("{first}-{last}") });
        }
        found
    }
}

/// Numbers that follow each other.
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
