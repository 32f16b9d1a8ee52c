//! Short games against the rules: legal moves, and ends of games.

use alfil::internals::board::{Color, Piece};
use alfil::internals::game::Game;
use alfil::internals::position::Reason;
use alfil::internals::text::Severity;
use alfil::internals::variant::{Insufficient, Library, Setup, Variant, load_file};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A position, moves, and the expected state after them.
#[derive(Deserialize)]
struct Case {
    id: String,
    variant: String,
    /// The start position of the variant by default.
    fen: Option<String>,
    moves: Vec<String>,
    assert: Assertions,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Assertions {
    #[serde(default)]
    legal: Vec<String>,
    #[serde(default)]
    illegal: Vec<String>,
    /// In FEN.
    position: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    result: Option<String>,
    /// Only with a result.
    reason: Option<String>,
    /// The reasons why moves are refused.
    #[serde(default)]
    refused: BTreeMap<String, String>,
}

impl Case {
    fn check(&self, variant: &Arc<Variant>) -> Result<(), String> {
        let mut game = Game::new(variant).map_err(|error| error.to_string())?;
        if let Some(fen) = &self.fen {
            let setup = Setup::parse(variant, fen).map_err(|error| error.to_string())?;
            game.set_up(&setup).map_err(|error| error.to_string())?;
        }
        for text in &self.moves {
            let mv = game.read_move(text).map_err(|error| format!("{text}: {error}"))?;
            game.play(mv);
        }
        for text in &self.assert.legal {
            game.read_move(text).map_err(|error| format!("{text} is refused: {error}"))?;
        }
        for text in &self.assert.illegal {
            // An incomplete text may be read as a legal move: it must not be legal itself.
            if game.read_move(text).is_ok_and(|mv| game.move_text(mv) == *text) {
                return Err(format!("{text} is legal"));
            }
        }
        for (text, reason) in &self.assert.refused {
            let said = game.read_move(text).err().map(|error| error.to_string());
            if said.as_ref() != Some(reason) {
                return Err(format!("{text} is refused by {said:?}"));
            }
        }
        let position = game.setup().full_fen(variant);
        if self.assert.position.as_ref().is_some_and(|expected| *expected != position) {
            return Err(format!("the position is {position}"));
        }
        let outcome = game.outcome();
        let result = outcome.map_or("*", |outcome| outcome.result.score());
        let reason = outcome.map(|outcome| outcome.reason.to_string());
        if self.assert.reason.is_some() && self.assert.result.is_none() {
            return Err("a reason is expected, but no result".to_owned());
        }
        let as_expected = self.assert.result.as_ref().is_none_or(|expected| {
            *expected == result && (self.assert.reason.is_none() || self.assert.reason == reason)
        });
        if as_expected { Ok(()) } else { Err(format!("the result is {result} by {reason:?}")) }
    }
}

/// All cases of a list, with the games found by their names.
fn check_all(list: &str, find: impl Fn(&str) -> Option<Arc<Variant>>) {
    let path = format!("{}/tests/data/rules/{list}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the list is there");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("the list is JSON of this form");
    let mut failures = Vec::new();
    for case in &cases {
        let variant = find(&case.variant).unwrap_or_else(|| panic!("{}: there is no {}", case.id, case.variant));
        if let Err(fault) = case.check(&variant) {
            failures.push(format!("{} {}: {fault}; {}", case.id, case.variant, case.why));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cases_hold() {
    let library = Library::bundled();
    check_all("cases", |name| library.get(name));
}

/// Small games for keys of variant files that no bundled game uses.
#[test]
fn keys_and_words_have_their_meaning() {
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/rules/games"));
    check_all("vocabulary", |name| {
        let (variant, reports) =
            load_file(&directory.join(format!("{name}.toml")), &alfil::internals::game::try_to_begin);
        // Such rules are rarely intended elsewhere: notes are expected.
        let faults = reports.iter().filter(|report| report.severity != Severity::Note);
        let said: Vec<String> = faults.map(|report| report.render(false)).collect();
        assert!(said.is_empty(), "{}", said.join("\n"));
        variant.map(Arc::new)
    });
}

/// A pawn of makruk promotes at most to a met, which cannot mate alone; Fairy-Stockfish agrees on these.
#[test]
fn pawns_count_as_what_they_may_become() {
    for (name, fen, dead) in [
        ("makruk", "8/8/8/4p3/4k3/8/3K4/8 w - - 0 81", true),
        ("makruk", "8/8/8/4pp2/4k3/8/3K4/8 w - - 0 81", false),
        ("asean", "8/8/8/4p3/4k3/8/3K4/8 w - - 0 81", false),
        ("normal", "8/8/8/4p3/4k3/8/3K4/8 w - - 0 81", false),
    ] {
        let game = Game::bundled_at(name, fen);
        let reason = game.outcome().map(|outcome| outcome.reason);
        assert_eq!(reason == Some(Reason::InsufficientMaterial), dead, "{name} {fen}");
    }
}

/// If only mate wins, bare kings are a draw in every bundled game that has the rule.
#[test]
fn bare_kings_are_a_draw() {
    let library = Library::bundled();
    let helpmate = |variant: &&Arc<Variant>| {
        variant.rules.draws.insufficient == Insufficient::Helpmate && variant.rules.ends.goals.is_empty()
    };
    let mut alive = Vec::new();
    let mut asked = 0;
    for variant in library.variants().filter(helpmate) {
        let mut setup = Setup::empty(variant);
        for color in Color::ALL {
            let royal = |piece: &Piece| !piece.is_none() && piece.color() == color && variant.kind(piece.kind()).royal;
            let held = variant.kinds().find(|(number, kind)| kind.royal && variant.may_hold(*number));
            let (at, royal) = match (variant.start.board.iter().position(royal), held) {
                (Some(at), _) => (at, variant.start.board[at]),
                (None, held) => {
                    let royal = Piece::new(held.expect("each side has one").0, color);
                    let drops = variant.rules.drops.regions[royal.kind().index()][color];
                    (drops.first().expect("it can be dropped").index(), royal)
                }
            };
            setup.board[at] = royal;
        }
        let mut game = Game::new(variant).expect("it can be played");
        game.set_up(&setup).expect("it can be set up");
        asked += 1;
        if game.outcome().is_none_or(|outcome| outcome.reason != Reason::InsufficientMaterial) {
            alive.push(variant.name.clone());
        }
    }
    assert!(asked > 20, "{asked} games");
    assert!(alive.is_empty(), "{alive:?}");
}
