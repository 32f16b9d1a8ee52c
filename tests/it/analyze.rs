//! `alfil analyze`: positions, files of positions, games. The expected moves are mates and known solutions, not the
//! engine's own choices.

use crate::cli::{output, run, words};
use crate::common::Scratch;
#[cfg(unix)]
use crate::common::alfil;
use serde_json::Value;
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::{Command, Stdio};

fn objects(line: &str, input: &str) -> Vec<Value> {
    let text = output(line, input);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line} is no JSON"))).collect()
}

#[test]
fn a_position_is_analyzed_in_lines() {
    let text = output("analyze --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --depth 3", "");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "White to move: 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    assert!(lines[2].contains(" #1 ") && lines[2].ends_with("1. Rd8#"), "{text}");
    assert_eq!(lines.last(), Some(&"best move: Rd8#"));
    // Moves may be written in either way.
    let text = output("analyze crazyhouse --moves '1. e4 e7e5 2.Nf3' --nodes 100", "");
    assert!(
        text.starts_with("Black to move: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] b KQkq - 1 2\n"),
        "{text}"
    );
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    let fen = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let text = output(&format!("analyze --fen '{fen}' --depth 1"), "");
    assert_eq!(text, format!("Black to move: {fen}\nthe game is over: White wins by checkmate\n"));
}

#[test]
fn json_has_one_object_per_line_and_the_answer_last() {
    let all = objects("analyze --fen '6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1' --depth 2 --multipv 2 --json", "");
    let [lines @ .., answer] = &all[..] else { panic!("{all:?}") };
    assert_eq!(
        lines.iter().map(|line| line["multipv"].as_u64()).collect::<Vec<_>>(),
        [Some(1), Some(2), Some(1), Some(2)]
    );
    assert_eq!(lines[0]["score"]["mate"], 1);
    assert!(lines[1]["score"]["cp"].is_number(), "{all:?}");
    assert_eq!((&answer["best"], &answer["best_san"]), (&"d1d8".into(), &"Rd8#".into()));
    // The answer has all lines, the best first.
    let firsts: Vec<_> = answer["lines"].as_array().expect("lines").iter().map(|line| &line["pv_san"][0]).collect();
    assert!(firsts.len() == 2 && firsts[0] == "Rd8#" && answer["pv"] == lines[2]["pv"], "{answer}");
    let over = objects("analyze --fen 'R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1' --json", "");
    assert_eq!((over.len(), &over[0]["best"]), (1, &Value::Null));
    assert!(over[0]["over"].as_str().is_some_and(|text| text.contains("checkmate")), "{over:?}");
}

/// The first position is number 1 of Bratko and Kopec's test, with its solution.
const POSITIONS: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";

# a comment
6k1/5ppp/8/8/8/8/8/K2R4 w - - 3 40
6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8#; id \"avoid; this\";
6k1/5ppp/8/8/8/8/8/K2X4 w - - bm Kb1;
6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Zz9;
";

#[test]
fn epd_files_are_solved_and_invalid_lines_skipped() {
    let result = run(&words("analyze --epd - --depth 8 --json"), POSITIONS);
    assert_eq!(result.status.code(), Some(1));
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(said.contains("unknown piece `X`") && said.contains("standard input:6:22"), "{said}");
    assert!(said.contains("`Zz9` is not a legal move here") && said.contains("standard input:7:34"), "{said}");
    let text = String::from_utf8_lossy(&result.stdout);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told = |object: &Value| (object["id"].clone(), object["best_san"].clone(), object["solved"].clone());
    assert_eq!(
        all.iter().map(told).collect::<Vec<_>>(),
        [
            ("BK.01".into(), "Qd1+".into(), true.into()),
            (Value::Null, "Rd8#".into(), Value::Null),
            ("avoid; this".into(), "Rd8#".into(), false.into()),
        ]
    );
    assert!(all[0]["adopted"]["depth"].as_u64().is_some_and(|depth| (1..=8).contains(&depth)), "{}", all[0]);
    let result = run(&words("analyze --epd - --depth 8"), POSITIONS);
    assert!(String::from_utf8_lossy(&result.stdout).ends_with("1 of 2 solved\n"));
    let empty = run(&words("analyze --epd -"), "# nothing\n\n");
    let said = String::from_utf8_lossy(&empty.stderr);
    assert!(said.contains("standard input: there is no position in it") && empty.status.code() == Some(1), "{said}");
}

