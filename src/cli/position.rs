//! Positions as commands are given them.

use super::output::complain;
use crate::game::Game;
use crate::text::{Report, Span};
use crate::variant::{FenError, Setup, Variant};
use std::sync::Arc;

/// What UCI calls the position at the start.
const START: &str = "startpos";

/// Why a game cannot begin at a position: what is wrong, where in its text, and what may help.
pub(super) struct Misplaced {
    pub message: String,
    pub span: Span,
    pub help: Option<String>,
}

impl Misplaced {
    fn unread(fault: &FenError, variant: &Variant) -> Self {
        Self { message: fault.to_string(), span: fault.span(), help: fault.pieces_here(variant) }
    }
}

/// Begins a game at a position. Where its castling rights are such as only Chess960 has, pieces castle so; rights that
/// nobody can have are warned of.
pub(super) fn place(game: &mut Game, fen: &str) -> Result<(), Misplaced> {
    place_counted(game, fen, |_| ())
}

/// The same with other counters than those of the text.
pub(super) fn place_counted(game: &mut Game, fen: &str, count: impl FnOnce(&mut Setup)) -> Result<(), Misplaced> {
    let misplaced = |message: String| Misplaced { message, span: 0..fen.len(), help: None };
    if fen.trim() == START {
        return game.restart().map_err(|fault| misplaced(fault.to_string()));
    }
    *game = game.begun_at(fen);
    let read = |game: &Game| {
        let setup = Setup::parse(game.variant(), fen).map_err(|fault| Misplaced::unread(&fault, game.variant()))?;
        let idle = setup.idle_rights(game.variant(), fen);
        Ok((setup, idle))
    };
    let (mut setup, idle) = read(game)?;
    if !idle.is_empty() {
        let freed = game.variant().with_free_castling().and_then(|freed| Game::new(&Arc::new(freed)).ok());
        match freed.map(|freed| (read(&freed), freed)) {
            Some((Ok((again, idle)), freed)) if idle.is_empty() => (*game, setup) = (freed, again),
            _ => {
                let message = format!("castling rights that nobody can have here are left out: `{idle}` of `{fen}`");
                // Who has closed standard error hears of nothing.
                let _ = complain(&Report::warning(message));
            }
        }
    }
    count(&mut setup);
    game.set_up(&setup).map_err(|fault| misplaced(game.unplayable(&setup, fault)))
}
