//! Variants from directories: found, replaced, left out, with complaints.

use super::cli::run;
use super::common::Scratch;
use alfil::internals::board::{Area, Color, Topology};
use alfil::internals::game::Game;
use alfil::internals::variant::{Directory, Library, PromotionTo, Setup, Variant, builtin, directories};
use fastrand::Rng;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn names(library: &Library) -> Vec<&str> {
    library.names().skip(builtin().len()).collect()
}

#[test]
fn files_are_added_and_wrong_ones_left_out() {
    let scratch = Scratch::new("add");
    scratch
        .write("b.toml", "name = \"second\"\ninclude = \"first\"\n[pieces.Q]\nmove = \"QN\"\n")
        .write("first.toml", "name = \"first\"\naliases = [\"one\"]\ninclude = \"normal\"\n")
        .write("wrong.toml", "name = \"wrong\"\ninclude = \"normal\"\n[pieces.Q]\nmove = \"E\"\n")
        .write("notes.txt", "no variant");
    let (library, reports) = scratch.load();
    assert_eq!(names(&library), ["second", "first"]);
    assert_eq!(reports, ["wrong.toml:4:9: unknown atom `E`"]);
    assert!(library.get("wrong").is_none());
    assert_eq!(library.get("ONE").expect("found by alias").name, "first");
    let second = library.get("second").expect("built on another file");
    let queen = second.kind_by_id("Q").expect("kept");
    assert_eq!(second.kind(queen).notation.0[0], "QN");
    assert_eq!(second.kind(queen).name, "Queen");
    assert!(second.aliases.is_empty(), "aliases belong to one file");
    assert_eq!(library.suggestion("frist").as_deref(), Some("did you mean `first`?"));
}

#[test]
fn a_file_replaces_a_bundled_variant() {
    let scratch = Scratch::new("replace");
    let bundled = builtin()[0].name();
    scratch.write("mine.toml", &format!("name = \"{bundled}\"\ntitle = \"Mine\"\ninclude = \"{bundled}\"\n"));
    let (library, reports) = scratch.load();
    assert_eq!(
        reports,
        [format!("mine.toml:1:8: warning: `{bundled}` is the name of a bundled variant, and this file replaces it")]
    );
    assert_eq!(library.first().title, "Mine");
    assert_eq!(library.names().count(), builtin().len());
    assert_ne!(Library::bundled().first().title, "Mine");
}

#[test]
fn a_file_may_build_on_the_bundled_variant_whose_file_name_it_has() {
    let scratch = Scratch::new("same-stem");
    let bundled = builtin()[1].name();
    scratch.write(&format!("{bundled}.toml"), &format!("name = \"mine\"\ninclude = \"{bundled}\"\n"));
    let (library, reports) = scratch.load();
    assert_eq!(reports, [""; 0]);
    assert_eq!(names(&library), ["mine"]);
}

#[test]
fn an_alias_does_not_hide_a_name() {
    let scratch = Scratch::new("alias");
    let bundled = builtin()[2].name();
    scratch
        .write("mine.toml", &format!("name = \"mine\"\naliases = [\"{bundled}\", \"yours\"]\ninclude = \"normal\"\n"))
        .write("yours.toml", "name = \"yours\"\naliases = [\"ours\"]\ninclude = \"normal\"\n")
        .write("zz.toml", "name = \"zz\"\naliases = ['ours', \"last\"]\ninclude = \"normal\"\n");
    let (library, reports) = scratch.load();
    let expected = |place: &str, alias: &str, other: &str| {
        format!("{place}: warning: the alias `{alias}` has no effect: it is a name of `{other}`")
    };
    let bundled_one = expected("mine.toml:2:12", bundled, bundled);
    let others = [expected("mine.toml:2:23", "yours", "yours"), expected("zz.toml:2:12", "ours", "yours")];
    assert_eq!(reports[..1], [bundled_one]);
    assert_eq!(reports[1..], others);
    assert_eq!(library.get(bundled).expect("bundled").name, bundled);
    assert_eq!(["ours", "last"].map(|alias| library.get(alias).expect("an alias").name.clone()), ["yours", "zz"]);
}

