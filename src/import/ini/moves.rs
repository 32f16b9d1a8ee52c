//! Moves in the format's dialect of Betza's notation → XBetza.
//!
//! The dialect has peculiarities: a later term replaces an earlier one with the same steps, initial captures do not
//! exist, and some steps are known only to its grammar. So a description is first read for its meaning there, step by
//! step, and then spelled again.

use super::squares;
use crate::board::{Color, Geometry, Square};
use std::collections::{BTreeMap, BTreeSet};

/// A step from White's side: files to the right, ranks ahead.
pub type Step = (i8, i8);

/// The range of a piece along a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// One step.
    Leap,
    /// One step, unless it is blocked.
    Lame,
    /// The most steps, 0 for no limit.
    Slide(u8),
    /// Over the first piece and on, up to this many steps from the start, 0 for no limit.
    Hop(u8),
    /// To the square after the first piece.
    Grasshop,
}

/// The moves of a piece in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub step: Step,
    pub reach: Reach,
    pub quiet: bool,
    pub captures: bool,
}

/// All moves of a piece.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    pub parts: Vec<Part>,
    /// Quiet moves from some squares only.
    pub initial: Vec<Part>,
}

/// The steps and their ranges by initial or not, kind of move, and capture or not.
type Tables = BTreeMap<(bool, u8, bool), Vec<(Step, Reach)>>;

/// Pairs of letters, and the rotation that they mean.
type Turn = (&'static [&'static str], fn(i8, i8) -> Step);

/// A place in a description and the error there.
pub type Fault = (usize, String);

/// The letters of steps. Of several for the same steps, the first is the one that XBetza has, too.
const ATOMS: [(char, &[Step]); 15] = [
    ('W', &[(0, 1)]),
    ('F', &[(1, 1)]),
    ('D', &[(0, 2)]),
    ('N', &[(1, 2)]),
    ('A', &[(2, 2)]),
    ('H', &[(0, 3)]),
    ('C', &[(1, 3)]),
    ('L', &[(1, 3)]),
    ('Z', &[(2, 3)]),
    ('J', &[(2, 3)]),
    ('G', &[(3, 3)]),
    ('K', &[(0, 1), (1, 1)]),
    ('R', &[(0, 1)]),
    ('B', &[(1, 1)]),
    ('Q', &[(0, 1), (1, 1)]),
];

/// For each of the eight ways in which a step (a, b) with b ahead can be rotated or mirrored: the pairs of letters that
/// mean it.
const TURNS: [Turn; 8] = [
    (&["ff", "vv", "rf", "rv", "fh", "rh", "hr"], |a, b| (a, b)),
    (&["bb", "vv", "lb", "lv", "bh", "lh", "hr"], |a, b| (-a, -b)),
    (&["rr", "ss", "br", "bs", "bh", "rh", "hr"], |a, b| (b, -a)),
    (&["ll", "ss", "fl", "fs", "fh", "lh", "hr"], |a, b| (-b, a)),
    (&["rr", "ss", "fr", "fs", "fh", "rh", "hl"], |a, b| (b, a)),
    (&["ll", "ss", "bl", "bs", "bh", "lh", "hl"], |a, b| (-b, -a)),
    (&["bb", "vv", "rb", "rv", "bh", "rh", "hl"], |a, b| (a, -b)),
    (&["ff", "vv", "lf", "lv", "fh", "lh", "hl"], |a, b| (-a, b)),
];

