//! `alfil play`: a game in the terminal.
//!
//! Lines come in, an answer to each goes out, whether a user types them (`input.rs`) or a pipe sends them. The drawing
//! is in `board.rs`, descriptions of the game are in `words.rs`.

mod board;
mod input;
mod words;

use super::analyze::{self, UsualGame};
use super::input::source;
use super::interrupt::Interrupt;
use super::movetext::{Movetext, is_tag_line, tag_line};
use super::numbers::{levels, seconds_within};
use super::terminal::Screen;
use super::{Failure, set_up};
use crate::board::{Color, PieceKind};
use crate::game::{Game, MoveError, without_number};
use crate::position::Move;
use crate::search::{self, Info, Level, Limits, Memory, Monitor};
use crate::text::{cannot_write, visible};
use crate::variant::{Library, in_home};
use clap::{Args, ValueEnum};
use input::Input;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Hash table of a game in the terminal, in MiB.
const MEMORY: usize = 64;

/// The word for full strength, which is not a level.
const FULL: &str = "full";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variant, by name or file; `alfil list` shows the names
    pub(super) variant: String,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// The engine's time for each move, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// The engine's playing strength, from 1 to 10 [default: full strength]
    #[arg(long, value_name = "N", value_parser = levels())]
    level: Option<u8>,
    /// The position to start from [default: the start position of the variant]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// The sides that the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Side {
    White,
    Black,
    Both,
    None,
}

impl Side {
    fn plays(self, color: Color) -> bool {
        match self {
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// The offset of a text at the end of a file, if the file ends with it.
fn place_at_end(path: &Path, text: &str) -> io::Result<Option<u64>> {
    let place =
        fs::metadata(path).ok().filter(Metadata::is_file).and_then(|known| known.len().checked_sub(text.len() as u64));
    let Some(place) = place else { return Ok(None) };
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(place))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok((end == text.as_bytes()).then_some(place))
}

/// Whether a game may be appended to a file: there is none yet, or it is empty, has the usual ending, or begins like a
/// file of games.
fn takes_games(path: &Path) -> io::Result<bool> {
    if !path.is_file() || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
        return Ok(true);
    }
    let mut begin = Vec::new();
    File::open(path)?.take(BEGIN).read_to_end(&mut begin)?;
    let begin = String::from_utf8_lossy(&begin);
    let begin = begin.trim_start_matches('\u{feff}').trim_start();
    Ok(begin.is_empty() || begin.lines().next().is_some_and(is_tag_line))
}

/// The bytes of a file by which it is recognised.
const BEGIN: u64 = 256;

/// Reads the time for a move.
fn seconds(text: &str) -> Result<f64, String> {
    seconds_within(text, 0.0..=3600.0)
}

pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<(), Failure> {
    let usual = UsualGame::load(library, &arguments.variant)?;
    let mut game = usual.game.clone();
    match &arguments.fen {
        Some(fen) => set_up(&mut game, fen)?,
        None => drop(game.restart_drawn(&mut fastrand::Rng::new())?),
    }
    let input = Input::of_stdin()?;
    let interrupt = if input.is_typed() { Some(Interrupt::while_busy()?) } else { None };
    let table = Table {
        library,
        usual,
        start: game.clone(),
        game,
        saved: None,
        side: arguments.side,
        time: Duration::from_secs_f64(arguments.time),
        level: arguments.level.and_then(|level| Level::new(level.into())),
        memory: Memory::new(MEMORY),
        screen: Screen::of_stdout(),
        interrupt,
    };
    Ok(table.play(input, io::stdout().lock())?)
}

/// A game with its settings.
struct Table<'a> {
    library: &'a Library,
    /// The game on the command line.
    usual: UsualGame,
    start: Game,
    game: Game,
    /// The file to which the game was saved last, and the text that was written.
    saved: Option<(PathBuf, String)>,
    side: Side,
    time: Duration,
    level: Option<Level>,
    memory: Memory,
    screen: Screen,
    /// Ctrl-C while the engine thinks, if input is typed.
    interrupt: Option<Interrupt>,
}

