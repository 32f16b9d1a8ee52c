//! The moves of a diagram's pieces: XBetza in the dialect of its author, which gives some of it other meanings. Terms
//! with the same meaning are kept; the rest is respelled or refused.

use crate::xbetza::ast::{At, Atom, AtomLetter, Body, Description, Direction, Modifier, Prefix, Term};
use crate::xbetza::{self, compile_tree, parse};
use std::ops::Range;

/// An error in a description: the bytes, and the reason.
pub type Fault = (Range<usize>, String);

/// The moves in our own notation. Terms with `*` as their range are read as single steps.
pub fn read(text: &str) -> Result<Description, Fault> {
    let mut description = parse(&text.replace('*', "1")).map_err(|error| (error.span(), error.to_string()))?;
    for (at, _) in text.match_indices('*') {
        let term = description.terms.iter_mut().find_map(|term| match &mut term.body {
            Body::Simple { legs, atom } if atom.at + 1 == at && atom.range == Some(1) => Some((&legs[..], atom)),
            _ => None,
        });
        let Some((_, atom)) = term.filter(|(legs, atom)| is_quiet_step_ahead(legs, atom)) else {
            let why = "`*` is read only after `fmW` and `fmF`, as steps forward up to the middle of the board";
            return Err((at..at + 1, why.to_owned()));
        };
        atom.range = None;
    }
    join_triple_steps(&mut description);
    description.terms.iter().try_for_each(check)?;
    Ok(description)
}

fn is_quiet_step_ahead(legs: &[Prefix], atom: &Atom) -> bool {
    let steps =
        matches!(atom.letter, AtomLetter::Wazir | AtomLetter::Ferz) && !atom.doubled && atom.suffixes.is_empty();
    matches!(legs, [leg] if steps && leg.run() == [Direction::Forward] && letters(leg) == ['m'])
}

/// The moves that terms with `*` add on some ranks, counted from 1. Such a range ends with the mover's half of the
/// board, but allows a single step anywhere; a piece that goes farther can be captured en passant.
pub fn steps_to_the_middle(text: &str, ranks: u8) -> Vec<(u8, String)> {
    let riders = text.match_indices('*').filter_map(|(at, _)| match text.as_bytes().get(at.checked_sub(1)?)? {
        b'W' => Some('R'),
        _ => Some('B'),
    });
    let riders: Vec<char> = riders.collect();
    let reaches = (1..ranks / 2).map(|rank| (rank, ranks / 2 - rank)).filter(|(_, range)| *range > 1);
    reaches
        .map(|(rank, range)| (rank, riders.iter().map(|rider| format!("fmnn{rider}{range}")).collect::<String>()))
        .filter(|(_, moves)| !moves.is_empty())
        .collect()
}

fn castling(term: &Term) -> Option<&Prefix> {
    match &term.body {
        Body::Simple { legs, atom } if atom.letter == AtomLetter::Castling => legs.first(),
        _ => None,
    }
}

/// The castlings of a piece: whether to the mover's left and right, and whether the partner is away from the edge.
pub fn castlings(description: &Description) -> Vec<([bool; 2], bool)> {
    let said = description.terms.iter().filter_map(castling);
    said.map(|prefix| (prefix.sides(), prefix.has(Modifier::Jump))).collect()
}

/// The number of squares by which a piece castles to either side, if it is the same for all its castlings.
pub fn castling_range(description: &Description) -> Option<u8> {
    let mut terms = description.terms.iter().filter(|term| castling(term).is_some());
    let (term, more) = (terms.next()?, terms.next());
    match &term.body {
        Body::Simple { legs, atom } if more.is_none() && legs[0].sides() == [true; 2] => {
            atom.range.filter(|_| !legs[0].has(Modifier::Jump))
        }
        _ => None,
    }
}

