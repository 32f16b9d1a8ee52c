//! The bench: fixed positions of several games to a fixed depth.
//!
//! The number of nodes is a signature of search and evaluation, the same on
//! every machine; the time tells how fast they are. The positions are data,
//! in `bench.txt`.

use super::{Limits, Memory, Monitor, think};
use crate::game::Game;
use crate::variant::{Library, Setup};
use std::fmt;
use std::time::{Duration, Instant};

/// Every position is searched so deep.
const DEPTH: u8 = 11;
/// Size of the transposition table, in MiB.
const MEMORY: usize = 16;
const POSITIONS: &str = include_str!("bench.txt");

/// What the bench counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Totals {
    /// Positions visited in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Nodes searched: {}", self.nodes)?;
        write!(f, "Nodes/second: {}", self.nodes_per_second())
    }
}

/// Searches all positions with one thread, each from an empty memory.
///
/// # Errors
///
/// What is wrong with a position, should it not fit its game.
pub fn run() -> Result<Totals, String> {
    let library = Library::bundled();
    let memory = Memory::new(MEMORY);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut totals = Totals { nodes: 0, time: Duration::ZERO };
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let game = game(&library, line)?;
        memory.clear();
        let start = Instant::now();
        let info = think(&game, &limits, &memory, &Monitor::default(), &mut |_| {});
        totals.time += start.elapsed();
        totals.nodes += info.map_or(0, |info| info.nodes);
    }
    Ok(totals)
}

/// The game that a line of the list describes.
fn game(library: &Library, line: &str) -> Result<Game, String> {
    let (name, fen) = line.split_once('|').ok_or_else(|| format!("no bar in `{line}`"))?;
    let variant = library.get(name.trim()).ok_or_else(|| format!("unknown variant `{}`", name.trim()))?;
    let setup = Setup::parse(&variant, fen.trim()).map_err(|fault| fault.to_string())?;
    let mut game = Game::new(&variant).map_err(|fault| fault.to_string())?;
    game.set_up(&setup).map_err(|fault| fault.to_string())?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_fits_its_game() {
        let library = Library::bundled();
        for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
            let game = game(&library, line);
            assert!(game.is_ok_and(|game| game.has_legal_move()), "{line}");
        }
    }
}
