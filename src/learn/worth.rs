//! The values of pieces in games: a logistic regression of results on differences of material.
//!
//! Positions of one game share its result, so standard errors are clustered by game.

use super::record::{Difference, GameRecord};
use crate::board::PieceKind;
use std::collections::BTreeMap;

/// Weight of the ridge penalty, which keeps values small if the games say next to nothing about them.
const DOUBT: f64 = 0.01;
/// The least number of games in which the sides' numbers of a kind must have differed by more or less than they usually
/// do; and the least number of games for each such kind, since few games may be predicted perfectly by chance, without
/// any error.
const LEAST_GAMES: usize = 10;
/// If all stated values are below this, pieces count only by where they are, and there is no unit to measure in.
pub const LEAST_WORTH: f64 = 0.05;
/// Maximum number of rounds of Newton's method; about ten are enough.
const ROUNDS: usize = 40;
/// Half the width of a 95 % confidence interval, in standard errors.
pub const SURE: f64 = 1.96;

/// The value of a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// In the unit of the stated values.
    pub value: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// A position: columns with White's surplus of each kind, and White's points in the game.
struct Row {
    cells: Vec<(usize, f64)>,
    points: f64,
    weight: f64,
}

/// The value of each of the kinds; `None` if the games do not determine it. `kinds` come with their stated values,
/// which together give the unit: the value of a single kind would be too uncertain as a unit, and make all others so.
pub fn worths(records: &[GameRecord], kinds: &[(PieceKind, f64)]) -> Vec<Option<Estimate>> {
    let unusual: Vec<usize> = kinds.iter().map(|(kind, _)| unusual_games(records, *kind)).collect();
    let told: Vec<bool> = unusual.iter().map(|games| *games >= LEAST_GAMES).collect();
    let few = records.len() < LEAST_GAMES * told.iter().filter(|told| **told).count();
    if few || kinds.iter().zip(&told).all(|((_, said), told)| !told || *said < LEAST_WORTH) {
        return vec![None; kinds.len()];
    }
    let mut games: Vec<Vec<Row>> = records.iter().map(|record| rows(record, kinds)).collect();
    // The last column is a constant: White's advantage with equal material. A column that is always the same would share
    // that advantage with it.
    let columns = kinds.len() + 1;
    for row in games.iter_mut().flatten() {
        row.cells.retain(|(column, _)| unusual.get(*column).is_none_or(|games| *games > 0));
    }
    let Some((fitted, covariance)) = fit(&games, columns) else { return vec![None; kinds.len()] };
    let precision = |column: usize| if told[column] { 1.0 / covariance[column][column].max(1e-9) } else { 0.0 };
    // The unit that brings the values nearest to the stated ones, by weighted least squares: a linear form of the
    // coefficients.
    let all: f64 = kinds.iter().enumerate().map(|(column, (_, said))| precision(column) * said * said).sum();
    let shares: Vec<f64> = (0..columns)
        .map(|column| kinds.get(column).map_or(0.0, |(_, said)| precision(column) * said / all.max(1e-9)))
        .collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let one = dot(&shares, &fitted);
    let with_one = times(&covariance, &shares);
    let variance_of_one = dot(&shares, &with_one);
    if one.abs() <= SURE * variance_of_one.max(0.0).sqrt() {
        return vec![None; kinds.len()];
    }
    let worth = |column: usize| {
        let value = fitted[column] / one;
        let variance = covariance[column][column] - 2.0 * value * with_one[column] + value * value * variance_of_one;
        let error = SURE * variance.max(0.0).sqrt() / one.abs();
        (told[column] && error <= value.abs().max(1.0)).then_some(Estimate { value, error })
    };
    (0..kinds.len()).map(worth).collect()
}

/// The number of games in which White's surplus of a kind was not always the one that it has in most positions.
fn unusual_games(records: &[GameRecord], kind: PieceKind) -> usize {
    let surplus = |one: &Difference| one.iter().find(|(other, _)| *other == kind).map_or(0, |(_, count)| *count);
    let mut positions: BTreeMap<i32, usize> = BTreeMap::new();
    for one in records.iter().flat_map(|record| &record.differences) {
        *positions.entry(surplus(one)).or_default() += 1;
    }
    let usual = positions.into_iter().max_by_key(|(_, positions)| *positions).map(|(surplus, _)| surplus);
    let is_unusual = |record: &&GameRecord| record.differences.iter().any(|one| Some(surplus(one)) != usual);
    records.iter().filter(is_unusual).count()
}

