//! Networks of the user's own games: found next to the file, used, and rejected after changes of the game.

use super::common::{Scratch, alfil};
use alfil::internals::eval::network::{LANES, Network, NetworkChoice, NetworkError, TrainingRecord};
use alfil::internals::game::Game;
use alfil::internals::learn::samples::GameFeatures;
use alfil::internals::learn::trial::{MatchLimit, Terms, trial};
use alfil::internals::search::{Limits, Memory, Monitor, network_status, think};
use alfil::internals::variant::{Library, bundled_network};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const POND: &str = include_str!("../../docs/examples/pond.toml");

/// The game of a file `pond.toml`.
fn pond(scratch: &Scratch) -> Game {
    let (library, complaints) = scratch.load();
    assert!(complaints.is_empty(), "{complaints:?}");
    Game::new(&library.get("pond").expect("the file is there")).expect("it can be played")
}

/// The line of `alfil list` about it.
fn listed(scratch: &Scratch) -> String {
    let mut command = alfil();
    let output = command.arg("list").arg("--variants").arg(scratch.path("")).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find(|line| line.starts_with("pond ")).expect("it is listed").to_owned()
}

/// A network that evaluates every position as even.
fn indifferent(game: &Game) -> Network {
    let GameFeatures { rows, layers, fingerprint, .. } = GameFeatures::new(game);
    Network {
        hidden: LANES,
        rows,
        weights: vec![0; layers * rows * LANES],
        biases: vec![0; layers * LANES],
        output: vec![0; layers * 2 * LANES],
        output_biases: vec![0; layers],
        unit: 255,
        output_unit: 64,
        scale: 400,
        adds_to_derived: false,
        record: TrainingRecord { game: "pond".into(), fingerprint, ..TrainingRecord::default() },
    }
}

fn put(path: &Path, text: impl AsRef<[u8]>) {
    fs::write(path, text).expect("the directory is writable");
}

/// Chess from another start is evaluated by the network of chess; with another piece it is not.
#[test]
fn the_network_of_a_game_serves_others_with_its_pieces() {
    let scratch = Scratch::new("networks-relative");
    let start = "[start]\nfen = \"rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR w KQkq - 0 1\"";
    let file = format!("name = \"pond\"\ntitle = \"Swapped chess\"\ninclude = \"normal\"\n\n{start}\n");
    put(&scratch.path("pond.toml"), &file);
    let judged_by = |game: &Game| network_status(game).used.map(|record| record.game);
    assert_eq!(judged_by(&pond(&scratch)).as_deref(), Some("normal"));
    assert!(listed(&scratch).ends_with(", learned as normal"), "{}", listed(&scratch));
    put(&scratch.path("pond.toml"), file + "\n[pieces.N]\nmove = \"NN\"\n");
    assert_eq!(judged_by(&pond(&scratch)), None);
    assert!(!listed(&scratch).contains("learned"), "{}", listed(&scratch));
}

/// It is not enough that pieces look alike, attack alike on the empty board and reach the same squares.
#[test]
fn a_game_with_other_pieces_is_not_judged_by_the_network_of_its_model() {
    let changes = [
        ("normal", "[pieces.R]\nmove = \"cRmpR\""),
        ("normal", "[pieces.Q]\nmove = \"QcafmW\""),
        ("normal", "[pieces.N]\nmove = \"cNmnN\""),
        ("normal", "[castling]\nstyle = \"none\"\n[pieces.K]\nmove = \"KmQ\""),
        ("normal", "[pieces.N]\ncapture_only = \"d4-e5\""),
        ("normal", "[values]\nboard = { N = 900, Q = 100 }"),
        ("xiangqi", "[pieces.C]\nhop_exclude = [\"C\"]"),
        ("minishogi", "[pieces.S]\nform = \"+R\"\n[pieces.R]\nform = \"+S\""),
        ("shogi", "[impasse]\nrule = \"csa24\""),
    ];
    let scratch = Scratch::new("networks-model");
    let judged = |model: &str, change: &str| {
        put(&scratch.path("pond.toml"), format!("name = \"pond\"\ninclude = \"{model}\"\n\n{change}\n"));
        network_status(&pond(&scratch)).used.map(|record| record.game)
    };
    for (model, change) in changes {
        assert_eq!(judged(model, "[move_rule]\nplies = 90\n").as_deref(), Some(model));
        assert_eq!(judged(model, change), None, "{model}: {change}");
    }
}

