//! Parses a line of the GUI into a [`Command`].
//!
//! The [`Reader`] knows the words of CECP and two places where a line means something else: inside `edit`, and after a
//! bare `depth`. It knows no game: whether a move is legal or a variant exists is checked later. A line whose first
//! word is unknown may be a bare move ([`Command::Move`]), and is refused later if it is not; one whose arguments are
//! wrong becomes [`Command::Wrong`].

use super::edit::EditLine;
use super::options::{self, CecpOption};
use crate::board::Color;
use crate::limits;
use crate::search::Control;
use crate::session::{Pace, Setting, Value};
use crate::text::{integer, is_blank};
use std::time::Duration;

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// `protover`: the version of the protocol that the GUI speaks.
    Protover(i64),
    /// The GUI uses a feature.
    Accepted(String),
    /// The GUI does not use a feature.
    Rejected(String),
    New,
    Variant(String),
    Quit,
    Random,
    Force,
    Go,
    PlayOther,
    /// `white`, `black`: the side to move; the engine plays the other.
    SideToMove(Color),
    Level(Control),
    /// `st`: time for each move.
    MoveTime(Duration),
    /// `sd`: plies; `None` without limit.
    Depth(Option<u8>),
    /// `nps`: the unit in which clocks count.
    Pace(Pace),
    /// `time`: the engine's clock.
    OwnTime(Duration),
    /// `otim`: the opponent's clock.
    OpponentTime(Duration),
    /// A move, with `usermove` before it or bare.
    Move {
        text: String,
        bare: bool,
    },
    MoveNow,
    Ping(String),
    Draw,
    Result,
    SetBoard(String),
    Edit,
    EditLine(EditLine),
    EditEnd,
    /// The opponent is a program.
    Computer,
    Hint,
    Book,
    Undo,
    Remove,
    /// `hard` and `easy`: whether to ponder.
    Ponder(bool),
    /// `post` and `nopost`.
    Post(bool),
    Analyze,
    Exit,
    /// `.`: the progress of the analysis.
    Status,
    Exclude(Selection),
    Include(Selection),
    /// `holding`: the hands of White and Black.
    Holding {
        white: String,
        black: String,
    },
    /// `setscore`: the score of the position, in centipawns for the side to move, for searches up to a depth.
    SetScore {
        score: i32,
        depth: u32,
    },
    Pause,
    Resume,
    /// `option`, `memory` and `cores`: what is to be set, and to what.
    Set(CecpOption, Value),
    Lift(String),
    Put(String),
    Hover(String),
    /// A person asks for help.
    Help,
    /// Known, but ignored.
    Ignored,
    Wrong(Fault),
}

/// The root moves that `exclude` and `include` mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    All,
    One(String),
}

/// A fault in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The first word is not a command.
    Unknown,
    /// The arguments are wrong.
    Argument,
    /// The command cannot be used now.
    NotNow,
}

/// How a command affects a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Not at all.
    Inline,
    /// Aborts it.
    Abort,
    /// Waits until the engine has moved.
    Deferred,
    /// A move, which also waits, unless it is the one that the engine ponders on.
    Move,
    /// Makes the engine move.
    MoveNow,
    /// Is answered when everything before it is done.
    Ping,
}

impl Command {
    /// How the command affects a running search.
    pub(super) fn class(&self) -> Class {
        match self {
            Self::New | Self::Variant(_) | Self::Quit | Self::Force | Self::Result | Self::SetBoard(_) => Class::Abort,
            Self::Edit | Self::EditLine(_) | Self::EditEnd | Self::Undo | Self::Remove | Self::Exit => Class::Abort,
            Self::Go | Self::PlayOther | Self::SideToMove(_) | Self::Analyze => Class::Deferred,
            Self::Holding { .. } | Self::Set(..) | Self::SetScore { .. } => Class::Deferred,
            Self::Move { .. } => Class::Move,
            Self::MoveNow => Class::MoveNow,
            Self::Ping(_) => Class::Ping,
            Self::Protover(_) | Self::Accepted(_) | Self::Rejected(_) | Self::Computer | Self::Help => Class::Inline,
            Self::Level(_) | Self::MoveTime(_) | Self::Depth(_) | Self::Pace(_) => Class::Inline,
            Self::OwnTime(_) | Self::OpponentTime(_) | Self::Random | Self::Draw | Self::Hint => Class::Inline,
            Self::Book | Self::Ponder(_) | Self::Post(_) | Self::Status | Self::Exclude(_) | Self::Include(_) => {
                Class::Inline
            }
            Self::Pause | Self::Resume | Self::Lift(_) | Self::Put(_) | Self::Hover(_) => Class::Inline,
            Self::Ignored | Self::Wrong(_) => Class::Inline,
        }
    }

