//! A JSON Schema of variant files, for editors. It is derived from the types
//! into which files are read, so it has exactly their keys and words. It is
//! stored as a file, so that programs need not contain the generator.

#[cfg(test)]
mod derived;

#[cfg(test)]
pub use derived::words_alone;

/// The schema as text, in the draft of JSON Schema that editors of TOML support.
pub const SCHEMA: &str = include_str!("schema.json");

/// The description of the word that removes an included table.
pub(super) const TAKES_BACK: &str = "Removes what the included file has here.";

/// The schema, parsed.
pub fn schema() -> serde_json::Value {
    serde_json::from_str(SCHEMA).expect("a test compares it with what is derived of the types")
}
