//! Many positions, one a line: EPD with its operations, or nothing but a FEN.

use super::Analyst;
use super::lines::{Worth, numbered, san, score};
use crate::cli::Failure;
use crate::cli::output::{complain, say};
use crate::game::Game;
use crate::text::{Report, Source, Span};
use crate::variant::Setup;
use serde::Serialize;
use std::sync::Arc;

/// Operations that say something about a position, besides those with a number.
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
/// Fields of a position before which no operation can stand, and before which none stands that is not known.
const LEAST_FIELDS: usize = 2;
const USUAL_FIELDS: usize = 4;

/// A line of the file.
struct Entry<'a> {
    line: &'a str,
    fen: &'a str,
    operations: Vec<(&'a str, &'a str)>,
    /// What is odd, and where in the line.
    warnings: Vec<(String, Span)>,
}

impl<'a> Entry<'a> {
    fn read(line: &'a str) -> Self {
        let mut behind = words(line).enumerate().skip(LEAST_FIELDS);
        let begins = |(field, (start, word)): &(usize, (usize, &str))| {
            is_operation(word) || *field >= USUAL_FIELDS && is_opcode(word) && line[*start..].contains(';')
        };
        let first = behind.find(begins).map(|(_, (start, word))| (start, word.trim_end_matches(';')));
        let end = first.map_or(line.len(), |(start, _)| start);
        let operations = split_operations(&line[end..]).into_iter().filter_map(|operation| {
            let operation = operation.trim();
            let (name, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
            (!name.is_empty()).then_some((name, operand.trim()))
        });
        let fen = line[..end].trim().trim_end_matches(';');
        let mut entry = Self { line, fen, operations: operations.collect(), warnings: Vec::new() };
        if let Some((start, word)) = first.filter(|(_, word)| !is_operation(word)) {
            let message = format!("`{word}` is no operation that is known here, and is passed over");
            entry.warnings.push((message, start..start + word.len()));
        }
        for &(name, operand) in &entry.operations {
            if ["bm", "am"].contains(&name) && operand.is_empty() {
                entry.warnings.push((format!("`{name}` names no move"), entry.span(name)));
            }
        }
        if line.matches('"').count() % 2 == 1 {
            let start = line.rfind('"').unwrap_or(0);
            entry.warnings.push(("this string does not end: expected `\"`".to_owned(), start..line.len()));
        }
        entry
    }

    /// Where in the line a part of it stands.
    fn span(&self, part: &str) -> Span {
        let start = part.as_ptr() as usize - self.line.as_ptr() as usize;
        start..start + part.len()
    }

    fn operand(&self, name: &str) -> Option<&'a str> {
        self.operations.iter().find(|(known, _)| *known == name).map(|(_, operand)| *operand)
    }

    fn id(&self) -> Option<&'a str> {
        self.operand("id").map(|id| id.trim_matches('"'))
    }
}

fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (start(word), word))
}

