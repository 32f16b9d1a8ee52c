//! "Neither side can win any more" against the slow truth: if the engine says so, no win is within reach.
//!
//! The games have small boards and few pieces, so that their ends are near, and one or two rules by which games are won
//! or kings are restricted.

use super::slow::{Legal, Past, Rulebook};
use alfil::internals::board::{Color, Piece, PieceKind, Square};
use alfil::internals::position::{GameResult, Position, Reason};
use alfil::internals::tables::Tables;
use alfil::internals::text::Source;
use alfil::internals::variant::{RepetitionResult, Setup, Variant, find, load};
use fastrand::Rng;
use std::fmt::Write;
use std::sync::Arc;

/// The most moves to try in the first position of a line and in those after it.
const WIDTHS: [usize; 4] = [60, 12, 4, 3];

/// Rules that win games, or restrict kings.
const RULES: [&str; 29] = [
    "[[end.goal]]\npieces = [\"K\"]\nsquares = \"last-1\"\n",
    "[[end.goal]]\npieces = [\"N\"]\nsquares = \"file a\"\nside = \"black\"\n",
    "[[end.goal]]\npieces = [\"K\"]\nsquares = \"ranks 1-2\"\nwhen = \"leave\"\n",
    "[[end.goal]]\npieces = [\"K\"]\nsquares = \"file b\"\nwhen = \"survive\"\n",
    "[[end.extinction]]\npieces = [\"N\"]\n",
    "[[end.extinction]]\npieces = [\"N\", \"B\"]\nresult = \"win\"\nside = \"white\"\n",
    "[[end.extinction]]\npieces = \"all\"\n",
    "[royalty]\ncheck = \"ignored\"\n[[end.extinction]]\npieces = [\"K\"]\n",
    "[royalty]\nfacing = \"file-and-rank\"\n",
    "[royalty]\ngiving_check = \"forbidden\"\n",
    "[royalty]\nsafe_path = true\n",
    "[royalty]\nanti = [\"N\"]\n",
    "[capture]\nmandatory = true\n",
    "[[capture.ban]]\nattacker = [\"K\"]\nvictim = \"all\"\n",
    "[capture.counterstrike]\nvictim = [\"N\"]\n",
    "[[effect]]\nwhere = \"around\"\nspare = [\"K\"]\nwhat = \"remove\"\n",
    "[[effect]]\nwhen = \"move\"\nwhere = \"origin\"\nwhat = \"hole\"\n",
    "[[effect]]\nwhen = \"turn\"\nwhere = \"zone\"\nzone = \"file a\"\nside = \"own\"\nwhat = \"remove\"\n",
    "[[effect]]\nvictim = [\"N\"]\nwhere = \"victims\"\nwhat = \"appear\"\nto = \"B\"\n",
    "[hand]\nsource = \"captures\"\ndemote = { N = \"R\" }\n",
    "[repetition]\nfold = 2\nresult = \"white-loses\"\n",
    "[repetition]\nfold = 2\nresult = \"illegal\"\n",
    "[repetition]\nfold = 2\nperpetual_check = \"loss\"\n",
    "[[promotion]]\npieces = [\"N\"]\nto = [\"R\"]\n",
    "[virgin]\ntest = \"unmoved\"\n",
    "[[influence]]\nby = [\"K\"]\nfaces = { N = \"R\" }\n",
    "[[influence]]\nby = [\"B\"]\nwhere = \"attacked\"\nfaces = { N = \"R\" }\n",
    "[wall]\nwhat = \"block\"\n",
    "[wall]\nwhat = \"duck\"\nwhere = \"reach\"\n",
];

/// Settings of `[end]`.
const ENDS: [&str; 8] = [
    "",
    "",
    "stalemate = \"loss\"\n",
    "stalemate = \"win\"\n",
    "stalemate = \"count-fewer-wins\"\n",
    "checks = 1\n",
    "checks = 2\n",
    "bare = { count = 2, when = \"opponent-turn\", rebare = \"none\" }\n",
];

fn one<'a>(random: &mut Rng, words: &[&'a str]) -> &'a str {
    words[random.usize(..words.len())]
}

/// A small game that is chess except for a few rules, and its file.
fn game(random: &mut Rng) -> Option<(Arc<Variant>, String)> {
    let (files, ranks) = (random.u8(3..=5), random.u8(3..=5));
    let mut text = format!("name = \"end\"\n[board]\nfiles = {files}\nranks = {ranks}\n");
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "holes = \"{}\"", one(random, &["b2", "a2 b1", "b3 c2", "a3"]));
    }
    if random.u8(..6) == 0 {
        let _ = writeln!(text, "topology = \"{}\"", one(random, &["cylinder", "torus"]));
    }
    let rest = |pieces: &str| format!("{pieces}{}", usize::from(files) - pieces.len()).replace("0", "");
    let middle = vec![files.to_string(); usize::from(ranks) - 2].join("/");
    let _ = writeln!(text, "[start]\nfen = \"{}/{middle}/{} w - - 0 1\"", rest("knb"), rest("KNB"));
    // Most kings are those of chess.
    let king = one(random, &["K", "K", "K", "K", "K", "W", "F", "N", "fsW", "mWcF", "Q", "KmN", "KicN", "KD"]);
    let minor = |random: &mut Rng| {
        let words = ["N", "B", "W", "F", "A", "D", "nN", "fW", "mWcF", "fBbW", "pR", "gQ", "mK", "WiA", "none", "dW"];
        one(random, &words)
    };
    let [knight, bishop] = [minor(random), minor(random)];
    for (id, moves) in [("K", king), ("N", knight), ("B", bishop), ("R", "R")] {
        let _ = writeln!(text, "[pieces.{id}]\nmove = \"{moves}\"");
        if random.u8(..12) == 0 {
            let _ = writeln!(text, "region = \"{}\"", one(random, &["ranks 1-2", "files a-b", "all"]));
        }
        if random.u8(..16) == 0 {
            let _ = writeln!(text, "capture_only = \"{}\"", one(random, &["file a", "last-2"]));
        }
        if random.u8(..16) == 0 {
            let _ = writeln!(text, "zone_move = {{ zone = \"last-2\", move = \"{}\" }}", one(random, &["A", "Q"]));
        }
    }
    text.push_str(if random.u8(..3) == 0 { "" } else { one(random, &RULES) });
    let _ = write!(text, "[end]\n{}", one(random, &ENDS));
    let (variant, _) = load(&Source::new("end", text.clone()), &find);
    Some((Arc::new(variant?), text))
}

