//! Lines that would confuse XBoard and other GUIs: features, setups and all others.

use std::collections::{BTreeMap, BTreeSet};

/// The names that XBoard 4.9.1 knows by itself.
const STANDARD: &str = "normal wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway twokings \
    kriegspiel atomic 3check shatranj shogi chu courier gothic capablanca knightmate fairy cylinder falcon caparandom \
    berolina janus super great twilight makruk seirawan grand spartan xiangqi asean lion elven unknown boardsize";

/// Features that XBoard 4.9.1 knows.
const FEATURES: &str = "setboard xedit time draw sigint sigterm reuse analyze myname variants san ping playother \
    colors usermove exclude ics name pause done fen960 oocastle highlight debug nps level memory smp egt option";

/// Features that XBoard needs.
const WANTED: [(&str, &str); 10] = [
    ("ping", "1"),
    ("setboard", "1"),
    ("usermove", "1"),
    ("sigint", "0"),
    ("sigterm", "0"),
    ("colors", "0"),
    ("debug", "1"),
    ("analyze", "1"),
    ("reuse", "1"),
    ("done", "1"),
];

/// Words that XBoard takes to mean that the engine could not be started.
const FATAL: [&str; 6] =
    ["unknown host", "No remote directory", "not found", "No such file", "can't alloc", "Permission denied"];

/// Words in an `Illegal move` line with which XBoard does not take the user's move back.
const NO_RETRACTION: [&str; 17] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth", "accepted",
    "protover", "draw", "time", "otim", "analyze",
];

/// Whether the variant is built into XBoard.
pub fn is_standard(name: &str) -> bool {
    STANDARD.split_whitespace().any(|standard| standard == base(name))
}

fn base(name: &str) -> &str {
    let sized = |size: &str| size.contains('x') && size.chars().all(|c| c.is_ascii_digit() || "x+".contains(c));
    name.split_once('_').filter(|(size, _)| sized(size)).map_or(name, |(_, base)| base)
}

/// The `name=value` pairs of feature lines.
pub fn features(lines: &[String]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for line in lines.iter().filter_map(|line| line.strip_prefix("feature ")) {
        let mut rest = line.trim_start();
        while let Some((name, tail)) = rest.split_once('=') {
            let (value, tail) = match tail.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => tail.split_once(' ').unwrap_or((tail, "")),
            };
            pairs.push((name.trim().to_owned(), value.to_owned()));
            rest = tail.trim_start();
        }
    }
    pairs
}

/// The features as clients need them.
pub fn check_features(heard: &[String]) -> Result<(), String> {
    let lines: Vec<_> = heard.iter().filter(|line| line.starts_with("feature ")).cloned().collect();
    let pairs = features(&lines);
    let known: BTreeMap<_, _> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    for (name, value) in WANTED {
        ensure(known.get(name) == Some(&value), || format!("feature {name} is {:?}, wanted {value}", known.get(name)))?;
    }
    ensure(lines.first().is_some_and(|line| line == "feature done=0"), || "`feature done=0` first".to_owned())?;
    ensure(lines.last().is_some_and(|line| line == "feature done=1"), || "`feature done=1` last".to_owned())?;
    for (name, _) in &pairs {
        ensure(FEATURES.split_whitespace().any(|known| known == name), || format!("XBoard does not know `{name}`"))?;
    }
    for line in &lines {
        let alone = features(std::slice::from_ref(line));
        let option = alone.iter().any(|(name, _)| name == "option");
        ensure(!option || alone.len() == 1, || format!("an option is not alone: {line}"))?;
    }
    let names: Vec<_> = known.get("variants").unwrap_or(&"").split(',').collect();
    let different: BTreeSet<_> = names.iter().collect();
    ensure(different.len() == names.len(), || "a variant is listed twice".to_owned())?;
    for name in names {
        let fits = |c: char| c.is_ascii_alphanumeric() || "+_-".contains(c);
        ensure(name.chars().all(fits) && !name.is_empty(), || format!("bad variant name `{name}`"))?;
        ensure(!is_misread(name), || format!("XBoard would take `{name}` for another variant"))?;
    }
    Ok(())
}

