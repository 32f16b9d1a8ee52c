//! Shuffled starts: which ones there are, that they are equally likely, and that all are playable.

use alfil::internals::game::{Game, try_to_begin};
use alfil::internals::text::{Severity, Source};
use alfil::internals::variant::{find, load_tried};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The boards of shuffled starts, without the ranks after the first `rows` from the top, and how often each occurs.
fn drawn(text: &str, rows: usize, draws: usize) -> BTreeMap<String, usize> {
    let (variant, reports) = load_tried(&Source::new("drawn.toml", text), &find, &try_to_begin);
    let complaints = reports.iter().filter(|report| report.severity != Severity::Note);
    let complaints: Vec<String> = complaints.map(|report| report.render(false)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let mut game = Game::new(&Arc::new(variant.expect("no complaints"))).expect("it can be played");
    let mut random = Rng::with_seed(7);
    let mut boards = BTreeMap::new();
    for _ in 0..draws {
        let start = game.restart_drawn(&mut random).expect("it can be drawn");
        assert_eq!(game.setup(), start);
        let fen = start.fen(game.variant());
        let board: Vec<&str> = fen.split(' ').next().expect("a board").split('/').skip(rows).collect();
        *boards.entry(board.join("/")).or_default() += 1;
    }
    boards
}

/// King, queen, rooks and knights stay at home, which few of all orders satisfy: two bishops are somewhere among the
/// pawns.
#[test]
fn pieces_that_keep_to_few_squares_are_drawn_as_often_as_others() {
    let on =
        |piece: &str, squares: &str| format!("[[start.shuffle.on]]\npieces = [\"{piece}\"]\nsquares = \"{squares}\"\n");
    let on = [on("K", "e1"), on("Q", "d1"), on("R", "a1 h1"), on("N", "b1 g1")].concat();
    let text = format!(
        "name = \"keeping\"\ninclude = \"normal\"\n[castling]\nstyle = \"none\"\n\
         [start.shuffle]\npieces = \"all\"\nsquares = \"ranks 1,2\"\n{on}"
    );
    let boards = drawn(&text, 6, 4500);
    assert_eq!(boards.len(), 10 * 9 / 2);
    assert!(boards.values().all(|times| (50..200).contains(times)), "{boards:?}");
    assert!(boards.keys().all(|board| board.contains("/RN") && board.contains("QK") && board.ends_with("NR")));
}

/// Black's king is on the file of White's rook in two of six orders, and could be captured.
#[test]
fn starts_that_cannot_be_played_are_not_drawn() {
    let text = "name = \"open\"\n[board]\nfiles = 3\nranks = 5\n[start]\nfen = \"rkn/3/3/3/NKR w - - 0 1\"\n\
                [start.shuffle]\npieces = \"all\"\nblack = \"rotated\"\n\
                [pieces.K]\nmove = \"K\"\n[pieces.R]\nmove = \"R\"\n[pieces.N]\nmove = \"WF\"\n";
    let boards = drawn(text, 4, 400);
    assert_eq!(boards.keys().collect::<Vec<_>>(), ["KRN", "NKR", "NRK", "RKN"]);
    assert!(boards.values().all(|times| (50..200).contains(times)), "{boards:?}");
}

/// An excluded order is one of the whole first rank, even if only two of its pieces are shuffled.
#[test]
fn orders_that_are_left_out_are_not_drawn() {
    let text = "name = \"others\"\ninclude = \"normal\"\n[castling]\nstyle = \"none\"\n\
                [start.shuffle]\npieces = [\"K\", \"Q\", \"R\"]\nsquares = \"d1 e1\"\n\
                except = [[\"R\", \"N\", \"B\", \"Q\", \"K\", \"B\", \"N\", \"R\"]]\n";
    assert_eq!(drawn(text, 7, 50).into_iter().collect::<Vec<_>>(), [("RNBKQBNR".to_owned(), 50)]);
}
