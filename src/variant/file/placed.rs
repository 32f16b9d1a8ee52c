//! Values with their places in the text.

use crate::text::Span;
use serde::de::{Deserialize, Deserializer, EnumAccess, VariantAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A value and its place, which equality ignores.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    /// A value at a place.
    pub fn new(span: Span, value: T) -> Self {
        Self(toml::Spanned::new(span, value))
    }

    /// Where the value is written.
    pub fn span(&self) -> Span {
        self.0.span()
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }
}

/// The name of the enum by which a deserializer is asked for the place of a value.
pub(super) const PLACED: &str = "a value and its place";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum(PLACED, &[], SpannedVisitor(PhantomData))
    }
}

struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Spanned<T>, A::Error> {
        let (place, value) = data.variant::<u64>()?;
        let span = (place >> 32) as usize..(place & u64::from(u32::MAX)) as usize;
        Ok(Spanned::new(span, value.newtype_variant()?))
    }
}
