//! Why a given move is not legal, or a position not playable.
//!
//! The answer is for a person, and computed only after no legal move fits.

use super::notation::{Route, WrittenMove};
use super::{Game, MoveError, any_size};
use crate::board::{Color, Piece, Square};
use crate::position::{Move, MoveKind, Reach, SetupError};
use crate::variant::{Castling, Setup, Stalemate};
use crate::xbetza::Action;

impl Game {
    /// Why no legal move fits what is written.
    pub(super) fn refusal(&self, written: &WrittenMove) -> MoveError {
        match written {
            WrittenMove::Castling { .. } | WrittenMove::Pass if self.must_drop() => MoveError::MustDrop,
            WrittenMove::Castling { .. } => MoveError::CastlingNotAllowed,
            WrittenMove::Pass if self.variant().rules.ends.stalemate == Stalemate::Pass => MoveError::MustMove,
            WrittenMove::Pass => self.forbidden(written).unwrap_or(MoveError::NotThatPiece),
            WrittenMove::Drop { id, .. } => self.drop_refusal(written, id),
            WrittenMove::Route(route) => self.route_refusal(written, route),
        }
    }

    /// Why a written move that the pieces could make is forbidden.
    fn forbidden(&self, written: &WrittenMove) -> Option<MoveError> {
        self.violated(|mv| match written {
            WrittenMove::Castling { .. } => false,
            WrittenMove::Pass => mv.kind() == MoveKind::Pass,
            WrittenMove::Drop { id, to } => self.drops(*mv, id) && mv.to() == *to,
            WrittenMove::Route(route) => {
                let between = !mv.is_drop() && mv.from() == route.from && mv.to() == route.to;
                between && !self.on_the_way(vec![*mv], &route.via).is_empty()
            }
        })
    }

    /// Why the moves that pass a test are forbidden; of several rules, the one that is tested last.
    pub(super) fn violated(&self, fits: impl Fn(&Move) -> bool) -> Option<MoveError> {
        any_size!(&self.board, sized => {
            let fitting = sized.position.moves_without_safety(&sized.tables).into_iter().filter(fits);
            fitting.filter_map(|mv| sized.position.violation(&sized.tables, mv)).reduce(MoveError::later)
        })
    }

    fn drop_refusal(&self, written: &WrittenMove, id: &str) -> MoveError {
        match self.forbidden(written) {
            _ if !self.holds(id) => MoveError::NoSuchPieceInHand,
            None | Some(MoveError::OnlyByCapture) => MoveError::DropNotAllowedHere,
            Some(fault) => fault,
        }
    }

    /// Whether the side to move has a piece in hand that is dropped as that ID.
    pub(in crate::game) fn holds(&self, id: &str) -> bool {
        let variant = self.variant();
        let mut named = variant.kinds().filter(|(_, kind)| self.is_dropped_as(kind, id));
        named.any(|(kind, _)| self.hand(self.side(), variant.held_as(kind)) > 0)
    }

    fn route_refusal(&self, written: &WrittenMove, route: &Route) -> MoveError {
        let Some(piece) = self.piece_at(route.from) else { return MoveError::EmptySquare };
        if piece.color() != self.side() {
            return MoveError::WrongSide;
        }
        if self.must_drop() {
            return MoveError::MustDrop;
        }
        if self.is_castling_attempt(piece, route) {
            return MoveError::CastlingNotAllowed;
        }
        if let Some(fault) = self.forbidden(written) {
            return fault;
        }
        if !route.via.is_empty() {
            return MoveError::NotThatPiece;
        }
        let (from, to, once) = (route.from, route.to, self.setup().once[piece.color()]);
        any_size!(&self.board, sized => {
            let (position, t) = (&sized.position, &sized.tables);
            let reach = |once: u8| position.reach(t, from, to, once);
            match reach(once) {
                Reach::Never | Reach::Hindered | Reach::Barred if reach(u8::MAX) == Reach::Free => MoveError::OnlyOnce,
                Reach::Hindered => MoveError::Blocked,
                Reach::Barred => MoveError::HopForbidden,
                Reach::Free if position.has_nothing_to_become(t, from, to) => MoveError::NothingToBecome,
                Reach::Free if position.is_bound_by_check(t, from, to) => MoveError::NotWhileInCheck,
                Reach::Never | Reach::Free => MoveError::NotThatPiece,
            }
        })
    }

    /// Whether only drops are legal.
    fn must_drop(&self) -> bool {
        self.variant().rules.drops.mandatory && !self.hand_is_empty(self.side())
    }

