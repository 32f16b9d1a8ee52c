//! Inputs of two games that mean the same, so that a network of one can be used for the other.

use super::{Inputs, MOST_HELD, View, boards};
use crate::board::{Color, Piece, PieceKind, Squares};
use crate::tables::{Barred, Tables};

impl<const N: usize> Inputs<N> {
    /// For each row, layer by layer, the row of another game's inputs with the same meaning: for a piece with the same
    /// moves, on a square or in hand, for checks left, holes, gates, and one-time rights of the same name. `None` if the
    /// games use different views.
    pub fn counterparts(&self, t: &Tables<N>, other: &Self, theirs: &Tables<N>) -> Option<Vec<Option<u16>>> {
        let seen = |inputs: &Self| (inputs.geometry.files(), inputs.geometry.ranks(), inputs.symmetry, inputs.by_royal);
        if seen(self) != seen(other) {
            return None;
        }
        let kinds = Color::ALL.map(|color| counterparts(t, theirs, color));
        let layers = Color::ALL.into_iter().take(self.layers());
        let [named, others] = [t, theirs].map(|t| &t.variant().rules.once);
        let like = |name: &String| others.iter().position(|other| other == name);
        let rights: Vec<_> = named.iter().enumerate().filter_map(|(right, name)| Some((right, like(name)?))).collect();
        Some(layers.flat_map(|color| self.in_view(other, &kinds, &rights, color)).collect())
    }

    /// The counterparts of one layer's rows.
    fn in_view(
        &self,
        other: &Self,
        kinds: &[Vec<Option<PieceKind>>; 2],
        rights: &[(usize, usize)],
        color: Color,
    ) -> Vec<Option<u16>> {
        let view = View { color, mirrored: false };
        let mut found = vec![None; self.rows];
        let mut note = |row: Option<u16>, theirs: Option<u16>| {
            if let Some(row) = row {
                found[usize::from(row)] = theirs;
            }
        };
        for whose in Color::ALL {
            for (kind, theirs) in kinds[whose.index()].iter().enumerate() {
                let kind = PieceKind(kind as u8);
                let Some(theirs) = *theirs else { continue };
                for sq in self.geometry.all() {
                    let piece = |kind| Piece::new(kind, whose);
                    note(self.piece(view, piece(kind), sq), other.piece(view, piece(theirs), sq));
                }
                let held = self.held(view, whose, kind, 0, MOST_HELD);
                held.zip(other.held(view, whose, theirs, 0, MOST_HELD)).for_each(|(a, b)| note(Some(a), Some(b)));
            }
            for left in 1..=self.most_checks.min(other.most_checks) {
                note(self.checks(view, whose, left), other.checks(view, whose, left));
            }
            for &(right, theirs) in rights {
                let ours = self.once_rights(view, whose, 1 << right);
                ours.zip(other.once_rights(view, whose, 1 << theirs)).for_each(|(a, b)| note(Some(a), Some(b)));
            }
        }
        for sq in self.geometry.all() {
            note(self.hole(view, sq), other.hole(view, sq));
            note(self.gate(view, sq), other.gate(view, sq));
        }
        found
    }
}

/// For each kind that a side may have, the kind of another game with the same moves there or, if there is none, with
/// the same attacks. If there are several, the first corresponds to the first, the second to the second, and so on.
fn counterparts<const N: usize>(t: &Tables<N>, theirs: &Tables<N>, color: Color) -> Vec<Option<PieceKind>> {
    let kinds = |t: &Tables<N>| -> Vec<PieceKind> {
        t.variant().kinds().filter(|(_, kind)| kind.may_belong_to(color)).map(|(kind, _)| kind).collect()
    };
    let (ours, others) = (kinds(t), kinds(theirs));
    let same = |kind: PieceKind, other: PieceKind, moves: bool| {
        move_alike((t, Piece::new(kind, color)), (theirs, Piece::new(other, color)), moves)
    };
    let mut found = vec![None; t.variant().kinds.len()];
    for &kind in &ours {
        found[kind.index()] = [true, false].into_iter().find_map(|moves| {
            let like: Vec<PieceKind> = others.iter().copied().filter(|&other| same(kind, other, moves)).collect();
            let before = ours.iter().take_while(|&&our| our != kind);
            let place = before.filter(|&&our| like.first().is_some_and(|&other| same(our, other, moves))).count();
            like.get(place.min(like.len().checked_sub(1)?)).copied()
        });
    }
    found
}

/// Whether pieces of two games are both royal or both not, and attack the same squares; with `moves`, whether all their
/// other moves are the same, too.
fn move_alike<const N: usize>(
    (t, piece): (&Tables<N>, Piece),
    (theirs, other): (&Tables<N>, Piece),
    moves: bool,
) -> bool {
    let region = |t: &Tables<N>, piece: Piece| t.variant().kind(piece.kind()).region[piece.color()].resized::<N>();
    let squares = region(t, piece) & t.board;
    let notation = |t: &Tables<N>, piece: Piece| t.variant().kind(piece.kind()).notation[piece.color()].clone();
    let spoken = t.needs_interpreter(piece) || theirs.needs_interpreter(other);
    t.is_royal(piece.kind()) == theirs.is_royal(other.kind())
        && squares == region(theirs, other) & theirs.board
        && (!spoken || notation(t, piece) == notation(theirs, other))
        && squares.iter().all(|sq| {
            let attacks = |board: &Squares<N>| {
                t.attacks(piece, sq, *board, Barred::NONE) == theirs.attacks(other, sq, *board, Barred::NONE)
            };
            (!moves || t.reach_on_some_board(piece, sq) == theirs.reach_on_some_board(other, sq))
                && boards(t.geometry()).all(|board| attacks(&board))
        })
}
