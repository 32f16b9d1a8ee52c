//! Faults that are found while a file is read, before its values are
//! interpreted: invalid TOML, and impossible keys and values. They are
//! described for authors of variant files.

use super::keys::{PIECES, heading, is_bare};
use super::node::{ExpectedValue, GivenValue, Misfit, NONE, NodeFault, TomlNode};
use super::read::may_be_none;
use super::{VariantFile, advice};
use crate::board::{MAX_FILES, MAX_RANKS};
use crate::text::{Report, Source, Sources, Span, did_you_mean, enumerate, similar};
use crate::variant::{Scoring, Worth};
use once_cell::sync::Lazy;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::de::DeTable;

/// TOML's message for a key that is there already.
pub(super) const DUPLICATE: &str = "duplicate key";

/// TOML's message for a dotted key of a table that is written in braces.
pub(super) const EXTENDED: &str = "cannot extend value of type inline table with a dotted key";

/// The beginnings of TOML's messages for a word without quotes, the last two for letters that might begin other values.
const UNQUOTED: [&str; 3] = ["string values must be quoted", "invalid float", "invalid boolean"];

pub(super) fn syntax_report(source: &Arc<Source>, error: &toml::de::Error) -> Report {
    let span = error.span().unwrap_or(0..0);
    if let Some(quote) = unclosed_quote(source, error) {
        let help = match quote.len() {
            1 => "a string begins and ends with a quote on the same line",
            _ => "a string of several lines begins and ends with three quotes",
        };
        return Report::error("this string is never closed").help(help).at(source, quote);
    }
    let slip = slip(source, span.start).or_else(|| unquoted(source, error));
    let message = match &slip {
        Some(slip) if slip.starts_with(QUOTED) => "string without quotes".to_owned(),
        _ => error.message().lines().collect::<Vec<_>>().join(", "),
    };
    let report = Report::error(message).at(source, span.clone());
    match error.message() {
        DUPLICATE => report.help(match single_heading(source, span.start) {
            Some(name) if source.text.contains(&format!("[[{name}]]")) => {
                format!("each of them has a heading in double brackets: write `[[{name}]]`")
            }
            Some(name) if !name.contains('.') => {
                "a table can have only one heading: put all keys under the first one".to_owned()
            }
            _ => "every key, and every piece, may be given only once".to_owned(),
        }),
        EXTENDED => report.help("a table in braces is complete: write all its keys between them, or none"),
        _ => report.help(
            slip.unwrap_or_else(|| "the file must be TOML: `key = value` lines and `[table]` headings".to_owned()),
        ),
    }
}

/// The line that contains the byte `at`, without blanks around it.
fn line_of(source: &Source, at: usize) -> Option<&str> {
    let start = source.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    source.text.get(start..)?.lines().next().map(str::trim)
}

/// The name in the heading in single brackets that contains the byte `at`.
fn single_heading(source: &Source, at: usize) -> Option<&str> {
    let name = line_of(source, at)?.strip_prefix('[')?;
    name.split(']').next().filter(|name| !name.starts_with('['))
}

/// Of the errors in a file for another program, the one that says so.
pub(super) fn drop_foreign(source: &Source, errors: &mut Vec<toml::de::Error>) {
    let start = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    let on_heading = |error: &toml::de::Error| line_of(source, start(error)).is_some_and(is_foreign_heading);
    if let Some(heading) = errors.iter().position(on_heading) {
        errors.swap(0, heading);
        errors.truncate(1);
    }
}

