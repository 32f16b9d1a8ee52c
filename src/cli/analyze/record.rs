//! The text of games in PGN, read without a board: tags, moves as they are written, comments and variations.

use crate::game::{EN_PASSANT_MARKS, without_number};
use crate::text::{Span, span_in};
use std::collections::HashSet;

pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// Other spellings of a draw.
const DRAWS: [&str; 3] = ["1/2", "½", "½-½"];
/// Suffixes of moves, and their PGN glyphs.
const SUFFIXES: [(&str, &str); 6] = [("!", "$1"), ("?", "$2"), ("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6")];
/// Evaluation symbols of books, and their PGN glyphs.
const EVALUATIONS: [(&str, &str); 14] = [
    ("=", "$10"),
    ("∞", "$13"),
    ("+=", "$14"),
    ("+/=", "$14"),
    ("⩲", "$14"),
    ("=+", "$15"),
    ("=/+", "$15"),
    ("⩱", "$15"),
    ("+/-", "$16"),
    ("±", "$16"),
    ("-/+", "$17"),
    ("∓", "$17"),
    ("+-", "$18"),
    ("-+", "$19"),
];

/// A game as it is written in the file.
#[derive(Debug, Default)]
pub(super) struct PgnGame<'a> {
    pub tags: Vec<Tag<'a>>,
    /// Comments before the first move.
    pub opening: Vec<&'a str>,
    pub moves: Vec<PgnMove<'a>>,
    /// The result after the moves, and where it is written.
    pub result: Option<(&'a str, Span)>,
    /// An unterminated tag: what was expected, and where the tag begins.
    pub fault: Option<(&'static str, Span)>,
    /// An unterminated part of the movetext: what was expected, and where the part begins.
    pub unended: Option<(&'static str, Span)>,
    /// Warnings, and where they point.
    pub warnings: Vec<(String, Span)>,
    /// The offset of its beginning.
    pub start: usize,
    /// The offset of the end of its last move or comment.
    pub end: usize,
}

/// `[Name "value"]`
#[derive(Debug)]
pub(super) struct Tag<'a> {
    pub name: &'a str,
    pub value: String,
    pub span: Span,
}

/// A move as it is written in the file.
#[derive(Debug)]
pub(super) struct PgnMove<'a> {
    pub text: &'a str,
    /// The same with the mark right after it, `e4!`, which may be part of a piece's ID.
    pub marked: Option<&'a str>,
    pub span: Span,
    /// PGN glyphs; that of the mark right after the move comes first.
    pub glyphs: Vec<&'a str>,
    pub comments: Vec<&'a str>,
    /// Variations after it, with their parentheses.
    pub variations: Vec<&'a str>,
}

/// Whether any of the glyphs judges the move.
pub(super) fn is_judged(glyphs: &[&str]) -> bool {
    SUFFIXES.iter().any(|(_, glyph)| glyphs.contains(glyph))
}

impl<'a> PgnGame<'a> {
    pub(super) fn tag(&self, name: &str) -> Option<&Tag<'a>> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    fn is_empty(&self) -> bool {
        let faultless = self.fault.is_none() && self.unended.is_none();
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none() && faultless
    }

    fn is_over(&self) -> bool {
        self.result.is_some()
    }
}

/// The games of a file, which are read one by one: a file may be much larger than what one game takes. A game ends with
/// its result, or where the tags of the next one begin.
pub(super) fn games(text: &str) -> Games<'_> {
    let record = PgnGame::default();
    Games { text, at: 0, next_tag: 0, record, tag_names: HashSet::new(), behind: None, left_over: Vec::new() }
}

/// A reader at a place in a file. The next character tells which element follows; the method for it reads the element
/// and returns its length.
pub(super) struct Games<'a> {
    text: &'a str,
    at: usize,
    /// The offset of the next line that begins with a tag; outdated once the reader has passed it.
    next_tag: usize,
    /// The current game.
    record: PgnGame<'a>,
    /// The names of its tags in lower case.
    tag_names: HashSet<String>,
    /// What follows the result of the game before it, if that is no tag or comment.
    behind: Option<Span>,
    left_over: Vec<(String, Span)>,
}

