//! What is wrong with a file before its meaning is asked: TOML and serde's
//! complaints in the words of a person who writes variant files.

use super::VariantFile;
use super::keys::{heading, is_bare};
use super::node::{NONE, Node, TABLES};
use crate::board::{MAX_FILES, MAX_RANKS};
use crate::text::{Report, Source, Sources, Span, did_you_mean, enumerate, similar};
use crate::variant::{Scoring, Worth};
use once_cell::sync::Lazy;
use serde::Deserialize;
use std::sync::Arc;
use toml::de::DeTable;

/// The key of the tables of pieces.
pub(super) const PIECES: &str = "pieces";

/// What TOML says of a key that is there already.
pub(super) const DUPLICATE: &str = "duplicate key";

/// What TOML says of a dotted key of a table that is written in braces.
pub(super) const EXTENDED: &str = "cannot extend value of type inline table with a dotted key";

pub(super) fn syntax_report(source: &Arc<Source>, error: &toml::de::Error) -> Report {
    let span = error.span().unwrap_or(0..0);
    let slip = slip(source, span.start);
    let message = match &slip {
        Some(slip) if slip.starts_with(QUOTED) => "text without quotes".to_owned(),
        _ => error.message().lines().collect::<Vec<_>>().join(", "),
    };
    let report = Report::error(message).at(source, span.clone());
    match error.message() {
        DUPLICATE if source.text.get(..span.start).is_some_and(|before| before.ends_with('[')) => {
            report.help("a table has one heading: put the keys of both under the first one")
        }
        DUPLICATE => report.help("every key, and every piece, may be given only once"),
        EXTENDED => report.help("a table in braces is complete: write all its keys between them, or none"),
        _ => report.help(
            slip.unwrap_or_else(|| "the file must be TOML: `key = value` lines and `[table]` headings".to_owned()),
        ),
    }
}

/// What is said of text that is given as it is.
const QUOTED: &str = "text stands in quotes";

/// What to do about a frequent slip in the line of a byte.
fn slip(source: &Source, at: usize) -> Option<String> {
    let start = source.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = source.text.get(start..)?.lines().next()?.trim();
    if line.starts_with("//") {
        return Some("a comment begins with `#`".to_owned());
    }
    if let Some(heading) = line.strip_prefix('[') {
        let (above, name) = heading.trim_matches(['[', ']']).rsplit_once('.')?;
        return (!name.is_empty() && !is_bare(name) && !name.contains(['"', '\'']))
            .then(|| format!("other signs than letters, digits, `-` and `_` stand in quotes: `[{above}.\"{name}\"]`"));
    }
    let (key, value) = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()))?;
    if value.trim_start_matches('[').starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']) {
        return Some("text stands in straight quotes, as `\"N\"`".to_owned());
    }
    if ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word)) {
        return Some("`true` and `false` are written in small letters".to_owned());
    }
    let plain = value.starts_with(|c: char| c.is_ascii_alphabetic()) && !value.contains(['"', '\'', '#']);
    plain.then(|| format!("{QUOTED}: `{key} = \"{value}\"`"))
}

