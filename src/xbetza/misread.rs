//! Terms that may be read otherwise than they were meant: those that mean something else in other notations, such as
//! `fK`, `tFR` and `FaW`; chains that go straight on where they may be meant to turn; and missing marks and ranges.

use super::ast::{At, Atom, AtomLetter, Body, Description, Direction, Link, Modifier, Prefix, Term};
use super::compile::{compile_tree, marks};
use super::parse::parse;
use super::program::{self, Leg, Program, Ray, Step};
use crate::text::{Report, Span};
use std::ops::Range;

/// Notes and warnings about terms of a description that has this program.
pub(super) fn misread_reports(tree: &Description, program: &Program) -> Vec<(Span, Report)> {
    let terms = tree.terms.iter().enumerate();
    let alone = terms.clone().filter_map(|(number, term)| {
        let report = one_way(tree, program, number)
            .or_else(|| diagonals_only(tree, program, number))
            .or_else(|| straight_jumps(tree, number))
            .or_else(|| castling_without_range(tree, number))
            .or_else(|| lame_triple(tree, number));
        Some((term.span.clone(), report?))
    });
    let pairs = terms.zip(tree.terms.iter().skip(1)).filter_map(|((number, first), next)| {
        let report = joined_by_tame(tree, number).or_else(|| legs_of_one_atom(tree, number))?;
        Some((first.span.start..next.span.end, report))
    });
    let doubles = program.unmarked_doubles();
    let unmarked = tree.terms.iter().enumerate().filter_map(|(number, term)| {
        let is_double = doubles.iter().any(|double| double.span == term.span);
        is_double.then(|| (term.span.clone(), unmarked(tree, number)))
    });
    alone.chain(pairs).chain(unmarked).collect()
}

impl Program {
    /// Double steps that allow no en passant reply, by a piece that captures so and has no step that allows one.
    pub fn unmarked_doubles(&self) -> Vec<&program::Term> {
        let mut legs = self.terms.iter().filter_map(program::Term::single_leg);
        if !legs.clone().any(|leg| leg.modes.en_passant) || legs.any(|leg| leg.marks_en_passant) {
            return Vec::new();
        }
        let double = |leg: &Leg| {
            let slides = leg.range != Some(1);
            let ahead = |ray: &Ray| match ray.step.forward {
                1 => slides && ray.step.right.abs() <= 1,
                2 => [0, 2].contains(&ray.step.right.abs()),
                _ => false,
            };
            leg.modes.quiet && !leg.modes.capture && !leg.opening().is_empty() && leg.opening().iter().all(ahead)
        };
        let alone = self.written().filter_map(|terms| if let [term] = terms { Some(term) } else { None });
        alone.filter(|term| term.single_leg().is_some_and(double)).collect()
    }
}

/// The letters and the atom of a term of one leg.
fn single(term: &Term) -> Option<(&Prefix, &Atom)> {
    match &term.body {
        Body::Simple { legs, atom } => legs.first().filter(|_| legs.len() == 1).map(|prefix| (prefix, atom)),
        Body::Bracket { .. } => None,
    }
}

/// A term of one leg with changes.
fn changed(term: &Term, change: impl FnOnce(&mut Prefix, &mut Atom)) -> Term {
    let mut term = term.clone();
    if let Body::Simple { legs, atom } = &mut term.body
        && let [prefix] = &mut legs[..]
    {
        change(prefix, atom);
    }
    term
}

/// Two terms of one leg as the legs of one term.
fn joined((prefix, atom): (&Prefix, &Atom), link: Link, (next, other): (&Prefix, &Atom)) -> Term {
    let rest = vec![(link, next.clone(), other.clone())];
    Term { span: 0..0, body: Body::Bracket { first: (prefix.clone(), atom.clone()), rest } }
}

