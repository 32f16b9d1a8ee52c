//! The talk with the GUI as a state machine, without input, output, threads
//! or a clock of its own.
//!
//! Lines and news of the search are heard, then [`Dialogue::act`] returns what
//! is to be done, as [`Effect`]s in order. Commands wait in an inbox: what
//! must not disturb the search stays there until the engine has moved, and
//! all behind it keep their order. What each command does stands in
//! `execute.rs` and `positions.rs`; how moves are made in `moves.rs`, what
//! searches are for and what they say in `thinking.rs`.

use super::catalogue::Catalogue;
use super::clocks::Clocks;
use super::command::{Class, Command, Fault, Reader};
use super::edit::Editor;
use super::highlight::Pointer;
use super::introduce::{Introduction, Note};
use super::mood::Mood;
use super::options::Settings;
use super::reply;
use crate::board::Color;
use crate::game::Game;
use crate::game::book::Book;
use crate::position::Move;
use crate::search::{GivenScore, Info, Limits, Monitor};
use crate::text::Report;
use crate::variant::Library;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The hash table's size until the GUI asks for another, in MiB.
pub(super) const DEFAULT_MEMORY: usize = 64;

/// GUIs show every complaint in a window of its own: more help nobody.
const MOST_SHOWN: usize = 3;

/// How long the end may wait for the variant files, without which what was
/// said before cannot be answered.
const PATIENCE: Duration = Duration::from_millis(300);

/// Something for the loop to do.
#[derive(Debug)]
pub(super) enum Effect {
    /// Print one line, or the lines of one move.
    Say(String),
    /// Begin a search; another one, if it still runs, has been stopped.
    Search(Box<Order>),
    /// Use so many MiB for the hash table, and call [`Dialogue::hear_ready`] when it is there.
    Memory(usize),
    /// Forget what searches have found, and call [`Dialogue::hear_ready`] then.
    Forget,
    /// Read all variant files, also those of a directory unless it is empty,
    /// and call [`Dialogue::hear_library`] with them.
    Fetch(String),
    /// Open a book, and call [`Dialogue::hear_book`] with it.
    OpenBook(String),
    /// End the process.
    Quit,
}

/// A search to be run.
#[derive(Debug)]
pub(super) struct Order {
    /// Its number, which comes back with its news.
    pub number: u64,
    /// The game whose position is searched.
    pub game: Game,
    /// When it must end by itself.
    pub limits: Limits,
    /// How it is stopped, paused and watched.
    pub monitor: Arc<Monitor>,
}

/// What a search has to say.
#[derive(Debug)]
pub(super) enum News {
    /// It knows more.
    Info(Info),
    /// It has ended; nothing if no move is legal.
    Done(Option<Info>),
}

/// Whose moves the engine makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nobody's: it only follows.
    Force,
    /// One side's.
    Play(Color),
    /// Nobody's, but it thinks about every position.
    Analyze,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    /// Nothing runs.
    Idle,
    /// The engine's own move.
    Think,
    /// The opponent's move, since none is expected yet.
    Guess,
    /// The engine's next move, if the opponent makes this one.
    Ponder(Move),
    /// The user's curiosity.
    Analyze,
    /// An answer to `hint`.
    Hint,
}

impl Activity {
    /// Whether the engine uses the opponent's time.
    pub(super) fn is_pondering(self) -> bool {
        matches!(self, Self::Guess | Self::Ponder(_))
    }
}

/// The search that runs, or the last one.
#[derive(Debug)]
pub(super) struct Search {
    pub activity: Activity,
    /// News with another number is of a search given up.
    pub number: u64,
    /// The link to it.
    pub monitor: Arc<Monitor>,
    /// What it had used when the engine's own time began to run.
    pub free: Duration,
    /// The position searched.
    pub root: Game,
    /// The latest news about the best line.
    pub latest: Option<Info>,
    /// The latest finished line of each place.
    pub choices: Vec<Info>,
    /// Whether it has ended by itself, and only its result is still of use.
    pub ended: bool,
    /// Whether `hint` waits for its first news.
    pub hint_due: bool,
}

/// A command and the line it came in.
#[derive(Debug)]
pub(super) struct Request {
    pub command: Command,
    pub line: String,
}

/// What has been said about the talk itself.
#[derive(Debug, Default)]
pub(super) struct Manners {
    /// The GUI spoke of a version of the protocol that knows features.
    pub modern: bool,
    /// `post`: thinking is shown.
    pub post: bool,
    /// `hard`: the engine thinks on the opponent's time.
    pub ponder: bool,
    /// `random`: the engine varies its play.
    pub random: bool,
    /// `computer`: the opponent is a program.
    pub computer: bool,
    /// The GUI accepted `usermove`, so that a bare move may be a trick.
    pub usermove: bool,
}

