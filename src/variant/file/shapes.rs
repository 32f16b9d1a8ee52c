//! Values that can be written in more than one shape.

use super::{Entry, SetWord, Spanned, TargetWord};
use crate::board::ByColor;
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
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

/// A table with a value for each side.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, schemars(extend("required" = ["white", "black"])))]
pub struct BySide {
    /// White's.
    pub white: Entry<SquareSet>,
    /// Black's.
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

/// `board.rank_base`: the number of the first rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankBase {
    /// 0 on boards of ten ranks, else 1.
    Auto,
    /// This number.
    Number(u8),
}

struct WordOrListVisitor<W>(PhantomData<W>);

impl<'de, W: Deserialize<'de>> Visitor<'de> for WordOrListVisitor<W> {
    type Value = WordOrList<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a list of strings")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<WordOrList<W>, E> {
        W::deserialize(word.into_deserializer()).map(WordOrList::Word)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<WordOrList<W>, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(WordOrList::List)
    }
}

impl<'de, W: Deserialize<'de>> Deserialize<'de> for WordOrList<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordOrListVisitor(PhantomData))
    }
}

struct SidedVisitor;

impl<'de> Visitor<'de> for SidedVisitor {
    type Value = Sided;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("squares as a string, a list of strings, or `{ white = ..., black = ... }`")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Sided, E> {
        WordOrListVisitor(PhantomData).visit_str(word).map(Sided::Both)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Sided, A::Error> {
        WordOrListVisitor(PhantomData).visit_seq(list).map(Sided::Both)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Sided, A::Error> {
        BySide::deserialize(MapAccessDeserializer::new(map)).map(Sided::Each)
    }
}

impl<'de> Deserialize<'de> for Sided {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SidedVisitor)
    }
}

struct ChoicesVisitor;

impl<'de> Visitor<'de> for ChoicesVisitor {
    type Value = Choices;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of IDs, `promoted-form`, `stock`, or a table of these by squares")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Choices, E> {
        WordOrListVisitor(PhantomData).visit_str(word).map(Choices::Everywhere)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Choices, A::Error> {
        WordOrListVisitor(PhantomData).visit_seq(list).map(Choices::Everywhere)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Choices, A::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Choices::BySquares)
    }
}

impl<'de> Deserialize<'de> for Choices {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ChoicesVisitor)
    }
}

struct DemotionVisitor;

impl<'de> Visitor<'de> for DemotionVisitor {
    type Value = Demotion;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`true`, `false`, or a table of what pieces become by ID")
    }

    fn visit_bool<E: Error>(self, demote: bool) -> Result<Demotion, E> {
        Ok(Demotion::Rank(demote))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Demotion, A::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Demotion::Table)
    }
}

impl<'de> Deserialize<'de> for Demotion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DemotionVisitor)
    }
}

struct ForSidesVisitor;

impl Visitor<'_> for ForSidesVisitor {
    type Value = ForSides;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`true`, `false`, `white` or `black`")
    }

    fn visit_bool<E: Error>(self, both: bool) -> Result<ForSides, E> {
        Ok(ForSides(ByColor([both; 2])))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<ForSides, E> {
        match word {
            "white" => Ok(ForSides(ByColor([true, false]))),
            "black" => Ok(ForSides(ByColor([false, true]))),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for ForSides {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ForSidesVisitor)
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = Vec<Spanned<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table or a list of tables")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        // The caller knows the place of the table as a whole.
        T::deserialize(MapAccessDeserializer::new(map)).map(|one| vec![Spanned::new(0..0, one)])
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData)).map(OneOrMany)
    }
}

struct WordsVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for WordsVisitor<T> {
    type Value = Vec<Spanned<T>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word or a list of words")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        // The caller knows the place of a single word.
        T::deserialize(word.into_deserializer()).map(|one| vec![Spanned::new(0..0, one)])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Words<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordsVisitor(PhantomData)).map(Words)
    }
}

struct RankBaseVisitor;

impl Visitor<'_> for RankBaseVisitor {
    type Value = RankBase;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0, 1 or `auto`")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<RankBase, E> {
        match number {
            0 => Ok(RankBase::Number(0)),
            1 => Ok(RankBase::Number(1)),
            _ => Err(E::invalid_value(serde::de::Unexpected::Signed(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<RankBase, E> {
        match word {
            "auto" => Ok(RankBase::Auto),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for RankBase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RankBaseVisitor)
    }
}
