//! Text to tree. The only file that knows the grammar's rules by name.
//!
//! The letters are scanned first, because a grammar cannot explain its errors; the
//! terms before a fault are still parsed and checked, since the earliest wrong
//! term is the one to report.

use super::ast::{At, Atom, AtomLetter, Body, Description, Direction, Link, Modifier, Prefix, Suffix, Term};
use super::check::check;
use super::error::Error;
use super::scan::scan;
use pest::Parser;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/xbetza.pest"]
struct Grammar;

/// Reads a description.
///
/// # Errors
///
/// The first fault of the first term that has one.
pub fn parse(text: &str) -> Result<Description, Error> {
    let scanned = scan(text);
    let sound = match &scanned {
        Ok(()) => text,
        Err(fault) => &text[..fault.term_start],
    };
    let description = if sound.is_empty() { Description { terms: Vec::new() } } else { tree(sound) };
    description.terms.iter().try_for_each(check)?;
    scanned.map_err(|fault| fault.error)?;
    Ok(description)
}

/// Reads a description in which the scan found no fault.
fn tree(text: &str) -> Description {
    let mut pieces = Grammar::parse(Rule::piece, text).expect("the grammar reads what the scan passes");
    let terms = pieces.next().into_iter().flat_map(Pair::into_inner);
    Description { terms: terms.filter(|pair| pair.as_rule() == Rule::term).map(term).collect() }
}

fn term(pair: Pair<Rule>) -> Term {
    let span = pair.as_span().start()..pair.as_span().end();
    let body = pair.into_inner().next().expect("a term is a bracket or simple");
    let body = match body.as_rule() {
        Rule::bracket => bracket(body),
        _ => simple(body),
    };
    Term { span, body }
}

fn simple(pair: Pair<Rule>) -> Body {
    let mut parts: Vec<Pair<Rule>> = pair.into_inner().collect();
    let written = parts.pop().and_then(|pair| pair.into_inner().next()).expect("a simple term ends with an atom");
    let legs = parts.into_iter().map(prefix).collect();
    Body::Simple { legs, atom: atom(written) }
}

fn bracket(pair: Pair<Rule>) -> Body {
    let mut parts = pair.into_inner();
    let mut leg = || Some((prefix(parts.next()?), atom(parts.next()?), parts.next()));
    let (first_prefix, first_atom, mut link) = leg().expect("a bracket begins with a leg");
    let mut rest = Vec::new();
    while let Some(joined) = link {
        let (prefix, atom, next) = leg().expect("a leg follows each link");
        let joined = if joined.as_str() == "?" { Link::May } else { Link::Must };
        rest.push((joined, prefix, atom));
        link = next;
    }
    Body::Bracket { first: (first_prefix, first_atom), rest }
}

fn prefix(pair: Pair<Rule>) -> Prefix {
    let mut prefix = Prefix::default();
    for pair in pair.into_inner() {
        let (at, letter) = (pair.as_span().start(), first_letter(&pair));
        match pair.as_rule() {
            Rule::first_direction | Rule::later_direction => {
                let what = Direction::from_letter(letter).expect("the grammar lists directions");
                prefix.directions.push(At { what, at });
            }
            _ => {
                let what = Modifier::from_letter(letter).expect("the grammar lists modifiers");
                let side = if prefix.directions.is_empty() { &mut prefix.before } else { &mut prefix.after };
                side.push(At { what, at });
            }
        }
    }
    prefix
}

/// Reads the rule below `atom`, or `moving_atom` itself.
fn atom(pair: Pair<Rule>) -> Atom {
    let letter = AtomLetter::from_letter(first_letter(&pair)).expect("the grammar lists atoms");
    let mut atom = Atom { at: pair.as_span().start(), letter, doubled: false, suffixes: Vec::new(), range: None };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::doubled => atom.doubled = true,
            Rule::extended => {
                atom.suffixes = part.into_inner().filter_map(|pair| Suffix::from_letter(first_letter(&pair))).collect();
            }
            Rule::range => atom.range = part.as_str().parse().ok(),
            _ => {}
        }
    }
    atom
}

fn first_letter(pair: &Pair<Rule>) -> char {
    pair.as_str().chars().next().expect("no letter of the grammar is empty")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strings of letters that the notation uses, dense in near misses.
    fn strings() -> impl Iterator<Item = String> {
        let mut random = fastrand::Rng::with_seed(7);
        std::iter::repeat_with(move || {
            let letters = b"mcdetpgoynjikuzqfblrvshaWFNKRQOUXY0123[]-?";
            let length = random.usize(1..9);
            (0..length).map(|_| char::from(letters[random.usize(..letters.len())])).collect()
        })
    }

    #[test]
    fn the_grammar_reads_what_the_scan_passes() {
        for text in strings().take(200_000).filter(|text| scan(text).is_ok()) {
            assert!(Grammar::parse(Rule::piece, &text).is_ok(), "{text}");
        }
    }

    #[test]
    fn the_scan_passes_what_the_grammar_reads_but_for_the_two_limits() {
        for text in strings().take(200_000).filter(|text| Grammar::parse(Rule::piece, text).is_ok()) {
            if let Err(fault) = scan(&text) {
                assert!(
                    matches!(fault.error.code(), "duplicate-modifier" | "step-too-long"),
                    "{text}: {}",
                    fault.error
                );
            }
        }
    }
}