/// The bench has the same count for every user.
#[test]
fn bundled_networks_are_not_the_users() {
    let scratch = Scratch::new("networks-bundled");
    put(&scratch.path("pond.toml"), POND);
    let game = pond(&scratch);
    put(&scratch.path("pond.net"), indifferent(&game).write());
    let score = |network: NetworkChoice| {
        let limits = Limits { depth: Some(4), evaluation: network.into(), ..Limits::default() };
        let info = think(&game, &limits, &Memory::new(1), &Monitor::default(), &mut |_| {}).expect("a legal move");
        (info.score, info.nodes)
    };
    assert_eq!(score(NetworkChoice::Bundled), score(NetworkChoice::Derived));
    assert_ne!(score(NetworkChoice::Own), score(NetworkChoice::Derived));
}

#[test]
fn a_network_beside_a_file_is_found_and_bound_to_the_rules() {
    let scratch = Scratch::new("networks-beside");
    let (file, beside) = (scratch.path("pond.toml"), scratch.path("pond.net"));
    put(&file, POND);
    let game = pond(&scratch);
    assert!(network_status(&game).used.is_none() && !listed(&scratch).contains("learned"));

    let network = indifferent(&game);
    put(&beside, network.write());
    let found = network_status(&pond(&scratch));
    assert_eq!((found.used, found.refused), (Some(network.record), Vec::new()));
    assert!(listed(&scratch).ends_with("learned"), "{}", listed(&scratch));

    // Titles and comments are irrelevant, moves are not.
    put(&file, POND.replacen("title = ", "# another title\ntitle = \"Puddle\" # ", 1));
    assert!(network_status(&pond(&scratch)).used.is_some());
    let changed = POND.replacen("move = \"", "move = \"A", 1);
    assert_ne!(changed, POND);
    put(&file, changed);
    let found = network_status(&pond(&scratch));
    let refused = [(beside.display().to_string(), NetworkError::OtherGame("pond".into()))];
    assert_eq!((found.used, found.refused), (None, refused.to_vec()));
    assert!(!listed(&scratch).contains("learned"));

    put(&file, POND);
    put(&beside, "not a network");
    let place = beside.display().to_string();
    assert_eq!(network_status(&pond(&scratch)).refused, [(place.clone(), NetworkError::NoNetwork)]);

    // The library reports the same to programs that use it.
    let variant = alfil::Variant::from_file(&file).expect("it is right");
    let refused = variant.refused_networks();
    let [complaint] = &refused[..] else { panic!("{refused:?}") };
    assert_eq!((complaint.file(), complaint.is_error()), (Some(&*place), false));
    assert_eq!(complaint.message(), NetworkError::NoNetwork.to_string());
    assert!(!variant.has_network());
    fs::remove_file(&beside).expect("it is there");
    fs::create_dir(&beside).expect("the directory is writable");
    let unreadable = NetworkError::Unreadable("it is a directory".into());
    assert_eq!(network_status(&pond(&scratch)).refused, [(place.clone(), unreadable)]);
    fs::remove_dir(&beside).expect("it is there");
    assert_eq!(alfil::Variant::from_file(&file).expect("it is right").refused_networks(), []);
}

#[test]
fn parts_are_other_games_and_are_continued() {
    let scratch = Scratch::new("networks-parts");
    let play = |shard: &str, games: &str, expected: &str| {
        let mut command = alfil();
        command.args(["learn", "play", "losalamos", "--games", games, "--threads", "1", "--shard", shard, "--dir"]);
        let (written, fault) = said(command.arg(scratch.path("")));
        assert!(written.contains(expected), "{written}{fault}");
        fs::read(written.split(": ").next().expect("a path")).expect("the file is there")
    };
    let parts = ["1", "2"].map(|shard| play(shard, "1", ": 1 game, "));
    assert_ne!(parts[0], parts[1]);
    let continued = play("2", "2", ": 2 games, ");
    assert!(continued.len() > parts[1].len() && continued.starts_with(&parts[1]));
    assert_eq!(play("2", "2", ": 2 games, "), continued, "all of its games are there");
}

/// The output of `alfil learn` about `pond.toml`, with some hours and its directory in the scratch one.
fn learn(scratch: &Scratch, hours: &str) -> (String, String) {
    let mut command = alfil();
    command.arg("learn").arg(scratch.path("pond.toml")).args(["--threads", "1", "--hours", hours, "--dir"]);
    said(command.arg(scratch.path("learn")))
}

