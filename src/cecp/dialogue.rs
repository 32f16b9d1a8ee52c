//! The dialogue with the GUI, without input, output, threads or a clock of its own.
//!
//! Lines are taken in, then `act` returns the effects, in order. Commands wait in an inbox: those that must not disturb
//! the search stay there until the engine has moved, and all after them keep their order. The commands are implemented
//! in `execute.rs` and `positions.rs`.

use super::announce;
use super::catalogue::Catalogue;
use super::command::{Class, Command, Fault, Reader};
use super::edit::Editor;
use super::highlight::Pointer;
use super::introduce::Introductions;
use super::options::{CecpOption, WireSettings};
use super::reply::{self, Format};
use crate::game::Game;
use crate::position::Move;
use crate::search::Info;
use crate::session::{AFTER_QUIT, Activity, Event, Inbox, Mode, Protocol, Session};
use crate::text::{LongLine, Report, first_lines};
use crate::variant::Setup;
use std::time::{Duration, Instant};

/// Maximum number of faults of a book that are shown: GUIs open a window for them, in which more would not help.
const MOST_SHOWN: usize = 3;

/// A command and the line it came in.
#[derive(Debug)]
pub(super) struct Request {
    pub command: Command,
    pub line: String,
}

/// Agreements with the GUI about the protocol.
#[derive(Debug, Default)]
pub(super) struct Agreed {
    /// The GUI has sent `protover 2` or a later version, and knows features.
    pub modern: bool,
    /// `post`: thinking is shown.
    pub post: bool,
    /// `computer`: the opponent is a program.
    pub computer: bool,
    /// The GUI has accepted `usermove`. If it sends a bare move all the same, that may be a trick to set the side to
    /// move.
    pub usermove: bool,
    /// The GUI has accepted `highlight`, as only XBoard does: it shows games as it is told.
    pub xboard: bool,
}

/// The dialogue.
#[derive(Debug)]
pub(super) struct Dialogue {
    pub session: Session,
    reader: Reader,
    inbox: Inbox<Request>,
    /// How many of the commands in it break off whatever is being done.
    break_offs: usize,
    /// Announcements about the game on the board that the GUI and the user have yet to receive.
    pub introductions: Introductions,
    pub catalogue: Catalogue,
    /// Whether a move was made that could not be sent to the GUI in full.
    pub untold: bool,
    pub agreed: Agreed,
    pub wire: WireSettings,
    pub editor: Option<Editor>,
    /// The position edited last, if it was refused and no other has been set since.
    pub refused: Option<Setup>,
    pub pointer: Pointer,
}

impl Protocol for Dialogue {
    /// XBoard sends SIGINT to engines that it believes to be busy.
    fn may_be_interrupted(&self) -> bool {
        false
    }

    /// The engine exits soon after `quit`.
    fn patience(&self) -> Option<Duration> {
        Some(Duration::from_millis(250))
    }

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn hear_line(&mut self, line: &str, now: Instant) {
        self.session.set_time(now);
        let Some(command) = self.reader.read(line) else { return };
        if command.breaks_off_at_once() {
            // This ends a pause, and cancels one that has not begun yet. Those before the last such command are cancelled
            // already, and scripts may send very many of them at once.
            self.inbox.take_all_behind(
                |request| request.command.breaks_off_at_once(),
                |request| request.command == Command::Pause,
            );
            self.session.resume_anew();
            if self.is_answering() {
                self.session.give_up_search();
            }
        }
        if command == Command::Quit {
            self.session.shut_down(AFTER_QUIT);
        }
        match &command {
            // GUIs soon give up on an engine that does not say that it needs time.
            Command::Protover(version) if *version >= 2 => self.session.say(reply::FEATURES_BEGIN),
            _ => {}
        }
        match &command {
            Command::Pause if self.session.activity() == Activity::Think => self.pause(),
            Command::Resume => self.resume(),
            Command::Ping(number) if self.session.is_paused() => self.session.say(format!("pong {number}")),
            _ => self.take_in(command, line),
        }
    }

    fn hear_long_line(&mut self, LongLine(start): &LongLine, now: Instant) {
        self.session.set_time(now);
        let command = self.reader.read_long(start);
        self.take_in(command, start);
    }

    fn hear_end(&mut self, now: Instant) {
        self.reader = Reader::default();
        self.hear_line("quit", now);
    }

    fn hear_time(&mut self, now: Instant) {
        self.session.hear_time(now);
        self.session.say_all(self.introductions.overdue_answer(self.session.game(), now));
        let notes = self.introductions.overdue_notes(self.agreed.computer, now);
        self.session.say_all(notes.iter().map(|lines| reply::note(lines)));
    }

