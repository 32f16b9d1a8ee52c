//! Values that know where in the text they stand.

use crate::text::Span;
use serde::{Deserialize, Deserializer};

/// A value and its place. Values are equal wherever they stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    /// A value at a place.
    pub fn new(span: Span, value: T) -> Self {
        Self(toml::Spanned::new(span, value))
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        self.0.span()
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        toml::Spanned::deserialize(deserializer).map(Self)
    }
}
