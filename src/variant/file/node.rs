//! TOML trees as a source for serde that provides the places of all values.
//!
//! A single type of deserializer serves keys and values of every shape, whether
//! or not their place is requested, so that the code that reads a file is
//! compiled only once. With the deserializers of `toml` it would be more than
//! four times as large.

use super::placed::PLACED;
use crate::text::{Span, enumerate};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;
use std::fmt;
use std::slice;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// The word that removes a table of an included file.
pub(super) const NONE: &str = "none";

/// A fault, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Misfit {
    pub fault: NodeFault,
    pub span: Option<Span>,
}

/// A fault in a value or key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NodeFault {
    UnknownKey {
        key: String,
        known: &'static [&'static str],
    },
    UnknownWord {
        word: String,
        known: &'static [&'static str],
    },
    /// A value of another type, or out of range.
    WrongValue {
        given: GivenValue,
        wanted: ExpectedValue,
    },
    Other(String),
}

/// The value that the file has.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GivenValue {
    Text(String),
    Table,
    List,
    /// A list of tables in place of a single table.
    Tables,
    Truth(bool),
    Whole(i64),
    Float(f64),
    Other(String),
}

/// The value that the key takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExpectedValue {
    List,
    Table,
    Text,
    Truth,
    /// A number from 0 to `most`.
    Whole {
        most: u64,
    },
    Float,
    /// The description that the type itself gives.
    Said(String),
}

impl NodeFault {
    /// Whether there is a list of tables in place of a single table.
    pub(super) fn is_list_for_table(&self) -> bool {
        matches!(self, Self::WrongValue { given: GivenValue::Tables, .. })
    }

    /// Whether no table of that kind has the key.
    pub(super) fn is_unknown_key(&self) -> bool {
        matches!(self, Self::UnknownKey { .. })
    }
}

impl Misfit {
    fn of(fault: NodeFault) -> Self {
        Self { fault, span: None }
    }

    /// The same fault with this place, unless it already has a more precise one.
    fn within(self, span: &Span) -> Self {
        Self { span: self.span.or_else(|| Some(span.clone())), ..self }
    }
}

impl Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::of(NodeFault::Other(message.to_string()))
    }

    fn invalid_type(given: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::of(NodeFault::WrongValue { given: given.into(), wanted: ExpectedValue::Said(wanted.to_string()) })
    }

    fn invalid_value(given: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::invalid_type(given, wanted)
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::of(NodeFault::UnknownKey { key: key.to_owned(), known })
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Self::of(NodeFault::UnknownWord { word: word.to_owned(), known })
    }
}

impl From<Unexpected<'_>> for GivenValue {
    fn from(given: Unexpected<'_>) -> Self {
        match given {
            Unexpected::Str(text) => Self::Text(text.to_owned()),
            Unexpected::Map => Self::Table,
            Unexpected::Seq => Self::List,
            Unexpected::Bool(value) => Self::Truth(value),
            Unexpected::Signed(number) => Self::Whole(number),
            Unexpected::Float(number) => Self::Float(number),
            other => Self::Other(other.to_string()),
        }
    }
}

