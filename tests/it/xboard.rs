//! `alfil xboard`: the command line by which XBoard begins a game.
//!
//! XBoard's manual explains the options; `tests/xboard/run.py` tests their effects.

use super::cli::{output, run, words};
use super::common::{Scratch, alfil};

/// The words of the command line for these arguments.
fn options(line: &str) -> Vec<String> {
    words(&output(&format!("xboard --dry-run {line}"), ""))
}

/// The value of an option at its last occurrence.
fn value<'o>(options: &'o [String], name: &str) -> Option<&'o str> {
    let place = options.iter().rposition(|option| option == name)?;
    options.get(place + 1).map(String::as_str)
}

#[test]
fn xboard_tests_moves_only_where_it_knows_the_rules() {
    for (variant, sent, tested) in [
        ("chess", "normal", None),
        ("crazyhouse", "crazyhouse", None),
        ("xiangqi", "xiangqi", None),
        ("minishogi", "minishogi", Some("false")),
        ("pond --variants docs/examples", "pond", Some("false")),
    ] {
        let options = options(variant);
        assert_eq!(options[0], "xboard");
        assert_eq!(value(&options, "-variant"), Some(sent), "{options:?}");
        assert_eq!(value(&options, "-testLegality"), tested, "{options:?}");
        // If XBoard does not test moves, the engine is told, so that it does not ask the user to switch the test off.
        let engine = value(&options, "-firstChessProgram").unwrap_or_default();
        assert_eq!(engine.ends_with(" cecp --untested"), tested.is_some(), "{engine}");
    }
}

#[test]
fn the_engine_is_this_one_with_its_directories_and_level() {
    let engine = format!(
        "{} --variants {}/docs/examples cecp --untested",
        env!("CARGO_BIN_EXE_alfil"),
        env!("CARGO_MANIFEST_DIR")
    );
    for game in ["pond --variants docs/examples", "docs/examples/pond.toml"] {
        let options = options(&format!("{game} --against 3 --side black -- -timeControl 10"));
        for name in ["-firstChessProgram", "-secondChessProgram"] {
            assert_eq!(value(&options, name), Some(engine.as_str()));
        }
        for name in ["-firstOptions", "-secondOptions"] {
            assert_eq!(value(&options, name), Some("Level=3"));
        }
        assert_eq!(value(&options, "-variant"), Some("pond"));
        assert_eq!(value(&options, "-initialMode"), Some("MachineWhite"));
        assert_eq!(options[options.len() - 2..], ["-timeControl", "10"]);
    }
}

#[test]
fn the_look_fits_the_game() {
    let pictures = |line: &str| value(&options(line), "-pieceImageDirectory").map(str::to_owned);
    let theme = |name: &str| Some(format!("~~/themes/{name}"));
    assert_eq!(pictures("shogi"), theme("shogi"));
    assert_eq!(pictures("minishogi"), theme("shogi"));
    assert_eq!(pictures("xiangqi"), theme("xiangqi"));
    assert_eq!(pictures("chu"), theme("chu"));
    // The pictures lack the birds of tori shogi, and the painted xiangqi board has nine files and ten ranks.
    for other in ["torishogi", "minixiangqi", "normal", "pond --variants docs/examples"] {
        assert_eq!(pictures(other), None, "{other}");
    }
    assert_eq!(pictures("shogi --pieces western"), Some(String::new()));
    // Boards of twelve files, and of nine with holdings, are wider than the eight files of XBoard's default window.
    let size = |line: &str| value(&options(line), "-boardSize").and_then(|size| size.parse::<u32>().ok());
    assert_eq!(size("normal"), None);
    assert!(size("chu").is_some_and(|size| size >= 12 * 45 / 8), "{:?}", size("chu"));
    assert!(size("shogi") > size("xiangqi"));
}

#[test]
fn other_sizes_and_ambiguous_names_are_played_as_fairy() {
    let scratch = Scratch::new("xboard names");
    scratch.write("chu-tiny.toml", "name = \"chu-tiny\"\ninclude = \"losalamos\"\n");
    let options = options(&format!("chu-tiny --against 2 --variants '{}'", scratch.path("").display()));
    assert_eq!(value(&options, "-variant"), Some("fairy"));
    assert_eq!(value(&options, "-firstOptions"), Some("Level=2,Variant fairy selects=chu-tiny"));
    let options = self::options("7x9_normal");
    assert_eq!(value(&options, "-variant"), Some("fairy"));
    assert_eq!(value(&options, "-firstOptions"), Some("Variant fairy selects=7x9+0_normal"));
}

#[test]
fn paths_with_blanks_are_quoted_and_never_last() {
    let scratch = Scratch::new("my own games");
    scratch.write("tiny.toml", "name = \"tiny\"\ninclude = \"losalamos\"\n");
    let options = options(&format!("tiny --variants '{}'", scratch.path("").display()));
    let engine = value(&options, "-firstChessProgram").unwrap_or_default();
    // XBoard 4.9.1 adds an empty word to a command that ends with a quoted one.
    assert!(engine.contains(" --variants \"/") && engine.ends_with("\" cecp --untested"), "{engine}");
    let talk = run(&["cecp".to_owned()], "uci\nprotover 2\nquit\n");
    let said = String::from_utf8_lossy(&talk.stdout);
    assert!(said.contains("feature ") && !said.contains("uciok"), "{said}");
}

#[test]
fn xboard_replaces_this_process() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("xboard program");
    for code in [0, 3] {
        scratch.write("fake", &format!("#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit {code}\n"));
        let program = scratch.path("fake");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        let output = alfil()
            .args(["xboard", "normal", "--program"])
            .arg(&program)
            .env("DISPLAY", ":0")
            .env("XDG_CONFIG_HOME", scratch.path("settings"))
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(code));
        let said = String::from_utf8_lossy(&output.stdout);
        let given: Vec<String> = said.lines().map(str::to_owned).collect();
        assert_eq!(value(&given, "-variant"), Some("normal"));
        let settings = scratch.path("settings").join("alfil/xboard/normal.conf");
        assert_eq!(value(&given, "-saveSettingsFile"), settings.to_str());
        assert!(settings.parent().is_some_and(std::path::Path::is_dir), "XBoard makes no directories");
    }
}

#[test]
fn the_programs_name_is_searched_for_as_it_is_given() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("xboard versions");
    for name in ["xboard", "xboard-4", "xboard-4.9"] {
        scratch.write(name, "#!/bin/sh\necho \"${0##*/}\"\n");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(scratch.path(name), executable).expect("it is ours");
    }
    for name in ["xboard", "xboard-4.9"] {
        let output = alfil()
            .args(["xboard", "normal", "--program", name])
            .env("PATH", scratch.path(""))
            .env("DISPLAY", ":0")
            .env("XDG_CONFIG_HOME", scratch.path("settings"))
            .output()
            .expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), name);
    }
}
