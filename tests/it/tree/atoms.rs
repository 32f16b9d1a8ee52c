//! Atoms: the step, its class, and its range.

use super::ring::{self, Way};
use super::scene::Place;
use alfil::internals::xbetza::ast::{Atom, AtomLetter, Direction, Suffix};

/// The directions of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Orthogonal,
    Diagonal,
    Eightfold,
    Oblique,
}

/// The effect of `g` and `y` on the atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    /// W F K.
    Stepper,
    /// R B Q.
    Slider,
    /// All others.
    Leaper,
}

/// An atom as it moves.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    /// The step's coordinates, the shorter one first.
    pub leap: Place,
    pub class: Class,
    /// The most steps; 0 for no limit.
    pub range: u32,
    nature: Nature,
}

impl Gait {
    /// The gait of an atom that has steps.
    pub fn of(atom: &Atom) -> Self {
        use AtomLetter::*;
        let mut leap = match atom.letter {
            Wazir | Rook => (0, 1),
            Ferz | Bishop | King | Queen => (1, 1),
            Dabbaba => (0, 2),
            Knight => (1, 2),
            Alfil => (2, 2),
            Threeleaper => (0, 3),
            Camel | OldCamel => (1, 3),
            Zebra | OldZebra => (2, 3),
            Tripper => (3, 3),
            Castling | Universal => panic!("O and U have no step"),
        };
        for suffix in &atom.suffixes {
            leap = match suffix {
                Suffix::X => (leap.0, leap.1 + 3),
                Suffix::Y => (leap.0 + 2, leap.1 + 2),
            };
        }
        let class = match (atom.letter, leap) {
            (King | Queen, _) => Class::Eightfold,
            (_, (0, _)) => Class::Orthogonal,
            (_, (a, b)) if a == b => Class::Diagonal,
            _ => Class::Oblique,
        };
        let nature = match atom.letter {
            _ if !atom.suffixes.is_empty() => Nature::Leaper,
            Wazir | Ferz | King => Nature::Stepper,
            Rook | Bishop | Queen => Nature::Slider,
            _ => Nature::Leaper,
        };
        let usual = if atom.doubled || nature == Nature::Slider { 0 } else { 1 };
        Self { leap, class, range: atom.range.map_or(usual, u32::from), nature }
    }

    /// The gait after `g` or `y`.
    pub fn changed(self) -> Self {
        let (nature, range) = match (self.nature, self.range) {
            (Nature::Stepper, _) => (Nature::Slider, 0),
            (Nature::Slider, _) => (Nature::Stepper, 1),
            (Nature::Leaper, 1) => (Nature::Leaper, 0),
            (Nature::Leaper, _) => (Nature::Leaper, 1),
        };
        Self { nature, range, ..self }
    }

    /// Whether its steps go to adjacent squares.
    pub fn is_one_square(self) -> bool {
        self.leap.1 == 1
    }

    /// The directions of an opening leg.
    pub fn opening(self, run: &[Direction], black: bool) -> Vec<Way> {
        let numbers = match (self.class, run.is_empty()) {
            (Class::Orthogonal, true) => vec![0, 2, 4, 6],
            (Class::Diagonal, true) => vec![1, 3, 5, 7],
            (Class::Eightfold | Class::Oblique, true) => (0..8).collect(),
            (Class::Orthogonal, false) => ring::orthogonal(run),
            (Class::Diagonal, false) => ring::diagonal(run),
            (Class::Eightfold, false) => ring::eightfold(run),
            (Class::Oblique, false) => ring::oblique(run),
        };
        let turned = |number: u8| if black { (number + 4) % 8 } else { number };
        numbers.into_iter().map(|number| self.way(turned(number))).collect()
    }

    /// The direction of a number on the ring of this atom.
    pub fn way(self, number: u8) -> Way {
        match self.class {
            Class::Oblique => Way::Oblique(number % 8),
            _ => Way::Line(number % 8),
        }
    }

    /// Whether the atom by itself, not as a later leg in another direction, moves this way.
    pub fn has(self, way: Way) -> bool {
        match (self.class, way) {
            (Class::Oblique, Way::Oblique(_)) | (Class::Eightfold, Way::Line(_)) => true,
            (Class::Orthogonal, Way::Line(number)) => number % 2 == 0,
            (Class::Diagonal, Way::Line(number)) => number % 2 == 1,
            _ => false,
        }
    }
}
