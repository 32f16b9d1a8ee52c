//! Matches between two evaluations, to find the better one.
//!
//! Games come in pairs with one opening and colours exchanged. A sequential
//! test on the results of pairs ends the match as soon as it is clear which of
//! two hypotheses holds: that the challenger is hardly better, or that it is
//! better by a clear margin.

use super::mix;
use super::play::{Finish, MOST_PLIES, best_move, play_out, random_opening};
use crate::board::Color;
use crate::eval::network::NetworkChoice;
use crate::game::Game;
use crate::lock::{lock, unlocked};
use crate::position::GameResult;
use crate::search::{Clock, Control, Limits, Memory};
use fastrand::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Elo of the two hypotheses.
const ELO: [f64; 2] = [-5.0, 25.0];
/// The log-likelihood ratio at which one of them is accepted: error rates of 5 %.
pub const BOUND: f64 = 2.94;
/// The maximum number of pairs; then the match ends undecided.
const MOST_PAIRS: u64 = 400;
/// The minimum number of pairs.
const LEAST_PAIRS: u64 = 8;
/// Plies of the openings.
const OPENING: std::ops::RangeInclusive<usize> = 4..=8;
/// The move overhead between players in one program.
const NO_WAY: Duration = Duration::from_millis(2);
/// The hash table of each player, in MiB.
const MEMORY: usize = 16;

/// The limit of a player per move.
#[derive(Clone, Copy, Debug)]
pub enum MatchLimit {
    /// A number of nodes.
    Nodes(u64),
    /// A clock with a base time and an increment for each move.
    Clock(Duration, Duration),
}

/// The settings of a match.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The number of pairs played in parallel.
    pub threads: usize,
    /// Seed of the openings.
    pub seed: u64,
    /// When it ends, decided or not.
    pub until: Option<Instant>,
}

/// Results of pairs: by the challenger's points in half points, 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub [u64; 5]);

impl Tally {
    /// Pairs played.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean of a pair's share of points, and its variance.
    fn moments(&self) -> (f64, f64) {
        let pairs = self.pairs().max(1) as f64;
        let share = |points: usize| points as f64 / 4.0;
        let weighted = |value: &dyn Fn(f64) -> f64| {
            self.0.iter().enumerate().map(|(points, &count)| count as f64 * value(share(points))).sum::<f64>() / pairs
        };
        let mean = weighted(&|share| share);
        // A small prior, so that equal results are not taken for certainty.
        (mean, weighted(&|share| (share - mean).powi(2)) + 0.25 / (pairs + 1.0) / 4.0)
    }

    /// Elo by which the challenger is better, and half the width of the 95 % confidence interval.
    fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.moments();
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
        let error = 1.96 * (variance / self.pairs().max(1) as f64).sqrt();
        let [below, above] = [elo(mean) - elo(mean - error), elo(mean + error) - elo(mean)];
        // Behind a share of all points or of none there is no number: the other side alone says how sure it is.
        let width = match (mean - error > 0.0, mean + error < 1.0) {
            (true, false) => below,
            (false, true) => above,
            _ => (below + above) / 2.0,
        };
        (elo(mean), width)
    }

    /// The same, as `+12 ± 34`.
    pub fn elo_in_words(&self) -> String {
        let (elo, error) = self.elo();
        // No negative zero.
        format!("{:+.0} ± {error:.0}", elo.round() + 0.0)
    }

    /// The log-likelihood ratio of the second hypothesis against the first,
    /// assuming normally distributed results.
    pub fn llr(&self) -> f64 {
        let [low, high] = ELO.map(|elo| 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0)));
        let (mean, variance) = self.moments();
        self.pairs() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// Whether the challenger is better; `None` while that is undecided.
    pub fn verdict(&self) -> Option<bool> {
        let llr = self.llr();
        (self.pairs() >= LEAST_PAIRS && llr.abs() >= BOUND).then_some(llr > 0.0)
    }
}