/// The text of terms that may be written in place of some others; `None` if they would not be read as meant there.
pub(super) fn instead(tree: &Description, range: Range<usize>, terms: Vec<Term>) -> Option<String> {
    let text = terms.iter().map(Term::to_string).collect();
    let mut whole = tree.clone();
    whole.terms.splice(range, terms);
    let words = |description: &Description| description.terms.iter().map(Term::to_string).collect::<Vec<_>>();
    let read = parse(&whole.to_string()).ok().filter(|read| words(read) == words(&whole))?;
    compile_tree(&read).is_ok().then_some(text)
}

/// A report with those pieces of advice that can be given.
fn advised(report: Report, advice: [Option<String>; 2]) -> Report {
    let advice: Vec<String> = advice.into_iter().flatten().collect();
    if advice.is_empty() { report } else { report.help(advice.join("; ")) }
}

fn if_intended(text: String) -> String {
    format!("if this is intended, write `{text}`")
}

/// A note on a king or a queen that goes in one direction only, since elsewhere the diagonals on both sides of it are
/// included.
fn one_way(tree: &Description, program: &Program, number: usize) -> Option<Report> {
    let term = &tree.terms[number];
    let (prefix, atom) = single(term).filter(|(prefix, _)| !prefix.has_any(&[Modifier::Zigzag, Modifier::Circular]))?;
    let (straight, diagonal) = royal_parts(atom)?;
    let [At { what: direction, .. }] = prefix.directions[..] else { return None };
    let way = match direction {
        Direction::Forward => "straight ahead",
        Direction::Back => "straight back",
        Direction::Left => "to the left",
        Direction::Right => "to the right",
        _ => return None,
    };
    // An author who also gives the diagonals knows the meaning.
    if program.terms.iter().any(|other| other.span != term.span && slants(other, direction)) {
        return None;
    }
    let [plain, beside] = [straight, diagonal].map(|letter| changed(term, |_, atom| atom.letter = letter));
    let report = Report::note(format!("`{term}` only goes {way}, as `{plain}` does"));
    let all = instead(tree, number..number + 1, vec![plain.clone(), beside]);
    let all = all.map(|all| format!("with the diagonals on both sides it is `{all}`"));
    Some(advised(report, [all, instead(tree, number..number + 1, vec![plain]).map(if_intended)]))
}

/// A note on a king or a queen that goes along two diagonals, since the same letters before a wazir or a rook mean
/// straight on and to both sides.
fn diagonals_only(tree: &Description, program: &Program, number: usize) -> Option<Report> {
    let term = &tree.terms[number];
    let (prefix, atom) = single(term).filter(|(prefix, _)| !prefix.has_any(&[Modifier::Zigzag, Modifier::Circular]))?;
    let (straight, diagonal) = royal_parts(atom)?;
    let [At { what: direction, .. }, At { what: Direction::Sideways, .. }] = prefix.directions[..] else { return None };
    let way = match direction {
        Direction::Forward => "ahead",
        Direction::Back => "back",
        _ => return None,
    };
    // An author who also gives straight steps knows the meaning.
    let is_straight = |ray: &Ray| ray.step.right == 0 || ray.step.forward == 0;
    let straight_on = |other: &program::Term| {
        other.span != term.span && other.single_leg().is_some_and(|leg| leg.opening().iter().any(is_straight))
    };
    if program.terms.iter().any(straight_on) {
        return None;
    }
    let plain = changed(term, |prefix, atom| {
        prefix.directions.truncate(1);
        atom.letter = diagonal;
    });
    let sides = changed(term, |_, atom| atom.letter = straight);
    let report = Report::note(format!("`{term}` only goes along the two diagonals {way}, as `{plain}` does"));
    let all = instead(tree, number..number + 1, vec![sides]);
    let all = all.map(|all| format!("straight {way} and to both sides it is `{all}`"));
    Some(advised(report, [all, instead(tree, number..number + 1, vec![plain]).map(if_intended)]))
}

/// The straight and the diagonal part of a king or a queen.
fn royal_parts(atom: &Atom) -> Option<(AtomLetter, AtomLetter)> {
    match atom.letter {
        AtomLetter::King => Some((AtomLetter::Wazir, AtomLetter::Ferz)),
        AtomLetter::Queen => Some((AtomLetter::Rook, AtomLetter::Bishop)),
        _ => None,
    }
}

