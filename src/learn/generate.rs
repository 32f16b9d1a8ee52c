//! Self-play games from which networks learn.

use super::games::{PlayedGame, numbered};
use super::mix;
use super::play::{BEGINNINGS, Finish, MEMORY, MOST_PLIES, Observer, best_move, play_out, random_opening};
use crate::board::Color;
use crate::eval::network::NetworkChoice;
use crate::game::Game;
use crate::lock::{lock, unlocked};
use crate::position::{GameResult, Move};
use crate::search::{Limits, Memory};
use fastrand::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Plies made at random before the players begin to search.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 6..=9;
/// The largest score of an acceptable opening, in centipawns.
const FAIR: i32 = 300;
/// At least one of this many random openings must not end the game.
const LEAST_OPENINGS: usize = 1000;
/// A game is adjudicated when both sides have scored it as won for this many plies, and the score that counts as won.
const RESIGN_PLIES: usize = 6;
const RESIGN: i32 = 1000;
/// The same for games in which captured pieces come back.
const RESIGN_WITH_DROPS: i32 = 1500;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// No iteration begins after this many nodes.
    pub soft_nodes: u64,
    /// The node limit of a move.
    pub hard_nodes: u64,
    /// The evaluation.
    pub network: NetworkChoice,
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { soft_nodes: 500, hard_nodes: 4000, network: NetworkChoice::Own }
    }
}

/// The engine playing against itself, one game after the other.
#[derive(Debug)]
pub struct Generator {
    game: Game,
    memory: Memory,
    limits: Limits,
    resign: i32,
}

/// Plays games with the numbers from `first` on, while the next one `is_wanted`, and calls `tell` with each.
///
/// # Errors
///
/// If random openings hardly ever leave a game to be played, or the first error of `tell`, after which no other game
/// begins.
pub fn play_games(
    game: &Game,
    self_play: &SelfPlay,
    threads: usize,
    [seed, first]: [u64; 2],
    is_wanted: &(dyn Fn(u64) -> bool + Sync),
    tell: &mut (dyn FnMut(&PlayedGame) -> Result<(), String> + Send),
) -> Result<(), String> {
    let (mut board, mut random) = (game.clone(), Rng::with_seed(seed));
    if !(0..LEAST_OPENINGS).any(|_| random_opening(&mut board, &mut random, RANDOM_PLIES).is_some()) {
        return Err(format!("the game ends within its first {} random moves", RANDOM_PLIES.start()));
    }
    let next = AtomicU64::new(first);
    let told = Mutex::new((tell, Ok(())));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut generator = Generator::new(game, self_play);
                while lock(&told).1.is_ok() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if !is_wanted(number) {
                        break;
                    }
                    let played = generator.play(seed, number);
                    let (tell, result) = &mut *lock(&told);
                    if result.is_ok() {
                        *result = tell(&played);
                    }
                }
            });
        }
    });
    unlocked(told).1
}

impl Generator {
    /// A generator with an empty hash table.
    pub fn new(game: &Game, self_play: &SelfPlay) -> Self {
        let limits = Limits {
            nodes: Some(self_play.hard_nodes),
            soft_nodes: Some(self_play.soft_nodes),
            evaluation: self_play.network.clone().into(),
            ..Limits::default()
        };
        let resign = if game.variant().rules.drops_go_on() { RESIGN_WITH_DROPS } else { RESIGN };
        Self { game: game.clone(), memory: Memory::new(MEMORY), limits, resign }
    }

    /// Plays the game with that number: the same game each time. It has no moves if the openings tried all end the
    /// game.
    pub fn play(&mut self, seed: u64, number: u64) -> PlayedGame {
        let mut random = Rng::with_seed(mix(seed, number));
        self.memory.new_game();
        let Some((mut played, mut thought)) = self.begin(&mut random) else { return PlayedGame::default() };
        let plies = MOST_PLIES - played.moves.len();
        let mut adjudicator =
            Adjudicator { moves: &mut played.moves, resign: self.resign, ahead: Color::White, agreed: 0 };
        let (limits, memory) = (&self.limits, &self.memory);
        let mut choose = |game: &Game| thought.take().or_else(|| best_move(game, limits, memory));
        let end = play_out(&mut self.game, plies, &mut choose, &mut adjudicator);
        played.result = match end.map(Finish::result) {
            Some(GameResult::Win(Color::White)) => 1,
            Some(GameResult::Win(Color::Black)) => -1,
            Some(GameResult::Draw) | None => 0,
        };
        played
    }

