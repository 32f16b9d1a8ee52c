//! [`Setup`] → FEN text in XBoard's dialect.

use super::rights;
use crate::board::{Area, ByColor, Color, Piece};
use crate::variant::{BareCount, Setup, Variant};
use std::fmt::Write;

/// Which fields a text has.
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
    if variant.rules.has_hands() {
        let hands: String = Color::ALL.into_iter().map(|color| hand(setup, variant, color)).collect();
        let hands = if hands.is_empty() && !all { "-".to_owned() } else { hands };
        fen.push_str(&format!("[{hands}]"));
    }
    fen.push_str(if setup.side == Color::White { " w" } else { " b" });
    if let Some(BareCount { limit, plies }) = setup.count {
        let _ = write!(fen, " {} {limit} {plies} {}", rights::write(variant, setup), setup.fullmove);
        return fen;
    }
    let castles = rights::has_field(variant);
    if castles {
        fen.push(' ');
        fen.push_str(&rights::write(variant, setup));
    } else if all {
        fen.push_str(" -");
    }
    // XBoard leaves this field out only together with the other.
    if all || castles || variant.has_en_passant() {
        fen.push(' ');
        fen.push_str(&passed(setup, variant));
    }
    if variant.rules.checks.is_some() {
        let ByColor([white, black]) = setup.checks;
        let _ = write!(fen, " {white}+{black}");
    }
    let _ = write!(fen, " {} {}", setup.halfmove, setup.fullmove);
    if !variant.rules.once.is_empty() {
        fen.push_str(" once:");
        fen.push_str(&once(setup, variant));
    }
    fen
}

/// The rights to moves that are possible once, White's in capitals.
fn once(setup: &Setup, variant: &Variant) -> String {
    let names = Color::ALL.into_iter().flat_map(|color| {
        let held = variant.rules.once.iter().enumerate().filter(move |(right, _)| setup.once[color] >> right & 1 != 0);
        held.map(move |(_, name)| if color == Color::White { name.to_ascii_uppercase() } else { name.clone() })
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

/// The board from the top row down.
fn rows(setup: &Setup, variant: &Variant) -> String {
    let board = variant.board;
    let row = |rank: u8| {
        let mut row = String::new();
        let mut gap = 0;
        for file in 0..board.files() {
            let square = board.square(file.into(), rank.into());
            let piece = square.and_then(|square| setup.board.get(square.index())).copied().unwrap_or(Piece::NONE);
            let hole = square.is_some_and(|square| (variant.holes | setup.holes).has(square));
            if piece.is_none() && !hole {
                gap += 1;
                continue;
            }
            if gap > 0 {
                let _ = write!(row, "{}", std::mem::take(&mut gap));
            }
            if hole {
                row.push('*');
            } else {
                row.push_str(&variant.letters(piece));
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

/// The first square passed; with the piece's own square where the file alone does not tell the piece.
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
