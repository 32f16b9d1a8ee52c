//! Spellings for XBoard: they exist where they should, mean the same, and are written as XBoard reads.

use super::moves::difference;
use super::vectors::{self, text};
use alfil::internals::xbetza::{self, NoWire};

fn wire(description: &str) -> Result<String, NoWire> {
    xbetza::wire(&xbetza::parse(description).unwrap_or_else(|error| panic!("{description}: {error}")))
}

/// What XBoard would stumble over in a spelling: the order of a leg's letters,
/// doubled letters, letters and numbers that it does not know.
fn fault(spelled: &str) -> Option<&'static str> {
    let mut rest = spelled;
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_uppercase())?;
        let (prefix, atom) = rest.split_at(end);
        let legs: Vec<&str> = prefix.split('a').collect();
        for leg in &legs {
            let leg = leg.trim_start_matches('i').trim_start_matches(['f', 'b', 'l', 'r', 'v', 's', 'h']);
            let leg = "mcdetpgoyn".chars().fold(leg, |leg, letter| leg.strip_prefix(letter).unwrap_or(leg));
            if !leg.trim_start_matches('j').is_empty() {
                return Some("letters out of order");
            }
        }
        let digits = atom[1..].bytes().take_while(u8::is_ascii_digit).count();
        let next = &atom[1 + digits..];
        if !"WFDNAHCZGKQRBO".contains(&atom[..1]) {
            return Some("an atom that XBoard does not know or reads otherwise");
        }
        if next.starts_with(&atom[..1]) && digits == 0 && !"RBQ".contains(&atom[..1]) {
            return Some("a doubled atom");
        }
        let doubled = |leg: &&str| {
            let run = leg.trim_start_matches('i').as_bytes();
            run.len() > 1 && run[0] == run[1] && b"fblrvs".contains(&run[0])
        };
        if legs.iter().any(doubled) {
            return Some("a doubled direction");
        }
        if end + 1 + digits >= 80 {
            return Some("a term too long");
        }
        rest = next;
    }
    None
}

#[test]
fn spellings_of_the_vectors_exist_and_mean_the_same() {
    let mut failures = Vec::new();
    for vector in vectors::all().iter().filter(|vector| vector.get("error").is_none()) {
        let description = text(vector, "xbetza");
        match (wire(description), vector["xboard"].is_null()) {
            (Err(_), true) => {}
            (Ok(spelled), false) => {
                failures.extend(Some(difference(vector, &spelled)).filter(|text| !text.is_empty()));
                failures.extend(fault(&spelled).map(|what| format!("{description} as {spelled}: {what}")));
                if wire(&spelled) != Ok(spelled.clone()) {
                    failures.push(format!("{description} as {spelled} is spelled anew as {:?}", wire(&spelled)));
                }
            }
            (found, _) => failures.push(format!("{description}: expected {}, found {found:?}", vector["xboard"])),
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn well_known_pieces_are_spelled_as_listed() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in crate::cases(include_str!("../../data/xbetza/pieces.txt")) {
        count += 1;
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, _, description, expected] = columns[..] else { panic!("four columns in {line}") };
        let expected = match expected {
            "no" => None,
            "same" => Some(description),
            other => Some(other),
        };
        let found = wire(description).ok();
        if found.as_deref() != expected {
            failures.push(format!("{line}: found {found:?}"));
        }
    }
    assert_eq!(count, 117);
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Two terms that begin and end with one letter were once run together to a doubled atom.
#[test]
fn terms_do_not_run_together() {
    for (description, expected) in [("pNvsN", "pN1N"), ("fWvsW", "fW1W"), ("pRvsR", "pRR"), ("pN2vsN", "pN2N")] {
        assert_eq!(wire(description).as_deref(), Ok(expected));
    }
}

#[test]
fn refusals_name_the_feature() {
    let cases = [
        ("U", "`U`"),
        ("FX", "`X`"),
        ("WkfR", "`k`"),
        ("udR", "`u`"),
        ("zB", "`z`"),
        ("ppR", "`pp`"),
        ("afN", "oblique"),
        ("aofR", "`o`"),
        ("cacacafK", "captures"),
        ("[D?fsB]", "size"),
        ("[W3-fW]", "ranges"),
        ("[K-fW]", "angles"),
        ("[F-frW-fzF]", "relative turn `z`"),
    ];
    for (description, feature) in cases {
        let message = wire(description).expect_err(description).to_string();
        assert!(message.contains(feature), "{description}: {message}");
    }
}
