//! Castling and its partners.

use super::{Content, Convert, moves};
use crate::board::{Color, Square, Step};
use crate::import::write::rights;
use crate::xbetza::ast::Description;

impl Convert<'_> {
    /// Finds the distance of castling partners from the edge: without `j` the outermost piece, with it the next one.
    pub(super) fn find_partners(&mut self) {
        for number in 0..self.pieces.len() {
            let castlings = moves::castlings(&self.pieces[number].moves);
            if castlings.is_empty() {
                continue;
            }
            let mut insets = [None; 2];
            for (at, color) in self.standing(number) {
                for (sides, jumps) in &castlings {
                    for side in (0..2).filter(|side| sides[*side]) {
                        let Some(inset) = self.inset(at, color, side, *jumps) else { continue };
                        if inset > 1 || insets[side].is_some_and(|other| other != inset) {
                            let line = self.pieces[number].line;
                            let span = if line.moves.text.is_empty() { &line.name.span } else { &line.moves.span };
                            let message = format!(
                                "`{}` cannot castle here as in a diagram: its partners stand too far from the edge, or at different distances",
                                line.name.text
                            );
                            self.refuse(span, message);
                            return;
                        }
                        insets[side] = Some(inset);
                    }
                }
            }
            let moves = std::mem::replace(&mut self.pieces[number].moves, Description { terms: Vec::new() });
            self.pieces[number].moves =
                moves::castle_with(moves, |jumps, side| insets[side].map_or(jumps, |inset| inset == 1));
        }
    }

    /// The distance of the partner from the edge, if there is one.
    fn inset(&self, at: Square, color: Color, side: usize, jumps: bool) -> Option<u8> {
        let right = (side == 1) == (color == Color::White);
        let toward = Step::new(if right { 1 } else { -1 }, 0);
        let next = |at: &Square| self.board.step(*at, toward).filter(|at| self.at(*at) != Some(Content::Hole));
        let line: Vec<Option<Content>> = std::iter::successors(next(&at), next).map(|at| self.at(at)).collect();
        let own = |at: usize| matches!(line[at], Some(Content::Piece(_, owner)) if owner == color);
        let rim = line.len().checked_sub(1)?;
        if jumps {
            return rim.checked_sub(1).filter(|at| own(*at)).map(|_| 1);
        }
        let outermost = line.iter().rposition(Option::is_some)?;
        own(outermost).then(|| (rim - outermost) as u8)
    }

    /// The castling field of the FEN, with all castlings of the start position.
    pub(super) fn rights(&self) -> String {
        rights(|color, right| {
            let hand = usize::from(right == (color == Color::White));
            self.pieces.iter().enumerate().any(|(number, piece)| {
                let castlings = moves::castlings(&piece.moves);
                self.standing(number).iter().any(|(at, owner)| {
                    let partner = |jumps: bool| self.inset(*at, color, hand, jumps).is_some();
                    *owner == color && castlings.iter().any(|(sides, jumps)| sides[hand] && partner(*jumps))
                })
            })
        })
    }
}