/// Whether XBoard takes a name for a standard variant by mistake.
fn is_misread(name: &str) -> bool {
    let base = base(name).to_lowercase();
    let within = "wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway twokings kriegspiel \
        atomic 3check shatranj 960 frc";
    let starts = "shogi chu courier gothic capablanca knightmate fairy cylinder falcon caparandom berolina janus super \
        great twilight makruk seirawan grand spartan xiangqi asean lion elven unknown";
    let begins = |word: &str| {
        let rest = base.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    !is_standard(name)
        && (within.split_whitespace().any(|word| base.contains(word)) || starts.split_whitespace().any(begins))
}

/// A `setup` line and the `piece` lines after it.
pub fn check_setup(setups: &[String], pieces: &[String]) -> Result<(), String> {
    let [setup] = setups else { return Err(format!("{} setup lines", setups.len())) };
    ensure(setup.len() <= 511, || "the setup line is too long".to_owned())?;
    let parts: Vec<_> = setup.split(' ').collect();
    let ["setup", table, size, board, side, ..] = parts.as_slice() else {
        return Err(format!("not of the form `setup (TABLE) WxH+S_PARENT FEN`: {setup}"));
    };
    let table = table.strip_prefix('(').and_then(|table| table.strip_suffix(')')).ok_or("no brackets")?;
    let (white, black) = read_table(table)?;
    ensure(is_standard(size) && *size != base(size), || format!("no size and parent: {size}"))?;
    let numbers: Vec<usize> =
        size.split(|c: char| !c.is_ascii_digit()).take(3).map(|number| number.parse().unwrap_or(99)).collect();
    let [files, ranks, held] = numbers[..] else { return Err(format!("no size: {size}")) };
    ensure(files + if held > 0 { 4 } else { 0 } <= 16 && ranks.max(held) <= 15, || format!("too large: {size}"))?;
    ensure((held > 0) == board.contains('['), || format!("holdings of {held}, but {board}"))?;
    ensure(["w", "b"].contains(side), || format!("no side to move: {side}"))?;
    check_board(board.split('[').next().unwrap_or_default(), files, ranks, &white, &black)?;
    let mut defined = BTreeSet::new();
    for line in pieces {
        let words: Vec<_> = line.split(' ').collect();
        let ["piece", id, moves] = words.as_slice() else { return Err(format!("malformed: {line}")) };
        ensure(!moves.is_empty() && defined.insert((*id).to_owned()), || format!("twice or empty: {line}"))?;
        let (id, both) = id.strip_suffix('&').map_or((*id, false), |id| (id, true));
        let base = id.trim_start_matches('+');
        let side = if base.starts_with(|c: char| c.is_ascii_uppercase()) { &white } else { &black };
        ensure(!both || base.starts_with(|c: char| c.is_ascii_uppercase()), || format!("small letter: {line}"))?;
        ensure(side.has(base), || format!("not in the table: {line}"))?;
        ensure(base == id || side.is_promoted(base), || format!("no promoted form: {line}"))?;
    }
    Ok(())
}

/// Half of a table: the entry of each slot.
struct Half(BTreeMap<usize, String>);

impl Half {
    fn has(&self, id: &str) -> bool {
        self.0.values().any(|entry| entry.trim_start_matches('*') == id)
    }

    /// Whether a promoted form of a piece is in the table.
    fn is_promoted(&self, id: &str) -> bool {
        let partner = |slot: &usize| self.0.get(&slot.wrapping_sub(11)).is_some_and(|entry| entry == id);
        self.0.iter().any(|(slot, entry)| entry == &format!("^{id}") || entry == "+" && partner(slot))
    }
}

/// Reads both halves as XBoard does.
fn read_table(table: &str) -> Result<(Half, Half), String> {
    let mut entries = Vec::new();
    let mut chars = table.chars().peekable();
    while let Some(c) = chars.next() {
        let mut entry = c.to_string();
        if "^*".contains(c) {
            entry.extend(chars.next());
        }
        if let Some(mark) = chars.next_if(|c| "'!".contains(*c)) {
            entry.push(mark);
        }
        entries.push(entry);
    }
    let count = entries.iter().filter(|entry| *entry != "/").count();
    ensure(count % 2 == 0 && (12..=132).contains(&count), || format!("{count} entries in ({table})"))?;
    let mut halves = Vec::new();
    let mut rest = entries.into_iter();
    for _ in 0..2 {
        let (mut half, mut seen, mut slot) = (BTreeMap::new(), 0, 0);
        while seen < count / 2 {
            let entry = rest.next().ok_or_else(|| format!("({table}) is not even"))?;
            if entry == "/" {
                slot = 46;
                continue;
            }
            seen += 1;
            let place = if seen == count / 2 { 65 } else { slot };
            ensure(half.insert(place, entry).is_none() && place < 66, || format!("slot {place} in ({table})"))?;
            slot += 1;
        }
        halves.push(Half(half));
    }
    let black = halves.pop().ok_or("no table")?;
    let white = halves.pop().ok_or("no table")?;
    let capital = |half: &Half, test: fn(&char) -> bool| {
        half.0.values().all(|entry| entry.chars().filter(char::is_ascii_alphabetic).all(|c| test(&c)))
    };
    let sides = capital(&white, char::is_ascii_uppercase) && capital(&black, char::is_ascii_lowercase);
    ensure(sides, || format!("letters in the wrong half of ({table})"))?;
    Ok((white, black))
}

fn check_board(board: &str, files: usize, ranks: usize, white: &Half, black: &Half) -> Result<(), String> {
    let rows: Vec<_> = board.split('/').collect();
    ensure(rows.len() == ranks, || format!("{} rows, wanted {ranks}", rows.len()))?;
    for row in rows {
        let mut width = 0;
        let mut chars = row.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                let mut gap = digit;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    gap = gap * 10 + digit;
                    chars.next();
                }
                width += gap as usize;
                continue;
            }
            width += 1;
            if c == '*' {
                continue;
            }
            let letter = if c == '+' { chars.next().unwrap_or(' ') } else { c };
            let mut id = letter.to_string();
            id.extend(chars.next_if(|c| "'!".contains(*c)));
            chars.next_if_eq(&'~');
            let half = if letter.is_ascii_uppercase() { white } else { black };
            ensure(half.has(&id) && (c != '+' || half.is_promoted(&id)), || format!("`{id}` is not in the table"))?;
        }
        ensure(width == files, || format!("row {row} is {width} wide"))?;
    }
    Ok(())
}

