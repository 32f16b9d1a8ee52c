//! Settings for the GUI: the table of letters, the parent variant, holdings.

use super::Checker;
use super::complaints::or_default;
use crate::board::PieceKind;
use crate::text::{Report, Span};
use crate::variant::file::{CecpTable, Named, PieceTable, Spanned};
use crate::variant::{Cecp, Hands, Kind, PromotionTo, Rules, pictures};

/// Minimum and maximum number of entries of a table of letters, as XBoard 4.9 reads it.
const ENTRIES: std::ops::RangeInclusive<usize> = 12..=132;
/// Maximum number of rows of a GUI's holdings.
const MAX_HOLDINGS: u8 = 15;

impl Checker<'_> {
    pub(super) fn cecp(
        &mut self,
        table: Option<&Spanned<CecpTable>>,
        pieces: &Named<PieceTable>,
        rules: &Rules,
    ) -> Cecp {
        let table = table.map(Spanned::get_ref);
        let text = table.and_then(|table| table.piecetochar.as_ref());
        let own = text.is_some_and(|text| self.complaints.is_own(&text.span()));
        let pictures = self.own_pictures(pieces, own);
        // An included table of letters is used only if the pieces are the same and ask for no pictures of their own.
        let text = text.filter(|text| own || !pictures && self.fits(text.get_ref()));
        if let Some(text) = text {
            self.piece_to_char(text);
        }
        let parent = table.and_then(|table| table.parent.as_ref());
        if let Some(parent) = parent {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if parent.get_ref().is_empty() || !parent.get_ref().chars().all(word) {
                let message = format!("`{}` is not a valid name for a variant", parent.get_ref());
                self.complaints.error(&parent.span(), message);
            }
        }
        let holdings = table.and_then(|table| table.holdings.as_ref());
        Cecp {
            piece_to_char: text.map(|text| text.get_ref().clone()),
            parent: parent.map(|parent| parent.get_ref().clone()),
            holdings: self.holdings(holdings, rules),
            trust: or_default(table.and_then(|table| table.trust.as_ref())),
        }
    }

    /// Whether this file itself asks for pictures. Warns of those that are not shown; `table` tells whether the file has
    /// a table of letters, too.
    fn own_pictures(&mut self, pieces: &Named<PieceTable>, table: bool) -> bool {
        let given = pieces.iter().flat_map(Spanned::get_ref).filter_map(|(id, piece)| {
            let picture = piece.get_ref().picture.as_ref().filter(|picture| self.complaints.is_own(&picture.span()))?;
            Some((id.get_ref().to_ascii_uppercase(), picture))
        });
        let given: Vec<(String, &Spanned<String>)> = given.collect();
        let slot = |name: &str| pictures().find(|picture| picture.shows(name)).map(|picture| picture.slot);
        for (number, (id, picture)) in given.iter().enumerate() {
            let king = self.kinds.iter().find(|kind| kind.royal).is_some_and(|first| first.id == *id);
            let wanted = slot(picture.get_ref());
            let taken = given[..number].iter().find(|(_, other)| wanted.is_some() && slot(other.get_ref()) == wanted);
            if table {
                let why = "the table of letters, `cecp.piecetochar`, already gives each piece a picture";
                self.complaints.no_effect(&picture.span(), "picture", why);
            } else if king {
                self.complaints.no_effect(
                    &picture.span(),
                    "picture",
                    "the first royal piece is always shown as a king",
                );
            } else if let Some((other, _)) = taken {
                let why = format!("`{other}` has this picture, and XBoard shows no two pieces with the same one");
                self.complaints.no_effect(&picture.span(), "picture", &why);
            }
        }
        !given.is_empty()
    }

    fn holdings(&mut self, given: Option<&Spanned<u8>>, rules: &Rules) -> u8 {
        let hands = rules.hands.any();
        // A reserve that never grows holds the pieces of the start position.
        let reserve = rules.hands == Hands { given: true, ..Hands::default() };
        let in_hand = |(number, kind): &(PieceKind, &Kind)| {
            let mut stock = rules.promotions.iter().filter(|rule| rule.to == PromotionTo::Stock);
            !kind.royal && kind.in_hand == Some(*number) && !stock.any(|rule| rule.kinds.has(*number))
        };
        let holdable = self.numbered().filter(in_hand).count();
        let needed = if hands { u8::try_from(holdable).unwrap_or(u8::MAX) } else { 0 };
        let Some(given) = given.filter(|given| self.complaints.is_own(&given.span()) || *given.get_ref() == needed)
        else {
            return needed.min(MAX_HOLDINGS);
        };
        let (span, rows) = (given.span(), *given.get_ref());
        if rows > MAX_HOLDINGS {
            self.complaints
                .error(&span, format!("{rows} rows of holdings are too many, expected at most {MAX_HOLDINGS}"));
        } else if rows < needed && !reserve {
            let report =
                Report::warning(format!("{needed} kinds of pieces can be in hand, but the holdings have {rows} rows"))
                    .help("a GUI would show the others as pawns");
            self.complaints.add(&span, report);
        } else if !hands && rows > 0 {
            self.complaints
                .add(&span, Report::warning("nothing is ever in hand in this game, so `holdings` should be 0"));
        }
        rows
    }

    /// Checks XBoard's table: two equal halves of letters and signs.
    fn piece_to_char(&mut self, text: &Spanned<String>) {
        let (span, table) = (text.span(), text.get_ref());
        let entries = match table_entries(table) {
            Ok(entries) => entries,
            Err((part, message)) => {
                let place = self.complaints.inside(&span, table, &part);
                let report = Report::error(message)
                    .help("an entry is a letter, optionally followed by `'` or `!`, or one of `.`, `+`, `~`, `^X`");
                return self.complaints.add(&place, report);
            }
        };
        if entries.len() % 2 != 0 || !ENTRIES.contains(&entries.len()) {
            let report = Report::error(format!(
                "{} entries, expected an even number from {} to {}",
                entries.len(),
                ENTRIES.start(),
                ENTRIES.end()
            ));
            return self
                .complaints
                .add(&span, report.help("White's half comes first, then Black's, which is equally long"));
        }
        let (white, black) = entries.split_at(entries.len() / 2);
        for (one, other) in white.iter().zip(black) {
            // A piece of one side alone leaves the other side's slot empty.
            if (one.text == ".") != (other.text == ".") {
                continue;
            }
            let upper = one.text.to_ascii_lowercase() == other.text && one.text.to_ascii_uppercase() == one.text;
            if !upper {
                let place = self.complaints.inside(&span, table, &other.span());
                let expected = one.text.to_ascii_uppercase();
                let message = format!(
                    "`{}` is in the place of White's `{}`, expected `{}`",
                    other.text,
                    one.text,
                    expected.to_ascii_lowercase()
                );
                let report = Report::error(message)
                    .help("both halves list the same pieces, White's in capital letters and Black's in small ones");
                return self.complaints.add(&place, report);
            }
        }
        self.letters_match(&span, table, white, black);
    }

    /// Warns of pieces without a letter. Only then are letters without a piece noted, one of which may be meant: a
    /// table may well have more letters than the game has pieces.
    fn letters_match(&mut self, span: &Span, table: &str, white: &[TableEntry<'_>], black: &[TableEntry<'_>]) {
        let known = [white, black].map(letters);
        let without: Vec<String> = self.without_letter(&known).map(|id| format!("`{id}`")).collect();
        let mut said = Vec::new();
        for half in [white, black] {
            let mut seen = Vec::new();
            for (letter, part) in half.iter().filter_map(TableEntry::letter) {
                let plain = letter.to_ascii_uppercase();
                let report = if seen.contains(&plain) {
                    Some(Report::error(format!("`{letter}` is in two places of the table")))
                } else if self.kind(&plain).is_none() && !without.is_empty() {
                    Some(Report::note(format!("there is no piece `{letter}` in this game")))
                } else {
                    None
                };
                // A letter may be wrong in both halves, and is reported once.
                if let Some(report) = report.filter(|_| !said.contains(&plain)) {
                    let place = self.complaints.inside(span, table, &part);
                    self.complaints.add(&place, report);
                    said.push(plain.clone());
                }
                seen.push(plain);
            }
        }
        if !without.is_empty() {
            let report = Report::warning(format!("the table has no place for {}", without.join(", ")))
                .help("a GUI cannot show these pieces");
            self.complaints.add(span, report);
        }
    }

    /// Pieces that need a letter of their own and have none in White's or Black's half.
    fn without_letter(&self, letters: &[Vec<String>; 2]) -> impl Iterator<Item = String> {
        let plain = self.kinds.iter().filter(|kind| !kind.is_face() && !kind.remembers());
        let lacks = |kind: &&Kind| match kind.owner {
            Some(owner) => !letters[owner.index()].contains(&kind.id),
            None => letters.iter().all(|half| !half.contains(&kind.id)),
        };
        plain.filter(lacks).map(Kind::written_id)
    }

    /// Whether a table has exactly the letters of this game.
    fn fits(&self, table: &str) -> bool {
        let entries = table_entries(table).unwrap_or_default();
        let halves = entries.split_at(entries.len() / 2);
        let letters = [halves.0, halves.1].map(letters);
        let known = letters.iter().flatten().all(|letter| self.kind(letter).is_some());
        known && self.without_letter(&letters).next().is_none()
    }
}