/// Drops the errors that merely follow from a quote that is never closed: those on its line and, inside a list or
/// braces, all that come after it.
pub(super) fn drop_misread(source: &Source, errors: &mut Vec<toml::de::Error>) {
    let line = |at: usize| source.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let quotes: Vec<Option<usize>> = errors.iter().map(|error| Some(unclosed_quote(source, error)?.start)).collect();
    let lines: BTreeSet<usize> = quotes.iter().flatten().map(|quote| line(*quote)).collect();
    let mut quotes = quotes.into_iter();
    let (mut told, mut lost) = (BTreeSet::new(), false);
    errors.retain(|error| {
        let quote = quotes.next().flatten();
        let start = line(quote.or(error.span().map(|span| span.start)).unwrap_or_default());
        let kept = !lost && (!lines.contains(&start) || quote.is_some() && told.insert(start));
        let is_value = |quote: usize| {
            let (key, value) = source.text[start..quote].split_once('=')?;
            Some(value.trim().is_empty() && !key.contains(['[', '{']))
        };
        lost |= quote.is_some_and(|quote| is_value(quote) != Some(true));
        kept
    });
}

/// The opening quotes of a string that is never closed, if that is the error; its own span is where the string stops.
fn unclosed_quote(source: &Source, error: &toml::de::Error) -> Option<Span> {
    let message = error.message();
    if !["string, expected `\"`", "string, expected `'`"].iter().any(|end| message.ends_with(end)) {
        return None;
    }
    let before = source.text.get(..error.span()?.start)?;
    if message.contains("multi-line") {
        let quotes = if message.ends_with("`'`") { "'''" } else { "\"\"\"" };
        let escaped = |at: &usize| before[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        let starts = before.match_indices(quotes).map(|(at, _)| at);
        let start = starts.filter(|at| quotes == "'''" || !escaped(at)).last()?;
        return Some(start..start + 3);
    }
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let (mut open, mut escaped) = (None, false);
    for (at, c) in before[line..].char_indices() {
        match open {
            None if matches!(c, '"' | '\'') => open = Some((at, c)),
            Some((_, quote)) if quote == c && !escaped => open = None,
            _ => {}
        }
        escaped = c == '\\' && !escaped && matches!(open, Some((_, '"')));
    }
    open.map(|(at, _)| line + at..line + at + 1)
}

/// The bracket of a list or a table in braces in which a line begins with another key or a heading, or the file ends.
pub(super) fn unclosed_bracket(text: &str) -> Option<Span> {
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    // The last sign, behind which a value may begin.
    let mut sign = b' ';
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        // Lines may be long, so they are looked for only where they are needed.
        let line = || rest.lines().next().unwrap_or_default();
        if at == 0 || text[..at].ends_with('\n') {
            let line = line();
            let in_list = open.last().is_some_and(|bracket| text[*bracket..].starts_with('['));
            if !open.is_empty() && (is_heading(line) || in_list && is_setting(line)) {
                break;
            }
            if open.is_empty() && line.trim_start().starts_with('[') {
                at += line.len() + 1;
                continue;
            }
        }
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes));
        at += match (quotes, rest.as_bytes()[0]) {
            (Some(quotes), _) => match string_length(&rest[quotes.len()..], quotes) {
                Some(length) => quotes.len() + length,
                // A quote that is never closed is a fault of its own: within brackets, it hides theirs.
                None if open.is_empty() && quotes.len() == 1 => line().len(),
                None => return None,
            },
            (None, b'#') => line().len(),
            (None, b'[' | b'{') if b"=,[{".contains(&sign) => {
                open.push(at);
                1
            }
            (None, close @ (b']' | b'}')) => {
                let opening = if close == b']' { b'[' } else { b'{' };
                if let Some(bracket) = open.pop_if(|bracket| text.as_bytes()[*bracket] != opening) {
                    return Some(bracket..bracket + 1);
                }
                open.pop();
                1
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if !rest.starts_with([' ', '\t', '\r', '\n', '#']) {
            sign = rest.as_bytes()[0];
        }
    }
    open.first().map(|bracket| *bracket..bracket + 1)
}

