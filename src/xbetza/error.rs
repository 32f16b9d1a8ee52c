//! Errors in a description, and where they are.

use std::fmt;
use std::ops::Range;

/// Maximum number of characters of a description.
pub const MAX_LENGTH: usize = 512;
/// Longest coordinate of a step.
pub const MAX_STEP: u8 = 15;
/// Maximum number of legs of one term.
pub const MAX_LEGS: usize = 8;

/// Why a description was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The description has no characters.
    Empty,
    /// More than [`MAX_LENGTH`] characters.
    TooLong {
        /// The number of characters.
        length: usize,
    },
    /// A character that the notation does not use, such as `,`.
    BadCharacter {
        /// The character.
        found: char,
    },
    /// A capital that names no atom here, such as `E`.
    UnknownAtom {
        /// The capital.
        letter: char,
    },
    /// A small letter without meaning, such as `w`.
    UnknownModifier {
        /// The letter.
        letter: char,
    },
    /// The description ends after modifiers.
    MissingAtom {
        /// The modifiers.
        modifiers: String,
    },
    /// A number that does not follow an atom, as in `3R`.
    StrayRange {
        /// The number.
        digits: String,
    },
    /// A number that is not a range, as in `R05`.
    BadRange {
        /// The atom before it.
        atom: char,
        /// The number.
        digits: String,
    },
    /// A range after a doubled atom, as in `NN3`.
    RangeOnDouble {
        /// The letter that is doubled.
        atom: char,
    },
    /// A suffix that lengthens a step beyond [`MAX_STEP`].
    StepTooLong {
        /// The suffix.
        letter: char,
        /// The longer coordinate it would give.
        length: u8,
    },
    /// A second run of directions in one leg, as in `fmsW`.
    SplitDirections {
        /// The first letter of the second run.
        letter: char,
    },
    /// A modifier repeated too often, or not side by side, as in `mmR`, `imiR`.
    DuplicateModifier {
        /// The repeated letter.
        letter: char,
        /// How often it may be written side by side.
        allowed: usize,
    },
    /// A fault in brackets.
    Bracket(BracketFault),
    /// A parenthesis.
    ReservedGroup {
        /// The parenthesis.
        letter: char,
        /// The letters of the leap whose coordinates it begins, such as `N` for `(1,2)`.
        leap: Option<String>,
    },
    /// A modifier without meaning where it stands.
    MisplacedModifier {
        /// Its letter.
        letter: char,
        /// Why it has none.
        why: Misplaced,
    },
    /// A direction without meaning where it stands.
    BadDirection {
        /// Its letter.
        letter: char,
        /// Why it has none.
        why: NoDirection,
    },
    /// Two modifiers that exclude each other.
    ConflictingModifiers {
        /// The letter pointed at.
        letter: char,
        /// The letter that it excludes.
        other: char,
    },
    /// More legs, or more ways through them, than this engine follows.
    TooLarge(Excess),
}

/// Faults in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketFault {
    /// No `]` to this `[`.
    Unclosed,
    /// `]`, `-` or `?` outside brackets.
    Outside(char),
    /// `[` inside brackets.
    Nested,
    /// `[` after modifiers.
    Prefixed,
    /// A leg without an atom, ended by this character.
    EmptyLeg(char),
    /// `a` inside brackets.
    And,
    /// An atom followed by this character.
    NoLink(char),
    /// Just one leg.
    SingleLeg,
    /// O or U inside brackets.
    Atom(char),
}

/// Why a modifier has no meaning where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// The atom O or U in a term of several legs.
    InChain,
    /// Not a modifier of U.
    OnUniversal,
    /// Not a modifier of castling.
    OnCastling,
    /// Not a modifier of the turn pass.
    OnPass,
    /// Only on the last leg.
    NotLast,
    /// The second `p` or `g` before another leg.
    SecondHop,
    /// Not on the last leg.
    Last,
    /// Equal length without an earlier leg to refer to.
    NothingToEqual,
    /// `ii` after the first leg.
    SecondInitial,
}