impl Table<'_> {
    fn play(mut self, mut input: Input, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "{}. Type a move, or `help`.\n", self.game.variant().title)?;
        self.show(&mut output)?;
        self.set_busy(true);
        self.answer(&mut output)?;
        self.set_busy(false);
        while let Some(line) = input.line(&format!("{}> ", self.game.side().name()), &mut output)? {
            if matches!(line.trim(), "quit" | "exit" | "q") {
                return Ok(());
            }
            self.set_busy(true);
            self.obey(line.trim(), &mut output)?;
            self.set_busy(false);
        }
        output.flush()
    }

    /// Sets whether Ctrl-C ends the engine's thinking instead of the program.
    fn set_busy(&self, busy: bool) {
        self.interrupt.iter().for_each(|interrupt| interrupt.set_busy(busy));
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::is_seen)
    }

    fn obey(&mut self, line: &str, output: &mut impl Write) -> io::Result<()> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => Ok(()),
            ("fen" | "undo" | "new" | "hint" | "board", more) if !more.is_empty() => {
                let advice = match word {
                    "fen" => "`fen` shows the position; `--fen` starts from another one",
                    "undo" => "`undo` takes back one move, and the answer to it",
                    "new" => "`new` restarts this game; `alfil play` and a name start another one",
                    "hint" => "`hint` is about the position on the board",
                    _ => "`board` takes no argument",
                };
                writeln!(output, "`{}`: {advice}", visible(line))
            }
            ("help", _) => write!(output, "{}", words::help(&self.start, &self.screen)),
            ("board", _) => self.show(output),
            ("fen", _) => writeln!(output, "{}", self.game.setup().full_fen(self.game.variant())),
            ("undo", _) => self.undo(output),
            ("pieces", asked) => match words::pieces(&self.game, asked, &self.screen) {
                Ok(text) => write!(output, "{text}"),
                Err(advice) => writeln!(output, "{advice}"),
            },
            ("hint", _) => self.hint(output),
            ("moves", square) => self.list_moves(square, output),
            ("side", side) => self.change_side(side, output),
            ("time", time) => self.change_time(time, output),
            ("level", level) => self.change_level(level, output),
            ("save", "") => writeln!(output, "`save`: expected the name of a file"),
            ("save", file) => self.save_to(file, output),
            ("load", "") => writeln!(output, "`load`: expected the name of a file of games"),
            ("load", file) => self.load_from(file, output),
            ("new", _) => {
                self.saved = None;
                self.game = self.start.clone();
                self.show(output)?;
                self.answer(output)
            }
            _ => self.make_users_move(line, output),
        }
    }

    fn change_side(&mut self, side: &str, output: &mut impl Write) -> io::Result<()> {
        let Ok(read) = Side::from_str(side, true) else {
            return writeln!(output, "`side {side}`: expected white, black, both or none");
        };
        self.side = read;
        self.answer(output)
    }

    fn change_time(&mut self, time: &str, output: &mut impl Write) -> io::Result<()> {
        match seconds(time) {
            Ok(seconds) => {
                self.time = Duration::from_secs_f64(seconds);
                writeln!(output, "the engine has {} for each move", words::seconds(seconds))
            }
            Err(advice) => writeln!(output, "`time {time}`: {advice}"),
        }
    }

    fn change_level(&mut self, level: &str, output: &mut impl Write) -> io::Result<()> {
        let (least, most) = (Level::WEAKEST, Level::STRONGEST);
        match level.parse::<u8>().ok().filter(|level| (least..=most).contains(level)) {
            _ if level == FULL => {
                self.level = None;
                writeln!(output, "the engine plays at full strength")
            }
            Some(level) => {
                self.level = Level::new(level.into());
                writeln!(output, "the engine plays at level {level}")
            }
            None => writeln!(output, "`level {level}`: expected a number from {least} to {most}, or `{FULL}`"),
        }
    }

    fn save_to(&mut self, file: &str, output: &mut impl Write) -> io::Result<()> {
        let path = in_home(file.into());
        match self.save(&path) {
            Ok(replaced) => {
                let what = if replaced { ", in place of its earlier version" } else { "" };
                writeln!(output, "the game is saved in {}{what}", path.display())
            }
            Err(fault) => writeln!(output, "`save`: {}", cannot_write(&path, &fault)),
        }
    }

    fn load_from(&mut self, file: &str, output: &mut impl Write) -> io::Result<()> {
        match self.load(file) {
            Ok(()) => {
                self.show(output)?;
                self.answer(output)
            }
            Err(failure) => writeln!(output, "`load`: {}", failure.message().unwrap_or_default()),
        }
    }

    fn make_users_move(&mut self, text: &str, output: &mut impl Write) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return writeln!(output, "the game is over; type `undo` or `new`");
        }
        let shown = visible(text);
        let text = without_number(text);
        match self.game.read_move(text) {
            Ok(mv) => {
                self.game.play(mv);
                if self.side == Side::Both || self.game.outcome().is_some() {
                    self.show(output)?;
                }
                self.answer(output)
            }
            Err(fault) => {
                let reason = self.game.explained(text, fault);
                let advice = match fault {
                    // The reason says what to type.
                    MoveError::PromotionChoice | MoveError::Ambiguous => "",
                    _ => "; `help` shows what you can type",
                };
                writeln!(output, "`{shown}` cannot be played: {reason}{advice}")
            }
        }
    }

    /// Lets the engine move while it is its turn; then announces the end of the game.
    fn answer(&mut self, output: &mut impl Write) -> io::Result<()> {
        while self.game.outcome().is_none() && !self.side.plays(self.game.side()) {
            let Some(mv) = self.think(self.level).and_then(|info| info.best_move()) else { break };
            // In a game against itself, the engine would otherwise go on with its next move.
            if self.side == Side::None && self.is_interrupted() {
                self.side = Side::Both;
                writeln!(output, "the game pauses: you play both sides until you type `side none`")?;
                break;
            }
            let text = self.game.move_text(mv);
            let mover = self.game.side().name();
            self.game.play(mv);
            writeln!(output, "{mover} plays {text}\n")?;
            self.show(output)?;
        }
        match self.game.outcome() {
            Some(outcome) => writeln!(output, "{}.", self.game.verdict(outcome)),
            None if self.game.in_check() => writeln!(output, "{} is in check", self.game.side().name()),
            None => Ok(()),
        }
    }

    fn think(&self, level: Option<Level>) -> Option<Info> {
        let limits = Limits { plays: true, ..Limits::default().lasting(Some(self.time)) };
        let limits = Level::limit(level, limits, &self.game);
        let monitor = Arc::new(Monitor::default());
        self.interrupt.iter().for_each(|interrupt| interrupt.ends(&monitor));
        search::think(&self.game, &limits, &self.memory, &monitor, &mut |_| {})
    }

    fn undo(&mut self, output: &mut impl Write) -> io::Result<()> {
        let mut earlier = self.game.clone();
        let is_users = |game: &Game| self.side == Side::None || self.side.plays(game.side());
        // Goes back to before the user's last move. If the user has not moved yet, the engine's first move stays.
        while earlier.undo().is_some() {
            if is_users(&earlier) {
                self.game = earlier;
                self.show(output)?;
                return self.answer(output);
            }
        }
        writeln!(output, "there is no move to take back")
    }

    fn hint(&self, output: &mut impl Write) -> io::Result<()> {
        match self.think(None).and_then(|info| info.best_move()) {
            Some(mv) => writeln!(output, "{}", self.game.move_text(mv)),
            None => writeln!(output, "there is no legal move"),
        }
    }

    fn list_moves(&self, asked: &str, output: &mut impl Write) -> io::Result<()> {
        let from = self.game.geometry().parse(asked);
        let dropped = from.is_none().then(|| self.dropped(asked)).flatten();
        if from.is_none() && dropped.is_none() && !asked.is_empty() {
            let or_piece = if self.game.variant().rules.drops.enabled { ", nor a piece that is dropped" } else { "" };
            return writeln!(output, "`{}` is not a square of this board{or_piece}", visible(asked));
        }
        let leaves = |mv: &Move| match (from, dropped) {
            (Some(from), _) => mv.from() == from && !mv.is_drop(),
            (None, Some(kind)) => mv.is_drop() && self.game.mover(*mv).kind() == kind,
            (None, None) => true,
        };
        let moves = self.game.legal_moves();
        let mut texts: Vec<_> = moves.iter().filter(|mv| leaves(mv)).map(|mv| self.game.move_text(*mv)).collect();
        texts.sort_unstable();
        match (texts.is_empty(), from, dropped) {
            (false, _, _) => writeln!(output, "{}", self.screen.wrap(&texts.join(" "), 0)),
            (true, Some(_), _) => writeln!(output, "no move from {asked}"),
            (true, None, Some(kind)) => {
                let name = self.game.variant().kind(kind).name.to_lowercase();
                writeln!(output, "{} can drop no {name}", self.game.side().name())
            }
            (true, None, None) => writeln!(output, "there is no legal move"),
        }
    }

    /// The piece that `P` or `P@` names in a game with drops.
    fn dropped(&self, asked: &str) -> Option<PieceKind> {
        let variant = self.game.variant();
        let id = asked.strip_suffix('@').unwrap_or(asked);
        let mut kinds = variant.kinds().filter(|_| variant.rules.drops.enabled);
        kinds.find(|(_, kind)| kind.id.eq_ignore_ascii_case(id)).map(|(number, _)| number)
    }

    /// Appends the game to a file of games, or replaces its earlier version if that is still at the end of the file.
    /// Returns whether it was replaced.
    fn save(&mut self, path: &Path) -> io::Result<bool> {
        let text = self.pgn();
        let last = self.saved.as_ref().filter(|(known, _)| known == path);
        let place = last.map(|(_, text)| place_at_end(path, text)).transpose()?.flatten();
        match place {
            Some(place) => {
                let mut file = OpenOptions::new().write(true).open(path)?;
                file.seek(SeekFrom::Start(place))?;
                file.write_all(text.as_bytes())?;
                file.set_len(place + text.len() as u64)?;
            }
            None if !takes_games(path)? => return Err(io::Error::other("it holds something else than games")),
            None => {
                let mut file = OpenOptions::new().append(true).create(true).open(path)?;
                let known = file.metadata()?;
                // Other programs may leave the last line unended: tags on the same line would belong to that game.
                let joins = known.is_file() && known.len() > 0 && place_at_end(path, "\n")?.is_none();
                let gap = if joins { "\n\n" } else { "" };
                file.write_all(format!("{gap}{text}").as_bytes())?;
            }
        }
        self.saved = Some((path.to_owned(), text));
        Ok(place.is_some())
    }

    /// Continues a game of a file: the last one, or the one whose number follows the name.
    fn load(&mut self, text: &str) -> Result<(), Failure> {
        let whole = in_home(text.into());
        let numbered = text.rsplit_once(' ').and_then(|(name, number)| Some((name.trim_end(), number.parse().ok()?)));
        let (path, number) = match numbered {
            Some((name, number)) if !whole.exists() => (in_home(name.into()), Some(number)),
            _ => (whole, None),
        };
        let [start, game] = analyze::load(self.library, &self.usual, &source(&path)?, number)?;
        (self.start, self.game, self.saved) = (start, game, None);
        Ok(())
    }

    fn pgn(&self) -> String {
        let mut game = self.game.clone();
        let mut moves: Vec<Move> = std::iter::from_fn(|| game.undo()).collect();
        moves.reverse();
        let engine = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
        let [white, black] =
            [Color::White, Color::Black].map(|color| if self.side.plays(color) { "?" } else { engine });
        let result = self.game.outcome().map_or("*", |outcome| outcome.result.score());
        let variant = game.variant();
        let start = game.setup();
        let fen = (start != variant.start).then(|| start.full_fen(variant));
        // The PGN standard's placeholders for unknown values.
        let roster =
            [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", white), ("Black", black)];
        let set_up = fen.iter().flat_map(|fen| [("SetUp", "1"), ("FEN", fen.as_str())]);
        let tags = roster.into_iter().chain([("Result", result), ("Variant", &variant.name)]).chain(set_up);
        let tags: String = tags.map(|(name, value)| tag_line(name, value) + "\n").collect();
        let mut text = Movetext::default();
        for mv in moves {
            text.push_move(&game, game.san(mv));
            game.play(mv);
        }
        text.push(result);
        format!("{tags}\n{text}\n\n")
    }

    fn show(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}", board::draw(&self.game, &self.screen))
    }
}
