//! Terms whose moves are all made by another one, such as the last of `KaKaK`.

use super::ast::Description;
use super::program::{Action, Hop, Leg, Modes, Program, Term, When};
use crate::text::{Report, Span};

impl Program {
    /// Whether every move of another program is one of this one, as far as can be seen from single terms.
    pub fn covers(&self, other: &Self) -> bool {
        other.terms.iter().all(|a| self.terms.iter().any(|b| is_covered(a, b)))
    }

    /// A warning for each written term that adds nothing to the others, with its position; `tree` is the description.
    pub(super) fn redundant_reports(&self, tree: &Description) -> Vec<(Span, Report)> {
        let written: Vec<&[Term]> = self.written().collect();
        let found = written.iter().enumerate().filter_map(|(number, terms)| {
            let others = written.iter().enumerate().filter(|(other, _)| *other != number);
            // Of two terms with the same meaning, the first one is kept.
            let covered = |a: &Term, other: usize, b: &Term| is_covered(a, b) && (other < number || !is_covered(b, a));
            let covers = |term: &Term| {
                let mut by = others.clone().flat_map(|(other, terms)| terms.iter().map(move |b| (other, b)));
                by.find(|(other, b)| covered(term, *other, b)).map(|(_, b)| b.span.clone())
            };
            let by: Vec<Span> = terms.iter().map(covers).collect::<Option<_>>()?;
            let span = terms.first()?.span.clone();
            let written = |span: &Span| tree.terms.iter().find(|term| term.span == *span);
            let mut report = Report::warning("this term adds nothing to the others").help(format!(
                "`{}` already makes these moves: leave out this one, or add what is missing",
                written(by.first()?)?
            ));
            if written(&span)?.to_string().starts_with('a') {
                report = report.help("all legs of a move come before one atom, as in `aaK` for three steps of a king");
            }
            Some((span, report))
        });
        found.collect()
    }
}

/// Whether every move of a term is one of another term.
fn is_covered(a: &Term, b: &Term) -> bool {
    let when = a.when == b.when || b.when == When::Always;
    let action = match (&a.action, &b.action) {
        (Action::Walk(a), Action::Walk(b)) if a.len() == 1 && b.len() == 1 => is_leg_covered(&a[0], &b[0]),
        (a, b) => a == b,
    };
    when && action
}

fn is_leg_covered(a: &Leg, b: &Leg) -> bool {
    let range =
        a.range == b.range || a.hop == Hop::None && b.range.is_none_or(|most| a.range.is_some_and(|a| a <= most));
    let alike = (a.hop, a.crossing, a.wraps, a.equal_length, a.unloads)
        == (b.hop, b.crossing, b.wraps, b.equal_length, b.unloads);
    let rays = a.opening().iter().all(|ray| b.opening().contains(ray));
    range && alike && rays && are_modes_covered(a.modes, b.modes) && (b.marks_en_passant || !a.marks_en_passant)
}

fn are_modes_covered(a: Modes, b: Modes) -> bool {
    let covered = |a: bool, b: bool| b || !a;
    covered(a.quiet, b.quiet)
        && covered(a.capture, b.capture)
        && covered(a.destroy, b.destroy)
        && covered(a.en_passant, b.en_passant)
        && covered(a.royal_only, b.royal_only || b.capture)
        && covered(b.tame, a.tame)
}
