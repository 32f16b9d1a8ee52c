//! `[[test]]` tables: those of all games hold, and failures are reported.

use super::cli::{run, words};
use super::common::Scratch;
use alfil::internals::game::{Game, try_to_begin};
use alfil::internals::text::Source;
use alfil::internals::variant::{Library, Variant, builtin, find, load, load_file};
use std::sync::Arc;

fn faults(variant: &Arc<Variant>) -> Vec<String> {
    let game = Game::new(variant).expect("it can be played");
    let faults = variant.tests.iter().flat_map(|test| game.examine(test));
    faults.map(|fault| fault.render(false)).collect()
}

/// The tests of the bundled games are from rule books and other engines.
#[test]
fn tests_of_bundled_games_hold() {
    let games: Vec<_> = builtin().iter().map(|file| file.variant()).collect();
    let failed: Vec<String> = games.iter().flat_map(|variant| faults(variant)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let untested: Vec<&str> =
        games.iter().filter(|variant| variant.tests.is_empty()).map(|variant| variant.name.as_str()).collect();
    assert_eq!(untested, [""; 0]);
}

#[test]
fn tests_of_small_games_hold() {
    let mut count = 0;
    for directory in ["tests/data/rules/games", "docs/examples"] {
        for entry in std::fs::read_dir(directory).expect("the directory is there") {
            let path = entry.expect("readable").path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let variant = load_file(&path, &try_to_begin).0.map(Arc::new).expect("no complaints");
                assert_eq!(faults(&variant), Vec::<String>::new());
                count += variant.tests.len();
            }
        }
    }
    assert!(count >= 2, "{count} tests");
}

fn with_tests(tests: &str) -> Arc<Variant> {
    let text = format!("name = \"tested\"\ninclude = \"normal\"\n{tests}");
    let (variant, reports) = load(&Source::new("tested.toml", text), &find);
    assert_eq!(reports, []);
    Arc::new(variant.expect("no complaints"))
}

/// The message of every failed test, a line per fault.
fn said(tests: &str) -> String {
    let variant = with_tests(tests);
    let game = Game::new(&variant).expect("it can be played");
    let faults: Vec<String> =
        variant.tests.iter().flat_map(|test| game.examine(test)).map(|fault| fault.to_string()).collect();
    faults.join("\n")
}

/// The same with hints.
fn advised(tests: &str) -> String {
    faults(&with_tests(tests)).concat()
}

