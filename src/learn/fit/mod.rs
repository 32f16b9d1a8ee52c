//! Fitting a network to examples by gradient descent on its error.
//!
//! The network predicts the expected points of the side to move; the target of
//! an example mixes the score of a search with the result of the game. Weights
//! are real numbers here and are quantised at the end.

mod descent;
mod fitter;
mod quantise;
mod weights;

pub use descent::Course;

use super::origin::Origin;
use super::samples::{Example, GameFeatures, Samples};
use crate::eval::network::{LANES, Network, TrainingRecord};
use descent::{Hyperparameters, Steps};
use fastrand::Rng;
use fitter::{Fitter, Problem, sigmoid};
use weights::{Dimensions, first};

/// A network that adds to the derived evaluation is slower: its error is multiplied by this.
const ADDING: f32 = 1.05;
/// Epochs of the cautious attempt.
const CAUTIOUS_EPOCHS: usize = 1;
/// Scales of scores that are tried, in centipawns.
const SCALES: std::ops::Range<i32> = 20..1600;

/// The number of examples from which more neurons pay off.
const MANY: usize = 1_000_000;
const NEURONS: usize = 32;
const MORE_NEURONS: usize = 64;
/// The number of inputs from which fewer neurons learn better.
const MANY_ROWS: usize = 8_000;
/// How often each example is seen, see [`Course::epochs`].
const EPOCHS: [usize; 3] = [2, 5, 13];

/// The progress of fitting.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// Steps done.
    pub step: usize,
    /// Steps of all attempts together.
    pub steps: usize,
    /// The mean squared error of the best network so far on the examples held out.
    pub error: f32,
}

impl Course {
    /// The course for examples of a game: the more there are, the larger the network.
    pub fn suited(features: &GameFeatures, samples: &Samples, threads: usize, seed: u64) -> Self {
        let large = samples.count() >= MANY && features.rows < MANY_ROWS;
        let hidden = if large { MORE_NEURONS } else { NEURONS };
        Self { hidden, epochs: &EPOCHS, threads, seed }
    }
}

/// The errors of the best network so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// The error, adjusted for the network's cost in time.
    cost: f32,
    error: f32,
}

impl Best {
    const NONE: Self = Self { cost: f32::INFINITY, error: f32::INFINITY };

    /// The better of this and another network.
    fn or(self, error: f32, adds_to_derived: bool) -> Self {
        let cost = if adds_to_derived { error * ADDING } else { error };
        if cost < self.cost { Self { cost, error } } else { self }
    }
}

/// How the weights are initialized.
#[derive(Clone, Copy, Debug)]
enum Initialization<'a> {
    /// Random weights.
    Random { adds_to_derived: bool, hyperparameters: Hyperparameters },
    /// The weights of another network.
    FineTuning(&'a Origin),
}

impl<'a> Initialization<'a> {
    fn adds_to_derived(self) -> bool {
        match self {
            Self::Random { adds_to_derived, .. } => adds_to_derived,
            Self::FineTuning(origin) => origin.network.adds_to_derived,
        }
    }

    fn hyperparameters(self) -> Hyperparameters {
        match self {
            Self::Random { hyperparameters, .. } => hyperparameters,
            Self::FineTuning(_) => Hyperparameters::FINE_TUNING,
        }
    }

    fn origin(self) -> Option<&'a Origin> {
        match self {
            Self::Random { .. } => None,
            Self::FineTuning(origin) => Some(origin),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Attempt<'a> {
    initialization: Initialization<'a>,
    steps: Steps,
}

/// Fits a network to examples; `None` if there are too few. Several attempts are
/// made, and the one with the least error on examples held out is taken:
///
/// - networks that replace the derived evaluation, which are better after many
///   games;
/// - networks that add to it, which are better after few games, but slower, so
///   that their error must be less by 5 %;
/// - the best of `origins` of each of these forms, fine-tuned.
pub fn fit(
    samples: &Samples,
    features: &GameFeatures,
    origins: &[Origin],
    course: Course,
    record: TrainingRecord,
    watch: &mut dyn FnMut(Fitting),
) -> Option<Network> {
    let groups = &features.groups;
    let shape = Dimensions {
        rows: features.rows,
        groups: groups.iter().flatten().max().map_or(0, |&most| usize::from(most) + 1),
        layers: features.layers,
        hidden: course.hidden.next_multiple_of(LANES),
    };
    let (training, validation) = (samples.examples(), samples.held_out());
    if training.len() < Hyperparameters::BOLD.batch || validation.is_empty() {
        return None;
    }
    let problem = Problem { samples, groups, shape, scale: scale(training) };
    let data = AttemptData { problem, training, validation, course };
    let attempts = data.attempts(origins);
    let steps: usize = attempts.iter().map(|attempt| attempt.steps.count).sum();
    let (mut done, mut best, mut taken) = (0, Best::NONE, None);
    for attempt in attempts {
        let adds_to_derived = attempt.initialization.adds_to_derived();
        let tried = data.try_out(attempt, &mut |step, error| {
            watch(Fitting { step: done + step, steps, error: best.or(error, adds_to_derived).error });
        });
        done += attempt.steps.count;
        let Some((error, fitter)) = tried else { continue };
        let better = best.or(error, adds_to_derived);
        if better.cost < best.cost {
            (best, taken) = (better, Some((attempt.initialization, fitter)));
        }
    }
    taken.map(|(initialization, fitter)| {
        let learned_on = initialization.origin().map(|origin| origin.network.record.game.clone());
        fitter.quantised(TrainingRecord { learned_on, ..record })
    })
}

/// What all attempts have in common.
struct AttemptData<'a> {
    problem: Problem<'a>,
    training: &'a [Example],
    /// Examples that are held out.
    validation: &'a [Example],
    course: Course,
}