/// Why a direction has no meaning where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDirection {
    /// U goes everywhere.
    OnUniversal,
    /// Castling goes left or right.
    OnCastling,
    /// `h` beside an oblique atom's first leg, or not in a pair.
    Half,
    /// The atom of this leg has no move that way.
    Nothing,
}

/// What there is too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// More than [`MAX_LEGS`] legs in a term.
    Legs(usize),
    /// Too many ways through the legs of all terms.
    Paths,
}

/// An [`ErrorKind`] and the bytes of the description that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    span: Range<usize>,
}

impl Error {
    /// An error about some bytes of the description.
    pub(super) fn new(kind: ErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// An error about one letter of the notation.
    pub(super) fn at(kind: ErrorKind, place: usize) -> Self {
        Self::new(kind, place..place + 1)
    }

    /// The kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The bytes of the description that it is about.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The stable code of the notation's error list, such as `unknown-atom`.
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Empty => "empty",
            ErrorKind::TooLong { .. } => "too-long",
            ErrorKind::BadCharacter { .. } => "bad-character",
            ErrorKind::UnknownAtom { .. } => "unknown-atom",
            ErrorKind::UnknownModifier { .. } => "unknown-modifier",
            ErrorKind::MissingAtom { .. } => "missing-atom",
            ErrorKind::StrayRange { .. } => "stray-range",
            ErrorKind::BadRange { .. } => "bad-range",
            ErrorKind::RangeOnDouble { .. } => "range-on-double",
            ErrorKind::StepTooLong { .. } => "step-too-long",
            ErrorKind::SplitDirections { .. } => "split-directions",
            ErrorKind::DuplicateModifier { .. } => "duplicate-modifier",
            ErrorKind::Bracket(_) => "bracket",
            ErrorKind::ReservedGroup { .. } => "reserved-group",
            ErrorKind::MisplacedModifier { .. } => "misplaced-modifier",
            ErrorKind::BadDirection { .. } => "bad-direction",
            ErrorKind::ConflictingModifiers { .. } => "conflicting-modifiers",
            ErrorKind::TooLarge(_) => "too-large",
        }
    }

    /// The column: characters from 1.
    pub fn column(&self) -> usize {
        match self.kind {
            ErrorKind::TooLong { .. } => MAX_LENGTH + 1,
            // Only letters of one byte come before any other fault.
            _ => self.span.start + 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Empty => write!(f, "a description cannot be empty"),
            ErrorKind::TooLong { length } => {
                write!(f, "a description has at most {MAX_LENGTH} characters, this one has {length}")
            }
            ErrorKind::BadCharacter { found: found @ ('\'' | '"' | '\\') } => {
                write!(f, "`{found}` is not part of the notation")
            }
            ErrorKind::BadCharacter { found } => write!(f, "`{}` is not part of the notation", found.escape_debug()),
            ErrorKind::UnknownAtom { letter: letter @ ('X' | 'Y') } => {
                write!(f, "`{letter}` must follow a single leaper atom, as in `N{letter}`")
            }
            ErrorKind::UnknownAtom { letter: letter @ 'I' } => {
                write!(f, "unknown atom `{letter}`: the letter is reserved for imitators")
            }
            ErrorKind::UnknownAtom { letter } => write!(f, "unknown atom `{letter}`"),
            ErrorKind::UnknownModifier { letter } => write!(f, "unknown modifier `{letter}`: the letter is reserved"),
            ErrorKind::MissingAtom { modifiers } => write!(f, "the modifiers `{modifiers}` have no atom"),
            ErrorKind::StrayRange { digits } => write!(f, "the range `{digits}` must follow an atom"),
            ErrorKind::BadRange { atom: 'U', digits } => {
                write!(f, "`{digits}` after `U`: an atom that reaches every square has no range")
            }
            ErrorKind::BadRange { atom: 'O', digits } => {
                write!(f, "`{digits}` is not a range for castling with `O`: expected at least 1, up to 99")
            }
            ErrorKind::BadRange { digits, .. } => {
                write!(f, "`{digits}` is not a range: expected 0 or 1 to 99 without leading zero")
            }
            ErrorKind::RangeOnDouble { atom } => {
                write!(f, "the doubled atom `{atom}{atom}` has no limit and takes no range")
            }
            ErrorKind::StepTooLong { letter, length } => {
                write!(f, "`{letter}` makes a step of {length}, but the limit is {MAX_STEP}")
            }
            ErrorKind::SplitDirections { letter } => {
                write!(
                    f,
                    "direction `{letter}` is separated from the others: the directions of a leg must be contiguous"
                )
            }
            ErrorKind::DuplicateModifier { letter, allowed: 1 } => {
                write!(f, "modifier `{letter}` occurs more than once in a leg")
            }
            ErrorKind::DuplicateModifier { letter, allowed } => {
                write!(f, "modifier `{letter}` may occur up to {allowed} times in a leg, next to each other")
            }
            ErrorKind::Bracket(fault) => write!(f, "{fault}"),
            ErrorKind::ReservedGroup { leap: Some(_), .. } => {
                write!(f, "leaps are named by letters, not by coordinates in parentheses")
            }
            ErrorKind::ReservedGroup { letter, leap: None } => {
                write!(f, "`{letter}`: repetition groups in parentheses are not supported")
            }
            ErrorKind::MisplacedModifier { letter, why } => write!(f, "`{letter}` {why}"),
            ErrorKind::BadDirection { letter, why } => write!(f, "direction `{letter}` {why}"),
            ErrorKind::ConflictingModifiers { letter, other } => {
                write!(f, "`{letter}` cannot be combined with `{other}` in one leg")
            }
            ErrorKind::TooLarge(Excess::Legs(count)) => {
                write!(f, "a term has at most {MAX_LEGS} legs, this one has {count}")
            }
            ErrorKind::TooLarge(Excess::Paths) => {
                write!(f, "the legs of this description combine in too many ways to be followed")
            }
        }
    }
}

