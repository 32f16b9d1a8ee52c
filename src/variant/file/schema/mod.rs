//! A JSON Schema of variant files, for editors. It is derived from the
//! types into which files are read, so that it has exactly their keys and words,
//! but in advance: programs need not contain the generator.

#[cfg(test)]
mod derived;

#[cfg(test)]
pub use derived::words_alone;

/// The schema as text, in the draft that editors of TOML know.
pub const SCHEMA: &str = include_str!("schema.json");

/// The meaning of the word that takes a table back.
pub(super) const TAKES_BACK: &str = "Takes back what the included file has here.";

/// The same, parsed.
pub fn schema() -> serde_json::Value {
    serde_json::from_str(SCHEMA).expect("a test compares it with what is derived of the types")
}
