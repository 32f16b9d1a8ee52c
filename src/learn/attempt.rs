//! One attempt to improve on an evaluation: a network is fitted to games, and plays matches.

use super::accept::{accept, generation_after};
use super::event::Event;
use super::fit::{Course, fit};
use super::origin::origins;
use super::samples::{GameFeatures, Samples};
use super::trial::Terms;
use crate::eval::network::{Network, NetworkChoice, TrainingRecord};
use crate::game::Game;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The circumstances of an attempt.
pub struct Attempt<'a> {
    /// The game.
    pub game: &'a Game,
    /// The inputs of its networks.
    pub features: &'a GameFeatures,
    /// The evaluation to be beaten.
    pub champion: &'a NetworkChoice,
    /// Threads for fitting and matches.
    pub threads: usize,
    /// The random seeds.
    pub seeds: Seeds,
    /// The hours of learning to be recorded.
    pub hours: f64,
    /// The longest time for the matches.
    pub match_time: Option<Duration>,
    /// Is called with reports on the progress.
    pub watch: &'a (dyn Fn(Event) + Sync),
}

/// The random seeds of an attempt.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    /// The one to be recorded, on which the others depend.
    pub recorded: u64,
    /// That of fitting.
    pub fitting: u64,
    /// That of the matches.
    pub matches: u64,
}

/// A network that has played its matches.
#[derive(Clone, Debug)]
pub struct TriedNetwork {
    /// The network, whose record has the results.
    pub network: Network,
    /// Whether it has won them.
    pub won: bool,
}

impl Attempt<'_> {
    /// Makes the attempt with examples from a number of games; `None` if they are too few to learn from.
    pub fn make(&self, samples: Samples, games: u64) -> Option<TriedNetwork> {
        let mut network = self.fitted(samples, games)?;
        (self.watch)(Event::Fitted(network.record.learned_on.clone()));
        let challenger = NetworkChoice::Given(Arc::new(network.clone()));
        let until = self.match_time.map(|time| Instant::now() + time);
        let terms = Terms { threads: self.threads, seed: self.seeds.matches, until };
        let (won, result) = accept(self.game, &challenger, self.champion, terms, &|tally, timed| {
            (self.watch)(Event::Match { tally, timed });
        });
        network.record.result.clone_from(&result);
        (self.watch)(Event::Verdict { won, result });
        Some(TriedNetwork { network, won })
    }

    /// Fits a network. The examples are dropped, because matches need memory, too.
    fn fitted(&self, samples: Samples, games: u64) -> Option<Network> {
        let positions = samples.count();
        (self.watch)(Event::Examples(positions));
        let record = TrainingRecord {
            game: self.game.variant().name.clone(),
            fingerprint: self.features.fingerprint,
            generation: generation_after(self.game, self.champion),
            games,
            positions: positions as u64,
            hours: self.hours,
            seed: self.seeds.recorded,
            ..TrainingRecord::default()
        };
        let origins = origins(self.game, self.champion);
        let course = Course::suited(self.features, &samples, self.threads, self.seeds.fitting);
        let watch = &mut |fitting| (self.watch)(Event::Fitting(fitting));
        fit(&samples, self.features, &origins, course, record, watch)
    }
}
