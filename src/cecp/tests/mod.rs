//! The dialogue in a test bench, which provides its clock and the search.

mod mouse;
mod random;
mod referee;
mod talks;

use super::dialogue::Dialogue;
use crate::game::Game;
use crate::game::book::Book;
use crate::limits;
use crate::position::Move;
use crate::search::{Info, Score};
use crate::session::{Activity, Effect, News, Order, Protocol, Session, Task};
use crate::text::Report;
use crate::variant::{Directory, Library};
use fastrand::Rng;
use once_cell::sync::Lazy;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// A dialogue, a clock that a test advances, and the search that would run.
struct Bench {
    dialogue: Dialogue,
    now: Instant,
    order: Option<Box<Order>>,
    /// The number of the search started last.
    begun: u64,
    said: Vec<String>,
    quit: bool,
}

/// The bundled variants and those of `tests/data/protocol/variants`.
fn library() -> Library {
    static LIBRARY: Lazy<Library> = Lazy::new(|| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants").into();
        Library::load(&[Directory { path, named: true }], &crate::game::try_to_begin).0
    });
    LIBRARY.clone()
}

fn dialogue(library: Library, now: Instant) -> Dialogue {
    Dialogue::new(Session::new(library, now).expect("the first variant can be played"), false)
}

impl Bench {
    fn new() -> Self {
        let now = Instant::now();
        let dialogue = dialogue(library(), now);
        let mut bench = Self { dialogue, now, order: None, begun: 0, said: Vec::new(), quit: false };
        bench.act();
        bench
    }

    fn send(&mut self, text: &str) {
        text.lines().for_each(|line| self.dialogue.hear_line(line, self.now));
        self.act();
    }

    /// Advances the clock.
    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.dialogue.hear_time(self.now);
        self.act();
    }

    fn act(&mut self) {
        loop {
            let effects = self.dialogue.act();
            if effects.is_empty() {
                break;
            }
            effects.into_iter().for_each(|effect| self.perform(effect));
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Say(text) => self.said.extend(text.split('\n').map(str::to_owned)),
            Effect::Do(Task::Search(order)) => {
                let free = self.order.as_ref().is_none_or(|order| order.monitor.is_stopped());
                assert!(free, "two searches at once");
                // The bench has a clock of its own, since the machine's would not be reproducible.
                order.monitor.pause();
                self.begun = order.number;
                self.order = Some(order);
            }
            Effect::Do(Task::ResizeMemory(_) | Task::ClearMemory | Task::Prepare(..)) => {
                self.dialogue.session.hear_ready()
            }
            Effect::Do(task @ Task::Job(..)) => {
                panic!("nobody asks for {task:?}")
            }
            Effect::Do(Task::LoadLibrary(_)) => self.dialogue.session.hear_library(library(), Vec::new()),
            Effect::Do(Task::OpenBook(number, file, library)) => match Book::open(Path::new(&file), &library) {
                Ok((book, reports)) => self.dialogue.session.hear_book(number, Some(book), reports),
                Err(report) => self.dialogue.session.hear_book(number, None, vec![report]),
            },
            Effect::Quit => self.quit = true,
        }
    }

    /// Whether the search has been told to stop.
    fn stopped(&self) -> bool {
        self.order.as_ref().is_some_and(|order| order.monitor.is_stopped())
    }

    fn info(&self, order: &Order, rng: &mut Rng) -> Option<Info> {
        let mut game = Game::clone(&order.game);
        let mut line = Vec::new();
        for _ in 0..rng.usize(1..4) {
            let moves = game.legal_moves();
            let Some(mv) = rng.choice(moves) else { break };
            game.play(mv);
            line.push(mv);
        }
        let info = Info {
            multipv: 1,
            depth: rng.u32(0..40),
            seldepth: rng.u32(0..60),
            score: Score(rng.i32(-32_000..32_000)),
            time: Duration::from_millis(rng.u64(0..5000)),
            nodes: rng.u64(..),
            finished: rng.bool(),
            pv: line,
            threads: 1,
            ..Info::default()
        };
        (!info.pv.is_empty()).then_some(info)
    }

    /// Sends reports of the search.
    fn search_says(&mut self, rng: &mut Rng) {
        let Some(order) = self.order.take() else { return };
        let done = order.monitor.is_stopped() || rng.u8(0..4) == 0;
        let info = self.info(&order, rng);
        let number = order.number;
        let news = match info {
            Some(info) if !done => News::Info(info),
            best => News::Done(best),
        };
        if matches!(news, News::Info(_)) {
            self.order = Some(order);
        }
        self.now += Duration::from_millis(rng.u64(0..700));
        self.dialogue.session.hear_search(number, news, self.now);
        self.act();
    }

    fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// The notes to the user within a minute after a GUI has chosen a game.