impl<'a> AttemptData<'a> {
    fn attempts<'o>(&self, origins: &'o [Origin]) -> Vec<Attempt<'o>> {
        let random = |adds_to_derived, hyperparameters| Initialization::Random { adds_to_derived, hyperparameters };
        let bold = [false, true].map(|adds_to_derived| random(adds_to_derived, Hyperparameters::BOLD));
        // Tuning keeps the form: a game could not leave that of its first network otherwise.
        let tuned = [false, true].into_iter().filter_map(|adds| self.nearest(origins, adds));
        let tuned = tuned.map(Initialization::FineTuning);
        let epochs = self.course.epochs;
        let ways = bold.into_iter().chain(tuned).flat_map(|way| epochs.iter().map(move |&epochs| (way, epochs)));
        ways.chain([(random(true, Hyperparameters::CAUTIOUS), CAUTIOUS_EPOCHS)])
            .map(|(initialization, epochs)| {
                let steps = Steps::new(self.training.len(), epochs, initialization.hyperparameters());
                Attempt { initialization, steps }
            })
            .collect()
    }

    /// The origin with the least error on the examples held out, of those that add to the derived evaluation or not.
    fn nearest<'o>(&self, origins: &'o [Origin], adds_to_derived: bool) -> Option<&'o Origin> {
        let error = |origin: &Origin| {
            let fitter = self.begin(Initialization::FineTuning(origin));
            fitter.error(self.validation, &mut fitter.gradient())
        };
        origins
            .iter()
            .filter(|origin| origin.network.adds_to_derived == adds_to_derived)
            .map(|origin| (error(origin), origin))
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, origin)| origin)
    }

    fn begin(&self, initialization: Initialization<'_>) -> Fitter<'a> {
        let mut random = Rng::with_seed(self.course.seed);
        match initialization {
            Initialization::Random { adds_to_derived, hyperparameters } => {
                let weights = first(self.problem.shape, hyperparameters, &mut random);
                Fitter::new(self.problem, adds_to_derived, hyperparameters, weights)
            }
            Initialization::FineTuning(origin) => Fitter::from_network(self.problem, origin, &mut random),
        }
    }

    /// Makes an attempt, and returns the least error during it with the network that had it; `None` if the network that
    /// evaluates the game now was not improved. `watch` is called with the steps done and the least error so far.
    fn try_out(&self, attempt: Attempt<'_>, watch: &mut dyn FnMut(usize, f32)) -> Option<(f32, Fitter<'a>)> {
        let mut fitter = self.begin(attempt.initialization);
        let current = attempt.initialization.origin().is_some_and(|origin| origin.current);
        let bar = if current { fitter.error(self.validation, &mut fitter.gradient()) } else { f32::INFINITY };
        // Early stopping: later steps may overfit.
        let (mut error, mut best) = (f32::INFINITY, None);
        fitter.run(self.training, attempt.steps, &self.course, &mut |step, fitter, room| {
            let now = fitter.error(self.validation, room);
            if now < error.min(bar) {
                (error, best) = (now, Some(fitter.weights.clone()));
            }
            watch(step, error);
        });
        fitter.weights = best?;
        fitter.join();
        Some((error, fitter))
    }
}

/// The scale of the sigmoid, in centipawns, with which scores best predict results.
fn scale(examples: &[Example]) -> f32 {
    let step = examples.len().div_ceil(100_000).max(1);
    let error = |scale: i32| -> f64 {
        let wrong = |example: &Example| f64::from(sigmoid(f32::from(example.score) / scale as f32) - example.result);
        examples.iter().step_by(step).map(|example| wrong(example).powi(2)).sum()
    };
    let found = SCALES.step_by(10).min_by(|&a, &b| error(a).total_cmp(&error(b)));
    found.unwrap_or(SCALES.start) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network that adds to the derived evaluation is taken, and its error reported, only if its error is less by a
    /// twentieth.
    #[test]
    fn the_error_belongs_to_the_chosen_network() {
        let alone = Best::NONE.or(1.0, false);
        assert_eq!(alone.or(0.97, true).error, 1.0);
        assert_eq!(alone.or(0.9, true).or(0.93, false).error, 0.93);
    }
}