impl<'a> Iterator for Games<'a> {
    type Item = PgnGame<'a>;

    fn next(&mut self) -> Option<PgnGame<'a>> {
        while let Some(c) = self.rest().chars().next() {
            if self.begins_game(c) {
                let finished = self.finish();
                if !"[;%".contains(c) {
                    self.behind = Some(self.span(word(self.rest()).len().max(1)));
                }
                return Some(finished);
            }
            if self.record.is_empty() {
                self.record.start = self.at;
            }
            self.at += match c {
                '[' => self.tag(),
                '{' => self.comment(),
                ';' => self.comment_to_end_of_line(),
                '%' if self.at == 0 || self.text[..self.at].ends_with('\n') => self.line().len(),
                '(' => self.variation(),
                ')' | ']' | '}' => self.stray(c),
                c if c.is_whitespace() => c.len_utf8(),
                _ => self.word(),
            };
            if !self.record.is_over() && !c.is_whitespace() {
                self.record.end = self.at;
            }
        }
        let last = self.finish();
        if last.is_empty() {
            self.left_over.extend(last.warnings);
            // A comment below a game would belong to the next one.
            let comment = last.opening.first().map(|comment| span_in(self.text, comment));
            let warning = |span| ("this comment belongs to no game, and is left out".to_owned(), span);
            self.left_over.extend(comment.map(warning));
            return None;
        }
        Some(last)
    }
}

impl<'a> Games<'a> {
    /// The warnings about a text behind the last game, once that has been read.
    pub(super) fn left_over(self) -> Vec<(String, Span)> {
        self.left_over
    }

    fn finish(&mut self) -> PgnGame<'a> {
        self.tag_names.clear();
        let mut record = std::mem::take(&mut self.record);
        if let Some(span) = self.behind.take() {
            let fate = match (record.is_empty(), self.text[span.start..].starts_with("1.")) {
                (true, _) => Some("is left out"),
                (false, true) => None,
                (false, false) => Some("is read as another game"),
            };
            let warning = fate.map(|fate| (format!("this comes after the result of a game, and {fate}"), span));
            record.warnings.splice(0..0, warning);
        }
        record
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text up to the probable start of the next game.
    fn rest_of_game(&mut self) -> &'a str {
        if self.next_tag <= self.at {
            self.next_tag = self.at + next_tag(self.rest()).unwrap_or(self.rest().len());
        }
        &self.text[self.at..self.next_tag]
    }

    fn line(&self) -> &'a str {
        self.rest().split('\n').next().unwrap_or_default()
    }

    fn span(&self, length: usize) -> Span {
        self.at..self.at + length
    }

    fn warn(&mut self, message: impl Into<String>, length: usize) {
        self.record.warnings.push((message.into(), self.span(length)));
    }

    fn begins_game(&self, c: char) -> bool {
        let record = &self.record;
        let behind = record.is_over()
            && match c {
                // A comment after a result on the same line belongs to that game.
                ';' => self.text[..self.at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty()),
                _ => !c.is_whitespace() && !"{}])".contains(c),
            };
        let is_known = || read_tag(self.rest()).content.is_some_and(|(name, _)| self.has_tag(name));
        let full = || !record.moves.is_empty() || record.unended.is_some();
        behind || c == '[' && (full() || !record.goes_on_with_tags(self.text, self.at) && is_known())
    }

    /// Whether the current game has a tag of this name.
    fn has_tag(&self, name: &str) -> bool {
        self.tag_names.contains(&name.to_ascii_lowercase())
    }

    fn tag(&mut self) -> usize {
        let TagText { content, length, ends } = read_tag(self.rest());
        let span = self.span(length);
        if !ends {
            self.record.fault.get_or_insert(("`\"]` at the end of a tag", span.clone()));
        }
        match content {
            Some((name, _)) if self.has_tag(name) => {
                self.warn(format!("the tag `{name}` occurs more than once: the first one counts"), length);
            }
            Some((name, value)) => {
                self.tag_names.insert(name.to_ascii_lowercase());
                self.record.tags.push(Tag { name, value, span });
            }
            None => {}
        }
        length
    }

    fn comment(&mut self) -> usize {
        let rest = self.rest_of_game();
        match rest.find('}') {
            Some(end) => {
                self.record.comment(&rest[1..end]);
                end + 1
            }
            None => self.unended("`}` at the end of a comment", rest.len()),
        }
    }

    fn comment_to_end_of_line(&mut self) -> usize {
        let line = self.line();
        self.record.comment(&line[1..]);
        line.len()
    }

    fn variation(&mut self) -> usize {
        let rest = self.rest_of_game();
        let Some(length) = variation(rest) else {
            return self.unended("`)` at the end of a line beside the game", rest.len());
        };
        match self.record.moves.last_mut() {
            Some(played) => played.variations.push(&rest[..length]),
            None => self.warn("this line in parentheses belongs to no move, and is left out", length),
        }
        length
    }

    fn unended(&mut self, expected: &'static str, length: usize) -> usize {
        self.record.unended = Some((expected, self.span(length)));
        length
    }

    fn stray(&mut self, c: char) -> usize {
        self.warn(format!("this `{c}` closes nothing"), 1);
        1
    }

    fn word(&mut self) -> usize {
        let word = word(self.rest());
        if DRAWS.contains(&word) {
            self.warn(format!("`{word}` is read as the result `1/2-1/2`"), word.len());
        }
        self.record.take(word, self.at);
        word.len()
    }
}

