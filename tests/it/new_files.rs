//! Files written by `alfil new`: the same games, and their contents.

use super::cli::{run, words};
use super::common::Scratch;
use alfil::internals::board::ByColor;
use alfil::internals::eval::network::fingerprint;
use alfil::internals::game::{Board, Game, try_to_begin};
use alfil::internals::text::{Severity, Source};
use alfil::internals::variant::{
    DropFaces, Drops, KindSet, Lines, Resets, Variant, builtin, find, flat_file, load, load_file,
};
use std::fs;
use std::sync::Arc;

/// A variant without the properties of its file.
fn bare(variant: &Variant) -> Variant {
    let nameless = Variant { name: String::new(), title: String::new(), aliases: Vec::new(), ..variant.clone() };
    let mut bare = Variant {
        about: Default::default(),
        source_map: Default::default(),
        file: None,
        tests: Vec::new(),
        ..nameless
    };
    // Rules that are not in force may be left out.
    let rules = &mut bare.rules;
    if !rules.drops.enabled {
        let regions = std::mem::take(&mut rules.drops.regions);
        let max_per_file = vec![None; regions.len()];
        let unmoved = vec![ByColor::default(); regions.len()];
        rules.drops = Drops {
            enabled: false,
            regions,
            max_per_file,
            no_immobile: false,
            no_mate: KindSet::EMPTY,
            faces: DropFaces::Base,
            mandatory: false,
            unlike_shades: KindSet::EMPTY,
            unmoved,
            places: Vec::new(),
            lines: Lines::ALL,
            opening: ByColor::default(),
        };
    }
    if rules.draws.move_rule.plies == 0 {
        rules.draws.move_rule.resets = Resets::default();
    }
    bare
}

fn mark(game: &Game) -> u64 {
    match game.board() {
        Board::One(game) => fingerprint(&game.tables),
        Board::Two(game) => fingerprint(&game.tables),
        Board::Three(game) => fingerprint(&game.tables),
    }
}

/// The variants in a directory.
fn files(directory: &str) -> Vec<Arc<Variant>> {
    let paths = fs::read_dir(directory).expect("it is there").map(|file| file.expect("it can be read").path());
    let variants = paths.map(|path| load_file(&path, &try_to_begin).0.unwrap_or_else(|| panic!("{}", path.display())));
    variants.map(Arc::new).collect()
}

/// Whatever a file includes: one flat file has the same rules, moves and networks.
#[test]
fn flat_files_play_the_same_games() {
    let bundled: Vec<Arc<Variant>> = builtin().iter().map(|file| Arc::clone(file.variant())).collect();
    let others = files("tests/data/variants").into_iter().chain(files("tests/data/rules/games"));
    for (number, old) in bundled.iter().cloned().chain(others).enumerate() {
        let old = &old;
        let name = old.name.as_str();
        let text = format!("name = \"flat\"\n{}", flat_file(old).expect("it has a file"));
        assert!(!text.contains("include ="), "{name}");
        let (new, reports) = load(&Source::new("flat.toml", text), &find);
        let said: Vec<String> = reports
            .iter()
            .filter(|report| report.severity != Severity::Note)
            .map(|report| report.render(false))
            .collect();
        // Files of the tests may say what has no effect.
        assert!(said.is_empty() || number >= bundled.len(), "{name}:\n{}", said.join("\n"));
        let new = Arc::new(new.unwrap_or_else(|| panic!("{name}:\n{}", said.join("\n"))));
        assert_eq!(format!("{:?}", bare(&new)), format!("{:?}", bare(old)), "{name}");
        let [old, new] = [old, &new].map(|variant| Game::new(variant).expect("it can be played"));
        assert_eq!(mark(&new), mark(&old), "{name}");
        let depth = if old.perft(1) > 60 { 1 } else { 2 };
        assert_eq!(new.perft(depth), old.perft(depth), "{name}");
    }
}

