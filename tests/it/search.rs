//! Search from outside: mates, limits, invariants.

use crate::evaluation::{invented, value_of};
use alfil::internals::board::{Color, Piece};
use alfil::internals::eval::network::NetworkChoice;
use alfil::internals::eval::{Basis, EvaluationChoice, Evaluator};
use alfil::internals::game::{Board, Game, SizedGame};
use alfil::internals::position::{GameResult, Move};
use alfil::internals::search::{Budget, GivenScore, Info, Limits, Memory, Monitor, Score, see_ge, think};
use alfil::internals::variant::{Setup, builtin};
use std::time::Duration;

/// Limits without the user's own networks.
fn limits() -> Limits {
    Limits { evaluation: NetworkChoice::Bundled.into(), ..Limits::default() }
}

fn search(game: &Game, limits: &Limits) -> Option<Info> {
    think(game, limits, &Memory::new(8), &Monitor::default(), &mut |_| {})
}

fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..limits() }
}

/// The most moves by which a proven mate may exceed the shortest.
const LONGER: i32 = 2;

/// The games of the list of mates, one per line.
fn mates() -> impl Iterator<Item = (String, Game, i32, u64)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mates/mates.txt");
    let text = std::fs::read_to_string(path).expect("the list of mates");
    let lines: Vec<String> = crate::cases(&text).map(str::to_owned).collect();
    lines.into_iter().map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, fen, moves, nodes] = fields[..] else { panic!("four fields in `{line}`") };
        let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("a number in `{line}`"));
        (line.clone(), Game::bundled_at(name, fen), number(moves) as i32, number(nodes))
    })
}

