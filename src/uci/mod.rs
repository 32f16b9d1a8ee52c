//! UCI, with the customs of Fairy-Stockfish for variants, and its kin: USI for shogi, UCCI for xiangqi. Words become
//! requests to a [`Session`], and its events become lines; what differs between the three is asked of [`Dialect`].

mod command;
mod dialect;
mod dialogue;
mod options;
mod reply;

use crate::session::{Protocol, Session};
pub(crate) use dialect::Dialect;

/// A talk with a GUI.
pub(crate) fn talk(dialect: Dialect, session: Session) -> Box<dyn Protocol> {
    Box::new(dialogue::Dialogue::new(dialect, session))
}
