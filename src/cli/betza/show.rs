//! `alfil betza show`: a drawing of a piece's moves, as text or as a picture.

use super::marks::{Marks, Sign};
use super::{Given, picture};
use crate::board::{Color, Geometry, Square};
use crate::cli::Failure;
use crate::cli::output::{complain, write_picture};
use crate::cli::terminal::Screen;
use crate::text::Report;
use crate::xbetza::run::Runner;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// The move description, such as `fmWfcF`
    #[arg(value_name = "STRING")]
    text: String,
    /// The size of the board: files x ranks
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = size)]
    board: Geometry,
    /// The square of the piece [default: one in the middle]
    #[arg(long, value_name = "SQ")]
    from: Option<String>,
    /// Draw the moves of Black's piece
    #[arg(long)]
    black: bool,
    /// Write a picture to a file instead; `-` for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn size(text: &str) -> Result<Geometry, String> {
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let sides = text.split_once(['x', 'X']).and_then(|(files, ranks)| Some((side(files)?, side(ranks)?)));
    let board = sides.and_then(|(files, ranks)| Geometry::sheet(files, ranks));
    board.ok_or_else(|| format!("expected files x ranks, such as `8x8`, of {}", Geometry::SHEET_SIZES))
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Some(given) = Given::read(&arguments.text)? else { return Ok(ExitCode::FAILURE) };
    let board = arguments.board;
    let from = match &arguments.from {
        Some(name) => board.parse(name).ok_or_else(|| outside(name, board))?,
        None => middle(board),
    };
    let color = if arguments.black { Color::Black } else { Color::White };
    let marks = Marks::new(&given.program, board, Runner { color, from });
    let title = format!("{} of {} on {}", arguments.text, color.name(), board.name(from));
    match &arguments.svg {
        None => write!(io::stdout().lock(), "{}", draw(&marks))?,
        Some(path) => write_picture(path, &picture::draw(&marks, &title))?,
    }
    given.warn_of_odd_terms()?;
    note_what_is_not_drawn(&given, &marks)?;
    Ok(ExitCode::SUCCESS)
}

/// Names the moves that the drawing does not show.
fn note_what_is_not_drawn(given: &Given, marks: &Marks) -> Result<(), Failure> {
    if !marks.complete {
        return complain(&Report::warning(
            "the legs can be combined in too many ways to try them all: marks may be missing",
        ));
    }
    let immobile: Vec<_> = given.program.immobile_reports().map(|(span, _)| span).collect();
    for span in marks.unseen.iter().filter(|span| !immobile.contains(span)) {
        let report =
            Report::note("no mark shows this term: from here it cannot move, or needs more than two other pieces");
        complain(&report.at(&given.source, span.clone()))?;
    }
    Ok(())
}

fn outside(name: &str, board: Geometry) -> String {
    let corner = Square(board.squares() as u8 - 1);
    format!(
        "`{name}` is not a square of this board, whose corners are `{}` and `{}`",
        board.name(Square(0)),
        board.name(corner)
    )
}

/// The middle square, or the one left of and below the middle.
fn middle(board: Geometry) -> Square {
    let half = |side: u8| i16::from((side - 1) / 2);
    board.square(half(board.files()), half(board.ranks())).unwrap_or(Square(0))
}

/// Draws the board with a cell of four columns for each square: a jump, a sign for moves without other pieces, one for
/// moves over or after another piece, and one for anything else. If that column has another sign, a capture en passant
/// is in the first one, instead of a jump.
///
/// ```text
///   +----+----+----+
/// 2 |^*  |    |^*  |
///   +----+----+----+
/// 1 |    | @  |    |
///   +----+----+----+
///     a    b    c
/// ```
fn draw(marks: &Marks) -> String {
    let board = marks.geometry;
    let margin = board.ranks().to_string().len();
    let line = format!("{:margin$} {}+\n", "", "+----".repeat(board.files().into()));
    let mut text = line.clone();
    for rank in (0..board.ranks()).rev() {
        text += &format!("{:>margin$} ", rank + board.rank_base());
        let squares = (0..board.files()).filter_map(|file| board.square(file.into(), rank.into()));
        squares.for_each(|sq| text += &format!("|{}", String::from_iter(cell(marks, sq))));
        text += "|\n";
        text += &line;
    }
    text += &format!("{:margin$} ", "");
    let files: Vec<String> = (0..board.files()).map(|file| format!("  {}", char::from(b'a' + file))).collect();
    text += &files.join("  ");
    text += "\n\n";
    text + &legend(marks, &Screen::of_stdout())
}

const PIECE: char = '@';