/// One entry of XBoard's table of pieces.
pub struct TableEntry<'a> {
    text: &'a str,
    /// Where it begins in the table.
    pub start: usize,
}

impl TableEntry<'_> {
    fn span(&self) -> Span {
        self.start..self.start + self.text.len()
    }

    /// The entry without a nickname.
    pub fn sign(&self) -> &str {
        self.text.split('=').next().unwrap_or_default()
    }

    /// The ID of the piece, and its place.
    fn letter(&self) -> Option<(&str, Span)> {
        let letter = self.sign();
        letter.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| (letter, self.start..self.start + letter.len()))
    }
}

/// The IDs of the pieces in one half of the table.
fn letters(half: &[TableEntry<'_>]) -> Vec<String> {
    half.iter().filter_map(TableEntry::letter).map(|(letter, _)| letter.to_ascii_uppercase()).collect()
}

/// Cuts XBoard's table of pieces into entries.
///
/// # Errors
///
/// Returns the first character that begins no entry.
pub fn table_entries(table: &str) -> Result<Vec<TableEntry<'_>>, (Span, String)> {
    let mut entries = Vec::new();
    let mut at = 0;
    while let Some(first) = table[at..].chars().next() {
        let rest = &table.as_bytes()[at..];
        let letter = |i: usize| rest.get(i).is_some_and(u8::is_ascii_alphabetic);
        let mark = |i: usize| usize::from(rest.get(i).is_some_and(|byte| b"'!".contains(byte)));
        let length = match first {
            '.' | '+' | '~' | '/' => 1,
            '^' | '-' | '*' if letter(1) => 2 + mark(2),
            _ if letter(0) => {
                let plain = 1 + mark(1);
                let nickname = rest.get(plain) == Some(&b'=') && letter(plain + 1);
                plain + if nickname { 2 } else { 0 }
            }
            _ => return Err((at..at + first.len_utf8(), format!("`{first}` is not an entry of a table of pieces"))),
        };
        // A slash only skips slots.
        if first != '/' {
            entries.push(TableEntry { text: &table[at..at + length], start: at });
        }
        at += length;
    }
    Ok(entries)
}
