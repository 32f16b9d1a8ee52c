//! Books in Polyglot's binary format: records of 16 bytes, sorted by a key of
//! the position. The key is made of published constants, which are in
//! `polyglot.txt`: 12 pieces times 64 squares, 4 castling rights, 8 files for
//! en passant, and one for White to move.

use super::is_same_game;
use crate::game::Game;
use crate::position::{Move, MoveKind};
use crate::variant::Variant;
use once_cell::sync::Lazy;
use std::sync::Arc;

const RECORD: usize = 16;
/// The pieces in the order of the constants, eight ranks of eight for each.
const PIECES: &str = "pPnNbBrRqQkK";
const CASTLING: &str = "KQkq";
const CASTLING_FROM: usize = 768;
const EN_PASSANT_FROM: usize = 772;
const TURN: usize = 780;
/// The kind that a piece becomes, by the number in a record.
const PROMOTIONS: [&str; 5] = ["", "n", "b", "r", "q"];

static CONSTANTS: Lazy<Vec<u64>> = Lazy::new(|| {
    let words = include_str!("polyglot.txt").split_whitespace();
    words.map(|word| u64::from_str_radix(word, 16).expect("the constants are hexadecimal")).collect()
});

/// A book for orthodox chess.
#[derive(Debug)]
pub(super) struct Polyglot {
    records: Vec<u8>,
    variant: Arc<Variant>,
}

impl Polyglot {
    /// A book from the bytes of its file, for a game that is chess.
    pub(super) fn new(records: Vec<u8>, variant: Arc<Variant>) -> Result<Self, &'static str> {
        if records.len().is_multiple_of(RECORD) && !records.is_empty() {
            Ok(Self { records, variant })
        } else {
            Err("this is not a book in Polyglot's format, whose records have 16 bytes")
        }
    }

    /// The moves of the book in a position.
    pub(super) fn moves(&self, game: &Game) -> Vec<(Move, u64)> {
        if !is_same_game(&self.variant, game.variant()) {
            return Vec::new();
        }
        let Some(key) = key_of(game) else { return Vec::new() };
        let first = self.first(key);
        let records = (first..).map_while(|number| self.record(number)).take_while(|(other, ..)| *other == key);
        records.filter_map(|(_, code, weight)| Some((game.read_move(&text(code)?).ok()?, weight.into()))).collect()
    }

    /// The first record whose key is not less than this one.
    fn first(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.records.len() / RECORD);
        while low < high {
            let middle = low.midpoint(high);
            match self.record(middle) {
                Some((other, ..)) if other < key => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }

    /// Key, move and weight of a record; all numbers are big-endian.
    fn record(&self, number: usize) -> Option<(u64, u16, u16)> {
        let record = self.records.get(number * RECORD..(number + 1) * RECORD)?;
        let (key, rest) = record.split_first_chunk()?;
        let (code, rest) = rest.split_first_chunk()?;
        let (weight, _) = rest.split_first_chunk()?;
        Some((u64::from_be_bytes(*key), u16::from_be_bytes(*code), u16::from_be_bytes(*weight)))
    }
}

/// A move as coordinates: six bits for each square, ranks above files, and
/// the promotion. In castling, the king moves to the square of its rook.
fn text(code: u16) -> Option<String> {
    let square = |number: u16| [(b'a' + (number & 7) as u8) as char, (b'1' + (number >> 3 & 7) as u8) as char];
    let promotion = PROMOTIONS.get(usize::from(code >> 12 & 7))?;
    let squares = square(code >> 6).into_iter().chain(square(code));
    Some(squares.chain(promotion.chars()).collect())
}

/// The key of a position of chess; `None` for other boards.
fn key_of(game: &Game) -> Option<u64> {
    // A pawn beside the double step counts even if it is pinned; then the FEN does not name the square.
    let double = game.latest().filter(|mv| mv.kind() == MoveKind::Double);
    let passed = double.map(|mv| usize::from(game.geometry().file(mv.to())));
    key(&game.setup().fen(game.variant()), passed)
}

/// The key of a position of chess given as FEN, and the file on which a pawn has just gone two steps, if the FEN does
/// not name it.
fn key(fen: &str, passed: Option<usize>) -> Option<u64> {
    let mut fields = fen.split(' ');
    let board = fields.next()?;
    let white = fields.next()? == "w";
    let (castling, en_passant) = (fields.next()?, fields.next()?);
    let squares = squares(board)?;
    let constant = |number: usize| CONSTANTS.get(number).copied().unwrap_or(0);
    let mut key = if white { constant(TURN) } else { 0 };
    for (square, piece) in squares.iter().enumerate().filter(|(_, piece)| **piece != ' ') {
        key ^= constant(64 * PIECES.find(*piece)? + square);
    }
    for (number, _) in CASTLING.chars().enumerate().filter(|(_, right)| castling.contains(*right)) {
        key ^= constant(CASTLING_FROM + number);
    }
    // En passant counts if a pawn stands beside the one that could be captured.
    let (rank, pawn) = if white { (4, 'P') } else { (3, 'p') };
    let named = en_passant.bytes().next().filter(|letter| (b'a'..=b'h').contains(letter));
    if let Some(file) = named.map(|letter| usize::from(letter - b'a')).or(passed) {
        let beside = [file.checked_sub(1), Some(file + 1).filter(|file| *file < 8)];
        if beside.into_iter().flatten().any(|file| squares[8 * rank + file] == pawn) {
            key ^= constant(EN_PASSANT_FROM + file);
        }
    }
    Some(key)
}

/// The character of each square, from a1 on; `None` for boards other than 8 by 8.
fn squares(board: &str) -> Option<[char; 64]> {
    let mut squares = [' '; 64];
    let rows: Vec<_> = board.split('/').collect();
    for (row, rank) in rows.iter().rev().enumerate() {
        let mut file = 0;
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(gap) => file += gap as usize,
                None => {
                    *squares.get_mut(8 * row + file).filter(|_| file < 8)? = c;
                    file += 1;
                }
            }
        }
        if file != 8 {
            return None;
        }
    }
    (rows.len() == 8).then_some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions and keys given in the description of the format.
    #[test]
    fn keys_match_the_format_description() {
        let table = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ];
        for (fen, expected) in table {
            assert_eq!(key(fen, None), Some(expected), "{fen}");
        }
        for fen in ["", "8/8 w - -", "9/8/8/8/8/8/8/8 w - - 0 1", "x7/8/8/8/8/8/8/8 w - - 0 1"] {
            assert_eq!(key(fen, None), None, "{fen}");
        }
    }

    /// The key is the one that python-chess computes.
    #[test]
    fn pinned_pawns_count_for_en_passant() {
        let mut game = Game::bundled_at("normal", "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
        game.play(game.read_move("d7d5").expect("it is legal"));
        assert_eq!(key_of(&game), Some(0x7ddd_0eef_bfc8_435a));
    }

    #[test]
    fn moves_match_the_format_description() {
        // From e2 to e4, and a pawn from a7 to a8 that becomes a queen.
        assert_eq!(text(12 << 6 | 28).as_deref(), Some("e2e4"));
        assert_eq!(text(4 << 12 | 48 << 6 | 56).as_deref(), Some("a7a8q"));
        assert_eq!(text(5 << 12), None);
    }
}
