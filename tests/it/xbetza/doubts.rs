//! Doubts about right descriptions: whatever is advised can be written, and means what is said of it.

use super::random;
use alfil::internals::xbetza::{self, Program};
use fastrand::Rng;
use std::collections::BTreeSet;

/// A description like those that are doubted: terms with one direction, `t` or marks next to others.
fn description(random: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..4) {
        let (prefix, atom) = (random::prefix(random, true, true), random::any_atom(random));
        let next = random::any_atom(random);
        let way = random.choice(["f", "b", "l", "r"]).unwrap();
        text += &match random.u8(..8) {
            0 => format!(
                "{}{way}{}",
                random.choice(["", "m", "c", "p", "i"]).unwrap(),
                next.replace(char::is_uppercase, "K")
            ),
            1 => format!("t{atom}{next}"),
            2 => format!("{prefix}{atom}a{}{next}", random::prefix(random, false, true)),
            3 => format!(
                "fce{atom}{}fm{}",
                random.choice(["", "i", "n", "j"]).unwrap(),
                random.choice(["D", "A", "R2"]).unwrap()
            ),
            4 => format!("{}{}", random.choice(["isO", "lO", "ifmnH", "fnnG"]).unwrap(), next),
            5 => "[cfF-mfF?cfF-mfF]".to_owned(),
            _ => random::description(random),
        };
    }
    text
}

/// What is written in backquotes.
fn quoted(advice: &str) -> impl Iterator<Item = &str> {
    advice.split('`').skip(1).step_by(2)
}

/// Whether two programs have the same terms in any order.
fn same(a: &Program, b: &Program) -> bool {
    let within = |a: &Program, b: &Program| {
        a.terms.iter().all(|a| b.terms.iter().any(|b| (a.when, &a.action) == (b.when, &b.action)))
    };
    within(a, b) && within(b, a)
}

#[test]
fn advice_can_be_followed() {
    let mut random = Rng::with_seed(4);
    let mut seen = BTreeSet::new();
    for _ in 0..20_000 {
        let text = description(&mut random);
        let Ok(tree) = xbetza::parse(&text) else { continue };
        let Ok(program) = xbetza::compile_tree(&tree) else { continue };
        for (span, report) in xbetza::doubts(&tree, &program) {
            let replaced = |advice: &str| format!("{}{advice}{}", &text[..span.start], &text[span.end..]);
            for advice in report.help.iter().flat_map(|help| help.split("; ")) {
                // Betza's own notation, and marks.
                for other in quoted(advice).filter(|other| !other.starts_with("t[") && !["i", "n", "O"].contains(other))
                {
                    assert!(xbetza::compile(other).is_ok(), "{text}: {}: {advice}", report.message);
                }
                if let Some(meant) =
                    advice.strip_prefix("if this is intended, write ").and_then(|rest| quoted(rest).next())
                {
                    let other =
                        xbetza::compile(&replaced(meant)).unwrap_or_else(|fault| panic!("{text}: {meant}: {fault}"));
                    assert!(same(&program, &other), "{text}: {meant} means something else");
                }
                seen.extend(advice.split('`').next().map(str::to_owned));
            }
        }
    }
    assert_eq!(seen.len(), 11, "all advice is given: {seen:#?}");
}

/// The messages about a description.
fn messages(description: &str) -> Vec<String> {
    let tree = xbetza::parse(description).unwrap_or_else(|error| panic!("{description}: {error}"));
    let program = xbetza::compile_tree(&tree).unwrap_or_else(|error| panic!("{description}: {error}"));
    xbetza::doubts(&tree, &program).into_iter().map(|(_, report)| report.message).collect()
}

/// A letter is silent if the notation gives it no meaning where it stands.
#[test]
fn silent_letters_are_named() {
    for (description, letter) in [
        ("nR", 'n'),
        ("nF", 'n'),
        ("fcnnR", 'n'),
        ("mtW", 't'),
        ("tcafW", 't'),
        ("umW", 'u'),
        ("ckW", 'c'),
        ("[yF-fsR]", 'y'),
    ] {
        assert_eq!(messages(description), [format!("`{letter}` changes nothing in `{description}`")], "{description}");
    }
    for (description, letter) in [("jjD", 'j'), ("nnN", 'n')] {
        let expected = format!("repeating `{letter}` changes nothing in `{description}`");
        assert_eq!(messages(description), [expected], "{description}");
    }
    for description in [
        "nN", "inN", "ifmnR2", "fmnnR", "tR", "tpafW", "ucR", "mabK", "RmasR", "yafsF", "oR", "jR", "mcR", "udR",
        "dteF",
    ] {
        assert!(messages(description).is_empty(), "{description}: {:?}", messages(description));
    }
}

/// Double steps are leaps of two squares, or slides of at least as many.
#[test]
fn double_steps_without_marks_are_named() {
    for double in ["ifmD", "ifmA", "ifmR2", "ifmB2", "ifmR3", "iifmW2", "fmR"] {
        let found = messages(&format!("fmWfceF{double}"));
        let expected = format!("`{double}` leaves nothing behind to be captured en passant");
        assert_eq!(found.last(), Some(&expected), "{double}: {found:?}");
    }
    for double in ["ifmW", "ifmN", "ifmnR2", "iifmnW2", "fcR2", "imR2", "ifsmZ"] {
        let found = messages(&format!("fmFfceW{double}"));
        assert!(found.iter().all(|message| !message.contains("en passant")), "{double}: {found:?}");
    }
}