    /// Whether the command takes effect as soon as it arrives, even if other commands wait before it.
    pub(super) fn breaks_off_at_once(&self) -> bool {
        matches!(self, Self::Quit | Self::Force | Self::New | Self::SetBoard(_) | Self::Result)
    }
}

/// Reads lines, one after the other.
#[derive(Debug, Default)]
pub(super) struct Reader {
    in_edit: bool,
    after_depth: bool,
}

impl Reader {
    /// Parses a line; `None` if it is empty.
    pub(super) fn read(&mut self, line: &str) -> Option<Command> {
        let line = line.trim_matches(is_blank);
        if line.is_empty() {
            return None;
        }
        if self.in_edit {
            return Some(self.read_edit(line));
        }
        let after_depth = std::mem::take(&mut self.after_depth);
        if after_depth && line.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(read_depth(line));
        }
        let command = read_command(line);
        self.in_edit = command == Command::Edit;
        self.after_depth = line == "depth";
        Some(command)
    }

    /// Parses a line that is longer than any may be, given its beginning. What is ignored anyway is no fault.
    pub(super) fn read_long(&mut self, start: &str) -> Command {
        self.after_depth = false;
        match read_command(start.trim_start()) {
            _ if self.in_edit => Command::Ignored,
            Command::Ignored => Command::Ignored,
            Command::Move { bare: true, .. } => Command::Wrong(Fault::Unknown),
            _ => Command::Wrong(Fault::Argument),
        }
    }

    fn read_edit(&mut self, line: &str) -> Command {
        match line {
            "." => {
                self.in_edit = false;
                Command::EditEnd
            }
            "quit" => Command::Quit,
            _ => EditLine::read(line).map_or(Command::Ignored, Command::EditLine),
        }
    }
}

fn read_command(line: &str) -> Command {
    let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    let rest = rest.trim();
    read_game(word, rest)
        .or_else(|| read_time(word, rest))
        .or_else(|| read_talk(word, rest))
        .unwrap_or_else(|| Command::Move { text: line.to_owned(), bare: true })
}

/// Commands about the game and the sides.
fn read_game(word: &str, rest: &str) -> Option<Command> {
    Some(match word {
        "new" => Command::New,
        "variant" => with_word(rest, Command::Variant),
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::SideToMove(Color::White),
        "black" => Command::SideToMove(Color::Black),
        "usermove" => with_move(rest, |text| Command::Move { text, bare: false }),
        "?" => Command::MoveNow,
        "result" => Command::Result,
        "setboard" => with_rest(rest, |text| Command::SetBoard(join_words(&text))),
        "edit" => Command::Edit,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "holding" => read_holding(rest),
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "draw" => Command::Draw,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "." => Command::Status,
        "exclude" => with_move(rest, |text| Command::Exclude(selection(text))),
        "include" => with_move(rest, |text| Command::Include(selection(text))),
        "lift" => Command::Lift(rest.to_owned()),
        "put" => Command::Put(rest.to_owned()),
        "hover" => Command::Hover(rest.to_owned()),
        _ => return None,
    })
}

/// Commands about time and depth.
fn read_time(word: &str, rest: &str) -> Option<Command> {
    Some(match word {
        "level" => read_level(rest).map_or(Command::Wrong(Fault::Argument), Command::Level),
        "st" => read_seconds(rest).map_or(Command::Wrong(Fault::Argument), Command::MoveTime),
        "depth" if rest.is_empty() => Command::Ignored,
        "sd" | "depth" => read_depth(rest),
        "nps" => read_integer(rest).map_or(Command::Wrong(Fault::Argument), |rate| {
            Command::Pace(match u64::try_from(rate) {
                Ok(0) => Pace::Processor,
                Ok(rate) => Pace::Nodes(rate),
                Err(_) => Pace::Wall,
            })
        }),
        "time" => read_centiseconds(rest).map_or(Command::Wrong(Fault::Argument), Command::OwnTime),
        "otim" => read_centiseconds(rest).map_or(Command::Wrong(Fault::Argument), Command::OpponentTime),
        _ => return None,
    })
}

