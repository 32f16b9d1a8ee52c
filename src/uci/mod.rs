//! UCI, with the customs of Fairy-Stockfish for variants: words become requests to a [`Session`], and its events become lines.

mod command;
mod dialogue;
mod options;
mod reply;

use crate::session::{Protocol, Session};

/// Whether a first line begins a talk in this language.
pub(crate) fn is_meant(line: &str) -> bool {
    line.trim() == "uci"
}

/// A talk with a GUI.
pub(crate) fn talk(session: Session) -> Box<dyn Protocol> {
    Box::new(dialogue::Dialogue::new(session))
}
