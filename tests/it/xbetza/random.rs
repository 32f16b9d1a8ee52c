//! Random descriptions and random boards: nothing panics, hangs or contradicts itself.

use super::terrain::Board;
use alfil::internals::board::{Color, Square};
use alfil::internals::xbetza::ast::{AtomLetter, Direction, Modifier};
use alfil::internals::xbetza::run::{InterpretedKind, InterpretedMove, Occupant, Runner};
use alfil::internals::xbetza::{self, Program};
use fastrand::Rng;

/// A description drawn from the grammar; not all of them pass the checks.
pub fn description(random: &mut Rng) -> String {
    (0..random.usize(1..4)).map(|_| if random.u8(..4) == 0 { bracket(random) } else { simple(random) }).collect()
}

fn simple(random: &mut Rng) -> String {
    let legs = if random.bool() { 1 } else { random.usize(1..4) };
    let prefixes: Vec<String> = (0..legs).map(|leg| prefix(random, leg == 0, leg + 1 == legs)).collect();
    prefixes.join("a") + &any_atom(random)
}

fn bracket(random: &mut Rng) -> String {
    let legs = random.usize(2..4);
    let mut text = String::from("[");
    for leg in 0..legs {
        let any = AtomLetter::ALL[random.usize(..AtomLetter::ALL.len() - 2)];
        text += &prefix(random, leg == 0, leg + 1 == legs);
        text += &atom(random, any);
        text += if leg + 1 == legs { "]" } else { random.choice(["-", "?"]).unwrap() };
    }
    text
}

/// Up to three modifiers and directions, most of them where they belong.
pub fn prefix(random: &mut Rng, first: bool, last: bool) -> String {
    let wild = random.u8(..8) == 0;
    let fits = |modifier: &Modifier| match modifier {
        Modifier::Zigzag | Modifier::Circular => first && (last || wild),
        Modifier::EnPassant | Modifier::Royal => last || wild,
        Modifier::Toggle => !last || wild,
        _ => true,
    };
    let modifiers: Vec<Modifier> = Modifier::ALL.iter().copied().filter(fits).collect();
    let directions: Vec<Direction> = Direction::ALL
        .iter()
        .copied()
        .filter(|direction| match direction {
            Direction::OtherHand | Direction::SameHand => !first,
            Direction::Half => first && random.u8(..4) == 0,
            _ => true,
        })
        .collect();
    let mut letters = |limit: usize| -> String {
        (0..random.usize(..limit)).map(|_| modifiers[random.usize(..modifiers.len())].letter()).collect()
    };
    let (before, after) = (letters(3), letters(2));
    let run: String = (0..random.usize(..4)).map(|_| directions[random.usize(..directions.len())].letter()).collect();
    before + &run + &after
}

pub fn any_atom(random: &mut Rng) -> String {
    let letter = AtomLetter::ALL[random.usize(..AtomLetter::ALL.len())];
    atom(random, letter)
}

fn atom(random: &mut Rng, letter: AtomLetter) -> String {
    let text = letter.letter().to_string();
    match (letter, random.u8(..8)) {
        (AtomLetter::Universal, _) => text,
        (AtomLetter::Castling, choice) => {
            if choice < 2 {
                text
            } else {
                text + &random.u8(1..5).to_string()
            }
        }
        (AtomLetter::Queen | AtomLetter::Rook | AtomLetter::Bishop | AtomLetter::King, 0) => text,
        (AtomLetter::Queen | AtomLetter::Rook | AtomLetter::Bishop | AtomLetter::King, 1 | 2) => {
            text + &random.u8(..13).to_string()
        }
        (_, 0) => text.repeat(2),
        (_, 1) => text + random.choice(["X", "Y", "XY"]).unwrap(),
        (_, 3 | 4) => text + &random.u8(..13).to_string(),
        _ => text,
    }
}

