//! Positions as text: every dialect in, XBoard's out.

use alfil::variant::{Setup, builtin};

/// The order of men in hand means nothing, and differs.
fn sorted_hands(fen: &str) -> String {
    let Some((board, rest)) = fen.split_once('[') else { return fen.to_owned() };
    let Some((hands, rest)) = rest.split_once(']') else { return fen.to_owned() };
    let mut letters: Vec<char> = hands.chars().collect();
    letters.sort_unstable();
    format!("{board}[{}]{rest}", letters.into_iter().collect::<String>())
}

/// Positions of other programs' making, in two dialects.
#[test]
fn dialects_agree() {
    let mut failures = Vec::new();
    for file in builtin() {
        let variant = file.variant();
        let path = format!("{}/tests/data/fen/{}.txt", env!("CARGO_MANIFEST_DIR"), file.name());
        let text = std::fs::read_to_string(path).expect("there is a list for each bundled variant");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (theirs, xboards) = line.split_once(" = ").unwrap_or((line, line));
            match (Setup::parse(variant, theirs), Setup::parse(variant, xboards)) {
                (Ok(one), Ok(other)) => {
                    let written = other.fen(variant);
                    if one != other {
                        failures.push(format!("{}: {theirs} and {xboards} differ", file.name()));
                    }
                    if sorted_hands(&written) != sorted_hands(xboards) {
                        failures.push(format!("{}: {xboards} written as {written}", file.name()));
                    }
                }
                (one, other) => failures.push(format!("{}: {line}: {:?} {:?}", file.name(), one.err(), other.err())),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
