//! Finding the legal move that a text means.

use super::written::{Route, Suffix, WrittenMove};
use super::{MOST_STOPS, is_lowered, is_raised, single};
use crate::board::{PieceKind, Square};
use crate::game::{Game, MoveError, usi};
use crate::position::{Move, MoveKind};
use crate::variant::{DropFaces, Kind};
use std::borrow::Cow;

impl Game {
    /// Whether text has the shape of a move on this board, legal or not.
    pub fn has_move_shape(&self, text: &str) -> bool {
        WrittenMove::read(self.geometry(), &self.parted(text).0).is_some()
    }

    /// Why a text cannot be a move in any position of this game; `None` if it can.
    pub(in crate::game) fn misspelling(&self, text: &str) -> Option<String> {
        let text = &*with_letters(text);
        let text = &*self.parted(text).0;
        let variant = self.variant();
        let known = |id: &str| {
            let named = |kind: &Kind| [kind.plain_id(), kind.base_id()].iter().any(|own| own.eq_ignore_ascii_case(id));
            id.is_empty() || variant.kinds().any(|(_, kind)| named(kind))
        };
        let id = match self.read_squares(text) {
            Some(WrittenMove::Drop { .. }) if !variant.rules.hands.any() => {
                return Some("nothing is dropped in this game".to_owned());
            }
            Some(WrittenMove::Drop { id, .. }) => id,
            Some(WrittenMove::Castling { .. }) if !variant.kinds().any(|(_, kind)| kind.castles()) => {
                return Some("no piece castles in this game".to_owned());
            }
            Some(WrittenMove::Route(Route { suffix: Suffix::Become(id), .. })) => id,
            Some(_) => return None,
            None => match self.piece_entered(text) {
                Some(id) => id.to_owned(),
                None if self.read_record(text, None).is_some() => return None,
                None => return Some(format!("`{text}` is not a move on this board")),
            },
        };
        (!known(&id)).then(|| format!("there is no piece `{id}` in this game"))
    }

    /// Why a text that gives the square of a piece names none that could move, or drops one that is not there.
    pub(in crate::game) fn unmovable(&self, text: &str) -> Option<String> {
        let text = &*with_letters(text);
        let from = match self.read_squares(&self.parted(text).0)? {
            WrittenMove::Route(Route { from, .. }) => from,
            WrittenMove::Drop { id, .. } => {
                let side = self.side().name();
                return (!self.holds(&id)).then(|| format!("`{text}` drops nothing: {side} has no such piece in hand"));
            }
            WrittenMove::Castling { .. } | WrittenMove::Pass => return None,
        };
        let square = self.geometry().name(from);
        match self.piece_at(from) {
            None => Some(format!("`{text}` moves nothing: {square} is empty")),
            Some(piece) if piece.color() != self.side() => Some(format!(
                "`{text}` moves a piece of {}, but it is {}'s turn",
                piece.color().name(),
                self.side().name()
            )),
            Some(_) => None,
        }
    }

