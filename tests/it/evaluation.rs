//! Static evaluations and piece values from outside.

use alfil::internals::board::{Color, Piece};
use alfil::internals::eval::{Basis, Evaluator, ROYAL};
use alfil::internals::game::{Board, Game};
use alfil::internals::search::values;
use alfil::internals::text::Source;
use alfil::internals::variant::{Setup, find, load};
use std::sync::Arc;

/// A game of a test, at its start.
pub fn invented(text: &str) -> Game {
    let (variant, reports) = load(&Source::new("invented.toml", text), &find);
    let variant = Arc::new(variant.unwrap_or_else(|| panic!("{reports:?}")));
    Game::new(&variant).expect("it can be played")
}

/// The value of a piece on the board according to the game's file.
pub fn value_of(game: &Game, piece: Piece) -> i32 {
    values(game, Basis::File).board(piece)
}

fn evaluation(game: &Game) -> i32 {
    match game.board() {
        Board::One(table) => Evaluator::new(&table.tables, Basis::File).derived(&table.tables, &table.position),
        Board::Two(table) => Evaluator::new(&table.tables, Basis::File).derived(&table.tables, &table.position),
        Board::Three(table) => Evaluator::new(&table.tables, Basis::File).derived(&table.tables, &table.position),
    }
}

/// White's only king is worth the game, one of Black's two no more than a piece.
#[test]
fn a_royal_that_may_be_lost_is_at_stake_like_a_piece() {
    let game = Game::bundled("spartan");
    let values = values(&game, Basis::Derived);
    let king = game.variant().kind_by_id("K").expect("there are kings");
    let queen = game.variant().kind_by_id("Q").expect("White has a queen");
    let [white, black] = Color::ALL.map(|color| values.stake(Piece::new(king, color)));
    assert_eq!(white, ROYAL);
    assert!(0 < black && black < values.stake(Piece::new(queen, Color::White)), "{black}");
}

/// A piece that starts on squares of one shade only may come to the other by promotion.
#[test]
fn promoted_pieces_are_worth_the_same_on_both_shades() {
    for name in ["makruk", "shatranj"] {
        let queen = if name == "makruk" { 'M' } else { 'Q' };
        let [left, right] = [format!("4k3/8/8/8/3{queen}4/8/8/R3K3"), format!("3k4/8/8/8/4{queen}3/8/8/3K3R")]
            .map(|board| evaluation(&Game::bundled_at(name, &format!("{board} w - - 0 1"))));
        assert_eq!(left, right, "{name}");
    }
}

/// Advisers and elephants never cross the river: with nothing else a side cannot win.
#[test]
fn pieces_that_cannot_attack_win_nothing() {
    let guards = "3k5/9/9/9/9/9/9/4p4/4A4/2E1KAE2 w - - 0 1";
    assert!(evaluation(&Game::bundled_at("xiangqi", guards)).abs() < 50);
    let rook = "3k5/9/9/9/9/9/9/4p4/4A4/R1E1KAE2 w - - 0 1";
    assert!(evaluation(&Game::bundled_at("xiangqi", rook)) > 500);
}

/// If only mate wins, a knight cannot win; if checks or goals do, too, it has its usual value.
#[test]
fn mating_material_does_not_matter_if_something_else_wins() {
    let knight = "4k3/8/8/8/8/8/8/4K1N1 w - -";
    assert!(evaluation(&Game::bundled_at("normal", &format!("{knight} 0 1"))) < 50);
    for (name, rest) in [("3check", "3+3 0 1"), ("5check", "5+5 0 1"), ("kingofthehill", "0 1")] {
        assert!(evaluation(&Game::bundled_at(name, &format!("{knight} {rest}"))) > 150, "{name}");
    }
}

/// A game of kings and pieces with drops.
fn dropping(start: &str, rest: &str) -> Game {
    invented(&format!(
        "name = \"dropping\"\n[board]\nfiles = 8\nranks = 8\n[start]\nfen = \"{start} w\"\n\
         [hand]\nsource = \"captures\"\n[pieces.K]\nname = \"King\"\nmove = \"K\"\n{rest}"
    ))
}

/// The evaluation of a position of a game.
fn worth(game: &mut Game, fen: &str) -> i32 {
    game.set_up(&Setup::parse(game.variant(), fen).expect("a right position")).expect("it can be played");
    evaluation(game)
}

/// A side with all the pieces is ahead, however many they are.
#[test]
fn large_material_does_not_overflow() {
    let each = |text: &dyn Fn(char) -> String| ('A'..='O').filter(|id| *id != 'K').map(text).collect::<String>();
    let pieces = each(&|id| format!("[pieces.{id}]\nname = \"{id}\"\nmove = \"F\"\n"));
    let values = each(&|id| format!("{id} = 4000, "));
    let values = format!("[values]\nboard = {{ {values} }}\nhand = {{ {values} }}");
    let mut game = dropping("k1abcdef/ghijlmno/8/8/8/8/GHIJLMNO/K1ABCDEF[]", &format!("{pieces}{values}"));
    let held = each(&|id| format!("200{id}"));
    let found = worth(&mut game, &format!("k1a5/8/8/8/8/8/8/K1A5[{held}] w - - 0 1"));
    assert!(found > 10_000, "{found}");
}

