//! The dialogue against random commands and a search that answers when it
//! likes: nothing panics, and what the protocol promises always holds.

use super::catalogue::Catalogue;
use super::dialogue::{Activity, Dialogue, Effect, Mode, News, Order};
use crate::game::Game;
use crate::search::{Info, Score};
use crate::variant::Library;
use fastrand::Rng;
use std::time::{Duration, Instant};

/// A dialogue, a clock that a test moves, and the search that would run.
struct Bench {
    dialogue: Dialogue,
    now: Instant,
    order: Option<Box<Order>>,
    stopped: bool,
    said: Vec<String>,
    quit: bool,
}

impl Bench {
    fn new() -> Self {
        let catalogue = Catalogue::new(Library::bundled(), &[]);
        let game = Game::new(&catalogue.first()).expect("the first variant can be played");
        let now = Instant::now();
        let dialogue = Dialogue::new(catalogue, game, now);
        Self { dialogue, now, order: None, stopped: false, said: Vec::new(), quit: false }
    }

    fn send(&mut self, text: &str) {
        text.lines().for_each(|line| self.dialogue.hear_line(line, self.now));
        self.act();
    }

    fn act(&mut self) {
        for effect in self.dialogue.act() {
            match effect {
                Effect::Say(line) => self.said.push(line),
                Effect::Search(order) => {
                    assert!(self.order.is_none() || self.stopped, "two searches at once");
                    (self.order, self.stopped) = (Some(order), false);
                }
                Effect::Stop => self.stopped = true,
                Effect::Quit => self.quit = true,
                Effect::Remind { .. } | Effect::Memory(_) => {}
            }
        }
        self.check();
    }

    /// Invariants A, C and D of the specification, and that lines are lines.
    fn check(&self) {
        let dialogue = &self.dialogue;
        let side = dialogue.game.side();
        match dialogue.search.activity {
            Activity::Idle | Activity::Hint => {}
            Activity::Think => assert_eq!(dialogue.mode, Mode::Play(side)),
            Activity::Guess | Activity::Ponder(_) => {
                assert_eq!(dialogue.mode, Mode::Play(!side));
                assert!(dialogue.manners.ponder && dialogue.game.moves_made() > 0);
            }
            Activity::Analyze => assert_eq!(dialogue.mode, Mode::Analyze),
        }
        if dialogue.search.activity != Activity::Idle {
            assert!(dialogue.playable && dialogue.result.is_none() && !dialogue.paused);
            assert!(
                dialogue.search.ended
                    || self.order.as_ref().is_some_and(|order| order.number == dialogue.search.number)
            );
        }
        for line in &self.said {
            assert!(line.len() <= 4000 && !line.contains(['\n', '\r']), "{line:?}");
        }
    }

    fn info(&self, order: &Order, rng: &mut Rng) -> Option<Info> {
        let mut game = order.game.clone();
        let mut line = Vec::new();
        for _ in 0..rng.usize(1..4) {
            let moves = game.legal_moves();
            let Some(mv) = rng.choice(moves) else { break };
            game.play(mv);
            line.push(mv);
        }
        let info = Info {
            place: 1,
            depth: rng.u32(0..40),
            seldepth: rng.u32(0..60),
            score: Score(rng.i32(-32_000..32_000)),
            time: Duration::from_millis(rng.u64(0..5000)),
            nodes: rng.u64(..),
            finished: rng.bool(),
            line,
        };
        (!info.line.is_empty()).then_some(info)
    }

    /// Lets the search speak.
    fn search_says(&mut self, rng: &mut Rng) {
        let Some(order) = self.order.take() else { return };
        let done = self.stopped || rng.u8(0..4) == 0;
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
        self.dialogue.hear_search(number, news, self.now);
        self.act();
    }

    fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// Lines that a GUI might send, and some that none would.
const LINES: &[&str] = &[
    "new",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "?",
    ".",
    "undo",
    "remove",
    "hint",
    "bk",
    "draw",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "pause",
    "resume",
    "random",
    "computer",
    "result 1-0 {x}",
    "result *",
    "st 1",
    "st 0",
    "sd 3",
    "sd 0",
    "level 40 5 0",
    "level 0 0:05 0.1",
    "time 500",
    "otim 20",
    "nps 1000",
    "nps -1",
    "memory 8",
    "cores 2",
    "depth",
    "4",
    "edit",
    "#",
    "Ke1",
    "c",
    "ke8",
    "Pe2",
    "exclude all",
    "include all",
    "exclude e2e4",
    "include e2e4",
    "lift e2",
    "lift e7",
    "lift j1",
    "put e4",
    "hover e4",
    "put e4,",
    "lift",
    "usermove e2e4",
    "usermove e7e5",
    "usermove e1g1",
    "usermove P@e4",
    "usermove @@@@",
    "usermove zz",
    "b2b3",
    "O-O",
    "e7e8q",
    "Nf3",
    "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
    "setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "setboard rubbish",
    "holding [PN] [Q]",
    "holding",
    "option A=1",
    "variant crazyhouse",
    "variant shogi",
    "variant xiangqi",
    "variant none",
    "accepted usermove",
    "rejected usermove",
    "protover 2",
    "xboard",
    "frobnicate",
    "",
    "\u{0}",
    "usermove",
    "level",
    "illegal é\u{7}",
];

fn random_line(bench: &Bench, rng: &mut Rng) -> String {
    if rng.bool() {
        return (*rng.choice(LINES).expect("there are lines")).to_owned();
    }
    let game = &bench.dialogue.game;
    match rng.choice(game.legal_moves()) {
        Some(mv) => format!("usermove {}", game.move_text(mv)),
        None => "undo".to_owned(),
    }
}

#[test]
fn nothing_a_gui_says_breaks_the_talk() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let mut bench = Bench::new();
        let mut pings = Vec::new();
        for step in 0..300 {
            if rng.u8(0..3) == 0 {
                bench.search_says(&mut rng);
            } else if rng.u8(0..8) == 0 {
                pings.push(step.to_string());
                bench.send(&format!("ping {step}"));
            } else {
                let line = random_line(&bench, &mut rng);
                bench.send(&line);
            }
        }
        bench.send(".\nresume\nforce");
        let pongs: Vec<_> = bench.said.iter().filter_map(|line| line.strip_prefix("pong ")).collect();
        // Inside `edit` a ping is no command.
        let mut sent = pings.iter();
        assert!(pongs.iter().all(|pong| sent.any(|ping| ping == pong)), "seed {seed}: {pongs:?} for {pings:?}");
        bench.send("quit");
        assert!(bench.quit, "seed {seed}");
    }
}

#[test]
fn commands_that_replace_the_position_start_nothing() {
    let openings = ["", "usermove e2e4\n", "force\nusermove e2e4\n", "hard\ngo\n"];
    let commands = ["new", "variant crazyhouse", "setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "edit\n.", "undo"];
    for opening in openings {
        for command in commands {
            let mut bench = Bench::new();
            bench.send(&format!("new\n{opening}{command}"));
            assert_eq!(bench.dialogue.search.activity, Activity::Idle, "{opening}{command}");
        }
    }
}

#[test]
fn commands_wait_for_the_move_but_not_those_that_end_it() {
    let mut rng = Rng::with_seed(1);
    let mut bench = Bench::new();
    bench.send("new\nusermove e2e4\nping 1\nmemory 8\nping 2");
    assert_eq!(bench.take_said(), [""; 0]);
    bench.send("?");
    assert!(bench.stopped);
    bench.search_says(&mut rng);
    let said = bench.take_said();
    assert!(said[0].starts_with("move "), "{said:?}");
    assert_eq!(said[1..], ["pong 1", "pong 2"]);

    bench.send("usermove g1f3\nping 3\nsetboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\nping 4");
    assert!(bench.stopped);
    assert_eq!(bench.take_said(), ["pong 3", "pong 4"]);
    bench.search_says(&mut rng);
    assert_eq!(bench.take_said(), [""; 0], "news of a search given up");
}

#[test]
fn a_referee_is_not_told_what_it_cannot_see() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants");
    let directory = crate::variant::Directory { path: own.into(), named: true };
    for (computer, expected) in [("", "1/2-1/2 {Insufficient material}"), ("computer\n", "pong 1")] {
        let mut bench = Bench::new();
        let catalogue = Catalogue::new(Library::load(std::slice::from_ref(&directory)).0, &[]);
        let game = Game::new(&catalogue.first()).expect("the first variant can be played");
        bench.dialogue = Dialogue::new(catalogue, game, bench.now);
        bench.send("variant hookers\nforce\nsetboard 4k3/8/8/8/8/8/3n4/4K3 b - - 0 1\ngo");
        bench.send(&format!("force\nnew\nvariant hookers\n{computer}setboard 4k3/8/8/8/8/8/3n4/4K3 w - - 0 1"));
        bench.take_said();
        // The engine plays Black, and the last man but the kings goes.
        bench.send("usermove e1d2\nforce\nping 1");
        assert_eq!(bench.take_said()[0], expected);
    }
}

#[test]
fn a_pause_holds_everything_but_pings() {
    let mut rng = Rng::with_seed(2);
    let mut bench = Bench::new();
    bench.send("new\npost\nusermove e2e4\npause\nusermove e7e5\nping 1");
    assert_eq!(bench.take_said(), ["pong 1"]);
    bench.search_says(&mut rng);
    assert_eq!(bench.take_said(), [""; 0]);
    bench.send("resume");
    assert_eq!(bench.dialogue.search.activity, Activity::Think);
}

#[test]
fn a_lift_is_not_answered_when_the_piece_is_down_again() {
    let mut bench = Bench::new();
    bench.send("new\nforce\nlift e2\nput e4\nusermove e2e4");
    assert_eq!(bench.take_said(), [""; 0]);
    bench.send("lift e7");
    assert_eq!(bench.take_said(), ["highlight 8/8/4Y3/4Y3/8/8/8/8"]);
}

#[test]
fn what_came_before_the_end_is_answered() {
    let mut bench = Bench::new();
    bench.send("xboard\nnew\ngo\nping 1\nquit");
    assert_eq!(bench.take_said(), ["pong 1"]);
    assert!(bench.quit && bench.order.is_none());
}