#[test]
fn failed_expectations_are_reported_with_their_place() {
    // After the scholar's mate.
    let mate = "[[test]]\nmoves = \"e4 e5 Bc4 Nc6 Qh5 Nf6 h5xf7\"\n";
    assert_eq!(
        said(&format!(
            "{mate}check = true\nonly = []\nresult = \"1-0\"\nreason = \"checkmate\"\nillegal = \"e8e7 Kxf7\"\n"
        )),
        ""
    );
    assert_eq!(said(&format!("{mate}check = false\n")), "tested.toml:5:9: Black is in check");
    assert_eq!(
        said(&format!("{mate}result = \"1/2-1/2\"\n")),
        "tested.toml:5:10: the result is not `1/2-1/2`, but 1-0 by checkmate: White wins by checkmate"
    );
    assert_eq!(
        said(&format!("{mate}reason = \"stalemate\"\n")),
        "tested.toml:5:10: the reason is not `stalemate`: 1-0 by checkmate: White wins by checkmate"
    );
    assert_eq!(
        said("[[test]]\nresult = \"1-0\"\n"),
        "tested.toml:4:10: the result is not `1-0`, but the game goes on: the legal moves are a2a3 b2b3 c2c3 and 17 more"
    );
    assert_eq!(
        said("[[test]]\nfen = \"7k/8/6K1/8/8/8/8/R7 b - - 0 1\"\nreason = \"stalemate\"\n"),
        "tested.toml:5:10: the reason is not `stalemate`: the game goes on: the legal moves are h8g8"
    );
    // If the game is over, nothing is legal, which says nothing about the move.
    let over = "so nothing is legal";
    assert_eq!(
        said(&format!("{mate}illegal = \"e8e7\"\n")),
        format!("tested.toml:5:12: the game is over here (White wins by checkmate), {over}")
    );
    assert_eq!(said(&format!("{mate}illegal = \"e8e7\"\nreason = \"checkmate\"\n")), "");
    assert_eq!(
        said(&format!("{mate}legal = \"e8e7\"\n")),
        "tested.toml:5:10: `e8e7` is not legal: game over: White wins by checkmate"
    );
    // A draw for lack of material leaves the moves of a king legal.
    let bare = "[[test]]\nfen = \"8/8/4k3/8/8/4K3/8/8 w - - 0 1\"\n";
    assert_eq!(said(&format!("{bare}illegal = \"e3d2\"\n")), "tested.toml:5:12: `e3d2` is legal");
    assert_eq!(
        said(&format!("{bare}legal = \"e3e5\"\n")),
        "tested.toml:5:10: `e3e5` is not legal: not a move of that piece"
    );
    assert_eq!(
        said("[[test]]\nfen = \"4k3/8/8/8/8/8/8/K3R3 w - - 0 1\"\ncheck = false\n"),
        "tested.toml:4:7: this position cannot be played: Black is in check but not on move: the rook on e1 attacks e8"
    );
    // These counts are in every table of perft results.
    assert_eq!(said("[[test]]\nperft = [20, 400, 8902]\n"), "");
    assert_eq!(
        said("[[test]]\nperft = [20, 401, 8902]\n"),
        "tested.toml:4:14: there are 400 positions after 2 moves, not 401"
    );
    let last = "[[test]]\nfen = \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"\n";
    assert_eq!(
        said(&format!("{last}only = [\"Kb1\", \"Ka2\", \"Kb2\", \"a8=Q\", \"a7a8r\", \"a7a8b\", \"a8=N\"]\n")),
        ""
    );
    assert_eq!(
        said(&format!("{last}only = [\"Kb1\", \"Ka2\", \"a1b2\", \"a7a8q\"]\n")),
        "tested.toml:5:8: other moves are legal, too: a7a8r a7a8b a7a8n"
    );
    assert_eq!(
        said(&format!("{last}legal = \"a1c3\"\n")),
        "tested.toml:5:10: `a1c3` is not legal: not a move of that piece"
    );
    assert_eq!(said(&format!("{last}illegal = \"a1b2\"\n")), "tested.toml:5:12: `a1b2` is legal");
    assert_eq!(said(&format!("{last}illegal = \"Kb2\"\n")), "tested.toml:5:12: `Kb2` is legal: it is read as `a1b2`");
    assert_eq!(said(&format!("{last}illegal = \"a1a9\"\n")), "tested.toml:5:12: `a1a9` is not a move on this board");
    // A typing error would always be illegal: squares, pieces and forms that no move of chess has.
    for text in ["e9e4", "Xf3", "Ze4", "Kxe2e4", "b1c3c3", "Z@e4x"] {
        let fault = format!("tested.toml:5:12: `{text}` is not a move on this board");
        assert_eq!(said(&format!("{last}illegal = \"{text}\"\n")), fault);
    }
    for (text, id) in [("a7a8z", "Z"), ("e2e4x", "X"), ("a8=Z", "Z"), ("e2e4zz", "zz")] {
        let fault = format!("tested.toml:5:12: there is no piece `{id}` in this game");
        assert_eq!(said(&format!("{last}illegal = \"{text}\"\n")), fault);
    }
    let fault = "tested.toml:5:12: nothing is dropped in this game";
    assert_eq!(said(&format!("{last}illegal = \"N@e4\"\n")), fault);
    assert_eq!(said(&format!("{last}illegal = \"a7a8k a1b1q Kc3 Nf3+ O-O\"\n")), "");
    // A promotion choice must be given.
    assert_eq!(said(&format!("{last}illegal = \"a7a8\"\n")), "");
    assert_eq!(said(&format!("{last}moves = \"a8=Q\"\nposition = \"Q7/7k/8/8/8/8/8/K7 b - - 0 1\"\n")), "");
    assert_eq!(
        said(&format!("{last}moves = \"a8=Q\"\nposition = \"N7/7k/8/8/8/8/8/K7 b - - 0 1\"\n")),
        "tested.toml:6:12: the position is `Q7/7k/8/8/8/8/8/K7 b - - 0 1`"
    );
    assert_eq!(
        said("[[test]]\nfen = \"8/8/8/8/8/8/8/K6x w - - 0 1\"\ncheck = false\n"),
        "tested.toml:4:24: this position cannot be read: unknown piece `x`"
    );
    assert_eq!(
        said("[[test]]\nmoves = [\"e2e4\", \"e7e5\", \"e4e5\"]\ncheck = false\n"),
        "tested.toml:4:27: `e4e5` cannot be played: blocked"
    );
    // Moves after the end, which would be legal otherwise, in book notation.
    let over = format!("{mate}legal = \"Nf6\"\n");
    assert_eq!(said(&over), "tested.toml:5:10: `Nf6` is not legal: game over: White wins by checkmate");
    let numbers = "help: leave out the numbers: moves are separated by spaces, as in `e4 e5 Nf3`";
    assert!(advised("[[test]]\nmoves = \"1. e4 e5\"\n").contains(numbers));
    assert!(advised("[[test]]\nlegal = \"1.e4\"\n").contains(numbers));
    let check = "help: `+` after squares means a promotion: leave out the sign of a check";
    assert!(advised("[[test]]\nlegal = \"d2d4+\"\n").contains(check));
}

