//! Why a move cannot be played: declared here, since rules of legality are among the reasons. `game` finds the others.

use std::fmt;

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    // Rules that forbid moves that pieces can make, in the order in which they are tested. If several moves fit a text,
    // the refusal names the rule that comes last in this order.
    /// What it would become is not in its side's hand, as it must be.
    NotInStock,
    /// The side has as many of what it would become as it may have.
    PromotionLimit,
    /// It may not promote by this move.
    PromotionForbidden,
    /// That piece may enter the square only by capturing.
    OnlyByCapture,
    /// A royal piece could be captured then.
    LeavesKingAttacked,
    /// A royal piece would be lost, as in an explosion that it causes.
    LosesKing,
    /// An anti-royal piece would not be attacked.
    LeavesAntiKingUnattacked,
    /// A royal piece would pass a square on which it could be captured.
    PassesAttack,
    /// That piece may not capture the piece there.
    CaptureForbidden,
    /// The position after it has been on the board too often.
    Repetition,
    /// Giving check is not allowed.
    GivesCheck,
    /// The royal pieces would face each other.
    KingsFace,
    /// Captures are mandatory, and another move captures.
    MustCapture,

    // All other reasons.
    /// The first square is empty.
    EmptySquare,
    /// The piece belongs to the opponent.
    WrongSide,
    /// A piece is in the way.
    Blocked,
    /// The piece does not move like that.
    NotThatPiece,
    /// That piece may not hop over the piece in its way.
    HopForbidden,
    /// A royal makes its initial moves only while it is not in check.
    NotWhileInCheck,
    /// The side has pieces in hand, and must drop one.
    MustDrop,
    /// Only a side without other moves may pass, and not in check.
    MustMove,
    /// The promotion is missing or impossible.
    PromotionChoice,
    /// The piece must promote, but there is nothing that it could become.
    NothingToBecome,
    /// The piece must promote.
    MustPromote,
    /// The side does not have that piece in hand.
    NoSuchPieceInHand,
    /// The piece may not be dropped on that square.
    DropNotAllowedHere,
    /// Castling is not allowed now.
    CastlingNotAllowed,
    /// The side has made its only move of this kind.
    OnlyOnce,
    /// The game has ended.
    GameOver,
    /// The position cannot be played.
    PositionNotPlayable,
    /// No wall is placed with the move.
    NoWall,
    /// No wall may be placed there with the move.
    WallNotAllowed,
    /// Several moves fit.
    Ambiguous,
    /// The text is not a move.
    Unreadable,
}

impl MoveError {
    /// The reason that is told of several: the one in the later test.
    pub fn later(self, other: Self) -> Self {
        if other as u8 > self as u8 { other } else { self }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotInStock => "no such piece to promote to",
            Self::PromotionLimit => "no more of that piece allowed",
            Self::PromotionForbidden => "promotion not allowed",
            Self::OnlyByCapture => "only by capture",
            Self::LeavesKingAttacked => "leaves king attacked",
            Self::LosesKing => "loses own king",
            Self::LeavesAntiKingUnattacked => "leaves anti-king unattacked",
            Self::PassesAttack => "passes an attacked square",
            Self::CaptureForbidden => "capture not allowed",
            Self::Repetition => "repetition",
            Self::GivesCheck => "gives check",
            Self::KingsFace => "kings face each other",
            Self::MustCapture => "must capture",
            Self::EmptySquare => "empty square",
            Self::WrongSide => "wrong side",
            Self::Blocked => "blocked",
            Self::NotThatPiece => "not a move of that piece",
            Self::HopForbidden => "hop not allowed",
            Self::NotWhileInCheck => "not while in check",
            Self::MustDrop => "must drop",
            Self::MustMove => "passing is legal only without another move",
            Self::PromotionChoice => "promotion choice",
            Self::NothingToBecome => "nothing to promote to",
            Self::MustPromote => "must promote",
            Self::NoSuchPieceInHand => "no such piece in hand",
            Self::DropNotAllowedHere => "drop not allowed here",
            Self::CastlingNotAllowed => "castling not allowed",
            Self::OnlyOnce => "only once in the game",
            Self::GameOver => "game over",
            Self::PositionNotPlayable => "position not playable",
            Self::NoWall => "no wall placed",
            Self::WallNotAllowed => "wall not allowed there",
            Self::Ambiguous => "ambiguous",
            Self::Unreadable => "unreadable",
        })
    }
}

impl std::error::Error for MoveError {}
