//! Random lines, legal and illegal, and a search that answers when it likes:
//! nothing panics, and what the protocol promises always holds.

use super::Bench;
use fastrand::Rng;

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
