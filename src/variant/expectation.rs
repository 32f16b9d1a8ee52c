//! What a variant file says must hold in positions of its game.

use super::Reason;
use super::file::Score;
use crate::text::{Place, Span};

/// Something that a file says, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// What it says.
    pub value: T,
    /// Where.
    pub place: Option<Place>,
}

impl Said<String> {
    /// Where a part of the string stands; all of it where the file does not have the string as it is.
    pub fn part(&self, part: &Span) -> Option<Place> {
        match &self.place {
            Some(Place::Text(source, span)) => {
                let start = span.start + 1;
                let plain = source.text.get(start..span.end.saturating_sub(1)) == Some(&self.value);
                let inner = if plain { start + part.start..start + part.end } else { span.clone() };
                Some(Place::Text(std::sync::Arc::clone(source), inner))
            }
            other => other.clone(),
        }
    }
}

/// A position, and what must hold in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Where the file says all this.
    pub table: Said<()>,
    /// The position, if it is not the start position.
    pub fen: Option<Said<String>>,
    /// What is played first.
    pub moves: Vec<Said<String>>,
    /// Moves that must be legal.
    pub legal: Vec<Said<String>>,
    /// Moves that must not be legal.
    pub illegal: Vec<Said<String>>,
    /// All moves that must be legal.
    pub only: Option<Said<Vec<Said<String>>>>,
    /// Whether the side to move must be in check.
    pub check: Option<Said<bool>>,
    /// How the game must have ended.
    pub result: Option<Said<Score>>,
    /// Why it must have ended.
    pub reason: Option<Said<Reason>>,
    /// The position that must be there after the moves.
    pub position: Option<Said<String>>,
    /// How many positions must be within reach of one move, of two, and so on.
    pub perft: Vec<Said<u64>>,
}

impl Test {
    /// Whether nothing must hold.
    pub fn is_idle(&self) -> bool {
        let lists = self.legal.is_empty() && self.illegal.is_empty() && self.perft.is_empty() && self.only.is_none();
        let ends = self.check.is_none() && self.result.is_none() && self.reason.is_none();
        lists && ends && self.position.is_none()
    }
}