    /// Finds the legal move that text means.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = &*with_letters(text);
        let (piece, wall) = self.parted(text);
        let found = self.read_part(&piece, wall);
        let moved = match (found, wall) {
            (Ok(mv), None) => Some(mv).filter(|mv| self.wall_of(*mv).is_some()),
            (Ok(_), Some(_)) => None,
            (Err(_), wall) => wall.and_then(|_| self.read_part(&piece, None).ok()),
        };
        moved.map_or(found, |moved| Err(self.wall_refusal(moved, wall)))
    }

    /// The legal move that text means, apart from a wall.
    fn read_part(&self, text: &str, wall: Option<Square>) -> Result<Move, MoveError> {
        match self.read_squares(text) {
            // After squares with a sign between them, `+` means check where nothing can promote.
            Some(written) if text.ends_with('+') && text.contains(['-', 'x']) => {
                self.find(&written, wall).or_else(|error| self.read_san(text, wall).map_err(|_| error))
            }
            Some(written) => self.find(&written, wall),
            None => self.read_san(text, wall).or_else(|error| self.read_record(text, wall).unwrap_or(Err(error))),
        }
    }

    /// What a text in this notation or in ICCS says, possibly with a mark of check or mate. Where pieces are dropped with
    /// either face, `+` after a drop is no such mark: it may stand for the promoted face.
    fn read_squares(&self, text: &str) -> Option<WrittenMove> {
        let is_face = self.variant().rules.drops.faces == DropFaces::Either && text.ends_with('+');
        let marked = || WrittenMove::read_marked(self.geometry(), text);
        WrittenMove::read(self.geometry(), text)
            .or_else(|| marked().filter(|written| !(is_face && matches!(written, WrittenMove::Drop { .. }))))
            .or_else(|| WrittenMove::read(self.geometry(), &iccs(text)?))
    }

    /// The legal move of a text in the notation of books of xiangqi or shogi; `None` if it does not have their shape.
    fn read_record(&self, text: &str, wall: Option<Square>) -> Option<Result<Move, MoveError>> {
        self.read_wxf(text, wall).or_else(|| {
            let plain = usi::plain_record(self.geometry(), text)?;
            Some(match WrittenMove::read(self.geometry(), &plain) {
                Some(written) => self.find(&written, wall),
                None => self.read_san(&plain, wall),
            })
        })
    }

    /// The legal promotions of the piece that a text moves, if it does not give the promotion, or gives an
    /// impossible one.
    pub fn promotions_like(&self, text: &str) -> Vec<String> {
        let (piece, wall) = self.parted(text);
        match WrittenMove::read(self.geometry(), &piece) {
            Some(WrittenMove::Route(route)) => {
                let fits = |mv: &Move| mv.is_promotion() && mv.from() == route.from && mv.to() == route.to;
                self.moves_with_wall(wall).into_iter().filter(fits).map(|mv| self.move_text(mv)).collect()
            }
            Some(_) => Vec::new(),
            None => self.moves_like(text).into_iter().filter(|mv| mv.is_promotion()).map(|mv| self.san(mv)).collect(),
        }
    }

    fn find(&self, written: &WrittenMove, wall: Option<Square>) -> Result<Move, MoveError> {
        let legal = self.moves_with_wall(wall);
        if !self.has_legal_move() {
            return Err(MoveError::GameOver);
        }
        let found = match written {
            WrittenMove::Castling { right } => {
                let castles = |mv: &&Move| mv.gated().is_none() && self.castles_right(**mv) == Some(*right);
                let castlings: Vec<Move> = legal.iter().filter(castles).copied().collect();
                // If there are several, the word means the one that squares do not determine.
                only(castlings.iter()).or_else(|| only(castlings.iter().filter(|mv| self.needs_castling_word(**mv))))
            }
            WrittenMove::Drop { id, to } => {
                let mut drops = legal.iter().filter(|mv| self.drops(**mv, id) && mv.to() == *to);
                // Without an ID, several kinds may be meant.
                if id.is_empty() { single(drops).transpose()? } else { drops.next().copied() }
            }
            WrittenMove::Pass => legal.iter().find(|mv| mv.kind() == MoveKind::Pass).copied(),
            WrittenMove::Route(route) => return self.find_route(route, &legal),
        };
        found.ok_or_else(|| self.refusal(written))
    }

    fn find_route(&self, route: &Route, legal: &[Move]) -> Result<Move, MoveError> {
        let Route { from, to, .. } = *route;
        let boarded: Vec<_> = legal.iter().copied().filter(|mv| !mv.is_drop() && mv.from() == from).collect();
        if let Some(gated) = self.find_gating(route, legal) {
            return Ok(gated);
        }
        let reaching: Vec<_> = boarded.iter().copied().filter(|mv| mv.to() == to).collect();
        let mut fitting = self.on_the_way(reaching, &route.via);
        if fitting.is_empty() {
            // The text may say that the king captures its partner.
            fitting = boarded.into_iter().filter(|mv| mv.partner().is_some_and(|[home, _]| home == to)).collect();
        }
        if fitting.is_empty() {
            return Err(self.refusal(&WrittenMove::Route(route.clone())));
        }
        self.choose(&fitting, &route.suffix)
    }

    /// The move with that gating: a suffix gives the piece that enters, and a partner
    /// that goes to its king is castling with the square of the partner filled.
    fn find_gating(&self, route: &Route, legal: &[Move]) -> Option<Move> {
        let Suffix::Become(id) = &route.suffix else { return None };
        let fits = |mv: &&Move| {
            mv.gated().is_some_and(|(kind, at)| {
                let to = if at == mv.from() { mv.to() } else { mv.from() };
                self.variant().kind(kind).plain_id() == id && at == route.from && to == route.to
            })
        };
        legal.iter().find(fits).copied()
    }

    /// Of moves between the same two squares, those that pass the squares given
    /// in the text.
    pub(in crate::game) fn on_the_way(&self, moves: Vec<Move>, via: &[Square]) -> Vec<Move> {
        let castles = |mv: &Move| mv.partner().is_some_and(|[home, _]| *via == [home]);
        let all = |test: &dyn Fn(&Move) -> bool| moves.iter().copied().filter(test).collect::<Vec<_>>();
        let mut named = all(&|mv| castles(mv) || self.stops(*mv) == via);
        if named.is_empty() && via.len() == 1 {
            // A GUI sends some moves as routes over any square.
            named = all(&|mv| self.goes_round(*mv));
        }
        if !named.is_empty() {
            return named;
        }
        // Text without squares on the way is enough if only one way is open,
        // and the first two if a GUI can send no more.
        let open = |mv: &Move| via.is_empty() || via.len() == MOST_STOPS && self.stops(*mv).starts_with(via);
        let found = all(&|mv| self.routes(*mv).iter().any(|route| route == via));
        let found = if found.is_empty() { all(&open) } else { found };
        let same = found.windows(2).all(|pair| self.stops(pair[0]) == self.stops(pair[1]));
        if same { found } else { Vec::new() }
    }

    /// Selects among moves that differ in their promotion.
    fn choose(&self, fitting: &[Move], suffix: &Suffix) -> Result<Move, MoveError> {
        let staying = || {
            let unpromoted = |mv: &&Move| !mv.is_promotion() && mv.gated().is_none();
            fitting
                .iter()
                .filter(unpromoted)
                .find(|mv| mv.partner().is_none())
                .or(fitting.iter().find(unpromoted))
                .copied()
        };
        let promoting = |test: &dyn Fn(PieceKind, PieceKind) -> bool| {
            let passes = |mv: &&Move| mv.piece().is_some_and(|kind| test(self.mover(**mv).kind(), kind));
            fitting.iter().filter(|mv| mv.is_promotion()).find(passes).copied()
        };
        let only_promotion = || only(fitting.iter().filter(|mv| mv.is_promotion()));
        let refused = |test: &dyn Fn(PieceKind, PieceKind) -> bool| {
            let same = |mv: &Move| fitting.iter().any(|other| other.from() == mv.from() && other.to() == mv.to());
            let fault =
                self.violated(|mv| mv.promoted().is_some_and(|kind| same(mv) && test(self.mover(*mv).kind(), kind)));
            fault.unwrap_or(MoveError::PromotionChoice)
        };
        let variant = self.variant();
        let raised = |mover: PieceKind, kind: PieceKind| is_raised(variant, variant.kind(mover), kind);
        let lowered = |mover: PieceKind, kind: PieceKind| is_lowered(variant, variant.kind(mover), kind);
        match suffix {
            Suffix::None => staying().or_else(only_promotion).ok_or(MoveError::PromotionChoice),
            Suffix::Stay => staying().ok_or(MoveError::MustPromote),
            Suffix::Promote => {
                // XBoard writes any promoted face so.
                let face = |mv: &&Move| mv.promoted().is_some_and(|kind| variant.kind(kind).is_face());
                let only_face = || only(fitting.iter().filter(face));
                let some_face = |mover, kind| raised(mover, kind) || variant.kind(kind).is_face();
                promoting(&raised).or_else(only_face).or_else(only_promotion).ok_or_else(|| refused(&some_face))
            }
            Suffix::Demote => promoting(&lowered).ok_or_else(|| refused(&lowered)),
            Suffix::Become(id) => {
                let fits = |kind: PieceKind| variant.kind(kind).base_id() == id;
                let turned = || fitting.iter().find(|mv| self.turned_into(**mv).is_some_and(fits)).copied();
                // XBoard writes a pawn that stays one on the last rank as if it promoted to a pawn.
                let (geometry, own) = (self.geometry(), |mv: &Move| self.mover(*mv));
                let keeps = |mv: &Move| {
                    fits(own(mv).kind()) && geometry.rank_of(own(mv).color(), mv.to()) + 1 == geometry.ranks()
                };
                let stays = || staying().filter(keeps);
                // `e7e8s` is enough for `+S`, unless there is an `S` to choose.
                let exactly = |_, kind: PieceKind| variant.kind(kind).plain_id() == id;
                let named = |_, kind: PieceKind| variant.kind(kind).plain_id() == id || fits(kind);
                let promotion = promoting(&exactly).or_else(|| promoting(&named));
                promotion.or_else(turned).or_else(stays).ok_or_else(|| refused(&named))
            }
        }
    }

    /// Whether the move drops the piece of that ID.
    pub(in crate::game) fn drops(&self, mv: Move, id: &str) -> bool {
        mv.dropped().is_some_and(|kind| self.is_dropped_as(self.variant().kind(kind), id))
    }

    /// Whether a drop of the kind is written with that ID; pawns need none.
    pub(in crate::game) fn is_dropped_as(&self, kind: &Kind, id: &str) -> bool {
        kind.id == id || id.is_empty() && kind.counts_as_pawn[self.side()]
    }
}