/// The length of a string with its closing quotes; `None` if it has none.
fn string_length(text: &str, quotes: &str) -> Option<usize> {
    let escaped = |at: usize| text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
    let (end, _) = text.match_indices(quotes).find(|(at, _)| !quotes.starts_with('"') || !escaped(*at))?;
    (quotes.len() > 1 || !text[..end].contains('\n')).then_some(end + quotes.len())
}

/// Whether a line is a heading: a name in brackets.
fn is_heading(line: &str) -> bool {
    let name = line.trim().strip_prefix('[').map(|name| name.trim_start_matches('['));
    name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains([',', '=']))
}

/// Whether a line begins with a key without quotes.
fn is_setting(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(|key| key.starts_with(|c: char| c.is_ascii_lowercase()) && is_bare(key))
}

/// The beginning of the advice to put text in quotes.
const QUOTED: &str = "strings are written in quotes";

/// Advice on a frequent mistake in the line that contains the byte `at`.
fn slip(source: &Source, at: usize) -> Option<String> {
    let line = line_of(source, at)?;
    if line.starts_with("//") {
        return Some("a comment begins with `#`".to_owned());
    }
    if is_foreign_heading(line) {
        return Some(FOREIGN.to_owned());
    }
    if let Some(other) = source.text[at..].chars().next().filter(|c| c.is_whitespace() && !c.is_ascii()) {
        return Some(format!("this is the character U+{:04X}, which only looks like a blank", u32::from(other)));
    }
    if let Some(heading) = line.strip_prefix('[') {
        let (above, name) = heading.trim_matches(['[', ']']).rsplit_once('.')?;
        return (!name.is_empty() && !is_bare(name) && !name.starts_with(['"', '\'']))
            .then(|| match name.chars().find(|c| c.is_alphabetic() && !c.is_ascii()) {
                Some(letter) => format!("`{letter}` is not one of the letters a to z, though it may look like one"),
                None => format!("names with other characters than letters, digits, `-` and `_` are written in quotes: `[{above}.\"{name}\"]`"),
            });
    }
    let (key, value) = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()))?;
    if value.trim_start_matches('[').starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']) {
        return Some("strings are written in straight quotes, for example `\"N\"`".to_owned());
    }
    if is_foreign(key, &[]) && is_bare(key) {
        return Some(FOREIGN.to_owned());
    }
    let rest = source.text[at..].lines().next().unwrap_or_default().trim();
    if rest.starts_with("//") || rest.starts_with(';') && rest.len() > 1 {
        return Some("a comment begins with `#`".to_owned());
    }
    if [",", ";"].contains(&rest) && !value.starts_with(['[', '{']) {
        return Some(format!("a line ends without `{rest}`"));
    }
    if ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word)) {
        return Some("`true` and `false` are written in small letters".to_owned());
    }
    let plain = value.starts_with(|c: char| c.is_ascii_alphabetic()) && !value.contains(['"', '\'', '#']);
    plain.then(|| format!("{QUOTED}: `{key} = \"{value}\"`"))
}

