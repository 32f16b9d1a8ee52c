//! Positions as commands are given them.

use super::output::complain;
use crate::game::{Game, fen_of_bare_sfen};
use crate::text::{Report, Span};
use crate::variant::{FenError, Setup, Variant};
use std::sync::Once;

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

/// Said of the first position that is one of Chess960, for all that follow.
static CHESS960: Once = Once::new();

/// Begins a game at a position. Where its castling rights are such as only Chess960 has, pieces castle so, and it is said,
/// unless the game draws its starts and has its own rule for them; rights that nobody can have are warned of.
pub(super) fn place(game: &mut Game, fen: &str) -> Result<(), Misplaced> {
    place_counted(game, fen, |_| ())
}

/// The same with other counters than those of the text.
pub(super) fn place_counted(game: &mut Game, fen: &str, count: impl FnOnce(&mut Setup)) -> Result<(), Misplaced> {
    let given = fen.len();
    let misplaced = |message: String| Misplaced { message, span: 0..given, help: None };
    if fen.trim() == START {
        return game.restart().map_err(|fault| misplaced(fault.to_string()));
    }
    let from_sfen = fen_of_bare_sfen(game.variant(), fen);
    let fen = from_sfen.as_deref().unwrap_or(fen);
    let mut position = game.read_fen(fen).map_err(|fault| {
        let misplaced = Misplaced::unread(&fault, game.variant());
        // What was read is not what was given.
        if from_sfen.is_some() { Misplaced { span: 0..given, ..misplaced } } else { misplaced }
    })?;
    let idle = position.idle_rights();
    if !idle.is_empty() {
        let draws_starts = position.game.variant().rules.shuffle.is_some();
        // Who has closed standard error hears of nothing.
        match position.in_chess960().filter(|_| !draws_starts) {
            Some(freed) => {
                let message = format!("castling is as in Chess960: only that knows the rights `{idle}` of `{fen}`");
                CHESS960.call_once(|| drop(complain(&Report::note(message))));
                position = freed;
            }
            None => {
                let message = format!("castling rights that nobody can have here are left out: `{idle}` of `{fen}`");
                let _ = complain(&Report::warning(message));
            }
        }
    }
    count(&mut position.setup);
    *game = position.game;
    game.set_up(&position.setup).map_err(|fault| misplaced(game.unplayable(&position.setup, fault)))
}
