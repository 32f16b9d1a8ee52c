//! Gradient descent, by Adam with decoupled weight decay.

use super::fitter::{Fitter, Gradient, sigmoid};
use super::weights::Weights;
use crate::learn::samples::Example;
use fastrand::Rng;

/// The learning rate at the end, and the steps of the warm-up.
const LAST_RATE: f32 = 1e-5;
const WARM_UP: usize = 200;
/// Adam's decay rates, of gradients and of their squares.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
/// Weight decay, in parts of the learning rate: towards zero, or towards the pretrained weights.
const DECAY: f32 = 0.7;
/// Weights are clipped here, so that they fit when quantised.
const CLIP: f32 = 1.98;
/// Where more steps than these would be needed, batches grow instead.
const STEPS: usize = 8_000;
/// The largest batch.
const MOST_BATCH: usize = 16_384;

/// Hyperparameters of a whole fit.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Number of neurons, a multiple of [`LANES`](crate::eval::network::LANES).
    pub hidden: usize,
    /// Numbers of epochs. All of them are tried, since few epochs are enough if there
    /// are few games; the one with the least error on the examples held out is taken.
    pub epochs: &'static [usize],
    /// At least one.
    pub threads: usize,
    /// The seed of the initial weights and of the order of examples.
    pub seed: u64,
}

/// Hyperparameters of an attempt.
#[derive(Clone, Copy, Debug)]
pub struct Hyperparameters {
    /// The learning rate after the warm-up.
    pub rate: f32,
    /// The learning rate of the rows' own weights, as opposed to those of their groups, in parts of `rate`.
    pub rows_rate: f32,
    /// The spread of the initial weights of rows, in parts of the usual one.
    pub rows_spread: f32,
    /// The same for the output.
    pub output_spread: f32,
    /// The smallest batch.
    pub batch: usize,
}

impl Hyperparameters {
    /// For small boards and many games.
    pub const BOLD: Self = Self { rate: 1e-3, rows_rate: 1.0, rows_spread: 1.0, output_spread: 1.0, batch: 512 };
    /// For fine-tuning.
    pub const FINE_TUNING: Self = Self { rate: 5e-4, ..Self::BOLD };
    /// Against overfitting if each piece is seldom on each square: begins close to zero, and learns the weights of
    /// groups (pieces, ranks, files) before those of single squares.
    pub const CAUTIOUS: Self = Self { rate: 4e-4, rows_rate: 0.1, rows_spread: 0.3, output_spread: 0.1, batch: 2_048 };
}

/// The number of steps, and the size of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub count: usize,
    batch: usize,
}

impl Steps {
    pub fn new(examples: usize, epochs: usize, hyperparameters: Hyperparameters) -> Self {
        let batch = (examples * epochs / STEPS).clamp(hyperparameters.batch, MOST_BATCH);
        Self { count: examples * epochs / batch, batch }
    }
}

/// The learning rate: a warm-up, then cosine annealing.
fn rate(highest: f32, step: usize, steps: usize) -> f32 {
    let way = step as f32 / steps.max(1) as f32;
    let falling = LAST_RATE + (highest - LAST_RATE) * 0.5 * (1.0 + (way * std::f32::consts::PI).cos());
    falling * ((step + 1) as f32 / (steps / 10).clamp(1, WARM_UP) as f32).min(1.0)
}

