//! Reader of `tests/data/xbetza/vectors.json`.

use serde_json::Value;

/// All vectors of the file.
pub fn all() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../../data/xbetza/vectors.json")).expect("the file is JSON");
    file["vectors"].as_array().expect("the file lists vectors").clone()
}

/// A text of a vector.
pub fn text<'v>(vector: &'v Value, key: &str) -> &'v str {
    vector[key].as_str().unwrap_or_else(|| panic!("no text `{key}` in {vector}"))
}
