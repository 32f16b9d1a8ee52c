//! Values that can be written in more than one shape.

use super::{Entry, SetWord, Spanned, TargetWord};
use crate::board::ByColor;
use crate::text::Span;
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A word with a meaning of its own, or a list of words. In a list no word has such a meaning.
#[derive(Clone, Debug)]
pub enum WordOrList<W> {
    /// One word.
    Word(W),
    /// A list.
    List(Vec<Spanned<String>>),
}

/// Squares in one text, or texts whose squares are taken together.
pub type SquareSet = WordOrList<String>;
/// A word for pieces, or their IDs.
pub type PieceSet = WordOrList<SetWord>;
/// A word for the kinds that pieces promote to, or their IDs.
pub type Targets = WordOrList<TargetWord>;

/// A set of squares: written once for both sides, or for each.
#[derive(Clone, Debug)]
pub enum Sided {
    /// White's squares, to be mirrored for Black.
    Both(SquareSet),
    /// The squares of each side.
    Each(BySide),
}

/// A set of squares for each side.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, schemars(extend("required" = ["white", "black"])))]
pub struct BySide {
    /// White's squares.
    pub white: Entry<SquareSet>,
    /// Black's squares.
    pub black: Entry<SquareSet>,
}

/// The kinds that pieces may promote to: the same on all squares, or by square.
#[derive(Clone, Debug)]
pub enum Choices {
    /// The same everywhere.
    Everywhere(Targets),
    /// By set of squares.
    BySquares(IndexMap<Spanned<String>, Spanned<Targets>>),
}

/// Whether captured pieces become others in the hand.
#[derive(Clone, Debug)]
pub enum Demotion {
    /// Whether promoted pieces turn back to what they were.
    Rank(bool),
    /// They do, and pieces in this table, by ID, become what it says.
    Table(IndexMap<Spanned<String>, Spanned<String>>),
}

/// Whether something holds for each side: one word for both or neither, or the name of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForSides(pub ByColor<bool>);

/// One table or a list of tables.
#[derive(Clone, Debug)]
pub struct OneOrMany<T>(pub Vec<Spanned<T>>);

/// One word or a list of words.
#[derive(Clone, Debug)]
pub struct Words<T>(pub Vec<Spanned<T>>);

impl<T> Spanned<OneOrMany<T>> {
    /// The tables, each with its place.
    pub fn tables(&self) -> impl Iterator<Item = (Span, &T)> {
        placed(self.span(), &self.get_ref().0)
    }
}

impl<T> Spanned<Words<T>> {
    /// The words, each with its place.
    pub fn words(&self) -> impl Iterator<Item = (Span, &T)> {
        placed(self.span(), &self.get_ref().0)
    }
}

/// Items with their places. A single one has no place of its own, but that of the whole.
fn placed<T>(whole: Span, items: &[Spanned<T>]) -> impl Iterator<Item = (Span, &T)> {
    items.iter().map(move |item| (if item.span().is_empty() { whole.clone() } else { item.span() }, item.get_ref()))
}

/// `board.rank_base`: the number of the first rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankBase {
    /// 0 on boards of ten ranks, else 1.
    Auto,
    /// This number.
    Number(u8),
}

/// Lets a type be read from values of several shapes, by methods of a [`Visitor`].
macro_rules! read_by_shape {
    ($type:ident $(<$of:ident>)?, $expected:literal, $($methods:tt)+) => {
        impl<'de $(, $of: Deserialize<'de>)?> Deserialize<'de> for $type $(<$of>)? {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Shapes<T>(PhantomData<T>);

                impl<'de $(, $of: Deserialize<'de>)?> Visitor<'de> for Shapes<$type $(<$of>)?> {
                    type Value = $type $(<$of>)?;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    $($methods)+
                }

                deserializer.deserialize_any(Shapes(PhantomData))
            }
        }
    };
}

read_by_shape! {
    WordOrList<W>, "a string or a list of strings",

    fn visit_str<E: Error>(self, word: &str) -> Result<WordOrList<W>, E> {
        W::deserialize(word.into_deserializer()).map(WordOrList::Word)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<WordOrList<W>, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(WordOrList::List)
    }
}

read_by_shape! {
    Sided, "squares as a string, a list of strings, or `{ white = ..., black = ... }`",

    fn visit_str<E: Error>(self, word: &str) -> Result<Sided, E> {
        SquareSet::deserialize(word.into_deserializer()).map(Sided::Both)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Sided, A::Error> {
        SquareSet::deserialize(SeqAccessDeserializer::new(list)).map(Sided::Both)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Sided, A::Error> {
        BySide::deserialize(MapAccessDeserializer::new(map)).map(Sided::Each)
    }
}

read_by_shape! {
    Choices, "a list of IDs, `promoted-form`, `stock`, or a table of these by squares",

    fn visit_str<E: Error>(self, word: &str) -> Result<Choices, E> {
        Targets::deserialize(word.into_deserializer()).map(Choices::Everywhere)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Choices, A::Error> {
        Targets::deserialize(SeqAccessDeserializer::new(list)).map(Choices::Everywhere)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Choices, A::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Choices::BySquares)
    }
}

read_by_shape! {
    Demotion, "`true`, `false`, or a table of what pieces become by ID",

    fn visit_bool<E: Error>(self, demote: bool) -> Result<Demotion, E> {
        Ok(Demotion::Rank(demote))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Demotion, A::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Demotion::Table)
    }
}

read_by_shape! {
    ForSides, "`true`, `false`, `white` or `black`",

    fn visit_bool<E: Error>(self, both: bool) -> Result<ForSides, E> {
        Ok(ForSides(ByColor([both; 2])))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<ForSides, E> {
        match word {
            "white" => Ok(ForSides(ByColor([true, false]))),
            "black" => Ok(ForSides(ByColor([false, true]))),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

read_by_shape! {
    OneOrMany<T>, "a table or a list of tables",

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMany<T>, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMany)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OneOrMany<T>, A::Error> {
        // The place of the table is that of the whole.
        T::deserialize(MapAccessDeserializer::new(map)).map(|one| OneOrMany(vec![Spanned::new(0..0, one)]))
    }
}

read_by_shape! {
    Words<T>, "a word or a list of words",

    fn visit_str<E: Error>(self, word: &str) -> Result<Words<T>, E> {
        // The place of the word is that of the whole.
        T::deserialize(word.into_deserializer()).map(|one| Words(vec![Spanned::new(0..0, one)]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Words<T>, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Words)
    }
}

read_by_shape! {
    RankBase, "0, 1 or `auto`",

    fn visit_i64<E: Error>(self, number: i64) -> Result<RankBase, E> {
        match number {
            0 => Ok(RankBase::Number(0)),
            1 => Ok(RankBase::Number(1)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<RankBase, E> {
        match word {
            "auto" => Ok(RankBase::Auto),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}