/// Keys that a game might want, and how that is said instead, or that it cannot be. Those in brackets are meant at the
/// top of the file alone, those with a dot in that table alone, where `_` is any piece.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["turn"],
        "more than one move a turn cannot be said in a file; a piece with the atom `O` without a number in its moves can pass",
    ),
    (&["pass", "passing"], "a piece with the atom `O` without a number in its moves can pass the turn"),
    (
        &["[game]", "[variant]", "[info]"],
        "what is told about the game stands at the top of the file, above the first `[table]`: `name`, `title`, `description`",
    ),
    (&["value"], "what pieces are worth is said in `[values.board]`, as `Q = 950`"),
    (&["optional"], "whether pieces must promote is said by `mandatory`, as `mandatory = \"never\"`"),
    (&["royal"], "royal pieces are named in `[royalty]`, as `pieces = [\"K\"]`"),
    (
        &["topology", "edges", "cylinder", "torus", "wrap"],
        "`topology` in `[board]` joins edges, and the modifier `o` lets one piece go round the left and right ones",
    ),
    (
        &["attacker", "captor", "explosion", "blast", "contagion", "rebirth", "petrify"],
        "what moves do besides is said in `[[effect]]`, where `by` names the pieces that move",
    ),
    (
        &["checkless"],
        "that no move may give check but one that mates cannot be said in a file; `giving_check = \"forbidden\"` in `[royalty]` \
         forbids those that mate, too",
    ),
    (
        &["no_check", "no_checks"],
        "moves that give check are made illegal by `giving_check = \"forbidden\"` in `[royalty]`",
    ),
    (
        &["forced", "must_capture", "mustCapture", "mandatory_capture", "mandatory_captures"],
        "a duty to capture is said by `mandatory = true` in `[capture]`",
    ),
    (
        &["board.width", "board.height", "board.size", "[width]", "[height]", "[size]"],
        "how large the board is, say `files` and `ranks` in `[board]`",
    ),
    (
        &["pocket", "pockets", "pieces_in_hand"],
        "where pieces in hand come from is said in `[hand]`, and how they are dropped in `[drop]`",
    ),
    (
        &["promotes", "promotes_to", "promote_to", "pieces._.promotion"],
        "what pieces become is said in `[[promotion]]`, as `pieces = [\"P\"]` and `to = [\"Q\"]`",
    ),
    (&["betza", "xbetza"], "moves are said by `move`, as `move = \"N\"`"),
    (
        &["flag", "flags", "flag_piece", "flagPiece", "flag_region", "flagRegion"],
        "squares that must be reached are said in `[[end.goal]]`, as `pieces = [\"K\"]` and `squares = \"last-1\"`",
    ),
    (
        &["stalemateValue", "stalemate_value", "checkmateValue", "checkmate_value"],
        "results are said by `stalemate` and `checkmate` in `[end]`, as `stalemate = \"loss\"`",
    ),
    (
        &["nFoldRule", "n_fold", "n_fold_rule", "nfold"],
        "at which occurrence of a position the game ends is said by `fold` in `[repetition]`",
    ),
    (
        &["nMoveRule", "n_move_rule", "fifty_moves"],
        "how long a game may go on without progress is said by `plies` in `[move_rule]`",
    ),
    (&["move_rule.moves"], "`plies` counts the moves of both sides: `plies = 100` for 50 of each"),
    (
        &["walls", "missing"],
        "squares that are missing are named by `holes` in `[board]`; what players place by `[wall]`",
    ),
    (&["score", "points", "komi"], "points that decide are said in `[scoring]`"),
    (
        &["hex", "hexes", "hexagons", "hexagonal", "shape", "dimensions", "levels", "three_dimensional", "3d"],
        "a board is a rectangle of squares, of which `holes` in `[board]` leaves some out: hexagons and further dimensions cannot be \
         said in a file",
    ),
    (&["avalanche", "move_enemy", "enemy_move", "enemy_moves"], "moves of the enemy's pieces cannot be said in a file"),
    (
        &["pie", "pie_rule", "swap_sides"],
        "choices before the first move, as that of a side, cannot be said in a file: agree on them, and set the position up",
    ),
    (
        &["no_castling", "castling_allowed"],
        "castling is the atom `O` in the moves of the king; `style = \"none\"` in `[castling]` takes it away",
    ),
    (
        &["chess960", "fischer_random", "random", "randomize", "shuffled", "symmetry", "symmetric"],
        "starts that are drawn are said in `[start.shuffle]`",
    ),
    (
        &["circe", "reincarnation"],
        "captured pieces that are born again are said in `[[effect]]`, as `where = \"victims\"` and `what = \"return\"`",
    ),
    (
        &["rifle", "shooting", "archer"],
        "a piece that captures without moving has moves with a second leg back to where it stood: `move = \"mRcaibR\"` is such a rook",
    ),
    (
        &["andernach", "turncoat", "magnetic", "magnet", "benedict"],
        "pieces that change sides are said in `[[effect]]`, as `what = \"change-side\"`, where `where` says which ones",
    ),
    (
        &["absorption", "absorb", "absorbs", "becomes_victim"],
        "a captor that becomes what it captures is said in `[[effect]]`, as `where = \"destination\"` and `what = \"become-victim\"`; \
         one that adds those moves to its own becomes a piece with both, a table for each pair: `by = [\"N\"]`, `victim = [\"R\"]`, \
         `what = \"become\"` and `to`",
    ),
    (
        &["nifu", "no_nifu", "doubled_pawns", "drop_no_doubled", "dropNoDoubled"],
        "how many of a kind a file may hold after a drop is said by `max_per_file` in `[drop]`, as `max_per_file = { P = 1 }`; \
         `max_per_file = \"none\"` takes it back",
    ),
    (
        &["hostage", "hostages", "exchange", "exchanges", "ransom"],
        "prisoners that are exchanged cannot be said in a file; captured pieces that change sides are `source = \"captures\"` in `[hand]`",
    ),
    (
        &["refusal", "refuse", "compromise", "veto"],
        "moves that the other side may refuse, or of which it chooses one, cannot be said in a file",
    ),
    (
        &["intervention", "intervene", "interventional"],
        "captures by coming in between two pieces cannot be said in a file; `where = \"flanked\"` in `[[effect]]` captures what comes to \
         stand in between",
    ),
    (
        &["swap", "swaps", "castler", "transporter"],
        "a piece that changes places with another has `u` in its move, as `move = \"udK\"`",
    ),
    (
        &["visibility", "hidden", "fog", "fog_of_war", "dark", "dice", "players", "kriegspiel", "umpire"],
        "hidden information, dice and more than two players cannot be said in a file",
    ),
    (
        &[
            "moves_per_turn",
            "per_turn",
            "double_move",
            "double_moves",
            "marseillais",
            "progressive",
            "monster",
            "turns",
            "turn_order",
            "two_moves",
            "moves_per_side",
            "white_moves",
            "black_moves",
            "[moves]",
        ],
        "more than one move a turn cannot be said in a file",
    ),
    (&["boards", "alice"], "more than one board cannot be said in a file"),
    (
        &["connect", "in_a_row", "four_in_a_row"],
        "a win by pieces in a row is said in `[[end.goal]]`, as `pieces = \"all\"`, `count = 4` and `row = [\"rank\", \"file\", \"diagonal\"]`",
    ),
    (
        &["reversi", "othello", "enclose", "enclosing", "flip", "flips", "gravity", "adjacent"],
        "drops by what stands beside are said in `[drop]`, as `where = \"flanking\"`, what becomes of others in `[[effect]]`, as `where = \"flanked\"` and `what = \"change-side\"`",
    ),
    (
        &["custodian", "custodial", "flank", "pincer"],
        "captures by standing on both sides of a piece are said in `[[effect]]`, as `when = \"move\"`, `where = \"flanked\"`, `side = \"enemy\"` and `what = \"remove\"`",
    ),
    (
        &["withdrawal", "withdraw"],
        "captures by leaving a piece cannot be said in a file; what moves do besides is said in `[[effect]]`",
    ),
    (&["push", "pushes", "pull", "pulls"], "moves that push or pull other pieces cannot be said in a file"),
    (
        &["duck", "walling", "arrow", "arrows", "amazons"],
        "walls that players place are said in `[wall]`, as `what = \"duck\"` or `what = \"block\"`",
    ),
    (&["neutral"], "pieces of nobody cannot be said in a file; walls that players place are said in `[wall]`"),
    (
        &["anti", "anti_royal", "antiroyal", "anti_king", "antiking"],
        "royal pieces that must be attacked cannot be said in a file",
    ),
    (
        &["evasion", "evasions", "check_must_capture", "must_capture_checker"],
        "how a check may be answered cannot be said in a file: any legal move does that leaves no royal piece attacked",
    ),
    (
        &["no_mate", "may_mate", "mate_by", "check_by"],
        "which pieces may give mate, or by which checks, cannot be said in a file; `no_mate` in `[drop]` is about drops",
    ),
    (
        &[
            "relay",
            "knight_relay",
            "immobilize",
            "immobilise",
            "immobilizes",
            "immobilises",
            "immobiliser",
            "immobilizer",
            "freeze",
            "freezes",
            "guard",
            "madrasi",
            "paralysis",
            "paralyses",
            "paralyzes",
        ],
        "pieces that change what others may do cannot be said in a file",
    ),
];