/// Reads a description.
pub fn read(text: &str) -> Result<Moves, Fault> {
    let mut tables = Tables::new();
    let chars: Vec<char> = text.chars().collect();
    let mut term = Term::default();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        match c {
            'm' => term.quiet = true,
            'c' => term.captures = true,
            'p' => term.hops = true,
            'g' => (term.hops, term.behind) = (true, true),
            'n' => term.lame = true,
            'i' => term.initial = true,
            // En passant captures depend on other keys, which this letter changes.
            'e' => {}
            'f' | 'b' | 'v' | 'r' | 'l' | 's' | 'h' => {
                let (up, across) = (|c| "fbvh".contains(c), |c| "rlsh".contains(c));
                let pair = next.filter(|&d| d == c || up(c) && across(d) || across(c) && up(d));
                at += usize::from(pair.is_some());
                term.directions.push(format!("{c}{}", pair.unwrap_or(c)));
            }
            _ => {
                let Some((_, steps)) = ATOMS.iter().find(|(atom, _)| *atom == c) else {
                    return Err((at, format!("`{c}` is not part of this notation")));
                };
                let mut rider = "RBQ".contains(c);
                let mut range = 0;
                match next {
                    Some(d) if d == c => (rider, at) = (true, at + 1),
                    Some(d) if d.is_ascii_digit() => {
                        if chars.get(at + 2).is_some_and(char::is_ascii_digit) {
                            return Err((at + 2, "ranges have one digit here".to_owned()));
                        }
                        (rider, range, at) = (true, d as u8 - b'0', at + 1);
                    }
                    _ => {}
                }
                if term.lame && term.hops && !rider {
                    return Err((
                        at.min(chars.len() - 1),
                        "pieces that hop cannot be lame in Fairy-Stockfish".to_owned(),
                    ));
                }
                let reach = term.reach(rider, range);
                for &step in *steps {
                    check(step, reach).map_err(|message| (at.min(chars.len() - 1), message))?;
                    term.add(&mut tables, step, steps.len() == 1, reach);
                }
                term = Term::default();
            }
        }
        at += 1;
    }
    if term != Term::default() {
        return Err((chars.len().saturating_sub(1), "these letters have no atom after them".to_owned()));
    }
    Ok(combined(&tables))
}

#[derive(Default, PartialEq)]
struct Term {
    quiet: bool,
    captures: bool,
    hops: bool,
    behind: bool,
    lame: bool,
    initial: bool,
    directions: Vec<String>,
}

impl Term {
    fn reach(&self, rider: bool, range: u8) -> Reach {
        match (self.hops, range) {
            (true, 1) => Reach::Grasshop,
            (true, 0) if self.behind => Reach::Grasshop,
            (true, range) => Reach::Hop(range),
            _ if rider => Reach::Slide(range),
            _ if self.lame => Reach::Lame,
            _ => Reach::Leap,
        }
    }

    fn add(&self, tables: &mut Tables, (a, b): Step, alone: bool, reach: Reach) {
        let straight = alone && a == 0;
        // On orthogonal and diagonal steps both letters of a pair are separate directions.
        let split = |pair: &String| match pair.split_at(1) {
            (first, second) if straight && first != second => vec![first.repeat(2), second.repeat(2)],
            _ => vec![pair.clone()],
        };
        let directions: Vec<String> = self.directions.iter().flat_map(split).collect();
        let both = !self.quiet && !self.captures;
        let kind = match reach {
            Reach::Leap | Reach::Lame => 0,
            Reach::Slide(_) => 1,
            Reach::Hop(_) | Reach::Grasshop => 2,
        };
        for captures in [false, true] {
            if !(both || if captures { self.captures } else { self.quiet }) {
                continue;
            }
            let table = tables.entry((self.initial, kind, captures)).or_default();
            for (pairs, turn) in TURNS {
                if directions.is_empty() || directions.iter().any(|pair| pairs.contains(&pair.as_str())) {
                    let step = turn(a, b);
                    match table.iter_mut().find(|(other, _)| *other == step) {
                        Some((_, other)) => *other = reach,
                        None => table.push((step, reach)),
                    }
                }
            }
        }
    }
}

