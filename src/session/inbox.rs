//! Commands that wait for their turn.

use crate::limits;
use std::collections::VecDeque;

/// The number of places that a waiting line occupies: one, and another for each KiB.
pub fn places(line: &str) -> usize {
    1 + line.len() / 1024
}

/// A queue of commands, in order of arrival.
///
/// A command that waits until a search has ended makes all later ones wait, too. The GUI must be heard nevertheless, since it
/// may want to end the search. So the inbox is bounded, and refuses commands for which there is no room.
#[derive(Debug)]
pub struct Inbox<C> {
    waiting: VecDeque<Waiting<C>>,
    /// The number of places occupied.
    taken: usize,
    /// Whether the latest command that was not urgent was refused.
    refused: bool,
}

/// A waiting command, and the places that it occupies.
#[derive(Debug)]
pub struct Waiting<C> {
    pub command: C,
    places: usize,
}

/// The inbox has no room for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Whether the command before it was accepted: only the first of several refusals in a row is reported.
    pub first: bool,
}

impl<C> Default for Inbox<C> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), taken: 0, refused: false }
    }
}

impl<C> Inbox<C> {
    /// Adds a command that came in a line. If the room for all commands is full, an urgent one may take as much again.
    pub fn push(&mut self, command: C, line: &str, urgent: bool) -> Result<(), Refused> {
        let room = if urgent { 2 * limits::WAITING_COMMANDS } else { limits::WAITING_COMMANDS };
        let places = places(line);
        if self.taken + places > room {
            return Err(Refused { first: !std::mem::replace(&mut self.refused, true) });
        }
        self.refused &= urgent;
        self.taken += places;
        self.waiting.push_back(Waiting { command, places });
        Ok(())
    }

    /// Takes out the next command.
    pub fn pop(&mut self) -> Option<Waiting<C>> {
        let next = self.waiting.pop_front()?;
        self.taken -= next.places;
        Some(next)
    }

    /// Puts back the command taken out last, which is not due yet.
    pub fn put_back(&mut self, next: Waiting<C>) {
        self.taken += next.places;
        self.waiting.push_front(next);
    }

    pub fn iter(&self) -> impl Iterator<Item = &C> {
        self.waiting.iter().map(|waiting| &waiting.command)
    }

    /// Whether a command that passes a test is waiting.
    pub fn any(&self, test: impl Fn(&C) -> bool) -> bool {
        self.iter().any(test)
    }

    /// Takes out the first command that passes a test.
    pub fn take_first(&mut self, test: impl Fn(&C) -> bool) -> Option<C> {
        let place = self.iter().position(test)?;
        let found = self.waiting.remove(place)?;
        self.taken -= found.places;
        Some(found.command)
    }

    /// Takes out all commands that pass a test.
    pub fn take_all(&mut self, test: impl Fn(&C) -> bool) -> Vec<C> {
        self.take_all_from(0, test)
    }

    /// Takes out the commands that pass a test among those behind the last one that passes `mark`.
    pub fn take_all_behind(&mut self, mark: impl Fn(&C) -> bool, test: impl Fn(&C) -> bool) -> Vec<C> {
        let marked = self.waiting.iter().rposition(|waiting| mark(&waiting.command));
        self.take_all_from(marked.map_or(0, |marked| marked + 1), test)
    }

    fn take_all_from(&mut self, start: usize, test: impl Fn(&C) -> bool) -> Vec<C> {
        let (found, rest): (Vec<_>, Vec<_>) = self.waiting.drain(start..).partition(|waiting| test(&waiting.command));
        self.waiting.extend(rest);
        self.taken -= found.iter().map(|waiting| waiting.places).sum::<usize>();
        found.into_iter().map(|waiting| waiting.command).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inbox_is_bounded_in_lines_and_bytes() {
        let mut inbox = Inbox::default();
        let taken =
            |inbox: &mut Inbox<usize>, line: &str| (0..).take_while(|i| inbox.push(*i, line, false).is_ok()).count();
        assert_eq!(taken(&mut inbox, "new"), limits::WAITING_COMMANDS);
        assert_eq!(inbox.push(0, "new", false), Err(Refused { first: false }));
        assert_eq!(inbox.take_all(|number| *number >= 10).len(), limits::WAITING_COMMANDS - 10);
        let long = "x".repeat(limits::LINE);
        assert!(taken(&mut inbox, &long) * limits::LINE <= limits::WAITING_COMMANDS * 1024);
        // What is taken out and put back leaves the bounds as they were.
        while let Some(next) = inbox.pop() {
            inbox.put_back(next);
            inbox.take_first(|_| true).expect("something waits");
        }
        assert_eq!(taken(&mut inbox, "new"), limits::WAITING_COMMANDS);
    }

    #[test]
    fn urgent_commands_have_room_of_their_own() {
        let mut inbox = Inbox::default();
        while inbox.push("move", "move", false).is_ok() {}
        for command in ["stop", "quit", "stop"] {
            assert_eq!(inbox.push(command, command, true), Ok(()));
        }
        assert_eq!(inbox.push("move", "move", false), Err(Refused { first: false }));
        assert_eq!(inbox.take_all(|command| *command != "move"), ["stop", "quit", "stop"]);
        assert_eq!(inbox.push("stop", "stop", true), Ok(()));
        assert_eq!(inbox.push("quit", "quit", true), Ok(()));
        assert_eq!(inbox.push("stop", "stop", true), Ok(()));
        assert_eq!(inbox.take_all_behind(|command| *command == "quit", |command| *command == "stop"), ["stop"]);
        while inbox.push("stop", "stop", true).is_ok() {}
        assert_eq!(inbox.iter().count(), 2 * limits::WAITING_COMMANDS);
    }
}
