//! Moves as text: every legal move is read back as what was written, and the
//! texts of `data/game/moves.txt` mean what they should.

use alfil::game::Game;
use alfil::text::Source;
use alfil::variant::{Directory, Library, Setup, find, load};
use fastrand::Rng;
use std::sync::Arc;

fn game(library: &Library, name: &str) -> Game {
    let variant = library.get(name).unwrap_or_else(|| panic!("no variant `{name}`"));
    Game::new(&variant).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// The bundled variants and those of `data/protocol/variants`.
fn all_variants() -> Library {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants").into();
    Library::load(&[Directory { path, named: true }], &alfil::game::try_to_begin).0
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
fn no_gui_is_shown_a_move_longer_than_its_buffers() {
    let text = r#"
name = "wide"
[board]
files = 12
ranks = 12
[start]
fen = "2p8k/1p10/T11/12/12/12/12/12/12/12/12/11K w - 0 1"
[royalty]
pieces = ["K"]
[pieces.K]
move = "K"
[pieces.P]
move = "fW"
[pieces.T]
move = "KcaKcacaK"
"#;
    let (variant, reports) = load(&Source::new("wide.toml", text), &find);
    let game = Game::new(&Arc::new(variant.unwrap_or_else(|| panic!("{reports:?}")))).expect("it can be played");
    let texts: Vec<_> = game.legal_moves().iter().map(|mv| (game.move_text(*mv), game.shown(*mv))).collect();
    for (text, shown) in &texts {
        assert!(shown.len() <= 19, "{text}: {shown}");
        assert!(shown == text || text.len() > 19, "{text}: {shown}");
    }
    assert!(texts.iter().any(|(text, shown)| text.len() > 19 && shown.len() < 8), "{texts:?}");
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
