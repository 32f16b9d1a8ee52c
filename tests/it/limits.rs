//! Input that nobody would send on purpose: files of garbage, endless files, special files, readers that go away.

use super::cli::{output, run, words};
use super::common::Scratch;
#[cfg(target_os = "linux")]
use super::common::alfil;
use super::engine::Engine;
use alfil::internals::game::book::Book;
use alfil::internals::game::{Game, try_to_begin};
use alfil::internals::limits;
use alfil::internals::text::{Report, Source};
use alfil::internals::variant::{Library, builtin, find, load, load_file, load_tried};
use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Adjacent kings: the file is valid, but the game is not playable.
const UNPLAYABLE: &str = "[board]\nfiles = 1\nranks = 2\n[start]\nfen = \"k/K w - - 0 1\"\n[pieces.K]\nmove = \"K\"\n";

fn complaints(text: impl Into<String>) -> Vec<String> {
    let (variant, reports) = load(&Source::new("x.toml", text), &find);
    assert!(variant.is_none());
    reports.iter().map(Report::to_string).collect()
}

#[test]
fn a_game_that_cannot_be_played_is_refused_with_its_place() {
    let scratch = Scratch::new("unplayable");
    let bundled = builtin()[0].name();
    scratch.write("mine.toml", &format!("name = \"{bundled}\"\n{UNPLAYABLE}"));
    scratch.write("other.toml", &format!("name = \"other\"\n{UNPLAYABLE}"));
    let (library, reports) = scratch.load();
    let fault = "6:7: the start position cannot be played: Black is in check but not on move: the k on a1 attacks a2";
    assert_eq!(reports, [format!("mine.toml:{fault}"), format!("other.toml:{fault}")]);
    assert!(Game::new(&library.first()).is_ok() && library.is_bundled(bundled));
    assert!(library.get("other").is_none());
    let (variant, reports) = load_file(&scratch.path("mine.toml"), &try_to_begin);
    // It is also reported that the file replaces a bundled game.
    let errors: Vec<&Report> = reports.iter().filter(|report| report.is_error()).collect();
    assert!(variant.is_none() && errors.len() == 1, "{reports:?}");
    assert!(errors[0].render(false).contains("6 | fen = \"k/K w - - 0 1\"\n  |       ^^^^"), "{reports:?}");
}

#[test]
fn complaints_are_limited() {
    let html = "<p class=\"x\">a game</p>\n".repeat(3000);
    let said = complaints(html);
    assert_eq!(said.len(), limits::SYNTAX_COMPLAINTS + 1);
    let last = said.last().expect("there are some");
    let more = last.strip_prefix("x.toml: note: ... and ").and_then(|rest| rest.strip_suffix(" more"));
    assert!(more.and_then(|more| more.parse().ok()).is_some_and(|more: usize| more > 2000), "{last}");

    let twice = complaints("[pieces.K]\nmove = \"K\"\n".repeat(10_000));
    assert_eq!(twice.len(), limits::SYNTAX_COMPLAINTS + 1);

    let unknown: String = (0..5000).map(|number| format!("key{number} = 1\n")).collect();
    let said = complaints(unknown);
    assert_eq!(said.len(), limits::COMPLAINTS);
    assert_eq!(said.last().map(String::as_str), Some("x.toml: note: ... and more"));

    let ids: String = (0..5000).map(|number| format!("[pieces.K{number}]\nmove = \"K\"\n")).collect();
    let said = complaints(format!("name = \"x\"\n{ids}"));
    assert_eq!(said.len(), limits::COMPLAINTS + 1);
    assert!(said.last().is_some_and(|last| last.starts_with("x.toml: note: ... and 49")), "{:?}", said.last());

    // Aliases that are names of bundled games are warned of.
    let bundled: Vec<String> = builtin().iter().map(|file| format!("\"{}\"", file.name())).collect();
    let unknown: String = (0..20).map(|number| format!("key{number} = 1\n")).collect();
    let aliases = bundled.join(", ");
    let said = complaints(format!("name = \"x\"\ninclude = \"normal\"\naliases = [{aliases}]\n{unknown}"));
    let warnings = said.iter().filter(|line| line.contains(": warning: ")).count();
    assert_eq!((said.len(), warnings), (limits::COMPLAINTS + 1, limits::COMPLAINTS - 20));
    let more = bundled.len() + 20 - limits::COMPLAINTS;
    assert_eq!(said.last(), Some(&format!("x.toml: note: ... and {more} more")));

    let unknown: String = (0..60_000).map(|number| format!("key{number} = 1\n")).collect();
    let twice = "[x:chess]\npawn = p\n".to_owned() + &"pawn = q\npawn = p\n".repeat(100);
    for (text, errors, more) in [(format!("[x:chess]\n{unknown}"), 100, 59_900), (twice + "what", 1, 101)] {
        let said = import_complaints(&text);
        assert_eq!(said.len(), limits::COMPLAINTS + 1);
        assert_eq!(said.iter().filter(|line| line.starts_with("error: ")).count(), errors);
        assert_eq!(said.last(), Some(&format!("note: standard input: ... and {more} more")));
    }
}

