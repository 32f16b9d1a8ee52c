//! A position as a diagram: a picture, or data for one. Pieces are letters in discs, and pieces in hand are drawn next
//! to the board.

use super::betza;
use crate::board::{Color, Geometry, Piece};
use crate::game::Game;
use crate::position::{Move, MoveKind};
use crate::variant::{Setup, Variant, Wall, WallKind};
use serde::Serialize;
use svg::Document;
use svg::node::element::{Circle, Ellipse, Group, Rectangle, Style, Text, Title};

/// The styles of a picture, in addition to those of drawings of moves.
pub(super) const STYLE: &str = "
svg .hole, svg .wall { fill: #555 }
svg .duck { fill: #f2c230; stroke: #333; stroke-width: 2 }
svg .white { fill: #fff; stroke: #333; stroke-width: 2 }
svg .black { fill: #333 }
svg .on-black { fill: #fff }
svg .letter { font-weight: bold; text-anchor: middle }
svg .choice { fill: none; stroke: #7a4fa3; stroke-width: 4 }
svg .lifted { fill: #e8c95a }
";

/// Side of a square, and the margin with the names of files and ranks.
const SIDE: i32 = 48;
const MARGIN: i32 = 20;

#[derive(Debug, Serialize)]
pub(super) struct Diagram {
    pub fen: String,
    /// The names of the files from the left, and of the ranks from the top.
    pub files: Vec<String>,
    pub ranks: Vec<String>,
    /// The squares, rank by rank from the top.
    pub squares: Vec<Vec<Square>>,
    /// The pieces in the hands of White and Black, and how many of each.
    #[serde(skip)]
    hands: [Vec<(Square, u8)>; 2],
    #[serde(skip)]
    board: Geometry,
}

/// The contents of a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Square {
    Empty,
    Hole,
    /// A wall that a player has placed.
    Wall,
    Duck,
    White(String),
    Black(String),
}

/// The marks that show the moves of a piece.
#[derive(Debug)]
pub(super) struct Marks {
    /// The square of the piece; `None` if it is in hand.
    from: Option<crate::board::Square>,
    to: Vec<(crate::board::Square, Mark)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Move,
    Capture,
    /// The player chooses whether or to what the piece promotes.
    Choice,
}

impl Diagram {
    pub(super) fn new(variant: &Variant, setup: &Setup) -> Self {
        let board = variant.board;
        let piece = |piece: Piece| match piece.color() {
            Color::White => Square::White(variant.letters(piece)),
            Color::Black => Square::Black(variant.letters(piece)),
        };
        let gone = match &variant.rules.wall {
            None => Square::Hole,
            Some(Wall { what: WallKind::Block, .. }) => Square::Wall,
            Some(Wall { what: WallKind::Duck, .. }) => Square::Duck,
        };
        let square = |file: u8, rank: u8| {
            let Some(sq) = board.square(file.into(), rank.into()) else { return Square::Hole };
            match setup.board[sq.index()] {
                _ if setup.holes.has(sq) => gone.clone(),
                _ if variant.holes.has(sq) => Square::Hole,
                found if found.is_none() => Square::Empty,
                found => piece(found),
            }
        };
        let held = |color: Color| {
            let counts =
                variant.kinds().map(|(kind, _)| (piece(Piece::new(kind, color)), setup.hands[color][kind.index()]));
            counts.filter(|(_, count)| *count > 0).collect()
        };
        let from_top = || (0..board.ranks()).rev();
        Self {
            fen: setup.fen(variant),
            files: (0..board.files()).map(|file| char::from(b'a' + file).to_string()).collect(),
            ranks: from_top().map(|rank| (rank + board.rank_base()).to_string()).collect(),
            squares: from_top().map(|rank| (0..board.files()).map(|file| square(file, rank)).collect()).collect(),
            hands: Color::ALL.map(held),
            board,
        }
    }

    /// A picture for a page that contains the styles.
    pub(super) fn draw(&self) -> Document {
        self.draw_on(Document::new(), None)
    }

    fn draw_on(&self, document: Document, marks: Option<&Marks>) -> Document {
        let side = |count: usize| count as i32 * SIDE;
        let hands = if self.hands.iter().all(Vec::is_empty) { 0 } else { 2 * SIDE };
        let (width, height) = (side(self.files.len()) + MARGIN, side(self.ranks.len()) + MARGIN);
        let mut document = document.set("viewBox", (0, 0, width + hands, height)).set("class", "board");
        let lifted = marks.and_then(|marks| marks.from).map(|sq| self.place(sq));
        for (row, squares) in self.squares.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let (x, y) = (MARGIN + side(column), side(row));
                let shade = match square {
                    Square::Hole => "hole",
                    _ if lifted == Some((column, row)) => "lifted",
                    _ if (self.ranks.len() - 1 - row + column).is_multiple_of(2) => "dark",
                    _ => "light",
                };
                let ground = Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE);
                document = document.add(ground.set("class", shade)).add(disc(square, x, y));
            }
        }
        for (row, name) in self.ranks.iter().enumerate() {
            document = document.add(letter(MARGIN / 2, side(row) + SIDE / 2 + 5, name));
        }
        for (column, name) in self.files.iter().enumerate() {
            document = document.add(letter(MARGIN + side(column) + SIDE / 2, height - 5, name));
        }
        for (color, held) in self.hands.iter().enumerate() {
            // White's hand is at the bottom, Black's at the top.
            let count = held.len() as i32;
            let top = if color == Color::White.index() { height - MARGIN - count * SIDE } else { 0 };
            for (line, (piece, count)) in (0..).zip(held) {
                let y = top + line * SIDE;
                let words = format!("× {count}");
                document =
                    document.add(disc(piece, width, y)).add(letter(width + SIDE * 3 / 2, y + SIDE / 2 + 5, &words));
            }
        }
        for (sq, mark) in marks.map_or(&[][..], |marks| &marks.to) {
            let (column, row) = self.place(*sq);
            document = document.add(mark.draw(MARGIN + side(column) + SIDE / 2, side(row) + SIDE / 2));
        }
        document
    }

    /// A standalone picture.
    pub(super) fn picture(&self, marks: Option<&Marks>, title: &str) -> Document {
        let ground = Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#fff");
        let style = Style::new(betza::STYLE.to_owned() + STYLE);
        self.draw_on(Document::new().add(Title::new(title)).add(style).add(ground), marks)
    }

    /// Column from the left and row from the top.
    fn place(&self, sq: crate::board::Square) -> (usize, usize) {
        (self.board.file(sq).into(), usize::from(self.board.ranks() - 1 - self.board.rank(sq)))
    }
}

impl Marks {
    /// Marks the destinations of a piece of the side to move: the one on a square, such as `e2`, or one in hand, such
    /// as `P@`.
    ///
    /// # Errors
    ///
    /// If there is no such piece of that side.
    pub(super) fn new(game: &Game, from: &str) -> Result<Self, String> {
        let mut moves = game.legal_moves();
        let from = match from.strip_suffix('@') {
            Some(id) => {
                let variant = game.variant();
                let kind = variant.kind_by_id(&id.to_ascii_uppercase());
                let kind = kind.filter(|kind| game.hand(game.side(), variant.held_as(*kind)) > 0);
                let kind = kind.ok_or_else(|| format!("{} has no {id} in hand", game.side().name()))?;
                moves.retain(|mv| mv.is_drop() && mv.piece() == Some(kind));
                None
            }
            None => {
                let board = game.geometry();
                let there = board.parse(from).filter(|sq| !game.variant().holes.has(*sq));
                let sq = there.ok_or_else(|| format!("there is no square `{from}` on this board"))?;
                if game.piece_at(sq).is_none_or(|piece| piece.color() != game.side()) {
                    return Err(format!("{} has no piece on {from}", game.side().name()));
                }
                moves.retain(|mv| !mv.is_drop() && mv.from() == sq);
                Some(sq)
            }
        };
        let several = |mv: &Move| mv.is_promotion() && moves.iter().filter(|other| other.to() == mv.to()).count() > 1;
        let mark = |mv: &Move| match mv {
            mv if several(mv) => Mark::Choice,
            mv if game.lands_on_victim(*mv) || mv.kind() == MoveKind::EnPassant => Mark::Capture,
            _ => Mark::Move,
        };
        let mut to: Vec<_> = moves.iter().map(|mv| (game.pointed_at(*mv), mark(mv))).collect();
        to.sort_unstable_by_key(|(sq, _)| sq.index());
        to.dedup_by_key(|(sq, _)| *sq);
        Ok(Self { from, to })
    }
}

impl Mark {
    fn draw(self, x: i32, y: i32) -> Circle {
        let (class, radius) = match self {
            Self::Move => ("move", 8),
            Self::Capture => ("capture", SIDE / 2 - 3),
            Self::Choice => ("choice", SIDE / 2 - 3),
        };
        Circle::new().set("cx", x).set("cy", y).set("r", radius).set("class", class)
    }
}

/// Draws the contents of a square whose top left corner is at (`x`, `y`).
fn disc(square: &Square, x: i32, y: i32) -> Group {
    let (left, top, side) = (x + SIDE / 6, y + SIDE / 6, SIDE * 2 / 3);
    let (x, y) = (x + SIDE / 2, y + SIDE / 2);
    let disc = |class| Circle::new().set("cx", x).set("cy", y).set("r", SIDE * 2 / 5).set("class", class);
    match square {
        Square::Empty | Square::Hole => Group::new(),
        Square::Wall => {
            let block = Rectangle::new().set("x", left).set("y", top).set("width", side).set("height", side);
            Group::new().add(block.set("rx", 4).set("class", "wall"))
        }
        Square::Duck => {
            // A body, a beak and a head.
            let part = |x: i32, y: i32, rx: i32, ry: i32| {
                Ellipse::new().set("cx", x).set("cy", y).set("rx", rx).set("ry", ry).set("class", "duck")
            };
            Group::new().add(part(x - 2, y + 7, 15, 10)).add(part(x + 15, y - 6, 5, 2)).add(part(x + 6, y - 7, 8, 8))
        }
        Square::White(id) => Group::new().add(disc("white")).add(letter(x, y + 5, id)),
        Square::Black(id) => Group::new().add(disc("black")).add(letter(x, y + 5, id).set("class", "letter on-black")),
    }
}

fn letter(x: i32, y: i32, text: &str) -> Text {
    Text::new(text).set("x", x).set("y", y).set("class", "letter")
}
