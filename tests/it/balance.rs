//! `alfil balance`: games whose course is known in advance, and numbers that must add up.

use super::cli::{output, run, words};
use super::common::Scratch;
use alfil::internals::game::Game;
use alfil::internals::learn::record::{Conditions, Recorder};
use alfil::internals::text::Source;
use alfil::internals::variant::{find, load};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Two runners that have one move each, White first: after seven plies White has arrived. The wall can only capture,
/// and no piece comes near it.
const RACE: &str = r#"
name = "race"
title = "Race"
[board]
files = 3
ranks = 5
[start]
fen = "2r/3/3/3/RW1 w 0 1"
[pieces.R]
name = "Runner"
move = "fmW"
[pieces.W]
name = "Wall"
move = "cW"
[pieces.G]
name = "Ghost"
move = "K"
[royalty]
pieces = []
[[end.goal]]
pieces = ["R"]
squares = "last-1"
"#;

/// The first move takes the last piece.
const DUEL: &str = r#"
name = "duel"
title = "Duel"
[board]
files = 1
ranks = 2
[start]
fen = "s/S w 0 1"
[pieces.S]
name = "Swordsman"
move = "W"
[royalty]
pieces = []
[[end.extinction]]
pieces = "all"
"#;

/// White goes one step, and then both pass.
const STANDOFF: &str = r#"
name = "standoff"
title = "Standoff"
[board]
files = 1
ranks = 3
[start]
fen = "s/1/S w 0 1"
[pieces.S]
name = "Sentry"
move = "fmW"
[royalty]
pieces = []
[end]
stalemate = "pass"
double_pass = "score"
[scoring]
points = { S = 1 }
"#;

/// Two runners that may also go diagonally when they are next to each other.
const RELAY: &str = r#"
name = "relay"
[board]
files = 2
ranks = 4
[start]
fen = "1r/2/2/R1 w 0 1"
[pieces.R]
name = "Runner"
move = "mfW"
[pieces."+R"]
name = "Relayed runner"
move = "mfWmfF"
[royalty]
pieces = []
[[influence]]
by = ["R"]
faces = { R = "+R" }
[[end.goal]]
pieces = ["R"]
squares = "last-1"
"#;

fn json(line: &str) -> Value {
    serde_json::from_str(&output(line, "")).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn sum<'a>(values: impl IntoIterator<Item = &'a Value>, keys: &[&str]) -> f64 {
    values.into_iter().flat_map(|value| keys.iter().map(move |key| number(&value[key]))).sum()
}

fn about(report: &Value) -> Vec<&str> {
    let warnings = report["warnings"].as_array().expect("a list");
    warnings.iter().map(|warning| warning["about"].as_str().expect("a word")).collect()
}

#[test]
fn reports_of_predetermined_games() {
    let scratch = Scratch::new("balance");
    scratch.write("race.toml", RACE).write("duel.toml", DUEL).write("standoff.toml", STANDOFF);
    let file = |name: &str| scratch.path(name).display().to_string();
    let line = format!("balance {} --games 20 --nodes 10 --random-plies 0 --threads 1", file("race.toml"));
    let report = json(&format!("{line} --json"));
    assert_eq!((&report["white_wins"], &report["draws"], &report["black_wins"]), (&20.into(), &0.into(), &0.into()));
    assert_eq!(report["ends"][0]["reason"], "goal");
    assert_eq!((&report["plies"]["shortest"], &report["plies"]["longest"]), (&7.into(), &7.into()));
    assert_eq!((&report["moves"]["mean"], &report["moves"]["most"]), (&1.0.into(), &1.into()));
    let [runner, wall, ghost] = ["R", "W", "G"].map(|id| {
        let pieces = report["pieces"].as_array().expect("a list");
        pieces.iter().find(|piece| piece["id"] == id).expect("it is listed")
    });
    assert_eq!((&runner["moves"], &runner["moves_each"]), (&7.0.into(), &3.5.into()));
    assert_eq!((&wall["games"], &wall["unmoved"]), (&20.into(), &20.into()));
    assert_eq!(ghost["games"], 0);
    let warned = about(&report);
    for telling in ["white-share", "alike", "unmoved", "absent"] {
        assert!(warned.contains(&telling), "{warned:?}");
    }
    let text = output(&line, "");
    for expected in [
        "White wins       20  100.0 %",
        "Note: all games are the same; more `--random-plies` make them differ",
        "Note: never moved: Wall (W)",
        "Note: never came on the board: Ghost (G)",
    ] {
        assert!(text.lines().any(|line| line == expected), "{text}");
    }
    assert!(text.lines().any(|line| line.starts_with("reaching the goal") && line.contains("20")), "{text}");

    // A runner under an influence is still a runner: after two plies they meet, which is no promotion.
    scratch.write("relay.toml", RELAY);
    let line = format!("balance {} --games 1 --nodes 10 --random-plies 0 --threads 1 --json", file("relay.toml"));
    let report = json(&line);
    let [runner] = &report["pieces"].as_array().expect("a list")[..] else { panic!("{report}") };
    assert_eq!((&runner["id"], &runner["promoted"]), (&"R".into(), &0.0.into()));
    assert_eq!(runner["moves"], report["plies"]["mean"]);

    // Random moves are impossible here: the game would be over.
    let report = json(&format!("balance {} --games 3 --nodes 10 --threads 1 --json", file("duel.toml")));
    assert_eq!((&report["white_wins"], &report["plies"]["longest"]), (&3.into(), &1.into()));
    assert_eq!((&report["ends"][0]["reason"], &report["pieces"][0]["captured"]), (&"extinction".into(), &1.0.into()));

    // No piece moves when a side passes.
    let line = format!("balance {} --games 3 --nodes 10 --random-plies 0 --threads 1 --json", file("standoff.toml"));
    let report = json(&line);
    assert_eq!((&report["ends"][0]["reason"], &report["plies"]["longest"]), (&"double-pass".into(), &3.into()));
    assert_eq!(report["pieces"][0]["moves"], 1.0);
}

