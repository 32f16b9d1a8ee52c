//! Rule sheets: `alfil rules`, in all its forms.

use super::cli::output;
use alfil::internals::variant::{Variant, builtin};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A game that builds on chess.
const HEIR: &str = "tests/data/sheets/heir.toml";

fn json(game: &str) -> Value {
    serde_json::from_str(&output(&format!("rules {game} --json"), "")).expect("one JSON object")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// All rules of a sheet: those in force, those of its pieces, and those that it lacks.
fn rules(sheet: &Value) -> (Vec<&Value>, &[Value]) {
    let sections = list(&sheet["sections"]);
    let pieces = sections.iter().flat_map(|section| list(&section["pieces"]));
    let of_pieces = pieces.flat_map(|piece| list(&piece["rules"]));
    let held = sections.iter().flat_map(|section| list(&section["rules"])).chain(of_pieces);
    (held.collect(), list(&sheet["absent"]))
}

/// The paths of all single values of a variant file and its parents, as `end.goal.0.squares`.
fn written(variant: &Variant) -> BTreeSet<String> {
    fn gather(value: &toml::Value, path: String, found: &mut BTreeSet<String>) {
        let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            toml::Value::Table(table) => table.iter().for_each(|(key, value)| gather(value, below(key), found)),
            toml::Value::Array(items) if items.iter().any(toml::Value::is_table) => {
                items.iter().enumerate().for_each(|(number, item)| gather(item, below(&number.to_string()), found));
            }
            _ => {
                found.insert(path);
            }
        }
    }
    let mut found = BTreeSet::new();
    for file in variant.source_map.files() {
        let source = builtin().iter().map(|file| file.source()).find(|source| source.name == file);
        let table = source.expect("a bundled file").text.parse::<toml::Table>().expect("TOML");
        gather(&toml::Value::Table(table), String::new(), &mut found);
    }
    found.retain(|path| variant.source_map.place(path).is_some());
    found
}

/// Whether a key is not about the rules in force, or is described under another one.
fn is_beside(path: &str) -> bool {
    let heads =
        ["name", "title", "aliases", "include", "author", "year", "source", "description", "cecp.", "zones.", "test."];
    let tails = [".name", ".picture", ".form", ".counts_as_pawn", ".text"];
    heads.iter().any(|head| path.starts_with(head)) || tails.iter().any(|tail| path.ends_with(tail))
}

#[test]
fn every_bundled_game_has_a_sheet() {
    let mut untold = Vec::new();
    for file in builtin() {
        let (game, variant) = (file.name(), file.variant());
        let sheet = json(game);
        let (held, absent) = rules(&sheet);
        let all = held.iter().copied().chain(absent);
        let told: BTreeSet<&str> = all.clone().flat_map(|rule| list(&rule["keys"])).map(text).collect();
        for path in written(variant).iter().filter(|path| !is_beside(path)) {
            let covers = |key: &&str| *key == path || path.starts_with(&format!("{key}."));
            if !told.iter().any(covers) {
                untold.push(format!("{game}: {path}"));
            }
        }
        for rule in &held {
            let said = text(&rule["text"]);
            let slips = ["  ", ",,", " ,", "..", " .", "{", "}"].iter().any(|slip| said.contains(slip));
            assert!(said.ends_with('.') && (!slips || said.contains("...")), "{game}: {said}");
            assert!(said.starts_with(char::is_uppercase), "{game}: {said}");
        }
        // A rule is in force or absent, never both.
        let name = |rule: &Value| text(&rule["text"]).to_owned();
        let kinds = variant.kinds.iter().filter(|kind| !kind.id.ends_with('~')).count();
        let pieces = list(&sheet["sections"]).iter().map(|section| list(&section["pieces"]).len()).sum::<usize>();
        assert_eq!(pieces, kinds, "{game}");
        assert_eq!(absent.iter().map(name).collect::<BTreeSet<_>>().len(), absent.len(), "{game}");
    }
    assert!(untold.is_empty(), "nothing is told of these keys:\n{}", untold.join("\n"));
}

