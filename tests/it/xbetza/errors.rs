//! Descriptions that are refused: code, column, and what the message must say.

use super::vectors;
use alfil::xbetza;

#[test]
fn wrong_descriptions_are_refused_with_code_and_column() {
    let mut failures = Vec::new();
    let mut count = 0;
    for vector in vectors::all().iter().filter(|vector| vector.get("error").is_some()) {
        count += 1;
        let description = vectors::text(vector, "xbetza");
        let expected = (vectors::text(&vector["error"], "code"), vector["error"]["col"].as_u64().unwrap() as usize);
        match xbetza::parse(description) {
            Err(error) if (error.code(), error.column()) == expected => {}
            found => failures.push(format!("{description}: expected {expected:?}, found {found:?}")),
        }
    }
    assert_eq!(count, 81);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn right_descriptions_print_back_as_they_were_written() {
    for vector in vectors::all().iter().filter(|vector| vector.get("error").is_none()) {
        for key in ["xbetza", "xboard"].into_iter().filter(|&key| vector[key].is_string()) {
            let description = vectors::text(vector, key);
            let tree = xbetza::parse(description).unwrap_or_else(|error| panic!("{description}: {error}"));
            assert_eq!(tree.to_string(), description);
            xbetza::compile(description).unwrap_or_else(|error| panic!("{description}: {error}"));
        }
    }
}