/// Whether a term goes along a diagonal beside a direction.
fn slants(term: &program::Term, direction: Direction) -> bool {
    let beside = |step: Step| match direction {
        Direction::Forward => step.forward > 0,
        Direction::Back => step.forward < 0,
        Direction::Left => step.right < 0,
        _ => step.right > 0,
    };
    let diagonal = |step: Step| step.right != 0 && step.right.abs() == step.forward.abs();
    term.single_leg().is_some_and(|leg| leg.opening().iter().any(|ray| diagonal(ray.step) && beside(ray.step)))
}

/// A note on two terms that Betza would have joined by `t`.
fn joined_by_tame(tree: &Description, number: usize) -> Option<Report> {
    let [tame, next] = tree.terms.get(number..number + 2)? else { return None };
    let ((prefix, atom), (bare, other)) = (single(tame)?, single(next)?);
    let is_tame = prefix.directions.is_empty() && prefix.modifiers().map(|m| m.what).eq([Modifier::Tame]);
    if !is_tame || *bare != Prefix::default() {
        return None;
    }
    let report = Report::note(format!("`{tame}` captures no royal piece, but `{next}` is a move by itself"));
    one_of_two(tree, number, report, joined((bare, atom), Link::May, (bare, other)), |both| {
        format!("one move of both, `t[{atom}{next}]` in Betza's own notation, is `{both}`")
    })
}

/// A note on two terms of which the first might be the first leg of the second, with another atom.
fn legs_of_one_atom(tree: &Description, number: usize) -> Option<Report> {
    let [first, legs] = tree.terms.get(number..number + 2)? else { return None };
    let Body::Simple { legs: prefixes, atom } = &legs.body else { return None };
    let ([plain, last], (prefix, other)) = (&prefixes[..], single(first)?) else { return None };
    if *plain != Prefix::default() || atom.to_string() == other.to_string() {
        return None;
    }
    let report = Report::note(format!("`{first}` is a move by itself, and both legs of `{legs}` are `{atom}`"));
    one_of_two(tree, number, report, joined((prefix, other), Link::Must, (last, atom)), |both| {
        format!("legs of different atoms are written in brackets, as in `{both}`")
    })
}

/// The note on two terms that may be meant as the one term `both`, unless that cannot be written there. In the other
/// order, the two cannot be taken for one.
fn one_of_two(
    tree: &Description,
    number: usize,
    report: Report,
    both: Term,
    advice: impl Fn(String) -> String,
) -> Option<Report> {
    let both = instead(tree, number..number + 2, vec![both])?;
    let swapped = instead(tree, number..number + 2, vec![tree.terms[number + 1].clone(), tree.terms[number].clone()]);
    Some(advised(report, [Some(advice(both)), swapped.map(if_intended)]))
}

/// A note on chains of captures in brackets whose later legs repeat the forward direction of the first. They go
/// straight on, though men of draughts may be meant, which can turn.
fn straight_jumps(tree: &Description, number: usize) -> Option<Report> {
    let term = &tree.terms[number];
    // Next to other chains, this one only covers the way straight on.
    if tree.terms.iter().filter(|term| matches!(term.body, Body::Bracket { .. })).count() > 1 {
        return None;
    }
    let Body::Bracket { first: (prefix, atom), rest } = &term.body else { return None };
    let jump = format!("{prefix}{atom}");
    let again = |(link, prefix, atom): &(Link, Prefix, Atom)| *link == Link::May && format!("{prefix}{atom}") == jump;
    let forward = prefix.has(Modifier::Capture) && prefix.run() == [Direction::Forward] && atom.to_string() == "F";
    if !forward || !rest.iter().any(again) {
        return None;
    }
    let turned = |ways: [Direction; 2]| {
        let mut term = term.clone();
        if let Body::Bracket { first: (prefix, _), rest } = &mut term.body {
            prefix.directions.push(At { what: ways[0], at: 0 });
            let jumps = rest.iter_mut().filter(|leg| again(leg)).enumerate();
            // The next turn leads forward again.
            jumps.for_each(|(turn, (_, prefix, _))| prefix.directions[0].what = ways[(turn + 1) % 2]);
        }
        term
    };
    let (left, right) = (Direction::Left, Direction::Right);
    let turned = instead(tree, number..number, vec![turned([right, left]), turned([left, right])]);
    let turned = turned.map(|turned| format!("a man of draughts may also turn, as in `{turned}`: add such terms"));
    let report = Report::note(format!("after `?`, the leg `{jump}` goes straight on, not forward like the first one"));
    Some(advised(report, [turned, None]))
}

