//! Properties of a game's rules that the search needs.

use crate::board::{ByColor, Piece, PieceKind};
use crate::eval::commonest;
use crate::tables::Tables;
use crate::variant::{EffectWhen, Stalemate, Verdict};

/// Margin, in percent, of games in which captured pieces come back: evaluations swing more.
const DROP_MARGIN: i32 = 150;
/// Margin, in percent, of games that count checks: a check is worth a piece.
const CHECKS_MARGIN: i32 = 200;

/// Properties that follow from a game's rules.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Whether null moves are tried: not if being unable to move may win, if captures are mandatory, or if every turn
    /// has effects.
    pub null_moves: bool,
    /// Percent by which margins are wider than in chess.
    pub margin: i32,
    /// By side: the piece that forms the structure of a position, as pawns do in chess.
    pub structural: ByColor<Piece>,
    /// Whether quiet moves promote, so that a kind that no piece has may give check.
    pub quiet_promotions: bool,
    /// Whether every move is noisy, so that quiescence would search the game to its end.
    pub always_captures: bool,
}

impl Facts {
    /// The facts of one game.
    pub fn new<const N: usize>(t: &Tables<N>) -> Self {
        let rules = &t.variant().rules;
        Self {
            null_moves: matches!(rules.ends.stalemate, Stalemate::Draw | Stalemate::Loss | Stalemate::Pass)
                && rules.ends.checkmate == Verdict::Loss
                && !rules.captures.mandatory
                && rules.effects.iter().all(|effect| effect.when != EffectWhen::Turn),
            margin: if rules.drops_go_on() {
                DROP_MARGIN
            } else if rules.ends.checks.is_some() {
                CHECKS_MARGIN
            } else {
                100
            },
            structural: ByColor::from_fn(|side| commonest(t, &[side]).unwrap_or(Piece::new(PieceKind(0), side))),
            quiet_promotions: t.pieces().any(|piece| t.mover(piece).always_promotes),
            always_captures: t.variant().always_captures(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::game::{Game, any_size};

    /// Pawns and hoplites in Spartan chess.
    #[test]
    fn each_army_has_a_structure_of_its_own() {
        let game = Game::bundled("spartan");
        let structural = any_size!(game.board(), sized => Facts::new(&sized.tables).structural);
        let ids = Color::ALL.map(|side| game.variant().kind(structural[side].kind()).id.clone());
        assert_eq!(ids, ["P", "H"]);
    }
}
