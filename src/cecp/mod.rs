//! CECP, the protocol of XBoard: commands become requests to a [`Session`], and its events become lines. Everything
//! that depends on XBoard itself is here, too: how games are announced to it, which squares it highlights while a piece
//! is moved, which results it believes.
//!
//! Much of what the engine complains about in UCI is left unanswered in CECP: unusable lines in `edit` and `holding`,
//! and commands for other engines, which GUIs send to every engine.

mod announce;
mod catalogue;
mod claims;
mod command;
mod dialogue;
mod edit;
mod execute;
mod highlight;
mod introduce;
mod launch;
mod options;
mod positions;
mod reply;
mod slots;
#[cfg(test)]
mod tests;
mod wires;
mod xboard;

use crate::session::{Protocol, Session};
use dialogue::Dialogue;

pub use launch::{Launch, Look};

/// Whether XBoard understands a variant's name correctly, and not as that of a game of its own.
pub fn is_understood_by_xboard(name: &str) -> bool {
    xboard::understands(name)
}

/// Whether XBoard knows the rules and pieces of a variant itself.
pub fn is_played_by_xboard(name: &str) -> bool {
    xboard::is_standard(name)
}

/// A dialogue with a GUI; `untested` if XBoard was started so that it does not test the legality of moves.
pub(crate) fn talk(session: Session, untested: bool) -> Box<dyn Protocol> {
    Box::new(Dialogue::new(session, untested))
}
