//! How the engine opens its games: by a book, and with variety.

use crate::game::Game;
use crate::game::book::Book;
use crate::position::Move;
use crate::search::Info;
use crate::text::Report;

/// If the engine varies its play, it makes in the first plies of a game any of up to [`CHOICES`] moves that are at most
/// [`VARIETY`] centipawns worse than the best: a player would call them equal.
const VARIED_PLIES: usize = 8;
pub const CHOICES: usize = 4;
const VARIETY: i32 = 20;

/// The book, and whether moves are varied.
#[derive(Debug, Default)]
pub struct Opening {
    book: Option<Book>,
    /// The number of the latest request for a book: one that was asked for earlier is not taken.
    asked: u64,
    /// The faults of the book that have been reported since it was set.
    pub faults: Vec<String>,
    pub varied: bool,
}

impl Opening {
    /// Gives up the book for another one, or for none. Returns the number of the request.
    pub fn ask_for_book(&mut self) -> u64 {
        self.book = None;
        self.asked += 1;
        self.asked
    }

    /// Takes the book of a request that has been opened, or `None` if it could not be. Returns whether the reports are
    /// news: the book may have been replaced meanwhile, and the same book is opened again after each reading of the
    /// variant files.
    pub fn take_book(&mut self, asked: u64, book: Option<Book>, reports: &[Report]) -> bool {
        if asked != self.asked {
            return false;
        }
        self.book = book;
        let faults: Vec<String> = reports.iter().map(Report::to_string).collect();
        let new = faults != self.faults;
        self.faults = faults;
        new
    }

    /// The book moves in a position with their weights; `None` without a book.
    pub fn moves(&self, game: &Game) -> Option<Vec<(Move, u64)>> {
        self.book.as_ref().map(|book| book.moves(game))
    }

    /// A book move, if there is one: the one with the highest weight or, with variety, a random one in proportion to
    /// the weights.
    pub fn book_move(&self, game: &Game) -> Option<Move> {
        let moves = self.moves(game)?;
        let sum: u64 = moves.iter().fold(0, |sum, (_, weight)| sum.saturating_add(*weight));
        let mut rest = if self.varied && sum > 0 { fastrand::u64(0..sum) } else { 0 };
        let chosen = moves.iter().find(|(_, weight)| {
            let found = rest < *weight;
            rest = rest.saturating_sub(*weight);
            found
        });
        chosen.map(|(mv, _)| *mv)
    }

    /// Whether any of several good moves may be played: variety is enabled, and the game has just begun, from the start
    /// position.
    pub fn varies(&self, game: &Game) -> bool {
        self.varied && game.moves_made() < VARIED_PLIES && {
            let mut start = game.clone();
            while start.undo().is_some() {}
            start.setup() == game.variant().start
        }
    }
}

/// A random one of the best line and those that are about as good.
pub fn one_of_the_best(best: Info, lines: &[Info]) -> Info {
    let even = |info: &&Info| {
        let another = info.best_move() != best.best_move() && info.depth + 1 >= best.depth;
        another && info.score.is_near(best.score, VARIETY)
    };
    let others: Vec<&Info> = lines.iter().filter(even).collect();
    match fastrand::usize(0..=others.len()).checked_sub(1) {
        Some(number) => others[number].clone(),
        None => best,
    }
}