/// Refuses moves that can be written but are not in Fairy-Stockfish's tables: there, such a piece never moves.
fn check((a, b): Step, reach: Reach) -> Result<(), String> {
    let (near, knight) = (b == 1, (a, b) == (1, 2));
    let known = match reach {
        Reach::Leap => true,
        Reach::Lame => [(0, 2), (1, 2), (2, 2), (2, 3)].contains(&(a, b)),
        Reach::Slide(_) => near || knight,
        Reach::Hop(_) | Reach::Grasshop => near,
    };
    let what = match reach {
        Reach::Slide(_) => "ride on these leaps",
        Reach::Lame => "be blocked on these steps",
        _ => "hop on these leaps",
    };
    if !known {
        return Err(format!("pieces cannot {what} in Fairy-Stockfish, which does not move them at all"));
    }
    match reach {
        Reach::Hop(range) if range > 2 => {
            Err("hops with a limited range above 2 cannot be expressed in XBetza".to_owned())
        }
        _ => Ok(()),
    }
}

fn combined(tables: &Tables) -> Moves {
    let mut moves = Moves::default();
    for (&(initial, _, captures), table) in tables {
        // Initial captures do not exist.
        if initial && captures {
            continue;
        }
        let parts = if initial { &mut moves.initial } else { &mut moves.parts };
        for &(step, reach) in table {
            match parts.iter_mut().find(|part| part.step == step && part.reach == reach) {
                Some(part) => (part.quiet, part.captures) = (part.quiet || !captures, part.captures || captures),
                None => parts.push(Part { step, reach, quiet: !captures, captures }),
            }
        }
    }
    moves
}

impl Part {
    /// The letter of its steps.
    fn atom(&self) -> char {
        let (a, b) = (self.step.0.abs(), self.step.1.abs());
        let known = ATOMS.iter().find(|(_, steps)| steps.contains(&(a.min(b), a.max(b))));
        known.map(|(atom, _)| *atom).expect("all steps are those of letters")
    }

    /// The squares that it reaches from one on an empty board; hops as if there were always a hurdle.
    pub fn squares(&self, board: Geometry, side: Color, from: Square) -> Vec<Square> {
        let most = match self.reach {
            Reach::Leap | Reach::Lame => 1,
            Reach::Slide(0) | Reach::Hop(0) | Reach::Grasshop => u8::MAX,
            Reach::Slide(range) | Reach::Hop(range) => range,
        };
        let mut squares = Vec::new();
        let mut at = from;
        while squares.len() < usize::from(most) {
            let Some(next) = squares::step(board, side, at, self.step) else { break };
            squares.push(next);
            at = next;
        }
        squares
    }
}

impl Moves {
    /// The squares that a piece can ever reach from one without capturing.
    pub fn quiet_squares(&self, board: Geometry, side: Color, from: Square) -> Vec<Square> {
        let quiet = self.parts.iter().filter(|part| part.quiet);
        quiet.flat_map(|part| part.squares(board, side, from)).collect()
    }
}

