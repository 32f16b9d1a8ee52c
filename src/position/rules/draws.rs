//! Draws by move counter and by material.

use super::outcome::Outcome;
use crate::board::{Color, PieceKind, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Gating, Insufficient, Reason};

impl<const N: usize> Position<N> {
    /// The end of the game by move counter or material, without generating moves.
    pub fn draw_by_rule(&self, t: &Tables<N>) -> Option<Outcome> {
        let plies = t.variant().rules.draws.move_rule.plies;
        if plies > 0 && self.now.halfmove >= plies {
            return Some(self.draw_or_points(t, Reason::MoveRule));
        }
        if let Some(outcome) = self.counted_out().or_else(|| self.declared(t)) {
            return Some(outcome);
        }
        self.insufficient_material(t).then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    /// The least number of plies after which a counter may end the game, `None` if none is running.
    #[inline]
    pub fn plies_to_draw(&self, t: &Tables<N>) -> Option<u16> {
        let plies = t.variant().rules.draws.move_rule.plies;
        let move_rule = (plies > 0).then(|| plies.saturating_sub(self.now.halfmove));
        let count = self.count().map(|count| count.limit.saturating_add(1).saturating_sub(count.plies));
        move_rule.into_iter().chain(count).min()
    }

    fn insufficient_material(&self, t: &Tables<N>) -> bool {
        match t.variant().rules.draws.insufficient {
            Insufficient::None => false,
            Insufficient::BareKings => self.others().is_empty() && self.nothing_enters(t),
            Insufficient::NoAttackers(kinds) => {
                let attacks = |sq: Square| kinds.has(self.board[sq].kind());
                // A piece in hand may come into play with another face.
                let enters = |kind: PieceKind| t.droppable.contains(&kind) || t.variant().rules.gating != Gating::None;
                let held =
                    |color| kinds.iter().any(|kind| enters(kind) && self.hand(color, t.held_as[kind.index()]) > 0);
                let enters = t.variant().rules.hands_enter() && Color::ALL.into_iter().any(held);
                !enters && !self.occupied().iter().any(attacks)
            }
            Insufficient::Helpmate => self.is_dead(t),
            Insufficient::OppositeBishops => self.on_opposite_shades(t),
        }
    }

    /// Whether each side has one piece, both of the same kind and bound to opposite shades.
    fn on_opposite_shades(&self, t: &Tables<N>) -> bool {
        let [white, black] = self.colors.map(Squares::first);
        let alone = !self.colors[0].several() && !self.colors[1].several() && self.nothing_enters(t);
        let (Some(white), Some(black), true) = (white, black, alone) else { return false };
        self.board[white].kind() == self.board[black].kind()
            && t.material().keeps_shade(self.board[white])
            && t.geometry().shade(white) != t.geometry().shade(black)
    }

    /// All non-royal pieces.
    fn others(&self) -> Squares<N> {
        self.occupied() & !self.all_royals()
    }

    /// Whether no piece can enter from a hand any more. A stock used only for promotions needs pieces that promote.
    fn nothing_enters(&self, t: &Tables<N>) -> bool {
        !t.variant().rules.hands_enter() || Color::ALL.into_iter().all(|color| self.hand_is_empty(color))
    }

    /// Whether neither side can win any more, by any rule: a royal of each side
    /// with one minor piece, or with pieces that are all bound to the same shade.
    fn is_dead(&self, t: &Tables<N>) -> bool {
        let material = t.material();
        // Tested first: it is cheap and true in nearly every position.
        if material.decisive.iter().any(|&piece| self.pieces(piece).any()) {
            return false;
        }
        // The material does not show what one-time moves and drops can do.
        if self.now.once != [0; 2] || !self.nothing_enters(t) {
            return false;
        }
        let royals = Color::ALL.map(|color| self.royals(color));
        let (board, others) = (t.geometry(), self.others());
        let first = others.first().map(|sq| board.shade(sq));
        let bound = |sq: Square| material.keeps_shade(self.board[sq]) && Some(board.shade(sq)) == first;
        royals.iter().all(|royals| royals.any() && !royals.several())
            && (!others.several() || material.shades_are_harmless && others.iter().all(bound))
    }
}
