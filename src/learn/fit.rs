//! Fitting a network to examples: gradient descent on what it gets wrong.
//!
//! The network says how likely the side to move is to win; each example wants
//! a mixture of what a search said and how the game ended. Weights are real
//! numbers here and become integers at the end.

use super::origin::Origin;
use super::samples::{Example, GameFeatures, Samples};
use crate::eval::network::{LANES, MOST_OUTPUT, MOST_UNIT, Network, Record};
use fastrand::Rng;

/// The share of the result in what is wanted; the rest is the score.
const RESULT_SHARE: f32 = 0.25;
/// The learning rate at its highest and at the end, and the steps until it is highest.
const RATE: f32 = 1e-3;
const LAST_RATE: f32 = 1e-5;
const WARM_UP: usize = 200;
/// The highest rate for a network that knows something already.
const RATE_ON: f32 = 5e-4;
/// Adam's decay rates, of gradients and of their squares.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
/// How strongly weights are drawn to nothing, or to those of the network that is learned on, in parts of the learning
/// rate.
const DECAY: f32 = 0.7;
/// No weight is greater.
const CLIP: f32 = 1.98;
/// Steps that suffice.
const STEPS: usize = 8_000;
/// Bounds for the number of examples of a step.
const BATCH: std::ops::RangeInclusive<usize> = 512..=16_384;
/// What adding to the derived evaluation must be worth, since both take time then.
const ADDING: f32 = 1.05;
/// The share of examples that are only used to measure.
const HELD_OUT: usize = 20;
/// Scales that are tried, in centipawns.
const SCALES: std::ops::Range<i32> = 60..1600;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Neurons, a multiple of [`LANES`].
    pub hidden: usize,
    /// How often each example is seen. All of these are tried, since with few
    /// games little is enough; what errs least on games held out is taken.
    pub epochs: &'static [usize],
    /// Threads to use.
    pub threads: usize,
    /// For the first weights and the order of examples.
    pub seed: u64,
}

/// How fitting goes.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// Steps done and steps in all.
    pub step: usize,
    /// See `step`.
    pub steps: usize,
    /// The least mean squared error so far on examples that are not learned from.
    pub error: f32,
}

/// How many numbers a network has.
#[derive(Clone, Copy, Debug)]
struct Shape {
    rows: usize,
    groups: usize,
    layers: usize,
    hidden: usize,
}

/// The numbers of a network, as real ones.
#[derive(Clone, Debug)]
struct Weights {
    rows: Vec<f32>,
    /// What all rows of a group have in common.
    groups: Vec<f32>,
    biases: Vec<f32>,
    output: Vec<f32>,
    output_biases: Vec<f32>,
}

impl Weights {
    fn zero(shape: Shape) -> Self {
        let Shape { rows, groups, layers, hidden } = shape;
        Self {
            rows: vec![0.0; layers * rows * hidden],
            groups: vec![0.0; layers * groups * hidden],
            biases: vec![0.0; layers * hidden],
            output: vec![0.0; layers * 2 * hidden],
            output_biases: vec![0.0; layers],
        }
    }

    fn parts(&mut self) -> [&mut Vec<f32>; 5] {
        [&mut self.rows, &mut self.groups, &mut self.biases, &mut self.output, &mut self.output_biases]
    }

    fn clear(&mut self) {
        self.parts().into_iter().for_each(|part| part.fill(0.0));
    }
}

/// A network in the making.
#[derive(Debug)]
struct Fitter<'a> {
    samples: &'a Samples,
    /// By layer and row.
    groups: &'a [Vec<u16>],
    shape: Shape,
    scale: f32,
    /// Whether answers are added to what is derived from the rules.
    adds_to_derived: bool,
    /// The highest learning rate.
    rate: f32,
    weights: Weights,
    /// What they are drawn to.
    anchor: Weights,
    /// The rows with what they have in common with their groups.
    rows: Vec<f32>,
}

/// A thread's gradient and room for its sums.
#[derive(Debug)]
struct Gradient {
    weights: Weights,
    sums: [Vec<f32>; 2],
    slopes: Vec<f32>,
}

/// What a network begins with.
#[derive(Clone, Copy, Debug)]
enum Beginning<'a> {
    /// Nothing.
    Anew { adds_to_derived: bool },
    /// What another one knows.
    On(&'a Origin),
}

