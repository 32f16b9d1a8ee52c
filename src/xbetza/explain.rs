//! Descriptions in plain English, a sentence for each term.

use super::ast::{Atom, AtomLetter, Body, Description, Direction, Modifier, Prefix, Term};
use super::chain::{Arrivals, Stage, members, stages};
use super::compile::{compile_tree, crossing, hop, last_modes, marks_en_passant, relay_modes};
use super::directions::Handedness;
use super::program::{Crossing, Hop, Modes, Step};
use super::shape::Shape;
use crate::text::enumerate;

/// Explains each term of a description, in lower case and without full stop.
pub fn explain(description: &Description) -> Vec<String> {
    explain_where(description, true)
}

/// The same in a game, which may have no captures en passant.
pub fn explain_where(description: &Description, en_passant: bool) -> Vec<String> {
    description.terms.iter().map(|term| explain_term(term, en_passant)).collect()
}

fn explain_term(term: &Term, en_passant: bool) -> String {
    match (&term.body, stages(&term.body)) {
        (Body::Simple { legs, atom }, None) => special(legs.first().unwrap_or(&Prefix::default()), atom, en_passant),
        (_, stages) => {
            let stages = stages.unwrap_or_default();
            let passes = stages.len() > 1 && may_pass(term);
            walk(&stages, en_passant)
                + if passes { "; if it ends on its own square and has captured nothing, the turn passes" } else { "" }
        }
    }
}

/// Whether a move by this term may return to its origin with nothing captured.
fn may_pass(term: &Term) -> bool {
    let alone = Description { terms: vec![term.clone()] };
    compile_tree(&alone).is_ok_and(|program| program.terms.iter().any(|term| term.may_pass()))
}

/// Joins clauses that are not empty by commas.
fn clauses(items: &[String]) -> String {
    let said: Vec<&str> = items.iter().map(String::as_str).filter(|clause| !clause.is_empty()).collect();
    said.join(", ")
}

/// A clause if a condition holds, otherwise nothing.
fn clause(holds: bool, text: &str) -> String {
    if holds { text.to_owned() } else { String::new() }
}

/// The condition at the beginning of a sentence.
fn condition(prefix: &Prefix) -> &'static str {
    match prefix.count(Modifier::Initial) {
        0 => "",
        1 => "while unmoved, ",
        _ => "one square ahead of a start square, ",
    }
}

/// The atoms O and U.
fn special(prefix: &Prefix, atom: &Atom, en_passant: bool) -> String {
    let action = match (atom.letter, atom.range) {
        (AtomLetter::Universal, _) => {
            let ends = ends(last_modes(prefix), prefix.has(Modifier::Unload), en_passant);
            clauses(&["goes to any other square of the board".to_owned(), ends])
        }
        (_, None) => "stays and passes the turn".to_owned(),
        (_, Some(distance)) => {
            let side = match prefix.sides() {
                [true, false] => "to the left",
                [false, true] => "to the right",
                _ => "to either side",
            };
            let place = match prefix.count(Modifier::Jump) {
                0 => "at the edge".to_owned(),
                1 => "one square from the edge".to_owned(),
                count => format!("{count} squares from the edge"),
            };
            let squares = if distance == 1 { "one square".to_owned() } else { format!("{distance} squares") };
            format!(
                "castles {side}: goes {squares} towards a friendly piece {place} that has never moved, which comes to its \
                 other side"
            )
        }
    };
    format!("{}{action}", condition(prefix))
}