impl Fitter<'_> {
    /// Makes all steps. `watch` is called every two hundred steps, and after the last.
    pub fn run(
        &mut self,
        training: &[Example],
        Steps { count, batch }: Steps,
        course: &Course,
        watch: &mut dyn FnMut(usize, &Self, &mut Gradient),
    ) {
        let mut random = Rng::with_seed(course.seed);
        let mut gradients: Vec<Gradient> = (0..course.threads.max(1)).map(|_| self.gradient()).collect();
        let mut adam = [Weights::zero(self.shape), Weights::zero(self.shape)];
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        let mut next = order.len();
        for step in 0..count {
            if next + batch > order.len() {
                random.shuffle(&mut order);
                next = 0;
            }
            self.descend(training, &order[next..next + batch], &mut gradients);
            next += batch;
            self.learn(&mut gradients, &mut adam, rate(self.hyperparameters.rate, step, count), step + 1, batch);
            let done = step + 1;
            if done.is_multiple_of(200) || done == count {
                watch(done, self, &mut gradients[0]);
            }
        }
    }

    /// The gradient of a batch, split among the threads.
    fn descend(&self, examples: &[Example], batch: &[u32], gradients: &mut [Gradient]) {
        let share = batch.len().div_ceil(gradients.len());
        std::thread::scope(|scope| {
            let mut parts = batch.chunks(share).zip(gradients);
            let first = parts.next();
            for (part, gradient) in parts {
                scope.spawn(move || self.descend_part(examples, part, gradient));
            }
            if let Some((part, gradient)) = first {
                self.descend_part(examples, part, gradient);
            }
        });
    }

    fn descend_part(&self, examples: &[Example], part: &[u32], gradient: &mut Gradient) {
        gradient.weights.clear();
        for &number in part {
            let example = &examples[number as usize];
            let prediction = sigmoid(self.forward(example, &mut gradient.sums));
            let slope = 2.0 * (prediction - self.target(example)) * prediction * (1.0 - prediction);
            gradient.weights.output_biases[usize::from(example.layer)] += slope;
            for (half, (layer, rows)) in self.halves(example).into_iter().enumerate() {
                let output = self.output(example, half);
                let (sums, slopes) = (&gradient.sums[half], &mut gradient.slopes);
                let weights = &self.weights.output[output.clone()];
                for (((sum, slope_out), weight), slope_in) in
                    sums.iter().zip(&mut gradient.weights.output[output]).zip(weights).zip(slopes.iter_mut())
                {
                    let active = sum.clamp(0.0, 1.0);
                    *slope_out += slope * active * active;
                    let inside = if *sum > 0.0 && *sum < 1.0 { 2.0 * active } else { 0.0 };
                    *slope_in = slope * weight * inside;
                }
                let biases = &mut gradient.weights.biases[self.biases(layer)];
                biases.iter_mut().zip(slopes.iter()).for_each(|(bias, slope)| *bias += slope);
                for &row in rows {
                    let place = self.row(layer, row);
                    let weights = &mut gradient.weights.rows[place];
                    weights.iter_mut().zip(slopes.iter()).for_each(|(weight, slope)| *weight += slope);
                }
            }
        }
    }

    /// A step of Adam with decay towards the anchor.
    fn learn(&mut self, gradients: &mut [Gradient], adam: &mut [Weights; 2], rate: f32, step: usize, batch: usize) {
        let (sum, others) = gradients.split_first_mut().expect("there is a thread");
        for other in others {
            for (sum, more) in sum.weights.parts().into_iter().zip(other.weights.parts()) {
                sum.iter_mut().zip(more.iter()).for_each(|(sum, more)| *sum += more);
            }
        }
        let slopes = &mut sum.weights;
        self.memberships(|row, group| {
            slopes.groups[group].iter_mut().zip(&slopes.rows[row]).for_each(|(common, slope)| *common += slope);
        });
        let step = step.min(10_000) as i32;
        let (first, second) = (1.0 - BETA_1.powi(step), 1.0 - BETA_2.powi(step));
        let share = 1.0 / batch as f32;
        let [means, squares] = adam;
        let anchors = self.anchor.parts().into_iter();
        let rates = [rate * self.hyperparameters.rows_rate, rate, rate, rate, rate];
        let all = self.weights.parts().into_iter().zip(sum.weights.parts()).zip(means.parts()).zip(squares.parts());
        for (((((weights, slopes), means), squares), anchors), rate) in all.zip(anchors).zip(rates) {
            let weights = weights.iter_mut().zip(anchors.iter());
            for ((((weight, anchor), slope), mean), square) in weights.zip(slopes.iter()).zip(means).zip(squares) {
                let slope = slope * share;
                *mean += (1.0 - BETA_1) * (slope - *mean);
                *square += (1.0 - BETA_2) * (slope * slope - *square);
                let way = (*mean / first) / ((*square / second).sqrt() + 1e-8);
                *weight -= rate * (way + DECAY * (*weight - *anchor));
                *weight = weight.clamp(-CLIP, CLIP);
            }
        }
        self.join();
    }
}
