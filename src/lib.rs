//! A chess-variant engine whose games are data: load a variant, play it, count
//! its positions, search for a move.
//!
//! ```
//! use alfil::{Engine, Game, Library, Limits};
//!
//! let variant = Library::bundled().get("crazyhouse")?;
//! let mut game = Game::new(&variant);
//! game.play(game.read_move("e2e4")?)?;
//! let mut engine = Engine::new(16);
//! if let Some(mv) = engine.best_move(&game, &Limits::depth(4)) {
//!     game.play(mv)?;
//! }
//! println!("{}", game.fen());
//! # Ok::<(), alfil::Error>(())
//! ```
//!
//! A variant of your own is a text, as `docs/variant-files.md` describes it;
//! see [`Variant::from_text`] and [`Variant::from_file`].
//!
//! The feature `cli`, which is on by default, is the program `alfil`: turn it
//! off if only the library is used.

// The modules are in the order of the data, from a text to a move in a protocol:
// each uses those above it. `docs/architecture.md` has a map.
mod limits;
mod lock;
mod text;
mod board;
mod xbetza;
mod variant;
mod tables;
mod position;
mod eval;
mod game;
mod search;
#[cfg(feature = "cli")]
mod learn;
#[cfg(feature = "cli")]
mod session;
#[cfg(feature = "cli")]
mod cecp;
#[cfg(feature = "cli")]
mod uci;
#[cfg(feature = "cli")]
mod import;
#[cfg(feature = "cli")]
mod cli;
mod api;
#[doc(hidden)]
pub mod internals;

pub use api::{
    Complaint, Engine, Error, Game, Kind, Library, Limits, Line, Move, MoveDetails, Piece, Square, Stop, Variant,
};
pub use board::Color;
pub use position::{GameResult, MoveError, Outcome, Reason};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