/// Words that a value might have elsewhere, by its key, and what is meant.
const MEANT_WORDS: &[(&str, &[&str], &str)] = &[
    (
        "effect.what",
        &["explode", "explosion", "destroy", "kill", "capture", "die"],
        "pieces leave the board by `remove`",
    ),
    ("test.result", &["1/2", "draw", "drawn", "\u{bd}", "\u{bd}-\u{bd}", "0.5-0.5"], "a draw is `1/2-1/2`"),
    (
        "castling.style",
        &["chess", "standard", "orthodox", "usual", "fide"],
        "castling as in chess is `betza`: the atom `O` in the move of the king says how far it goes",
    ),
];

/// A path with `_` for the ID of a piece.
fn of_any_piece(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        [PIECES, .., key] if parts.len() > 2 => format!("{PIECES}._.{key}"),
        _ => path.to_owned(),
    }
}

/// Says what serde found in the words of a person who writes variant files;
/// with it the key that was probably meant.
pub(super) fn type_report(
    sources: &Sources,
    span: &Span,
    message: &str,
    path: Option<&str>,
) -> (Report, Option<String>) {
    let mut meant = None;
    let mut report = if let Some((field, expected)) = between(message, "unknown field `", "`, expected ") {
        let known = choices(expected);
        meant = similar(field, known.iter().map(String::as_str)).map(str::to_owned);
        unknown_key(field, &known, path)
    } else if let Some((word, expected)) = between(message, "unknown variant `", "`, expected ") {
        unknown_word(word, &choices(expected), path)
    } else if message == "invalid type: map, expected a sequence" {
        let heading = path.unwrap_or("effect");
        Report::error("expected a list, found a table")
            .help(format!("write each of them under a heading in double brackets, as `[[{heading}]]`"))
    } else if let Some((found, expected)) =
        between(message, "invalid type: ", ", expected ").or_else(|| between(message, "invalid value: ", ", expected "))
    {
        wrong_value(found, expected, is_list_of_tables(message), path)
    } else {
        Report::error(message.replace('\n', ", "))
    };
    report.place = sources.place(span);
    (report, meant)
}

