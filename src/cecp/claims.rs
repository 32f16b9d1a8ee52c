//! The results that XBoard believes, and the moves that it does not forward.
//!
//! In a match of two engines XBoard may forfeit one that claims a result that XBoard cannot see itself. What it sees
//! depends on the rules that it applies: those of its own variant or, in a variant that it does not know, those of the
//! parent. A loss is always believed.

use super::{announce, wires, xboard};
use crate::board::Color;
use crate::position::{GameResult, Move, Outcome, Reason};
use crate::session::Referee;
use crate::variant::{Facing, Trust, Variant};

/// The plies without progress after which XBoard sees a draw in every game.
const MOVE_RULE: u16 = 100;
/// The occurrences of a position at which XBoard sees a draw in every game.
const FOLD: u8 = 3;

/// XBoard between two engines.
pub(super) const XBOARD: Referee = Referee { believes: believed, passes_on };

/// Whether the other engine gets the move as it was made. Castling that gates a piece on the partner's square is sent
/// as partner takes king, which XBoard 4.9.1 mistakes for castling in Fischer random chess: it corrects the square, and
/// sends `h1d1h` in place of `h1e1h`. It does so in matches only.
fn passes_on(mv: Move) -> bool {
    mv.gated().is_none_or(|(_, at)| at == mv.from())
}

/// Whether XBoard believes a result that a side claims in a variant.
fn believed(variant: &Variant, outcome: Outcome, announcer: Color) -> bool {
    match outcome.result {
        _ if variant.cecp.trust == Trust::Full => true,
        GameResult::Win(winner) if winner != announcer => true,
        GameResult::Win(_) => sees_win(variant, outcome.reason),
        GameResult::Draw => sees_draw(variant, outcome.reason),
    }
}

fn sees_win(variant: &Variant, reason: Reason) -> bool {
    let referee = announce::referee(variant);
    let sees = |word: &str| xboard::sees_win(word, &referee);
    let held = variant.rules.hands.any();
    if held && !xboard::has("doubted", &referee) {
        return true;
    }
    match reason {
        Reason::Checkmate => sees_mates(variant, &referee),
        Reason::Stalemate => sees_mates(variant, &referee) && sees("stalemate"),
        Reason::Extinction => sees("extinction"),
        Reason::Checks => sees("checks"),
        Reason::BareKing => sees("bare"),
        _ => false,
    }
}

fn sees_draw(variant: &Variant, reason: Reason) -> bool {
    let referee = announce::referee(variant);
    // XBoard takes a pass to be a capture: the count of moves restarts, and nothing before it counts as repeated.
    let passes = variant.has_passes();
    match reason {
        Reason::Stalemate => sees_mates(variant, &referee) && !xboard::sees_win("stalemate", &referee),
        Reason::Repetition => variant.rules.draws.repetition.fold >= FOLD && !passes,
        Reason::MoveRule => variant.rules.draws.move_rule.plies >= MOVE_RULE && !passes,
        Reason::InsufficientMaterial => !xboard::asks_engine(&variant.name) && !xboard::has("unending", &referee),
        _ => false,
    }
}

