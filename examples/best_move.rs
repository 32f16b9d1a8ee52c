//! Searches for a move, and shows each depth and each better move:
//!
//! ```sh
//! cargo run --release --example best_move -- chess "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4" 1
//! ```

use alfil::{Engine, Game, Library, Limits, Line};
use std::env;
use std::error::Error;
use std::time::Duration;

/// Size of the hash table in MiB.
const MEMORY: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, fen, seconds] = arguments.as_slice() else {
        return Err("expected the name of a variant, a position and a number of seconds".into());
    };
    let time = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.ok_or_else(|| format!("`{seconds}` is not a number of seconds"))?;
    let game = Game::from_fen(&Library::bundled().get(name)?, fen)?;
    let lines = Engine::new(MEMORY).search(&game, &Limits::time(time), |line| println!("{}", text(&game, line)));
    match lines.first() {
        Some(line) => println!("best move: {}", game.san(line.best())?),
        None => println!("there is no legal move"),
    }
    Ok(())
}

/// Depth, score, nodes and the expected moves.
fn text(game: &Game, line: &Line) -> String {
    let score = match line.mate() {
        Some(moves) => format!("mate in {moves}"),
        None => format!("{:+.2}", f64::from(line.centipawns()) / 100.0),
    };
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for &mv in line.moves() {
        moves.extend(ahead.san(mv));
        if ahead.play(mv).is_err() {
            break;
        }
    }
    format!("{:3} {score:>10} {:>10} {}", line.depth(), line.nodes(), moves.join(" "))
}