/// A board of any size with random contents.
pub fn board(random: &mut Rng) -> Board {
    let (files, ranks) = (random.u8(1..=13), random.u8(1..=13));
    let from = Square(random.u8(..files * ranks));
    let color = if random.bool() { Color::White } else { Color::Black };
    let mut board = Board::new(files, ranks, Runner { color, from });
    let density = random.u8(..200);
    for sq in (0..files * ranks).map(Square).filter(|&sq| sq != from) {
        let royal = random.u8(..8) == 0;
        if random.u8(..) < density {
            let occupant = match random.u8(..9) {
                0 => Occupant::Hole,
                1..5 => Occupant::Friend { royal },
                _ => Occupant::Enemy { royal },
            };
            board.put(sq, occupant);
        }
    }
    let mut some = |limit: usize| -> Vec<Square> {
        (0..random.usize(..limit)).map(|_| Square(random.u8(..files * ranks))).collect()
    };
    (board.virgins, board.starts) = (some(8), some(8));
    let empty: Vec<Square> = some(8).into_iter().filter(|sq| board.squares[sq.index()] == Occupant::Empty).collect();
    let is_enemy = |sq: &Square| matches!(board.squares[sq.index()], Occupant::Enemy { .. });
    board.en_passant = some(20).into_iter().find(is_enemy).map(|victim| (empty, victim));
    board.unmoved = random.bool();
    board
}

/// The effects of an outcome must agree with the board.
fn check(board: &Board, outcome: &InterpretedMove) -> Result<(), &'static str> {
    let at = |sq: Square| if sq == board.mover.from { Occupant::Empty } else { board.squares[sq.index()] };
    let piece = |sq: Square| matches!(at(sq), Occupant::Friend { .. } | Occupant::Enemy { .. });
    let demand = |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(what) };
    demand(at(outcome.to) != Occupant::Hole, "ends in a hole")?;
    demand(outcome.victims.iter().all(|&sq| piece(sq)), "captures nothing")?;
    let distinct = |(i, sq)| !outcome.victims[..i].contains(sq);
    demand(outcome.victims.iter().enumerate().all(distinct), "captures twice")?;
    let lifted = [outcome.unload.map(|j| j.from), outcome.partner.map(|j| j.from)];
    let free = !piece(outcome.to) || outcome.victims.contains(&outcome.to) || lifted.contains(&Some(outcome.to));
    demand(free, "ends on a piece")?;
    demand((outcome.kind == InterpretedKind::Capture) != outcome.victims.is_empty(), "kind and victims disagree")?;
    demand((outcome.kind == InterpretedKind::Swap) == outcome.unload.is_some(), "kind and unloading disagree")?;
    demand((outcome.kind == InterpretedKind::Castle) == outcome.partner.is_some(), "kind and partner disagree")?;
    demand(outcome.kind != InterpretedKind::Pass || outcome.to == board.mover.from, "a pass moves")?;
    if let Some(unload) = outcome.unload {
        demand(unload.to != outcome.to && (unload.to == unload.from || !piece(unload.to)), "unloads onto a piece")?;
    }
    Ok(())
}

/// Runs a program on some boards; returns the first fault.
fn try_boards(program: &Program, random: &mut Rng) -> Result<(), String> {
    let stuck = Program { terms: program.terms.iter().filter(|term| term.never_moves()).cloned().collect() };
    for _ in 0..4 {
        let board = board(random);
        if let Some(outcome) = board.outcomes(&stuck).first() {
            return Err(format!("a term that cannot move does so: {outcome:?} on {board:?}"));
        }
        let outcomes = board.outcomes(program);
        for (i, outcome) in outcomes.iter().enumerate() {
            let plain = |o: &InterpretedMove| (o.to, o.kind, o.victims, o.partner, o.unload);
            let repeated = outcomes[..i].iter().take(500).any(|earlier| plain(earlier) == plain(outcome));
            let fault = if repeated { Err("comes twice") } else { check(&board, outcome) };
            fault.map_err(|what| format!("{what}: {outcome:?} on {board:?}"))?;
        }
        if board.steps.get() > 1 << 22 {
            return Err(format!("{} steps on {board:?}", board.steps.get()));
        }
    }
    Ok(())
}

/// All effects of moves, in one order; without en passant rights, which cannot be expressed for XBoard.
fn deeds(board: &Board, program: &Program) -> Vec<String> {
    let deed = |o: &InterpretedMove| format!("{:?}", (o.to, o.kind, o.victims, o.partner, o.unload));
    let mut deeds: Vec<String> = board.outcomes(program).iter().map(deed).collect();
    deeds.sort();
    deeds
}

