//! Squares, moves and positions in USI's notation, for boards of any size.
//!
//! Files are numbers from the right of the side that moves first, ranks letters
//! from the far side: `7g`. That side is Black there, and White here. A position
//! is an SFEN: board, side to move, hands, and the number of the next move,
//! both sides counted. English books name squares in the same way, and write moves as `P-7f`, `Bx2b+`, `G4i-5h`, `P*5e`.

use crate::board::{Geometry, Square};
use crate::variant::{CastlingRule, Variant};
use std::fmt;

/// Maximum number of pieces of a kind in a hand of an SFEN.
const MOST_HELD: usize = 255;

/// Faults of an SFEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SfenError {
    /// A field is missing: its name.
    Missing(&'static str),
    /// A field is invalid: its name, and its text.
    Wrong(&'static str, String),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "missing {field}: expected board, side to move, hands and move number"),
            Self::Wrong(field, found) => {
                let expected = match *field {
                    "side to move" => "`b` or `w`",
                    "hands" => "`-`, or pieces with their numbers before them, as in `R2Pb`",
                    _ => "a number",
                };
                write!(f, "invalid {field} `{found}`: expected {expected}")
            }
        }
    }
}

/// A square's name.
fn name(geometry: Geometry, sq: Square) -> String {
    file_name(geometry, geometry.file(sq)) + &rank_name(geometry, geometry.rank(sq))
}

/// The name of a file, which is counted from the left.
pub(super) fn file_name(geometry: Geometry, file: u8) -> String {
    (geometry.files() - file).to_string()
}

/// The name of a rank, which is counted from the near side.
pub(super) fn rank_name(geometry: Geometry, rank: u8) -> String {
    char::from(b'a' + geometry.ranks() - 1 - rank).to_string()
}

/// Parses the name of a square at the start of a text; the rest is returned, too.
fn square(geometry: Geometry, text: &str) -> Option<(Square, &str)> {
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let file: i16 = text[..digits].parse().ok()?;
    let letter = text[digits..].bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank = i16::from(geometry.ranks()) - 1 - i16::from(letter - b'a');
    let square = geometry.square(i16::from(geometry.files()) - file, rank)?;
    Some((square, &text[digits + 1..]))
}

/// The same move in our own [`notation`](super::notation).
pub(super) fn move_text(geometry: Geometry, plain: &str) -> String {
    translated(plain, |rest| geometry.parse_prefix(rest).map(|(sq, rest)| (name(geometry, sq), rest)), ['@', '*'])
}

/// The same move in our own notation; a text that is not a move is unchanged.
pub(super) fn plain_text(geometry: Geometry, text: &str) -> String {
    translated(text, |rest| square(geometry, rest).map(|(sq, rest)| (geometry.name(sq), rest)), ['*', '@'])
}

/// A move of English books with our names of squares, and without marks that only those books use: `Pc4`, `Bxh8+`,
/// `Gf1e2`, `P@e5`. Ranks may be numbers there: `P-76`. `None` if it does not have the shape of such a move.
pub(super) fn plain_record(geometry: Geometry, text: &str) -> Option<String> {
    let letter =
        text.find(|c: char| c.is_ascii_uppercase()).filter(|at| text[..*at].trim_start_matches('+').is_empty())?;
    let (piece, rest) = text.split_at(letter + 1);
    let (origin, rest) = match recorded_square(geometry, rest) {
        Some((sq, rest)) if rest.starts_with(['-', 'x']) => (geometry.name(sq), rest),
        _ => (String::new(), rest),
    };
    let sign = rest.chars().next().filter(|c| "-x*'".contains(*c))?;
    let (to, suffix) = recorded_square(geometry, &rest[1..])?;
    let sign = match sign {
        'x' => "x",
        '*' | '\'' => "@",
        _ => "",
    };
    matches!(suffix, "" | "+" | "=").then(|| format!("{piece}{origin}{sign}{}{suffix}", geometry.name(to)))
}

/// A square's name at the start of a move of a book, with a letter or a number for its rank.
fn recorded_square(geometry: Geometry, text: &str) -> Option<(Square, &str)> {
    let numbered = || {
        let digit = |at: usize| text.as_bytes().get(at).filter(|c| c.is_ascii_digit()).map(|c| i16::from(c - b'0'));
        let (file, rank) = (digit(0)?, digit(1)?);
        let square = geometry.square(i16::from(geometry.files()) - file, i16::from(geometry.ranks()) - rank)?;
        Some((square, &text[2..]))
    };
    square(geometry, text).or_else(numbered)
}

/// A text with other names for its squares, and another sign for drops.
fn translated(text: &str, square: impl Fn(&str) -> Option<(String, &str)>, [from, to]: [char; 2]) -> String {
    let mut translated = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if let Some((name, behind)) = square(rest) {
            translated.push_str(&name);
            rest = behind;
        } else {
            translated.push(if next == from { to } else { next });
            rest = &rest[next.len_utf8()..];
        }
    }
    translated
}

/// The FEN of an SFEN, and the number of the next move there.
///
/// # Errors
///
/// If a field is missing or invalid. Whether the board fits the game is checked when the FEN is read.
pub fn fen_of(sfen: &str) -> Result<(String, u32), SfenError> {
    let mut fields = sfen.split_ascii_whitespace();
    let board = fields.next().ok_or(SfenError::Missing("board"))?;
    let side = match fields.next().ok_or(SfenError::Missing("side to move"))? {
        "b" => 'w',
        "w" => 'b',
        found => return Err(SfenError::Wrong("side to move", found.to_owned())),
    };
    let hands = fields.next().ok_or(SfenError::Missing("hands"))?;
    let hands = read_hands(hands).ok_or_else(|| SfenError::Wrong("hands", hands.to_owned()))?;
    // Many programs omit the number.
    let number = match fields.next() {
        Some(field) => field.parse::<u32>().map_err(|_| SfenError::Wrong("move number", field.to_owned()))?,
        None => 1,
    };
    let number = number.max(1);
    Ok((format!("{board}[{hands}] {side} 0 {}", number.div_ceil(2)), number))
}

