//! The answer to `variant`, which waits a little for a position.
//!
//! A GUI that loads a position asks for the variant first, sends `setboard`
//! at once, and only then reads the answer: the start position in it would
//! take the place of the one loaded. So where the GUI takes its board from
//! the engine the answer waits until it is clear what follows, but not long,
//! and tells of the position that was sent.

use super::announce;
use super::command::{Class, Command};
use super::dialogue::{Dialogue, Mode};
use super::reply;
use crate::search::evaluation;
use crate::variant::{Setup, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What follows comes at once, or not at all.
const WAIT: Duration = Duration::from_millis(80);

/// By then a GUI that has two engines play has said so.
const LOOK_ROUND: Duration = Duration::from_secs(2);

/// An answer that waits.
#[derive(Debug)]
pub(super) struct Introduction {
    asked: String,
    lines: Vec<String>,
    until: Instant,
}

/// Something that the user should know, but two engines need not.
#[derive(Debug)]
pub(super) struct Note {
    /// The game that it is about.
    name: String,
    lines: Vec<String>,
    /// When it is said.
    pub at: Instant,
}

impl Introduction {
    /// When it goes out at the latest.
    pub(super) fn until(&self) -> Instant {
        self.until
    }
}

impl Dialogue {
    /// Tells the GUI about the game on the board, which it asked for by a name.
    pub(super) fn introduce(&mut self, asked: &str) {
        let variant = Arc::clone(self.game.variant());
        let lines = announce::lines(&variant, asked);
        // An analysis speaks at once, and nothing may come before the answer.
        if announce::is_described(&variant, asked) && self.mode != Mode::Analyze {
            self.introduction = Some(Introduction { asked: asked.to_owned(), lines, until: self.now + WAIT });
        } else {
            lines.into_iter().for_each(|line| self.say(line));
        }
        self.prepare_note(&variant, asked);
    }

    /// Notes what XBoard cannot do, and networks that do not fit, once for a game.
    fn prepare_note(&mut self, variant: &Variant, asked: &str) {
        let mut lines = announce::notes(variant, asked);
        for (place, fault) in evaluation(&self.game).refused {
            lines.push(format!("{place} is left aside: {fault}."));
        }
        let due = !lines.is_empty() && !self.noted.contains(&variant.name);
        self.note = due.then(|| Note { name: variant.name.clone(), lines, at: self.now + LOOK_ROUND });
    }

    /// Says a note whose time has come. Programs that play need none.
    pub(super) fn say_note(&mut self) {
        let Some(Note { name, lines, .. }) = self.note.take_if(|note| note.at <= self.now) else { return };
        if !self.manners.computer {
            self.noted.push(name);
            self.say(reply::note(&lines));
        }
    }

    /// Sends the answer that waits if what follows is known: a position, which
    /// goes with it, or anything else.
    pub(super) fn introduce_what_follows(&mut self, coming: &Command) {
        let rest = self.inbox_commands();
        let telling = std::iter::once(coming).chain(rest).find(|command| tells_what_follows(command));
        match telling {
            Some(Command::SetBoard(fen)) => {
                let fen = fen.clone();
                self.introduce_now(Some(&fen));
            }
            Some(_) => self.introduce_now(None),
            None => {}
        }
    }

    /// Sends the answer that waits, with a position if that can be played.
    pub(super) fn introduce_now(&mut self, fen: Option<&str>) {
        let Some(Introduction { asked, lines, .. }) = self.introduction.take() else { return };
        let variant = self.game.variant();
        let playable = |setup: &Setup| self.game.clone().set_up(setup).is_ok();
        let setup = fen.and_then(|fen| Setup::parse(variant, fen).ok()).filter(playable);
        let lines = setup.and_then(|setup| announce::lines_from(variant, &asked, &setup)).unwrap_or(lines);
        lines.into_iter().for_each(|line| self.say(line));
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
                | Command::Memory(_)
                | Command::Cores(_)
                | Command::Option { .. }
                | Command::Ignored
        );
    !harmless
}