/// Advice on a word without quotes within a list or a table in braces, if that is the error.
fn unquoted(source: &Source, error: &toml::de::Error) -> Option<String> {
    let is_word = UNQUOTED.iter().any(|message| error.message().starts_with(message));
    let start = error.span()?.start;
    // A number after a plus is expected behind that.
    let start = start - usize::from(source.text.get(..start)?.ends_with('+'));
    let rest = source.text.get(start..).filter(|_| is_word)?;
    let rest = Some(rest).filter(|rest| rest.trim_start_matches('+').starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let word: String = rest.chars().take_while(|c| !c.is_whitespace() && !",]}#\"'".contains(*c)).collect();
    (!word.is_empty()).then(|| format!("{QUOTED}: `\"{word}\"`"))
}

/// Describes a type error for authors of variant files;
/// also returns the key that was probably meant.
pub(super) fn type_report(
    sources: &Sources,
    span: &Span,
    fault: &NodeFault,
    path: Option<&str>,
) -> (Report, Option<&'static str>) {
    let mut meant = None;
    let mut report = match fault {
        NodeFault::UnknownKey { key, known } => {
            meant = similar(key, known.iter().copied());
            unknown_key(key, known, path)
        }
        NodeFault::UnknownWord { word, known } => unknown_word(word, known, path),
        NodeFault::WrongValue { given: GivenValue::Table, wanted: ExpectedValue::List } => {
            let heading = path.unwrap_or("effect");
            Report::error("expected a list, found a table")
                .help(format!("write each of them under a heading in double brackets: `[[{heading}]]`"))
        }
        NodeFault::WrongValue { given, wanted } => wrong_value(given, wanted, path),
        NodeFault::Other(message) => Report::error(message),
    };
    report.place = sources.place(span);
    (report, meant)
}

fn unknown_key(key: &str, known: &[&str], path: Option<&str>) -> Report {
    let elsewhere = advice::on_key(key, path).map(str::to_owned);
    let slip = || did_you_mean(key, known.iter().copied());
    let near = || slip().filter(|_| similar(key, known.iter().copied()).is_some());
    let foreign = || is_foreign(key, known).then(|| FOREIGN.to_owned());
    let above = || {
        let help = match MEANT.iter().find(|(table, _)| *table == key) {
            Some((table, meant)) => {
                format!("`{key}` is a table of its own: write `{meant} = ...` under the heading `[{table}]`")
            }
            None => match heading_of(key) {
                Some(heading) if may_be_none(key) => format!(
                    "`{key}` is a table of its own, under the heading `{heading}`; `{key} = \"{NONE}\"` belongs above the \
                     first `[table]`"
                ),
                Some(heading) => format!("`{key}` is a table of its own, under the heading `{heading}`"),
                None => format!("`{key}` is a key of the whole file: such keys belong above the first `[table]`"),
            },
        };
        top_keys().contains(&key).then_some(help)
    };
    let worth = || {
        let help = "the values of pieces belong in `[values.board]` and `[values.hand]`";
        path.is_some_and(|path| path.starts_with("values.")).then(|| help.to_owned())
    };
    let mut report = Report::error(format!("unknown key `{key}`"));
    report.help.extend(
        elsewhere.or_else(near).or_else(foreign).or_else(above).or_else(worth).or_else(slip).or_else(|| headed(key)),
    );
    report.help(format!("keys here: {}", known.join(", ")))
}

/// Advice on files for another program.
const FOREIGN: &str =
    "`alfil import FILE --to DIR` reads a variants.ini as Fairy-Stockfish has it, and writes files like this one";

/// Whether a key may come from a `variants.ini`, whose keys have capitals inside.
fn is_foreign(key: &str, known: &[&str]) -> bool {
    let spaced: String = key
        .chars()
        .flat_map(|c| c.is_ascii_uppercase().then_some('_').into_iter().chain([c.to_ascii_lowercase()]))
        .collect();
    key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.contains(|c: char| c.is_ascii_uppercase())
        && !known.contains(&spaced.as_str())
}

/// Whether a line is the heading of a game in a `variants.ini` that is built on another one: `[name:parent]`.
fn is_foreign_heading(line: &str) -> bool {
    let names = line.trim().strip_prefix('[').and_then(|line| line.split(']').next()?.split_once(':'));
    names.is_some_and(|(name, parent)| is_bare(name) && is_bare(parent) && !top_keys().contains(&name))
}

fn unknown_word(word: &str, known: &[&str], path: Option<&str>) -> Report {
    let list = known.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let mut report = Report::error(format!("`{word}` is not possible here, expected {list}"));
    let elsewhere = path.and_then(|path| advice::on_word(word, path)).map(str::to_owned);
    let square = || {
        let is_set = known.contains(&ZONE) && is_square(word);
        is_set.then(|| format!("the squares belong in `zone`: write `where = \"{ZONE}\"` and `zone = \"{word}\"`"))
    };
    report.help.extend(elsewhere.or_else(square).or_else(|| did_you_mean(word, known.iter().copied())));
    report
}

/// The word for squares that the key `zone` names.
const ZONE: &str = "zone";

fn is_square(word: &str) -> bool {
    let digits = word.strip_prefix(|c: char| c.is_ascii_lowercase());
    digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}

/// The report on a value of a wrong type or out of range.
fn wrong_value(given: &GivenValue, wanted: &ExpectedValue, path: Option<&str>) -> Report {
    let range = path.and_then(|path| narrower(path, wanted));
    let mut report = Report::error(match range {
        Some((least, most)) => format!("expected a whole number from {least} to {most}, found {given}"),
        None => format!("expected {wanted}, found {given}"),
    });
    if let (GivenValue::Tables, Some(path)) = (given, path) {
        let heading = heading(path);
        report = report.help(format!("write it under a heading in single brackets: `[{heading}]`"));
    }
    if *given == GivenValue::Table && path == Some("board.holes") {
        report = report.help("name the squares in `[board]`, for example `holes = \"d4 e4\"`");
    }
    let word = match given {
        GivenValue::Truth(truth) => Some(truth.to_string()),
        GivenValue::Whole(number) => Some(number.to_string()),
        _ => None,
    };
    if let Some(help) = word.and_then(|word| advice::on_word(&word, path?)) {
        return report.help(help);
    }
    let help = match (wanted, given) {
        (ExpectedValue::List | ExpectedValue::Table, GivenValue::Text(word)) if word == NONE => Some(
            "`\"none\"` removes what an included file has here, but no such file has anything: leave out the line"
                .to_owned(),
        ),
        (ExpectedValue::Table, GivenValue::Truth(false)) => {
            Some("write `\"none\"` for a game without it, or leave out the line".to_owned())
        }
        (ExpectedValue::List, GivenValue::Text(word)) => did_you_mean(word, [NONE]).or_else(|| {
            let holds_words = heading_of(path?).is_none();
            holds_words.then(|| format!("a list is written in brackets: `[{word:?}]`"))
        }),
        (ExpectedValue::Table, GivenValue::Text(word)) => {
            did_you_mean(word, [NONE]).or_else(|| as_table(path?, Some(format!("{word:?}"))))
        }
        (ExpectedValue::Table, GivenValue::Whole(number)) => {
            path.and_then(|path| as_table(path, Some(number.to_string())))
        }
        (ExpectedValue::Table, GivenValue::Truth(_)) => path.and_then(|path| as_table(path, None)),
        (ExpectedValue::Truth, GivenValue::Text(word)) => {
            let advised = path.and_then(|path| advice::on_word(word, path)).map(str::to_owned);
            let meant = match word.as_str() {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            };
            advised.or_else(|| meant.map(|meant| format!("write `{meant}` without quotes")))
        }
        (_, GivenValue::Text(text)) if is_quoted(text, wanted) => Some(format!("write `{text}` without quotes")),
        _ => None,
    };
    let any = || path.filter(|_| report.help.is_empty()).and_then(advice::on_any).map(str::to_owned);
    let help = help.or_else(any);
    report.help.extend(help);
    report
}

/// Tables, and the key of each that is meant if a single value is given in its place.
const MEANT: [(&str, &str); 12] = [
    ("castling", "style"),
    ("counting", "rule"),
    ("drop", "enabled"),
    ("end.bare", "count"),
    ("gating", "mode"),
    ("hand", "source"),
    ("impasse", "rule"),
    ("insufficient", "mode"),
    ("move_rule", "plies"),
    ("repetition", "fold"),
    ("royalty", "pieces"),
    ("start", "fen"),
];

/// Whether a string contains a number that would be right without quotes.
fn is_quoted(text: &str, wanted: &ExpectedValue) -> bool {
    match wanted {
        ExpectedValue::Whole { most } => text.parse().is_ok_and(|number: u64| number <= *most),
        ExpectedValue::Float => text.parse().is_ok_and(f64::is_finite),
        _ => false,
    }
}

/// Advice on how to write a table in place of a single value, with that value if it is known which key would have it.
fn as_table(path: &str, value: Option<String>) -> Option<String> {
    let heading = heading(path);
    let is_piece = path.split_once('.').is_some_and(|(table, id)| table == PIECES && !id.contains('.'));
    let key = MEANT.iter().find(|(table, _)| *table == path).map(|(_, key)| *key);
    let key = if is_piece { Some("move") } else { key };
    if let (Some(key), Some(value)) = (key, value) {
        return Some(format!("write `{key} = {value}` under the heading `[{heading}]`"));
    }
    let keys = keys_under(path).1;
    (!keys.is_empty()).then(|| format!("write it under the heading `[{heading}]`, whose keys are {}", keys.join(", ")))
}

/// The headings of the tables that have a key, for authors who have written it in another one.
fn headed(key: &str) -> Option<String> {
    const MOST: usize = 3;
    let has = |(_, keys): &&(String, Keys)| keys.contains(&key);
    let found: Vec<String> = HEADINGS.iter().filter(has).map(|(heading, _)| format!("`{heading}`")).collect();
    (1..=MOST).contains(&found.len()).then(|| format!("`{key}` is a key of {}", enumerate(&found, "and")))
}

/// The keys that a table may have.
type Keys = &'static [&'static str];