    /// Why a position cannot be played and, for a check out of turn, which piece gives it or is not attacked.
    pub fn unplayable(&self, setup: &Setup, fault: &SetupError) -> String {
        let attack = match fault {
            SetupError::OpponentInCheck(color) => self.cause_of_check(setup, *color).unwrap_or_default(),
            _ => String::new(),
        };
        format!("{fault}{attack}")
    }

    /// What puts a side in check that is not to move.
    fn cause_of_check(&self, setup: &Setup, attacked: Color) -> Option<String> {
        let mut there = self.clone();
        any_size!(&mut there.board, sized => sized.set_up_untested(setup)).ok()?;
        let (variant, geometry) = (self.variant(), self.geometry());
        let own = geometry.all().filter_map(|sq| Some((sq, there.piece_at(sq).filter(|own| own.color() == attacked)?)));
        let (royals, others): (Vec<_>, Vec<_>) = own.partition(|(_, piece)| variant.kind(piece.kind()).royal);
        let attackers = |to: Square| there.attackers(!attacked, to);
        let described = |sq: Square| {
            let name = variant.kind(there.piece_at(sq)?.kind()).name.to_lowercase();
            Some(format!("the {name} on {}", geometry.name(sq)))
        };
        if let Some((to, from)) = royals.iter().find_map(|(to, _)| Some((*to, *attackers(*to).first()?))) {
            return Some(format!(": {} attacks {}", described(from)?, geometry.name(to)));
        }
        let anti = others.iter().filter(|(_, piece)| variant.rules.royalty.anti.has(piece.kind()));
        if let Some(unattacked) = anti.map(|(sq, _)| *sq).find(|sq| attackers(*sq).is_empty()) {
            return Some(format!(": nothing attacks {}", described(unattacked)?));
        }
        let facing = any_size!(&there.board, sized => sized.position.royals_face(&sized.tables));
        facing.then(|| ": the royal pieces face each other".to_owned())
    }

    /// Why a text is not a legal move, in more words than the error that reading it gave, where more can be said.
    pub fn explained(&self, text: &str, fault: MoveError) -> String {
        let said = match fault {
            MoveError::PromotionChoice => {
                let choices = self.promotions_like(text);
                Some(match choices.is_empty() {
                    true => "it cannot promote there".to_owned(),
                    false => format!("choose what it becomes: {}", choices.join(", ")),
                })
            }
            MoveError::Ambiguous => {
                let texts = self.moves_like(text).into_iter().map(|mv| format!("`{}`", self.move_text(mv)));
                Some(format!("it may be {}", texts.collect::<Vec<_>>().join(" or ")))
            }
            MoveError::CastlingNotAllowed => {
                let hindrance = self.hindrance_to_castling(text).map(|what| format!("{fault}: {what}"));
                hindrance.or_else(|| self.misspelling(text))
            }
            MoveError::GameOver | MoveError::PositionNotPlayable | MoveError::Unreadable => None,
            _ => self.misspelling(text),
        };
        said.unwrap_or_else(|| fault.to_string())
    }

    /// The obstacle to a castling, if its side has the right to it: `the bishop on f1 is in
    /// the way`.
    fn hindrance_to_castling(&self, text: &str) -> Option<String> {
        let geometry = self.geometry();
        let written = WrittenMove::read(geometry, text)?;
        let is_meant = |way: &&Castling<3>| match &written {
            WrittenMove::Castling { right } => *right == (geometry.file(way.partner_from) > geometry.file(way.from)),
            WrittenMove::Route(route) => route.from == way.from && [way.to, way.partner_from].contains(&route.to),
            WrittenMove::Drop { .. } | WrittenMove::Pass => false,
        };
        let ways = &self.setup().castlings(self.variant())[self.side()];
        let (sq, piece) = ways.iter().find(is_meant)?.empty.iter().find_map(|sq| Some((sq, self.piece_at(sq)?)))?;
        let name = self.variant().kind(piece.kind()).name.to_lowercase();
        Some(format!("the {name} on {} is in the way", geometry.name(sq)))
    }

    fn is_castling_attempt(&self, piece: Piece, route: &Route) -> bool {
        let geometry = self.geometry();
        let width = geometry.file(route.from).abs_diff(geometry.file(route.to));
        let level = geometry.rank(route.from) == geometry.rank(route.to);
        let onto_partner = self.piece_at(route.to).is_some_and(|other| other.color() == piece.color());
        let castles = |action: &Action| match action {
            Action::Castle(castle) => onto_partner || castle.distance == width,
            _ => false,
        };
        let mut terms = self.variant().kind(piece.kind()).moves(piece.color()).flat_map(|moves| &moves.program.terms);
        level && width > 1 && terms.any(|term| castles(&term.action))
    }
}
