//! EPD files: each line is a position followed by operations, or only a FEN.
//!
//! The operations are those of the standard, and `D<n>`, the number of positions at depth n in files for perft
//! (`;D1 20 ;D2 400`).

use super::Failure;
use super::output::Complaints;
use super::position::place_counted;
use crate::game::Game;
use crate::text::{Report, Source, Span, span_in};
use crate::variant::Setup;
use std::str::FromStr;
use std::sync::Arc;

/// The operations of the standard that describe a position, except for those with a number in their names.
const OPERATIONS: [&str; 24] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
];
/// The operations that are used here; if one is repeated, the first counts.
const READ: [&str; 6] = ["am", "bm", "dm", "fmvn", "hmvc", "id"];
/// The least number of fields that a position has before a known operation, and before an unknown one.
const LEAST_FIELDS: usize = 2;
const USUAL_FIELDS: usize = 4;

/// A line of the file.
pub(super) struct EpdLine<'a> {
    /// Its number, from 1.
    pub line_number: usize,
    line: &'a str,
    fen: &'a str,
    pub operations: Vec<(&'a str, &'a str)>,
    /// Warnings, and where in the line they point.
    warnings: Vec<(String, Span)>,
}

impl<'a> EpdLine<'a> {
    fn read(line_number: usize, line: &'a str) -> Self {
        // A semicolon is never part of a position; some files have one between it and the first operation.
        let semicolon = line.find(';');
        let until = semicolon.unwrap_or(line.len());
        let mut behind = line[..until].split_whitespace().enumerate().skip(LEAST_FIELDS);
        let begins = |(field, word): &(usize, &str)| {
            is_operation(word) || *field >= USUAL_FIELDS && is_opcode(word) && semicolon.is_some()
        };
        let first = behind.find(begins).map(|(_, word)| word);
        let end = first.map_or(until, |word| span_in(line, word).start);
        let operations = split_operations(&line[end..]).into_iter().filter_map(|operation| {
            let operation = operation.trim();
            let (name, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
            (!name.is_empty()).then_some((name, operand.trim()))
        });
        let fen = line[..end].trim();
        let mut entry = Self { line_number, line, fen, operations: operations.collect(), warnings: Vec::new() };
        if let Some(word) = first.filter(|word| !is_operation(word)) {
            let message = format!("`{word}` is not a known operation, and is ignored");
            entry.warnings.push((message, span_in(line, word)));
        }
        for (number, &(name, operand)) in entry.operations.iter().enumerate() {
            if ["bm", "am"].contains(&name) && operand.is_empty() {
                entry.warnings.push((format!("`{name}` has no move"), entry.span(name)));
            }
            if READ.contains(&name) && entry.operations[..number].iter().any(|(other, _)| *other == name) {
                let message = format!("`{name}` occurs more than once: the first one counts");
                entry.warnings.push((message, entry.span(name)));
            }
        }
        if line.matches('"').count() % 2 == 1 {
            let start = line.rfind('"').unwrap_or(0);
            entry.warnings.push(("this string does not end: expected `\"`".to_owned(), start..line.len()));
        }
        entry
    }

    /// Where a part of the line is in it; `part` must be a slice of the line.
    pub(super) fn span(&self, part: &str) -> Span {
        span_in(self.line, part)
    }

    pub(super) fn operand(&self, name: &str) -> Option<&'a str> {
        self.operations.iter().find(|(known, _)| *known == name).map(|(_, operand)| *operand)
    }

    pub(super) fn id(&self) -> Option<&'a str> {
        self.operand("id").map(|id| id.trim_matches('"'))
    }

    /// The name of the position: its `id`, or the number of its line.
    pub(super) fn name(&self) -> String {
        self.id().map_or_else(|| self.line_number.to_string(), str::to_owned)
    }

    /// The operand of an operation as a number; `None` if the line does not have this operation.
    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, EpdFault> {
        let Some((name, operand)) = self.operations.iter().find(|(known, _)| *known == name) else { return Ok(None) };
        let unread = |_| EpdFault::Wrong(format!("`{name}` needs a number"), self.span(name));
        operand.parse().map(Some).map_err(unread)
    }

    /// The game at the position, with the counters of `hmvc` and `fmvn`; and remarks on the position.
    fn position(&self, game: &Game) -> Result<(Game, Vec<Report>), EpdFault> {
        let mut game = game.clone();
        let (halfmove, fullmove) = (self.number("hmvc")?, self.number("fmvn")?);
        let count = |setup: &mut Setup| {
            setup.halfmove = halfmove.unwrap_or(setup.halfmove);
            setup.fullmove = fullmove.unwrap_or(setup.fullmove).max(1);
        };
        let remarks =
            place_counted(&mut game, self.fen, count).map_err(|fault| EpdFault::Wrong(fault.message, fault.span))?;
        Ok((game, remarks))
    }
}

