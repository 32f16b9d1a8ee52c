//! Declarations by impasse: a side that has entered the enemy camp with enough points may end the game.

use super::outcome::{GameResult, Outcome};
use crate::board::{Color, Piece, PieceKind, Square};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Impasse, Reason};

/// The numbers are those of the declarations of entering kings in the tournament rules of the Computer Shogi Association:
/// the 27-point rule, and the 24-point rule with its draws. Besides the king this many pieces must be in the camp.
const IN_CAMP: u32 = 10;
/// The points with which a side wins by the 27-point rule; the first player needs one more.
const CSA27: u32 = 27;
const CSA27_FIRST: u32 = CSA27 + 1;
/// The points with which it wins by the 24-point rule, and those with which it draws.
const CSA24_WIN: u32 = 31;
const CSA24_DRAW: u32 = 24;
/// The points of rooks and bishops, including promoted ones, and of all others.
const LARGE: u32 = 5;
const SMALL: u32 = 1;
/// The minimum number of directions in which such a piece slides.
const LARGE_SLIDES: u32 = 4;

impl<const N: usize> Position<N> {
    /// A declaration of the side to move whose royal has entered the enemy camp.
    pub(in crate::position) fn declared(&self, t: &Tables<N>) -> Option<Outcome> {
        let rule = t.variant().rules.draws.impasse;
        if rule == Impasse::None || self.in_check(t) {
            return None;
        }
        let us = self.side;
        let zone = t.geometry().area_where(|_, rank| camp_rank(t, us, rank)).resized::<N>();
        if !self.royals(us).within(zone) || self.royals(us).is_empty() {
            return None;
        }
        let inside = self.color(us) & zone & !self.royals(us);
        if inside.count() < IN_CAMP {
            return None;
        }
        let kind = |sq: Square| t.variant().rules.uninfluenced(self.board[sq].kind());
        let board: u32 = inside.iter().map(|sq| points(t, kind(sq), us)).sum();
        let hand: u32 = t.variant().kinds().map(|(kind, _)| u32::from(self.hand(us, kind)) * points(t, kind, us)).sum();
        let result = match (rule, us, board + hand) {
            (Impasse::Csa27, Color::White, CSA27_FIRST..) | (Impasse::Csa27, Color::Black, CSA27..) => {
                GameResult::Win(us)
            }
            (Impasse::Csa24, _, CSA24_WIN..) => GameResult::Win(us),
            (Impasse::Csa24, _, CSA24_DRAW..) => GameResult::Draw,
            _ => return None,
        };
        Some(Outcome { result, reason: Reason::Impasse })
    }
}

/// Whether a rank lies in the camp of a side's enemy: its outer third.
fn camp_rank<const N: usize>(t: &Tables<N>, us: Color, rank: u8) -> bool {
    let ranks = t.geometry().ranks();
    let own = if us == Color::White { rank } else { ranks - 1 - rank };
    own + ranks / 3 >= ranks
}

/// The points of a side's piece on the board, or of one in hand.
fn points<const N: usize>(t: &Tables<N>, kind: PieceKind, us: Color) -> u32 {
    let slides = t.mover(Piece::new(kind, us)).parts.slides.iter();
    let directions: u32 = slides.map(|slide| slide.directions.count_ones()).sum();
    if directions >= LARGE_SLIDES { LARGE } else { SMALL }
}