/// Spells moves; those that only capture also capture en passant if requested.
pub fn spell(parts: &[Part], en_passant: bool) -> String {
    let mut terms: Vec<String> = Vec::new();
    let mut done = vec![false; parts.len()];
    for index in 0..parts.len() {
        if done[index] {
            continue;
        }
        let first = &parts[index];
        let alike =
            |part: &Part| part.reach == first.reach && part.quiet == first.quiet && part.captures == first.captures;
        let steps_of = |atom: char| -> Vec<Step> {
            let of = parts.iter().filter(|part| alike(part) && part.atom() == atom);
            of.map(|part| part.step).collect()
        };
        // A king's steps and a queen's lines have atoms of their own if all of them are present.
        let near = ['W', 'F'].map(steps_of);
        let both = ['W', 'F'].contains(&first.atom()) && near.iter().all(|steps| steps.len() == 4);
        let atom = if both { 'K' } else { first.atom() };
        let steps = if both { Vec::new() } else { steps_of(atom) };
        for (part, done) in parts.iter().zip(&mut done) {
            *done |= alike(part) && (part.atom() == atom || both && ['W', 'F'].contains(&part.atom()));
        }
        let mut modality = match (first.quiet, first.captures) {
            (true, true) => "",
            (true, false) => "m",
            _ => "c",
        }
        .to_owned();
        if en_passant && !first.quiet {
            modality.push('e');
        }
        let directions = directions(atom, &steps);
        let line = match atom {
            'W' => 'R',
            'F' => 'B',
            'K' => 'Q',
            other => other,
        };
        let term = match first.reach {
            Reach::Leap => format!("{directions}{modality}{atom}"),
            // Two squares on the way must be empty.
            Reach::Lame if atom == 'Z' => format!("afsaf{modality}W"),
            Reach::Lame => format!("{directions}{modality}n{atom}"),
            Reach::Slide(1) => format!("{directions}{modality}{atom}"),
            Reach::Slide(0) if atom == line => format!("{directions}{modality}{atom}{atom}"),
            Reach::Slide(0) => format!("{directions}{modality}{line}"),
            Reach::Slide(range) => format!("{directions}{modality}{line}{range}"),
            // The hurdle is adjacent.
            Reach::Hop(2) if both => format!("{modality}jD{modality}jA"),
            Reach::Hop(2) => format!("{directions}{modality}j{}", if atom == 'W' { 'D' } else { 'A' }),
            Reach::Hop(_) => format!("{directions}{modality}p{line}"),
            Reach::Grasshop => format!("{directions}{modality}g{line}"),
        };
        let fits = |at: &usize| {
            let (before, behind) = terms.split_at(*at);
            !before.last().is_some_and(|before| run_together(before, &term))
                && !behind.first().is_some_and(|behind| run_together(&term, behind))
        };
        let place = (0..=terms.len()).rev().find(fits).unwrap_or(terms.len());
        terms.insert(place, term);
    }
    if terms.is_empty() { "none".to_owned() } else { terms.concat() }
}

/// Whether the first letter of a term would double the last atom of the term before it, as in `cN` and `N2`.
fn run_together(before: &str, term: &str) -> bool {
    let atom = term.chars().next().filter(char::is_ascii_uppercase);
    atom.is_some_and(|atom| before.ends_with(atom))
}

/// The reason why moves cannot be carried over, if any: XBetza cannot spell them, or Fairy-Stockfish plays others.
pub fn fault(parts: &[Part]) -> Option<&'static str> {
    let lame = |part: &&Part| part.reach == Reach::Lame && part.atom() == 'Z';
    let count = |captures: bool| parts.iter().filter(lame).filter(|part| part.captures == captures).count();
    if [true, false].into_iter().any(|captures| ![0, 8].contains(&count(captures))) {
        return Some("a lame zebra that goes only in some directions cannot be expressed in XBetza");
    }
    // The tables of Fairy-Stockfish have slides and hops on files, on ranks and on both diagonals, with one set of
    // squares for all of them.
    let lines: [fn(Step) -> bool; 3] =
        [|(a, b)| a == 0 && b != 0, |(a, b)| b == 0 && a != 0, |(a, b)| a.abs() == b.abs()];
    let kinds: [fn(&Part) -> bool; 2] = [|part| part.quiet, |part| part.captures];
    let mixed = lines.into_iter().flat_map(|line| kinds.map(|kind| (line, kind))).any(|(line, kind)| {
        let own = || parts.iter().filter(|part| line(part.step) && kind(part));
        let slides: BTreeSet<(Step, u8)> = own()
            .filter_map(|part| match part.reach {
                Reach::Slide(limit) => Some((part.step, limit)),
                _ => None,
            })
            .collect();
        let hops: BTreeSet<(Step, u8)> = own()
            .filter_map(|part| match part.reach {
                Reach::Hop(limit) => Some((part.step, limit)),
                Reach::Grasshop => Some((part.step, 1)),
                _ => None,
            })
            .collect();
        let ranges: BTreeSet<u8> = hops.iter().map(|(_, range)| *range).collect();
        ranges.len() > 1 || !slides.is_empty() && !hops.is_empty() && slides != hops
    });
    if mixed {
        return Some("Fairy-Stockfish mixes slides and hops of different ways or ranges on one line");
    }
    let unblocked = kinds.into_iter().any(|kind| {
        let has = |is_meant: fn(Reach) -> bool| {
            parts.iter().any(|part| kind(part) && part.atom() == 'N' && is_meant(part.reach))
        };
        has(|reach| reach == Reach::Lame) && has(|reach| matches!(reach, Reach::Slide(_)))
    });
    if unblocked {
        return Some("in Fairy-Stockfish, nothing blocks the leaps of a knight that also rides on them");
    }
    let straight: fn(Step) -> bool = |(a, b)| a == 0 || b == 0;
    let diagonal: fn(Step) -> bool = |(a, b)| a.abs() == b.abs();
    let mixed = [straight, diagonal].into_iter().flat_map(|line| kinds.map(|kind| (line, kind))).any(|(line, kind)| {
        let ways = |is_meant: fn(Reach) -> bool| -> BTreeSet<Step> {
            let own = parts.iter().filter(|part| line(part.step) && kind(part) && is_meant(part.reach));
            own.map(|part| (part.step.0.signum(), part.step.1.signum())).collect()
        };
        let lame = ways(|reach| reach == Reach::Lame);
        let hops = ways(|reach| matches!(reach, Reach::Hop(_) | Reach::Grasshop));
        !lame.is_empty() && !hops.is_empty() && lame != hops
    });
    mixed.then_some("Fairy-Stockfish mixes hops with leaps that can be blocked and go other ways")
}

