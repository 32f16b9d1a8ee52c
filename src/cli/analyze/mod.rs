//! `alfil analyze`: analyzes a position, the positions of an EPD file, or every move of the games in a PGN file.

mod analyst;
mod epd;
mod lines;
mod pgn;
mod record;

use super::asked::Asked;
use super::input::source;
use super::numbers::{on_cores, seconds_within, threads, whole};
use super::output::complain;
use super::ranks::Ranks;
use super::{Failure, USUAL, game_to_think_about, play_all, set_up};
use crate::limits;
use crate::search::{Limits, MAX_PLY};
use crate::session::spared;
use crate::text::Report;
use crate::variant::Library;
use analyst::Analyst;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

pub(super) use pgn::{UsualGame, load};

/// Default time for a position, and for each of many, in seconds.
const TIME: f64 = 5.0;
const TIME_OF_MANY: f64 = 1.0;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) asked: Asked,
    /// The position, as a FEN [default: the start position of the variant]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    ranks: Ranks,
    /// Analyze every position of an EPD file, or of a file with one FEN per line; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    epd: Option<PathBuf>,
    /// Analyze every move of the games in a PGN file, and print the games with comments; `-` for standard input. VARIANT
    /// is that of games without a `Variant` tag, and of those whose tag names the game of the file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "epd"])]
    pgn: Option<PathBuf>,
    /// The number of lines to show, each with a different first move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=limits::LINES as u16))]
    multipv: u16,
    /// The time for each position, in seconds [default without other limits: 5, or 1 with `--epd` and `--pgn`]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// The depth to search, in plies
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_PLY as u8 - 1))]
    depth: Option<u8>,
    /// The number of nodes to search for each position
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
    /// The size of the hash table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole(1..=limits::MEMORY as u32))]
    hash: u32,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(super) fn variant(&self) -> &str {
        self.asked.name().unwrap_or(USUAL)
    }

    /// The limits of a search.
    fn limits(&self, threads: usize) -> Limits {
        let limited = self.depth.is_some() || self.nodes.is_some();
        let many = self.epd.is_some() || self.pgn.is_some();
        let usual = if many { TIME_OF_MANY } else { TIME };
        let time = self.time.or_else(|| (!limited).then_some(usual)).map(Duration::from_secs_f64);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            multipv: self.multipv.into(),
            threads,
            watched: self.depth.is_some(),
            ..Limits::default().lasting(time)
        }
    }
}

/// Reads the time for a position.
fn seconds(text: &str) -> Result<f64, String> {
    seconds_within(text, 0.001..=86_400.0)
}

/// Runs the analysis; Ctrl-C ends it early, with the results so far.
pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (taken, less) = spared(arguments.hash as usize);
    less.into_iter().try_for_each(|less| complain(&Report::warning(less.to_string())))?;
    let limits = arguments.limits(on_cores(arguments.threads)?);
    let analyst = Analyst::new(limits, taken, arguments.json, arguments.ranks.wording())?;
    let result = analyze(library, &analyst, arguments);
    if analyst.is_interrupted() { Ok(super::interrupt::STATUS.into()) } else { result.map(|()| ExitCode::SUCCESS) }
}

fn analyze(library: &Library, analyst: &Analyst, arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.pgn {
        return pgn::run(library, analyst, arguments, &source(path)?);
    }
    let mut game = arguments.ranks.counted(game_to_think_about(library, arguments.variant())?)?;
    if let Some(path) = &arguments.epd {
        return epd::run(analyst, &game, &source(path)?);
    }
    if let Some(fen) = &arguments.fen {
        set_up(&mut game, fen)?;
    }
    play_all(&mut game, arguments.moves.as_deref().unwrap_or_default().split_whitespace())?;
    lines::run(analyst, &game)
}
