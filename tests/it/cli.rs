//! The command line: valid and invalid ones, and games in the terminal.
//!
//! `data/cli/wrong.txt` lists wrong command lines with the expected messages, `data/cli/play/` holds games: `$` the
//! command line, `>` input, `<` the next expected output (the beginning or a part of a line), `-` text that must not
//! appear in it. `data/cli/results.txt` has ends of games and their descriptions.

use crate::common::{Scratch, alfil};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with words and input.
pub fn run(words: &[String], input: impl AsRef<[u8]>) -> Output {
    run_with(alfil().args(words), input)
}

/// Runs a command to its end with some input.
pub fn run_with(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let input = input.as_ref().to_vec();
    std::thread::scope(|scope| {
        // A program that does not read its input may have ended already. One that answers at once may fill its output,
        // which must be read meanwhile.
        scope.spawn(move || stdin.write_all(&input));
        child.wait_with_output().expect("the program ends")
    })
}

pub fn output(line: &str, input: &str) -> String {
    let output = run(&words(line), input);
    assert!(output.status.success(), "`{line}`: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Splits a command line; `''` keeps blanks together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn wrong_command_lines_are_explained() {
    let (mut count, mut complaints) = (0, Vec::new());
    let text = include_str!("../data/cli/wrong.txt");
    for case in crate::cases(text) {
        count += 1;
        let (status, rest) = case.split_once(": ").expect("a status");
        let (line, expected) = rest.split_once(" => ").expect("a message");
        let output = run(&words(line), "");
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != status.parse().ok() || !said.contains(expected) {
            complaints.push(format!("{case}\n  got {:?}: {said}", output.status.code()));
        }
        assert!(output.stdout.is_empty() || line.starts_with("check"), "`{line}` answers all the same");
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(count > 100, "{count} lines");
}

#[cfg(unix)]
#[test]
fn devices_are_no_variant_files() {
    let told = run(&words("rules /dev/null"), "");
    let said = String::from_utf8_lossy(&told.stderr);
    assert!(said.contains("error: /dev/null: it is not a variant file") && !told.status.success(), "{said}");
}

#[test]
fn games_in_the_terminal() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cli/play");
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut count = 0;
    for path in files.map(|entry| entry.expect("it can be read").path()) {
        let text = fs::read_to_string(&path).expect("it is text");
        let line = text.lines().find_map(|line| line.strip_prefix("$ ")).expect("a command line");
        let input: String =
            text.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
        let output = output(line, &input);
        for absent in text.lines().filter_map(|line| line.strip_prefix("- ")) {
            assert!(!output.contains(absent), "{}: `{absent}` comes in\n{output}", path.display());
        }
        let mut rest = output.lines();
        for expected in text.lines().filter_map(|line| line.strip_prefix("< ")) {
            let found = rest.any(|line| line.contains(expected.trim_end()));
            assert!(found, "{}: `{expected}` does not come in\n{output}", path.display());
        }
        count += 1;
    }
    assert!(count > 3, "{count} games");
}

#[test]
fn results_are_told_in_words() {
    let cases = include_str!("../data/cli/results.txt");
    let mut count = 0;
    for case in crate::cases(cases) {
        let parts: Vec<&str> = case.split(';').map(str::trim).collect();
        let [variant, fen, moves, text] = parts[..] else { panic!("{case}") };
        let fen = if fen.is_empty() { String::new() } else { format!(" --fen '{fen}'") };
        let said = output(&format!("inspect --variant {variant}{fen} --moves '{moves}'"), "");
        assert!(
            said.lines().any(|line| line.starts_with("result: ") && line.ends_with(&format!(" ({text})"))),
            "{case}\n{said}"
        );
        count += 1;
    }
    assert!(count > 10, "{count} results");
}

#[test]
fn games_are_asked_for_by_name_or_file() {
    let [named, file] = ["pond --variants docs/examples", "docs/examples/pond.toml"];
    for (command, rest) in [("inspect", ""), ("perft", " --depth 2")] {
        let asked = [named, file].map(|game| output(&format!("{command} {game}{rest}"), ""));
        assert_eq!(asked[0], asked[1]);
        assert_eq!(asked[0], output(&format!("{command} --variant {named}{rest}"), ""));
    }
    assert_eq!(output(&format!("play {named}"), "quit\n"), output(&format!("play {file}"), "quit\n"));
}

#[test]
fn perft_divides_and_answers_lines() {
    // Node counts of orthodox chess, as in the literature.
    let divided = output("perft --variant chess --depth 2", "");
    assert_eq!(divided.lines().last(), Some("nodes: 400"));
    assert_eq!(divided.lines().filter(|line| line.ends_with(": 20")).count(), 20);
    assert_eq!(output("perft --variant normal --depth 0", ""), "nodes: 1\n");
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let lines = format!("1\t{fen}\n2\t{fen}\nx\t{fen}\n{fen}\n1\trubbish\n");
    let result = run(&words("perft --variant normal --batch"), &lines);
    let answers = String::from_utf8_lossy(&result.stdout);
    let answers: Vec<_> = answers.lines().collect();
    assert_eq!(answers[..2], ["nodes\t48", "nodes\t2039"]);
    for (answer, number) in answers[2..].iter().zip(3..) {
        assert!(answer.starts_with(&format!("error\tline {number}: ")), "{answers:?}");
    }
    assert_eq!((answers.len(), result.status.code()), (5, Some(1)));
    assert_eq!(output("perft --batch", &format!("1\t{fen}\n1\tstartpos\n")), "nodes\t48\nnodes\t20\n");
    // Blank lines are skipped, as in the other batches, but counted.
    let result = run(&words("perft --batch"), "\n1\tstartpos\n \t\r\nx\n\n");
    let answers = String::from_utf8_lossy(&result.stdout);
    assert!(answers.starts_with("nodes\t20\nerror\tline 4: ") && answers.lines().count() == 2, "{answers}");
}

/// The beginning of the file of counts that most engines are tested with; the third count of the second line is wrong.
const COUNTS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;D1 48;D2 2039;D3 97861;
";

#[test]
fn perft_compares_with_files() {
    assert_eq!(
        output("perft chess --epd - --depth 2", COUNTS),
        "1: D1 20; D2 400\n2: D1 48; D2 2039\n4 of 4 counts agree\n"
    );
    let result = run(&words("perft chess --epd -"), COUNTS);
    let said = String::from_utf8_lossy(&result.stdout);
    assert!(said.ends_with("D3 97862, not 97861\n5 of 6 counts agree\n"), "{said}");
    assert_eq!(result.status.code(), Some(1));
    // The same file names positions to analyze.
    assert_eq!(output("analyze --epd - --depth 1", COUNTS).lines().count(), 2);
    for (file, message) in [
        ("8/8 w - - ;D1 1\n", "standard input:1:1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ;D1 few\n", "`D1` needs a number of positions"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D40 3\n", "`D40` is too deep"),
        ("# none\n", "there is no position in it"),
    ] {
        let result = run(&words("perft chess --epd -"), file);
        let said = String::from_utf8_lossy(&result.stderr);
        assert!(said.contains(message) && result.status.code() == Some(1), "{said}");
    }
    // A position without counts is not skipped in silence; one whose counts are too deep is.
    let file =
        "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n# a line\n4k3/8/8/8/8/8/8/4K3 b - -\n4k3/8/8/8/8/8/8/4K3 w - - ;D2 25\n";
    let result = run(&words("perft chess --epd - --depth 1"), file);
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(said.contains("the position in line 3 is skipped") && result.status.success(), "{said}");
    // Nothing is compared.
    let none = "no operation `D1`, `D2` ... says how many positions there are";
    for (operations, expected) in [(";D2 25", "all counts are deeper than `--depth 1`"), ("", none)] {
        let file = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}\n");
        let result = run(&words("perft chess --epd - --depth 1"), file);
        let said = String::from_utf8_lossy(&result.stderr);
        assert_eq!(said, format!("warning: standard input: {expected}\n"));
        assert_eq!(String::from_utf8_lossy(&result.stdout), "0 of 0 counts agree\n");
        assert_eq!(result.status.code(), Some(1));
    }
    // Counts before a fault are printed.
    let result = run(&words("perft chess --epd -"), "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 few\n");
    assert_eq!(String::from_utf8_lossy(&result.stdout), "1: D1 5\n1 of 1 counts agree\n");
}

#[test]
fn valid_files_pass_the_check() {
    let said = output("check variants/normal.toml variants/shogi.toml", "");
    assert_eq!(said.lines().count(), 2);
    assert!(said.starts_with("variants/normal.toml: Chess is in order: 8 files, 8 ranks, 6 kinds of pieces"), "{said}");
}

#[test]
fn the_list_names_origin_and_aliases() {
    let said = output("list --variants tests/data/protocol/variants", "");
    let line = |name: &str| said.lines().find(|line| line.starts_with(&format!("{name} "))).expect("it is listed");
    assert!(line("normal").contains("bundled") && line("normal").contains("also chess"));
    assert!(line("omaha").contains("your own"));
}

#[test]
fn json_describes_games_and_positions() {
    let parse = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("{line} is no JSON"));
    let said = output("list --json --variants tests/data/protocol/variants", "");
    let all: Vec<Value> = said.lines().map(parse).collect();
    let told = |name: &str| all.iter().find(|game| game["name"] == name).expect("it is listed");
    let chess = told("normal");
    assert!(chess["aliases"].as_array().is_some_and(|aliases| aliases.contains(&"chess".into())), "{chess}");
    assert_eq!((&chess["title"], &chess["bundled"]), (&"Chess".into(), &true.into()));
    assert_eq!((told("xiangqi")["board"].to_string(), &told("omaha")["bundled"]), ("[9,10]".to_owned(), &false.into()));
    // A pawn may capture on both sides, and one capture gives check.
    let state = parse(&output("inspect --json --fen '4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1'", ""));
    let find = |text: &str| {
        let moves = state["moves"].as_array().expect("moves").iter();
        moves.clone().find(|told| told["move"] == text).map(|told| [&told["san"], &told["capture"], &told["check"]])
    };
    assert_eq!(find("e5d6"), Some([&"exd6".into(), &true.into(), &false.into()]));
    assert_eq!(find("e1e2"), Some([&"Ke2".into(), &false.into(), &false.into()]));
    let state = parse(&output("inspect --json --fen '4k3/8/3P4/8/8/8/8/4K3 w - - 0 1'", ""));
    let checks = state["moves"].as_array().expect("moves").iter().filter(|told| told["check"] == true);
    assert_eq!(checks.map(|told| told["san"].as_str().expect("a text")).collect::<Vec<_>>(), ["d7+"]);
    // All six fields, without which python-chess and pyffish accept none of these.
    for (game, fen) in [
        ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        ("antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
    ] {
        assert_eq!(parse(&output(&format!("inspect {game} --json"), ""))["fen"], fen);
    }
}

/// X-FEN and Shredder-FEN: castling rights may imply squares of kings and rooks that only Chess960 allows.
#[test]
fn chess960_is_recognized_by_castling_rights() {
    let ask = |game: &str, fen: &str| {
        let line = format!("inspect {game} --fen '{fen}'");
        let result = run(&words(&line), "");
        (String::from_utf8_lossy(&result.stdout).into_owned(), String::from_utf8_lossy(&result.stderr).into_owned())
    };
    for (game, rights, hand) in [("crazyhouse", "KQkq", "[]"), ("chess", "FAfa", ""), ("atomic", "KQkq", "")] {
        let fen = format!("rk3r2/pppppppp/8/8/8/8/PPPPPPPP/RK3R2{hand} w {rights} - 0 1");
        let (said, warned) = ask(game, &fen);
        assert!(said.contains(" w FAfa - 0 1\n"), "{said}");
        let note = format!("note: castling is as in Chess960: only that knows the rights `{rights}` of `{fen}`\n");
        assert_eq!(warned, note, "it is said where nobody sees it in the answer");
        // The squares between b1, c1 and a1 are empty, and those between b1, f1 and g1.
        assert!(said.contains(" O-O-O O-O\n"), "{said}");
    }
    let (said, warned) = ask("chess", "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1");
    assert!(said.contains(" w Q - 0 1\n"), "{said}");
    assert!(warned.contains("castling rights that nobody can have here are ignored: `K` of `4k3"), "{warned}");
    // An en passant square is taken as it is if a piece can have passed it, whether or not it can be captured there.
    assert!(ask("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").1.is_empty());
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1";
    assert!(ask("chess", start).1.contains("no piece can just have passed is ignored: `e3` of `rnbqkbnr"));
    // One note for many positions, whose answers are unchanged.
    let fen = "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1";
    let result = run(&["perft", "chess", "--batch"].map(str::to_owned), format!("1\t{fen}\n1\t{fen}\n"));
    assert_eq!(String::from_utf8_lossy(&result.stdout), "nodes\t26\nnodes\t26\n");
    assert_eq!(String::from_utf8_lossy(&result.stderr).lines().count(), 1);
    // A warning beside the note is one of its own: no pawn stands on e5.
    let both = "4k3/8/8/8/8/8/8/R2K3R w KQ e6 0 1";
    let result = run(&["perft", "chess", "--batch"].map(str::to_owned), format!("1\t{both}\n1\t{both}\n"));
    let warned = String::from_utf8_lossy(&result.stderr);
    let remarks: Vec<&str> = warned.lines().collect();
    assert!(remarks.len() == 3 && remarks[0].starts_with("note: line 1: castling is as in Chess960: "), "{warned}");
    for (number, remark) in [1, 2].into_iter().zip(&remarks[1..]) {
        let place = format!("warning: line {number}: an en passant square that ");
        assert!(remark.starts_with(&place) && remark.contains("is ignored: `e6` of `4k3"), "{warned}");
    }
    // Programs do not read standard error.
    let question = |fen: &str| format!("{{\"fen\": \"{fen}\"}}\n");
    let lines =
        [question(fen), question("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1"), question("startpos"), question(both)].concat();
    let result = run(&words("inspect chess --batch"), lines);
    let answers = String::from_utf8_lossy(&result.stdout);
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let notes: Vec<&str> = answers.iter().map(|answer| answer["note"].as_str().unwrap_or_default()).collect();
    assert!(notes[0].starts_with("castling is as in Chess960: "), "{notes:?}");
    assert!(notes[1].starts_with("castling rights that nobody can have here are ignored: `K`"), "{notes:?}");
    assert!(
        notes[3].starts_with("castling is as in Chess960: ") && notes[3].contains("; an en passant square "),
        "{notes:?}"
    );
    assert!(notes[2].is_empty() && result.stderr.is_empty() && result.status.success(), "{notes:?}");
    // A game with shuffled starts defines itself how pieces castle from them.
    let scratch = Scratch::new("drawn");
    let folder = scratch.folder();
    let file = folder.join("drawn.toml");
    let shuffle = "[start.shuffle]\npieces = [\"Q\", \"K\"]\nsquares = \"d1 e1\"\n";
    fs::write(&file, format!("name = \"drawn\"\ninclude = \"normal\"\n{shuffle}")).expect("writable");
    let (said, warned) = ask(&file.display().to_string(), "4k3/8/8/8/8/8/8/1R1K3R w KB - 0 1");
    assert!(!said.contains("O-O") && !warned.contains("Chess960"), "{said}{warned}");
    let (said, warned) = ask("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(said.contains(" w KQkq - 0 1\n") && said.contains(" e1g1") && warned.is_empty(), "{said}{warned}");
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new("no-text");
    let folder = scratch.folder();
    let file = folder.join(OsStr::from_bytes(b"pond\xff.toml"));
    fs::write(&file, "name = \"pond\"\ninclude = \"normal\"\n").expect("it is written");
    let ask = |words: &[&OsStr]| {
        let output = run_with(alfil().args(words), "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let text = OsStr::new;
    assert_eq!(ask(&[text("check"), file.as_os_str()]).0, Some(0));
    let (code, said) = ask(&[text("inspect"), file.as_os_str()]);
    assert!(
        code == Some(2) && said.contains("pond\u{fffd}.toml` is not UTF-8 text\n  help: with `--variants DIR`"),
        "{said}"
    );
    assert_eq!(ask(&[text("--variants"), folder.as_os_str(), text("inspect"), text("pond")]), (Some(0), String::new()));
}

/// The seven tags, their order and the placeholder for unknown values are the standard's.
#[test]
fn games_in_the_terminal_are_saved() {
    let scratch = Scratch::new("saved");
    let path = scratch.path("games.pgn");
    let file = path.display();
    output("play crazyhouse --side both", &format!("e2e4\ne7e5\ng1f3\nsave {file}\n"));
    output(
        "play chess --side both --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1'",
        &format!("d1d8\nlevel 3\nsave {file}\n"),
    );
    let saved = fs::read_to_string(&path).expect("it is written");
    let [first, second] = [
        "Variant \"crazyhouse\"]\n\n1. e4 e5 2. Nf3 *\n\n",
        "[FEN \"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\"]\n\n1. Rd8# 1-0\n\n",
    ];
    assert!(saved.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"));
    assert!(saved.contains(first) && saved.ends_with(second), "{saved}");
    // A game that continues is stored once, and what others have added is kept.
    let said = output(
        "play chess --side both",
        &format!(
            "load {file}\nundo\nd1d7\nsave {file}\nundo\nd1d8\nsave {file}\nload {file} 1\nb8c6\nsave {file}\nload {file} 9\n"
        ),
    );
    assert_eq!(said.matches("in place of its earlier version").count(), 1, "{said}");
    assert!(said.contains("`load") && said.contains("there is no game 9: expected a number from 1 to 4"), "{said}");
    let more = fs::read_to_string(&path).expect("it is written");
    let added = more.strip_prefix(&saved).unwrap_or_else(|| panic!("{more}"));
    assert_eq!(added.matches("[Event ").count(), 2, "{added}");
    assert!(added.contains("1. Rd8# 1-0\n\n[Event") && added.ends_with("1. e4 e5 2. Nf3 Nc6 *\n\n"), "{added}");
    fs::write(&path, &saved).expect("it is written");
    // They can be read again.
    let again = output(&format!("analyze --pgn {file} --depth 1 --json"), "");
    assert_eq!(again.lines().count(), 2 + 3 + 1);
    // A file of another program may end without a newline, which is not the end of its movetext for a tag.
    fs::write(&path, "[Event \"theirs\"]\n\n1. d4 *").expect("it is written");
    output("play chess --side both", &format!("e2e4\nsave {file}\ne7e5\nsave {file}\n"));
    let joined = fs::read_to_string(&path).expect("it is written");
    let own = joined.strip_prefix("[Event \"theirs\"]\n\n1. d4 *\n\n[Event \"?\"]\n");
    assert!(own.is_some_and(|own| own.ends_with("\n\n1. e4 e5 *\n\n") && !own.contains("[Event ")), "{joined}");
    let again = run(&words(&format!("analyze --pgn {file} --depth 1 --json")), "");
    let told = String::from_utf8_lossy(&again.stdout);
    assert_eq!((told.lines().count(), again.stderr.is_empty()), (1 + 1 + 1 + 2, true), "{told}");
}

/// The variable may be meant for another machine, or for later; directories on the command line must exist.
#[test]
fn a_directory_of_the_environment_may_be_missing() {
    let listed = run_with(alfil().arg("list").env("ALFIL_VARIANTS", "/nowhere/at-all"), "");
    let said = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success() && !listed.stdout.is_empty(), "{said}");
    assert!(said.starts_with("warning: /nowhere/at-all: cannot read this directory: it does not exist"), "{said}");
}

#[test]
fn complaints_are_about_the_file_in_question() {
    let scratch = Scratch::new("complaints");
    let folder = scratch.folder();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    write("good.toml", "name = \"good\"\ninclude = \"normal\"\n[hand]\ndemote = true\n");
    write("bad.toml", "name = \"bad\"\ninclude = \"normal\"\n[pieces.Q]\nmove = \"E\"\n");
    write("worse.toml", "name = \n");
    write("other.toml", "name = \"good\"\ninclude = \"normal\"\n");
    let ask = |name: &str| {
        let words = ["--variants", &folder.display().to_string(), "inspect", "--variant", name].map(str::to_owned);
        String::from_utf8_lossy(&run(&words, "").stderr).into_owned()
    };
    let good = ask("good");
    assert!(good.contains("`demote` has no effect here"), "{good}");
    assert!(!good.contains("bad.toml") && !good.contains("worse.toml"), "{good}");
    assert!(good.contains("other.toml` has the name `good`, too, and is left out"), "{good}");
    let other = run(&["check".to_owned(), folder.join("other.toml").display().to_string()], "");
    let other = String::from_utf8_lossy(&other.stderr);
    assert!(other.contains("good.toml` has the name `good`, too, and is used instead of this file"), "{other}");
    let bad = ask("bad");
    assert!(bad.contains("unknown atom `E`") && bad.contains("there is no variant `bad`"), "{bad}");
    assert!(bad.contains("worse.toml\n") && !bad.contains("demote"), "{bad}");
    // A faulty file of that name is used by nobody, but whoever asks for its game learns why there is none.
    write("a.toml", "name = \"third\"\ninclude = \"normal\"\n[pieces.Q]\nmove = \"E\"\n");
    let third = ask("third");
    assert!(third.contains("unknown atom `E`") && third.contains("there is no variant `third`"), "{third}");
    write("third.toml", "name = \"third\"\ninclude = \"normal\"\n");
    let third = run(&["check".to_owned(), folder.join("third.toml").display().to_string()], "");
    assert!(third.status.success() && third.stderr.is_empty(), "{}", String::from_utf8_lossy(&third.stderr));
}

#[test]
fn batches_take_moves_in_both_shapes() {
    let line = |moves: &str| format!("{{\"variant\": \"normal\", \"moves\": {moves}}}\n");
    let answers = ["[\"e2e4\", \"e7e5\"]", "\"e2e4 e7e5\""].map(|moves| output("inspect --batch", &line(moves)));
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].contains("pppp1ppp/8/4p3/4P3"), "{}", answers[0]);
}

#[test]
fn batches_say_which_lines_are_wrong() {
    let lines =
        "{\"fen\": \"startpos\"}\n\n{\"id\": 7, \"moves\": \"e2e5\"}\n{\"id\": 8,\n{\"variant\": \"xiangqi\"}\n";
    let result = run(&words("inspect shogi --batch"), lines);
    let said = String::from_utf8_lossy(&result.stdout);
    let answers: Vec<&str> = said.lines().collect();
    assert!(answers[0].contains("lnsgkgsnl/1r5b1/ppppppppp"), "{said}");
    assert!(answers[1].contains("\"id\":7") && answers[1].contains("\"line\":3"), "{said}");
    assert!(answers[2].contains("invalid JSON at column ") && answers[2].contains("\"line\":4"), "{said}");
    assert!(answers[3].contains("\"check\":false"), "{said}");
    assert_eq!((answers.len(), result.status.code()), (4, Some(1)));
    assert!(output("inspect --fen startpos", "").contains("legal moves: 20 "));
}

#[test]
fn batches_report_faulty_files_and_malformed_questions() {
    let lines = r#"{"id": 1, "variant": "tests/data/complaints/slip-bare.toml"}
{"id": 2, "moves": 5}
{"id": 12345678901234567890123, "moves": ["e2e4", 5]}
[1, "normal", null]
{"id": 1.50, "fen": null, "variant": null, "moves": null}
"#;
    let result = run(&words("inspect --batch"), lines);
    let said = String::from_utf8_lossy(&result.stdout);
    let expected = [
        "`tests/data/complaints/slip-bare.toml` cannot be played: tests/data/complaints/slip-bare.toml:",
        "{\"id\":2,\"error\":{\"message\":\"column 21: expected `moves` as a list of moves, or as one string with spaces between them\",",
        "{\"id\":12345678901234567890123,\"error\":{\"message\":\"column 53: expected `moves` as a list of moves, or as one string with",
        "expected an object with `id`, `variant`, `fen` and `moves`, found a list",
        "{\"id\":1.50,\"fen\":\"rnbqkbnr",
    ];
    assert!(said.lines().zip(expected).all(|(line, expected)| line.contains(expected)), "{said}");
    assert_eq!(said.lines().count(), expected.len());
}

#[test]
fn batches_take_files_and_start_every_line_from_the_beginning() {
    let asked = r#"{"variant": "variants/crazyhouse.toml", "moves": "e2e4"}"#;
    let answers = output("inspect --batch", &format!("{asked}\n{asked}\n"));
    let positions: Vec<&str> = answers.lines().collect();
    assert!(positions[0].contains("/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq") && positions[0] == positions[1], "{answers}");
}

/// In an SFEN `b` is the side that moves first, and the hands come after the side.
#[test]
fn positions_of_shogi_may_be_sfens() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let told = |fen: &str| output(&format!("inspect shogi --fen '{fen}'"), "");
    assert_eq!(told(&format!("{start} b - 1")), told("startpos"));
    let held = told(&format!("{start} w 2Pp 2"));
    assert!(held.contains("[PPp] b ") && held.contains("to move: black"), "{held}");
    // The same four fields are a FEN if the hands are empty.
    assert!(output("inspect chess --fen '4k3/8/8/8/8/8/8/4K3 b - 1'", "").contains("to move: black"));
}

/// Help that cannot be written is a failure, and zero columns are not a width.
#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_printed_is_a_failure() {
    let full = fs::File::create("/dev/full").expect("it is there");
    let ended = alfil().arg("--help").stdout(full).stderr(Stdio::piped()).output().expect("the program starts");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.code() == Some(1) && said.starts_with("error: "), "{said}");
    let output = run_with(alfil().args(["play", "--help"]).env("COLUMNS", "0"), "");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("The variant, by name or file; `alfil list` shows the names"), "{said}");
}
