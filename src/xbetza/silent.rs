//! Letters without which a term would mean the same, such as the first of `nR`.

use super::ast::{Description, Modifier, Term};
use super::compile::compile_tree;
use super::misread::instead;
use super::program::{Action, When};
use crate::text::{Report, Span};

/// A note on each term with a letter that changes nothing, with its position.
pub(super) fn silent_reports(tree: &Description) -> Vec<(Span, Report)> {
    let noted = tree.terms.iter().enumerate().filter_map(|(number, term)| {
        let meaning = meaning(term)?;
        let legs = term.legs().len();
        // `m` is often written where it is the default.
        let letters = Modifier::ALL.iter().filter(|letter| **letter != Modifier::Move);
        let mut without = letters.flat_map(|letter| (0..legs).map(move |leg| (letter, leg)));
        let (silent, shorter) = without.find_map(|(&letter, leg)| {
            let mut shorter = [0, 1].into_iter().filter_map(|kept| Some((kept, stripped(term, letter, leg, kept)?)));
            let (kept, shorter) = shorter.find(|(_, shorter)| self::meaning(shorter) == Some(meaning.clone()))?;
            let letter = letter.letter();
            let silent = if kept == 0 { format!("`{letter}`") } else { format!("repeating `{letter}`") };
            Some((silent, instead(tree, number..number + 1, vec![shorter])?))
        })?;
        let report = Report::note(format!("{silent} changes nothing in `{term}`"));
        Some((term.span.clone(), report.help(format!("`{shorter}` means the same"))))
    });
    noted.collect()
}

/// A term with a letter of one of its legs at most `kept` times; `None` if the leg does not have it more often.
fn stripped(term: &Term, letter: Modifier, leg: usize, kept: usize) -> Option<Term> {
    let mut shorter = term.clone();
    let mut prefixes = shorter.prefixes_mut();
    let prefix = prefixes.get_mut(leg).filter(|prefix| prefix.count(letter) > kept)?;
    let mut left = kept;
    for modifiers in [&mut prefix.before, &mut prefix.after] {
        modifiers.retain(|m| {
            let stays = m.what != letter || left > 0;
            left -= usize::from(stays && m.what == letter);
            stays
        });
    }
    Some(shorter)
}

/// What a term does, without conditions on captures that it never makes.
fn meaning(term: &Term) -> Option<Vec<(When, Action)>> {
    let program = compile_tree(&Description { terms: vec![term.clone()] }).ok()?;
    let plain = program.terms.into_iter().map(|mut term| {
        let takes = term.takes();
        match &mut term.action {
            Action::Walk(legs) => {
                let last = legs.len() - 1;
                for (index, leg) in legs.iter_mut().enumerate() {
                    leg.modes.tame &= if index == last { leg.modes.takes() } else { leg.modes.jumps };
                    leg.unloads &= takes;
                }
            }
            Action::Bend(bend) => {
                bend.modes.tame &= takes;
                bend.unloads &= takes;
            }
            Action::Anywhere(anywhere) => {
                anywhere.modes.tame &= takes;
                anywhere.unloads &= takes;
            }
            Action::Castle(_) | Action::Pass => {}
        }
        (term.when, term.action)
    });
    Some(plain.collect())
}
