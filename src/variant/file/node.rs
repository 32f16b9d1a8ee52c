//! TOML trees as serde reads them, with the places of all values.
//!
//! There is one type of deserializer, for keys and values of every shape and
//! whether or not their place is asked for: what a file consists of is then
//! compiled once. With those of `toml` it would be four times and more.

use super::placed::PLACED;
use crate::text::{Span, enumerate};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

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
    Other(&'de DeValue<'de>),
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
            other => Shape::Other(other),
        };
        Self { shape, span: value.span() }
    }
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let read = match self.shape {
            Shape::Text(text) => visitor.visit_borrowed_str(text),
            Shape::Table(table) | Shape::Other(DeValue::Table(table)) => {
                visitor.visit_map(Entries { rest: Box::new(table.iter()), value: None })
            }
            Shape::Other(DeValue::String(text)) => visitor.visit_borrowed_str(text),
            Shape::Other(DeValue::Array(list)) => visitor.visit_seq(Items(Box::new(list.iter()))),
            Shape::Other(DeValue::Boolean(value)) => visitor.visit_bool(*value),
            Shape::Other(DeValue::Integer(number)) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => Err(Error::invalid_type(Unexpected::Other(number.as_str()), &visitor)),
            },
            Shape::Other(DeValue::Float(number)) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(Error::invalid_type(Unexpected::Other(number.as_str()), &visitor)),
            },
            Shape::Other(DeValue::Datetime(_)) => Err(Error::invalid_type(Unexpected::Other("a date"), &visitor)),
        };
        read.map_err(|misfit| misfit.within(&self.span))
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

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Shape::Other(DeValue::Array(list)) = self.shape else { return self.deserialize_any(visitor) };
        let is_table = |item: &Spanned<DeValue<'_>>| item.get_ref().is_table();
        let found = match !list.is_empty() && list.iter().all(is_table) {
            true => Unexpected::Other(TABLES),
            false => Unexpected::Seq,
        };
        Err(Misfit::invalid_type(found, &visitor).within(&self.span))
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
        let read = match self.shape {
            _ if name == PLACED => visitor.visit_enum(Placed(self)),
            Shape::Text(word) => visitor.visit_enum(IntoDeserializer::<Misfit>::into_deserializer(word)),
            _ => {
                let words = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
                Err(Error::custom(format!("expected one word in quotes: {}", enumerate(&words, "or"))))
            }
        };
        read.map_err(|misfit| misfit.within(&span))
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string seq bytes byte_buf unit
        ignored_any unit_struct tuple_struct tuple identifier
    }
}

/// The values of a list.
struct Items<'de>(Box<dyn Iterator<Item = &'de Spanned<DeValue<'de>>> + 'de>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        self.0.next().map(|value| seed.deserialize(Node::value(value))).transpose()
    }
}

/// A key and its value.
type Entry<'de> = (&'de Spanned<Cow<'de, str>>, &'de Spanned<DeValue<'de>>);

/// The keys and values of a table.
struct Entries<'de> {
    rest: Box<dyn Iterator<Item = Entry<'de>> + 'de>,
    /// The value of the latest key.
    value: Option<&'de Spanned<DeValue<'de>>>,
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

/// A value whose place is asked for: a choice whose name is the place.
struct Placed<'de>(Node<'de>);

impl<'de> EnumAccess<'de> for Placed<'de> {
    type Error = Misfit;
    type Variant = Node<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Node<'de>), Misfit> {
        let place = (self.0.span.start as u64) << 32 | self.0.span.end as u64;
        Ok((seed.deserialize(IntoDeserializer::<Misfit>::into_deserializer(place))?, self.0))
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
