//! Positions of games as examples to learn from.

use super::games::Played;
use crate::eval::network::Inputs;
use crate::eval::{Basis, Evaluator, MAX_EVALUATION};
use crate::game::{Board, Game, SizedGame};
use crate::tables::Tables;
use std::ops::Range;

/// Scores beyond this say nothing that more of them would.
const MOST_SCORE: i32 = 4000;

/// Examples: what a network is told, and what it should say.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Rows of all examples: those of the side to move, then the opponent's.
    rows: Vec<u16>,
    examples: Vec<Example>,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    start: usize,
    middle: u16,
    end: u16,
    /// The layer of the side to move; the opponent's is the other one, if there are two.
    pub layer: u8,
    /// What the search said: in centipawns, for the side to move.
    pub score: i16,
    /// What is derived from the rules, likewise.
    pub derived: i16,
    /// 1, 0.5 or 0 for the side to move.
    pub result: f32,
}

impl Example {
    fn own(&self) -> Range<usize> {
        self.start..self.start + usize::from(self.middle)
    }

    fn enemy(&self) -> Range<usize> {
        self.start + usize::from(self.middle)..self.start + usize::from(self.end)
    }
}

impl Samples {
    /// All examples.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The rows of the side to move and those of its opponent.
    pub fn rows(&self, example: &Example) -> [&[u16]; 2] {
        [&self.rows[example.own()], &self.rows[example.enemy()]]
    }

    /// Replays a game and takes its quiet positions.
    pub fn add(&mut self, game: &mut Game, played: &Played, inputs: &GameInputs) {
        if played.begin(game).is_err() {
            return;
        }
        for (ply, &(number, score)) in played.moves.iter().enumerate() {
            let legal = super::games::numbered(game);
            let Some(&mv) = legal.get(usize::from(number)) else { return };
            let quiet = score.filter(|&score| {
                i32::from(score).abs() < MOST_SCORE.min(MAX_EVALUATION)
                    && !game.captures(mv)
                    && !mv.is_promotion()
                    && !game.in_check()
            });
            if let Some(score) = quiet {
                self.take(game, score, played.result, inputs, ply % 2 == 1);
            }
            game.play(mv);
        }
    }

    fn take(&mut self, game: &Game, score: i16, result: i8, inputs: &GameInputs, exchanged: bool) {
        match (game.board(), inputs) {
            (Board::One(table), GameInputs::One(told)) => self.push(table, told, score, result, exchanged),
            (Board::Two(table), GameInputs::Two(told)) => self.push(table, told, score, result, exchanged),
            (Board::Three(table), GameInputs::Three(told)) => self.push(table, told, score, result, exchanged),
            _ => {}
        }
    }

    fn push<const N: usize>(&mut self, table: &SizedGame<N>, told: &Told<N>, score: i16, result: i8, exchanged: bool) {
        let (pos, inputs) = (&table.position, &told.inputs);
        let derived = told.evaluator.evaluate(&table.tables, pos) as i16;
        let exchanged = exchanged && inputs.may_be_mirrored();
        let start = self.rows.len();
        inputs.active(pos, pos.side(), exchanged, &mut self.rows);
        let middle = (self.rows.len() - start) as u16;
        inputs.active(pos, !pos.side(), exchanged, &mut self.rows);
        let end = (self.rows.len() - start) as u16;
        let white = pos.side() == crate::board::Color::White;
        let own = if white { result } else { -result };
        let layer = if inputs.layers() == 2 { pos.side().index() as u8 } else { 0 };
        self.examples.push(Example { start, middle, end, layer, score, derived, result: f32::from(own + 1) / 2.0 });
    }
}

/// What examples of a game tell.
#[derive(Debug)]
pub struct Told<const N: usize> {
    inputs: Inputs<N>,
    evaluator: Box<Evaluator<N>>,
}

impl<const N: usize> Told<N> {
    fn new(t: &Tables<N>) -> Self {
        Self { inputs: Inputs::new(t), evaluator: Box::new(Evaluator::new(t, Basis::default())) }
    }
}

/// What examples of a game of any size tell.
#[derive(Debug)]
pub enum GameInputs {
    /// Up to 64 squares.
    One(Told<1>),
    /// Up to 128 squares.
    Two(Told<2>),
    /// Up to 144 squares.
    Three(Told<3>),
}

impl GameInputs {
    /// The inputs of a game, and its fingerprint.
    pub fn new(game: &Game) -> (Self, u64) {
        use crate::eval::network::fingerprint;
        match game.board() {
            Board::One(table) => (Self::One(Told::new(&table.tables)), fingerprint(&table.tables)),
            Board::Two(table) => (Self::Two(Told::new(&table.tables)), fingerprint(&table.tables)),
            Board::Three(table) => (Self::Three(Told::new(&table.tables)), fingerprint(&table.tables)),
        }
    }

    /// Rows of each layer.
    pub fn rows(&self) -> usize {
        match self {
            Self::One(told) => told.inputs.rows(),
            Self::Two(told) => told.inputs.rows(),
            Self::Three(told) => told.inputs.rows(),
        }
    }

    /// The groups of each row, see [`Inputs::groups`].
    pub fn groups(&self) -> &[Vec<u16>] {
        match self {
            Self::One(told) => told.inputs.groups(),
            Self::Two(told) => told.inputs.groups(),
            Self::Three(told) => told.inputs.groups(),
        }
    }

    /// How many layers there are.
    pub fn layers(&self) -> usize {
        match self {
            Self::One(told) => told.inputs.layers(),
            Self::Two(told) => told.inputs.layers(),
            Self::Three(told) => told.inputs.layers(),
        }
    }
}
