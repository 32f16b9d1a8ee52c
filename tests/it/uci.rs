//! UCI, USI and UCCI: sessions with the process, written in `data/protocol`, and moves in another engine's notation, in
//! `data/protocol/uci-moves.txt`.

use crate::engine::Engine;
use alfil::internals::eval::network::NetworkChoice;
use alfil::internals::game::{Game, MoveStyle};
use alfil::internals::search::{Limits, Memory, Monitor, think};
use alfil::internals::variant::{Library, Setup};
use fastrand::Rng;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest wait for an answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn uci_talks_match_their_transcripts() {
    assert!(talk_as_written(include_str!("../data/protocol/uci.txt")) > 150);
}

#[test]
fn usi_talks_match_their_transcripts() {
    assert!(talk_as_written(include_str!("../data/protocol/usi.txt")) > 60);
}

#[test]
fn ucci_talks_match_their_transcripts() {
    assert!(talk_as_written(include_str!("../data/protocol/ucci.txt")) > 60);
}

/// Plays all sessions of a text; returns the number of steps.
fn talk_as_written(talks: &str) -> usize {
    let mut complaints = Vec::new();
    let mut steps_done = 0;
    for talk in talks.split("\n\n").skip(1) {
        let (title, steps) = talk.trim_start().split_once('\n').expect("a title and steps");
        let mut engine = Engine::start(&[]);
        let done = steps.lines().chain(["> quit", "<<end"]).try_for_each(|step| {
            steps_done += 1;
            take(&mut engine, step).map_err(|fault| format!("{title}: `{step}`: {fault}"))
        });
        if let Err(fault) = done {
            complaints.push(format!("{fault}\n  {}", engine.log.join("\n  ")));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    steps_done
}

/// Plays a step: `>` sends a line, `<` expects the next one except for lines of analysis, `<<` expects one sooner or
/// later.
fn take(engine: &mut Engine, step: &str) -> Result<(), String> {
    if let Some(line) = step.strip_prefix("> ") {
        engine.send(&line.replace("{and}", if cfg!(windows) { ";" } else { ":" }));
        return Ok(());
    }
    if step == "<<end" {
        let rest = engine.rest_from_here();
        // UCCI engines say `bye` when they quit.
        let odd: Vec<_> = rest.iter().filter(|line| !is_thinking(line) && *line != "bye").collect();
        return if odd.is_empty() { Ok(()) } else { Err(format!("it also said {odd:?}")) };
    }
    let (pattern, skips) = match step.strip_prefix("<< ") {
        Some(pattern) => (pattern, true),
        None => (step.strip_prefix('<').ok_or("no such step")?.trim_start(), false),
    };
    let end = Instant::now() + PATIENCE;
    loop {
        let line = engine.hear(end).map_err(|missing| format!("{missing:?}"))?;
        if fits(pattern, &line) {
            return Ok(());
        }
        if !skips && !is_thinking(&line) {
            return Err(format!("it said `{line}`"));
        }
    }
}

fn is_thinking(line: &str) -> bool {
    line.starts_with("info depth ")
}

/// Whether a line has these parts, with anything in place of dots.
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        open = part.is_empty();
    }
    rest.is_empty() || open
}

