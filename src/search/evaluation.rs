//! Evaluation of a game's position without a search.

use super::Score;
use crate::eval::network::{self, NetworkError, TrainingRecord};
use crate::eval::{Basis, EvaluationChoice, Evaluator, Values};
use crate::game::{Game, SizedGame, any_size};
use crate::variant::Variant;
use std::any::Any;
use std::sync::Arc;

/// The networks of a game.
#[derive(Clone, Debug, Default)]
pub struct NetworkStatus {
    /// What is known of the one that evaluates positions, if nobody says otherwise; none where the derived evaluation does.
    pub used: Option<TrainingRecord>,
    /// Those that were found for the game and do not fit it: where, and why.
    pub refused: Vec<(String, NetworkError)>,
}

/// Looks for the networks of a game.
pub fn network_status(game: &Game) -> NetworkStatus {
    any_size!(game.board(), sized => {
        let found = network::find(&sized.tables);
        NetworkStatus { used: found.network.map(|(network, _)| network.record.clone()), refused: found.refused }
    })
}

/// The static evaluation of a position, for the side to move.
pub fn evaluate(game: &Game, choice: &EvaluationChoice) -> Score {
    any_size!(game.board(), sized => static_evaluation(&Evaluator::chosen(&sized.tables, choice), sized))
}

fn static_evaluation<const N: usize>(evaluator: &Evaluator<N>, sized: &SizedGame<N>) -> Score {
    let mut work = evaluator.workspace(&sized.tables, 1);
    Score(evaluator.evaluate_at(&sized.tables, &sized.position, &mut work, 0))
}

/// Evaluates any number of positions of one game without a search: deriving an
/// evaluation takes far longer than using it.
#[derive(Debug)]
pub struct StaticEvaluator {
    variant: Arc<Variant>,
    evaluator: Box<dyn Any + Send + Sync>,
}

impl StaticEvaluator {
    /// An evaluator for the positions of a game.
    pub fn new(game: &Game, choice: &EvaluationChoice) -> Self {
        let evaluator: Box<dyn Any + Send + Sync> =
            any_size!(game.board(), sized => Box::new(Evaluator::chosen(&sized.tables, choice)));
        Self { variant: Arc::clone(game.variant()), evaluator }
    }

    /// The static evaluation for the side to move, if the position is one of that game.
    pub fn evaluate(&self, game: &Game) -> Option<Score> {
        if !Arc::ptr_eq(&self.variant, game.variant()) {
            return None;
        }
        any_size!(game.board(), sized => self.evaluator.downcast_ref().map(|evaluator| static_evaluation(evaluator, sized)))
    }
}

/// The values of the pieces of a game in the derived evaluation.
pub fn values(game: &Game, basis: Basis) -> Values {
    any_size!(game.board(), sized => Evaluator::new(&sized.tables, basis).values().clone())
}