#[test]
fn numbers_add_up_and_are_reproducible() {
    // With few nodes a table with old entries hardly matters.
    let line = "balance losalamos --games 8 --nodes 200 --max-plies 50 --json --seed";
    let report = json(&format!("{line} 1 --threads 1"));
    assert_eq!(report, json(&format!("{line} 1 --threads 3")));
    assert_ne!(report["plies"], json(&format!("{line} 2 --threads 1"))["plies"]);
    assert_eq!(sum([&report], &["white_wins", "draws", "black_wins"]), 8.0);
    let ends = report["ends"].as_array().expect("a list");
    assert_eq!(sum(ends, &["white", "draws", "black"]) + number(&report["at_limit"]), 8.0);
    let points = number(&report["white_wins"]) + number(&report["draws"]) / 2.0;
    assert_eq!(number(&report["white"]["share"]), points / 8.0);
    assert_eq!(report["plies"]["longest"], 50);
    assert!(about(&report).contains(&"limit"), "{report}");
    // One piece moves in each ply, except for the four random ones.
    let pieces = report["pieces"].as_array().expect("a list");
    assert!((sum(pieces, &["moves"]) + 4.0 - number(&report["plies"]["mean"])).abs() < 1e-9, "{report}");
    // A promoted queen that goes to the hand as a pawn is a queen like others here.
    let report = json("balance crazyhouse --games 1 --nodes 20 --max-plies 50 --threads 1 --json");
    let pieces = report["pieces"].as_array().expect("a list");
    let ids: Vec<&Value> = pieces.iter().map(|piece| &piece["id"]).collect();
    assert_eq!(ids, ["P", "N", "B", "R", "Q", "K"]);
}

/// A queen that remembers that it was a pawn is worth what a queen is worth.
#[test]
fn promoted_pieces_are_weighed_as_others_of_their_name() {
    let text = "name = \"late\"\ninclude = \"crazyhouse\"\n[start]\nfen = \"k7/8/8/8/8/8/7Q~/K7[] w - - 0 1\"\n";
    let (variant, reports) = load(&Source::new("late.toml", text), &find);
    let game = Game::new(&Arc::new(variant.unwrap_or_else(|| panic!("{reports:?}")))).expect("it can be played");
    let queen = game.variant().kind_by_id("Q").expect("a piece");
    let conditions = Conditions { nodes: 20, random_plies: 0, most_plies: 4 };
    let mut recorder = Recorder::new(&game, conditions);
    let record = recorder.play(1, 0, &AtomicBool::new(false)).expect("a game");
    assert!(!record.differences.is_empty());
    assert!(record.differences.iter().all(|one| *one == [(queen, 1)]), "{:?}", record.differences);
}

#[cfg(unix)]
#[test]
fn an_interrupt_still_prints_the_report() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let scratch = Scratch::new("balance-interrupt");
    scratch.write("race.toml", RACE);
    // A busy machine may need longer to start.
    let report = [1, 5, 25].into_iter().find_map(|seconds| {
        let child = crate::common::alfil()
            .args(["balance", "--games", "100000", "--nodes", "10", "--threads", "1", "--json"])
            .arg(scratch.path("race.toml"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_secs(seconds));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
        assert!(sent.success());
        let output = child.wait_with_output().expect("the program ends");
        output.status.success().then(|| serde_json::from_slice::<Value>(&output.stdout).expect("JSON"))
    });
    let report = report.expect("some games are over by then");
    assert_eq!(report["asked"], 100_000);
    assert_eq!(report["white_wins"], report["games"]);
    assert!(number(&report["games"]) < 100_000.0, "{report}");
}

#[test]
fn a_game_without_a_first_move_is_refused() {
    let scratch = Scratch::new("balance-over");
    scratch.write("over.toml", &RACE.replace("2r/3/3/3/RW1", "2r/3/3/3/1W1"));
    let output = run(&words(&format!("balance {}", scratch.path("over.toml").display())), "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("the game is over before it begins") && output.stdout.is_empty(), "{said}");
}
