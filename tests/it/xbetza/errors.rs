//! Invalid descriptions: code, column, and required words of the message.

use super::vectors;
use alfil::internals::xbetza;

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

/// The list of errors in the notation's specification has requirements for each message.
#[test]
fn messages_state_the_facts_and_quote_the_letter() {
    let long = "N".repeat(600);
    let cases: &[(&str, &[&str])] = &[
        ("", &["cannot be empty"]),
        (&long, &["512", "600"]),
        ("N,B", &["`,`", "not part of the notation"]),
        ("N\u{e9}", &["`\u{e9}`", "not part of the notation"]),
        ("E", &["`E`"]),
        ("RX", &["`X`", "single leaper"]),
        ("I", &["`I`", "reserved"]),
        ("wR", &["`w`", "reserved"]),
        ("fm", &["`fm`", "have no atom"]),
        ("f3R", &["`3`", "follow an atom"]),
        ("R05", &["`05`", "1 to 99", "leading zero"]),
        ("U2", &["`2`", "`U`", "no range"]),
        ("O0", &["`0`", "at least 1"]),
        ("NN3", &["`NN`", "no range"]),
        ("WXXXXXX", &["`X`", "15"]),
        ("fmsW", &["`s`", "contiguous"]),
        ("mmR", &["`m`"]),
        ("iiiW", &["`i`", "2 times"]),
        ("[F?R", &["`[`", "`]`"]),
        ("F]", &["`]`", "outside"]),
        ("[F?]", &["`]`", "atom"]),
        ("[aF-R]", &["`a`", "`-` or `?`"]),
        ("[F+R]", &["`+`", "`]`"]),
        ("[F?O2]", &["`O`"]),
        ("(afK)", &["`(`", "not supported"]),
        ("aU", &["`U`", "several legs"]),
        ("fO2", &["`f`", "`l`", "`r`", "`s`"]),
        ("pU", &["`p`", "`U`"]),
        ("mO2", &["`m`", "`O`"]),
        ("hR", &["`h`", "oblique"]),
        ("eafW", &["`e`", "last leg"]),
        ("yR", &["`y`", "another leg"]),
        ("pgR", &["`g`", "`p`"]),
        ("njD", &["`j`", "`n`"]),
        ("zqB", &["`q`", "`z`"]),
        ("aiW", &["`i`", "range"]),
        ("[fF-bW]", &["`b`", "nothing"]),
        ("KaaaaaaaaK", &["8 legs"]),
        ("QaaaaQ", &["too many ways"]),
    ];
    for (description, facts) in cases {
        let message = xbetza::compile(description).expect_err(description).to_string();
        for fact in *facts {
            assert!(message.contains(fact), "{description}: `{fact}` is not in: {message}");
        }
        assert!(!message.ends_with('.') && !message.starts_with(char::is_uppercase), "{message}");
    }
}

#[test]
fn hints_say_what_to_do() {
    let hint = |description: &str| xbetza::compile(description).expect_err(description).report().help.pop();
    assert_eq!(hint("3R").as_deref(), Some("write the number last, as in `R3`"));
    assert_eq!(hint("05R").as_deref(), Some("write the number last, as in `R5`"));
    assert_eq!(hint("123R").as_deref(), Some("write a number of one or two digits last, as in `R3`"));
    assert_eq!(hint("R05").as_deref(), Some("for a move without a limit, leave out the number or write 0"));
    assert_eq!(hint("N100").as_deref(), Some("for a move without a limit, write 0"));
    assert_eq!(hint("U0").as_deref(), Some("leave out the number"));
    // (2,2) and five times (2,2) more; (3,3) and six times.
    assert_eq!(hint("(12,12)").as_deref(), Some("this leap is `AYYYYY`"));
    assert_eq!(hint("(15,15)R").as_deref(), Some("this leap is `GYYYYYY`"));
    assert!(hint("(16,1)").is_some_and(|hint| hint.contains("up to 15")));
    assert_eq!(hint("mmW").as_deref(), Some("write it once"));
    assert_eq!(hint("iiiW").as_deref(), Some("write it once, or side by side as `ii`"));
    assert_eq!(hint("NN3").as_deref(), Some("write `N` once with its range"));
    assert!(hint("E").is_some_and(|hint| hint.contains("`F`")));
    assert_eq!(hint("wR").as_deref(), Some("did you mean `W`? atoms are capitals"));
    assert_eq!(hint("o").as_deref(), Some("did you mean `O`? atoms are capitals"));
}
