//! The keys of the format: the shapes of their values, and the settings that they make.

use super::squares::{FILES, RANKS};
use super::types::{Type, Types};
use crate::import::Word;
use crate::text::Span;
use once_cell::sync::Lazy;

/// A key with its value's shape and its settings.
pub struct Key {
    pub name: &'static str,
    pub shape: &'static str,
    pub settings: Vec<&'static str>,
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
    pub fn laid_over(self, below: Self) -> Self {
        fn pairs<T>(mut own: Vec<(Type, T)>, below: Vec<(Type, T)>) -> Vec<(Type, T)> {
            let kept: Vec<_> = below.into_iter().filter(|(ty, _)| own.iter().all(|(named, _)| named != ty)).collect();
            own.extend(kept);
            own
        }
        match (self, below) {
            (Self::Counts(own), Self::Counts(below)) => Self::Counts(pairs(own, below)),
            (Self::Forms(own), Self::Forms(below)) => Self::Forms(pairs(own, below)),
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
        "number" => number(1_000)
            .map(Value::Number)
            .ok_or_else(|| whole(format!("expected a number from 0 to 1000, found `{text}`"))),
        "rank" => {
            let rank = number(u32::from(RANKS)).filter(|rank| *rank > 0);
            let rank = rank.ok_or_else(|| whole(format!("expected a rank from 1 to {RANKS}, found `{text}`")))?;
            Ok(Value::Number(rank - 1))
        }
        "file" => {
            let by_letter = text.chars().next().filter(|_| text.len() == 1).and_then(file);
            let by_number = number(u32::from(FILES)).filter(|file| *file > 0).map(|file| file - 1);
            let file = by_letter.map(u32::from).or(by_number);
            file.map(Value::Number)
                .ok_or_else(|| whole(format!("expected a file, a to l or 1 to {FILES}, found `{text}`")))
        }
        "squares" => squares(value).map(Value::Squares),
        "pieces" => {
            let letters = letters(value).filter(|(c, _)| *c != '-');
            letters.map(|(c, span)| one(c, span, letter)).collect::<Result<_, _>>().map(Value::Types)
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
        "verdict" if ["win", "loss", "draw", "none"].contains(&text) => Ok(Value::Text(text.to_owned())),
        "verdict" => Err(whole(format!("expected `win`, `loss`, `draw` or `none`, found `{text}`"))),
        words => Err(whole(format!("expected one of {}, found `{text}`", words.replace('|', ", ")))),
    }
}

/// The default of a setting.
pub fn unset(shape: &str) -> Value {
    match shape {
        "flag" => Value::Flag(false),
        "number" | "rank" | "file" => Value::Number(0),
        "squares" => Value::Squares(Vec::new()),
        "pieces" => Value::Types(Types::default()),
        "piece" => Value::Type(None),
        "counts" => Value::Counts(Vec::new()),
        "forms" => Value::Forms(Vec::new()),
        _ => Value::Text("none".to_owned()),
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

/// The words of a value, each with its place.
fn words(value: &Word) -> Vec<Word> {
    let mut at = value.span.start;
    let mut words = Vec::new();
    for part in value.text.split_inclusive(char::is_whitespace) {
        let text = part.trim();
        if !text.is_empty() {
            words.push(Word { text: text.to_owned(), span: at..at + text.len() });
        }
        at += part.len();
    }
    words
}

/// Reads pairs, such as `p:1 q:2`.
fn pairs(value: &Word) -> Result<Vec<(Word, Word)>, Fault> {
    let given = words(value).into_iter().filter(|word| word.text != "-");
    given
        .map(|word| {
            let Some((from, to)) = word.text.split_once(':') else {
                return Err((word.span, "expected pairs, such as `p:g`".to_owned()));
            };
            let start = word.span.start;
            let second = start + from.len() + 1..word.span.end;
            Ok((
                Word { text: from.to_owned(), span: start..start + from.len() },
                Word { text: to.to_owned(), span: second },
            ))
        })
        .collect()
}

/// Reads squares, such as `a1 b2`, `*3` for a rank, `d*` for a file, `-` for none.
fn squares(value: &Word) -> Result<Vec<(u8, u8)>, Fault> {
    let mut squares = Vec::new();
    for word in words(value) {
        if word.text == "-" {
            break;
        }
        let fault = || (word.span.clone(), format!("expected squares as `e4`, `*3` or `d*`, found `{}`", word.text));
        let (first, rest) = word.text.split_at(word.text.chars().next().map_or(0, char::len_utf8));
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
