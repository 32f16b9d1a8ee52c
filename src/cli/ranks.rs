//! How ranks are counted on boards with ten of them: from 0, as XBoard and xiangqi programs do, or from 1.

use super::Failure;
use crate::game::Game;
use clap::Args;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct Ranks {
    /// Count ranks from 0 or from 1 on boards with ten of them; otherwise from 0, as XBoard does
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    ranks_from: Option<u8>,
}

impl Ranks {
    /// Whether somebody has said how they are counted.
    pub(super) fn are_said(&self) -> bool {
        self.ranks_from.is_some()
    }

    /// The game with its ranks counted so.
    pub(super) fn counted(&self, game: Game) -> Result<Game, Failure> {
        if self.ranks_from == Some(1) { Ok(from_one(&game)?.unwrap_or(game)) } else { Ok(game) }
    }
}

/// The same game with its ranks counted from 1; nothing where they are so already.
pub(super) fn from_one(game: &Game) -> Result<Option<Game>, Failure> {
    if game.geometry().rank_base() == 1 {
        return Ok(None);
    }
    let mut counted = Game::new(&Arc::new(game.variant().with_ranks_from_one()))?;
    counted.set_up(&game.setup())?;
    Ok(Some(counted))
}
