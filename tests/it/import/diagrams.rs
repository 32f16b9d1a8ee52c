//! Interactive Diagrams as variant files, and back. `data/import/diagrams` holds pages, some as they were published.

use super::{folder, is_refused};
use crate::cli::{output, run, words};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// A page with diagrams.
fn page(name: &str) -> String {
    format!("tests/data/import/diagrams/{name}.html")
}

#[test]
fn diagrams_that_cannot_be_carried_over_are_refused() {
    let folder = folder("faults");
    let to = folder.display().to_string();
    for (name, expected) in [
        ("faults", include_str!("../../data/import/diagrams/faults.txt")),
        ("published", include_str!("../../data/import/diagrams/published.txt")),
        ("script", include_str!("../../data/import/diagrams/script.txt")),
    ] {
        let output = is_refused(&page(name), expected, &to);
        assert!(output.stdout.is_empty(), "no file is written");
        // A number that several parts use is complained about once.
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.lines().any(|line| line.starts_with("note: 0 of ")), "{said}");
        for number in ["found `99`", "found `300`"].into_iter().filter(|_| name == "faults") {
            assert_eq!(said.matches(number).count(), 1, "{number}");
        }
    }
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0);
    fs::remove_dir_all(&folder).expect("it can go");
}

#[test]
fn imported_diagrams_have_the_node_counts_of_other_engines() {
    let folder = folder("diagrams");
    let to = folder.display();
    let said = output(&format!("import {} --to {to}", page("games")), "");
    let games: Vec<&str> = crate::cases(include_str!("../../data/import/diagrams/games.txt")).collect();
    assert_eq!(said.lines().count(), games.len(), "{said}");
    let mut count = 0;
    for (game, path) in games.into_iter().zip(said.lines()) {
        let text = fs::read_to_string(format!("tests/data/perft/{game}.json")).expect("its counts are there");
        let counts: Value = serde_json::from_str(&text).expect("it is JSON");
        let stem = path.rsplit('/').next().and_then(|file| file.strip_suffix(".toml")).expect("a variant file");
        for position in counts["positions"].as_array().expect("positions").iter().take(6) {
            let fen = position["fen"].as_str().expect("a position");
            let nodes = position["perft"].as_array().expect("counts").iter().filter_map(Value::as_u64);
            let Some((depth, nodes)) = nodes.enumerate().take_while(|(_, nodes)| *nodes < 6_000).last() else {
                continue;
            };
            let line = format!("perft {to}/{stem}.toml --depth {} --fen '{fen}'", depth + 1);
            assert_eq!(output(&line, "").lines().last(), Some(format!("nodes: {nodes}").as_str()), "{game}: {fen}");
            count += 1;
        }
    }
    fs::remove_dir_all(&folder).expect("it can go");
    assert!(count > 40, "{count} counts");
}

/// The legal moves after a sequence of moves from a position.
fn legal(to: &str, game: &str, position: &str) -> Vec<String> {
    let told: Value =
        serde_json::from_str(&output(&format!("inspect {to}/{game}.toml --json {position}"), "")).expect("it is JSON");
    let moves = told["legal"].as_array().expect("moves").iter();
    moves.map(|mv| mv.as_str().expect("a move").to_owned()).collect()
}

/// The destinations of moves from a square, in alphabetical order.
fn from(moves: &[String], square: &str) -> String {
    let mut squares: Vec<&str> = moves.iter().filter_map(|mv| mv.strip_prefix(square)).collect();
    squares.sort_unstable();
    squares.join(" ")
}