/// Whether a piece has initial moves other than castling.
pub fn has_initial_moves(description: &Description) -> bool {
    let mut others = description.terms.iter().filter(|term| castling(term).is_none());
    others.any(|term| term.legs().iter().any(|(prefix, _)| prefix.has(Modifier::Initial)))
}

/// Whether a piece may capture on its way.
pub fn captures_on_the_way(description: &Description) -> bool {
    compile_tree(description).is_ok_and(|program| program.terms.iter().any(xbetza::Term::captures_on_the_way))
}

/// Respells castling: `jumps` returns whether it has a `j`, given whether it has one now and the side.
pub fn castle_with(description: Description, jumps: impl Fn(bool, usize) -> bool) -> Description {
    let terms = description.terms.into_iter().flat_map(|term| {
        let Some(prefix) = castling(&term) else { return vec![term] };
        let written = prefix.has(Modifier::Jump);
        let ways: Vec<usize> = (0..2).filter(|side| prefix.sides()[*side]).collect();
        if ways.iter().all(|side| jumps(written, *side) == jumps(written, ways[0])) {
            let jumps = jumps(written, ways[0]);
            return vec![with_jump(term, None, jumps)];
        }
        let letters = [Direction::Left, Direction::Right];
        ways.into_iter().map(|side| with_jump(term.clone(), Some(letters[side]), jumps(written, side))).collect()
    });
    Description { terms: terms.collect() }
}

fn with_jump(mut term: Term, side: Option<Direction>, jumps: bool) -> Term {
    let at = term.span.start;
    if let Body::Simple { legs, .. } = &mut term.body
        && let Some(prefix) = legs.first_mut()
    {
        if let Some(side) = side {
            prefix.directions = vec![At { what: side, at }];
        }
        if !jumps {
            prefix.before.retain(|m| m.what != Modifier::Jump);
            prefix.after.retain(|m| m.what != Modifier::Jump);
        } else if !prefix.has(Modifier::Jump) {
            prefix.after.push(At { what: Modifier::Jump, at });
        }
    }
    term
}

/// Whether a piece only moves forward or sideways, so that it never leaves a zone of last ranks again.
pub fn never_goes_back(description: &Description) -> bool {
    description.terms.iter().all(|term| match &term.body {
        Body::Simple { legs, atom } if legs.len() == 1 => {
            let run = legs[0].run();
            let ahead = run.contains(&Direction::Forward);
            let only = |d: &Direction| {
                matches!(d, Direction::Forward | Direction::Left | Direction::Right | Direction::Sideways)
            };
            let straight = matches!(
                atom.letter,
                AtomLetter::Wazir | AtomLetter::Rook | AtomLetter::Dabbaba | AtomLetter::Threeleaper
            );
            !run.is_empty() && run.iter().all(only) && (ahead || straight)
        }
        _ => false,
    })
}

/// Respells a pawn's triple step, which the dialect writes as `nH` in addition to `nD`, and which can be blocked on
/// each square that it passes, as a short ride.
fn join_triple_steps(description: &mut Description) {
    let lame = |term: &Term, letter: AtomLetter| match &term.body {
        Body::Simple { legs, atom } if legs.len() == 1 && is_plain(atom, letter) => {
            legs[0].has(Modifier::Lame).then(|| (letters(&legs[0]), legs[0].run()))
        }
        _ => None,
    };
    let steps = |terms: &[Term], run: &[Direction]| {
        terms.iter().any(|term| match &term.body {
            Body::Simple { legs, atom } if legs.len() == 1 && is_plain(atom, AtomLetter::Wazir) => {
                let letters = letters(&legs[0]);
                legs[0].run() == run && (letters.is_empty() || letters == ['m'])
            }
            _ => false,
        })
    };
    let triples: Vec<_> = description.terms.iter().filter_map(|term| lame(term, AtomLetter::Threeleaper)).collect();
    for triple in triples {
        let double = description.terms.iter().any(|term| lame(term, AtomLetter::Dabbaba).as_ref() == Some(&triple));
        if double && steps(&description.terms, &triple.1) {
            description.terms.retain(|term| lame(term, AtomLetter::Dabbaba).as_ref() != Some(&triple));
            for term in &mut description.terms {
                if lame(term, AtomLetter::Threeleaper).as_ref() == Some(&triple)
                    && let Body::Simple { atom, .. } = &mut term.body
                {
                    atom.letter = AtomLetter::Rook;
                    atom.range = Some(3);
                }
            }
        }
    }
}