/// What the import of a variants.ini says, without the lines that it shows, and without how many games were imported.
fn import_complaints(text: &str) -> Vec<String> {
    let scratch = Scratch::new("sections");
    let said = run(&words(&format!("import - --to '{}'", scratch.path("").display())), text);
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let titles =
        said.lines().filter(|line| ["error: ", "warning: ", "note: "].iter().any(|word| line.starts_with(word)));
    titles.filter(|line| !line.ends_with(" games are imported")).map(str::to_owned).collect()
}

#[test]
fn sections_build_on_each_other_only_so_deep() {
    let last = limits::INCLUDES + 3;
    let sections: String = (1..=last).map(|number| format!("[s{number}:s{}]\n", number - 1)).collect();
    let said = import_complaints(&format!("[s0:chess]\n{sections}"));
    let expected = [
        "error: more than 16 sections build on each other in a row",
        "error: the section `s17` is wrong",
        "error: the section `s18` is wrong",
    ];
    assert_eq!(said, expected);
    let said = import_complaints(&"[x]\n".repeat(limits::IMPORTED_GAMES + 1));
    assert_eq!(said, ["error: standard input: a file may have 2000 sections, this one has 2001"]);
}

#[test]
fn overlong_lists_are_refused() {
    let zones = "{ zone = \"rank-1\", move = \"N\" },\n".repeat(6000);
    let said =
        complaints(format!("name = \"x\"\ninclude = \"normal\"\n[pieces.Q]\nmove = \"Q\"\nzone_move = [\n{zones}]\n"));
    assert_eq!(said, ["x.toml:206:1: too many moves in zones, expected at most 200"]);
    let apart = "[\"Q\"], ".repeat(5000);
    let said = complaints(format!("name = \"x\"\ninclude = \"fischerandom\"\n[start.shuffle]\napart = [{apart}]\n"));
    assert_eq!(said.len(), 1);
    assert!(said[0].ends_with("too many conditions, expected at most 20"), "{said:?}");
}

