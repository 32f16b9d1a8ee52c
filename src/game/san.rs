//! Moves in standard algebraic notation: `Nf3`, `exd5`, `Rad1`, `e8=Q`, `Nf3/E`;
//! `Bxh8+` and `Bxh8=` for pieces that may turn over, and `Lxc6-b5` for moves of two
//! steps, as XBoard writes them.
//!
//! Such a text is accepted if exactly one legal move fits it, and written if
//! it would be read as the same move.

use super::notation::{WrittenMove, is_raised, single, with_letters};
use super::{Game, MoveError};
use crate::board::Square;
use crate::position::Move;

/// The contents of such a text.
struct SanMove<'a> {
    /// The mover's letter, or nothing for a pawn.
    piece: &'a str,
    /// The given part of the origin: a file, a rank, both, nothing.
    from: &'a str,
    /// The square visited on the way, if given.
    via: Option<Square>,
    /// The destination.
    to: Square,
    becomes: Becomes<'a>,
    /// The gated piece. Some write a promotion after the slash instead.
    enters: Option<&'a str>,
}

/// The promotion in such a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes<'a> {
    /// None is given.
    Unsaid,
    /// `=`: no promotion, though it is possible.
    Same,
    /// `+`: promotion to the other face; otherwise a check.
    Raised,
    /// The piece of that ID.
    Piece(&'a str),
    /// Some promoted face, as XBoard writes all of them: `+`.
    SomeFace,
    /// The promoted face of the piece of that ID.
    FaceOf(&'a str),
}

/// Castling with a piece that enters: `O-O/Hh1`.
struct GatedCastling<'a> {
    right: bool,
    enters: &'a str,
    /// The square, if given.
    at: Option<Square>,
}

/// Marks that some write after an en passant capture; they add nothing to the move.
pub const EN_PASSANT_MARKS: [&str; 2] = ["e.p.", "ep"];

impl Game {
    /// A legal move in SAN, with `+` for check, if that cannot mean promotion, and `#` for mate; from
    /// square to square if SAN does not distinguish it from others.
    pub fn san(&self, mv: Move) -> String {
        let wall = self.wall_of(mv).map_or_else(String::new, |at| format!(",{}", self.geometry().name(at)));
        match self.descriptions(mv).into_iter().map(|text| text + &wall).find(|text| self.read_move(text) == Ok(mv)) {
            Some(text) => text + self.check_mark(mv),
            None => self.move_text(mv),
        }
    }

    /// Possible texts for a move, the shortest first.
    fn descriptions(&self, mv: Move) -> Vec<String> {
        let variant = self.variant();
        if mv.is_drop() {
            return vec![self.move_text(mv)];
        }
        let enters = mv.gated().map(|(kind, at)| (format!("/{}", variant.kind(kind).plain_id()), at));
        if mv.partner().is_some() {
            let enters = enters.map_or_else(String::new, |(enters, at)| enters + &self.geometry().name(at));
            return ["O-O", "O-O-O"].map(|word| word.to_owned() + &enters).to_vec();
        }
        let mover = self.mover(mv);
        let kind = variant.kind(mover.kind());
        let becomes = match (mv.promoted(), enters) {
            (Some(promoted), _) if is_raised(variant, kind, promoted) => "+".to_owned(),
            (Some(promoted), _) => format!("={}", variant.kind(promoted).plain_id()),
            (None, Some((enters, _))) => enters,
            (None, None) if self.may_be_raised(mv) => "=".to_owned(),
            (None, None) => String::new(),
        };
        let pawn = kind.counts_as_pawn[mover.color()];
        let piece = if pawn { "" } else { kind.plain_id() };
        let (from, to) = (self.geometry().name(mv.from()), self.geometry().name(mv.to()));
        let (file, rank) = from.split_at(1);
        let captures = self.takes(mv);
        let origins: &[&str] = if pawn && captures { &[file, &from] } else { &["", file, rank, &from] };
        let sign = if captures { "x" } else { "" };
        let way = match self.stops(mv)[..] {
            [via] => self.geometry().name(via) + "-",
            _ => String::new(),
        };
        origins.iter().map(|origin| format!("{piece}{origin}{sign}{way}{to}{becomes}")).collect()
    }

