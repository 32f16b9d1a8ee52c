//! Plays a random game and prints it:
//!
//! ```sh
//! cargo run --release --example random_game -- crazyhouse 7
//! ```

use alfil::{Color, Game, Library};
use fastrand::Rng;
use std::env;
use std::error::Error;

/// The longest game, in plies.
const LONGEST: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, seed] = arguments.as_slice() else {
        return Err("expected the name of a variant and a number".into());
    };
    let mut random = Rng::with_seed(seed.parse().map_err(|_| format!("`{seed}` is not a number"))?);
    let mut game = Game::new(&Library::bundled().get(name)?);
    for ply in 0..LONGEST {
        let moves = game.legal_moves();
        let Some(&mv) = random.choice(&moves) else { break };
        if game.outcome().is_some() {
            break;
        }
        if game.side() == Color::White {
            print!("{}. ", ply / 2 + 1);
        }
        print!("{} ", game.san(mv)?);
        game.play(mv)?;
    }
    println!("\n{}", game.fen());
    match game.outcome() {
        Some(outcome) => println!("{}.", game.verdict(outcome)),
        None => println!("The game goes on."),
    }
    Ok(())
}
