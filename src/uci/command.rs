//! Parses a line of the GUI into a [`Command`]. Whether a move is legal, or an option exists, is checked later.

use super::dialect::Dialect;
use crate::board::{ByColor, Color};
use crate::limits;
use crate::text::{enumerate, few, integer, is_blank, span_in};
use std::time::Duration;

/// The kind of a word after `go`, and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoWord {
    /// Nothing.
    Flag,
    Moves,
    /// The time or increment of a clock, which may be negative.
    Clock,
    /// The number of moves that a clock is for.
    ClockMoves,
    /// A limit of the search, which is a number.
    Bound,
}

const ALL: &[Dialect] = &[Dialect::Uci, Dialect::Usi, Dialect::Ucci];
const UCI_USI: &[Dialect] = &[Dialect::Uci, Dialect::Usi];
const UCI: &[Dialect] = &[Dialect::Uci];
const USI: &[Dialect] = &[Dialect::Usi];
const UCCI: &[Dialect] = &[Dialect::Ucci];

/// What follows a command, and the whole line, of which the words are slices.
#[derive(Clone, Copy)]
struct Rest<'a> {
    dialect: Dialect,
    line: &'a str,
    words: &'a [&'a str],
}

type Reader = fn(Rest<'_>) -> LineRead;

/// The commands that messages name, the protocols that have them, and how the rest of the line is read.
const COMMANDS: [(&str, &[Dialect], Reader); 17] = [
    ("uci", UCI, |_| Command::Greet.into()),
    ("usi", USI, |_| Command::Greet.into()),
    ("ucci", UCCI, |_| Command::Greet.into()),
    ("isready", ALL, |_| Command::IsReady.into()),
    ("setoption", ALL, |rest| read_option(rest).into()),
    ("ucinewgame", UCI, |_| Command::NewGame.into()),
    ("usinewgame", USI, |_| Command::NewGame.into()),
    ("position", ALL, |rest| read_position(rest).into()),
    ("banmoves", UCCI, |rest| Command::Ban(owned(rest.words)).into()),
    ("go", ALL, read_go),
    ("stop", ALL, |_| Command::Stop.into()),
    ("ponderhit", ALL, |_| Command::PonderHit.into()),
    ("gameover", USI, |_| Command::GameOver.into()),
    ("d", ALL, |_| Command::Show.into()),
    ("eval", ALL, |_| Command::Evaluate.into()),
    ("bench", ALL, |_| Command::Bench.into()),
    ("quit", ALL, |_| Command::Quit.into()),
];

/// The words after `go`, and the protocols that have them.
const GO: [(&str, &[Dialect], GoWord); 20] = [
    ("searchmoves", UCI_USI, GoWord::Moves),
    ("ponder", ALL, GoWord::Flag),
    ("draw", UCCI, GoWord::Flag),
    ("wtime", UCI_USI, GoWord::Clock),
    ("btime", UCI_USI, GoWord::Clock),
    ("byoyomi", USI, GoWord::Clock),
    ("winc", UCI_USI, GoWord::Clock),
    ("binc", UCI_USI, GoWord::Clock),
    ("time", UCCI, GoWord::Clock),
    ("increment", UCCI, GoWord::Clock),
    ("movestogo", &[Dialect::Uci, Dialect::Ucci], GoWord::ClockMoves),
    ("opptime", UCCI, GoWord::Clock),
    ("oppincrement", UCCI, GoWord::Clock),
    ("oppmovestogo", UCCI, GoWord::ClockMoves),
    ("depth", ALL, GoWord::Bound),
    ("nodes", ALL, GoWord::Bound),
    ("mate", UCI_USI, GoWord::Bound),
    ("movetime", UCI_USI, GoWord::Bound),
    ("infinite", ALL, GoWord::Flag),
    ("perft", ALL, GoWord::Bound),
];

/// Maximum number of faults of a line, or words of one kind, in a message.
pub(super) const MOST_NAMED: usize = 3;

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Greet,
    IsReady,
    NewGame,
    /// An option's name, `value` and its value; in UCCI just the name and the value.
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    /// These moves are not to be played.
    Ban(Vec<String>),
    /// USI's `go mate`: search for a mate by checks alone.
    GoMate(Option<Duration>),
    Perft(u32),
    Stop,
    PonderHit,
    GameOver,
    Show,
    Evaluate,
    Bench,
    Quit,
    /// The end of input: searches that end by themselves are awaited.
    End,
    /// A fault of a line, to be reported when its turn comes.
    Complain(String),
    /// Known, but ignored.
    Ignored,
}