/// The positions of a game, which together weigh as much as those of any other.
fn rows(record: &GameRecord, kinds: &[(PieceKind, f64)]) -> Vec<Row> {
    let weight = 1.0 / record.differences.len().max(1) as f64;
    let column = |kind: PieceKind| kinds.iter().position(|(other, _)| *other == kind);
    let cells = |difference: &[(PieceKind, i32)]| {
        let own = difference.iter().filter_map(|&(kind, count)| Some((column(kind)?, f64::from(count))));
        own.chain([(kinds.len(), 1.0)]).collect()
    };
    record.differences.iter().map(|one| Row { cells: cells(one), points: record.points(), weight }).collect()
}

type Matrix = Vec<Vec<f64>>;

impl Row {
    /// White's expected points.
    fn chance(&self, fitted: &[f64]) -> f64 {
        let sum: f64 = self.cells.iter().map(|&(column, count)| fitted[column] * count).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn loss(&self, fitted: &[f64]) -> f64 {
        let chance = self.chance(fitted).clamp(1e-12, 1.0 - 1e-12);
        -self.weight * (self.points * chance.ln() + (1.0 - self.points) * (1.0 - chance).ln())
    }
}

/// The coefficients, and their covariance by the sandwich estimator.
fn fit(games: &[Vec<Row>], columns: usize) -> Option<(Vec<f64>, Matrix)> {
    let loss = |fitted: &[f64]| {
        let doubt: f64 = fitted.iter().map(|value| DOUBT * value * value / 2.0).sum();
        doubt + games.iter().flatten().map(|row| row.loss(fitted)).sum::<f64>()
    };
    let mut fitted = vec![0.0; columns];
    let mut best = loss(&fitted);
    for _ in 0..ROUNDS {
        let (gradient, curvature) = slopes(games, &fitted);
        let step = times(&inverse(&curvature)?, &gradient);
        // A whole Newton step may be too large.
        let further = |size: f64| fitted.iter().zip(&step).map(|(value, by)| value - size * by).collect::<Vec<f64>>();
        let tried = (0..10).map(|halvings| further(0.5_f64.powi(halvings))).map(|next| (loss(&next), next));
        let Some((now, next)) = tried.into_iter().find(|(now, _)| *now < best) else { break };
        let gained = best - now;
        (best, fitted) = (now, next);
        if gained < 1e-9 * best.max(1.0) {
            break;
        }
    }
    let bread = inverse(&slopes(games, &fitted).1)?;
    let mut meat = vec![vec![0.0; columns]; columns];
    for rows in games {
        let mut sum = vec![0.0; columns];
        for row in rows {
            let wrong = row.weight * (row.chance(&fitted) - row.points);
            row.cells.iter().for_each(|&(column, count)| sum[column] += wrong * count);
        }
        for (line, a) in meat.iter_mut().zip(&sum).filter(|(_, a)| **a != 0.0) {
            line.iter_mut().zip(&sum).for_each(|(cell, b)| *cell += a * b);
        }
    }
    // Both matrices are symmetric, so that products of lines are products of matrices.
    let half: Matrix = bread.iter().map(|line| times(&meat, line)).collect();
    let covariance = half.iter().map(|line| times(&bread, line)).collect();
    Some((fitted, covariance))
}

/// Gradient and Hessian of the loss.
fn slopes(games: &[Vec<Row>], fitted: &[f64]) -> (Vec<f64>, Matrix) {
    let columns = fitted.len();
    let mut gradient: Vec<f64> = fitted.iter().map(|value| DOUBT * value).collect();
    let mut curvature = vec![vec![0.0; columns]; columns];
    (0..columns).for_each(|column| curvature[column][column] = DOUBT);
    for row in games.iter().flatten() {
        let chance = row.chance(fitted);
        let (wrong, bend) = (row.weight * (chance - row.points), row.weight * chance * (1.0 - chance));
        for &(column, count) in &row.cells {
            gradient[column] += wrong * count;
            row.cells.iter().for_each(|&(other, number)| curvature[column][other] += bend * count * number);
        }
    }
    (gradient, curvature)
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|line| line.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The inverse of a positive definite matrix, by elimination without pivoting.
fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let unit = |at: usize| (0..size).map(move |column| if column == at { 1.0 } else { 0.0 });
    let mut lines: Matrix =
        matrix.iter().enumerate().map(|(at, line)| line.iter().copied().chain(unit(at)).collect()).collect();
    for at in 0..size {
        let pivot = lines[at][at];
        if !(pivot.is_finite() && pivot > 0.0) {
            return None;
        }
        lines[at].iter_mut().for_each(|cell| *cell /= pivot);
        let pivot_line = lines[at].clone();
        for (_, line) in lines.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let share = line[at];
            if share != 0.0 {
                line.iter_mut().zip(&pivot_line).for_each(|(cell, own)| *cell -= share * own);
            }
        }
    }
    Some(lines.into_iter().map(|line| line[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::record::MoveCounts;
    use super::*;
    use crate::board::Color;
    use crate::position::{GameResult, Outcome, Reason};
    use fastrand::Rng;

    /// A game with these differences in its only position, won by White with the probability that belongs to a logit.
    fn game(difference: Difference, logit: f64, random: &mut Rng) -> GameRecord {
        let white = random.f64() < 1.0 / (1.0 + (-logit).exp());
        let result = GameResult::Win(if white { Color::White } else { Color::Black });
        GameRecord {
            random_plies: 0,
            outcome: Some(Outcome { result, reason: Reason::Checkmate }),
            plies: 1,
            choices: MoveCounts::default(),
            fates: Vec::new(),
            differences: vec![difference.into_iter().filter(|(_, count)| *count != 0).collect()],
            line: 0,
        }
    }

    /// If results are drawn at random according to known values, these values are recovered.
    #[test]
    fn regression_recovers_known_piece_values() {
        let mut random = Rng::with_seed(1);
        let kinds = [PieceKind(0), PieceKind(1), PieceKind(2)];
        let logits = [0.5, 1.5, 2.5];
        let records: Vec<GameRecord> = (0..4000)
            .map(|_| {
                let counts = kinds.map(|_| random.i32(-2..=2));
                let sum: f64 = counts.iter().zip(logits).map(|(&count, logit)| f64::from(count) * logit).sum();
                game(kinds.into_iter().zip(counts).collect(), sum, &mut random)
            })
            .collect();
        // The true values, in another unit.
        let said = [2.0, 6.0, 10.0];
        let known: Vec<(PieceKind, f64)> = kinds.into_iter().zip(said).collect();
        let found = worths(&records, &known);
        for (worth, expected) in found.iter().zip(said) {
            let worth = worth.expect("there are games enough");
            // Three standard errors.
            assert!((worth.value - expected).abs() <= 1.6 * worth.error + 1e-9, "{found:?}");
            assert!(worth.error < 1.0, "{found:?}");
        }
        assert!(worths(&records[..9], &known).iter().all(Option::is_none), "nine games tell nothing");
        let nothing = kinds.map(|kind| (kind, 0.0));
        assert!(worths(&records, &nothing).iter().all(Option::is_none), "there is no measure");
    }

    /// The covariance is that of the jackknife: how coefficients vary if one game at a time is left out. Columns are
    /// correlated, and a game has several positions, with other differences.
    #[test]
    fn covariance_is_that_of_the_jackknife() {
        let mut random = Rng::with_seed(1);
        let mut games: Vec<Vec<Row>> = (0..300)
            .map(|_| {
                let pawns = random.i32(-2..=2);
                let points = if random.f64() < 1.0 / (1.0 + f64::from(-pawns).exp()) { 1.0 } else { 0.0 };
                let row = |random: &mut Rng| {
                    let pieces = pawns + random.i32(-1..=1);
                    let cells = vec![(0, f64::from(pawns)), (1, f64::from(pieces)), (2, 1.0)];
                    Row { cells, points, weight: 0.25 }
                };
                (0..4).map(|_| row(&mut random)).collect()
            })
            .collect();
        let (fitted, covariance) = fit(&games, 3).expect("there are games enough");
        let mut jackknife = vec![vec![0.0; 3]; 3];
        for _ in 0..games.len() {
            let left_out = games.remove(0);
            let (without, _) = fit(&games, 3).expect("there are games enough");
            games.push(left_out);
            let change: Vec<f64> = without.iter().zip(&fitted).map(|(without, with)| without - with).collect();
            for (line, a) in jackknife.iter_mut().zip(&change) {
                line.iter_mut().zip(&change).for_each(|(cell, b)| *cell += a * b);
            }
        }
        for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
            let scale = (jackknife[a][a] * jackknife[b][b]).sqrt();
            assert!((covariance[a][b] - jackknife[a][b]).abs() < 0.05 * scale, "{covariance:?}\n{jackknife:?}");
        }
    }

    /// A piece that one side has in every position, as the king of tafl games, cannot be told from that side's other
    /// advantages, and leaves the values of the others as they are without it.
    #[test]
    fn pieces_that_are_always_there_have_no_value() {
        let mut random = Rng::with_seed(1);
        let [king, warrior, guard] = [PieceKind(0), PieceKind(1), PieceKind(2)];
        let records: Vec<GameRecord> = (0..1000)
            .map(|_| {
                let [warriors, guards] = [0, 0].map(|_| random.i32(-2..=2));
                let logit = 1.5 + 0.5 * f64::from(warriors) + 1.0 * f64::from(guards);
                game(vec![(king, 1), (warrior, warriors), (guard, guards)], logit, &mut random)
            })
            .collect();
        let known = [(king, 10.0), (warrior, 1.0), (guard, 2.0)];
        let found = worths(&records, &known);
        assert_eq!(found[0], None);
        assert!(found[1].is_some() && found[2].is_some(), "{found:?}");
        assert_eq!(found[1..], worths(&records, &known[1..]));
    }
}
