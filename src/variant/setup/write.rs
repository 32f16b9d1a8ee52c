//! Writes a [`Setup`] as FEN text in XBoard's dialect.

use super::rights;
use crate::board::{Area, ByColor, Color, Geometry, Piece, Square};
use crate::variant::{BareCount, Setup, Variant};
use std::fmt::Write;

/// The fields of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    /// Those that XBoard writes in the variant.
    Needed,
    /// All of them.
    All,
}

/// Writes a position.
pub(super) fn write(setup: &Setup, variant: &Variant, fields: Fields) -> String {
    let all = fields == Fields::All;
    let mut fen = rows(setup, variant);
    if variant.rules.hands.any() {
        let hands: String = Color::ALL.into_iter().map(|color| hand(setup, variant, color)).collect();
        let hands = if hands.is_empty() && !all { "-".to_owned() } else { hands };
        fen.push_str(&format!("[{hands}]"));
    }
    fen.push_str(if setup.side == Color::White { " w" } else { " b" });
    let castles = rights::has_field(variant);
    if castles || setup.count.is_some() {
        fen.push(' ');
        fen.push_str(&rights::write(variant, setup));
    } else if all {
        fen.push_str(" -");
    }
    // XBoard leaves this field out only together with the castling field.
    if let Some(BareCount { limit, .. }) = setup.count {
        let _ = write!(fen, " {limit}");
    } else if all || castles || variant.has_en_passant() {
        fen.push(' ');
        fen.push_str(&passed(setup, variant));
    }
    if variant.rules.ends.checks.is_some() {
        let ByColor([white, black]) = setup.checks;
        let _ = write!(fen, " {white}+{black}");
    }
    let plies = setup.count.map_or(setup.halfmove, |count| count.plies);
    let _ = write!(fen, " {plies} {}", setup.fullmove);
    if !variant.rules.once.is_empty() {
        fen.push_str(" once:");
        fen.push_str(&once(setup, variant));
    }
    fen
}

/// The one-time rights, White's in capitals.
fn once(setup: &Setup, variant: &Variant) -> String {
    let names = Color::ALL.into_iter().flat_map(|color| {
        let held = variant.rules.once.iter().enumerate().filter(move |(right, _)| setup.once[color] >> right & 1 != 0);
        held.map(move |(_, name)| if color == Color::White { name.to_ascii_uppercase() } else { name.clone() })
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

fn rows(setup: &Setup, variant: &Variant) -> String {
    let holes = variant.holes | setup.holes;
    placement(variant.board, |square| {
        if holes.has(square) { Some("*".to_owned()) } else { setup.at(square).map(|piece| variant.letters(piece)) }
    })
}

/// The board from the top row down; `word` gives the word for a square.
pub fn placement(board: Geometry, word: impl Fn(Square) -> Option<String>) -> String {
    let row = |rank: u8| {
        let mut row = String::new();
        let mut gap = 0;
        let squares = (0..board.files()).filter_map(|file| board.square(file.into(), rank.into()));
        for word in squares.map(&word) {
            if gap > 0 && word.is_some() {
                let _ = write!(row, "{}", std::mem::take(&mut gap));
            }
            match word {
                Some(word) => row.push_str(&word),
                None => gap += 1,
            }
        }
        if gap > 0 {
            let _ = write!(row, "{gap}");
        }
        row
    };
    (0..board.ranks()).rev().map(row).collect::<Vec<_>>().join("/")
}

fn hand(setup: &Setup, variant: &Variant, color: Color) -> String {
    let held = setup.hands[color].iter().copied();
    let letters = |kind| variant.letters(Piece::new(kind, color));
    variant.kinds().zip(held).map(|((kind, _), count)| letters(kind).repeat(count.into())).collect()
}

/// The first square passed; with the piece's own square if the file alone does not identify the piece.
fn passed(setup: &Setup, variant: &Variant) -> String {
    let board = variant.board.with_rank_base(1);
    let squares: Area = setup.en_passant;
    let first = match setup.en_passant_victim {
        Some(victim) => squares.iter().max_by_key(|&sq| board.distance(sq, victim)),
        None => squares.first(),
    };
    match (first, setup.en_passant_victim) {
        (None, _) => "-".to_owned(),
        (Some(first), Some(victim)) if board.file(first) != board.file(victim) => {
            format!("{}{}", board.name(first), board.name(victim))
        }
        (Some(first), _) => board.name(first),
    }
}
