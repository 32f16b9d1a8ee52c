//! XBetza: the notation in which a variant file describes how a piece moves.
//!
//! Text goes in, a [`Program`] comes out:
//!
//! ```text
//! "fmWfcF"  --parse-->  Description  --compile-->  Program
//! ```
//!
//! This module knows directions and distances, but no file. Boards come in only as a [`run::Terrain`].

pub mod ast;
mod chain;
mod check;
mod compile;
mod directions;
mod doubts;
mod error;
mod explain;
mod hint;
mod immobile;
mod misread;
mod parse;
mod passing;
mod program;
mod redundant;
pub mod run;
mod runs;
mod scan;
mod shape;
mod silent;
mod wire;

pub use compile::compile_tree;
pub use doubts::doubts;
pub use error::{Error, MAX_LEGS, MAX_LENGTH};
pub use explain::{explain, explain_where};
pub use parse::parse;
pub use program::{
    Action, Anywhere, Bend, Castle, Crossing, Hop, Leg, Modes, Program, Ray, Rays, Step, Term, Turns, When,
};
pub use wire::{NoWire, wire};

/// Compiles a description to a program.
///
/// # Errors
///
/// The first fault of the description, with its position.
pub fn compile(text: &str) -> Result<Program, Error> {
    compile_tree(&parse(text)?)
}
