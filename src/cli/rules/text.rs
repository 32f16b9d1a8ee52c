//! A rule sheet for the terminal.

use super::sheet::{ABSENT, Drawing, ORIGINS, Rule, Section, Sheet, SheetPiece};
use crate::cli::betza::meanings;
use crate::cli::diagram::{Diagram, Square};
use crate::cli::terminal::Screen;

/// The indentation of the lines of a rule.
const INDENT: usize = 2;

pub(super) fn draw(sheet: &Sheet, screen: &Screen) -> String {
    let mut text = screen.bold(&heading(sheet)) + "\n";
    sheet.about.iter().for_each(|line| text += &(screen.wrap(line, 0) + "\n"));
    let files = sheet.files.join(", which builds on ");
    text += &screen.wrap(&format!("From {files}. {ORIGINS}"), 0);
    text += "\n";
    for section in &sheet.sections {
        text += &format!("\n{}\n", screen.bold(&section.heading.to_uppercase()));
        text += &draw_section(section, screen);
    }
    text += &format!("\n{}\n", screen.bold(&ABSENT.to_uppercase()));
    sheet.absences().iter().for_each(|line| text += &(screen.wrap(&format!("- {line}"), INDENT) + "\n"));
    text
}

/// The title, and the name of the game on the command line if it differs.
pub(super) fn heading(sheet: &Sheet) -> String {
    if sheet.title.eq_ignore_ascii_case(&sheet.name) {
        return sheet.title.clone();
    }
    format!("{} – {}", sheet.title, sheet.name)
}

fn draw_section(section: &Section, screen: &Screen) -> String {
    let mut text = String::new();
    if let Some(board) = &section.board {
        text += &format!("\n{}\n{}\n\n", position(board), screen.wrap(&format!("  FEN: {}", board.fen), 7));
    }
    text += &rules(&section.rules, screen);
    section.pieces.iter().for_each(|piece| text += &draw_piece(piece, screen));
    let drawings = section.pieces.iter().flat_map(|piece| &piece.drawings);
    let drawn: String = drawings.flat_map(|drawing| drawing.marks.rows()).flatten().collect();
    if !drawn.is_empty() {
        text += "\n  In the drawings:\n";
        let lines = meanings(&drawn);
        lines.for_each(|(glyph, meaning)| text += &(screen.wrap(&format!("  {glyph}  {meaning}"), 5) + "\n"));
    }
    text
}

fn with_origin(rule: &Rule) -> String {
    [Some(rule.text.clone()), rule.origin()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn rules(rules: &[Rule], screen: &Screen) -> String {
    let line = |rule: &Rule| screen.wrap(&format!("- {}", with_origin(rule)), INDENT) + "\n";
    rules.iter().map(line).collect()
}

fn draw_piece(piece: &SheetPiece, screen: &Screen) -> String {
    let mut text = format!("\n{}{}\n", screen.bold(&format!("{}  {}", piece.id, piece.name)), worth(piece));
    text += &rules(&piece.rules, screen);
    for Drawing { caption, notation, marks } in &piece.drawings {
        let caption = caption.as_ref().map_or(String::new(), |caption| format!("{caption}: "));
        text += &(screen.wrap(&format!("    {caption}{notation}"), 4) + "\n");
        let rows = marks.rows();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
        for row in rows {
            let squares: String = row.iter().map(|signs| format!(" {signs:width$}")).collect();
            text += &format!("     {}\n", squares.trim_end());
        }
    }
    text
}

/// The properties that follow a piece's name.
pub(super) fn worth(piece: &SheetPiece) -> String {
    match piece.value {
        _ if piece.royal => ", royal".to_owned(),
        Some(value) => format!(", value {:.1}", f64::from(value) / 100.0),
        None => String::new(),
    }
}

/// The board with its coordinates.
fn position(board: &Diagram) -> String {
    let ids = board.squares.iter().flatten().map(|square| letters(square).len());
    let cell = ids.max().unwrap_or(1) + 1;
    let margin = board.ranks.iter().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for (name, row) in board.ranks.iter().zip(&board.squares) {
        let squares: String = row.iter().map(|square| format!("{:>cell$}", letters(square))).collect();
        text += &format!("  {name:>margin$} {squares}\n");
    }
    let files: String = board.files.iter().map(|file| format!("{file:>cell$}")).collect();
    text + &format!("  {:margin$} {files}\n", "")
}

fn letters(square: &Square) -> &str {
    match square {
        Square::Empty => ".",
        Square::Hole | Square::Wall | Square::Duck => "*",
        Square::White(id) | Square::Black(id) => id,
    }
}
