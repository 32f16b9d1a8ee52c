//! Speed of move generation with one thread, compared with Fairy-Stockfish.
//!
//! ```text
//! cargo bench --bench perft [-- ROUNDS]
//! ```
//!
//! Both count the same positions in turn, so that other load on the machine affects both; the median of the rounds is
//! printed. The peer is the program `fairy-stockfish` on the path or in Debian's directory of games; without it only
//! our own figures are shown. If the counts differ, the run fails. Memory and load time of each game's tables follow.

mod rounds;

use alfil::internals::game::{Board, Game};
use alfil::internals::variant::{Builtin, Setup, builtin, find, load};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Title, our name of the game, the peer's name of it, position if not the start position, depth in plies.
type Row = (&'static str, &'static str, &'static str, Option<&'static str>, u32);

/// The counts to compare.
const ROWS: [Row; 6] = [
    ("chess", "normal", "chess", None, 5),
    ("kiwipete", "normal", "chess", Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), 4),
    ("crazyhouse", "crazyhouse", "crazyhouse", None, 5),
    ("xiangqi", "xiangqi", "xiangqi", None, 4),
    ("shogi", "shogi", "shogi", None, 4),
    ("capablanca", "capablanca", "capablanca", None, 4),
];

/// The default number of rounds.
const ROUNDS: usize = 5;
/// The minimum duration of one measurement.
const SPELL: Duration = Duration::from_millis(250);

/// Fairy-Stockfish, driven by UCI.
struct Peer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts the peer if it is installed.
    fn start() -> Option<Self> {
        let mut process = ["fairy-stockfish", "/usr/games/fairy-stockfish"].into_iter().find_map(|program| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        })?;
        let (input, output) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        Some(Self { process, input, output })
    }

    fn say(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.input, "{line}").and_then(|()| self.input.flush())?)
    }

    /// The rest of the next line that begins with `start`.
    fn hear(&mut self, start: &str) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(rest) = line.strip_prefix(start) {
                return Ok(rest.trim().to_owned());
            }
            line.clear();
        }
        Err(format!("the peer ended before it said `{start}`").into())
    }

    fn set_up(&mut self, variant: &str, fen: Option<&str>) -> Result<(), Box<dyn Error>> {
        self.say(&format!("setoption name UCI_Variant value {variant}"))?;
        match fen {
            Some(fen) => self.say(&format!("position fen {fen}"))?,
            None => self.say("position startpos")?,
        }
        self.say("isready")?;
        self.hear("readyok").map(drop)
    }

    fn perft(&mut self, depth: u32) -> Result<u64, Box<dyn Error>> {
        self.say(&format!("go perft {depth}"))?;
        Ok(self.hear("Nodes searched: ")?.parse()?)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}

/// Counts repeatedly for a while; returns the count and the nodes per second.
fn spell(mut count: impl FnMut() -> Result<u64, Box<dyn Error>>) -> Result<(u64, f64), Box<dyn Error>> {
    let begun = Instant::now();
    let (mut nodes, mut total) = (0, 0);
    while begun.elapsed() < SPELL {
        nodes = count()?;
        total += nodes;
    }
    Ok((nodes, total as f64 / begun.elapsed().as_secs_f64()))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn bundled(name: &str) -> Result<&'static Builtin, Box<dyn Error>> {
    builtin().iter().find(|file| file.name() == name).ok_or_else(|| format!("no bundled variant `{name}`").into())
}

/// Times one row and prints it.
fn race(row: &Row, peer: &mut Option<Peer>, rounds: usize) -> Result<(), Box<dyn Error>> {
    let (title, ours, theirs, fen, depth) = *row;
    let variant = bundled(ours)?.variant();
    let mut game = Game::new(variant)?;
    if let Some(fen) = fen {
        game.set_up(&Setup::parse(variant, fen)?)?;
    }
    if let Some(peer) = peer {
        peer.set_up(theirs, fen)?;
    }
    let (mut own, mut other, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut nodes = 0;
    for _ in 0..rounds {
        let speed;
        (nodes, speed) = spell(|| Ok(game.perft(depth)))?;
        own.push(speed);
        let Some(peer) = peer else { continue };
        let (counted, their_speed) = spell(|| peer.perft(depth))?;
        if counted != nodes {
            return Err(format!("{title}, depth {depth}: we count {nodes}, Fairy-Stockfish {counted}").into());
        }
        other.push(their_speed);
        ratios.push(speed / their_speed);
    }
    print!("{title:10} {depth:>5} {nodes:>9} {:>9.1}", median(own) / 1e6);
    match peer {
        Some(_) => println!(" {:>9.1} {:>6.1}", median(other) / 1e6, median(ratios)),
        None => println!("         -      -"),
    }
    Ok(())
}

/// Prints the size of a game's tables and the time to build them from the file's text.
fn weigh(file: &Builtin, rounds: usize) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    let mut bytes = 0;
    for _ in 0..rounds {
        let begun = Instant::now();
        let variant = load(file.source(), &find).0.ok_or("a bundled variant does not load")?;
        let game = Game::new(&variant.into())?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        bytes = match game.board() {
            Board::One(table) => table.tables.bytes(),
            Board::Two(table) => table.tables.bytes(),
            Board::Three(table) => table.tables.bytes(),
        };
    }
    println!("{:10} {:>9.0} {:>9.1}", file.name(), bytes as f64 / 1024.0, median(times));
    Ok(())
}

fn run(rounds: usize) -> Result<(), Box<dyn Error>> {
    let mut peer = Peer::start();
    if peer.is_none() {
        println!("fairy-stockfish is not installed: our own figures only");
    }
    println!("perft, millions of nodes a second, median of {rounds} rounds:");
    println!("{:10} {:>5} {:>9} {:>9} {:>9} {:>6}", "position", "depth", "nodes", "alfil", "peer", "ratio");
    for row in &ROWS {
        race(row, &mut peer, rounds)?;
    }
    println!("\ntables:");
    println!("{:10} {:>9} {:>9}", "game", "KiB", "load ms");
    builtin().iter().try_for_each(|file| weigh(file, rounds))
}

fn main() -> ExitCode {
    rounds::main(ROUNDS, run)
}