    /// Sets up a random opening, a fair one if possible, and returns it with the best move after it; `None` if the
    /// game is over in all of them.
    fn begin(&mut self, random: &mut Rng) -> Option<(PlayedGame, Option<(Move, i32)>)> {
        let mut last = None;
        for _ in 0..BEGINNINGS {
            let Some(played) = random_opening(&mut self.game, random, RANDOM_PLIES) else { continue };
            let thought = best_move(&self.game, &self.limits, &self.memory);
            let fair = thought.is_some_and(|(_, score)| score.abs() <= FAIR);
            last = Some((played, thought, self.game.clone()));
            if fair {
                break;
            }
        }
        let (played, thought, game) = last?;
        // A later try that ended the game has changed it.
        self.game = game;
        Some((played, thought))
    }
}

/// Writes down the moves of a game, and ends it when both sides have agreed for long enough on who wins.
struct Adjudicator<'a> {
    moves: &'a mut Vec<(u16, Option<i16>)>,
    /// The score that counts as won.
    resign: i32,
    /// The side that was better at the last move, and the number of plies for which both sides have scored that as won.
    ahead: Color,
    agreed: usize,
}

impl Observer for Adjudicator<'_> {
    fn before_move(&mut self, game: &Game, mv: Move, score: i32) {
        let mover = game.side();
        let ahead = if score > 0 { mover } else { !mover };
        let before = if ahead == self.ahead { self.agreed } else { 0 };
        self.agreed = if score.abs() >= self.resign { before + 1 } else { 0 };
        self.ahead = ahead;
        let number = numbered(game).iter().position(|legal| *legal == mv).expect("the move is legal");
        let within = i32::from(i16::MAX);
        self.moves.push((number as u16, Some(score.clamp(-within, within) as i16)));
    }

    fn after_move(&mut self, _: &Game, _: Move) -> Option<GameResult> {
        (self.agreed >= RESIGN_PLIES).then_some(GameResult::Win(self.ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;
    use crate::variant::{find, load};
    use std::sync::Arc;

    /// Los Alamos chess in which White has no queen, so that hardly any opening is fair, and some pieces win on some
    /// squares.
    fn hasty(pieces: &str, squares: &str) -> Game {
        let text = format!(
            "name = \"hasty\"\ninclude = \"losalamos\"\n[start]\nfen = \"rnqknr/pppppp/6/6/PPPPPP/RN1KNR w - - 0 1\"\n\
             [[end.goal]]\npieces = {pieces}\nsquares = {squares}\n"
        );
        let (variant, reports) = load(&Source::new("hasty.toml", text), &find);
        let variant = variant.unwrap_or_else(|| panic!("{reports:?}"));
        Game::new(&Arc::new(variant)).expect("it can be played")
    }

    /// Some openings end the game, and the others are not fair: play continues from the last playable one,
    /// not from the end of one tried after it.
    #[test]
    fn games_continue_from_the_last_playable_opening() {
        let game = hasty("[\"P\"]", "{ white = \"rank-4\", black = \"rank-3\" }");
        let self_play = SelfPlay { soft_nodes: 5, hard_nodes: 20, network: NetworkChoice::Derived };
        let mut generator = Generator::new(&game, &self_play);
        for number in 0..12 {
            let played = generator.play(3, number);
            assert!(played.moves.iter().any(|(_, score)| score.is_some()), "game {number}: {played:?}");
        }
    }

    /// Each first move wins, but for one of White's king.
    #[test]
    fn a_game_that_is_over_at_once_is_refused() {
        let game = hasty("[\"P\", \"N\"]", "\"ranks 3-4\"");
        let played = play_games(&game, &SelfPlay::default(), 1, [1, 0], &|number| number < 2, &mut |_| Ok(()));
        assert!(played.is_err_and(|fault| fault.contains("ends within")));
    }
}