/// How a command affects a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Not at all.
    Inline,
    /// Is answered when everything that a search needs is ready.
    Ready,
    /// Stops it, and waits for its answer.
    Deferred,
    /// Stops it, too, and also waits for a book that is being opened: the answer may come from it, and its faults are
    /// to be reported first.
    AfterBook,
}

impl Command {
    /// How the command affects a running search.
    pub(super) fn class(&self) -> Class {
        match self {
            Self::IsReady => Class::Ready,
            Self::Go(_) | Self::Quit | Self::End => Class::AfterBook,
            Self::NewGame | Self::SetOption { .. } | Self::Position { .. } => Class::Deferred,
            Self::GoMate(_) | Self::Perft(_) | Self::Bench => Class::Deferred,
            Self::Greet | Self::Ban(_) | Self::Stop | Self::PonderHit => Class::Inline,
            Self::GameOver | Self::Show | Self::Evaluate | Self::Complain(_) | Self::Ignored => Class::Inline,
        }
    }
}

/// The position in which a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Usual,
    Fen(String),
    Sfen(String),
}

/// The parameters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The time left to both sides.
    pub time: ByColor<Option<Duration>>,
    pub increment: ByColor<Duration>,
    /// Time for each move when the clock has run out.
    pub byoyomi: Duration,
    pub moves_to_go: Option<u32>,
    /// Whether any clock was given, even only the opponent's: then the search must end by itself.
    pub clocked: bool,
    pub move_time: Option<Duration>,
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    pub mate: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    pub moves: Vec<String>,
}

impl Go {
    /// Whether it has a limit other than clocks.
    pub(super) fn has_limit(&self) -> bool {
        self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some() || self.mate.is_some()
    }
}

impl Dialect {
    /// The words after `go`.
    fn go_words(self) -> impl Iterator<Item = (&'static str, GoWord)> {
        GO.iter().filter(move |(_, dialects, _)| dialects.contains(&self)).map(|(word, _, kind)| (*word, *kind))
    }

    fn go_word(self, word: &str) -> Option<GoWord> {
        self.go_words().find(|(known, _)| *known == word).map(|(_, kind)| kind)
    }

    /// Its commands of that table.
    fn commands(self) -> impl Iterator<Item = (&'static str, Reader)> {
        let own = COMMANDS.into_iter().filter(move |(_, dialects, _)| dialects.contains(&self));
        own.map(|(word, _, read)| (word, read))
    }
}

/// What a line says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineRead {
    /// The command; `None` if there is none, or if its faults prevent it.
    pub command: Option<Command>,
    pub faults: Vec<String>,
}

impl From<Command> for LineRead {
    fn from(command: Command) -> Self {
        Self { command: Some(command), faults: Vec::new() }
    }
}

impl From<Result<Command, String>> for LineRead {
    fn from(read: Result<Command, String>) -> Self {
        match read {
            Ok(command) => command.into(),
            Err(fault) => Self { command: None, faults: vec![fault] },
        }
    }
}

/// Parses a line, which may be empty.
pub(super) fn read(dialect: Dialect, line: &str) -> LineRead {
    let words = line.split(is_blank).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let Some(first) = words.first() else { return LineRead::default() };
    let unknown = || {
        let known: Vec<String> = dialect.commands().map(|(word, _)| word.to_owned()).collect();
        format!("unknown command `{first}`: expected {}", enumerate(&known, "or"))
    };
    let read_at = |at: usize| read_known(words[at], Rest { dialect, line, words: &words[at + 1..] });
    // The protocol says that unknown words before a command are skipped: `joho debug on` is `debug on`.
    match (0..words.len()).find_map(|at| Some((at, read_at(at)?))) {
        Some((0, read)) => read,
        Some((_, read)) => LineRead { faults: [vec![unknown()], read.faults].concat(), ..read },
        None => Err(unknown()).into(),
    }
}

