//! Moves as text: every legal move survives writing and reading, and the texts of `data/game/moves.txt` have the
//! expected meaning.

use alfil::internals::board::Color;
use alfil::internals::game::{Game, MoveError};
use alfil::internals::position::Move;
use alfil::internals::text::Source;
use alfil::internals::variant::{Directory, Library, Setup, find, load};
use fastrand::Rng;
use std::sync::Arc;

fn game(library: &Library, name: &str) -> Game {
    let variant = library.get(name).unwrap_or_else(|| panic!("no variant `{name}`"));
    Game::new(&variant).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn game_at(library: &Library, name: &str, fen: &str) -> Game {
    let mut game = game(library, name);
    let setup = Setup::parse(game.variant(), fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
    game.set_up(&setup).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
    game
}

/// The bundled variants and those of `data/protocol/variants`.
fn all_variants() -> Library {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants").into();
    Library::load(&[Directory { path, named: true }], &alfil::internals::game::try_to_begin).0
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

/// Games in the notation of xiangqi and shogi books lead to the positions of another engine.
#[test]
fn notations_of_books_are_read() {
    let library = all_variants();
    let games: Vec<&str> = crate::cases(include_str!("../data/game/records.txt")).collect();
    assert!(games.len() > 8, "{} games", games.len());
    for record in games {
        let [name, moves, fen] = record.split('\t').collect::<Vec<_>>()[..] else { panic!("{record}") };
        let mut game = game(&library, name);
        for text in moves.split(' ') {
            let mv = game.read_move(text).unwrap_or_else(|fault| panic!("{name}: {text} {fault}"));
            game.play(mv);
        }
        let whole = game.setup().fen(game.variant());
        let board = game_at(&library, name, fen).setup().fen(game.variant());
        let placed = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(placed(&whole), placed(&board), "{moves}");
    }
}

#[test]
fn moves_have_the_numbers_that_a_position_says() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 40000";
    let mut game = Game::bundled_at("chess", fen);
    assert_eq!(game.setup().fen(game.variant()), fen);
    let mv = game.read_move("e8e7").expect("it is legal");
    game.play(mv);
    assert_eq!(game.setup().fullmove, 40001);
}

/// A hand can hold more pieces than a byte can count. When the move is taken back, it holds as many as before.
#[test]
fn hands_can_hold_more_than_255_pieces() {
    let mut game = Game::bundled_at("crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1");
    let pawn = game.variant().kinds().find(|(_, kind)| kind.id == "P").expect("there are pawns").0;
    let mut hands = game.setup().hands;
    hands[Color::White][pawn.index()] = u8::MAX;
    game.set_hands(&hands);
    let mv = game.read_move("e4d5").expect("it is legal");
    game.play(mv);
    assert_eq!(game.hand(Color::White, pawn), 256);
    game.undo();
    assert_eq!(game.setup().hands, hands);
}

#[test]
fn moves_shown_to_guis_fit_their_buffers() {
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
fn every_written_move_is_read_back() {
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
                    // Takes much longer: searches for the shortest text of each move.
                    if seed == 0 {
                        let san = game.san(mv);
                        assert_eq!(
                            game.read_move(&san),
                            Ok(mv),
                            "{name}: {san} in {}",
                            game.setup().fen(game.variant())
                        );
                    }
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

/// The first is Wikipedia's example on "Algebraic notation (chess)"; check, mate, castling, capture and promotion
/// follow the PGN standard, 8.2.3.
#[test]
fn moves_are_written_as_players_write_them() {
    const ROOK: &str = "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1";
    const MASKS: &str = "7k/1P1P4/8/8/8/5+Q2/8/4K3 w - - 0 1";
    const LION: &str = "4k3/pppppppp/8/3pp3/3Lp3/8/8/K7 w - - 0 1";
    let library = all_variants();
    let cases = [
        ("normal", "3r3r/1K3k2/8/R7/4Q2Q/8/8/R6Q w - - 0 1", "a1a3", "R1a3"),
        ("normal", "3r3r/1K3k2/8/R7/4Q2Q/8/8/R6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("normal", "3r3r/1K3k2/8/R7/4Q2Q/8/8/R6Q b - - 0 1", "d8f8", "Rdf8"),
        ("normal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
        ("normal", "4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", "c8=Q+"),
        ("normal", "4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8n", "c8=N"),
        ("normal", "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("normal", "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"),
        ("normal", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1", "N@d6", "N@d6+"),
        // In games with promoted forms, XBoard uses `+` only for promotion and writes no check; it joins a step after a
        // capture by `-`.
        ("shogi", "k8/9/4P4/9/9/9/9/9/8K[-] w 0 1", "e7e8+", "e8+"),
        ("shogi", ROOK, "a1a9+", "Ra9+"),
        // Which of several promoted faces.
        ("masks", MASKS, "d7d8+r", "d8=+R"),
        ("masks", MASKS, "f3e5b", "+Qe5=B"),
        ("shogi", ROOK, "a1a9", "Ra9="),
        ("shogi", ROOK, "a1a6", "Ra6"),
        ("shogi", "4k4/9/4G4/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", "G@e8#"),
        ("lions-den", LION, "d4e5", "Lxe5"),
        ("lions-den", LION, "d4e5,e5d6", "Lxe5-d6+"),
        ("lions-den", LION, "d4e5,e5d4", "Lxe5-d4"),
        // Without a gated piece in the text, none enters.
        ("seirawan", "4k3/8/8/8/8/8/8/4K1N1[H] w G - 0 1", "g1f3", "Nf3"),
        // Fairy-Stockfish's notation for these.
        ("seirawan", "4k3/8/8/8/8/8/8/4K1N1[H] w G - 0 1", "g1f3h", "Nf3/H"),
        ("seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQkq - 0 1", "e1g1e", "O-O/Ee1+"),
        ("seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQkq - 0 1", "a1e1h", "O-O-O/Ha1"),
    ];
    for (name, fen, text, san) in cases {
        let game = game_at(&library, name, fen);
        let mv = game.read_move(text).unwrap_or_else(|reason| panic!("{fen}: {text}: {reason}"));
        assert_eq!(game.san(mv), san, "{fen}");
        assert_eq!(game.read_move(san), Ok(mv), "{fen}: {san}");
    }
}

/// Spellings of older books and of other programs, which are only read.
#[test]
fn other_spellings_of_players_are_read() {
    let pawn = "4k3/P7/8/8/3P4/8/8/4K3 w - - 0 1";
    let cases = [
        ("normal", pawn, "a8q+", "a7a8q"),
        ("normal", pawn, "a7-a8=Q+", "a7a8q"),
        ("normal", pawn, "d4-d5+", "d4d5"),
        ("normal", "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "d4xe5+", "d4e5"),
        ("seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[H] w KQkq - 0 1", "0-0/Hh1", "h1e1h"),
        ("seirawan", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8/H", "a7a8h"),
    ];
    for (name, fen, spelling, text) in cases {
        let game = Game::bundled_at(name, fen);
        let mv = game.read_move(text).unwrap_or_else(|reason| panic!("{fen}: {text}: {reason}"));
        assert_eq!(game.read_move(spelling), Ok(mv), "{fen}: {spelling}");
    }
    let shogi = Game::bundled_at("shogi", "k8/9/9/9/4P4/9/9/9/8K[-] w 0 1");
    // Without a sign between the squares `+` is a promotion, even an impossible one.
    assert_eq!(shogi.read_move("e5e6+"), Err(MoveError::PromotionChoice));
    let both = Game::bundled_at("seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[H] w KQkq - 0 1");
    assert_eq!(both.read_move("O-O/H"), Err(MoveError::Ambiguous));
}

#[test]
fn a_null_move_is_taken_back_alone_and_a_turn_that_was_set_with_the_move_before() {
    let mut game = Game::bundled("normal");
    let start = game.setup();
    game.play(game.read_move("e2e4").expect("it is legal"));
    let before = game.setup();
    assert!(game.play_null() && game.play_null());
    assert_eq!((game.side(), game.moves_made()), (before.side, 3));
    assert_eq!((game.undo(), game.undo()), (Some(Move::NONE), Some(Move::NONE)));
    assert_eq!(game.setup(), before);
    assert!(game.switch_turn());
    assert_eq!((game.side(), game.moves_made()), (!before.side, 1));
    game.undo();
    assert_eq!((game.setup(), game.moves_made()), (start, 0));
}

#[test]
fn random_texts_are_read_as_legal_moves_or_refused() {
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

/// The passed square is the same, but Black takes another pawn there.
#[test]
fn positions_with_another_victim_en_passant_differ() {
    let key = |moves: [&str; 3]| {
        let mut game = Game::bundled_at("berolina", "7k/8/8/8/3p4/8/2P1P3/K7 w - - 0 1");
        for text in moves {
            let mv = game.read_move(text).expect("legal");
            game.play(mv);
        }
        game.key()
    };
    assert_ne!(key(["c2e4", "h8g8", "e2c4"]), key(["e2c4", "h8g8", "c2e4"]));
}