/// The offset of the next line that begins with a tag after an empty line or a result, as the next game does. Elsewhere,
/// a line of a comment may look like that.
fn next_tag(text: &str) -> Option<usize> {
    let is_tag = |line: &str| {
        let name = line.strip_prefix('[').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        let value = name.map(|name| name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_'));
        value.is_some_and(|value| value.starts_with(' ') && value.trim_start().starts_with('"'))
    };
    let mut before = 0;
    let mut starts = text.match_indices('\n').filter_map(|(end, _)| {
        let ends_game = text[before..end].split_whitespace().next_back().is_none_or(|word| result(word).is_some());
        before = end;
        ends_game.then_some(end + 1)
    });
    starts.find(|start| is_tag(&text[*start..]))
}

/// The result that a word means.
fn result(word: &str) -> Option<&'static str> {
    let draw = DRAWS.contains(&word).then_some("1/2-1/2");
    draw.or_else(|| RESULTS.into_iter().find(|result| *result == word))
}

/// The word at the beginning of a text.
fn word(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || "{}();".contains(c);
    &text[..text.find(ends).unwrap_or(text.len())]
}

impl<'a> PgnGame<'a> {
    /// Whether a tag at `at` follows the latest tag, on the same line or the next. After an empty line another game may
    /// begin.
    fn goes_on_with_tags(&self, text: &str, at: usize) -> bool {
        let between = self.tags.last().map_or("", |tag| &text[tag.span.end..at]);
        between.trim().is_empty() && between.matches('\n').count() <= 1
    }

    /// Reads a word of the movetext.
    fn take(&mut self, word: &'a str, at: usize) {
        if let Some(result) = result(word) {
            self.result = Some((result, at..at + word.len()));
            return;
        }
        if let Some((_, glyph)) = EVALUATIONS.iter().find(|(known, _)| *known == word) {
            self.moves.last_mut().into_iter().for_each(|played| played.glyphs.push(glyph));
            return;
        }
        // The number may directly precede the move: `1.e4`.
        let skipped = word.len() - without_number(word).len();
        let (judged, evaluation) = split_evaluation(&word[skipped..]);
        let text = judged.trim_end_matches(['!', '?']);
        let suffix = &judged[text.len()..];
        let is_noise = text.is_empty() || EN_PASSANT_MARKS.contains(&text) || text.bytes().all(|b| b.is_ascii_digit());
        let is_glyph = text.starts_with('$');
        if !is_noise && !is_glyph {
            let start = at + skipped;
            let span = start..start + text.len();
            let marked = (!suffix.is_empty()).then_some(judged);
            let [comments, variations] = [Vec::new(), Vec::new()];
            self.moves.push(PgnMove { text, marked, span, glyphs: Vec::new(), comments, variations });
        }
        let glyph = SUFFIXES.iter().find(|(known, _)| *known == suffix).map(|(_, glyph)| *glyph);
        if let Some(played) = self.moves.last_mut() {
            played.glyphs.extend(glyph.or(is_glyph.then_some(text)));
            played.glyphs.extend(evaluation);
        }
    }