fn is_plain(atom: &Atom, letter: AtomLetter) -> bool {
    atom.letter == letter && !atom.doubled && atom.suffixes.is_empty() && atom.range.is_none()
}

fn letters(prefix: &Prefix) -> Vec<char> {
    let mut letters: Vec<char> = prefix.modifiers().map(|m| m.what.letter()).collect();
    letters.sort_unstable();
    letters
}

fn is_oblique(atom: &Atom) -> bool {
    use AtomLetter::{Camel, Knight, OldCamel, OldZebra, Zebra};
    matches!(atom.letter, Knight | Camel | Zebra | OldCamel | OldZebra) || !atom.suffixes.is_empty()
}

/// Refuses terms with different meanings in the two dialects.
fn check(term: &Term) -> Result<(), Fault> {
    let legs = term.legs();
    let bracket = matches!(term.body, Body::Bracket { .. });
    let at = |place: usize, why: &str| Err((place..place + 1, why.to_owned()));
    let count = legs.len();
    for (index, (prefix, atom)) in legs.iter().enumerate() {
        let (last, place) = (index + 1 == count, |modifier| prefix.place(modifier, 0).unwrap_or(atom.at));
        if atom.letter == AtomLetter::Castling && atom.range.is_none() {
            return at(atom.at, "whether `O` without a number passes the turn is not specified");
        }
        if bracket && is_oblique(atom) {
            return at(atom.at, "how legs in brackets go on from oblique leaps is not specified");
        }
        for (modifier, why) in [
            (Modifier::Initial, "what `ii` means is not specified"),
            (Modifier::Hop, "what `pp` means is not specified"),
            (Modifier::Grasshopper, "what `gg` means is not specified"),
        ] {
            if let Some(second) = prefix.place(modifier, 1) {
                return at(second, why);
            }
        }
        if prefix.has(Modifier::Tame) {
            return at(place(Modifier::Tame), "`t` has another meaning in diagrams");
        }
        let one_way = matches!(atom.letter, AtomLetter::Threeleaper | AtomLetter::Tripper) || is_oblique(atom);
        if prefix.has(Modifier::Lame) && one_way && (atom.letter != AtomLetter::Knight || !atom.suffixes.is_empty()) {
            let why = "which squares stop so long a lame leap is not specified";
            return at(place(Modifier::Lame), why);
        }
        if atom.range.is_some() && prefix.has_any(&[Modifier::Zigzag, Modifier::Circular]) && index == 0 {
            return at(atom.at, "what a limit means for a bent ride is not specified");
        }
        let changes = prefix.has_any(&[Modifier::Toggle, Modifier::Grasshopper]) && (!last || bracket);
        if changes && (bracket || atom.range.is_some() || atom.doubled) {
            return at(atom.at, "what becomes of a range by `y` or `g` on the way is not specified");
        }
        if !last && prefix.has(Modifier::Toggle) && prefix.has(Modifier::Capture) {
            return at(place(Modifier::Toggle), "what `y` means with `c` is not specified");
        }
        let takes = [Modifier::Capture, Modifier::Destroy, Modifier::EnPassant];
        if index + 2 < count && prefix.has_any(&takes) {
            let why = "whether a piece that was captured still stands during the second leg after it is not specified";
            return at(takes.into_iter().find_map(|taken| prefix.place(taken, 0)).unwrap_or(atom.at), why);
        }
    }
    Ok(())
}
