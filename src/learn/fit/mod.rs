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
use descent::{Manner, Steps};
use fastrand::Rng;
use fitter::{Fitter, Problem, sigmoid};
use weights::{Dimensions, first};

/// A network that adds to the derived evaluation is slower: its error is multiplied by this.
const ADDING: f32 = 1.05;
/// One example of this many is held out for validation.
const HELD_OUT: usize = 20;
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
        let large = samples.examples().len() >= MANY && features.rows() < MANY_ROWS;
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

/// How a network is initialized.
#[derive(Clone, Copy, Debug)]
enum Beginning<'a> {
    /// Random weights.
    Anew { adds_to_derived: bool, manner: Manner },
    /// The weights of another network.
    On(&'a Origin),
}

impl<'a> Beginning<'a> {
    fn adds_to_derived(self) -> bool {
        match self {
            Self::Anew { adds_to_derived, .. } => adds_to_derived,
            Self::On(origin) => origin.network.adds_to_derived,
        }
    }

    fn manner(self) -> Manner {
        match self {
            Self::Anew { manner, .. } => manner,
            Self::On(_) => Manner::ON,
        }
    }

    fn origin(self) -> Option<&'a Origin> {
        match self {
            Self::Anew { .. } => None,
            Self::On(origin) => Some(origin),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Attempt<'a> {
    beginning: Beginning<'a>,
    steps: Steps,
}

/// Fits a network to examples; `None` if there are too few. Several attempts are
/// made, and the one with the least error on examples held out is taken:
///
/// - networks that replace the derived evaluation, which are better after many
///   games;
/// - networks that add to it, which are better after few games, but slower, so
///   that their error must be less by 5 %;
/// - the best of `origins`, fine-tuned.
pub fn fit(
    samples: &Samples,
    features: &GameFeatures,
    origins: &[Origin],
    course: Course,
    record: TrainingRecord,
    watch: &mut dyn FnMut(Fitting),
) -> Option<Network> {
    let groups = &features.groups();
    let shape = Dimensions {
        rows: features.rows(),
        groups: groups.iter().flatten().max().map_or(0, |&most| usize::from(most) + 1),
        layers: features.layers(),
        hidden: course.hidden.next_multiple_of(LANES),
    };
    let held_out = samples.examples().len() / HELD_OUT;
    // The last games are held out as a whole: neighbours of a position would reveal its result.
    let (learned, measured) = samples.examples().split_at(samples.examples().len() - held_out);
    if learned.len() < Manner::BOLD.batch {
        return None;
    }
    let problem = Problem { samples, groups, shape, scale: scale(learned) };
    let lesson = Lesson { problem, learned, measured, course };
    let attempts = lesson.attempts(origins);
    let steps: usize = attempts.iter().map(|attempt| attempt.steps.count).sum();
    let (mut done, mut best, mut taken) = (0, Best::NONE, None);
    for attempt in attempts {
        let adds_to_derived = attempt.beginning.adds_to_derived();
        let (error, fitter) = lesson.try_out(attempt, &mut |step, error| {
            watch(Fitting { step: done + step, steps, error: best.or(error, adds_to_derived).error });
        });
        done += attempt.steps.count;
        let better = best.or(error, adds_to_derived);
        if better.cost < best.cost {
            (best, taken) = (better, Some((attempt.beginning, fitter)));
        }
    }
    taken.map(|(beginning, fitter)| {
        let learned_on = beginning.origin().map(|origin| origin.network.record.game.clone());
        fitter.quantised(TrainingRecord { learned_on, ..record })
    })
}

/// What all attempts have in common.
struct Lesson<'a> {
    problem: Problem<'a>,
    learned: &'a [Example],
    /// Examples that are held out.
    measured: &'a [Example],
    course: Course,
}

impl<'a> Lesson<'a> {
    fn attempts<'o>(&self, origins: &'o [Origin]) -> Vec<Attempt<'o>> {
        let anew = |adds_to_derived, manner| Beginning::Anew { adds_to_derived, manner };
        let bold = [false, true].map(|adds_to_derived| anew(adds_to_derived, Manner::BOLD));
        let on = self.nearest(origins).map(Beginning::On);
        let epochs = self.course.epochs;
        let ways = bold.into_iter().chain(on).flat_map(|way| epochs.iter().map(move |&epochs| (way, epochs)));
        ways.chain([(anew(true, Manner::CAUTIOUS), CAUTIOUS_EPOCHS)])
            .map(|(beginning, epochs)| {
                let steps = Steps::new(self.learned.len(), epochs, beginning.manner());
                Attempt { beginning, steps }
            })
            .collect()
    }

    /// The origin with the least error on the examples held out.
    fn nearest<'o>(&self, origins: &'o [Origin]) -> Option<&'o Origin> {
        let error = |origin: &Origin| {
            let fitter = self.begin(Beginning::On(origin));
            fitter.error(self.measured, &mut fitter.gradient())
        };
        origins.iter().map(|origin| (error(origin), origin)).min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, on)| on)
    }

    fn begin(&self, beginning: Beginning<'_>) -> Fitter<'a> {
        let mut random = Rng::with_seed(self.course.seed);
        match beginning {
            Beginning::Anew { adds_to_derived, manner } => {
                let weights = first(self.problem.shape, manner, &mut random);
                Fitter::new(self.problem, adds_to_derived, manner, weights)
            }
            Beginning::On(origin) => Fitter::on(self.problem, origin, &mut random),
        }
    }

    /// Makes an attempt, and returns the least error during it with the network that had it. `watch` is called with the
    /// steps done and the least error so far.
    fn try_out(&self, attempt: Attempt<'_>, watch: &mut dyn FnMut(usize, f32)) -> (f32, Fitter<'a>) {
        let mut fitter = self.begin(attempt.beginning);
        // Early stopping: later steps may overfit.
        let (mut error, mut weights) = (f32::INFINITY, fitter.weights.clone());
        fitter.run(self.learned, attempt.steps, &self.course, &mut |step, fitter, room| {
            let now = fitter.error(self.measured, room);
            if now < error {
                (error, weights) = (now, fitter.weights.clone());
            }
            watch(step, error);
        });
        fitter.weights = weights;
        fitter.join();
        (error, fitter)
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
