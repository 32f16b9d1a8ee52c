//! The fast generator against the slow truth, in every variant: random games,
//! and positions that no game would lead to.
//!
//! Beside the bundled variants those of `tests/data/variants` are compared,
//! whose pieces move in ways that no bundled variant needs.

mod compare;
mod deed;
mod invented;
mod slow;
mod weird;

use alfil::board::Piece;
use alfil::position::Move;
use alfil::tables::Tables;
use alfil::variant::{Setup, Variant, builtin, load_file};
use alfil::xbetza::{Action, Term};
use compare::{Pair, Tally};
use deed::Sort;
use fastrand::Rng;
use slow::{Legal, Rulebook};
use std::path::PathBuf;
use std::sync::Arc;

/// How much is compared, in moves: a share for games from the start position
/// and as much for random positions. Without optimisation the truth takes its time.
const SHARE: usize = if cfg!(debug_assertions) { 1_000 } else { 15_000 };
/// How many games are drawn at random.
const INVENTED: usize = if cfg!(debug_assertions) { 10 } else { 200 };
/// The environment variable by which the work is multiplied, to look for rare faults.
const EFFORT: &str = "ALFIL_TRUTH";
/// The longest game, in plies.
const GAME: usize = 100;
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
    while before.len() < plies {
        let moves = pair.compare(random, tally).map_err(|fault| {
            let (smaller, its_fault) = shrunk(t, game, &pair.slow, random);
            said(&pair.slow, fault) + "\n    with fewer men: " + &said(&smaller, its_fault)
        })?;
        let Some((mv, legal)) = choose(moves, random) else { break };
        before.push((pair.fast.setup(t), pair.fast.key()));
        pair.fast.play(t, mv);
        pair.slow = legal.after;
    }
    for (setup, key) in before.into_iter().rev() {
        pair.fast.undo(t);
        if pair.fast.setup(t) != setup || pair.fast.key() != key {
            return Err(said(&setup, "is not restored when moves are taken back".to_owned()));
        }
    }
    Ok(())
}

/// Any move, but one of the rare sorts more often than chance has it.
fn choose(mut moves: Vec<(Move, Legal)>, random: &mut Rng) -> Option<(Move, Legal)> {
    let rare = |(_, legal): &(Move, Legal)| match legal.deed.sort {
        Sort::Castle | Sort::Double | Sort::Swap => true,
        Sort::Step | Sort::Drop | Sort::Pass => !legal.deed.victims.is_empty(),
    };
    if random.u8(..3) == 0 && moves.iter().any(rare) {
        moves.retain(rare);
    }
    random.choice(moves)
}

/// The position without men that a fault does not need, and the fault there.
fn shrunk<const N: usize>(t: &Tables<N>, game: &Rulebook, setup: &Setup, random: &mut Rng) -> (Setup, String) {
    let variant: &Variant = t.variant();
    let mut fault_of = |setup: &Setup| {
        let playable = !game.at(setup).in_check(!setup.side);
        let mut pair = playable.then(|| Pair::new(t, game, setup).ok()).flatten()?;
        // Some faults show only on squares drawn at random.
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
    let mut random = Rng::with_seed(variant.name.bytes().fold(7, |sum, byte| sum * 31 + u64::from(byte)));
    let mut tally = Tally::default();
    while tally.moves < SHARE * effort() {
        play(&t, &game, &variant.start, GAME, &mut random, &mut tally)?;
    }
    while tally.moves < 2 * SHARE * effort() {
        let Some(position) = weird::position(&game, &mut random) else { break };
        play(&t, &game, &position, SEQUEL, &mut random, &mut tally)?;
    }
    Ok(tally)
}

/// What the variant has and the comparison has not met.
fn not_met(variant: &Variant, tally: &Tally) -> Vec<&'static str> {
    let programs = variant.kinds.iter().flat_map(|kind| {
        let zones = kind.zone_moves.iter().map(|extra| &extra.program);
        std::iter::once(&kind.program).chain(zones).flat_map(|program| &program.0)
    });
    let terms: Vec<&Term> = programs.flat_map(|program| &program.terms).collect();
    let has = |test: &dyn Fn(&Term) -> bool| terms.iter().any(|term| test(term));
    let castles = variant.rules.castling && has(&|term| matches!(term.action, Action::Castle(_)));
    let en_passant = has(&|term| term.single_leg().is_some_and(|leg| leg.modes.en_passant));
    let expected = [
        ("check", true, tally.checks),
        ("capture", true, tally.captures),
        ("promotion", !variant.rules.promotions.is_empty(), tally.promotions),
        ("double step", has(&Term::marks_en_passant), tally.doubles),
        ("en passant", en_passant, tally.elsewhere),
        ("castling", castles, tally.castlings),
        ("drop", variant.rules.drops.enabled, tally.drops),
        ("pass", has(&|term| matches!(term.action, Action::Pass)), tally.passes),
    ];
    expected.into_iter().filter(|(_, exists, met)| *exists && *met == 0).map(|(name, ..)| name).collect()
}