/// `check` reports each alias that is the name of another file's game, `list` shows only those by which a game is
/// found.
#[test]
fn aliases_that_name_other_games_are_reported() {
    let scratch = Scratch::new("aliases");
    scratch
        .write("a.toml", "name = \"a\"\naliases = [\"b\", \"free\", \"chess\"]\ninclude = \"normal\"\n")
        .write("b.toml", "name = \"b\"\naliases = [\"free\", \"chess960\", \"spare\"]\ninclude = \"normal\"\n");
    let check = |file: &str| {
        let path = scratch.path(file).display().to_string();
        let said = String::from_utf8(run(&["check".to_owned(), path], "").stderr).expect("it is text");
        let warnings = said.lines().filter_map(|line| line.strip_prefix("warning: the alias ")?.split_once(' '));
        warnings.map(|(alias, _)| alias.trim_matches('`').to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(check("a.toml"), ["chess", "b"]);
    assert_eq!(check("b.toml"), ["chess960", "free"]);
    let words = ["--variants".to_owned(), scratch.folder().display().to_string(), "list".to_owned()];
    let listed = String::from_utf8(run(&words, "").stdout).expect("it is text");
    let line = |name: &str| listed.lines().find(|line| line.split_whitespace().next() == Some(name)).expect("listed");
    assert!(line("a").contains("(also free)"), "{listed}");
    assert!(line("b").contains("(also spare)"), "{listed}");
}

#[test]
fn of_two_files_with_one_name_the_first_is_used() {
    let (one, other) = (Scratch::new("one"), Scratch::new("other"));
    one.write("x.toml", "name = \"game\"\ntitle = \"One\"\ninclude = \"normal\"\n");
    other.write("y.toml", "name = \"game\"\ntitle = \"Other\"\ninclude = \"normal\"\n");
    let (library, reports) =
        Library::load(&[one.directory(), other.directory()], &alfil::internals::game::try_to_begin);
    assert_eq!(library.get("game").expect("loaded").title, "One");
    assert_eq!(reports.len(), 1);
    let said = reports[0].to_string();
    assert!(said.contains("x.toml: warning: `") && said.ends_with("y.toml` has the name `game`, too, and is left out"));
}

#[test]
fn unreadable_files_are_reported() {
    let scratch = Scratch::new("unreadable");
    fs::write(scratch.path("bytes.toml"), [0xe9, b'=']).expect("writable");
    fs::write(scratch.path("utf16.toml"), [0xff, 0xfe, b'=', 0]).expect("writable");
    let (_, reports) = scratch.load();
    assert_eq!(
        reports,
        [
            "bytes.toml: cannot read this file: it is not UTF-8 text",
            "utf16.toml: cannot read this file: it is UTF-16 text, not UTF-8"
        ]
    );

    let missing = scratch.path("missing");
    let (_, reports) =
        Library::load(&[Directory { path: missing.clone(), named: true }], &alfil::internals::game::try_to_begin);
    let said: Vec<String> = reports.iter().map(ToString::to_string).collect();
    assert_eq!(said, [format!("{}: cannot read this directory: it does not exist", missing.display())]);
    let (_, reports) =
        Library::load(&[Directory { path: missing, named: false }], &alfil::internals::game::try_to_begin);
    assert!(reports.is_empty(), "nobody has to have a directory of their own");
}

#[test]
fn directories_come_in_order() {
    let given = [PathBuf::from("a")];
    let listed = std::env::join_paths(["b", "", "c"].map(Path::new)).expect("plain paths");
    let all = directories(&given, Some(&listed));
    let paths: Vec<&Path> = all.iter().map(|directory| directory.path.as_path()).collect();
    assert_eq!(paths[..3], [Path::new("a"), Path::new("b"), Path::new("c")]);
    assert!(all[..3].iter().all(|directory| directory.named));
    assert!(all[3..].iter().all(|directory| !directory.named && directory.path.ends_with("alfil/variants")));
}

#[test]
fn a_tilde_before_a_directory_is_the_users_own() {
    let home = std::env::home_dir().expect("the user has a home");
    let listed = std::env::join_paths(["~", "~x", "a/~"].map(Path::new)).expect("plain paths");
    let all = directories(&[PathBuf::from("~/games")], Some(&listed));
    let paths: Vec<&Path> = all.iter().map(|directory| directory.path.as_path()).collect();
    assert_eq!(paths[..4], [&home.join("games"), &home, Path::new("~x"), Path::new("a/~")]);
}

#[test]
fn bundled_variants_are_found_by_name_and_alias() {
    let library = Library::bundled();
    for file in builtin() {
        assert_eq!(library.get(file.name()).expect("bundled").name, file.name());
        for alias in &file.variant().aliases {
            assert_eq!(library.get(alias).expect("alias").name, file.name());
        }
    }
    assert_eq!(library.first().name, builtin()[0].name());
    assert!(library.get("no-such-game").is_none());
}

fn sized(name: &str) -> Arc<Variant> {
    Library::bundled().get(name).unwrap_or_else(|| panic!("{name} is known"))
}

/// The depth of a zone in ranks, and the number of its squares outside those last ranks.
fn depth(variant: &Variant, zone: Area, color: Color) -> (usize, usize) {
    let squares = |area: Area| area.iter().count();
    let depth = squares(zone) / usize::from(variant.board.files());
    let far = variant.board.area_where(|_, rank| {
        let rank = usize::from(rank);
        if color == Color::White { rank + depth >= usize::from(variant.board.ranks()) } else { rank < depth }
    });
    (depth, squares(zone & !far))
}

#[test]
fn a_size_before_a_name_is_a_game_of_its_own_or_another_size() {
    for (name, known) in [
        ("5x5+5_shogi", "minishogi"),
        ("6x6+6_shogi", "judkins"),
        ("7x7+6_shogi", "torishogi"),
        ("8x8+6_shogi", "euroshogi"),
        ("9x9+0_shogi", "shoshogi"),
        ("7x7+0_xiangqi", "minixiangqi"),
        ("9x9+7_shogi", "shogi"),
        ("9x10+0_xiangqi", "xiangqi"),
        ("8x8+0_chess", "normal"),
        ("8x8_normal", "normal"),
    ] {
        assert_eq!(sized(name).name, known, "{name}");
    }
    for name in ["8x8+0_", "8x8+0_nothing", "13x8+0_normal", "0x8_normal", "8x8+_normal", "8x+0_normal", "+8x8_normal"]
    {
        assert!(Library::bundled().get(name).is_none(), "{name}");
    }
}

/// XBoard's promotion zone has a third of the ranks, but three of eight. On boards with seven ranks, two pawns may be
/// dropped on a file.
#[test]
fn promotion_zones_and_drop_limits_scale_with_the_board() {
    for (name, expected, pawns) in [
        ("12x12+7_shogi", 4, 1),
        ("7x8+7_shogi", 3, 1),
        ("9x7+7_shogi", 2, 2),
        ("5x6+5_shogi", 2, 1),
        ("9x5+7_shogi", 1, 1),
    ] {
        let variant = sized(name);
        let [promotion] = variant.rules.promotions.as_slice() else { panic!("one rule") };
        assert_eq!(promotion.to, PromotionTo::Form);
        for color in Color::ALL {
            assert_eq!(depth(&variant, promotion.zone[color], color), (expected, 0), "{name}");
        }
        assert_eq!(variant.rules.drops.max_per_file[0], Some(pawns), "{name}");
    }
    assert!(!sized("9x8+0_shogi").rules.drops.enabled);
    assert!(!sized("8x8+0_bughouse").rules.drops.enabled && sized("8x8_bughouse").rules.drops.enabled);
    assert!(sized("10x8+7_capablanca").rules.drops.enabled);
    assert_eq!(sized("10x8+7_capablanca").cecp.holdings, 7);
}

#[test]
fn castling_distance_scales_with_the_width() {
    for (name, distance) in [("8x8+0_capablanca", 2), ("12x8+0_normal", 3), ("6x8+0_normal", 2), ("10x8+0_normal", 3)] {
        let variant = sized(name);
        let king = variant.kind(variant.kind_by_id("K").expect("a king"));
        assert_eq!(king.notation.0, [format!("KisO{distance}"), format!("KisO{distance}")], "{name}");
        let [promotion] = variant.rules.promotions.as_slice() else { panic!("one rule") };
        assert_eq!(depth(&variant, promotion.zone[Color::Black], Color::Black), (1, 0), "{name}");
    }
}

/// Castling that a piece has only in a zone is castling like any other.
#[test]
fn castling_distance_in_zones_scales_with_the_width() {
    let scratch = Scratch::new("zones");
    let king = "move = \"K\"\nzone_move = { zone = \"rank-1\", move = \"isO2\" }\n";
    scratch.write("home.toml", &format!("name = \"home\"\ninclude = \"normal\"\n[pieces.K]\n{king}"));
    let guess = scratch.load().0.get("10x8+0_home").expect("a size of that game");
    let king = guess.kind(guess.kind_by_id("K").expect("a king"));
    assert_eq!((king.notation.0[0].as_str(), king.zone_moves[0].notation.0[0].as_str()), ("K", "isO3"));
    let fen = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
    let variant = Arc::new(guess.begun_at(fen).expect("a position"));
    let mut game = Game::new(&variant).expect("it can be played");
    game.set_up(&Setup::parse(&variant, fen).expect("a position")).expect("playable");
    let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| game.move_text(mv)).collect();
    assert!(["f1i1", "f1c1"].iter().all(|castling| moves.iter().any(|mv| mv == castling)), "{moves:?}");
}

/// Only pieces of the first rank are shuffled, whatever the size, and none if the array itself is a guess.
#[test]
fn shuffles_fit_the_board() {
    for name in ["6x8+0_fischerandom", "7x8+0_fischerandom", "10x8+0_fischerandom", "8x10+0_fischerandom"] {
        let variant = sized(name);
        assert_eq!(variant.rules.shuffle.is_some(), variant.board.files() == 8, "{name}");
        let mut game = Game::new(&variant).expect("it can be played");
        let start = game.restart_drawn(&mut Rng::with_seed(7)).expect("it can be drawn").fen(&variant);
        let ranks: Vec<&str> = start.split(' ').next().expect("a board").split('/').rev().collect();
        assert!(!ranks[0].contains('P') && ranks[1].chars().all(|piece| piece == 'P'), "{name}: {start}");
    }
}

/// Joined edges are part of the game, not of its size.
#[test]
fn joined_edges_stay_joined_on_other_sizes() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants");
    let (library, _) =
        Library::load(&[Directory { path: directory.into(), named: true }], &alfil::internals::game::try_to_begin);
    let variant = library.get("12x8_barrels").expect("a size of that game");
    assert_eq!(variant.board.topology(), Topology::Cylinder);
    let mut game = Game::new(&variant).expect("it can be played");
    game.set_up(&Setup::parse(&variant, "4k7/12/12/12/12/12/12/R4K6 w - - 0 1").expect("a position"))
        .expect("playable");
    let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| game.move_text(mv)).collect();
    assert!(moves.iter().any(|mv| mv == "a1l1"), "{moves:?}");
}