/// Mates are found, and the announced lines are legal; those that are complete end in mate.
#[test]
fn mates_are_found() {
    let mut failures = Vec::new();
    let (mut announced, mut complete) = (0, 0);
    for (line, mut game, moves, nodes) in mates() {
        let info = search(&game, &Limits { nodes: Some(nodes), ..limits() }).expect("a legal move");
        let found = info.score.mate_in_moves();
        if !found.is_some_and(|found| (1..=moves + LONGER).contains(&found)) {
            failures.push(format!("{line}: {:?} after {} nodes", info.score, info.nodes));
        }
        for &mv in &info.pv {
            assert!(game.legal_moves().contains(&mv), "{line}: {mv:?}");
            game.play(mv);
        }
        let Some(found) = found else { continue };
        announced += 1;
        if info.pv.len() as i32 == 2 * found - 1 {
            complete += 1;
            assert!(!game.has_legal_move(), "{line}: {:?}", info.pv);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // Lines that the table cuts short are rare.
    assert!(complete > 0 && complete * 4 >= announced * 3, "{complete} of {announced} lines are complete");
}

/// Won endings, in which every window fails high until the mate is found.
#[test]
fn scores_are_evaluations_or_wins() {
    const MOST_MATERIAL: i32 = 4_000;
    for (name, fen, plies) in [
        ("normal", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 23),
        ("normal", "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", 22),
        ("makruk", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 20),
    ] {
        let mut scores = Vec::new();
        let hear = &mut |info: &Info| scores.push(info.score);
        think(&Game::bundled_at(name, fen), &depth(plies), &Memory::new(16), &Monitor::default(), hear);
        assert!(scores.len() >= usize::from(plies), "{fen}");
        assert!(scores.iter().all(|score| score.is_mate() || score.0.abs() < MOST_MATERIAL), "{fen}: {scores:?}");
    }
}

/// A mate from the table may come too late, and a draw too early.
#[test]
fn scores_of_the_table_depend_on_the_move_counter() {
    let (memory, monitor) = (Memory::new(16), Monitor::default());
    let search = |fen: &str| think(&Game::bundled_at("normal", fen), &depth(14), &memory, &monitor, &mut |_| {});
    // Black mates with its fifth move, nine plies from here; Fairy-Stockfish says the same of each line.
    for (counter, mates) in [(0, true), (93, false), (0, true), (90, true), (92, false), (91, true)] {
        let info = search(&format!("8/8/8/8/4k3/8/7r/1K6 b - - {counter} 80")).expect("a legal move");
        assert_eq!(info.score.is_mate(), mates, "{counter}: {:?}", info.score);
    }
}

/// Stalemate is a loss in xiangqi, so like mate it ends the game even with a move that completes the move rule's count.
#[test]
fn stalemate_decides_before_the_move_rule() {
    let info =
        search(&Game::bundled_at("xiangqi", "3k5/9/9/9/2N6/9/9/9/9/4K4 w - - 99 60"), &depth(3)).expect("a legal move");
    assert_eq!(info.score.mate_in_moves(), Some(1));
}

/// Black must not capture the knight: White's king then reaches the hill.
#[test]
fn quiet_moves_to_a_goal_are_searched() {
    let board = Game::bundled_at("kingofthehill", "r6k/6n1/8/8/8/2K3P1/5PBP/N7 b - - 0 1");
    let info = search(&board, &depth(2)).expect("a legal move");
    assert_ne!(info.pv.first().map(|mv| board.move_text(*mv)).as_deref(), Some("a8a1"));
}

/// White's king is a step from the hill, and cannot be stopped. A search of one ply sees that.
#[test]
fn quiescence_sees_goals_one_move_away() {
    let info =
        search(&Game::bundled_at("kingofthehill", "k7/8/8/8/8/2K5/8/7n b - - 0 1"), &depth(1)).expect("a legal move");
    assert_eq!(info.score.mate_in_moves(), Some(-1));
}

/// White's only move blocks Black, and Black wins by having no move: that is not mate on the board yet.
#[test]
fn losing_by_ones_own_move_is_mate_in_one() {
    let info = search(&Game::bundled_at("antichess", "8/p7/8/P7/8/8/8/8 w - - 0 1"), &depth(2)).expect("a legal move");
    assert_eq!((info.score.mate_in_moves(), info.pv.len()), (Some(-1), 1));
}

/// Where kings are captured, that wins, however much material its side is behind: Re8 and Rxg8.
#[test]
fn the_capture_of_a_last_king_is_never_futile() {
    let text = "name = \"regicide\"\ninclude = \"normal\"\n[royalty]\npieces = []\n[castling]\ncheck_rule = \"ignore\"\n\
        [[end.extinction]]\npieces = [\"K\"]\nresult = \"loss\"\n";
    let mut game = invented(text);
    game.set_up_fen("6k1/5ppp/1p1p4/b2p4/1n1p4/pn1n4/q1q3PP/4R2K w - - 0 1").expect("it can be played");
    assert_eq!(search(&game, &depth(2)).expect("a legal move").score.mate_in_moves(), Some(2));
}

/// Plays a game out with this many nodes for each move; returns the number of moves in which White wins, or another
/// result as an error.
fn play_out(mut game: Game, nodes: u64, moves: usize) -> Result<usize, String> {
    let memory = Memory::new(4);
    let limits = Limits { nodes: Some(nodes), ..limits() };
    for ply in 0..2 * moves {
        let info = think(&game, &limits, &memory, &Monitor::default(), &mut |_| {}).ok_or("no move")?;
        game.play(info.pv[0]);
        match game.outcome() {
            Some(outcome) if outcome.result == GameResult::Win(Color::White) => return Ok(ply / 2 + 1),
            Some(outcome) => return Err(format!("{outcome:?} after {ply} plies")),
            None => {}
        }
    }
    Err(format!("nothing after {moves} moves"))
}

/// A lone royal piece is mated with the least sufficient material.
#[test]
fn endings_are_won() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mates/endings.txt");
    let text = std::fs::read_to_string(path).expect("the list of endings");
    let played = |line: &str| {
        let [name, fen, moves, nodes] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("four fields in `{line}`")
        };
        let number = |text: &str| text.parse::<u32>().unwrap_or_else(|_| panic!("a number in `{line}`"));
        let result = play_out(Game::bundled_at(name, fen), number(nodes).into(), number(moves) as usize);
        result.err().map(|error| format!("{line}: {error}"))
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let lines = crate::cases(&text);
        let games: Vec<_> = lines.map(|line| scope.spawn(move || played(line))).collect();
        games.into_iter().filter_map(|game| game.join().expect("nothing panics")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether a move wins at least this much by the exchange that it starts.
fn wins(game: &Game, mv: &str, least: i32) -> bool {
    let mv = game.read_move(mv).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
    fn judged<const N: usize>(table: &SizedGame<N>, mv: Move, least: i32) -> bool {
        let values = Evaluator::new(&table.tables, Basis::File);
        see_ge(&table.tables, &table.position, values.values(), mv, least)
    }
    match game.board() {
        Board::One(table) => judged(table, mv, least),
        Board::Two(table) => judged(table, mv, least),
        Board::Three(table) => judged(table, mv, least),
    }
}

/// Whether a move loses nothing by the exchange that it starts.
fn is_safe(game: &Game, mv: &str) -> bool {
    wins(game, mv, 0)
}

/// A lion captures both.
#[test]
fn exchanges_count_all_victims_of_a_move() {
    let game = Game::bundled_at("lion", "4k3/8/3r4/3p4/3L4/8/8/4K3 w - - 0 1");
    let [pawn, rook] = ["P", "R"].map(|id| {
        let kind = game.variant().kind_by_id(id).expect("a piece of chess");
        value_of(&game, Piece::new(kind, Color::Black))
    });
    assert!(wins(&game, "d4d5,d5d6", pawn + rook) && !wins(&game, "d4d5,d5d6", pawn + rook + 1));
    assert!(wins(&game, "d4d6", rook) && !wins(&game, "d4d6", rook + 1));
}

#[test]
fn exchanges_are_judged() {
    // Position, move, whether it is safe in chess, and with exploding captures.
    let cases = [
        // A protected pawn, and an unprotected one.
        ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", false, false),
        ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", true, false),
        // Rooks behind rooks.
        ("6k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", true, false),
        ("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", false, false),
        // An adjacent queen, theirs and ours.
        ("4k3/8/3q4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", false, true),
        ("4k3/8/8/4p3/3Q4/8/8/4RK2 w - - 0 1", "e1e5", true, false),
        // To a square that a pawn attacks, and to one that a rook attacks.
        ("4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d5", false, false),
        ("2r1k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", false, true),
        // Our queen is adjacent to that square.
        ("2r1k3/8/8/8/8/1Q6/8/1N2K3 w - - 0 1", "b1c3", true, false),
        // To a square that only a king attacks.
        ("8/8/8/8/8/k7/8/1R2K3 w - - 0 1", "b1b2", false, true),
    ];
    for (fen, mv, plain, blasts) in cases {
        assert_eq!(is_safe(&Game::bundled_at("normal", fen), mv), plain, "chess: {fen} {mv}");
        assert_eq!(is_safe(&Game::bundled_at("atomic", fen), mv), blasts, "atomic: {fen} {mv}");
    }
}

#[test]
fn a_stopped_search_still_moves() {
    for file in builtin() {
        let mut game = Game::new(file.variant()).expect("bundled variants can be played");
        let memory = Memory::new(1);
        for _ in 0..60 {
            let monitor = Monitor::default();
            monitor.stop();
            let info = think(&game, &limits(), &memory, &monitor, &mut |_| {});
            let Some(info) = info else { break };
            let mv = info.pv[0];
            assert!(game.legal_moves().contains(&mv), "{}: {mv:?}", file.name());
            game.play(mv);
        }
    }
}

#[test]
fn a_search_without_legal_moves_has_no_answer() {
    // Fool's mate, and a stalemate.
    for fen in ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        assert!(search(&Game::bundled_at("normal", fen), &depth(5)).is_none());
    }
}

#[test]
fn single_threaded_searches_are_deterministic() {
    for file in builtin() {
        let game = Game::new(file.variant()).expect("bundled variants can be played");
        let known = |info: Info| (info.score, info.nodes, info.pv);
        let runs = [(); 2].map(|()| search(&game, &depth(5)).map(known));
        assert_eq!(runs[0], runs[1], "{}", file.name());
        // A cleared memory is as good as a new one.
        let memory = Memory::new(8);
        let again = [(); 2].map(|()| {
            memory.clear();
            think(&game, &depth(5), &memory, &Monitor::default(), &mut |_| {}).map(known)
        });
        assert_eq!(again[0], runs[0], "{}", file.name());
        assert_eq!(again[1], runs[0], "{}", file.name());
    }
}

#[test]
fn limits_are_kept() {
    for file in builtin() {
        let game = Game::new(file.variant()).expect("bundled variants can be played");
        for nodes in [1, 100, 5_000] {
            let info = search(&game, &Limits { nodes: Some(nodes), ..limits() }).expect("a legal move");
            assert!(info.nodes <= nodes + 256, "{}: {} of {nodes}", file.name(), info.nodes);
        }
        // This search has no other limit.
        let brief = limits().lasting(Some(Duration::from_millis(60)));
        assert!(search(&game, &brief).is_some(), "{}", file.name());
        let only = game.legal_moves()[3];
        let info = search(&game, &Limits { moves: vec![only], ..depth(4) }).expect("a legal move");
        assert_eq!(info.pv[0], only, "{}", file.name());
    }
}

/// FIDE 9.2: the third occurrence is a draw, not the second. White, three pawns up, has one move, and it leads to a
/// position that occurred before.
#[test]
fn a_second_occurrence_in_the_game_is_no_draw() {
    let mut game = Game::bundled_at("normal", "8/8/p1p1p3/P1P1P3/P1P1P3/6k1/8/6K1 b - - 0 1");
    for text in ["g3f3", "g1h1", "f3g3"] {
        let mv = game.legal_moves().iter().copied().find(|&mv| game.move_text(mv) == text);
        game.play(mv.unwrap_or_else(|| panic!("{text} is legal")));
    }
    assert_eq!(game.legal_moves().len(), 1);
    let info = search(&game, &depth(1)).expect("a legal move");
    assert!(info.score > Score(100), "{:?}", info.score);
}

#[test]
fn several_threads_agree_on_a_mate() {
    let game = Game::bundled_at("normal", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    let limits = Limits { threads: 4, ..depth(12) };
    let info = think(&game, &limits, &Memory::new(64), &Monitor::default(), &mut |_| {}).expect("a legal move");
    assert_eq!(info.threads, 4);
    assert!(info.score.mate_in_moves().is_some_and(|moves| moves > 0), "{:?}", info.score);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn several_lines_begin_with_several_moves() {
    for (fen, lines) in [(START, 4), ("7k/8/8/8/8/8/6q1/7K w - - 0 1", 1), ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 60)] {
        let game = Game::bundled_at("normal", fen);
        let wanted = lines.min(game.legal_moves().len());
        let mut last: Vec<Info> = Vec::new();
        let limits = Limits { multipv: lines, ..depth(6) };
        think(&game, &limits, &Memory::new(8), &Monitor::default(), &mut |info| {
            if info.depth == 6 && info.finished {
                last.push(info.clone());
            }
        });
        let places: Vec<_> = last.iter().map(|info| info.multipv).collect();
        assert_eq!(places, (1..=wanted).collect::<Vec<_>>(), "{fen}");
        let mut firsts: Vec<_> = last.iter().map(|info| game.move_text(info.pv[0])).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), wanted, "{fen}: {firsts:?}");
    }
}

/// A rook that is far from its goal wins in two moves, on one of several files, though Black has a queen more.
#[test]
fn a_goal_may_be_reached_from_afar() {
    let text = "name = \"rooks\"\ninclude = \"normal\"\n\
        [[end.goal]]\npieces = [\"R\"]\nsquares = \"rank 8\"\nside = \"white\"\n";
    let mut game = invented(text);
    let fen = "7q/6k1/6pp/2P3pp/2R3pp/8/1P6/1K6 w - - 0 1";
    let setup = Setup::parse(game.variant(), fen).expect("a right position");
    game.set_up(&setup).expect("it can be played");
    let info = search(&game, &depth(3)).expect("a legal move");
    assert_eq!(info.score.mate_in_plies(), Some(3), "{}", game.move_text(info.pv[0]));
}

/// A promoted face that is dropped on its goal wins at once: the hand holds the piece by another name.
#[test]
fn a_goal_may_be_reached_from_the_hand() {
    let text = "name = \"dropped\"\ninclude = \"kyotoshogi\"\n\
        [[end.goal]]\npieces = [\"+P\"]\nsquares = \"rank 3\"\nside = \"white\"\n";
    let mut game = invented(text);
    let setup = Setup::parse(game.variant(), "+n+n2k/+n4/5/5/4K[P] b - - 0 1").expect("a right position");
    game.set_up(&setup).expect("it can be played");
    let info = search(&game, &depth(1)).expect("a legal move");
    assert!(info.score.mate_in_plies().is_some_and(|plies| plies < 0), "{:?}", info.score);
}

/// Taking the last piece besides the king wins, though the captor is lost. That is decided after Black's next move.
#[test]
fn a_capture_that_bares_is_not_a_losing_one() {
    let game = Game::bundled_at("shatranj", "4k3/4p3/8/8/8/8/P7/R5K1 w - - 0 1");
    let info = search(&game, &depth(4)).expect("a legal move");
    assert_eq!((game.move_text(info.pv[0]), info.score.mate_in_plies()), ("a1e1".to_owned(), Some(4)));
}

/// A lion loses nothing by taking two pieces if the second is the last of its kind, though the pawn that it takes first
/// is protected: the loss of the last knight decides the game.
#[test]
fn a_second_victim_may_decide_the_game() {
    let text = "name = \"lions\"\ninclude = \"normal\"\n[insufficient]\nmode = \"none\"\n\
        [start]\nfen = \"rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1\"\n\
        [pieces.L]\nmove = \"KcaKC\"\n[[end.extinction]]\npieces = [\"N\"]\n";
    let mut game = invented(text);
    let setup = Setup::parse(game.variant(), "8/k1p1p2p/3n4/3p4/3L4/8/7P/6NK b - - 0 1").expect("a right position");
    game.set_up(&setup).expect("it can be played");
    let only = game.read_move("a7a8").expect("legal");
    let info = search(&game, &Limits { moves: vec![only], ..depth(2) }).expect("a legal move");
    assert_eq!(info.score.mate_in_plies(), Some(-2));
}

/// Black, attacked by a nightrider, has moves, but only some squares for the duck make them legal.
#[test]
fn replies_that_need_a_rare_wall_are_no_mate() {
    let mut game = invented("name = \"ducks\"\ninclude = \"nightrider\"\n[wall]\nwhat = \"duck\"\n");
    let setup = Setup::parse(game.variant(), "kr6/pp*5/8/6N1/8/8/8/6K1 w - - 0 1").expect("a right position");
    game.set_up(&setup).expect("it can be played");
    let only = game.read_move("g1f1,f1e6").expect("legal");
    let mut after = game.clone();
    after.play(only);
    assert!(after.has_legal_move());
    let info = search(&game, &Limits { moves: vec![only], ..depth(3) }).expect("a legal move");
    assert!(!info.score.is_mate(), "{:?}", info.score);
}

#[test]
fn a_draw_scores_minus_the_contempt() {
    // The only move captures the last piece except for the kings.
    let game = Game::bundled_at("normal", "7k/8/8/8/8/8/1q6/K7 w - - 0 1");
    for contempt in [-40, 0, 40] {
        let info = search(&game, &Limits { contempt, ..depth(3) }).expect("a legal move");
        assert_eq!(info.score, Score(-contempt));
    }
}

#[test]
fn values_of_a_file_are_used_if_chosen() {
    let text = "name = \"rooks\"\ninclude = \"normal\"\n[values]\nboard = { R = 1200, Q = 400 }\n";
    let mut game = invented(text);
    let setup = Setup::parse(game.variant(), "4k3/8/8/2q1r3/3P4/8/8/K7 w - - 0 1").expect("a right position");
    game.set_up(&setup).expect("it can be played");
    let memory = Memory::new(8);
    // One table for all three searches: scores found with other values must not be used.
    for (basis, capture) in [(Basis::File, "d4e5"), (Basis::Derived, "d4c5"), (Basis::File, "d4e5")] {
        let evaluation = EvaluationChoice { basis, ..EvaluationChoice::default() };
        let limits = Limits { evaluation, ..depth(1) };
        let info = think(&game, &limits, &memory, &Monitor::default(), &mut |_| {}).expect("a legal move");
        assert_eq!(game.move_text(info.pv[0]), capture, "{basis:?}");
    }
}

#[test]
fn given_scores_replace_the_search_of_their_position() {
    let game = Game::bundled_at("normal", START);
    let mut after = game.clone();
    after.play(after.read_move("a2a3").expect("legal"));
    let given = |depth| vec![GivenScore { key: after.key(), score: Score(-900), depth }];
    let info = search(&game, &Limits { given_scores: given(u32::MAX), ..depth(5) }).expect("a legal move");
    assert_eq!((game.move_text(info.pv[0]).as_str(), info.score), ("a2a3", Score(900)));
    // A score given for a shallow search does not replace a deep one.
    let info = search(&game, &Limits { given_scores: given(2), ..depth(7) }).expect("a legal move");
    assert!(info.score < Score(300), "{:?}", info.score);
    // At the root the score is kept, and a move is found nevertheless.
    let info = search(&after, &Limits { given_scores: given(u32::MAX), ..depth(3) }).expect("a legal move");
    assert_eq!(info.score, Score(-900));
    assert!(after.legal_moves().contains(&info.pv[0]));
}

#[test]
fn a_watched_search_goes_on_after_a_mate_is_proven() {
    let game = Game::bundled_at("normal", "7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    for (watched, deepest) in [(false, 1..10), (true, 20..21)] {
        let info = search(&game, &Limits { watched, ..depth(20) }).expect("a legal move");
        assert_eq!(info.score, Score::mate_in(2));
        assert!(deepest.contains(&info.depth), "{}", info.depth);
    }
}

#[test]
fn the_monitor_shows_the_progress_of_a_search() {
    let game = Game::bundled_at("normal", START);
    let monitor = Monitor::default();
    let info = think(&game, &depth(4), &Memory::new(8), &monitor, &mut |_| {}).expect("a legal move");
    let progress = monitor.progress();
    assert_eq!((progress.depth, progress.left), (4, 0));
    assert!(progress.current.is_some_and(|mv| game.legal_moves().contains(&mv)));
    assert!((1..=info.nodes).contains(&monitor.nodes()), "{} of {}", monitor.nodes(), info.nodes);
}

/// A side that must capture and can only do so at a loss is not mated.
#[test]
fn a_forced_capture_may_lose_material() {
    let text = "name = \"greed\"\ninclude = \"normal\"\n[capture]\nmandatory = true";
    let mut game = invented(text);
    for text in ["b1c3", "d7d5", "c3d5"] {
        let mv = game.read_move(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        game.play(mv);
    }
    for nodes in [1, 30, 1_000] {
        let info = search(&game, &Limits { nodes: Some(nodes), ..limits() }).expect("a legal move");
        assert_eq!(info.pv.first().map(|mv| game.move_text(*mv)).as_deref(), Some("d8d5"));
        assert_eq!(info.score.mate_in_moves(), None, "after {nodes} nodes");
    }
}

/// Whether the side to move makes the last move.
fn moves_last(game: &Game) -> bool {
    game.legal_moves().into_iter().any(|mv| {
        let mut next = game.clone();
        next.play(mv);
        !moves_last(&next)
    })
}

/// Clobber: stones move only by capturing a neighbour, so that no position is quiet.
#[test]
fn games_of_captures_alone_are_searched_depth_by_depth() {
    let clobber = |board: &str, fen: &str| {
        invented(&format!(
            "name = \"stones\"\n[board]\n{board}\n[start]\nfen = \"{fen}\"\n[pieces.O]\nname = \"Stone\"\nmove = \"cW\"\n[royalty]\npieces = []\n[end]\nstalemate = \"loss\""
        ))
    };
    let game = clobber("files = 6\nranks = 5", "OoOoOo/oOoOoO/OoOoOo/oOoOoO/OoOoOo w");
    let info = search(&game, &depth(3)).expect("a legal move");
    assert_eq!(info.depth, 3);
    assert!(info.nodes < 100_000, "{}", info.nodes);
    for fen in ["OoOo/oOoO w", "OoOo/OoOo w", "Oo1o/oOoO b", "OOoo/oOoO b"] {
        let game = clobber("files = 4\nranks = 2", fen);
        let score = search(&game, &depth(9)).expect("a legal move").score;
        let won = score.mate_in_moves().map(|moves| moves > 0);
        assert_eq!(won, Some(moves_last(&game)), "{fen}: {score:?}");
    }
}

/// After White's rook captures the queen it is captured, and a lone knight cannot mate: a draw. Whether White wants
/// that does not depend on the contempt of an earlier search.
#[test]
fn contempt_of_an_earlier_search_is_forgotten() {
    let (game, memory) = (Game::bundled_at("normal", "8/8/8/K7/8/8/6qk/1N4R1 w - - 0 1"), Memory::new(8));
    let score = |contempt| {
        let limits = Limits { contempt, ..depth(5) };
        think(&game, &limits, &memory, &Monitor::default(), &mut |_| {}).expect("a legal move").score
    };
    assert!(score(300) > Score(-300));
    assert_eq!(score(-300), Score(300));
}

/// The score of a search limited to some moves does not mislead a later search of the same position.
#[test]
fn a_search_restricted_to_some_moves_does_not_mislead_later_ones() {
    let memory = Memory::new(8);
    let think = |game: &Game, limits: &Limits| {
        think(game, limits, &memory, &Monitor::default(), &mut |_| {}).expect("a legal move")
    };
    let before = Game::bundled_at("normal", "8/5K1k/8/8/8/8/8/6R1 w - - 2 2");
    let moves = vec![before.read_move("g1g2").expect("a legal move")];
    think(&before, &Limits { moves, ..depth(12) });
    let found = think(&Game::bundled_at("normal", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"), &depth(6));
    assert_eq!(found.score, Score::mate_in(2));
}

/// A ponder hit is answered at once after enough time on the opponent's clock, or if there is only one move.
#[test]
fn thinking_on_the_opponents_time_counts() {
    let single = "r1bq1rk1/pppp1ppp/2n2n2/4p3/2B1P3/2N2b2/PPPP1P1q/R1BQ1RK1 w - - 0 1";
    for (fen, soft) in [(START, 0), (single, 100_000)] {
        let (game, monitor) = (Game::bundled_at("normal", fen), Monitor::default());
        let limits = Limits { depth: Some(100), plays: true, ..limits() };
        std::thread::scope(|scope| {
            let thinking = scope.spawn(|| think(&game, &limits, &Memory::new(8), &monitor, &mut |_| {}));
            while monitor.progress().depth < 8 {
                std::thread::yield_now();
            }
            monitor.grant(Budget { soft: Some(Duration::from_secs(soft)), hard: Duration::from_secs(1_000_000) });
            let seen = monitor.progress().depth;
            let info = thinking.join().expect("it ends").expect("a legal move");
            assert!(!info.pv.is_empty() && monitor.progress().depth <= seen + 1);
        });
    }
}

/// This holds however much time there is.
#[test]
fn the_only_move_is_made_at_once() {
    let game = Game::bundled_at("normal", "7k/8/8/8/8/8/6q1/7K w - - 0 1");
    let days = |days: u64| Duration::from_secs(days * 86_400);
    for (soft, hard) in [(None, days(1)), (Some(days(1)), days(4))] {
        let info = search(&game, &Limits { budget: Some(Budget { soft, hard }), plays: true, ..limits() })
            .expect("a legal move");
        assert_eq!(game.move_text(info.pv[0]), "h1g2");
    }
}

/// An analysis searches even an only move, to find its score: Black must capture the queen, and is mated by the knight.
/// The same holds for a single move to which the user limits the search.
#[test]
fn analysis_searches_even_an_only_move() {
    let limits = limits().lasting(Some(Duration::from_secs(86_400)));
    let forced = Game::bundled_at("normal", "3r2Qk/6pp/7N/8/8/8/6PP/6K1 b - - 0 1");
    assert_eq!(search(&forced, &limits).map(|info| info.score), Some(Score::mated_in(1)));
    let chosen = Game::bundled_at("normal", "3r3k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1");
    let moves = vec![chosen.read_move("c4g8").expect("a legal move")];
    for plays in [false, true] {
        let info = search(&chosen, &Limits { moves: moves.clone(), plays, ..limits.clone() });
        assert_eq!(info.map(|info| info.score), Some(Score::mate_in(2)));
    }
}

#[test]
fn nodes_are_counted_for_all_threads_together() {
    let game = Game::bundled_at("normal", START);
    for threads in [1, 4] {
        let info = search(&game, &Limits { nodes: Some(20_000), threads, ..limits() }).expect("a legal move");
        assert!(info.nodes <= 20_000 + 256, "{threads} threads: {}", info.nodes);
    }
}

#[test]
fn a_mate_in_the_first_line_does_not_end_the_others() {
    let game = Game::bundled_at("normal", "6k1/5ppp/8/8/8/8/5PPP/K2R4 w - - 0 1");
    let limits = Limits { multipv: 3, ..depth(8) };
    let mut last = 0;
    let told = &mut |info: &Info| last = last.max(if info.multipv == 3 { info.depth } else { 0 });
    let best = think(&game, &limits, &Memory::new(8), &Monitor::default(), told).expect("a legal move");
    assert_eq!((best.score, last), (Score::mate_in(1), 8));
    // If a move is wanted, it is enough.
    let told = &mut |info: &Info| last = info.depth;
    let limits = Limits { plays: true, ..limits };
    think(&game, &limits, &Memory::new(8), &Monitor::default(), told).expect("a legal move");
    assert!(last < 8, "depth {last}");
}

#[test]
fn multipv_lines_are_reported_once_and_completely() {
    let game = Game::bundled_at("normal", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    for nodes in (4_000..40_000).step_by(3_001) {
        let mut told: Vec<Info> = Vec::new();
        let limits = Limits { multipv: 3, nodes: Some(nodes), ..limits() };
        let best = think(&game, &limits, &Memory::new(8), &Monitor::default(), &mut |info| told.push(info.clone()));
        let best = best.expect("a legal move");
        let (iterations, rest) = told.as_chunks::<3>();
        assert!(rest.is_empty() && best.nodes <= nodes, "{nodes}: {best:?}, {rest:?}");
        let [whole @ .., last] = iterations else { panic!("{nodes}: nothing was told") };
        for (depth, lines) in (1..).zip(whole) {
            let is_whole = |info: &Info| info.finished && info.depth == depth && (depth < 3 || info.pv.len() > 1);
            assert!(lines.iter().all(is_whole), "{nodes}: {lines:?}");
        }
        for lines in iterations {
            assert_eq!(lines.each_ref().map(|info| info.multipv), [1, 2, 3]);
            let [a, b, c] = lines.each_ref().map(|info| info.pv[0]);
            assert!(a != b && b != c && c != a, "{nodes}: {lines:?}");
        }
        // Even if the search ended between two lines, the answer is the first one reported.
        assert_eq!(last[0].pv, best.pv, "{nodes}");
    }
}