/// The moves are those of the games' rules.
#[test]
fn published_diagrams_have_the_moves_of_their_games() {
    let folder = folder("published");
    let to = folder.display().to_string();
    for name in ["omega", "eurasian", "arch-chancellor", "carrera", "elven-shogi"] {
        output(&format!("import {} --to {to}", page(name)), "");
    }
    // Ten pawns with three moves each, and two knights, champions and wizards.
    let omega = legal(&to, "omega-chess", "");
    assert_eq!(omega.len(), 10 * 3 + 2 * (2 + 2 + 1));
    for (square, squares) in [("b3", "b4 b5 b6"), ("d2", "c4 e4"), ("b2", "b4 d4"), ("a1", "b4"), ("g2", "")] {
        assert_eq!(from(&omega, square), squares, "{square}");
    }
    // A triple step is answered on either square that it passed.
    let passing = |moves: &str| legal(&to, "omega-chess", &format!("--moves '{moves}'"));
    assert!(passing("b3b4 f10f7 b4b5 f7f6 g3g6").contains(&"f6g5".to_owned()));
    assert!(passing("b3b4 f10f7 b4b5 f7f6 b5b6 f6f5 g3g6").contains(&"f5g4".to_owned()));
    // The king castles with the rook, which is next to the champion.
    let free = "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQK2RC*/W**********W w KQkq - 0 1";
    assert_eq!(from(&legal(&to, "omega-chess", &format!("--fen '{free}'")), "g2"), "h2 i2");
    // Ten pawns, three moves of each knight, two of vaos, bishops and rooks, five of cannons, three of queen and king.
    let eurasian = legal(&to, "eurasian-chess", "");
    assert_eq!(eurasian.len(), 10 * 2 + 2 * (3 + 2 + 2 + 2 + 5) + 3 + 3);
    for (square, squares) in [("b2", "a4 c4 d1"), ("d2", "e1 j8"), ("c1", "b1 d1 e1 f1 g1"), ("f2", "e1 f1 g1")] {
        assert_eq!(from(&eurasian, square), squares, "{square}");
    }
    // Kings may not face each other on files and diagonals.
    let kings = legal(&to, "eurasian-chess", "--fen '10/5k4/10/10/10/10/10/4K5/10/10[-] w - - 0 1'");
    assert_eq!(from(&kings, "e3"), "d2 d3 d4 e2 e4");
    // Pawns may promote to lost pieces on the last three ranks, and must do so on the last.
    for (rank, held, squares) in
        [("a6", "Q", "a7"), ("a7", "Q", "a8 a8q"), ("a8", "Q", "a9 a9q"), ("a9", "Q", "a10q"), ("a9", "-", "")]
    {
        let mut ranks = ["10"; 10];
        (ranks[7], ranks[9]) = ("9k", "K9");
        ranks[10 - rank[1..].parse::<usize>().expect("a rank")] = "P9";
        let fen = format!("--fen '{}[{held}] w - - 0 1'", ranks.join("/"));
        assert_eq!(from(&legal(&to, "eurasian-chess", &fen), rank), squares, "{fen}");
    }
    // Chess with archbishops for bishops and chancellors for knights, all of which leap like knights.
    let arch = legal(&to, "arch-chancellor-chess", "");
    assert_eq!(arch.len(), 8 * 2 + 4 * 2);
    for (square, squares) in [("b1", "a3 c3"), ("c1", "b3 d3"), ("d1", ""), ("e1", "")] {
        assert_eq!(from(&arch, square), squares, "{square}");
    }
    let free = legal(&to, "arch-chancellor-chess", "--fen '4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1'");
    assert_eq!(from(&free, "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(from(&free, "a7"), "a8a a8c a8q a8r");
    // Elven shogi: pawns step straight ahead, dwarfs step like kings, and the king does not castle.
    let elven = legal(&to, "elven-shogi", "");
    for (square, squares) in [
        ("c3", "c4"),
        ("b2", "a4 c4 d1"),
        ("d2", "c1 d1 e1"),
        ("g2", "g1 h1"),
        ("a2", "b1"),
        ("a1", "b1 c1 d1 e1"),
        ("f2", "e1 g1"),
        ("f1", "e1 g1"),
    ] {
        assert_eq!(from(&elven, square), squares, "{square}");
    }
    // Pieces that reach the last three ranks promote to a dwarf, spider, elf or goblin; those do not promote again.
    for (board, square, squares) in [
        ("k9/10/10/P9/10/10/10/10/10/K9", "a7", "a8d"),
        ("k9/10/10/10/P9/10/10/10/10/K9", "a6", "a7"),
        ("k9/10/10/10/N9/10/10/10/10/5K4", "a6", "b4 b8s c5 c7"),
        ("4k5/10/10/10/10/9R/10/10/9P/9K", "j5", "a5 b5 c5 d5 e5 f5 g5 h5 i5 j10g j3 j4 j6 j7 j8g j9g"),
        ("k9/10/10/10/10/10/10/B9/10/9K", "a3", "b2 b4 c1 c5 d6 e7 f8e g9e h10e"),
        ("k9/10/D9/10/10/10/10/10/10/9K", "a8", "a7 a9 b7 b8 b9"),
    ] {
        let fen = format!("--fen '{board} w - - 0 1'");
        assert_eq!(from(&legal(&to, "elven-shogi", &fen), square), squares, "{board}");
    }
    // A king whose start is shuffled castles to the destinations that the king in the diagram has.
    let free = legal(&to, "carreras-chess", "--fen '5k4/10/10/10/10/10/10/1R3K2R1 w BI - 0 1'");
    assert!(["O-O", "O-O-O"].iter().all(|castling| free.contains(&(*castling).to_owned())), "{free:?}");
    let castled = "--fen '5k4/10/10/10/10/10/10/1R3K2R1 w BI - 0 1' --moves O-O-O --json";
    let said = output(&format!("--variants {to} inspect --variant carreras-chess {castled}"), "");
    assert!(said.contains("/2KR4R1 b"), "{said}");
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Knights, bishops, rooks, queen and king are shuffled, bishops on squares of different shades and the king between
/// the rooks; the others stay.
#[test]
fn shuffles_of_published_diagrams_are_imported() {
    let folder = folder("drawn");
    let to = folder.display().to_string();
    output(&format!("import {} --to {to}", page("carrera")), "");
    let told = output(&format!("--variants {to} rules carreras-chess"), "");
    let who = "All pieces other than pawns, archbishops and chancellors take part; the others keep their squares.";
    assert!(told.contains(who), "{told}");
    let mut orders = BTreeSet::new();
    for _ in 0..8 {
        let said = output(&format!("play --variants {to} carreras-chess"), "quit\n");
        let rank = |number: &str| -> String {
            let rank = said.lines().find_map(|line| line.trim_start().strip_prefix(number)).expect("a rank");
            rank.chars().filter(char::is_ascii_alphabetic).collect()
        };
        let order = rank("1 ");
        assert_eq!(rank("8 "), order.to_lowercase());
        let at = |piece: char| order.match_indices(piece).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!((at('A'), at('C'), at('N').len()), (vec![1], vec![8], 2), "{order}");
        assert_eq!(at('B').iter().sum::<usize>() % 2, 1, "{order}");
        assert!(at('R')[0] < at('K')[0] && at('K')[0] < at('R')[1], "{order}");
        orders.insert(order);
    }
    fs::remove_dir_all(&folder).expect("it can go");
    assert!(orders.len() > 1, "{orders:?}");
}

/// Two draws, one after the other: the king stays on the four squares in the middle, where by the page of Zanzibar-XXL
/// it must be, and the others change places on all squares.
#[test]
fn two_shuffles_of_a_diagram_follow_each_other() {
    let folder = folder("draws");
    let to = folder.display().to_string();
    let middle = ["f1", "g1", "f2", "g2"];
    for (game, pieces, around) in
        [("zanzibar-s", "FGLQUK", &["e1", "h1"][..]), ("zanzibar-xxl", "DFGLOQUK", &["e1", "h1", "e2", "h2"])]
    {
        output(&format!("import {} --to {to}", page(game)), "");
        let mut starts = BTreeSet::new();
        for _ in 0..4 {
            let said = output(&format!("play --variants {to} {game}"), "quit\n");
            let at = |square: &str| -> String {
                let (file, rank) = square.split_at(1);
                let line =
                    said.lines().find(|line| line.trim_start().starts_with(&format!("{rank} |"))).expect("a rank");
                let file = usize::from(file.as_bytes()[0] - b'a');
                line.split('|').nth(file + 1).expect("a square").trim().to_owned()
            };
            let squares: Vec<&str> = middle.iter().chain(around).copied().collect();
            let drawn: Vec<String> = squares.iter().map(|square| at(square)).collect();
            let mut all: Vec<char> = drawn.concat().chars().collect();
            let king = drawn.iter().position(|piece| piece == "K").expect("a king");
            assert!(king < middle.len(), "{game}: {drawn:?}");
            let mirror = |square: &str| format!("{}{}", &square[..1], 13 - square[1..].parse::<u8>().expect("a rank"));
            assert!(squares.iter().zip(&drawn).all(|(square, piece)| at(&mirror(square)) == piece.to_lowercase()));
            let mut wanted: Vec<char> = pieces.chars().collect();
            all.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(all, wanted, "{game}");
            starts.insert(drawn);
        }
        assert!(starts.len() > 1, "{game}: {starts:?}");
    }
    // The king leaps once, wherever it starts, but not out of check or over attacked squares (Cazaux's pages).
    for (board, moves) in [
        ("12/12/12/12/5K6 w F", "d1 d2 d3 e1 e2 e3 f2 f3 g1 g2 g3 h1 h2 h3"),
        ("12/12/12/5K6/12 w -", "d1 d2 d3 d4 e1 e2 e3 e4 f1 f3 f4 g1 g2 g3 g4 h1 h2 h3 h4"),
        ("6r5/12/12/12/5K6 w F", "d1 d2 d3 e1 e2 e3 f2 f3"),
        ("12/12/5r6/5K6/12 w -", "e1 e2 f3 g1 g2"),
    ] {
        let legal = legal(&to, "zanzibar-s", &format!("--fen '7k4/12/12/12/12/12/12/{board} - 0 1'"));
        let mut squares: Vec<&str> = legal.iter().map(|mv| &mv[2..]).collect();
        squares.sort_unstable();
        assert_eq!(squares.join(" "), moves, "{board}");
    }
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Published diagrams play like the bundled games, whose files were written from rule books: all moves of their pieces
/// are read correctly.
#[test]
fn published_diagrams_play_as_bundled_games() {
    let folder = folder("lines");
    let to = folder.display().to_string();
    let other_metamachy = format!("{to}/other-metamachy.toml");
    let games = [
        ("zanzibar-s", "zanzibar-s"),
        ("zanzibar-xxl", "maasai"),
        ("elven", "elven"),
        ("falcon", "falcon"),
        ("wildebeest", "wildebeest"),
        ("metamachy", &other_metamachy),
    ];
    for (diagram, _) in games {
        output(&format!("import {} --name my-{diagram} --to {to}", page(diagram)), "");
    }
    // Black chooses the order of the four pieces in the middle, and the diagram shows another choice than the bundled
    // file.
    let other = "name = \"other-metamachy\"\ninclude = \"metamachy\"\n[start]\n\
        fen = \"cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Gg - 0 1\"\n";
    fs::write(folder.join("other-metamachy.toml"), other).expect("it can be written");
    for (diagram, game) in games {
        for depth in 1..=3 {
            let counted = |game: &str| {
                let said = output(&format!("perft {game} --depth {depth}"), "");
                said.lines().last().expect("a number").to_owned()
            };
            assert_eq!(counted(&format!("{to}/my-{diagram}.toml")), counted(game), "{game}, {depth} plies");
        }
    }
    let elven = |position: &str, moves: &[&str]| {
        let legal = legal(&to, "my-elven", position);
        moves.iter().map(|mv| legal.contains(&(*mv).to_owned())).collect::<Vec<_>>()
    };
    // The king castles three squares.
    let free = "--fen '4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1'";
    assert_eq!(elven(free, &["f1i1", "f1c1", "f1h1", "f1d1"]), [true, true, false, false]);
    // A warlock never captures another that could be recaptured: here by a pawn, from near, from farther away, and with
    // another capture on the way. It may go on to a square where it could not be.
    for (board, moves, may) in [
        ("9k/10/10/10/1p8/2w7/1W8/10/10/K9", &["b4c5", "b4c5,c5d5"][..], &[false, true][..]),
        ("9k/10/10/10/10/2w7/1W8/10/10/K9", &["b4c5"], &[true]),
        ("9k/10/10/1p8/2w7/10/1W8/10/10/K9", &["b4c6"], &[false]),
        ("9k/10/10/10/2w7/10/1W8/10/10/K9", &["b4c6"], &[true]),
        ("9k/10/10/1p8/2w7/2p7/1W8/10/10/K9", &["b4c5,c5c6", "b4c5"], &[false, true]),
    ] {
        assert_eq!(elven(&format!("--fen '{board} w - - 0 1'"), moves), may, "{board}");
    }
    // If its diagram omits the zone, it is the last rank.
    output(&format!("import {} --name late-elven --to {to}", page("elven-default")), "");
    for (game, top, may) in [
        ("my-elven", "10/10/10/P8k", true),
        ("late-elven", "10/10/10/P8k", false),
        ("late-elven", "10/P8k/10/10", true),
    ] {
        let moves = legal(&to, game, &format!("--fen '{top}/10/10/10/10/10/K9 w - - 0 1'"));
        assert_eq!(moves.iter().any(|mv| mv.ends_with('q')), may, "{game}: {top}");
    }
    let told = output(&format!("--variants {to} rules my-elven"), "");
    let ban = "A warlock may not capture a warlock if it could then be captured in turn, whatever else it captures on its way.";
    assert!(told.contains(ban), "{told}");
    // After one was captured by another piece, none may be captured with the next move.
    let rooks = "--fen 'r8k/10/10/10/10/W2w6/10/10/10/K2R6 w - - 0 1' --moves";
    assert_eq!(elven(&format!("{rooks} 'd1d5'"), &["a10a5"]), [false]);
    assert_eq!(elven(&format!("{rooks} 'd1d2'"), &["a10a5"]), [true]);
    fs::remove_dir_all(&folder).expect("it can go");
}

/// The pieces of chess with only defaults are chess (counts of the position known as Kiwipete, on which all engines
/// agree); with `stalemate=win` the stalemating side wins. Squares of Black's pieces that repeat the mirrored ones
/// change nothing.
#[test]
fn a_diagram_with_nothing_but_defaults_is_chess() {
    let folder = folder("defaults");
    let to = folder.display().to_string();
    let pieces = "stalemate=win\npawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1,,c8,f8\nrook::::a1,h1\nqueen::::d1\nking::::e1\n";
    let imported = run(&words(&format!("import - --name bare --to {to}")), pieces);
    let notes = String::from_utf8_lossy(&imported.stderr);
    for note in ["`promoChoice` is left out, so it is QNRB", "queen `Q`, king `KisO2`"] {
        assert!(notes.contains(note), "nobody says `{note}`\n{notes}");
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (fen, depth, nodes) in [("", 3, 8_902), (kiwipete, 3, 97_862)] {
        let fen = if fen.is_empty() { String::new() } else { format!("--fen '{fen}'") };
        let counted = output(&format!("perft {to}/bare.toml --depth {depth} {fen}"), "");
        assert_eq!(counted.lines().last(), Some(format!("nodes: {nodes}").as_str()), "{fen}");
    }
    // A piece without an ID leaves to the one below the letter that is written there.
    let crowded = "symmetry=mirror\nmaxPromote=0\nKirin::FD::b1,g1\nking:K:K::e1\n";
    let imported = run(&words(&format!("import - --name crowded --to {to}")), crowded);
    let notes = String::from_utf8_lossy(&imported.stderr);
    assert!(notes.contains("`Kirin` is `I` here, since another piece is `K`"), "{notes}");
    let stuck = "inspect --variant bare --json --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'";
    let told: Value = serde_json::from_str(&output(&format!("--variants {to} {stuck}"), "")).expect("it is JSON");
    assert_eq!((told["result"].as_str(), told["reason"].as_str()), (Some("1-0"), Some("stalemate")));
    // Hands may differ, and the last piece is royal whatever its name is.
    let held =
        "holdingsType=1\npromoChoice=*R*N\npawn::::a2-h2\nrook::::a1,h1:2,0\nknight:N:::b1,g1:1\nemperor:E:K::e1\n";
    let imported = run(&words(&format!("import - --name held --to {to}")), held);
    assert!(
        String::from_utf8_lossy(&imported.stderr).contains("`royal` is left out, so it is the last piece: emperor")
    );
    let promotes = |position: &str| legal(&to, "held", &format!("--fen '{position}'")).join(" ");
    let start = fs::read_to_string(folder.join("held.toml")).expect("it is written");
    assert!(start.contains("/RN2E1NR[RRNn] w"), "{start}");
    let white = promotes("8/P6e/8/8/8/8/8/E7[RRNn] w - - 0 1");
    let black = promotes("e7/8/8/8/8/8/p6E/8[RRNn] b - - 0 1");
    assert!(white.contains("a7a8r") && white.contains("a7a8n"), "{white}");
    assert!(!black.contains("a2a1r") && black.contains("a2a1n"), "{black}");
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Wildebeest chess: pawns go up to the fifth rank in one move, from the second or the third, and can be captured on
/// all squares that they passed. They promote to queens or wildebeests on the last rank (Schmittberger's rules).
#[test]
fn imported_wildebeest_pawns_advance_to_the_middle() {
    let folder = folder("middle");
    let to = folder.display().to_string();
    let said = run(&words(&format!("import {} --to {to}", page("wildebeest"))), "");
    let notes = String::from_utf8_lossy(&said.stderr);
    for note in [
        "pieces without moves have those of their names: knight `N`, bishop `B`, camel `C`, rook `R`, queen `Q`",
        "`promoZone` is left out, so it is 1, only the last rank",
        "`maxPromote` is left out, so it is 1, only the first piece: pawn",
        "`royal` is left out, so it is the last piece: king",
        "`stalemate` is left out, so it is a draw",
    ] {
        let line = format!("note: {}:4: {note}", page("wildebeest"));
        assert!(notes.lines().any(|said| said == line), "nobody says `{line}`\n{notes}");
    }
    let moves = |position: &str, square: &str| from(&legal(&to, "wildebeest-chess", position), square);
    let board = "--fen '5k5/11/11/11/11/4P6/3P7/2P8/1P9/5K5 w - - 0 1'";
    for (square, squares) in [("b2", "b3 b4 b5"), ("c3", "c4 c5"), ("d4", "d5"), ("e5", "e6")] {
        assert_eq!(moves(board, square), squares, "{square}");
    }
    let blocked = "--fen '5k5/11/11/11/11/11/1p9/11/1P9/5K5 w - - 0 1'";
    assert_eq!(moves(blocked, "b2"), "b3");
    let passing = "--fen '5k5/11/11/11/11/2p1p6/2p8/11/1P1P7/5K5 w - - 0 1' --moves";
    assert_eq!(moves(&format!("{passing} b2b5"), "c4"), "b3 c3");
    assert_eq!(moves(&format!("{passing} d2d5"), "e5"), "d4 e4");
    assert_eq!(moves(&format!("{passing} d2d3"), "c4"), "c3 d3");
    // Black's pawns go down as far.
    let down = "--fen '5k5/1p9/2p8/3p7/11/11/11/11/11/5K5 b - - 0 1'";
    for (from, squares) in [("b9", "b6 b7 b8"), ("c8", "c6 c7"), ("d7", "d6")] {
        assert_eq!(moves(down, from), squares, "{from}");
    }
    assert_eq!(moves("--fen '11/3P7/11/5k5/11/11/11/11/11/5K5 w - - 0 1'", "d9"), "d10q d10w");
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Gross Chess (chessvariants.com/large.dir/gross.html): 72 moves for either side, of which the first two never meet.
/// Pawns promote on the third rank from the end to bishops, knights, vaos and wizards, on the second also to rooks,
/// champions and cannons, and on the last they must, to anything. There are never more of a piece than at the start,
/// and in addition two queens and four rooks, knights and bishops.
#[test]
fn imported_promotion_choices_depend_on_the_rank() {
    let folder = folder("gross");
    let to = folder.display().to_string();
    output(&format!("import {} --to {to}", page("gross")), "");
    for (depth, nodes) in [(1, 72), (2, 72 * 72)] {
        let counted = output(&format!("perft {to}/gross-chess.toml --depth {depth}"), "");
        assert_eq!(counted.lines().last(), Some(format!("nodes: {nodes}").as_str()), "{depth} plies");
    }
    let moves = |position: &str, square: &str| from(&legal(&to, "gross-chess", position), square);
    for (from, ranks, found) in [
        ("a8", "12/12/12/12/P10k", "a9"),
        ("a9", "12/12/12/P10k/12", "a10 a10b a10n a10v a10w"),
        ("a10", "12/12/P10k/12/12", "a11 a11b a11c a11n a11r a11s a11v a11w"),
        ("a11", "12/P10k/12/12/12", "a12a a12b a12c a12m a12n a12q a12r a12s a12v a12w"),
        // There may be at most six knights, two vaos and three queens.
        ("a9", "12/12/12/P10k/NNNNNNVV4", "a10 a10b a10w"),
        ("a9", "12/12/12/P10k/NNNNNV6", "a10 a10b a10n a10v a10w"),
    ] {
        let fen = format!("--fen '{ranks}/12/12/12/12/12/6K5/12 w - - 0 1'");
        assert_eq!(moves(&fen, from), found, "{fen}");
    }
    let all = "--fen '12/P10k/12/12/12/12/12/12/12/PPPPPPPPPPPP/6K5/QQQMMAARRRRR w - - 0 1'";
    assert_eq!(moves(all, "a11"), "a12b a12c a12n a12r a12s a12v a12w");
    // The king moves two to four squares towards either rook.
    let free = "--fen '12/12/12/12/6k5/12/12/12/12/6P5/1R4K3R1/12 w KQ - 0 1'";
    for square in ["c2", "d2", "e2", "i2", "j2"] {
        assert!(legal(&to, "gross-chess", free).contains(&format!("g2{square}")), "{square}");
    }
    // Triple steps are answered on either square that was passed.
    let passing = "--fen '11k/12/12/12/12/12/1p10/12/12/P1P9/6K5/12 w - - 0 1' --moves";
    assert_eq!(moves(&format!("{passing} a3a6"), "b6"), "a5 b5");
    assert_eq!(moves(&format!("{passing} c3c6"), "b6"), "b5 c5");
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Rules that a diagram cannot express, by game.
const UNSAID: [(&str, &str); 7] = [
    ("shatranj", "what stalemate means"),
    ("shatranj", "what being left with few pieces means"),
    ("antichess", "that captures are mandatory"),
    ("antichess", "what stalemate means"),
    ("antichess", "what the loss of pieces means"),
    ("kyotoshogi", "drops"),
    ("racingkings", "what reaching squares means"),
];

/// A line that cannot be read is reported, but not its consequences: missing squares, and lines that name the piece.
#[test]
fn unreadable_lines_cause_no_further_complaints() {
    let folder = folder("unread");
    let file = folder.join("jumpers.toml");
    let game = r#"name = "jumpers"
[board]
files = 4
ranks = 4
holes = "a2 d3"
[start]
fen = "kj2/3*/*3/2JK w - - 0 1"
[pieces.K]
name = "King"
move = "K"
[pieces.J]
name = "Jumper"
move = "mF[cF-fmF?cF-fmF]"
[pieces.P]
name = "Pawn"
move = "fW"
[[promotion]]
pieces = ["P"]
to = ["J"]
"#;
    fs::create_dir_all(&folder).expect("it can be made");
    fs::write(&file, game).expect("it can be written");
    let exported = run(&words(&format!("export {} --betza", file.display())), "");
    let said = String::from_utf8_lossy(&exported.stderr);
    assert!(said.contains("the line `Jumper:J:"), "{said}");
    assert!(!said.contains("the squares of") && !said.contains("promoChoice"), "{said}");
    fs::remove_dir_all(&folder).expect("it can go");
}

/// What no diagram can say is told even if a line cannot be read back.
#[test]
fn unreadable_lines_hide_nothing_else() {
    let sepoys = r#"include = "normal"
[board]
topology = "cylinder"
[start]
fen = "rnbqkbnr/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP b kq - 0 1"
[pieces.P]
move = "fmWfceF"
black_move = "fmWfceFifmnD"
[pieces]
K = "none"
[pieces.k]
name = "King"
move = "KisO2"
[[end.extinction]]
pieces = "all"
side = "white"
"#;
    // No king has partners at equal distances, and pawns promote in the corners.
    let corners = r#"include = "normal"
castling = "none"
[start]
fen = "knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1"
[pieces.P]
move = "mflFcfWclW"
[[promotion]]
pieces = ["P"]
to = ["Q", "R", "B", "N"]
zone = { white = "a5-a8 b8-d8", black = "h1-h4 e1-g1" }
"#;
    let ranks = corners.replace(r#"{ white = "a5-a8 b8-d8", black = "h1-h4 e1-g1" }"#, r#""last-2""#);
    let one_side = format!("{ranks}side = \"black\"\n");
    let promotes = "how pieces promote";
    let cases: [(&str, &str, &[&str], &[&str]); 4] = [
        (
            "sepoys",
            sepoys,
            &["joined edges of the board", "which side moves first", "the moves of the pawn", "the side of the king"],
            &["the moves of the king", "the side of the pawn", promotes],
        ),
        ("corners", corners, &[promotes], &["which side moves first", "joined edges", "the moves of", "the side of"]),
        ("ranks", &ranks, &[], &[promotes]),
        ("one-side", &one_side, &[promotes], &[]),
    ];
    for (name, game, told, untold) in cases {
        let folder = folder(name);
        let file = folder.join(format!("{name}.toml"));
        fs::create_dir_all(&folder).expect("it can be made");
        fs::write(&file, format!("name = \"{name}\"\n{game}")).expect("it can be written");
        let exported = run(&words(&format!("export {} --betza", file.display())), "");
        let said = String::from_utf8_lossy(&exported.stderr);
        assert!(said.contains("the line `"), "{said}");
        assert!(told.iter().all(|what| said.contains(&format!("diagram: {what}\n"))), "{said}");
        assert!(!untold.iter().any(|what| said.contains(&format!("diagram: {what}"))), "{said}");
        fs::remove_dir_all(&folder).expect("it can go");
    }
}

#[test]
fn a_diagram_has_no_move_counters() {
    let folder = folder("counters");
    let file = folder.join("late.toml");
    fs::create_dir_all(&folder).expect("it can be made");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 30 1";
    fs::write(&file, format!("name = \"late\"\ninclude = \"normal\"\n[start]\nfen = \"{start}\"\n"))
        .expect("it can be written");
    let exported = run(&words(&format!("export {} --betza", file.display())), "");
    let said = String::from_utf8_lossy(&exported.stderr);
    assert!(said.contains("the move counters of the start position"), "{said}");
    fs::remove_dir_all(&folder).expect("it can go");
}

/// Exported diagrams of bundled games are read back as the same game, as far as the format goes.
#[test]
fn exported_games_round_trip() {
    let folder = folder("exported");
    let to = folder.display().to_string();
    let (mut whole, mut partly, mut unsaid) = (0, 0, 0);
    for file in fs::read_dir("variants").expect("it is there") {
        let file = file.expect("a file").file_name().into_string().expect("a name");
        let Some(game) = file.strip_suffix(".toml") else { continue };
        let exported = run(&words(&format!("export {game} --betza")), "");
        let said = String::from_utf8_lossy(&exported.stderr);
        // The first choice is the default. Pieces that remember what they were are chosen like others.
        let chosen = String::from_utf8_lossy(&exported.stdout).contains("\npromoChoice=QRBN\n");
        assert!(chosen || !["normal", "crazyhouse"].contains(&game), "{said}");
        let told = ["go to the hand as what they were", "drops"].iter().all(|what| said.contains(what));
        assert!(told || game != "crazyhouse", "{said}");
        for (_, rule) in UNSAID.iter().filter(|(name, _)| *name == game) {
            assert!(said.contains(rule), "{game}, {rule}: {said}");
            unsaid += 1;
        }
        if !exported.status.success() {
            assert!(said.contains("warning: not expressed in the diagram: "), "{game}: {said}");
            partly += 1;
            continue;
        }
        assert_eq!(said, "", "{game}");
        let imported = run(&words(&format!("import - --name x{game} --to {to}")), &exported.stdout);
        assert!(imported.status.success(), "{game}: {}", String::from_utf8_lossy(&imported.stderr));
        let count = |game: &str| {
            let counted = output(&format!("perft {game} --depth 2"), "");
            counted.lines().last().map(str::to_owned)
        };
        assert_eq!(count(&format!("{to}/x{game}.toml")), count(game), "{game}");
        whole += 1;
    }
    fs::remove_dir_all(&folder).expect("it can go");
    assert!(whole > 20 && partly > 20, "{whole} wholly, {partly} partly");
    assert_eq!(unsaid, UNSAID.len(), "a game is not bundled");
}