/// One word of a list may have no effect, or a list that is written on many lines: that is made a comment, and nothing
/// else.
#[test]
fn only_what_has_no_effect_becomes_a_comment() {
    let scratch = Scratch::new("idle");
    let words = ["P", "N", "B", "R", "Q"].repeat(6).join("\", \"");
    scratch.write(
        "parent.toml",
        &format!(
            "name = \"parent\"\ninclude = \"crazyhouse\"\n[move_rule]\nplies = 100\nresets = [\"capture\", \"drop\"]\n\
             [insufficient]\nmode = \"no-attackers\"\nattackers = [\"{words}\"]\n\
             [[promotion]]\npieces = [\"P\", \"N\"]\nto = [\"Q\"]\nforbid = [\"en-passant\", \"attack\"]\n"
        ),
    );
    let squares = ('a'..='h').flat_map(|file| (2..=7).map(move |rank| format!("{file}{rank}")));
    let squares = squares.collect::<Vec<_>>().join("\", \"");
    let child = format!(
        "name = \"child\"\ninclude = \"parent\"\nhand = \"none\"\n[drop]\nenabled = false\n\
        regions = {{ P = [\"{squares}\"] }}\n[end]\nstalemate = \"loss\"\n\
        [insufficient]\nmode = \"none\"\n[pieces.P]\nmove = \"fmWfcFifmR2\"\n"
    );
    scratch.write("child.toml", &child);
    let (old, _) = load_file(&scratch.path("child.toml"), &try_to_begin);
    let old = old.expect("it can be played");
    let text = flat_file(&old).expect("it has a file");
    assert!(text.contains("\nresets = [\"capture\"]\n") && text.contains("\nforbid = [\"attack\"]\n"), "{text}");
    assert!(text.contains("\n# attackers = [\n") && text.contains("\n# regions = { P = [\n"), "{text}");
    let (new, _) = load(&Source::new("flat.toml", format!("name = \"flat\"\n{text}")), &find);
    let new = new.expect("it is valid");
    assert_eq!((new.rules.ends, new.rules.draws.insufficient), (old.rules.ends, old.rules.draws.insufficient));
    assert_eq!(new.kinds, old.kinds);
}

#[test]
fn a_new_file_is_valid_and_never_overwritten() {
    let scratch = Scratch::new("new");
    let folder = scratch.folder();
    let ask = |line: &str| {
        let output = run(&words(&format!("{line} --dir {}", folder.display())), "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(ask("new mine --like crazyhouse"), (Some(0), String::new()));
    let path = folder.join("mine.toml");
    let text = fs::read_to_string(&path).expect("it is written");
    assert!(text.starts_with("# All rules of Crazyhouse"), "{text}");
    // Rules in force, those that are not, and their keywords.
    assert!(text.contains("\n[pieces.N]\nname = \"Knight\"\nmove = \"N\"\n"), "{text}");
    assert!(text.contains("`\"fischer\"`") && text.contains("\nstyle = \"betza\"\n"), "{text}");
    assert!(text.contains("\n# safe_path = false\n"), "{text}");
    let checked = run(&words(&format!("check {}", path.display())), "");
    assert!(checked.status.success() && checked.stderr.is_empty());
    let (status, said) = ask("new mine --like chess");
    assert!(status == Some(1) && said.contains("already exists"), "{said}");
    assert_eq!(fs::read_to_string(&path).ok(), Some(text));
    // Without a parent it is chess; a file next to it can be the parent.
    assert_eq!(ask("new first --minimal"), (Some(0), String::new()));
    assert!(fs::read_to_string(folder.join("first.toml")).is_ok_and(|text| text.contains("include = \"normal\"")));
    assert_eq!(ask(&format!("new second --minimal --like {}", path.display())), (Some(0), String::new()));
    // The example in the file fits the game.
    assert_eq!(ask("new small --minimal --like losalamos"), (Some(0), String::new()));
    let small = folder.join("small.toml");
    let text = fs::read_to_string(&small).expect("it is written");
    let (told, example) = text.split_once("# [[test]]\n").expect("an example");
    fs::write(&small, format!("{told}[[test]]\n{}", example.replace("# ", ""))).expect("it can be written");
    let tested = run(&words(&format!("test {}", small.display())), "");
    assert!(tested.status.success(), "{example}{}", String::from_utf8_lossy(&tested.stderr));
    let elsewhere = ask("new third --minimal --like docs/examples/pond.toml");
    assert!(elsewhere.0 == Some(1) && elsewhere.1.contains("lies in another directory"), "{}", elsewhere.1);
    for (line, fault) in [
        ("new atomic", "`atomic` is already the name of Atomic (FICS rules)"),
        ("new 'two words'", "is not a valid name for a game"),
        ("new wide --like 9x9_chess", "has no file of its own"),
        ("new fourth --like nowhere", "there is no variant `nowhere`"),
    ] {
        let (status, said) = ask(line);
        assert!(status == Some(1) && said.contains(fault), "{line}: {said}");
    }
    assert_eq!(fs::read_dir(folder).expect("it is there").count(), 4);
}

#[test]
fn author_year_source_and_description_are_listed() {
    let scratch = Scratch::new("about");
    let folder = scratch.folder();
    let text = "name = \"told\"\ninclude = \"normal\"\nauthor = \"Jane Doe\"\nyear = 1999\nsource = \"a book\"\n\
                description = \"\"\"Two\nlines.\"\"\"\n";
    fs::write(folder.join("told.toml"), text).expect("it can be written");
    let list = |more: &str| {
        let output = run(&words(&format!("list --variants {} {more}", folder.display())), "");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(
        list("--long").contains("\n    Two lines.\n    by Jane Doe, 1999\n    rules: a book\n"),
        "{}",
        list("--long")
    );
    assert!(!list("").contains("Jane Doe"));
}
