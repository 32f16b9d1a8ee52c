//! A rule sheet as a self-contained page of HTML.

use super::sheet::{ABSENT, Drawing, ORIGINS, Rule, Section, Sheet, SheetPiece};
use super::text::{heading, worth};
use crate::cli::betza::{STYLE, draw_board, draw_legend};
use crate::cli::diagram;

/// The style of the page, without that of the drawings.
const PAGE_STYLE: &str = "
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; line-height: 1.4; color: #222 }
h2 { border-bottom: 1px solid #ccc; margin-top: 2em }
.origin { color: #777; font-size: 80%; white-space: nowrap }
.default { color: #a0522d }
.board { max-width: 36em; width: 100% }
.kind { break-inside: avoid }
.drawings { display: flex; flex-wrap: wrap; gap: 1em }
figure { margin: 0; width: 15em }
.legend { list-style: none; padding: 0 }
.legend svg { width: 1.6em; height: 1.6em; vertical-align: middle; margin-right: .5em }
";

pub(super) fn draw(sheet: &Sheet) -> String {
    let title = escaped(&heading(sheet));
    let about: String = sheet.about.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    let files: Vec<String> = sheet.files.iter().map(|file| format!("<code>{}</code>", escaped(file))).collect();
    let sections: String = sheet.sections.iter().map(section).collect();
    let absent = sheet.absences().iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect::<String>();
    let absent = format!("<section>\n<h2>{ABSENT}</h2>\n<ul>\n{absent}</ul>\n</section>\n");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{title}</title>\n\
         <style>{PAGE_STYLE}{STYLE}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{about}\
         <p>From {}. {ORIGINS}</p>\n\
         {sections}{absent}</body>\n</html>\n",
        diagram::STYLE,
        files.join(", which builds on ")
    )
}

fn section(section: &Section) -> String {
    let board = section.board.as_ref().map_or(String::new(), |board| {
        let picture = board.draw();
        format!("{picture}\n<p>FEN: <code>{}</code></p>\n", escaped(&board.fen))
    });
    let pieces: String = section.pieces.iter().map(piece).collect();
    let marks = section.pieces.iter().flat_map(|piece| &piece.drawings).map(|drawing| &drawing.marks);
    let legend: String =
        draw_legend(marks).iter().map(|(shape, words)| format!("<li>{shape} {}</li>\n", escaped(words))).collect();
    let legend = if legend.is_empty() { legend } else { format!("<ul class=\"legend\">\n{legend}</ul>\n") };
    let rules = rules(&section.rules);
    format!("<section>\n<h2>{}</h2>\n{board}{rules}{legend}{pieces}</section>\n", escaped(section.heading))
}

fn rules(rules: &[Rule]) -> String {
    let item = |rule: &Rule| {
        let class = if rule.written.is_empty() { "origin default" } else { "origin" };
        let (text, keys) = (escaped(&rule.text), escaped(&rule.keys.join(", ")));
        let origin = rule.origin().map_or(String::new(), |origin| {
            format!(" <span class=\"{class}\" title=\"{keys}\">{}</span>", escaped(&origin))
        });
        format!("<li>{text}{origin}</li>\n")
    };
    if rules.is_empty() {
        return String::new();
    }
    format!("<ul>\n{}</ul>\n", rules.iter().map(item).collect::<String>())
}

fn piece(piece: &SheetPiece) -> String {
    let drawings: String = piece.drawings.iter().map(|drawing| figure(piece, drawing)).collect();
    format!(
        "<div class=\"kind\">\n<h3>{} {}<small>{}</small></h3>\n{}<div class=\"drawings\">\n{drawings}</div>\n</div>\n",
        escaped(&piece.id),
        escaped(&piece.name),
        worth(piece),
        rules(&piece.rules)
    )
}

fn figure(piece: &SheetPiece, drawing: &Drawing) -> String {
    let Drawing { caption, notation, marks } = drawing;
    let picture = draw_board(marks, &piece.id, &format!("{}: {notation}", piece.name));
    let caption = caption.as_ref().map_or(String::new(), |caption| format!("{}: ", escaped(caption)));
    format!("<figure>{picture}<figcaption>{caption}<code>{}</code></figcaption></figure>\n", escaped(notation))
}

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    let sign = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(sign).collect()
}