    /// Reads a comment on the latest move, or on the game.
    fn comment(&mut self, text: &'a str) {
        self.moves.last_mut().map_or(&mut self.opening, |played| &mut played.comments).push(text.trim());
    }
}

/// A move and the glyph of the evaluation symbol right after it. A sign `=` belongs to the move, except after a mark.
fn split_evaluation(text: &str) -> (&str, Option<&'static str>) {
    let splits = EVALUATIONS.iter().filter_map(|(symbol, glyph)| {
        let rest = text.strip_suffix(symbol)?;
        (*symbol != "=" || rest.ends_with(['!', '?'])).then_some((rest, Some(*glyph)))
    });
    splits.min_by_key(|(rest, _)| rest.len()).unwrap_or((text, None))
}

/// The contents of a tag, if it has any, the length of its text, and whether it is terminated.
#[derive(Debug, Default)]
struct TagText<'a> {
    content: Option<(&'a str, String)>,
    length: usize,
    ends: bool,
}

/// Reads `[Name "value"]`.
fn read_tag(text: &str) -> TagText<'_> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    let mut quoted = false;
    let mut name_end = None;
    while let Some((at, c)) = chars.next() {
        match c {
            '"' if quoted => quoted = false,
            '"' => (quoted, name_end) = (true, name_end.or(Some(at))),
            '\\' if quoted => value.extend(chars.next().map(|(_, c)| c)),
            ']' if !quoted => {
                let name = text[1..name_end.unwrap_or(at)].trim();
                return TagText { content: (!name.is_empty()).then_some((name, value)), length: at + 1, ends: true };
            }
            '\n' => return TagText { length: at, ..TagText::default() },
            c if quoted => value.push(c),
            _ => {}
        }
    }
    TagText { length: text.len(), ..TagText::default() }
}

