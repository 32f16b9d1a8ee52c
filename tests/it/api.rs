//! The library from the point of view of other crates.

use alfil::{Engine, Game, Library, Limits, Stop, Variant};
use fastrand::Rng;
use std::collections::HashSet;

fn variant(name: &str) -> Variant {
    Library::bundled().get(name).expect("it is bundled")
}

fn game(name: &str) -> Game {
    Game::new(&variant(name))
}

fn play(game: &mut Game, moves: &[&str]) {
    for text in moves {
        let mv = game.read_move(text).expect("it is legal");
        game.play(mv).expect("it is of this position");
    }
}

#[test]
fn moves_are_of_one_variant_and_position() {
    let mut chess = game("chess");
    let mv = chess.read_move("e4").expect("it is legal");
    assert!(game("normal").is_legal(mv));
    assert!(!game("kingofthehill").is_legal(mv));
    assert!(!Game::new(&variant("chess").with_free_castling().expect("it castles to both sides")).is_legal(mv));
    play(&mut chess, &["Nf3", "Nf6"]);
    assert!([chess.uci(mv), chess.san(mv), chess.text(mv)].iter().all(Result::is_err));
    assert!(chess.details(mv).is_err() && chess.gives_check(mv).is_err() && chess.play(mv).is_err());
    play(&mut chess, &["Ng1", "Ng8"]);
    assert!(chess.is_legal(mv));
}

#[test]
fn renumbered_ranks_are_the_same_game() {
    let (xiangqi, renamed) = (variant("xiangqi"), variant("xiangqi").with_ranks_from_one());
    assert_eq!(xiangqi.kind("R"), renamed.kind("R"));
    assert_ne!(xiangqi.kind("R"), xiangqi.kind("N"));
    assert_ne!(xiangqi.kind("R"), variant("chess").kind("R"));
    assert!(Game::new(&renamed).is_legal(Game::new(&xiangqi).legal_moves()[0]));
}

/// A forbidden repetition is legal at the same position of another game.
#[test]
fn moves_that_repeat_are_refused_where_the_rules_forbid_it() {
    let text = "name = \"fresh\"\ninclude = \"normal\"\n[repetition]\nfold = 2\nresult = \"illegal\"\n";
    let fresh = Variant::from_text("fresh.toml", text).expect("it is in order");
    let mut game = Game::new(&fresh);
    play(&mut game, &["Nf3", "Nf6", "Ng1"]);
    let other = Game::from_fen(&fresh, &game.fen()).expect("it can be played");
    let mv = other.read_move("Ng8").expect("nothing was there before");
    assert_eq!(game.key(), other.key());
    assert!(other.is_legal(mv) && !game.is_legal(mv));
}

/// Positions reached in other ways have the same moves: the key of a move decides where it is legal.
#[test]
fn the_same_key_means_the_same_moves() {
    let mut met = 0;
    for name in Library::bundled().names() {
        let mut random = Rng::with_seed(7);
        let mut start = game(name);
        for _ in 0..20 {
            let ways = [[0, 1, 2], [2, 1, 0]].map(|order| {
                let mut random = Rng::with_seed(start.key());
                let mut ahead = start.clone();
                let texts: Vec<String> = (0..3)
                    .map_while(|_| {
                        let mv = *random.choice(&ahead.legal_moves())?;
                        let text = ahead.text(mv).ok()?;
                        ahead.play(mv).ok().map(|()| text)
                    })
                    .collect();
                let mut other = start.clone();
                order.iter().all(|&index| {
                    let mv = texts.get(index).and_then(|text| other.read_move(text).ok());
                    mv.is_some_and(|mv| other.play(mv).is_ok())
                });
                other
            });
            if ways[0].key() == ways[1].key() {
                let legal = ways.each_ref().map(|game| game.legal_moves());
                met += usize::from(!legal[0].is_empty());
                let sets = legal.each_ref().map(|moves| moves.iter().copied().collect::<HashSet<_>>());
                assert_eq!(sets[0], sets[1], "{name}: {} and {}", ways[0].fen(), ways[1].fen());
            }
            let Some(&mv) = random.choice(&start.legal_moves()) else { break };
            start.play(mv).expect("it is legal");
        }
    }
    assert!(met > 100, "{met}");
}

