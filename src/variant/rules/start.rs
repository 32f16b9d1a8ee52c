//! The start of pieces, the meaning of being unmoved, and castling.

use super::KindSet;
use crate::board::{Area, Color, Geometry, PieceKind, Square};
use serde::Deserialize;

/// When a piece counts as unmoved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnmovedTest {
    /// When it stands where a piece of its kind stood at the start and, on the two outermost ranks, nothing has left
    /// that square or been captured there.
    #[default]
    Square,
    /// When it has never moved itself.
    Unmoved,
}

/// Unmoved pieces of these kinds count as moved once an enemy has come to their rank or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed {
    /// The unmoved pieces.
    pub kinds: KindSet,
    /// The enemies.
    pub by: KindSet,
}

/// The possible starts: any order that these conditions allow. Pieces
/// that do not take part keep their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// The kinds that take part.
    pub kinds: KindSet,
    /// White's squares whose pieces take part; Black's correspond to them.
    pub squares: Area,
    /// Pieces of each of these sets are restricted to such squares of White's, and to the corresponding ones of
    /// Black's.
    pub on: Vec<(KindSet, Area)>,
    /// The two pieces of each of these sets stand on squares of different shades.
    pub unlike_shades: Vec<KindSet>,
    /// No two pieces of each of these sets stand side by side.
    pub apart: Vec<KindSet>,
    /// Pieces of the first set stand between the pieces of the second.
    pub between: Option<(KindSet, KindSet)>,
    /// Whether every piece of the second rank must be protected.
    pub all_protected: bool,
    /// The kinds of White's first rank, by file, in orders that are excluded.
    pub except: Vec<Vec<PieceKind>>,
    /// How Black's order follows from White's.
    pub black: Symmetry,
}

impl Shuffle {
    /// The square of White's that corresponds to a side's square; and the reverse, since the symmetries are their own
    /// inverses.
    pub fn square(&self, board: Geometry, color: Color, sq: Square) -> Square {
        match (color, self.black) {
            (Color::White, _) => sq,
            (Color::Black, Symmetry::Mirrored | Symmetry::Independent) => board.flipped(sq),
            (Color::Black, Symmetry::Rotated) => board.turned(sq),
        }
    }
}

/// How Black's start follows from White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// Black's pieces stand on the same files as White's.
    #[default]
    Mirrored,
    /// Black's pieces stand where White's come when the board is turned by 180 degrees.
    Rotated,
    /// Black's order is drawn by itself under the same conditions, on the same files.
    Independent,
}

/// How pieces castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(transform = crate::variant::file::words_alone))]
pub enum CastlingRule {
    /// By the atom `O` in their moves, such as `isO2` for the king of chess.
    Betza(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        CastlingSafety,
    ),
    /// Pieces with that atom go to fixed files, from wherever they and their partner stand unmoved on one rank.
    Fischer(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        CastlingFiles,
    ),
    /// They do not castle: the atom is ignored.
    None,
}

impl Default for CastlingRule {
    fn default() -> Self {
        Self::Betza(CastlingSafety::SafePath)
    }
}

/// Whether castling must be safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CastlingSafety {
    /// A royal piece may neither leave, pass nor reach an attacked square.
    #[default]
    SafePath,
    /// In addition, no square between it and its partner may be attacked, nor the partner's own.
    SafeLine,
    /// Attacks do not matter.
    Ignore,
}

/// The files, from 0, to which the castling piece goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingFiles {
    /// With the partner at higher files.
    pub right: u8,
    /// With the partner at lower files.
    pub left: u8,
}
