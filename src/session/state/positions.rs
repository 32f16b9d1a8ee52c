//! Requests that replace the position: new games, positions that are set up, hands that the GUI sets.

use super::Session;
use crate::board::ByColor;
use crate::game::Game;
use crate::position::SetupError;
use crate::session::end::GameEnd;
use crate::variant::Setup;
use std::sync::Arc;

impl Session {
    /// Starts a game. The side that the engine plays is unchanged.
    pub fn begin_game(&mut self, game: Game) {
        self.game = Arc::new(game);
        self.given.clear();
        self.clocks.reset();
        self.position_replaced();
    }

    /// Adapts to a playable position without a history.
    fn position_replaced(&mut self) {
        self.playable = true;
        self.clocks.begin_history(self.now);
        self.end = GameEnd::default();
        self.position_changed();
    }

    /// Sets up the position given as text.
    ///
    /// # Errors
    ///
    /// If the text is not a position, or the position is not playable; the session is then unchanged.
    pub fn set_position(&mut self, fen: &str) -> Result<(), String> {
        let position = self.game.read_fen(fen).map_err(|fault| fault.to_string())?;
        self.game = Arc::new(position.set_up().map_err(|fault| fault.to_string())?);
        self.position_replaced();
        Ok(())
    }

    /// Sets up a position.
    ///
    /// # Errors
    ///
    /// If it is not playable; the session is then unchanged.
    pub fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        Arc::make_mut(&mut self.game).set_up(setup)?;
        self.position_replaced();
        Ok(())
    }

    /// Marks the position as unplayable until another one is set: the GUI shows one that is not playable, or is still
    /// editing it.
    pub fn withdraw_position(&mut self) {
        self.playable = false;
        self.position_altered();
    }

    /// Whether the position on the board is playable.
    pub fn is_playable(&self) -> bool {
        self.playable
    }

    /// Replaces the hands of both sides, given by kind. Moves made before can still be taken back.
    pub fn set_hands(&mut self, hands: &ByColor<Vec<u8>>) {
        Arc::make_mut(&mut self.game).set_hands(hands);
        self.position_altered();
    }
}