fn check(variant: &Arc<Variant>) {
    let explored = match variant.board.squares() {
        0..=64 => explore::<1>(variant),
        65..=128 => explore::<2>(variant),
        _ => explore::<3>(variant),
    };
    let tally = explored.unwrap_or_else(|fault| panic!("{fault}"));
    println!("{}: {tally:?}", variant.name);
    let not_met = not_met(variant, &tally);
    assert!(cfg!(debug_assertions) || not_met.is_empty(), "{}: never met: {not_met:?}", variant.name);
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants")
}

/// A variant by name: bundled, or a file of the tests.
fn variant(name: &str) -> Arc<Variant> {
    if let Some(bundled) = builtin().iter().find(|bundled| bundled.name() == name) {
        return Arc::clone(bundled.variant());
    }
    let (variant, reports) = load_file(&directory().join(format!("{name}.toml")));
    let complaints: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    Arc::new(variant.expect("without complaints there is a variant"))
}

/// One test for each variant, so that they run side by side.
macro_rules! variants {
    ($($name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];

        $(#[test]
        fn $name() {
            check(&variant(stringify!($name)));
        })*
    };
}

variants! {
    normal crazyhouse xiangqi shogi capablanca
    riders firsts palace triple courts hands thieves
}

/// Random positions of a game drawn at random.
fn explore_invented<const N: usize>(variant: &Arc<Variant>, random: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    // Pieces may attack in too many ways.
    let Ok(t) = Tables::<N>::new(variant) else { return Ok(()) };
    let game = Rulebook::new(variant);
    for _ in 0..5 {
        if let Some(position) = weird::position(&game, random) {
            play(&t, &game, &position, 2, random, tally)?;
        }
    }
    Ok(())
}

#[test]
fn invented_games() {
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    for seed in 0..INVENTED * effort() {
        let mut random = Rng::with_seed(seed as u64);
        let Some(variant) = invented::variant(&mut random) else { continue };
        let explored = match variant.board.squares() {
            0..=64 => explore_invented::<1>(&variant, &mut random, &mut tally),
            65..=128 => explore_invented::<2>(&variant, &mut random, &mut tally),
            _ => explore_invented::<3>(&variant, &mut random, &mut tally),
        };
        let pieces =
            || variant.kinds.iter().map(|kind| format!("{} {}", kind.id, kind.notation.0[0])).collect::<Vec<_>>();
        faults.extend(explored.err().map(|fault| format!("seed {seed}: {:?}: {fault}", pieces())));
    }
    println!("{tally:?}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_variant_is_compared() {
    let files = std::fs::read_dir(directory()).expect("the directory is there");
    let files = files.map(|file| file.expect("it can be read").path());
    let files = files.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
    let mut all: Vec<String> = files.chain(builtin().iter().map(|bundled| bundled.name().to_owned())).collect();
    let mut tested = TESTED.to_vec();
    all.sort();
    tested.sort();
    assert_eq!(all, tested);
}
