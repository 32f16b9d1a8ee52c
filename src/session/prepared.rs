//! What has been prepared for a game and the current choice of evaluation.

use crate::eval::EvaluationChoice;
use crate::game::Game;
use crate::search::{Score, StaticEvaluator};
use crate::variant::Variant;
use std::sync::Arc;

/// Tables and an evaluator, kept until the evaluation or the memory changes; tables also depend on the threads.
#[derive(Debug, Default)]
pub struct Prepared {
    /// The variant for which all tables that searches need have been made.
    tables_of: Option<Arc<Variant>>,
    /// The evaluator that was used last.
    evaluator: Option<StaticEvaluator>,
}

impl Prepared {
    /// Notes that the tables of a variant are being made. Returns `false` if that was done before.
    pub fn note_tables(&mut self, variant: &Arc<Variant>) -> bool {
        let known = self.tables_of.as_ref().is_some_and(|known| Arc::ptr_eq(known, variant));
        self.tables_of = Some(Arc::clone(variant));
        !known
    }

    /// Notes that the tables have to be made again.
    pub fn forget_tables(&mut self) {
        self.tables_of = None;
    }

    /// The static evaluation of a position, for the side to move.
    pub fn evaluate(&mut self, game: &Game, choice: &EvaluationChoice) -> Score {
        let known = self.evaluator.as_ref().and_then(|evaluator| evaluator.evaluate(game));
        known.unwrap_or_else(|| {
            let made = self.evaluator.insert(StaticEvaluator::new(game, choice));
            made.evaluate(game).expect("it was made for this game")
        })
    }
}