/// For a file that is not EPD, the complaints end before the file does.
#[test]
fn complaints_about_positions_are_limited() {
    let result = run(&words("analyze --epd - --depth 1"), "not a fen at all\n".repeat(300));
    let said = String::from_utf8_lossy(&result.stderr);
    // The last one gives the number of lines left out.
    assert_eq!(said.matches("error: ").count(), 21, "{said}");
    assert!(said.contains("... and 280 more") && result.status.code() == Some(1), "{said}");
    // No rook stands on h1.
    let result = run(&words("perft chess --epd -"), "4k3/8/8/8/8/8/8/R3K3 w KQ - ;D1 16\n".repeat(60));
    let said = String::from_utf8_lossy(&result.stderr);
    assert_eq!((said.matches("warning: ").count(), result.status.code()), (20, Some(0)), "{said}");
    assert!(said.contains("standard input:20:1\n") && said.contains("... and 40 more"), "{said}");
    // One note stands for all.
    let result = run(&words("perft chess --epd -"), "4k3/8/8/8/8/8/8/R2K3R w KQ - ;D1 26\n".repeat(60));
    let said = String::from_utf8_lossy(&result.stderr);
    assert_eq!((said.matches("note: ").count(), said.matches("standard input:1:1\n").count()), (1, 1), "{said}");
}

#[test]
fn remarks_on_positions_of_games_have_a_place() {
    let games = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1\"]\n\n1. O-O-O *\n";
    let result = run(&words("analyze --pgn - --depth 1 --json"), games);
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(said.contains("castling rights that nobody can have here are ignored: `K`"), "{said}");
    assert!(said.contains("standard input:2:1\n") && result.status.success(), "{said}");
}

/// Files with byte order marks, joined as `cat` does.
#[test]
fn games_may_come_from_several_files() {
    let game = "\u{feff}[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 {\u{e9}} 1-0";
    let joined = [format!("{game}\n\n{game}\n"), format!("{game}{game}")].map(String::into_bytes);
    // A second file in another encoding.
    let mixed = [&joined[0][..], b"\n[Event \"\xe9\"]\n\n1. e4 *\n"].concat();
    for (games, count) in [(joined[0].clone(), 2), (joined[1].clone(), 2), (mixed, 3)] {
        let result = run(&words("analyze --pgn - --depth 1 --json"), games);
        let (out, said) = (String::from_utf8_lossy(&result.stdout), String::from_utf8_lossy(&result.stderr));
        assert_eq!(
            (out.matches("\"tags\":").count(), out.matches("\"variant\":\"atomic\"").count()),
            (count, 2),
            "{out}{said}"
        );
        assert!(result.status.success(), "{said}");
    }
}

/// The meaning of these operations in the standard.
#[test]
fn counters_and_mates_of_positions_are_read() {
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - -";
    let text = format!("{mate} hmvc 17; fmvn 60; dm 1;\n6k1/5ppp/8/8/8/8/8/K6R w - - dm 1;\n{mate} dm soon;\n");
    let result = run(&words("analyze --epd - --depth 3 --json"), &text);
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(said.contains("`dm` needs a number") && said.contains("standard input:3:31"), "{said}");
    let text = String::from_utf8_lossy(&result.stdout);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(all[0]["fen"], format!("{mate} 17 60"));
    assert_eq!(
        all.iter().map(|answer| answer["solved"].clone()).collect::<Vec<_>>(),
        [Value::from(true), false.into()]
    );
}

#[test]
fn a_byte_order_mark_costs_no_position_and_no_game() {
    let marked = |text: &str| format!("\u{feff}{text}");
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n";
    assert!(output("analyze --epd - --depth 2", &marked(mate)).ends_with("1 of 1 solved\n"));
    let games = output("analyze --pgn - --depth 1", &marked("[Event \"A\"]\n\n1. e4 *\n"));
    assert!(games.starts_with("[Event \"A\"]\n"), "{games}");
    let utf16 = run(&words("analyze --pgn -"), b"\xff\xfe1\0.\0");
    assert!(String::from_utf8_lossy(&utf16.stderr).contains("standard input: it is UTF-16 text"), "{utf16:?}");
}

