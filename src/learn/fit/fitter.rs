//! A network during training: its initial weights, its output, and its error.

use super::descent::Hyperparameters;
use super::weights::{Dimensions, Weights, first};
use crate::learn::origin::Origin;
use crate::learn::samples::{Example, Samples};
use fastrand::Rng;

/// The weight of the result in the target; the rest is that of the score.
const RESULT_SHARE: f32 = 0.25;

/// What a network is fitted to.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub samples: &'a Samples,
    /// By layer and row.
    pub groups: &'a [Vec<u16>],
    pub shape: Dimensions,
    /// The scale of the sigmoid, in centipawns.
    pub scale: f32,
}

/// A network during training.
#[derive(Debug)]
pub struct Fitter<'a> {
    pub samples: &'a Samples,
    /// By layer and row.
    groups: &'a [Vec<u16>],
    pub shape: Dimensions,
    pub scale: f32,
    /// Whether the output is added to the derived evaluation.
    pub adds_to_derived: bool,
    pub hyperparameters: Hyperparameters,
    pub weights: Weights,
    /// Weight decay is towards these weights.
    pub anchor: Weights,
    /// The weights of rows with those of their groups added.
    pub rows: Vec<f32>,
}

/// A thread's gradient and buffers for its sums.
#[derive(Debug)]
pub struct Gradient {
    pub weights: Weights,
    pub sums: [Vec<f32>; 2],
    pub slopes: Vec<f32>,
}

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl<'a> Fitter<'a> {
    pub fn new(
        problem: Problem<'a>,
        adds_to_derived: bool,
        hyperparameters: Hyperparameters,
        weights: Weights,
    ) -> Self {
        let Problem { samples, groups, shape, scale } = problem;
        let (anchor, rows) = (Weights::zero(shape), Vec::new());
        let mut fitter =
            Self { samples, groups, shape, scale, adds_to_derived, hyperparameters, weights, anchor, rows };
        fitter.join();
        fitter
    }

    /// Starts from the weights of a network. The output weights of neurons that it lacks are 0.
    pub fn from_network(problem: Problem<'a>, origin: &Origin, random: &mut Rng) -> Self {
        let network = &*origin.network;
        let Problem { shape, scale, .. } = problem;
        let shape = Dimensions { hidden: shape.hidden.max(network.hidden), ..shape };
        let mut weights = first(shape, Hyperparameters::FINE_TUNING, random);
        let (unit, output_unit) = (f32::from(network.unit), f32::from(network.output_unit));
        // Converts an output from one scale to the other.
        let stretch = network.scale as f32 / scale;
        let known = |weights: &mut [f32], numbers: &[i16], unit: f32| {
            weights.iter_mut().zip(numbers).for_each(|(weight, &number)| *weight = f32::from(number) / unit);
        };
        for (row, theirs) in origin.rows.iter().enumerate() {
            let weights = &mut weights.rows[row * shape.hidden..][..network.hidden];
            match theirs {
                None => weights.fill(0.0),
                Some(theirs) => {
                    let layer = row / shape.rows;
                    known(weights, network.row(layer, *theirs), unit);
                }
            }
        }
        for layer in 0..shape.layers {
            known(&mut weights.biases[layer * shape.hidden..], network.biases(layer), unit);
            for half in 0..2 {
                let theirs = &network.output[(2 * layer + half) * network.hidden..][..network.hidden];
                let output = &mut weights.output[(2 * layer + half) * shape.hidden..][..shape.hidden];
                output.fill(0.0);
                known(output, theirs, output_unit / stretch);
            }
            weights.output_biases[layer] = network.output_biases[layer] as f32 / (unit * output_unit) * stretch;
        }
        let mut fitter = Self::new(
            Problem { shape, ..problem },
            network.adds_to_derived,
            Hyperparameters::FINE_TUNING,
            weights.clone(),
        );
        fitter.anchor = weights;
        fitter
    }

    pub fn gradient(&self) -> Gradient {
        Gradient {
            weights: Weights::zero(self.shape),
            sums: [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]],
            slopes: vec![0.0; self.shape.hidden],
        }
    }

    /// Layer and rows of the side to move, and of its opponent.
    pub fn halves(&self, example: &Example) -> [(usize, &[u16]); 2] {
        let [own, enemy] = self.samples.rows(example);
        let layer = usize::from(example.layer);
        let other = if self.shape.layers == 2 { 1 - layer } else { 0 };
        [(layer, own), (other, enemy)]
    }

    pub fn row(&self, layer: usize, row: u16) -> std::ops::Range<usize> {
        let Dimensions { rows, hidden, .. } = self.shape;
        let start = (layer * rows + usize::from(row)) * hidden;
        start..start + hidden
    }

    /// The range of a group's weights.
    fn group(&self, layer: usize, group: u16) -> std::ops::Range<usize> {
        let Dimensions { groups, hidden, .. } = self.shape;
        let start = (layer * groups + usize::from(group)) * hidden;
        start..start + hidden
    }

    /// Calls `call` with the ranges of the weights of each row and of each of its groups.
    pub fn memberships(&self, mut call: impl FnMut(std::ops::Range<usize>, std::ops::Range<usize>)) {
        for (number, groups) in self.groups.iter().enumerate() {
            let (layer, row) = (number / self.shape.rows, (number % self.shape.rows) as u16);
            groups.iter().for_each(|&group| call(self.row(layer, row), self.group(layer, group)));
        }
    }

    /// Adds the weights of groups to those of their rows.
    pub fn join(&mut self) {
        let mut rows = self.weights.rows.clone();
        self.memberships(|row, group| {
            rows[row].iter_mut().zip(&self.weights.groups[group]).for_each(|(weight, common)| *weight += common);
        });
        self.rows = rows;
    }

    /// The output, before the sigmoid.
    pub fn forward(&self, example: &Example, sums: &mut [Vec<f32>; 2]) -> f32 {
        let mut value = self.weights.output_biases[usize::from(example.layer)];
        if self.adds_to_derived {
            value += f32::from(example.derived) / self.scale;
        }
        for (half, (layer, rows)) in self.halves(example).into_iter().enumerate() {
            let sums = &mut sums[half];
            sums.copy_from_slice(&self.weights.biases[self.biases(layer)]);
            for &row in rows {
                let weights = &self.rows[self.row(layer, row)];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            let output = &self.weights.output[self.output(example, half)];
            value += sums.iter().zip(output).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        value
    }

    pub fn output(&self, example: &Example, half: usize) -> std::ops::Range<usize> {
        let start = (2 * usize::from(example.layer) + half) * self.shape.hidden;
        start..start + self.shape.hidden
    }

    pub fn biases(&self, layer: usize) -> std::ops::Range<usize> {
        layer * self.shape.hidden..(layer + 1) * self.shape.hidden
    }

    pub fn target(&self, example: &Example) -> f32 {
        let score = sigmoid(f32::from(example.score) / self.scale);
        RESULT_SHARE * example.result + (1.0 - RESULT_SHARE) * score
    }

    /// The mean squared error.
    pub fn error(&self, examples: &[Example], room: &mut Gradient) -> f32 {
        let wrong = |example: &Example| (sigmoid(self.forward(example, &mut room.sums)) - self.target(example)).powi(2);
        let count = examples.len().max(1) as f32;
        examples.iter().map(wrong).sum::<f32>() / count
    }
}