/// Twelve kinds, each of which must leave another file free, and six pieces that must all stand behind pawns.
#[test]
fn starts_that_are_too_hard_to_draw_are_refused() {
    let kinds: Vec<char> = ('A'..='M').filter(|kind| *kind != 'K').collect();
    let files = |kind: &char| {
        let others = ('a'..='l').zip(&kinds).filter(|(_, other)| *other != kind).map(|(file, _)| file.to_string());
        others.collect::<Vec<String>>().join(",")
    };
    let on =
        |kind: &char| format!("[[start.shuffle.on]]\npieces = [\"{kind}\"]\nsquares = \"files {}\"\n", files(kind));
    let on: String = kinds.iter().map(on).collect();
    let pieces: String = kinds.iter().map(|kind| format!("[pieces.{kind}]\nmove = \"W\"\n")).collect();
    let row: String = kinds.iter().collect();
    let game = |fen: String, rest: &str| {
        complaints(format!(
            "name = \"x\"\n[board]\nfiles = 12\nranks = 12\n[pieces.K]\nmove = \"K\"\n\
             [start]\nfen = \"{}/{fen} w - - 0 1\"\n[start.shuffle]\n{rest}",
            fen.split('/').rev().collect::<Vec<_>>().join("/").to_lowercase()
        ))
    };
    let said = game(
        format!("12/K11/12/{row}/{row}/{row}"),
        &format!("pieces = \"all\"\nsquares = \"ranks 1-3\"\n{on}{pieces}"),
    );
    assert_eq!(said, ["x.toml:9:1: `shuffle` has too many conditions for so many pieces"]);
    let row = "D".repeat(12);
    let said = game(
        format!("12/K11/{row}/{row}/PPPPPP6/FFFFFFDDDDDD"),
        "pieces = \"all\"\nsquares = \"ranks 1,3,4\"\nall_protected = true\n\
         [pieces.P]\nmove = \"fW\"\n[pieces.F]\nmove = \"fW\"\n[pieces.D]\nmove = \"sW\"\n",
    );
    assert_eq!(said, ["x.toml:9:1: too few orders of the pieces meet all conditions of `shuffle`"]);
}

#[test]
fn files_include_each_other_only_so_deep() {
    let scratch = Scratch::new("deep");
    let last = limits::INCLUDES + 4;
    for number in 0..last {
        let below = if number + 1 == last { "normal".to_owned() } else { format!("f{}", number + 1) };
        scratch.write(&format!("f{number}.toml"), &format!("name = \"f{number}\"\ninclude = \"{below}\"\n"));
    }
    let (library, reports) = scratch.load();
    assert!(library.get("f0").is_none() && library.get(&format!("f{}", last - 1)).is_some());
    let expected = "f15.toml:2:11: more than 16 files include each other in a row";
    assert_eq!(reports.first().map(String::as_str), Some(expected));
    // Sixteen files in a row are allowed, the bundled one among them.
    assert_eq!(reports.len(), 5, "{reports:?}");
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("every system has it");
    assert!(made.success());
}

#[cfg(unix)]
fn link(target: impl AsRef<Path>, path: &Path) {
    std::os::unix::fs::symlink(target, path).expect("links can be made");
}

/// Opening a pipe would block, and a device never ends.
#[cfg(unix)]
#[test]
fn pipes_directories_and_devices_are_reported() {
    let scratch = Scratch::new("no-files");
    make_pipe(&scratch.path("a-pipe.toml"));
    link("nowhere", &scratch.path("b-link.toml"));
    fs::create_dir(scratch.path("c-directory.toml")).expect("writable");
    link("/dev/zero", &scratch.path("d-device.toml"));
    let sparse = fs::File::create(scratch.path("e-long.toml")).expect("writable");
    sparse.set_len(1 << 31).expect("it takes no room");
    // Lock files of editors next to open files.
    link("user@host.123", &scratch.path(".#mine.toml"));
    let (_, reports) = scratch.load();
    let faults = [
        "a-pipe.toml: cannot read this file: it is not a regular file",
        "b-link.toml: cannot read this file: it is a link to nothing",
        "c-directory.toml: cannot read this file: it is a directory",
        "d-device.toml: cannot read this file: it is not a regular file",
        "e-long.toml: cannot read this file: it is longer than 262144 bytes",
    ];
    assert_eq!(reports, faults);
    let library = Library::bundled();
    for (name, fault) in [
        ("a-pipe.toml", "it is not a regular file"),
        ("c-directory.toml", "it is a directory"),
        ("d-device.toml", "it is not a regular file"),
        ("e-long.toml", "it is longer than 4194304 bytes"),
    ] {
        let report = Book::open(&scratch.path(name), &library).expect_err("no book");
        assert!(report.to_string().ends_with(&format!("cannot read this book: {fault}")), "{report}");
    }
}

