//! Lines and their ends: bytes that are not UTF-8, endless lines, signals, closed pipes (section 0 of the protocol).

use super::{PATIENCE, deadline};
use crate::common::alfil;
use crate::engine::Engine;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The engine exits within the time of the protocol, with success.
fn ends(engine: &mut Engine) {
    let status = engine.ended(Duration::from_millis(500) * PATIENCE);
    assert!(status.is_some_and(|status| status.success()), "{}", engine.log.join("\n"));
}

/// Waits for a line.
fn wait_for(engine: &mut Engine, line: &str) {
    let end = deadline(2000);
    loop {
        let heard = engine.hear(end).unwrap_or_else(|missing| panic!("{missing:?}: {}", engine.log.join("\n")));
        if heard == line {
            return;
        }
    }
}

/// Engines in various states, each with its title.
fn busy() -> impl Iterator<Item = (&'static str, Engine)> {
    let states = [
        ("just started", ""),
        ("idle", "xboard\nprotover 2\nnew\nforce\nping 1"),
        ("thinking", "xboard\nnew\nst 600\npost\ngo"),
        ("pondering", "xboard\nnew\nhard\nst 0.01\ngo\nping 1"),
        ("analysing", "xboard\nanalyze\nping 1"),
        ("paused", "xboard\nnew\nst 600\ngo\npause\nping 1"),
        ("in edit", "xboard\nnew\nforce\nedit\n#"),
    ];
    states.into_iter().map(|(title, lines)| {
        let mut engine = Engine::start(&[]);
        // Once it answers, its signal handlers are installed.
        engine.send("ping 0");
        wait_for(&mut engine, "pong 0");
        engine.send(lines);
        if lines.contains("ping 1") {
            wait_for(&mut engine, "pong 1");
        }
        (title, engine)
    })
}

#[test]
fn it_ends_from_every_state() {
    for end in ["quit", "end of input", "TERM"] {
        for (title, mut engine) in busy() {
            let moves = |lines: &[String]| lines.iter().filter(|line| line.starts_with("move ")).count();
            let before = moves(&engine.heard);
            match end {
                "quit" => engine.send("quit"),
                "TERM" => engine.signal("TERM"),
                _ => engine.close(),
            }
            ends(&mut engine);
            assert_eq!(moves(&engine.rest()), before, "{end}: {title}");
        }
    }
}

#[test]
fn interrupts_are_ignored_in_every_state() {
    for (title, mut engine) in busy() {
        engine.signal("INT");
        engine.signal("INT");
        engine.send(".\nforce\nping 3");
        wait_for(&mut engine, "pong 3");
        assert_eq!(engine.ended(Duration::ZERO), None, "{title}");
    }
}

#[test]
fn invalid_utf8_is_a_line_like_any_other() {
    let mut engine = Engine::start(&[]);
    engine.send("xboard\nnew\nforce");
    engine.send_bytes(b"\xff\xfe\x80\r\n");
    engine.send_bytes(b"usermove \xf0\x28\x8c\x28\n");
    engine.send_bytes(b"name J\xf6rg\r\n\0\n \t \r\n");
    engine.send_bytes(b"usermove   e2e4 \r\nping\t7\r\n");
    wait_for(&mut engine, "pong 7");
    let heard: Vec<_> = engine.heard.iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(heard.len(), 3, "{heard:?}");
    assert!(heard[0].starts_with("Error (unknown command): "), "{heard:?}");
    assert!(heard[1].starts_with("Illegal move (unreadable): "), "{heard:?}");
    assert!(heard.iter().all(|line| line.len() <= 4000 && !line.contains(char::is_control)), "{heard:?}");
}

#[test]
fn an_endless_line_is_refused_and_the_next_one_read() {
    let mut engine = Engine::start(&[]);
    engine.send("xboard\nnew\nforce");
    let blanks = " ".repeat(2_000_000);
    let long = ["x".repeat(300_000), format!("usermove e2e4{blanks}"), format!("setboard {}", "8/".repeat(200_000))];
    for line in long {
        engine.send(&line);
    }
    engine.send("usermove e2e4\nping 1");
    wait_for(&mut engine, "pong 1");
    assert!(engine.heard.iter().all(|line| line.len() <= 4000), "{:?}", engine.heard);
    let complaints = engine.heard.iter().filter(|line| line.starts_with("Error") || line.starts_with("tellusererror"));
    assert_eq!(complaints.count(), 3, "{:?}", engine.heard);
    // A line that was cut is not executed.
    assert!(engine.heard.iter().any(|line| line == "Error (bad argument): usermove e2e4"), "{:?}", engine.heard);
}

#[test]
fn a_last_line_without_line_break_is_read() {
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"xboard\nping 5");
    engine.close();
    wait_for(&mut engine, "pong 5");
    ends(&mut engine);
}

#[test]
fn the_engine_ends_when_its_output_is_closed() {
    for lines in ["xboard\nprotover 2\n", "xboard\nnew\npost\nst 600\ngo\n", "xboard\nprotover 2\npost\nanalyze\n"] {
        let mut child = alfil()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("its input is a pipe");
        // The engine may end before it has read everything.
        let _ = input.write_all(lines.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{lines:?}: {output:?}");
        drop(input);
    }
}

#[cfg(unix)]
#[test]
fn unreadable_input_is_reported() {
    for protocol in ["cecp", "uci"] {
        let directory = std::fs::File::open("/").expect("there is a directory");
        let output = alfil().arg(protocol).stdin(directory).output().expect("the engine starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{protocol}: {said}");
        assert!(said.contains("standard input cannot be read: "), "{protocol}: {said}");
    }
}

#[test]
fn the_engine_ends_even_if_nobody_reads_its_output() {
    for end in ["quit\n", ""] {
        let mut child = alfil().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let mut input = child.stdin.take().expect("its input is a pipe");
        // More answers than fit into a pipe.
        let lines = "ping 1234567\n".repeat(20_000);
        input.write_all(format!("xboard\n{lines}{end}").as_bytes()).expect("it reads");
        drop(input);
        let limit = deadline(2000);
        let status = loop {
            match child.try_wait().expect("it was started") {
                None if Instant::now() < limit => std::thread::sleep(Duration::from_millis(5)),
                status => break status,
            }
        };
        let _ = child.kill();
        assert!(status.is_some_and(|status| status.success()), "after {end:?}: {status:?}");
    }
}

#[test]
fn time_while_stopped_by_a_signal_does_not_count() {
    let mut engine = Engine::start(&[]);
    let begun = Instant::now();
    engine.send("xboard\nprotover 2\nnew\nst 2\npost\ngo");
    // It thinks: a line of analysis has come.
    while !engine.hear(deadline(2000)).expect("it thinks").contains('\t') {}
    engine.signal("STOP");
    let halt = Duration::from_millis(2500);
    std::thread::sleep(halt);
    engine.signal("CONT");
    engine.send("?");
    while !engine.hear(deadline(4000)).expect("it moves").starts_with("move ") {}
    let passed = begun.elapsed();
    let centiseconds = |line: &str| line.split(' ').nth(2).and_then(|word| word.parse::<u64>().ok());
    let latest = engine.heard.iter().filter(|line| line.contains('\t')).filter_map(|line| centiseconds(line)).max();
    // A little of the halt counts, since an engine cannot tell when it began.
    let thought = Duration::from_millis(10 * latest.expect("it has told of a time"));
    assert!(thought + halt * 4 / 5 < passed, "{thought:?} of {passed:?}");
}