const GAMES: &str = "[Event \"Fool's mate\"]
[Result \"0-1\"]

1. f3 e5 {so far} 2. g4 (2. e4 Nc6) Qh4# 0-1

[Event \"Drops\"]
[Variant \"Crazyhouse\"]
[SetUp \"1\"]
[FEN \"6k1/5ppp/8/8/8/8/8/K7[Q] w - - 0 1\"]

1. Kb1 *

[Event \"Wrong\"]
1. e4 e5 2. Ke3 *

[Event \"Unknown\"]
[Variant \"Nowhere\"]

1. e4 *

[Event \"Misplaced\"]
[FEN \"8/8 w - -\"]

1. e4 *

[Event \"Handed over\"]

1. e4 -- *
";

/// The line of a long comment is broken before what looks like a tag.
#[test]
fn annotated_games_can_be_read_again() {
    let long = "a long comment that goes on and on until the line is full";
    let game = format!("[Event \"x\"]\n\n1. e4 {{{long} [White \"y\"] here}} e5 2. d4 *\n");
    let annotated = output("analyze --pgn - --depth 1", &game);
    assert!(annotated.contains("\n[White \"y\"] here }"), "{annotated}");
    let again = output("analyze --pgn - --depth 1 --json", &annotated);
    // The game and its three moves.
    assert_eq!(again.lines().count(), 4, "{again}");
}

#[test]
fn games_are_annotated_with_marks_and_better_lines() {
    let result = run(&words("analyze --pgn - --depth 4"), GAMES);
    assert_eq!(result.status.code(), Some(1));
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(
        said.contains("game 3, ply 3: `Ke3` is not a legal move") && said.contains("standard input:14:13"),
        "{said}"
    );
    for (message, place) in [
        ("there is no variant `Nowhere`", "standard input:17:1"),
        ("bad position `8/8 w - -`", "standard input:22:1"),
        ("game 6, ply 2: `--` is not a legal move: the turn cannot be handed over here", "standard input:28:7"),
    ] {
        assert!(said.contains(message) && said.contains(place), "{message}, {place}: {said}");
    }
    let text = String::from_utf8_lossy(&result.stdout).replace('\n', " ");
    for part in [
        "[Event \"Fool's mate\"] [Result \"0-1\"] [Annotator \"alfil ",
        " so far } 2. g4 $4 { [%eval #-1] } (2. ",
        // Variations and comments of the file stay.
        ") (2. e4 Nc6) 2... Qh4# 0-1 ",
        // So do parts that cannot be read.
        "[Event \"Wrong\"] [Annotator",
        " { unreadable: Ke3 } * ",
        // The best move was to drop the queen with mate.
        " 1. Kb1 ",
        " (1. Q@",
    ] {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
    let moves = run(&words("analyze --pgn - --depth 4 --json"), GAMES);
    let text = String::from_utf8_lossy(&moves.stdout);
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [header, _, _, third, last, ..] = &all[..] else { panic!("{text}") };
    assert_eq!((&header["tags"]["Event"], &header["result"]), (&"Fool's mate".into(), &"0-1".into()));
    assert_eq!(header["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(
        (&third["san"], &third["score"]["mate"], &third["judgement"]),
        (&"g4".into(), &(-1).into(), &"blunder".into())
    );
    // The mate is the best move, and as far away as before it.
    for key in ["score", "best_score"] {
        assert_eq!(last[key]["mate"], 1, "{last}");
    }
    assert_eq!((&last["best"], &last["best_san"], &last["pv"][0]), (&"d8h4".into(), &"Qh4#".into(), &"d8h4".into()));
    assert!(last["over"].as_str().is_some_and(|text| text.contains("checkmate")), "{last}");
    let refused = all.iter().find(|object| !object["error"].is_null()).expect("a game is broken off");
    assert_eq!((&refused["game"], &refused["ply"]), (&3.into(), &3.into()));
    assert!(
        refused["error"]["message"].as_str().is_some_and(|text| text.contains("`Ke3` is not a legal move")),
        "{refused}"
    );
}

/// The best move cannot be worse than the move played, whatever later searches find.
#[test]
fn no_move_scores_better_than_the_best_one() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 *\n";
    let all = objects("analyze --pgn - --nodes 300 --json", text);
    let worth =
        |score: &Value| score["cp"].as_i64().unwrap_or_else(|| 100_000 * score["mate"].as_i64().expect("a score"));
    for answer in &all[1..] {
        assert!(worth(&answer["score"]) <= worth(&answer["best_score"]), "{answer}");
        assert!(answer["best"] != answer["move"] || answer["score"] == answer["best_score"], "{answer}");
    }
    assert_eq!(all.len(), 13);
}

#[test]
fn multipv_shows_several_lines() {
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n";
    let text = output("analyze --epd - --depth 2 --multipv 3", mate);
    assert_eq!(text.lines().filter(|line| line.starts_with("1: ")).count(), 3, "{text}");
    assert_eq!(
        objects("analyze --epd - --depth 2 --multipv 3 --json", mate)[0]["lines"].as_array().map(Vec::len),
        Some(3)
    );
    let text = output("analyze --pgn - --depth 2 --multipv 3", "1. e4 *\n");
    assert!(text.matches("(1. ").count() >= 2 && text.matches("[%eval").count() >= 3, "{text}");
}

/// Names in tags of FICS, lichess and Fairy-Stockfish.
#[test]
fn variant_names_of_servers_are_known() {
    for (name, known) in [
        ("Three-check", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("wild/0", "wildcastle"),
        ("wild/fr", "fischerandom"),
        ("S-Chess", "seirawan"),
        ("Standard", "normal"),
        ("From Position", "normal"),
    ] {
        let games = format!("[Variant \"{name}\"]\n\n*\n");
        assert_eq!(objects("analyze --pgn - --depth 1 --json", &games)[0]["variant"], known, "{name}");
        assert_eq!(output(&format!("inspect '{name}'"), ""), output(&format!("inspect {known}"), ""));
    }
    let unknown = run(&words("analyze --pgn - --depth 1"), "[Variant \"Nowhere\"]\n\n1. e4 *\n");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there is no variant `Nowhere`"));
}

/// A file's game has its names, whether or not the library has such a game: `alfil play FILE` saves games with its name.
#[test]
fn names_of_a_file_mean_its_game() {
    let scratch = Scratch::new("named");
    let folder = scratch.folder();
    let [calm, games] = ["calm.toml", "games.pgn"].map(|name| folder.join(name));
    let text = "name = \"atomic\"\ntitle = \"Calm\"\naliases = [\"calm-chess\"]\ninclude = \"normal\"\n";
    fs::write(&calm, text).expect("it is written");
    let (calm, file) = (calm.display(), games.display());
    // In the bundled game of that name, there is no pawn on d5 after the first capture.
    for name in ["atomic", "Atomic", "CALM", "calm-chess"] {
        fs::write(&games, format!("[Variant \"{name}\"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 *\n")).expect("it is written");
        let all = objects(&format!("analyze {calm} --pgn {file} --depth 1 --json"), "");
        assert_eq!(all.len(), 1 + 5, "{name}");
        let said = output(&format!("play {calm} --side both"), &format!("load {file}\nfen\n"));
        assert!(said.contains("rnbqkbnr/pp2pppp/2P5/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3\n"), "{name}: {said}");
    }
    let other = objects(&format!("analyze {calm} --pgn - --depth 1 --json"), "[Variant \"Crazyhouse\"]\n\n*\n");
    assert_eq!(other[0]["variant"], "crazyhouse");
    // A tag means the same when a game of that name is being played.
    fs::write(&games, "[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 *\n").expect("it is written");
    let said = output("play crazyhouse --side both", &format!("load {file}\nfen\nload {file}\nfen\n"));
    assert_eq!(said.matches("rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2\n").count(), 2, "{said}");
}

/// Informants print figurines, U+2654 to U+265F, instead of letters.
#[test]
fn figurines_are_read() {
    let text = output("analyze --pgn - --depth 1", "1. ♙e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗xc6 *\n");
    for part in [" 2. Nf3", "Nc6 ", "4. Bxc6"] {
        assert!(text.replace('\n', " ").contains(part), "{text}");
    }
    let text = output("inspect --fen '8/P6k/8/8/8/8/8/K7 w - - 0 1' --moves a8=♕", "");
    assert!(text.starts_with("fen: Q7/7k/8/8/8/8/8/K7 b - - 0 1\n"), "{text}");
}

/// pychess and Fairy-Stockfish count from 1, XBoard from 0: `d4` is a pawn's double step of Grand Chess in the former.
#[test]
fn numbering_of_ten_ranks_is_recognized_in_games() {
    let moves = |options: &str, text: &str| {
        let line = format!("analyze --pgn - --depth 1 --json {options}");
        let games = format!("[Variant \"Grand\"]\n\n{text}\n");
        let result = run(&words(&line), games);
        let out = String::from_utf8_lossy(&result.stdout).into_owned();
        let all = out.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let all: Vec<String> = all.map(|told| told["move"].as_str().unwrap_or_default().to_owned()).collect();
        (all.join(" "), String::from_utf8_lossy(&result.stderr).into_owned())
    };
    let (read, said) = moves("", "1. d5 e6 2. Nc4 *");
    assert!(read.starts_with("d3d5 e8e6 ") && !said.contains("ranks"), "{read}: {said}");
    let (read, said) = moves("", "1. d4 e5 *");
    assert!(read == "d2d4 e7e5" && !said.contains("ranks"), "{read}: {said}");
    let (read, said) = moves("", "1. d4 d6 *");
    assert!(read == "d2d4 d7d6" && said.contains("can be read with ranks from 0 or from 1"), "{read}: {said}");
    assert_eq!(moves("--ranks-from 1", "1. d4 d6 *"), ("d3d4 d8d6".to_owned(), String::new()));
    assert_eq!(moves("--ranks-from 0", "1. d4 d6 *"), ("d2d4 d7d6".to_owned(), String::new()));
    // The other commands have the option, too.
    assert!(output("inspect xiangqi --ranks-from 1 --moves h3e3", "").starts_with("fen: "));
    assert!(output("perft xiangqi --ranks-from 1 --depth 1", "").contains("h3e3: 1\n"));
    assert!(output("perft xiangqi --depth 1", "").contains("h2e2: 1\n"));
}

/// The expected moves are Fairy-Stockfish's.
#[test]
fn scripts_may_have_moves_as_in_uci() {
    let mut cases = Vec::new();
    for block in include_str!("../data/protocol/uci-moves.txt").split("\n\n").skip(1) {
        let (head, moves) = block.split_once('\n').expect("a position and moves");
        let [name, _, fen] = head.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{head}: three words") };
        let mut moves: Vec<&str> = moves.split_whitespace().collect();
        moves.sort_unstable();
        cases.push((serde_json::json!({ "variant": name, "fen": fen }).to_string(), moves));
    }
    let lines: String = cases.iter().map(|(line, _)| format!("{line}\n")).collect();
    let answers = output("inspect --uci --batch", &lines);
    assert_eq!(answers.lines().count(), cases.len());
    for (answer, (line, moves)) in answers.lines().zip(&cases) {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let mut legal: Vec<&str> =
            answer["legal"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        legal.sort_unstable();
        assert_eq!(&legal, moves, "{line}");
    }
    let told = output("inspect --uci --json --fen '4k3/8/8/8/8/8/8/1K4R1 w G - 0 1'", "");
    assert!(told.contains("\"move\":\"b1g1\",\"san\":\"O-O\""), "{told}");
    assert!(output("analyze xiangqi --uci --json --depth 1 --moves 'h3e3 h10g8'", "").contains("\"pv_san\""));
    assert!(output("perft xiangqi --uci --depth 1", "").contains("h3e3: 1\n"));
    // The numbering of a file is detected nevertheless.
    let games = "[Variant \"Xiangqi\"]\n\n1. h2e2 h9g7 *\n";
    assert!(output("analyze --pgn - --uci --json --depth 1", games).contains("\"move\":\"h3e3\""));
}

#[test]
fn contradictory_results_are_warned_of() {
    let games = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n\n[Result \"0-1\"]\n\n1. e4 0-1\n";
    let result = run(&words("analyze --pgn - --depth 1"), games);
    let said = String::from_utf8_lossy(&result.stderr);
    assert!(said.contains("game 1: the tag `Result` says `1-0`, and not `1/2-1/2`"), "{said}");
    assert!(said.contains("game 1: Black wins by checkmate, and not `1/2-1/2`"), "{said}");
    assert!(!said.contains("game 2") && result.status.success(), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_prints_its_answer() {
    let asked = ["analyze", "--time", "3600", "--json"];
    let mut child =
        alfil().args(asked).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The search is running.
    lines.next().expect("a line").expect("it can be read");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    let last = lines.map(|line| line.expect("it can be read")).last().expect("an answer");
    let answer: Value = serde_json::from_str(&last).expect("JSON");
    assert!(answer["best"].is_string() && answer["over"].is_null(), "{answer}");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

/// A name with `960` means a game whose start position is in a tag, with castling from there.
#[test]
fn games_may_begin_with_shuffled_pieces() {
    let start = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1";
    let game = |tags: &str| format!("[Variant \"Atomic960\"]\n{tags}\n1. Nf3 Nf6 2. O-O O-O *\n");
    let begun = run(&words("analyze --pgn - --depth 1"), game(&format!("[FEN \"{start}\"]\n")));
    let text = String::from_utf8_lossy(&begun.stdout).replace('\n', " ");
    assert!(begun.status.success() && text.contains(" 2. O-O ") && text.contains(" O-O "), "{begun:?}");
    let unknown = run(&words("analyze --pgn - --depth 1"), game(""));
    let said = String::from_utf8_lossy(&unknown.stderr);
    assert!(said.contains("`Atomic960` begins with shuffled pieces: expected a tag `FEN`"), "{said}");
}