/// Plays a match until it is decided or reaches its limits. `watch` is called after every pair.
pub fn trial(
    game: &Game,
    challenger: &NetworkChoice,
    champion: &NetworkChoice,
    pace: MatchLimit,
    terms: Terms,
    watch: &(dyn Fn(Tally) + Sync),
) -> Tally {
    let (next, decided) = (AtomicU64::new(0), AtomicBool::new(false));
    let over = || decided.load(Ordering::Relaxed) || terms.until.is_some_and(|until| Instant::now() >= until);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..terms.threads.max(1) {
            scope.spawn(|| {
                let mut players = [challenger, champion].map(Player::new);
                while !over() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= MOST_PAIRS {
                        break;
                    }
                    let seed = mix(terms.seed, number);
                    let Some(points) = pair(game, &mut players, pace, seed, &over) else { continue };
                    let mut tally = lock(&tally);
                    // Results of other threads that arrive later do not revoke a verdict.
                    if tally.verdict().is_none() {
                        tally.0[points] += 1;
                        watch(*tally);
                    }
                    if tally.verdict().is_some() {
                        decided.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    unlocked(tally)
}

/// One side of a match.
struct Player {
    memory: Memory,
    network: NetworkChoice,
}

impl Player {
    fn new(network: &NetworkChoice) -> Self {
        Self { memory: Memory::new(MEMORY), network: network.clone() }
    }
}

/// The challenger's half points from two games with one opening; `None` if the match is over before they are.
fn pair(game: &Game, players: &mut [Player; 2], pace: MatchLimit, seed: u64, over: &dyn Fn() -> bool) -> Option<usize> {
    let mut random = Rng::with_seed(seed);
    let mut game = game.clone();
    (0..100).find_map(|_| random_opening(&mut game, &mut random, OPENING))?;
    let mut points = 0;
    for challenger in Color::ALL {
        points += match play(&mut game.clone(), players, challenger, pace, over)? {
            GameResult::Win(side) if side == challenger => 2,
            GameResult::Win(_) => 0,
            GameResult::Draw => 1,
        };
    }
    Some(points)
}

fn play(
    game: &mut Game,
    players: &mut [Player; 2],
    challenger: Color,
    pace: MatchLimit,
    over: &dyn Fn() -> bool,
) -> Option<GameResult> {
    players.iter().for_each(|player| player.memory.new_game());
    let clock = |pace| match pace {
        MatchLimit::Clock(base, increment) => Clock::new(Control::Clock { moves: 0, base, increment }),
        MatchLimit::Nodes(_) => Clock::new(Control::PerMove(Duration::ZERO)),
    };
    let mut clocks = [clock(pace), clock(pace)];
    let mut choose = |game: &Game| {
        if over() {
            return None;
        }
        let side = game.side();
        let player = &players[usize::from(side != challenger)];
        let clock = &mut clocks[side.index()];
        let mut limits = match pace {
            MatchLimit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            MatchLimit::Clock(..) => Limits::within(clock.budget(game.geometry().squares(), NO_WAY)),
        };
        limits.evaluation.network = player.network.clone();
        let begun = Instant::now();
        let chosen = best_move(game, &limits, &player.memory);
        *clock = clock.after_move(begun.elapsed());
        chosen
    };
    play_out(game, MOST_PLIES, &mut choose, &mut ()).map(Finish::result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_verdicts_follow_the_results() {
        // Half of the points is 0 Elo, three quarters 400 * log10(3).
        assert_eq!(Tally([0, 0, 10, 0, 0]).elo().0.round(), 0.0);
        assert_eq!(Tally([0, 0, 10, 0, 10]).elo().0.round(), 191.0);
        assert_eq!(Tally([0, 0, 0, 0, 20]).verdict(), Some(true));
        assert_eq!(Tally([20, 0, 0, 0, 0]).verdict(), Some(false));
        assert_eq!(Tally([0, 0, 0, 0, 4]).verdict(), None, "too few pairs");
        assert_eq!(Tally([5, 0, 10, 0, 6]).verdict(), None);
    }
}
