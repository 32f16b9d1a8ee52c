//! The checks of a term that depend on its atom or on its other legs.
//!
//! They run leg by leg and, within a leg, in the order in which the notation lists
//! its errors, so that every wrong description has one definite error.

use super::ast::{Atom, AtomLetter, Body, Direction, Modifier, Prefix, Term};
use super::chain::{Arrivals, Stage, stages};
use super::directions::stray_half;
use super::error::{Error, ErrorKind, Excess, MAX_LEGS, Misplaced, NoDirection};

/// Finds the first fault of a term that is syntactically correct.
pub(super) fn check(term: &Term) -> Result<(), Error> {
    match stages(&term.body) {
        None => check_special(&term.body),
        Some(stages) => {
            check_legs(&stages)?;
            if stages.len() > MAX_LEGS {
                let kind = ErrorKind::TooLarge(Excess::Legs(stages.len()));
                return Err(Error::new(kind, term.span.clone()));
            }
            Ok(())
        }
    }
}

/// Checks a term of the atoms O and U.
fn check_special(body: &Body) -> Result<(), Error> {
    let Body::Simple { legs, atom } = body else { return Ok(()) };
    let [prefix] = legs.as_slice() else {
        let kind = ErrorKind::MisplacedModifier { letter: atom.letter.letter(), why: Misplaced::InChain };
        return Err(Error::at(kind, atom.at));
    };
    let universal = atom.letter == AtomLetter::Universal;
    let wrong = |direction| universal || !matches!(direction, Direction::Left | Direction::Right | Direction::Sideways);
    if let Some(direction) = prefix.directions.iter().find(|d| wrong(d.what)) {
        let why = if universal { NoDirection::OnUniversal } else { NoDirection::OnCastling };
        return Err(Error::at(ErrorKind::BadDirection { letter: direction.what.letter(), why }, direction.at));
    }
    let (allowed, why) = special_modifiers(atom);
    match prefix.modifiers().find(|m| !allowed.contains(&m.what)) {
        Some(modifier) => Err(misplaced(modifier.what, modifier.at, why)),
        None => Ok(()),
    }
}

/// The modifiers that an atom without steps takes.
fn special_modifiers(atom: &Atom) -> (&'static [Modifier], Misplaced) {
    use Modifier::{Capture, Destroy, Initial, Jump, Move, Royal, Tame, Unload};
    match (atom.letter, atom.range) {
        (AtomLetter::Universal, _) => (&[Move, Capture, Destroy, Tame, Initial, Royal, Unload], Misplaced::OnUniversal),
        (_, Some(_)) => (&[Initial, Jump], Misplaced::OnCastling),
        (_, None) => (&[Initial], Misplaced::OnPass),
    }
}

fn check_legs(stages: &[Stage]) -> Result<(), Error> {
    let mut arrivals = Arrivals::default();
    for (index, stage) in stages.iter().enumerate() {
        let first = index == 0;
        let last = index + 1 == stages.len();
        check_half(stage, first)?;
        check_position(stage.prefix, last)?;
        check_conflicts(stage.prefix)?;
        if !first {
            check_equal_length(&stages[..index], stage.prefix)?;
        }
        arrivals = if first { Arrivals::of(&stage.opening_rays()) } else { arrivals.then(stage) };
        if let (true, Some(direction)) = (arrivals.is_empty(), stage.prefix.directions.first()) {
            let kind = ErrorKind::BadDirection { letter: direction.what.letter(), why: NoDirection::Nothing };
            return Err(Error::at(kind, direction.at));
        }
    }
    Ok(())
}

fn check_half(stage: &Stage, first: bool) -> Result<(), Error> {
    let half = stray_half(stage.shape, first, &stage.prefix.run()).and_then(|i| stage.prefix.directions.get(i));
    match half {
        Some(half) => {
            Err(Error::at(ErrorKind::BadDirection { letter: half.what.letter(), why: NoDirection::Half }, half.at))
        }
        None => Ok(()),
    }
}

/// Checks for modifiers of the last leg on others, and the reverse.
fn check_position(prefix: &Prefix, last: bool) -> Result<(), Error> {
    use Modifier::{Circular, EnPassant, Grasshopper, Hop, Royal, Toggle, Zigzag};
    if last {
        return match prefix.place(Toggle, 0) {
            Some(place) => Err(misplaced(Toggle, place, Misplaced::Last)),
            None => Ok(()),
        };
    }
    for modifier in prefix.modifiers() {
        let second = [Hop, Grasshopper].into_iter().find(|&hop| prefix.place(hop, 1) == Some(modifier.at));
        if let Some(hop) = second {
            return Err(misplaced(hop, modifier.at, Misplaced::SecondHop));
        }
        if matches!(modifier.what, EnPassant | Royal | Zigzag | Circular) {
            return Err(misplaced(modifier.what, modifier.at, Misplaced::NotLast));
        }
    }
    Ok(())
}

/// Checks for modifiers that exclude each other.
fn check_conflicts(prefix: &Prefix) -> Result<(), Error> {
    use Modifier::{Circular, Cylinder, Grasshopper, Hop, Jump, Lame, Toggle, Zigzag};
    const STRAIGHT: &[Modifier] = &[Hop, Grasshopper, Lame, Jump, Cylinder];
    let exclusions: [(Modifier, &[Modifier]); 6] = [
        (Toggle, &[Hop, Grasshopper]),
        (Grasshopper, &[Hop]),
        (Jump, &[Lame]),
        (Circular, &[Zigzag]),
        (Zigzag, STRAIGHT),
        (Circular, STRAIGHT),
    ];
    for (modifier, excluded) in exclusions {
        let other = prefix.modifiers().find(|m| excluded.contains(&m.what));
        if let (Some(place), Some(other)) = (prefix.place(modifier, 0), other) {
            let (letter, other) = (modifier.letter(), other.what.letter());
            return Err(Error::at(ErrorKind::ConflictingModifiers { letter, other }, place));
        }
    }
    Ok(())
}

/// Checks `i` on a leg after the first.
fn check_equal_length(earlier: &[Stage], prefix: &Prefix) -> Result<(), Error> {
    if let Some(place) = prefix.place(Modifier::Initial, 0)
        && earlier.iter().all(|stage| stage.range == Some(1))
    {
        return Err(misplaced(Modifier::Initial, place, Misplaced::NothingToEqual));
    }
    match prefix.place(Modifier::Initial, 1) {
        Some(place) => Err(misplaced(Modifier::Initial, place, Misplaced::SecondInitial)),
        None => Ok(()),
    }
}

fn misplaced(modifier: Modifier, place: usize, why: Misplaced) -> Error {
    Error::at(ErrorKind::MisplacedModifier { letter: modifier.letter(), why }, place)
}