#[cfg(unix)]
#[test]
fn includes_stay_in_their_directory() {
    let (scratch, other) = (Scratch::new("inside"), Scratch::new("outside"));
    other.write("secret.toml", "top secret\n");
    link(other.path("secret.toml"), &scratch.path("below.toml"));
    scratch.write("x.toml", "name = \"x\"\ninclude = \"below\"\n");
    let (_, reports) = load_file(&scratch.path("x.toml"), &try_to_begin);
    let said: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
    assert!(said.len() == 1 && said[0].starts_with("error: `below.toml` is a link to another directory"), "{said:?}");
    assert!(!said[0].contains("secret"));
    // Files that are kept elsewhere, and linked to one by one, belong together there.
    other.write("base.toml", "name = \"base\"\ninclude = \"normal\"\n");
    other.write("top.toml", "name = \"top\"\ninclude = \"base\"\n");
    link(other.path("base.toml"), &scratch.path("base.toml"));
    link(other.path("top.toml"), &scratch.path("top.toml"));
    assert!(load_file(&scratch.path("top.toml"), &try_to_begin).0.is_some());
}

/// Two hundred broken files of all kinds, and some good games among them.
#[cfg(unix)]
#[test]
fn good_games_are_found_among_broken_files() {
    let scratch = Scratch::new("broken");
    let good = broken_files(&scratch);
    let (library, reports) = scratch.load();
    for name in &good {
        assert!(library.get(name).is_some_and(|variant| Game::new(&variant).is_ok()), "{name}");
    }
    assert_eq!(library.names().count(), builtin().len() + good.len());
    // One line for each of them.
    assert_eq!(reports.len(), 200);
    for report in &reports {
        assert!(report.contains(".toml") && report.len() < 500 && !report.contains('\n'), "{report}");
    }
}

/// Fills a directory, and returns the good games in it.
#[cfg(unix)]
fn broken_files(scratch: &Scratch) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(7);
    let bundled = &builtin()[0].source().text;
    for number in 0..20 {
        let file = |kind: &str| format!("{kind}{number}.toml");
        let letters: String = (0..40_000).map(|_| char::from(random.u8(b' '..b'~'))).collect();
        scratch.write(&file("garbage"), &letters);
        scratch.write(&file("page"), &"<p class=\"x\">a game</p>\n".repeat(2000));
        scratch.write(&file("cut"), &bundled[..500 + 20 * number]);
        scratch.write(&file("huge"), &"x = 1\n".repeat(60_000));
        let bytes: Vec<u8> = (0..40_000).map(|_| random.u8(..)).collect();
        fs::write(scratch.path(&file("binary")), bytes).expect("writable");
        let next = (number + 1) % 20;
        scratch.write(&file("cycle"), &format!("name = \"cycle{number}\"\ninclude = \"cycle{next}\"\n"));
        scratch.write(&file("twice"), &"[pieces.K]\nmove = \"K\"\n".repeat(10_000));
        scratch.write(&file("unplayable"), &format!("name = \"unplayable{number}\"\n{UNPLAYABLE}"));
        scratch.write(
            &file("wrong"),
            &format!("name = \"wrong{number}\"\ninclude = \"normal\"\n[pieces.Q]\nmove = \"E\"\n"),
        );
        let strange = scratch.path(&file("strange"));
        match number % 4 {
            0 => make_pipe(&strange),
            1 => link("nowhere", &strange),
            2 => fs::create_dir(strange).expect("writable"),
            _ => link("/dev/zero", &strange),
        }
    }
    let good: Vec<String> = (0..10).map(|number| format!("good{number}")).collect();
    for name in &good {
        scratch.write(&format!("{name}.toml"), &format!("name = \"{name}\"\ninclude = \"normal\"\n"));
    }
    good
}