    /// Whether the piece may turn over with the same move.
    fn may_be_raised(&self, mv: Move) -> bool {
        let variant = self.variant();
        let mover = variant.kind(self.mover(mv).kind());
        let raised = |kind| is_raised(variant, mover, kind);
        let same =
            |other: &Move| (other.from(), other.to()) == (mv.from(), mv.to()) && self.stops(*other) == self.stops(mv);
        mover.form.is_some()
            && self.legal_moves().iter().any(|other| other.promoted().is_some_and(raised) && same(other))
    }

    fn check_mark(&self, mv: Move) -> &'static str {
        let mut after = self.clone();
        after.play(mv);
        let turns_over = || self.variant().kinds().any(|(_, kind)| kind.form.is_some());
        match (after.in_check(), after.has_legal_move()) {
            (true, false) => "#",
            (true, true) if !turns_over() => "+",
            _ => "",
        }
    }

    /// The only legal move that the text describes.
    pub(super) fn read_san(&self, text: &str, wall: Option<Square>) -> Result<Move, MoveError> {
        if let Some(castling) = self.describe_gated_castling(text) {
            let castles = |mv: &Move| self.castles_so(*mv, &castling);
            let refused = || self.violated(castles).unwrap_or(MoveError::CastlingNotAllowed);
            let legal = self.moves_with_wall(wall);
            return single(legal.iter().filter(|mv| castles(mv))).unwrap_or_else(|| Err(refused()));
        }
        let description = self.describe(text).ok_or(MoveError::Unreadable)?;
        let legal = self.moves_with_wall(wall);
        let fits = |mv: &Move| self.fits(*mv, &description);
        let fitting: Vec<Move> = legal.iter().copied().filter(fits).collect();
        let becoming = |becomes| {
            fitting.iter().copied().filter(|mv| self.becomes(*mv, becomes, description.enters)).collect::<Vec<_>>()
        };
        let less_exact: &[Becomes] = match description.becomes {
            Becomes::Raised => &[Becomes::SomeFace, Becomes::Unsaid],
            Becomes::Piece(id) => &[Becomes::FaceOf(id)],
            _ => &[],
        };
        let mut meant = becoming(description.becomes);
        for &becomes in less_exact {
            if meant.is_empty() {
                meant = becoming(becomes);
            }
        }
        if meant.is_empty() {
            return Err(match fitting.is_empty() {
                _ if !self.has_legal_move() => MoveError::GameOver,
                false => MoveError::PromotionChoice,
                true => self.violated(fits).unwrap_or(MoveError::NotThatPiece),
            });
        }
        let meant = self.on_the_way(meant, description.via.as_slice());
        let lost = if description.via.is_some() { MoveError::NotThatPiece } else { MoveError::Ambiguous };
        single(meant.iter()).unwrap_or(Err(lost))
    }

    /// The legal moves that a text in SAN may mean, whatever promotion it gives.
    pub fn moves_like(&self, text: &str) -> Vec<Move> {
        let text = &*with_letters(text);
        let (piece, wall) = self.parted(text);
        let Some(description) = self.describe(&piece) else { return Vec::new() };
        self.moves_with_wall(wall).into_iter().filter(|mv| self.fits(*mv, &description)).collect()
    }

    /// The kind that a piece becomes, or that enters, according to a text in SAN, if it gives one; `None` if it is not
    /// SAN.
    pub(in crate::game) fn piece_entered<'a>(&self, text: &'a str) -> Option<&'a str> {
        match self.describe_gated_castling(text) {
            Some(castling) => Some(castling.enters),
            None => self.describe(text).map(|told| match told.becomes {
                Becomes::Piece(id) => id,
                _ => told.enters.unwrap_or_default(),
            }),
        }
    }

    fn describe_gated_castling<'a>(&self, text: &'a str) -> Option<GatedCastling<'a>> {
        let (word, entering) = without_marks(text).split_once('/')?;
        let Some(WrittenMove::Castling { right }) = WrittenMove::read(self.geometry(), word) else { return None };
        let square = entering.find(|c: char| c.is_ascii_lowercase());
        let (enters, at) = entering.split_at(square.unwrap_or(entering.len()));
        let at = if at.is_empty() { None } else { Some(self.geometry().parse(at)?) };
        Some(GatedCastling { right, enters, at })
    }

    fn castles_so(&self, mv: Move, castling: &GatedCastling) -> bool {
        let enters = |(kind, at)| {
            self.variant().kind(kind).plain_id() == castling.enters && castling.at.is_none_or(|square| square == at)
        };
        self.castles_right(mv) == Some(castling.right) && mv.gated().is_some_and(enters)
    }

    fn describe<'a>(&self, text: &'a str) -> Option<SanMove<'a>> {
        let (marked, text) = (text, without_marks(text));
        let passing = EN_PASSANT_MARKS.into_iter().find_map(|word| text.strip_suffix(word));
        let text = passing.map_or(text, without_marks);
        let enters = text.split_once('/').map(|(_, enters)| enters);
        let plus = text.len() < marked.len() && marked[text.len()..].starts_with('+');
        let (text, becomes) = split_promotion(text);
        let becomes = match becomes {
            None if plus => Becomes::Raised,
            None => Becomes::Unsaid,
            Some("") => Becomes::Same,
            Some(letter) => Becomes::Piece(letter),
        };
        let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_uppercase() || "+'!".contains(c)).len();
        let (piece, squares) = text.split_at(letters);
        let start = squares.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
        let (from, to) = squares.split_at(start);
        let (from, via) = self.split_way(from);
        let whole = || from.strip_suffix('-').filter(|square| square.len() > 1);
        let from = from.strip_suffix('x').or_else(whole).unwrap_or(from);
        let (geometry, variant) = (self.geometry(), self.variant());
        let names = |sq| tells(&geometry.name(sq), from);
        let known = piece.is_empty() || variant.kinds().any(|(_, kind)| kind.plain_id() == piece);
        let description = SanMove { piece, from, via, to: geometry.parse(to)?, becomes, enters };
        (known && geometry.all().any(names)).then_some(description)
    }

    /// The given part of the origin, and the square on the way: `xc6-` before the last square.
    fn split_way<'a>(&self, text: &'a str) -> (&'a str, Option<Square>) {
        let split = || {
            let (from, via) = text.strip_suffix(['-', 'x'])?.rsplit_once('x')?;
            Some((from, self.geometry().parse(via)?))
        };
        split().map_or((text, None), |(from, via)| (from, Some(via)))
    }

    /// Whether a move is that of the piece, apart from promotion and way.
    fn fits(&self, mv: Move, description: &SanMove) -> bool {
        let variant = self.variant();
        let piece = self.mover(mv);
        let kind = variant.kind(piece.kind());
        let mover = match description.piece {
            "" => kind.counts_as_pawn[piece.color()],
            id => kind.plain_id() == id,
        };
        let from = self.geometry().name(mv.from());
        mover && !mv.is_drop() && mv.partner().is_none() && mv.to() == description.to && tells(&from, description.from)
    }

    fn becomes(&self, mv: Move, becomes: Becomes, enters: Option<&str>) -> bool {
        let variant = self.variant();
        if let Some((kind, _)) = mv.gated() {
            return enters == Some(variant.kind(kind).plain_id());
        }
        match (becomes, mv.promoted()) {
            (Becomes::Unsaid | Becomes::Same, promoted) => promoted.is_none(),
            (Becomes::Raised, Some(kind)) => is_raised(variant, variant.kind(self.mover(mv).kind()), kind),
            (Becomes::SomeFace, Some(kind)) => variant.kind(kind).is_face(),
            (Becomes::Piece(id), Some(kind)) => variant.kind(kind).plain_id() == id.to_ascii_uppercase(),
            (Becomes::FaceOf(id), Some(kind)) => variant.kind(kind).base_id() == id.to_ascii_uppercase(),
            (_, None) => false,
        }
    }
}

/// Whether this is a square's name, its file or its rank; an empty part matches every square.
fn tells(name: &str, part: &str) -> bool {
    let (file, rank) = name.split_at(1);
    [name, file, rank, ""].contains(&part)
}

/// The text without marks for check and annotations.
fn without_marks(text: &str) -> &str {
    let text = text.trim_end_matches(['#', '!', '?']);
    // Older books write `++` for a double check or mate.
    text.strip_suffix("++").or(text.strip_suffix('+')).unwrap_or(text)
}

/// The text up to the last square, and the promotion there: `a8=Q`, and as older books and other programs write
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