/// Checks all lines so far.
pub fn check_hygiene(heard: &[String]) -> Result<(), String> {
    for line in heard {
        ensure(line.len() <= 4096, || "a line is too long".to_owned())?;
        ensure(!line.contains(|c: char| c.is_control() && c != '\t'), || format!("control character in {line:?}"))?;
        if ["#", "feature ", "tell"].iter().any(|word| line.starts_with(word)) {
            continue;
        }
        ensure(!FATAL.iter().any(|word| line.contains(word)), || format!("XBoard takes this for a failure: {line}"))?;
        if let Some(rest) = line.strip_prefix("Illegal move") {
            let reason = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')')).map_or("", |(reason, _)| reason);
            ensure(!NO_RETRACTION.iter().any(|word| reason.contains(word)), || format!("not taken back: {line}"))?;
            ensure(!reason.contains('('), || format!("malformed: {line}"))?;
        } else if line.starts_with("Error") {
            ensure(line.starts_with("Error (") && line.contains("): "), || format!("malformed: {line}"))?;
            ensure(!line.contains("llegal"), || format!("makes XBoard take a move back: {line}"))?;
        } else {
            let draw = line.contains("Draw") && !line.starts_with("1/2-1/2 {");
            let result = line.starts_with("White") || line.starts_with("Black");
            ensure(!draw && !result, || format!("XBoard takes this for a result: {line}"))?;
        }
    }
    Ok(())
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
