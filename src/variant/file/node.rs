//! TOML trees as serde reads them, with the places of all values.
//!
//! There is one type of deserializer, for keys and values of every shape and
//! whether or not their place is asked for: what a file consists of is then
//! compiled once. With those of `toml` it would be four times and more.

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

/// The word that takes back a table of the file below.
pub(super) const NONE: &str = "none";

/// How a list of tables is called where one table belongs.
pub(super) const TABLES: &str = "list of tables";

/// What does not fit, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    pub message: String,
    pub span: Option<Span>,
}

impl Misfit {
    /// The same, there unless a place inside is known.
    fn within(self, span: &Span) -> Self {
        Self { span: self.span.or_else(|| Some(span.clone())), ..self }
    }
}

impl Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misfit {}

/// A key or a value, and its place.
pub(super) struct Node<'de> {
    shape: Shape<'de>,
    span: Span,
}

/// What it is.
enum Shape<'de> {
    Text(&'de str),
    Table(&'de DeTable<'de>),
    List(&'de DeArray<'de>),
    Truth(bool),
    Whole(i64),
    Float(f64),
    /// What no key takes: a date, or a number out of range.
    Other(&'de str),
    /// A place, where it is asked for.
    Place(u64),
}

impl<'de> Node<'de> {
    /// A whole file.
    pub(super) fn file(table: &'de DeTable<'de>) -> Self {
        Self { shape: Shape::Table(table), span: 0..0 }
    }

    fn key(key: &'de Spanned<Cow<'de, str>>) -> Self {
        Self { shape: Shape::Text(key.get_ref()), span: key.span() }
    }

    fn value(value: &'de Spanned<DeValue<'de>>) -> Self {
        let shape = match value.get_ref() {
            DeValue::String(text) => Shape::Text(text),
            DeValue::Table(table) => Shape::Table(table),
            DeValue::Array(list) => Shape::List(list),
            DeValue::Boolean(value) => Shape::Truth(*value),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Shape::Whole(number),
                Err(_) => Shape::Other(number.as_str()),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => Shape::Float(number),
                Err(_) => Shape::Other(number.as_str()),
            },
            DeValue::Datetime(_) => Shape::Other("a date"),
        };
        Self { shape, span: value.span() }
    }

    /// Says what stands here instead of what was expected.
    fn misfit(&self, expected: &dyn Expected) -> Misfit {
        let found = match self.shape {
            Shape::Text(text) => Unexpected::Str(text),
            Shape::Table(_) => Unexpected::Map,
            Shape::List(_) => Unexpected::Seq,
            Shape::Truth(value) => Unexpected::Bool(value),
            Shape::Whole(number) => Unexpected::Signed(number),
            Shape::Float(number) => Unexpected::Float(number),
            Shape::Other(what) => Unexpected::Other(what),
            Shape::Place(place) => Unexpected::Unsigned(place),
        };
        Misfit::invalid_type(found, expected).within(&self.span)
    }

    /// The same where a table is expected.
    fn no_table(&self, expected: &dyn Expected) -> Misfit {
        let is_table = |item: &Spanned<DeValue<'_>>| item.get_ref().is_table();
        match self.shape {
            Shape::List(list) if !list.is_empty() && list.iter().all(is_table) => {
                Misfit::invalid_type(Unexpected::Other(TABLES), expected).within(&self.span)
            }
            _ => self.misfit(expected),
        }
    }

    /// The same where one of `words` is expected.
    fn no_word(&self, words: &[&str]) -> Misfit {
        let words = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
        Misfit::custom(format!("expected one word in quotes: {}", enumerate(&words, "or"))).within(&self.span)
    }
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Misfit;

    /// A value of several shapes. Where one alone is right the others are not even compiled.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let read = match self.shape {
            Shape::Text(text) => visitor.visit_borrowed_str(text),
            Shape::Table(table) => visitor.visit_map(Entries::of(table)),
            Shape::List(list) => visitor.visit_seq(Items(list.iter())),
            Shape::Truth(value) => visitor.visit_bool(value),
            Shape::Whole(number) => visitor.visit_i64(number),
            Shape::Float(number) => visitor.visit_f64(number),
            Shape::Other(_) => Err(self.misfit(&visitor)),
            Shape::Place(place) => visitor.visit_u64(place),
        };
        read.map_err(|misfit| misfit.within(&self.span))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Shape::Text(text) = self.shape else { return Err(self.misfit(&visitor)) };
        visitor.visit_borrowed_str(text).map_err(|misfit: Misfit| misfit.within(&self.span))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Shape::List(list) = self.shape else { return Err(self.misfit(&visitor)) };
        visitor.visit_seq(Items(list.iter())).map_err(|misfit| misfit.within(&self.span))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Shape::Table(table) = self.shape else { return Err(self.no_table(&visitor)) };
        visitor.visit_map(Entries::of(table)).map_err(|misfit| misfit.within(&self.span))
    }

    /// A table with known keys: what is derived would read a list by position, too.
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

    /// A word, or a value whose place is asked for.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let span = self.span.clone();
        let shape = match self.shape {
            _ if name == PLACED => Shape::Place((span.start as u64) << 32 | span.end as u64),
            Shape::Text(word) => Shape::Text(word),
            _ => return Err(self.no_word(words)),
        };
        let choice = Choice { name: Node { shape, span: span.clone() }, value: self };
        visitor.visit_enum(choice).map_err(|misfit| misfit.within(&span))
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char bytes byte_buf unit
        ignored_any unit_struct tuple_struct tuple
    }
}

/// The values of a list.
struct Items<'de>(slice::Iter<'de, Spanned<DeValue<'de>>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        self.0.next().map(|value| seed.deserialize(Node::value(value))).transpose()
    }
}

/// A key and its value.
type KeyValue<'de> = (&'de Spanned<Cow<'de, str>>, &'de Spanned<DeValue<'de>>);

/// The keys and values of a table.
struct Entries<'de> {
    rest: Box<dyn Iterator<Item = KeyValue<'de>> + 'de>,
    /// The value of the latest key.
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
        seed.deserialize(Node::key(key)).map(Some).map_err(|misfit| misfit.within(&key.span()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        let value = self.value.take().ok_or_else(|| Misfit::custom("a value without its key"))?;
        seed.deserialize(Node::value(value)).map_err(|misfit| misfit.within(&value.span()))
    }
}

/// A word, or a value whose place is asked for: a choice whose name is the place.
struct Choice<'de> {
    name: Node<'de>,
    value: Node<'de>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Misfit;
    type Variant = Node<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Node<'de>), Misfit> {
        Ok((seed.deserialize(self.name)?, self.value))
    }
}

impl<'de> VariantAccess<'de> for Node<'de> {
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
