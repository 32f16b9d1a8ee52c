//! Positions as text, read for a game before they are set up.

use super::Game;
use crate::position::SetupError;
use crate::variant::{BareCount, FenError, Setup, Variant};
use std::sync::Arc;

/// A position that was read for a game and is not on its board yet.
#[derive(Clone, Debug)]
pub struct PlacedPosition<'a> {
    /// A game of which it is a position.
    pub game: Game,
    /// The pieces, and the side to move.
    pub setup: Setup,
    /// The text that was read.
    pub fen: &'a str,
}

impl Game {
    /// Reads a position for a game like this one, or, if the start position was only a guess, for one that begins
    /// there.
    ///
    /// # Errors
    ///
    /// If the text is not a position of the game.
    pub fn read_fen<'a>(&self, fen: &'a str) -> Result<PlacedPosition<'a>, FenError> {
        self.placed(fen, Setup::parse)
    }

    /// Reads a position or a problem, in which the side to move only attacks and has no royal piece.
    ///
    /// # Errors
    ///
    /// As for [`Game::read_fen`].
    pub fn read_problem<'a>(&self, fen: &'a str) -> Result<PlacedPosition<'a>, FenError> {
        self.placed(fen, Setup::parse_problem)
    }

    fn placed<'a>(
        &self,
        fen: &'a str,
        parse: impl Fn(&Variant, &str) -> Result<Setup, FenError>,
    ) -> Result<PlacedPosition<'a>, FenError> {
        let game = self.begun_at(fen);
        let setup = parse(game.variant(), fen)?;
        Ok(PlacedPosition { game, setup, fen })
    }
}

impl PlacedPosition<'_> {
    /// The letters of its castling rights that are impossible in the game.
    pub fn idle_rights(&self) -> String {
        self.setup.idle_rights(self.game.variant(), self.fen)
    }

    /// A remark on castling rights of its text that are impossible in the game, and ignored.
    pub fn ignored_rights(&self) -> Option<String> {
        let letters = Some(self.idle_rights()).filter(|letters| !letters.is_empty())?;
        Some(format!("castling rights that nobody can have here are ignored: `{letters}`"))
    }

    /// Remarks on an en passant square and a count of its text that are impossible, and ignored.
    pub fn ignored_fields(&self) -> Vec<String> {
        let passing =
            |square| format!("an en passant square that no piece can just have passed is ignored: `{square}`");
        let is_kept = || {
            let mut placed = self.game.clone();
            placed.set_up(&self.setup).is_err() || placed.setup().count.is_some()
        };
        let count = |BareCount { limit, plies }| {
            format!("a count of moves is ignored, since nobody has to mate a bare king: `{limit} {plies}`")
        };
        let idle_count = self.setup.count.filter(|_| !is_kept()).map(count);
        self.setup.idle_passing(self.fen).map(passing).into_iter().chain(idle_count).collect()
    }

    /// The same position with castling as in Chess960, if all its castling rights exist there.
    pub fn in_chess960(&self) -> Option<Self> {
        let game = Game::new(&Arc::new(self.game.variant().with_free_castling()?)).ok()?;
        let setup = Setup::parse(game.variant(), self.fen).ok()?;
        let freed = Self { game, setup, fen: self.fen };
        freed.idle_rights().is_empty().then_some(freed)
    }

    /// The game, with the position on its board.
    ///
    /// # Errors
    ///
    /// If the position cannot be played.
    pub fn set_up(mut self) -> Result<Game, SetupError> {
        self.game.set_up(&self.setup)?;
        Ok(self.game)
    }
}