/// A king of each side and one or two pieces.
fn position(variant: &Variant, random: &mut Rng) -> Setup {
    let mut setup = Setup::empty(variant);
    let put = |setup: &mut Setup, id: &str, color: Color, random: &mut Rng| {
        let kind = variant.kind_by_id(id).unwrap_or(PieceKind(0));
        let region = variant.kind(kind).region[color] & !variant.holes;
        let free: Vec<Square> = region.iter().filter(|sq| setup.board[sq.index()].is_none()).collect();
        if let Some(sq) = random.choice(free) {
            setup.board[sq.index()] = Piece::new(kind, color);
        }
    };
    let color = |random: &mut Rng| if random.bool() { Color::White } else { Color::Black };
    Color::ALL.into_iter().for_each(|color| put(&mut setup, "K", color, random));
    for _ in 0..random.usize(..4) {
        let (id, color) = (one(random, &["N", "N", "B", "K"]), color(random));
        // A second king now and then.
        if id != "K" || random.u8(..4) == 0 {
            put(&mut setup, id, color, random);
        }
    }
    setup.side = color(random);
    if let Some(checks) = variant.rules.ends.checks {
        setup.checks.0 = [checks; 2];
    }
    setup
}

/// The history of a position: the one before the last move, the piece that moved, and whether that forbids captures.
type Before<'a> = Option<(&'a Setup, PieceKind, bool)>;

/// Whether the slow truth finds a win within reach, with the moves to it in `line`.
fn wins(game: &Rulebook, setup: &Setup, before: Before, line: &mut Vec<Setup>, random: &mut Rng) -> bool {
    let rule = game.variant.rules.draws.repetition;
    let same = |one: &Setup, other: &Setup| {
        (&one.board, one.side, &one.hands, one.holes) == (&other.board, other.side, &other.hands, other.holes)
    };
    let past = line.clone();
    let too_often = |setup: &Setup| {
        let before = past.iter().filter(|former| same(former, setup)).count();
        rule.fold > 0 && before + 1 >= usize::from(rule.fold)
    };
    let repeats = |setup: &Setup, _: bool| rule.result == RepetitionResult::Illegal && too_often(setup);
    let known = Past {
        struck: before.is_some_and(|(.., strikes)| strikes),
        passes: 0,
        last: before.map(|(before, mover, _)| (before, mover)),
        repeats: &repeats,
        asks_for_mate: false,
    };
    let truth = game.at(setup);
    line.push(setup.clone());
    if let Some(outcome) = truth.outcome(known) {
        return matches!(outcome.result, GameResult::Win(_)) || {
            line.pop();
            false
        };
    }
    if too_often(setup) {
        return !matches!(rule.result, RepetitionResult::Draw | RepetitionResult::Illegal) || {
            line.pop();
            false
        };
    }
    let width = WIDTHS.get(line.len() - 1);
    let moves: Vec<Legal> = width.map_or_else(Vec::new, |&width| random.choose_multiple(truth.legal(known).0, width));
    let won = moves.iter().any(|legal| {
        let mover = setup.board[legal.deed.from.index()];
        let mover = if mover.is_none() { PieceKind(0) } else { mover.kind() };
        wins(game, &legal.after, Some((setup, mover, legal.strikes)), line, random)
    });
    if !won {
        line.pop();
    }
    won
}

/// Finds random positions of a game that are wrongly called dead.
pub fn explore(random: &mut Rng, said: &mut usize) -> Result<(), String> {
    let Some((variant, text)) = game(random) else { return Ok(()) };
    let Ok(t) = Tables::<1>::new(&variant) else { return Ok(()) };
    let game = Rulebook::new(&variant);
    for _ in 0..10 {
        let setup = position(&variant, random);
        let Ok(fast) = Position::new(&t, &setup) else { continue };
        if fast.outcome(&t).is_none_or(|outcome| outcome.reason != Reason::InsufficientMaterial) {
            continue;
        }
        *said += 1;
        let mut line = Vec::new();
        if wins(&game, &setup, None, &mut line, random) {
            let line: Vec<String> = line.iter().map(|setup| setup.fen(&variant)).collect();
            return Err(format!("{text}is called dead, and won after\n    {}", line.join("\n    ")));
        }
    }
    Ok(())
}