/// Legs one after the other.
fn walk(stages: &[Stage], en_passant: bool) -> String {
    let Some(first) = stages.first() else { return String::new() };
    let mut arrivals = Arrivals::default();
    let mut runs: Vec<Run> = Vec::new();
    for (index, stage) in stages.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &stages[before]);
        let (mut leg, then) = match before {
            None => (opening(stage), Arrivals::of(&stage.opening_rays())),
            Some(_) => (later(stage, arrivals), arrivals.then(stage)),
        };
        arrivals = then;
        let last = stage.may_end || index + 1 == stages.len();
        let details = details(stage, Within { first: index == 0, last, en_passant });
        if !details.is_empty() {
            leg = format!("{leg}, {details}");
        }
        match (before, runs.last_mut()) {
            (Some(before), Some(run)) if !before.may_end => run.legs = format!("{}; then {leg}", run.legs),
            _ => {
                let from = before.map_or(String::new(), |before| relay("from", relay_modes(before.prefix)));
                runs.push(Run { from, legs: leg, times: 1 });
            }
        }
    }
    // Legs that may follow several times are described once.
    runs.dedup_by(|next, run| {
        let same = !run.from.is_empty() && run.from == next.from && run.legs == next.legs;
        run.times += if same { next.times } else { 0 };
        same
    });
    let told = runs.into_iter().map(|Run { from, legs, times }| match times {
        _ if from.is_empty() => legs,
        1 => format!("; or goes on {from} and then {legs}"),
        _ => format!("; or goes on, up to {times} times, {from} and then {legs}"),
    });
    condition(first.prefix).to_owned() + &told.collect::<String>()
}

/// Legs that follow one another without the move ending in between.
struct Run {
    /// What the leg before them may have ended on; empty for the first legs.
    from: String,
    /// Their description.
    legs: String,
    /// How often they may follow in a row.
    times: usize,
}

/// The motion of a first leg with its directions.
fn opening(stage: &Stage) -> String {
    let set = stage.opening_set();
    let everywhere = set == stage.shape.directions();
    let bent = stage.prefix.has_any(&[Modifier::Zigzag, Modifier::Circular]);
    let range = stage.range.filter(|&range| !(bent && range == 1));
    let motion = motion(stage.shape, range);
    if stage.shape.is_oblique() {
        let steps: Vec<Step> = members(set).map(|k| stage.shape.step(k)).collect();
        return match (everywhere, side(&steps)) {
            (true, _) => motion,
            (_, Some(side)) => format!("{motion}, {side}"),
            (_, None) => {
                let steps: Vec<String> = steps.into_iter().map(way).collect();
                format!("{motion}, {}", steps.join(", or "))
            }
        };
    }
    let everywhere_else = lines_of(stage.shape);
    let names: Vec<String> = members(set).map(|k| RING[usize::from(k)].to_owned()).collect();
    format!("{motion} {}", if everywhere { everywhere_else.to_owned() } else { enumerate(&names, "or") })
}

/// All directions of a shape.
fn lines_of(shape: Shape) -> &'static str {
    match shape {
        Shape::Orthogonal(_) => "orthogonally",
        Shape::Diagonal(_) => "diagonally",
        Shape::Eightfold | Shape::Oblique(..) => "in any direction",
    }
}

/// The directions of the line ring.
const RING: [&str; 8] =
    ["forward", "forward-right", "right", "back-right", "back", "back-left", "left", "forward-left"];

/// The offsets of a turn on the ring.
const TURNS: [&str; 8] = [
    "straight on",
    "45 degrees to the right",
    "90 degrees to the right",
    "135 degrees to the right",
    "straight back",
    "135 degrees to the left",
    "90 degrees to the left",
    "45 degrees to the left",
];

/// These oblique steps in few words, if they are a half of all or a part of a half.
fn side(steps: &[Step]) -> Option<String> {
    let [ahead, aside] = [steps.first()?.forward, steps.first()?.right].map(i8::unsigned_abs);
    let alike = steps.iter().all(|step| step.forward.unsigned_abs() == ahead);
    let all = |test: &dyn Fn(&Step) -> bool| steps.iter().all(test);
    let (along, to) = if all(&|step| step.forward > 0) {
        (true, "forward")
    } else if all(&|step| step.forward < 0) {
        (true, "back")
    } else if all(&|step| step.right > 0) {
        (false, "to the right")
    } else if all(&|step| step.right < 0) {
        (false, "to the left")
    } else if steps.len() == 4 && alike {
        return Some(match ahead > aside {
            true => format!("{} forward or back and {aside} to either side", squares(ahead)),
            false => format!("{} to either side and {ahead} forward or back", squares(aside)),
        });
    } else {
        return None;
    };
    match (steps.len(), along) {
        (4, _) => Some(format!("only {to}")),
        (2, true) if alike => Some(format!("{} {to} and {aside} to either side", squares(ahead))),
        (2, false) if alike => Some(format!("{} {to} and {ahead} forward or back", squares(aside))),
        _ => None,
    }
}

