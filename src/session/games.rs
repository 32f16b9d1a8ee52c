//! The games that can be played.

use crate::game::{Game, GameError};
use crate::variant::Library;

/// All variants, and the game that is played unless another is asked for.
#[derive(Debug)]
pub struct Games {
    library: Library,
    /// A game of the first variant, at its start.
    standard: Game,
    /// Whether the variant files have been read.
    read: bool,
}

impl Games {
    /// The games of a library whose files are yet to be read.
    ///
    /// # Errors
    ///
    /// If the first variant cannot be played.
    pub fn new(library: Library) -> Result<Self, GameError> {
        let standard = Game::new(&library.first())?;
        Ok(Self { library, standard, read: false })
    }

    /// Replaces the library by one whose files have been read. Returns whether it is the first such library.
    pub fn replace(&mut self, library: Library) -> bool {
        self.library = library;
        if let Ok(standard) = Game::new(&self.library.first()) {
            self.standard = standard;
        }
        !std::mem::replace(&mut self.read, true)
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    pub fn standard(&self) -> &Game {
        &self.standard
    }
}
