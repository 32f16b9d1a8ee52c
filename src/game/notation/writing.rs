//! The text of a legal move.

use super::{MOST_STOPS, PASS, is_lowered, is_raised};
use crate::board::{Color, PieceKind, Square};
use crate::game::Game;
use crate::position::{Move, MoveKind};
use crate::variant::CastlingRule;

/// GUIs keep the text of one move in buffers of this size, in bytes.
const LONGEST_SHOWN: usize = 19;

impl Game {
    /// A legal move as text, with all its legs joined by commas.
    pub fn move_text(&self, mv: Move) -> String {
        let text = self.word(mv).unwrap_or_else(|| self.legs(mv, usize::MAX).join(","));
        self.with_wall(text, mv.to(), mv)
    }

    /// A legal move as text for a GUI to show, which has little room for one
    /// move: if the text is too long, only the first and last square.
    pub fn shown(&self, mv: Move) -> String {
        let text = self.move_text(mv);
        if text.len() <= LONGEST_SHOWN { text } else { self.with_wall(self.legs(mv, 0).concat(), mv.to(), mv) }
    }

    /// A legal move as it is sent to a GUI, in one piece or leg by leg; GUIs
    /// support at most two squares on the way. If `joined`, three
    /// legs are sent in one piece, such as `d8d7xd6xd5`.
    pub fn told(&self, mv: Move, joined: bool) -> Vec<String> {
        if self.wall_of(mv).is_some() {
            return vec![self.told_with_wall(mv)];
        }
        if let Some(detour) = self.detour(mv) {
            let [from, over, to] = [mv.from(), detour, mv.to()].map(|sq| self.geometry().name(sq));
            return vec![format!("{from}{over}"), format!("{over}{to}{}", self.suffix(mv))];
        }
        if let Some(word) = self.word(mv) {
            return vec![word];
        }
        let mut legs = self.legs(mv, MOST_STOPS);
        if joined && legs.len() > MOST_STOPS {
            let name = |sq| self.geometry().name(sq);
            let last = if self.lands_on_victim(mv) { 'x' } else { '-' };
            let (second, to) = (self.stops(mv)[1], mv.to());
            legs = vec![format!("{}x{}{last}{}{}", legs[0], name(second), name(to), self.suffix(mv))];
        }
        // A GUI shows a piece that an effect has changed if that is sent like a promotion.
        if let (Some(kind), Some(last)) = (self.turned_into(mv), legs.last_mut()) {
            last.push_str(&self.suffix_for(mv, kind));
        }
        legs
    }

    /// The square over which a move is sent, if XBoard accepts it in no other form.
    fn detour(&self, mv: Move) -> Option<Square> {
        if self.goes_round(mv) {
            self.empty_beside(mv)
        } else {
            mv.partner().map(|[home, _]| home).filter(|_| self.castles_over_partner(mv))
        }
    }

    /// An empty square near the origin, other than the destination.
    fn empty_beside(&self, mv: Move) -> Option<Square> {
        let empty = |sq: &Square| *sq != mv.to() && self.piece_at(*sq).is_none() && !self.has_hole(*sq);
        self.geometry().all().filter(empty).min_by_key(|sq| self.geometry().distance(mv.from(), *sq))
    }

    /// Whether XBoard would take a castling by the king's own squares for another move, and its word for another
    /// castling. Sent over the partner's square, it is unambiguous.
    fn castles_over_partner(&self, mv: Move) -> bool {
        let fischer = matches!(self.variant().rules.castling, CastlingRule::Fischer(_));
        let hidden = || self.geometry().distance(mv.from(), mv.to()) == 1 || self.needs_castling_word(mv);
        mv.kind() == MoveKind::Castle && !fischer && mv.from() != mv.to() && hidden()
    }

    /// Whether everything that a move does can be sent to a GUI.
    pub fn can_be_told(&self, mv: Move) -> bool {
        mv.journey().is_none() && self.stops(mv).len() <= MOST_STOPS
    }