/// The length of a variation, with nested ones and comments; `None` if it is unterminated.
fn variation(text: &str) -> Option<usize> {
    let mut depth = 0;
    // The character that ends the current comment.
    let mut comment = None;
    for (at, c) in text.char_indices() {
        match (comment, c) {
            (Some(end), _) if c == end => comment = None,
            (Some(_), _) => {}
            (None, '{') => comment = Some('}'),
            (None, ';') => comment = Some('\n'),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<PgnGame<'_>> {
        games(text).collect()
    }

    fn value<'a>(record: &'a PgnGame<'_>, name: &str) -> Option<&'a str> {
        record.tag(name).map(|tag| tag.value.as_str())
    }

    fn result<'a>(record: &PgnGame<'a>) -> Option<&'a str> {
        record.result.as_ref().map(|(result, _)| *result)
    }

    #[test]
    fn a_file_is_split_into_games() {
        let text = "[Event \"A \\\"b\\\"\"]\n[Variant \"Atomic\"]\n\n1.e4 {best; by test} e5! 2. Nf3 $1 (2. d4 (2. c4) {x ) y} exd4) Nc6?! 1-0\n\n\
                    [Event \"B\"]\n1. d4 ; to the end 1-0\n1... d5 *\n1. c4 1/2-1/2\n";
        let found = read(text);
        let moves = |record: &PgnGame<'_>| record.moves.iter().map(|played| played.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found.iter().map(moves).collect::<Vec<_>>(),
            [vec!["e4", "e5", "Nf3", "Nc6"], vec!["d4", "d5"], vec!["c4"]]
        );
        assert_eq!(found.iter().map(result).collect::<Vec<_>>(), [Some("1-0"), Some("*"), Some("1/2-1/2")]);
        assert_eq!((value(&found[0], "event"), value(&found[0], "Variant")), (Some("A \"b\""), Some("Atomic")));
        assert_eq!(found[0].moves[0].comments, ["best; by test"]);
        assert_eq!(found[0].moves[2].variations, ["(2. d4 (2. c4) {x ) y} exd4)"]);
        assert_eq!(&text[found[0].moves[2].span.clone()], "Nf3");
    }

    #[test]
    fn comments_and_glyphs_are_kept() {
        let text = "[A \"1\"]\n\n[A \"2\"]\n{Before} 1. e4! ; mind\n% aside\ne5 $14 {100 % sound} 2. Nf3?! * {Behind} ; it\n\
                    ; Before the next\n1. d4 *\n";
        let found = read(text);
        assert_eq!(found.iter().map(|record| value(record, "A")).collect::<Vec<_>>(), [Some("1"), Some("2"), None]);
        let [_, game, next] = &found[..] else { panic!("three games") };
        assert_eq!(next.opening, ["Before the next"]);
        assert_eq!(game.opening, ["Before"]);
        let said: Vec<_> =
            game.moves.iter().map(|played| (played.text, &played.glyphs[..], &played.comments[..])).collect();
        let expected: [(&str, &[&str], &[&str]); 3] =
            [("e4", &["$1"], &["mind"]), ("e5", &["$14"], &["100 % sound"]), ("Nf3", &["$6"], &["Behind", "it"])];
        assert_eq!(said, expected);
        assert_eq!(game.moves.iter().map(|played| is_judged(&played.glyphs)).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn unterminated_tags_comments_and_variations_are_reported() {
        let found = read("[Event \"A]\n\n1. e4 *");
        assert_eq!(found[0].fault.as_ref().map(|(_, span)| span.start), Some(0));
        for rest in ["{never", "(1. d4", "(1. d4 {", "(1. d4 ; )\n"] {
            let text = format!("1. e4 {rest}");
            let found = read(&text);
            assert_eq!(found[0].unended.as_ref().map(|(_, span)| &text[span.clone()]), Some(rest));
        }
    }

    #[test]
    fn an_unterminated_comment_does_not_swallow_the_next_game() {
        for rest in ["{never", "(1. d4 {never)"] {
            let text = format!("1. e4 {rest} e5\n1-0\n\n[Event \"B\"]\n\n1. d4 {{of it}} (1. c4) *\n");
            let [first, second] = &read(&text)[..] else { panic!("two games: {text}") };
            assert!(first.unended.is_some() && first.moves.len() == 1, "{text}");
            assert_eq!((value(second, "Event"), second.moves[0].text, result(second)), (Some("B"), "d4", Some("*")));
        }
        // The result of the first game is in its comment here, and no empty line follows.
        for rest in ["{never", "(1. d4"] {
            let text = format!(
                "[Event \"A\"]\n1. e4 {rest}\n1-0\n[Event \"B\"]\n1. d4 {rest} 1/2\r\n[Event \"C\"]\n1. c4 *\n"
            );
            let found = read(&text);
            let told: Vec<_> = found.iter().map(|game| (value(game, "Event"), game.unended.is_some())).collect();
            assert_eq!(told, [(Some("A"), true), (Some("B"), true), (Some("C"), false)], "{text}");
        }
        // Each variation was once searched up to the end of the file.
        let unended = "[Event \"A\"]\n\n1. e4 (e5\n\n".repeat(100_000);
        assert_eq!(read(&unended).len(), 100_000);
        // A line of a comment is not a tag, nor is a program's command in brackets.
        let text = "1. e4 {that of\n[White \"x\"] here} e5 *";
        let [game] = &read(text)[..] else { panic!("one game") };
        assert_eq!((game.moves.len(), &game.moves[0].comments[..]), (2, &["that of\n[White \"x\"] here"][..]));
        assert_eq!(read("1. e4 {it is\n[%clk 0:01:00]} *")[0].moves[0].comments, ["it is\n[%clk 0:01:00]"]);
    }

    /// The standard allows both kinds of comments everywhere.
    #[test]
    fn parentheses_in_comments_do_not_end_variations() {
        let text = "1. e4 (1. d4 ; :)\nd5 {:)} 2. c4) 1... e5 *";
        let moves = &read(text)[0].moves;
        assert_eq!((moves.len(), &moves[0].variations[..]), (2, &["(1. d4 ; :)\nd5 {:)} 2. c4)"][..]));
    }

    #[test]
    fn a_mark_may_belong_to_a_piece_id() {
        let moves = &read("1. a7a8n! e5?? 2. Nf3 *")[0].moves;
        let told: Vec<_> = moves.iter().map(|played| (played.text, played.marked, &played.glyphs[..])).collect();
        let expected: [(&str, Option<&str>, &[&str]); 3] =
            [("a7a8n", Some("a7a8n!"), &["$1"]), ("e5", Some("e5??"), &["$4"]), ("Nf3", None, &[])];
        assert_eq!(told, expected);
    }

    #[test]
    fn stray_brackets_and_duplicate_tags_are_warned_of() {
        let text = "[Variant \"Atomic\"]\n[Variant \"Crazyhouse\"]\n\n1. e4) e5} 1/2\n\n1. d4 d5 0-1 3. a3 *\n";
        let records = read(text);
        let warnings = records.iter().flat_map(|record| &record.warnings);
        let found: Vec<_> = warnings.map(|(message, span)| (message.as_str(), &text[span.clone()])).collect();
        let expected = [
            ("the tag `Variant` occurs more than once: the first one counts", "[Variant \"Crazyhouse\"]"),
            ("this `)` closes nothing", ")"),
            ("this `}` closes nothing", "}"),
            ("`1/2` is read as the result `1/2-1/2`", "1/2"),
            ("this comes after the result of a game, and is read as another game", "3."),
        ];
        assert_eq!(found, expected);
        let told: Vec<_> = records.iter().map(|record| (value(record, "Variant"), result(record))).collect();
        assert_eq!(told, [(Some("Atomic"), Some("1/2-1/2")), (None, Some("0-1")), (None, Some("*"))]);
    }

    #[test]
    fn no_text_behind_the_last_game_is_left_out_without_a_warning() {
        let behind = "this comes after the result of a game, and is left out";
        let variation = "this line in parentheses belongs to no move, and is left out";
        let comment = "this comment belongs to no game, and is left out";
        let expected: [(&str, &[(&str, &str)]); 7] = [
            ("(1. d4)", &[(behind, "("), (variation, "(1. d4)")]),
            ("; Next\n(1. d4)", &[(variation, "(1. d4)"), (comment, "Next")]),
            ("$1 !", &[(behind, "$1")]),
            ("!", &[(behind, "!")]),
            ("1.", &[(behind, "1.")]),
            ("2.", &[(behind, "2.")]),
            ("; Behind", &[(comment, "Behind")]),
        ];
        for (rest, warnings) in expected {
            let text = format!("1. e4 *\n{rest}\n");
            let mut records = games(&text);
            let [game] = &records.by_ref().collect::<Vec<_>>()[..] else { panic!("one game: {text}") };
            assert_eq!((game.moves.len(), &game.warnings[..]), (1, &[][..]), "{text}");
            let left_over = records.left_over();
            let told: Vec<_> = left_over.iter().map(|(said, span)| (said.as_str(), &text[span.clone()])).collect();
            assert_eq!(told, warnings, "{text}");
        }
        // What does not end is reported as a game.
        for rest in ["(1. d4", "; Next\n(1. d4", "[Event \"B"] {
            let text = format!("1. e4 *\n{rest}");
            let [_, last] = &read(&text)[..] else { panic!("two games: {text}") };
            assert!(last.unended.is_some() || last.fault.is_some(), "{text}");
        }
    }

    #[test]
    fn annotations_of_books_are_not_moves() {
        let told = |text: &str| -> Vec<String> {
            let found = read(text);
            found[0].moves.iter().map(|played| format!("{} {}", played.text, played.glyphs.join(" "))).collect()
        };
        let spaced = told("1. e4 e5 2. exd6 e.p. += 2... cxd6 ep 3. a3 +- *");
        assert_eq!(spaced, ["e4 ", "e5 ", "exd6 $14", "cxd6 ", "a3 $18"]);
        let glued = told("1. e4+- e5± 2. Qh5+= g6!-+ 3. Qxe5+-+ Qe7?!= 4. a8=Q= Kf7+/= *");
        assert_eq!(glued, ["e4 $18", "e5 $16", "Qh5 $14", "g6 $1 $19", "Qxe5+ $19", "Qe7 $6 $10", "a8=Q= ", "Kf7 $14"]);
    }
}
