//! The cookbook: every recipe is a valid game, and its tests hold.

use crate::common::all_blocks;
use alfil::internals::game::Game;
use alfil::internals::text::Source;
use alfil::internals::variant::{builtin, find, load};
use std::collections::BTreeSet;
use std::sync::Arc;

const COOKBOOK: &str = include_str!("../../docs/cookbook.md");

/// The text of each recipe, by title.
fn recipes() -> impl Iterator<Item = (&'static str, &'static str)> {
    COOKBOOK.split("\n### ").skip(1).map(|part| part.split_once('\n').expect("a recipe has lines"))
}

/// The anchor of a title: `No position twice` is `no-position-twice`.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn every_recipe_is_in_order_and_its_tests_hold() {
    let mut names = BTreeSet::new();
    for (title, text) in recipes() {
        let [("toml", file)] = all_blocks(text).collect::<Vec<_>>()[..] else { panic!("{title}: one block of TOML") };
        let (variant, reports) = load(&Source::new(title, format!("{file}\n")), &find);
        let said: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
        assert!(said.is_empty(), "{title}:\n{}", said.join("\n"));
        let variant = Arc::new(variant.expect("no complaints"));
        let game = Game::new(&variant).expect("it can be played");
        let faults: Vec<String> =
            variant.tests.iter().flat_map(|test| game.examine(test)).map(|fault| fault.render(false)).collect();
        assert!(faults.is_empty(), "{title}:\n{}", faults.join("\n"));
        assert!(!variant.tests.is_empty(), "{title}: nothing is tested");
        let taken = builtin().iter().any(|file| file.name() == variant.name);
        assert!(!taken && names.insert(variant.name.clone()), "{title}: its name is taken");
    }
    assert!(names.len() > 30, "{} recipes", names.len());
}

#[test]
fn the_index_leads_to_recipes_and_to_keys() {
    const KEYS: &str = include_str!("../../docs/variant-files.md");
    const NOTATION: &str = include_str!("../../docs/xbetza.md");
    let anchors = |page: &str| -> BTreeSet<String> {
        page.lines()
            .filter_map(|line| line.split_once("# ").filter(|(marks, _)| marks.chars().all(|c| c == '#')))
            .map(|(_, heading)| anchor(heading))
            .collect()
    };
    let pages = [
        ("tutorial.md", BTreeSet::new()),
        ("import.md", BTreeSet::new()),
        ("", anchors(COOKBOOK)),
        ("variant-files.md", anchors(KEYS)),
        ("xbetza.md", anchors(NOTATION)),
    ];
    let mut led = BTreeSet::new();
    for link in COOKBOOK.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let (page, place) = link.split_once('#').unwrap_or((link, ""));
        let (_, known) = pages.iter().find(|(name, _)| *name == page).unwrap_or_else(|| panic!("no page `{page}`"));
        assert!(place.is_empty() || known.contains(place), "`{link}` leads nowhere");
        led.insert(link.to_owned());
    }
    for (title, _) in recipes() {
        assert!(led.contains(&format!("#{}", anchor(title))), "nothing leads to `{title}`");
    }
}
