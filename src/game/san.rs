//! Moves in the way players write them: `Nf3`, `exd5`, `Rad1`, `e8=Q`, `Nf3/E`.
//!
//! Such a text is taken when exactly one legal move fits it, and written where
//! it would be taken for the move again.

use super::notation::{Entry, letter};
use super::{Game, MoveError};
use crate::board::Square;
use crate::position::Move;

/// What such a text says about a move.
struct Description<'a> {
    /// The mover's letter, or nothing for a pawn.
    piece: &'a str,
    /// What is said about the square it comes from: a file, a rank, both, nothing.
    from: &'a str,
    /// Where it goes.
    to: Square,
    /// What it becomes.
    becomes: Option<&'a str>,
    /// What enters behind it. After a stroke some write a promotion instead.
    enters: Option<&'a str>,
}

/// Castling with a piece that enters: `O-O/Hh1`.
struct GatedCastling<'a> {
    right: bool,
    enters: &'a str,
    /// Where, if it is said.
    at: Option<Square>,
}

/// What some write behind a capture en passant; it says no more than the move.
pub const EN_PASSANT_MARKS: [&str; 2] = ["e.p.", "ep"];

impl Game {
    /// A legal move as players write it, with `+` for check and `#` for mate;
    /// from square to square where such a text does not tell it from others.
    pub fn san(&self, mv: Move) -> String {
        match self.descriptions(mv).into_iter().find(|text| self.read_move(text) == Ok(mv)) {
            Some(text) => text + self.check_mark(mv),
            None => self.move_text(mv),
        }
    }

    /// What may be said of a move, the shortest first.
    fn descriptions(&self, mv: Move) -> Vec<String> {
        let variant = self.variant();
        if mv.is_drop() {
            return vec![self.move_text(mv)];
        }
        let enters = mv.gated().map(|(kind, at)| (format!("/{}", letter(variant, kind)), at));
        if mv.partner().is_some() {
            let enters = enters.map_or_else(String::new, |(enters, at)| enters + &self.geometry().name(at));
            return ["O-O", "O-O-O"].map(|word| word.to_owned() + &enters).to_vec();
        }
        let becomes = match mv.promoted() {
            // A `+` would be taken for check.
            Some(kind) if variant.kind(kind).id.starts_with('+') => return Vec::new(),
            Some(kind) => format!("={}", letter(variant, kind)),
            None => enters.map_or_else(String::new, |(enters, _)| enters),
        };
        let mover = self.mover(mv);
        let kind = variant.kind(mover.kind());
        let pawn = kind.counts_as_pawn[mover.color()];
        let piece = if pawn { "" } else { kind.id.trim_end_matches('~') };
        let (from, to) = (self.geometry().name(mv.from()), self.geometry().name(mv.to()));
        let (file, rank) = from.split_at(1);
        let captures = self.takes(mv);
        let origins: &[&str] = if pawn && captures { &[file, &from] } else { &["", file, rank, &from] };
        let sign = if captures { "x" } else { "" };
        origins.iter().map(|origin| format!("{piece}{origin}{sign}{to}{becomes}")).collect()
    }