fn book(scratch: &Scratch, text: &str) -> (Book, Vec<Report>) {
    scratch.write("book.txt", text);
    Book::open(&scratch.path("book.txt"), &Library::bundled()).expect("a book")
}

#[test]
fn books_of_any_shape_are_read() {
    let scratch = Scratch::new("books");
    let dance = "g1f3 g8f6 f3g1 f6g8 ".repeat(1000);
    let (_, reports) = book(&scratch, &format!("{dance}\nd2d4\n"));
    assert_eq!(reports.len(), 1);
    let end = format!("book.txt:1:{}: a line may have 1000 moves, this one has more", 5 * limits::BOOK_LINE + 1);
    assert!(reports[0].to_string().ends_with(&end), "{}", reports[0]);
    let (found, reports) = book(&scratch, &"variant chu\ng4g5\n".repeat(5000));
    assert_eq!(reports, []);
    let game = Game::bundled("chu");
    assert_eq!(found.moves(&game).first().map(|(_, weight)| *weight), Some(5000));
    // Each size of board is a game of its own.
    let sizes: String = (0..limits::BOOK_GAMES).map(|number| format!("variant 12x8+{number}_normal\n")).collect();
    let (_, reports) = book(&scratch, &sizes);
    assert_eq!(reports.len(), 1);
    assert!(
        reports[0].to_string().ends_with("a book may be about 200 games, this one is about more"),
        "{}",
        reports[0]
    );
}

/// Lines count as often as they are written, even if other lines come between those with the same beginning.
#[test]
fn weights_of_lines_with_a_common_beginning_add_up() {
    let scratch = Scratch::new("shared");
    let (found, reports) = book(
        &scratch,
        "e2e4 e7e5 g1f3\ne2e4 e7e5\ne2e4 e7e5 f1c4\n6 e2e4 c7c5\ne4 e7e5 g1f3\ne2e4 x\ne2e4 e7e5 g1f3\n",
    );
    assert_eq!(reports.len(), 1);
    let mut game = Game::bundled("normal");
    let weights = |game: &Game| -> Vec<(String, u64)> {
        found.moves(game).iter().map(|(mv, weight)| (game.move_text(*mv), *weight)).collect()
    };
    let pairs =
        |pairs: &[(&str, u64)]| pairs.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect::<Vec<_>>();
    assert_eq!(weights(&game), pairs(&[("e2e4", 12)]));
    for (text, then) in [("e2e4", &[("c7c5", 6), ("e7e5", 5)][..]), ("e7e5", &[("g1f3", 3), ("f1c4", 1)])] {
        game.play(game.read_move(text).expect("legal"));
        assert_eq!(weights(&game), pairs(then));
    }
}

/// GUIs and books may write the same size of board in several ways.
#[test]
fn a_book_may_be_about_another_size_of_board() {
    let scratch = Scratch::new("sized");
    let fen = "rnbqkbnr4/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBQKBNR4 w - - 0 1";
    let (found, reports) = book(&scratch, &format!("variant 12x8_normal\na2a3\nposition {fen}\nl2l4\n"));
    assert_eq!(reports, []);
    let library = Library::bundled();
    let guess = library.get("12x8+0_chess").expect("a size of chess");
    let moves = |game: &Game| found.moves(game).iter().map(|(mv, _)| game.move_text(*mv)).collect::<Vec<_>>();
    assert_eq!(moves(&Game::new(&guess).expect("playable")), ["a2a3"]);
    let begun = std::sync::Arc::new(guess.begun_at(fen).expect("a position"));
    let mut game = Game::new(&begun).expect("playable");
    game.set_up(&alfil::internals::variant::Setup::parse(&begun, fen).expect("a position")).expect("playable");
    assert_eq!(moves(&game), ["l2l4"]);
    assert_eq!(moves(&Game::new(&library.first()).expect("playable")), [""; 0]);
}

