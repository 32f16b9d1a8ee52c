//! The count of moves in which a bare king must be mated, by the rules of
//! Thai, Cambodian and ASEAN chess.

use super::outcome::Outcome;
use crate::board::{Color, Piece};
use crate::position::Position;
use crate::tables::{Role, Tables};
use crate::variant::{BareCount, Counting, Reason};

/// A count that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::position) struct Count {
    bare: Color,
    /// In plies, determined by the material when the side was bared.
    limit: u16,
    /// Moves of the bare side; the pieces on the board at the start of the count are added if the rules say so.
    moves: u16,
}

impl<const N: usize> Position<N> {
    /// The draw, if the bare side has not been mated in time.
    pub(in crate::position) fn counted_out(&self) -> Option<Outcome> {
        let BareCount { limit, plies } = self.count()?;
        (plies > limit).then(|| Outcome::draw(Reason::Counting))
    }

    /// The state of the count against a bare side, if there is one.
    pub(in crate::position) fn count(&self) -> Option<BareCount> {
        let Count { bare, limit, moves } = self.now.count?;
        // In plies, a move of the bare side is half a move short of the next count.
        let plies = moves.saturating_mul(2).saturating_sub(u16::from(self.side != bare));
        Some(BareCount { limit, plies })
    }

    /// Starts a count if a side is bare in a position that is set up, or continues the `known` one.
    pub(in crate::position) fn set_count(&mut self, t: &Tables<N>, known: Option<BareCount>) {
        self.now.count = self.bare_side(t).and_then(|bare| match known {
            Some(BareCount { limit, plies }) => Some(Count { bare, limit, moves: plies.saturating_add(1) / 2 }),
            None => self.begin_count(t, bare),
        });
    }

    /// Counts a move that `mover` has just made, if it is bare; starts a count if it bared its opponent.
    pub(in crate::position) fn count_move(&mut self, t: &Tables<N>, mover: Color) {
        self.now.count = self.bare_side(t).and_then(|bare| match self.now.count.filter(|count| count.bare == bare) {
            Some(count) => Some(Count { moves: count.moves.saturating_add(u16::from(mover == bare)), ..count }),
            None => self.begin_count(t, bare),
        });
    }

    fn begin_count(&self, t: &Tables<N>, bare: Color) -> Option<Count> {
        let rule = t.variant().rules.draws.counting;
        let moves = if rule == Counting::Asean { 0 } else { self.occupied().count() as u16 };
        let limit = 2 * self.count_limit(t, rule, !bare)?;
        Some(Count { bare, limit, moves })
    }

    /// The side with nothing but royals, if there are no pawns and the other has more.
    fn bare_side(&self, t: &Tables<N>) -> Option<Color> {
        let bare = |color: &Color| self.color(*color) == self.royals(*color);
        let side = Color::ALL.into_iter().find(bare)?;
        let pawns = self.occupied().iter().any(|sq| t.mover(self.board[sq]).counts_as_pawn);
        (!pawns && !bare(&!side)).then_some(side)
    }

    /// The number of moves within which this side must mate, `None` if they are not counted against its pieces. Pieces
    /// are identified by how they move.
    fn count_limit(&self, t: &Tables<N>, rule: Counting, strong: Color) -> Option<u16> {
        let count = |role: Role| -> u32 {
            let plays = |piece: &&Piece| t.role(**piece) == Some(role);
            t.non_royals[strong].iter().filter(plays).map(|&piece| self.pieces(piece).count()).sum()
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
            Counting::Asean if rooks > 0 => Some(16),
            Counting::Asean if silvers > 0 => Some(44),
            Counting::Asean => (knights > 0).then_some(64),
            // Fairy-Stockfish allows one move less than in makruk.
            Counting::Cambodian => Some(honour - 1),
            Counting::Makruk | Counting::None => Some(honour),
        }
    }
}
