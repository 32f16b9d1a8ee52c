//! The bench: fixed positions of many games, each to a fixed depth.
//!
//! The number of nodes is a signature of search and evaluation, the same on
//! every machine and for every user: only networks inside the binary
//! take part. The time shows the overall speed. Positions and depths are
//! data, in `bench.txt`.

use super::{Limits, Memory, Monitor, think};
use crate::eval::network::NetworkChoice;
use crate::game::Game;
use crate::variant::Library;
use std::fmt;
use std::time::{Duration, Instant};

/// Size of the transposition table, in MiB.
const MEMORY: usize = 16;
const POSITIONS: &str = include_str!("bench.txt");

/// The totals of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Totals {
    /// Nodes per second.
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

/// Searches all positions with one thread, each from an empty memory. `None` when the monitor's owner stopped it.
///
/// # Errors
///
/// A message about a position that does not fit its game.
pub fn run(monitor: &Monitor) -> Result<Option<Totals>, String> {
    let library = Library::bundled();
    let memory = Memory::new(MEMORY);
    let mut totals = Totals { nodes: 0, time: Duration::ZERO };
    for line in lines() {
        let (game, depth) = task(&library, line)?;
        let limits = Limits { depth: Some(depth), evaluation: NetworkChoice::Bundled.into(), ..Limits::default() };
        memory.clear();
        let (start, before) = (Instant::now(), monitor.nodes());
        let info = think(&game, &limits, &memory, monitor, &mut |_| {});
        if monitor.is_stopped() {
            return Ok(None);
        }
        totals.time += start.elapsed();
        totals.nodes += info.map_or(0, |info| info.nodes - before);
    }
    Ok(Some(totals))
}

/// The lines that describe positions.
fn lines() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#'))
}

/// The game that a line describes, and how deep it is searched.
fn task(library: &Library, line: &str) -> Result<(Game, u8), String> {
    let mut parts = line.splitn(3, '|').map(str::trim);
    let (Some(name), Some(depth), Some(fen)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(format!("no two bars in `{line}`"));
    };
    let depth = depth.parse().map_err(|_| format!("`{depth}` is not a depth"))?;
    let variant = library.get(name).ok_or_else(|| format!("unknown variant `{name}`"))?;
    let mut game = Game::new(&variant).map_err(|fault| fault.to_string())?;
    game.set_up_fen(fen)?;
    Ok((game, depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_fits_its_game() {
        let library = Library::bundled();
        for line in lines() {
            let task = task(&library, line);
            assert!(task.is_ok_and(|(game, _)| game.has_legal_move()), "{line}");
        }
    }

    /// OpenBench's client looks in the last lines for `nodes searched` and for
    /// `nodes second`, followed by numbers, with all punctuation taken for spaces.
    #[test]
    fn totals_are_what_openbench_reads() {
        let totals = Totals { nodes: 300, time: Duration::from_secs(2) };
        assert_eq!(totals.to_string(), "Nodes searched: 300\nNodes/second: 150");
    }

    #[test]
    fn a_bench_can_be_stopped() {
        let monitor = Monitor::default();
        monitor.stop();
        assert_eq!(run(&monitor), Ok(None));
    }

    #[test]
    fn a_position_takes_the_same_nodes_each_time() {
        let library = Library::bundled();
        let memory = Memory::new(1);
        for line in lines() {
            let (game, _) = task(&library, line).expect("it fits its game");
            let limits = Limits { depth: Some(5), evaluation: NetworkChoice::Bundled.into(), ..Limits::default() };
            let counts = [(); 2].map(|()| {
                memory.clear();
                think(&game, &limits, &memory, &Monitor::default(), &mut |_| {}).map(|info| info.nodes)
            });
            assert_eq!(counts[0], counts[1], "{line}");
        }
    }
}
