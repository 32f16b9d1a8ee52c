//! The positions from which commands start a game.

use crate::game::{Game, fen_of_bare_sfen};
use crate::text::{Report, Span};
use crate::variant::{FenError, Setup, Variant};

/// The name of the start position, as in UCI.
const START: &str = "startpos";

/// Why a game cannot start from a position: the error, its place in the text, and a hint.
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

/// Starts a game from a position. If it has castling rights that only Chess960 allows, pieces castle as in that game,
/// with a note, unless the game draws its start positions and so has a castling rule of its own. Other impossible
/// rights and an impossible en passant square cause warnings. These remarks are returned, without a place.
pub(super) fn place(game: &mut Game, fen: &str) -> Result<Vec<Report>, Misplaced> {
    place_counted(game, fen, |_| ())
}

/// Like [`place`], with counters that `count` sets.
pub(super) fn place_counted(
    game: &mut Game,
    fen: &str,
    count: impl FnOnce(&mut Setup),
) -> Result<Vec<Report>, Misplaced> {
    let given = fen.len();
    let misplaced = |message: String| Misplaced { message, span: 0..given, help: None };
    if fen.trim() == START {
        return game.restart().map(|()| Vec::new()).map_err(|fault| misplaced(fault.to_string()));
    }
    let from_sfen = fen_of_bare_sfen(game.variant(), fen);
    let fen = from_sfen.as_deref().unwrap_or(fen);
    let mut position = game.read_fen(fen).map_err(|fault| {
        let misplaced = Misplaced::unread(&fault, game.variant());
        // The span is one of the FEN made from an SFEN, not of the text that was given.
        if from_sfen.is_some() { Misplaced { span: 0..given, ..misplaced } } else { misplaced }
    })?;
    let mut remarks = Vec::new();
    if let Some(ignored) = position.ignored_rights() {
        let idle = position.idle_rights();
        let draws_starts = position.game.variant().rules.shuffle.is_some();
        remarks.push(match position.in_chess960().filter(|_| !draws_starts) {
            Some(freed) => {
                position = freed;
                Report::note(format!("castling is as in Chess960: only that knows the rights `{idle}` of `{fen}`"))
            }
            None => Report::warning(format!("{ignored} of `{fen}`")),
        });
    }
    remarks
        .extend(position.ignored_fields().into_iter().map(|ignored| Report::warning(format!("{ignored} of `{fen}`"))));
    count(&mut position.setup);
    *game = position.game;
    game.set_up(&position.setup).map_err(|fault| misplaced(game.unplayable(&position.setup, &fault)))?;
    Ok(remarks)
}