/// Games, positions and moves with their effects: the piece, its promotion, its partner's move, a gated piece, the
/// wall, captures.
#[test]
fn moves_report_their_effects() {
    let table = [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "K - h1f1 - - "),
        ("chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "dxe6", "P - - - - pe5"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "N - - - - "),
        ("shogi", "4k4/9/9/9/9/9/9/9/R3K4[-] w 0 1", "a1a9+", "R +R - - - "),
        ("seirawan", "4k3/8/8/8/8/8/8/1N2K3[H] w B - 0 1", "b1c3h", "N - - Hb1 - "),
        ("duck", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3,c3e4", "N - - - e4 "),
        ("chu", "12/12/12/12/12/4pp6/5N6/12/12/12/12/4K1k5 w 0 1", "f6e7,e7f7", "N - - - - pe7 pf7"),
        ("janggi", "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1", "@@@@", "- - - - - "),
    ];
    for (name, fen, text, expected) in table {
        let game = Game::from_fen(&variant(name), fen).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mv = game.read_move(text).unwrap_or_else(|error| panic!("{name}, {text}: {error}"));
        let details = game.details(mv).expect("it is legal");
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let captures: Vec<String> = details.captures.iter().map(|(at, piece)| format!("{piece}{at}")).collect();
        let told = [
            or_none(details.piece.map(|piece| piece.to_string())),
            or_none(details.promotion.map(|kind| kind.id().to_owned())),
            or_none(details.partner.map(|(from, to)| format!("{from}{to}"))),
            or_none(details.gated.map(|(kind, at)| format!("{}{at}", kind.id()))),
            or_none(mv.wall().map(|at| at.to_string())),
            captures.join(" "),
        ];
        assert_eq!(told.join(" "), expected, "{name}: {text}");
        assert_eq!(mv.is_drop() || mv.is_pass(), mv.from().is_none(), "{name}: {text}");
    }
}

#[test]
fn reports_tell_which_line_they_are_about() {
    let chess = game("chess");
    let mut depths = Vec::new();
    let mut told = Vec::new();
    let lines = Engine::new(1).search(&chess, &Limits::depth(3).lines(3), |line| {
        depths.push((line.depth(), line.number()));
        told.push(line.best());
    });
    let expected: Vec<(u32, usize)> = (1..=3).flat_map(|depth| (1..=3).map(move |number| (depth, number))).collect();
    assert_eq!(depths, expected);
    let last: Vec<_> = lines.iter().map(|line| line.best()).collect();
    assert!(last.iter().collect::<HashSet<_>>().len() == 3 && told.ends_with(&last));
    assert!(lines.iter().all(|line| line.is_finished() && !line.is_lower_bound() && !line.is_win() && !line.is_loss()));
    assert!(lines.is_sorted_by_key(|line| -line.centipawns()));
    let only = Engine::new(1).search(&chess, &Limits::depth(2).lines(usize::MAX), |_| ());
    assert_eq!(only.len(), 20);
}

#[test]
fn a_stop_survives_combining_limits() {
    let stop = Stop::default();
    stop.stop();
    for limits in
        [Limits::depth(99).stop(&stop).and(Limits::depth(98)), Limits::depth(99).and(Limits::depth(98).stop(&stop))]
    {
        assert_eq!(Engine::new(1).search(&game("chess"), &limits, |_| ()).len(), 1);
    }
    let mated = Game::from_fen(&variant("chess"), "R3k3/8/4K3/8/8/8/8/8 b - - 0 1").expect("it can be played");
    assert!(Engine::new(1).search(&mated, &Limits::depth(2), |_| ()).is_empty());
    assert!(Engine::new(1).best_move(&mated, &Limits::depth(2)).is_none());
    // White's king approaches, and the rook mates on the edge.
    let won = Game::from_fen(&variant("chess"), "7k/8/5K2/8/8/8/8/6R1 w - - 0 1").expect("it can be played");
    let line = &Engine::new(1).search(&won, &Limits::depth(6), |_| ())[0];
    assert!(line.is_win() && !line.is_loss() && line.mate() == Some(2));
}
