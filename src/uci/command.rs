//! A line of the GUI becomes a [`Command`]. Whether a move is legal, or an
//! option exists, is asked later.

use std::time::Duration;

/// What the GUI wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    Perft(u32),
    Stop,
    PonderHit,
    Show,
    Evaluate,
    Bench,
    Quit,
    /// Known, and of no consequence.
    Ignored,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Usual,
    Fen(String),
}

/// What a search is to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// What both sides have left, White first.
    pub time: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
    pub move_time: Option<Duration>,
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    pub mate: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    pub moves: Vec<String>,
}

/// No clock shows more than that: about thirty years.
const LONGEST: u64 = 1_000_000_000_000;

/// The words behind `go`.
const GO: &str =
    "searchmoves, ponder, wtime, btime, winc, binc, movestogo, depth, nodes, mate, movetime, infinite, perft";

/// What a line means, and what is wrong with it; nothing where it is empty.
pub(super) fn read(line: &str) -> (Option<Command>, Vec<String>) {
    let mut words = line.split(|c: char| c.is_ascii_whitespace() || c == '\0').filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return (None, Vec::new()) };
    let rest: Vec<&str> = words.collect();
    let read = match first {
        "uci" => Ok(Command::Uci),
        "isready" => Ok(Command::IsReady),
        "ucinewgame" => Ok(Command::NewGame),
        "setoption" => read_option(&rest),
        "position" => read_position(&rest),
        "go" => {
            let (command, faults) = read_go(&rest);
            return (Some(command), faults);
        }
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "d" => Ok(Command::Show),
        "eval" => Ok(Command::Evaluate),
        "bench" => Ok(Command::Bench),
        "quit" => Ok(Command::Quit),
        "debug" | "register" => Ok(Command::Ignored),
        word => Err(format!(
            "unknown command `{word}`: expected uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, eval, bench or quit"
        )),
    };
    match read {
        Ok(command) => (Some(command), Vec::new()),
        Err(fault) => (None, vec![fault]),
    }
}

/// `name WORDS value WORDS`.
fn read_option(words: &[&str]) -> Result<Command, String> {
    let ["name", rest @ ..] = words else {
        return Err("setoption: expected `name`, and the name of an option".to_owned());
    };
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(place) => (&rest[..place], Some(rest[place + 1..].join(" "))),
        None => (rest, None),
    };
    if name.is_empty() {
        return Err("setoption: expected the name of an option after `name`".to_owned());
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// `startpos` or `fen WORDS`, and perhaps `moves WORDS`.
fn read_position(words: &[&str]) -> Result<Command, String> {
    let (start, moves) = match words.iter().position(|word| *word == "moves") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => Start::Usual,
        ["startpos", word, ..] => return Err(format!("position: unexpected `{word}`: expected `moves`")),
        ["fen", fen @ ..] if !fen.is_empty() => Start::Fen(fen.join(" ")),
        _ => return Err("position: expected `startpos` or `fen` and a position".to_owned()),
    };
    Ok(Command::Position { start, moves: moves.iter().map(|word| (*word).to_owned()).collect() })
}

/// Words with their numbers; what is wrong is left out.
fn read_go(words: &[&str]) -> (Command, Vec<String>) {
    let mut go = Go::default();
    let mut faults = Vec::new();
    let mut perft = None;
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(text) = rest.next_if(|word| !is_key(word)) {
                    go.moves.push(text.to_owned());
                }
            }
            word if is_key(word) => match rest.peek().and_then(|text| text.parse::<i64>().ok()) {
                Some(number) => {
                    rest.next();
                    perft = perft.or(set(&mut go, word, number));
                }
                None => {
                    let found = rest.peek().map_or("nothing".to_owned(), |text| format!("`{text}`"));
                    faults.push(format!("go {word}: found {found}: expected a number"));
                    rest.next_if(|text| !is_key(text));
                }
            },
            word => faults.push(format!("go: unexpected `{word}`: expected {GO}")),
        }
    }
    (perft.map_or(Command::Go(go), Command::Perft), faults)
}