/// The talk.
#[derive(Debug)]
pub(super) struct Dialogue {
    reader: Reader,
    inbox: VecDeque<Request>,
    effects: Vec<Effect>,
    /// Set when the talk will end: what came before is still answered, but
    /// nothing is searched any more.
    ending: bool,
    /// Hash tables that are being made or emptied, books that are being opened:
    /// no ping is answered before.
    preparing: usize,
    /// Set while variant files are read: nothing else is done.
    fetching: bool,
    /// Whether variant files have been read before.
    begun: bool,
    /// When to go on without what is awaited.
    patience: Option<Instant>,
    /// News that came during a pause.
    held: Vec<(u64, News)>,
    /// What the GUI has yet to be told about the game on the board.
    pub(super) introduction: Option<Introduction>,
    /// What the user has yet to be told about it.
    pub(super) note: Option<Note>,
    /// Games about which the user has been told what XBoard cannot do.
    pub(super) noted: Vec<String>,
    /// When the latest line or news arrived.
    pub(super) now: Instant,
    pub(super) catalogue: Catalogue,
    /// The game that `new` starts.
    pub(super) standard: Game,
    pub(super) game: Game,
    pub(super) mode: Mode,
    /// The colour that the engine plays or played last.
    pub(super) engine: Color,
    pub(super) search: Search,
    /// Set by `pause`.
    pub(super) paused: bool,
    /// Whether the position on the board is one that can be played.
    pub(super) playable: bool,
    /// The result that was announced.
    pub(super) result: Option<String>,
    /// Whether the GUI has said that the game is over, or the engine has resigned.
    pub(super) told_over: bool,
    /// The reply expected to the engine's latest move.
    pub(super) expected: Option<Move>,
    /// Whether the opponent has offered a draw.
    pub(super) draw_offered: bool,
    /// Whether a move was made that the GUI could not be told in full.
    pub(super) untold: bool,
    /// Root moves left out of the analysis.
    pub(super) excluded: Vec<Move>,
    /// Scores laid down by `setscore`.
    pub(super) given: Vec<GivenScore>,
    /// Whether the analysis has to start again.
    pub(super) analysis_due: bool,
    pub(super) clocks: Clocks,
    pub(super) memory: usize,
    pub(super) book: Option<Book>,
    pub(super) manners: Manners,
    pub(super) settings: Settings,
    pub(super) mood: Mood,
    pub(super) editor: Option<Editor>,
    pub(super) pointer: Pointer,
}

impl Dialogue {
    /// A talk that has not begun: the start position of the first variant, and
    /// the engine plays nobody. The first that is to be done is to read the
    /// variant files.
    pub(super) fn new(catalogue: Catalogue, standard: Game, now: Instant) -> Self {
        Self {
            reader: Reader::default(),
            inbox: VecDeque::new(),
            effects: vec![Effect::Fetch(String::new())],
            ending: false,
            preparing: 0,
            fetching: true,
            begun: false,
            patience: None,
            held: Vec::new(),
            introduction: None,
            note: None,
            noted: Vec::new(),
            now,
            catalogue,
            game: standard.clone(),
            mode: Mode::Force,
            engine: Color::White,
            search: Search::none(standard.clone()),
            standard,
            paused: false,
            playable: true,
            result: None,
            told_over: false,
            expected: None,
            draw_offered: false,
            untold: false,
            excluded: Vec::new(),
            given: Vec::new(),
            analysis_due: false,
            clocks: Clocks::new(now),
            memory: DEFAULT_MEMORY,
            book: None,
            manners: Manners::default(),
            settings: Settings::default(),
            mood: Mood::default(),
            editor: None,
            pointer: Pointer::default(),
        }
    }

    /// Takes a line in. Nothing but what cannot wait is done at once.
    pub(super) fn hear_line(&mut self, line: &str, now: Instant) {
        self.now = now;
        let Some(command) = self.reader.read(line) else { return };
        if command.breaks_off_at_once() {
            // A pause is over, and one that has not begun yet need not begin.
            self.inbox.retain(|request| request.command != Command::Pause);
            self.held.clear();
            self.resume();
            if matches!(self.search.activity, Activity::Think | Activity::Hint) {
                self.break_off();
            }
        }
        if command == Command::Quit {
            self.ending = true;
            self.preparing = 0;
            self.patience = Some(now + PATIENCE);
        }
        match &command {
            // GUIs soon give up an engine that does not say that it needs time.
            Command::Protover(version) if *version >= 2 => self.say(reply::FEATURES_BEGIN),
            _ => {}
        }
        match &command {
            Command::Pause if self.search.activity == Activity::Think => self.pause(),
            Command::Resume if self.paused => self.resume(),
            Command::Ping(number) if self.paused => self.say(format!("pong {number}")),
            _ => self.inbox.push_back(Request { command, line: line.trim().to_owned() }),
        }
    }

