//! Moves as text: every legal move is read back as what was written, and the
//! texts of `data/game/moves.txt` mean what they should.

use alfil::game::Game;
use alfil::variant::{Directory, Library, Setup};
use fastrand::Rng;

fn game(library: &Library, name: &str) -> Game {
    let variant = library.get(name).unwrap_or_else(|| panic!("no variant `{name}`"));
    Game::new(&variant).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// The bundled variants and those of `data/protocol/variants`.
fn all_variants() -> Library {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants").into();
    Library::load(&[Directory { path, named: true }]).0
}

#[test]
fn texts_mean_what_they_should() {
    let library = all_variants();
    let mut complaints = Vec::new();
    let mut count = 0;
    for block in include_str!("../data/game/moves.txt").split("\n\n").skip(1) {
        let (head, cases) = block.split_once('\n').expect("a position and moves");
        let (name, fen) = head.split_once(' ').expect("a variant and a position");
        let mut game = game(&library, name);
        if fen != "start" {
            let setup = Setup::parse(game.variant(), fen).unwrap_or_else(|fault| panic!("{head}: {fault}"));
            game.set_up(&setup).unwrap_or_else(|fault| panic!("{head}: {fault}"));
        }
        for (text, expected) in cases.lines().filter_map(|line| line.split_once(" => ")) {
            let found = match game.read_move(text) {
                Ok(mv) => game.move_text(mv),
                Err(reason) => format!("({reason})"),
            };
            if found != expected {
                complaints.push(format!("{head}: {text} is {found}, expected {expected}"));
            }
            count += 1;
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(count > 90, "{count} cases");
}

#[test]
fn every_move_is_read_as_it_was_written() {
    let library = all_variants();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    for name in names {
        let start = game(&library, &name);
        for seed in 0..6 {
            let mut rng = Rng::with_seed(seed);
            let mut game = start.clone();
            for _ in 0..60 {
                if game.outcome().is_some() {
                    break;
                }
                let moves = game.legal_moves();
                for &mv in &moves {
                    let text = game.move_text(mv);
                    assert_eq!(game.read_move(&text), Ok(mv), "{name}: {text} in {}", game.setup().fen(game.variant()));
                }
                let before = game.setup();
                let mv = *rng.choice(&moves).expect("the game goes on");
                game.play(mv);
                assert_eq!(game.undo(), Some(mv));
                assert_eq!(game.setup(), before, "{name}: taking back");
                game.play(mv);
            }
        }
    }
}

#[test]
fn a_turn_handed_over_twice_leaves_no_trace() {
    let mut game = game(&Library::bundled(), "normal");
    let before = game.setup();
    assert!(game.hand_over());
    assert_ne!(game.side(), before.side);
    assert!(game.hand_over());
    assert_eq!((game.setup(), game.moves_made(), game.latest()), (before, 0, None));
}

#[test]
fn whatever_is_entered_is_answered() {
    let library = Library::bundled();
    let letters: Vec<char> = "abcdefghi0123456789QNPKqnpk+=-@,xO()'!~ é".chars().collect();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    for name in names {
        let game = game(&library, &name);
        let mut rng = Rng::with_seed(7);
        for _ in 0..2000 {
            let text: String = (0..rng.usize(0..9)).filter_map(|_| rng.choice(&letters)).collect();
            if let Ok(mv) = game.read_move(&text) {
                assert!(game.legal_moves().contains(&mv), "{name}: {text}");
            }
        }
    }
}
