//! A drawing of a piece's moves as an SVG picture.

use super::marks::{Marks, Sign};
use crate::board::Square;
use std::collections::BTreeSet;
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Style, Text, Title};

/// Side of a square, in units of the picture.
const SIDE: i32 = 60;
/// Room around the board, for the names of files and ranks.
const MARGIN: i32 = 24;
/// Height of a line of the legend.
const LINE: i32 = 28;
/// Room for the words of the legend.
const LEGEND: i32 = 440;

/// The styles of a drawing.
pub(in crate::cli) const STYLE: &str = "
.light { fill: #f3ead7 }
.dark { fill: #dccdae }
text { font-family: sans-serif; font-size: 14px; fill: #333 }
.piece { font-size: 34px; font-weight: bold }
.move { fill: #2a6fb0 }
.capture { fill: none; stroke: #c0322b; stroke-width: 4 }
.friend { fill: none; stroke: #7a4fa3; stroke-width: 4 }
.move-over { fill: none; stroke: #2a6fb0; stroke-width: 3; stroke-dasharray: 3 3 }
.capture-over { fill: none; stroke: #c0322b; stroke-width: 4; stroke-dasharray: 5 4 }
.friend-over { fill: none; stroke: #7a4fa3; stroke-width: 4; stroke-dasharray: 5 4 }
.jump { fill: #333 }
.relay { fill: none; stroke: #2e8b57; stroke-width: 3 }
.victim { fill: none; stroke: #c0322b; stroke-width: 3 }
.initial text, .ahead text, .partly text, .castle text, .swap text, .passing text { font-weight: bold }
";

/// The style of a sign's shape, and its meaning.
fn words(sign: Sign) -> (&'static str, &'static str) {
    match sign {
        Sign::Move => ("move", "may move here"),
        Sign::Capture => ("capture", "may capture here"),
        Sign::Friend => ("friend", "may capture a friend here"),
        Sign::MoveOver => ("move-over", "may move here over another piece, or after taking one"),
        Sign::CaptureOver => ("capture-over", "may capture here over another piece, or after taking one"),
        Sign::FriendOver => ("friend-over", "may capture a friend here over another piece, or after taking one"),
        Sign::Initial => ("initial", "only while unmoved"),
        Sign::Ahead => ("ahead", "only while unmoved, or one step ahead of a start square"),
        Sign::Partly => ("partly", "some of this only while unmoved"),
        Sign::Castle => ("castle", "castles here"),
        Sign::Passing => ("passing", "may capture en passant here"),
        Sign::Swap => ("swap", "a piece here may be put elsewhere instead of being captured"),
        Sign::Jump => ("jump", "comes here even over other pieces"),
        Sign::Relay => ("relay", "a leg of a move may end here"),
        Sign::Victim => ("victim", "a piece here may be taken by a move that ends elsewhere"),
    }
}

/// Draws marks with a title, a board and a legend.
pub(super) fn draw(marks: &Marks, title: &str) -> Document {
    let board = marks.geometry;
    let used: Vec<Sign> = marks.used().collect();
    let side = |count: u8| i32::from(count) * SIDE;
    let foot = MARGIN + side(board.ranks()) + MARGIN;
    let lines = used.len() as i32 + i32::from(marks.passes);
    let (width, height) = (2 * MARGIN + side(board.files()).max(LEGEND), foot + lines * LINE + MARGIN / 2);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Title::new(title))
        .add(Style::new(STYLE));
    for sq in board.all() {
        document = document.add(square(marks, sq, "@").set("id", board.name(sq)));
    }
    document = document.add(names(marks));
    for (line, &sign) in used.iter().enumerate() {
        let y = foot + line as i32 * LINE + LINE / 2;
        document = document.add(shape(sign, MARGIN + SIDE / 2, y)).add(text(MARGIN + SIDE, y + 5, words(sign).1));
    }
    if marks.passes {
        let y = foot + used.len() as i32 * LINE + LINE / 2;
        document = document.add(text(MARGIN, y + 5, "The piece may stay and pass the turn."));
    }
    document
}

/// Draws marks alone, without the names of squares: for a page that has the style and the legend.
pub(in crate::cli) fn draw_board(marks: &Marks, piece: &str, title: &str) -> Document {
    let side = |count: u8| i32::from(count) * SIDE;
    let (width, height) = (side(marks.geometry.files()), side(marks.geometry.ranks()));
    let document = Document::new().set("viewBox", (MARGIN, MARGIN, width, height)).add(Title::new(title));
    marks.geometry.all().fold(document, |document, sq| document.add(square(marks, sq, piece)))
}

/// The meanings of all signs in drawings, each with its shape.
pub(in crate::cli) fn draw_legend<'a>(drawings: impl Iterator<Item = &'a Marks>) -> Vec<(Document, &'static str)> {
    let used: BTreeSet<Sign> = drawings.flat_map(|marks| marks.used().collect::<Vec<_>>()).collect();
    let drawn = |sign| {
        let side = SIDE / 2;
        Document::new().set("viewBox", (0, 0, side, side)).add(shape(sign, side / 2, side / 2))
    };
    used.into_iter().map(|sign| (drawn(sign), words(sign).1)).collect()
}

/// The centre of a square.
fn middle(marks: &Marks, sq: Square) -> (i32, i32) {
    let board = marks.geometry;
    let from_top = board.ranks() - 1 - board.rank(sq);
    let at = |count: u8| MARGIN + i32::from(count) * SIDE + SIDE / 2;
    (at(board.file(sq)), at(from_top))
}

/// A square with all its marks, and the piece as a letter; its title describes it in words.
fn square(marks: &Marks, sq: Square, piece: &str) -> Group {
    let board = marks.geometry;
    let (x, y) = middle(marks, sq);
    let shade = if board.shade(sq) == 0 { "dark" } else { "light" };
    let rectangle = Rectangle::new()
        .set("x", x - SIDE / 2)
        .set("y", y - SIDE / 2)
        .set("width", SIDE)
        .set("height", SIDE)
        .set("class", shade);
    let mut said: Vec<&str> = marks.signs(sq).map(|sign| words(sign).1).collect();
    if sq == marks.from {
        said.insert(0, "the piece");
    }
    let mut group = Group::new();
    if !said.is_empty() {
        group = group.add(Title::new(format!("{}: {}", board.name(sq), said.join("; "))));
    }
    group = group.add(rectangle);
    if sq == marks.from {
        group = group.add(centred(x, y + 12, piece).set("class", "piece"));
    }
    for sign in marks.signs(sq) {
        let (right, down) = corner(sign);
        group = group.add(shape(sign, x + right, y + down));
    }
    group
}

/// The position of a sign in its square, relative to the centre.
fn corner(sign: Sign) -> (i32, i32) {
    let far = SIDE / 2 - 10;
    match sign {
        Sign::Jump => (-far, -far),
        Sign::Initial | Sign::Ahead | Sign::Partly | Sign::Castle => (far, -far),
        Sign::Relay => (-far, far),
        Sign::Victim => (far, far),
        Sign::Swap | Sign::Passing => (0, far),
        _ => (0, 0),
    }
}

/// The shape of a sign around a point.
fn shape(sign: Sign, x: i32, y: i32) -> Group {
    let class = words(sign).0;
    let circle = |radius: i32| Circle::new().set("cx", x).set("cy", y).set("r", radius);
    let boxed = |half: i32| {
        Rectangle::new().set("x", x - half).set("y", y - half).set("width", 2 * half).set("height", 2 * half)
    };
    let line = |x1: i32, y1: i32, x2: i32, y2: i32| {
        Line::new().set("x1", x + x1).set("y1", y + y1).set("x2", x + x2).set("y2", y + y2)
    };
    let group = Group::new().set("class", class);
    match sign {
        Sign::Move => group.add(circle(7)),
        Sign::MoveOver => group.add(circle(8)),
        Sign::Capture | Sign::CaptureOver => group.add(circle(12)),
        Sign::Friend | Sign::FriendOver => group.add(boxed(12)),
        Sign::Jump => group.add(Path::new().set("d", format!("M {} {} l 12 0 l -6 -10 z", x - 6, y + 5))),
        Sign::Relay => group.add(line(-6, 0, 6, 0)).add(line(0, -6, 0, 6)),
        Sign::Victim => group.add(line(-5, -5, 5, 5)).add(line(-5, 5, 5, -5)),
        Sign::Initial => group.add(centred(x, y + 5, "i")),
        Sign::Ahead => group.add(centred(x, y + 5, "a")),
        Sign::Partly => group.add(centred(x, y + 5, "u")),
        Sign::Castle => group.add(centred(x, y + 5, "c")),
        Sign::Swap => group.add(centred(x, y + 5, "s")),
        Sign::Passing => group.add(centred(x, y + 5, "e")),
    }
}

fn text(x: i32, y: i32, words: &str) -> Text {
    Text::new(words).set("x", x).set("y", y)
}

fn centred(x: i32, y: i32, words: &str) -> Text {
    text(x, y, words).set("text-anchor", "middle")
}

/// The names of files below the board, and of ranks to its left.
fn names(marks: &Marks) -> Group {
    let board = marks.geometry;
    let mut group = Group::new().set("class", "name");
    for file in 0..board.files() {
        let x = MARGIN + i32::from(file) * SIDE + SIDE / 2;
        let y = MARGIN + i32::from(board.ranks()) * SIDE + MARGIN - 8;
        group = group.add(centred(x, y, &char::from(b'a' + file).to_string()));
    }
    for rank in 0..board.ranks() {
        let y = MARGIN + i32::from(board.ranks() - 1 - rank) * SIDE + SIDE / 2 + 5;
        group = group.add(centred(MARGIN / 2, y, &(rank + board.rank_base()).to_string()));
    }
    group
}
