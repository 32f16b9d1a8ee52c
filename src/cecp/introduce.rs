//! The answer to `variant`, which waits a little for a position.
//!
//! A GUI that loads a position asks for the variant first, sends `setboard`
//! at once, and only then reads the answer: the start position in it would
//! take the place of the one loaded. So where the GUI takes its board from
//! the engine the answer waits until it is clear what follows, but not long,
//! and tells of the position that was sent.

use super::announce;
use super::command::{Class, Command};
use crate::game::Game;
use crate::search::network_status;
use crate::variant::Setup;
use std::time::{Duration, Instant};

/// What follows comes at once, or not at all.
const WAIT: Duration = Duration::from_millis(80);

/// By then a GUI that has two engines play has said so.
const LOOK_ROUND: Duration = Duration::from_secs(2);

/// What the GUI and the user have yet to be told about the game on the board.
#[derive(Debug, Default)]
pub(super) struct Introductions {
    answer: Option<WaitingAnswer>,
    note: Option<WaitingNote>,
    /// Games whose limits in XBoard have been reported to the user.
    noted: Vec<String>,
    /// XBoard was started so that it leaves it to the engine which moves are legal.
    untested: bool,
}

#[derive(Debug)]
struct WaitingAnswer {
    asked: String,
    lines: Vec<String>,
    /// When it goes out at the latest.
    until: Instant,
}

/// Something that the user should know, but two engines need not.
#[derive(Debug)]
struct WaitingNote {
    /// The game that it is about.
    name: String,
    lines: Vec<String>,
    /// When it is said.
    at: Instant,
}

impl Introductions {
    /// Nothing is told yet; `untested` if XBoard was started so that it does not test the legality of moves.
    pub(super) fn new(untested: bool) -> Self {
        Self { untested, ..Self::default() }
    }

    /// Prepares what is told about a game that the GUI asked for by a name, and
    /// returns what is said at once, as all is in `haste`.
    pub(super) fn begin(&mut self, game: &Game, asked: &str, haste: bool, now: Instant) -> Vec<String> {
        let lines = announce::lines(game.variant(), asked);
        self.prepare_note(game, asked, now);
        if announce::is_described(game.variant(), asked) && !haste {
            self.answer = Some(WaitingAnswer { asked: asked.to_owned(), lines, until: now + WAIT });
            return Vec::new();
        }
        lines
    }

    /// Notes what XBoard cannot do, and networks that do not fit, once for a game.
    fn prepare_note(&mut self, game: &Game, asked: &str, now: Instant) {
        let variant = game.variant();
        let mut lines = announce::notes(variant, asked, !self.untested);
        for (place, fault) in network_status(game).refused {
            lines.push(format!("{place} is left aside: {fault}."));
        }
        let due = !lines.is_empty() && !self.noted.contains(&variant.name);
        self.note = due.then(|| WaitingNote { name: variant.name.clone(), lines, at: now + LOOK_ROUND });
    }

    /// The user need not be told any more.
    pub(super) fn drop_note(&mut self) {
        self.note = None;
    }

    pub(super) fn has_waiting_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// When there is something to say, if nothing else comes.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let answer = self.answer.as_ref().map(|answer| answer.until);
        let note = self.note.as_ref().map(|note| note.at);
        [answer, note].into_iter().flatten().min()
    }

    /// The answer whose time has come.
    pub(super) fn overdue_answer(&mut self, game: &Game, now: Instant) -> Vec<String> {
        let overdue = self.answer.as_ref().is_some_and(|answer| answer.until <= now);
        if overdue { self.answer_now(game, None) } else { Vec::new() }
    }

    /// The note whose time has come, unless the opponent is a program: those need none.
    pub(super) fn overdue_note(&mut self, computer: bool, now: Instant) -> Option<Vec<String>> {
        let WaitingNote { name, lines, .. } = self.note.take_if(|note| note.at <= now)?;
        (!computer).then(|| {
            self.noted.push(name);
            lines
        })
    }

    /// The answer that waits if what follows is known: a position, which goes
    /// with it, or anything else.
    pub(super) fn answer_to<'a>(&mut self, game: &Game, mut coming: impl Iterator<Item = &'a Command>) -> Vec<String> {
        match coming.find(|command| tells_what_follows(command)) {
            Some(Command::SetBoard(fen)) => self.answer_now(game, Some(fen)),
            Some(_) => self.answer_now(game, None),
            None => Vec::new(),
        }
    }

    /// The answer that waits, with a position if that can be played.
    fn answer_now(&mut self, game: &Game, fen: Option<&str>) -> Vec<String> {
        let Some(WaitingAnswer { asked, lines, .. }) = self.answer.take() else { return Vec::new() };
        let variant = game.variant();
        let playable = |setup: &Setup| game.clone().set_up(setup).is_ok();
        let setup = fen.and_then(|fen| Setup::parse(variant, fen).ok()).filter(playable);
        setup.and_then(|setup| announce::lines_from(variant, &asked, &setup)).unwrap_or(lines)
    }
}

/// Whether a command is not among those that GUIs send between `variant` and a
/// position.
fn tells_what_follows(command: &Command) -> bool {
    let harmless = command.class() == Class::Ping
        || matches!(
            command,
            Command::Force
                | Command::Random
                | Command::Level(_)
                | Command::MoveTime(_)
                | Command::Depth(_)
                | Command::Pace(_)
                | Command::Ponder(_)
                | Command::Post(_)
                | Command::Computer
                | Command::Set(..)
                | Command::Option { .. }
                | Command::Ignored
        );
    !harmless
}