/// Parses a command, given its first word and what follows; `None` if there is no such command.
fn read_known(first: &str, rest: Rest<'_>) -> Option<LineRead> {
    match first {
        "debug" | "register" => Some(Command::Ignored.into()),
        _ => rest.dialect.commands().find(|(word, _)| *word == first).map(|(_, read)| read(rest)),
    }
}

/// `name WORDS value WORDS`; in UCCI also `NAME` and possibly `VALUE`, since no option is called `name`.
fn read_option(Rest { dialect, line, words }: Rest<'_>) -> Result<Command, String> {
    let (name, value) = match words {
        ["name", rest @ ..] => match rest.iter().position(|word| *word == "value") {
            Some(place) => (&rest[..place], Some(&rest[place + 1..])),
            None => (rest, None),
        },
        [_, value @ ..] if dialect == Dialect::Ucci => (&words[..1], Some(value).filter(|value| !value.is_empty())),
        [] if dialect == Dialect::Ucci => return Err("setoption: expected the name of an option".to_owned()),
        _ => return Err("setoption: expected `name`, and the name of an option".to_owned()),
    };
    if name.is_empty() {
        return Err("setoption: expected the name of an option after `name`".to_owned());
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.map(|words| as_written(line, words)) })
}

/// The words of a line from the first to the last of these, with the blanks between them: a path may have several in a
/// row.
fn as_written(line: &str, words: &[&str]) -> String {
    let Some((first, last)) = words.first().zip(words.last()) else { return String::new() };
    line[span_in(line, first).start..span_in(line, last).end].to_owned()
}

/// `startpos`, or `fen WORDS` (`sfen WORDS` in USI), and possibly `moves WORDS`.
fn read_position(Rest { dialect, words, .. }: Rest<'_>) -> Result<Command, String> {
    let (start, moves) = match words.iter().position(|word| *word == "moves") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => Start::Usual,
        ["startpos", word, ..] => return Err(format!("position: unexpected `{word}`: expected `moves`")),
        ["fen", given @ ..] if dialect != Dialect::Usi && !given.is_empty() => Start::Fen(given.join(" ")),
        // Fairy-Stockfish has the word in UCI, too.
        ["sfen", given @ ..] if dialect != Dialect::Ucci && !given.is_empty() => Start::Sfen(given.join(" ")),
        _ => return Err(format!("position: expected `startpos` or `{}` and a position", dialect.position_word())),
    };
    Ok(Command::Position { start, moves: owned(moves) })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The time limit for a mate: `infinite`, milliseconds, or nothing, which also means no limit. An unreadable one is no
/// time, so that there is an answer.
fn read_go_mate(words: &[&str]) -> LineRead {
    let millis = || integer(words.first()?).and_then(|number| u64::try_from(number).ok());
    match (words, millis()) {
        ([] | ["infinite"], _) => Command::GoMate(None).into(),
        ([_], Some(millis)) => Command::GoMate(Some(Duration::from_millis(millis).min(limits::TIME))).into(),
        _ => LineRead {
            command: Some(Command::GoMate(Some(Duration::ZERO))),
            faults: vec![format!("go mate: found `{}`: expected milliseconds or `infinite`", words.join(" "))],
        },
    }
}

