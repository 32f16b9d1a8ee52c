//! The fast generator against the slow truth, in every variant: random games, and positions that no game would lead to.
//!
//! In addition to the bundled variants those of `tests/data/variants` are compared, whose pieces have moves that no
//! bundled variant needs.

mod compare;
mod deadlock;
mod deed;
mod invented;
mod record;
mod slow;
mod tally;
mod weird;

use crate::common::on_all_cores;
use alfil::internals::board::{Piece, Square};
use alfil::internals::position::Move;
use alfil::internals::tables::Tables;
use alfil::internals::text::Severity;
use alfil::internals::variant::{Counting, Setup, Variant, builtin, load_file};
use compare::Pair;
use deed::Sort;
use fastrand::Rng;
use slow::{Legal, Rulebook};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tally::Tally;

/// The work for each variant, measured in runs of pieces' programs: this much for games from the start position, and as
/// much again for random positions.
const SHARE: usize = if cfg!(debug_assertions) { 30_000 } else { 300_000 };
/// The number of random games.
const INVENTED: usize = if cfg!(debug_assertions) { 10 } else { 200 };
/// The number of small random games in the search for dead positions.
const DEAD: usize = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
/// The environment variable with a factor by which the work is multiplied, to find rare faults.
const EFFORT: &str = "ALFIL_TRUTH";
/// The environment variable that names the only variants to compare, separated by commas.
const ONLY: &str = "ALFIL_TRUTH_OF";
/// The longest game, in plies.
const GAME: usize = 100;
/// The most plies of a game in which pieces move back and forth.
const IDLE: usize = 24;
/// Plies played from each random position.
const SEQUEL: usize = 3;

fn effort() -> usize {
    std::env::var(EFFORT).map_or(1, |effort| effort.parse().expect("the effort is a number"))
}

/// Compares a position and plays on from it.
fn play<const N: usize>(
    t: &Tables<N>,
    game: &Rulebook,
    start: &Setup,
    plies: usize,
    random: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let variant = t.variant();
    let said = |setup: &Setup, fault: String| format!("{}: {}: {fault}", variant.name, setup.fen(variant));
    let mut pair = Pair::new(t, game, start).map_err(|fault| said(start, fault))?;
    let mut before = Vec::new();
    // Some games make no progress for a while, so that positions are repeated.
    let mut idle = if random.u8(..4) == 0 { random.usize(..IDLE) } else { 0 };
    let mut last: Vec<(Square, Square)> = Vec::new();
    while before.len() < plies {
        let moves = pair.compare(random, tally).map_err(|fault| {
            let (smaller, its_fault) = shrunk(t, game, &pair.slow, random);
            said(&pair.slow, fault) + "\n    with fewer pieces: " + &said(&smaller, its_fault)
        })?;
        let back = |&(mv, _): &(Move, Legal)| last.iter().rev().nth(1) == Some(&(mv.to(), mv.from()));
        let chosen = match moves.iter().position(back).filter(|_| idle > 0 && random.u8(..8) > 0) {
            Some(index) => moves.into_iter().nth(index),
            None => choose(moves, random),
        };
        let Some((mv, legal)) = chosen else { break };
        idle = idle.saturating_sub(1);
        before.push((pair.fast.setup(t), pair.fast.key()));
        last.push((mv.from(), mv.to()));
        pair.play(mv, legal);
    }
    for (setup, key) in before.into_iter().rev() {
        pair.fast.undo(t);
        if pair.fast.setup(t) != setup || pair.fast.key() != key {
            return Err(said(&setup, "is not restored when moves are taken back".to_owned()));
        }
    }
    Ok(())
}

/// A random move, of the rare kinds more often than by chance.
fn choose(mut moves: Vec<(Move, Legal)>, random: &mut Rng) -> Option<(Move, Legal)> {
    let rare = |(_, legal): &(Move, Legal)| match legal.deed.sort {
        Sort::Castle | Sort::Double | Sort::Swap => true,
        Sort::Step | Sort::Drop | Sort::Pass => !legal.deed.victims.is_empty() || legal.deed.gated.is_some(),
    };
    if random.u8(..3) == 0 && moves.iter().any(rare) {
        moves.retain(rare);
    }
    random.choice(moves)
}

/// Removes pieces from a position while a fault remains; returns what is left, and the fault there.
fn shrunk<const N: usize>(t: &Tables<N>, game: &Rulebook, setup: &Setup, random: &mut Rng) -> (Setup, String) {
    let variant: &Variant = t.variant();
    let mut fault_of = |setup: &Setup| {
        let playable = !game.at(setup).in_check(!setup.side);
        let mut pair = playable.then(|| Pair::new(t, game, setup).ok()).flatten()?;
        // Some faults show only on random squares.
        (0..30).find_map(|_| pair.compare(random, &mut Tally::default()).err())
    };
    let mut best = (setup.clone(), fault_of(setup).unwrap_or_default());
    let mut rest: Vec<_> = variant.board.all().collect();
    while let Some(sq) = rest.pop() {
        let mut setup = best.0.clone();
        let piece = std::mem::replace(&mut setup.board[sq.index()], Piece::NONE);
        setup.unmoved.remove(sq);
        if piece.is_none() || variant.kind(piece.kind()).royal || setup.en_passant_victim == Some(sq) {
            continue;
        }
        if let Some(fault) = fault_of(&setup) {
            best = (setup, fault);
        }
    }
    best
}

