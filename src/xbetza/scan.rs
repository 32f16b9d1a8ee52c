//! Scanning of a description letter by letter, for better errors.
//!
//! A grammar can only say that it expected something else; this pass finds the
//! first letter that fits nowhere and says why. It accepts what the grammar
//! accepts, except repeated modifiers and steps beyond the limit.

use super::ast::{AtomLetter, Direction, Modifier, Suffix};
use super::error::{BracketFault, Error, ErrorKind, MAX_LENGTH, MAX_STEP};
use super::shape::{leap, lengthened, spelled};

/// The first fault, and where the term it stands in begins.
pub(super) struct FirstFault {
    pub(super) term_start: usize,
    pub(super) error: Error,
}

/// Reads a description from its start to its first fault.
pub(super) fn scan(text: &str) -> Result<(), FirstFault> {
    let length = text.chars().count();
    if length == 0 {
        return Err(FirstFault { term_start: 0, error: Error::new(ErrorKind::Empty, 0..0) });
    }
    if let Some((place, _)) = text.char_indices().nth(MAX_LENGTH) {
        let error = Error::new(ErrorKind::TooLong { length }, place..text.len());
        return Err(FirstFault { term_start: 0, error });
    }
    let mut scanner = Scanner { text, at: 0 };
    while scanner.at < text.len() {
        let term_start = scanner.at;
        scanner.term().map_err(|error| FirstFault { term_start, error })?;
    }
    Ok(())
}

/// How often a modifier may be written side by side in one leg.
fn repeats(modifier: Modifier) -> usize {
    match modifier {
        Modifier::Initial | Modifier::Lame | Modifier::Hop | Modifier::Grasshopper => 2,
        Modifier::Jump => 9,
        _ => 1,
    }
}

