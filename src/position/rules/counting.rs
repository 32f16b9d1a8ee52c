//! The count of moves in which a bare king must be mated, by the rules of
//! Thai, Cambodian and ASEAN chess.

use super::outcome::Outcome;
use crate::board::{Color, Piece};
use crate::position::Position;
use crate::tables::{Role, Tables};
use crate::variant::{Counting, Reason};

impl<const N: usize> Position<N> {
    /// A draw, because the bare side has not been mated in time.
    pub(in crate::position) fn counted_out(&self, t: &Tables<N>) -> Option<Outcome> {
        let rule = t.variant().rules.counting;
        let bare = (rule != Counting::None).then(|| self.bare_side(t))??;
        let over = self.moves_while_bare(t, rule, bare);
        over.then(|| Outcome::draw(Reason::Counting))
    }

    /// The side with nothing but royals, when there are no pawns and the other has more.
    fn bare_side(&self, t: &Tables<N>) -> Option<Color> {
        let bare = |color: &Color| self.color(*color) == self.royals(*color);
        let side = Color::ALL.into_iter().find(bare)?;
        let pawns = self.occupied().iter().any(|sq| t.mover(self.board[sq]).counts_as_pawn);
        (!pawns && !bare(&!side)).then_some(side)
    }

    /// Whether the bare side has made more moves since it was bare than the
    /// material of the other allowed at that time.
    fn moves_while_bare(&self, t: &Tables<N>, rule: Counting, bare: Color) -> bool {
        let mut walk = self.clone();
        let mut moves = 0;
        loop {
            let before = walk.side;
            let plies = walk.plies_played();
            walk.undo(t);
            if walk.plies_played() == plies {
                break;
            }
            if walk.bare_side(t) != Some(bare) {
                walk = self.clone();
                (0..self.plies_played().saturating_sub(plies)).for_each(|_| walk.undo(t));
                break;
            }
            moves += u32::from(before != bare);
        }
        let limit = walk.count_limit(t, rule, !bare);
        let start = if rule == Counting::Asean { 0 } else { walk.occupied().count() };
        start + moves > limit
    }

    /// In how many moves this side must mate. The table knows the pieces by how they move.
    fn count_limit(&self, t: &Tables<N>, rule: Counting, strong: Color) -> u32 {
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
