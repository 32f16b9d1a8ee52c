//! Response times of the engine.
//!
//! ```text
//! cargo bench --bench latency [-- ROUNDS]
//! ```
//!
//! Runs the engine as a GUI does and measures the time from a line sent to the answer read, in some of its games:
//! median, 95th percentile, and maximum. Every row is measured in all games, one round after the other.

mod rounds;

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The default number of rounds.
const ROUNDS: usize = 20;
/// How long a search runs before it is interrupted.
const WARM: Duration = Duration::from_millis(60);
const GAMES: [&str; 4] = ["normal", "crazyhouse", "xiangqi", "shogi"];

type Outcome<T> = Result<T, Box<dyn Error>>;

/// An engine in play, and a connection to it.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    pings: u32,
}

impl Engine {
    fn start() -> Outcome<Self> {
        let mut process =
            Command::new(env!("CARGO_BIN_EXE_alfil")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (input, output) = (input.ok_or("no input")?, BufReader::new(output.ok_or("no output")?));
        let mut engine = Self { process, input, output, pings: 0 };
        engine.say("xboard\nprotover 2")?;
        engine.hear(|line| line == "feature done=1")?;
        Ok(engine)
    }

    fn say(&mut self, text: &str) -> Outcome<()> {
        Ok(self.input.write_all(format!("{text}\n").as_bytes())?)
    }

    /// Reads up to a line that matches.
    fn hear(&mut self, fits: impl Fn(&str) -> bool) -> Outcome<()> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the engine has ended".into());
            }
            if fits(line.trim_end()) {
                return Ok(());
            }
        }
    }

    /// Waits until all lines sent have been executed.
    fn settle(&mut self) -> Outcome<()> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.say(&format!("ping {}", self.pings))?;
        self.hear(|line| line == pong)
    }

    /// The time from lines sent to a line with this beginning.
    fn answer(&mut self, text: &str, start: &str) -> Outcome<Duration> {
        let begun = Instant::now();
        self.say(text)?;
        self.hear(|line| line.starts_with(start))?;
        Ok(begun.elapsed())
    }

    /// Starts a new game, and lets the engine work on the command `with`.
    fn busy(&mut self, game: &str, with: &str) -> Outcome<()> {
        self.say(&format!("force\nnew\nvariant {game}\nforce\npost\nst 600"))?;
        self.settle()?;
        self.say(with)?;
        thread::sleep(WARM);
        Ok(())
    }
}

/// The event to measure.
#[derive(Clone, Copy)]
enum Row {
    /// A ping without a search.
    PingIdle,
    /// A ping during analysis.
    PingAnalysis,
    /// `force`, which stops the engine's thinking, and the following pong.
    Force,
    /// `?`, which makes it move.
    MoveNow,
    /// `exclude`, after which the analysis restarts and reports.
    Exclude,
    /// `.` during analysis.
    Status,
    /// `lift` during analysis.
    Lift,
    /// A new game, up to the pong.
    NewGame,
    /// `quit` while it thinks, up to the end of the process.
    Quit,
}

const ROWS: [(&str, Row); 9] = [
    ("ping, idle", Row::PingIdle),
    ("ping, analysing", Row::PingAnalysis),
    ("force, thinking, to the pong", Row::Force),
    ("?, thinking, to the move", Row::MoveNow),
    ("exclude, to the next line", Row::Exclude),
    (". to stat01", Row::Status),
    ("lift to highlight", Row::Lift),
    ("new and variant, to the pong", Row::NewGame),
    ("quit, thinking, to the end", Row::Quit),
];

impl Row {
    fn measure(self, engine: &mut Engine, game: &str, (mv, square): (&str, &str)) -> Outcome<Duration> {
        match self {
            Self::PingIdle => {
                engine.busy(game, "force")?;
                engine.answer("ping 9", "pong 9")
            }
            Self::PingAnalysis => {
                engine.busy(game, "analyze")?;
                engine.answer("ping 9", "pong 9")
            }
            Self::Force => {
                engine.busy(game, "go")?;
                engine.answer("force\nping 9", "pong 9")
            }
            Self::MoveNow => {
                engine.busy(game, "go")?;
                engine.answer("?", "move ")
            }
            Self::Exclude => {
                engine.busy(game, "analyze")?;
                // The output of the previous search is complete by then.
                engine.say("nopost")?;
                engine.settle()?;
                engine.answer(&format!("exclude {mv}\npost"), "1 ")
            }
            Self::Status => {
                engine.busy(game, "analyze")?;
                engine.answer(".", "stat01: ")
            }
            Self::Lift => {
                engine.busy(game, "analyze")?;
                engine.answer(&format!("lift {square}"), "highlight ")
            }
            Self::NewGame => {
                engine.busy(game, "go")?;
                engine.answer(&format!("new\nvariant {game}\nping 9"), "pong 9")
            }
            Self::Quit => {
                engine.busy(game, "go")?;
                let begun = Instant::now();
                engine.say("quit")?;
                engine.process.wait()?;
                let time = begun.elapsed();
                *engine = Engine::start()?;
                Ok(time)
            }
        }
    }
}

/// A legal first move of a game, and its start square.
fn opening(game: &str) -> (&'static str, &'static str) {
    match game {
        "xiangqi" => ("h2e2", "h2"),
        "shogi" => ("g3g4", "g3"),
        _ => ("e2e4", "e2"),
    }
}

fn main() -> ExitCode {
    rounds::main(ROUNDS, run)
}

fn run(rounds: usize) -> Outcome<()> {
    let mut times = vec![Vec::new(); ROWS.len()];
    let mut engine = Engine::start()?;
    for _ in 0..rounds {
        for game in GAMES {
            for ((_, row), times) in ROWS.iter().zip(&mut times) {
                times.push(row.measure(&mut engine, game, opening(game))?);
            }
        }
    }
    println!("{:<32} {:>9} {:>9} {:>9}", "milliseconds", "median", "95 %", "slowest");
    for ((title, _), times) in ROWS.iter().zip(&mut times) {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
        println!("{title:<32} {:>9.2} {:>9.2} {:>9.2}", at(50), at(95), at(100));
    }
    engine.say("quit")?;
    engine.process.wait()?;
    Ok(())
}