    fn check_mark(&self, mv: Move) -> &'static str {
        let mut after = self.clone();
        after.play(mv);
        match (after.in_check(), after.has_legal_move()) {
            (false, _) => "",
            (true, true) => "+",
            (true, false) => "#",
        }
    }

    /// The only legal move that the text describes.
    pub(super) fn read_san(&self, text: &str) -> Result<Move, MoveError> {
        if let Some(castling) = self.describe_gated_castling(text) {
            let castles = |mv: &Move| self.castles_so(*mv, &castling);
            let refused = || self.violated(castles).unwrap_or(MoveError::CastlingNotAllowed);
            return single(self.legal_moves().iter().filter(|mv| castles(mv))).unwrap_or_else(|| Err(refused()));
        }
        let description = self.describe(text).ok_or(MoveError::Unreadable)?;
        let legal = self.legal_moves();
        let fits = |mv: &Move| self.fits(*mv, &description);
        let fitting = legal.iter().filter(|mv| fits(mv) && self.becomes(**mv, &description));
        single(fitting).unwrap_or_else(|| {
            Err(match legal.iter().any(fits) {
                _ if legal.is_empty() => MoveError::GameOver,
                true => MoveError::PromotionChoice,
                false => self.violated(fits).unwrap_or(MoveError::NotThatPiece),
            })
        })
    }

    fn describe_gated_castling<'a>(&self, text: &'a str) -> Option<GatedCastling<'a>> {
        let (word, entering) = without_marks(text).split_once('/')?;
        let Some(Entry::Castling { right }) = Entry::read(self.geometry(), word) else { return None };
        let square = entering.find(|c: char| c.is_ascii_lowercase());
        let (enters, at) = entering.split_at(square.unwrap_or(entering.len()));
        let at = if at.is_empty() { None } else { Some(self.geometry().parse(at)?) };
        Some(GatedCastling { right, enters, at })
    }

    fn castles_so(&self, mv: Move, castling: &GatedCastling) -> bool {
        let enters = |(kind, at)| {
            letter(self.variant(), kind) == castling.enters && castling.at.is_none_or(|square| square == at)
        };
        self.castles_right(mv) == Some(castling.right) && mv.gated().is_some_and(enters)
    }

    fn describe<'a>(&self, text: &'a str) -> Option<Description<'a>> {
        let text = without_marks(text);
        let passing = EN_PASSANT_MARKS.into_iter().find_map(|word| text.strip_suffix(word));
        let text = passing.map_or(text, without_marks);
        let enters = text.split_once('/').map(|(_, enters)| enters);
        let (text, becomes) = split_promotion(text);
        let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_uppercase() || "+'!".contains(c)).len();
        let (piece, squares) = text.split_at(letters);
        let start = squares.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
        let (from, to) = squares.split_at(start);
        let whole = || from.strip_suffix('-').filter(|square| square.len() > 1);
        let from = from.strip_suffix('x').or_else(whole).unwrap_or(from);
        let (geometry, variant) = (self.geometry(), self.variant());
        let names = |sq| tells(&geometry.name(sq), from);
        let known = piece.is_empty() || variant.kinds().any(|(_, kind)| kind.id.trim_end_matches('~') == piece);
        let description = Description { piece, from, to: geometry.parse(to)?, becomes, enters };
        (known && geometry.all().any(names)).then_some(description)
    }

    /// Whether a move is that of the piece, what it becomes set aside.
    fn fits(&self, mv: Move, description: &Description) -> bool {
        let variant = self.variant();
        let piece = self.mover(mv);
        let kind = variant.kind(piece.kind());
        let mover = match description.piece {
            "" => kind.counts_as_pawn[piece.color()],
            id => kind.id.trim_end_matches('~') == id,
        };
        let from = self.geometry().name(mv.from());
        mover && !mv.is_drop() && mv.partner().is_none() && mv.to() == description.to && tells(&from, description.from)
    }

    fn becomes(&self, mv: Move, description: &Description) -> bool {
        if let Some((kind, _)) = mv.gated() {
            return description.enters == Some(letter(self.variant(), kind));
        }
        let becomes = mv.promoted().map(|kind| letter(self.variant(), kind));
        becomes == description.becomes.map(str::to_ascii_uppercase).as_deref()
    }
}

/// The only one of the moves that fit a text; an error of several, nothing of none.
fn single<'a>(mut fitting: impl Iterator<Item = &'a Move>) -> Option<Result<Move, MoveError>> {
    let first = fitting.next()?;
    Some(if fitting.next().is_none() { Ok(*first) } else { Err(MoveError::Ambiguous) })
}

/// Whether a square's name, its file or its rank is this; nothing tells of every square.
fn tells(name: &str, part: &str) -> bool {
    let (file, rank) = name.split_at(1);
    [name, file, rank, ""].contains(&part)
}

/// The text without what it says of check and of how good the move is.
fn without_marks(text: &str) -> &str {
    let text = text.trim_end_matches(['#', '!', '?']);
    text.strip_suffix('+').unwrap_or(text)
}

/// The text up to the last square, and what the piece becomes there: `a8=Q`, and as older books and other programs have
/// it, `a8Q`, `a8q`, `a8(Q)` and `a8/Q`.
fn split_promotion(text: &str) -> (&str, Option<&str>) {
    if let Some((square, becomes)) = text.split_once('=') {
        return (square, Some(becomes));
    }
    let split = || {
        let start = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        let (square, rest) = text.split_at(start);
        let in_brackets = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let becomes = in_brackets.or(rest.strip_prefix('/')).unwrap_or(rest);
        becomes.starts_with(|c: char| c.is_ascii_alphabetic()).then_some((square, Some(becomes)))
    };
    split().unwrap_or((text, None))
}