/// Commands about the session and its settings, and those that are ignored.
fn read_talk(word: &str, rest: &str) -> Option<Command> {
    Some(match word {
        "protover" => read_integer(rest).map_or(Command::Wrong(Fault::Argument), Command::Protover),
        "accepted" => Command::Accepted(rest.to_owned()),
        "rejected" => Command::Rejected(rest.to_owned()),
        // The answer repeats the text, and must fit into a line.
        "ping" if rest.len() > LONGEST_NUMBER => Command::Wrong(Fault::Argument),
        "ping" => with_word(rest, Command::Ping),
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "random" => Command::Random,
        "memory" => read_setting(Setting::Memory, rest),
        "cores" => read_setting(Setting::Threads, rest),
        "option" => {
            let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value)));
            let set = |(option, value)| Command::Set(option, value);
            options::read(name, value).map_or(Command::Wrong(Fault::Argument), set)
        }
        "computer" => Command::Computer,
        "help" => Command::Help,
        "setscore" => read_score(rest),
        // `noise` and what follows it are meant for other engines, and sent to all.
        "xboard" | "name" | "rating" | "ratings" | "ics" | "partner" | "ptell" | "egtpath" | "noise" | "book"
        | "skill" | "fritz" | "reset" | "ponder" => Command::Ignored,
        _ => return None,
    })
}

/// More bytes than GUIs use for the number of a ping.
const LONGEST_NUMBER: usize = 100;

/// A command that needs a word.
fn with_word(rest: &str, make: impl FnOnce(String) -> Command) -> Command {
    match rest.split_ascii_whitespace().next() {
        Some(word) => make(word.to_owned()),
        None => Command::Wrong(Fault::Argument),
    }
}

/// A command that needs a move: of several it is unclear which one is meant.
fn with_move(rest: &str, make: impl FnOnce(String) -> Command) -> Command {
    match rest.split_ascii_whitespace().nth(1) {
        Some(_) => Command::Wrong(Fault::Argument),
        None => with_word(rest, make),
    }
}

/// A command that needs some text.
fn with_rest(rest: &str, make: impl FnOnce(String) -> Command) -> Command {
    if rest.is_empty() { Command::Wrong(Fault::Argument) } else { make(rest.to_owned()) }
}

fn join_words(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn selection(text: String) -> Selection {
    if text == "all" { Selection::All } else { Selection::One(text) }
}

/// `[PN] [Q]`, possibly followed by the piece just added.
fn read_holding(rest: &str) -> Command {
    let mut lists = rest.split('[').skip(1).map(|list| list.split_once(']').map(|(letters, _)| letters.trim()));
    match (lists.next().flatten(), lists.next().flatten()) {
        (Some(white), Some(black)) => Command::Holding { white: white.to_owned(), black: black.to_owned() },
        _ => Command::Wrong(Fault::Argument),
    }
}

/// `-31`, or `-31 8` with the maximum depth to which it applies.
fn read_score(rest: &str) -> Command {
    let (score, depth) = rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
    match (read_integer(score), read_integer(depth)) {
        (Some(score), None) if depth.is_empty() => Command::SetScore { score: limited(score), depth: u32::MAX },
        (Some(score), Some(depth)) => {
            Command::SetScore { score: limited(score), depth: u32::try_from(depth.max(0)).unwrap_or(u32::MAX) }
        }
        _ => Command::Wrong(Fault::Argument),
    }
}

fn limited(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

fn read_depth(text: &str) -> Command {
    match read_integer(text) {
        Some(plies) => Command::Depth((plies > 0).then(|| u8::try_from(plies).unwrap_or(u8::MAX))),
        None => Command::Wrong(Fault::Argument),
    }
}

/// The base time that chess servers give for `level 0 0 0`.
const LEAST_BASE: Duration = Duration::from_secs(10);

/// `40 5 0`, `0 0:05 0.1`: moves, minutes possibly with seconds, increment. After a plus sign, sessions may follow.
fn read_level(text: &str) -> Option<Control> {
    let mut words = text.split_ascii_whitespace();
    let moves = u32::try_from(read_integer(words.next()?)?).ok()?;
    let base = words.next()?.split('+').next()?;
    let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_sign_positive());
    let base = Duration::try_from_secs_f64(number(minutes)? * 60.0 + number(seconds)?).ok()?;
    let increment = words.next().map_or(Some(Duration::ZERO), read_seconds)?;
    let base = if base.is_zero() && increment.is_zero() { LEAST_BASE } else { base.min(limits::TIME) };
    Some(Control::level(moves, base, increment))
}

/// Seconds as XBoard prints them, possibly `1e-05`.
fn read_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.split_ascii_whitespace().next()?.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(limits::TIME).min(limits::TIME))
}