/// Games and random positions of one variant.
fn explore<const N: usize>(variant: &Arc<Variant>) -> Result<Tally, String> {
    let t = Tables::<N>::new(variant).map_err(|error| format!("{}: {error}", variant.name))?;
    let game = Rulebook::new(variant);
    let mut random =
        Rng::with_seed(variant.name.bytes().fold(7, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte)));
    let mut tally = Tally::default();
    while game.runs.get() < SHARE * effort() {
        play(&t, &game, &variant.start, GAME, &mut random, &mut tally)?;
    }
    while game.runs.get() < 2 * SHARE * effort() {
        let Some(position) = weird::position(&game, &mut random) else { break };
        // A count runs out only in games that continue.
        let plies = if variant.rules.draws.counting == Counting::None { SEQUEL } else { GAME };
        play(&t, &game, &position, plies, &mut random, &mut tally)?;
    }
    Ok(tally)
}

/// Explores a variant; returns which of its rules were met.
fn check(variant: &Arc<Variant>) -> Result<Vec<(&'static str, bool)>, String> {
    let tally = match variant.board.squares() {
        0..=64 => explore::<1>(variant),
        65..=128 => explore::<2>(variant),
        _ => explore::<3>(variant),
    }?;
    println!("{}: {tally:?}", variant.name);
    if tally.moves < SHARE / 200 * effort() {
        return Err(format!("{}: hardly anything was compared: {tally:?}", variant.name));
    }
    Ok(tally.met(variant))
}

/// The variants of the tests.
fn files() -> Vec<Arc<Variant>> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants");
    let files = std::fs::read_dir(directory).expect("the directory is there");
    files.map(|file| read(&file.expect("it can be read").path())).collect()
}

fn read(path: &Path) -> Arc<Variant> {
    let (variant, reports) = load_file(path, &alfil::internals::game::try_to_begin);
    let complaints = reports.iter().filter(|report| report.severity != Severity::Note);
    let complaints: Vec<String> = complaints.map(|report| report.render(false)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    Arc::new(variant.expect("without complaints there is a variant"))
}

#[test]
fn every_variant_agrees_with_the_truth() {
    let mut variants: Vec<_> = builtin().iter().map(|bundled| Arc::clone(bundled.variant())).chain(files()).collect();
    let only = std::env::var(ONLY).ok();
    variants.retain(|variant| only.as_ref().is_none_or(|names| names.split(',').any(|name| name == variant.name)));
    assert!(!variants.is_empty(), "{ONLY} names no variant");
    // Largest first, so that no thread has much left at the end.
    variants.sort_by_key(|variant| std::cmp::Reverse(variant.board.squares()));
    let mut faults = Vec::new();
    // A rare rule is met in one of the games that have it, if not in all.
    let mut met: BTreeMap<&str, bool> = BTreeMap::new();
    for result in on_all_cores(variants.len(), |number| check(&variants[number])) {
        match result {
            Ok(rules) => rules.into_iter().for_each(|(rule, was)| *met.entry(rule).or_default() |= was),
            Err(fault) => faults.push(fault),
        }
    }
    let never = met.into_iter().filter(|(_, met)| !met && only.is_none() && !cfg!(debug_assertions));
    faults.extend(never.map(|(rule, _)| format!("never met: {rule}")));
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Random positions of a random game.
fn explore_invented<const N: usize>(variant: &Arc<Variant>, random: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    // The pieces may have too many kinds of attacks.
    let Ok(t) = Tables::<N>::new(variant) else { return Ok(()) };
    let game = Rulebook::new(variant);
    for _ in 0..5 {
        if let Some(position) = weird::position(&game, random) {
            play(&t, &game, &position, SEQUEL, random, tally)?;
        }
    }
    Ok(())
}

#[test]
fn invented_games() {
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    let mut games = 0;
    for seed in 0..INVENTED * effort() {
        let mut random = Rng::with_seed(seed as u64);
        let Some((variant, text)) = invented::variant(&mut random) else { continue };
        let explored = match variant.board.squares() {
            0..=64 => explore_invented::<1>(&variant, &mut random, &mut tally),
            65..=128 => explore_invented::<2>(&variant, &mut random, &mut tally),
            _ => explore_invented::<3>(&variant, &mut random, &mut tally),
        };
        games += 1;
        faults.extend(explored.err().map(|fault| format!("seed {seed}:\n{text}{fault}")));
    }
    println!("{games} games: {tally:?}");
    let enough = games >= INVENTED * effort() / 2 && tally.positions >= 5 * games && tally.moves >= 50 * games;
    assert!(enough || !faults.is_empty(), "only {games} games: {tally:?}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn no_draw_while_a_win_is_on_the_board() {
    let explored = |seed: usize| {
        let mut said = 0;
        let fault = deadlock::explore(&mut Rng::with_seed(seed as u64), &mut said).err();
        (said, fault)
    };
    let (said, faults): (Vec<usize>, Vec<Option<String>>) = on_all_cores(DEAD * effort(), explored).into_iter().unzip();
    let (said, faults) = (said.into_iter().sum::<usize>(), faults.into_iter().flatten().collect::<Vec<_>>());
    println!("{said} positions are called dead");
    assert!(said > DEAD / 10 * effort(), "hardly anything is called dead: {said}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
