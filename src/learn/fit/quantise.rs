//! A fitted network in integers.

use super::fitter::Fitter;
use super::weights::Dimensions;
use crate::eval::network::{MOST_OUTPUT, MOST_UNIT, Network, TrainingRecord};

impl Fitter<'_> {
    /// The network in integers.
    pub fn quantised(&self, record: TrainingRecord) -> Network {
        let most_output = self.weights.output.iter().fold(1e-3_f32, |most, weight| most.max(weight.abs()));
        let output_unit = (f32::from(MOST_OUTPUT) / most_output).floor().clamp(1.0, f32::from(i16::MAX));
        let unit = f32::from(self.unit());
        let shorts = |weights: &[f32], unit: f32| weights.iter().map(|weight| (weight * unit).round() as i16).collect();
        let biases = self.weights.output_biases.iter().map(|bias| (bias * unit * output_unit).round() as i32);
        Network {
            hidden: self.shape.hidden,
            rows: self.shape.rows,
            weights: shorts(&self.rows, unit),
            biases: shorts(&self.weights.biases, unit),
            output: shorts(&self.weights.output, output_unit)
                .into_iter()
                .map(|weight: i16| weight.clamp(-MOST_OUTPUT, MOST_OUTPUT))
                .collect(),
            output_biases: biases.collect(),
            unit: unit as i16,
            output_unit: output_unit as i16,
            scale: self.scale as i32,
            adds_to_derived: self.adds_to_derived,
            record,
        }
    }

    /// The scale of the sums: as fine as possible without any sum leaving 16
    /// bits, even if the heaviest rows are all active at once.
    fn unit(&self) -> i16 {
        let most_active = self
            .samples
            .examples()
            .iter()
            .chain(self.samples.held_out())
            .map(|example| self.samples.rows(example).map(<[u16]>::len).into_iter().max().unwrap_or(0));
        let active = most_active.max().unwrap_or(0) + 16;
        let mut heaviest = 0.0_f32;
        let Dimensions { rows, layers, hidden, .. } = self.shape;
        for layer in 0..layers {
            for neuron in 0..hidden {
                let row = |row: usize| self.rows[(layer * rows + row) * hidden + neuron].abs();
                let mut column: Vec<f32> = (0..rows).map(row).collect();
                column.sort_by(|a, b| b.total_cmp(a));
                let sum: f32 = column.iter().take(active).sum();
                heaviest = heaviest.max(sum + self.weights.biases[layer * hidden + neuron].abs());
            }
        }
        let bound = f32::from(i16::MAX) / heaviest.max(1e-3);
        bound.min(f32::from(MOST_UNIT)).max(16.0) as i16
    }
}