/// A reader between two letters.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// An error about the character ahead.
    fn here(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.at..self.at + self.peek().map_or(0, char::len_utf8))
    }

    fn bracket_fault(&self, fault: BracketFault) -> Error {
        self.here(ErrorKind::Bracket(fault))
    }

    fn term(&mut self) -> Result<(), Error> {
        if self.peek() == Some('[') {
            return self.bracket();
        }
        let start = self.at;
        self.prefix(true)?;
        while self.peek() == Some('a') {
            self.at += 1;
            self.prefix(false)?;
        }
        match self.peek() {
            Some('[') => Err(self.bracket_fault(BracketFault::Prefixed)),
            Some(found @ (']' | '-' | '?')) => Err(self.bracket_fault(BracketFault::Outside(found))),
            _ => self.atom(start, false),
        }
    }

    fn bracket(&mut self) -> Result<(), Error> {
        let open = self.at;
        let unclosed = Error::at(ErrorKind::Bracket(BracketFault::Unclosed), open);
        self.at += 1;
        for leg in 0.. {
            let start = self.at;
            self.prefix(leg == 0)?;
            match self.peek() {
                None if self.at == start => return Err(unclosed),
                Some('[') => return Err(self.bracket_fault(BracketFault::Nested)),
                Some('a') => return Err(self.bracket_fault(BracketFault::And)),
                Some(found @ (']' | '-' | '?')) => return Err(self.bracket_fault(BracketFault::EmptyLeg(found))),
                _ => self.atom(start, true)?,
            }
            match self.peek() {
                None => return Err(unclosed),
                Some('-' | '?') => self.at += 1,
                Some(']') if leg == 0 => return Err(self.bracket_fault(BracketFault::SingleLeg)),
                Some(']') => break,
                Some(found) => return Err(self.bracket_fault(BracketFault::NoLink(found))),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Reads small letters up to an `a` or anything that is not a small letter.
    fn prefix(&mut self, first: bool) -> Result<(), Error> {
        let start = self.at;
        let mut run_end = None;
        while let Some(letter) = self.peek().filter(|&c| c.is_ascii_lowercase() && c != 'a') {
            let modifier = Modifier::from_letter(letter).filter(|m| first || !is_bend(*m));
            match modifier {
                Some(modifier) => self.modifier(modifier, start)?,
                None if Direction::from_letter(letter).is_some() => {
                    if run_end.is_some_and(|end| end != self.at) {
                        return Err(self.here(ErrorKind::SplitDirections { letter }));
                    }
                    run_end = Some(self.at + 1);
                }
                None => return Err(self.here(ErrorKind::UnknownModifier { letter })),
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Checks the modifier ahead against those of its leg, which began at `start`.
    fn modifier(&self, modifier: Modifier, start: usize) -> Result<(), Error> {
        let letter = modifier.letter();
        let leg = &self.text[start..self.at];
        let before = leg.matches(letter).count();
        let apart = before > 0 && !leg.ends_with(letter);
        if before >= repeats(modifier) || apart {
            return Err(self.here(ErrorKind::DuplicateModifier { letter, allowed: repeats(modifier) }));
        }
        Ok(())
    }

    /// Reads an atom with its range; the prefix before it began at `start`.
    fn atom(&mut self, start: usize, bracketed: bool) -> Result<(), Error> {
        let Some(found) = self.peek() else {
            let modifiers = self.text[start..].to_owned();
            return Err(self.here(ErrorKind::MissingAtom { modifiers }));
        };
        let Some(letter) = AtomLetter::from_letter(found) else {
            return Err(match found {
                'A'..='Z' => self.here(ErrorKind::UnknownAtom { letter: found }),
                '0'..='9' => self.range_error(|digits| ErrorKind::StrayRange { digits }),
                '(' | ')' => {
                    let leap = coordinates(&self.text[self.at..]).and_then(spelled);
                    self.here(ErrorKind::ReservedGroup { letter: found, leap })
                }
                _ => self.here(ErrorKind::BadCharacter { found }),
            });
        };
        if bracketed && matches!(letter, AtomLetter::Castling | AtomLetter::Universal) {
            return Err(self.bracket_fault(BracketFault::Atom(found)));
        }
        self.at += 1;
        let doubles = leap(letter).is_some() || letter == AtomLetter::King;
        if doubles && self.peek() == Some(found) {
            self.at += 1;
            return self.after_double(found, bracketed);
        }
        if let Some(step) = leap(letter) {
            self.suffixes(step)?;
        }
        self.range(letter)
    }

    fn after_double(&self, atom: char, bracketed: bool) -> Result<(), Error> {
        match self.peek() {
            Some('0'..='9') => Err(self.range_error(|_| ErrorKind::RangeOnDouble { atom })),
            Some(letter @ ('X' | 'Y')) if !bracketed => Err(self.here(ErrorKind::UnknownAtom { letter })),
            _ => Ok(()),
        }
    }

    fn suffixes(&mut self, (mut shorter, mut longer): (u8, u8)) -> Result<(), Error> {
        while let Some((letter, suffix)) = self.peek().and_then(|letter| Some((letter, Suffix::from_letter(letter)?))) {
            (shorter, longer) = lengthened((shorter, longer), suffix);
            if longer > MAX_STEP {
                return Err(self.here(ErrorKind::StepTooLong { letter, length: longer }));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn range(&mut self, letter: AtomLetter) -> Result<(), Error> {
        let digits = self.digits();
        let well_formed = digits.len() <= 1 || digits.len() == 2 && !digits.starts_with('0');
        let allowed = match letter {
            AtomLetter::Universal => digits.is_empty(),
            AtomLetter::Castling => digits != "0",
            _ => true,
        };
        if !(well_formed && allowed) {
            return Err(self.range_error(|digits| ErrorKind::BadRange { atom: letter.letter(), digits }));
        }
        self.at += digits.len();
        Ok(())
    }

    /// The digits ahead.
    fn digits(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        &rest[..length]
    }

    /// An error about the digits ahead.
    fn range_error(&self, kind: impl Fn(String) -> ErrorKind) -> Error {
        let digits = self.digits();
        Error::new(kind(digits.to_owned()), self.at..self.at + digits.len())
    }
}

/// The coordinates in parentheses at the start of a text, the shorter one first.
fn coordinates(text: &str) -> Option<(u8, u8)> {
    let (one, other) = text.strip_prefix('(')?.split_once(')')?.0.split_once(',')?;
    let (one, other): (u8, u8) = (one.trim().parse().ok()?, other.trim().parse().ok()?);
    Some((one.min(other), one.max(other)))
}

fn is_bend(modifier: Modifier) -> bool {
    matches!(modifier, Modifier::Zigzag | Modifier::Circular)
}