fn told_of(game: &str, untested: bool) -> String {
    let mut bench = Bench::new();
    let session = Session::new(library(), bench.now).expect("the first variant can be played");
    bench.dialogue = Dialogue::new(session, untested);
    bench.act();
    bench.send(&format!("protover 2\nvariant {game}\nforce"));
    (0..60).for_each(|_| bench.pass(Duration::from_secs(1)));
    bench.said.iter().filter(|line| line.starts_with("telluser ")).cloned().collect::<Vec<_>>().join("\n")
}

/// Users are told to switch the test of legality off in exactly those games for which `alfil xboard` starts XBoard
/// without it. If XBoard was started so, only other notes remain.
#[test]
fn users_are_told_to_switch_the_legality_test_off_where_needed() {
    let library = library();
    for name in ["normal", "xiangqi", "suicide", "omega", "metamachy", "janggi", "werewolf", "sittuyin", "shouse"] {
        let variant = library.get(name).expect("a bundled game");
        let launch = super::Launch::new(&library, &variant, None, None).expect("XBoard plays it");
        let off = launch.fixed.windows(2).any(|option| option == ["-testLegality", "false"]);
        assert_eq!(launch.untested, off, "{name}");
        assert_eq!(told_of(name, false).contains("Test Legality off"), off, "{name}");
        let other = name == "shouse";
        assert_eq!(!told_of(name, true).is_empty(), other, "{name}");
    }
}

#[test]
fn a_gui_is_told_to_wait_before_files_are_read() {
    let mut dialogue = dialogue(Library::bundled(), Instant::now());
    dialogue.hear_line("xboard", Instant::now());
    dialogue.hear_line("protover 2", Instant::now());
    dialogue.hear_line("variant omaha", Instant::now());
    dialogue.hear_line("go", Instant::now());
    let said = |effects: &[Effect]| -> Vec<String> {
        let line = |effect: &Effect| if let Effect::Say(line) = effect { Some(line.clone()) } else { None };
        effects.iter().filter_map(line).collect()
    };
    let effects = dialogue.act();
    assert!(matches!(effects[0], Effect::Do(Task::LoadLibrary(_))), "{effects:?}");
    assert_eq!(said(&effects), ["feature done=0"]);
    dialogue.session.hear_library(library(), Vec::new());
    let effects = dialogue.act();
    let said = said(&effects);
    assert!(said.iter().filter(|line| line.contains("done=")).eq(["feature done=1"]), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("setup ")), "{said:?}");
    assert!(matches!(effects.last(), Some(Effect::Do(Task::Search(_)))), "{effects:?}");
}

#[test]
fn end_of_input_waits_only_briefly_for_files() {
    let now = Instant::now();
    let mut dialogue = dialogue(Library::bundled(), now);
    dialogue.act();
    dialogue.hear_line("ping 1", now);
    dialogue.hear_end(now);
    assert!(dialogue.act().is_empty());
    let deadline = dialogue.deadline().expect("it waits only so long");
    assert!(deadline <= now + Duration::from_millis(400));
    dialogue.hear_time(deadline);
    assert!(matches!(&dialogue.act()[..], [Effect::Say(_), Effect::Quit]));
}

/// Everything that the first move would have to wait for is done before the answer to `ping`, once for each game.
#[test]
fn pong_comes_after_the_game_is_prepared() {
    let mut bench = Bench::new();
    bench.send("xboard\nnew\nvariant atomic\neasy");
    let (dialogue, now) = (&mut bench.dialogue, bench.now);
    let mut answer = |line: &str| {
        dialogue.hear_line(line, now);
        let effects = dialogue.act();
        let prepares = matches!(effects[..], [Effect::Do(Task::Prepare(..))]);
        if prepares {
            dialogue.session.hear_ready();
        }
        let effects = if prepares { dialogue.act() } else { effects };
        assert!(matches!(&effects[..], [Effect::Say(text)] if text.starts_with("pong")), "{effects:?}");
        prepares
    };
    assert!(answer("ping 1") && !answer("ping 2"));
    bench.send("usermove e2e4\nforce\nnew\nvariant atomic");
    let (dialogue, now) = (&mut bench.dialogue, bench.now);
    dialogue.hear_line("ping 3", now);
    let effects = dialogue.act();
    assert!(matches!(&effects[..], [Effect::Say(text)] if text == "pong 3"), "{effects:?}");
}

