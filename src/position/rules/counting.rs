//! The count of moves in which a bare king must be mated, by the rules of
//! Thai, Cambodian and ASEAN chess.

use super::outcome::Outcome;
use crate::board::{Color, Piece};
use crate::position::Position;
use crate::tables::{Role, Tables};
use crate::variant::{BareCount, Counting, Reason};

impl<const N: usize> Position<N> {
    /// A draw, because the bare side has not been mated in time.
    pub(in crate::position) fn counted_out(&self, t: &Tables<N>) -> Option<Outcome> {
        let BareCount { limit, plies } = self.count(t)?;
        (plies > limit).then(|| Outcome::draw(Reason::Counting))
    }

    /// How far the count against a bare side has come, if there is one.
    pub(in crate::position) fn count(&self, t: &Tables<N>) -> Option<BareCount> {
        let rule = t.variant().rules.counting;
        let bare = (rule != Counting::None).then(|| self.bare_side(t))??;
        let (began, moves) = self.moves_while_bare(t, bare);
        let known = began.count_before.filter(|_| began.history.is_empty() && began.bare_side(t) == Some(bare));
        let (limit, before) = match known {
            // In plies a move of the bare side is half a move short of the next count.
            Some(count) => (count.limit, count.plies.saturating_add(1) / 2),
            None if rule == Counting::Asean => (2 * began.count_limit(t, rule, !bare), 0),
            None => (2 * began.count_limit(t, rule, !bare), began.occupied().count() as u16),
        };
        let counted = before.saturating_add(moves).saturating_mul(2);
        Some(BareCount { limit, plies: counted.saturating_sub(u16::from(self.side != bare)) })
    }

    /// The side with nothing but royals, when there are no pawns and the other has more.
    fn bare_side(&self, t: &Tables<N>) -> Option<Color> {
        let bare = |color: &Color| self.color(*color) == self.royals(*color);
        let side = Color::ALL.into_iter().find(bare)?;
        let pawns = self.occupied().iter().any(|sq| t.mover(self.board[sq]).counts_as_pawn);
        (!pawns && !bare(&!side)).then_some(side)
    }

    /// The position in which a side was bared, as far as it is known, and how
    /// many moves that side has made since.
    fn moves_while_bare(&self, t: &Tables<N>, bare: Color) -> (Self, u16) {
        let mut walk = self.clone();
        let mut moves = 0;
        loop {
            let before = walk.side;
            let plies = walk.plies_played();
            walk.undo(t);
            if walk.plies_played() == plies {
                return (walk, moves);
            }
            if walk.bare_side(t) != Some(bare) {
                let mut began = self.clone();
                (0..self.plies_played().saturating_sub(plies)).for_each(|_| began.undo(t));
                return (began, moves);
            }
            moves += u16::from(before != bare);
        }
    }

    /// In how many moves this side must mate. The table knows the pieces by how they move.
    fn count_limit(&self, t: &Tables<N>, rule: Counting, strong: Color) -> u16 {
        let count = |role: Role| -> u32 {
            let plays = |piece: &&Piece| t.role(**piece) == Some(role);
            t.non_royals(strong).iter().filter(plays).map(|&piece| self.pieces(piece).count()).sum()
        };
        let (rooks, silvers, knights) = (count(Role::Rook), count(Role::Silver), count(Role::Knight));
        let honour = match (rooks, silvers, knights) {
            (2.., ..) => 8,
            (1, ..) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        };
        match rule {
            Counting::Asean if rooks > 0 => 16,
            Counting::Asean if silvers > 0 => 44,
            Counting::Asean => 64,
            // Fairy-Stockfish allows one move less than in makruk.
            Counting::Cambodian => honour - 1,
            Counting::Makruk | Counting::None => honour,
        }
    }
}
