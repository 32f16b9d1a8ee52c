//! No text makes the readers of variant files and positions panic: valid texts are damaged in many ways, from fixed
//! seeds.

use alfil::internals::game::Game;
use alfil::internals::text::{Report, Source};
use alfil::internals::variant::{Setup, builtin, find, load};
use std::sync::Arc;

/// Fragments with a meaning somewhere.
const FRAGMENTS: [&str; 36] = [
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    ",",
    ".",
    "#",
    "+",
    "~",
    "-",
    "*",
    "/",
    "0",
    "9",
    "255",
    "65536",
    "-1",
    "é",
    "\u{202e}",
    "\t",
    "\\u0041",
    "\"\"\"",
    "all",
    "rank-8",
    "last-99",
    "a1-h8",
    "K",
    "true",
    "promoted-form",
    "include = \"normal\"\n",
    "[pieces.K]\n",
    "isO2",
];

/// Changes a text in one place: cuts, doubles, swaps, or inserts something.
fn damaged(text: &str, random: &mut fastrand::Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..=chars.len());
        let end = (at + random.usize(0..20)).min(chars.len());
        match random.u8(0..6) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                let to = random.usize(0..=chars.len());
                chars.splice(to..to, copy).for_each(drop);
            }
            2 if end < chars.len() => chars.swap(at, end),
            3 => {
                let fragment = FRAGMENTS[random.usize(0..FRAGMENTS.len())];
                chars.splice(at..end, fragment.chars()).for_each(drop);
            }
            _ => {
                let fragment = FRAGMENTS[random.usize(0..FRAGMENTS.len())];
                chars.splice(at..at, fragment.chars()).for_each(drop);
            }
        }
    }
    chars.into_iter().collect()
}

/// A report must be printable in every form, without characters that move the cursor.
fn print(report: &Report) {
    assert!(!report.message.is_empty());
    let line = report.to_string();
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line:?}");
    let (rendered, coloured) = (report.render(false), report.render(true));
    assert!(!rendered.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}'), "{rendered:?}");
    assert!(coloured.len() > rendered.len());
}

#[test]
fn damaged_variant_files_are_judged_without_panic() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..3000 {
        let file = &builtin()[random.usize(0..builtin().len())];
        let text = damaged(&file.source().text, &mut random);
        let (variant, reports) = load(&Source::new("damaged.toml", text.clone()), &find);
        reports.iter().for_each(print);
        let errors = reports.iter().any(Report::is_error);
        assert_eq!(variant.is_none(), errors, "{text}");
        // A text without errors must be usable: its start position survives writing and reading.
        if let Some(variant) = variant {
            right += 1;
            let fen = variant.start.fen(&variant);
            assert_eq!(Setup::parse(&variant, &fen).as_ref(), Ok(&variant.start), "{fen}\n{text}");
            if let Ok(mut game) = Game::new(&Arc::new(variant)) {
                let moves = game.legal_moves();
                moves.first().into_iter().for_each(|mv| game.play(*mv));
            }
        } else {
            wrong += 1;
        }
    }
    assert!(right > 100 && wrong > 100, "{right} right and {wrong} wrong");
}

#[test]
fn damaged_positions_are_judged_without_panic() {
    let mut random = fastrand::Rng::with_seed(2);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..20_000 {
        let variant = builtin()[random.usize(0..builtin().len())].variant();
        let fen = damaged(&variant.start.fen(variant), &mut random);
        match Setup::parse(variant, &fen) {
            Ok(setup) => {
                right += 1;
                let written = setup.fen(variant);
                assert_eq!(Setup::parse(variant, &written).as_ref(), Ok(&setup), "{fen} became {written}");
            }
            Err(error) => {
                wrong += 1;
                assert!(fen.get(error.span()).is_some(), "{fen}: {error} at {:?}", error.span());
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(right > 100 && wrong > 100, "{right} right and {wrong} wrong");
}