/// Requests right before the end of the input are answered, and faults of a book are reported.
#[test]
fn end_of_input_waits_for_a_book() {
    let now = Instant::now();
    let mut dialogue = dialogue(library(), now);
    dialogue.act();
    dialogue.session.hear_library(library(), Vec::new());
    dialogue.hear_line("option Book file=book.txt", now);
    dialogue.hear_line("bk", now);
    dialogue.hear_end(now);
    let effects = dialogue.act();
    let [Effect::Do(Task::OpenBook(number, ..))] = effects[..] else { panic!("{effects:?}") };
    let deadline = dialogue.deadline().expect("it waits only so long");
    assert!(deadline <= now + Duration::from_millis(400));
    let report = Report::error("cannot read this book: it does not exist").about("book.txt");
    dialogue.session.hear_book(number, None, vec![report]);
    let effects = dialogue.act();
    let [Effect::Say(fault), Effect::Say(_), .., Effect::Quit] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(fault, "tellusererror book.txt: cannot read this book: it does not exist");
}

/// A large book is opened more slowly than one that was set after it.
#[test]
fn a_book_that_was_replaced_meanwhile_is_not_taken() {
    let now = Instant::now();
    let book = || Book::open(Path::new("tests/data/books/lines.txt"), &library()).expect("it can be read").0;
    for (second, moves) in [("second.txt", 4), ("", 0)] {
        let mut dialogue = dialogue(library(), now);
        dialogue.act();
        dialogue.session.hear_library(library(), Vec::new());
        dialogue.hear_line("option Book file=first.txt", now);
        dialogue.hear_line(&format!("option Book file={second}"), now);
        let effects = dialogue.act();
        let number = |effect: &Effect| if let Effect::Do(Task::OpenBook(number, ..)) = effect { *number } else { 0 };
        let numbers: Vec<u64> = effects.iter().map(number).collect();
        assert_eq!(numbers.len(), if second.is_empty() { 1 } else { 2 });
        for number in numbers.iter().skip(1) {
            dialogue.session.hear_book(*number, Some(book()), Vec::new());
        }
        let report = Report::error("cannot read this book: it does not exist").about("first.txt");
        dialogue.session.hear_book(numbers[0], second.is_empty().then(book), vec![report]);
        assert!(!dialogue.session.is_opening_book() && dialogue.act().is_empty());
        assert_eq!(dialogue.session.book_moves().map_or(0, |moves| moves.len()), moves, "{second}");
    }
}

/// Each of them would otherwise get a thread and a copy of the game.
#[test]
fn of_the_analyses_that_a_batch_begins_only_the_last_one_runs() {
    let now = Instant::now();
    let mut dialogue = dialogue(library(), now);
    dialogue.act();
    dialogue.session.hear_library(library(), Vec::new());
    dialogue.act();
    for line in ["force", "analyze", "usermove e2e4", "usermove e7e5", "exclude g1f3", "usermove d2d4"] {
        dialogue.hear_line(line, now);
    }
    let effects = dialogue.act();
    let searches = effects.iter().filter(|effect| matches!(effect, Effect::Do(Task::Search(_))));
    assert_eq!(searches.count(), 1, "{effects:?}");
    let Some(Effect::Do(Task::Search(order))) = effects.last() else { panic!("{effects:?}") };
    assert_eq!(order.game.moves_made(), 3);
}

