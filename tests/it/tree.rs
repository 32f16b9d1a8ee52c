//! A second, slow and plain implementation of the move notation, to compare with.
//!
//! It walks the syntax tree over a board of file and rank numbers, one leg after the other, following the wording of
//! the notation's description. Nothing that the game itself uses (programs, tables, sets of squares) is used.

mod atoms;
mod interpreter;
mod legs;
mod ring;
mod scene;
mod vectors;
mod walk;

pub use scene::{Kind, Move, Occupant, Place, Scene};

use alfil::internals::xbetza::ast::Description;
use std::collections::BTreeSet;

/// All moves of a piece, each once.
pub fn moves(description: &Description, scene: &Scene) -> BTreeSet<Move> {
    let mut found = BTreeSet::new();
    for term in &description.terms {
        legs::moves_of_term(term, scene, &mut found);
    }
    found
}