fn read_centiseconds(text: &str) -> Option<Duration> {
    let centiseconds = u64::try_from(read_integer(text)?).unwrap_or(0).max(1);
    Some(Duration::from_millis(centiseconds.saturating_mul(10)).min(limits::TIME))
}

/// A setting that has a command of its own.
fn read_setting(setting: Setting, text: &str) -> Command {
    let value = setting.domain().read(text.split_ascii_whitespace().next());
    value.map_or(Command::Wrong(Fault::Argument), |value| Command::Set(CecpOption::Engine(setting), value))
}

/// The integer at the beginning of a text.
fn read_integer(text: &str) -> Option<i64> {
    integer(text.split_ascii_whitespace().next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Reader::default().read(line).expect("a line that is not empty")
    }

    fn level(moves: u32, base: u64, increment: u64) -> Command {
        Command::Level(Control::level(moves, Duration::from_secs(base), Duration::from_millis(increment)))
    }

    #[test]
    fn reads_words_between_blanks() {
        assert_eq!(read("  ping   12  \r"), Command::Ping("12".to_owned()));
        assert_eq!(Reader::default().read(" \r"), None);
        assert_eq!(Reader::default().read(""), None);
    }

    #[test]
    fn reads_all_forms_of_time() {
        let cases = [
            ("level 40 5 0", level(40, 300, 0)),
            ("level 40 0:30 0", level(40, 30, 0)),
            ("level 0 2 12", level(0, 120, 12_000)),
            ("level 0 1:5 0", level(0, 65, 0)),
            ("level 40 25+5 0", level(40, 1500, 0)),
            ("level 0 0.5 0", level(0, 30, 0)),
            // Chess servers mean ten seconds.
            ("level 0 0 0", level(0, 10, 0)),
            ("level 0 5x 0", Command::Wrong(Fault::Argument)),
            ("level 0 -5 0", Command::Wrong(Fault::Argument)),
            ("level 0 inf 0", Command::Wrong(Fault::Argument)),
            ("level 0 0:05 0.1", level(0, 5, 100)),
            ("level 0 0:02 1e-3", level(0, 2, 1)),
            ("st 0.2", Command::MoveTime(Duration::from_millis(200))),
            ("st 0", Command::MoveTime(Duration::ZERO)),
            ("st -3", Command::MoveTime(Duration::ZERO)),
            ("time 200", Command::OwnTime(Duration::from_secs(2))),
            ("otim -7", Command::OpponentTime(Duration::from_millis(10))),
            ("sd 3", Command::Depth(Some(3))),
            ("sd 99999999999999999999", Command::Depth(Some(255))),
            ("sd 0", Command::Depth(None)),
            ("depth 4", Command::Depth(Some(4))),
            ("nps 0", Command::Pace(Pace::Processor)),
            ("nps 100", Command::Pace(Pace::Nodes(100))),
            ("nps -1", Command::Pace(Pace::Wall)),
        ];
        for (line, command) in cases {
            assert_eq!(read(line), command, "{line}");
        }
    }

    #[test]
    fn a_number_after_a_bare_depth_is_its_argument() {
        let mut reader = Reader::default();
        assert_eq!(reader.read("depth"), Some(Command::Ignored));
        assert_eq!(reader.read("2"), Some(Command::Depth(Some(2))));
        assert_eq!(reader.read("2"), Some(Command::Move { text: "2".to_owned(), bare: true }));
    }

    #[test]
    fn a_line_that_is_too_long_is_no_command() {
        let mut reader = Reader::default();
        for (start, expected) in [
            ("setboard 8/8", Command::Wrong(Fault::Argument)),
            ("frobnicate all", Command::Wrong(Fault::Unknown)),
            ("name x", Command::Ignored),
            ("edit", Command::Wrong(Fault::Argument)),
        ] {
            assert_eq!(reader.read_long(start), expected, "{start}");
        }
        assert_eq!(reader.read("edit"), Some(Command::Edit));
        assert_eq!(reader.read_long("setboard 8/8"), Command::Ignored);
        assert_eq!(reader.read("."), Some(Command::EditEnd));
    }

    #[test]
    fn only_quit_is_a_command_in_edit_mode() {
        let mut reader = Reader::default();
        assert_eq!(reader.read("edit"), Some(Command::Edit));
        assert_eq!(reader.read("ping 3"), Some(Command::Ignored));
        assert_eq!(reader.read("#"), Some(Command::EditLine(EditLine::Clear)));
        assert_eq!(reader.read("quit"), Some(Command::Quit));
        assert_eq!(reader.read("."), Some(Command::EditEnd));
        assert_eq!(reader.read("."), Some(Command::Status));
    }

    #[test]
    fn keeps_texts_of_options_as_they_are() {
        let set = |setting, value| Command::Set(CecpOption::Engine(setting), value);
        assert_eq!(read("option Book file=a = b"), set(Setting::BookFile, Value::Text("a = b".to_owned())));
        assert_eq!(read("option Book file="), set(Setting::BookFile, Value::Text(String::new())));
        assert_eq!(read("option Reload variants"), set(Setting::Reload, Value::Press));
    }

    #[test]
    fn invalid_arguments_differ_from_unknown_commands() {
        for line in [
            "ping",
            "level",
            "level x 5 0",
            "level 0 5 x",
            "st soon",
            "st inf",
            "sd",
            "sd x",
            "protover x",
            "setboard",
            "variant",
            "usermove",
            "usermove e2e4 e7e5",
            "exclude",
            "exclude e2e4 d2d4",
            "include all e2e4",
            "memory lots",
            "holding PP",
            "holding [P]",
            "option",
            "option Frobnicate=1",
            "option MultiPV=x",
            "nps -",
            "setscore",
            "setscore x",
            "setscore 1 x",
        ] {
            assert_eq!(read(line), Command::Wrong(Fault::Argument), "{line}");
        }
        assert_eq!(read(&format!("ping {}", "9".repeat(5000))), Command::Wrong(Fault::Argument));
        assert_eq!(read("frobnicate 1 2"), Command::Move { text: "frobnicate 1 2".to_owned(), bare: true });
    }

    #[test]
    fn reads_scores_and_versions() {
        assert_eq!(read("setscore -31"), Command::SetScore { score: -31, depth: u32::MAX });
        assert_eq!(read("setscore 150 7"), Command::SetScore { score: 150, depth: 7 });
        assert_eq!(read("protover 2"), Command::Protover(2));
        assert_eq!(read("protover 99999999999999999999"), Command::Protover(i64::MAX));
    }

    /// Commands that set numbers keep them within the bounds of their settings.
    #[test]
    fn settings_are_clamped_to_their_bounds() {
        let cases = [
            ("cores 2", Setting::Threads, 2),
            ("cores 0", Setting::Threads, 1),
            ("cores 100000", Setting::Threads, 256),
            ("memory 99999999999", Setting::Memory, 65_536),
        ];
        for (line, setting, number) in cases {
            assert_eq!(read(line), Command::Set(CecpOption::Engine(setting), Value::Number(number)), "{line}");
        }
    }

    #[test]
    fn reads_hands() {
        let holding = |white: &str, black: &str| Command::Holding { white: white.to_owned(), black: black.to_owned() };
        assert_eq!(read("holding [PN] [Q]"), holding("PN", "Q"));
        assert_eq!(read("holding [] [] BP"), holding("", ""));
    }
}