/// The position that the GUI sets up shows which pieces are unmoved.
#[test]
fn the_start_position_comes_from_the_gui() {
    let fen = "rnackanr/pppppppp/8/8/8/8/PPPPPPPP/R2CK2R w KQkq - 0 1";
    let guess = sized("8x8+0_capablanca");
    assert!(guess.start_by_gui && !sized("capablanca").start_by_gui);
    // XBoard cuts the outer files off, too, and then there is no rook in a corner.
    assert_eq!(guess.start.fen(&guess), "nabqkbcn/pppppppp/8/8/8/8/PPPPPPPP/NABQKBCN w - - 0 1");
    let variant = Arc::new(guess.begun_at(fen).expect("a position"));
    let mut game = Game::new(&variant).expect("it can be played");
    game.set_up(&Setup::parse(&variant, fen).expect("a position")).expect("playable");
    let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| game.move_text(mv)).collect();
    for expected in ["e1g1", "e2e4"] {
        assert!(moves.iter().any(|mv| mv == expected), "{expected} is not in {moves:?}");
    }
    assert_eq!(game.setup().fen(&variant), fen);
}

/// Every size is safe, whatever the rules.
#[test]
fn every_game_fits_every_size_or_is_refused() {
    let library = Library::bundled();
    for file in builtin() {
        for size in ["1x1+0", "3x3+3", "5x12+0", "12x5+9", "7x7+7", "12x12+0"] {
            let Some(variant) = library.get(&format!("{size}_{}", file.name())) else { panic!("{}", file.name()) };
            assert_eq!(variant.start.board.len(), variant.board.squares());
            let fen = variant.start.fen(&variant);
            assert!(variant.begun_at(&fen).is_ok(), "{fen}");
            let _ = Game::new(&variant);
        }
    }
}
