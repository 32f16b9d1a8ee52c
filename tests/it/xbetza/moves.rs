//! Valid descriptions: their moves on the vectors' boards.

use super::terrain::Board;
use super::vectors::{self, text};
use alfil::internals::board::{Color, Square};
use alfil::internals::xbetza;
use alfil::internals::xbetza::run::{InterpretedKind, InterpretedMove, Occupant, Runner};
use serde_json::Value;

/// The texts of an optional list.
fn names<'v>(vector: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    vector[key].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The board of a vector.
pub fn board(vector: &Value) -> Board {
    let side = |index: usize| u8::try_from(vector["board"][index].as_u64().unwrap()).unwrap();
    let color = if text(vector, "color") == "w" { Color::White } else { Color::Black };
    // Squares have names before there is a mover: use an empty board.
    let corner = Runner { color, from: Square(0) };
    let from = Board::new(side(0), side(1), corner).square(text(vector, "from"));
    let mut board = Board::new(side(0), side(1), Runner { color, from });
    let places = [
        ("own", Occupant::Friend { royal: false }),
        ("virgin", Occupant::Friend { royal: false }),
        ("enemy", Occupant::Enemy { royal: false }),
        ("enemy_royal", Occupant::Enemy { royal: true }),
        ("holes", Occupant::Hole),
    ];
    for (key, occupant) in places {
        for name in names(vector, key) {
            board.put(board.square(name), occupant);
        }
    }
    board.virgins = names(vector, "virgin").map(|name| board.square(name)).collect();
    board.starts = match vector.get("initial") {
        Some(_) => names(vector, "initial").map(|name| board.square(name)).collect(),
        None => vec![from],
    };
    board.unmoved = !vector["moved"].as_bool().unwrap() && board.starts.contains(&from);
    if let Some(ep) = vector.get("ep") {
        let squares = names(ep, "squares").map(|name| board.square(name)).collect();
        board.en_passant = Some((squares, board.square(text(ep, "victim"))));
    }
    board
}

/// A move of a vector in one line.
fn expected(mv: &Value) -> String {
    let victims: Vec<&str> = names(mv, "victims").collect();
    let journey = |from: &Value, to: &Value| Some(format!("{}-{}", from.as_str()?, to.as_str()?));
    let partner = journey(&mv["partner"], &mv["partner_to"]);
    let unload = journey(&mv["unload"]["piece"], &mv["unload"]["to"]);
    format!("{} {} x{victims:?} partner {partner:?} unload {unload:?}", text(mv, "kind"), text(mv, "to"))
}

/// An outcome in the same line.
fn found(board: &Board, outcome: &InterpretedMove) -> String {
    let kind = match outcome.kind {
        InterpretedKind::Move => "move",
        InterpretedKind::Capture => "capture",
        InterpretedKind::Castle => "castle",
        InterpretedKind::Swap => "swap",
        InterpretedKind::Pass => "pass",
    };
    let victims: Vec<String> = outcome.victims.iter().map(|&sq| board.name(sq)).collect();
    let journey = |j: xbetza::run::Journey| format!("{}-{}", board.name(j.from), board.name(j.to));
    let (partner, unload) = (outcome.partner.map(journey), outcome.unload.map(journey));
    format!("{kind} {} x{victims:?} partner {partner:?} unload {unload:?}", board.name(outcome.to))
}

/// The differences of a description's moves from those of a vector; empty if there are none.
pub fn difference(vector: &Value, description: &str) -> String {
    let program = match xbetza::compile(description) {
        Ok(program) => program,
        Err(error) => return format!("{description}: {error}"),
    };
    let board = board(vector);
    let mut expected: Vec<String> = vector["moves"].as_array().unwrap().iter().map(expected).collect();
    let mut found: Vec<String> = board.outcomes(&program).iter().map(|outcome| found(&board, outcome)).collect();
    expected.sort();
    found.sort();
    if expected == found {
        return String::new();
    }
    let missing: Vec<_> = expected.iter().filter(|line| !found.contains(line)).collect();
    let surplus: Vec<_> = found.iter().filter(|line| !expected.contains(line)).collect();
    let counts = (expected.len(), found.len());
    format!("{} {description}: missing {missing:#?}, surplus {surplus:#?}, counts {counts:?}", text(vector, "id"))
}

#[test]
fn moves_are_those_of_the_vectors() {
    let vectors = vectors::all();
    let vectors: Vec<&Value> = vectors.iter().filter(|vector| vector.get("error").is_none()).collect();
    let failures: Vec<String> = vectors
        .iter()
        .map(|vector| difference(vector, text(vector, "xbetza")))
        .filter(|difference| !difference.is_empty())
        .collect();
    assert_eq!(vectors.len(), 602);
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// If a vector names the relays, some path of the move goes over them.
#[test]
fn relays_are_those_of_the_vectors() {
    let mut count = 0;
    for vector in vectors::all().iter().filter(|vector| vector.get("error").is_none()) {
        let board = board(vector);
        let program = xbetza::compile(text(vector, "xbetza")).expect("move vectors are right");
        let outcomes = board.outcomes(&program);
        for mv in vector["moves"].as_array().unwrap().iter().filter(|mv| mv.get("via").is_some()) {
            count += 1;
            let outcome = outcomes.iter().find(|outcome| found(&board, outcome) == expected(mv)).expect("it was found");
            let relays: Vec<String> = outcome.relays.iter().map(|&sq| board.name(sq)).collect();
            let via: Vec<&str> = names(mv, "via").collect();
            assert_eq!(relays, via, "{} {mv}", text(vector, "xbetza"));
        }
    }
    assert!(count > 100, "the vectors name relays, found {count}");
}

/// What one leg with `u` takes is always put on the square where the move began.
#[test]
fn swaps_capture_nothing() {
    for (description, captures, friends, always) in [
        ("udQ", false, false, false),
        ("ucR", false, false, false),
        ("ucU", false, false, false),
        ("udzB", false, false, false),
        ("cR", true, false, true),
        ("cdR", true, true, true),
        // The piece ends where the other one would be put.
        ("cuabK", true, false, true),
    ] {
        let program = xbetza::compile(description).unwrap_or_else(|error| panic!("{description}: {error}"));
        let term = &program.terms[0];
        let found = (term.captures(), term.captures_friends(), term.always_captures());
        assert_eq!(found, (captures, friends, always), "{description}");
    }
}