    fn deadline(&self) -> Option<Instant> {
        [self.session.deadline(), self.introductions.deadline()].into_iter().flatten().min()
    }

    fn report(&mut self, event: Event) -> Vec<String> {
        match event {
            Event::Move { before, mv } => vec![self.told(&before, mv)],
            Event::Thinking { root, info, time } => self.thinking(&root, &info, time).into_iter().collect(),
            Event::Hint { game, mv } => vec![format!("Hint: {}", game.shown(mv))],
            Event::Over(ending) => vec![reply::result(&ending)],
            Event::FewerThreads(shortage) => self.note(shortage.to_string()),
            Event::LessMemory(less) => self.note(less.to_string()),
            Event::DrawOffered => vec!["offer draw".to_owned()],
            Event::Resigned => vec!["resign".to_owned()],
            // CECP has no such requests, and GUIs poll the progress of an analysis themselves.
            Event::Progress(_) | Event::BestMove { .. } | Event::Finished { .. } => Vec::new(),
            Event::Library(reports) => self.hear_library(&reports),
            Event::Book(reports) => {
                let more = |count| format!("more lines of the book are wrong: {count}");
                reply::user_error(&first_lines(&reports, MOST_SHOWN, more)).into_iter().collect()
            }
        }
    }

    fn proceed(&mut self) -> bool {
        if self.introductions.has_waiting_answer() {
            let coming = self.inbox.iter().map(|request| &request.command);
            self.session.say_all(self.introductions.answer_to(self.session.game(), coming));
        }
        let Some(next) = self.inbox.pop() else { return false };
        if self.is_due(&next.command.command) {
            self.break_offs -= usize::from(next.command.command.breaks_off_at_once());
            self.carry_out(next.command);
            return true;
        }
        self.inbox.put_back(next);
        self.hurry()
    }
}

impl Dialogue {
    /// A dialogue that has not begun; `untested` if XBoard was started so that it does not test the legality of moves.
    pub(super) fn new(session: Session, untested: bool) -> Self {
        Self {
            reader: Reader::default(),
            inbox: Inbox::default(),
            break_offs: 0,
            introductions: Introductions::new(untested),
            catalogue: Catalogue::new(session.library(), &[]),
            session,
            untold: false,
            agreed: Agreed::default(),
            wire: WireSettings::default(),
            editor: None,
            refused: None,
            pointer: Pointer::default(),
        }
    }

    /// Puts a command into the inbox, if there is room for it.
    fn take_in(&mut self, command: Command, line: &str) {
        let breaks_off = command.breaks_off_at_once();
        let urgent =
            breaks_off || command.class() == Class::Ping || matches!(command, Command::MoveNow | Command::Pause);
        let request = Request { command, line: line.trim().to_owned() };
        match self.inbox.push(request, line, urgent) {
            Ok(()) => self.break_offs += usize::from(breaks_off),
            Err(refused) if refused.first => self.complain(Fault::NotNow, line),
            Err(_) => {}
        }
    }

    /// Whether a search runs whose answer is awaited.
    fn is_answering(&self) -> bool {
        matches!(self.session.activity(), Activity::Think | Activity::Hint)
    }

    /// Ends a search that holds up the inbox if a command there demands it. Returns whether the inbox should be looked
    /// at again.
    fn hurry(&mut self) -> bool {
        if !self.is_answering() {
            return false;
        }
        if self.break_offs > 0 {
            self.session.give_up_search();
            return true;
        }
        // During a hint they are about the search that follows.
        if self.session.activity() == Activity::Think {
            // One search needs to be told only once: another `?` is about the next.
            let told = self.session.is_told_to_move();
            if !told && self.inbox.take_first(|request| request.command == Command::MoveNow).is_some() {
                self.session.move_now();
            }
            if self.inbox.take_first(|request| request.command == Command::Pause).is_some() {
                self.pause();
            }
        }
        false
    }

    /// Whether a command may be carried out now. A ping has the session prepare what it waits for, and a hint that is in
    /// the way is given.
    fn is_due(&mut self, command: &Command) -> bool {
        // While a book is being opened, commands that show it or play from it wait. So does `quit`, so that faults of
        // the book are still reported.
        let class = self.class_of(command);
        let awaits_book = match command {
            Command::Book | Command::Quit => true,
            _ => matches!(class, Class::Deferred | Class::Move | Class::MoveNow),
        };
        if self.session.is_paused()
            || self.session.is_reading_library()
            || self.session.is_opening_book() && awaits_book
        {
            return false;
        }
        if class == Class::Ping && !self.introductions.has_waiting_answer() {
            self.session.prepare();
        }
        match (self.session.activity(), class) {
            (_, Class::Ping) if self.session.is_preparing() || self.introductions.has_waiting_answer() => false,
            (Activity::Think, Class::Deferred | Class::Move | Class::Ping) | (Activity::Hint, Class::Ping) => false,
            (Activity::Hint, Class::Deferred | Class::Move) => {
                // The hint is given now; then it is the command's turn.
                self.session.move_now();
                false
            }
            _ => true,
        }
    }

