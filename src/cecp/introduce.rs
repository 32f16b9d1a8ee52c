//! The answer to `variant`, which waits briefly for a position, and notes to the user, which wait until it is clear who
//! plays.
//!
//! A GUI that loads a position asks for the variant first, sends `setboard` at once, and only then reads the answer:
//! the start position in it would replace the one loaded. So if the GUI takes its board from the engine, the answer
//! waits briefly until it is clear what follows, and describes the position that was sent, if one was.

use super::announce;
use super::command::{Class, Command};
use crate::game::Game;
use crate::search::network_status;
use crate::variant::Setup;
use std::time::{Duration, Instant};

/// How long the answer waits: the next command comes at once, or not at all.
const WAIT: Duration = Duration::from_millis(80);

/// How long a note waits: by then a GUI that lets two engines play has sent `computer`.
const LOOK_ROUND: Duration = Duration::from_secs(2);

/// Announcements that the GUI and the user have yet to receive, most of them about the game on the board.
#[derive(Debug, Default)]
pub(super) struct Introductions {
    answer: Option<WaitingAnswer>,
    notes: Vec<WaitingNote>,
    /// Games whose limits in XBoard have been reported to the user.
    noted: Vec<String>,
    /// Whether XBoard was started so that it leaves the legality of moves to the engine.
    untested: bool,
}

#[derive(Debug)]
struct WaitingAnswer {
    asked: String,
    lines: Vec<String>,
    /// The latest time at which it is sent.
    until: Instant,
}

/// A note that users should get, but that two engines do not need.
#[derive(Debug)]
struct WaitingNote {
    /// The game that it is about, if it is about one.
    game: Option<String>,
    lines: Vec<String>,
    /// When it is sent.
    at: Instant,
}

impl Introductions {
    /// Nothing has been announced yet; `untested` if XBoard was started so that it does not test the legality of moves.
    pub(super) fn new(untested: bool) -> Self {
        Self { untested, ..Self::default() }
    }

    /// Prepares the announcements about a game that the GUI asked for by a name, and returns those due at once, which
    /// is all of them in `haste`.
    pub(super) fn begin(&mut self, game: &Game, asked: &str, haste: bool, now: Instant) -> Vec<String> {
        let lines = announce::lines(game.variant(), asked);
        self.prepare_note(game, asked, now);
        if announce::is_described(game.variant(), asked) && !haste {
            self.answer = Some(WaitingAnswer { asked: asked.to_owned(), lines, until: now + WAIT });
            return Vec::new();
        }
        lines
    }

    /// Prepares a note on what XBoard cannot do, and on networks that do not fit the game, once for each game.
    fn prepare_note(&mut self, game: &Game, asked: &str, now: Instant) {
        let variant = game.variant();
        let mut lines = announce::notes(variant, asked, !self.untested);
        for (place, fault) in network_status(game).refused {
            lines.push(format!("{place} is left aside: {fault}."));
        }
        self.drop_note_on_game();
        if !lines.is_empty() && !self.noted.contains(&variant.name) {
            self.notes.push(WaitingNote { game: Some(variant.name.clone()), lines, at: now + LOOK_ROUND });
        }
    }

    /// Prepares a note that is about no game.
    pub(super) fn note(&mut self, line: String, now: Instant) {
        self.notes.push(WaitingNote { game: None, lines: vec![line], at: now + LOOK_ROUND });
    }

    /// Cancels the note about a game.
    pub(super) fn drop_note_on_game(&mut self) {
        self.notes.retain(|note| note.game.is_none());
    }

    pub(super) fn has_waiting_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// When something is due, if nothing else comes.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let answer = self.answer.as_ref().map(|answer| answer.until);
        self.notes.iter().map(|note| note.at).chain(answer).min()
    }

    /// The answer that is due.
    pub(super) fn overdue_answer(&mut self, game: &Game, now: Instant) -> Vec<String> {
        let overdue = self.answer.as_ref().is_some_and(|answer| answer.until <= now);
        if overdue { self.answer_now(game, None) } else { Vec::new() }
    }

    /// The notes that are due, unless the opponent is a program: those need none.
    pub(super) fn overdue_notes(&mut self, computer: bool, now: Instant) -> Vec<Vec<String>> {
        let due = self.notes.extract_if(.., |note| note.at <= now);
        let told = due.filter(|_| !computer).map(|WaitingNote { game, lines, .. }| {
            self.noted.extend(game);
            lines
        });
        told.collect()
    }

    /// The pending answer, if one of the commands shows what follows: a position, which the answer then describes, or
    /// anything else.
    pub(super) fn answer_to<'a>(&mut self, game: &Game, mut coming: impl Iterator<Item = &'a Command>) -> Vec<String> {
        match coming.find(|command| tells_what_follows(command)) {
            Some(Command::SetBoard(fen)) => self.answer_now(game, Some(fen)),
            Some(_) => self.answer_now(game, None),
            None => Vec::new(),
        }
    }

    /// The pending answer, with a position if that can be played.
    fn answer_now(&mut self, game: &Game, fen: Option<&str>) -> Vec<String> {
        let Some(WaitingAnswer { asked, lines, .. }) = self.answer.take() else { return Vec::new() };
        let variant = game.variant();
        let playable = |setup: &Setup| game.clone().set_up(setup).is_ok();
        let setup = fen.and_then(|fen| Setup::parse(variant, fen).ok()).filter(playable);
        setup.and_then(|setup| announce::lines_from(variant, &asked, &setup)).unwrap_or(lines)
    }
}

/// Whether a command is not among those that GUIs send between `variant` and a position.
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
                | Command::Ignored
        );
    !harmless
}
