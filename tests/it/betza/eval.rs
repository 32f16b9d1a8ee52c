//! Questions in JSON, one per line.

use crate::cli::{run, words};
use crate::common::alfil;
use crate::xbetza::vectors;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const EVAL: &str = "betza eval --batch";

fn answers(lines: &str) -> Vec<Value> {
    let output = run(&words(EVAL), lines);
    let said = String::from_utf8_lossy(&output.stdout);
    // The status tells scripts that a line was wrong.
    assert_eq!(output.status.code(), Some(i32::from(said.contains("\"error\":"))), "{said}");
    said.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

/// The moves of a list as a set of texts, with all their fields.
fn moves(list: &Value) -> Vec<String> {
    let mut moves: Vec<String> = list.as_array().expect("moves are a list").iter().map(Value::to_string).collect();
    moves.sort();
    moves
}

#[test]
fn all_vectors_are_answered() {
    let vectors = vectors::all();
    let lines: String = vectors.iter().map(|vector| format!("{vector}\n")).collect();
    let answers = answers(&lines);
    assert_eq!((vectors.len(), answers.len()), (683, 683));
    for (vector, answer) in vectors.iter().zip(&answers) {
        assert_eq!(answer["id"], vector["id"]);
        match vector.get("error") {
            Some(error) => {
                assert_eq!((&answer["error"]["code"], &answer["error"]["col"]), (&error["code"], &error["col"]));
                assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
                assert!(answer.get("moves").is_none(), "{answer}");
            }
            None => assert_eq!(moves(&answer["moves"]), moves(&vector["moves"]), "{vector}"),
        }
    }
}

/// Lines that cannot be answered with moves, and lines after them that can.
#[test]
fn faults_are_answered_line_by_line() {
    let cases: [(&str, &str, &str); 26] = [
        ("rubbish", "json", "invalid JSON at column 1"),
        (r#"{"id": 1"#, "json", "invalid JSON at column 8"),
        (r#"{"id": 1} {}"#, "json", "invalid JSON at column 11"),
        ("{\"xbetza\": \"\u{1}\"}", "json", "invalid JSON at column"),
        ("[]", "question", "expected an object"),
        ("{}", "question", "`xbetza` is missing"),
        (r#"{"xbetza": 5, "from": "a1"}"#, "question", "`xbetza`: expected a string"),
        (r#"{"xbetza": "E"}"#, "unknown-atom", "`E`"),
        (r#"{"xbetza": "QaaaaQ"}"#, "too-large", "too many ways"),
        (r#"{"xbetza": "N"}"#, "question", "`from` is missing"),
        (r#"{"xbetza": "N", "from": "i9"}"#, "question", "`from`: `i9` is not a square"),
        (r#"{"xbetza": "N", "from": "a1", "board": [8]}"#, "question", "as [8,8]"),
        (r#"{"xbetza": "N", "from": "a1", "board": [-8, 8.5]}"#, "question", "as [8,8]"),
        (r#"{"xbetza": "N", "from": "a1", "board": [16, 16]}"#, "question", "192 squares"),
        (r#"{"xbetza": "N", "from": "a1", "board": [0, 3]}"#, "question", "192 squares"),
        (r#"{"xbetza": "N", "from": "a1", "color": "white"}"#, "question", "`w` or `b`"),
        (r#"{"xbetza": "N", "from": "a1", "own": "b2"}"#, "question", "`own`: expected a list of squares"),
        (r#"{"xbetza": "N", "from": "a1", "own": ["b2", 3]}"#, "question", "`own`: expected a list of squares"),
        (
            r#"{"xbetza": "N", "from": "a1", "own": ["b2"], "enemy": ["b2"]}"#,
            "question",
            "there is already a piece on b2",
        ),
        (r#"{"xbetza": "N", "from": "a1", "enemy": ["a1"]}"#, "question", "there is already a piece on a1"),
        (r#"{"xbetza": "N", "from": "a1", "moved": "yes"}"#, "question", "expected true or false"),
        (r#"{"xbetza": "N", "from": "a1", "ep": 3}"#, "question", "`ep`: expected an object"),
        (r#"{"xbetza": "N", "from": "a1", "ep": {"squares": ["b3"]}}"#, "question", "`victim` is missing"),
        (r#"{"xbetza": "N", "from": "a1", "ep": {"victim": "b3"}}"#, "question", "no enemy on b3"),
        (r#"{"xbetza": "N", "from": "a1", "ep": {"victim": "a1"}}"#, "question", "no enemy on a1"),
        (
            r#"{"xbetza": "N", "from": "a1", "enemy": ["b3"], "ep": {"squares": ["b3"], "victim": "b3"}}"#,
            "question",
            "b3 is not empty",
        ),
    ];
    let sound = r#"{"id": "sound", "xbetza": "fW", "from": "e2"}"#;
    let lines: String = cases.iter().map(|(line, ..)| format!("{line}\n{sound}\n")).collect();
    let answers = answers(&lines);
    assert_eq!(answers.len(), 2 * cases.len());
    for ((line, code, message), pair) in cases.iter().zip(answers.chunks(2)) {
        let error = &pair[0]["error"];
        let said = error["message"].as_str().is_some_and(|said| said.contains(message));
        assert!(error["code"] == *code && said && pair[0].get("id").is_some(), "{line}: {}", pair[0]);
        let placed = error["col"].as_u64().is_some_and(|col| col > 0);
        assert_eq!(placed, *code != "question", "{line}: {}", pair[0]);
        assert_eq!(pair[1], json!({"id": "sound", "moves": [{"to": "e3", "kind": "move", "victims": []}]}));
    }
}

#[test]
fn any_id_is_echoed() {
    for id in ["7", "\"seven\"", "null", "[1,2]", "{\"a\":1.5}", "true"] {
        let answer = &answers(&format!("{{\"id\":{id},\"xbetza\":\"E\"}}\n"))[0];
        assert_eq!(answer["id"].to_string(), id);
    }
}

/// The next question may depend on the previous answer, and bytes that are not UTF-8 are a fault of their line only.
#[test]
fn each_line_is_answered_at_once() {
    let mut child =
        alfil().args(EVAL.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("its input is a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("its output is a pipe")).lines();
    let lines: [(&[u8], &str); 3] = [
        (b"{\"id\":1,\"xbetza\":\"W\",\"from\":\"a1\",\"board\":[1,1]}\r\n", r#"{"id":1,"moves":[]}"#),
        (b"{\"id\":\"\xff\"}\n", r#"{"id":null,"error":{"code":"json""#),
        (b"{\"id\":2,\"xbetza\":\"O\",\"from\":\"a1\"}\n", r#"{"id":2,"moves":[{"to":"a1","kind":"pass""#),
    ];
    for (line, expected) in lines {
        input.write_all(line).expect("it reads");
        let answer = output.next().expect("it answers").expect("the answer is text");
        assert!(answer.starts_with(expected), "{answer}");
    }
    // The last line needs no line break.
    input.write_all(b"{}").expect("it reads");
    drop(input);
    assert!(output.next().expect("it answers").expect("the answer is text").contains("question"));
    assert!(output.next().is_none() && child.wait().expect("it ends").code() == Some(1));
}
