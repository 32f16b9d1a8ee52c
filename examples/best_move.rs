//! Searches for a move, and shows how it changes its mind:
//!
//! ```sh
//! cargo run --release --example best_move -- chess "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4" 1
//! ```

use alfil::{Engine, Found, Game, Library, Limits};
use std::env;
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

/// Size of the hash table in MiB.
const MEMORY: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, fen, seconds] = arguments.as_slice() else {
        return Err("expected the name of a variant, a position and a number of seconds".into());
    };
    let time = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.ok_or_else(|| format!("`{seconds}` is no number of seconds"))?;
    let game = Game::from_fen(&Library::bundled().get(name)?, fen)?;
    let found = Engine::new(MEMORY).search_while(&game, &Limits::time(time), |found| {
        println!("{}", line(&game, found));
        ControlFlow::Continue(())
    });
    match found {
        Some(found) => println!("best move: {}", game.san(found.best())?),
        None => println!("there is no legal move"),
    }
    Ok(())
}

/// Depth, score, nodes and the expected moves.
fn line(game: &Game, found: &Found) -> String {
    let score = match found.mate() {
        Some(moves) => format!("mate in {moves}"),
        None => format!("{:+.2}", f64::from(found.centipawns()) / 100.0),
    };
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for &mv in found.line() {
        moves.extend(ahead.san(mv));
        if ahead.play(mv).is_err() {
            break;
        }
    }
    format!("{:3} {score:>10} {:>10} {}", found.depth(), found.nodes(), moves.join(" "))
}
