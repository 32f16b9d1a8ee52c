//! A page with diagrams as it is written: their lines with their places.

use crate::import::Word;
use crate::text::{Report, Source, Span};
use std::sync::Arc;

/// One diagram.
#[derive(Debug, Default)]
pub struct Diagram {
    /// Its place in the page.
    pub span: Span,
    /// Its lines, except for blank ones.
    pub lines: Vec<Word>,
    /// Faults of the page around them.
    pub faults: Vec<Report>,
}

/// A page.
#[derive(Debug, Default)]
pub struct Page {
    pub title: Option<String>,
    pub diagrams: Vec<Diagram>,
}

/// Functions by which the scripts of a page change the rules of its diagrams.
const HOOKS: [&str; 3] = ["BadZone", "Tinker", "WeirdPromotion"];

/// The elements of a page that are diagrams; the whole text if it is not a page, but the lines of a diagram.
pub fn read(source: &Arc<Source>) -> Page {
    let text = source.text.as_str();
    let mut page = Page::default();
    let mut script_fault = None;
    let mut at = 0;
    while let Some(tag) = tag(text, at) {
        at = tag.span.end;
        let content = |name: &str| tag.span.end..end_of(text, tag.span.end, name).unwrap_or(text.len());
        match tag.name.as_str() {
            "title" if page.title.is_none() => page.title = Some(decoded(&text[content("title")])),
            "script" => {
                let script = content("script");
                let hook = HOOKS.iter().find_map(|hook| text[script.clone()].find(hook).map(|start| (hook, start)));
                if let Some((hook, start)) = hook.filter(|_| script_fault.is_none()) {
                    let start = script.start + start;
                    let message = format!("`{hook}` in a script changes the rules, and scripts are not read");
                    script_fault = Some(Report::error(message).at(source, start..start + hook.len()));
                }
                at = script.end;
            }
            name if tag.is_diagram => {
                let mut diagram = Diagram { span: tag.span.clone(), ..Diagram::default() };
                let end = end_of(text, tag.span.end, name).unwrap_or_else(|| {
                    let message = format!("this element has no end: expected `</{name}>`");
                    diagram.faults.push(Report::error(message).at(source, tag.span.clone()));
                    text.len()
                });
                diagram.read(source, tag.span.end..end);
                page.diagrams.push(diagram);
                at = end;
            }
            _ => {}
        }
    }
    if page.diagrams.is_empty() && is_bare(text) {
        let mut diagram = Diagram { span: 0..0, ..Diagram::default() };
        diagram.read(source, 0..text.len());
        page.diagrams.push(diagram);
    }
    for diagram in &mut page.diagrams {
        diagram.faults.extend(script_fault.clone());
    }
    page
}

/// Whether a text has diagrams, or is the lines of one.
pub fn is_page(text: &str) -> bool {
    let mut at = 0;
    while let Some(tag) = tag(text, at) {
        if tag.is_diagram {
            return true;
        }
        at = tag.span.end;
    }
    is_bare(text)
}

/// Whether a text consists of the lines of a diagram: no line is a section heading, and one is a piece or the size of
/// the board.
fn is_bare(text: &str) -> bool {
    let is_line = |line: &str| line.starts_with("files=") || line.split(':').count() > 3 && !line.contains(['<', '=']);
    let mut lines = text.lines().map(str::trim);
    !text.lines().any(|line| line.starts_with('[')) && lines.any(is_line)
}

impl Diagram {
    fn read(&mut self, source: &Arc<Source>, content: Span) {
        let text = &source.text;
        let mut at = content.start;
        let mut piece = at;
        while at < content.end {
            let rest = &text[at..content.end];
            let Some(mark) = rest.find(['\n', '<']) else { break };
            let start = at + mark;
            self.line(&text[piece..start], piece);
            at = start + 1;
            if text[start..].starts_with('<') {
                match tag(text, start) {
                    Some(tag) if tag.span.start == start && tag.name == "br" => at = tag.span.end,
                    Some(_) if text[start..].starts_with("<!--") => {
                        at = text[start..].find("-->").map_or(content.end, |end| start + end + 3);
                    }
                    _ => {
                        let report = Report::error("expected only lines in a diagram, found `<`");
                        self.faults
                            .push(report.at(source, start..at).help("`<br>` and comments are allowed between lines"));
                        return;
                    }
                }
            }
            piece = at;
        }
        self.line(&text[piece.min(content.end)..content.end], piece);
    }

