//! The meaning of an atom's letter: the symmetry of its steps, their size, its range.
//!
//! Two rings of eight directions are numbered clockwise as the mover sees
//! them: the line ring from straight ahead (even numbers orthogonal, odd ones
//! diagonal), the oblique ring from the leap just right of ahead. Both fit one
//! compass of sixteen points: line direction `k` is point `2k`, oblique leap
//! `k` is point `2k + 1`.

use super::ast::{Atom, AtomLetter, Suffix};
use super::error::MAX_STEP;
use super::program::Step;

/// Steps of an atom by their symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// (0,n) and its turns.
    Orthogonal(u8),
    /// (n,n) and its turns.
    Diagonal(u8),
    /// (0,1) and (1,1).
    Eightfold,
    /// (m,n) with 0 < m < n.
    Oblique(u8, u8),
}

/// The step of a leaper, shorter coordinate first; `None` for other atoms.
pub(super) fn leap(letter: AtomLetter) -> Option<(u8, u8)> {
    Some(match letter {
        AtomLetter::Wazir => (0, 1),
        AtomLetter::Ferz => (1, 1),
        AtomLetter::Dabbaba => (0, 2),
        AtomLetter::Knight => (1, 2),
        AtomLetter::Alfil => (2, 2),
        AtomLetter::Threeleaper => (0, 3),
        AtomLetter::Camel | AtomLetter::OldCamel => (1, 3),
        AtomLetter::Zebra | AtomLetter::OldZebra => (2, 3),
        AtomLetter::Tripper => (3, 3),
        _ => return None,
    })
}

/// A step with one suffix more.
pub(super) fn lengthened((shorter, longer): (u8, u8), suffix: Suffix) -> (u8, u8) {
    match suffix {
        Suffix::X => (shorter, longer + 3),
        Suffix::Y => (shorter + 2, longer + 2),
    }
}

/// The spelling of a leap: with as few suffixes as possible.
pub(super) fn spelled((shorter, longer): (u8, u8)) -> Option<String> {
    if longer > MAX_STEP {
        return None;
    }
    // Each suffix lengthens the longer coordinate by at least 2.
    const MOST: usize = MAX_STEP as usize / 2;
    let mut suffixed = (0..=MOST).flat_map(|all| (0..=all).map(move |ys| (all - ys, ys)));
    suffixed.find_map(|(xs, ys)| {
        let steps = [(Suffix::X, xs), (Suffix::Y, ys)].into_iter().flat_map(|(suffix, count)| vec![suffix; count]);
        let fits = |letter: &AtomLetter| {
            leap(*letter).is_some_and(|step| steps.clone().fold(step, lengthened) == (shorter, longer))
        };
        // Older letters come after those that replace them.
        let letter = AtomLetter::ALL.iter().find(|letter| fits(letter))?;
        Some(format!("{}{}{}", letter.letter(), "X".repeat(xs), "Y".repeat(ys)))
    })
}

/// The eight directions of the line ring.
const LINES: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Directions of the line ring that go along ranks and files.
pub(super) const ORTHOGONAL: u8 = 0b0101_0101;
/// Directions of the line ring that go along diagonals.
pub(super) const DIAGONAL: u8 = 0b1010_1010;

impl Shape {
    /// The shape of an atom; `None` for O and U, which make no steps.
    pub(super) fn of(atom: &Atom) -> Option<Self> {
        let step = match atom.letter {
            AtomLetter::King | AtomLetter::Queen => return Some(Self::Eightfold),
            AtomLetter::Rook => (0, 1),
            AtomLetter::Bishop => (1, 1),
            letter => leap(letter)?,
        };
        Some(match atom.suffixes.iter().fold(step, |step, &suffix| lengthened(step, suffix)) {
            (0, size) => Self::Orthogonal(size),
            (shorter, longer) if shorter == longer => Self::Diagonal(longer),
            (shorter, longer) => Self::Oblique(shorter, longer),
        })
    }

    /// Its step, shorter coordinate first; `None` if there are two.
    pub(super) fn leap(self) -> Option<(u8, u8)> {
        match self {
            Self::Orthogonal(size) => Some((0, size)),
            Self::Diagonal(size) => Some((size, size)),
            Self::Eightfold => None,
            Self::Oblique(shorter, longer) => Some((shorter, longer)),
        }
    }

    /// Whether its directions are numbered on the oblique ring.
    pub(super) fn is_oblique(self) -> bool {
        matches!(self, Self::Oblique(..))
    }

    /// Whether its steps go further than to a neighbouring square.
    pub(super) fn leaps(self) -> bool {
        self.size() > 1
    }

    /// The longer coordinate of its steps.
    pub(super) fn size(self) -> u8 {
        match self {
            Self::Orthogonal(size) | Self::Diagonal(size) | Self::Oblique(_, size) => size,
            Self::Eightfold => 1,
        }
    }

    /// The directions in which it has moves, of its own ring.
    pub(super) fn directions(self) -> u8 {
        match self {
            Self::Orthogonal(_) => ORTHOGONAL,
            Self::Diagonal(_) => DIAGONAL,
            Self::Eightfold | Self::Oblique(..) => 0xff,
        }
    }

    /// The step on direction `k` of its ring, as the mover sees it.
    ///
    /// Line shapes answer for all eight directions: a leg that turns by 45
    /// degrees goes on with a step of the same size.
    pub(super) fn step(self, k: u8) -> Step {
        let k = usize::from(k % 8);
        match self {
            Self::Oblique(shorter, longer) => {
                let (a, b) = (shorter as i8, longer as i8);
                let (right, forward) = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)][k];
                Step::new(right, forward)
            }
            _ => {
                let size = self.size() as i8;
                Step::new(LINES[k].0 * size, LINES[k].1 * size)
            }
        }
    }

    /// The compass point of direction `k` of its ring.
    pub(super) fn point(self, k: u8) -> u8 {
        (2 * k + u8::from(self.is_oblique())) % 16
    }
}

/// The range of the legs of a term, and how `g` and `y` change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TermRange {
    /// Greatest number of steps; `None` without limit.
    pub(super) range: Option<u8>,
    /// Which atoms change into which.
    family: Family,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// W, F, K: always become sliders.
    Stepper,
    /// R, B, Q: always become steppers.
    Slider,
    /// All other atoms: decided by their range.
    Leaper,
}

impl TermRange {
    /// The reach of an atom as written.
    pub(super) fn of(atom: &Atom) -> Self {
        let family = match atom.letter {
            AtomLetter::Wazir | AtomLetter::Ferz | AtomLetter::King if atom.suffixes.is_empty() => Family::Stepper,
            AtomLetter::Rook | AtomLetter::Bishop | AtomLetter::Queen => Family::Slider,
            _ => Family::Leaper,
        };
        let range = match atom.range {
            None if atom.doubled || family == Family::Slider => None,
            None => Some(1),
            Some(0) => None,
            limit => limit,
        };
        Self { range, family }
    }

    /// The reach of the legs after a change of range.
    pub(super) fn changed(self) -> Self {
        match self.family {
            Family::Stepper => Self { range: None, family: Family::Slider },
            Family::Slider => Self { range: Some(1), family: Family::Stepper },
            Family::Leaper => Self { range: if self.range == Some(1) { None } else { Some(1) }, ..self },
        }
    }
}