fn is_key(word: &str) -> bool {
    GO.split(", ").any(|key| key == word)
}

/// Notes a number. Returns it if positions are to be counted.
fn set(go: &mut Go, key: &str, number: i64) -> Option<u32> {
    let time = Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST));
    let count = u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    match key {
        "wtime" => go.time[0] = Some(time),
        "btime" => go.time[1] = Some(time),
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movestogo" => go.moves_to_go = Some(count).filter(|count| *count > 0),
        "movetime" => go.move_time = Some(time),
        "depth" => go.depth = Some(u8::try_from(count.max(1)).unwrap_or(u8::MAX)),
        "nodes" => go.nodes = Some(u64::try_from(number.max(1)).unwrap_or(1)),
        "mate" => go.mate = Some(count.max(1)),
        "perft" => return Some(count),
        _ => {}
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(line: &str) -> Command {
        match read(line) {
            (Some(command), faults) if faults.is_empty() => command,
            read => panic!("{line}: {read:?}"),
        }
    }

    #[test]
    fn reads_options_with_blanks_in_name_and_value() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(good("setoption name Move Overhead value 30"), option("Move Overhead", Some("30")));
        assert_eq!(good("setoption name VariantPath value /my games"), option("VariantPath", Some("/my games")));
        assert_eq!(good("setoption name VariantPath value"), option("VariantPath", Some("")));
        assert_eq!(good("  setoption\tname Clear Hash \r"), option("Clear Hash", None));
    }

    #[test]
    fn reads_positions() {
        let position = |start, moves: &[&str]| Command::Position {
            start,
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        };
        assert_eq!(good("position startpos"), position(Start::Usual, &[]));
        assert_eq!(good("position startpos moves e2e4 e7e5"), position(Start::Usual, &["e2e4", "e7e5"]));
        let fen = || Start::Fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned());
        assert_eq!(good("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), position(fen(), &[]));
        assert_eq!(good("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2"), position(fen(), &["e1e2"]));
    }

    #[test]
    fn reads_what_a_search_is_to_be() {
        let millis = Duration::from_millis;
        let go = Go {
            time: [Some(millis(1000)), Some(millis(0))],
            increment: [millis(5), millis(0)],
            moves_to_go: Some(40),
            ponder: true,
            ..Go::default()
        };
        assert_eq!(good("go ponder wtime 1000 btime -20 winc 5 movestogo 40"), Command::Go(go));
        let moves = vec!["e2e4".to_owned(), "d2d4".to_owned()];
        let go = Go { depth: Some(255), moves, infinite: true, ..Go::default() };
        assert_eq!(good("go searchmoves e2e4 d2d4 infinite depth 99999"), Command::Go(go));
        assert_eq!(good("go perft 3"), Command::Perft(3));
    }

    #[test]
    fn what_is_wrong_with_go_is_left_out() {
        let (command, faults) = read("go rtime 30 depth x nodes 100 mate");
        assert_eq!(command, Some(Command::Go(Go { nodes: Some(100), ..Go::default() })));
        let starts = ["go: unexpected `rtime`", "go: unexpected `30`", "go depth: found `x`", "go mate: found nothing"];
        assert_eq!(faults.len(), starts.len());
        assert!(faults.iter().zip(starts).all(|(fault, start)| fault.starts_with(start)), "{faults:?}");
    }

    #[test]
    fn other_wrong_lines_are_no_commands() {
        for line in [
            "frobnicate",
            "position",
            "position fen",
            "position startpos e2e4",
            "setoption",
            "setoption name",
            "setoption x",
        ] {
            let (command, faults) = read(line);
            assert!(command.is_none() && faults.len() == 1 && faults[0].contains("expected"), "{line}: {faults:?}");
        }
        assert_eq!(read(" \0\r"), (None, Vec::new()));
    }
}