/// The FEN of a text that is an SFEN although nothing says so: in games with pieces in hand a board without brackets,
/// `b` for the side that moves first, the hands and the number of the move. A FEN without brackets has other fields
/// after the side.
pub fn fen_of_bare_sfen(variant: &Variant, text: &str) -> Option<String> {
    let [board, "b" | "w", hands, number] = text.split_ascii_whitespace().collect::<Vec<_>>()[..] else { return None };
    let shaped = !board.contains('[') && number.bytes().all(|byte| byte.is_ascii_digit());
    let held = hands == "-" || hands.bytes().all(|byte| byte.is_ascii_alphanumeric()) && hands.parse::<u32>().is_err();
    let known = variant.rules.hands.any() && variant.rules.castling == CastlingRule::None;
    (shaped && held && known).then(|| fen_of(text).ok()).flatten().map(|(fen, _)| fen)
}

/// The pieces in hand, one letter for each.
fn read_hands(field: &str) -> Option<String> {
    if field == "-" {
        return Some("-".to_owned());
    }
    let mut hands = String::new();
    let mut count = String::new();
    for c in field.chars() {
        match c {
            '0'..='9' => count.push(c),
            c if c.is_ascii_alphabetic() => {
                let count = if count.is_empty() { 1 } else { std::mem::take(&mut count).parse().ok()? };
                (1..=MOST_HELD).contains(&count).then_some(())?;
                hands.extend(std::iter::repeat_n(c, count));
            }
            _ => return None,
        }
    }
    count.is_empty().then_some(hands)
}

/// The SFEN of a FEN in our own form. In games with a handicap the other side makes move 1: the counter in
/// the FEN does not determine the number of the next move.
pub fn sfen_of(fen: &str, number: u32) -> String {
    let mut fields = fen.split_ascii_whitespace();
    let (board, hands) = fields.next().unwrap_or_default().split_once('[').unwrap_or_default();
    let board = if board.is_empty() { fen.split_ascii_whitespace().next().unwrap_or_default() } else { board };
    let side = if fields.next() == Some("b") { 'w' } else { 'b' };
    format!("{board} {side} {} {number}", written_hands(hands.trim_end_matches(']')))
}

/// The hands of a FEN with numbers, those of the side that moves first before the others.
fn written_hands(hands: &str) -> String {
    let mut kinds: Vec<(char, usize)> = Vec::new();
    // FENs list the least valuable piece first, SFENs the most valuable.
    for c in hands.chars().rev().filter(char::is_ascii_alphabetic) {
        match kinds.iter_mut().find(|(kind, _)| *kind == c) {
            Some((_, count)) => *count += 1,
            None => kinds.push((c, 1)),
        }
    }
    kinds.sort_by_key(|(kind, _)| kind.is_ascii_lowercase());
    let text: String = kinds
        .iter()
        .map(|(kind, count)| if *count > 1 { format!("{count}{kind}") } else { kind.to_string() })
        .collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the protocol's own page, and their FENs.
    #[test]
    fn positions_match_the_protocol() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        assert_eq!(fen_of(&format!("{start} b - 1")), Ok((format!("{start}[-] w 0 1"), 1)));
        assert_eq!(fen_of(&format!("{start} w - 1")), Ok((format!("{start}[-] b 0 1"), 1)));
        let matsuri = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124";
        let (fen, number) = fen_of(matsuri).expect("it is one");
        assert!(fen.ends_with("/LN2+p3L[Sbgnppp] b 0 62"), "{fen}");
        // In our own FENs, the least valuable piece comes first.
        assert_eq!(sfen_of(&fen.replace("[Sbgnppp]", "[Spppngb]"), number), matsuri);
        assert_eq!(sfen_of(&format!("{start}[-] w 0 1"), 1), format!("{start} b - 1"));
    }

    #[test]
    fn invalid_sfens_are_refused_with_a_reason() {
        let faults = [
            ("", "missing board"),
            ("9", "missing side to move"),
            ("9 x - 1", "invalid side to move `x`"),
            ("9 b", "missing hands"),
            ("9 b 2 1", "invalid hands `2`"),
            ("9 b 0P 1", "invalid hands `0P`"),
            ("9 b 99999999999999999999P 1", "invalid hands"),
            ("9 b - x", "invalid move number `x`"),
        ];
        for (sfen, fault) in faults {
            let found = fen_of(sfen).expect_err(sfen).to_string();
            assert!(found.contains(fault) && found.contains("expected"), "{sfen}: {found}");
        }
    }

    #[test]
    fn squares_are_counted_from_the_right_and_from_the_top() {
        let board = |size| Geometry::new(size, size).expect("there are such boards");
        for (size, plain, usi) in [
            (9, "c3c4", "7g7f"),
            (9, "b2h8+", "8h2b+"),
            (9, "P@e5", "P*5e"),
            (12, "a1l12", "12l1a"),
            (8, "e7e8q", "4b4aq"),
        ] {
            assert_eq!(move_text(board(size), plain), usi, "{plain}");
            assert_eq!(plain_text(board(size), usi), plain, "{usi}");
        }
    }
}
