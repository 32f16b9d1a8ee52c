//! The weights of a network during training.

use super::descent::Hyperparameters;
use fastrand::Rng;

/// The dimensions of a network.
#[derive(Clone, Copy, Debug)]
pub struct Dimensions {
    pub rows: usize,
    pub groups: usize,
    pub layers: usize,
    pub hidden: usize,
}

/// The weights of a network as real numbers.
#[derive(Clone, Debug)]
pub struct Weights {
    pub rows: Vec<f32>,
    /// Shared by all rows of a group, and added to each of them.
    pub groups: Vec<f32>,
    pub biases: Vec<f32>,
    pub output: Vec<f32>,
    pub output_biases: Vec<f32>,
}

impl Weights {
    pub fn zero(shape: Dimensions) -> Self {
        let Dimensions { rows, groups, layers, hidden } = shape;
        Self {
            rows: vec![0.0; layers * rows * hidden],
            groups: vec![0.0; layers * groups * hidden],
            biases: vec![0.0; layers * hidden],
            output: vec![0.0; layers * 2 * hidden],
            output_biases: vec![0.0; layers],
        }
    }

    pub fn parts(&mut self) -> [&mut Vec<f32>; 5] {
        [&mut self.rows, &mut self.groups, &mut self.biases, &mut self.output, &mut self.output_biases]
    }

    pub fn clear(&mut self) {
        self.parts().into_iter().for_each(|part| part.fill(0.0));
    }
}

/// Random initial weights.
pub fn first(shape: Dimensions, hyperparameters: Hyperparameters, random: &mut Rng) -> Weights {
    let mut weights = Weights::zero(shape);
    // About thirty inputs are active in a position.
    let spread = (1.0_f32 / 32.0).sqrt() * hyperparameters.rows_spread;
    weights.rows.iter_mut().for_each(|weight| *weight = (random.f32() * 2.0 - 1.0) * spread);
    weights.biases.fill(0.1);
    let spread = (1.0 / (2 * shape.hidden) as f32).sqrt() * hyperparameters.output_spread;
    weights.output.iter_mut().for_each(|weight| *weight = (random.f32() * 2.0 - 1.0) * spread);
    weights
}
