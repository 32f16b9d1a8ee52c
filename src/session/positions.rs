//! Requests that replace the position: new games, positions that are set up,
//! hands dealt from outside.

use super::state::{GameEnd, Session};
use crate::board::ByColor;
use crate::game::Game;
use crate::position::SetupError;
use crate::variant::Setup;
use std::sync::Arc;

impl Session {
    /// A game from its start. Whose moves the engine makes stays.
    pub fn begin_game(&mut self, game: Game) {
        self.game = Arc::new(game);
        self.clocks.reset();
        self.position_replaced();
    }

    /// A playable position has come onto the board, without a history.
    fn position_replaced(&mut self) {
        self.playable = true;
        self.clocks.begin_history(self.now);
        self.end = GameEnd::default();
        self.position_changed();
    }

    /// Puts a position given as text on the board.
    ///
    /// # Errors
    ///
    /// When the text is none, or the position cannot be played: everything is
    /// as before.
    pub fn set_position(&mut self, fen: &str) -> Result<(), String> {
        let position = self.game.read_fen(fen).map_err(|fault| fault.to_string())?;
        self.game = Arc::new(position.set_up().map_err(|fault| fault.to_string())?);
        self.position_replaced();
        Ok(())
    }

    /// Puts a position on the board.
    ///
    /// # Errors
    ///
    /// When it cannot be played: everything is as before.
    pub fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        Arc::make_mut(&mut self.game).set_up(setup)?;
        self.position_replaced();
        Ok(())
    }

    /// There is no position that could be played until another one comes: the
    /// other side shows one that cannot, or is still making it.
    pub fn withdraw_position(&mut self) {
        self.playable = false;
        // What was said of the position before is not said of the next one.
        self.end.announced = None;
        self.position_changed();
    }

    /// Whether the position on the board is one that can be played.
    pub fn is_playable(&self) -> bool {
        self.playable
    }

    /// Changes what both sides hold, by kind. Moves made before can still be
    /// taken back.
    pub fn set_hands(&mut self, hands: &ByColor<Vec<u8>>) {
        Arc::make_mut(&mut self.game).set_hands(hands);
        self.position_changed();
    }
}
