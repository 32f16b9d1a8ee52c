//! Scanning of a description letter by letter, for better errors.
//!
//! A grammar can only say that it expected something else; this pass finds the
//! first letter that fits nowhere and says why. It accepts what the grammar
//! accepts, except repeated modifiers and steps beyond the limit.

use super::ast::{AtomLetter, Direction, Modifier, Suffix};
use super::error::{Error, MAX_LENGTH, MAX_STEP};
use super::hint;
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
        let error = Error::new("empty", "a description cannot be empty", 0..0);
        return Err(FirstFault { term_start: 0, error: error.help("name at least one atom, as in `K`") });
    }
    if let Some((place, _)) = text.char_indices().nth(MAX_LENGTH) {
        let message = format!("a description has at most {MAX_LENGTH} characters, this one has {length}");
        let error = Error::new("too-long", message, place..text.len())
            .help("combine terms that differ only in direction or mode");
        return Err(FirstFault { term_start: 0, error });
    }
    let mut scanner = Scanner { text, at: 0 };
    while scanner.at < text.len() {
        let term_start = scanner.at;
        scanner.term().map_err(|error| FirstFault { term_start, error })?;
    }
    Ok(())
}

/// The advice for legs that nothing separates.
const SEPARATE: &str = "separate legs by `-` if all must be made, by `?` if the move may also end between them";

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
    fn here(&self, code: &'static str, message: impl Into<String>) -> Error {
        Error::new(code, message, self.at..self.at + self.peek().map_or(0, char::len_utf8))
    }

    fn bracket_fault(&self, message: impl Into<String>, help: &str) -> Error {
        self.here("bracket", message).help(help)
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
            Some('[') => Err(self.bracket_fault(
                "`[` after modifiers: expected an atom",
                "put the modifiers inside, before the atom they belong to; Betza's `t[FR]` is `[F?R]`",
            )),
            Some(found @ (']' | '-' | '?')) => Err(self.bracket_fault(
                format!("`{found}` outside brackets: expected an atom or a modifier"),
                "put the legs in brackets, as in `[F?fsR]`",
            )),
            _ => self.atom(start, false),
        }
    }

    fn bracket(&mut self) -> Result<(), Error> {
        let open = self.at;
        let unclosed = Error::at("bracket", "expected `]` to this `[`", open).help("end the last leg with `]`");
        self.at += 1;
        for leg in 0.. {
            let start = self.at;
            self.prefix(leg == 0)?;
            match self.peek() {
                None if self.at == start => return Err(unclosed),
                Some('[') => {
                    let message = "`[` inside brackets: expected an atom or a modifier";
                    return Err(self.bracket_fault(message, "write all legs in one pair of brackets"));
                }
                Some('a') => {
                    let message = "`a` inside brackets: expected legs separated by `-` or `?`";
                    return Err(self.bracket_fault(message, SEPARATE));
                }
                Some(found @ (']' | '-' | '?')) => {
                    let message = format!("`{found}` ends a leg without an atom: expected an atom before it");
                    return Err(self.bracket_fault(message, "give each leg an atom"));
                }
                _ => self.atom(start, true)?,
            }
            match self.peek() {
                None => return Err(unclosed),
                Some('-' | '?') => self.at += 1,
                Some(']') if leg == 0 => {
                    let message = "`]` after one leg: expected `-` or `?` and another leg";
                    return Err(self.bracket_fault(message, "leave out the brackets, or add a leg"));
                }
                Some(']') => break,
                Some(found) => {
                    let message =
                        format!("`{}` after the atom of a leg: expected `-`, `?` or `]`", found.escape_debug());
                    let blank = hint::character(found).filter(|_| found.is_ascii_whitespace());
                    return Err(self.bracket_fault(message, blank.unwrap_or(SEPARATE)));
                }
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
                        let message = format!(
                            "direction `{letter}` is separated from the others: the directions of a leg must be contiguous"
                        );
                        let help = "move the other modifiers before or after all directions";
                        return Err(self.here("split-directions", message).help(help));
                    }
                    run_end = Some(self.at + 1);
                }
                None => {
                    let message = format!("unknown modifier `{letter}`: the letter is reserved");
                    let help = (letter == 'w').then_some("did you mean `W`? atoms are capitals");
                    return Err(self.here("unknown-modifier", message).maybe_help(help));
                }
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
        let allowed = repeats(modifier);
        if before < allowed && !apart {
            return Ok(());
        }
        let (message, help) = if allowed == 1 {
            (format!("modifier `{letter}` occurs more than once in a leg"), "write it once".to_owned())
        } else {
            let most = letter.to_string().repeat(allowed);
            (
                format!("modifier `{letter}` may occur up to {allowed} times in a leg, next to each other"),
                format!("write it once, or side by side as `{most}`"),
            )
        };
        Err(self.here("duplicate-modifier", message).help(help))
    }

    /// Reads an atom with its range; the prefix before it began at `start`.
    fn atom(&mut self, start: usize, bracketed: bool) -> Result<(), Error> {
        let Some(found) = self.peek() else {
            let modifiers = &self.text[start..];
            let error = self.here("missing-atom", format!("the modifiers `{modifiers}` have no atom"));
            return Err(error.help(hint::missing_atom(modifiers)));
        };
        let Some(letter) = AtomLetter::from_letter(found) else {
            return Err(match found {
                'A'..='Z' => self.unknown_atom(found),
                '0'..='9' => self.stray_range(),
                '(' | ')' => {
                    let (message, help) = match coordinates(&self.text[self.at..]) {
                        Some(leap) => (
                            "leaps are named by letters, not by coordinates in parentheses".to_owned(),
                            match spelled(leap) {
                                Some(leap) => format!("this leap is `{leap}`"),
                                None => format!(
                                    "no atom makes this leap: coordinates go up to {MAX_STEP}, and not both are 0"
                                ),
                            },
                        ),
                        None => (
                            format!("`{found}`: repetition groups in parentheses are not supported"),
                            "write the legs out one by one".to_owned(),
                        ),
                    };
                    self.here("reserved-group", message).help(help)
                }
                _ => self.bad_character(found),
            });
        };
        if bracketed && matches!(letter, AtomLetter::Castling | AtomLetter::Universal) {
            let message = format!("`{found}` inside brackets: expected an atom that moves by steps");
            return Err(self.bracket_fault(message, "write it as a separate term"));
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
            Some('0'..='9') => {
                let message = format!("the doubled atom `{atom}{atom}` has no limit and takes no range");
                Err(self.range_error("range-on-double", message).help(format!("write `{atom}` once with its range")))
            }
            Some(letter @ ('X' | 'Y')) if !bracketed => Err(self.unknown_atom(letter)),
            _ => Ok(()),
        }
    }

    fn unknown_atom(&self, letter: char) -> Error {
        let message = match letter {
            'X' | 'Y' => format!("`{letter}` must follow a single leaper atom, as in `N{letter}`"),
            'I' => format!("unknown atom `{letter}`: the letter is reserved for imitators"),
            _ => format!("unknown atom `{letter}`"),
        };
        self.here("unknown-atom", message).maybe_help(hint::capital(letter))
    }

    fn bad_character(&self, found: char) -> Error {
        let shown = match found {
            '\'' | '"' | '\\' => found.to_string(),
            _ => found.escape_debug().to_string(),
        };
        let message = format!("`{shown}` is not part of the notation");
        self.here("bad-character", message).maybe_help(hint::character(found))
    }

    fn stray_range(&self) -> Error {
        let digits = self.digits();
        let number = Some(digits.trim_start_matches('0')).filter(|digits| !digits.is_empty()).unwrap_or("0");
        let help = match number.len() {
            1 | 2 => format!("write the number last, as in `R{number}`"),
            _ => "write a number of one or two digits last, as in `R3`".to_owned(),
        };
        self.range_error("stray-range", format!("the range `{digits}` must follow an atom")).help(help)
    }

    fn suffixes(&mut self, (mut shorter, mut longer): (u8, u8)) -> Result<(), Error> {
        while let Some((letter, suffix)) = self.peek().and_then(|letter| Some((letter, Suffix::from_letter(letter)?))) {
            (shorter, longer) = lengthened((shorter, longer), suffix);
            if longer > MAX_STEP {
                let message = format!("`{letter}` makes a step of {longer}, but the limit is {MAX_STEP}");
                return Err(self.here("step-too-long", message));
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
        if well_formed && allowed {
            self.at += digits.len();
            return Ok(());
        }
        let message = match letter {
            AtomLetter::Universal => format!("`{digits}` after `U`: an atom that reaches every square has no range"),
            AtomLetter::Castling => {
                format!("`{digits}` is not a range for castling with `O`: expected at least 1, up to 99")
            }
            _ => format!("`{digits}` is not a range: expected 0 or 1 to 99 without leading zero"),
        };
        let help = match letter {
            AtomLetter::Castling => "write how many squares the castling piece goes, as in `isO2`",
            AtomLetter::Universal => "leave out the number",
            AtomLetter::Rook | AtomLetter::Bishop | AtomLetter::Queen => {
                "for a move without a limit, leave out the number or write 0"
            }
            _ => "for a move without a limit, write 0",
        };
        Err(self.range_error("bad-range", message).help(help))
    }

    /// The digits ahead.
    fn digits(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        &rest[..length]
    }

    /// An error about the digits ahead.
    fn range_error(&self, code: &'static str, message: String) -> Error {
        Error::new(code, message, self.at..self.at + self.digits().len())
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