#[test]
fn tests_are_not_included() {
    assert!(builtin()[0].variant().tests.len() > 1);
    assert!(with_tests("").tests.is_empty());
    let library = Library::bundled();
    let name = &builtin()[0].variant().name;
    assert!(library.get(&format!("9x9_{name}")).expect("another size").tests.is_empty());
}

/// `alfil check` reports tests without expectations.
#[test]
fn the_command_does_not_mention_tests_without_expectations() {
    let output = run(&words("test tests/data/cli/idle.toml"), "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "tests/data/cli/idle.toml: the only test holds\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_command_counts_and_shows_failures() {
    let scratch = Scratch::new("tests");
    let folder = scratch.folder();
    let path = folder.join("two.toml");
    let text = "name = \"two\"\ninclude = \"normal\"\n[[test]]\nlegal = \"e4\"\n[[test]]\nlegal = \"e5\"\n";
    std::fs::write(&path, text).expect("it can be written");
    let output = run(&words(&format!("test {} chess", path.display())), "");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], format!("{}: 1 of 2 tests fails", path.display()));
    assert!(lines[1].starts_with("chess: all ") && lines[1].ends_with(" tests hold"), "{said}");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains("two.toml:6:10") && shown.contains("6 | legal = \"e5\""), "{shown}");
    assert_eq!(run(&words("test chess"), "").status.code(), Some(0));
    let unknown = run(&words("test chss chess"), "");
    let shown = String::from_utf8_lossy(&unknown.stderr);
    assert!(shown.starts_with("error: there is no variant `chss`\n |\n = help: did you mean `chess`?\n"), "{shown}");
    assert!(String::from_utf8_lossy(&unknown.stdout).starts_with("chess: all "));
}

/// Moves that begin on an empty square, or with a piece of the other side, are illegal by any rules.
#[test]
fn illegal_moves_must_be_those_of_some_piece() {
    let nothing = said("[[test]]\nillegal = \"e5e6 e2e5 e7e5\"\n");
    assert_eq!(
        nothing,
        "tested.toml:4:12: `e5e6` moves nothing: e5 is empty\n\
         tested.toml:4:22: `e7e5` moves a piece of Black, but it is White's turn"
    );
    assert_eq!(said("[[test]]\nmoves = \"e2e4\"\nillegal = \"e2e4 d2d4\"\n"), "", "moves may have emptied a square");
    assert_eq!(said("[[test]]\nillegal = \"O-O Qh5 Nd4\"\n"), "", "these name no square to move from");
}

/// Once the game is over, one move says so for all.
#[test]
fn legal_moves_after_the_end_are_reported_once() {
    let mate = "[[test]]\nmoves = \"e4 e5 Bc4 Nc6 Qh5 Nf6 h5xf7\"\nlegal = \"a7a6 b7b6 c7c5\"\n";
    assert_eq!(said(mate), "tested.toml:5:10: `a7a6` is not legal: game over: White wins by checkmate");
}
