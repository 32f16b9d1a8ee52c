//! `alfil balance`: lets the engine play many games against itself, and reports what they say about a variant.

mod report;

use super::interrupt::Interrupt;
use super::numbers::{threads, whole};
use super::output::{complain, set_style};
use super::{Failure, game_to_play};
use crate::game::Game;
use crate::learn::record::{Conditions, GameRecord, Recorder};
use crate::limits;
use crate::lock::{lock, unlocked};
use crate::session::cores;
use crate::text;
use crate::variant::Library;
use clap::Args;
use indicatif::ProgressBar;
use report::Report;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most nodes for a move. An interrupt waits for the end of the move, which must not take long.
const MOST_NODES: u64 = 1_000_000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variant, by name or file
    pub(super) variant: String,
    /// The number of games; Ctrl-C stops them early and reports on those that are finished (but not on Windows)
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(1..=100_000))]
    games: u64,
    /// The number of nodes to search for each move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=MOST_NODES))]
    nodes: u64,
    /// The number of random plies at the start, so that games differ
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u16>(0..=40))]
    random_plies: u16,
    /// The number of plies after which a game is adjudicated as a draw
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole(50..=limits::MOVES as u16))]
    max_plies: u16,
    /// The number of games played at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// The random seed; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn conditions(&self) -> Conditions {
        Conditions { nodes: self.nodes, random_plies: self.random_plies.into(), most_plies: self.max_plies.into() }
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<(), Failure> {
    let game = game_to_play(library, &arguments.variant)?;
    let moves = game.legal_moves().len();
    if arguments.nodes < moves as u64 {
        let message =
            format!("with {} nodes, not even all {moves} moves of the start position are tried", arguments.nodes);
        complain(
            &text::Report::warning(message).help("raise `--nodes`: moves that are never tried distort the report"),
        )?;
    }
    // Ctrl-C ends the games, with a report; once they have ended, it ends the program.
    let interrupt = Interrupt::while_busy()?;
    interrupt.set_busy(true);
    let records = play(&game, arguments, &interrupt);
    interrupt.set_busy(false);
    if records.is_empty() {
        return Err("interrupted before the first game was finished".into());
    }
    let report = Report::new(&game, arguments, &records);
    let mut output = io::stdout().lock();
    if arguments.json {
        return Ok(writeln!(output, "{}", serde_json::to_string(&report)?)?);
    }
    Ok(write!(output, "{report}")?)
}

/// Plays the games, and returns those that were finished, in the order of their numbers.
fn play(game: &Game, arguments: &Arguments, interrupt: &Interrupt) -> Vec<GameRecord> {
    let bar = ProgressBar::new(arguments.games);
    let ended_by = if cfg!(unix) { " (Ctrl-C: report now)" } else { "" };
    set_style(&bar, &format!("[{{bar:30}}] {{pos}} of {{len}} games, {{eta}} left{ended_by}"));
    let next = AtomicU64::new(0);
    let records = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads().min(arguments.games as usize) {
            scope.spawn(|| {
                let mut recorder = Recorder::new(game, arguments.conditions());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        break;
                    }
                    let Some(record) = recorder.play(arguments.seed, number, interrupt.seen()) else { break };
                    lock(&records).push((number, record));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut records = unlocked(records);
    records.sort_unstable_by_key(|(number, _)| *number);
    records.into_iter().map(|(_, record)| record).collect()
}