    /// How a command affects a search in the current state: a command that will change nothing, or only be answered
    /// with an error, does not disturb it.
    fn class_of(&self, command: &Command) -> Class {
        // The hands are to be compared with those after the engine's move, so the command must wait.
        let later = self.session.activity() == Activity::Think && matches!(command, Command::Holding { .. });
        if later || self.changes_something(command) { command.class() } else { Class::Inline }
    }

    /// Whether a command that may disturb a search will have any effect.
    fn changes_something(&self, command: &Command) -> bool {
        let session = &self.session;
        match command {
            Command::Analyze => session.mode() != Mode::Analyze,
            Command::Exit => session.mode() == Mode::Analyze,
            Command::Undo => session.can_take_back(1),
            Command::Remove => session.can_take_back(2),
            Command::Variant(name) => session.library().get(name).is_some(),
            Command::Set(CecpOption::Engine(setting), value) => session.concerns_search(*setting, value.clone()),
            Command::Set(..) => false,
            Command::Holding { white, black } => self.hands_differ(white, black),
            Command::Move { text, bare } => self.may_be_move(text, *bare),
            _ => true,
        }
    }

    fn carry_out(&mut self, request: Request) {
        let class = self.class_of(&request.command);
        let disturbs = matches!(class, Class::Abort | Class::Deferred);
        // `white` and `black` set the side to move, and start nothing.
        let goes_on = class == Class::Deferred && !matches!(request.command, Command::SideToMove(_));
        let pondered = goes_on && self.session.activity().is_pondering();
        if disturbs {
            self.session.give_up_search();
        }
        self.session.expect_break_off(self.break_offs > 0);
        self.execute(request);
        if pondered && self.session.mode() != Mode::Analyze {
            self.session.ponder();
        }
        self.session.resume_analysis(disturbs);
    }

    /// Pauses the search and the clock.
    pub(super) fn pause(&mut self) {
        self.session.pause();
        // Pings are answered during a pause, those that are waiting before any that come later.
        let pings = self.inbox.take_all(|request| request.command.class() == Class::Ping);
        pings.into_iter().for_each(|request| self.execute(request));
    }

    /// Ends a pause, and any that has not begun yet.
    fn resume(&mut self) {
        self.inbox.take_all(|request| request.command == Command::Pause);
        if self.session.is_paused() {
            self.session.resume();
        }
    }

    /// `?`: the engine plays the best move found so far.
    pub(super) fn move_now(&mut self) {
        if self.session.activity() == Activity::Think {
            self.session.move_now();
        }
    }

    /// Whether a command that passes a test is waiting.
    pub(super) fn waits(&self, test: impl Fn(&Command) -> bool) -> bool {
        self.inbox.any(|request| test(&request.command))
    }

    /// A move, leg by leg.
    fn told(&mut self, before: &Game, mv: Move) -> String {
        self.pointer.forget();
        self.untold |= !before.can_be_told(mv);
        let mut legs = before.told(mv, self.wire.joined);
        if let Some(last) = legs.last_mut().filter(|_| announce::must_say_stay(before, mv)) {
            last.push('=');
        }
        reply::moves(&legs)
    }

    fn thinking(&self, root: &Game, info: &Info, time: Duration) -> Option<String> {
        let format = match (self.agreed.modern, self.wire.details) {
            (false, _) => Format::Old,
            (true, false) => Format::Short,
            (true, true) => Format::Long,
        };
        self.agreed.post.then(|| reply::thinking(info, time, &root.line_text(&info.pv), format))
    }

    /// A note to the user, which is not printed at once.
    fn note(&mut self, text: String) -> Vec<String> {
        self.introductions.note(text, self.session.time());
        Vec::new()
    }

    fn hear_library(&mut self, reports: &[Report]) -> Vec<String> {
        self.catalogue = Catalogue::new(self.session.library(), reports);
        if self.session.new_game(&self.wire.carried).is_none() {
            self.wire.carried.clear();
        }
        if !self.agreed.modern {
            return Vec::new();
        }
        let names = reply::variant_names(self.catalogue.names());
        [Some(names), reply::user_error(&self.catalogue.take_faults())].into_iter().flatten().collect()
    }

    /// Answers a line with an error.
    pub(super) fn complain(&mut self, fault: Fault, line: &str) {
        self.session.say(reply::error(fault, line));
    }
}
