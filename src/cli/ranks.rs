//! The notation of moves, and the numbering of ranks on boards with ten of them: from 0, as in XBoard and xiangqi
//! programs, or from 1.

use super::Failure;
use super::numbers::whole;
use crate::game::{Game, MoveStyle};
use crate::position::Move;
use crate::variant::CastlingRule;
use clap::Args;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct Ranks {
    /// Number the ranks of ten-rank boards from 0 or from 1 [default: 0, as in XBoard]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=1))]
    ranks_from: Option<u8>,
    /// Write moves as in UCI: castling as `e1g1`, or as `e1h1` in games like Chess960; a pass as `e2e2`; ranks from 1
    #[arg(long, conflicts_with = "ranks_from")]
    uci: bool,
}

/// The coordinate notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wording {
    /// As in CECP.
    Own,
    Uci,
}

impl Wording {
    /// The algebraic notation in place of XBoard's.
    pub(super) fn human_text(self, game: &Game, mv: Move) -> String {
        if self == Self::Own { game.san(mv) } else { self.text(game, mv) }
    }

    pub(super) fn text(self, game: &Game, mv: Move) -> String {
        let style = match game.variant().rules.castling {
            _ if self == Self::Own => return game.move_text(mv),
            CastlingRule::Fischer(_) => MoveStyle::Partner,
            CastlingRule::Betza(_) | CastlingRule::None => MoveStyle::King,
        };
        game.wire_text(mv, style)
    }
}

impl Ranks {
    pub(super) fn wording(&self) -> Wording {
        if self.uci { Wording::Uci } else { Wording::Own }
    }

    /// Whether the numbering was chosen explicitly.
    pub(super) fn are_said(&self) -> bool {
        self.ranks_from.is_some()
    }

    /// The game with its ranks numbered as chosen.
    pub(super) fn counted_as_said(&self, game: Game) -> Result<Game, Failure> {
        if self.ranks_from == Some(1) { Ok(from_one(&game)?.unwrap_or(game)) } else { Ok(game) }
    }

    /// The game with its ranks numbered as chosen, or as in UCI if moves are written so.
    pub(super) fn counted(&self, game: Game) -> Result<Game, Failure> {
        if self.uci { Ok(from_one(&game)?.unwrap_or(game)) } else { self.counted_as_said(game) }
    }
}

/// The same game with its ranks numbered from 1; `None` if they already are.
pub(super) fn from_one(game: &Game) -> Result<Option<Game>, Failure> {
    if game.geometry().rank_base() == 1 {
        return Ok(None);
    }
    let mut counted = Game::new(&Arc::new(game.variant().with_ranks_from_one()))?;
    counted.set_up(&game.setup())?;
    Ok(Some(counted))
}
