//! The tree against the interpreter of compiled programs, on random descriptions and boards.

use super::{Kind, Move, Occupant, Place, Scene, moves};
use crate::xbetza::{random, terrain};
use alfil::internals::board::{Color, Square};
use alfil::internals::variant::Library;
use alfil::internals::xbetza::run::{self, InterpretedKind, InterpretedMove, Journey};
use alfil::internals::xbetza::{compile_tree, parse};
use fastrand::Rng;
use std::collections::BTreeSet;

fn scene(board: &terrain::Board) -> Scene {
    let files = i32::from(board.files);
    let place = |sq: &Square| (i32::from(sq.0) % files, i32::from(sq.0) / files);
    let places = |squares: &[Square]| squares.iter().map(place).collect::<Vec<_>>();
    let black = board.mover.color == Color::Black;
    let mut scene = Scene::new(files, i32::from(board.ranks), place(&board.mover.from), black);
    let occupant = |occupant: &run::Occupant| match *occupant {
        run::Occupant::Empty => Occupant::Empty,
        run::Occupant::Hole => Occupant::Hole,
        run::Occupant::Friend { royal } => Occupant::Friend { royal },
        run::Occupant::Enemy { royal } => Occupant::Enemy { royal },
    };
    scene.occupants = board.squares.iter().map(occupant).collect();
    scene.unmoved = board.unmoved;
    (scene.starts, scene.virgins) = (places(&board.starts), places(&board.virgins));
    scene.en_passant = board.en_passant.as_ref().map(|(squares, victim)| (places(squares), place(victim)));
    scene
}

fn translated(scene: &Scene, outcome: &InterpretedMove) -> Move {
    let place = |sq: Square| -> Place { scene.place(sq.index()) };
    let journey = |journey: Journey| (place(journey.from), place(journey.to));
    Move {
        to: place(outcome.to),
        kind: match outcome.kind {
            InterpretedKind::Move => Kind::Move,
            InterpretedKind::Capture => Kind::Capture,
            InterpretedKind::Castle => Kind::Castle,
            InterpretedKind::Swap => Kind::Swap,
            InterpretedKind::Pass => Kind::Pass,
        },
        victims: outcome.victims.iter().map(|&sq| place(sq)).collect(),
        unload: outcome.unload.map(journey),
        partner: outcome.partner.map(journey),
    }
}

/// Compares the moves of a description on random boards, and counts them; `None` for invalid descriptions.
fn compare(text: &str, boards: usize, random: &mut Rng) -> Option<usize> {
    let tree = parse(text).ok()?;
    let program = compile_tree(&tree).ok()?;
    let mut found = 0;
    for _ in 0..boards {
        let board = random::board(random);
        let scene = scene(&board);
        let expected = moves(&tree, &scene);
        let outcomes = board.outcomes(&program);
        let outcomes: BTreeSet<Move> = outcomes.iter().map(|outcome| translated(&scene, outcome)).collect();
        found += expected.len();
        if outcomes != expected {
            let missing: Vec<_> = expected.difference(&outcomes).collect();
            let surplus: Vec<_> = outcomes.difference(&expected).collect();
            panic!("{text}: missing {missing:?}, surplus {surplus:?} on {board:?}");
        }
    }
    Some(found)
}

#[test]
fn the_tree_agrees_with_the_interpreter() {
    let mut random = Rng::with_seed(11);
    let (mut compared, mut found) = (0, 0);
    while compared < 15_000 {
        let text = random::description(&mut random);
        if let Some(moves) = compare(&text, 4, &mut random) {
            (compared, found) = (compared + 1, found + moves);
        }
    }
    assert!(found > 100_000, "too few moves to prove anything: {found}");
}

/// All pieces of the bundled games, whose moves the slow truth takes from the interpreter.
#[test]
fn bundled_pieces_move_as_the_tree_says() {
    let mut random = Rng::with_seed(12);
    let texts: BTreeSet<String> = Library::bundled()
        .variants()
        .flat_map(|variant| {
            variant
                .kinds()
                .flat_map(|(_, kind)| [kind.notation[Color::White].clone(), kind.notation[Color::Black].clone()])
                .collect::<Vec<_>>()
        })
        // A side without the piece.
        .filter(|text| !text.is_empty())
        .collect();
    assert!(texts.len() > 100, "only {} descriptions", texts.len());
    for text in texts {
        let moves = compare(&text, 100, &mut random);
        assert!(moves.is_some_and(|moves| moves > 0), "{text} never moves");
    }
}

/// `t` spares royal pieces wherever they would be captured: it once did so on the last square only.
#[test]
fn tame_pieces_spare_royals_en_passant() {
    let mut board = terrain::Board::new(3, 3, run::Runner { color: Color::White, from: Square(0) });
    board.put(Square(1), run::Occupant::Enemy { royal: true });
    board.en_passant = Some((vec![Square(4)], Square(1)));
    for (text, count) in [("eF", 1), ("teF", 0)] {
        let tree = parse(text).expect("it is right");
        let program = compile_tree(&tree).expect("it is small");
        assert_eq!(moves(&tree, &scene(&board)).len(), count, "{text}");
        assert_eq!(board.outcomes(&program).len(), count, "{text}");
    }
}
