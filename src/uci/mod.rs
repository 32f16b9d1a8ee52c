//! UCI, with the conventions of Fairy-Stockfish for variants, and its relatives: USI for shogi, UCCI for xiangqi.
//! Commands become requests to a [`Session`], and its events become lines; the differences between the three are in
//! [`Dialect`].

mod choice;
mod command;
mod dialect;
mod dialogue;
mod options;
mod reply;

use crate::session::{Protocol, Session};
pub(crate) use dialect::Dialect;

/// A dialogue with a GUI.
pub(crate) fn talk(dialect: Dialect, session: Session) -> Box<dyn Protocol> {
    Box::new(dialogue::Dialogue::new(dialect, session))
}