/// All headings that files may have, with the keys under them.
static HEADINGS: Lazy<Vec<(String, Keys)>> = Lazy::new(|| {
    let mut found = Vec::new();
    let mut open: Vec<String> = top_keys().iter().map(|key| (*key).to_owned()).collect();
    open.push(format!("{PIECES}.P"));
    while let Some(path) = open.pop() {
        let (heading, keys) = keys_under(&path);
        open.extend(keys.iter().map(|key| format!("{path}.{key}")));
        found.push((heading, keys));
    }
    found.sort_unstable();
    found
});

/// The heading of a table, in single or double brackets, and the keys that it may have; empty if there is no such
/// table.
fn keys_under(path: &str) -> (String, Keys) {
    let Some(heading) = heading_of(path) else { return Default::default() };
    let keys = known_keys(&format!("{heading}\n\"\" = 0"));
    (heading, keys)
}

/// The top-level keys of a file.
fn top_keys() -> Keys {
    known_keys("\"\" = 0")
}

/// The heading of a path, if that leads to a table or a list of tables.
fn heading_of(path: &str) -> Option<String> {
    [format!("[{path}]"), format!("[[{path}]]")].into_iter().find(|heading| {
        let (table, _) = DeTable::parse_recoverable(heading);
        VariantFile::deserialize(TomlNode::file(table.get_ref())).is_ok()
    })
}

/// The keys that the types list as known when they report the unknown one in `text`.
fn known_keys(text: &str) -> Keys {
    let (table, _) = DeTable::parse_recoverable(text);
    match VariantFile::deserialize(TomlNode::file(table.get_ref())) {
        Err(Misfit { fault: NodeFault::UnknownKey { known, .. }, .. }) => known,
        _ => &[],
    }
}

/// The range of numbers that a key takes if it is narrower than that of its type.
fn narrower(path: &str, wanted: &ExpectedValue) -> Option<(u16, u16)> {
    if !matches!(wanted, ExpectedValue::Whole { .. }) {
        return None;
    }
    let table = path.rsplit_once('.').map_or(path, |(table, _)| table);
    match (path, table) {
        ("board.files", _) => Some((1, u16::from(MAX_FILES))),
        ("board.ranks", _) => Some((1, u16::from(MAX_RANKS))),
        (_, "values.board" | "values.hand") => Some((0, Worth::GREATEST)),
        (_, "scoring.points") => Some((0, Scoring::MOST)),
        _ => None,
    }
}
