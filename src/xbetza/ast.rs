//! The tree of a description: its text, with the position of every letter.
//!
//! Nothing is interpreted here: defaults, doubled letters and the pairing of
//! directions are as the user left them, so that printing a tree gives back
//! the text that it was read from.

use std::fmt;
use std::ops::Range;

/// A whole description: its terms in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The alternatives of the piece's moves, at least one.
    pub terms: Vec<Term>,
}

/// One alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The bytes it was written in.
    pub span: Range<usize>,
    /// Its legs.
    pub body: Body,
}

impl Term {
    /// Its legs, each with its atom.
    pub fn legs(&self) -> Vec<(&Prefix, &Atom)> {
        match &self.body {
            Body::Simple { legs, atom } => legs.iter().map(|leg| (leg, atom)).collect(),
            Body::Bracket { first: (prefix, atom), rest } => {
                let rest = rest.iter().map(|(_, prefix, atom)| (prefix, atom));
                std::iter::once((prefix, atom)).chain(rest).collect()
            }
        }
    }

    /// The letters before the atoms of its legs.
    pub fn prefixes_mut(&mut self) -> Vec<&mut Prefix> {
        match &mut self.body {
            Body::Simple { legs, .. } => legs.iter_mut().collect(),
            Body::Bracket { first, rest } => {
                let rest = rest.iter_mut().map(|(_, prefix, _)| prefix);
                std::iter::once(&mut first.0).chain(rest).collect()
            }
        }
    }
}

/// The two ways of writing a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Legs divided by `a` that share one atom, such as `cafmF`.
    Simple {
        /// The modifiers of each leg before the atom; at least one.
        legs: Vec<Prefix>,
        /// The atom of every leg.
        atom: Atom,
    },
    /// Legs in brackets, each with its own atom, such as `[F?fsR]`.
    Bracket {
        /// The first leg.
        first: (Prefix, Atom),
        /// The legs after it, each with how it is joined to the one before; at least one.
        rest: Vec<(Link, Prefix, Atom)>,
    },
}

/// How a leg in brackets is joined to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// `-`: it must follow.
    Must,
    /// `?`: the move may also end before it.
    May,
}

/// A letter and its byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The letter.
    pub what: T,
    /// Its byte offset.
    pub at: usize,
}

/// The letters before an atom for one leg.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    /// Modifiers before the directions; all of them if there are no directions.
    pub before: Vec<At<Modifier>>,
    /// The run of directions.
    pub directions: Vec<At<Direction>>,
    /// Modifiers after the directions.
    pub after: Vec<At<Modifier>>,
}

impl Prefix {
    /// All modifiers in the order they were written.
    pub fn modifiers(&self) -> impl Iterator<Item = At<Modifier>> + '_ {
        self.before.iter().chain(&self.after).copied()
    }

    /// The byte offset of a modifier; `repeat` counts its occurrences from 0.
    pub fn place(&self, modifier: Modifier, repeat: usize) -> Option<usize> {
        self.modifiers().filter(|m| m.what == modifier).nth(repeat).map(|m| m.at)
    }

    /// How often a modifier was written.
    pub fn count(&self, modifier: Modifier) -> usize {
        self.modifiers().filter(|m| m.what == modifier).count()
    }

    /// Whether a modifier was written.
    pub fn has(&self, modifier: Modifier) -> bool {
        self.modifiers().any(|m| m.what == modifier)
    }

    /// Whether any of these modifiers was written.
    pub fn has_any(&self, modifiers: &[Modifier]) -> bool {
        self.modifiers().any(|m| modifiers.contains(&m.what))
    }

    /// Whether castling goes to the mover's left, and to the right.
    pub fn sides(&self) -> [bool; 2] {
        let run = self.run();
        let both = run.is_empty() || run.contains(&Direction::Sideways);
        [Direction::Left, Direction::Right].map(|side| both || run.contains(&side))
    }

    /// The directions without their places.
    pub fn run(&self) -> Vec<Direction> {
        self.directions.iter().map(|d| d.what).collect()
    }
}

/// An atom with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The byte offset of its letter.
    pub at: usize,
    /// Its letter.
    pub letter: AtomLetter,
    /// Whether the letter is written twice.
    pub doubled: bool,
    /// Suffixes that lengthen the step.
    pub suffixes: Vec<Suffix>,
    /// The number after it.
    pub range: Option<u8>,
}

