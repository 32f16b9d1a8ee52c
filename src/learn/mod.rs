//! Learning a game: how networks are trained.
//!
//! The engine plays itself ([`generate`]) and records games and scores
//! ([`games`]); positions of these games become examples ([`samples`]), to which a
//! network is fitted ([`fit`]), from scratch or by fine-tuning another
//! ([`origin`]); matches against the evaluation used before decide whether it is
//! accepted ([`trial`], [`accept`]). Fitting and matches together are an
//! [`attempt`]. [`run`] repeats this cycle until the time is up. It can be
//! interrupted and resumed at any moment, since its whole state is in one
//! directory.
//!
//! Self-play also measures how balanced a game is: [`record`] plays games to their
//! ends, and [`worth`] estimates the values of pieces from them. All games are
//! played by `play`, with what a partner hands over (`partner`).

pub mod accept;
pub mod attempt;
pub mod event;
pub mod files;
pub mod fit;
pub mod games;
pub mod generate;
pub mod origin;
mod partner;
mod play;
pub mod record;
pub mod run;
pub mod samples;
pub mod trial;
pub mod worth;

use fastrand::Rng;

/// A seed that depends on two numbers and resembles neither.
fn mix(a: u64, b: u64) -> u64 {
    Rng::with_seed(a ^ Rng::with_seed(b).u64(..)).u64(..)
}

#[cfg(test)]
mod tests {
    use super::fit::{Course, Fitting, fit};
    use super::generate::{Generator, SelfPlay};
    use super::origin::Origin;
    use super::samples::{GameFeatures, Samples};
    use crate::eval::Evaluator;
    use crate::eval::network::{NetworkChoice, TrainingRecord};
    use crate::game::{Board, Game};
    use std::sync::Arc;

    fn losalamos() -> Game {
        Game::bundled("losalamos")
    }

    /// A fine-tuned network starts from what the original knows: one epoch on the same games leaves it as good, whereas
    /// one trained from scratch is not yet. The games are those of a network: there is more to learn than the derived
    /// evaluation.
    #[test]
    fn fine_tuning_starts_from_the_original_network() {
        let game = losalamos();
        let features = GameFeatures::new(&game);
        let self_play = SelfPlay { soft_nodes: 20, hard_nodes: 100, network: NetworkChoice::Bundled };
        let mut generator = Generator::new(&game, &self_play);
        let mut samples = Samples::default();
        (0..1000).for_each(|number| samples.add(&mut game.clone(), &generator.play(6, number), &features));
        let learn = |origins: &[Origin], epochs: &'static [usize]| {
            let course = Course { hidden: 32, epochs, threads: 1, seed: 1 };
            let mut error = f32::INFINITY;
            let watch = &mut |fitting: Fitting| error = fitting.error;
            let network = fit(&samples, &features, origins, course, TrainingRecord::default(), watch);
            (network.expect("there are enough examples"), error)
        };
        let (known, least) = learn(&[], &[13]);
        let rows = (0..known.rows as u16).map(Some).collect();
        let origin = Origin { network: Arc::new(known), rows, current: false };
        let (_, anew) = learn(&[], &[1]);
        let (tuned, error) = learn(&[origin], &[1]);
        assert!(error < least * 1.02 && error < anew, "{error} is not near {least}, or not below {anew}");
        assert_eq!(tuned.record.learned_on.as_deref(), Some(""), "the name of a record without a game");
    }

    /// The whole way from games to a quantised network: its output is close to the scores of the positions that it
    /// was trained on.
    #[test]
    fn a_trained_network_reproduces_its_training_scores() {
        let game = losalamos();
        let features = GameFeatures::new(&game);
        let self_play = SelfPlay { soft_nodes: 20, hard_nodes: 100, network: NetworkChoice::Derived };
        let mut generator = Generator::new(&game, &self_play);
        let games: Vec<_> = (0..40).map(|number| generator.play(5, number)).collect();
        assert_eq!(games[3], Generator::new(&game, &self_play).play(5, 3), "a game depends on its number alone");
        let mut samples = Samples::default();
        games.iter().for_each(|played| samples.add(&mut game.clone(), played, &features));
        let course = Course { hidden: 32, epochs: &[150], threads: 1, seed: 1 };
        let record = TrainingRecord { fingerprint: features.fingerprint, ..TrainingRecord::default() };
        let network = fit(&samples, &features, &[], course, record, &mut |_| ());
        let network = Arc::new(network.expect("there are enough examples"));

        let (mut said, mut wanted) = (Vec::new(), Vec::new());
        let mut board = game.clone();
        for played in &games {
            played.begin(&mut board).expect("the start is right");
            for &(number, score) in &played.moves {
                let mv = super::games::numbered(&board)[usize::from(number)];
                if let (Board::One(sized), Some(score)) = (board.board(), score)
                    && score.abs() < 600
                    && !board.in_check()
                    && !board.takes(mv)
                {
                    let t = &sized.tables;
                    let judged = Evaluator::chosen(t, &NetworkChoice::Given(Arc::clone(&network)).into());
                    let mut work = judged.workspace(t, 1);
                    said.push(f64::from(judged.evaluate_at(t, &sized.position, &mut work, 0)));
                    wanted.push(f64::from(score));
                }
                board.play(mv);
            }
        }
        let correlation = correlation(&said, &wanted);
        assert!(correlation > 0.6, "correlation {correlation:.2} of {} positions", said.len());
    }

    fn correlation(a: &[f64], b: &[f64]) -> f64 {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (mean_a, mean_b) = (mean(a), mean(b));
        let sum = |f: &dyn Fn(f64, f64) -> f64| a.iter().zip(b).map(|(a, b)| f(a - mean_a, b - mean_b)).sum::<f64>();
        sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
    }
}
