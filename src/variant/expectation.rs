//! Tests in a variant file: positions of its game, and what must hold in them.

use super::Reason;
use super::file::Score;
use crate::text::{Place, Span};

/// A value in a file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub place: Option<Place>,
}

impl Said<String> {
    /// The place of a part of the string, or of the whole string if the file does not contain it literally.
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
    /// The place of the table.
    pub table: Said<()>,
    /// The position, if it is not the start position.
    pub fen: Option<Said<String>>,
    /// The moves that are played first.
    pub moves: Vec<Said<String>>,
    /// Moves that must be legal.
    pub legal: Vec<Said<String>>,
    /// Moves that must not be legal.
    pub illegal: Vec<Said<String>>,
    /// All moves that must be legal, and no others.
    pub only: Option<Said<Vec<Said<String>>>>,
    /// Whether the side to move must be in check.
    pub check: Option<Said<bool>>,
    /// How the game must have ended.
    pub result: Option<Said<Score>>,
    /// Why it must have ended.
    pub reason: Option<Said<Reason>>,
    /// The position that must result from the moves.
    pub position: Option<Said<String>>,
    /// The numbers of positions that must be reachable in one move, in two, and so on.
    pub perft: Vec<Said<u64>>,
}

impl Test {
    /// Whether nothing is tested.
    pub fn is_idle(&self) -> bool {
        let lists = self.legal.is_empty() && self.illegal.is_empty() && self.perft.is_empty() && self.only.is_none();
        let ends = self.check.is_none() && self.result.is_none() && self.reason.is_none();
        lists && ends && self.position.is_none()
    }
}
