//! A JSON Schema of variant files, for editors. It is made of the very types
//! into which files are read, so that it knows every key and word and no
//! other, but beforehand: programs need not carry what makes it.

#[cfg(test)]
mod derived;

#[cfg(test)]
pub use derived::words_alone;

/// The schema as text, in the draft that editors of TOML know.
pub const SCHEMA: &str = include_str!("schema.json");

/// What the word means that takes a table back.
pub(super) const TAKES_BACK: &str = "Takes back what the included file has here.";

/// The same, to be looked through.
#[cfg(feature = "cli")]
pub fn schema() -> serde_json::Value {
    serde_json::from_str(SCHEMA).expect("a test compares it with what is derived of the types")
}
