//! Random lines, legal and illegal, and a search that reports at random times: after every step a referee checks that
//! the promises of the protocol are kept.

use super::Bench;
use super::referee::Referee;
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
    "option MultiPV=2",
    "option MultiPV=1",
    "option Contempt (centipawns)=20",
    "option Resign below (centipawns)=400",
    "option Resign below (centipawns)=0",
    "option Claim wins=0",
    "option Claim wins=1",
    "option Claim wins=2",
    "option Three-leg moves=joined",
    "option Three-leg moves=separate",
    "option Search details=1",
    "option Variant fairy selects=tigers",
    "variant fairy",
    "option Piece values of the file=0",
    "option Piece values of the file=1",
    "option Learned evaluation=0",
    "option Learned evaluation=1",
    "option Resync=1",
    "option Own book=1",
    "option Own book=0",
    "option Book file=tests/data/books/lines.txt",
    "option Book file=",
    "option Reload variants",
    "setscore 30 4",
    "setscore",
    "variant lions-den",
    "variant tigers",
    "lift d1",
    "put d2",
    "put d3",
    "hover d3",
    "usermove d1d2,d2d3",
    "name X",
    "rating 1500 1600",
    "ics freechess.org",
    "partner x",
    "ptell hello",
    "egtpath nalimov /a b",
    "noise 0",
    "exclude zz",
    "result",
    "ping",
    "holding [] [] BP",
    "xa1",
    "nps 0",
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
    let game = bench.dialogue.session.game();
    match rng.choice(game.legal_moves()) {
        Some(mv) => format!("usermove {}", game.move_text(mv)),
        None => "undo".to_owned(),
    }
}

/// The number of steps in a dialogue, and of dialogues.
const STEPS: usize = 500;
const TALKS: u64 = 200;

#[test]
fn protocol_invariants_hold_for_random_input() {
    for seed in 0..TALKS {
        let mut rng = Rng::with_seed(seed);
        let mut referee = Referee::new(Bench::new(), seed);
        for step in 0..STEPS {
            match rng.u8(0..16) {
                0..4 => referee.search_speaks(&mut rng),
                4..6 => referee.hear(&[format!("ping {step}")]),
                6 => {
                    // Several lines before the engine handles any of them.
                    let lines: Vec<_> = (0..rng.usize(2..5)).map(|_| random_line(&referee.bench, &mut rng)).collect();
                    referee.hear(&lines);
                }
                _ => referee.hear(&[random_line(&referee.bench, &mut rng)]),
            }
        }
        referee.end();
    }
}
