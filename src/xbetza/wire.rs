//! The spelling of a description that XBoard 4.9 reads with the same meaning.
//!
//! XBoard wants modifiers in one order, pairs directions by rules of its own,
//! and has no brackets. So the letters are written again from the meaning of the legs;
//! a set of directions that cannot be expressed in one run is spread over
//! several terms.

use super::ast::{Atom, AtomLetter, Body, Description, Direction, Modifier, Prefix, Term};
use super::chain::{Arrivals, Stage, stages};
use super::directions::Handedness;
use super::runs;
use super::shape::{Shape, spelled};
use std::fmt;
use std::ops::Range;

/// XBoard copies the legs of a term into a buffer of this many characters.
const MAX_TERM: usize = 80;

/// XBoard reads lines into buffers of 512 characters; the command around a
/// description takes some of them.
const MAX_DESCRIPTION: usize = 450;

/// Why atoms with suffixes cannot be written.
const SUFFIX: &str = "XBoard does not know atoms lengthened by `X` or `Y`";

/// Why several legs of an oblique atom cannot be written.
const OBLIQUE_CHAIN: &str = "XBoard misreads several legs of an oblique atom";

/// Why a description has no spelling that XBoard reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWire {
    message: String,
    span: Range<usize>,
}

impl NoWire {
    /// The bytes of the description that are meant.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for NoWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NoWire {}

/// Spells a description for XBoard 4.9.
///
/// # Errors
///
/// The first feature that XBoard cannot express.
pub fn wire(description: &Description) -> Result<String, NoWire> {
    let mut spelled = String::new();
    let mut said = Vec::new();
    for term in &description.terms {
        let no_wire = |message| NoWire { message, span: term.span.clone() };
        for more in wire_term(term).map_err(no_wire)? {
            if !said.contains(&more) {
                append(&mut spelled, &more);
                said.push(more);
            }
        }
        if spelled.len() > MAX_DESCRIPTION {
            let message = format!("XBoard reads no line with more than {MAX_DESCRIPTION} characters of moves");
            return Err(no_wire(message));
        }
    }
    Ok(spelled)
}

/// Adds a term; if its atom would seem to double the one before, that one
/// gets its range written.
fn append(spelled: &mut String, term: &str) {
    let first = term.chars().next().filter(char::is_ascii_uppercase);
    if first.is_some_and(|atom| spelled.ends_with(atom) && !"RBQO".contains(atom)) {
        spelled.push('1');
    }
    spelled.push_str(term);
}

/// The terms that together express one term.
fn wire_term(term: &Term) -> Result<Vec<String>, String> {
    let written = match (&term.body, stages(&term.body)) {
        (Body::Simple { legs, atom }, None) => special(legs.first().unwrap_or(&Prefix::default()), atom),
        (Body::Simple { atom, .. }, Some(stages)) => simple(&stages, atom),
        (Body::Bracket { .. }, stages) => bracket(&stages.unwrap_or_default()),
    }?;
    if written.iter().any(|spelled| spelled.len() >= MAX_TERM) {
        return Err(format!("XBoard reads only terms of less than {MAX_TERM} characters"));
    }
    Ok(written)
}

/// One leg as XBoard reads it.
struct WireLeg {
    /// The number of `i` at the beginning.
    initial: usize,
    /// Runs of directions that together select the leg's directions.
    runs: Vec<String>,
    /// The other modifiers, in XBoard's order.
    modifiers: String,
}

/// The atoms O and U.
fn special(prefix: &Prefix, atom: &Atom) -> Result<Vec<String>, String> {
    if atom.letter == AtomLetter::Universal {
        return Err("XBoard does not know the atom `U`".to_owned());
    }
    // Without a direction, XBoard would try all four.
    let run = match prefix.sides() {
        [true, false] => "l",
        [false, true] => "r",
        _ => "s",
    };
    let jumps = prefix.count(Modifier::Jump);
    let leg = WireLeg {
        initial: prefix.count(Modifier::Initial),
        runs: vec![run.to_owned()],
        modifiers: Modifier::Jump.letter().to_string().repeat(jumps),
    };
    let range = atom.range.map_or(String::new(), |range| range.to_string());
    Ok(spell(&[leg], &format!("{}{range}", atom.letter.letter())))
}

/// Legs that share an atom: the changes of ranges by `g` and `y` are kept.
fn simple(stages: &[Stage], atom: &Atom) -> Result<Vec<String>, String> {
    if !atom.suffixes.is_empty() {
        return Err(SUFFIX.to_owned());
    }
    check_legs(stages)?;
    if let [_, .., _] = stages
        && stages[0].shape.is_oblique()
    {
        return Err(OBLIQUE_CHAIN.to_owned());
    }
    let changes_range = |stage: &Stage| stage.prefix.has_any(&[Modifier::Grasshopper, Modifier::Toggle]);
    let relays = stages.split_last().map_or(&[][..], |(_, relays)| relays);
    let first_change = relays.iter().position(changes_range);
    // XBoard would turn `R1` into a slider without limit, where a stepper stays a
    // stepper: so a stepper is written, and the first change is left out.
    let unsaid = first_change.filter(|_| atom.range == Some(1) && stepper(atom.letter).is_some());
    let mut legs = Vec::with_capacity(stages.len());
    for (index, stage) in stages.iter().enumerate() {
        let runs = match index {
            0 => runs::opening(stage.shape, stage.opening_set()),
            // In a simple term turns do not depend on the arrival.
            _ => runs::turning(stage.shape, stage.turns_after(0, Handedness::None)),
        };
        let modifiers = modifiers(stage, |modifier| relay_has(stage.prefix, modifier, unsaid != Some(index)));
        legs.push(WireLeg { initial: stage.prefix.count(Modifier::Initial), runs, modifiers });
    }
    let atom = match unsaid.and_then(|_| stepper(atom.letter)) {
        Some(letter) => letter.letter().to_string(),
        None => simple_atom(atom, first_change.is_some()),
    };
    Ok(spell(&legs, &atom))
}

/// Whether a modifier is written on a leg of a simple term; without
/// the change of range, `g` becomes `p` and `y` becomes `m`.
fn relay_has(prefix: &Prefix, modifier: Modifier, changes: bool) -> bool {
    use Modifier::{Grasshopper, Hop, Move, Toggle};
    match modifier {
        Grasshopper | Toggle => changes && prefix.has(modifier),
        // XBoard cancels `m` with `y`, where it is written twice.
        Move => prefix.has(Move) && !(changes && prefix.has(Toggle)) || !changes && prefix.has(Toggle),
        Hop => prefix.has(Hop) || !changes && prefix.has(Grasshopper),
        other => prefix.has(other),
    }
}

/// The stepper that a slider becomes by a change of range.
fn stepper(letter: AtomLetter) -> Option<AtomLetter> {
    match letter {
        AtomLetter::Rook => Some(AtomLetter::Wazir),
        AtomLetter::Bishop => Some(AtomLetter::Ferz),
        AtomLetter::Queen => Some(AtomLetter::King),
        _ => None,
    }
}

/// The atom of a simple term in letters that XBoard reads alike.
fn simple_atom(atom: &Atom, range_changes: bool) -> String {
    let letter = match atom.letter {
        AtomLetter::OldCamel => AtomLetter::Camel,
        AtomLetter::OldZebra => AtomLetter::Zebra,
        AtomLetter::Wazir if atom.doubled && !range_changes => return "R".to_owned(),
        AtomLetter::Ferz if atom.doubled && !range_changes => return "B".to_owned(),
        AtomLetter::King if atom.doubled && !range_changes => return "Q".to_owned(),
        letter => letter,
    };
    let range = if atom.doubled { Some(0) } else { atom.range };
    format!("{}{}", letter.letter(), range.map_or(String::new(), |range| range.to_string()))
}

/// Legs in brackets: one simple term for each place where the move may end.
fn bracket(stages: &[Stage]) -> Result<Vec<String>, String> {
    let ends = (0..stages.len()).filter(|&end| stages[end].may_end || end + 1 == stages.len());
    let terms: Result<Vec<Vec<String>>, String> = ends.map(|end| chain(&stages[..=end])).collect();
    Ok(terms?.concat())
}

/// A chain of complete moves as a simple term of the first one's atom.
fn chain(stages: &[Stage]) -> Result<Vec<String>, String> {
    check_legs(stages)?;
    let Some(first) = stages.first() else { return Ok(Vec::new()) };
    let mut arrivals = Arrivals::of(&first.opening_rays());
    let mut legs = vec![chain_leg(first, stages.get(1), runs::opening(first.shape, first.opening_set()))?];
    for (index, stage) in stages.iter().enumerate().skip(1) {
        if stage.shape.is_oblique() || first.shape.is_oblique() {
            return Err(OBLIQUE_CHAIN.to_owned());
        }
        if stage.shape.size() != first.shape.size() {
            return Err("XBoard cannot join legs whose atoms differ in size".to_owned());
        }
        let mut turns = arrivals.iter().map(|(point, hand)| stage.turns_after(point, hand));
        let offsets = turns.next().unwrap_or(0);
        if turns.any(|other| other != offsets) {
            return Err("XBoard cannot turn by other angles after lines than after diagonals".to_owned());
        }
        legs.push(chain_leg(stage, stages.get(index + 1), runs::turning(first.shape, offsets))?);
        arrivals = arrivals.then(stage);
    }
    Ok(spell(&legs, &chain_atom(first)?))
}

/// One leg of a chain; if the range changes after it, `y` is written for that.
fn chain_leg(stage: &Stage, next: Option<&Stage>, runs: Vec<String>) -> Result<WireLeg, String> {
    use Modifier::{Capture, Destroy, Grasshopper, Hop, Move, Toggle};
    let last = next.is_none();
    let toggles = next.is_some_and(|next| next.range != stage.range);
    if toggles {
        let between = matches!((stage.range, next.and_then(|next| next.range)), (Some(1), None) | (None, Some(1)));
        if !between || stage.prefix.has_any(&[Capture, Destroy, Hop, Grasshopper]) {
            return Err("XBoard cannot join legs whose ranges differ in this way".to_owned());
        }
    }
    let prefix = stage.prefix;
    // Brackets have no change of range: there `g` means `p`, and `y` means `m`.
    let has = |modifier| match modifier {
        Toggle => toggles,
        Move if last => prefix.has(Move),
        Move => prefix.has_any(&[Move, Toggle]) && !toggles,
        Hop if !last => prefix.has_any(&[Hop, Grasshopper]),
        Grasshopper if !last => false,
        other => prefix.has(other),
    };
    Ok(WireLeg { initial: prefix.count(Modifier::Initial), runs, modifiers: modifiers(stage, has) })
}

/// The atom of a chain, spelled so that `y` changes its range correctly.
fn chain_atom(stage: &Stage) -> Result<String, String> {
    let atom = match (stage.shape, stage.range) {
        (Shape::Orthogonal(1), None) => return Ok("R".to_owned()),
        (Shape::Diagonal(1), None) => return Ok("B".to_owned()),
        (Shape::Eightfold, None) => return Ok("Q".to_owned()),
        (Shape::Eightfold, _) => "K".to_owned(),
        (shape, _) => shape.leap().and_then(spelled).filter(|atom| atom.len() == 1).ok_or(SUFFIX)?,
    };
    Ok(match stage.range {
        Some(1) => atom,
        range => format!("{atom}{}", range.unwrap_or(0)),
    })
}

/// Checks for modifiers that XBoard does not support in their place.
fn check_legs(stages: &[Stage]) -> Result<(), String> {
    use Modifier::{Capture, Circular, Cylinder, Destroy, Grasshopper, Hop, Royal, Unload, Zigzag};
    for (index, stage) in stages.iter().enumerate() {
        let prefix = stage.prefix;
        if let Some(unknown) = [Royal, Unload, Zigzag, Circular].into_iter().find(|&modifier| prefix.has(modifier)) {
            return Err(format!("XBoard does not know the modifier `{}`", unknown.letter()));
        }
        if let Some(repeated) = [Hop, Grasshopper].into_iter().find(|&modifier| prefix.count(modifier) > 1) {
            return Err(format!("XBoard does not know `{0}{0}`", repeated.letter()));
        }
        let relative = |direction: &Direction| matches!(direction, Direction::SameHand | Direction::OtherHand);
        if let Some(turn) = prefix.run().into_iter().find(relative) {
            return Err(format!("XBoard does not know the relative turn `{}`", turn.letter()));
        }
        if index > 0 && prefix.has(Cylinder) {
            return Err("XBoard may hang on `o` after the first leg".to_owned());
        }
    }
    let captures = stages.iter().rev().skip(1).filter(|stage| stage.prefix.has_any(&[Capture, Destroy])).count();
    if captures > 2 {
        return Err("XBoard follows at most two captures before the last leg".to_owned());
    }
    Ok(())
}

/// The modifiers of a leg in XBoard's order, except `i`.
fn modifiers(stage: &Stage, has: impl Fn(Modifier) -> bool) -> String {
    use Modifier::{Capture, Cylinder, Destroy, EnPassant, Grasshopper, Hop, Lame, Move, Tame, Toggle};
    const ORDER: [Modifier; 10] = [Move, Capture, Destroy, EnPassant, Tame, Hop, Grasshopper, Cylinder, Toggle, Lame];
    // On steps to a neighbouring square, XBoard would take `n` for a ban on all moves.
    let read = |&modifier: &Modifier| has(modifier) && (modifier != Lame || stage.shape.leaps());
    let letters: String = ORDER.into_iter().filter(read).map(Modifier::letter).collect();
    letters + &"j".repeat(stage.prefix.count(Modifier::Jump))
}

/// Terms for all combinations of the legs' runs.
fn spell(legs: &[WireLeg], atom: &str) -> Vec<String> {
    let mut prefixes = vec![String::new()];
    for (index, leg) in legs.iter().enumerate() {
        let divider = if index == 0 { "" } else { "a" };
        let initial = "i".repeat(leg.initial);
        prefixes = prefixes
            .iter()
            .flat_map(|before| leg.runs.iter().map(move |run| (before, run)))
            .map(|(before, run)| format!("{before}{divider}{initial}{run}{}", leg.modifiers))
            .collect();
    }
    prefixes.into_iter().map(|prefix| prefix + atom).collect()
}
