//! The types of pieces that the format knows, and sets of them.

use once_cell::sync::Lazy;

/// A type of piece by its number in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type(pub u8);

/// Slots for custom pieces.
const CUSTOM: u8 = 25;

/// Marks the moves of a type whose pieces neither hop over nor capture each other.
const ALIKE: char = '!';

/// The named types and their moves, numbered from 1.
static NAMED: Lazy<Vec<(&str, &str)>> = Lazy::new(|| {
    let lines = include_str!("pieces.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
});

impl Type {
    /// All pieces in sets, or any piece.
    pub const ALL: Self = Self(0);
    /// The pawn with double steps.
    pub const PAWN: Self = Self(1);
    /// The royal piece.
    pub const KING: Self = Self(63);

    /// All types in the order of the format.
    pub fn each() -> impl Iterator<Item = Self> {
        (1..=NAMED.len() as u8 + CUSTOM).map(Self).chain([Self::KING])
    }

    /// The type with this key.
    pub fn named(key: &str) -> Option<Self> {
        Self::each().find(|ty| ty.key() == key)
    }

    /// The key that assigns its letter.
    pub fn key(self) -> String {
        match NAMED.get(usize::from(self.0).wrapping_sub(1)) {
            Some((name, _)) => (*name).to_owned(),
            None if self == Self::KING => "king".to_owned(),
            None => format!("customPiece{}", usize::from(self.0) - NAMED.len()),
        }
    }

    /// Its moves, unless it is a custom type.
    pub fn moves(self) -> Option<&'static str> {
        match NAMED.get(usize::from(self.0).wrapping_sub(1)) {
            Some((_, moves)) => Some(moves.trim_start_matches('-').trim_end_matches(ALIKE)),
            None => (self == Self::KING).then_some("K"),
        }
    }

    /// Whether it neither hops over nor captures pieces of its own type.
    pub fn spares_its_like(self) -> bool {
        NAMED.get(usize::from(self.0).wrapping_sub(1)).is_some_and(|(_, moves)| moves.ends_with(ALIKE))
    }

    /// Whether its moves are given after its letter.
    pub fn is_custom(self) -> bool {
        self.moves().is_none()
    }

    /// Its name in plain words: `shogiPawn` is a `Shogi pawn`.
    pub fn title(self) -> Option<String> {
        let key = self.moves().map(|_| self.key())?;
        let mut title = String::new();
        for c in key.chars() {
            match c {
                _ if title.is_empty() => title.extend(c.to_uppercase()),
                'A'..='Z' => title.extend([' ', c.to_ascii_lowercase()]),
                _ => title.push(c),
            }
        }
        Some(title)
    }
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Types(u64);

impl Types {
    pub fn has(self, ty: Type) -> bool {
        self.0 >> ty.0 & 1 != 0
    }

    pub fn insert(&mut self, ty: Type) {
        self.0 |= 1 << ty.0;
    }

    pub fn remove(&mut self, ty: Type) {
        self.0 &= !(1 << ty.0);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types, except for [`Type::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Type> {
        (1..64).map(Type).filter(move |ty| self.has(*ty))
    }
}

impl FromIterator<Type> for Types {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> Self {
        let mut set = Self::default();
        types.into_iter().for_each(|ty| set.insert(ty));
        set
    }
}
