//! Castling.

use super::convert::Convert;
use super::royalty::pseudo_royal;
use super::start::Castling;
use super::types::Type;
use crate::board::{ByColor, Color, Geometry};
use crate::import::write::table;
use toml::Value;

/// The castling of a type, in XBetza, for each side.
pub struct CastlingText {
    pub castler: Option<Type>,
    pub text: ByColor<String>,
}

pub fn castling(c: &mut Convert<'_>) -> CastlingText {
    let none = CastlingText { castler: None, text: ByColor::default() };
    if !c.castles() {
        return none;
    }
    let castlers = Color::ALL.map(|side| c.settings.piece_of("castlingKingPiece", side));
    let active = |side: Color| c.start.castlings[side].iter().any(Option::is_some);
    let castlers: Vec<Type> =
        Color::ALL.into_iter().zip(castlers).filter(|(side, _)| active(*side)).filter_map(|(_, ty)| ty).collect();
    let castler = castlers[0];
    if castlers.iter().any(|other| *other != castler) {
        c.refuse("castlingKingPieceWhite", "the castling pieces of both sides are of different types");
        return none;
    }
    let with_king = |side: Color| active(side) && c.start.count(side, Type::KING) > 0;
    if castler != Type::KING && Color::ALL.into_iter().any(with_king) {
        c.refuse("castlingKingPieceWhite", "another piece than the king castles");
        return none;
    }
    if c.settings.flag("chess960") {
        c.file.set("castling", "style", "fischer");
        let file = |name: &str| char::from(b'a' + c.settings.number(name) as u8).to_string();
        let to = [("h", "castlingKingsideFile"), ("a", "castlingQueensideFile")];
        let to = table(to.map(|(key, name)| (key.to_owned(), Value::from(file(name)))));
        c.file.set("castling", "king_to", to);
        return CastlingText { castler: Some(castler), text: ByColor::from_fn(|_| "isO2".to_owned()) };
    }
    let mut text: ByColor<String> = ByColor::default();
    for side in Color::ALL.into_iter().filter(|side| active(*side)) {
        let [right, left] = c.start.castlings[side];
        let wings = [
            right.map(|castling| wing(c.board, &castling, true)),
            left.map(|castling| wing(c.board, &castling, false)),
        ];
        if wings.contains(&Some(None)) {
            c.refuse("castling", "the castling piece goes to a square that the moves of variant files cannot name");
            return none;
        }
        let [right, left] = wings.map(Option::flatten);
        let term = |letter: &str, wing: Option<(u8, u8)>| {
            wing.map_or(String::new(), |(way, inside)| format!("i{letter}{}O{way}", if inside == 1 { "j" } else { "" }))
        };
        let turned = side == Color::Black;
        text[side] = if right == left {
            term("s", right)
        } else {
            term(if turned { "l" } else { "r" }, right) + &term(if turned { "r" } else { "l" }, left)
        };
    }
    // A side that never castles may have the other's moves, since it has no rights.
    for side in Color::ALL.into_iter().filter(|side| !active(*side)) {
        text[side] = text[!side].clone();
    }
    let royal = castler == Type::KING || pseudo_royal(c).contains(&castler);
    if !royal {
        c.file.set("castling", "check_rule", "ignore");
    }
    CastlingText { castler: Some(castler), text }
}

/// How far the king goes, and how far its partner is from the edge, if XBetza can express it.
fn wing(board: Geometry, castling: &Castling, right: bool) -> Option<(u8, u8)> {
    let [king, rook] = [castling.king, castling.rook].map(|at| board.file(at));
    let rim = if right { board.files() - 1 } else { 0 };
    let way = if right { castling.to.checked_sub(king) } else { king.checked_sub(castling.to) };
    let inside = rim.abs_diff(rook);
    // The partner goes to the last square that the king passes.
    let beyond = king.abs_diff(rook) >= king.abs_diff(castling.to);
    way.filter(|way| *way > 0 && inside < 2 && beyond).map(|way| (way, inside))
}
