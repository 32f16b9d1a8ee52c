//! Declarations by impasse: who has entered the enemy camp with enough points may end the game.

use super::outcome::{GameResult, Outcome};
use crate::board::{Color, Piece, PieceKind, Square};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Impasse, Reason};

impl<const N: usize> Position<N> {
    /// A declaration of the side to move whose royal has entered the enemy camp.
    pub(in crate::position) fn declared(&self, t: &Tables<N>) -> Option<Outcome> {
        let rule = t.variant().rules.impasse;
        if rule == Impasse::None || self.in_check(t) {
            return None;
        }
        let us = self.side;
        let zone = t.geometry().area_where(|_, rank| camp_rank(t, us, rank)).resized::<N>();
        if !self.royals(us).within(zone) || self.royals(us).is_empty() {
            return None;
        }
        let inside = self.color(us) & zone & !self.royals(us);
        if inside.count() < 10 {
            return None;
        }
        let board: u32 = inside.iter().map(|sq: Square| points(t, self.board[sq].kind())).sum();
        let hand: u32 = t.variant().kinds().map(|(kind, _)| u32::from(self.hand(us, kind)) * points(t, kind)).sum();
        let result = match (rule, us, board + hand) {
            (Impasse::Csa27, Color::White, 28..) | (Impasse::Csa27, Color::Black, 27..) => GameResult::Win(us),
            (Impasse::Csa24, _, 31..) => GameResult::Win(us),
            (Impasse::Csa24, _, 24..=30) => GameResult::Draw,
            _ => return None,
        };
        Some(Outcome { result, reason: Reason::Impasse })
    }
}

/// Whether a rank lies in the camp of a side's enemy: his outer third.
fn camp_rank<const N: usize>(t: &Tables<N>, us: Color, rank: u8) -> bool {
    let ranks = t.geometry().ranks();
    let own = if us == Color::White { rank } else { ranks - 1 - rank };
    own + ranks / 3 >= ranks
}

/// Five points for a piece whose plain face slides in four directions, one for any other.
fn points<const N: usize>(t: &Tables<N>, kind: PieceKind) -> u32 {
    let slides = t.mover(Piece::new(kind, Color::White)).parts.slides.iter();
    let directions: u32 = slides.map(|slide| slide.directions.count_ones()).sum();
    if directions >= 4 { 5 } else { 1 }
}