/// These pieces move as queens for White and as ferzes for Black, and there is no royal piece to threaten.
#[test]
fn a_piece_in_hand_is_worth_what_its_side_can_do_with_it() {
    let pieces = "[pieces.A]\nname = \"A\"\nmove = \"Q\"\nblack_move = \"F\"\n[royalty]\npieces = []\n[end]\nstalemate = \"loss\"";
    let mut game = dropping("k1a5/8/8/8/8/8/8/5A1K[]", pieces);
    let white = worth(&mut game, "k1a5/8/8/8/8/8/8/5A1K[AAA] w - - 0 1");
    let black = worth(&mut game, "k1a5/8/8/8/8/8/8/5A1K[aaa] b - - 0 1");
    assert!(white > 300 && black < 200, "{white} {black}");
}

/// In grand chess, a captured piece waits for the promotion of a pawn of its own side.
#[test]
fn a_piece_that_returns_to_its_owner_is_no_gain_for_its_captor() {
    for name in ["grand", "normal"] {
        let game = Game::bundled(name);
        let queen = Piece::new(game.variant().kind_by_id("Q").expect("a piece of chess"), Color::Black);
        let values = values(&game, Basis::Derived);
        assert_eq!(values.stake(queen), values.board(queen), "{name}");
    }
}

/// Where captured pieces go to the hand of their captor, also those that it captures from itself.
#[test]
fn a_piece_that_its_side_takes_in_hand_is_not_lost() {
    for (source, kept) in [("[\"captures\", \"self-captures\"]", true), ("[\"captures\"]", false)] {
        let game = invented(&format!(
            "name = \"taking\"\n[board]\nfiles = 8\nranks = 8\n[start]\nfen = \"k1a5/8/8/8/8/8/8/5A1K w\"\n\
             [hand]\nsource = {source}\n[pieces.K]\nname = \"King\"\nmove = \"K\"\n\
             [pieces.A]\nname = \"A\"\nmove = \"FdF\"\n"
        ));
        let values = values(&game, Basis::Derived);
        let kind = game.variant().kind_by_id("A").expect("a piece of its own");
        let back = if kept { values.hand(Color::White, kind) } else { 0 };
        let piece = Piece::new(kind, Color::White);
        assert_eq!(values.taken(Color::White, piece), back - values.board(piece), "{source}");
    }
}

/// In Seirawan chess, a hawk and an elephant in hand are worth something until the last piece has left the first rank.
#[test]
fn pieces_that_enter_behind_others_are_worth_something_while_they_can() {
    let mut game = Game::bundled("seirawan");
    let mut ahead = |rights: &str| worth(&mut game, &format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[HE] w {rights} - 0 1"));
    let (open, closed) = (ahead("E"), ahead("-"));
    assert!(open > 1_000 && closed.abs() < 100, "{open} {closed}");
}

/// Where captured pieces come back, a queen is worth fewer knights than in chess. A reserve that never grows, such as the
/// knight of pocket knight chess, changes nothing.
#[test]
fn small_pieces_are_worth_more_only_where_captured_pieces_come_back() {
    let knights = |name: &str| {
        let game = Game::bundled(name);
        let values = values(&game, Basis::Derived);
        let [queen, knight] = ["Q", "N"].map(|id| game.variant().kind_by_id(id).expect("a piece of chess"));
        let [queen, knight] = [queen, knight].map(|kind| f64::from(values.board(Piece::new(kind, Color::White))));
        queen / knight
    };
    let [chess, pocket, house] = ["normal", "pocketknight", "crazyhouse"].map(knights);
    assert!((chess - pocket).abs() < 0.05 && house < chess - 0.2, "{chess} {pocket} {house}");
}

/// What a file says of a piece holds for those that others promote to, too.
#[test]
fn a_value_in_the_file_is_also_that_of_promoted_pieces() {
    let values = |told: &str| {
        let text = format!("name = \"cheap\"\ninclude = \"crazyhouse\"\n[values.board]\n{told}\n");
        let game = invented(&text);
        let kind = |id: &str| game.variant().kinds().find(|(_, kind)| kind.id == id).expect("there is one").0;
        ["Q", "Q~"].map(|id| value_of(&game, Piece::new(kind(id), Color::White)))
    };
    assert_eq!(values("Q = 200"), [200, 200]);
    assert_eq!(values("\"Q~\" = 900\nQ = 200"), [200, 900]);
}

/// Orders of value on which the books of each game agree.
#[test]
fn piece_values_agree_with_the_literature() {
    let orders: [(&str, &[&str]); 5] = [
        ("normal", &["P", "N", "R", "Q"]),
        ("crazyhouse", &["P", "N", "R", "Q"]),
        ("xiangqi", &["A", "H", "C", "R"]),
        ("shogi", &["P", "N", "S", "G", "B", "R", "+R"]),
        ("capablanca", &["P", "N", "B", "R", "A", "C", "Q"]),
    ];
    for (name, order) in orders {
        let game = Game::bundled(name);
        let value = |id: &&str| {
            value_of(&game, Piece::new(game.variant().kind_by_id(id).expect("a kind of the game"), Color::White))
        };
        let values: Vec<i32> = order.iter().map(value).collect();
        assert!(values.is_sorted_by(|a, b| a < b), "{name}: {order:?} {values:?}");
        if name == "normal" {
            // Knight about three pawns, rook about five, queen about nine.
            assert!((280..380).contains(&values[1]) && (450..600).contains(&values[2]), "{values:?}");
            assert!((850..1100).contains(&values[3]), "{values:?}");
        }
    }
}

/// The pawn is the unit even if Black's pawns differ, whatever their order in the file.
#[test]
fn different_armies_share_one_unit() {
    let black = "[pieces.o]\nname = \"Berolina pawn\"\nmove = \"fmFfcW\"\n[[promotion]]\npieces = [\"P\", \"o\"]\nto = [\"Q\", \"R\", \"B\", \"N\"]";
    let fen = "rnbqkbnr/oooooooo/oooooooo/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = invented(&format!("name = \"berolinas\"\ninclude = \"normal\"\n[start]\nfen = \"{fen}\"\n{black}"));
    let value = |id: &str, color: Color| {
        let kind = game.variant().kind_by_id(id).expect("a piece of the game");
        value_of(&game, Piece::new(kind, color))
    };
    let pawn = value("P", Color::White);
    assert!((50..200).contains(&pawn), "{pawn}");
    for (id, least) in [("N", 200), ("R", 350), ("Q", 700)] {
        let found = value(id, Color::White);
        assert!((least..4 * least).contains(&found), "{id}: {found}");
    }
}