/// Keywords with their values. Bad parameters are dropped, but an unreadable limit becomes the smallest one, so that
/// the search terminates.
fn read_go(Rest { dialect, words, .. }: Rest<'_>) -> LineRead {
    if dialect == Dialect::Usi
        && let ["mate", limit @ ..] = words
    {
        return read_go_mate(limit);
    }
    let mut go = Go::default();
    let mut faults = Vec::new();
    let mut unexpected = Vec::new();
    let mut perft = None;
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        match dialect.go_word(word) {
            None => unexpected.push(format!("`{word}`")),
            Some(GoWord::Flag) => match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                // `draw` is a draw offer, which the engine does not answer.
                _ => {}
            },
            Some(GoWord::Moves) => {
                if rest.peek().is_none_or(|word| dialect.go_word(word).is_some()) {
                    faults.push(format!("go {word}: expected moves"));
                }
                while let Some(text) = rest.next_if(|word| dialect.go_word(word).is_none()) {
                    go.moves.push(text.to_owned());
                }
            }
            Some(GoWord::Bound) if word == "depth" && rest.next_if_eq(&"infinite").is_some() => go.infinite = true,
            Some(kind @ (GoWord::Clock | GoWord::ClockMoves | GoWord::Bound)) => {
                let given = rest.next_if(|text| dialect.go_word(text).is_none());
                go.clocked |= kind != GoWord::Bound;
                let least = (kind != GoWord::Clock).then_some(i64::from(word == "perft"));
                let number = given.and_then(integer).filter(|number| least.is_none_or(|least| *number >= least));
                if number.is_none() {
                    let found = given.map_or("nothing".to_owned(), |text| format!("`{text}`"));
                    let least = least.map_or(String::new(), |least| format!(" from {least}"));
                    faults.push(format!("go {word}: found {found}: expected a number{least}"));
                }
                match number.or((kind == GoWord::Bound).then_some(0)) {
                    Some(depth) if word == "perft" => perft = perft.or(Some(depth)),
                    Some(number) => set(dialect, &mut go, word, number),
                    None => {}
                }
            }
        }
    }
    if !unexpected.is_empty() {
        let known: Vec<&str> = dialect.go_words().map(|(word, _)| word).collect();
        faults.push(format!("go: unexpected {}: expected {}", few(&unexpected, MOST_NAMED, ", "), known.join(", ")));
    }
    if perft.is_some() && !go.moves.is_empty() {
        faults.push("go: `searchmoves` has no effect with `perft`, which counts below all moves".to_owned());
    }
    let command = match perft {
        // The depth was unreadable, which is among the faults.
        Some(0) => None,
        Some(depth) => match u32::try_from(depth).ok().filter(|depth| *depth <= limits::PERFT_DEPTH) {
            Some(depth) => Some(Command::Perft(depth)),
            None => {
                faults.push(format!("go: expected at most {} plies after `perft`", limits::PERFT_DEPTH));
                None
            }
        },
        None => Some(Command::Go(go)),
    };
    LineRead { command, faults }
}