#[test]
fn a_wrong_line_does_not_end_a_batch() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let mut input = b"1\t\xff\n".to_vec();
    input.extend(format!("1\t{fen}\n{}\n1\t{fen}\n", "x".repeat(limits::LINE + 1)).bytes());
    let said = run(&words("perft --variant normal --batch"), &input);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((lines[0], lines[1], lines[3]), ("error\tline 1: the line is not UTF-8 text", "nodes\t5", "nodes\t5"));
    assert_eq!(lines[2], "error\tline 3: a line may have 1048576 bytes, this one has more");
    for (command, question) in [
        ("inspect --batch", "{\"id\":1,\"variant\":\"normal\"}"),
        ("betza eval --batch", "{\"id\":1,\"xbetza\":\"W\",\"from\":\"a1\"}"),
    ] {
        let input = [&b"\xff\n"[..], &b"x".repeat(limits::LINE + 1), b"\n", question.as_bytes(), b"\n"].concat();
        let said = run(&words(command), &input);
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 3, "{said}");
        assert!(lines[0].contains("error") && lines[1].contains("1048576") && !lines[2].contains("error"), "{said}");
    }
    let said = run(&words("inspect --batch"), b"{\"id\":\"\xff\"}\n{\"id\":\"\xc3\xbf\"}\n{\"id\":\"\\ud800\"}\n");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let starts = [
        "{\"id\":null,\"error\":{\"message\":\"the line is not UTF-8 text\"",
        "{\"id\":\"\u{ff}\",",
        "{\"id\":\"\\ud800\",",
    ];
    assert_eq!(said.lines().count(), starts.len(), "{said}");
    for (line, start) in said.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}: {start}");
    }
}

/// The engine once read all lines before it answered the first.
#[test]
fn lines_are_answered_while_more_arrive() {
    for (first, line, answer) in [("uci", "isready", "readyok"), ("protover 2", "ping 1", "pong 1")] {
        let mut engine = Engine::start(&[]);
        engine.send(first);
        engine.flood(line);
        let until = Instant::now() + Duration::from_secs(20);
        while engine.hear(until).unwrap_or_else(|fault| panic!("{line}: {fault:?}")) != answer {}
    }
}

#[test]
fn the_number_of_moves_given_as_text_is_limited() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(limits::MOVES / 4 + 1);
    let said = run(&["inspect", "--variant", "normal", "--moves", &moves].map(str::to_owned), b"");
    assert_eq!(said.status.code(), Some(1));
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said, "error: a game may have at most 10000 moves, but these are 10004\n");
}