fn directions(atom: char, steps: &[Step]) -> String {
    match atom {
        'K' => String::new(),
        'W' | 'D' | 'H' => straight(steps),
        'F' | 'A' | 'G' => diagonal(steps),
        _ => oblique(steps),
    }
}

/// Whether one of the steps goes in this direction.
fn goes(steps: &[Step], way: Step) -> bool {
    steps.iter().any(|(a, b)| (a.signum(), b.signum()) == way)
}

fn straight(steps: &[Step]) -> String {
    let [f, b, l, r] = [(0, 1), (0, -1), (-1, 0), (1, 0)].map(|way| goes(steps, way));
    let vertical = match (f, b) {
        (true, true) => "v",
        (true, false) => "f",
        (false, true) => "b",
        (false, false) => "",
    };
    let across = match (l, r) {
        (true, true) => "s",
        (true, false) => "l",
        (false, true) => "r",
        (false, false) => "",
    };
    if (vertical, across) == ("v", "s") { String::new() } else { format!("{vertical}{across}") }
}

fn diagonal(steps: &[Step]) -> String {
    let ways = [("fl", (-1, 1)), ("fr", (1, 1)), ("bl", (-1, -1)), ("br", (1, -1))];
    let found: Vec<&str> = ways.into_iter().filter(|(_, way)| goes(steps, *way)).map(|(name, _)| name).collect();
    match found[..] {
        [_, _, _, _] => String::new(),
        ["fl", "fr"] => "f".to_owned(),
        ["bl", "br"] => "b".to_owned(),
        ["fl", "bl"] => "l".to_owned(),
        ["fr", "br"] => "r".to_owned(),
        _ => found.concat(),
    }
}

/// Steps that are neither orthogonal nor diagonal.
fn oblique(steps: &[Step]) -> String {
    // In a pair, the first letter names the half of the board.
    let name = |(a, b): Step| {
        let (across, ahead) = (if a < 0 { 'l' } else { 'r' }, if b < 0 { 'b' } else { 'f' });
        if a.abs() < b.abs() { format!("{across}{ahead}") } else { format!("{ahead}{across}") }
    };
    let mut found: Vec<String> = steps.iter().map(|step| name(*step)).collect();
    found.sort_unstable();
    match found.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [_, _, _, _, _, _, _, _] => String::new(),
        ["lb", "rb"] => "b".to_owned(),
        ["lf", "rf"] => "f".to_owned(),
        ["fl", "fr", "lf", "rf"] => "fh".to_owned(),
        ["bl", "br", "lb", "rb"] => "bh".to_owned(),
        ["bl", "br", "fl", "fr"] => "s".to_owned(),
        _ => found.concat(),
    }
}
