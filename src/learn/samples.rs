//! Positions of games as examples to learn from.

use super::files::unusable;
use super::games::{PlayedGame, for_each_game, shards};
use super::partner;
use crate::eval::network::{Inputs, fingerprint};
use crate::eval::{Basis, Evaluator};
use crate::game::{Game, SizedGame, any_size};
use crate::tables::Tables;
use std::any::Any;
use std::ops::Range;
use std::path::PathBuf;

/// Positions with a greater score are decided, and not used.
const MOST_SCORE: i32 = 4000;
/// One game of this many is held out for validation.
const HELD_OUT: usize = 20;

/// Examples: active inputs, and targets.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The active inputs of all examples, one after the other: those of the side to move, then the opponent's.
    rows: Vec<u16>,
    examples: Vec<Example>,
    /// Examples that are held out, of whole games: the neighbours of a position would reveal its result.
    held_out: Vec<Example>,
    games: usize,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    start: usize,
    middle: u16,
    end: u16,
    /// The layer of the side to move; the opponent's is the other one, if there are two.
    pub layer: u8,
    /// The score of the search, in centipawns for the side to move, as if the move counter were 0.
    pub score: i16,
    /// The score of the derived evaluation, likewise.
    pub derived: i16,
    /// The result: 1, 0.5 or 0 for the side to move.
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

/// The examples of all games in some directories, and the number of games.
///
/// # Errors
///
/// If games cannot be read, or are those of another variant.
pub fn examples_in(folders: &[PathBuf], game: &Game, features: &GameFeatures) -> Result<(Samples, u64), String> {
    let (mut samples, mut games, mut board) = (Samples::default(), 0, game.clone());
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for path in shards(folder).map_err(|fault| unusable(folder, &fault))? {
            for_each_game(&path, features.fingerprint, |played| {
                games += 1;
                samples.add(&mut board, &played, features);
            })?;
        }
    }
    Ok((samples, games))
}

impl Samples {
    /// The examples to learn from, in the order of the games.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The examples by which the error is measured.
    pub fn held_out(&self) -> &[Example] {
        &self.held_out
    }

    /// The number of all examples.
    pub fn count(&self) -> usize {
        self.examples.len() + self.held_out.len()
    }

    /// The rows of the side to move and those of its opponent.
    pub fn rows(&self, example: &Example) -> [&[u16]; 2] {
        [&self.rows[example.own()], &self.rows[example.enemy()]]
    }

    /// Replays a game and takes its quiet positions.
    pub fn add(&mut self, game: &mut Game, played: &PlayedGame, features: &GameFeatures) {
        if played.begin(game).is_err() {
            return;
        }
        self.games += 1;
        for (ply, &(number, score)) in played.moves.iter().enumerate() {
            // Every other position of each side: where the sides have layers of their own, each learns both images.
            let exchanged = ply / 2 % 2 == 1;
            let legal = super::games::numbered(game);
            let Some(&mv) = legal.get(usize::from(number)) else { return };
            let quiet =
                score.filter(|&score| i32::from(score).abs() < MOST_SCORE && !game.is_noisy(mv) && !game.in_check());
            if let Some(score) = quiet {
                self.take(game, score, played.result, features, exchanged);
            }
            partner::play(game, mv);
        }
    }

    fn take(&mut self, game: &Game, score: i16, result: i8, features: &GameFeatures, exchanged: bool) {
        any_size!(game.board(), sized => {
            let features = features.sized.downcast_ref().expect("the features are those of this game");
            self.push(sized, features, score, result, exchanged);
        });
    }

    fn push<const N: usize>(
        &mut self,
        sized: &SizedGame<N>,
        features: &Features<N>,
        score: i16,
        result: i8,
        exchanged: bool,
    ) {
        let (pos, inputs, evaluator) = (&sized.position, &features.inputs, &features.evaluator);
        if evaluator.has_bare_side(pos) {
            return;
        }
        let without_counter = |score: i32| evaluator.without_counter(pos, score) as i16;
        let score = without_counter(score.into());
        let derived = without_counter(evaluator.derived(&sized.tables, pos));
        let exchanged = exchanged && inputs.may_be_mirrored();
        let start = self.rows.len();
        inputs.active(pos, pos.side(), exchanged, &mut self.rows);
        let middle = (self.rows.len() - start) as u16;
        inputs.active(pos, !pos.side(), exchanged, &mut self.rows);
        let end = (self.rows.len() - start) as u16;
        let white = pos.side() == crate::board::Color::White;
        let own = if white { result } else { -result };
        let layer = if inputs.layers() == 2 { pos.side().index() as u8 } else { 0 };
        let example = Example { start, middle, end, layer, score, derived, result: f32::from(own + 1) / 2.0 };
        // Games of all ages and folders are held out alike.
        let list = if self.games % HELD_OUT == 1 { &mut self.held_out } else { &mut self.examples };
        list.push(example);
    }
}

/// Extracts the features of examples from a game.
#[derive(Debug)]
struct Features<const N: usize> {
    inputs: Inputs<N>,
    evaluator: Box<Evaluator<N>>,
}

impl<const N: usize> Features<N> {
    fn new(t: &Tables<N>) -> Self {
        Self { inputs: Inputs::new(t), evaluator: Box::new(Evaluator::new(t, Basis::default())) }
    }
}

/// The features of a game, whatever the size of its board.
#[derive(Debug)]
pub struct GameFeatures {
    /// The number of rows of each layer.
    pub rows: usize,
    /// The number of layers.
    pub layers: usize,
    /// The groups of each row, see [`Inputs::groups`].
    pub groups: Vec<Vec<u16>>,
    /// The fingerprint of the game.
    pub fingerprint: u64,
    /// The [`Features`] for the size of its board.
    sized: Box<dyn Any + Send + Sync>,
}

impl GameFeatures {
    /// The features of this game.
    pub fn new(game: &Game) -> Self {
        any_size!(game.board(), sized => Self::of(&sized.tables))
    }

    fn of<const N: usize>(t: &Tables<N>) -> Self {
        let features = Features::new(t);
        let inputs = &features.inputs;
        let (rows, layers, groups) = (inputs.rows(), inputs.layers(), inputs.groups());
        Self { rows, layers, groups, fingerprint: fingerprint(t), sized: Box::new(features) }
    }
}