impl<'a> Beginning<'a> {
    fn adds_to_derived(self) -> bool {
        match self {
            Self::Anew { adds_to_derived } => adds_to_derived,
            Self::On(origin) => origin.network.adds_to_derived,
        }
    }

    fn origin(self) -> Option<&'a Origin> {
        match self {
            Self::Anew { .. } => None,
            Self::On(origin) => Some(origin),
        }
    }
}

/// A way to fit: on from what, for so long.
#[derive(Clone, Copy, Debug)]
struct Attempt<'a> {
    beginning: Beginning<'a>,
    steps: Steps,
}

/// Fits a network to examples; none where there are too few. Networks that
/// stand for themselves are tried, and such as add to the derived evaluation:
/// these know more after few games, the others in the end. Both begin with
/// nothing; of the origins, the one that errs least on these examples is
/// learned on, too.
pub fn fit(
    samples: &Samples,
    features: &GameFeatures,
    origins: &[Origin],
    course: Course,
    record: Record,
    watch: &mut dyn FnMut(Fitting),
) -> Option<Network> {
    let groups = &features.groups();
    let shape = Shape {
        rows: features.rows(),
        groups: groups.iter().flatten().max().map_or(0, |&most| usize::from(most) + 1),
        layers: features.layers(),
        hidden: course.hidden.next_multiple_of(LANES),
    };
    let held_out = samples.examples().len() / HELD_OUT;
    // The last games, so that no position beside one of theirs is learned.
    let (learned, measured) = samples.examples().split_at(samples.examples().len() - held_out);
    if learned.len() < *BATCH.start() {
        return None;
    }
    let scale = scale(learned);
    let begin = |beginning: Beginning<'_>| {
        let mut random = Rng::with_seed(course.seed);
        match beginning {
            Beginning::Anew { adds_to_derived } => {
                Fitter::new(samples, groups, shape, scale, adds_to_derived, first(shape, &mut random))
            }
            Beginning::On(origin) => Fitter::on(samples, groups, shape, scale, origin, &mut random),
        }
    };
    let before = |origin: &Origin| {
        let fitter = begin(Beginning::On(origin));
        fitter.error(measured, &mut fitter.gradient())
    };
    let nearest = origins.iter().map(|origin| (before(origin), origin)).min_by(|(a, _), (b, _)| a.total_cmp(b));
    let anew = [false, true].map(|adds_to_derived| Beginning::Anew { adds_to_derived });
    let on = nearest.map(|(_, origin)| Beginning::On(origin));
    let attempts: Vec<Attempt<'_>> = anew
        .into_iter()
        .chain(on)
        .flat_map(|beginning| {
            let steps = course.epochs.iter().map(|&epochs| Steps::new(learned.len(), epochs));
            steps.map(move |steps| Attempt { beginning, steps })
        })
        .collect();
    let steps: usize = attempts.iter().map(|attempt| attempt.steps.count).sum();
    let (mut done, mut least) = (0, f32::INFINITY);
    let mut best: Option<(f32, Beginning<'_>, Fitter<'_>)> = None;
    for Attempt { beginning, steps: length } in attempts {
        let mut fitter = begin(beginning);
        let mut error = f32::INFINITY;
        fitter.run(learned, length, &course, &mut |step, fitter, room| {
            error = fitter.error(measured, room);
            watch(Fitting { step: done + step, steps, error: least.min(error) });
        });
        done += length.count;
        least = least.min(error);
        let cost = if beginning.adds_to_derived() { error * ADDING } else { error };
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, beginning, fitter));
        }
    }
    best.map(|(_, beginning, fitter)| {
        let learned_on = beginning.origin().map(|origin| origin.network.record.game.clone());
        fitter.quantised(Record { learned_on, ..record })
    })
}

/// How many steps, and examples in each.
#[derive(Clone, Copy, Debug)]
struct Steps {
    count: usize,
    batch: usize,
}

impl Steps {
    fn new(examples: usize, epochs: usize) -> Self {
        let batch = (examples * epochs / STEPS).clamp(*BATCH.start(), *BATCH.end());
        Self { count: examples * epochs / batch, batch }
    }
}