/// Sets the parameter `key`.
fn set(dialect: Dialect, go: &mut Go, key: &str, number: i64) {
    let time = Duration::from_millis(u64::try_from(number).unwrap_or(0)).min(limits::TIME);
    let count = u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    let color = dialect.side(if key.starts_with('w') { Color::White } else { Color::Black });
    match key {
        "wtime" | "btime" => go.time[color] = Some(time),
        "winc" | "binc" => go.increment[color] = time,
        "time" => go.time = ByColor([Some(time); 2]),
        "increment" => go.increment = ByColor([time; 2]),
        "byoyomi" => go.byoyomi = time,
        "movestogo" => go.moves_to_go = Some(count).filter(|count| *count > 0),
        "movetime" => go.move_time = Some(time),
        "depth" => go.depth = Some(u8::try_from(count.max(1)).unwrap_or(u8::MAX)),
        "nodes" => go.nodes = Some(u64::try_from(number.max(1)).unwrap_or(1)),
        "mate" => go.mate = Some(count.max(1)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(line: &str) -> Command {
        match read(Dialect::Uci, line) {
            LineRead { command: Some(command), faults } if faults.is_empty() => command,
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
        assert_eq!(good("setoption name VariantPath value  /my  games \r"), option("VariantPath", Some("/my  games")));
        assert_eq!(good("setoption name VariantPath value"), option("VariantPath", Some("")));
        assert_eq!(good("  setoption\tname Clear Hash \r"), option("Clear Hash", None));
    }

    #[test]
    fn ucci_reads_options_as_in_uci_too() {
        for line in ["setoption bookfiles /my  book", "setoption name bookfiles value /my  book"] {
            let option = Command::SetOption { name: "bookfiles".to_owned(), value: Some("/my  book".to_owned()) };
            assert_eq!(read(Dialect::Ucci, line), Ok(option).into(), "{line}");
        }
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
        let sfen = Start::Sfen("4k/5/5/5/K4 b G 7".to_owned());
        assert_eq!(good("position sfen 4k/5/5/5/K4 b G 7 moves G@a2"), position(sfen, &["G@a2"]));
    }

    #[test]
    fn reads_the_limits_of_go() {
        let millis = Duration::from_millis;
        let go = Go {
            time: ByColor([Some(millis(1000)), Some(millis(0))]),
            increment: ByColor([millis(5), millis(0)]),
            moves_to_go: Some(40),
            clocked: true,
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
    fn unknown_words_before_a_command_are_skipped() {
        for (line, expected) in [("joho debug on", Command::Ignored), ("well then go depth 3", good("go depth 3"))] {
            let LineRead { command, faults } = read(Dialect::Uci, line);
            assert_eq!(command, Some(expected), "{line}");
            assert!(faults.len() == 1 && faults[0].starts_with("unknown command `"), "{line}: {faults:?}");
        }
    }

    #[test]
    fn invalid_parts_of_go_are_skipped() {
        let LineRead { command, faults } = read(Dialect::Uci, "go rtime 30 wtime x nodes 100 binc");
        assert_eq!(command, Some(Command::Go(Go { nodes: Some(100), clocked: true, ..Go::default() })));
        let starts = ["go wtime: found `x`", "go binc: found nothing", "go: unexpected `rtime`, `30`: expected"];
        assert_eq!(faults.len(), starts.len());
        assert!(faults.iter().zip(starts).all(|(fault, start)| fault.starts_with(start)), "{faults:?}");
        let LineRead { faults, .. } = read(Dialect::Uci, &format!("go depth 1{}", " x".repeat(20_000)));
        let [fault] = &faults[..] else { panic!("{}", faults.len()) };
        assert!(fault.starts_with("go: unexpected `x`, `x`, `x` and 19997 more: expected searchmoves"), "{fault}");
    }

    #[test]
    fn an_invalid_limit_becomes_the_smallest() {
        for line in ["go depth foo", "go depth", "go depth -3", "go depth 1.5"] {
            let LineRead { command, faults } = read(Dialect::Uci, line);
            assert_eq!(command, Some(Command::Go(Go { depth: Some(1), ..Go::default() })), "{line}");
            let [fault] = &faults[..] else { panic!("{line}: {faults:?}") };
            assert!(fault.starts_with("go depth: found") && fault.ends_with(": expected a number from 0"), "{fault}");
        }
        for line in ["go perft x", "go perft", "go perft 0", "go perft -1"] {
            let LineRead { command, faults } = read(Dialect::Uci, line);
            assert!(command.is_none() && faults.len() == 1 && faults[0].ends_with("from 1"), "{line}: {faults:?}");
        }
        // A number of any length is accepted.
        let deepest = Go { depth: Some(255), ..Go::default() };
        assert_eq!(good("go depth 99999999999999999999"), Command::Go(deepest));
    }

    #[test]
    fn other_invalid_lines_are_refused() {
        for line in [
            "frobnicate",
            "position",
            "position fen",
            "position startpos e2e4",
            "setoption",
            "setoption name",
            "setoption x",
        ] {
            let LineRead { command, faults } = read(Dialect::Uci, line);
            assert!(command.is_none() && faults.len() == 1 && faults[0].contains("expected"), "{line}: {faults:?}");
        }
        assert_eq!(read(Dialect::Uci, " \0\r"), LineRead::default());
    }
}