/// An oblique step in words, such as `2 squares to the left and 1 forward`.
fn way(step: Step) -> String {
    let aside = if step.right > 0 { "to the right" } else { "to the left" };
    let ahead = if step.forward > 0 { "forward" } else { "back" };
    format!("{} {aside} and {} {ahead}", squares(step.right.unsigned_abs()), step.forward.unsigned_abs())
}

fn squares(count: u8) -> String {
    if count == 1 { "1 square".to_owned() } else { format!("{count} squares") }
}

/// The movement of a piece, without directions.
fn motion(shape: Shape, range: Option<u8>) -> String {
    let leap = match shape {
        Shape::Orthogonal(1) | Shape::Diagonal(1) | Shape::Eightfold => {
            return match range {
                Some(1) => "steps one square".to_owned(),
                Some(limit) => format!("slides up to {limit} squares"),
                None => "slides".to_owned(),
            };
        }
        Shape::Orthogonal(size) | Shape::Diagonal(size) => format!("{size} squares"),
        Shape::Oblique(shorter, longer) => format!("({shorter},{longer})"),
    };
    match range {
        Some(1) => format!("leaps {leap}"),
        Some(limit) => format!("rides up to {limit} leaps of {leap}"),
        None => format!("rides any number of leaps of {leap}"),
    }
}

/// The motion of a later leg with its turns.
fn later(stage: &Stage, arrivals: Arrivals) -> String {
    let handed = stage.handed_turns();
    let hand = match stage.prefix.run().contains(&Direction::SameHand) {
        _ if arrivals.iter().all(|(_, hand)| hand == Handedness::None) => "",
        true => " (to the same side as the turn before)",
        false => " (to the opposite side from the turn before)",
    };
    let turns = arrivals.iter().fold(0, |set, (point, hand)| set | stage.turns_after(point, hand));
    // Between an oblique leap and a step along a line or a diagonal, neither goes straight on.
    let oblique = stage.shape.is_oblique();
    let bent = arrivals.iter().all(|(point, _)| (point % 2 == 1) != oblique);
    let turn = match turns {
        0b0000_0001 if bent && (oblique || stage.shape == Shape::Eightfold) => "outward".to_owned(),
        0b0000_0001 if bent => format!("{} outward", lines_of(stage.shape)),
        0b1110_1111 => "in any direction but straight back".to_owned(),
        0b1111_1111 => "in any direction".to_owned(),
        _ => {
            let both = |right: u8| turns >> right & 1 != 0 && turns >> (8 - right) & 1 != 0;
            let mut names = Vec::new();
            for k in members(turns) {
                let mirrored = k % 4 != 0 && both(k.min(8 - k));
                let hand = if handed >> k & 1 != 0 { hand } else { "" };
                match (mirrored, k < 4) {
                    (true, true) => names.push(format!("{} degrees to either side{hand}", 45 * k)),
                    (true, false) => {}
                    (false, _) => names.push(format!("{}{hand}", TURNS[usize::from(k)])),
                }
            }
            enumerate(&names, "or")
        }
    };
    format!("{} {turn}", motion(stage.shape, stage.range))
}

/// The context of a leg's modifiers.
#[derive(Clone, Copy)]
struct Within {
    /// Whether the move begins with it.
    first: bool,
    /// Whether the move may end with it.
    last: bool,
    /// Whether there are captures en passant.
    en_passant: bool,
}

/// Everything that a leg's modifiers mean.
fn details(stage: &Stage, Within { first, last, en_passant }: Within) -> String {
    let prefix = stage.prefix;
    // A piece that is put where the whole move began has changed places with the one that takes its square.
    let swaps = prefix.has(Modifier::Unload) && first && !stage.may_end;
    let ends = if last { ends(last_modes(prefix), swaps, en_passant) } else { relay("to", relay_modes(prefix)) };
    let marks = en_passant && first && last && marks_en_passant(stage);
    clauses(&[
        clause(first && last && prefix.has(Modifier::Zigzag), "turning 90 degrees to alternate sides at every step"),
        clause(first && last && prefix.has(Modifier::Circular), "turning 45 degrees to the same side at every step"),
        clause(!first && prefix.has(Modifier::Initial) && stage.range != Some(1), "as far as the slide before"),
        over(stage),
        clause(last, hurdle(hop(prefix))),
        clause(prefix.has(Modifier::Cylinder), "with the side edges joined"),
        ends,
        clause(prefix.has(Modifier::Unload) && !(swaps && last), "putting the captured piece where this leg began"),
        clause(marks, "after which it may be captured en passant"),
    ])
}

