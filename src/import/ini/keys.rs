//! The keys of the format: the shapes of their values, and the settings that they make.

use super::squares::{FILES, RANKS};
use super::types::{Type, Types};
use crate::import::Word;
use crate::text::{Span, enumerate, span_in};
use once_cell::sync::Lazy;

/// A key with its value's shape and its settings.
pub struct Key {
    pub name: &'static str,
    pub shape: &'static str,
    pub settings: Vec<&'static str>,
}

impl Key {
    /// Whether its value is one of a few words.
    pub fn is_word(&self) -> bool {
        ["flag", "top"].contains(&self.shape) || self.shape.contains('|')
    }
}

/// Whether files may use a key, not only built-in games.
pub fn is_known(name: &str) -> bool {
    !name.starts_with('.')
}

/// All keys except those of piece types and mobility regions, in the order in which they are applied.
pub static KEYS: Lazy<Vec<Key>> = Lazy::new(|| {
    let lines = include_str!("keys.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (name, shape) = (words.next()?, words.next()?);
            let settings: Vec<&str> = words.collect();
            Some(Key { name, shape, settings: if settings.is_empty() { vec![name] } else { settings } })
        })
        .collect()
});

/// A parsed value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Flag(bool),
    /// A number, or a rank or file counted from 0.
    Number(u32),
    Types(Types),
    /// One type, or none.
    Type(Option<Type>),
    /// Files and ranks from 0, on a board of any size.
    Squares(Vec<(u8, u8)>),
    Counts(Vec<(Type, u32)>),
    Forms(Vec<(Type, Option<Type>)>),
    Text(String),
}

impl Value {
    /// The value of a game that builds on another: pairs of the parent are kept unless their piece is in this value.
    pub fn laid_over(self, below: Option<&Self>) -> Self {
        fn pairs<T: Copy>(mut own: Vec<(Type, T)>, below: &[(Type, T)]) -> Vec<(Type, T)> {
            let kept: Vec<_> = below.iter().filter(|(ty, _)| own.iter().all(|(named, _)| named != ty)).collect();
            own.extend(kept);
            own
        }
        match (self, below) {
            (Self::Counts(own), Some(Self::Counts(below))) => Self::Counts(pairs(own, below)),
            (Self::Forms(own), Some(Self::Forms(below))) => Self::Forms(pairs(own, below)),
            (own, _) => own,
        }
    }
}

/// An error in a value, and its bytes.
pub type Fault = (Span, String);

/// Parses a value; pieces are identified by their letters.
pub fn parse(shape: &str, value: &Word, letter: &dyn Fn(char) -> Option<Type>) -> Result<Value, Fault> {
    let text = value.text.as_str();
    let whole = |message: String| (value.span.clone(), message);
    let number = |most: u32| text.parse::<u32>().ok().filter(|number| *number <= most);
    match shape {
        "flag" => match text {
            "true" => Ok(Value::Flag(true)),
            "false" => Ok(Value::Flag(false)),
            _ => Err(whole(format!("expected `true` or `false`, found `{text}`"))),
        },
        "top" => match text {
            "true" => Ok(Value::Text("top".to_owned())),
            _ => parse("flag", value, letter),
        },
        "number" => number(1_000)
            .map(Value::Number)
            .ok_or_else(|| whole(format!("expected a number from 0 to 1000, found `{text}`"))),
        "rank" | "rank.." | "rank..2" | "2..rank" => {
            let rank = number(u32::from(RANKS)).filter(|rank| *rank > 0);
            let rank = rank.ok_or_else(|| whole(format!("expected a rank from 1 to {RANKS}, found `{text}`")))?;
            Ok(Value::Number(rank - 1))
        }
        "file" => {
            // Capitals name no file here.
            let letter = text.chars().next().filter(|letter| text.len() == 1 && letter.is_ascii_lowercase());
            let by_letter = letter.and_then(file);
            let by_number = number(u32::from(FILES)).filter(|file| *file > 0).map(|file| file - 1);
            let file = by_letter.map(u32::from).or(by_number);
            file.map(Value::Number)
                .ok_or_else(|| whole(format!("expected a file, a to l or 1 to {FILES}, found `{text}`")))
        }
        "squares" => squares(value).map(Value::Squares),
        "pieces" | "letters" => {
            let letters = letters(value).take_while(|(c, _)| *c != '-');
            let read = letters.map(|(c, span)| match (c, shape) {
                ('*', "letters") => Err((span, "`*` stands for no piece here: name the letters".to_owned())),
                _ => one(c, span, letter),
            });
            read.collect::<Result<_, _>>().map(Value::Types)
        }
        "piece" => match letters(value).collect::<Vec<_>>()[..] {
            [] | [('-', _)] => Ok(Value::Type(None)),
            [(c, ref span)] => one(c, span.clone(), letter).map(|ty| Value::Type(Some(ty))),
            _ => Err(whole(format!("expected one letter of a piece, found `{text}`"))),
        },
        "counts" => pairs(value)?
            .into_iter()
            .map(|(from, to)| {
                let count = to.text.parse().map_err(|_| (to.span.clone(), "expected a number".to_owned()))?;
                Ok((only(&from, letter)?, count))
            })
            .collect::<Result<_, _>>()
            .map(Value::Counts),
        "forms" => pairs(value)?
            .into_iter()
            .map(|(from, to)| {
                let to = if to.text == "-" { None } else { Some(only(&to, letter)?) };
                Ok((only(&from, letter)?, to))
            })
            .collect::<Result<_, _>>()
            .map(Value::Forms),
        "rights" => {
            let stray = text.chars().find(|c| !"KQkq-".contains(*c));
            stray.map_or(Ok(Value::Text(text.to_owned())), |c| Err(whole(format!("`{c}` is not a castling right"))))
        }
        "text" | "idle" => Ok(Value::Text(text.to_owned())),
        words if words.split('|').any(|word| word == text) => Ok(Value::Text(text.to_owned())),
        words => {
            let words: Vec<String> = words.split('|').map(|word| format!("`{word}`")).collect();
            Err(whole(format!("expected {}, found `{text}`", enumerate(&words, "or"))))
        }
    }
}

