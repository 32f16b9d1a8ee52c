//! Declarations when a king has entered the enemy camp, by the rules of the Computer Shogi Association: ten pieces in
//! the camp without the king, no check, five points for rooks and bishops, one for all others, including those in hand.

use super::Truth;
use alfil::internals::board::{Color, Piece, PieceKind, Square, Step};
use alfil::internals::position::{GameResult, Outcome, Reason};
use alfil::internals::variant::{Impasse, Setup};

/// The eight directions of a queen.
const COMPASS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Truth<'_> {
    /// The declaration that the side to move may make.
    pub fn declared(self) -> Option<Outcome> {
        let rule = self.rules().draws.impasse;
        let (us, board) = (self.setup.side, self.variant().board);
        let camp = board.ranks() / 3;
        let inside = |sq: &Square| board.rank_of(!us, *sq) < camp;
        let kings = self.royals(us);
        if rule == Impasse::None || kings.is_empty() || !kings.iter().all(inside) || self.in_check(us) {
            return None;
        }
        let pieces: Vec<Piece> = self
            .pieces(us)
            .into_iter()
            .filter(|sq| inside(sq) && !kings.contains(sq))
            .filter_map(|sq| self.at(sq))
            .collect();
        if pieces.len() < 10 {
            return None;
        }
        let held = self.setup.hands[us].iter().enumerate();
        let held = held.map(|(kind, count)| usize::from(*count) * self.points(PieceKind(kind as u8)));
        let points = pieces.iter().map(|piece| self.points(piece.kind())).sum::<usize>() + held.sum::<usize>();
        let result = match (rule, us) {
            // The first player needs one point more.
            (Impasse::Csa27, Color::White) if points >= 28 => GameResult::Win(us),
            (Impasse::Csa27, Color::Black) if points >= 27 => GameResult::Win(us),
            (Impasse::Csa24, _) if points >= 31 => GameResult::Win(us),
            (Impasse::Csa24, _) if points >= 24 => GameResult::Draw,
            _ => return None,
        };
        Some(Outcome { result, reason: Reason::Impasse })
    }

    /// The points of a piece: rooks and bishops are those that cross an empty board in four directions.
    fn points(self, kind: PieceKind) -> usize {
        *self.game.points.borrow_mut().entry(kind).or_insert_with(|| if self.crosses(kind) >= 4 { 5 } else { 1 })
    }

    /// The number of directions in which a piece crosses an empty board.
    fn crosses(self, kind: PieceKind) -> usize {
        let board = self.variant().board;
        let piece = Piece::new(kind, Color::White);
        let crosses = |from: Square, (right, forward): (i8, i8)| {
            let step = Step::new(right, forward);
            let next = |sq: &Square| board.step(*sq, step).filter(|sq| !self.variant().holes.has(*sq));
            let ray: Vec<Square> = std::iter::successors(next(&from), next).collect();
            let mut setup = Setup::empty(self.variant());
            setup.board[from.index()] = piece;
            let goes = |to: &Square| self.after(&setup).any_outcome(from, |outcome| outcome.to == *to);
            ray.len() > 1 && ray.iter().all(goes)
        };
        let directions = |from: Square| COMPASS.into_iter().filter(|way| crosses(from, *way)).count();
        board.all().map(directions).max().unwrap_or(0)
    }
}
