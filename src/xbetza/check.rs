//! The checks of a term that depend on its atom or on its other legs.
//!
//! They run leg by leg and, within a leg, in the order in which the notation lists
//! its errors, so that every wrong description has one definite error.

use super::ast::{At, Atom, AtomLetter, Body, Direction, Modifier, Prefix, Term};
use super::chain::{Arrivals, Stage, stages};
use super::directions::stray_half;
use super::error::{Error, MAX_LEGS};

/// Finds the first fault of a term that is syntactically correct.
pub(super) fn check(term: &Term) -> Result<(), Error> {
    match stages(&term.body) {
        None => check_special(&term.body),
        Some(stages) => {
            check_legs(&stages)?;
            if stages.len() > MAX_LEGS {
                let message = format!("a term has at most {MAX_LEGS} legs, this one has {}", stages.len());
                return Err(too_large(message, term));
            }
            Ok(())
        }
    }
}

/// The error that the legs of a term are more, or can be combined in more ways, than this engine follows.
pub(super) fn too_large(message: impl Into<String>, term: &Term) -> Error {
    Error::new("too-large", message, term.span.clone()).help("use fewer legs, or legs of shorter range")
}

/// Checks a term of the atoms O and U.
fn check_special(body: &Body) -> Result<(), Error> {
    let Body::Simple { legs, atom } = body else { return Ok(()) };
    let [prefix] = legs.as_slice() else {
        let error = misplaced(atom.letter.letter(), atom.at, "cannot be a move of several legs");
        return Err(error.help("write it as a separate term"));
    };
    let universal = atom.letter == AtomLetter::Universal;
    let wrong = |direction| universal || !matches!(direction, Direction::Left | Direction::Right | Direction::Sideways);
    if let Some(direction) = prefix.directions.iter().find(|d| wrong(d.what)) {
        let why =
            if universal { "on `U`, which takes no direction" } else { "on `O`, which takes only `l`, `r` or `s`" };
        return Err(bad_direction(direction, why));
    }
    let (allowed, why) = special_modifiers(atom);
    match prefix.modifiers().find(|m| !allowed.contains(&m.what)) {
        Some(modifier) => Err(misplaced(modifier.what.letter(), modifier.at, why)),
        None => Ok(()),
    }
}

/// The modifiers that an atom without steps takes, and the complaint about others.
fn special_modifiers(atom: &Atom) -> (&'static [Modifier], &'static str) {
    use Modifier::{Capture, Destroy, Initial, Jump, Move, Royal, Tame, Unload};
    match (atom.letter, atom.range) {
        (AtomLetter::Universal, _) => (
            &[Move, Capture, Destroy, Tame, Initial, Royal, Unload],
            "is not a modifier of `U`, which takes only `m c d t i k u`",
        ),
        (_, Some(_)) => (&[Initial, Jump], "is not a modifier of castling with `O`, which takes only `i` and `j`"),
        (_, None) => (&[Initial], "is not a modifier of the pass `O`, which takes only `i`"),
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
            let error = bad_direction(direction, "selects nothing: the atom of this leg has no move that way");
            return Err(error.help(
                "turns by 45 degrees (`fs`, `bs`) lead from orthogonals to diagonals and back, so the atom must move in \
                 both, as in `[mW-fsF]`; without directions a leg goes any way but straight back, as in `[mW-W]`",
            ));
        }
    }
    Ok(())
}

fn check_half(stage: &Stage, first: bool) -> Result<(), Error> {
    let half = stray_half(stage.shape, first, &stage.prefix.run()).and_then(|i| stage.prefix.directions.get(i));
    match half {
        Some(half) => {
            let why = "is not allowed here: it halves or hands the first leg of an oblique atom";
            let help = "use `fh`, `bh`, `lh`, `rh`, or only `hl` or `hr`, before an oblique atom";
            Err(bad_direction(half, why).help(help))
        }
        None => Ok(()),
    }
}

/// Checks for modifiers of the last leg on others, and the reverse.
fn check_position(prefix: &Prefix, last: bool) -> Result<(), Error> {
    use Modifier::{Circular, EnPassant, Grasshopper, Hop, Royal, Toggle, Zigzag};
    if last {
        return match prefix.place(Toggle, 0) {
            Some(place) => {
                let error = misplaced(Toggle.letter(), place, "has a meaning only where another leg follows");
                Err(error.help("leave it out, or let another leg follow, as in `yafsF`"))
            }
            None => Ok(()),
        };
    }
    for modifier in prefix.modifiers() {
        let second = [Hop, Grasshopper].into_iter().find(|&hop| prefix.place(hop, 1) == Some(modifier.at));
        if let Some(hop) = second {
            let error = misplaced(hop.letter(), modifier.at, "is repeated on a leg that is not the last");
            return Err(error.help("write it once: before another leg, it only jumps over the relay"));
        }
        if matches!(modifier.what, Zigzag | Circular) {
            let error = misplaced(modifier.what.letter(), modifier.at, "bends a ride, which can have no further leg");
            return Err(error.help("write the ride that bends as a term of its own"));
        }
        if matches!(modifier.what, EnPassant | Royal) {
            let error = misplaced(modifier.what.letter(), modifier.at, "has a meaning only on the last leg");
            return Err(error.help("move it after the last `a`, `-` or `?`"));
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
            let message = format!("`{letter}` cannot be combined with `{other}` in one leg");
            return Err(Error::at("conflicting-modifiers", message, place).help("write two terms, one for each"));
        }
    }
    Ok(())
}

/// Checks `i` on a leg after the first.
fn check_equal_length(earlier: &[Stage], prefix: &Prefix) -> Result<(), Error> {
    let letter = Modifier::Initial.letter();
    if let Some(place) = prefix.place(Modifier::Initial, 0)
        && earlier.iter().all(|stage| stage.range == Some(1))
    {
        let why = "asks for equal length, but no earlier leg has a range other than 1";
        return Err(misplaced(letter, place, why).help("give an earlier leg a range, as in `caibR`"));
    }
    match prefix.place(Modifier::Initial, 1) {
        Some(place) => {
            let why = "is repeated on a leg that is not the first";
            Err(misplaced(letter, place, why).help("write it only once for a leg of equal length"))
        }
        None => Ok(()),
    }
}

/// An error about a modifier, or an atom, that has no meaning where it stands.
fn misplaced(letter: char, place: usize, why: &str) -> Error {
    Error::at("misplaced-modifier", format!("`{letter}` {why}"), place)
}

/// An error about a direction that has no meaning where it stands.
fn bad_direction(direction: &At<Direction>, why: &str) -> Error {
    Error::at("bad-direction", format!("direction `{}` {why}", direction.what.letter()), direction.at)
}