fn file(letter: char) -> Option<u8> {
    ('a'..='l').position(|file| file == letter.to_ascii_lowercase()).map(|file| file as u8)
}

/// The letters of a value without blanks, each with its place.
fn letters(value: &Word) -> impl Iterator<Item = (char, Span)> + '_ {
    let letters = value.text.char_indices().filter(|(_, c)| !c.is_whitespace());
    letters.map(|(at, c)| (c, value.span.start + at..value.span.start + at + c.len_utf8()))
}

/// The type with a letter, or all types.
fn one(c: char, span: Span, letter: &dyn Fn(char) -> Option<Type>) -> Result<Type, Fault> {
    if c == '*' {
        return Ok(Type::ALL);
    }
    letter(c).ok_or_else(|| (span, format!("no piece has the letter `{c}`")))
}

fn only(word: &Word, letter: &dyn Fn(char) -> Option<Type>) -> Result<Type, Fault> {
    match word.text.chars().collect::<Vec<_>>()[..] {
        [c] if c != '*' => one(c, word.span.clone(), letter),
        _ => Err((word.span.clone(), format!("expected a letter of a piece, found `{}`", word.text))),
    }
}

/// Part of a value with its place.
fn part(value: &Word, text: &str) -> Word {
    let Span { start, end } = span_in(&value.text, text);
    Word { text: text.to_owned(), span: value.span.start + start..value.span.start + end }
}

/// Reads pairs, such as `p:1 q:2`.
fn pairs(value: &Word) -> Result<Vec<(Word, Word)>, Fault> {
    let given = value.text.split_whitespace().take_while(|word| *word != "-");
    given
        .map(|word| match word.split_once(':') {
            Some((from, to)) => Ok((part(value, from), part(value, to))),
            None => Err((part(value, word).span, "expected pairs, such as `p:g`".to_owned())),
        })
        .collect()
}

/// Reads squares, such as `a1 b2`, `*3` for a rank, `d*` for a file, `-` for none.
fn squares(value: &Word) -> Result<Vec<(u8, u8)>, Fault> {
    let mut squares = Vec::new();
    for word in value.text.split_whitespace().take_while(|word| *word != "-") {
        let fault = || (part(value, word).span, format!("expected squares as `e4`, `*3` or `d*`, found `{word}`"));
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let rank = || rest.parse::<u8>().ok().filter(|rank| (1..=RANKS).contains(rank)).map(|rank| rank - 1);
        let file = first.chars().next().and_then(file);
        match (first, rest) {
            ("*", _) => {
                let rank = rank().ok_or_else(fault)?;
                squares.extend((0..FILES).map(|file| (file, rank)));
            }
            (_, "*") => {
                let file = file.ok_or_else(fault)?;
                squares.extend((0..RANKS).map(|rank| (file, rank)));
            }
            _ => squares.push((file.ok_or_else(fault)?, rank().ok_or_else(fault)?)),
        }
    }
    Ok(squares)
}