fn is_operation(name: &str) -> bool {
    let numbered = |letter: char| {
        name.strip_prefix(letter).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    OPERATIONS.contains(&name) || numbered('c') || numbered('v') || counted_depth(name).is_some()
}

/// The depth that an operation gives a count for: 3 for `D3`.
pub(super) fn counted_depth(name: &str) -> Option<u32> {
    name.strip_prefix('D').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

/// Whether a word has the form of an operation's name in the standard, and is not a square.
fn is_opcode(name: &str) -> bool {
    let mut chars = name.chars();
    let letter = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    let square = name.len() > 1 && chars.as_str().bytes().all(|byte| byte.is_ascii_digit());
    letter && !square && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Splits at semicolons outside of quotes.
fn split_operations(text: &str) -> Vec<&str> {
    let mut quoted = false;
    text.split(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .collect()
}

/// Why a line is skipped, or why processing ends with it.
pub(super) enum EpdFault {
    Wrong(String, Span),
    /// The user pressed Ctrl-C.
    Interrupted,
    Failed(Failure),
}

impl From<Failure> for EpdFault {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Processes one line after the other, even after wrong ones: `handle` gets the line and the game at its position.
/// Returns the number of wrong lines.
pub(super) fn each_line(
    source: &Arc<Source>,
    game: &Game,
    handle: &mut dyn FnMut(&EpdLine<'_>, Game) -> Result<(), EpdFault>,
) -> Result<usize, Failure> {
    let (mut wrong, mut found, mut complaints) = (0, false, Complaints::default());
    let mut told = |report: Report, part: &Span, start: usize| {
        complaints.tell(&report.at(source, start + part.start..start + part.end))
    };
    let mut offset = 0;
    for (index, whole) in source.text.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += whole.len();
        let line = whole.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let start = start + whole.find(line).unwrap_or(0);
        found = true;
        let entry = EpdLine::read(index + 1, line);
        for (message, part) in &entry.warnings {
            told(Report::warning(message), part, start)?;
        }
        let handled = entry.position(game).and_then(|(game, remarks)| {
            remarks.into_iter().try_for_each(|remark| told(remark, &entry.span(entry.fen), start))?;
            handle(&entry, game)
        });
        match handled {
            Ok(()) => {}
            Err(EpdFault::Wrong(message, part)) => {
                wrong += 1;
                told(Report::error(message), &part, start)?;
            }
            Err(EpdFault::Interrupted) => break,
            Err(EpdFault::Failed(failure)) => return Err(failure),
        }
    }
    complaints.end(&source.name)?;
    if found { Ok(wrong) } else { Err(format!("{}: there is no position in it: expected EPD", source.name).into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_follow_the_position() {
        let fen = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
        let line = format!("{fen} bm Qd1+; c0 \"a; b\"; id \"BK.01\";");
        let entry = EpdLine::read(1, &line);
        assert_eq!(entry.fen, fen);
        assert_eq!(entry.operations, [("bm", "Qd1+"), ("c0", "\"a; b\""), ("id", "\"BK.01\"")]);
        assert_eq!(entry.id(), Some("BK.01"));
        // Counts come after semicolons.
        for line in
            [format!("{fen} ;D1 48 ;D2 2039"), format!("{fen};D1 48;D2 2039;"), format!("{fen} D1 48; D2 2039;")]
        {
            let entry = EpdLine::read(1, &line);
            assert_eq!((entry.fen, &entry.operations[..]), (fen, &[("D1", "48"), ("D2", "2039")][..]), "{line}");
            assert_eq!(entry.warnings, [], "{line}");
        }
        // A FEN is an entry, too.
        let entry = EpdLine::read(1, "4k3/8/8/8/8/8/8/4K2R w K - 3 40");
        assert_eq!((entry.fen, entry.operations.len()), ("4k3/8/8/8/8/8/8/4K2R w K - 3 40", 0));
    }

    /// The standard allows custom operations everywhere.
    #[test]
    fn faulty_operations_are_warned_of() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K -";
        for (operations, message, part) in [
            ("zz9 3; bm O-O;", "`zz9` is not a known operation, and is ignored", "zz9"),
            ("bm;", "`bm` has no move", "bm"),
            ("bm O-O; bm Ke2;", "`bm` occurs more than once: the first one counts", "bm"),
            ("bm O-O; id \"never;", "this string does not end: expected `\"`", "\"never;"),
        ] {
            let line = format!("{fen} {operations}");
            let entry = EpdLine::read(1, &line);
            assert_eq!(entry.fen, fen, "{operations}");
            let found: Vec<_> = entry.warnings.iter().map(|(said, at)| (said.as_str(), &line[at.clone()])).collect();
            assert_eq!(found, [(message, part)]);
        }
        for line in ["4k3/8/8/8/8/8/8/4K2R w K e3 3 40", "4k3/8/8/8/8/8/8/4K2R [Q] w K e3 3 40; bm O-O;"] {
            assert_eq!(EpdLine::read(1, line).warnings, [], "{line}");
        }
    }
}