#[test]
fn commands_that_replace_the_position_start_no_search() {
    let openings = ["", "usermove e2e4\n", "force\nusermove e2e4\n", "hard\ngo\n"];
    let commands = ["new", "variant crazyhouse", "setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "edit\n.", "undo"];
    for opening in openings {
        for command in commands {
            let mut bench = Bench::new();
            bench.send(&format!("new\n{opening}{command}"));
            let refused = bench.said.iter().any(|line| line.starts_with("Error "));
            let expected = if refused && opening.ends_with("go\n") { Activity::Think } else { Activity::Idle };
            assert_eq!(bench.dialogue.session.activity(), expected, "{opening}{command}");
        }
    }
}

#[test]
fn the_queue_behind_a_move_is_bounded() {
    let mut bench = Bench::new();
    bench.send("new\nusermove e2e4");
    (0..2 * limits::WAITING_COMMANDS).for_each(|_| bench.dialogue.hear_line("memory 8", bench.now));
    bench.act();
    assert_eq!(bench.take_said(), ["Error (command not legal now): memory 8"]);
    assert!(!bench.stopped());
    bench.send("?\n?");
    assert!(bench.stopped() && bench.dialogue.waits(|_| true));
    bench.send("result *");
    bench.send("ping 1");
    assert!(!bench.dialogue.waits(|_| true));
    assert_eq!(bench.take_said(), ["pong 1"]);
}

/// A score that the GUI has given to a position is one of the game on the board.
#[test]
fn another_game_has_no_given_scores() {
    let given = |lines: &str| {
        let mut bench = Bench::new();
        bench.send(lines);
        bench.order.expect("a search has begun").limits.given_scores.len()
    };
    assert_eq!(given("new\nsetscore 150\ngo"), 1);
    assert_eq!(given("new\nsetscore 150\nvariant atomic\ngo"), 0);
}

/// TIME-1: `time` is the clock of the side that the engine plays at `go`, even if a move lies between.
#[test]
fn clocks_told_before_a_move_of_a_followed_game_count() {
    let hard = |time: u32, otim: u32| {
        let mut bench = Bench::new();
        bench.send("new\nlevel 0 10 0\nforce\nusermove e2e4");
        bench.send(&format!("time {time}\notim {otim}\nusermove e7e5\ngo"));
        bench.order.expect("a search has begun").limits.budget.map(|budget| budget.hard)
    };
    // In centiseconds.
    assert!(hard(200, 60_000) < Some(Duration::from_secs(2)));
    assert!(hard(60_000, 200) > Some(Duration::from_secs(2)));
}

/// If the file of the game that is played in place of the carrier is gone, the carrier is a game of its own again.
#[test]
fn the_carrier_remains_when_the_carried_game_is_gone() {
    let mut bench = Bench::new();
    bench.send("option Variant fairy selects=omaha");
    bench.dialogue.session.hear_library(Library::bundled(), Vec::new());
    bench.send("variant fairy\nnew");
    assert!(bench.said[0].starts_with("setup ") && !bench.said.iter().any(|line| line.starts_with("Error")));
}

#[test]
fn results_that_the_referee_cannot_see_are_not_claimed() {
    for (computer, expected) in [("", "1/2-1/2 {Insufficient material}"), ("computer\n", "pong 1")] {
        let mut bench = Bench::new();
        bench.send("variant hookers\nforce\nsetboard 4k3/8/8/8/8/8/3n4/4K3 b - - 0 1\ngo");
        bench.send(&format!("force\nnew\nvariant hookers\n{computer}setboard 4k3/8/8/8/8/8/3n4/4K3 w - - 0 1"));
        bench.take_said();
        // The engine plays Black, and the last piece except the kings is captured.
        bench.send("usermove e1d2\nforce\nping 1");
        assert_eq!(bench.take_said()[0], expected);
    }
}

/// In a match of two engines XBoard garbles castling that gates a piece on the rook's square.
#[test]
fn moves_that_xboard_garbles_are_not_played_against_engines() {
    for (computer, offered) in [("", None), ("computer\n", Some(false))] {
        let mut bench = Bench::new();
        let castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1";
        bench.send(&format!("variant seirawan\n{computer}force\nsetboard {castles}\ngo"));
        let order = bench.order.as_deref().expect("a search has begun");
        let garbled = |mv: &Move| ["h1e1h", "a1e1e"].contains(&&*order.game.shown(*mv));
        assert!(order.game.legal_moves().iter().any(garbled));
        let moves = &order.limits.moves;
        assert_eq!((!moves.is_empty()).then(|| moves.iter().any(garbled)), offered);
    }
}

/// What the engine says after a search that reports these lines of one move: depth, MultiPV number, score, move.
fn opening_after(start: &str, lines: &[(u32, usize, i32, &str)]) -> String {
    let mut bench = Bench::new();
    bench.send(&format!("new\n{start}go"));
    let order = bench.order.as_ref().expect("it searches");
    let (number, game) = (order.number, order.game.clone());
    let info = |&(depth, multipv, score, text): &(u32, usize, i32, &str)| Info {
        multipv,
        depth,
        seldepth: depth,
        score: Score(score),
        time: Duration::ZERO,
        nodes: 1,
        pv: vec![game.read_move(text).expect("a legal move")],
        finished: true,
        threads: 1,
        ..Info::default()
    };
    for line in lines {
        bench.dialogue.session.hear_search(number, News::Info(info(line)), bench.now);
    }
    let best = lines.iter().rev().find(|line| line.1 == 1).map(info);
    bench.dialogue.session.hear_search(number, News::Done(best), bench.now);
    bench.act();
    bench.take_said().remove(0)
}

#[test]
fn random_varies_the_first_moves() {
    let lines = [
        // The fourth line is from two iterations before, the others are the latest.
        (6, 4, 30, "b1c3"),
        (7, 1, 40, "g1f3"),
        (8, 1, 35, "e2e4"),
        (8, 2, 15, "d2d4"),
        (8, 3, 14, "c2c4"),
    ];
    let moves = |start: &str, lines: &[_]| (0..200).map(|_| opening_after(start, lines)).collect::<BTreeSet<_>>();
    assert_eq!(moves("", &lines), BTreeSet::from(["move e2e4".to_owned()]));
    assert_eq!(moves("random\n", &lines), BTreeSet::from(["move d2d4", "move e2e4"].map(str::to_owned)));
    // A mate is not given away, and a position that was set up is not an opening.
    let mate = [(8, 1, 31_999, "e2e4"), (8, 2, 31_997, "d2d4")];
    assert_eq!(moves("random\n", &mate).len(), 1);
    let set_up = "random\nsetboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\n";
    assert_eq!(moves(set_up, &lines).len(), 1);
}
