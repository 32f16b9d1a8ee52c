//! Faults in a position's text, and where they are.

use crate::board::Color;
use crate::text::Span;
use crate::variant::{MiscountedRoyals, Variant};
use std::fmt;

/// Why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The board has too many or too few rows.
    RowCount {
        /// Rows in the text.
        rows: usize,
        /// Ranks of the board.
        ranks: u8,
    },
    /// A row is too long or too short.
    RowLength {
        /// The row, from 1 at the top.
        row: usize,
        /// Squares in the text.
        squares: usize,
        /// Files of the board.
        files: u8,
    },
    /// An unknown piece.
    UnknownPiece {
        /// As written.
        piece: String,
    },
    /// A piece that only the other side has.
    WrongOwner {
        /// As written.
        piece: String,
        /// The side that has such pieces.
        owner: Color,
    },
    /// A character without meaning on a board.
    Character {
        /// The character.
        found: char,
    },
    /// A `*`, which stands for a missing square, on one that is not missing.
    Hole,
    /// Pieces in hand in a game that has no hands.
    NoHands,
    /// A piece that can never be in hand.
    NotInHand {
        /// As written.
        piece: String,
    },
    /// A field that is neither castling rights nor a square nor a number.
    Field {
        /// As written.
        found: String,
    },
    /// The number of checks to give at the start differs from the number that wins the game.
    Checks {
        /// The number to give.
        found: u8,
        /// The number that wins.
        most: u8,
    },
    /// A side has no royal piece, or too many.
    Royals(MiscountedRoyals),
    /// Anything else: the message.
    Other(String),
}

/// A [`FenErrorKind`] and the bytes of the text that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    kind: FenErrorKind,
    span: Span,
}

impl FenError {
    pub(super) fn new(kind: FenErrorKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// The same error in a list of pieces in hand.
    pub(super) fn in_hand(self) -> Self {
        let found = match self.kind {
            FenErrorKind::Character { found } => found,
            FenErrorKind::Hole => '*',
            _ => return self,
        };
        Self { kind: FenErrorKind::Other(format!("`{found}` is not a piece that can be held")), ..self }
    }

    /// The kind of the error.
    pub fn kind(&self) -> &FenErrorKind {
        &self.kind
    }

    /// The same error in the words of those who give the sides other names.
    pub fn with_sides(mut self, named: impl Fn(Color) -> Color) -> Self {
        if let FenErrorKind::WrongOwner { owner: side, .. }
        | FenErrorKind::Royals(MiscountedRoyals { color: side, .. }) = &mut self.kind
        {
            *side = named(*side);
        }
        self
    }

    /// The pieces of the game, as help for an unknown one.
    pub fn pieces_here(&self, variant: &Variant) -> Option<String> {
        let own: Vec<String> = variant.faces().map(|(_, kind)| kind.written_id()).collect();
        let unknown = matches!(self.kind, FenErrorKind::UnknownPiece { .. });
        (unknown && !own.is_empty()).then(|| format!("pieces here: {}", own.join(", ")))
    }

    /// The bytes of the text that it is about.
    pub fn span(&self) -> Span {
        self.span.clone()
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FenErrorKind::RowCount { rows, ranks } => write!(f, "expected {ranks} rows, found {rows}"),
            FenErrorKind::RowLength { row, squares: 100.., files } => {
                write!(f, "row {row} is far too long, expected {files} squares")
            }
            FenErrorKind::RowLength { row, squares, files } => {
                write!(f, "row {row} has {squares} squares, expected {files}")
            }
            FenErrorKind::UnknownPiece { piece } => write!(f, "unknown piece `{piece}`"),
            FenErrorKind::WrongOwner { piece, owner } => {
                write!(f, "`{piece}` is not a piece of this game: only {} has such pieces", owner.name())
            }
            FenErrorKind::Character { found } => {
                write!(f, "`{found}` is neither a piece nor a number of empty squares")
            }
            FenErrorKind::Hole => write!(f, "`*` is a missing square, but this game has a square here"),
            FenErrorKind::NoHands => write!(f, "this game has no pieces in hand"),
            FenErrorKind::NotInHand { piece } => write!(f, "`{piece}` cannot be held in hand"),
            FenErrorKind::Field { found } => {
                write!(f, "`{found}` is neither castling rights nor a square nor a number")
            }
            FenErrorKind::Checks { found, most } => {
                write!(f, "{found} checks must still be given, but `checks = {most}` win")
            }
            FenErrorKind::Royals(fault) => fault.fmt(f),
            FenErrorKind::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for FenError {}
