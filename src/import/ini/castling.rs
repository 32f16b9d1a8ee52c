//! Castling.

use super::convert::Convert;
use super::royalty::pseudo_royal;
use super::squares::step;
use super::start::{Castling, Kind};
use super::types::Type;
use crate::board::{ByColor, Color, Square};
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
        let text = ByColor::from_fn(|side| if active(side) { freely(c, side) } else { String::new() });
        return CastlingText { castler: Some(castler), text };
    }
    let mut text: ByColor<String> = ByColor::default();
    for side in Color::ALL.into_iter().filter(|side| active(*side)) {
        let [right, left] = c.start.castlings[side];
        let wings = [right.map(|castling| wing(c, &castling, true)), left.map(|castling| wing(c, &castling, false))];
        if wings.contains(&Some(None)) {
            c.refuse("castling", "the castling piece goes to a square that the moves of variant files cannot name");
            return none;
        }
        text[side] = terms(side, wings.map(Option::flatten));
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

/// The terms of castlings towards higher and lower files: how far the king goes, and how far its partner is from the
/// rim.
fn terms(side: Color, [right, left]: [Option<(u8, u8)>; 2]) -> String {
    let term = |letter: &str, wing: Option<(u8, u8)>| {
        wing.map_or(String::new(), |(way, inside)| format!("i{letter}{}O{way}", if inside == 1 { "j" } else { "" }))
    };
    let turned = side == Color::Black;
    if right == left {
        term("s", right)
    } else {
        term(if turned { "l" } else { "r" }, right) + &term(if turned { "r" } else { "l" }, left)
    }
}

/// The terms for castling between fixed files: they only tell which pieces are partners, since rights tell where these
/// stand.
fn freely(c: &Convert<'_>, side: Color) -> String {
    let castlings: Vec<Castling> = c.start.castlings[side].iter().flatten().copied().collect();
    let kind = |at: Square| c.start.piece_of(side, at);
    let partners: Vec<Kind> = castlings.iter().filter_map(|castling| kind(castling.rook)).collect();
    let corner = |right: bool, inside: u8| {
        let way = outward(c, castlings.first()?.king, right);
        kind(*way.get(way.len().checked_sub(1 + usize::from(inside))?)?).filter(|kind| partners.contains(kind))
    };
    let wings = [true, false].map(|right| (0..2).find(|inside| corner(right, *inside).is_some()));
    let told = |kind: &Kind| {
        let ends = [true, false].into_iter().zip(wings);
        ends.filter_map(|(right, inside)| corner(right, inside?)).any(|known| known == *kind)
    };
    if !partners.iter().all(told) {
        c.refuse(
            "startFen",
            "a king that castles between fixed files has a partner of each kind at the edge or next to it",
        );
    }
    if castlings.iter().any(|castling| c.board.rank_of(side, castling.king) != 0) {
        c.refuse("castlingRank", "kings that castle between fixed files do so on the first rank");
    }
    terms(side, wings.map(|inside| Some((2, inside?))))
}

/// The castling field with the files of the partners, if these are not the outermost ones, which `K` and `Q` mean.
pub fn rights_by_file(c: &Convert<'_>) -> Option<String> {
    let sides = Color::ALL.into_iter().filter(|_| c.settings.flag("chess960"));
    let castlings =
        sides.flat_map(|side| c.start.castlings[side].iter().flatten().map(move |castling| (side, castling)));
    let castlings: Vec<(Color, &Castling)> = castlings.collect();
    let partners = castlings.iter().filter_map(|(side, castling)| c.start.piece_of(*side, castling.rook));
    let partners: Vec<Kind> = partners.collect();
    let is_inner = |(side, castling): &(Color, &Castling)| {
        let outer = outward(c, castling.rook, castling.rook > castling.king);
        outer.into_iter().filter_map(|at| c.start.piece_of(*side, at)).any(|kind| partners.contains(&kind))
    };
    let letter = |(side, castling): &(Color, &Castling)| {
        let letter = match c.board.file(castling.rook) {
            // `K` is a side of the board.
            10 => 'm',
            file => char::from(b'a' + file),
        };
        if *side == Color::White { letter.to_ascii_uppercase() } else { letter }
    };
    castlings.iter().any(is_inner).then(|| castlings.iter().map(letter).collect())
}

/// The squares from one towards the edge of the board, or to a wall before it.
fn outward(c: &Convert<'_>, from: Square, right: bool) -> Vec<Square> {
    let next = |at: &Square| step(c.board, Color::White, *at, (if right { 1 } else { -1 }, 0));
    std::iter::successors(next(&from), next).take_while(|at| !c.start.walls.has(*at)).collect()
}

/// How far the king goes, and how far its partner is from the rim, if XBetza can express it.
fn wing(c: &Convert<'_>, castling: &Castling, right: bool) -> Option<(u8, u8)> {
    let [king, rook] = [castling.king, castling.rook].map(|at| c.board.file(at));
    let way = if right { castling.to.checked_sub(king) } else { king.checked_sub(castling.to) };
    let inside = outward(c, castling.rook, right).len() as u8;
    // The partner goes to the last square that the king passes.
    let beyond = king.abs_diff(rook) >= king.abs_diff(castling.to);
    way.filter(|way| *way > 0 && inside < 2 && beyond).map(|way| (way, inside))
}