/// A warning about a turn pass with directions, which only castling has, and a note on one of unmoved pieces alone.
fn castling_without_range(tree: &Description, number: usize) -> Option<Report> {
    let term = &tree.terms[number];
    let (prefix, atom) = single(term)?;
    if atom.letter != AtomLetter::Castling || atom.range.is_some() {
        return None;
    }
    let castling = changed(term, |_, atom| atom.range = Some(2));
    let advice = format!("castling needs the number of squares that the piece moves, as in `{castling}`");
    if !prefix.directions.is_empty() {
        let pass = changed(term, |prefix, _| *prefix = Prefix::default());
        let report = Report::warning(format!("`{term}` passes the turn"));
        return Some(report.help(format!("{advice}; to pass, write `{pass}`")));
    }
    let report = Report::note(format!("`{term}` passes the turn, and only while the piece is unmoved"));
    prefix.has(Modifier::Initial).then_some(report.help(advice))
}

/// A warning about long first steps that test a single square of their way.
fn lame_triple(tree: &Description, number: usize) -> Option<Report> {
    let term = &tree.terms[number];
    let (_, atom) = single(term).filter(|(prefix, _)| marks(prefix))?;
    let slider = match atom.letter {
        AtomLetter::Threeleaper => AtomLetter::Rook,
        AtomLetter::Tripper => AtomLetter::Bishop,
        _ => return None,
    };
    if atom.doubled || !atom.suffixes.is_empty() || atom.range.is_some() {
        return None;
    }
    let ride = changed(term, |_, atom| (atom.letter, atom.range) = (slider, Some(3)));
    let ride = instead(tree, number..number + 1, vec![ride]);
    let ride =
        ride.map(|ride| format!("write `{ride}` for a move of up to three steps that anything on its way blocks"));
    let report = Report::warning(format!("`{term}` looks only at the first square of its way"));
    Some(advised(report, [ride, None]))
}

/// A warning about a double step without the marks that allow an en passant reply.
fn unmarked(tree: &Description, number: usize) -> Report {
    let term = &tree.terms[number];
    let marked = |initials: usize, lames: usize| {
        let some = |what: Modifier, count: usize| vec![At { what, at: 0 }; count];
        let marked = changed(term, |prefix, _| {
            let unmarked = |m: &At<Modifier>| !matches!(m.what, Modifier::Initial | Modifier::Lame);
            prefix.before.retain(unmarked);
            prefix.after.retain(unmarked);
            prefix.before.splice(0..0, some(Modifier::Initial, initials));
            prefix.after.extend(some(Modifier::Lame, lames));
        });
        instead(tree, number..number + 1, vec![marked])
    };
    let initials = single(term).map_or(0, |(prefix, _)| prefix.count(Modifier::Initial));
    let report = Report::warning(format!("`{term}` leaves nothing behind to be captured en passant"));
    let initial = marked(initials.max(1), 1).map(|marked| {
        let others = |terms: &[Term]| terms.iter().map(Term::to_string).collect::<String>();
        let whole = others(&tree.terms[..number]) + &marked + &others(&tree.terms[number + 1..]);
        let first = if initials == 2 { "" } else { "`i` for the first move and " };
        format!("write `{marked}`, with {first}`n` for what lies between, as in `{whole}`")
    });
    let anytime = marked(0, 2).filter(|_| initials == 0);
    let anytime = anytime.map(|marked| format!("write `{marked}` if it may also be made later in the game"));
    initial.into_iter().chain(anytime).fold(report, Report::help)
}
