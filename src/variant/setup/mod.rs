//! Positions as text: FEN in, [`Setup`] out, and back.
//!
//! Text is read token by token and leniently, because every program writes its
//! own dialect of FEN; XBoard's is the one that is written. A position that has
//! been read fits the board and has its royals, but need not be playable.

mod error;
mod passing;
mod read;
mod rights;
mod shuffle;
mod write;

pub use error::{FenError, FenErrorKind};
pub use shuffle::Undrawn;
pub use write::placement;

use super::{Gating, Setup, Variant};
use crate::board::{Area, ByColor, Color, Geometry, Piece};
use write::Fields;

impl Setup {
    /// A board of this variant without pieces, White to move.
    pub fn empty(variant: &Variant) -> Self {
        Self {
            checks: ByColor([variant.rules.ends.checks.unwrap_or(0); 2]),
            once: ByColor::from_fn(|color| variant.once(color)),
            ..Self::blank(variant.board, variant.kinds.len())
        }
    }

    /// A board without pieces and with all counters reset, White to move.
    pub(super) fn blank(board: Geometry, kinds: usize) -> Self {
        Self {
            board: vec![Piece::NONE; board.squares()],
            hands: ByColor::from_fn(|_| vec![0; kinds]),
            holes: Area::EMPTY,
            side: Color::White,
            unmoved: Area::EMPTY,
            en_passant: Area::EMPTY,
            en_passant_victim: None,
            checks: ByColor::default(),
            once: ByColor::default(),
            count: None,
            halfmove: 0,
            fullmove: 1,
            without_royals: None,
        }
    }

    /// Reads a position in any dialect of FEN.
    ///
    /// ```
    /// # use alfil::internals::variant::{Library, Setup};
    /// let library = Library::bundled();
    /// let game = library.first();
    /// let setup = Setup::parse(&game, "4k3/8/8/8/8/8/4P3/4K3 b - - 3 41")?;
    /// assert_eq!(setup.fullmove, 41);
    /// # Ok::<(), alfil::internals::variant::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error for the first part of the text that does not fit the variant's board and pieces, for a side
    /// without a royal piece or with too many of them, and for a piece on a square where it may never stand.
    pub fn parse(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        read::read(variant, fen, read::Home::Start)?.checked(variant, fen)
    }

    /// Reads a position or a problem, in which the side to move only attacks and has no royal piece.
    ///
    /// # Errors
    ///
    /// As for [`Setup::parse`].
    pub fn parse_problem(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        let mut setup = read::read(variant, fen, read::Home::Start)?;
        let attacker = setup.side;
        if variant.must_have_royals(attacker) && setup.royals(variant, attacker) == 0 {
            setup.without_royals = Some(attacker);
        }
        setup.checked(variant, fen)
    }

    /// Rejects a position in which royal pieces are miscounted, or pieces stand where they never may.
    fn checked(self, variant: &Variant, fen: &str) -> Result<Self, FenError> {
        read::count_royals(variant, &self, fen)?;
        read::keep_regions(variant, &self, fen)?;
        Ok(self)
    }

    /// Reads the start position of a variant that has none yet, so that all pieces are on their home squares.
    pub(in crate::variant) fn parse_start(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        let mut start = read::read(variant, fen, read::Home::Itself)?;
        // Nothing has moved yet, whatever the castling field says.
        start.unmoved |= rights::initial(variant, &start, &start.board);
        Ok(start)
    }

    /// The unknown pieces on the board of a position's text, each once.
    pub(in crate::variant) fn unknown_pieces(variant: &Variant, fen: &str) -> Vec<FenError> {
        read::unknown_pieces(variant, fen)
    }

    /// The letters of the castling field of the position's text that give no right here. (Where pieces can be gated,
    /// letters of those that can no longer be are not faults.)
    pub fn idle_rights(&self, variant: &Variant, fen: &str) -> String {
        let mut fields = fen.split_ascii_whitespace().filter(|field| !field.starts_with('[')).skip(2);
        let letters = fields.next().filter(|field| field.bytes().all(|byte| byte.is_ascii_alphabetic()));
        let letters = letters.filter(|_| variant.rules.gating != Gating::VirginSquare).unwrap_or_default();
        letters.chars().filter(|letter| rights::is_idle(variant, self, &variant.start.board, *letter)).collect()
    }

    /// The en passant field of the position's text, if no piece can just have passed the square that it names.
    pub fn idle_passing<'f>(&self, fen: &'f str) -> Option<&'f str> {
        let mut fields = fen.split_ascii_whitespace().filter(|field| !field.starts_with('[')).skip(2).take(2);
        fields.find(|field| read::names_squares(field)).filter(|_| self.en_passant_victim.is_none())
    }

    /// Writes the position in XBoard's dialect of FEN.
    pub fn fen(&self, variant: &Variant) -> String {
        write::write(self, variant, Fields::Needed)
    }

    /// Writes the position with all fields, even if they are empty, as UCI programs do.
    pub fn full_fen(&self, variant: &Variant) -> String {
        write::write(self, variant, Fields::All)
    }

    /// Gives every piece on its home square the rights of unmoved pieces,
    /// as in a position whose text does not mention them.
    pub fn assume_unmoved(&mut self, variant: &Variant) {
        self.unmoved = rights::all(variant, self, &variant.start.board);
    }
}

impl Variant {
    /// Whether positions have a field for castling: there are castlings, or pieces of
    /// the outer ranks have initial moves.
    pub(in crate::variant) fn has_rights_field(&self) -> bool {
        rights::has_field(self)
    }

    /// Whether a letter of the castling field has no meaning in the start position.
    pub(in crate::variant) fn is_idle_right(&self, letter: char) -> bool {
        rights::is_idle(self, &self.start, &self.start.board, letter)
    }
}
