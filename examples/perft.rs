//! Counts the positions that can be reached in a game of your own:
//!
//! ```sh
//! cargo run --release --example perft -- docs/examples/pond.toml 4
//! ```

use alfil::{Game, Variant};
use std::env;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, depth] = arguments.as_slice() else {
        return Err("expected a variant file and a number of plies".into());
    };
    let depth: u32 = depth.parse().map_err(|_| format!("`{depth}` is not a number of plies"))?;
    let variant = match Variant::from_file(file) {
        Ok(variant) => variant,
        Err(error) => {
            eprintln!("{error}");
            return Err(format!("{file} cannot be played").into());
        }
    };
    for warning in variant.warnings() {
        eprintln!("{warning}");
    }
    let game = Game::new(&variant);
    for depth in 1..=depth {
        let start = Instant::now();
        let nodes = game.perft(depth);
        println!("{depth:2} {nodes:>14} {:8.2} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