/// Whether a spelling for XBoard is its own spelling and gives the same moves.
fn same_moves(program: &Program, spelled: &str, random: &mut Rng) -> Result<(), String> {
    let tree = xbetza::parse(spelled).map_err(|fault| format!("{spelled}: {fault}"))?;
    let again = xbetza::wire(&tree).map_err(|fault| format!("{spelled}: {fault}"))?;
    if again != spelled {
        return Err(format!("{spelled} is spelled {again}"));
    }
    let other = xbetza::compile_tree(&tree).map_err(|fault| format!("{spelled}: {fault}"))?;
    for _ in 0..4 {
        let board = board(random);
        let (expected, found) = (deeds(&board, program), deeds(&board, &other));
        if expected != found {
            return Err(format!("as {spelled}: {found:?} instead of {expected:?} on {board:?}"));
        }
    }
    Ok(())
}

#[test]
fn descriptions_from_the_grammar_print_back_and_run() {
    let mut random = Rng::with_seed(1);
    let (mut accepted, mut spellings) = (0, 0);
    for _ in 0..20_000 {
        let text = description(&mut random);
        let tree = match xbetza::parse(&text) {
            Ok(tree) => tree,
            Err(error) => {
                // All errors that random letters of the grammar can cause.
                let codes = ["duplicate-modifier", "misplaced-modifier", "conflicting-modifiers", "bad-direction"];
                let others = ["split-directions", "bad-range", "unknown-atom", "range-on-double", "too-large"];
                assert!(codes.contains(&error.code()) || others.contains(&error.code()), "{text}: {error}");
                continue;
            }
        };
        accepted += 1;
        assert_eq!(tree.to_string(), text);
        assert_eq!(xbetza::parse(&tree.to_string()).as_ref(), Ok(&tree));
        assert_eq!(xbetza::explain(&tree).len(), tree.terms.len());
        let spelled = xbetza::wire(&tree).ok();
        match xbetza::compile_tree(&tree) {
            Ok(program) => {
                try_boards(&program, &mut random).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                if let Some(spelled) = spelled {
                    spellings += 1;
                    same_moves(&program, &spelled, &mut random).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                }
            }
            Err(error) => assert_eq!(error.code(), "too-large", "{text}"),
        }
    }
    assert!(accepted > 8_000, "too few of the descriptions were right: {accepted}");
    assert!(spellings > 1_000, "too few of the descriptions have a spelling for XBoard: {spellings}");
}

#[test]
fn garbage_is_refused_with_a_column_inside_it() {
    let mut random = Rng::with_seed(2);
    let letters: Vec<char> =
        "mcdetpgoynjikuzqfblrvshawxWFDNAHCZGLJKQRBOUXYIE0123456789[]-?(), \u{e9}\u{1f40e}\0".chars().collect();
    let mut refused = 0;
    for _ in 0..100_000 {
        let length = random.usize(..24);
        let text: String = (0..length).map(|_| letters[random.usize(..letters.len())]).collect();
        if let Err(error) = xbetza::compile(&text) {
            refused += 1;
            assert!((1..=length + 1).contains(&error.column()), "{text:?}: {error:?}");
            assert!(text.get(error.span()).is_some(), "{text:?}: {error:?}");
            assert!(!error.to_string().is_empty());
        }
    }
    assert!(refused > 90_000);
}

#[test]
fn long_descriptions_stay_within_bounds() {
    let mut random = Rng::with_seed(3);
    for unit in ["a", "ca", "mca", "KaaaaaaK", "QaQ", "mcdpaQ", "[K?K?K?K?K]", "W", "zqB", "\u{e9}", "NNX"] {
        for count in [1, 2, 3, 7, 8, 9, 40, 170, 600] {
            for tail in ["", "K", "Q", "R0"] {
                let text = unit.repeat(count) + tail;
                match xbetza::compile(&text) {
                    Ok(program) => try_boards(&program, &mut random).unwrap_or_else(|fault| panic!("{text}: {fault}")),
                    Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column()), "{text}"),
                }
            }
        }
    }
}

/// Paths multiply with the number of legs, but their destinations do not.
#[test]
fn many_legs_are_followed_quickly() {
    let board = Board::new(12, 12, Runner { color: Color::White, from: Square(66) });
    let program = xbetza::compile("asasasR").expect("four legs are allowed");
    // Two legs along ranks and two along files lead everywhere, including back.
    assert_eq!(board.outcomes(&program).len(), 144);
    assert!(board.steps.get() < 15_000, "{}", board.steps.get());
}