#[test]
fn every_page_is_well_formed_and_needs_nothing_else() {
    for game in builtin().iter().map(|file| file.name()) {
        let page = output(&format!("rules {game} --html"), "");
        let body = page.strip_prefix("<!DOCTYPE html>\n").expect("a page");
        let tree = roxmltree::Document::parse(body).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        let ids: Vec<_> = tree.descendants().filter_map(|node| node.attribute("id")).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{game}: names are given twice");
        assert!(tree.descendants().all(|node| node.attribute("src").or(node.attribute("href")).is_none()), "{game}");
        assert!(tree.descendants().filter(|node| node.has_tag_name("svg")).count() > 1, "{game}");
    }
}

#[test]
fn all_forms_tell_the_same() {
    for game in ["normal", "shogi", "chu", "docs/examples/pond.toml"] {
        let page = output(&format!("rules {game} --html"), "");
        let tree = roxmltree::Document::parse(page.trim_start_matches("<!DOCTYPE html>\n")).expect("well-formed");
        let items = tree.descendants().filter(|node| node.has_tag_name("li"));
        let shown: Vec<String> =
            items.map(|node| node.descendants().filter_map(|node| node.text()).collect()).collect();
        let plain = output(&format!("rules {game}"), "");
        for rule in rules(&json(game)).0.iter().map(|rule| text(&rule["text"])) {
            assert!(shown.iter().any(|item| item.starts_with(rule)), "{game}: {rule}");
            assert!(plain.contains(&format!("- {rule}")), "{game}: {rule}");
        }
    }
}

#[test]
fn sheets_say_what_rule_books_say() {
    let cases: Vec<(&str, &str, &str)> = crate::cases(include_str!("../data/sheets/sentences.txt"))
        .map(|line| {
            let at = line.find([':', '!']).unwrap_or_else(|| panic!("{line}"));
            (&line[..at], &line[at..=at], line[at + 1..].trim())
        })
        .collect();
    let games: BTreeSet<&str> = cases.iter().map(|(game, ..)| *game).collect();
    let held = |game: &str| {
        let sheet = output(&format!("rules {game}"), "");
        sheet.split("NOT IN THIS GAME").next().unwrap_or_default().to_owned()
    };
    let sheets: BTreeMap<&str, String> = games.into_iter().map(|game| (game, held(game))).collect();
    // A sentence that no sheet says might be missing for its wording alone.
    let right = |(game, sign, said): &(&str, &str, &str)| match *sign {
        ":" => sheets[game].contains(said),
        _ => !sheets[game].contains(said) && sheets.values().any(|sheet| sheet.contains(said)),
    };
    let wrong = cases.iter().filter(|case| !right(case)).map(|(game, sign, said)| format!("{game}{sign} {said}"));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sheet_says_where_rules_come_from() {
    let said = output(&format!("rules {HEIR}"), "");
    let chess = include_str!("../../variants/normal.toml");
    let line = |key: &str| chess.lines().position(|line| line.starts_with(key)).expect("it is there") + 1;
    let inherited = format!("It has lost. [normal.toml:{}]", line("checkmate"));
    let square =
        "This square is missing: a4. Nothing can stand on it or slide across it; only leaps go over it. [line 8]";
    let goal = "A side has won when it brings a queen or king to the last rank (8 for White, 1 for Black). [line 13]";
    for expected in [
        "From tests/data/sheets/heir.toml, which builds on bundled/normal.toml.",
        &inherited,
        square,
        "- Stalemate: the side to move is not in check and has no legal move. It has lost. [line 11]",
        goal,
        &format!("forced captures [normal.toml:{}]", line("mandatory")),
    ] {
        assert!(said.contains(expected), "`{expected}` is not in\n{said}");
    }
    let defaults = said.lines().last().unwrap_or_default();
    assert!(defaults.starts_with("- By default: ") && defaults.contains(" promotion;"), "{defaults}");

    // Names are escaped, whatever they contain.
    let page = output(&format!("rules {HEIR} --html"), "");
    assert!(page.contains("<h1>Heir &amp; &lt;Son&gt; – heir</h1>"), "{page}");
}

#[test]
fn a_game_of_another_size_has_a_sheet() {
    let said = output("rules 12x8+0_normal", "");
    assert!(said.contains("12 files, a to l, and 8 ranks") && said.contains("The start position is a guess"), "{said}");
}