    /// Whether the move captures on its destination.
    pub fn lands_on_victim(&self, mv: Move) -> bool {
        mv.to() != mv.from() && self.piece_at(mv.to()).is_some() && mv.partner().is_none()
    }

    /// The text of moves that squares alone do not express.
    fn word(&self, mv: Move) -> Option<String> {
        match mv.kind() {
            MoveKind::Pass => Some(PASS.to_owned()),
            MoveKind::Drop => {
                let id = mv.piece().map_or("", |kind| self.variant().kind(kind).id.trim_end_matches('~'));
                Some(format!("{id}@{}", self.geometry().name(mv.to())))
            }
            MoveKind::Castle if self.needs_castling_word(mv) => Some(match self.castles_right(mv) {
                Some(true) => "O-O".to_owned(),
                _ => "O-O-O".to_owned(),
            }),
            MoveKind::Gate | MoveKind::GateCastle => Some(self.gating_text(mv)),
            _ => None,
        }
    }

    /// The squares and the gated piece. If it enters on the partner's square, this
    /// comes first, and the king's origin second.
    fn gating_text(&self, mv: Move) -> String {
        let Some((kind, at)) = mv.gated() else { return String::new() };
        let [from, to] = if at == mv.from() { [at, mv.to()] } else { [at, mv.from()] };
        let (geometry, id) = (self.geometry(), self.variant().kind(kind).plain_id());
        format!("{}{}{}", geometry.name(from), geometry.name(to), id.to_ascii_lowercase())
    }

    /// The legs of a move, each beginning where the previous one ended, with at
    /// most `most` squares on the way.
    fn legs(&self, mv: Move, most: usize) -> Vec<String> {
        let name = |sq| self.geometry().name(sq);
        let on_the_way = self.stops(mv).into_iter().take(most);
        let squares: Vec<_> = [mv.from()].into_iter().chain(on_the_way).chain([mv.to()]).collect();
        let mut legs: Vec<_> = squares.windows(2).map(|leg| name(leg[0]) + &name(leg[1])).collect();
        legs.last_mut().into_iter().for_each(|last| last.push_str(&self.suffix(mv)));
        legs
    }

    /// The suffix after the squares of a promotion.
    pub(super) fn suffix(&self, mv: Move) -> String {
        mv.promoted().map_or_else(String::new, |kind| self.suffix_for(mv, kind))
    }

    /// The suffix for a piece that becomes another one.
    fn suffix_for(&self, mv: Move, kind: PieceKind) -> String {
        let variant = self.variant();
        let mover = variant.kind(self.mover(mv).kind());
        if is_raised(variant, mover, kind) {
            "+".to_owned()
        } else if is_lowered(variant, mover, kind) {
            "-".to_owned()
        } else {
            variant.kind(kind).plain_id().to_ascii_lowercase()
        }
    }

    /// The square to which the user points to make a move: the king's partner, if the
    /// king's own squares do not distinguish castling from other moves.
    pub fn pointed_at(&self, mv: Move) -> Square {
        match mv.partner() {
            Some([home, _]) if self.needs_castling_word(mv) => home,
            _ => mv.to(),
        }
    }

    /// The moves of a line that starts here, as far as they are legal, for display.
    pub fn line_text(&self, line: &[Move]) -> Vec<String> {
        self.written(line, Self::shown)
    }

    /// A move made here, with its move number, which Black's moves have only at the beginning of a line.
    pub fn numbered(&self, san: String, first: bool) -> String {
        let number = self.setup().fullmove;
        match self.side() {
            Color::White => format!("{number}. {san}"),
            Color::Black if first => format!("{number}... {san}"),
            Color::Black => san,
        }
    }

    /// The moves of a line that starts here, as far as they are legal, each written in its position.
    pub fn written(&self, line: &[Move], mut write: impl FnMut(&Self, Move) -> String) -> Vec<String> {
        let mut game = self.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !game.legal_moves().contains(&mv) {
                break;
            }
            texts.push(write(&game, mv));
            game.play(mv);
        }
        texts
    }
}
