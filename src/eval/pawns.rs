//! Pawns, whatever they are called: pieces that only go forward and promote at
//! the end of a long way.

use super::phased::Phased;
use super::values::{Values, promotion_gain};
use crate::board::{ByColor, Color, Geometry, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;

/// The bonus of a passed piece by its ranks from promotion (1 for the next move):
/// thousandths of the gain by promotion, opening and ending.
const PASSED: [(i32, i32); 7] = [(0, 0), (120, 190), (62, 120), (32, 68), (15, 38), (7, 22), (4, 15)];
/// For each king's step by which a royal of its side is nearer to the next square of a passed piece than any enemy one.
const ESCORT: i32 = 5;
/// A passed piece whose next square is occupied.
const BLOCKED: Phased = Phased::new(-8, -22);
/// A piece behind another of its side on the same file.
const DOUBLED: Phased = Phased::new(-8, -22);
/// A piece without others of its side on the adjacent files.
const ISOLATED: Phased = Phased::new(-10, -14);
/// A piece defended by another.
const SUPPORTED: Phased = Phased::new(7, 6);

/// Data about a variant's pawns.
#[derive(Debug)]
pub struct Pawns<const N: usize> {
    /// The gain by promotion; 0 for a side without pawns.
    gain: ByColor<i32>,
    /// By side and square: the squares from which enemy pawns could stop a pawn, ahead of it on its file and the
    /// adjacent ones.
    spans: ByColor<Vec<Squares<N>>>,
    /// By side and square: the squares ahead on the same file.
    ahead: ByColor<Vec<Squares<N>>>,
    /// By square: the adjacent files, all ranks.
    beside: Vec<Squares<N>>,
    /// By side and square: the ranks to go to the promotion zone.
    to_go: ByColor<Vec<usize>>,
    board: Geometry,
}

impl<const N: usize> Pawns<N> {
    /// Finds a variant's pawns and precomputes their paths.
    pub fn new(t: &Tables<N>, values: &Values, is_pawn: impl Fn(Piece) -> bool) -> Self {
        let board = t.geometry();
        let pawns: Vec<Piece> = t.pieces().filter(|&piece| is_pawn(piece)).collect();
        let gain = |color: Color| {
            let own = pawns.iter().filter(|pawn| pawn.color() == color);
            own.map(|&pawn| promotion_gain(t, pawn, |other| values.board(other).into()) as i32).max().unwrap_or(0)
        };
        let span = |color: Color, from: Square, width: u8| -> Squares<N> {
            let ahead = |&to: &Square| {
                board.rank_of(color, to) > board.rank_of(color, from) && board.apart(from, to).0 <= width
            };
            t.board.iter().filter(ahead).collect()
        };
        let zone = |color: Color| {
            pawns
                .iter()
                .filter(|pawn| pawn.color() == color)
                .map(|&pawn| t.promotion_zone(pawn))
                .collect::<Squares<N>>()
        };
        let to_go = |color: Color| {
            let first = zone(color).iter().map(|sq| board.rank_of(color, sq)).min().unwrap_or(board.ranks() - 1);
            board.all().map(|sq| usize::from(first.saturating_sub(board.rank_of(color, sq)))).collect()
        };
        let beside = |from: Square| t.board.iter().filter(|&to| board.apart(from, to).0 == 1).collect();
        Self {
            gain: ByColor::from_fn(gain),
            spans: ByColor::from_fn(|color| board.all().map(|from| span(color, from, 1)).collect()),
            ahead: ByColor::from_fn(|color| board.all().map(|from| span(color, from, 0)).collect()),
            beside: board.all().map(beside).collect(),
            to_go: ByColor::from_fn(to_go),
            board,
        }
    }

    /// Whether the variant has no pawns, or none that gain by promotion.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.gain.0 == [0; 2]
    }

    /// The bonus for pieces that are defended.
    #[inline]
    pub fn supported(&self, pieces: Squares<N>) -> Phased {
        SUPPORTED * pieces.count() as i32
    }

    /// The terms for passed, doubled and isolated pieces of a side.
    pub fn structure(&self, pos: &Position<N>, us: Color, pawns: &ByColor<Squares<N>>) -> Phased {
        let mut score = Phased::ZERO;
        for sq in pawns[us] {
            let i = sq.index();
            if (self.ahead[us][i] & pawns[us]).any() {
                score += DOUBLED;
            } else if (self.spans[us][i] & pawns[!us]).is_empty() {
                score += self.passed(pos, us, sq);
            }
            if (self.beside[i] & pawns[us]).is_empty() {
                score += ISOLATED;
            }
        }
        score
    }

    fn passed(&self, pos: &Position<N>, us: Color, sq: Square) -> Phased {
        let to_go = self.to_go[us][sq.index()];
        let (opening, ending) = PASSED[to_go.min(PASSED.len() - 1)];
        let mut score = Phased::new(opening, ending) * self.gain[us];
        score = Phased::new(score.opening / 1000, score.ending / 1000);
        let ahead = self.ahead[us][sq.index()];
        let next = if us == Color::White { ahead.first() } else { ahead.last() };
        let Some(next) = next else { return score };
        if pos.blocked().has(next) {
            score += BLOCKED;
        }
        let steps = |sq| {
            let (files, ranks) = self.board.apart(sq, next);
            i32::from(files.max(ranks))
        };
        let distance = |color| pos.royals(color).iter().map(steps).min();
        if let (Some(ours), Some(theirs)) = (distance(us), distance(!us)) {
            let away = theirs - ours;
            let near = (6 - to_go as i32).max(0);
            score += Phased::new(0, ESCORT * away * near / 3);
        }
        score
    }
}
