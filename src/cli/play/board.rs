//! A board drawn with characters, in a style that fits the screen.

use crate::board::{Color, Piece, Square};
use crate::cli::terminal::Screen;
use crate::game::Game;

/// The style of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Lines between all squares; if `marked`, the latest move is in brackets.
    Grid { marked: bool },
    /// A line per rank, the latest move in brackets.
    Compact,
    /// A line per rank, shaded squares, the latest move in a colour of its own.
    Shaded,
}

/// Lines around a board: the engine's move, a check, two blank ones, and the prompt.
const LINES_AROUND: usize = 5;

// Wood colours on which both bright white and black are readable, from the palette of 256 colours.
const LIGHT: u8 = 137;
const DARK: u8 = 94;
const LATEST: u8 = 65;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

impl Style {
    fn fitting(screen: &Screen, game: &Game) -> Self {
        let files_and_hands = if shows_hands(game) { 3 } else { 1 };
        let lines = 2 * usize::from(game.geometry().ranks()) + 1 + files_and_hands;
        match screen.height {
            _ if screen.colour => Self::Shaded,
            Some(height) if height < lines + LINES_AROUND => Self::Compact,
            height => Self::Grid { marked: height.is_some() },
        }
    }
}

/// Draws the board with its coordinates and the hands.
///
/// ```text
///   +---+---+
/// 2 |   | k |
///   +---+---+
/// 1 | K |   |
///   +---+---+
///     a   b
/// ```
pub(super) fn draw(game: &Game, screen: &Screen) -> String {
    let geometry = game.geometry();
    let style = Style::fitting(screen, game);
    let margin = (geometry.ranks() - 1 + geometry.rank_base()).to_string().len();
    let (corner, between) = if matches!(style, Style::Grid { .. }) { (" ", "|") } else { ("", "") };
    let line = match style {
        Style::Grid { .. } => format!("{:margin$} {}+\n", "", "+---".repeat(geometry.files().into())),
        Style::Compact | Style::Shaded => String::new(),
    };
    let mut text = line.clone();
    for rank in (0..geometry.ranks()).rev() {
        text.push_str(&format!("{:>margin$} ", rank + geometry.rank_base()));
        for file in 0..geometry.files() {
            let square = geometry.square(file.into(), rank.into());
            text.push_str(&format!("{between}{}", square.map_or(String::new(), |sq| square_text(game, style, sq))));
        }
        text.push_str(between);
        text.push('\n');
        text.push_str(&line);
    }
    text.push_str(&format!("{:margin$} ", ""));
    (0..geometry.files()).for_each(|file| text.push_str(&format!("{corner} {} ", char::from(b'a' + file))));
    text.push('\n');
    text + &hands(game)
}

/// Whether pieces in hand matter: they are dropped, gated, or promoted to.
fn shows_hands(game: &Game) -> bool {
    game.variant().rules.hands.any()
}

fn hands(game: &Game) -> String {
    let variant = game.variant();
    if !shows_hands(game) {
        return String::new();
    }
    let held = |color: Color| {
        let held = variant.kinds().flat_map(|(kind, _)| {
            let letters = variant.letters(Piece::new(kind, color));
            // A count comes before the letter, as it may in a FEN.
            match game.hand(color, kind) {
                0 => None,
                1 => Some(letters),
                count => Some(format!("{count}{letters}")),
            }
        });
        let held: Vec<_> = held.collect();
        if held.is_empty() { "nothing".to_owned() } else { held.join(" ") }
    };
    Color::ALL.into_iter().map(|color| format!("{} holds {}\n", color.name(), held(color))).collect()
}

/// A square in three columns.
fn square_text(game: &Game, style: Style, sq: Square) -> String {
    let hole = game.variant().holes.has(sq) || game.has_hole(sq);
    let piece = game.piece_at(sq);
    let latest = game.latest().filter(|mv| !mv.is_none());
    let latest = latest.is_some_and(|mv| mv.to() == sq || mv.from() == sq && !mv.is_drop());
    let text = cell(&piece.map_or(String::new(), |piece| game.variant().letters(piece)));
    match style {
        Style::Grid { .. } if hole => "###".to_owned(),
        Style::Compact | Style::Shaded if hole => "   ".to_owned(),
        Style::Grid { marked } => {
            if marked && latest {
                bracketed(&text)
            } else {
                text
            }
        }
        Style::Compact => {
            let text = if piece.is_none() { " . ".to_owned() } else { text };
            if latest { bracketed(&text) } else { text }
        }
        Style::Shaded => {
            let ground = match (latest, game.geometry().shade(sq)) {
                (true, _) => LATEST,
                (false, 0) => DARK,
                (false, _) => LIGHT,
            };
            let ink = if piece.is_some_and(|piece| piece.color() == Color::White) { WHITE } else { BLACK };
            format!("\x1b[1;38;5;{ink};48;5;{ground}m{text}\x1b[0m")
        }
    }
}

/// Puts a bracket in place of a blank at either end.
fn bracketed(text: &str) -> String {
    let text = text.strip_prefix(' ').map_or(text.to_owned(), |rest| format!("({rest}"));
    text.strip_suffix(' ').map_or(text.clone(), |rest| format!("{rest})"))
}

/// Text padded to three columns, with its letter in the middle.
fn cell(text: &str) -> String {
    match text.len() {
        0 => "   ".to_owned(),
        1 => format!(" {text} "),
        2 if text.starts_with('+') => format!("{text} "),
        2 => format!(" {text}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::builtin;

    #[test]
    fn every_bundled_board_fits_a_small_terminal() {
        for file in builtin() {
            let game = Game::new(file.variant()).expect("it can be played");
            for colour in [false, true] {
                let screen = Screen { width: Some(80), height: Some(24), colour };
                let text = draw(&game, &screen);
                assert!(text.lines().count() + LINES_AROUND <= 24, "{}\n{text}", file.name());
                for rank in 0..game.geometry().ranks() {
                    let name = (rank + game.geometry().rank_base()).to_string();
                    assert!(text.lines().any(|line| line.split_whitespace().next() == Some(&name)), "{name}\n{text}");
                }
                assert_eq!(text.contains('\x1b'), colour);
            }
        }
    }

    #[test]
    fn pieces_in_hand_are_shown_however_they_enter() {
        for (name, shown) in [
            ("seirawan", "White holds H E"),
            ("placement", "2N"),
            ("grand", "White holds nothing"),
            ("crazyhouse", "Black holds"),
        ] {
            let text = draw(&Game::bundled(name), &Screen::default());
            assert!(text.contains(shown), "{text}");
        }
        assert!(!draw(&Game::bundled("normal"), &Screen::default()).contains("holds"));
    }

    #[test]
    fn the_latest_move_is_marked() {
        let mut game = Game::bundled("normal");
        game.play(game.read_move("e2e4").expect("it is legal"));
        let text = draw(&game, &Screen { width: Some(80), height: Some(12), colour: false });
        assert!(text.contains("4  .  .  .  . (P) .  .  . \n"), "{text}");
        assert!(text.contains("2  P  P  P  P (.) P  P  P \n"), "{text}");
        let text = draw(&game, &Screen { height: Some(50), ..Screen::default() });
        assert!(text.contains("4 |   |   |   |   |(P)|   |   |   |\n"), "{text}");
        let shaded = draw(&game, &Screen { colour: true, ..Screen::default() });
        assert_eq!(shaded.matches(&format!("48;5;{LATEST}m")).count(), 2);
        assert!(!draw(&game, &Screen::default()).contains(['(', '\x1b']), "a pipe gets the plain board");
    }
}