/// The four columns of a square.
fn cell(marks: &Marks, sq: Square) -> [char; 4] {
    let has = |sign: Sign| marks.area(sign).has(sq);
    let first = |choices: &[(Sign, char)]| choices.iter().find(|(sign, _)| has(*sign)).map_or(' ', |(_, glyph)| *glyph);
    let ends = |signs: [Sign; 3], glyphs: [char; 5]| match signs.map(has) {
        [false, false, false] => ' ',
        [true, false, false] => glyphs[0],
        [false, true, false] => glyphs[1],
        [true, true, false] => glyphs[2],
        [false, false, true] => glyphs[3],
        [_, _, true] => glyphs[4],
    };
    let steps = ends([Sign::Move, Sign::Capture, Sign::Friend], ['o', 'x', '*', 'd', '#']);
    let alone = match first(&[(Sign::Ahead, 'a'), (Sign::Initial, 'i')]) {
        _ if sq == marks.from => PIECE,
        ' ' if steps == ' ' => first(&[(Sign::Castle, 'c')]),
        ' ' => steps,
        special => special,
    };
    let other = match first(&[(Sign::Victim, '!'), (Sign::Relay, '+'), (Sign::Swap, 's'), (Sign::Passing, 'e')]) {
        ' ' if alone == 'c' => ' ',
        ' ' => first(&[(Sign::Castle, 'c'), (Sign::Partly, 'u')]),
        special => special,
    };
    let before = match has(Sign::Passing) && other != 'e' {
        true => 'e',
        false => first(&[(Sign::Jump, '^')]),
    };
    [before, alone, ends([Sign::MoveOver, Sign::CaptureOver, Sign::FriendOver], ['O', 'X', '%', 'D', '&']), other]
}

/// The meanings of the characters.
const MEANINGS: [(char, &str); 20] = [
    (PIECE, "the piece"),
    ('o', "may move here"),
    ('x', "may capture here"),
    ('*', "both: may move or capture here"),
    ('d', "may capture a friend here"),
    ('#', "may move or capture here, and capture a friend"),
    ('i', "may go here only while unmoved"),
    ('a', "may go here only while unmoved, or one step ahead of a start square"),
    ('u', "some of this only while unmoved"),
    ('c', "castles here"),
    ('O', "may move here over another piece, or after taking one"),
    ('X', "may capture here over another piece, or after taking one"),
    ('%', "may move or capture here over another piece, or after taking one"),
    ('D', "may capture a friend here over another piece, or after taking one"),
    ('&', "may move or capture here, and capture a friend, over another piece or after taking one"),
    ('^', "jump: comes here even over other pieces"),
    ('+', "relay: a leg of a move may end here"),
    ('!', "victim: a piece here may be taken by a move that ends elsewhere"),
    ('s', "swap: a piece here may be put elsewhere instead of being captured"),
    ('e', "may capture en passant here"),
];

/// A square in one or two characters: the first two signs among those for moves without other pieces, for moves over or
/// after another piece, and for anything else.
fn signs(marks: &Marks, sq: Square) -> String {
    let [_, alone, over, other] = cell(marks, sq);
    let signs: String = [alone, over, other].into_iter().filter(|glyph| *glyph != ' ').take(2).collect();
    if signs.is_empty() { ".".to_owned() } else { signs }
}

impl Marks {
    /// The ranks from the top, and the signs on each square.
    pub(in crate::cli) fn rows(&self) -> Vec<Vec<String>> {
        let board = self.geometry;
        let row = |rank: u8| {
            let squares = (0..board.files()).filter_map(|file| board.square(file.into(), rank.into()));
            squares.map(|sq| signs(self, sq)).collect()
        };
        (0..board.ranks()).rev().map(row).collect()
    }
}

/// The characters that occur in a text, and their meanings.
pub(in crate::cli) fn meanings(drawn: &str) -> impl Iterator<Item = (char, &'static str)> {
    MEANINGS.into_iter().filter(move |(glyph, _)| drawn.contains(*glyph))
}

/// The meanings of the characters that were drawn, one per line.
fn legend(marks: &Marks, screen: &Screen) -> String {
    let drawn: String = marks.geometry.all().flat_map(|sq| cell(marks, sq)).collect();
    let mut text: String =
        meanings(&drawn).map(|(glyph, meaning)| screen.wrap(&format!("{glyph}  {meaning}"), 3) + "\n").collect();
    if marks.passes {
        text += "It may stay and pass the turn.\n";
    }
    if marks.takes_royals_only {
        text += "Some captures are of royal pieces only.\n";
    }
    text
}