fn unknown_key(field: &str, known: &[String], path: Option<&str>) -> Report {
    let at_top = format!("[{field}]");
    let full = path.map(of_any_piece);
    let known_as =
        |word: &&str| *word == field || path == Some(field) && *word == at_top || full.as_deref() == Some(word);
    let elsewhere = ELSEWHERE.iter().find(|(words, _)| words.iter().any(known_as)).map(|(_, help)| (*help).to_owned());
    let above = || {
        let help = match MEANT.iter().find(|(table, _)| *table == field) {
            Some((table, key)) => {
                format!("`{field}` is a table of its own: write `{key} = ...` under the heading `[{table}]`")
            }
            None => format!("`{field}` is a key of the whole file: such keys stand above the first `[table]`"),
        };
        top_keys().iter().any(|key| key == field).then_some(help)
    };
    let worth = || {
        let help = "what pieces are worth stands in `[values.board]` and `[values.hand]`";
        path.is_some_and(|path| path.starts_with("values.")).then(|| help.to_owned())
    };
    let slip = || did_you_mean(field, known.iter().map(String::as_str));
    let mut report = Report::error(format!("unknown key `{field}`"));
    report.help.extend(elsewhere.or_else(above).or_else(worth).or_else(slip).or_else(|| headed(field)));
    report.help(format!("keys here: {}", known.join(", ")))
}

fn unknown_word(word: &str, known: &[String], path: Option<&str>) -> Report {
    let list = known.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let mut report = Report::error(format!("`{word}` is not possible here, expected {list}"));
    let here = |(key, words, _): &&(&str, &[&str], &str)| path == Some(key) && words.contains(&word);
    let elsewhere = MEANT_WORDS.iter().find(here).map(|(_, _, help)| (*help).to_owned());
    report.help.extend(elsewhere.or_else(|| did_you_mean(word, known.iter().map(String::as_str))));
    report
}

/// What is said of a value of another type or out of range; `is_list` where that is a list of tables.
fn wrong_value(found: &str, expected: &str, is_list: bool, path: Option<&str>) -> Report {
    let (wanted, value) = (plain_type(expected), plain_value(found));
    let range = path.and_then(|path| plain_range(path, expected));
    let mut report = Report::error(format!("expected {}, found {value}", range.as_deref().unwrap_or(wanted)));
    if let Some(path) = path.filter(|_| is_list) {
        let heading = heading(path);
        report = report.help(format!("write it under a heading in single brackets, as `[{heading}]`"));
    }
    if found == "map" && path == Some("board.holes") {
        report = report.help("name the squares in `[board]`, as `holes = \"d4 e4\"`");
    }
    if !["a list", "a table"].contains(&wanted) {
        return report;
    }
    if value == "the string `none`" {
        return report.help(
            "`\"none\"` takes back what an included file says here, and no such file says anything: leave the line out",
        );
    }
    if wanted == "a table" && value == "`false`" {
        return report.help("write `\"none\"` for a game without it, or leave the line out");
    }
    let slip = between(found, "string \"", "\"").and_then(|(word, _)| did_you_mean(word, [NONE]));
    let single = ["integer", "string", "boolean"].iter().any(|kind| found.starts_with(kind));
    let table = path.filter(|_| single && wanted == "a table");
    report.help.extend(slip.or_else(|| as_table(table?, found)));
    report
}

/// The key that is meant where a table's only value is given instead of it.
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