    /// The input has ended.
    pub(super) fn hear_end(&mut self, now: Instant) {
        self.reader = Reader::default();
        self.hear_line("quit", now);
    }

    /// Takes in what a search says.
    pub(super) fn hear_search(&mut self, number: u64, news: News, now: Instant) {
        self.now = now;
        if number != self.search.number || self.search.activity == Activity::Idle {
            return;
        }
        match news {
            news if self.paused => self.held.push((number, news)),
            News::Info(info) => self.learn(info),
            News::Done(best) => self.search_ended(best),
        }
    }

    /// When [`Dialogue::hear_time`] is to be called, if nothing else comes.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let note = self.note.as_ref().map(|note| note.at);
        [self.patience, self.introduction.as_ref().map(Introduction::until), note].into_iter().flatten().min()
    }

    /// Time has passed.
    pub(super) fn hear_time(&mut self, now: Instant) {
        self.now = now;
        if self.patience.take_if(|patience| *patience <= now).is_some() {
            self.fetching = false;
        }
        if self.introduction.as_ref().is_some_and(|introduction| introduction.until() <= now) {
            self.introduce_now(None);
        }
        self.say_note();
    }

    /// A hash table is there, or empty.
    pub(super) fn hear_ready(&mut self) {
        self.preparing = self.preparing.saturating_sub(1);
    }

    /// A book is open, if it is one; what is wrong with it is said.
    pub(super) fn hear_book(&mut self, book: Option<Book>, reports: &[Report]) {
        self.hear_ready();
        self.book = book;
        let mut lines: Vec<String> = reports.iter().take(MOST_SHOWN).map(Report::to_string).collect();
        if let Some(more) = reports.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
            lines.push(format!("more lines of the book are wrong: {more}"));
        }
        self.say_error(&lines);
    }

    /// The variant files have been read.
    pub(super) fn hear_library(&mut self, library: Library, reports: &[Report]) {
        self.fetching = false;
        self.catalogue = Catalogue::new(library, reports);
        if let Ok(standard) = Game::new(&self.catalogue.first()) {
            self.standard = standard;
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.game = self.standard.clone();
        }
        if self.manners.modern {
            let names = reply::variant_names(self.catalogue.names());
            self.say(names);
            self.say_faults();
        }
        // Its moves are those of the old variants.
        self.fetch_book();
    }

    /// Carries out what can be carried out, and says what is to be done.
    pub(super) fn act(&mut self) -> Vec<Effect> {
        while let Some(request) = self.inbox.pop_front() {
            if self.introduction.is_some() {
                self.introduce_what_follows(&request.command);
            }
            if self.is_due(&request.command) {
                self.carry_out(request);
                continue;
            }
            self.inbox.push_front(request);
            if !self.hurry() {
                break;
            }
        }
        std::mem::take(&mut self.effects)
    }

    /// Ends a search for which the inbox waits if something in it will not.
    /// Returns whether the inbox can be looked at again.
    fn hurry(&mut self) -> bool {
        if !matches!(self.search.activity, Activity::Think | Activity::Hint) {
            return false;
        }
        if self.waits(Command::breaks_off_at_once) {
            self.break_off();
            return true;
        }
        if let Some(place) = self.inbox.iter().position(|request| request.command == Command::MoveNow) {
            self.inbox.remove(place);
            self.move_now();
        }
        false
    }

    /// Whether a command may be carried out now.
    fn is_due(&mut self, command: &Command) -> bool {
        // A book that is being opened is shown when it is there.
        if self.paused || self.fetching || self.preparing > 0 && *command == Command::Book {
            return false;
        }
        match (self.search.activity, self.class_of(command)) {
            (_, Class::Ping) if self.preparing > 0 || self.introduction.is_some() => false,
            (Activity::Think, Class::Deferred | Class::Move | Class::Ping) | (Activity::Hint, Class::Ping) => false,
            (Activity::Hint, Class::Deferred | Class::Move) => {
                // The hint is given now; then the command has its turn.
                self.search.monitor.stop();
                false
            }
            _ => true,
        }
    }

    /// What a command does to a search, given how things stand: one that will
    /// change nothing, or only be complained about, does not disturb it.
    fn class_of(&self, command: &Command) -> Class {
        // What hands are dealt is compared with those after the engine's move.
        let later = self.search.activity == Activity::Think && matches!(command, Command::Holding { .. });
        if later || self.changes_something(command) { command.class() } else { Class::Inline }
    }

    fn carry_out(&mut self, request: Request) {
        let class = self.class_of(&request.command);
        let disturbs = matches!(class, Class::Abort | Class::Deferred);
        // Where the new side to move is said, nothing starts.
        let goes_on = class == Class::Deferred && !matches!(request.command, Command::SideToMove(_));
        let pondered = goes_on && self.search.activity.is_pondering();
        if disturbs {
            self.break_off();
        }
        let analysed = self.mode == Mode::Analyze;
        self.execute(request);
        if analysed && self.mode != Mode::Analyze {
            self.excluded.clear();
        }
        if self.mode == Mode::Analyze {
            if disturbs || std::mem::take(&mut self.analysis_due) {
                self.analyze();
            }
        } else if pondered {
            self.ponder();
        }
    }

    /// Freezes the search and the clock.
    pub(super) fn pause(&mut self) {
        if let Some(place) = self.inbox.iter().position(|request| request.command == Command::Resume) {
            // The pause is over before it has begun.
            self.inbox.remove(place);
            return;
        }
        self.paused = true;
        self.clocks.pause(self.now);
        self.search.monitor.pause();
        // Pings are answered during a pause, and none before another.
        let (pings, rest): (VecDeque<_>, _) =
            self.inbox.drain(..).partition(|request| request.command.class() == Class::Ping);
        self.inbox = rest;
        pings.into_iter().for_each(|request| self.execute(request));
    }

    /// Goes on after a pause.
    pub(super) fn resume(&mut self) {
        self.paused = false;
        self.clocks.resume(self.now);
        self.search.monitor.resume();
        for (number, news) in std::mem::take(&mut self.held) {
            self.hear_search(number, news, self.now);
        }
    }

    /// Whether a command waits that fits a test.
    pub(super) fn waits(&self, test: impl Fn(&Command) -> bool) -> bool {
        self.inbox_commands().any(test)
    }

    /// The commands that wait.
    pub(super) fn inbox_commands(&self) -> impl Iterator<Item = &Command> {
        self.inbox.iter().map(|request| &request.command)
    }

    /// Prints a line.
    pub(super) fn say(&mut self, line: impl Into<String>) {
        self.effects.push(Effect::Say(line.into()));
    }

    /// Tells the user what is wrong with the variant files, once.
    pub(super) fn say_faults(&mut self) {
        let faults = self.catalogue.take_faults();
        self.say_error(&faults);
    }

    /// Tells the user that something is wrong, if there is anything to say.
    fn say_error(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.say(reply::user_error(lines));
        }
    }

    /// Complains about a line.
    pub(super) fn complain(&mut self, fault: Fault, line: &str) {
        self.say(reply::error(fault, line));
    }

    /// Has the hash table made anew or emptied.
    pub(super) fn prepare(&mut self, effect: Effect) {
        if !self.ending {
            self.preparing += 1;
            self.effects.push(effect);
        }
    }

    /// Has the book opened that is set, or closes the one that is not.
    pub(super) fn fetch_book(&mut self) {
        self.book = None;
        let file = self.settings.book_file.clone();
        if !file.is_empty() {
            self.prepare(Effect::OpenBook(file));
        }
    }

    /// Has the variant files read, before anything else is done.
    pub(super) fn fetch_library(&mut self) {
        self.fetching = true;
        self.effects.push(Effect::Fetch(self.settings.directory.clone()));
    }

    /// Whether the talk will end: nothing is begun any more.
    pub(super) fn ends(&self) -> bool {
        self.ending
    }

    pub(super) fn quit(&mut self) {
        self.effects.push(Effect::Quit);
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, activity: Activity, root: Game, limits: Limits) {
        if self.ending {
            return;
        }
        let number = self.search.number + 1;
        let monitor = Arc::new(Monitor::new(self.clocks.timekeeper()));
        let order = Order { number, game: root.clone(), limits, monitor: Arc::clone(&monitor) };
        self.search = Search { activity, number, monitor, ended: false, ..Search::none(root) };
        self.effects.push(Effect::Search(Box::new(order)));
    }

    /// Whether there is no search that anything could disturb.
    pub(super) fn is_idle(&self) -> bool {
        self.search.activity == Activity::Idle
    }

    /// Ends the search, whatever it was for, and forgets its result.
    pub(super) fn break_off(&mut self) {
        if self.search.activity != Activity::Idle {
            self.search.activity = Activity::Idle;
            self.search.latest = None;
            self.search.monitor.stop();
        }
    }
}

impl Search {
    /// No search.
    fn none(root: Game) -> Self {
        Self {
            activity: Activity::Idle,
            number: 0,
            monitor: Arc::default(),
            free: Duration::ZERO,
            root,
            latest: None,
            choices: Vec::new(),
            ended: true,
            hint_due: false,
        }
    }
}