/// The squares of a move in ICCS notation, `H2-E2`, which has capital letters for the files.
fn iccs(text: &str) -> Option<String> {
    let is_square = |square: &[u8]| matches!(square, [b'A'..=b'Z', b'0'..=b'9']);
    let [from @ .., _, _] = text.as_bytes() else { return None };
    let fits = is_square(&text.as_bytes()[from.len()..]) && is_square(from.strip_suffix(b"-").unwrap_or(from));
    fits.then(|| text.to_ascii_lowercase())
}

/// The text with letters for the figurines of pieces that books print, white or black ones; a pawn has none.
pub(in crate::game) fn with_letters(text: &str) -> Cow<'_, str> {
    const LETTERS: [&str; 6] = ["K", "Q", "R", "B", "N", ""];
    let letter =
        |c: char| LETTERS.get((u32::from(c).checked_sub(0x2654)? % 6) as usize).filter(|_| ('♔'..='♟').contains(&c));
    if !text.contains(|c| letter(c).is_some()) {
        return Cow::Borrowed(text);
    }
    // A figurine may be followed by a variation selector.
    let plain = text.chars().filter(|c| !('\u{fe0e}'..='\u{fe0f}').contains(c));
    Cow::Owned(plain.map(|c| letter(c).map_or_else(|| c.to_string(), |letter| (*letter).to_owned())).collect())
}

/// The only one of several moves; `None` if there is none or more than one.
fn only<'a>(moves: impl Iterator<Item = &'a Move>) -> Option<Move> {
    single(moves)?.ok()
}
