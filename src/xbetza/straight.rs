//! Notes on terms that mean something else in other notations: those that go in one direction where three may be
//! meant, such as `fK`; those that may be meant as legs of one move, such as `tFR` and `FaW`; and chains that go
//! straight on where they may be meant to turn.

use super::program::{Program, Step, Term};
use crate::text::{Report, Span};

impl Program {
    /// A note for each written term by which a king or a queen goes in one direction only, since elsewhere the
    /// diagonals on both sides of it are included; `text` is the description.
    pub fn straight_reports(&self, text: &str) -> Vec<(Span, Report)> {
        let found = self.written().filter_map(<[Term]>::first).filter_map(|term| {
            let text = text.get(term.span.clone())?;
            let atom = text.find(|c: char| c.is_ascii_uppercase())?;
            let (marks, rest) = text.split_at(atom);
            let (letter, range) = rest.split_at(1);
            let (straight, diagonal) = match letter {
                "K" => ('W', 'F'),
                "Q" => ('R', 'B'),
                _ => return None,
            };
            let mut directions = marks.chars().filter(|mark| "fblrvsh".contains(*mark));
            let (direction, None) = (directions.next()?, directions.next()) else { return None };
            let way = match direction {
                'f' => "straight ahead",
                'b' => "straight back",
                'l' => "to the left",
                'r' => "to the right",
                _ => return None,
            };
            // An author who also gives the diagonals knows the meaning.
            let slants = |other: &Term| other.span != term.span && slants(other, direction);
            if term.single_leg().is_none() || self.terms.iter().any(slants) {
                return None;
            }
            let plain = format!("{marks}{straight}{range}");
            let all = format!("{plain}{marks}{diagonal}{range}");
            let report = Report::note(format!("`{text}` only goes {way}, as `{plain}` does"))
                .help(format!("with the diagonals on both sides it is `{all}`; if this is intended, write `{plain}`"));
            Some((term.span.clone(), report))
        });
        found.chain(self.loose_legs(text)).chain(self.straight_jumps(text)).collect()
    }

    /// Notes for pairs of terms that may be meant as one move of two legs.
    fn loose_legs(&self, text: &str) -> Vec<(Span, Report)> {
        let pairs = self.written().zip(self.written().skip(1)).map(|(first, last)| [&first[0].span, &last[0].span]);
        let found = pairs.filter_map(|[first, last]| {
            let [one, other] = [text.get(first.clone())?, text.get(last.clone())?];
            let report = joined_by_tame(one, other).or_else(|| legs_of_one_atom(one, other))?;
            Some((first.start..last.end, report))
        });
        found.collect()
    }

    /// Notes for chains of captures in brackets whose later legs repeat the forward direction of the first. They go
    /// straight on, though men of draughts may be meant, which can turn.
    fn straight_jumps(&self, text: &str) -> Vec<(Span, Report)> {
        // Next to other chains, this one only covers the way straight on.
        if text.matches('[').count() > 1 {
            return Vec::new();
        }
        let found = self.written().filter_map(<[Term]>::first).filter_map(|term| {
            let legs = text.get(term.span.clone())?.strip_prefix('[')?.strip_suffix(']')?;
            let mut jumps = legs.split('?').map(|jump| jump.split('-').next().unwrap_or(jump));
            let first = jumps.next()?;
            let (marks, atom) = first.split_at(first.find(is_atom)?);
            let ways: String = marks.chars().filter(|mark| "fblrvsh".contains(*mark)).collect();
            let again = marks.contains('c') && ways == "f" && atom == "F" && jumps.any(|jump| jump == first);
            let turned = |turns: [&str; 2]| turns.map(|turn| first.replace('f', turn)).join("` and then `");
            let report =
                Report::note(format!("after `?`, the leg `{first}` goes straight on, not forward like the first one"))
                    .help(format!(
                        "a man of draughts may also turn: write `{}`, and `{}`, as separate terms",
                        turned(["fr", "l"]),
                        turned(["fl", "r"])
                    ));
            again.then_some((term.span.clone(), report))
        });
        found.collect()
    }
}

/// The note on two terms that Betza would have joined by `t`.
fn joined_by_tame(tame: &str, next: &str) -> Option<Report> {
    let atom = tame.strip_prefix('t').filter(|atom| atom.starts_with(is_atom) && next.starts_with(is_atom))?;
    let report = Report::note(format!("`{tame}` captures no royal piece, but `{next}` is a move by itself")).help(format!(
        "one move of both, `t[{atom}{next}]` in Betza's own notation, is `[{atom}?{next}]`; if this is intended, write `{next}{tame}`"
    ));
    Some(report)
}

/// The note on two terms of which the first might be the first leg of the second, with another atom.
fn legs_of_one_atom(first: &str, legs: &str) -> Option<Report> {
    let rest = legs.strip_prefix('a').filter(|rest| !rest.contains('a'))?;
    let atom = |term: &str| term.find(is_atom).map(|at| term[at..].to_owned());
    let (one, other) = (atom(first)?, atom(rest)?);
    let plain = !first.contains(['a', '[']) && one != other;
    let report =
        Report::note(format!("`{first}` is a move by itself, and both legs of `{legs}` are `{other}`")).help(format!(
            "legs of different atoms are written in brackets, as in `[{first}-{rest}]`; if this is intended, write `{legs}{first}`"
        ));
    plain.then_some(report)
}

fn is_atom(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

/// Whether a term goes along a diagonal beside a direction.
fn slants(term: &Term, direction: char) -> bool {
    let beside = |step: Step| match direction {
        'f' => step.forward > 0,
        'b' => step.forward < 0,
        'l' => step.right < 0,
        _ => step.right > 0,
    };
    let diagonal = |step: Step| step.right != 0 && step.right.abs() == step.forward.abs();
    term.single_leg().is_some_and(|leg| leg.opening().iter().any(|ray| diagonal(ray.step) && beside(ray.step)))
}