impl fmt::Display for BracketFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed => write!(f, "expected `]` to this `[`"),
            Self::Outside(found) => write!(f, "`{found}` outside brackets: expected an atom or a modifier"),
            Self::Nested => write!(f, "`[` inside brackets: expected an atom or a modifier"),
            Self::Prefixed => write!(f, "`[` after modifiers: expected an atom"),
            Self::EmptyLeg(found) => write!(f, "`{found}` ends a leg without an atom: expected an atom before it"),
            Self::And => write!(f, "`a` inside brackets: expected legs separated by `-` or `?`"),
            Self::NoLink(found) => {
                write!(f, "`{}` after the atom of a leg: expected `-`, `?` or `]`", found.escape_debug())
            }
            Self::SingleLeg => write!(f, "`]` after one leg: expected `-` or `?` and another leg"),
            Self::Atom(found) => write!(f, "`{found}` inside brackets: expected an atom that moves by steps"),
        }
    }
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InChain => "cannot be a move of several legs",
            Self::OnUniversal => "is not a modifier of `U`, which takes only `m c d t i k u`",
            Self::OnCastling => "is not a modifier of castling with `O`, which takes only `i` and `j`",
            Self::OnPass => "is not a modifier of the pass `O`, which takes only `i`",
            Self::NotLast => "has a meaning only on the last leg",
            Self::SecondHop => "is repeated on a leg that is not the last",
            Self::Last => "has a meaning only where another leg follows",
            Self::NothingToEqual => "asks for equal length, but no earlier leg has a range other than 1",
            Self::SecondInitial => "is repeated on a leg that is not the first",
        })
    }
}

impl fmt::Display for NoDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OnUniversal => "on `U`, which takes no direction",
            Self::OnCastling => "on `O`, which takes only `l`, `r` or `s`",
            Self::Half => "is not allowed here: it halves or hands the first leg of an oblique atom",
            Self::Nothing => "selects nothing: the atom of this leg has no move that way",
        })
    }
}

impl std::error::Error for Error {}
