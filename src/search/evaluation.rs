//! What is known of a game's position without any search.

use super::Score;
use crate::eval::network::{self, NetworkError, Record};
use crate::eval::{Basis, EvaluationChoice, Evaluator, Values};
use crate::game::{Game, SizedGame, any_size};

/// What evaluates a game's positions, if nobody says otherwise.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// What is known of the network that does; none where the derived evaluation plays.
    pub network: Option<Record>,
    /// Networks that were found for the game and do not fit it: where, and why.
    pub refused: Vec<(String, NetworkError)>,
}

/// What evaluates a game's positions, if nobody says otherwise.
pub fn evaluation(game: &Game) -> Evaluation {
    fn of<const N: usize>(sized: &SizedGame<N>) -> Evaluation {
        let found = network::find(&sized.tables);
        Evaluation { network: found.network.map(|(network, _)| network.record.clone()), refused: found.refused }
    }
    any_size!(game.board(), sized => of(sized))
}

/// What a position is worth without any search, for the side to move.
pub fn evaluate(game: &Game, choice: &EvaluationChoice) -> Score {
    fn of<const N: usize>(sized: &SizedGame<N>, choice: &EvaluationChoice) -> Score {
        let evaluator = Evaluator::chosen(&sized.tables, choice);
        let mut work = evaluator.workspace(&sized.tables, 1);
        Score(evaluator.evaluate_at(&sized.tables, &sized.position, &mut work, 0))
    }
    any_size!(game.board(), sized => of(sized, choice))
}

/// What the pieces of a game are worth to the derived evaluation.
pub fn values(game: &Game, basis: Basis) -> Values {
    fn of<const N: usize>(sized: &SizedGame<N>, basis: Basis) -> Values {
        Evaluator::new(&sized.tables, basis).values().clone()
    }
    any_size!(game.board(), sized => of(sized, basis))
}
