//! A user without a keyboard: every legal move can be made by following the marks.

use super::{Bench, library};
use fastrand::Rng;
use std::collections::HashMap;

/// Games of each variant, plies of a game, and the interval of plies at which all moves are made by mouse.
const GAMES: u64 = 2;
const PLIES: usize = 24;
const PAUSE: usize = 8;

#[test]
fn every_move_can_be_made_by_mouse() {
    let mut made = 0;
    for name in library().names() {
        for seed in 0..GAMES {
            let mut rng = Rng::with_seed(seed);
            let mut bench = Bench::new();
            bench.send(&format!("new\nvariant {name}\nforce"));
            for ply in 0..PLIES {
                let game = bench.dialogue.session.game();
                let moves: Vec<_> = game.legal_moves().iter().map(|mv| game.move_text(*mv)).collect();
                let fen = game.setup().fen(game.variant());
                let Some(next) = rng.choice(&moves) else { break };
                if ply % PAUSE == 1 {
                    for text in &moves {
                        let journey = squares(text);
                        follow(&mut bench, &journey).unwrap_or_else(|fault| panic!("{name}, {fen}: {text}: {fault}"));
                        made += journey.len();
                    }
                }
                bench.send(&format!("usermove {next}"));
            }
        }
    }
    assert!(made > 10_000, "{made}");
}

/// The squares that a piece touches according to a move's text; none for drops, passes and castling in words.
fn squares(text: &str) -> Vec<String> {
    let mut squares = Vec::new();
    for leg in text.split(',').filter(|text| !text.contains(['@', 'O'])) {
        let starts: Vec<_> = leg.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
        let digits = |at: usize| leg[at + 1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(leg.len() - at - 1);
        let names: Vec<_> = starts.iter().take(2).map(|&at| leg[at..=at + digits(at)].to_owned()).collect();
        squares.extend(names.into_iter().skip(usize::from(!squares.is_empty())));
    }
    squares
}

/// Picks the piece up, puts it down wherever it touches, and checks each time
/// whether the next square is marked as a possible one.
fn follow(bench: &mut Bench, journey: &[String]) -> Result<(), String> {
    for (leg, pair) in journey.windows(2).enumerate() {
        bench.take_said();
        bench.send(&if leg == 0 { format!("lift {}", pair[0]) } else { format!("put {0}\nlift {0}", pair[0]) });
        let said = bench.take_said();
        let lit = said.last().and_then(|line| line.strip_prefix("highlight ")).ok_or(format!("it said {said:?}"))?;
        let mark = marks(lit, bench.dialogue.session.game().geometry().rank_base()).get(&pair[1]).copied();
        if !mark.is_some_and(|mark| mark.is_ascii_uppercase()) {
            return Err(format!("{} is marked {mark:?} in {lit}", pair[1]));
        }
    }
    Ok(())
}

/// The letters of the coloured squares.
fn marks(lit: &str, rank_base: u8) -> HashMap<String, char> {
    let mut marks = HashMap::new();
    for (rank, row) in lit.rsplit('/').enumerate() {
        let (mut file, mut gap) = (b'a', 0);
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(digit) => gap = 10 * gap + digit as u8,
                None => {
                    file += gap;
                    marks.insert(format!("{}{}", char::from(file), rank + usize::from(rank_base)), letter);
                    (file, gap) = (file + 1, 0);
                }
            }
        }
    }
    marks
}
