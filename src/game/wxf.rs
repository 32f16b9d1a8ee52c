//! Moves in the notation of xiangqi, by the World Xiangqi Federation: `C2=5`, `H8+7`, `R+-2`.
//!
//! A move is written as the piece, the file that it leaves, a sign (`+` forward, `-` backward, `=` or `.` sideways),
//! and how many ranks it goes or, if it leaves its file, to which one. Files are counted from the right of the mover.
//! Of two pieces of a kind on one file, `+` names the one in front and `-` the one behind, before or after its letter;
//! of more pawns, the number from the front does, with the file instead of a letter: `25=4`. Such a text is accepted
//! in any game in which exactly one legal move fits it.

use super::notation::single;
use super::{Game, MoveError};
use crate::board::{Color, Square};
use crate::position::{Move, MoveKind};
use std::cmp::Ordering;

/// The contents of such a text.
struct WxfMove {
    /// The letter of the piece, in capitals; `None` for a pawn that is counted.
    piece: Option<char>,
    origin: Origin,
    /// How the rank changes, from the mover's point of view.
    towards: Ordering,
    /// Ranks to go on the same file, or the file to go to.
    number: u8,
}

/// The origin of the piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    File(u8),
    /// The one in front among those on its file.
    Front,
    /// The one behind all others.
    Rear,
    /// The number of pieces further in front, on the file of that number.
    Behind(u8, u8),
}

impl WxfMove {
    fn read(text: &str) -> Option<Self> {
        let [one, two, sign, number] = <[u8; 4]>::try_from(text.as_bytes()).ok()?;
        let origin = |mark: u8| match mark {
            b'+' => Some(Origin::Front),
            b'-' => Some(Origin::Rear),
            b'1'..=b'9' => Some(Origin::File(mark - b'0')),
            _ => None,
        };
        let (piece, origin) = match (origin(one), origin(two)) {
            (None, Some(origin)) if one.is_ascii_alphabetic() => (Some(one), origin),
            (Some(place @ (Origin::Front | Origin::Rear)), None) if two.is_ascii_alphabetic() => (Some(two), place),
            (Some(Origin::File(place)), Some(Origin::File(file))) => (None, Origin::Behind(place - 1, file)),
            _ => return None,
        };
        let towards = match sign {
            b'+' => Ordering::Greater,
            b'-' => Ordering::Less,
            b'=' | b'.' => Ordering::Equal,
            _ => return None,
        };
        let number = number.checked_sub(b'0').filter(|number| (1..=9).contains(number))?;
        let piece = piece.map(|letter| char::from(letter.to_ascii_uppercase()));
        Some(Self { piece, origin, towards, number })
    }
}

impl Game {
    /// The only legal move that the text means; `None` if it does not have the shape of such a record.
    pub(super) fn read_wxf(&self, text: &str, wall: Option<Square>) -> Option<Result<Move, MoveError>> {
        let record = WxfMove::read(text)?;
        let legal = self.moves_with_wall(wall);
        if !self.has_legal_move() {
            return Some(Err(MoveError::GameOver));
        }
        let fits = |mv: &Move| self.is_recorded(*mv, &record);
        let refused = || self.violated(fits).unwrap_or(MoveError::NotThatPiece);
        Some(single(legal.iter().filter(|mv| fits(mv))).unwrap_or_else(|| Err(refused())))
    }

    fn is_recorded(&self, mv: Move, record: &WxfMove) -> bool {
        if !matches!(mv.kind(), MoveKind::Plain | MoveKind::Double | MoveKind::Promotion) {
            return false;
        }
        let (geometry, mover) = (self.geometry(), self.mover(mv));
        let rank = |sq| geometry.rank_of(mover.color(), sq);
        let (start, end) = (rank(mv.from()), rank(mv.to()));
        let stays = geometry.file(mv.from()) == geometry.file(mv.to());
        let number = if stays { start.abs_diff(end) } else { self.file_from_right(mover.color(), mv.to()) };
        let kind = self.variant().kind(mover.kind());
        let named = |letter: char| [&kind.id].into_iter().chain(&kind.also).any(|id| *id == letter.to_string());
        let piece = record.piece.map_or(kind.counts_as_pawn[mover.color()], named);
        let file = self.file_from_right(mover.color(), mv.from());
        let (before, behind) = self.like_it_on_file(mv).partition::<Vec<_>, _>(|sq| rank(*sq) > start);
        piece
            && end.cmp(&start) == record.towards
            && number == record.number
            && match record.origin {
                Origin::File(number) => file == number,
                Origin::Front => before.is_empty() && !behind.is_empty(),
                Origin::Rear => behind.is_empty() && !before.is_empty(),
                Origin::Behind(others, number) => before.len() == usize::from(others) && file == number,
            }
    }

    /// The number of a file, from 1 at the right of that side.
    fn file_from_right(&self, color: Color, sq: Square) -> u8 {
        let geometry = self.geometry();
        match color {
            Color::White => geometry.files() - geometry.file(sq),
            Color::Black => geometry.file(sq) + 1,
        }
    }

    /// The other pieces of the kind and side on the file from which a move starts.
    fn like_it_on_file(&self, mv: Move) -> impl Iterator<Item = Square> {
        let (geometry, mover) = (self.geometry(), self.mover(mv));
        geometry.all().filter(move |sq| {
            *sq != mv.from() && geometry.file(*sq) == geometry.file(mv.from()) && self.piece_at(*sq) == Some(mover)
        })
    }
}