/// A game with ranks and castling as in the protocol.
fn game(library: &Library, name: &str, chess960: bool) -> Game {
    let variant = library.get(name).unwrap_or_else(|| panic!("no variant `{name}`"));
    let freed = if chess960 { variant.with_free_castling() } else { None };
    let variant = freed.map_or(variant, Arc::new).with_ranks_from_one();
    Game::new(&Arc::new(variant)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

#[test]
fn moves_are_written_as_another_engine_does() {
    let library = Library::bundled();
    let mut complaints = Vec::new();
    let mut count = 0;
    for block in include_str!("../data/protocol/uci-moves.txt").split("\n\n").skip(1) {
        let (head, moves) = block.split_once('\n').expect("a position and moves");
        let [name, castling, fen] = head.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{head}: three words") };
        let chess960 = castling == "960";
        let mut game = game(&library, name, chess960);
        let setup = Setup::parse(game.variant(), fen).map_err(|fault| fault.to_string());
        if let Err(fault) = setup.and_then(|setup| game.set_up(&setup).map_err(|fault| fault.to_string())) {
            complaints.push(format!("{head}: {fault}"));
            continue;
        }
        let style = if chess960 { MoveStyle::Partner } else { MoveStyle::King };
        let mut written: Vec<_> = game.legal_moves().iter().map(|mv| game.wire_text(*mv, style)).collect();
        written.sort_unstable();
        let expected: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        let more: Vec<_> = written.iter().filter(|text| !expected.contains(text)).collect();
        let less: Vec<_> = expected.iter().filter(|text| !written.contains(text)).collect();
        if !more.is_empty() || !less.is_empty() {
            complaints.push(format!("{head}: too many {more:?}, missing {less:?}"));
        }
        count += written.len();
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(count > 800, "{count} moves");
}

#[test]
fn written_moves_are_read_back() {
    let library = Library::bundled();
    let mut count = 0;
    for name in library.names() {
        for style in [MoveStyle::King, MoveStyle::Partner, MoveStyle::Usi] {
            let mut game = game(&library, name, style == MoveStyle::Partner);
            let mut rng = Rng::with_seed(3);
            for _ in 0..24 {
                let moves = game.legal_moves();
                let Some(&next) = rng.choice(&moves) else { break };
                // Every move of every sixth position.
                for &mv in if game.moves_made() % 6 == 5 { &moves[..] } else { &[][..] } {
                    let text = game.wire_text(mv, style);
                    assert_eq!(game.read_wire(&text, style).map(|read| (read, text.clone())), Ok((mv, text)), "{name}");
                    count += 1;
                }
                game.play(next);
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

/// The move and the score of a search of six plies, in the protocol's own form.
fn answer(arguments: &[&str], lines: &[&str], best: &str, score: impl Fn(&str) -> Option<i32>) -> (String, i32) {
    let mut engine = Engine::start(arguments);
    lines.iter().for_each(|line| engine.send(line));
    let end = Instant::now() + PATIENCE;
    let mut last = None;
    loop {
        let line = engine.hear(end).unwrap_or_else(|missing| panic!("{missing:?}: {:?}", engine.log));
        last = score(&line).or(last);
        if let Some(mv) = line.strip_prefix(best) {
            let mv = mv.split_whitespace().next().expect("a move").to_owned();
            return (mv, last.expect("it has thought aloud"));
        }
    }
}

fn after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let mut words = line.split_whitespace();
    words.find(|found| *found == word)?;
    words.next()
}

/// One engine in all protocols: the same position, depth and options give the same move and score.
#[test]
fn all_protocols_give_the_same_answer() {
    let library = Library::bundled();
    let depth = 6;
    let uci_score = |line: &str| after(line, "cp").and_then(|score| score.parse().ok());
    for (name, dialect, style) in [("shogi", "usi", MoveStyle::Usi), ("xiangqi", "ucci", MoveStyle::King)] {
        let game = Game::bundled(name);
        // The user's own networks, which the processes do not find.
        let evaluation = NetworkChoice::Bundled.into();
        let limits = Limits { depth: Some(depth), evaluation, ..Limits::default() };
        let found = think(&game, &limits, &Memory::new(64), &Monitor::default(), &mut |_| {}).expect("there are moves");
        let known = (found.pv[0], found.score.0);

        let go = format!("go depth {depth}");
        let choice = format!("setoption name UCI_Variant value {name}");
        let (mv, score) = answer(&[], &["uci", &choice, "position startpos", &go], "bestmove ", uci_score);
        let uci = self::game(&library, name, false);
        let counted = uci.read_wire(&mv, MoveStyle::King).map(|mv| (mv, score));
        assert_eq!(counted, Ok(known), "{name} over UCI");

        let unit = if dialect == "usi" { "cp" } else { "score" };
        let own = |line: &str| after(line, unit).and_then(|score| score.parse().ok());
        let (mv, score) = answer(&[dialect], &[dialect, "position startpos", &go], "bestmove ", own);
        assert_eq!(game.read_wire(&mv, style).map(|mv| (mv, score)), Ok(known), "{name} over {dialect}");

        let (variant, sd) = (format!("variant {name}"), format!("sd {depth}"));
        let lines = ["xboard", "protover 2", "accepted done", "new", &variant, "easy", "post", &sd, "go"];
        let thinking = |line: &str| {
            let mut words = line.split_whitespace();
            words.next()?.parse::<u32>().ok()?;
            words.next()?.parse().ok()
        };
        let (mv, score) = answer(&[], &lines, "move ", thinking);
        assert_eq!(game.read_move(&mv).map(|mv| (mv, score)), Ok(known), "{name} over CECP");
    }
}

/// Even if the search has changed its mind at the very end, during an iteration.
#[test]
fn the_last_info_line_begins_with_the_best_move() {
    let mut engine = Engine::start(&["uci"]);
    engine.send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4");
    for nodes in (200..6_000).step_by(100) {
        engine.send("setoption name Clear Hash");
        engine.send(&format!("go nodes {nodes}"));
        let (end, mut shown) = (Instant::now() + PATIENCE, None);
        loop {
            let line = engine.hear(end).unwrap_or_else(|missing| panic!("{missing:?}: {:?}", engine.log));
            shown = after(&line, "pv").map(str::to_owned).or(shown);
            if let Some(best) = after(&line, "bestmove") {
                assert_eq!(shown.as_deref(), Some(best), "{nodes} nodes: {:?}", engine.log);
                break;
            }
        }
    }
}

/// Piped input ends after its last command, and is answered as if a user had waited.
#[test]
fn a_search_with_limits_is_finished_at_the_end_of_input() {
    for (go, depth) in [("go depth 5", 5), ("go infinite\nstop\ngo depth 4", 4)] {
        let output = crate::cli::run(&[], format!("uci\nposition startpos\n{go}\n"));
        let said = String::from_utf8_lossy(&output.stdout);
        let deepest =
            said.lines().filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok()).max();
        assert_eq!(deepest, Some(depth), "{said}");
        assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{said}");
    }
    let output = crate::cli::run(&[], "uci\nposition startpos\ngo infinite\n");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("bestmove ") && !said.contains(" nodes 0 "), "{said}");
}

/// XBoard interrupts engines in CECP; in these protocols only a user at a terminal does.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_engine() {
    for protocol in ["uci", "usi", "ucci"] {
        let mut engine = Engine::start(&[]);
        for line in [protocol, "position startpos", "go infinite"] {
            engine.send(line);
        }
        while !engine.hear(Instant::now() + PATIENCE).expect("it thinks").contains(" pv ") {}
        engine.signal("INT");
        assert_eq!(engine.ended(PATIENCE).and_then(|status| status.code()), Some(130), "{protocol}");
    }
}