#[test]
fn control_characters_of_files_are_not_printed() {
    let scratch = Scratch::new("control");
    let file = scratch.path("x\u{9b}.toml");
    fs::write(&file, "name = \"ctl\"\ntitle = \"x\\nmove e2e4\\u001b[2J\\u009b\\u202e\"\ninclude = \"normal\"\n")
        .expect("writable");
    let directory = scratch.path("").display().to_string();
    let shown = "x\u{240a}move e2e4\u{241b}[2J\u{fffd}\u{fffd}";
    let of_file = |command: &str| format!("{command} '{}'", file.display());
    for line in ["list".to_owned(), of_file("check"), "play ctl".to_owned(), of_file("rules"), of_file("rules --html")]
    {
        let said = output(&format!("{line} --variants '{directory}'"), "quit\n");
        assert!(said.contains(shown), "{line}: {said:?}");
        assert!(!said.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{line}: {said:?}");
    }
}

/// The program ends quietly when its reader is gone, as after `| head`, with the status that shells report for that.
/// Only Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_output_ends_the_program_quietly() {
    use std::io::Write;
    let command = |line: &str| {
        let mut command = alfil();
        command.args(words(line)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let full = || Stdio::from(fs::File::create("/dev/full").expect("it is there"));
    let closed = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let files = "check variants/normal.toml variants/shogi.toml";
    let others = ["perft --variant normal --depth 1", "inspect --variant normal", "betza explain W", "rules normal"];
    for line in [files, "list"].into_iter().chain(others) {
        let said = command(line).stdout(closed()).output().expect("it runs");
        assert_eq!((said.status.code(), said.stderr.as_slice()), (Some(141), &b""[..]), "{line}");
        let said = command(line).stdout(full()).output().expect("it runs");
        let complaint = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(
            said.status.code() == Some(1) && complaint.starts_with("error: ") && complaint.lines().count() == 1,
            "{complaint}"
        );
    }
    for (line, input) in [("uci", "uci\n"), ("cecp", "protover 2\n")] {
        let mut child = command(line).stdin(Stdio::piped()).stdout(full()).spawn().expect("it runs");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
        let said = child.wait_with_output().expect("it ends");
        let complaint = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.code() == Some(1) && complaint.starts_with("error: standard output"), "{complaint}");
    }
    for line in ["check tests/data/cli/wrong.toml", "play nothing", "betza explain E"] {
        assert_eq!(command(line).stderr(closed()).output().expect("it runs").status.code(), Some(141), "{line}");
        assert_eq!(command(line).stderr(full()).output().expect("it runs").status.code(), Some(1), "{line}");
    }
}

/// The page on the notation says which pieces of many legs a game may have.
#[test]
fn the_page_on_the_notation_names_moves_that_take_too_long() {
    let page = include_str!("../../docs/xbetza.md").replace('\n', " ");
    assert!(page.contains("44 pieces `RmasR` are no trouble, but one `mcamcamcQ` on each side is"));
    let plays = |moves: &str, [black, white]: [&str; 2]| {
        let text = format!(
            "name = \"x\"\n[board]\nfiles = 12\nranks = 12\n[start]\n\
             fen = \"k11/{black}/12/12/12/12/12/12/{white}/11K b - - 0 1\"\n\
             [pieces.K]\nmove = \"K\"\n[pieces.H]\nmove = \"{moves}\"\n"
        );
        load_tried(&Source::new("x.toml", text), &find, &try_to_begin).0.is_some()
    };
    assert!(plays("RmasR", ["hhhhhhhhhhhh/hhhhhhhhhh2", "HHHHHHHHHHHH/2HHHHHHHHHH"]));
    assert!(!plays("mcamcamcQ", ["11h/12", "12/H11"]));
}

/// The limits in the manuals are the actual ones.
#[test]
fn the_manuals_name_the_limits() {
    let files = include_str!("../../docs/variant-files.md");
    for (what, limit) in [
        ("Length of a file, in bytes", limits::VARIANT_FILE),
        ("Files that are read from one directory", limits::VARIANT_FILES),
        ("Files that include each other in a row", limits::INCLUDES),
        ("Complaints about one file", limits::COMPLAINTS),
        ("Complaints about a file that is not TOML", limits::SYNTAX_COMPLAINTS),
        ("Moves in zones (`zone_move`), all pieces together", limits::ZONE_MOVES),
        ("Conditions of one kind on a shuffled start", limits::SHUFFLE_CONDITIONS),
        ("Kinds in `drop.unlike_shades`", limits::UNLIKE_SHADES),
        ("Positions that a test counts (`test.perft`)", limits::PERFT as usize),
    ] {
        assert!(files.contains(&format!("| {what} | {limit} |")), "{what}");
    }
    assert!(files.contains(&format!("asked of {} orders", limits::SHUFFLES)));
    let books = include_str!("../../docs/opening-books.md").replace('\n', " ");
    for promise in [
        format!("After {} errors", limits::BOOK_COMPLAINTS),
        format!("may be {} bytes long, a line of it {} moves", limits::BOOK_OF_LINES, limits::BOOK_LINE),
        format!("about {} games", limits::BOOK_GAMES),
        format!("They may be {} bytes long", limits::POLYGLOT_BOOK),
    ] {
        assert!(books.contains(&promise), "{promise}");
    }
}
