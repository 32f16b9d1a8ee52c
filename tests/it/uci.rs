//! UCI: talks with the process, written down in `data/protocol/uci.txt`, and
//! moves as another engine writes them, in `data/protocol/uci-moves.txt`.

use crate::engine::Engine;
use alfil::internals::game::{CastlingText, Game};
use alfil::internals::variant::{Library, Setup};
use fastrand::Rng;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An answer may take so long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn talks_go_as_written() {
    let mut complaints = Vec::new();
    let mut steps_done = 0;
    for talk in include_str!("../data/protocol/uci.txt").split("\n\n").skip(1) {
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
    assert!(steps_done > 150, "{steps_done} steps");
}

/// Takes a step: `>` sends a line, `<` expects the next one but for lines of
/// thinking, `<<` expects one sooner or later.
fn take(engine: &mut Engine, step: &str) -> Result<(), String> {
    if let Some(line) = step.strip_prefix("> ") {
        engine.send(line);
        return Ok(());
    }
    if step == "<<end" {
        let rest = engine.rest_from_here();
        let odd: Vec<_> = rest.iter().filter(|line| !is_thinking(line)).collect();
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

/// Whether a line has these parts, with anything where there are dots.
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

/// A game as the protocol has it.
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
        let castling = if chess960 { CastlingText::Partner } else { CastlingText::King };
        let mut written: Vec<_> = game.legal_moves().iter().map(|mv| game.uci_text(*mv, castling)).collect();
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
fn what_is_written_is_read_back() {
    let library = Library::bundled();
    let mut count = 0;
    for name in library.names() {
        for chess960 in [false, true] {
            let castling = if chess960 { CastlingText::Partner } else { CastlingText::King };
            let mut game = game(&library, name, chess960);
            let mut rng = Rng::with_seed(3);
            for _ in 0..24 {
                let moves = game.legal_moves();
                let Some(&next) = rng.choice(&moves) else { break };
                // Every move of every sixth position.
                for &mv in if game.moves_made() % 6 == 5 { &moves[..] } else { &[][..] } {
                    let text = game.uci_text(mv, castling);
                    assert_eq!(game.read_uci(&text).map(|read| (read, text.clone())), Ok((mv, text)), "{name}");
                    count += 1;
                }
                game.play(next);
            }
        }
    }
    assert!(count > 10_000, "{count}");
}