    fn line(&mut self, text: &str, at: usize) {
        let mut word = Word::trimmed(text, at);
        word.text = decoded(&word.text);
        if !word.text.is_empty() {
            self.lines.push(word);
        }
    }
}

/// The opening tag of an element.
struct Tag {
    /// Its name in lower case; empty for anything other than an opening tag.
    name: String,
    span: Span,
    is_diagram: bool,
}

/// The next tag or comment.
fn tag(text: &str, from: usize) -> Option<Tag> {
    let start = from + text.get(from..)?.find('<')?;
    let rest = &text[start + 1..];
    let nothing = |length: usize| Tag { name: String::new(), span: start..start + 1 + length, is_diagram: false };
    if rest.starts_with("!--") {
        return Some(nothing(rest.find("-->").map_or(rest.len(), |end| end + 3)));
    }
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    if length == 0 {
        return Some(nothing(0));
    }
    let name = rest[..length].to_ascii_lowercase();
    let mut quote = None;
    let mut end = rest.len();
    for (at, c) in rest.char_indices().skip(length) {
        match (quote, c) {
            (None, '>') => {
                end = at + 1;
                break;
            }
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    let is_diagram = classes(&rest[length..end]).split_whitespace().any(|class| class == "idiagram");
    Some(Tag { name, span: start..start + 1 + end, is_diagram })
}

/// The value of the attribute `class`.
fn classes(attributes: &str) -> &str {
    let lower = attributes.to_ascii_lowercase();
    for (at, _) in lower.match_indices("class") {
        let alone = at > 0 && lower.as_bytes()[at - 1].is_ascii_whitespace();
        let Some(value) = attributes[at + 5..].trim_start().strip_prefix('=').filter(|_| alone) else { continue };
        let value = value.trim_start();
        return match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split(quote).next().unwrap_or_default(),
            _ => value.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default(),
        };
    }
    ""
}

/// The start of an element's end tag.
fn end_of(text: &str, from: usize, name: &str) -> Option<usize> {
    let end = format!("</{name}");
    let is_end = |at: &usize| text.get(*at..*at + end.len()).is_some_and(|found| found.eq_ignore_ascii_case(&end));
    text[from..].match_indices("</").map(|(at, _)| from + at).find(is_end)
}

/// Decodes numeric and common named character references; others stay.
fn decoded(text: &str) -> String {
    let mut parts = text.split('&');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let sign = part.split_once(';').and_then(|(name, rest)| Some((sign(name)?, rest)));
        let (sign, rest) = sign.unwrap_or(('&', part));
        decoded.push(sign);
        decoded.push_str(rest);
    }
    decoded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The character of a name such as `lt`, or of a number such as `#39` or `#x27`.
fn sign(name: &str) -> Option<char> {
    const SIGNS: [(&str, char); 20] = [
        ("lt", '<'),
        ("gt", '>'),
        ("amp", '&'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", ' '),
        ("ndash", '–'),
        ("mdash", '—'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("ldquo", '“'),
        ("rdquo", '”'),
        ("hellip", '…'),
        ("times", '×'),
        ("eacute", 'é'),
        ("egrave", 'è'),
        ("auml", 'ä'),
        ("ouml", 'ö'),
        ("uuml", 'ü'),
        ("szlig", 'ß'),
    ];
    let Some(number) = name.strip_prefix('#') else {
        return SIGNS.iter().find(|(known, _)| *known == name).map(|(_, sign)| *sign);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).filter(|sign| !sign.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Character references of https://html.spec.whatwg.org/multipage/named-characters.html.
    #[test]
    fn titles_are_read_as_browsers_show_them() {
        for (written, shown) in [
            ("A &eacute;t", "A ét"),
            ("Alice&#8217;s &#x27;Chess&#X27;", "Alice’s 'Chess'"),
            ("Chess &ndash;&nbsp;and&#160;more", "Chess – and more"),
            // Decoded text is not decoded again, and invalid references stay.
            ("&amp;lt;", "&lt;"),
            ("R&D; &none; &#0; &#xd800; &", "R&D; &none; &#0; &#xd800; &"),
        ] {
            let page = read(&Source::new("page", format!("<title> {written}</title>")));
            assert_eq!(page.title.as_deref(), Some(shown), "{written}");
        }
    }
}