/// Whether XBoard finds exactly the mates and stalemates of a variant.
fn sees_mates(variant: &Variant, referee: &str) -> bool {
    // XBoard takes moves to be legal that are forbidden by anything other than check.
    let facing = variant.rules.royalty.facing != Facing::None
        && !announce::has_rules_of_parent(variant, |rules| &rules.royalty.facing);
    let forbids = variant.has_capture_only_squares() || variant.rules.forbids().any() || facing;
    let known = !xboard::asks_engine(&variant.name) || wires::sees_every_check(variant) && !forbids;
    known && !xboard::has("checkless", referee)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::text::Source;
    use crate::variant::{find, load};

    /// The known behaviour of XBoard 4.9.1 for results that a winner, or either side of a draw, announces.
    #[test]
    fn only_results_that_xboard_sees_are_claimed() {
        use GameResult::{Draw, Win};
        let white = Win(Color::White);
        let cases = [
            ("normal", white, Reason::Checkmate, true),
            ("normal", Draw, Reason::Stalemate, true),
            ("normal", Draw, Reason::Repetition, true),
            ("normal", Draw, Reason::MoveRule, true),
            ("normal", Draw, Reason::InsufficientMaterial, true),
            // It forfeited a side that claimed these after a lion's pass; without one it saw the draw.
            ("full-elven", Draw, Reason::MoveRule, false),
            ("full-elven", Draw, Reason::Repetition, false),
            // It knows no check there.
            ("atomic", white, Reason::Checkmate, false),
            ("atomic", white, Reason::Extinction, true),
            // Its falcon moves differently.
            ("falcon", white, Reason::Checkmate, false),
            ("spartan", Draw, Reason::InsufficientMaterial, false),
            ("5check", white, Reason::Checks, false),
            ("suicide", white, Reason::Extinction, true),
            ("losers", white, Reason::BareKing, true),
            ("shatranj", white, Reason::BareKing, true),
            ("shatranj", white, Reason::Stalemate, true),
            ("3check", white, Reason::Checks, true),
            ("xiangqi", white, Reason::Stalemate, true),
            ("xiangqi", white, Reason::PerpetualCheck, false),
            ("xiangqi", white, Reason::PerpetualChase, false),
            ("chu", white, Reason::Extinction, false),
            ("makruk", white, Reason::Checkmate, true),
            ("makruk", Draw, Reason::Counting, false),
            ("asean", Draw, Reason::Counting, false),
            // If pieces are held it accepts claims of wins, except for a few games.
            ("shogi", white, Reason::PerpetualCheck, true),
            ("shogi", white, Reason::Impasse, true),
            ("shogi", Draw, Reason::Impasse, false),
            ("super", white, Reason::Repetition, false),
        ];
        for (name, result, reason, expected) in cases {
            let game = Game::bundled(name);
            let variant = game.variant();
            let outcome = Outcome { result, reason };
            assert_eq!(believed(variant, outcome, Color::White), expected, "{name}: {outcome:?}");
            if result == white {
                assert!(believed(variant, outcome, Color::Black), "{name}: a loss is believed");
            }
        }
    }

    /// XBoard does not know these rules: it would still see a capture of the attacker, or an escape.
    #[test]
    fn mates_are_not_claimed_if_other_rules_forbid_moves() {
        let cases = [
            ("", true),
            ("[capture]\nmandatory = true\n", false),
            ("[[capture.ban]]\nattacker = \"all\"\nvictim = [\"N\"]\nwhen = \"distant\"\n", false),
            ("[capture.counterstrike]\nvictim = [\"Q\"]\n", false),
            ("[repetition]\nfold = 2\nresult = \"illegal\"\n", false),
            ("[royalty]\nfacing = \"file\"\n", false),
        ];
        let outcome = Outcome { result: GameResult::Win(Color::White), reason: Reason::Checkmate };
        for (rule, expected) in cases {
            let text = format!("name = \"bound\"\ninclude = \"normal\"\n{rule}");
            let (variant, reports) = load(&Source::new("bound.toml", text), &find);
            let variant = variant.unwrap_or_else(|| panic!("{rule}: {reports:?}"));
            assert_eq!(believed(&variant, outcome, Color::White), expected, "{rule}");
            assert!(believed(&variant, outcome, Color::Black), "{rule}: a loss is believed");
        }
    }

    #[test]
    fn full_trust_allows_every_claim() {
        let outcome = Outcome { result: GameResult::Draw, reason: Reason::Counting };
        for (trust, expected) in [("xboard", false), ("full", true)] {
            let text = format!("name = \"counted\"\ninclude = \"makruk\"\n[cecp]\ntrust = \"{trust}\"\n");
            let (variant, reports) = load(&Source::new("counted.toml", text), &find);
            let variant = variant.unwrap_or_else(|| panic!("{reports:?}"));
            assert_eq!(believed(&variant, outcome, Color::White), expected, "{trust}");
        }
    }
}