/// How to write a table in whose place there is a single value.
fn as_table(path: &str, found: &str) -> Option<String> {
    let heading = heading(path);
    let is_piece = path.split_once('.').is_some_and(|(table, id)| table == PIECES && !id.contains('.'));
    let key = MEANT.iter().find(|(table, _)| *table == path).map(|(_, key)| *key);
    let key = if is_piece { Some("move") } else { key };
    let value = match found.split_once(' ') {
        Some(("string", text)) => text.to_owned(),
        Some(("integer", value)) => value.trim_matches('`').to_owned(),
        _ => String::new(),
    };
    if let Some(key) = key.filter(|_| !value.is_empty()) {
        return Some(format!("write `{key} = {value}` under the heading `[{heading}]`"));
    }
    let keys = keys_under(path).1;
    (!keys.is_empty())
        .then(|| format!("write it under the heading `[{heading}]`, where the keys are: {}", keys.join(", ")))
}

/// Which tables have a key, for who has written it in another one.
fn headed(key: &str) -> Option<String> {
    const MOST: usize = 3;
    let has = |(_, keys): &&(String, Vec<String>)| keys.iter().any(|known| known == key);
    let found: Vec<String> = HEADINGS.iter().filter(has).map(|(heading, _)| format!("`{heading}`")).collect();
    (1..=MOST).contains(&found.len()).then(|| format!("`{key}` is a key of {}", enumerate(&found, "and")))
}

/// All headings that files may have, with the keys under them.
static HEADINGS: Lazy<Vec<(String, Vec<String>)>> = Lazy::new(|| {
    let mut found = Vec::new();
    let mut open = top_keys();
    open.push(format!("{PIECES}.P"));
    while let Some(path) = open.pop() {
        let (heading, keys) = keys_under(&path);
        open.extend(keys.iter().map(|key| format!("{path}.{key}")));
        found.push((heading, keys));
    }
    found.sort_unstable();
    found
});

/// The heading of a table, in as many brackets as it takes, and the keys that may stand under it; none if there is no
/// such table.
fn keys_under(path: &str) -> (String, Vec<String>) {
    let headings = [format!("[{path}]"), format!("[[{path}]]")].into_iter();
    let keys = headings.map(|heading| {
        let keys = known_keys(&format!("{heading}\n\"\" = 0"));
        (heading, keys)
    });
    keys.into_iter().find(|(_, keys)| !keys.is_empty()).unwrap_or_default()
}

/// The words that serde says it expected.
fn choices(expected: &str) -> Vec<String> {
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The keys at the top of a file.
fn top_keys() -> Vec<String> {
    known_keys("\"\" = 0")
}

/// The keys beside the one of a text that is none: serde lists them.
fn known_keys(text: &str) -> Vec<String> {
    let (table, _) = DeTable::parse_recoverable(text);
    let refused = VariantFile::deserialize(Node::file(table.get_ref())).err();
    refused
        .map(|misfit| choices(between(&misfit.message, "unknown field `", ", expected ").map_or("", |(_, list)| list)))
        .unwrap_or_default()
}

/// Splits `message` after `prefix` at the last `separator`.
fn between<'a>(message: &'a str, prefix: &str, separator: &str) -> Option<(&'a str, &'a str)> {
    message.strip_prefix(prefix)?.rsplit_once(separator)
}

fn plain_value(found: &str) -> String {
    match found.split_once(' ') {
        None if found == "map" => "a table".to_owned(),
        None if found == "sequence" => "a list".to_owned(),
        _ if found == TABLES => "a list".to_owned(),
        Some(("string", text)) => format!("the string `{}`", text.trim_matches('"')),
        Some(("integer" | "boolean", value)) => value.to_owned(),
        _ => found.trim_start_matches("floating point ").to_owned(),
    }
}

/// The numbers that some keys take, narrower than those of their type.
fn plain_range(path: &str, expected: &str) -> Option<String> {
    let table = path.rsplit_once('.').map_or(path, |(table, _)| table);
    let (least, most) = match (path, table, expected) {
        ("board.files", _, "u8") => (1, u16::from(MAX_FILES)),
        ("board.ranks", _, "u8") => (1, u16::from(MAX_RANKS)),
        (_, "values.board" | "values.hand", "u16") => (0, Worth::GREATEST),
        (_, "scoring.points", "u16") => (0, Scoring::MOST),
        _ => return None,
    };
    Some(format!("a whole number from {least} to {most}"))
}

fn plain_type(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u64" => "a whole number",
        "a sequence" => "a list",
        "a map" => "a table",
        "a boolean" => "true or false",
        other => other,
    }
}

/// Whether a list of tables is where one table belongs.
pub(super) fn is_list_of_tables(misfit: &str) -> bool {
    between(misfit, "invalid type: ", ", expected ").is_some_and(|(found, _)| found == TABLES)
}
