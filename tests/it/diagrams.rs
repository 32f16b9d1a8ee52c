//! Positions as pictures: `alfil inspect --svg`.

use super::cli::{output, run, words};
use std::collections::BTreeMap;

const SVG: &str = "http://www.w3.org/2000/svg";
/// Side of a square, and the left margin.
const SIDE: i32 = 48;
const MARGIN: i32 = 20;

/// The piece on each square of a picture, and its mark, by the square's name; the hands under `hand`.
#[derive(Debug, Default)]
struct Picture {
    title: String,
    letters: BTreeMap<String, String>,
    marks: BTreeMap<String, String>,
    hands: Vec<String>,
}

fn picture(variant: &str, files: i32, ranks: i32, fen: &str, from: &str) -> Picture {
    let mut line = words(&format!("inspect --variant {variant} --svg -"));
    line.extend(["--fen", fen].map(str::to_owned));
    if !from.is_empty() {
        line.extend(["--from", from].map(str::to_owned));
    }
    let said = run(&line, "");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let text = String::from_utf8(said.stdout).expect("UTF-8");
    let document = roxmltree::Document::parse(&text).expect("the picture is XML");
    let mut picture = Picture::default();
    let name = |x: i32, y: i32| {
        let (file, row) = ((x - MARGIN) / SIDE, y / SIDE);
        (x >= MARGIN && file < files && row < ranks)
            .then(|| format!("{}{}", char::from(b'a' + file as u8), ranks - row))
    };
    for node in document.descendants().filter(|node| node.tag_name().namespace() == Some(SVG)) {
        let number = |key: &str| node.attribute(key).and_then(|value| value.parse::<i32>().ok()).unwrap_or(-1);
        let text = || node.text().unwrap_or_default().trim().to_owned();
        match (node.tag_name().name(), node.attribute("class").unwrap_or_default()) {
            ("title", _) => picture.title = text(),
            ("circle", class @ ("move" | "capture" | "choice")) => {
                let square = name(number("cx"), number("cy")).expect("a mark stands on a square");
                assert_eq!(picture.marks.insert(square, class.to_owned()), None, "one mark is enough");
            }
            ("rect", "lifted") => {
                let square = name(number("x"), number("y")).expect("on the board");
                picture.marks.insert(square, "lifted".to_owned());
            }
            ("text", _) if node.parent().is_some_and(|parent| parent.has_tag_name((SVG, "g"))) => {
                match name(number("x"), number("y")) {
                    Some(square) => assert_eq!(picture.letters.insert(square, text()), None),
                    None => picture.hands.push(text()),
                }
            }
            ("text", _) if text().starts_with('×') => picture.hands.push(text()),
            _ => {}
        }
    }
    picture
}

/// The letters of a FEN's board by square.
fn board_of(fen: &str, ranks: i32) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let board = fen.split([' ', '[']).next().expect("a board");
    for (rank, row) in (1..=ranks).rev().zip(board.split('/')) {
        let mut file = b'a';
        for c in row.chars() {
            match c.to_digit(10) {
                Some(gap) => file += gap as u8,
                None => {
                    found.insert(format!("{}{rank}", char::from(file)), c.to_string());
                    file += 1;
                }
            }
        }
    }
    found
}

fn marked<'m>(marks: &'m BTreeMap<String, String>, class: &str) -> Vec<&'m str> {
    marks.iter().filter(|(_, found)| *found == class).map(|(square, _)| square.as_str()).collect()
}

#[test]
fn a_picture_shows_the_board_and_both_hands() {
    let fen = "rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[PPnp] w KQkq - 2 4";
    let picture = picture("crazyhouse", 8, 8, fen, "");
    assert_eq!(picture.letters, board_of(fen, 8));
    assert_eq!(picture.hands, ["P", "× 2", "p", "× 1", "n", "× 1"].map(str::to_owned).to_vec(), "White's comes first");
    assert!(picture.marks.is_empty());
    assert!(picture.title.starts_with("Crazyhouse: rnb1kbnr/"), "{}", picture.title);
}

/// The laws of chess define these destinations, those of crazyhouse the drops of pawns.
#[test]
fn marks_show_where_a_piece_may_go() {
    let fen = "r3k3/4P3/8/3pP3/8/8/8/R3K2R[P] w KQq d6 0 1";
    let marks = |from: &str| picture("crazyhouse", 8, 8, fen, from).marks;
    let king = marks("e1");
    assert_eq!(marked(&king, "move"), ["c1", "d1", "d2", "e2", "f1", "f2", "g1"]);
    assert_eq!(marked(&king, "lifted"), ["e1"]);
    let pawn = marks("e5");
    assert_eq!((marked(&pawn, "move"), marked(&pawn, "capture")), (vec!["e6"], vec!["d6"]));
    let rook = marks("a1");
    assert_eq!(marked(&rook, "capture"), ["a8"]);
    assert_eq!(marked(&rook, "move").len(), 6 + 3);
    let held = marks("P@");
    assert!(marked(&held, "lifted").is_empty());
    // No pawn on the first and last rank, and three squares in between are occupied.
    assert_eq!(marked(&held, "move").len(), 48 - 3);
    let picture = picture("normal", 8, 8, "8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7");
    assert_eq!(marked(&picture.marks, "choice"), ["e8"]);
}

/// Kyoto shogi: a piece in hand is dropped with either face up, on any empty square.
#[test]
fn pieces_in_hand_may_be_dropped_with_either_face() {
    for from in ["P@", "+P@", "+p@"] {
        let marks = picture("kyotoshogi", 5, 5, "4k/5/5/5/K4[P] w - - 0 1", from).marks;
        assert_eq!(marked(&marks, "move").len(), 25 - 2, "{from}");
    }
}

#[test]
fn marks_need_a_piece_of_the_side_to_move() {
    for (line, complaint) in [
        ("inspect --variant normal --svg - --from e5", "error: White has no piece on e5\n"),
        ("inspect --variant normal --svg - --from z9", "error: there is no square `z9` on this board\n"),
        ("inspect --variant normal --svg - --from e7", "error: White has no piece on e7\n"),
        ("inspect --variant normal --svg - --from P@", "error: White has no P in hand\n"),
    ] {
        let said = run(&words(line), "");
        assert_eq!(said.status.code(), Some(1), "{line}");
        assert_eq!(String::from_utf8_lossy(&said.stderr), complaint);
        assert!(said.stdout.is_empty());
    }
    assert!(output("inspect --variant normal --svg -", "").starts_with("<svg "));
}

/// The README has the program's output.
#[test]
fn the_picture_in_the_readme_is_up_to_date() {
    let shown = include_str!("../../docs/pictures/crazyhouse.svg");
    let title = shown.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).expect("a title");
    let fen = title.trim().strip_prefix("Crazyhouse: ").expect("a FEN");
    let drawn =
        run(&[&words("inspect --variant crazyhouse --from d5 --svg - --fen")[..], &[fen.to_owned()]].concat(), "");
    assert_eq!(String::from_utf8_lossy(&drawn.stdout), shown);
}