impl fmt::Display for GivenValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "the string `{}`", format!("{text:?}").trim_matches('"')),
            Self::Table => f.write_str("a table"),
            Self::List | Self::Tables => f.write_str("a list"),
            Self::Truth(value) => write!(f, "`{value}`"),
            Self::Whole(number) => write!(f, "`{number}`"),
            Self::Float(number) => write!(f, "`{number:?}`"),
            Self::Other(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List => f.write_str("a list"),
            Self::Table => f.write_str("a table"),
            Self::Text => f.write_str("a string"),
            Self::Truth => f.write_str("true or false"),
            Self::Whole { most: u64::MAX } => f.write_str("a whole number"),
            Self::Whole { most } => write!(f, "a whole number from 0 to {most}"),
            Self::Float => f.write_str("a number"),
            Self::Said(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            NodeFault::UnknownKey { key, .. } => write!(f, "unknown key `{key}`"),
            NodeFault::UnknownWord { word, .. } => write!(f, "unknown word `{word}`"),
            NodeFault::WrongValue { given, wanted } => write!(f, "expected {wanted}, found {given}"),
            NodeFault::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Misfit {}

/// A key or a value, and its place.
pub(super) struct TomlNode<'de> {
    shape: TomlShape<'de>,
    span: Span,
}

/// The value of a node.
enum TomlShape<'de> {
    Text(&'de str),
    Table(&'de DeTable<'de>),
    List(&'de DeArray<'de>),
    Truth(bool),
    Whole(i64),
    Float(f64),
    /// A value that no key takes: a date, or a number out of range.
    Other(&'de str),
    /// A place, where it is requested.
    Place(u64),
}

impl<'de> TomlNode<'de> {
    /// A whole file.
    pub(super) fn file(table: &'de DeTable<'de>) -> Self {
        Self { shape: TomlShape::Table(table), span: 0..0 }
    }

    fn key(key: &'de Spanned<Cow<'de, str>>) -> Self {
        Self { shape: TomlShape::Text(key.get_ref()), span: key.span() }
    }

    fn value(value: &'de Spanned<DeValue<'de>>) -> Self {
        let shape = match value.get_ref() {
            DeValue::String(text) => TomlShape::Text(text),
            DeValue::Table(table) => TomlShape::Table(table),
            DeValue::Array(list) => TomlShape::List(list),
            DeValue::Boolean(value) => TomlShape::Truth(*value),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => TomlShape::Whole(number),
                Err(_) => TomlShape::Other(number.as_str()),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => TomlShape::Float(number),
                Err(_) => TomlShape::Other(number.as_str()),
            },
            DeValue::Datetime(_) => TomlShape::Other("a date"),
        };
        Self { shape, span: value.span() }
    }

    /// The fault of a value that is not the expected one.
    fn misfit(&self, wanted: ExpectedValue) -> Misfit {
        let is_table = |item: &Spanned<DeValue<'_>>| item.get_ref().is_table();
        let given = match self.shape {
            TomlShape::Text(text) => GivenValue::Text(text.to_owned()),
            TomlShape::Table(_) => GivenValue::Table,
            TomlShape::List(list)
                if wanted == ExpectedValue::Table && !list.is_empty() && list.iter().all(is_table) =>
            {
                GivenValue::Tables
            }
            TomlShape::List(_) => GivenValue::List,
            TomlShape::Truth(value) => GivenValue::Truth(value),
            TomlShape::Whole(number) => GivenValue::Whole(number),
            TomlShape::Float(number) => GivenValue::Float(number),
            TomlShape::Other(what) => GivenValue::Other(what.to_owned()),
            TomlShape::Place(place) => GivenValue::Other(place.to_string()),
        };
        Misfit::of(NodeFault::WrongValue { given, wanted }).within(&self.span)
    }

    /// A number from 0 to `most`.
    fn whole<T: TryFrom<i64>>(&self, most: impl Into<u64>) -> Result<T, Misfit> {
        let number = if let TomlShape::Whole(number) = self.shape { T::try_from(number).ok() } else { None };
        number.ok_or_else(|| self.misfit(ExpectedValue::Whole { most: most.into() }))
    }

    /// The fault of a value in place of one of `words`.
    fn no_word(&self, words: &[&str]) -> Misfit {
        let words = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
        self.misfit(ExpectedValue::Said(format!("one word in quotes: {}", enumerate(&words, "or"))))
    }
}

impl<'de> Deserializer<'de> for TomlNode<'de> {
    type Error = Misfit;

    /// Reads a value that may have several shapes. Types with a single one use the methods below, so that only the code
    /// for that one is compiled.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let read = match self.shape {
            TomlShape::Text(text) => visitor.visit_borrowed_str(text),
            TomlShape::Table(table) => visitor.visit_map(Entries::of(table)),
            TomlShape::List(list) => visitor.visit_seq(Items(list.iter())),
            TomlShape::Truth(value) => visitor.visit_bool(value),
            TomlShape::Whole(number) => visitor.visit_i64(number),
            TomlShape::Float(number) => visitor.visit_f64(number),
            TomlShape::Other(_) => Err(self.misfit(ExpectedValue::Said((&visitor as &dyn Expected).to_string()))),
            TomlShape::Place(place) => visitor.visit_u64(place),
        };
        read.map_err(|misfit| misfit.within(&self.span))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let TomlShape::Truth(value) = self.shape else { return Err(self.misfit(ExpectedValue::Truth)) };
        visitor.visit_bool(value)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_u8(self.whole(u8::MAX)?)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_u16(self.whole(u16::MAX)?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = if let TomlShape::Place(place) = self.shape { place } else { self.whole(u64::MAX)? };
        visitor.visit_u64(number)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.shape {
            TomlShape::Whole(number) => visitor.visit_i64(number),
            TomlShape::Float(number) => visitor.visit_f64(number),
            _ => Err(self.misfit(ExpectedValue::Float)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let TomlShape::Text(text) = self.shape else { return Err(self.misfit(ExpectedValue::Text)) };
        visitor.visit_borrowed_str(text).map_err(|misfit: Misfit| misfit.within(&self.span))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let TomlShape::List(list) = self.shape else { return Err(self.misfit(ExpectedValue::List)) };
        visitor.visit_seq(Items(list.iter())).map_err(|misfit| misfit.within(&self.span))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let TomlShape::Table(table) = self.shape else { return Err(self.misfit(ExpectedValue::Table)) };
        visitor.visit_map(Entries::of(table)).map_err(|misfit| misfit.within(&self.span))
    }

    /// A table with known keys. Derived code would accept a list as well, with values by position.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    /// A word, or a value whose place is requested.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let span = self.span.clone();
        let shape = match self.shape {
            _ if name == PLACED => TomlShape::Place((span.start as u64) << 32 | span.end as u64),
            TomlShape::Text(word) => TomlShape::Text(word),
            _ => return Err(self.no_word(words)),
        };
        let choice = TomlEnum { name: TomlNode { shape, span: span.clone() }, value: self };
        visitor.visit_enum(choice).map_err(|misfit| misfit.within(&span))
    }

    forward_to_deserialize_any! {
        u32 u128 i8 i16 i32 i64 i128 f32 char bytes byte_buf unit
        ignored_any unit_struct tuple_struct tuple
    }
}