/// A piece whose captures are all banned has the value of a piece without captures.
#[test]
fn bans_of_all_captures_leave_the_value_of_quiet_moves() {
    let worth = |[mover, tower]: [&str; 2], color: Color, rest: &str| {
        let game = invented(&format!(
            "name = \"invented\"\ninclude = \"normal\"\n[pieces.M]\nname = \"Mover\"\nmove = \"{mover}\"\n\
             [pieces.T]\nname = \"Tower\"\nmove = \"{tower}\"\n\
             [start]\nfen = \"rnmtkqnr/pppppppp/8/8/8/8/PPPPPPPP/RNMTKQNR w - - 0 1\"\n{rest}"
        ));
        let of = |id: &str| value_of(&game, Piece::new(game.variant().kind_by_id(id).expect("a piece"), color));
        [of("M"), of("T"), of("R")]
    };
    let ban = |victims: &str| format!("[[capture.ban]]\nattacker = [\"T\"]\nvictim = {victims}\n");
    let [_, tower, rook] = worth(["mR", "R"], Color::White, "");
    assert_eq!(tower, rook);
    let [_, tower, rook] = worth(["mR", "R"], Color::White, &ban("[\"P\"]"));
    assert_eq!(tower, rook);
    // Banned captures lead nowhere, either: the second piece stays on squares of one colour.
    for moves in [["mR", "R"], ["mF", "mFcW"], ["mR", "mRcpR"]] {
        let [mover, tower, rook] = worth(moves, Color::White, &ban("\"all\""));
        assert!(tower == mover && tower < rook, "{moves:?}: {tower} {mover} {rook}");
    }
    // Guards are Black's alone, so that only White's towers meet them.
    let guard = "[pieces.g]\nname = \"Guard\"\nmove = \"K\"\n";
    let all_but_guards = ban("[\"P\", \"N\", \"B\", \"R\", \"Q\", \"K\", \"M\", \"T\"]");
    for (color, is_harmless) in [(Color::White, false), (Color::Black, true)] {
        let [mover, tower, _] = worth(["mR", "R"], color, &format!("{guard}{all_but_guards}"));
        assert_eq!(tower == mover, is_harmless, "{}: {tower} {mover}", color.name());
    }
}

/// The unit is the most frequent piece, in the hands if the board is empty.
#[test]
fn pieces_in_hand_give_the_unit_if_the_board_is_empty() {
    let text = r#"
name = "placing"
[board]
files = 5
ranks = 5
[start]
fen = "5/5/5/5/5[PPPNNpppnn] w - - 0 1"
[pieces.N]
move = "mN"
[pieces.P]
move = "mK"
[royalty]
pieces = []
[hand]
source = "fixed"
[drop]
mandatory = true
[[end.goal]]
pieces = ["P"]
count = 3
row = ["rank", "file"]
"#;
    let game = invented(text);
    let piece = |id: &str| Piece::new(game.variant().kind_by_id(id).expect("a piece"), Color::White);
    assert_eq!(value_of(&game, piece("P")), 100);
    assert_ne!(value_of(&game, piece("N")), 100);
}
