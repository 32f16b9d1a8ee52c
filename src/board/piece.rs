//! Colours and pieces.

use std::ops::{Index, IndexMut, Not};

/// A side of the game. White moves up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Moves towards higher ranks.
    White,
    /// Moves towards lower ranks.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side's English name, as in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// Makes a value for each side.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self([make(Color::White), make(Color::Black)])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// A type of piece: its number in the variant's list of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceKind(pub u8);

impl PieceKind {
    /// Its index in the variant's list of kinds.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind and a colour in one byte: `kind * 2 + colour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(pub u8);

impl Piece {
    /// The most different pieces of a game.
    pub const MAX: usize = 192;
    /// Marker of an empty square in a mailbox.
    pub const NONE: Self = Self(255);

    /// The piece of this kind and colour.
    #[inline]
    pub fn new(kind: PieceKind, color: Color) -> Self {
        Self(kind.0 * 2 + color as u8)
    }

    /// Its number, `kind * 2 + colour`.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Its kind.
    #[inline]
    pub fn kind(self) -> PieceKind {
        PieceKind(self.0 >> 1)
    }

    /// Its side.
    #[inline]
    pub fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Whether this marks an empty square.
    #[inline]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
}