/// Declares an enum of letters, with conversions from and to the letter.
macro_rules! letters {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $letter:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$item_doc])* $item),+ }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$item),+];

            /// The letter it is written with.
            pub fn letter(self) -> char {
                match self { $(Self::$item => $letter),+ }
            }

            /// The meaning of a letter, if it has one.
            pub fn from_letter(letter: char) -> Option<Self> {
                match letter { $($letter => Some(Self::$item),)+ _ => None }
            }
        }
    };
}

letters! {
    /// The letter of an atom.
    AtomLetter {
        /// Step (0,1).
        Wazir = 'W',
        /// Step (1,1).
        Ferz = 'F',
        /// Leap (0,2).
        Dabbaba = 'D',
        /// Leap (1,2).
        Knight = 'N',
        /// Leap (2,2).
        Alfil = 'A',
        /// Leap (0,3).
        Threeleaper = 'H',
        /// Leap (1,3).
        Camel = 'C',
        /// Leap (2,3).
        Zebra = 'Z',
        /// Leap (3,3).
        Tripper = 'G',
        /// The older letter for the camel.
        OldCamel = 'L',
        /// The older letter for the zebra.
        OldZebra = 'J',
        /// Wazir and ferz together.
        King = 'K',
        /// Rook and bishop together.
        Queen = 'Q',
        /// The wazir without limit.
        Rook = 'R',
        /// The ferz without limit.
        Bishop = 'B',
        /// Castling, or a turn pass.
        Castling = 'O',
        /// Any square of the board.
        Universal = 'U',
    }
}

letters! {
    /// A suffix of a leaper.
    Suffix {
        /// Three more in the longer coordinate.
        X = 'X',
        /// Two more in both.
        Y = 'Y',
    }
}

letters! {
    /// A small letter that is not a direction.
    Modifier {
        /// May end on an empty square.
        Move = 'm',
        /// May capture an enemy.
        Capture = 'c',
        /// May capture a friend.
        Destroy = 'd',
        /// May capture en passant.
        EnPassant = 'e',
        /// Spares royals; on earlier legs jumps friends only.
        Tame = 't',
        /// Hops over a hurdle; on earlier legs jumps the relay.
        Hop = 'p',
        /// Hops and stops directly behind; on earlier legs changes the range.
        Grasshopper = 'g',
        /// Joins the side edges.
        Cylinder = 'o',
        /// Changes the range of the legs after an empty relay.
        Toggle = 'y',
        /// Lame.
        Lame = 'n',
        /// Jumps.
        Jump = 'j',
        /// Only while unmoved; on later legs of equal length.
        Initial = 'i',
        /// Captures no enemies except royals.
        Royal = 'k',
        /// Unloads the captured piece.
        Unload = 'u',
        /// Zigzag ride (first leg only; a direction on later legs).
        Zigzag = 'z',
        /// Circular ride (first leg only; a direction on later legs).
        Circular = 'q',
    }
}

letters! {
    /// A small letter that says where to go.
    Direction {
        /// Ahead.
        Forward = 'f',
        /// Back.
        Back = 'b',
        /// To the left.
        Left = 'l',
        /// To the right.
        Right = 'r',
        /// Ahead and back.
        Vertical = 'v',
        /// To both sides.
        Sideways = 's',
        /// Half of the moves of an oblique atom.
        Half = 'h',
        /// To the hand opposite to that of the latest turn (later legs only).
        OtherHand = 'z',
        /// To the same hand as the latest turn (later legs only).
        SameHand = 'q',
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.iter().try_for_each(|term| write!(f, "{term}"))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Simple { legs, atom } => {
                for (index, leg) in legs.iter().enumerate() {
                    let divider = if index == 0 { "" } else { "a" };
                    write!(f, "{divider}{leg}")?;
                }
                write!(f, "{atom}")
            }
            Body::Bracket { first: (prefix, atom), rest } => {
                write!(f, "[{prefix}{atom}")?;
                rest.iter().try_for_each(|(link, prefix, atom)| write!(f, "{link}{prefix}{atom}"))?;
                write!(f, "]")
            }
        }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Must => "-",
            Self::May => "?",
        })
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.before.iter().try_for_each(|m| write!(f, "{}", m.what.letter()))?;
        self.directions.iter().try_for_each(|d| write!(f, "{}", d.what.letter()))?;
        self.after.iter().try_for_each(|m| write!(f, "{}", m.what.letter()))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.letter.letter();
        write!(f, "{letter}")?;
        if self.doubled {
            write!(f, "{letter}")?;
        }
        self.suffixes.iter().try_for_each(|suffix| write!(f, "{}", suffix.letter()))?;
        self.range.map_or(Ok(()), |range| write!(f, "{range}"))
    }
}
