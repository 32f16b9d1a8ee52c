//! One game of the engine against itself, or between two evaluations, from an opening to its end.

use super::games::{PlayedGame, numbered};
use super::partner;
use crate::game::Game;
use crate::position::{GameResult, Move, Outcome};
use crate::search::{Limits, Memory, Monitor, think};
use fastrand::Rng;
use std::ops::RangeInclusive;

/// Maximum number of openings tried.
pub(super) const BEGINNINGS: usize = 60;
/// A game that has not ended after this many plies counts as a draw.
pub(super) const MOST_PLIES: usize = 400;
/// The hash table of a player of many quick games, in MiB.
pub(super) const MEMORY: usize = 8;

/// Watches a game while it is played.
pub(super) trait Observer {
    /// Is called with a move and its score for the side to move, before it is played.
    fn before_move(&mut self, _: &Game, _: Move, _: i32) {}

    /// Is called after a move, and may adjudicate the game.
    fn after_move(&mut self, _: &Game, _: Move) -> Option<GameResult> {
        None
    }
}

/// An observer that only waits for the result.
impl Observer for () {}

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Finish {
    /// By its rules.
    ByRules(Outcome),
    Adjudicated(GameResult),
    TooLong,
}

impl Finish {
    pub(super) fn result(self) -> GameResult {
        match self {
            Self::ByRules(outcome) => outcome.result,
            Self::Adjudicated(result) => result,
            Self::TooLong => GameResult::Draw,
        }
    }
}

/// Continues a game until it ends, for at most `plies`. `choose` returns a move of the side to move and its score, or
/// `None` to stop the game without a result.
pub(super) fn play_out(
    game: &mut Game,
    plies: usize,
    choose: &mut dyn FnMut(&Game) -> Option<(Move, i32)>,
    observer: &mut dyn Observer,
) -> Option<Finish> {
    for _ in 0..plies {
        if let Some(outcome) = game.outcome() {
            return Some(Finish::ByRules(outcome));
        }
        let (mv, score) = choose(game)?;
        observer.before_move(game, mv, score);
        partner::play(game, mv);
        if let Some(result) = observer.after_move(game, mv) {
            return Some(Finish::Adjudicated(result));
        }
    }
    Some(game.outcome().map_or(Finish::TooLong, Finish::ByRules))
}

/// The best move and its score; `None` if the game is over.
pub(super) fn best_move(game: &Game, limits: &Limits, memory: &Memory) -> Option<(Move, i32)> {
    let info = think(game, limits, memory, &Monitor::default(), &mut |_| ())?;
    Some((info.best_move()?, info.score.0))
}

/// Sets up a start of the game and makes random moves; `None` if the game is over then.
pub(super) fn random_opening(game: &mut Game, random: &mut Rng, plies: RangeInclusive<usize>) -> Option<PlayedGame> {
    let setup = game.restart_drawn(random).ok()?;
    let variant = game.variant();
    let start = if setup == variant.start { String::new() } else { setup.fen(variant) };
    let mut moves = Vec::new();
    for _ in 0..random.usize(plies) {
        let legal = numbered(game);
        if legal.is_empty() || game.outcome().is_some() {
            return None;
        }
        let number = random.usize(..legal.len());
        partner::play(game, legal[number]);
        moves.push((number as u16, None));
    }
    game.outcome().is_none().then_some(PlayedGame { start, moves, result: 0 })
}