/// The output of a command, and its complaints.
fn said(command: &mut Command) -> (String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn learning_resumes_from_its_directory() {
    let scratch = Scratch::new("networks-learning");
    let directory = scratch.path("learn");
    put(&scratch.path("pond.toml"), POND);
    fs::create_dir(&directory).expect("the directory is writable");
    let network = indifferent(&pond(&scratch));
    let state = |used: f64, played: &str| {
        let fingerprint = network.record.fingerprint;
        let text = format!(r#"{{"fingerprint":{fingerprint},"generation":1,"used":{used},"oldest":1{played}}}"#);
        put(&directory.join("state.json"), text);
    };
    // A generation that has played its games plays no more, and too few examples to learn from are reported.
    state(0.0, r#","threads":1,"played":true"#);
    let (said, fault) = learn(&scratch, "0.0001");
    assert!(said.contains("Generation 1\n  0 examples\n  these are too few to learn from\n"), "{said}{fault}");
    assert!(!directory.join("generation-1").exists());

    // A network that has won is where the engine looks for it; the state of an earlier version is read.
    state(1e6, "");
    put(&directory.join("best.net"), network.write());
    let (said, fault) = learn(&scratch, "1");
    assert!(said.contains("  installed as ") && said.contains("hours have already been used"), "{said}{fault}");
    assert_eq!(fs::read(scratch.path("pond.net")).expect("it is there"), network.write());
    let (said, _) = learn(&scratch, "1");
    assert!(!said.contains("installed"), "{said}");
}

#[test]
fn learning_is_refused_early_if_the_network_could_not_be_written() {
    let scratch = Scratch::new("networks-in-the-way");
    let directory = scratch.path("learn");
    put(&scratch.path("pond.toml"), POND);
    fs::create_dir_all(scratch.path("pond.net")).expect("the directory is writable");
    let (_, fault) = learn(&scratch, "0.0001");
    assert!(fault.contains("pond.net: it is a directory") && !directory.join("generation-1").exists(), "{fault}");
    let mut fit = alfil();
    let (_, fault) = said(fit.args(["learn", "fit"]).arg(scratch.path("pond.toml")).arg(&directory));
    assert!(fault.contains("pond.net: it is a directory"), "{fault}");
    fs::remove_dir(scratch.path("pond.net")).expect("it is there");

    let chess = bundled_network(&Library::bundled().get("normal").expect("it is bundled")).expect("it is learned");
    put(&directory.join("best.net"), chess);
    let (_, fault) = learn(&scratch, "0.0001");
    assert!(fault.contains("best.net: this network was learned for other rules"), "{fault}");
    assert!(!directory.join("generation-1").exists() && !scratch.path("pond.net").exists());
}

/// In a match with clocks, more threads than cores would take time from each other.
#[test]
fn matches_use_no_more_threads_than_cores() {
    let most = 256;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut command = alfil();
    command.args(["learn", "fit", "losalamos", "nowhere", "--threads", &most.to_string()]);
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.contains(&format!("warning: {cores} of {most} threads search: ")), cores < most, "{said}");
}

#[test]
fn a_match_ends_when_its_time_is_up() {
    let game = Game::bundled("losalamos");
    let pairs = |until| {
        let terms = Terms { threads: 1, seed: 1, until };
        let heard = AtomicU64::new(0);
        let network = NetworkChoice::Derived;
        let hear = |_| {
            heard.fetch_add(1, Ordering::Relaxed);
        };
        let tally = trial(&game, &network, &network, MatchLimit::Nodes(1), terms, &hear);
        assert_eq!(heard.into_inner(), tally.pairs());
        tally.pairs()
    };
    assert_eq!(pairs(Some(Instant::now())), 0);
    assert!(pairs(None) > 0);
}

/// A change of a game's rules or moves takes its network away.
#[test]
fn every_bundled_network_fits_its_game() {
    let library = Library::bundled();
    for variant in library.variants().filter(|variant| bundled_network(variant).is_some()) {
        let game = Game::new(variant).expect("bundled games begin");
        assert_eq!(network_status(&game).refused, [], "{}", variant.name);
    }
}

/// The manual's table of bundled networks agrees with the files.
#[test]
fn the_manual_lists_every_bundled_network() {
    let library = Library::bundled();
    let networks = library.variants().filter_map(|variant| bundled_network(variant));
    let records = networks.map(|bytes| Network::read(bytes).expect("it is in order").record);
    let row = |record: TrainingRecord| {
        let TrainingRecord { game, generation, games, positions, hours, seed, result, .. } = record;
        format!("| {game} | {generation} | {games} | {positions} | {hours:.1} | {seed} | {result} |\n")
    };
    let table: String = records.map(row).collect();
    let manual = include_str!("../../docs/learning.md");
    assert!(!table.is_empty() && manual.contains(&table), "docs/learning.md should have\n{table}");
}
