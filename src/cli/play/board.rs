//! A board drawn with characters.

use crate::board::{Color, Piece};
use crate::game::Game;

/// Draws the board with its coordinates, and what the sides hold.
///
/// ```text
///   +---+---+
/// 2 |   | k |
///   +---+---+
/// 1 | K |   |
///   +---+---+
///     a   b
/// ```
pub(super) fn draw(game: &Game) -> String {
    let geometry = game.geometry();
    let margin = (geometry.ranks() - 1 + geometry.rank_base()).to_string().len();
    let holes = game.variant().holes | game.setup().holes;
    let line = format!("{:margin$} {}+\n", "", "+---".repeat(geometry.files().into()));
    let mut text = line.clone();
    for rank in (0..geometry.ranks()).rev() {
        text.push_str(&format!("{:>margin$} ", rank + geometry.rank_base()));
        for file in 0..geometry.files() {
            let square = geometry.square(file.into(), rank.into());
            let piece = square.and_then(|sq| game.piece_at(sq));
            let letters = match piece {
                None if square.is_some_and(|sq| holes.has(sq)) => "###".to_owned(),
                None => String::new(),
                Some(piece) => letters(game, piece),
            };
            text.push_str(&format!("|{}", cell(&letters)));
        }
        text.push_str("|\n");
        text.push_str(&line);
    }
    text.push_str(&format!("{:margin$} ", ""));
    (0..geometry.files()).for_each(|file| text.push_str(&format!("  {} ", char::from(b'a' + file))));
    text.push('\n');
    let variant = game.variant();
    if variant.rules.drops.enabled {
        for color in Color::ALL {
            let held = variant.kinds().flat_map(|(kind, _)| {
                let count = usize::from(game.hand(color, kind));
                std::iter::repeat_n(letters(game, Piece::new(kind, color)), count)
            });
            let held: Vec<_> = held.collect();
            let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
            text.push_str(&format!("{} holds {held}\n", color.name()));
        }
    }
    text
}

/// A piece's letters: capitals for White.
fn letters(game: &Game, piece: Piece) -> String {
    let id = &game.variant().kind(piece.kind()).id;
    match piece.color() {
        Color::White => id.clone(),
        Color::Black => id.to_ascii_lowercase(),
    }
}

/// Text in three columns, its letter in the middle.
fn cell(text: &str) -> String {
    match text.len() {
        0 => "   ".to_owned(),
        1 => format!(" {text} "),
        2 if text.starts_with('+') => format!("{text} "),
        2 => format!(" {text}"),
        _ => text.to_owned(),
    }
}