fn is_operation(word: &str) -> bool {
    let name = word.trim_end_matches(';');
    let numbered = |letter: char| {
        name.strip_prefix(letter).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    OPERATIONS.contains(&name) || numbered('c') || numbered('v')
}

/// Whether a word has the form of an operation's name, as the standard has it, and is no square.
fn is_opcode(word: &str) -> bool {
    let name = word.trim_end_matches(';');
    let mut chars = name.chars();
    let letter = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    let square = name.len() > 1 && chars.as_str().bytes().all(|byte| byte.is_ascii_digit());
    letter && !square && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Operations end with a semicolon, but not one inside quotes.
fn split_operations(text: &str) -> Vec<&str> {
    let mut quoted = false;
    text.split(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .collect()
}

/// What came of a position, as JSON.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    line: usize,
    id: Option<&'a str>,
    fen: String,
    best: Option<String>,
    san: Option<String>,
    score: Option<Worth>,
    depth: Option<u32>,
    nodes: Option<u64>,
    pv: Vec<String>,
    /// Whether the move is one that the file wants, and none that it does not; nothing where it wants none.
    solved: Option<bool>,
}

/// Analyzes one line after the other; one that is wrong does not keep the next ones from it.
pub(super) fn run(analyst: &Analyst, game: &Game, source: &Arc<Source>) -> Result<(), Failure> {
    let (mut asked, mut solved, mut wrong, mut found) = (0, 0, 0, false);
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
        let entry = Entry::read(line);
        let place = |part: &Span| start + part.start..start + part.end;
        for (message, part) in &entry.warnings {
            complain(&Report::warning(message).at(source, place(part)))?;
        }
        match analyze(analyst, game, &entry, index + 1) {
            Ok(Some(right)) => (asked, solved) = (asked + 1, solved + usize::from(right)),
            Ok(None) => {}
            Err(Fault::Wrong(message, part)) => {
                wrong += 1;
                complain(&Report::error(message).at(source, place(&part)))?;
            }
            Err(Fault::Failed(failure)) => return Err(failure),
        }
    }
    if !found {
        return Err(format!("{}: there is no position in it: expected EPD", source.name).into());
    }
    if asked > 0 && !analyst.json {
        say(format!("{solved} of {asked} solved"))?;
    }
    match wrong {
        0 => Ok(()),
        1 => Err("one line was left out".into()),
        _ => Err(format!("{wrong} lines were left out").into()),
    }
}

/// Why a line is left out: what is wrong, and where in it; or why everything ends.
enum Fault {
    Wrong(String, Span),
    Failed(Failure),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Whether the position was solved, if there was anything to solve.
fn analyze(analyst: &Analyst, game: &Game, entry: &Entry<'_>, number: usize) -> Result<Option<bool>, Fault> {
    let mut game = game.begun_at(entry.fen);
    let setup =
        Setup::parse(game.variant(), entry.fen).map_err(|fault| Fault::Wrong(fault.to_string(), fault.span()))?;
    game.set_up(&setup).map_err(|fault| Fault::Wrong(fault.to_string(), 0..entry.fen.len()))?;
    let mut wanted = [Vec::new(), Vec::new()];
    for (moves, operand) in wanted.iter_mut().zip([entry.operand("bm"), entry.operand("am")]) {
        for text in operand.unwrap_or_default().split_whitespace() {
            let read = game.read_move(text);
            let unread = |fault| Fault::Wrong(format!("`{text}` is no legal move here: {fault}"), entry.span(text));
            moves.push(read.map_err(unread)?);
        }
    }
    let bar = analyst.bottom_line();
    let found = analyst.best(&game, &mut |info| bar.set_message(format!("line {number}, depth {}", info.depth)));
    bar.finish_and_clear();
    let best = found.as_ref().and_then(|info| info.line.first().copied());
    let [right, avoided] = &wanted;
    let asked = !right.is_empty() || !avoided.is_empty();
    let solved = best.filter(|_| asked).map(|mv| (right.is_empty() || right.contains(&mv)) && !avoided.contains(&mv));
    if analyst.json {
        let answer = Answer {
            line: number,
            id: entry.id(),
            fen: game.setup().fen(game.variant()),
            best: best.map(|mv| game.move_text(mv)),
            san: best.map(|mv| game.san(mv)),
            score: found.as_ref().map(|info| info.score.into()),
            depth: found.as_ref().map(|info| info.depth),
            nodes: found.as_ref().map(|info| info.nodes),
            pv: found.as_ref().map(|info| san(&game, &info.line)).unwrap_or_default(),
            solved,
        };
        say(serde_json::to_string(&answer).map_err(Failure::from)?)?;
        return Ok(solved);
    }
    let name = entry.id().map_or_else(|| number.to_string(), str::to_owned);
    let mark = match solved {
        Some(true) => "  solved",
        Some(false) => "  not solved",
        None => "",
    };
    match (&found, game.outcome()) {
        (Some(info), _) => {
            say(format!("{name}: {} depth {}  {}{mark}", score(info.score), info.depth, numbered(&game, &info.line)))?;
        }
        (None, Some(outcome)) => say(format!("{name}: the game is over: {}", game.verdict(outcome)))?,
        (None, None) => say(format!("{name}: there is no legal move"))?,
    }
    Ok(solved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_follow_the_position() {
        let fen = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
        let line = format!("{fen} bm Qd1+; c0 \"a; b\"; id \"BK.01\";");
        let entry = Entry::read(&line);
        assert_eq!(entry.fen, fen);
        assert_eq!(entry.operations, [("bm", "Qd1+"), ("c0", "\"a; b\""), ("id", "\"BK.01\"")]);
        assert_eq!(entry.id(), Some("BK.01"));
        // A FEN is one, too.
        let entry = Entry::read("4k3/8/8/8/8/8/8/4K2R w K - 3 40");
        assert_eq!((entry.fen, entry.operations.len()), ("4k3/8/8/8/8/8/8/4K2R w K - 3 40", 0));
    }

    /// The standard allows operations of one's own, everywhere.
    #[test]
    fn what_is_odd_is_warned_of() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K -";
        for (operations, message, part) in [
            ("zz9 3; bm O-O;", "`zz9` is no operation that is known here, and is passed over", "zz9"),
            ("bm;", "`bm` names no move", "bm"),
            ("bm O-O; id \"never;", "this string does not end: expected `\"`", "\"never;"),
        ] {
            let line = format!("{fen} {operations}");
            let entry = Entry::read(&line);
            assert_eq!(entry.fen, fen, "{operations}");
            let found: Vec<_> = entry.warnings.iter().map(|(said, at)| (said.as_str(), &line[at.clone()])).collect();
            assert_eq!(found, [(message, part)]);
        }
        for line in ["4k3/8/8/8/8/8/8/4K2R w K e3 3 40", "4k3/8/8/8/8/8/8/4K2R [Q] w K e3 3 40; bm O-O;"] {
            assert_eq!(Entry::read(line).warnings, [], "{line}");
        }
    }
}