/// The values of a list.
struct Items<'de>(slice::Iter<'de, Spanned<DeValue<'de>>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        self.0.next().map(|value| seed.deserialize(TomlNode::value(value))).transpose()
    }
}

/// A key and its value.
type KeyValue<'de> = (&'de Spanned<Cow<'de, str>>, &'de Spanned<DeValue<'de>>);

/// The keys and values of a table.
struct Entries<'de> {
    rest: Box<dyn Iterator<Item = KeyValue<'de>> + 'de>,
    /// The value of the key that was read last.
    value: Option<&'de Spanned<DeValue<'de>>>,
}

impl<'de> Entries<'de> {
    fn of(table: &'de DeTable<'de>) -> Self {
        Self { rest: Box::new(table.iter()), value: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(TomlNode::key(key)).map(Some).map_err(|misfit| misfit.within(&key.span()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        let value = self.value.take().ok_or_else(|| Misfit::custom("a value without its key"))?;
        seed.deserialize(TomlNode::value(value)).map_err(|misfit| misfit.within(&value.span()))
    }
}

/// A word, or a value whose place is requested, as an enum: its variant is the word or the place.
struct TomlEnum<'de> {
    name: TomlNode<'de>,
    value: TomlNode<'de>,
}

impl<'de> EnumAccess<'de> for TomlEnum<'de> {
    type Error = Misfit;
    type Variant = TomlNode<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, TomlNode<'de>), Misfit> {
        Ok((seed.deserialize(self.name)?, self.value))
    }
}

impl<'de> VariantAccess<'de> for TomlNode<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Misfit> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_any(visitor)
    }
}