/// The learning rate: rises at first, then falls like a cosine.
fn rate(highest: f32, step: usize, steps: usize) -> f32 {
    let way = step as f32 / steps.max(1) as f32;
    let falling = LAST_RATE + (highest - LAST_RATE) * 0.5 * (1.0 + (way * std::f32::consts::PI).cos());
    falling * ((step + 1) as f32 / (steps / 10).clamp(1, WARM_UP) as f32).min(1.0)
}

/// The scale in centipawns on which scores foretell results best.
fn scale(examples: &[Example]) -> f32 {
    let step = examples.len().div_ceil(100_000).max(1);
    let error = |scale: i32| -> f64 {
        let wrong = |example: &Example| f64::from(sigmoid(f32::from(example.score) / scale as f32) - example.result);
        examples.iter().step_by(step).map(|example| wrong(example).powi(2)).sum()
    };
    let found = SCALES.step_by(10).min_by(|&a, &b| error(a).total_cmp(&error(b)));
    found.unwrap_or(SCALES.start) as f32
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Small weights at random to begin with.
fn first(shape: Shape, random: &mut Rng) -> Weights {
    let mut weights = Weights::zero(shape);
    // As if about thirty inputs were active.
    let spread = (1.0_f32 / 32.0).sqrt();
    weights.rows.iter_mut().for_each(|weight| *weight = (random.f32() * 2.0 - 1.0) * spread);
    weights.biases.fill(0.1);
    let spread = (1.0 / (2 * shape.hidden) as f32).sqrt();
    weights.output.iter_mut().for_each(|weight| *weight = (random.f32() * 2.0 - 1.0) * spread);
    weights
}

impl<'a> Fitter<'a> {
    /// Begins with nothing but chance.
    fn new(
        samples: &'a Samples,
        groups: &'a [Vec<u16>],
        shape: Shape,
        scale: f32,
        adds_to_derived: bool,
        weights: Weights,
    ) -> Self {
        let (anchor, rows) = (Weights::zero(shape), Vec::new());
        let mut fitter = Self { samples, groups, shape, scale, adds_to_derived, rate: RATE, weights, anchor, rows };
        fitter.join();
        fitter
    }

    /// Begins with what a network knows. Neurons that it lacks are silent at first.
    fn on(
        samples: &'a Samples,
        groups: &'a [Vec<u16>],
        shape: Shape,
        scale: f32,
        origin: &Origin,
        random: &mut Rng,
    ) -> Self {
        let network = &*origin.network;
        let shape = Shape { hidden: shape.hidden.max(network.hidden), ..shape };
        let mut weights = first(shape, random);
        let (unit, output_unit) = (f32::from(network.unit), f32::from(network.output_unit));
        // A scale of its own says the same in other units.
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
        let mut fitter = Self::new(samples, groups, shape, scale, network.adds_to_derived, weights.clone());
        (fitter.rate, fitter.anchor) = (RATE_ON, weights);
        fitter
    }

    /// Goes all steps from the first weights on; `watch` sees every two-hundredth of them, and the last.
    fn run(
        &mut self,
        learned: &[Example],
        Steps { count, batch }: Steps,
        course: &Course,
        watch: &mut dyn FnMut(usize, &Self, &mut Gradient),
    ) {
        let mut random = Rng::with_seed(course.seed);
        let mut gradients: Vec<Gradient> = (0..course.threads.max(1)).map(|_| self.gradient()).collect();
        let mut adam = [Weights::zero(self.shape), Weights::zero(self.shape)];
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        let mut next = order.len();
        for step in 0..count {
            if next + batch > order.len() {
                random.shuffle(&mut order);
                next = 0;
            }
            self.descend(learned, &order[next..next + batch], &mut gradients);
            next += batch;
            self.learn(&mut gradients, &mut adam, rate(self.rate, step, count), step + 1, batch);
            if step % 200 == 0 || step + 1 == count {
                watch(step + 1, self, &mut gradients[0]);
            }
        }
    }

    fn gradient(&self) -> Gradient {
        Gradient {
            weights: Weights::zero(self.shape),
            sums: [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]],
            slopes: vec![0.0; self.shape.hidden],
        }
    }

    /// What the sums begin with and the rows of each half for an example.
    fn halves(&self, example: &Example) -> [(usize, &[u16]); 2] {
        let [own, enemy] = self.samples.rows(example);
        let layer = usize::from(example.layer);
        let other = if self.shape.layers == 2 { 1 - layer } else { 0 };
        [(layer, own), (other, enemy)]
    }

    fn row(&self, layer: usize, row: u16) -> std::ops::Range<usize> {
        let Shape { rows, hidden, .. } = self.shape;
        let start = (layer * rows + usize::from(row)) * hidden;
        start..start + hidden
    }

    /// The weights of a group, of those of all layers.
    fn group(&self, layer: usize, group: u16) -> std::ops::Range<usize> {
        let Shape { groups, hidden, .. } = self.shape;
        let start = (layer * groups + usize::from(group)) * hidden;
        start..start + hidden
    }

    /// Calls with each row and each group that it belongs to: their weights' places.
    fn memberships(&self, mut call: impl FnMut(std::ops::Range<usize>, std::ops::Range<usize>)) {
        for (number, groups) in self.groups.iter().enumerate() {
            let (layer, row) = (number / self.shape.rows, (number % self.shape.rows) as u16);
            groups.iter().for_each(|&group| call(self.row(layer, row), self.group(layer, group)));
        }
    }

    /// Adds to the rows what they have in common with their groups.
    fn join(&mut self) {
        let mut rows = self.weights.rows.clone();
        self.memberships(|row, group| {
            rows[row].iter_mut().zip(&self.weights.groups[group]).for_each(|(weight, common)| *weight += common);
        });
        self.rows = rows;
    }

    /// The network's answer, before the sigmoid.
    fn answer(&self, example: &Example, sums: &mut [Vec<f32>; 2]) -> f32 {
        let mut answer = self.weights.output_biases[usize::from(example.layer)];
        if self.adds_to_derived {
            answer += f32::from(example.derived) / self.scale;
        }
        for (half, (layer, rows)) in self.halves(example).into_iter().enumerate() {
            let sums = &mut sums[half];
            sums.copy_from_slice(&self.weights.biases[self.biases(layer)]);
            for &row in rows {
                let weights = &self.rows[self.row(layer, row)];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            let output = &self.weights.output[self.output(example, half)];
            answer += sums.iter().zip(output).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        answer
    }

    fn output(&self, example: &Example, half: usize) -> std::ops::Range<usize> {
        let start = (2 * usize::from(example.layer) + half) * self.shape.hidden;
        start..start + self.shape.hidden
    }

    fn biases(&self, layer: usize) -> std::ops::Range<usize> {
        layer * self.shape.hidden..(layer + 1) * self.shape.hidden
    }

    fn wanted(&self, example: &Example) -> f32 {
        let score = sigmoid(f32::from(example.score) / self.scale);
        RESULT_SHARE * example.result + (1.0 - RESULT_SHARE) * score
    }

    /// Sums up the gradients of a batch, each thread a part.
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
            let said = sigmoid(self.answer(example, &mut gradient.sums));
            let slope = 2.0 * (said - self.wanted(example)) * said * (1.0 - said);
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

    /// A step of Adam with weights drawn to their anchors.
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
        let all = self.weights.parts().into_iter().zip(sum.weights.parts()).zip(means.parts()).zip(squares.parts());
        for ((((weights, slopes), means), squares), anchors) in all.zip(anchors) {
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

    /// The mean squared error.
    fn error(&self, examples: &[Example], room: &mut Gradient) -> f32 {
        let wrong = |example: &Example| (sigmoid(self.answer(example, &mut room.sums)) - self.wanted(example)).powi(2);
        let count = examples.len().max(1) as f32;
        examples.iter().map(wrong).sum::<f32>() / count
    }

    /// The network in integers.
    fn quantised(&self, record: Record) -> Network {
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

    /// The scale of the sums: as fine as can be without any sum leaving 16
    /// bits, were the heaviest rows all active at once.
    fn unit(&self) -> i16 {
        let most_active = self
            .samples
            .examples()
            .iter()
            .map(|example| self.samples.rows(example).map(<[u16]>::len).into_iter().max().unwrap_or(0));
        let active = most_active.max().unwrap_or(0) + 16;
        let mut heaviest = 0.0_f32;
        let Shape { rows, layers, hidden, .. } = self.shape;
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
