//! Opening books: lines of text, and records in Polyglot's format.

use crate::common::{Scratch, all_blocks};
use alfil::internals::game::Game;
use alfil::internals::game::book::Book;
use alfil::internals::text::Report;
use alfil::internals::variant::Library;
use std::path::{Path, PathBuf};

fn game(library: &Library, name: &str, moves: &[&str]) -> Game {
    let variant = library.get(name).unwrap_or_else(|| panic!("no variant `{name}`"));
    let mut game = Game::new(&variant).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    for text in moves {
        let mv = game.read_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        game.play(mv);
    }
    game
}

/// A move and its weight.
type Play = (&'static str, u64);

/// The moves of a book, as text.
fn played(book: &Book, game: &Game) -> Vec<(String, u64)> {
    book.moves(game).into_iter().map(|(mv, weight)| (game.move_text(mv), weight)).collect()
}

fn pairs(list: &[Play]) -> Vec<(String, u64)> {
    list.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect()
}

#[test]
fn lines_are_found_by_position() {
    let library = Library::bundled();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/books/lines.txt");
    let (book, reports) = Book::open(Path::new(path), &library).expect("a book");
    let cases: [(&str, &[&str], &[Play]); 9] = [
        ("normal", &[], &[("d2d4", 4), ("e2e4", 2), ("c2c4", 1), ("a2a3", 1)]),
        ("normal", &["e2e4"], &[("e7e5", 1), ("c7c5", 1)]),
        ("normal", &["e2e4", "e7e5"], &[("g1f3", 1)]),
        // 1. c4 Nf6 2. d4 transposes to 1. d4 Nf6 2. c4, but no line continues it.
        ("normal", &["d2d4", "g8f6", "c2c4"], &[]),
        ("normal", &["c2c4", "g8f6"], &[("d2d4", 1)]),
        ("normal", &["h2h3"], &[]),
        // After an invalid position.
        ("normal", &["a2a3"], &[("a7a6", 1)]),
        ("crazyhouse", &[], &[("e2e4", 1), ("g1f3", 1)]),
        ("shogi", &["g3g4"], &[("c7c6", 2)]),
    ];
    for (name, moves, expected) in cases {
        assert_eq!(played(&book, &game(&library, name, moves)), pairs(expected), "{name} {moves:?}");
    }
    let held = Game::bundled_at("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1");
    assert_eq!(played(&book, &held), pairs(&[("N@e4", 1)]));
    let reports: Vec<_> = reports.iter().map(Report::to_string).collect();
    let ends = [
        "lines.txt:15:9: there is no variant `nowhere`",
        "lines.txt:19:10: bad position: ",
        "lines.txt:26:6: `c7c8` cannot be played here: ",
        "lines.txt:27:1: `3` is a weight without moves",
        "lines.txt:28:1: `18446744073709551616` is too large for a weight",
    ];
    assert_eq!(reports.len(), ends.len(), "{reports:?}");
    for (report, end) in reports.iter().zip(ends) {
        assert!(report.contains(end), "{report}");
    }
}

/// A file in a directory of its own.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> (Scratch, PathBuf) {
    let scratch = Scratch::new(&format!("book-{name}"));
    let path = scratch.path(name);
    std::fs::write(&path, bytes).expect("writable");
    (scratch, path)
}

fn record(key: u64, from: u16, to: u16, promotion: u16, weight: u16) -> Vec<u8> {
    let code = promotion << 12 | from << 6 | to;
    [&key.to_be_bytes()[..], &code.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

/// The first key is from the description of the format, the others were computed by python-chess.
#[test]
fn records_of_polyglot_are_found_by_key() {
    let library = Library::bundled();
    let (start, castling, promotion) = (0x463b_9618_1691_fc9c, 0xfda2_39cc_692a_6053, 0xbf20_a911_5c30_4084);
    let mut records = [
        record(start, 12, 28, 0, 7),
        record(start, 11, 27, 0, 9),
        // An illegal move, and one with weight 0.
        record(start, 12, 36, 0, 50),
        record(start, 6, 21, 0, 0),
        record(castling, 4, 7, 0, 1),
        record(castling, 4, 0, 0, 2),
        record(promotion, 48, 56, 4, 1),
    ];
    records.sort();
    let (_scratch, path) = file("book.bin", records.concat());
    let (book, reports) = Book::open(&path, &library).expect("a book");
    assert_eq!(reports, []);
    assert_eq!(played(&book, &game(&library, "normal", &[])), pairs(&[("d2d4", 9), ("e2e4", 7)]));
    let game = Game::bundled_at("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(played(&book, &game), pairs(&[("e1c1", 2), ("e1g1", 1)]));
    let game = Game::bundled_at("normal", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(played(&book, &game), pairs(&[("a7a8q", 1)]));
    // Other games have the same board, but not the same book.
    assert_eq!(played(&book, &Game::bundled_at("crazyhouse", "8/P6k/8/8/8/8/8/K7[] w - - 0 1")), []);
}

#[test]
fn the_book_of_the_manual_is_in_order() {
    let library = Library::bundled();
    let manual = include_str!("../../docs/opening-books.md");
    let example = all_blocks(manual)
        .map(|(_, text)| text)
        .find(|text| text.contains("\nvariant crazyhouse\n"))
        .expect("an example");
    let (_scratch, path) = file("manual.txt", example);
    let (book, reports) = Book::open(&path, &library).expect("a book");
    assert_eq!(reports, []);
    let game = game(&library, "normal", &["e2e4", "c7c5"]);
    assert_eq!(played(&book, &game), pairs(&[("c2c3", 4), ("d2d4", 1)]));
}

#[test]
fn a_byte_order_mark_costs_no_line() {
    let library = Library::bundled();
    let (_scratch, path) = file("marked.txt", "\u{feff}e2e4 e7e5\n");
    let (book, reports) = Book::open(&path, &library).expect("a book");
    assert_eq!(reports, []);
    assert_eq!(played(&book, &game(&library, "normal", &[])), pairs(&[("e2e4", 1)]));
}

#[test]
fn files_that_are_not_books_are_refused() {
    let library = Library::bundled();
    let (_short, short) = file("short.bin", [0; 17]);
    let (_bytes, bytes) = file("bytes.txt", b"\xe9");
    let (_utf16, utf16) = file("utf16.txt", b"\xff\xfee\x002\x00");
    let missing = PathBuf::from("/nonexistent/book.txt");
    for (path, words) in [
        (&short, "not a book in Polyglot's format"),
        (&bytes, "not UTF-8"),
        (&utf16, "UTF-16"),
        (&missing, "not exist"),
    ] {
        let report = Book::open(path, &library).expect_err("no book");
        assert!(report.to_string().contains(words), "{report}");
    }
}