/// The condition on the squares crossed.
fn over(stage: &Stage) -> String {
    match crossing(stage.prefix, stage.shape) {
        Crossing::Free => String::new(),
        Crossing::Lame => format!("unless something stands {}", crossed(stage.shape)),
        Crossing::Jump => format!("only if something stands {}", crossed(stage.shape)),
        Crossing::Skip(1) => "passing over the first square, occupied or not".to_owned(),
        Crossing::Skip(count) => format!("passing over the first {count} squares, occupied or not"),
    }
}

/// The square that a leap crosses: its half, rounded towards where it began.
fn crossed(shape: Shape) -> String {
    let (shorter, longer) = shape.leap().unwrap_or((1, 1));
    match (shorter / 2, longer / 2) {
        _ if shorter % 2 == 0 && longer % 2 == 0 => "half-way".to_owned(),
        (0, 1) if shorter > 0 => "on the next square in the longer direction".to_owned(),
        (0, 1) | (1, 1) if shorter % longer == 0 => "on the first square of the way".to_owned(),
        (1, 1) => "on the next square diagonally".to_owned(),
        (half_shorter, half_longer) => format!("on the square ({half_shorter},{half_longer}) of the way"),
    }
}

fn hurdle(hop: Hop) -> &'static str {
    match hop {
        Hop::None => "",
        Hop::Over => "over the first piece in the way",
        Hop::OverAny => "over one or more pieces",
        Hop::Behind => "to the square behind the first piece in the way",
        Hop::BehindAny => "to the square behind any piece on the line",
    }
}

/// The squares on which a last leg may end, and whether it swaps; nothing is said about a leg that moves and captures
/// in the usual way.
fn ends(mut modes: Modes, swaps: bool, en_passant: bool) -> String {
    // A move that only captures en passant is told even where none ever does.
    modes.en_passant &= en_passant || modes == Modes { en_passant: true, ..Modes::default() };
    if !swaps && modes == (Modes { quiet: true, capture: true, ..Modes::default() }) {
        return String::new();
    }
    let mut captures = Vec::new();
    let tame = if modes.tame { " that is not royal" } else { "" };
    let kinds = [
        (modes.capture, "an enemy piece", tame),
        (modes.royal_only, "an enemy royal piece", ""),
        (modes.destroy, "a friendly piece", tame),
        (modes.en_passant, "en passant", ""),
    ];
    captures.extend(kinds.into_iter().filter(|(may, ..)| *may).map(|(_, what, which)| format!("{what}{which}")));
    let captures = enumerate(&captures, "or");
    match (modes.quiet, captures.is_empty()) {
        (true, true) => "without capturing".to_owned(),
        (true, false) if swaps => format!("to an empty square or to change places with {captures}"),
        (false, _) if swaps => format!("only to change places with {captures}"),
        (true, false) => format!("to an empty square or to capture {captures}"),
        (false, _) => format!("only to capture {captures}"),
    }
}

/// The contents of a relay: a leg goes `to` it, and the next one `from` it.
fn relay(towards: &str, modes: Modes) -> String {
    let jumped = if modes.tame { "jumping over a friendly piece" } else { "jumping over a piece" };
    let empty = format!("{towards} an empty square");
    let kinds = [
        (modes.quiet, empty.as_str()),
        (modes.capture, "capturing an enemy piece"),
        (modes.destroy, "capturing a friendly piece"),
        (modes.jumps, jumped),
    ];
    let kinds: Vec<String> = kinds.into_iter().filter(|(may, _)| *may).map(|(_, what)| what.to_owned()).collect();
    enumerate(&kinds, "or")
}
